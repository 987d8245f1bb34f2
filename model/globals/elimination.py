"""Decompositions by elimination: what is joined through what, written out as conditions.

The vertices of a graph are let go one by one, the last one first; each leaves behind, for every two
of its neighbours that are still there, that they are joined through it. On a board read row by row
a vertex has few neighbours then, so that the conditions stay near vertices · width². They are
functions of the graph's parts, without variables of their own, and so right under `not` as well.
(The same order of work as in Gaussian elimination on a sparse matrix; cf. Tarjan, "Fast algorithms
for solving path problems", J. ACM 28, 1981.)
"""

from __future__ import annotations

from ..model import Model
from ..nodes import Bool, Graph


def firsts(model: Model, graph: Graph) -> list[Bool]:
    """For each vertex: it is there and the first of its piece."""
    known: list[Bool] | None = graph.derived.get(firsts)
    if known is None:
        known = graph.derived[firsts] = [
            model.and_((vertex, model.not_(model.or_(ways.values()))))
            for vertex, ways in zip(graph.vertices, _through_later(model, graph), strict=True)
        ]
    return known


def connected_pairs(model: Model, graph: Graph) -> list[dict[int, Bool]]:
    """For each vertex, the others that it may be of one piece with: on what condition."""
    known: list[dict[int, Bool]] | None = graph.derived.get(connected_pairs)
    if known is not None:
        return known
    known = graph.derived[connected_pairs] = [{} for _ in graph.vertices]
    for v, ways in enumerate(_through_later(model, graph)):
        # A chain from v to an earlier vertex comes to a first vertex that is earlier than v.
        chains = {u: [way] for u, way in ways.items()}
        for u, way in ways.items():
            for w, rest in known[u].items():
                chains.setdefault(w, []).append(model.and_((way, rest)))
        for w, some in chains.items():
            known[v][w] = model.or_(some)
        for w, condition in known[v].items():
            known[w][v] = condition
    return known


def _through_later(model: Model, graph: Graph) -> list[dict[int, Bool]]:
    """For each vertex, the earlier ones that it may be joined to through later ones only: on what
    condition, which implies that both are there."""
    known: list[dict[int, Bool]] | None = graph.derived.get(_through_later)
    if known is not None:
        return known
    known = graph.derived[_through_later] = [{} for _ in graph.vertices]
    for a, b, condition in graph.edges:
        known[b][a] = model.and_((graph.vertices[a], graph.vertices[b], condition))
    for ways in reversed(known):
        earlier = sorted(ways.items())
        for k, (b, one) in enumerate(earlier):
            for a, other in earlier[:k]:
                through = model.and_((one, other))
                known[b][a] = model.or_((known[b].get(a, False), through))
    return known
