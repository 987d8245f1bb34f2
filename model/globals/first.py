"""First: a vertex is present and the first one of its piece.

Each piece has exactly one, so counting such vertices counts pieces.
"""

from __future__ import annotations

from ..model import Model
from ..nodes import Bool, Graph
from ..pieces import ABSENT, Pieces
from .elimination import firsts


class First:
    """data: the vertex."""

    name = "first"
    of_pairs = False

    def holds(self, pieces: Pieces, data: int) -> bool:
        return pieces.label[data] == data

    def entailment(self, sure: Pieces, possible: Pieces, data: int) -> bool | None:
        if possible.label[data] == ABSENT or sure.label[data] not in (ABSENT, data):
            return False
        return True if sure.label[data] == possible.label[data] == data else None

    def reason(self, pieces: Pieces, data: int) -> tuple[int, ...]:
        name = pieces.label[data]
        if name == ABSENT:
            return (data,)
        if name == data:
            return (data, *pieces.boundary(pieces.members[data], range(data)))
        earlier = next(v for v in pieces.nearest(data) if v < data)
        return pieces.path(earlier, data)

    def decompose(self, model: Model, graph: Graph, data: int) -> Bool:
        return firsts(model, graph)[data]


FIRST = First()
