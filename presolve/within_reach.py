"""Separate vertices from others that a count keeps out of reach.

A piece contains all vertices on a path between two of its own. So if a rule counts how many of some
vertices are connected with a vertex, each path from it to another vertex of its piece has at most
as many of them as the count allows; vertices that only longer paths reach are in other pieces, and
no path leads through them. Every two counts at one vertex are also added up. A search would learn
the same for each vertex separately."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import combinations
from typing import Any, Final, TypeAlias

from ..deadline import pause
from ..model.constraints import Constraint
from ..model.globals.connected_pair import CONNECTED_PAIR
from ..model.linear import ends
from ..model.model import Model
from ..model.nodes import Bool, BoolVar, Graph, LinearEq, Query
from ..model.pieces import neighbours
from ..model.points import SUMS
from .demands import Signature, following, selected
from .rectangles import tight_edges

# The most counts of one vertex of which every two are added up.
TOGETHER: Final = 8
# A node LinearEq or LinearLe, and its constraint.
Sum: TypeAlias = "tuple[Any, Constraint]"


class Count:
    """An upper bound that a demand sets for the piece of a vertex.

    most: the largest total weight of the vertices in the piece. weights: of the vertices that are
    counted. source: the demand's constraint."""

    __slots__ = ("most", "source", "weights")

    def __init__(self, most: int, weights: dict[int, int], source: Constraint) -> None:
        self.most, self.weights, self.source = most, weights, source


def kept_near(m: Model) -> Model:
    """The model with constraints that vertices out of each other's reach are in different
    pieces."""
    if not m.uses(CONNECTED_PAIR):
        return m
    by_graph: dict[Graph, list[Sum]] = {}
    for node, source in selected(m, _may_count):
        pause()
        for graph in dict.fromkeys([query.graph for query in _pair_queries(node)]):
            by_graph.setdefault(graph, []).append((node, source))
    if not by_graph:
        return m
    known = dict(selected(m, _is_fact))
    added: list[Constraint] = []
    for graph, mine in by_graph.items():
        added += _Reached(m, graph, known).conclusions(mine)
    return m.with_constraints([*m.constraints, *added]) if added else m


def _may_count(signature: Signature) -> bool:
    return signature.kind in SUMS and not signature.negated and signature.has(Query)


def _is_fact(signature: Signature) -> bool:
    return signature.kind is BoolVar or signature.kind is Query


def _pair_queries(node: Any) -> list[Query]:
    """The connected-pair queries among the terms of a sum."""
    return [x for _, x in node.terms if type(x) is Query and x.definition is CONNECTED_PAIR]


