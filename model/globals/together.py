"""Together: two vertices are there and of one piece."""

from __future__ import annotations

from ..model import Model
from ..nodes import Bool, Graph
from ..pieces import ABSENT, Pieces
from .elimination import together

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
        if pieces.together(*data):
            return pieces.path(*data)
        for v in data:
            if pieces.label[v] == ABSENT:
                return (v,)
        return pieces.between(*data)

    def decompose(self, model: Model, graph: Graph, data: Pair) -> Bool:
        a, b = data
        return together(model, graph)[a].get(b, False)


TOGETHER = Together()
