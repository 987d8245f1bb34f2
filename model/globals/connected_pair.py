"""Connected pair: two vertices are present and in the same piece."""

from __future__ import annotations

from ..model import Model
from ..nodes import Bool, Graph
from ..pieces import ABSENT, Pieces
from .elimination import connected_pairs

Pair = tuple[int, int]


class ConnectedPair:
    """data: the two vertices, the earlier one first."""

    name = "connected_pair"
    of_pairs = True

    def holds(self, pieces: Pieces, data: Pair) -> bool:
        return pieces.connected(*data)

    def entailment(self, sure: Pieces, possible: Pieces, data: Pair) -> bool | None:
        if sure.connected(*data):
            return True
        return None if possible.connected(*data) else False

    def reason(self, pieces: Pieces, data: Pair) -> tuple[int, ...]:
        if pieces.connected(*data):
            return pieces.path(*data)
        for v in data:
            if pieces.label[v] == ABSENT:
                return (v,)
        return pieces.between(*data)

    def decompose(self, model: Model, graph: Graph, data: Pair) -> Bool:
        a, b = data
        return connected_pairs(model, graph)[a].get(b, False)


CONNECTED_PAIR = ConnectedPair()
