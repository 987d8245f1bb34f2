"""Linear sums: collecting terms, and bounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Final

from .limits import listable, within_limits
from .nodes import (
    BOOL_KINDS,
    And,
    BoolVar,
    IntOperand,
    IntVar,
    Linear,
    Member,
    Node,
    Not,
    Operand,
    Or,
    Values,
    domain_of,
)

by_id: Final = attrgetter("id")
FEW: Final = 400  # pairs of factors whose products are listed


def collect(terms: Iterable[tuple[int, IntOperand]]) -> tuple[list[tuple[int, Node]], int]:
    """Add up terms: each node once with its coefficient, in the order of ids; and a constant.

    Nested Linear nodes are flattened into their terms, a Member of a variable with domain 0, 1
    becomes the variable (or 1 minus it), and terms with coefficient 0 are dropped."""
    if type(terms) is list:
        if _are_added_up(terms):
            return terms, 0
        if len(terms) == 2:
            (c, x), (d, y) = terms
            if type(x) is Linear and type(y) is Linear and c and d:
                return _merged(c, x, d, y), c * x.constant + d * y.constant
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
        elif type(x) is Member and _is_digit(x.arg):  # a variable with domain 0, 1 is its own term
            if x.mask == 1:
                constant, c = constant + c, -c
            total[x.arg] = total.get(x.arg, 0) + c
        else:
            total[x] = total.get(x, 0) + c
    found = [(c, x) for x, c in total.items() if c]
    if not _are_ordered(found):
        found = [(total[x], x) for x in sorted(total, key=by_id) if total[x]]
    return found, constant


def _merged(c: int, x: Linear, d: int, y: Linear) -> list[tuple[int, Node]]:
    """The terms of c·x + d·y, which both have theirs in the order of ids."""
    found: list[tuple[int, Node]] = []
    some, others = x.terms, y.terms
    i, j, many, more = 0, 0, len(some), len(others)
    while i < many and j < more:
        a, one = some[i]
        b, other = others[j]
        if one is other:
            if c * a + d * b:
                found.append((c * a + d * b, one))
            i, j = i + 1, j + 1
        elif one.id < other.id:
            found.append((c * a, one))
            i += 1
        else:
            found.append((d * b, other))
            j += 1
    found += [(c * a, one) for a, one in some[i:]]
    found += [(d * b, other) for b, other in others[j:]]
    return found


def _are_added_up(terms: Sequence[tuple[int, IntOperand]]) -> bool:
    """Whether terms are variables or junctions, each once, in the order of ids, as most sums
    of conditions are."""
    last = -1
    for c, x in terms:
        if not (type(x) is BoolVar or type(x) is And or type(x) is Or or type(x) is IntVar):
            return False
        number = x.id
        if number <= last or not c:
            return False
        last = number
    return True


def _are_ordered(terms: Sequence[tuple[int, Node]]) -> bool:
    """Whether the nodes of terms are in the order of their ids."""
    last = -1
    for _, x in terms:
        number = x.id
        if number < last:
            return False
        last = number
    return True


def _is_digit(x: Node) -> bool:
    domain = domain_of(x)
    return type(x) is IntVar and len(domain) == 2 and domain[0] == 0 and domain[1] == 1


def difference(a: IntOperand, b: IntOperand) -> tuple[Sequence[tuple[int, Node]], int]:
    """a - b as terms, each node once, and a constant."""
    if type(a) is Linear and isinstance(b, int):
        return a.terms, a.constant - b
    if type(a) is type(b) is IntVar and a is not b:
        return [(1, a), (-1, b)] if a.id < b.id else [(-1, b), (1, a)], 0
    return collect([(1, a), (-1, b)])


def ends(x: Operand) -> tuple[int, int]:
    """The least and the greatest value of an operand."""
    values = domain_of(x)
    return values[0], values[-1]


def divisor_ends(x: Operand) -> list[int]:
    """The values of a divisor at which a quotient can be extreme. Raises ZeroDivisionError if 0 is
    its only value."""
    values = [v for v in listable(domain_of(x)) if v]
    if not values:
        raise ZeroDivisionError
    below, above = [v for v in values if v < 0], [v for v in values if v > 0]
    return [v for part in (below, above) if part for v in (part[0], part[-1])]


def bounds(terms: Sequence[tuple[int, Node]]) -> tuple[int, int]:
    """The least and the greatest value of a sum."""
    low = high = 0
    for c, x in terms:
        if type(x) is BoolVar or type(x) in BOOL_KINDS:  # the common case first
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
    """The domain of a computed number."""
    domain = range(within_limits(low), within_limits(high) + 1)
    listable(domain)
    return domain


def products(a: Operand, b: Operand) -> Values:
    """The domain of a product: if the factors have few values, only those that occur."""
    extremes = [x * y for x in ends(a) for y in ends(b)]
    domain = spread(min(extremes), max(extremes))
    left, right = domain_of(a), domain_of(b)
    if len(left) * len(right) > FEW:
        return domain
    return tuple(sorted({x * y for x in left for y in right}))


def union(a: Values, b: Values) -> Values:
    """The values of two domains, sorted."""
    if a == b:
        return a
    return tuple(sorted({*listable(a), *listable(b)}))
