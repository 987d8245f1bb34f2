"""Linear sums as clauses: a generalised totalizer over order literals.

The terms of a sum are added in pairs, the ones with the fewest values first, into a tree. A node of
the tree is a `Column`: the values its part of the sum can have, and a literal `≥ v` for each. Two
columns L and R make a third by the clauses

    up      L ≥ a  ∧  R ≥ b   ⇒  L+R ≥ a+b        (enough to bound the sum from above)
    down    L ≤ a  ∧  R ≤ b   ⇒  L+R ≤ a+b        (… from below)

of which only the needed ones are made. The last two columns are never added: the bound is imposed
on the pair, by as many clauses as they have values. Over bools this is the totalizer of Bailleux
and Boufkhad (2003), with weights that of Joshi, Martins and Manquinho (2015); int variables enter
as they are, with the literals of their order encoding.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import Protocol

from ...model.limits import ModelTooLarge
from ...model.nodes import IntOperand, Node, Terms
from ...records import record

TRUE = 1  # the literal that a unit clause makes true
FALSE = -TRUE

UP, DOWN = 1, 2
MAX_PAIRS = 2_000_000
# Of sums with more values than this, those beyond the bound are merged into one.
WIDE = 64


@record(frozen=False, eq=False)
class Column:
    """The possible values of a partial sum, ascending, with literals.

    above[k]: the partial sum is ≥ values[k] (above[0] is true). equal[k]: it is values[k] (leaves
    only). parts: the two columns that this one adds up. made: the directions, UP and DOWN, whose
    clauses exist. number: the order in which columns were made.
    """

    values: tuple[int, ...]
    above: tuple[int, ...]
    equal: tuple[int, ...] = ()
    parts: tuple[Column, Column] | None = None
    made: int = 0
    number: int = 0

    def over(self, k: int) -> int:
        """The literal for: greater than values[k]."""
        return self.above[k + 1] if k + 1 < len(self.values) else FALSE

    def is_value(self, k: int) -> tuple[int, int]:
        """Two literals of which both are true only if the part is values[k]."""
        return (self.equal[k], TRUE) if self.equal else (self.above[k], -self.over(k))


NOTHING = Column((0,), (TRUE,), (TRUE,))


class Clauses(Protocol):
    """Where sums get literals from and put their clauses: see `encode.Encoder`."""

    def new(self) -> int: ...
    def emit(self, clause: list[int]) -> None: ...
    def column(self, operand: IntOperand) -> Column: ...
    def at_most_one(self, literals: Sequence[int], guard: Sequence[int] = ()) -> None: ...


class Sums:
    """Clauses about linear sums; columns are shared between sums that have parts in common."""

    def __init__(self, encoder: Clauses) -> None:
        self._encoder = encoder
        self._leaves: dict[tuple[int, Node], tuple[Column, int]] = {}
        self._added: dict[tuple[int, int, int], Column] = {}
        self._count = 0

    def at_most(self, terms: Terms, bound: int, guard: Sequence[int]) -> None:
        """Σ c·x ≤ bound, unless a literal of the guard is true."""
        leaves, bound = self._normal(terms, bound)
        if bound < 0:
            self._encoder.emit([*guard])
        elif bound < _reach(leaves) and not self._few(leaves, bound, guard):
            self._at_most(*self._pair(leaves, bound + 1, UP), bound, guard)

    def at_least(self, terms: Terms, bound: int, guard: Sequence[int]) -> None:
        """Σ c·x ≥ bound, unless a literal of the guard is true."""
        leaves, bound = self._normal(terms, bound)
        if bound > _reach(leaves):
            self._encoder.emit([*guard])
        elif bound > 0 and not self._many(leaves, bound, guard):
            self._at_least(*self._pair(leaves, bound, DOWN), bound, guard)

    def equal(self, terms: Terms, bound: int, guard: Sequence[int]) -> None:
        """Σ c·x = bound, unless a literal of the guard is true."""
        leaves, bound = self._normal(terms, bound)
        if not 0 <= bound <= _reach(leaves):
            self._encoder.emit([*guard])
            return
        low = bound == 0 or self._many(leaves, bound, guard)
        high = bound == _reach(leaves) or self._few(leaves, bound, guard)
        if low and high:
            return
        left, right = self._pair(leaves, bound + 1, (0 if low else DOWN) | (0 if high else UP))
        if left.equal and right.equal:
            self._match(left, right, bound, guard)
            self._match(right, left, bound, guard)
            return
        if not low:
            self._at_least(left, right, bound, guard)
        if not high:
            self._at_most(left, right, bound, guard)

    def differ(self, terms: Terms, bound: int, guard: Sequence[int]) -> None:
        """Σ c·x ≠ bound, unless a literal of the guard is true."""
        leaves, bound = self._normal(terms, bound)
        left, right = self._pair(leaves, bound + 1, UP | DOWN)
        places = {b: j for j, b in enumerate(right.values)}
        for i, a in enumerate(left.values):
            j = places.get(bound - a)
            if j is not None:
                both = (*left.is_value(i), *right.is_value(j))
                self._encoder.emit([*guard, *(-x for x in both)])

    # -- terms

    def _normal(self, terms: Terms, bound: int) -> tuple[list[Column], int]:
        """The terms as columns whose least value is 0, and the bound adapted to them."""
        leaves = []
        for term in terms:
            leaf, least = self._leaf(term)
            bound -= least
            if len(leaf.values) > 1:
                leaves.append(leaf)
        return leaves, bound

    def _leaf(self, term: tuple[int, Node]) -> tuple[Column, int]:
        """c·x less its least value, and that value."""
        found = self._leaves.get(term)
        if found is None:
            c, x = term
            column = self._encoder.column(x)
            if c > 0:
                least = c * column.values[0]
                values = tuple(c * v - least for v in column.values)
                leaf = Column(values, column.above, column.equal)
            else:
                least = c * column.values[-1]
                values = tuple(c * v - least for v in reversed(column.values))
                above = (TRUE, *(-a for a in reversed(column.above[1:])))
                leaf = Column(values, above, column.equal[::-1])
            found = self._leaves[term] = self._numbered(leaf), least
        return found

    def _numbered(self, column: Column) -> Column:
        self._count += 1
        column.number = self._count
        return column

    # -- sums small enough to need no tree

    def _few(self, leaves: Sequence[Column], bound: int, guard: Sequence[int]) -> bool:
        """Encode Σ ≤ bound as at most one of some literals, if it is equivalent."""
        if any(len(leaf.values) > 2 for leaf in leaves):
            return False
        weights = sorted(leaf.values[1] for leaf in leaves)
        if weights[-1] > bound or weights[0] + weights[1] <= bound:
            return False
        self._encoder.at_most_one([leaf.above[1] for leaf in leaves], guard)
        return True

    def _many(self, leaves: Sequence[Column], bound: int, guard: Sequence[int]) -> bool:
        """Encode Σ ≥ bound as one clause, or as at most one false literal, if it is equivalent."""
        if any(len(leaf.values) > 2 for leaf in leaves):
            return False
        weights = sorted(leaf.values[1] for leaf in leaves)
        spare = _reach(leaves) - bound
        if weights[0] >= bound:
            self._encoder.emit([*guard, *(leaf.above[1] for leaf in leaves)])
            return True
        if weights[-1] <= spare < weights[0] + weights[1]:
            self._encoder.at_most_one([-leaf.above[1] for leaf in leaves], guard)
            return True
        return False

    # -- the tree

    def _pair(self, leaves: Sequence[Column], cap: int, direction: int) -> tuple[Column, Column]:
        """Two columns that together make up the sum; values of cap and more may be merged."""
        if _reach(leaves) <= WIDE:
            cap = WIDE
        heap = [(len(leaf.values), leaf.number, leaf) for leaf in leaves]
        heapify(heap)
        while len(heap) > 2:
            left, right = heappop(heap)[2], heappop(heap)[2]
            column = self._add(left, right, cap)
            heappush(heap, (len(column.values), column.number, column))
        columns = [column for _, _, column in heap]
        for column in columns:
            self._make(column, direction)
        columns += [NOTHING] * (2 - len(columns))
        return columns[0], columns[1]

    def _add(self, left: Column, right: Column, cap: int) -> Column:
        if len(left.values) * len(right.values) > MAX_PAIRS:
            raise ModelTooLarge(
                f"a sum has more than {MAX_PAIRS:,} pairs of partial sums: too many for clauses"
            )
        key = (left.number, right.number, min(cap, left.values[-1] + right.values[-1]))
        found = self._added.get(key)
        if found is None:
            sums = {min(a + b, cap) for a in left.values for b in right.values}
            above = (TRUE, *(self._encoder.new() for _ in range(len(sums) - 1)))
            found = self._numbered(Column(tuple(sorted(sums)), above, (), (left, right)))
            self._added[key] = found
            for lower, upper in pairwise(above[1:]):
                self._encoder.emit([-upper, lower])
        return found

    def _make(self, root: Column, direction: int) -> None:
        """The clauses of a column and of those below it, in the directions still missing."""
        stack = [root]
        while stack:
            column = stack.pop()
            missing = direction & ~column.made
            if column.parts is not None and missing:
                column.made |= missing
                if missing & UP:
                    self._up(column, *column.parts)
                if missing & DOWN:
                    self._down(column, *column.parts)
                stack.extend(column.parts)

    def _up(self, total: Column, left: Column, right: Column) -> None:
        places, cap = {v: k for k, v in enumerate(total.values)}, total.values[-1]
        for i, a in enumerate(left.values):
            for j, b in enumerate(right.values):
                k = places[min(a + b, cap)]
                self._encoder.emit([-left.above[i], -right.above[j], total.above[k]])

    def _down(self, total: Column, left: Column, right: Column) -> None:
        places, cap = {v: k for k, v in enumerate(total.values)}, total.values[-1]
        for i, a in enumerate(left.values):
            for j, b in enumerate(right.values):
                k = places[min(a + b, cap)]
                self._encoder.emit([left.over(i), right.over(j), -total.over(k)])

    # -- constraints on the last two columns

    def _at_most(self, left: Column, right: Column, bound: int, guard: Sequence[int]) -> None:
        previous = len(right.values)
        for i, a in enumerate(left.values):
            j = bisect_right(right.values, bound - a)
            if j < previous:
                self._encoder.emit([*guard, -left.above[i], -right.above[j]])
            previous = j

    def _at_least(self, left: Column, right: Column, bound: int, guard: Sequence[int]) -> None:
        for i, a in enumerate(left.values):
            j = bisect_left(right.values, bound - a)
            enough = right.above[j] if j < len(right.values) else FALSE
            self._encoder.emit([*guard, left.over(i), enough])

    def _match(self, left: Column, right: Column, bound: int, guard: Sequence[int]) -> None:
        """Each value of the left column implies the value of the right one that completes the
        sum."""
        places = {b: j for j, b in enumerate(right.values)}
        for i, a in enumerate(left.values):
            j = places.get(bound - a)
            partner = FALSE if j is None else right.equal[j]
            self._encoder.emit([*guard, -left.equal[i], partner])


def _reach(leaves: Sequence[Column]) -> int:
    """The greatest sum of the values of some columns."""
    return sum(leaf.values[-1] for leaf in leaves)
