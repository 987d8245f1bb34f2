"""The last resort: a fact follows because every way to go on without it fails."""

from __future__ import annotations

from ...backends.base import Status
from ...deadline import OutOfTime
from .chains import Refutation
from .counting import Counting
from .facts import Fact, Known
from .fewest import fewest_groups
from .instances import LARGE, Instances
from .step import Step, Tier
from .together import together

# Facts that are looked at, to choose one of; instances of a search of which some are left out.
SOME, FEW = 6, 40


class Cases:
    """Finds facts by search. Of every solution met it keeps which values are possible."""

    def __init__(self, instances: Instances, known: Known) -> None:
        self._instances, self._known = instances, known
        self._possible: set[tuple[int, int]] = set()

    def step(self, counting: Counting) -> Step | None:
        """The step to some fact that every solution agrees on; None if there is no further one,
        a contradiction if there is no solution."""
        known = self._known
        facts = [f for v in range(len(known.left)) for f in known.about(v)]
        if not self._possible and not self._meet(facts):
            return self._contradiction(facts)
        found: list[Step] = []
        for v in range(len(known.left)):
            if not known.is_open(v):
                continue
            for value in sorted(known.left[v]):
                if (v, value) in self._possible or self._meet([*facts, known.fixed(v, value)]):
                    continue
                found.append(self._proved(facts, known.fixed(v, value), counting))
                if len(found) == SOME or found[-1].tier is Tier.FEW:
                    return min(found, key=lambda s: (s.tier, s.cost))
        return min(found, key=lambda s: (s.tier, s.cost), default=None)

    def _meet(self, facts: list[Fact]) -> bool:
        """Whether there is a solution in which facts hold; then its values are possible."""
        instances = self._instances
        assumed = [*instances.switched(None), *map(instances.node, facts)]
        outcome = instances.solver.solve(assumed, instances.deadline)
        if outcome.status is Status.UNKNOWN:
            raise OutOfTime(outcome.reason)
        if outcome.assignment is None:
            return False
        self._possible.update(enumerate(outcome.assignment[: len(self._known.left)]))
        return True

    def _proved(self, facts: list[Fact], supposed: Fact, counting: Counting) -> Step:
        """The step to the opposite of what a search has just refuted."""
        instances = self._instances
        goal = instances.opposite(supposed)
        groups, others = instances.cited(instances.solver.core_finder()())
        cited = [f for f in others if f != supposed]
        if len(groups) <= FEW:
            groups = fewest_groups(instances, groups, cited, goal)
            core = instances.refute(groups, [*cited, supposed], LARGE)
            cited = [f for f in core[1] if f != supposed] if core is not None else cited
        ordered = tuple(sorted(groups, key=instances.order.__getitem__))
        few = together(instances, counting, Refutation(supposed, ordered, tuple(cited)))
        told = tuple(sorted(cited, key=lambda f: (f.variable, f.value)))
        return few or Step(Tier.CASES, (goal,), ordered, told)

    def _contradiction(self, facts: list[Fact]) -> Step:
        groups, cited = self._instances.cited(self._instances.solver.core_finder()())
        return Step(Tier.CASES, (), tuple(groups), tuple(cited))
