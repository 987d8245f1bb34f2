"""Straight: the arguments are distinct consecutive numbers, in any order.

Equivalently: n pairwise different values within a window of n consecutive numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..model import Model
from ..nodes import Bool, Operand, Values, domain_of
from .all_different import ALL_DIFFERENT


class Straight:
    """args: any number of ints (of none and of one it is true); data: None."""

    name = "straight"
    symmetric = True

    def holds(self, values: Sequence[int], data: Any) -> bool:
        if not values:
            return True
        return len(set(values)) == len(values) == max(values) - min(values) + 1

    def nogood(self, values: Sequence[int], data: Any) -> tuple[int, ...]:
        if not ALL_DIFFERENT.holds(values, None):
            return ALL_DIFFERENT.nogood(values, None)
        if self.holds(values, data):
            raise ValueError("the values satisfy straight")
        ends = values.index(min(values)), values.index(max(values))
        return min(ends), max(ends)

    def entailment(self, domains: Sequence[Values], data: Any) -> bool | None:
        if all(len(d) == 1 for d in domains):
            return self.holds([d[0] for d in domains], data)
        if ALL_DIFFERENT.entailment(domains, None) is False or not _windows(domains):
            return False
        return True if len(domains) == 1 else None

    def decompose(self, model: Model, args: tuple[Operand, ...], data: Any) -> Bool:
        if len(args) < 2:
            return True
        windows = _windows([domain_of(a) for a in args])
        return model.and_(
            (
                ALL_DIFFERENT.decompose(model, args, None),
                model.or_(model.and_(model.member(a, w) for a in args) for w in windows),
            )
        )


def _windows(domains: Sequence[Values]) -> list[range]:
    """The windows of n consecutive numbers that intersect all n domains and lie in their union."""
    count = len(domains)
    union = set().union(*domains)
    lowest, highest = max(d[0] for d in domains) - count + 1, min(d[-1] for d in domains)
    windows = (range(low, low + count) for low in sorted(union) if lowest <= low <= highest)
    return [
        w
        for w in windows
        if all(v in union for v in w) and all(any(v in w for v in d) for d in domains)
    ]


STRAIGHT = Straight()
