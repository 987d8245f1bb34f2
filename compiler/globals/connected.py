"""Connected: the vertices that are there make at most one piece.

Decomposed by rounds: the first vertex that is there is reached, and in each round what an edge
joins to a reached vertex. Whatever is there must be reached in the end.
"""

from __future__ import annotations

from typing import Any

from ..model import Bool, Graph, Model
from ..pieces import ABSENT, Pieces
from .rounds import first_there, reached


class Connected:
    """data: None."""

    name = "connected"

    def holds(self, pieces: Pieces, data: Any) -> bool:
        return len(pieces.members) <= 1

    def judge(self, sure: Pieces, possible: Pieces, data: Any) -> bool | None:
        if len({possible.label[v] for v, name in enumerate(sure.label) if name != ABSENT}) > 1:
            return False
        if len(sure.members) <= 1 and possible.on[: len(sure.label)] == sure.on[: len(sure.label)]:
            return True
        return True if sum(name != ABSENT for name in possible.label) <= 1 else None

    def reason(self, pieces: Pieces, data: Any) -> tuple[int, ...]:
        absent = [v for v, name in enumerate(pieces.label) if name == ABSENT]
        match list(pieces.members.values()):
            case []:
                return tuple(absent)
            case [piece]:
                return (*pieces.tree(piece[0]), *absent)
            case [piece, other, *_]:
                smaller = min(piece, other, key=len)
                return (piece[0], other[0], *pieces.boundary(smaller))
        raise AssertionError

    def decompose(self, model: Model, graph: Graph, data: Any) -> Bool:
        there = graph.vertices
        end = reached(model, graph, first_there(model, there))
        return model.and_(model.implies(v, r) for v, r in zip(there, end, strict=True))


CONNECTED = Connected()
