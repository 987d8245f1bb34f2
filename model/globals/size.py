"""Size: the number of vertices of the piece of a vertex, or the sum of their weights."""

from __future__ import annotations

from typing import Any, TypeAlias

from ..model import Model
from ..nodes import Graph, IntOperand
from ..pieces import ABSENT, Pieces
from .elimination import connected_pairs

Data: TypeAlias = "tuple[int, tuple[int, ...] | None]"


class Weights(tuple[int, ...]):
    """The weights of the vertices of a graph: a long tuple, hashed only once."""

    _hash: int | None = None

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = super().__hash__()
        return self._hash


class Size:
    """data: the vertex, and the vertices' weights, none negative (None: 1 each).

    The size of the piece of an absent vertex is 0.
    """

    name = "size"

    def value(self, pieces: Pieces, data: Data) -> int:
        return pieces.total(*data)

    def bounds(self, sure: Pieces, possible: Pieces, data: Data) -> tuple[int, int]:
        return sure.total(*data), possible.total(*data)

    def exceeds(self, data: Data, other: Any, other_data: Any) -> bool:
        """Never less than the size of the same piece by smaller weights."""
        if other is not self or other_data[0] != data[0]:
            return False
        mine, others = data[1], other_data[1]
        if mine is None:
            return max(others or (1,)) <= 1
        return all(a >= b for a, b in zip(mine, others or (1,) * len(mine), strict=True))

    def at_least(self, pieces: Pieces, data: Data, bound: int) -> tuple[int, ...]:
        if bound <= 0:
            return ()
        vertex, weights = data
        enough: list[int] = []
        for v in pieces.nearest(vertex):
            weight = 1 if weights is None else weights[v]
            if weight:
                enough.append(v)
                bound -= weight
            if bound <= 0:
                break
        return pieces.tree(vertex, enough)

    def at_most(self, pieces: Pieces, data: Data, bound: int) -> tuple[int, ...]:
        vertex, weights = data
        name = pieces.label[vertex]
        if name == ABSENT:
            return (vertex,)
        counted = None if weights is None else [v for v, weight in enumerate(weights) if weight]
        return pieces.boundary(pieces.members[name], counted)

    def decompose(self, model: Model, graph: Graph, data: Data) -> IntOperand:
        vertex, weights = data
        joined = {vertex: graph.vertices[vertex], **connected_pairs(model, graph)[vertex]}
        return model.linear(
            (1 if weights is None else weights[v], condition) for v, condition in joined.items()
        )


SIZE = Size()
