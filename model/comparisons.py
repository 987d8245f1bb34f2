"""Comparisons of sums with a bound, in the normal forms that `nodes` promises.

Coefficients have no common divisor, and a sum has at least two terms. "All (or none) of some bools"
is an And, "at least one" an Or. A sum of conditions on one number is compared for each of its
values. If one measure of a graph is never less than another, then `≤` between them is `=`: a box
that is no larger than its piece has the same size."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Sequence
from math import gcd
from typing import Any, Protocol

from .linear import bounds
from .masks import mask_of
from .nodes import (
    BOOL_KINDS,
    BOOL_NODES,
    Bool,
    IntNode,
    IntOperand,
    LinearEq,
    LinearLe,
    Measure,
    Member,
    Node,
)


class Builder(Protocol):
    """The methods of `builder.Builder` that comparisons need."""

    def and_(self, args: Iterable[Bool]) -> Bool: ...
    def or_(self, args: Iterable[Bool]) -> Bool: ...
    def not_(self, a: Bool) -> Bool: ...
    def literal(self, positive: bool, x: Any) -> Bool: ...
    def member(self, x: IntOperand, values: Collection[int]) -> Bool: ...
    def masked(self, x: IntNode, mask: int) -> Bool: ...
    def intern(self, *key: Any, extra: tuple[Any, ...] = ()) -> Any: ...


def _divisor(terms: Sequence[tuple[int, Node]]) -> int:
    """The greatest common divisor of the coefficients."""
    return 1 if abs(terms[0][0]) == 1 else gcd(*[c for c, _ in terms])


def _counts_bools(terms: Sequence[tuple[int, Node]]) -> bool:
    return all(type(x) in BOOL_KINDS and (c == 1 or c == -1) for c, x in terms)


def linear_le(m: Builder, terms: Sequence[tuple[int, Node]], bound: int) -> Bool:
    """Σ coefficient · node ≤ bound, each node once, in the order of ids."""
    return bounded_le(m, terms, bound, *bounds(terms))


def bounded_le(
    m: Builder, terms: Sequence[tuple[int, Node]], bound: int, low: int, high: int
) -> Bool:
    """The same for terms whose sum is known to be between two bounds."""
    if high <= bound:
        return True
    if low > bound:
        return False
    if len(terms) == 1:
        (c, x), *_ = terms
        return _at_most(m, x, bound // c) if c > 0 else _at_least(m, x, -(bound // -c))
    if type(terms[0][1]) is Member is type(terms[1][1]):
        of_one = _by_value(terms)
        if of_one is not None:
            x, sums = of_one
            return m.masked(x, mask_of([k for k, total in enumerate(sums) if total <= bound]))
    divisor = _divisor(terms)
    if divisor > 1:
        terms, bound = [(c // divisor, x) for c, x in terms], bound // divisor
        low = low // divisor
    if len(terms) == 2 and type(terms[0][1]) is Measure is type(terms[1][1]):
        ordered = _of_ordered(m, terms, bound)
        if ordered is not None:
            return ordered
    slack = bound - low
    if (slack == 0 or slack == len(terms) - 1) and _counts_bools(terms):
        against = [m.literal(c == -1, x) for c, x in terms]
        return m.or_(against) if slack else m.and_(against)
    return m.intern(LinearLe, tuple(terms), bound)


def _of_ordered(m: Builder, terms: Sequence[tuple[int, Node]], bound: int) -> Bool | None:
    """x - y ≤ bound for two measures of one graph, one of which is never less than the other; None
    for any others."""
    (c, x), (d, y) = terms if terms[0][0] > 0 else reversed(terms)
    assert isinstance(x, Measure) and isinstance(y, Measure)
    if (c, d) != (1, -1) or x.graph is not y.graph:
        return None
    if bound >= 0 and y.definition.exceeds(y.data, x.definition, x.data):
        return True
    if bound <= 0 and x.definition.exceeds(x.data, y.definition, y.data):
        return False if bound else linear_eq(m, terms, 0)
    return None


def linear_eq(m: Builder, terms: Sequence[tuple[int, Node]], bound: int) -> Bool:
    """Σ coefficient · node = bound, each node once, in the order of ids."""
    return bounded_eq(m, terms, bound, *bounds(terms))


def bounded_eq(
    m: Builder, terms: Sequence[tuple[int, Node]], bound: int, low: int, high: int
) -> Bool:
    """The same for terms whose sum is known to be between two bounds."""
    if not low <= bound <= high:
        return False
    if low == high:
        return True
    if len(terms) == 1:
        (c, x), *_ = terms
        return m.member(x, (bound // c,)) if bound % c == 0 else False
    if type(terms[0][1]) is Member is type(terms[1][1]):
        of_one = _by_value(terms)
        if of_one is not None:
            x, sums = of_one
            return m.masked(x, mask_of([k for k, total in enumerate(sums) if total == bound]))
    divisor = _divisor(terms)
    if divisor > 1:
        if bound % divisor:
            return False
        terms, bound = [(c // divisor, x) for c, x in terms], bound // divisor
        low, high = low // divisor, high // divisor
    if terms[0][0] < 0:
        terms, bound = [(-c, x) for c, x in terms], -bound
        low, high = -high, -low
    if bound in (low, high) and _counts_bools(terms):
        up = 1 if bound == high else -1
        return m.and_(m.literal(c == up, x) for c, x in terms)
    if len(terms) == 2 and all(type(x) in BOOL_KINDS for _, x in terms):
        (c, x), (d, y) = terms
        return m.or_(
            m.and_((m.literal(u == 1, x), m.literal(v == 1, y)))
            for u in (0, 1)
            for v in (0, 1)
            if c * u + d * v == bound
        )
    return m.intern(LinearEq, tuple(terms), bound)


def _by_value(terms: Sequence[tuple[int, Node]]) -> tuple[IntNode, list[int]] | None:
    """A number and, for each of its values, a sum of conditions that depend on this number alone;
    None for other terms."""
    number: IntNode | None = None
    sums: list[int] = []
    for c, y in terms:
        if type(y) is not Member:
            return None
        if number is None:
            number, sums = y.arg, [0] * len(y.arg.domain)
        elif number is not y.arg:
            return None
        mask = y.mask
        while mask:
            lowest = mask & -mask
            sums[lowest.bit_length() - 1] += c
            mask ^= lowest
    assert number is not None
    return number, sums


def _at_most(m: Builder, x: Node, most: int) -> Bool:
    """x ≤ most; most need not be in the domain of x."""
    if isinstance(x, BOOL_NODES):
        return m.not_(x)
    return m.masked(x, (1 << bisect_right(x.domain, most)) - 1)


def _at_least(m: Builder, x: Node, least: int) -> Bool:
    if isinstance(x, BOOL_NODES):
        return x
    below = bisect_left(x.domain, least)
    return m.masked(x, (1 << len(x.domain)) - (1 << below))
