"""Sums: how they are collected, how large they can be, and what remains of a comparison of one.

`linear_le` and `linear_eq` give the normal forms that `nodes` promises: no common divisor, no sum
of one term, and what says that all or none of some bools hold is an And, that one does an Or.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from math import gcd
from operator import attrgetter
from typing import TYPE_CHECKING

from .limits import listable, within_limits
from .nodes import (
    BOOL_KINDS,
    BOOL_NODES,
    Bool,
    IntOperand,
    IntVar,
    Linear,
    LinearEq,
    LinearLe,
    Node,
    Not,
    Operand,
    Values,
    domain_of,
)

if TYPE_CHECKING:
    from .model import Model


by_id = attrgetter("id")


def collect(terms: Iterable[tuple[int, IntOperand]]) -> tuple[list[tuple[int, Node]], int]:
    """Add up terms: each node once with its coefficient, in the order of ids; and a constant.

    Nested Linear nodes are opened, and nothing is left that counts 0 times."""
    total: dict[Node, int] = {}
    constant = 0
    for c, x in terms:
        if isinstance(x, int):
            constant += c * x
        elif type(x) is Linear:
            constant += c * x.constant
            for d, y in x.terms:
                total[y] = total.get(y, 0) + c * d
        elif type(x) is Not:
            constant += c
            total[x.arg] = total.get(x.arg, 0) - c
        else:
            total[x] = total.get(x, 0) + c
    return [(total[x], x) for x in sorted(total, key=by_id) if total[x]], constant


def difference(a: IntOperand, b: IntOperand) -> tuple[Sequence[tuple[int, Node]], int]:
    """a - b as terms, each node once, and a constant."""
    if type(a) is Linear and isinstance(b, int):
        return a.terms, a.constant - b
    if type(a) is type(b) is IntVar and a is not b:
        return [(1, a), (-1, b)] if a.id < b.id else [(-1, b), (1, a)], 0
    return collect(((1, a), (-1, b)))


def ends(x: Operand) -> tuple[int, int]:
    values = domain_of(x)
    return values[0], values[-1]


def divisor_ends(x: Operand) -> list[int]:
    """The values of a divisor at which a quotient can be extreme."""
    values = [v for v in listable(domain_of(x)) if v]
    if not values:
        raise ZeroDivisionError
    below, above = [v for v in values if v < 0], [v for v in values if v > 0]
    return [v for part in (below, above) if part for v in (part[0], part[-1])]


def bounds(terms: Sequence[tuple[int, Node]]) -> tuple[int, int]:
    """The least and the greatest value of a sum."""
    low = high = 0
    for c, x in terms:
        if type(x) in BOOL_KINDS:
            first, last = 0, c
        else:
            domain = x.domain  # type: ignore[union-attr]
            first, last = c * domain[0], c * domain[-1]
        if c > 0:
            low, high = low + first, high + last
        else:
            low, high = low + last, high + first
    return low, high


def spread(low: int, high: int) -> range:
    """The domain of what is computed."""
    domain = range(within_limits(low), within_limits(high) + 1)
    listable(domain)
    return domain


def union(a: Values, b: Values) -> Values:
    return tuple(sorted({*listable(a), *listable(b)}))


# ---- comparisons ---------------------------------------------------------------------------------


def _divisor(terms: Sequence[tuple[int, Node]]) -> int:
    """The greatest common divisor of the coefficients."""
    return 1 if abs(terms[0][0]) == 1 else gcd(*[c for c, _ in terms])


def _counts_bools(terms: Sequence[tuple[int, Node]]) -> bool:
    return all(type(x) in BOOL_KINDS and (c == 1 or c == -1) for c, x in terms)


def linear_le(m: Model, terms: Sequence[tuple[int, Node]], bound: int) -> Bool:
    """Σ coefficient · node ≤ bound, each node once, in the order of ids."""
    low, high = bounds(terms)
    if high <= bound:
        return True
    if low > bound:
        return False
    if len(terms) == 1:
        (c, x), *_ = terms
        return _at_most(m, x, bound // c) if c > 0 else _at_least(m, x, -(bound // -c))
    divisor = _divisor(terms)
    if divisor > 1:
        terms, bound = [(c // divisor, x) for c, x in terms], bound // divisor
        low = low // divisor
    slack = bound - low
    if (slack == 0 or slack == len(terms) - 1) and _counts_bools(terms):
        against = [m.literal(c == -1, x) for c, x in terms]
        return m.or_(against) if slack else m.and_(against)
    return m.intern(LinearLe, tuple(terms), bound)


def linear_eq(m: Model, terms: Sequence[tuple[int, Node]], bound: int) -> Bool:
    """Σ coefficient · node = bound, each node once, in the order of ids."""
    low, high = bounds(terms)
    if not low <= bound <= high:
        return False
    if low == high:
        return True
    if len(terms) == 1:
        (c, x), *_ = terms
        return m.member(x, (bound // c,)) if bound % c == 0 else False
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


def _at_most(m: Model, x: Node, most: int) -> Bool:
    """x ≤ most, a member of its domain or a number between them."""
    if isinstance(x, BOOL_NODES):
        return m.not_(x)
    return m.masked(x, (1 << bisect_right(x.domain, most)) - 1)


def _at_least(m: Model, x: Node, least: int) -> Bool:
    if isinstance(x, BOOL_NODES):
        return x
    below = bisect_left(x.domain, least)
    return m.masked(x, (1 << len(x.domain)) - (1 << below))
