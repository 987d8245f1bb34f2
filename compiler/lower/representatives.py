"""Restrict loops over pieces to the pieces of some places, such as clues, if each piece has one.

Of the piece of another place, it is unknown which clue it contains: `size(p) in clue[p]` then takes
a connected-pair query for every clue of the board. Of the piece of a clue, it concerns that clue
only."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...model.globals.connected_pair import CONNECTED_PAIR
from ...model.globals.size import SIZE
from ...model.nodes import Bool, Graph, Measure, Query, bottom_up
from ..context import Context
from ..values.partitions import Partition, Piece
from .closures import Frame


def representatives(
    context: Context,
    partition: Partition,
    mentioned: frozenset[str],
    demanded: Callable[[Frame, Piece], tuple[list[Bool], list[Bool]]],
    frame: Frame,
) -> list[tuple[Piece, Bool]] | None:
    """The pieces that a loop over all pieces can be restricted to, each with the condition that it
    exists, because each piece has exactly one of some places. None if no such places are known, and
    where the restriction does not pay: if the loop makes no queries about these places for other
    pieces, or can require its conditions of one place at a time.

    mentioned: the names in the text of the loop. The rule that says that each piece has one of the
    places must mention one of them too, since presolve handles rules about all places alike.
    demanded: gives the conditions of the loop on a piece, required of one place at a time, and
    required of all places at once."""
    near = context.m.near.get(partition.graph)
    if near is None or near.uses_alone or context.watch is not None:
        return None
    some = near.in_each(mentioned)
    if some is None:
        return None
    pieces = [*partition.each_place()]
    # Whether a vertex is in the piece of a neighbour is decided by their edge, without a query.
    others = [piece for piece, _ in pieces if piece.vertex not in some]
    other = next(
        (p for p in others if not all(partition.has_edge(p.vertex, v) for v in some)), None
    )
    if other is None:
        return None
    by_place, at_once = demanded(frame, other)
    if by_place != at_once or not _have_queries(by_place, partition.graph, other.vertex, some):
        return None
    return [(piece, there) for piece, there in pieces if piece.vertex in some]


def _have_queries(
    conditions: Iterable[Bool], graph: Graph, vertex: int, some: frozenset[int]
) -> bool:
    """Whether conditions query which of some vertices are in the piece of another one."""
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
    """The vertices of a graph counted by the weights of another graph, which is this one extended
    by vertices beside some of these."""
    count = len(graph.vertices)
    beside = [a for a, b, _ in extended.edges if a < count <= b and weights[b]]
    return frozenset([*beside, *[v for v, weight in enumerate(weights[:count]) if weight]])
