"""Hints of a spec for making (`make` in the language), and recipes that follow them."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ...compiler.ground.opening import Opening
from ...dsl.diagnostics import PzcError
from ...dsl.syntax import Expr, Given, Make, Name, Number, Text, Truth
from ...dsl.syntax import Hint as HintTree
from ...records import record, replace
from ...render.puzzle import write_puzzle
from ..blank import blank_board, blank_lines, bools, nowhere, picture
from ..compiled import CompiledSpec
from .recipe import Part, Recipe
from .regions import Sizes, cut, lettered


@record
class Hints:
    """values: of params and sizes, as a puzzle file has them. ranges, symmetry: of layers, the
    ranges by layer and word."""

    values: Mapping[str, str]
    ranges: Mapping[tuple[str, str], tuple[int, int]]
    symmetry: Mapping[str, str]


def hints(spec: CompiledSpec) -> Hints:
    """The hints of `make` declarations; a spec's own override those of the specs that it uses."""
    values: dict[str, str] = {}
    ranges: dict[tuple[str, str], tuple[int, int]] = {}
    symmetry: dict[str, str] = {}
    made = [d for d in spec.program.declarations if isinstance(d, Make)]
    for declaration in sorted(made, key=lambda d: d.span.source.name == spec.source.name):
        for one in declaration.usual:
            if one.value is not None:
                values[one.name.id] = _written(one.value)
            for hint in one.hints:
                match hint:
                    case HintTree(low=Number(value=low), high=Number(value=high)):
                        ranges[one.name.id, hint.word.value] = low, high
                    case HintTree(low=Text(value=name)):
                        symmetry[one.name.id] = name
    return Hints(values, ranges, symmetry)


def _written(value: Expr) -> str:
    match value:
        case Truth(value=truth):
            return "yes" if truth else "no"
        case Number(value=number):
            return str(number)
        case Text(value=text) | Name(id=text):
            return text
    raise AssertionError(value)


def followed(recipe: Recipe, hints: Hints, blank: bool) -> Recipe:
    """The recipe in which hints replace what examples show. blank: there are no examples. Raises
    PzcError for a hint of sizes for a layer without regions."""
    for (name, word), _ in hints.ranges.items():
        if word == "size" and recipe.parts[name].sizes is None:
            raise PzcError.at(
                "E0537",
                f"the size of '{name}' cannot be chosen: its puzzles have no regions there",
                expected="a layer of connected regions",
            )
    parts = {name: _part(part, hints, blank) for name, part in recipe.parts.items()}
    return replace(recipe, parts=parts, values=hints.values)


def _part(part: Part, hints: Hints, blank: bool) -> Part:
    said = {word: ends for (name, word), ends in hints.ranges.items() if name == part.name}
    if "density" in said:
        low, high = said["density"]
        part = replace(part, density=(low / 100, high / 100), complete=False)
    if "values" in said:
        low, high = said["values"]
        part = replace(part, usual=range(low, high + 1), scaled=False)
    if "size" in said and part.sizes is not None:
        least, most = said["size"]
        by_rows = part.sizes.by_rows and not blank
        sizes = replace(part.sizes, least=least, most=most, by_rows=by_rows, hinted=True)
        part = replace(part, sizes=sizes)
    return replace(part, symmetry=hints.symmetry.get(part.name))


def blank_puzzle(spec: CompiledSpec, hints: Hints) -> str:
    """A puzzle file without clues, with the hinted size, with regions where their sizes are hinted,
    and with "no" everywhere in bool layers whose density is hinted."""
    lines = blank_lines(hints.values)
    own = blank_board(spec, hints.values)
    if own is None:
        return "\n".join(lines) + "\n"
    complete = bools(spec)
    for (name, word), (low, high) in hints.ranges.items():
        if word == "size":
            tries = (cut(Random(k), own, own.cells, Sizes(low, high)) for k in range(20))
            regions = next((found for found in tries if found is not None), None)
            if regions is not None:
                lines += picture(name, own, lettered(regions))
        elif word == "density" and name in complete:
            lines += nowhere(name, own)
    return "\n".join(lines) + "\n"


def with_placeholders(spec: CompiledSpec, text: str) -> str | None:
    """A puzzle file with some value everywhere in the layers that it lacks, in whose place the
    solver will choose others. None if the layers cannot be open, or if more is missing."""
    given = set(spec.sections(text).sections)
    lacking = [
        name.id
        for declaration in spec.program.declarations
        if isinstance(declaration, Given) and not declaration.at.some
        for name in declaration.names
        if name.id not in given
    ]
    try:
        grounding = spec.ground(text, open=dict.fromkeys(lacking, Opening()))
    except PzcError:
        return None
    slots = [grounding.slots[name] for name in lacking]
    if not all(slot.domain.values and slot.domain.element is None for slot in slots):
        return None
    return write_puzzle(
        grounding, {slot.name: dict.fromkeys(slot.keys, slot.domain.values[0]) for slot in slots}
    )
