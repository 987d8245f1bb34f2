"""Pieces of one size, by their number.

If all vertices of a graph are present, its pieces are of one size, and their number is known, then
so is the size. "Each piece has this size" is equivalent, and constrains each piece separately."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..model.constraints import Constraint
from ..model.globals.first import FIRST
from ..model.globals.size import SIZE
from ..model.model import Model
from ..model.nodes import And, Bool, Graph, LinearEq, Measure, Not, Or, Query
from .demands import Demand, Signature, disjuncts, following, instead, selected


def shared_equally(m: Model) -> Model:
    """The model with the size of each piece in place of the number of pieces of one size."""
    if not (m.uses(FIRST) and m.uses(SIZE)):
        return m
    numbers: dict[Graph, tuple[int, Demand]] = {}
    for demand in selected(m, _may_count_pieces):
        found = _number(m, demand[0])
        if found is not None:
            numbers[found[0]] = found[1], demand
    if not numbers:
        return m
    equal: dict[Graph, dict[tuple[int, int], tuple[bool, Demand]]] = {}
    for demand in selected(m, _may_compare_sizes):
        compared = _compared(disjuncts(m, demand[0]))
        if compared is not None and compared[0] in numbers:
            graph, u, v, guarded = compared
            known = equal.setdefault(graph, {})
            if (u, v) not in known or not guarded:
                known[u, v] = guarded, demand
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for graph, pairs in equal.items():
        pieces, counted = numbers[graph]
        if _are_of_one_size(m, graph, pairs):
            vertices = range(len(graph.vertices))
            size, rest = divmod(len(vertices), pieces)
            sources = [counted, *(demand for _, demand in pairs.values())]
            first = following(True, [source for _, source in sources])
            gone.update(x for x, _ in sources)
            sizes = [m.eq(m.measure(SIZE, graph, (v, None)), size) for v in vertices]
            added += [first.of(x) for x in (sizes if not rest else (False,)) if x is not True]
    return instead(m, gone, added) if gone else m


def _may_count_pieces(signature: Signature) -> bool:
    return signature.kind is LinearEq and not signature.negated and signature.only(Query)


def _number(m: Model, condition: Any) -> tuple[Graph, int] | None:
    """A graph without absent vertices, and the number of its pieces, if a condition fixes it."""
    _, some = condition.terms[0]
    graph: Graph = some.graph
    if any(x is not True for x in graph.vertices):
        return None
    firsts = [m.query(FIRST, graph, v) for v in range(len(graph.vertices))]
    sure = sum(x is True for x in firsts)
    pieces: int = condition.bound + sure
    if m.sum_is([(1, x) for x in firsts], pieces) is not condition or pieces < 1:
        return None
    return graph, pieces


def _may_compare_sizes(signature: Signature) -> bool:
    if signature.negated:
        return False
    if signature.kind is Or:
        return signature.parts == {LinearEq} and signature.denied <= {Query, And}
    return signature.kind is LinearEq and signature.only(Measure)


def _compared(parts: Sequence[Any]) -> tuple[Graph, int, int, bool] | None:
    """A graph and two vertices whose pieces have the same size, if a clause says so; and whether it
    says so only if both are the first vertices of their pieces."""
    sums = [x for x in parts if type(x) is LinearEq]
    if len(sums) != 1 or sums[0].bound or len(sums[0].terms) != 2:
        return None
    (c, x), (d, y) = sums[0].terms
    if c != -d or type(x) is not Measure or type(y) is not Measure or x.graph is not y.graph:
        return None
    if not (x.definition is y.definition is SIZE and x.data[1] is y.data[1] is None):
        return None
    u, v = sorted((x.data[0], y.data[0]))
    for part in parts:
        if part is not sums[0]:
            query = part.arg if type(part) is Not else None
            if type(query) is not Query or query.graph is not x.graph:
                return None
            if query.definition is not FIRST or query.data not in (u, v):
                return None
    return x.graph, u, v, len(parts) > 1


def _are_of_one_size(
    m: Model, graph: Graph, pairs: dict[tuple[int, int], tuple[bool, Demand]]
) -> bool:
    """Whether all pieces have the size of the first one: so says each comparison with it, also if
    it is only of the first vertices of pieces; others must be of any vertices to lead on to it."""
    beside: dict[int, list[int]] = {}
    for (u, v), (guarded, _) in pairs.items():
        if not guarded:
            beside.setdefault(u, []).append(v)
            beside.setdefault(v, []).append(u)
    reached, found = [0], {0}
    for u in reached:
        for v in beside.get(u, ()):
            if v not in found:
                found.add(v)
                reached.append(v)
    for v in range(len(graph.vertices)):
        first: Any = m.query(FIRST, graph, v)
        if v not in found and first is not False and (0, v) not in pairs:
            return False
    return True
