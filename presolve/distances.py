"""How large a piece must be that holds two vertices far from each other.

A piece is connected, so it has at least as many vertices as the shortest path between two of its
own. Where a model asks both whether two vertices are of one piece and how large the piece is, this
is a clause: they are of two, or the piece is that large. A search would find each of them anew."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from ..deadline import pause
from ..model.globals.connected_pair import CONNECTED_PAIR
from ..model.globals.size import SIZE
from ..model.model import Constraint, Model, Origin
from ..model.nodes import BoolVar, Graph, IntVar, Measure, Query, bottom_up, children
from ..model.pieces import neighbours

# Neighbours make a piece of two: that much each solver knows.
NEAR: Final = 1
VARIABLES: Final = frozenset((BoolVar, IntVar))


def far_apart(m: Model) -> Model:
    """The model with the least sizes of pieces that hold two vertices."""
    if not (m.asks(CONNECTED_PAIR) and m.asks(SIZE) and _asks_both(m)):
        return m
    pairs: dict[Graph, list[Query]] = {}
    sizes: dict[Graph, dict[int, Measure]] = {}
    seen: set[Any] = set()
    for node in bottom_up((c.condition for c in m.constraints), seen):
        seen.add(node)
        if type(node) is Query and node.definition is CONNECTED_PAIR:
            pairs.setdefault(node.graph, []).append(node)
        elif type(node) is Measure and node.definition is SIZE and node.data[1] is None:
            sizes.setdefault(node.graph, {})[node.data[0]] = node
    added = [
        Constraint(condition, Origin(-1))
        for graph, asked in pairs.items()
        if graph in sizes
        for condition in _conditions(m, graph, asked, sizes[graph])
        if condition is not True
    ]
    return m.with_constraints([*m.constraints, *added]) if added else m


def _asks_both(m: Model) -> bool:
    """Whether the constraints as they are now still ask both: other passes may have answered."""
    wanted: set[Any] = {CONNECTED_PAIR, SIZE}
    seen: set[Any] = set()
    stack: list[Any] = [c.condition for c in m.constraints]
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is bool or kind is int or kind in VARIABLES or node in seen:
            continue
        seen.add(node)
        if kind is Query or kind is Measure:
            wanted.discard(node.definition)
            if not wanted:
                return True
        stack += children(node)
    return False


def _conditions(m: Model, graph: Graph, asked: list[Query], sizes: dict[int, Measure]) -> list[Any]:
    often = Counter(v for query in asked for v in query.data)
    by_vertex: dict[int, list[tuple[int, Query]]] = {}
    for query in asked:
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
