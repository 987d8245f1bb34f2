"""Rows and columns: in how many rows, or columns, the piece of a vertex has vertices."""

from __future__ import annotations

from typing import Any

from ..model import Model
from ..nodes import Bool, Graph, IntOperand
from ..pieces import ABSENT, Pieces
from .box import Data, Positions
from .connected_pair import in_piece


class Lines:
    """data: the vertex, and the `Positions` of all vertices. The piece of an absent vertex is in no
    line. axis: 0 for rows, 1 for columns."""

    def __init__(self, name: str, axis: int) -> None:
        self.name, self.axis = name, axis

    def value(self, pieces: Pieces, data: Data) -> int:
        return len(self._ends(pieces, data))

    def bounds(self, sure: Pieces, possible: Pieces, data: Data) -> tuple[int, int]:
        return self.value(sure, data), self.value(possible, data)

    def exceeds(self, data: Data, other: Any, other_data: Any) -> bool:
        return False

    def at_least(self, pieces: Pieces, data: Data, bound: int) -> tuple[int, ...]:
        if bound <= 0:
            return ()
        vertex, where = data
        ends = self._ends(pieces, data)
        own = where.at[vertex][self.axis]  # the tree has the vertex, and so its line
        others = [v for line, v in ends.items() if line != own]
        return pieces.tree(vertex, others[: bound - 1])

    def at_most(self, pieces: Pieces, data: Data, bound: int) -> tuple[int, ...]:
        name = pieces.label[data[0]]
        return (data[0],) if name == ABSENT else pieces.boundary(pieces.members[name])

    def decompose(self, model: Model, graph: Graph, data: Data) -> IntOperand:
        """The number of lines with a vertex that is connected with this one."""
        vertex, where = data
        there: dict[int, list[Bool]] = {}
        for place, joined in zip(where.at, in_piece(model, graph, vertex), strict=True):
            there.setdefault(place[self.axis], []).append(joined)
        return model.sum_(map(model.or_, there.values()))

    def _ends(self, pieces: Pieces, data: Data) -> dict[int, int]:
        """The lines of the piece of a vertex, each with a vertex that is in it."""
        vertex, where = data
        name = pieces.label[vertex]
        if name == ABSENT:
            return {}
        key = (Lines, self.axis, where, name)
        found: dict[int, int] | None = pieces.derived.get(key)
        if found is None:
            found = {where.at[v][self.axis]: v for v in pieces.members[name]}
            pieces.derived[key] = found
        return found


def without_gaps(graph: Graph, where: Positions) -> bool:
    """Whether each piece has vertices in all lines between its first and its last, because edges
    join only vertices that share a side or a corner."""
    known: bool | None = graph.derived.get((without_gaps, where))
    if known is None:
        at = where.at
        known = all(
            abs(at[a][0] - at[b][0]) <= 1 and abs(at[a][1] - at[b][1]) <= 1
            for a, b, _ in graph.edges
        )
        graph.derived[without_gaps, where] = known
    return known


ROWS = Lines("rows", 0)
COLUMNS = Lines("columns", 1)