class _Reached:
    """What is within reach of the vertices of a graph.

    known: the facts that the model demands. tight: the edges that are present wherever their ends
    are in one piece. steps: the edges at each vertex, and the vertices at their other ends."""

    __slots__ = ("graph", "known", "m", "steps", "tight")

    def __init__(self, m: Model, graph: Graph, known: dict[Bool, Constraint]) -> None:
        self.m, self.graph, self.known = m, graph, known
        self.tight = tight_edges(m, graph)
        self.steps = [
            [
                (e, b)
                for e, b in ways
                if graph.edges[e][2] is not False and graph.vertices[b] is not False
            ]
            for ways in neighbours(graph)
        ]

    def conclusions(self, counts: Sequence[Sum]) -> Iterator[Constraint]:
        """Constraints that vertices are in other pieces than those with counts."""
        often: Counter[int] = Counter()
        for node, _ in counts:
            for query in self._own_queries(node):
                often.update(query.data)
        queried: dict[int, set[int]] = {}
        found: dict[int, list[Count]] = {}
        for node, source in counts:
            queries = self._own_queries(node)
            hub = _hub(queries, often)
            for query in queries:
                a, b = query.data
                queried.setdefault(a, set()).add(b)
                queried.setdefault(b, set()).add(a)
            if hub is not None:
                found.setdefault(hub, []).extend(self._read(node, source, hub))
        for hub, mine in found.items():
            pause()
            yield from self._apart(hub, mine, queried[hub])

    def _own_queries(self, node: Any) -> list[Query]:
        return [query for query in _pair_queries(node) if query.graph is self.graph]

    def _read(self, node: Any, source: Constraint, hub: int) -> Iterator[Count]:
        """The upper bounds that a sum sets for the piece of a vertex."""
        walls = self._walls(hub)
        for sign in (1, -1) if type(node) is LinearEq else (1,):
            weights: dict[int, int] = {}
            most = sign * node.bound
            for coefficient, x in node.terms:
                k = sign * coefficient
                if type(x) is Query and x.definition is CONNECTED_PAIR and hub in x.data:
                    if x.graph is self.graph and k > 0:
                        weights[sum(x.data) - hub] = k
                elif k < 0 and x in walls:
                    weights[walls[x]] = -k
                most -= min(k * d for d in ends(x))
            if weights and sum(weights.values()) > most:
                yield Count(most, weights, source)

    def _walls(self, hub: int) -> dict[Bool, int]:
        """The neighbours of a vertex, by the conditions that they are in other pieces."""
        tight = self.tight
        ends = ((min(hub, b), max(hub, b)) for _, b in self.steps[hub])
        return {self.m.not_(tight[a, b]): a + b - hub for a, b in ends if (a, b) in tight}

    def _apart(self, hub: int, counts: list[Count], queried: set[int]) -> Iterator[Constraint]:
        """Constraints that vertices are not in the piece of `hub`. queried: the vertices of which
        the model queries this."""
        sources = {id(count.source): count.source for count in counts}
        closed: set[int] = set()
        apart = [*self._walls(hub).items(), *((self._differ(hub, v), v) for v in queried)]
        for condition, v in apart:
            source = self.known.get(condition)
            if source is not None:
                closed.add(v)
                sources[id(source)] = source
        before = closed.copy()
        together = [*counts]
        if len(counts) <= TOGETHER:
            together += [_sum(a, b) for a, b in combinations(counts, 2)]
        size = -1
        while size != len(closed):
            size = len(closed)
            for count in together:
                reached = self._within(hub, count, closed)
                closed = {v for v in range(len(self.steps)) if v not in reached}
        for v in sorted(closed & (queried | {b for _, b in self.steps[hub]}) - before):
            condition = self._differ(hub, v)
            if condition is not True:
                yield following(condition, sources.values())

    def _differ(self, v: int, w: int) -> Bool:
        m = self.m
        return m.not_(m.query(CONNECTED_PAIR, self.graph, (min(v, w), max(v, w))))

    def _within(self, hub: int, count: Count, closed: set[int]) -> set[int]:
        """The vertices with a path from the hub whose weights add up to no more than the count
        allows (Dijkstra 1959)."""
        reached: set[int] = set()
        heap = [(0, hub)]
        while heap:
            total, v = heappop(heap)
            if v in reached:
                continue
            reached.add(v)
            for _, w in self.steps[v]:
                if w not in reached and w not in closed:
                    more = total + count.weights.get(w, 0)
                    if more <= count.most:
                        heappush(heap, (more, w))
        return reached


def _sum(a: Count, b: Count) -> Count:
    weights = a.weights.copy()
    for v, weight in b.weights.items():
        weights[v] = weights.get(v, 0) + weight
    return Count(a.most + b.most, weights, a.source)


def _hub(queries: Sequence[Query], often: Counter[int]) -> int | None:
    """The only vertex that all these queries share; None if there is none, or if half of the other
    vertices have more queries."""
    common = {*queries[0].data}
    for query in queries:
        common &= {*query.data}
    if len(common) != 1:
        return None
    (hub,) = common
    more = sum(often[sum(query.data) - hub] > often[hub] for query in queries)
    return hub if 2 * more < len(queries) else None
