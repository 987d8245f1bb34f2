"""Recipes: how the puzzles of a spec are made, from its text and from example puzzles.

Each given layer has a role. What the rules do not say is taken from the examples: the share of
places with a clue, the usual numbers, the sizes of regions, the layers beside which clues are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import Enum
from itertools import combinations_with_replacement, product
from typing import Any

from ...compiler.board.places import Place
from ...compiler.ground.binding import Binding
from ...compiler.ground.layers import LayerSlot, show_key
from ...compiler.ground.opening import Opening, awaited_terms
from ...compiler.ground.reading import UNKNOWN
from ...dsl.diagnostics import Diagnostic, PzcError, listed
from ...dsl.syntax import Find, Given, Name, Param, Things
from ...records import field, record, replace
from ..compiled import CompiledSpec
from .patterns import Look, look
from .regions import Sizes, connected_parts

# Numbers from which the usual range is estimated.
ENOUGH = 8
# The share of places with a clue if there is no example.
UNTOLD = 0.3
# The shares of yes that puzzles have in a layer of yes and no, in terms of that of the examples.
AROUND = 0.4, 1.4
# The share of the regions of a board that are connected at least.
MOSTLY = 0.75
# The most values of a layer that opens with all of them.
MANY = 40
# The most lists that an open clue can choose from.
MOST_LISTS = 60


class Role(Enum):
    """How a given layer is made.

    CLUES    open everywhere: the solver chooses the values
    PLACED   open at places that are drawn at random, since the board depends on where they are
    COMPUTED follows from the solution
    REGIONS  drawn at random: connected regions
    PATTERN  drawn at random: values at random cells
    COPIED   copied from the example puzzle
    """

    CLUES = "clues"
    PLACED = "placed"
    COMPUTED = "computed"
    REGIONS = "regions"
    PATTERN = "pattern"
    COPIED = "copied"


# The layers whose clues are counted.
COUNTED = (Role.CLUES, Role.PLACED, Role.COMPUTED)


@record
class Part:
    """A given layer in the example puzzles.

    host: the given layer at whose places it is declared, if any. share: of its places that have a
    value, 0 to 1. sizes: of regions. beside: a closed layer, and its values wherever this one has a
    clue. usual: the range of its numbers. values: all values, as often as they occur. complete:
    every place that can have a clue has one. density, symmetry: of hints. scaled: the usual numbers
    grow with the board. sparse: its clues are values of the solution, and no example shows how many
    are usual, so clues of other layers are preferred. unknown: the share of its clues whose values
    are unknown.
    """

    name: str
    role: Role
    host: str | None
    share: float
    sizes: Sizes | None
    beside: tuple[str, frozenset[Any]] | None
    usual: range | None
    values: tuple[Any, ...]
    complete: bool = False
    density: tuple[float, float] | None = None
    symmetry: str | None = None
    scaled: bool = True
    sparse: bool = False
    unknown: float = 0.0
    look: Look = Look()


@record
class Recipe:
    """How puzzles of a spec are made. base: the text of an example puzzle; parts: by layer.
    open_regions: the layers of regions that are open, so that their regions can change. values: the
    hinted params and sizes, as texts. unshown: the layers that stay empty because there is no
    example to show what is in them."""

    base: str
    parts: Mapping[str, Part]
    open_regions: frozenset[str]
    values: Mapping[str, str] = field(default_factory=dict)
    unshown: tuple[str, ...] = ()

    def names(self, *roles: Role) -> list[str]:
        return [part.name for part in self.parts.values() if part.role in roles]

    def densities(self) -> list[tuple[str, tuple[float, float]]]:
        """The densities of layers of clues that the options request, as (least, largest) shares."""
        return [
            (part.name, part.density)
            for part in self.parts.values()
            if part.density is not None and part.role is Role.CLUES
        ]

    def reserve(self) -> list[str]:
        """The layers of values of the solution that are held back, if there are other clues."""
        sparse = [part.name for part in self.parts.values() if part.sparse]
        others = set(self.names(*COUNTED, Role.REGIONS)) - set(sparse)
        return sparse if others else []


class CannotMake(Exception):
    """No puzzles can be made of a spec; the message says why. expected: what would help, if
    anything does."""

    def __init__(self, reason: str, expected: str | None = None) -> None:
        super().__init__(reason)
        self.expected = expected


def refuse_unknown(chosen: Iterable[str], params: Collection[str]) -> None:
    """Raise PzcError if a value is chosen for what is no param of a spec."""
    unknown = [name for name in chosen if name not in params]
    if unknown:
        raise PzcError.at(
            "E0534",
            f"the spec has no param '{unknown[0]}'",
            expected=", ".join(params) or "no param, it has none",
        )


def is_about(mistake: Diagnostic, chosen: Collection[str]) -> bool:
    """Whether a mistake in a puzzle file is in one of the chosen values, by name."""
    span = mistake.span
    if span is None:
        return False
    name = span.source.line(span.line).partition(":")[0]
    return name in chosen and span.column > len(name) + 1  # what is missing is said of column 1


def refuse(spec: CompiledSpec) -> None:
    """Raise CannotMake for a spec of which no puzzle can be made, whatever the example."""
    if spec.program.sequence is not None:
        raise CannotMake("its puzzles are plans, moves in a sequence")
    if not spec.program.given_names:
        chosen = any(
            isinstance(d, Param) or (isinstance(d, Things) and d.members is None)
            for d in spec.program.declarations
        )
        only = "only params and things are given in its puzzles, and no clues"
        raise CannotMake(only if chosen else "nothing is given in its puzzles")


def recipe(
    spec: CompiledSpec,
    base: str,
    others: Sequence[str] = (),
    blank: bool = False,
    sized: Collection[str] = (),
) -> Recipe:
    """The recipe of a spec, from an example puzzle and further ones. blank: the example has sizes
    and params only. sized: layers of regions whose sizes the spec hints. Raises CannotMake."""
    refuse(spec)
    known = [spec.grounder.read(spec.sections(text)) for text in (base, *others)]
    trees = {n.id: d for d in spec.program.declarations if isinstance(d, Given) for n in d.names}
    roles = {name: _first_role(known[0].slots[name], known, sized) for name in trees}
    _settle_open(spec, base, known[0], roles)
    parts = {
        name: _part(name, role, trees[name], trees.keys(), roles, known)
        for name, role in roles.items()
    }
    printed = _printed(spec)
    parts = {
        p.name: replace(p, sparse=p.role is Role.CLUES and p.name in printed and not p.share)
        for p in parts.values()
    }
    if blank:
        parts = {p.name: _untold(p, known[0]) for p in parts.values()}
    else:
        parts = {p.name: _with_share(p, known[0].slots[p.name]) for p in parts.values()}
    unshown = tuple(p.name for p in parts.values() if blank and _is_unshown(p, known[0]))
    used = [p for p in parts.values() if p.role in (Role.CLUES, Role.PLACED) and p.share]
    if used or any(p.role is Role.REGIONS for p in parts.values()):
        for part in parts.values():
            if part.role in (Role.CLUES, Role.PLACED) and not (part.share or part.sparse):
                parts[part.name] = replace(part, role=Role.COPIED)
    roles = {part.name: part.role for part in parts.values()}
    regions = [name for name, role in roles.items() if role is Role.REGIONS]
    own = (Role.CLUES, Role.PLACED, Role.COMPUTED)
    free = [name for name, role in roles.items() if role in own]
    openings = {name: opened_like(known[0], name) for name in regions}
    opened = frozenset(regions) if not free and _opens(spec, base, openings) else ()
    drawn = [p for p in parts.values() if p.role is Role.PATTERN and p.name not in unshown]
    if not (free or regions or drawn):
        if unshown:
            names = listed(map(repr, unshown))
            raise CannotMake(f"no example shows what is in {names}", "--like PUZZLE")
        raise CannotMake("none of its given layers can be open")
    return Recipe(base, parts, frozenset(opened), unshown=unshown)


def _printed(spec: CompiledSpec) -> set[str]:
    """The given layers from which found ones take values."""
    finds = [d for d in spec.program.declarations if isinstance(d, Find)]
    return {d.printed.id for d in finds if d.printed is not None}


def _first_role(slot: LayerSlot, known: Sequence[Binding], sized: Collection[str]) -> Role | None:
    """The role of a layer if it follows from its values."""
    if slot.domain.kind == "picture":
        return Role.COPIED
    if slot.domain.kind == "any" and slot.kind == "cell" and _are_regions(slot.name, known, sized):
        return Role.REGIONS
    return None


def _are_regions(name: str, known: Sequence[Binding], sized: Collection[str]) -> bool:
    """Whether a layer is of regions: in all examples the cells of each symbol are connected, and
    most regions have several cells, unless a hint says that they are regions. If every place has a
    symbol, a few regions may have several parts."""
    groups = [
        (binding.context.board, cells)
        for binding in known
        for cells in _groups(binding.printed[name]).values()
    ]
    cells = sum(len(group) for _, group in groups)
    large = name in sized or cells > 1.5 * len(groups)
    whole = cells == sum(len(binding.slots[name].keys) for binding in known)
    connected = sum(len(connected_parts(board, group)) == 1 for board, group in groups)
    return large and connected >= (MOSTLY if whole else 1) * len(groups)


def _groups(printed: Mapping[Any, Any]) -> dict[Any, list[Place]]:
    groups: dict[Any, list[Place]] = {}
    for place, value in printed.items():
        groups.setdefault(value, []).append(place)
    return groups


def _settle_open(
    spec: CompiledSpec, base: str, binding: Binding, roles: dict[str, Role | None]
) -> None:
    """Decide which of the other layers are open, everywhere or at their places only."""
    wanted: dict[str, Opening] = {}
    left = [name for name, role in roles.items() if role is None]
    lists = any(binding.slots[name].domain.kind == "list" for name in left)
    if not lists and _opens(spec, base, {name: opened_like(binding, name) for name in left}):
        roles.update(dict.fromkeys(left, Role.CLUES))
        return
    for name in left:
        slot = binding.slots[name]
        places = frozenset(show_key(place) for place in binding.printed[name] or slot.keys)
        values = None
        if slot.domain.kind == "list":
            values = lists_like(binding.printed[name].values())
        ways = [
            (Role.COMPUTED, Opening(computed=True), slot.domain.kind == "list"),
            (Role.CLUES, opened_like(binding, name), slot.domain.kind != "list"),
            (Role.PLACED, Opening(places, values), slot.some and values != ()),
        ]
        for role, opening, possible in ways:
            if possible and _opens(spec, base, {**wanted, name: opening}):
                wanted[name], roles[name] = opening, role
                break
        else:
            plain = slot.kind == "cell" and slot.domain.kind not in ("options", "list")
            roles[name] = Role.PATTERN if plain else Role.COPIED


def opened_like(binding: Binding, name: str) -> Opening:
    """A layer open everywhere; of many numbers, with those from the least to the largest printed
    one only: a model of all of them may be too large."""
    domain = binding.slots[name].domain
    numbers = [v for v in binding.printed[name].values() if type(v) is int]
    if domain.kind != "int" or len(domain.values) <= MANY or not numbers:
        return Opening()
    return Opening(values=range(min(numbers), max(numbers) + 1))


def _opens(spec: CompiledSpec, base: str, openings: Mapping[str, Opening]) -> bool:
    try:
        grounding = spec.ground(base, open=openings)
    except (PzcError, ValueError):  # one opened layer may leave another one no such places
        return False
    return all(awaited_terms(grounding.slots, grounding.context))


def lists_like(lists: Iterable[tuple[Any, ...]]) -> tuple[tuple[Any, ...], ...]:
    """These lists, and all lists of numbers within their largest length, number and sum; if all
    given ones are sorted, sorted ones only."""
    known = [v for v in lists if type(v) is tuple and UNKNOWN not in v]
    found = dict.fromkeys(known)
    numbers = {n for v in known for n in v if type(n) is int}
    if known and len(numbers) == len({n for v in known for n in v}):
        longest, most = max(map(len, known)), max(map(sum, known))
        ordered = all(list(v) == sorted(v) for v in known)
        values = range(min(numbers, default=0), max(numbers, default=0) + 1)
        for length in range(1, longest + 1):
            new = (
                combinations_with_replacement(values, length)
                if ordered
                else product(values, repeat=length)
            )
            found.update(dict.fromkeys(v for v in new if sum(v) <= most))
            if len(found) > MOST_LISTS:
                break
    return tuple(found)[:MOST_LISTS]


def _part(
    name: str,
    role: Role | None,
    tree: Given,
    given: Iterable[str],
    roles: Mapping[str, Role | None],
    known: Sequence[Binding],
) -> Part:
    assert role is not None
    names = {s.id for s in tree.at.sets if isinstance(s, Name)}
    host = next((g for g in given if g in names), None)
    values = [v for binding in known for v in binding.printed[name].values() if v is not False]
    own = [v for v in known[0].printed[name].values() if v is not False]
    places = sum(len(binding.slots[name].keys) for binding in known)
    sizes = _sizes(name, known) if role is Role.REGIONS else None
    beside = None
    if role is Role.CLUES:
        closed = [n for n, r in roles.items() if r in (Role.PATTERN, Role.COPIED)]
        beside = next((b for n in closed if (b := _beside(name, n, known))), None)
    return Part(
        name,
        role,
        host,
        len(values) / places if places else 0.0,
        sizes,
        beside,
        _usual(own if len(values) == places and len(own) >= ENOUGH else values),
        tuple(v for v in values if v is not UNKNOWN),
        unknown=values.count(UNKNOWN) / len(values) if values else 0.0,
        look=_look(name, known) if role is Role.PATTERN else Look(),
    )


def _look(name: str, known: Sequence[Binding]) -> Look:
    patterns = [{k for k, v in b.printed[name].items() if v is not False} for b in known]
    boards = [binding.context.board for binding in known]
    return look(list(zip(boards, patterns, strict=True)))


def _untold(part: Part, blank: Binding) -> Part:
    """A layer of which no example shows how many values are usual, nor which."""
    values, domain = part.values, blank.slots[part.name].domain
    if part.role is Role.PATTERN:
        values = tuple(v for v in domain.values if v is not False)
    elif domain.values:  # what the blank puzzle has there only stands for other values
        values = ()
    share = part.share or UNTOLD
    return replace(part, share=share, usual=None, values=values, look=Look(share=share))


def _with_share(part: Part, slot: LayerSlot) -> Part:
    """A layer with about the share of yes of the examples, if its values at all places are chosen
    by the solver: nothing of it is left out afterwards, so nothing else keeps that share."""
    if part.role is not Role.CLUES or slot.domain.kind != "bool" or slot.some or not part.share:
        return part
    low, high = (around * part.share for around in AROUND)
    return replace(part, density=(low, min(high, 1)))


def _is_unshown(part: Part, blank: Binding) -> bool:
    """Whether a layer has no value in any puzzle, since values would have to be taken from an
    example, and there is none."""
    if blank.printed[part.name]:
        return False
    is_symbols = blank.slots[part.name].domain.kind == "any"
    return part.role is Role.COPIED or (is_symbols and part.role is not Role.REGIONS)


def _sizes(name: str, known: Sequence[Binding]) -> Sizes:
    """The sizes of regions, and whether there are as many as rows in all examples."""
    by_puzzle = [_groups(binding.printed[name]) for binding in known]
    sizes = [len(cells) for groups in by_puzzle for cells in groups.values()]
    rows = [binding.context.board.height for binding in known]
    by_rows = all(len(groups) == n for groups, n in zip(by_puzzle, rows, strict=True))
    equal = all(len({len(cells) for cells in groups.values()}) <= 1 for groups in by_puzzle)
    return Sizes(min(sizes), max(sizes), None, by_rows, equal, usual=tuple(sorted(sizes)))


def _beside(name: str, other: str, known: Sequence[Binding]) -> tuple[str, frozenset[Any]] | None:
    """(layer, values): a closed layer and its values at the places where another layer has clues,
    if it has further values elsewhere; else None."""
    slots = [binding.slots[n] for binding in known for n in (name, other)]
    if any(
        slot.kind != "cell" or slot.domain.kind not in ("bool", "symbols", "int") for slot in slots
    ):
        return None
    here: set[Any] = set()
    there: set[Any] = set()
    for binding in known:
        clues = {k for k, v in binding.printed[name].items() if v is not False}
        for cell in binding.context.board.cells:
            value = binding.printed[other].get(cell)
            value = None if value is False else value
            (here if cell in clues else there).add(value)
    return (other, frozenset(here)) if here and there - here else None


def _usual(values: Sequence[Any]) -> range | None:
    numbers = [v for v in values if type(v) is int]
    return range(min(numbers), max(numbers) + 1) if len(numbers) >= ENOUGH else None


def with_density(recipe: Recipe, percent: tuple[float, float]) -> Recipe:
    """The recipe with clues at this percentage of the places, in each layer of clues, or if there
    is none in each whose values are strewn over the cells. Raises PzcError if there is neither."""
    names = recipe.names(Role.CLUES, Role.PLACED) or recipe.names(Role.PATTERN)
    if not names:
        raise PzcError.at("E0538", "the puzzles have no clues whose density can be chosen")
    density = (percent[0] / 100, percent[1] / 100)
    chosen = {name: replace(recipe.parts[name], density=density, complete=False) for name in names}
    return replace(recipe, parts={**recipe.parts, **chosen})


def with_fewer_clues(recipe: Recipe) -> Recipe:
    """The recipe in which clues of any layer may be left out, if the rules allow it."""
    parts = {name: replace(part, complete=False) for name, part in recipe.parts.items()}
    return replace(recipe, parts=parts)
