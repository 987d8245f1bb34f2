"""Decompositions by rounds: what a search through a graph reaches, written out as conditions.

They are functions of the graph's parts, without variables of their own, and so right under `not`
as well; the price is their size: vertices times rounds.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..model import Bool, Graph, Model
from ..pieces import neighbours


def first_there(model: Model, there: Sequence[Bool]) -> list[Bool]:
    """For each condition: it holds and none before it does."""
    found: list[Bool] = []
    none_before: Bool = True
    for condition in there:
        found.append(model.and_((none_before, condition)))
        none_before = model.and_((none_before, model.not_(condition)))
    return found


def reached(model: Model, graph: Graph, start: Sequence[Bool]) -> list[Bool]:
    """For each vertex: it is in the piece of a vertex at which the search starts. start: the
    conditions, each of which implies that its vertex is there."""
    around = neighbours(graph)
    now = list(start)
    for _ in range(len(graph.vertices) - 1):
        after = [
            model.and_(
                (
                    graph.vertices[v],
                    model.or_(
                        (now[v], *(model.and_((now[w], graph.edges[e][2])) for e, w in around[v]))
                    ),
                )
            )
            for v in range(len(now))
        ]
        if after == now:
            break
        now = after
    return now


def all_pairs(model: Model, graph: Graph) -> dict[tuple[int, int], Bool]:
    """For each two vertices, the earlier one first: they are of one piece. Vertices are let through
    one by one (Warshall 1962)."""
    found: dict[tuple[int, int], Bool] | None = graph.derived.get(all_pairs)
    if found is not None:
        return found
    count = len(graph.vertices)
    joined: list[dict[int, Bool]] = [{} for _ in range(count)]
    for a, b, condition in graph.edges:
        joined[a][b] = joined[b][a] = model.and_((graph.vertices[a], graph.vertices[b], condition))
    for through in range(count):
        ways = list(joined[through].items())
        for k, (a, one) in enumerate(ways):
            for b, other in ways[k + 1 :]:
                way = model.or_((joined[a].get(b, False), model.and_((one, other))))
                joined[a][b] = joined[b][a] = way
    found = {(a, b): c for a in range(count) for b, c in joined[a].items() if a < b}
    graph.derived[all_pairs] = found
    return found
