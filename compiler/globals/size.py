"""Size: how large the piece of a vertex is, each vertex counting with a weight."""

from __future__ import annotations

from typing import TypeAlias

from ..model import Graph, IntOperand, Model
from ..pieces import ABSENT, Pieces
from .rounds import all_pairs

Data: TypeAlias = "tuple[int, tuple[int, ...] | None]"


class Size:
    """data: the vertex, and the vertices' weights, none negative (None: 1 each).

    The size of the piece of a vertex that is not there is 0.
    """

    name = "size"

    def value(self, pieces: Pieces, data: Data) -> int:
        return pieces.total(*data)

    def bounds(self, sure: Pieces, possible: Pieces, data: Data) -> tuple[int, int]:
        return sure.total(*data), possible.total(*data)

    def at_least(self, pieces: Pieces, data: Data, bound: int) -> tuple[int, ...]:
        if bound <= 0:
            return ()
        vertex, weights = data
        enough: list[int] = [vertex]
        for v in pieces.nearest(vertex):
            weight = 1 if weights is None else weights[v]
            if weight and bound > 0:
                enough.append(v)
                bound -= weight
        return pieces.tree(vertex, enough)

    def at_most(self, pieces: Pieces, data: Data, bound: int) -> tuple[int, ...]:
        vertex, _ = data
        name = pieces.label[vertex]
        return (vertex,) if name == ABSENT else pieces.boundary(pieces.members[name])

    def decompose(self, model: Model, graph: Graph, data: Data) -> IntOperand:
        vertex, weights = data
        together = all_pairs(model, graph)
        terms: list[tuple[int, IntOperand]] = []
        for v, condition in enumerate(graph.vertices):
            if v != vertex:
                condition = together.get((min(v, vertex), max(v, vertex)), False)
            terms.append((1 if weights is None else weights[v], condition))
        return model.linear(terms)


SIZE = Size()
