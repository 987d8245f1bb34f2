"""All-different: no two arguments have the same value.

The decomposition is by value rather than by pair: "at most one argument is v" for every v that two
arguments can take. That is linear in the sizes of the domains and propagates more in a SAT solver.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..model import Model
from ..nodes import Bool, Operand, Values, domain_of

# With more values than this, there are fewer pairs than conditions on values.
MANY_VALUES = 2000


class AllDifferent:
    """args: any number of ints; data: None."""

    name = "all_different"
    symmetric = True

    def holds(self, values: Sequence[int], data: Any) -> bool:
        return len(set(values)) == len(values)

    def nogood(self, values: Sequence[int], data: Any) -> tuple[int, ...]:
        seen: dict[int, int] = {}
        for position, value in enumerate(values):
            if value in seen:
                return seen[value], position
            seen[value] = position
        raise ValueError("the values satisfy all_different")

    def entailment(self, domains: Sequence[Values], data: Any) -> bool | None:
        fixed = [d[0] for d in domains if len(d) == 1]
        if len(set(fixed)) < len(fixed):
            return False
        union = set().union(*domains)
        if len(union) < len(domains):
            return False
        return True if len(union) == sum(map(len, domains)) else None

    def decompose(self, model: Model, args: tuple[Operand, ...], data: Any) -> Bool:
        holders: dict[int, list[Operand]] = {}
        for arg in args:
            for value in domain_of(arg):
                holders.setdefault(value, []).append(arg)
        if len(holders) < len(args):
            return False
        if len(holders) > MANY_VALUES:
            return model.and_(
                model.not_(model.eq(a, b)) for k, a in enumerate(args) for b in args[k + 1 :]
            )
        return model.and_(
            model.le(model.sum_(model.member(a, (value,)) for a in those), 1)
            for value, those in holders.items()
            if len(those) > 1
        )


ALL_DIFFERENT = AllDifferent()
