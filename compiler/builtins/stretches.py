"""Stretches of lines: where a condition holds along a line of places, as long as it does.

The condition is a set of places, or a set of links or borders, which joins consecutive places.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from ...model.model import Model
from ...model.nodes import Bool
from ...records import record
from ..board.places import Place, Unit
from ..context import Context
from ..values.choosing import lookup
from ..values.comparison import contains, make_set
from ..values.values import (
    GuardedList,
    Layer,
    Unsupported,
    Value,
    cyclic_stretches,
    items,
    sequence,
    show,
    stretches,
)


@record
class Line:
    """A line to be cut into stretches.

    held: of each place whether the condition holds there; or, if joined, of each two consecutive
    places whether it joins them, so that a stretch has one place more than it has conditions.
    """

    places: tuple[Place, ...]
    held: tuple[Bool, ...]
    joined: bool
    cyclic: bool

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
    return [_line(context, line, condition) for line in given or _all_lines(context, condition)]


def _all_lines(context: Context, condition: Value) -> Sequence[Sequence[Place]]:
    """All straight lines: of corners, where the condition speaks of corners or borders."""
    kind = condition.kind if isinstance(condition, Layer) else _kind(context.m, condition)
    kind = "corner" if kind in ("corner", "border") else "cell"
    lines = context.board.lines(kind)
    if not lines:
        raise Unsupported(f"the straight lines of {kind}s on a board of {context.board.shape}")
    return lines


def _kind(m: Model, places: Value) -> str:
    return next((place.kind for place, _ in items(m, places)), "")


def _line(context: Context, line: Value, condition: Value) -> Line:
    found = items(context.m, line)
    if any(c is not True for _, c in found):
        raise Unsupported("the stretches of a line that is itself found")
    places = tuple(p for p, _ in found)
    held = line_conditions(context, places, condition)
    if held is None:
        return Line(places, tuple(_joints(context, places, condition)), True, False)
    return Line(places, tuple(held), False, isinstance(line, Unit) and line.cyclic)


def line_conditions(context: Context, line: Sequence[Place], condition: Value) -> list[Bool] | None:
    """Whether each place of a line is in a set; None if the set is one of links or borders."""
    if isinstance(condition, Layer) and condition.kind in ("link", "border"):
        return None
    if isinstance(condition, Layer):
        return [condition.has(context.m, place) for place in line]
    if isinstance(condition, (tuple, GuardedList, Unit)):
        there = context.once(_membership, condition)
        return [there.get(place, False) for place in line]
    return [contains(context.m, place, condition) for place in line]


def _membership(context: Context, places: Value) -> dict[Any, Bool]:
    """The condition that a place is in a set, by place."""
    return dict(items(context.m, make_set(context.m, items(context.m, places))))


def _joints(context: Context, line: Sequence[Place], condition: Layer) -> list[Bool]:
    """Whether consecutive places of a line are joined by a member of a set of links or borders."""
    out: list[Bool] = []
    for a, b in pairwise(line):
        segment = context.board.segment(condition.kind, a, b)
        out.append(False if segment is None else condition.has(context.m, segment))
    return out


def runs(context: Context, *arguments: Value) -> Value:
    """The longest stretches of a line, or of all rows and columns."""
    found = [pair for line in lines(context, *arguments) for pair in _runs(context.m, line)]
    return sequence(context.m, found)


def _runs(m: Model, line: Line) -> list[tuple[Unit, Bool]]:
    cut = cyclic_stretches if line.cyclic else stretches
    return [(line.stretch(i, j), c) for i, j, c in cut(m, line.held)]


def run(context: Context, cell: Value, direction: Value, condition: Value) -> Value:
    """From a cell on in a direction, while the condition holds."""

    def plain(start: Value, d: Value) -> Value:
        if start is None or d is None:
            return ()
        line = [start]
        while (beyond := context.board.step(line[-1], d)) is not None:
            line.append(beyond)
        held = line_conditions(context, line[1:], condition)
        if held is None:
            held = _joints(context, line, condition)
        out: list[tuple[Any, Bool]] = []
        so_far: Bool = True
        for place, holds in zip(line[1:], held, strict=True):
            so_far = context.m.and_((so_far, holds))
            if so_far is False:
                break
            out.append((place, so_far))
        return sequence(context.m, out)

    return lookup(context.m, plain, cell, direction)


# ---- what a stretch may not hold -----------------------------------------------------------------


def shortest_that_fail(
    context: Context, line: Line, test: Callable[[Unit], Value]
) -> list[tuple[Unit, Bool]] | None:
    """The shortest stretches that fail a test, each with the condition that all of it holds.

    The test must be one that, where a stretch fails it, every stretch fails that includes this one:
    then the longest stretches pass just if none of the shortest failing ones holds. There are at
    most as many as places, found by moving both ends forward. None if the line is cyclic, or if
    the puzzle alone does not decide the test.
    """
    if line.cyclic:
        return None
    failing: dict[int, int] = {}  # by its end, the last beginning
    end, count = 1, len(line.held)
    for start in range(count):
        end = max(end, start + 1)
        while end <= count:
            passes = test(line.stretch(start, end))
            if not isinstance(passes, bool):
                return None
            if not passes:
                failing[end] = start
                break
            end += 1
        if end > count:
            break
    return [
        (line.stretch(start, end), context.m.and_(line.held[start:end]))
        for end, start in failing.items()
    ]
