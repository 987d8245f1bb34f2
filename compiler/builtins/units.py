"""Lists of places and their parts, and the neighbours of a place in a direction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, permutations
from typing import Any, cast

from ...dsl.checked import EITHER, FOUND
from ...model.limits import listable
from ...model.model import Model
from ...model.nodes import Bool
from ..board import places
from ..board.places import Place, Unit
from ..context import Context
from ..values.choice import Choice
from ..values.choosing import lookup, merge
from ..values.comparison import equal, is_unit
from ..values.consecutive import Consecutive
from ..values.listing import constants, listed, sequence
from ..values.members import in_order, is_moving, items
from ..values.sets import first_ones
from ..values.showing import show
from ..values.values import GuardedList, Layer, Unsupported, Value, is_constant, is_number, present
from .stretches import Part


def blocks(context: Context, height: int, width: int) -> Value:
    """The blocks of a board of squares. Raises Unsupported if they do not fill it."""
    found = context.squares.blocks(height, width)
    if found is None:
        size = f"{context.board.height}x{context.board.width} cells"
        raise Unsupported(f"a board of {size} cannot be cut into blocks of {height}x{width}")
    return found


def windows(context: Context, height: int, width: int) -> Value:
    """All windows of this size. Raises Unsupported for a size below 1."""
    if height < 1 or width < 1:
        raise Unsupported(f"a window of {height}x{width} cells")
    return context.squares.windows(height, width)


def groups(context: Context, layer: Layer, reading: str = EITHER) -> Value:
    """The places of equal value, as units; for a found layer, for each value the list of the places
    that have it, in the order of the values. reading: whether the layer is `given` or `found`, also
    where its values are known, or open."""
    m = context.m
    members: dict[Any, dict[Any, Bool]] = {}
    for place, value in layer.table.items():
        for option, condition in () if value is None else constants(m, value):
            members.setdefault(option, {})[place] = condition
    if any(there is not True for places in members.values() for there in places.values()):
        found = {
            value: GuardedList(tuple(table), tuple(table.values()))
            for value, table in _by_value(members).items()
        }
        if reading == FOUND:
            return sequence(m, [(group, m.or_(group.conditions)) for group in found.values()])
        return _open_units(m, layer, found)
    if reading == FOUND:
        return tuple([tuple(places) for places in _by_value(members).values()])
    return tuple(Unit("group", f"{layer.name} {show(k)}", tuple(ps)) for k, ps in members.items())


def _open_units(m: Model, layer: Layer, found: dict[Any, GuardedList]) -> GuardedList:
    """The groups of an open layer as a list of units, in the order of their first places. found:
    the groups by value."""
    for value, group in found.items():
        group.unit = (layer.name, value)
    groups = tuple(found.values())
    units = GuardedList(groups, tuple([m.or_(group.conditions) for group in groups]))
    units.ordered = lambda: first_ones(
        m,
        [
            (found[option], condition)
            for value in layer.table.values()
            if value is not None
            for option, condition in constants(m, value)
        ],
    )
    return units


def _by_value(members: dict[Any, dict[Any, Bool]]) -> dict[Any, dict[Any, Bool]]:
    """The members of groups, those of smaller numbers first. Symbols and places are in the order of
    their domain, which is the same at all places."""
    return dict(sorted(members.items())) if all(map(is_number, members)) else members


def pairs(context: Context, collection: Value) -> Value:
    m = context.m
    members = in_order(m, collection)
    if is_moving(m, collection):
        each = items(m, collection)
        if len(members) ** 2 > 2 * len(each) ** 2 and all(is_unit(unit) for unit, _ in each):
            return sequence(m, _pairs_by_order(m, each, members))
    listable(range(len(members) * (len(members) - 1) // 2))
    return sequence(m, [((a, b), m.and_((c, d))) for (a, c), (b, d) in combinations(members, 2)])


def _pairs_by_order(
    m: Model, units: Sequence[tuple[Any, Bool]], ordered: Sequence[tuple[Any, Bool]]
) -> list[tuple[tuple[Any, Any], Bool]]:
    """The pairs of units, each in both orders, with the condition that the first comes before the
    second. ordered: the units in their order; each is listed at every position that it may have,
    with the condition that it has this one."""
    listable(range(len(units) * (len(units) - 1)))
    # By unit, from its last position on: whether it is there, and whether it is there or later.
    first: dict[Any, list[tuple[int, Bool]]] = {}
    later: dict[Any, list[tuple[int, Bool]]] = {}
    for at in reversed(range(len(ordered))):
        unit, there = ordered[at]
        first.setdefault(unit, []).append((at, there))
        after = later.setdefault(unit, [])
        after.append((at, m.or_((after[-1][1] if after else False, there))))
    found: list[tuple[tuple[Any, Any], Bool]] = []
    for (a, _), (b, _) in permutations(units, 2):
        before: list[Bool] = []
        after, k = later.get(b, []), 0
        for at, there in first.get(a, []):
            while k < len(after) and after[k][0] > at:
                k += 1
            if k:
                before.append(m.and_((there, after[k - 1][1])))
        found.append(((a, b), m.or_(before)))
    return found


def _split(m: Model, place: Value, line: Value) -> tuple[Value, Value]:
    """The parts of a line before and after a member, the first of equal ones; empty if it is no
    member."""
    pairs = in_order(m, line)
    if place is None:
        return (), ()
    if _is_known(place) and _are_known(pairs) and all(there is True for _, there in pairs):
        members = [member for member, _ in pairs]
        if place not in members:
            return (), ()
        at = members.index(place)
        return listed(m, members[:at]), listed(m, members[at + 1 :])
    first: list[tuple[int, Bool]] = []  # where the first that is there may be
    seen: Bool = False
    for i, (member, there) in enumerate(pairs):
        same = equal(m, member, place)
        if same is not False:
            first.append((i, m.and_((there, same, m.not_(seen)))))
            seen = m.or_((seen, m.and_((there, same))))
    listable(range(len(pairs) * len(first)))
    head, tail = [], []
    for i, (member, there) in enumerate(pairs):
        later, earlier = [c for k, c in first if k > i], [c for k, c in first if k < i]
        head.append((member, m.and_((there, m.or_(later)))))
        tail.append((member, m.and_((there, m.or_(earlier)))))
    return sequence(m, head), sequence(m, tail)


def _are_known(pairs: Sequence[tuple[Any, Bool]]) -> bool:
    """Whether the puzzle decides what the members of a list are, if not which are there."""
    return all(_is_known(member) for member, _ in pairs)


def _is_known(value: Value) -> bool:
    return is_constant(value) or isinstance(value, Unit)


def _part(context: Context, place: Value, line: Value, which: int) -> Value:
    """The part of a line before (0) or after (1) a member, which may be found. Where the members
    are known, the part is one for each place that it can be."""
    m = context.m
    if _are_known(in_order(m, line)):
        return lookup(m, lambda p: _split(m, p, line)[which], place)
    return _split(m, place, line)[which]


def before(context: Context, place: Value, line: Value) -> Value:
    return _part(context, place, line, 0)


def after(context: Context, place: Value, line: Value) -> Value:
    return _part(context, place, line, 1)


def between(context: Context, a: Value, b: Value) -> Value:
    if type(a) is Place and type(b) is Place:  # the common case first
        return context.board.between(a, b)

    def plain(p: Place | None, q: Place | None) -> Value:
        return () if p is None or q is None else context.board.between(p, q)

    return lookup(context.m, plain, a, b)


def reversed_(context: Context, line: Value) -> Value:
    return sequence(context.m, list(in_order(context.m, line))[::-1])


def steps(context: Context, line: Value) -> Value:
    if isinstance(line, Unit) and line.cyclic:
        return tuple(zip(line.members, line.members[1:] + line.members[:1], strict=True))
    found = in_order(context.m, line)
    if all(c is True for _, c in found):
        return tuple(pairwise([member for member, _ in found]))
    if isinstance(line, Part):
        both = [((a, b), context.m.and_((c, d))) for (a, c), (b, d) in pairwise(found)]
        return sequence(context.m, both)
    kinds = {option for v, _ in found for option in (v.choices if isinstance(v, Choice) else (v,))}
    if 2 * len(kinds) < len(found) and all(isinstance(v, (Choice, str)) for v, _ in found):
        return sequence(context.m, _after_last(context.m, found))
    listable(range(len(found) * sum(c is not True for _, c in found)))
    return Consecutive(context.m, found)


def _after_last(m: Model, found: Sequence[tuple[Any, Bool]]) -> Iterator[tuple[Any, Bool]]:
    """Every member with the last one before it, among few symbols: a pair for each member."""
    last: Value = None
    for value, there in found:
        before = present(m, last)
        if before is not False:
            yield (last, value), m.and_((before, there))
        last = merge(m, [(there, value), (m.not_(there), last)])


def segments(context: Context, line: Value) -> Value:
    m, board = context.m, context.board

    def between_ends(a: Place | None, b: Place | None) -> Place | None:
        if a is None or b is None:
            return None
        return board.segment("link" if a.kind == "cell" else "border", a, b)

    found = []
    for pair, there in items(m, steps(context, line)):
        a, b = cast("tuple[Value, Value]", pair)
        found.append((lookup(m, between_ends, a, b), there))
    return sequence(m, found)


# ---- around a place ------------------------------------------------------------------------------


def row(context: Context, place: Value) -> Value:
    return lookup(context.m, lambda p: None if p is None else context.board.row(p), place)


def column(context: Context, place: Value) -> Value:
    return lookup(context.m, lambda p: None if p is None else context.squares.column(p), place)


def ring(context: Context, cell: Value) -> Value:
    return lookup(context.m, lambda p: None if p is None else context.board.ring(p), cell)


def step(context: Context, place: Value, direction: Value) -> Value:
    def plain(p: Place | None, d: Place | None) -> Value:
        return None if p is None or d is None else context.board.step(p, d)

    return lookup(context.m, plain, place, direction)


def link(context: Context, cell: Value, other: Value) -> Value:
    return _segment(context, "link", cell, other)


def border(context: Context, place: Value, other: Value) -> Value:
    return _segment(context, "border", place, other)


def _segment(context: Context, kind: str, place: Value, other: Value) -> Value:
    """The link or border between two places, or at one of them in a direction."""

    def plain(a: Place | None, b: Place | None) -> Place | None:
        if a is None or b is None:
            return None
        return (
            context.board.beside(kind, a, b)
            if b.kind == "direction"
            else context.board.segment(kind, a, b)
        )

    return lookup(context.m, plain, place, other)


def ends(context: Context, segment: Value) -> Value:
    def plain(s: Place | None) -> Value:
        return () if s is None else context.board.ends(s)

    return lookup(context.m, plain, segment)


def opposite(context: Context, direction: Value) -> Value:
    return lookup(context.m, lambda d: None if d is None else places.opposite(d), direction)


def turn(context: Context, direction: Value) -> Value:
    return lookup(context.m, lambda d: None if d is None else context.turns[d], direction)
