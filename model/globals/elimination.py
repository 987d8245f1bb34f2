"""Decompose connectivity by elimination of vertices.

The vertices are eliminated one by one, the last one first; eliminating a vertex adds an edge
between every two of its remaining neighbours, with the condition that they are joined through it.
On a board in reading order a vertex then has few neighbours, so the number of conditions is near
vertices · width². They are functions of the graph's parts, without auxiliary variables, and
therefore also correct under `not`. (The same order of work as in Gaussian elimination on a sparse
matrix; cf. Tarjan, "Fast algorithms for solving path problems", J. ACM 28, 1981.)"""

from __future__ import annotations

from ..model import Model
from ..nodes import Bool, Graph


def firsts(model: Model, graph: Graph) -> list[Bool]:
    """For each vertex: it is present and the first of its piece."""
    known: list[Bool] | None = model.derived.get((firsts, graph))
    if known is None:
        known = model.derived[firsts, graph] = [
            model.and_((vertex, model.not_(model.or_(ways.values()))))
            for vertex, ways in zip(graph.vertices, _through_later(model, graph), strict=True)
        ]
    return known


def connected_pairs(model: Model, graph: Graph) -> list[dict[int, Bool]]:
    """For each vertex, the others that may be in its piece, with the condition that they are."""
    known: list[dict[int, Bool]] | None = model.derived.get((connected_pairs, graph))
    if known is not None:
        return known
    known = model.derived[connected_pairs, graph] = [{} for _ in graph.vertices]
    for v, ways in enumerate(_through_later(model, graph)):
        # A path from v to an earlier vertex has a first vertex that is earlier than v.
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
    """For each vertex, the earlier ones that it may be joined to through later ones only, with the
    condition; it implies that both are present."""
    known: list[dict[int, Bool]] | None = model.derived.get((_through_later, graph))
    if known is not None:
        return known
    known = model.derived[_through_later, graph] = [{} for _ in graph.vertices]
    for a, b, condition in graph.edges:
        known[b][a] = model.and_((graph.vertices[a], graph.vertices[b], condition))
    for ways in reversed(known):
        earlier = sorted(ways.items())
        for k, (b, one) in enumerate(earlier):
            for a, other in earlier[:k]:
                through = model.and_((one, other))
                known[b][a] = model.or_((known[b].get(a, False), through))
    return known
