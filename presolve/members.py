"""Rewrite conditions on the members of pieces as counts.

That a piece has at most one of some vertices (a condition on each two of them), or at least one, or
that a number of them is connected with one of its vertices, is a condition on a weighted size of
the piece. If this is required of all pieces, for the same vertices, one number for each piece
replaces the conditions for each vertex. Connections that other rules use are kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from ..model.globals.connected_pair import CONNECTED_PAIR
from ..model.globals.size import SIZE
from ..model.model import Constraint, Model
from ..model.nodes import (
    Bool,
    Graph,
    IntOperand,
    LinearEq,
    LinearLe,
    Node,
    Not,
    Or,
    Query,
    bottom_up,
)
from ..records import record
from .demands import Demand, demands, following, instead
from .rectangles import tight_edges, wall_in

Pair = tuple[int, int]
Some = frozenset[int]


def counted_members(m: Model) -> Model:
    """The model with weighted sizes for demands on the members of all pieces."""
    if not m.asks(CONNECTED_PAIR):
        return m
    every = demands(m)
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for graph in _graphs(every):
        asked = _Asked(m, graph)
        for demand in every:
            asked.read(demand)
        for some in asked.common():
            by_vertex = [(v, asked.said(v, some)) for v in range(len(graph.vertices))]
            mine = {part for _, said in by_vertex for _, sources in said for part, _ in sources}
            if _shared(every, mine):
                continue
            for v, said in by_vertex:
                gone.update(part for _, sources in said for part, _ in sources)
                for condition, sources in said:
                    guarded = m.implies(graph.vertices[v], condition)
                    added.append(following(guarded, [c for _, c in sources]))
    return instead(m, gone, added) if added else m


def _graphs(every: Sequence[Demand]) -> list[Graph]:
    """The graphs with demands on connections, other than that walls separate pieces."""
    found: dict[Graph, None] = {}
    for part, _ in every:
        for x in part.args if type(part) is Or else (part,):
            node: Node | bool = x.arg if type(x) is Not else x
            if type(node) is LinearEq or type(node) is LinearLe:
                node = node.terms[-1][1]
            if (
                type(node) is Query
                and node.definition is CONNECTED_PAIR
                and node.graph not in found
                and wall_in(part) is None
            ):
                found[node.graph] = None
    return list(found)


def _shared(every: Sequence[Demand], mine: set[Bool]) -> bool:
    """Whether other demands use the connections of some demands: then these exist anyway, and
    counting them propagates more."""
    others = _pairs_below(part for part, _ in every if part not in mine)
    return not _pairs_below(mine).isdisjoint(others)


def _pairs_below(conditions: Iterable[Bool]) -> set[Node]:
    found: set[Node] = set()
    seen: set[Any] = set()
    for node in bottom_up(conditions, seen):
        seen.add(node)
        if type(node) is Query and node.definition is CONNECTED_PAIR:
            found.add(node)
    return found


@record
class _Sum:
    """Σ coefficient · (a vertex is connected with one of some) is exactly, or at most, a bound."""

    some: Some
    coefficient: int
    bound: int
    exact: bool
    demand: Demand


class _Asked:
    """The demands on the members of the pieces of a graph, by a vertex of the piece."""

    def __init__(self, m: Model, graph: Graph) -> None:
        self.m, self.graph, there = m, graph, graph.vertices
        self.ends: dict[Bool, Pair] = {}
        for ends, edge in tight_edges(m, graph).items():
            self.ends[m.and_((*(there[v] for v in ends), edge))] = ends
        self.apart = {m.not_(condition): ends for condition, ends in self.ends.items()}
        self.absent = {m.not_(condition): v for v, condition in enumerate(there)}
        self.sums: dict[int, list[_Sum]] = {}
        self.any_of: dict[int, list[tuple[Some, Demand]]] = {}
        self.not_both: dict[int, dict[Some, list[Demand]]] = {}

    # ---- reading them

    def read(self, demand: Demand) -> None:
        """Record a demand if it is about the members of a piece."""
        part, _ = demand
        joined: list[Pair] = []
        apart: list[Pair] = []
        absent: set[int] = set()
        others: list[Node] = []
        for x in part.args if type(part) is Or else (part,):
            if x in self.absent:
                absent.add(self.absent[x])
            elif (pair := self._joined(x)) is not None:
                joined.append(pair)
            elif (pair := self._apart(x)) is not None:
                apart.append(pair)
            elif not isinstance(x, bool):
                others.append(x)
        if len(others) == 1 and not joined and not apart:
            self._sum(others[0], absent, demand)
        elif not others and joined and not apart:
            v = _common(joined, absent)
            if v is not None:
                some = frozenset(a if b == v else b for a, b in joined)
                self.any_of.setdefault(v, []).append((some, demand))
        elif not others and not joined and len(apart) == 1 and absent <= set(apart[0]):
            for v in apart[0]:
                self.not_both.setdefault(v, {}).setdefault(frozenset(apart[0]), []).append(demand)
        elif not others and not joined and len(apart) == 2:
            v = _common(apart, absent)
            if v is not None:
                both = frozenset(a if b == v else b for a, b in apart)
                self.not_both.setdefault(v, {}).setdefault(both, []).append(demand)

    def _joined(self, x: Bool) -> Pair | None:
        if type(x) is Query:
            mine = x.definition is CONNECTED_PAIR and x.graph is self.graph
            return x.data if mine else None
        return self.ends.get(x)

    def _apart(self, x: Bool) -> Pair | None:
        if type(x) is Not and type(x.arg) is Query:
            return self._joined(x.arg)
        return self.apart.get(x)

    def _sum(self, x: Node, absent: set[int], demand: Demand) -> None:
        if type(x) is not LinearEq and type(x) is not LinearLe:
            return
        found: list[Pair] = []
        coefficients: set[int] = set()
        bound = x.bound
        for c, y in x.terms:
            pair = self._joined(y)  # type: ignore[arg-type]
            if pair is None:  # c · (they are apart) = c - c · (they are connected)
                pair = self._joined(self.m.not_(y))  # type: ignore[arg-type]
                bound, c = bound - c, -c
            if pair is None:
                return
            found.append(pair)
            coefficients.add(c)
        v = _common(found, absent)
        if v is not None and len(coefficients) == 1:
            some = frozenset(a if b == v else b for a, b in found)
            said = _Sum(some, coefficients.pop(), bound, type(x) is LinearEq, demand)
            self.sums.setdefault(v, []).append(said)

    # ---- the sums

    def common(self) -> Iterator[Some]:
        """The sets of vertices with the same demands on all pieces."""
        by_set: dict[Some, set[int]] = {}
        for v, sums in self.sums.items():
            for one in sums:
                by_set.setdefault(one.some, set()).add(v)
        for v, anys in self.any_of.items():
            for some, _ in anys:
                by_set.setdefault(some, set()).add(v)
        for v, pairs in self.not_both.items():
            of_two = [both for both in pairs if v not in both]
            if of_two:
                by_set.setdefault(frozenset().union(*of_two), set()).add(v)
        outside = {v for v, there in enumerate(self.graph.vertices) if there is not False}
        for some, vertices in by_set.items():
            if len(some) > 1 and outside - some <= vertices:
                yield some

    def said(self, v: int, some: Some) -> list[tuple[Bool, list[Demand]]]:
        """The demands on the number of some vertices in the piece of v, if v is present."""
        m = self.m
        weights = tuple([int(u in some) for u in range(len(self.graph.vertices))])
        size: IntOperand = m.measure(SIZE, self.graph, (v, weights))
        found: list[tuple[Bool, list[Demand]]] = []
        for one in self.sums.get(v, ()):
            if one.some == some - {v}:
                total = m.linear([(one.coefficient, size)], -one.coefficient * (v in some))
                compared = m.eq(total, one.bound) if one.exact else m.le(total, one.bound)
                found.append((compared, [one.demand]))
        found += [(m.le(1, size), [demand]) for s, demand in self.any_of.get(v, ()) if s == some]
        apart = self._not_both(v, some)
        if apart:
            found.append((m.le(size, 1), apart))
        if len(found) < 2:
            return found
        every = m.and_(condition for condition, _ in found)
        return [(every, [demand for _, sources in found for demand in sources])]

    def _not_both(self, v: int, some: Some) -> list[Demand]:
        """The demands that together exclude two of some vertices from the piece of v; empty if they
        do not."""
        pairs = self.not_both.get(v, {})
        if v in some:
            wanted = [frozenset((v, u)) for u in sorted(some - {v})]
        else:
            wanted = [frozenset(both) for both in combinations(sorted(some), 2)]
        if all(both in pairs for both in wanted):
            return [demand for both, those in pairs.items() if both <= some for demand in those]
        # No two of them are connected: then no piece holds two.
        apart = [self.not_both.get(min(ab), {}).get(ab, []) for ab in wanted]
        return [demand for those in apart for demand in those] if all(apart) else []


def _common(pairs: list[Pair], absent: set[int]) -> int | None:
    """The vertex that all pairs share; of two such, the one that may be absent."""
    shared = set.intersection(*map(set, pairs))
    shared = shared & absent or shared
    return min(shared) if len(shared) == 1 and absent <= shared else None
