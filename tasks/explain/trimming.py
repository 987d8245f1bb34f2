"""Trim steps of which only some facts are needed: drop the citations that only the others need."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...records import replace
from ..wording.facts import Fact
from .deletion import minimal
from .fewest import far_first
from .instances import Groups, Instances
from .step import Step, Tier


def trimming(instances: Instances) -> Callable[[Step], Step]:
    """A function that leaves out of a step of tier ONE or FEW what its facts do not need. A chain
    and a step by cases prove one fact, and stay."""

    def follow(step: Step, groups: Groups, cited: Sequence[Fact]) -> bool:
        """Whether all facts follow: in tier ONE each from one instance, else from all together."""
        alone = step.tier is Tier.ONE
        choices: list[Groups] = [(group,) for group in groups] if alone else [groups]
        against = map(instances.opposite, step.facts)
        return all(
            any(instances.refute(some, [*cited, fact]) is not None for some in choices)
            for fact in against
        )

    def trimmed(step: Step) -> Step:
        if step.tier > Tier.FEW or not step.facts or not step.groups:
            return step
        if not follow(step, step.groups, step.cited):  # only more work shows that they do
            return step
        needed = minimal(
            step.groups[::-1],
            lambda some: some if some and follow(step, tuple(some), step.cited) else None,
        )
        groups = tuple(g for g in step.groups if g in needed)
        kept = minimal(
            far_first(instances, step.cited, step.facts[0]),
            lambda some: some if follow(step, groups, some) else None,
        )
        return replace(step, groups=groups, cited=tuple(f for f in step.cited if f in kept))

    return trimmed
