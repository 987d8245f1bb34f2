"""Together: two vertices are there and of one piece."""

from __future__ import annotations

from ..model import Bool, Graph, Model
from ..pieces import ABSENT, Pieces
from .rounds import all_pairs

Pair = tuple[int, int]


class Together:
    """data: the two vertices, the earlier one first."""

    name = "together"

    def holds(self, pieces: Pieces, data: Pair) -> bool:
        return pieces.together(*data)

    def judge(self, sure: Pieces, possible: Pieces, data: Pair) -> bool | None:
        if sure.together(*data):
            return True
        return None if possible.together(*data) else False

    def reason(self, pieces: Pieces, data: Pair) -> tuple[int, ...]:
        a, b = data
        if pieces.together(a, b):
            return pieces.path(a, b)
        for v in data:
            if pieces.label[v] == ABSENT:
                return (v,)
        return pieces.wall(a, b)

    def decompose(self, model: Model, graph: Graph, data: Pair) -> Bool:
        return all_pairs(model, graph).get(data, False)


TOGETHER = Together()
