"""Sizes of pieces, also as sums of connected-pair queries that the model already has.

A size is propagated along the edges of its graph, a connected-pair query along those of its own
graph. So the consequences of the size for the queries ("both clues of this piece are known, so it
has no other one") must be learned for each path between them. A sum propagates them at once. If
some vertices are attached to others by edges that are always present, such as the clues of cells,
the queries may be those of the graph without them. The sum follows from the definitions alone: it
is background. It serves searches that must refute much on small boards."""

from __future__ import annotations

from typing import Any

from ..deadline import pause
from ..model.constraints import Constraint, Origin
from ..model.globals.connected_pair import CONNECTED_PAIR
from ..model.globals.size import SIZE
from ..model.model import Model
from ..model.nodes import Bool, Graph, Measure, Query, bottom_up
from .rectangles import tight_edges


def summed(m: Model) -> Model:
    """The model with a sum for each size of a piece, if the model has all conditions of the sum."""
    if not (m.uses(SIZE) and m.uses(CONNECTED_PAIR)):
        return m
    seen: dict[Any, None] = {}
    for node in bottom_up((m.formula(c) for c in m.constraints), seen):
        seen[node] = None
    graphs: dict[Graph, list[_Graph]] = {}
    added: list[Constraint] = []
    for size in [node for node in seen if type(node) is Measure and node.definition is SIZE]:
        pause()
        if size.graph not in graphs:
            graphs[size.graph] = _alike(m, size.graph)
        for graph in graphs[size.graph]:
            terms = _terms(graph, size, seen)
            if terms is not None:
                added.append(Constraint(m.sum_is([(-1, size), *terms], 0), Origin(-1)))
                break
    return m.with_constraints([*m.constraints, *added]) if added else m


def _alike(m: Model, graph: Graph) -> list[_Graph]:
    """The graph, and the one without the vertices that hang on others, if there are any."""
    ways: list[list[tuple[int, Bool]]] = [[] for _ in graph.vertices]
    for a, b, edge in graph.edges:
        ways[a].append((b, edge))
        ways[b].append((a, edge))
    single = {v: own[0][0] for v, own in enumerate(ways) if len(own) == 1 and own[0][1] is True}
    # Two vertices that hang on each other both stay.
    hanging = {v: other for v, other in single.items() if other not in single}
    return [_Graph(m, graph, on) for on in ({}, hanging)][: 1 + bool(hanging)]


def _terms(graph: _Graph, size: Measure, queries: dict[Any, None]) -> list[tuple[int, Bool]] | None:
    """The weights of the vertices, each with the condition that it is in the piece; None if the
    model lacks one of these queries."""
    vertex, weights = size.data
    terms: list[tuple[int, Bool]] = []
    for other in range(len(size.graph.vertices)):
        weight = 1 if weights is None else weights[other]
        if weight:
            joined, there = graph.joined(vertex, other)
            if type(joined) is Query and joined not in queries:
                return None
            terms.append((weight, graph.m.and_((*there, joined))))
    return terms


class _Graph:
    """A graph without some vertices, which hang on others: `on` has the other one of each."""

    def __init__(self, m: Model, whole: Graph, on: dict[int, int]) -> None:
        self.m, self._whole, self._on = m, whole, on
        kept = [v for v in range(len(whole.vertices)) if v not in on]
        at = self._at = {v: k for k, v in enumerate(kept)}
        edges = [(at[a], at[b], edge) for a, b, edge in whole.edges if a in at and b in at]
        self._graph = m.graph([whole.vertices[v] for v in kept], edges) if on else whole
        self._tight = tight_edges(m, self._graph)

    def joined(self, a: int, b: int) -> tuple[Bool, list[Bool]]:
        """Whether two vertices are in one piece, as a condition on the smaller graph, and what must
        hold besides: that vertices are present."""
        vertices, on = self._whole.vertices, self._on
        there = [vertices[v] for v in (a, b)]
        if a == b:
            return True, there
        a, b = sorted(self._at[on.get(v, v)] for v in (a, b))
        if a == b:
            return self._graph.vertices[a], there
        edge = self._tight.get((a, b))
        if edge is None:
            return self.m.query(CONNECTED_PAIR, self._graph, (a, b)), there
        return edge, [*there, self._graph.vertices[a], self._graph.vertices[b]]
