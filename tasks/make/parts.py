"""The parts of a board's open model: its open places, and the variables of its solution."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...compiler.board.places import Place, Unit, apart
from ...compiler.ground.grounding import Grounding
from ...compiler.ground.layers import show_key
from ...compiler.ground.reading import UNKNOWN
from ...model.model import Model
from ...records import record
from .template import Template

Values = Mapping[tuple[str, Any], Any]  # of found layers, by layer and place


@record
class Spot:
    """An open place. codes: of the values that may be printed there; blank: the code for no value,
    None if there is always one."""

    layer: str
    key: Any
    index: int
    codes: tuple[int, ...]
    blank: int | None


@record
class FoundVariable:
    """A variable of a found layer. codes: its values; shown: whether the answer shows it."""

    layer: str
    key: Any
    index: int
    codes: tuple[int, ...]
    shown: bool


def open_spots(grounding: Grounding, template: Template) -> tuple[Spot, ...]:
    """The open places of given layers that have a value to choose. A clue of unknown value stays as
    it is."""
    found: list[Spot] = []
    for name, slot in grounding.slots.items():
        allowed = template.allowed.get(name)
        for key, own in (slot.clues or {}).items():
            if own is UNKNOWN:
                continue
            index, codes = slot.variables[key]
            blank = codes.get(None)
            if blank is None and slot.some and slot.domain.kind == "bool":
                blank = codes[False]
            fits = allowed is None or show_key(key) in allowed
            values = tuple(c for c in codes.values() if c != blank) if fits else ()
            if values or blank is not None:
                found.append(Spot(name, key, index, values, blank))
    return tuple(found)


def found_variables(
    grounding: Grounding, template: Template, model: Model
) -> tuple[FoundVariable, ...]:
    """The variables of found layers."""
    shown = {getattr(operand, "id", None) for operand in model.answer}
    found: list[FoundVariable] = []
    for name, slot in grounding.slots.items():
        if name in grounding.program.given_names:
            continue
        usual = template.values.get(slot.printed or "")
        for key, (index, codes) in slot.variables.items():
            variable = model.variables[index]
            is_shown = name in grounding.answer or variable.id in shown
            found.append(FoundVariable(name, key, index, _usual_codes(codes, usual), is_shown))
    return tuple(found)


def _usual_codes(codes: Mapping[Any, int], usual: range | None) -> tuple[int, ...]:
    """The codes of values; of numbers, those in the usual range if there are any."""
    every = dict(codes)
    if usual is not None:
        every = {v: code for v, code in codes.items() if v is None or v in usual} or every
    return tuple(dict.fromkeys(every.values()))


def place_of(key: object) -> Place | None:
    """The first place on the board in a key of a layer, such as the first cell of a row; None if
    it has none."""
    match key:
        case Place():
            return key
        case Unit(members=(first, *_)):
            return first
        case (first, *_):
            return place_of(first)
    return None


def near(a: object, b: object, reach: int) -> bool:
    """Whether the places of two keys are at most so far apart (cells are 2 apart); True if one of
    them has no place."""
    one, other = place_of(a), place_of(b)
    return one is None or other is None or apart(one, other) <= reach
