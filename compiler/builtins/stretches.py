"""Stretches of lines: consecutive places at which a condition holds.

The condition is a set of places, or a set of links or borders, which joins consecutive places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from ...model.model import Model
from ...model.monotone import is_antitone
from ...model.nodes import Bool, BoolVar, bottom_up
from ...model.points import where
from ..board.places import Place, Unit
from ..context import Context
from ..values.choice import Choice
from ..values.choosing import lookup
from ..values.comparison import contains
from ..values.listing import sequence
from ..values.members import in_order, items, places_of
from ..values.partitions import Partition, Piece
from ..values.sets import as_set
from ..values.showing import show
from ..values.stretches import cyclic_stretches, stretches
from ..values.values import GuardedList, Layer, OnDemand, Unsupported, Value, truth_of


class Line:
    """A line to be cut into stretches.

    held: for each place, whether the condition holds there; or, if joined, for each two consecutive
    places, whether the condition joins them, so that a stretch has one more place than conditions.
    """

    __slots__ = ("cyclic", "held", "joined", "places")

    def __init__(
        self, places: tuple[Place, ...], held: tuple[Bool, ...], joined: bool, cyclic: bool
    ) -> None:
        self.places = places
        self.held = held
        self.joined = joined
        self.cyclic = cyclic

    def condition(self, m: Model, start: int, end: int, bare: bool) -> Bool:
        """The condition that held[start:end] are true and, unless it is bare, the stretch ends
        there; of a line that is not cyclic."""
        ends = () if bare else (*self.held[max(start - 1, 0) : start], *self.held[end : end + 1])
        return m.and_((*self.held[start:end], *map(m.not_, ends)))

    def stretch(self, start: int, end: int) -> Unit:
        """The places where held[start:end] are true; of a cyclic line the end may lie beyond it."""
        if self.cyclic and end - start == len(self.places):
            return Unit("run", "the whole ring", self.places, cyclic=True)
        if end > len(self.places):
            return _stretch(self.places[start:] + self.places[: end - len(self.places)])
        return _stretch(self.places[start : end + self.joined])


def _stretch(places: tuple[Place, ...]) -> Unit:
    first, last = show(places[0]), show(places[-1])
    return Unit("run", first if len(places) == 1 else f"{first}..{last}", places)


def lines(context: Context, *arguments: Value) -> list[Line]:
    """The lines that `runs(condition)` or `runs(line, condition)` cuts into stretches."""
    *given, condition = arguments
    if given:
        return [_line(context, line, condition) for line in given]
    return [_line(context, tuple(line), condition) for line in _all_lines(context, condition)]


def _all_lines(context: Context, condition: Value) -> Sequence[Sequence[Place]]:
    """All straight lines: of corners, if the condition is about corners or borders."""
    kind = "corner" if _kind(context, condition) in ("corner", "border") else "cell"
    lines = context.board.lines(kind)
    if not lines:
        raise Unsupported(f"the straight lines of {kind}s on a board of {context.board.shape}")
    return lines


def _kind(context: Context, places: Value) -> str:
    """The kind of the places in a set; "" if it is empty."""
    return places.kind if isinstance(places, Layer) else context.once(_kind_of_members, places)


def _kind_of_members(context: Context, places: Value) -> str:
    match places:
        case Piece(partition=partition) | (Partition() as partition):
            return next((place.kind for place in partition.places), "")
        case Choice():
            return next((_kind(context, option) for option in places.options), "")
        case GuardedList(more=(whole, few)):
            return _kind(context, whole) or next(map(_kind_of_member, few), "")
        case _:
            kinds = (_kind_of_member(place) for place, _ in items(context.m, places))
            return next((kind for kind in kinds if kind), "")


def _kind_of_member(place: Value) -> str:
    """The kind of a place, or of one that is chosen; "" if none can be chosen."""
    if type(place) is Choice:
        return next((option.kind for option in place.choices), "")
    return place.kind if type(place) is Place else ""


def _line(context: Context, line: Value, condition: Value) -> Line:
    places = tuple(p for p, _ in places_of(context.m, line))
    held = line_conditions(context, places, condition)
    if held is None:
        return Line(places, tuple(_joints(context, places, condition)), True, False)
    return Line(places, tuple(held), False, isinstance(line, Unit) and line.cyclic)


def line_conditions(context: Context, line: Sequence[Value], condition: Value) -> list[Bool] | None:
    """Whether each place of a line is in a set; None if the set is one of links or borders."""
    if _kind(context, condition) in ("link", "border"):
        return None
    return _members(context, line, condition)


def _members(context: Context, places: Sequence[Value], where: Value) -> list[Bool]:
    """Whether each of some places is in a set."""
    if any(type(place) is not Place for place in places):
        return [contains(context.m, place, where) for place in places]
    if isinstance(where, Layer):
        return [where.has(context.m, place) for place in places]
    if type(where) is GuardedList and where.more is not None:
        whole, few = where.more
        there = context.once(_membership, whole)
        return [few[place] if place in few else there.get(place, False) for place in places]
    if isinstance(where, (tuple, GuardedList, Unit)):
        there = context.once(_membership, where)
        return [there.get(place, False) for place in places]
    return [contains(context.m, place, where) for place in places]


def _membership(context: Context, places: Value) -> dict[Any, Bool]:
    """The condition that a place is in a set, by place."""
    return dict(items(context.m, as_set(context.m, places)))


def _joints(context: Context, line: Sequence[Place], condition: Value) -> list[Bool]:
    """Whether a set of links or borders joins consecutive places of a line."""
    kind = _kind(context, condition)
    segments = [context.board.segment(kind, a, b) for a, b in pairwise(line)]
    joined = iter(_members(context, [s for s in segments if s is not None], condition))
    return [segment is not None and next(joined) for segment in segments]


def runs(context: Context, *arguments: Value) -> Value:
    """The longest stretches of a line, or of all rows and columns."""
    if len(arguments) > 1:
        line, condition = arguments
        if isinstance(line, Choice):
            return lookup(context.m, lambda option: runs(context, option, condition), line)
        members = in_order(context.m, line)
        if any(there is not True or type(place) is not Place for place, there in members):
            return _of_found_line(context, members, condition)
    found = lines(context, *arguments)
    if all(isinstance(held, bool) for line in found for held in line.held):
        return sequence(context.m, _pairs(context.m, found))
    return Stretches(context.m, found)


def _of_found_line(
    context: Context, line: Sequence[tuple[Value, Bool]], condition: Value
) -> GuardedList:
    """The stretches of a line whose members are chosen or may be missing: places at which the
    condition holds, with none between them that is there and at which it does not hold."""
    m = context.m
    places = tuple([place for place, _ in line])
    held = line_conditions(context, places, condition)
    if held is None:
        return _of_joined_line(context, line, condition)
    there = [present for _, present in line]
    found: list[tuple[Value, Bool]] = []
    follows: Bool = False  # whether the last member so far is in a stretch
    for start, (present, holds) in enumerate(zip(there, held, strict=True)):
        first = m.and_((present, holds, m.not_(follows)))
        if first is not False:
            found.append((_from(m, places, there, held, start), first))
        follows = m.or_((first, m.and_((m.or_((m.not_(present), holds)), follows))))
    return GuardedList(tuple([run for run, _ in found]), tuple([first for _, first in found]))


def _of_joined_line(
    context: Context, line: Sequence[tuple[Value, Bool]], condition: Value
) -> GuardedList:
    """The stretches of a line whose members are chosen or may be missing: at least two places, each
    of which a link or border of a set joins to the next that is there."""
    m, count = context.m, len(line)
    joints: list[list[tuple[int, Bool]]] = [[] for _ in line]  # to each place, from which, and when
    for i, (one, present) in enumerate(line):
        alone = present  # whether the place is there, and none between it and the next
        for j in range(i + 1, count):
            other, there = line[j]
            joined = m.and_((alone, there, _is_joined(context, one, other, condition)))
            if joined is not False:
                joints[j].append((i, joined))
            alone = m.and_((alone, m.not_(there)))
    found: list[tuple[Value, Bool]] = []
    for start in range(count):
        inside: dict[int, Bool] = {start: True}
        for j in range(start + 1, count):
            before = [m.and_((inside[i], c)) for i, c in joints[j] if i in inside]
            if before:
                inside[j] = m.or_(before)
        follows = m.or_([c for j in inside for i, c in joints[j] if i == start])
        first = m.and_((follows, m.not_(m.or_([c for _, c in joints[start]]))))
        if first is not False:
            members = [(line[j][0], c) for j, c in inside.items() if c is not False]
            stretch = GuardedList(tuple([p for p, _ in members]), tuple([c for _, c in members]))
            found.append((stretch, first))
    return GuardedList(tuple([run for run, _ in found]), tuple([first for _, first in found]))


def _is_joined(context: Context, one: Value, other: Value, condition: Value) -> Bool:
    """Whether a link or border of a set joins two places."""
    kind = _kind(context, condition)

    def joined(a: Place | None, b: Place | None) -> Bool:
        segment = None if a is None or b is None else context.board.segment(kind, a, b)
        return segment is not None and _members(context, [segment], condition)[0]

    return truth_of(lookup(context.m, joined, one, other))


def _from(
    m: Model, places: Sequence[Value], there: Sequence[Bool], held: Sequence[Bool], start: int
) -> GuardedList:
    """The stretch of a line that begins with the member at a position."""
    members: list[tuple[Value, Bool]] = [(places[start], True)]
    lasts: Bool = True
    for place, present, holds in zip(
        places[start + 1 :], there[start + 1 :], held[start + 1 :], strict=True
    ):
        lasts = m.and_((lasts, m.or_((m.not_(present), holds))))
        members.append((place, m.and_((lasts, present))))
    kept = [(place, inside) for place, inside in members if inside is not False]
    return GuardedList(tuple([place for place, _ in kept]), tuple([inside for _, inside in kept]))


class Stretches(OnDemand):
    """The maximal stretches of some lines, which the solver decides: many, with long conditions."""

    __slots__ = ("lines", "m")

    def __init__(self, m: Model, lines: Sequence[Line]) -> None:
        super().__init__()
        self.m = m
        self.lines = lines

    @property
    def many(self) -> int:
        """An upper bound on their number."""
        return sum(len(line.held) ** 2 for line in self.lines)

    def work_out(self) -> list[tuple[Value, Bool]]:
        return _pairs(self.m, self.lines)


def _pairs(m: Model, lines: Sequence[Line]) -> list[tuple[Value, Bool]]:
    return [
        (line.stretch(i, j), c)
        for line in lines
        for i, j, c in (cyclic_stretches if line.cyclic else stretches)(m, line.held)
    ]


def run(context: Context, cell: Value, direction: Value, condition: Value) -> Value:
    """The places from a cell in a direction, as long as the condition holds."""

    def plain(start: Place | None, d: Place | None) -> Value:
        if start is None or d is None:
            return ()
        line = context.board.ray(start, d)
        held = line_conditions(context, line, condition)
        if held is None:
            held = _joints(context, (start, *line), condition)
        conditions: list[Bool] = []
        so_far: Bool = True
        for holds in held:
            so_far = context.m.and_((so_far, holds))
            if so_far is False:
                break
            conditions.append(so_far)
        places = line[: len(conditions)]
        if not conditions or conditions[-1] is True:  # which the others follow from
            return places
        return GuardedList(places, tuple(conditions))

    return lookup(context.m, plain, cell, direction)


# ---- stretches on which a condition fails --------------------------------------------------------


class Undecided(Exception):
    """Raised if the solver decides the condition on a stretch."""


def failing(
    line: Line, fails: Callable[[Value], Any], required: Callable[[Part], Sequence[Bool] | None]
) -> list[tuple[Any, int, int, bool]] | None:
    """The stretches of a line on which a condition fails: the reason, the beginning and end, and
    whether the stretch is excluded even as a part of a longer one.

    fails: the verdict on a maximal stretch: None if it passes, a reason if it fails; raises
    Undecided if the solver decides. required: the conditions on a part of the line; None if they
    cannot be ground for one. Returns None if the solver decides, and for a cyclic line.

    A stretch is excluded altogether if it fails and so do all stretches that include it. Only the
    shortest of these are returned; the others follow."""
    if line.cyclic:
        return None
    found: list[tuple[Any, int, int, bool]] = []
    try:
        for begin, open_part in _open_parts(line):
            some = _failures(open_part, fails, required)
            found += [(why, begin + i, begin + j, bare) for why, i, j, bare in some]
    except Undecided:
        return None
    return found


def _open_parts(line: Line) -> Iterator[tuple[int, Line]]:
    """The parts of a line between places where the condition cannot hold, each with its
    beginning."""
    begin = 0
    for end, held in enumerate((*line.held, False)):
        if held is False:
            if begin < end:
                places = line.places[begin : end + line.joined]
                yield begin, Line(places, line.held[begin:end], line.joined, False)
            begin = end + 1


def _failures(
    line: Line, fails: Callable[[Value], Any], required: Callable[[Part], Sequence[Bool] | None]
) -> Iterator[tuple[Any, int, int, bool]]:
    """The failing stretches of a line that are to be excluded."""
    part = Part(line.places)
    conditions = required(part)
    if conditions is None or not all(map(is_antitone, conditions)):
        return _all(line, fails)

    def tried(start: int, end: int) -> bool:
        return fails(line.stretch(start, end)) is not None

    shortest = _shortest(line, _known_to_fail(line, part, conditions) or tried)
    why = [fails(line.stretch(start, end)) for start, end in shortest]
    if None in why:  # the conditions on a part are not those on a stretch
        return _all(line, fails)
    return ((w, start, end, True) for w, (start, end) in zip(why, shortest, strict=True))


def _shortest(line: Line, fails: Callable[[int, int], bool]) -> list[tuple[int, int]]:
    """The shortest failing stretches, if all longer ones fail, too: at most one for each place,
    found by moving both ends forward."""
    shortest: dict[int, int] = {}  # by its end, the last beginning
    end, count = 1, len(line.held)
    for start in range(count):
        end = max(end, start + 1)
        while end <= count and not fails(start, end):
            end += 1
        if end > count:
            break
        shortest[end] = start
    return [(start, end) for end, start in shortest.items()]


def _known_to_fail(
    line: Line, part: Part, conditions: Sequence[Bool]
) -> Callable[[int, int], bool] | None:
    """A function that says whether one of the conditions on a part of a line fails on a stretch.
    It evaluates all stretches at once, one bit each (see `model.points`). None if the conditions
    depend on more than the part."""
    count = len(line.held)
    every = (1 << count * count) - 1  # one bit for each beginning and, in a row, each end
    known: dict[Any, int] = {}
    starts = 0
    for k, place in enumerate(part.conditions):
        starts |= 1 << k * count
        first = max(k - line.joined, 0)  # the end of the first stretch that holds the place
        known[place] = starts * ((1 << count) - (1 << first)) & every
    failed = 0
    for condition in conditions:
        if isinstance(condition, bool):
            failed |= 0 if condition else every
            continue
        for node in bottom_up((condition,), known):
            found = where(node, known, every)
            if found is None:
                return None
            known[node] = found
        failed |= every & ~known[condition]
    return lambda start, end: bool(failed >> start * count + end - 1 & 1)


def _all(line: Line, fails: Callable[[Value], Any]) -> Iterator[tuple[Any, int, int, bool]]:
    """The failing stretches, without those that contain a stretch which is excluded altogether (see
    `failing`)."""
    count = len(line.held)
    every = [(i, j) for i in range(count) for j in range(count, i, -1)]  # wider ones first
    why = {(i, j): fails(line.stretch(i, j)) for i, j in every}
    bare: set[tuple[int, int]] = set()
    for i, j in every:
        wider = ((i - 1, j), (i, j + 1))
        if why[i, j] is not None and all(w in bare for w in wider if w in why):
            bare.add((i, j))
    for i, j in every:
        if (i, j) in bare and (i + 1, j) not in bare and (i, j - 1) not in bare:
            yield why[i, j], i, j, True
        elif (i, j) not in bare and why[i, j] is not None:
            yield why[i, j], i, j, False


class Part(GuardedList):
    """An arbitrary part of a line: each place is a member if its variable is true. It serves to
    test how a condition changes as a stretch grows. The variables belong to no model."""

    __slots__ = ()

    def __init__(self, places: Sequence[Place]) -> None:
        variables = [BoolVar(-1 - k, -1 - k, "") for k in range(len(places))]
        super().__init__(tuple(places), tuple(variables))
