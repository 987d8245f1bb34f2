""" "Each piece has a vertex of some kind" as the connectivity of one graph.

Add a hub that is joined to each vertex of the kind. Then every piece has such a vertex exactly if
all vertices are connected. As conditions on the pieces, this would take a connected-pair query for
any two vertices.

A piece is not a rectangle exactly if it has a vertex of the kind "a cell beside a corner that a
rectangle would not have" (see `rectangles`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..deadline import pause
from ..model.constraints import Constraint
from ..model.globals.box import BOX, Positions
from ..model.globals.connected import CONNECTED
from ..model.globals.connected_pair import CONNECTED_PAIR
from ..model.globals.size import SIZE
from ..model.masks import full_mask
from ..model.model import Model
from ..model.nodes import (
    And,
    Bool,
    Graph,
    LinearEq,
    Measure,
    Member,
    Not,
    Or,
    Query,
    all_of,
    any_of,
)
from ..records import record
from .demands import Demand, Signature, following, instead, selected
from .rectangles import Corners, all_among, boxed, by_neighbours

Parts = frozenset[Bool]  # conditions all of which hold


@record(eq=False)
class Kind:
    """The demand that each piece of a graph has a vertex of some kind. having: by vertex, the
    condition that it is of this kind, which may also hold of an absent vertex. demands: those of
    the model that say it together."""

    graph: Graph
    having: Sequence[Bool]
    demands: Sequence[Demand]


def joined_to_hubs(m: Model) -> Model:
    """The model with a graph that has a hub for each demand that all pieces have a vertex of a
    kind."""
    added: list[Constraint] = []
    gone: set[Bool] = set()
    for kind in (*_no_rectangle(m), *_of_a_kind(m), *_of_weight(m)):
        graph, hub = kind.graph, len(kind.graph.vertices)
        spokes = [(v, hub, has) for v, has in enumerate(kind.having) if has is not False]
        with_hub = m.graph([*graph.vertices, True], [*graph.edges, *spokes])
        gone.update(condition for condition, _ in kind.demands)
        added.append(following(m.query(CONNECTED, with_hub), [c for _, c in kind.demands]))
    return instead(m, gone, added) if added else m


# ---- no piece is a rectangle ---------------------------------------------------------------------


def _no_rectangle(m: Model) -> Iterator[Kind]:
    """The graphs of which no piece may be a rectangle."""
    if not m.uses(BOX):
        return
    found: dict[tuple[Graph, Positions], dict[int, Demand]] = {}
    for demand in selected(m, _may_deny_rectangle):
        parts = frozenset(any_of(demand[0]))
        for part in parts:
            piece = boxed(part.arg) if type(part) is Not else None
            if piece is not None:
                graph, v, where = piece
                if parts - {part} == _absence(m, graph, v):
                    found.setdefault((graph, where), {})[v] = demand
    for (graph, where), demands in found.items():
        if all_among(graph, demands) and by_neighbours(graph, where):
            corners = Corners(m, graph, where)
            having = [v in demands and m.not_(corners.part(v)) for v in range(len(graph.vertices))]
            yield Kind(graph, having, [*demands.values()])


def _may_deny_rectangle(signature: Signature) -> bool:
    if signature.kind is Or:
        return not signature.negated and signature.denies(LinearEq)
    return signature.kind is LinearEq and signature.negated


def _absence(m: Model, graph: Graph, v: int) -> set[Bool]:
    """The alternative to a demand on the piece of a vertex; none for one that is always there.
    Without it, the demand would say that the vertex is there, too."""
    return {m.not_(graph.vertices[v])} - {False}


# ---- each piece has a vertex with a property -----------------------------------------------------


def _of_a_kind(m: Model) -> Iterator[Kind]:
    """The graphs of which each piece must have a vertex with a property."""
    if not m.uses(CONNECTED_PAIR):
        return
    read = _Reader(m)
    found: dict[Graph, dict[int, list[_Listed]]] = {}
    for demand in selected(m, _may_list_vertices):
        pause()
        listed = read.listed(demand)
        if listed is not None:
            found.setdefault(listed.graph, {}).setdefault(listed.vertex, []).append(listed)
    for graph, by_vertex in found.items():
        lists = [some[0] for some in by_vertex.values() if len(some) == 1]
        every = {u: parts for one in lists for u, parts in one.having.items()}
        always = {u for u, parts in every.items() if not parts}
        if (
            len(lists) == len(by_vertex)
            and all_among(graph, by_vertex.keys() | always)
            and all(read.agrees(one, every) for one in lists)
        ):
            having = [u in every and m.and_(every[u]) for u in range(len(graph.vertices))]
            yield Kind(graph, having, [one.demand for one in lists])


def _may_list_vertices(signature: Signature) -> bool:
    return signature.kind is Or and not signature.negated and signature.has(And, Query)


def _all_of(condition: Bool) -> Parts:
    if condition is True:
        return frozenset()
    return frozenset(all_of(condition))


# ---- each piece has one of some given vertices ---------------------------------------------------


def _of_weight(m: Model) -> Iterator[Kind]:
    """The graphs of which each piece must have one of some vertices: those with a weight, of which
    the size of a piece is the sum."""
    if not m.uses(SIZE):
        return
    found: dict[tuple[Graph, tuple[int, ...]], dict[int, Demand]] = {}
    for demand in selected(m, _may_weigh):
        parts = any_of(demand[0])
        for x in parts:
            if type(x) is Member and _is_positive_size(x):
                graph, (v, weights) = x.arg.graph, x.arg.data  # type: ignore[union-attr]
                if {y for y in parts if y is not x} == _absence(m, graph, v):
                    found.setdefault((graph, weights), {})[v] = demand
                break
    for (graph, weights), demands in found.items():
        weighing = {v for v, weight in enumerate(weights) if weight}
        if all_among(graph, demands.keys() | weighing):
            yield Kind(graph, [weight > 0 for weight in weights], [*demands.values()])


def _may_weigh(signature: Signature) -> bool:
    return signature.kind is Member or (
        signature.kind is Or and not signature.negated and signature.has(Member)
    )


def _is_positive_size(x: Member) -> bool:
    """Whether a membership says that a sum of weights, none of them negative, is positive."""
    size = x.arg
    if type(size) is not Measure or size.definition is not SIZE or size.data[1] is None:
        return False
    weights = size.data[1]
    return min(weights) >= 0 and size.domain[0] == 0 and x.mask == full_mask(size.domain) - 1


@record(eq=False)
class _Listed:
    """A demand that the piece of a vertex has one of some vertices, if the vertex is present.
    having: by vertex, what must hold of it besides."""

    graph: Graph
    vertex: int
    having: dict[int, Parts]
    demand: Demand


class _Reader:
    """Reads demands that list the vertices that a piece may have."""

    def __init__(self, m: Model) -> None:
        self._m = m
        self._near: dict[Graph, list[list[int]]] = {}

    def listed(self, demand: Demand) -> _Listed | None:
        """What a demand says of a piece, if it is of this kind."""
        alternatives = frozenset(any_of(demand[0]))
        absent = {x for x in alternatives if type(x) is Not}
        lists = [_all_of(x) for x in alternatives if type(x) is not Not]
        queries = [[x for x in parts if type(x) is Query] for parts in lists]
        pairs = [x for some in queries for x in some]
        if not pairs:
            return None
        graph = pairs[0].graph
        if any(x.graph is not graph or x.definition is not CONNECTED_PAIR for x in pairs):
            return None
        there = graph.vertices
        own = {*pairs[0].data}.intersection(*[x.data for x in pairs])
        of = [v for v in own if absent == _absence(self._m, graph, v)]
        if len(of) != 1:
            return None
        having: dict[int, Parts] = {}
        for parts, some in zip(lists, queries, strict=True):
            u = self._other(graph, of[0], parts, some)
            if u is None or u in having:
                return None
            having[u] = parts - {*some} - _all_of(there[u]) - _all_of(there[of[0]])
        return _Listed(graph, of[0], having, demand)

    def _other(self, graph: Graph, v: int, parts: Parts, queries: Sequence[Query]) -> int | None:
        """The vertex in the piece of v of which an alternative says something; None if it may be
        one of several. Of neighbours it only says that they are present."""
        if queries:
            a, b = queries[0].data
            return (a if b == v else b) if len(queries) == 1 else None
        near = [u for u in self._around(graph)[v] if _all_of(graph.vertices[u]) <= parts]
        return None if len(near) > 1 else near[0] if near else v

    def _around(self, graph: Graph) -> list[list[int]]:
        """By vertex, its neighbours by edges that are always there."""
        found = self._near.get(graph)
        if found is None:
            found = self._near[graph] = [[] for _ in graph.vertices]
            for a, b, edge in graph.edges:
                if edge is True:
                    found[a].append(b)
                    found[b].append(a)
        return found

    def agrees(self, one: _Listed, every: dict[int, Parts]) -> bool:
        """Whether a demand lists all of some vertices that may be in its piece."""
        for u, parts in every.items():
            known = one.having.get(u)
            if known is None:
                pair = (min(u, one.vertex), max(u, one.vertex))
                if u == one.vertex or self._m.query(CONNECTED_PAIR, one.graph, pair) is not False:
                    return False
            elif known != parts:
                return False
        return True
