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
    all_of,
    any_of,
)
from ..model.points import SUMS
from .demands import Shape, conjuncts, disjuncts, instead, shaped
from .rectangles import tight_edges

FEWEST: Final = 2  # members of a piece among the terms of a sum with its size


def at_their_least(m: Model) -> Model:
    """The model with a condition on each group of terms for sums that must have their least value,
    perhaps under guards."""
    said = shaped(m, _may_be_least)
    if not said:
        return m
    graphs = _Graphs(m)
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for condition, source in said:
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


def _may_be_least(shape: Shape) -> bool:
    if shape.negated:
        return False
    return shape.has(*SUMS) if shape.kind is Or else shape.kind in SUMS and shape.has(And, Or)


class _Graphs:
    """The conditions that two vertices are in one piece, as rules word them."""

    def __init__(self, m: Model) -> None:
        self._m = m
        self._tight: dict[Graph, dict[tuple[int, int], Bool]] = {}

    def joined(self, graph: Graph, a: int, b: int) -> Bool:
        m, there = self._m, graph.vertices
        if a == b:
            return there[a]
        if graph not in self._tight:
            self._tight[graph] = tight_edges(m, graph)
        ends = (a, b) if a < b else (b, a)
        edge = self._tight[graph].get(ends)
        if edge is None:
            return m.query(CONNECTED_PAIR, graph, ends)
        return m.and_((there[a], there[b], edge))


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
    hold exactly if the sum has this value."""

    def __init__(self, m: Model, graphs: _Graphs, terms: Sequence[tuple[int, Any]]) -> None:
        self._m, self._graphs = m, graphs
        self._left: dict[Any, int] = {x: c for c, x in terms}
        self.groups = self.least = 0
        self.conditions: list[Bool] = []
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
            self.conditions.append(m.eq(x, least))

    def _size(self, c: int, size: Measure) -> None:
        """The size of a piece and conditions each of which holds only for a member of its own."""
        graph, (v, weights) = size.graph, size.data
        m, there = self._m, graph.vertices
        # What the size counts each member for; and which members are sure ones.
        worth = {
            u: c if weights is None else c * int(weights[u])
            for u, x in enumerate(there)
            if x is not False
        }
        joined = {u: self._graphs.joined(graph, v, u) for u in worth}
        by_condition = {x: u for u, x in joined.items() if type(x) is not bool}
        sure = [u for u, x in joined.items() if x is True]
        taken: dict[int, Any] = {}
        others: list[Any] = []
        for x, coefficient in self._left.items():
            if coefficient < 0 and type(x) in BOOL_KINDS:
                u = _member(x, by_condition)
                if u is None or u in taken or coefficient != -worth[u]:
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
        for u, condition in joined.items():
            if u in taken:
                del self._left[taken[u]]
                self.conditions += _implied(m, condition, taken[u])
            elif worth[u] and condition is True:
                self.least += worth[u]
            elif worth[u]:
                self.conditions.append(m.not_(condition))

    def _any(self, some: Or) -> None:
        """Some conditions, and that one of them holds."""
        c = self._left[some]
        if all(self._left.get(x) == -c for x in some.args):
            self.groups += 1
            del self._left[some]
            for x in some.args:
                del self._left[x]
            self.conditions.append(self._m.sum_is_at_most([(1, x) for x in some.args], 1))

    def _all(self, every: And) -> None:
        """A condition, and that it holds with others."""
        c = self._left[every]
        for x in every.args:
            if self._left.get(x) == -c:
                self.groups += 1
                del self._left[every], self._left[x]
                meant = self._m.and_([self._shorter(y) for y in every.args])
                self._implied[x] = frozenset([y for y in every.args if y is not x])
                self.conditions += _implied(self._m, x, meant)
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


def _member(condition: Any, members: dict[Any, int]) -> int | None:
    """The vertex that must be in a piece for a condition to hold; None if none is known."""
    if condition in members:
        return members[condition]
    for part in condition.args if type(condition) is And else ():
        if part in members:
            return members[part]
    return None


def _implied(m: Model, guard: Bool, condition: Bool) -> Iterator[Bool]:
    """That one condition implies another, as clauses."""
    for part in all_of(condition):
        if part is not guard:
            for clause in conjuncts(m, part) or (part,):
                yield m.or_([m.not_(guard), *disjuncts(m, clause)])
