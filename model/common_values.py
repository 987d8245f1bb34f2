"""Values that all vertices of a piece share, because every edge joins equal ones."""

from __future__ import annotations

from typing import Any, Final

from .nodes import BoolVar, Graph, Iff, IntVar, LinearEq, all_of

_KEY: Final = "common values"  # of what a graph keeps


def common_values(graph: Graph) -> dict[int, Any]:
    """For each vertex with edges its variable, if each edge equates those of its two ends;
    otherwise none. Computed once for each graph."""
    found: dict[int, Any] | None = graph.derived.get(_KEY)
    if found is None:
        found = graph.derived[_KEY] = _common_values(graph)
    return found


def _common_values(graph: Graph) -> dict[int, Any]:
    equal = [(a, b, _equal(edge)) for a, b, edge in graph.edges]
    found: dict[int, set[Any]] = {}
    for a, b, both in equal:
        if both is None:
            return {}
        for v in (a, b):
            found[v] = found[v].intersection(both) if v in found else {*both}
    values = {v: next(iter(some)) for v, some in found.items() if len(some) == 1}
    if len(values) < len(found):
        return {}
    return values if all({values[a], values[b]} == {*both} for a, b, both in equal if both) else {}


def _equal(edge: Any) -> tuple[Any, Any] | None:
    """Two variables that a condition, or one of its conjuncts, equates."""
    for x in all_of(edge):
        both: tuple[Any, ...] = ()
        if type(x) is Iff:
            both = x.left, x.right
        elif type(x) is LinearEq and x.bound == 0 and len(x.terms) == 2:
            (c, y), (d, z) = x.terms
            both = (y, z) if c == -d else ()
        if both and all(type(y) is IntVar or type(y) is BoolVar for y in both):
            return both[0], both[1]
    return None
