"""Connected pair: two vertices are present and in the same piece."""

from __future__ import annotations

from ..model import Model
from ..nodes import Bool, Graph, Not, Or, Query
from ..pieces import ABSENT, Pieces, known
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


def in_piece(m: Model, graph: Graph, vertex: int) -> list[Bool]:
    """For each vertex, whether it is in the piece of `vertex`."""
    _, possible = known(graph)
    found: list[Bool] = [False] * len(graph.vertices)
    for v in possible.members.get(possible.label[vertex], ()):
        ends = (v, vertex) if v < vertex else (vertex, v)
        same = v == vertex
        found[v] = graph.vertices[v] if same else m.query(CONNECTED_PAIR, graph, ends)
    return found


def walled(condition: Bool) -> tuple[Query, Bool] | None:
    """The query for the two ends of an edge, and the edge, if a condition only says that the edge,
    whose ends are present, is absent only between two pieces; else None."""
    if type(condition) is not Or or len(condition.args) != 2:
        return None
    for x, other in (condition.args, condition.args[::-1]):
        pair = x.arg if type(x) is Not else None
        if type(pair) is Query and pair.definition is CONNECTED_PAIR:
            edges = pair.graph.derived.get(walled)
            if edges is None:
                edges = pair.graph.derived[walled] = {(a, b): e for a, b, e in pair.graph.edges}
            return (pair, other) if edges.get(pair.data) is other else None
    return None
