"""Trim steps of which only some facts are needed: drop the citations that only the others need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ...model.groups import Group
from ...records import replace
from ..wording.facts import Fact
from .deletion import minimal
from .fewest import far_first
from .instances import Groups, Instances
from .step import Step, Tier


class _Proofs:
    """Tells whether facts follow from rule instances and cited facts. The solver is not asked again
    about what is known to suffice, nor about instances that do not suffice with all cited facts.

    cited: all cited facts; a question is about some of them.
    """

    def __init__(self, instances: Instances, cited: Sequence[Fact]) -> None:
        self._instances = instances
        self._most = len(cited)
        self._sufficed: dict[Fact, list[tuple[set[Group], set[Fact]]]] = {}
        self._in_vain: set[tuple[Fact, Groups]] = set()

    def prove(self, fact: Fact, choices: Iterable[Groups], cited: Sequence[Fact]) -> bool:
        """Whether a fact follows from these cited facts and one of some choices of instances."""
        known = self._sufficed.setdefault(fact, [])
        left = [some for some in choices if (fact, some) not in self._in_vain]
        if any(
            facts.issubset(cited) and any(needed.issubset(some) for some in left)
            for needed, facts in known
        ):
            return True
        against = self._instances.opposite(fact)
        # A search for one choice takes longer than propagation for all.
        for refute in (self._instances.fails, self._instances.refute_by_search):
            for some in left:
                core = refute(some, [*cited, against])
                if core is not None:
                    known.append(({*core[0]}, {*core[1]} - {against}))
                    return True
        if len(cited) == self._most:
            self._in_vain.update((fact, some) for some in left)
        return False


def _sources(instances: Instances, step: Step) -> dict[Fact, set[Group]]:
    """For each fact of a step, the instances about its variable; all of them if none is."""
    over = {group: {*instances.variables[group]} for group in step.groups}
    return {
        fact: {g for g in step.groups if fact.variable in over[g]} or {*step.groups}
        for fact in step.facts
    }


def trimming(instances: Instances) -> Callable[[Step], Step]:
    """A function that leaves out of a step of tier ONE or FEW what its facts do not need. A chain
    and a step by cases prove one fact, and stay."""

    def trimmed(step: Step) -> Step:
        if step.tier > Tier.FEW or not step.facts or not step.groups:
            return step
        proofs = _Proofs(instances, step.cited)
        alone = _sources(instances, step) if step.tier is Tier.ONE else None

        def follow(groups: Groups, cited: Sequence[Fact]) -> bool:
            """Whether all facts follow: in tier ONE each from one instance, else from all
            together."""
            return all(
                proofs.prove(
                    fact,
                    [groups] if alone is None else [(g,) for g in groups if g in alone[fact]],
                    cited,
                )
                for fact in step.facts
            )

        if not follow(step.groups, step.cited):  # only more work shows that they do
            return step
        needed = minimal(
            step.groups[::-1],
            lambda some: some if some and follow(tuple(some), step.cited) else None,
        )
        groups = tuple(g for g in step.groups if g in needed)
        kept = minimal(
            far_first(instances, step.cited, step.facts[0]),
            lambda some: some if follow(groups, some) else None,
        )
        return replace(step, groups=groups, cited=tuple(f for f in step.cited if f in kept))

    return trimmed
