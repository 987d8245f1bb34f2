"""Rewrite conditions on the members of pieces as counts.

That a piece has at most one of some vertices (a condition on each two of them), or at least one, or
that a number of them is connected with one of its vertices, is a condition on a weighted size of
the piece. If this is required of all pieces, for the same vertices, one number for each piece
replaces the conditions for each vertex. Connections that other rules use are kept, and those that
half turns about few centres are decomposed into."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from ..deadline import pause
from ..model.constraints import Constraint
from ..model.globals.connected_pair import CONNECTED_PAIR
from ..model.globals.half_turn import HALF_TURN, about_few_centres
from ..model.globals.size import SIZE
from ..model.model import Model
from ..model.nodes import (
    BOOL_NODES,
    And,
    Bool,
    BoolVar,
    Graph,
    Iff,
    IntOperand,
    LinearEq,
    LinearLe,
    Measure,
    Member,
    Node,
    Not,
    Or,
    Query,
    any_of,
    bottom_up,
    children,
)
from ..model.pieces import neighbours
from ..records import record
from .counting import Weighted, own_weights
from .demands import Demand, Signature, conjuncts, demands, following, instead, selected
from .rectangles import tight_edges, wall_in

Pair = tuple[int, int]
Some = frozenset[int]
_QUERIES: Final = frozenset((Query,))


def counted_members(m: Model) -> Model:
    """The model with weighted sizes for demands on the members of all pieces."""
    if not m.uses(CONNECTED_PAIR):
        return m
    # Apart from those on all pieces: demands that two vertices are not connected, of which there
    # may be thousands, and those that are never of such a kind.
    every, pairs, others = (
        selected(m, _may_be_common),
        selected(m, _is_apart),
        selected(m, _is_other),
    )
    gone: set[Bool] = set()
    added: list[Constraint] = []
    own = own_weights(m)
    for graph in _graphs(every):
        on_members = _OnMembers(m, graph)
        on_members.read_weights(own)
        for demand in every:
            pause()
            on_members.read_clauses(demand)
        found = [
            some for some, by in on_members.common() if not on_members.is_shared(some, by, others)
        ]
        for demand in pairs if found else ():
            on_members.read_clauses(demand)
        for some in found:
            pause()
            by_vertex = [(v, on_members.said(v, some)) for v in range(len(graph.vertices))]
            sources = {id(those): those for _, said in by_vertex for _, those in said}
            mine = on_members.wholly({part for those in sources.values() for part, _ in those})
            if _shared(demands(m), mine):
                continue
            gone |= mine
            for v, said in by_vertex:
                for condition, demanding in said:
                    guarded = m.implies(graph.vertices[v], condition)
                    added.append(following(guarded, [c for _, c in demanding]))
    return instead(m, gone, added) if added else m


def _is_apart(signature: Signature) -> bool:
    """Whether conditions of a signature say no more than that two vertices are not connected."""
    return signature.kind is Query and signature.negated


def _is_other(signature: Signature) -> bool:
    """Whether conditions of a signature are "one if another" or "one if and only if another": these
    are not on the members of a piece, but may use the same connections."""
    if signature.kind is Or:
        return not signature.negated and signature.parts == signature.denied == _QUERIES
    return signature.kind is Iff and not signature.negated


def _may_be_common(signature: Signature) -> bool:
    return not _is_apart(signature) and not _is_other(signature)


def _graphs(every: Sequence[Demand]) -> list[Graph]:
    """The graphs with demands on connections of all their vertices, other than that walls separate
    pieces; none of which half turns about few centres are demanded.

    A vertex that no query is about is joined to those in a common demand by edges alone, so it is
    their neighbour: a graph with more such vertices than two vertices have neighbours is left out.
    """
    found: dict[Graph, None] = {}
    named: dict[Graph, set[int]] = {}
    weighed: set[tuple[int, int]] = set()  # graphs and weights whose vertices are named
    turned: set[Graph] = set()
    for part, _ in every:
        for x in _literals(part):
            node: Node | bool = x.arg if type(x) is Not else x
            if type(node) is BoolVar:  # the common case first
                continue
            terms: list[Any] = [node]
            if type(node) is LinearEq or type(node) is LinearLe:
                terms = [y for _, y in node.terms]
            for y in terms:
                queried = _queried(y, weighed)
                if queried is not None:
                    named.setdefault(queried[0], set()).update(queried[1])
            last = terms[-1]
            if type(last) is not Query:
                continue
            if last.definition is HALF_TURN and about_few_centres(last.data):
                turned.add(last.graph)
            elif (
                last.definition is CONNECTED_PAIR
                and last.graph not in found
                and wall_in(part) is None
            ):
                found[last.graph] = None
    return [g for g in found if g not in turned and _may_share(g, named[g])]


def _queried(x: Any, weighed: set[tuple[int, int]]) -> tuple[Graph, Iterable[int]] | None:
    """The vertices that a literal or a term is about, of which graph; those of weights only the
    first time."""
    x = x.arg if type(x) is Not else x
    if type(x) is Query and x.definition is CONNECTED_PAIR:
        return x.graph, x.data
    if type(x) is Member and type(x.arg) is Measure and x.arg.definition is SIZE:
        v, weights = x.arg.data
        key = id(x.arg.graph), id(weights)
        if weights is None or key in weighed:
            return x.arg.graph, (v,)
        weighed.add(key)
        return x.arg.graph, (v, *(u for u, weight in enumerate(weights) if weight))
    return None


def _may_share(graph: Graph, named: set[int]) -> bool:
    """Whether a demand may be common to all vertices, if queries name only some."""
    rest = sum(there is not False for there in graph.vertices) - len(named)
    return rest <= 2 * max(map(len, neighbours(graph)), default=0)


def _literals(part: Bool) -> list[Bool]:
    """The alternatives of a demand, and what all must hold in one of them."""
    found: list[Bool] = []
    for x in any_of(part):
        found.append(x)
        if type(x) is And:
            found += x.args
        elif type(x) is Not and type(x.arg) is Or:
            found += x.arg.args
    return found


def _shared(every: Sequence[Demand], mine: set[Bool]) -> bool:
    """Whether other demands use the connections of some demands: then these exist anyway, and
    counting them propagates more."""
    own = set(_pairs_below(mine))
    return any(pair in own for pair in _pairs_below(part for part, _ in every if part not in mine))


def _pairs_below(conditions: Iterable[Bool]) -> Iterator[Node]:
    seen: set[Any] = set()
    for node in bottom_up(conditions, seen):
        seen.add(node)
        if type(node) is Query and node.definition is CONNECTED_PAIR:
            yield node


@record
class _Sum:
    """Σ coefficient · (a vertex is connected with one of some) is exactly, or at most, a bound."""

    some: Some
    coefficient: int
    bound: int
    exact: bool
    demand: Demand


class _OnMembers:
    """The demands on the members of the pieces of a graph, by a vertex of the piece."""

    def __init__(self, m: Model, graph: Graph) -> None:
        self.m, self.graph, there = m, graph, graph.vertices
        self.ends: dict[Bool, Pair] = {}
        for ends, edge in tight_edges(m, graph).items():
            self.ends[m.and_((*(there[v] for v in ends), edge))] = ends
        self.joined = {ends: condition for condition, ends in self.ends.items()}
        self.apart = {m.not_(condition): ends for condition, ends in self.ends.items()}
        self.absent = {m.not_(condition): v for v, condition in enumerate(there)}
        self.sums: dict[int, list[_Sum]] = {}
        self.any_of: dict[int, list[tuple[Some, Demand]]] = {}
        self.not_both: dict[int, dict[Some, list[Demand]]] = {}
        # By demand, the clauses that together say the same.
        self.clauses: dict[Bool, list[Bool]] = {}
        # The pairs that sums of their own count for few vertices.
        self.counted: set[Pair] = set()
        # The pairs of some vertices, and the demands that no two of them are connected.
        self._pairs: dict[Some, list[Some]] = {}
        self._none_joined: dict[Some, list[Demand]] = {}

    # ---- reading them

    def read_clauses(self, demand: Demand) -> None:
        """Record a demand, or each clause of one on all of several conditions under guards."""
        part, source = demand
        clauses = self.clauses[part] = self._clauses(part)
        for clause in clauses:
            self.read((clause, source))

    def read_weights(self, own: Mapping[Weighted, set[int]]) -> None:
        """Record the connections that weights of few vertices will count."""
        for (graph, weights), vertices in own.items():
            if graph is self.graph:
                some = [v for v, weight in enumerate(weights) if weight]
                self.counted.update((min(u, v), max(u, v)) for u in vertices for v in some)

    def _clauses(self, part: Bool) -> list[Bool]:
        parts = any_of(part)
        found: tuple[Bool, Sequence[Bool]] | None = None
        for x in parts:
            several = self._conjuncts(x)
            if several:
                if found is not None:  # no clause with a conjunction is about members
                    return [part]
                found = x, several
        if found is None:
            return [part]
        others = [y for y in parts if y is not found[0]]
        return [self.m.or_((*others, y)) for y in found[1]]

    def _conjuncts(self, x: Bool) -> Sequence[Bool]:
        """What a condition says of single vertices, if it says several things: "both", "none of
        them", "the piece has none of them"."""
        m = self.m
        if type(x) is Member and type(x.arg) is Measure and _is_zero(x):
            size = x.arg
            if size.definition is not SIZE or size.graph is not self.graph:
                return ()
            v, weights = size.data
            some = [u for u, weight in enumerate(weights or ()) if weight]
            if v in some:
                return [m.not_(self.graph.vertices[v])]
            return [m.not_(self._together(v, u)) for u in some]
        if self._joined(x) is not None or self._apart(x) is not None:
            return ()
        return conjuncts(m, x)

    def _together(self, a: int, b: int) -> Bool:
        ends = (min(a, b), max(a, b))
        joined = self.joined.get(ends)
        return self.m.query(CONNECTED_PAIR, self.graph, ends) if joined is None else joined

    def wholly(self, clauses: set[Bool]) -> set[Bool]:
        """The demands all of whose clauses are among these."""
        return {part for part, mine in self.clauses.items() if clauses.issuperset(mine)}

    def read(self, demand: Demand) -> None:
        """Record a demand if it is about the members of a piece."""
        part, _ = demand
        joined: list[Pair] = []
        apart: list[Pair] = []
        absent: set[int] = set()
        others: list[Node] = []
        for x in any_of(part):
            if x in self.absent:
                absent.add(self.absent[x])
            elif (pair := self._joined(x)) is not None:
                joined.append(pair)
            elif (pair := self._apart(x)) is not None:
                apart.append(pair)
            elif not isinstance(x, bool):
                others.append(x)
            if others and (joined or apart or len(others) > 1):
                return
        if len(others) == 1 and not joined and not apart:
            self._sum(others[0], absent, demand)
        elif not others and joined and not apart:
            v = _common(joined, absent)
            if v is not None and self._may_be_absent(v, absent):
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

    def _may_be_absent(self, v: int, absent: set[int]) -> bool:
        """Whether a demand leaves open whether a vertex is there: its absence alone meets the
        demand, or it is always there. absent: the vertices whose absence meets it."""
        return v in absent or self.graph.vertices[v] is True

    def _joined(self, x: Bool) -> Pair | None:
        if type(x) is Query:
            mine = x.definition is CONNECTED_PAIR and x.graph is self.graph
            return x.data if mine else None
        found = self.ends.get(x)
        if found is None and type(x) is And:  # they are in one piece, so they are there
            query: Query | None = None
            for y in x.args:
                if type(y) is Query:
                    if query is not None:
                        return None
                    query = y
            found = None if query is None else self._joined(query)
            there = {query, *(self.graph.vertices[v] for v in found or ())}
            return found if there.issuperset(x.args) else None
        return found

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
            if not isinstance(y, BOOL_NODES):
                return
            pair = self._joined(y)
            if pair is None:  # c · (they are apart) = c - c · (they are connected)
                pair = self._joined(self.m.not_(y))
                bound, c = bound - c, -c
            if pair is None:
                return
            found.append(pair)
            coefficients.add(c)
        v, exact = _common(found, absent), type(x) is LinearEq
        if v is None or len(coefficients) > 1 or len({*found}) < len(found):
            return
        fails_for_none = bound != 0 if exact else bound < 0
        if not fails_for_none or self._may_be_absent(v, absent):
            some = frozenset(a if b == v else b for a, b in found)
            said = _Sum(some, coefficients.pop(), bound, exact, demand)
            self.sums.setdefault(v, []).append(said)

    # ---- the sums

    def common(self) -> Iterator[tuple[Some, set[int]]]:
        """The sets of vertices with the same demands on all pieces, and by which vertices."""
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
                yield some, vertices

    def is_shared(self, some: Some, by: set[int], others: Iterable[Demand]) -> bool:
        """Whether a sum over other vertices, or one of some demands, uses connections of a set of
        vertices: then counting is not worth it. `_shared` looks at all demands."""
        if any(pair not in self.joined and _joins(pair, some, by) for pair in self.counted):
            return True
        for v, sums in self.sums.items():
            for one in sums:
                if one.some != some - {v}:
                    ends = [(min(u, v), max(u, v)) for u in one.some]
                    if any(pair not in self.joined and _joins(pair, some, by) for pair in ends):
                        return True
        for part, _ in others:
            for x in () if isinstance(part, bool) else children(part):
                query = x.arg if type(x) is Not else x
                if type(query) is Query:
                    pair = self._joined(query)
                    if pair is not None and _joins(pair, some, by):
                        return True
        return False

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
            wanted = self._pairs_of(some)
        if all(both in pairs for both in wanted):
            return [demand for both, those in pairs.items() if both <= some for demand in those]
        # No two of them are connected: then no piece holds two.
        if v in some:
            return self._apart_by(wanted)
        if some not in self._none_joined:
            self._none_joined[some] = self._apart_by(wanted)
        return self._none_joined[some]

    def _pairs_of(self, some: Some) -> list[Some]:
        if some not in self._pairs:
            self._pairs[some] = [frozenset(both) for both in combinations(sorted(some), 2)]
        return self._pairs[some]

    def _apart_by(self, wanted: Iterable[Some]) -> list[Demand]:
        """The demands that the vertices of some pairs are not connected; empty if one is open."""
        apart = [self.not_both.get(min(ab), {}).get(ab, []) for ab in wanted]
        return [demand for those in apart for demand in those] if all(apart) else []


def _is_zero(x: Member) -> bool:
    """Whether a number must be 0."""
    return not x.mask & (x.mask - 1) and x.values == (0,)


def _joins(pair: Pair, some: Some, by: set[int]) -> bool:
    """Whether a pair is of one of some vertices and one of others."""
    a, b = pair
    return (a in some and b in by) or (b in some and a in by)


def _common(pairs: list[Pair], absent: set[int]) -> int | None:
    """The vertex that all pairs share; of two such, the one that may be absent."""
    shared = set.intersection(*map(set, pairs))
    shared = shared & absent or shared
    return min(shared) if len(shared) == 1 and absent <= shared else None
