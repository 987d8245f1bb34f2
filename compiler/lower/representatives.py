"""Loops over pieces each of which has one of some places, such as a clue.

What is said of all pieces is then said of those of these places. Said of the piece of another
place, it may ask which of these places are in it, with a condition for each of them: `size(p) in
clue[p]` is about every clue of the board. Said of the piece of a clue, it is about that clue."""

from __future__ import annotations

from collections.abc import Iterable

from ...model.globals.connected_pair import CONNECTED_PAIR
from ...model.globals.size import SIZE
from ...model.nodes import Bool, Graph, Measure, Query, bottom_up


def asks_for(conditions: Iterable[Bool], graph: Graph, vertex: int, some: frozenset[int]) -> bool:
    """Whether conditions ask which of some vertices are in the piece of another one."""
    seen: set[object] = set()
    for node in bottom_up(conditions, seen):
        seen.add(node)
        if isinstance(node, Query):
            if node.definition is CONNECTED_PAIR and node.graph is graph:
                a, b = node.data
                if (a == vertex and b in some) or (b == vertex and a in some):
                    return True
        elif isinstance(node, Measure) and node.definition is SIZE:
            v, weights = node.data
            if v == vertex and weights is not None and _counted(node.graph, graph, weights) <= some:
                return True
    return False


def _counted(extended: Graph, graph: Graph, weights: tuple[int, ...]) -> frozenset[int]:
    """The vertices of a graph that are counted by weights of one that has further vertices beside
    them."""
    count = len(graph.vertices)
    beside = [a for a, b, _ in extended.edges if a < count <= b and weights[b]]
    return frozenset([*beside, *[v for v, weight in enumerate(weights[:count]) if weight]])
