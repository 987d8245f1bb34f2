"""Box: how many cells the smallest rectangle around the piece of a vertex has, and which ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from ...records import record
from ..model import Model
from ..nodes import Bool, Graph, IntOperand
from ..pieces import ABSENT, Pieces
from .connected_pair import CONNECTED_PAIR
from .size import SIZE


@record(eq=False)
class Positions:
    """Where the vertices of a graph lie: the row and column of each, different ones for each.

    Compared by identity; `positions` gives the one that exists for equal places.
    """

    at: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        return "by rows and columns"


Data: TypeAlias = "tuple[int, Positions]"
CellData: TypeAlias = "tuple[int, Positions, tuple[int, int]]"
# Rows from top to bottom and columns from left to right, the last ones included.
Sides: TypeAlias = tuple[int, int, int, int]


def positions(graph: Graph, at: tuple[tuple[int, int], ...]) -> Positions:
    """Where the vertices of a graph lie, as the one object for it."""
    found: Positions = graph.derived.setdefault((Positions, at), Positions(at))
    return found


class Box:
    """data: the vertex, and where all vertices lie. The box of no piece has no cells.

    A piece lies in its box, so this is never below its size, and equal to it just if the piece is
    a rectangle without holes.
    """

    name = "box"

    def value(self, pieces: Pieces, data: Data) -> int:
        sides = self._sides(pieces, data)
        return 0 if sides is None else area(sides)

    def bounds(self, sure: Pieces, possible: Pieces, data: Data) -> tuple[int, int]:
        return self.value(sure, data), self.value(possible, data)

    def exceeds(self, data: Data, other: Any, other_data: Any) -> bool:
        """It is never below the size of its piece, where no vertex counts more than once."""
        if other is not SIZE or other_data[0] != data[0]:
            return False
        weights = other_data[1]
        return weights is None or max(weights, default=0) <= 1

    def at_least(self, pieces: Pieces, data: Data, bound: int) -> tuple[int, ...]:
        if bound <= 0:
            return ()
        vertex, where = data
        members = pieces.members[pieces.label[vertex]]
        rows, columns = (sorted(members, key=lambda v: where.at[v][k]) for k in (0, 1))
        return pieces.tree(vertex, (rows[0], rows[-1], columns[0], columns[-1]))

    def at_most(self, pieces: Pieces, data: Data, bound: int) -> tuple[int, ...]:
        name = pieces.label[data[0]]
        return (data[0],) if name == ABSENT else pieces.boundary(pieces.members[name])

    def decompose(self, model: Model, graph: Graph, data: Data) -> IntOperand:
        """A cell lies in the box if some vertex of the piece is in its row or above and some in
        its row or below, and likewise in its column."""
        across, along = _spans(model, graph, data)
        return model.sum_(
            model.and_((one, other)) for one in across.values() for other in along.values()
        )

    def _sides(self, pieces: Pieces, data: Data) -> Sides | None:
        """The box of the piece of a vertex, None where the vertex is not there."""
        vertex, where = data
        name = pieces.label[vertex]
        if name == ABSENT:
            return None
        found: Sides | None = pieces.derived.get((Box, where, name))
        if found is None:
            rows, columns = zip(*(where.at[v] for v in pieces.members[name]), strict=True)
            found = min(rows), max(rows), min(columns), max(columns)
            pieces.derived[Box, where, name] = found
        return found


class InBox:
    """data: the vertex, where all vertices lie, and a row and a column: whether the cell there lies
    in the box of the vertex's piece."""

    name = "in_box"

    def holds(self, pieces: Pieces, data: CellData) -> bool:
        vertex, where, (row, column) = data
        sides = BOX._sides(pieces, (vertex, where))
        if sides is None:
            return False
        top, bottom, left, right = sides
        return top <= row <= bottom and left <= column <= right

    def entailment(self, sure: Pieces, possible: Pieces, data: CellData) -> bool | None:
        if self.holds(sure, data):
            return True
        return None if self.holds(possible, data) else False

    def reason(self, pieces: Pieces, data: CellData) -> tuple[int, ...]:
        vertex, where, place = data
        name = pieces.label[vertex]
        if name == ABSENT:
            return (vertex,)
        members = pieces.members[name]
        if not self.holds(pieces, data):
            return pieces.boundary(members)
        ends = []
        for k in (0, 1):
            line = sorted(members, key=lambda v: where.at[v][k])
            ends.append(next(v for v in line[::-1] if where.at[v][k] <= place[k]))
            ends.append(next(v for v in line if where.at[v][k] >= place[k]))
        return pieces.tree(vertex, ends)

    def decompose(self, model: Model, graph: Graph, data: CellData) -> Bool:
        vertex, where, (row, column) = data
        across, along = _spans(model, graph, (vertex, where))
        return model.and_((across.get(row, False), along.get(column, False)))


def area(sides: Sides) -> int:
    top, bottom, left, right = sides
    return (bottom - top + 1) * (right - left + 1)


def spanned(m: Model, line: Sequence[Bool]) -> list[Bool]:
    """For each place of a line, whether it lies from the first to the last that is there."""
    until, onward = _so_far(m, line), _so_far(m, line[::-1])[::-1]
    return [m.and_(both) for both in zip(until, onward, strict=True)]


def _so_far(m: Model, line: Sequence[Bool]) -> list[Bool]:
    found: list[Bool] = []
    for condition in line:
        found.append(m.or_((found[-1], condition)) if found else condition)
    return found


def _spans(m: Model, graph: Graph, data: Data) -> tuple[dict[int, Bool], dict[int, Bool]]:
    """For each row and each column, whether the box of the piece of a vertex reaches it: some of
    the piece lies in it or before it, and some in it or behind it."""
    vertex, where = data
    key = (_spans, vertex, where)
    if key not in graph.derived:
        rows: dict[int, list[Bool]] = {}
        columns: dict[int, list[Bool]] = {}
        for v, (row, column) in enumerate(where.at):
            ends = (v, vertex) if v < vertex else (vertex, v)
            there = graph.vertices[v] if v == vertex else m.query(CONNECTED_PAIR, graph, ends)
            rows.setdefault(row, []).append(there)
            columns.setdefault(column, []).append(there)
        graph.derived[key] = (_spanned(m, rows), _spanned(m, columns))
    found: tuple[dict[int, Bool], dict[int, Bool]] = graph.derived[key]
    return found


def _spanned(m: Model, lines: dict[int, list[Bool]]) -> dict[int, Bool]:
    """For each row (or column) from the first to the last, whether it lies from the first to the
    last in which any vertex is there."""
    every = range(min(lines), max(lines) + 1)
    return dict(zip(every, spanned(m, [m.or_(lines.get(k, ())) for k in every]), strict=True))


BOX = Box()
IN_BOX = InBox()
