"""Conditions on the number of pieces that are conditions on connections.

The number of pieces is the sum of conditions that a vertex is the first of its piece. That it is at
most one says that the graph is connected, and that it is the number of vertices says that no two
are joined. Both are decided without an order of the vertices."""

from __future__ import annotations

from typing import Any

from ..model.constraints import Constraint
from ..model.globals.connected import CONNECTED
from ..model.globals.first import FIRST
from ..model.model import Model
from ..model.nodes import Bool, Graph, LinearEq, LinearLe, Query
from ..model.points import SUMS
from .demands import Shape, instead, shaped


def connections(m: Model) -> Model:
    """The model with conditions on connections in place of some on numbers of pieces."""
    if not m.asks(FIRST):
        return m
    known: dict[Graph, dict[Bool, list[Bool]]] = {}
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for condition, source in shaped(m, _may_count_pieces):
        graph = _counted(condition)
        if graph is None or condition in gone:
            continue
        if graph not in known:
            known[graph] = _in_other_words(m, graph)
        meant = known[graph].get(condition)
        if meant is not None:
            gone.add(condition)
            added += [source.of(part) for part in meant if part is not True]
    return instead(m, gone, added) if gone else m


def _may_count_pieces(shape: Shape) -> bool:
    return shape.kind in SUMS and not shape.negated and shape.has(Query)


def _counted(condition: Bool) -> Graph | None:
    """The graph of which a sum counts pieces, by its first term that counts any."""
    if type(condition) is LinearEq or type(condition) is LinearLe:
        for _, x in condition.terms:
            if type(x) is Query:
                return x.graph if x.definition is FIRST else None
    return None


def _in_other_words(m: Model, graph: Graph) -> dict[Bool, list[Bool]]:
    """By what may be said of the number of pieces: what that means, all of it."""
    there = [x for x in graph.vertices if x is not False]
    firsts = [m.query(FIRST, graph, v) for v, x in enumerate(graph.vertices) if x is not False]
    pieces: list[tuple[int, Any]] = [(1, x) for x in firsts]
    fewer: list[tuple[int, Any]] = [(-1, x) for x in firsts]
    connected = m.query(CONNECTED, graph)
    apart = [
        m.or_((m.not_(graph.vertices[a]), m.not_(graph.vertices[b]), m.not_(edge)))
        for a, b, edge in graph.edges
    ]
    return {
        m.sum_is_at_most(pieces, 1): [connected],
        m.sum_is(pieces, 1): [connected, m.or_(there)],
        m.sum_is([*pieces, *((-1, x) for x in there)], 0): apart,
        m.sum_is_at_most([*fewer, *((1, x) for x in there)], 0): apart,
    }
