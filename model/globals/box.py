"""Box: the number of cells of the smallest rectangle around the piece of a vertex, and which cells
these are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, TypeAlias

from ..model import Model
from ..nodes import Bool, Graph, IntOperand
from ..pieces import ABSENT, Pieces
from .connected_pair import in_piece
from .size import SIZE


class Positions:
    """The rows and columns of the vertices of a graph; no two are at the same place.

    at: by vertex. vertices: by position. Compared by identity; `positions` gives the one that
    exists for equal places."""

    def __init__(self, at: tuple[tuple[int, int], ...]) -> None:
        self.at = at

    @cached_property
    def vertices(self) -> dict[tuple[int, int], int]:
        return {place: v for v, place in enumerate(self.at)}

    def __repr__(self) -> str:
        return f"Positions({self.at})"

    def __str__(self) -> str:
        return "by rows and columns"


Data: TypeAlias = "tuple[int, Positions]"
CellData: TypeAlias = "tuple[int, Positions, tuple[int, int]]"
# Rows from top to bottom and columns from left to right, the last ones included.
Sides: TypeAlias = tuple[int, int, int, int]


def positions(graph: Graph, at: tuple[tuple[int, int], ...]) -> Positions:
    """The `Positions` of the vertices of a graph, one object for equal places."""
    found: Positions = graph.derived.setdefault((Positions, at), Positions(at))
    return found


class Box:
    """data: the vertex, and the `Positions` of all vertices. The box of an absent vertex has no
    cells.

    The box contains the piece, so this number is at least the size of the piece, and equal to it
    exactly if the piece is a rectangle without holes."""

    name = "box"

    def value(self, pieces: Pieces, data: Data) -> int:
        sides = self._sides(pieces, data)
        return 0 if sides is None else area(sides)

    def bounds(self, sure: Pieces, possible: Pieces, data: Data) -> tuple[int, int]:
        return self.value(sure, data), self.value(possible, data)

    def exceeds(self, data: Data, other: Any, other_data: Any) -> bool:
        """At least the size of its piece, if no vertex has a weight above 1."""
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
        """A cell is in the box if some vertex of the piece is in its row or above, some in its row
        or below, and likewise for its column."""
        across, along = _spans(model, graph, data)
        return model.sum_(
            model.and_((one, other)) for one in across.values() for other in along.values()
        )

    def _sides(self, pieces: Pieces, data: Data) -> Sides | None:
        """The box of the piece of a vertex; None if the vertex is absent."""
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
    """Whether a cell is in the box of a vertex's piece. data: the vertex, the `Positions` of all
    vertices, and the row and column of the cell."""

    name = "in_box"
    of_pairs = False

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
    """For each place of a line, whether it is between the first and the last present one, both
    included."""
    until, onward = _so_far(m, line), _so_far(m, line[::-1])[::-1]
    return [m.and_(both) for both in zip(until, onward, strict=True)]


def _so_far(m: Model, line: Sequence[Bool]) -> list[Bool]:
    found: list[Bool] = []
    for condition in line:
        found.append(m.or_((found[-1], condition)) if found else condition)
    return found


def _spans(m: Model, graph: Graph, data: Data) -> tuple[dict[int, Bool], dict[int, Bool]]:
    """For each row and each column, whether the box of a vertex's piece includes it: the piece has
    a vertex in it or before it, and one in it or after it."""
    vertex, where = data
    key = (_spans, graph, vertex, where)
    if key not in m.derived:
        rows: dict[int, list[Bool]] = {}
        columns: dict[int, list[Bool]] = {}
        for (row, column), there in zip(where.at, in_piece(m, graph, vertex), strict=True):
            rows.setdefault(row, []).append(there)
            columns.setdefault(column, []).append(there)
        m.derived[key] = (_spanned(m, rows), _spanned(m, columns))
    found: tuple[dict[int, Bool], dict[int, Bool]] = m.derived[key]
    return found


def _spanned(m: Model, lines: dict[int, list[Bool]]) -> dict[int, Bool]:
    """For each row (or column), whether it is between the first and the last with a present vertex,
    both included."""
    every = range(min(lines), max(lines) + 1)
    return dict(zip(every, spanned(m, [m.or_(lines.get(k, ())) for k in every]), strict=True))


BOX = Box()
IN_BOX = InBox()
