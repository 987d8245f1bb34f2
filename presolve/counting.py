"""Rewrite counts into the form that propagates best.

A sum that is at most and at least a number is equal to it; one that is below or above a number
differs from it. The number of vertices in the piece of a vertex is the size of the piece: one
measure that a backend propagates, instead of a condition for each vertex. For vertices that few
pieces count, such as those above a clue, it is the other way round: the conditions propagate one by
one, and all counts of one piece share them. So Compass, which counts the parts of a piece on each
side of a cell, has a fifth of the failures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from itertools import chain, combinations
from typing import Any, Final, TypeAlias, TypeGuard

from ..model.constraints import Constraint
from ..model.globals.connected_pair import CONNECTED_PAIR, in_piece
from ..model.globals.size import SIZE
from ..model.model import Model
from ..model.nodes import (
    Abs,
    And,
    Bool,
    BoolVar,
    Graph,
    IntOperand,
    Linear,
    LinearEq,
    LinearLe,
    Measure,
    Member,
    Node,
    Not,
    Or,
    Query,
)
from ..model.points import SUMS
from .demands import Signature, demands, disjuncts, following, instead, selected
from .rectangles import all_rebuilt, tight_edges

# A graph and weights of its vertices.
Weighted: TypeAlias = "tuple[Graph, tuple[int, ...]]"

# Few pieces count some vertices: fewer than one for each so many of these vertices.
SHARE: Final = 2


def equalities(m: Model) -> Model:
    """The model with one equality for each sum that must be both at most and at least a number."""
    bounded: dict[tuple[Node, int, int], tuple[LinearLe, Constraint]] = {}
    gone: set[Bool] = set()
    added = []
    for part, constraint in demands(m, LinearLe):
        assert isinstance(part, LinearLe)
        # Only sums that agree in this are compared term by term.
        alike = part.terms[0][1], len(part.terms), abs(part.bound)
        opposite, other = bounded.setdefault(alike, (part, constraint))
        if opposite not in gone and _are_opposite(part, opposite):
            gone.update((part, opposite))
            equal = m.sum_is(part.terms, part.bound)
            added.append(following(equal, (other, constraint)))
    return instead(m, gone, added) if added else m


def _are_opposite(one: LinearLe, other: LinearLe) -> bool:
    """Whether one comparison bounds a sum above, and the other bounds it below, by the same
    number."""
    return one.bound == -other.bound and all(
        c == -d and x is y for (c, x), (d, y) in zip(one.terms, other.terms, strict=True)
    )


def inequalities(m: Model) -> Model:
    """The model with "is not" for sums that must be below or above a number."""
    if not m.has(LinearLe, Abs):
        return m
    gone: set[Bool] = set()
    added = []
    for part, constraint in selected(m, _may_be_about_order):
        if part not in gone and (condition := _unequal(m, part)) is not None:
            gone.add(part)
            if condition is not True:
                added.append(constraint.of(condition))
    return instead(m, gone, added) if gone else m


def _unequal(m: Model, x: Bool) -> Bool | None:
    """A disjunction with ≠ for "below or above"; None if it has no such part."""
    if not _is_about_order(x):
        return None
    parts = disjuncts(m, x)
    for part in parts:
        distance = _not_zero(m, part)
        if distance is not None:
            rest = [other for other in parts if other is not part]
            return m.or_((*rest, m.not_(m.eq(distance, 0))))
    if not any(type(part) is LinearLe for part in parts):
        return None
    bounds = [(part, bound) for part in parts if (bound := _upper_bound(m, part)) is not None]
    for (one, (terms, most)), (other, (opposite, least)) in combinations(bounds, 2):
        if most + least == -2 and opposite == tuple([(-c, y) for c, y in terms]):
            left = [part for part in parts if part is not one and part is not other]
            return m.or_((*left, m.not_(m.sum_is(terms, most + 1))))
    return None


def _may_be_about_order(signature: Signature) -> bool:
    """Whether `_is_about_order` may hold for conditions of a signature."""
    if signature.kind is Member:
        return Abs in signature.parts
    if signature.kind is Or and not signature.negated:
        return signature.has(LinearLe, Member) or And in signature.denied
    return signature.kind is And and signature.negated and signature.has(LinearLe, Member)


def _is_about_order(x: Bool) -> bool:
    """Whether a part of a disjunction compares sums or has an absolute value."""
    parts: Sequence[Bool] = (x,)
    if type(x) is Or:
        parts = x.args
    elif type(x) is LinearLe:  # no disjunction
        return False
    for part in parts:
        inner: Sequence[Bool] = (part,)
        if type(part) is Not and type(part.arg) is And:
            inner = part.arg.args
        for y in inner:
            if type(y) is LinearLe or (type(y) is Member and type(y.arg) is Abs):
                return True
    return False


def _not_zero(m: Model, x: Bool) -> IntOperand | None:
    """The number that a condition requires to be nonzero, by its absolute value; None for any other
    condition."""
    if type(x) is Member and type(x.arg) is Abs and x is m.not_(m.eq(x.arg, 0)):
        return x.arg.arg
    return None


def _upper_bound(m: Model, x: Bool) -> tuple[tuple[tuple[int, Node], ...], int] | None:
    """The terms of a sum and its upper bound; "no condition holds" bounds their count by 0."""
    if type(x) is LinearLe:
        return x.terms, x.bound
    none: Sequence[Bool] = x.arg.args if type(x) is Not and type(x.arg) is Or else ()
    if type(x) is And:
        none = [m.not_(part) for part in x.args]
    if none:
        total = m.sum_(none)
        return (total.terms, -total.constant) if type(total) is Linear else None
    return None


def sizes(m: Model) -> Model:
    """The model with the size of a piece for a sum over the vertices in the piece."""
    if not m.uses(CONNECTED_PAIR):
        return m
    graphs: dict[Graph, _Joined] = {}
    new: dict[Bool, Bool] = {}
    for demand, _ in selected(m, _has_sums):
        for node in _sums(demand):
            # Most vertices are not neighbours, and nodes are in the order in which they were made.
            _, middle = node.terms[len(node.terms) // 2]
            if is_pair(middle) and len(node.terms) + 1 >= len(middle.graph.vertices):
                graph = middle.graph
                joined = graphs.get(graph)
                if joined is None:
                    joined = graphs[graph] = _Joined(m, graph)
                shorter = joined.shorter(node)
                if shorter is not None:
                    new[node] = shorter
    if not new:
        return m
    return m.with_constraints(all_rebuilt(m, new))


def _has_sums(signature: Signature) -> bool:
    if signature.negated:
        return False
    return (
        signature.has(*SUMS)
        if signature.kind is Or
        else signature.kind in SUMS and Query in signature.parts
    )


def _sums(condition: Bool) -> tuple[LinearEq | LinearLe, ...]:
    """The comparisons of sums that are a constraint, or parts of an Or in it beside guards."""
    if type(condition) is LinearEq or type(condition) is LinearLe:
        return (condition,)
    if type(condition) is Or:
        return tuple([x for x in condition.args if type(x) is LinearEq or type(x) is LinearLe])
    return ()


def is_pair(x: Node) -> TypeGuard[Query]:
    return type(x) is Query and x.definition is CONNECTED_PAIR


class _Joined:
    """The conditions that two vertices of a graph are of one piece."""

    def __init__(self, m: Model, graph: Graph) -> None:
        self.m, self.graph, there = m, graph, graph.vertices
        self.ends: dict[Any, tuple[int, int]] = {}
        for (a, b), edge in tight_edges(m, graph).items():
            self.ends[m.and_((there[a], there[b], edge))] = a, b
        for v, vertex in enumerate(there):
            self.ends.setdefault(vertex, (v, v))

    def shorter(self, node: LinearEq | LinearLe) -> Bool | None:
        """A comparison with the size of a piece instead of the sum; None if it does not count all
        vertices in the piece of another one."""
        terms, bound = self._positive(node)
        pairs = {x: self._ends(x) for _, x in terms}
        common = [set(ends) for x, ends in pairs.items() if ends is not None and is_pair(x)]
        (v, *others) = set.intersection(*common) or {-1}
        if v < 0 or others:
            return None
        counted = {x: ends for x, ends in pairs.items() if ends is not None and v in ends}
        (coefficient, *more) = {c for c, x in terms if x in counted}
        if more:
            return None
        m, count = self.m, len(self.graph.vertices)
        among = {a if b == v else b for a, b in counted.values()}
        rest = [(c, x) for c, x in terms if x not in counted]
        there, constant = self.graph.vertices[v], 0
        absent = (-coefficient, m.not_(there))
        if there is True or absent in rest:  # it counts itself: 1, or 1 less that it is absent
            among.add(v)
            constant = -coefficient
            rest = [term for term in rest if term != absent]
        if not len(counted) + bool(constant) == len(among) == count:
            return None
        size = m.measure(SIZE, self.graph, (v, None))
        total = m.linear([*rest, (coefficient, size)], constant)
        compare = m.eq if type(node) is LinearEq else m.le
        return compare(total, bound)

    def _positive(self, node: LinearEq | LinearLe) -> tuple[list[tuple[int, Node]], int]:
        """The terms and bound of a comparison, with 1 less that two vertices are joined for that
        they are not."""
        terms, bound = [], node.bound
        for c, x in node.terms:
            opposite: Any = None
            if type(x) is BoolVar or type(x) is Member:  # they stand for their negations
                opposite = self.m.not_(x)
            a, b = self.ends.get(opposite, (0, 0))
            if a != b:
                c, x, bound = -c, opposite, bound - c
            terms.append((c, x))
        return terms, bound

    def _ends(self, x: Node) -> tuple[int, int] | None:
        if is_pair(x):
            a, b = x.data
            return (a, b) if x.graph is self.graph else None
        return self.ends.get(x)


def own_weights(m: Model) -> dict[Weighted, set[int]]:
    """The weights by which demands count vertices of few pieces, and for which vertices' pieces; of
    graphs in which a piece is counted by several such weights."""
    counted: dict[Graph, dict[tuple[int, ...], set[int]]] = {}
    for demand, _ in selected(m, _may_compare_measures) if m.uses(SIZE) else ():
        for size in _weighted(demand):
            vertex, weights = size.data
            counted.setdefault(size.graph, {}).setdefault(weights, set()).add(vertex)
    own: dict[Weighted, set[int]] = {}
    for graph, by_weights in counted.items():
        few = {
            (graph, weights): vertices
            for weights, vertices in by_weights.items()
            if SHARE * len(vertices) < sum(map(bool, weights))
        }
        counts = Counter(chain.from_iterable(few.values()))
        if max(counts.values(), default=0) > 1:
            own |= few
    return own


def counted_by_members(m: Model) -> Model:
    """The model with sums of conditions for weighted sizes of few pieces."""
    own = own_weights(m)
    if not own:
        return m
    new: dict[Bool, Bool] = {}
    for demand, _ in selected(m, _may_compare_measures):
        if any((size.graph, size.data[1]) in own for size in _weighted(demand)):
            new[demand] = _by_members(m, demand, own)
    return m.with_constraints(all_rebuilt(m, new))


def _may_compare_measures(signature: Signature) -> bool:
    if signature.negated or not signature.has(Measure):
        return False
    return signature.kind is Member or signature.kind in SUMS


def _weighted(demand: Any) -> list[Measure]:
    """The weighted sizes in a comparison."""
    found = [demand.arg] if type(demand) is Member else [x for _, x in demand.terms]
    return [x for x in found if type(x) is Measure and _is_weighted(x)]


def _is_weighted(x: Measure) -> bool:
    return x.definition is SIZE and x.data[1] is not None


def _by_members(m: Model, demand: Any, own: Container[Weighted]) -> Bool:
    """A comparison of sums of conditions instead of weighted sizes."""

    def counted(x: IntOperand) -> IntOperand:
        if type(x) is not Measure or not _is_weighted(x):
            return x
        vertex, weights = x.data
        if (x.graph, weights) not in own:
            return x
        return m.linear(zip(weights, in_piece(m, x.graph, vertex), strict=True))

    if type(demand) is Member:
        return m.member(counted(demand.arg), demand.values)
    total = m.linear([(c, counted(x)) for c, x in demand.terms])
    compare = m.eq if type(demand) is LinearEq else m.le
    return compare(total, demand.bound)
