"""Conditions on the number of pieces, or on each two vertices, that are conditions on connections.

The number of pieces is the sum of conditions that a vertex is the first of its piece. That it is at
most one says that the graph is connected, and that it is the number of vertices says that no two
are joined. Both are decided without an order of the vertices. That each two vertices are in one
piece says that the graph is connected, too, in one condition instead of one for each two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import combinations
from typing import Any

from ..deadline import pause
from ..model.constraints import Constraint
from ..model.globals.connected import CONNECTED
from ..model.globals.connected_pair import CONNECTED_PAIR
from ..model.globals.first import FIRST
from ..model.globals.size import SIZE
from ..model.model import Model
from ..model.nodes import And, Bool, Graph, LinearEq, LinearLe, Measure, Member, Or, Query, all_of
from ..model.points import SUMS
from .demands import Demand, Signature, conjuncts, demands, disjuncts, following, instead, selected


def connections(m: Model) -> Model:
    """The model with conditions on connections in place of some on numbers of pieces, and on each
    two vertices."""
    return _in_one(_counts(_as_large_as_all(m)))


def _as_large_as_all(m: Model) -> Model:
    """The model with one condition in place of one for each vertex, that its piece has as many
    vertices as there are in all."""
    if not m.uses(SIZE):
        return m
    stated: dict[Graph, dict[int, Demand]] = {}
    sizes: dict[Graph, set[int]] = {}
    for condition, source in selected(m, _may_state_a_size):
        for graph, vertex, size in _size(m, condition):
            stated.setdefault(graph, {})[vertex] = (condition, source)
            sizes.setdefault(graph, set()).add(size)
    gone: set[Bool] = set()
    added: list[Constraint] = []
    said: dict[Bool, Constraint] = {}
    for graph, by_vertex in stated.items():
        there = [x for x in graph.vertices if x is not False]
        if len(sizes[graph]) > 1 or len(by_vertex) < len(there):
            continue
        (size,) = sizes[graph]
        said = said or dict(demands(m))
        total = said.get(m.sum_is([(1, x) for x in there], size))
        if total is not None:
            gone.update([condition for condition, _ in by_vertex.values()])
            sources = [*[source for _, source in by_vertex.values()], total]
            added.append(following(m.query(CONNECTED, graph), sources))
    return instead(m, gone, added) if gone else m


def _may_state_a_size(signature: Signature) -> bool:
    return (
        signature.kind is Or
        and not signature.negated
        and signature.two
        and Member in signature.parts
    )


def _size(m: Model, condition: Any) -> Iterator[tuple[Graph, int, int]]:
    """The graph, the vertex and the size, if a condition states the size of the piece of a vertex
    wherever there is such a piece."""
    for part, other in (condition.args, condition.args[::-1]):
        if type(part) is Member and type(part.arg) is Measure and part.arg.definition is SIZE:
            vertex, weights = part.arg.data
            absent = m.not_(part.arg.graph.vertices[vertex])
            if weights is None and other is absent and len(part.values) == 1:
                yield part.arg.graph, vertex, part.values[0]


def _counts(m: Model) -> Model:
    if not m.uses(FIRST):
        return m
    known: dict[Graph, dict[Bool, list[Bool]]] = {}
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for condition, source in selected(m, _may_count_pieces):
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


def _may_count_pieces(signature: Signature) -> bool:
    return signature.kind in SUMS and not signature.negated and signature.has(Query)


def _counted(condition: Bool) -> Graph | None:
    """The graph of which a sum counts pieces, by its first term that counts any."""
    if type(condition) is LinearEq or type(condition) is LinearLe:
        for _, x in condition.terms:
            if type(x) is Query:
                return x.graph if x.definition is FIRST else None
    return None


def _in_other_words(m: Model, graph: Graph) -> dict[Bool, list[Bool]]:
    """By condition on the number of pieces: equivalent conditions, all of which must hold."""
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


def _in_one(m: Model) -> Model:
    """The model with one condition in place of one for each two vertices of a graph, that they are
    in one piece if both are there."""
    if not m.uses(CONNECTED_PAIR):
        return m
    found: dict[Graph, set[tuple[int, int]]] = {}
    said: dict[Graph, list[tuple[Bool, Constraint]]] = {}
    for condition, source in selected(m, _may_be_of_pairs):
        pause()
        pairs = [_pair(m, clause) for clause in _clauses(m, condition)]
        graphs = {pair.graph for pair in pairs if pair is not None}
        if len(graphs) == 1 and None not in pairs:
            graph = graphs.pop()
            said.setdefault(graph, []).append((condition, source))
            found.setdefault(graph, set()).update([pair.data for pair in pairs if pair])
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for graph, pairs_of_graph in found.items():
        if _are_each_two(graph, pairs_of_graph):
            gone.update([condition for condition, _ in said[graph]])
            first, *others = dict.fromkeys([o for _, c in said[graph] for o in c.origins])
            added.append(Constraint(m.query(CONNECTED, graph), first, also=tuple(others)))
    return instead(m, gone, added) if gone else m


def _may_be_of_pairs(signature: Signature) -> bool:
    if signature.negated:
        return signature.kind is And and signature.denies(Query)
    return signature.kind is Query or (signature.kind is Or and signature.has(Query, And))


def _clauses(m: Model, condition: Bool) -> Iterator[list[Bool]]:
    """The clauses of a disjunction one part of which may be a conjunction of clauses, without those
    that say that vertices are there if they are."""
    parts = disjuncts(m, condition)
    if not _is_empty(m, parts):
        joined = [x for x in parts if type(x) is And]
        if len(joined) != 1:
            yield parts
            return
        for part in conjuncts(m, joined[0]):
            clause = [*(x for x in parts if x is not joined[0]), *disjuncts(m, part)]
            if not _is_empty(m, clause):
                yield clause


def _is_empty(m: Model, clause: Sequence[Bool]) -> bool:
    """Whether a clause says nothing: it demands some conditions if all of them hold."""
    return any(type(x) is And and all(m.not_(y) in clause for y in x.args) for x in clause)


def _pair(m: Model, clause: Sequence[Bool]) -> Query | None:
    """The query of a clause that says that two vertices are in one piece if both are there."""
    for x in clause:
        if type(x) is Query and x.definition is CONNECTED_PAIR:
            absent = {m.not_(x.graph.vertices[v]) for v in x.data} - {False}
            return x if {*clause} == absent | {x} else None
    return None


def _are_each_two(graph: Graph, pairs: Set[tuple[int, int]]) -> bool:
    """Whether these are each two vertices of a graph that may both be there, but for some that an
    edge always joins then."""
    there = [v for v, x in enumerate(graph.vertices) if x is not False]
    if len(there) * (len(there) - 1) > 2 * (len(pairs) + len(graph.edges)):
        return False
    joined = {
        (min(a, b), max(a, b))
        for a, b, edge in graph.edges
        if {*all_of(edge)} <= {True, graph.vertices[a], graph.vertices[b]}
    }
    return all(pair in pairs or pair in joined for pair in combinations(there, 2))
