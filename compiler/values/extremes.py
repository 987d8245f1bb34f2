"""The greatest and the least of numbers that the solver decides, some of which may be absent."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from ...model.model import Model
from ...model.nodes import Bool, IntOperand, domain_of
from .comparison import ORDERS, compare
from .numbers import under
from .values import Gradual, Maybe

# The comparisons that hold for the greatest number if they hold for all, and those for the least
# one.
_OF_ALL: Final = {True: frozenset(("<", "<=")), False: frozenset((">", ">="))}


class Extreme(Gradual):
    """The greatest (last) or the least of the numbers that are present, plus a constant.

    A comparison with another number need not compute it: the greatest is at most this number if all
    members present are, and at least this number if one of them is. For comparisons with several
    found numbers, it is computed once instead."""

    __slots__ = ("_added", "_last", "_m", "_members")

    def __init__(
        self,
        m: Model,
        members: Sequence[tuple[IntOperand | Maybe, Bool]],
        there: Bool,
        last: bool,
        added: int = 0,
    ) -> None:
        super().__init__(0, there)
        self._m = m
        self._members = members
        self._last = last
        self._added = added

    @property
    def value(self) -> IntOperand:
        m, last = self._m, self._last
        members = [(v.value if isinstance(v, Maybe) else v, there) for v, there in self._members]
        ends = [e for v, _ in members for e in (domain_of(v)[0], domain_of(v)[-1])]
        filler = min(ends) - 1 if last else max(ends) + 1
        pick = m.max_ if last else m.min_
        best = pick([under(m, there, v, filler) for v, there in members])
        return m.linear(((1, best),), self._added)

    @property
    def ends(self) -> tuple[int, int] | None:
        found: list[int] = []
        for v, _ in self._members:
            if type(v) is int:
                found.append(v)
                continue
            ends = v.ends if isinstance(v, Gradual) else None
            if ends is None:
                return None
            found += ends
        return (min(found) + self._added, max(found) + self._added)

    def within(self, most: int) -> Bool:
        return self.compared("<=", most)

    def up_to(self, most: int) -> IntOperand:
        return self.value

    def plus(self, constant: int) -> Extreme:
        added = self._added + constant
        return Extreme(self._m, self._members, self.present, self._last, added)

    def compared(self, op: str, other: IntOperand) -> Bool:
        m = self._m
        bound = m.linear(((1, other),), -self._added)
        if type(bound) is not int and self._first_bound(bound) is not bound:
            order = m.eq if op == "=" else partial(ORDERS[op], m)
            return m.and_((self.present, order(self.value, other)))
        if op == "=":
            return m.and_((self._one(op, bound), self._all("<=" if self._last else ">=", bound)))
        if op in _OF_ALL[self._last]:
            return m.and_((self.present, self._all(op, bound)))
        return self._one(op, bound)

    def _first_bound(self, bound: IntOperand) -> IntOperand:
        """The first found number that the extreme of these members was compared with."""
        first: IntOperand = self._m.derived.setdefault(
            (Extreme, self._last, tuple(self._members)), bound
        )
        return first

    def _all(self, op: str, bound: IntOperand) -> Bool:
        """Whether a comparison with a number holds for all members that are present."""
        m = self._m
        return m.and_([m.implies(there, self._holds(op, v, bound)) for v, there in self._members])

    def _one(self, op: str, bound: IntOperand) -> Bool:
        """Whether it holds for one of them."""
        m = self._m
        return m.or_([m.and_((there, self._holds(op, v, bound))) for v, there in self._members])

    def _holds(self, op: str, member: IntOperand | Maybe, bound: IntOperand) -> Bool:
        """Whether it holds for a member."""
        m = self._m
        if isinstance(member, Maybe):
            return compare(m, op, member, bound)
        return m.eq(member, bound) if op == "=" else ORDERS[op](m, member, bound)
