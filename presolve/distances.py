"""Bound the size of a piece by the distance of two of its vertices.

A piece is connected, so it has at least as many vertices as the shortest path between any two of
them. If a model queries both whether two vertices are in one piece and the size of the piece, this
becomes a clause: they are in two pieces, or the piece is that large. A search would learn each of
these clauses separately."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from ..deadline import pause
from ..model.constraints import Constraint, Origin
from ..model.globals.connected_pair import CONNECTED_PAIR
from ..model.globals.size import SIZE
from ..model.model import Model
from ..model.nodes import BoolVar, Graph, IntVar, Measure, Query, children
from ..model.pieces import neighbours
from ..model.store import BETWEEN

# Neighbours make a piece of two: that much each solver knows.
NEAR: Final = 1


def far_apart(m: Model) -> Model:
    """The model with the least sizes of pieces that hold two vertices."""
    if not (m.uses(CONNECTED_PAIR) and m.uses(SIZE)):
        return m
    pairs, sizes = _queries(m)
    added = [
        Constraint(condition, Origin(-1))
        for graph, queries in pairs.items()
        if graph in sizes
        for condition in _conditions(m, graph, queries, sizes[graph])
        if condition is not True
    ]
    return m.with_constraints([*m.constraints, *added]) if added else m


def _queries(m: Model) -> tuple[dict[Graph, list[Query]], dict[Graph, dict[int, Measure]]]:
    """By graph: the connected-pair queries and the sizes of pieces in the current constraints."""
    pairs: dict[Graph, list[Query]] = {}
    sizes: dict[Graph, dict[int, Measure]] = {}
    seen: set[Any] = set()
    stack: list[Any] = []
    for k, constraint in enumerate(m.constraints):
        if not k & BETWEEN:
            pause()
        stack.append(constraint.condition)
        while stack:
            node = stack.pop()
            # The common cases first.
            if type(node) is BoolVar or type(node) is IntVar or isinstance(node, int):
                continue
            if node in seen:
                continue
            seen.add(node)
            if type(node) is Query:
                if node.definition is CONNECTED_PAIR:
                    pairs.setdefault(node.graph, []).append(node)
            elif type(node) is Measure and node.definition is SIZE and node.data[1] is None:
                sizes.setdefault(node.graph, {})[node.data[0]] = node
            stack += children(node)
    return pairs, sizes


def _conditions(m: Model, graph: Graph, pairs: list[Query], sizes: dict[int, Measure]) -> list[Any]:
    often = Counter(v for query in pairs for v in query.data)
    by_vertex: dict[int, list[tuple[int, Query]]] = {}
    for query in pairs:
        some = [v for v in query.data if v in sizes]
        if some:
            v = max(some, key=lambda v: (often[v], -v))
            by_vertex.setdefault(v, []).append((sum(query.data) - v, query))
    around = [sorted({w for _, w in ways}) for ways in neighbours(graph)]
    found = []
    for v, queries in by_vertex.items():
        pause()
        distance = _distances(around, v, {w for w, _ in queries})
        found += [
            m.or_((m.not_(query), m.le(distance[w] + 1, sizes[v])))
            for w, query in queries
            if distance.get(w, 0) > NEAR
        ]
    return found


def _distances(around: list[list[int]], start: int, wanted: set[int]) -> dict[int, int]:
    """How many edges lead from a vertex to some of those that it can be joined to, and to all that
    are as near."""
    found = {start: 0}
    row, steps = [start], 0
    left = wanted - {start}
    while row and left:
        steps += 1
        row = [*dict.fromkeys([w for v in row for w in around[v] if w not in found])]
        found |= dict.fromkeys(row, steps)
        left.difference_update(row)
    return found
