"""Sums that must be as small as they can be.

The number of different values is at most the number of members that have one; the number of
vertices of a piece with some property is at most its size. If a sum compares such numbers, groups
of its terms have a minimum that does not follow from the bounds of single terms. If the sum may not
exceed the total of these minima ("as many values as members", "as many with the property as there
are"), each group has its minimum: no two members have the same value, all of a piece have the
property."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ..deadline import pause
from ..model.constraints import Constraint
from ..model.globals.connected_pair import CONNECTED_PAIR
from ..model.globals.size import SIZE
from ..model.linear import ends
from ..model.model import Model
from ..model.nodes import (
    BOOL_KINDS,
    And,
    Bool,
    Graph,
    LinearEq,
    LinearLe,
    Measure,
    Not,
    Or,
    Query,
    all_of,
    any_of,
)
from ..model.pieces import known
from ..model.points import SUMS
from ..model.store import BETWEEN
from .demands import Signature, conjuncts, disjuncts, instead, selected
from .rectangles import tight_edges

FEWEST: Final = 2  # members of a piece among the terms of a sum with its size


def at_their_least(m: Model) -> Model:
    """The model with a condition on each group of terms for sums that must have their least value,
    perhaps under guards."""
    said = selected(m, _may_be_least)
    if not said:
        return m
    graphs = _Graphs(m)
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for k, (condition, source) in enumerate(said):
        if not k & BETWEEN:
            pause()
        parts = any_of(condition)
        sums = [x for x in parts if type(x) is LinearEq or type(x) is LinearLe]
        if condition in gone or len(sums) != 1:
            continue
        found = _at_least_value(m, graphs, sums[0])
        if found is not None:
            guards: list[Bool] = [x for x in parts if x is not sums[0]]
            gone.add(condition)
            clauses = [m.or_([*guards, *disjuncts(m, x)]) for x in found]
            added += [source.of(x) for x in clauses if x is not True]
    return instead(m, gone, added) if gone else m


def _may_be_least(signature: Signature) -> bool:
    if signature.negated:
        return False
    return (
        signature.has(*SUMS)
        if signature.kind is Or
        else signature.kind in SUMS and signature.has(And, Or)
    )


class _Graphs:
    """The conditions that two vertices are in one piece, as rules word them."""

    def __init__(self, m: Model) -> None:
        self._m = m
        self._tight: dict[Graph, dict[int, dict[int, Bool]]] = {}

    def without_query(self, graph: Graph, v: int) -> dict[int, Bool]:
        """Of the vertices for which it needs no query, whether they are in the piece of one: of
        itself, and of those that an edge joins to it whenever they are in one piece."""
        m, there = self._m, graph.vertices
        if graph not in self._tight:
            tight = self._tight[graph] = {}
            for (a, b), edge in tight_edges(m, graph).items():
                tight.setdefault(a, {})[b] = edge
                tight.setdefault(b, {})[a] = edge
        found = {v: there[v]}
        for u, edge in sorted(self._tight[graph].get(v, {}).items()):
            found[u] = m.and_((there[v], there[u], edge))
        return found


def _at_least_value(m: Model, graphs: _Graphs, total: Any) -> list[Bool] | None:
    """What holds if a sum has its least value; None unless it must, for a reason that its bounds do
    not tell."""
    signs = (1, -1) if type(total) is LinearEq else (1,)
    if not any(type(x) is And or type(x) is Or for _, x in total.terms):
        return None
    for sign in signs:
        found = _Least(m, graphs, [(sign * c, x) for c, x in total.terms])
        if found.groups and found.least >= sign * total.bound:
            return found.conditions if found.least == sign * total.bound else [False]
    return None


class _Least:
    """The least value of a sum. groups: how many groups of its terms were found. conditions: that
    hold exactly if the sum has this value; made on demand."""

    def __init__(self, m: Model, graphs: _Graphs, terms: Sequence[tuple[int, Any]]) -> None:
        self._m, self._graphs = m, graphs
        self._left: dict[Any, int] = {x: c for c, x in terms}
        self.groups = self.least = 0
        self._conditions: list[Bool] = []
        # Of each size of a piece: graph and vertex, what it counts each member for, and the
        # conditions of members.
        self._sizes: list[tuple[Graph, int, dict[int, int], dict[int, Any]]] = []
        for c, x in terms:
            if c > 0 and type(x) is Measure and x.definition is SIZE:
                self._size(c, x)
        ordered = sorted(self._left, key=lambda x: x.id)
        for x in ordered:
            if type(x) is Or and self._left.get(x, 0) < 0:
                self._any(x)
        # By a condition, what it implies once all has its least value.
        self._implied: dict[Any, frozenset[Any]] = {}
        for x in ordered:
            if type(x) is And and self._left.get(x, 0) < 0:
                self._all(x)
        for x, c in self._left.items():
            least = ends(x)[0 if c > 0 else 1]
            self.least += c * least
            self._conditions.append(m.eq(x, least))

    @property
    def conditions(self) -> list[Bool]:
        m, found = self._m, list[Bool]()
        for graph, v, worth, taken in self._sizes:
            near = self._graphs.without_query(graph, v)
            for u in worth:
                ends = (u, v) if u < v else (v, u)
                joined = near[u] if u in near else m.query(CONNECTED_PAIR, graph, ends)
                if u in taken:
                    found += _implied(m, joined, taken[u])
                elif worth[u] and joined is not True:
                    found.append(m.not_(joined))
        return found + self._conditions

    def _size(self, c: int, size: Measure) -> None:
        """The size of a piece and conditions each of which holds only for a member of its own."""
        counted = [x for x, k in self._left.items() if k < 0 and type(x) in BOOL_KINDS]
        if len(counted) < FEWEST:
            return
        graph, (v, weights) = size.graph, size.data
        surely, possible = known(graph)
        # What the size counts each member for; and which members are sure ones.
        worth = {
            u: c if weights is None else c * int(weights[u])
            for u in possible.members.get(possible.label[v], ())
        }
        near = self._graphs.without_query(graph, v)
        by_condition = {x: u for u, x in near.items() if type(x) is not bool}
        sure = [u for u in worth if (near[u] is True if u in near else surely.connected(u, v))]
        taken: dict[int, Any] = {}
        others: list[Any] = []
        for x in counted:
            u = _member(x, by_condition, graph, v)
            if u is None or u in taken or self._left[x] != -worth[u]:
                others.append(x)
            else:
                taken[u] = x
        for u, x in zip(sure, others, strict=False):
            if self._left[x] == -worth[u]:
                taken[u] = x
        if len(taken) < FEWEST:
            return
        self.groups += 1
        del self._left[size]
        for x in taken.values():
            del self._left[x]
        self.least += sum(worth[u] for u in sure if u not in taken)
        self._sizes.append((graph, v, worth, taken))

    def _any(self, some: Or) -> None:
        """Some conditions, and that one of them holds."""
        c = self._left[some]
        if all(self._left.get(x) == -c for x in some.args):
            self.groups += 1
            del self._left[some]
            for x in some.args:
                del self._left[x]
            self._conditions.append(self._m.sum_is_at_most([(1, x) for x in some.args], 1))

    def _all(self, every: And) -> None:
        """A condition, and that it holds with others."""
        c = self._left[every]
        for x in every.args:
            if self._left.get(x) == -c:
                self.groups += 1
                del self._left[every], self._left[x]
                meant = self._m.and_([self._shorter(y) for y in every.args])
                self._implied[x] = frozenset([y for y in every.args if y is not x])
                self._conditions += _implied(self._m, x, meant)
                return

    def _shorter(self, x: Any) -> Bool:
        """A condition without what parts of conjunctions in it imply."""
        if type(x) is Not:
            return self._m.not_(self._shorter(x.arg))
        if type(x) is Or:
            return self._m.or_([self._shorter(y) for y in x.args])
        if type(x) is And:
            parts = {*x.args}
            for y in x.args:
                others = self._implied.get(y) if y in parts else None
                if others is not None and others <= parts:
                    parts -= others
            return self._m.and_([y for y in x.args if y in parts])
        return x


def _member(condition: Any, members: dict[Any, int], graph: Graph, v: int) -> int | None:
    """The vertex that must be in the piece of another one for a condition to hold; None if none is
    known. members: by what tells it without a query."""
    for part in (condition, *(condition.args if type(condition) is And else ())):
        if part in members:
            return members[part]
        if type(part) is Query and part.definition is CONNECTED_PAIR and part.graph is graph:
            a, b = part.data
            if v in (a, b):
                return b if a == v else a
    return None


def _implied(m: Model, guard: Bool, condition: Bool) -> Iterator[Bool]:
    """That one condition implies another, as clauses."""
    for part in all_of(condition):
        if part is not guard:
            for clause in conjuncts(m, part) or (part,):
                yield m.or_([m.not_(guard), *disjuncts(m, clause)])
