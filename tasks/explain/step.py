"""A step of an explanation: what follows from which facts by which rule instances, and its cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum

from ...model.groups import Group
from ...records import record, replace
from ..wording.facts import Fact


class Tier(IntEnum):
    """The tier of a step: how it is found, easy ones first."""

    ONE = 1  # rule instance
    FEW = 2  # instances that count, together
    CHAIN = 3  # the opposite leads in a few steps to a contradiction
    LONG_CHAIN = 4  # in more of them
    CASES = 5  # all ways to go on fail


# The most inner steps of a chain that people can follow in their heads, with its contradiction.
SHORT_CHAIN = 6
# The most rule instances of a step of tier TWO; the most that people can keep in mind.
TOGETHER, AT_ONCE = 4, 6

# The cost of a step (docs/explaining.md): by tier, for each instance beyond the first, for each
# fact cited, and for each inner step. Where a value is placed, a little less.
BASES = {Tier.ONE: 1.0, Tier.FEW: 5.0, Tier.CHAIN: 9.0, Tier.LONG_CHAIN: 20.0, Tier.CASES: 60.0}
PER_INSTANCE, PER_FACT, PER_INNER = 1.5, 0.2, 2.0
PLACED = 0.1


@record
class Step:
    """One step.

    facts: those that follow; none if it is a contradiction. groups: the cited rule instances; none
    if no other value is left, or it follows from the structure of a layer. Several in tier ONE are
    of one rule, and each concludes some of the facts. cited: the cited facts. inner: of a chain,
    the steps from the opposite of the first fact to a contradiction; other facts follow in the same
    way. note: the part of the rule from which it follows, in words; "" for the whole."""

    tier: Tier
    facts: tuple[Fact, ...]
    groups: tuple[Group, ...]
    cited: tuple[Fact, ...]
    inner: tuple[Step, ...] = ()
    note: str = ""

    def limited_to(self, facts: tuple[Fact, ...]) -> Step:
        """The step with these conclusions only. A chain also keeps its first one, which its inner
        steps prove."""
        goal = self.facts[:1] if self.inner else ()
        return replace(self, facts=(*goal, *(f for f in facts if f not in goal)))

    @property
    def cost(self) -> float:
        cost = BASES[self.tier]
        cost += PER_INSTANCE * (len(self.groups) - 1) * (self.tier is Tier.FEW)
        cost += PER_FACT * len(self.cited)
        cost += PER_INNER * self.length
        return round(cost - PLACED * self.places, 2)

    @property
    def places(self) -> bool:
        """Whether it places a value, and does not only rule values out."""
        return any(f.holds for f in self.facts)

    @property
    def length(self) -> int:
        """The number of inner steps, with those of suppositions within."""
        return sum(1 + step.length for step in self.inner)

    @property
    def branches(self) -> bool:
        """Whether it supposes again within a supposition."""
        return any(step.inner for step in self.inner)

    @property
    def is_short(self) -> bool:
        """Whether people can follow it in their heads."""
        return self.tier <= Tier.CHAIN and len(self.groups) <= AT_ONCE

    @property
    def is_contradiction(self) -> bool:
        return not self.facts


def needed(
    steps: Sequence[Step],
    wanted: Sequence[Fact],
    trimmed: Callable[[Step], Step] | None = None,
) -> list[Step]:
    """Of steps in order, those that the wanted facts depend on, each limited to needed facts.
    trimmed: leaves out of a step what the needed facts do not need, see `trimming`."""
    waiting = list(wanted)
    kept: list[Step] = []
    for step in reversed(steps):
        concluded = tuple(f for f in step.facts if any(implies(f, other) for other in waiting))
        if concluded:
            limited = step.limited_to(concluded)
            if trimmed is not None and concluded != step.facts:
                limited = trimmed(limited)
            kept.append(limited)
            waiting += limited.cited
    return kept[::-1]


def implies(fact: Fact, other: Fact) -> bool:
    """Whether a fact states at least a part of another one (of v = 3, that v is not 4)."""
    if fact.variable != other.variable:
        return False
    return fact == other or fact.holds or (other.holds and fact.value != other.value)


def entails(fact: Fact, other: Fact) -> bool:
    """Whether another fact follows from a fact alone."""
    rules_out = fact.holds and not other.holds and fact.value != other.value
    return fact == other or (fact.variable == other.variable and rules_out)
