"""Tier 5: a fact follows because a search finds no solution without it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...backends.base import Status
from ...deadline import OutOfTime
from ..wording.facts import Fact, Known
from .bounded import EACH
from .chains import Refutation
from .counting import Counting
from .fewest import fewest_groups
from .instances import LARGE, Groups, Instances
from .step import Step, Tier
from .together import contradiction, together

# Facts that are tried, to choose one; the most instances of a core that is minimised.
SOME, FEW = 6, 40


class Cases:
    """Finds facts by search. Remembers the values that are possible in some solution seen so far.

    answer: the variables of the answer.
    """

    def __init__(self, instances: Instances, known: Known, answer: Sequence[int]) -> None:
        self._instances, self._known, self._answer = instances, known, answer
        self._possible: set[tuple[int, int]] = set()

    def step(self, counting: Counting) -> Step | None:
        """The step to a fact of the answer that holds in every solution; None if there is no
        further one. There must be a solution."""
        known = self._known
        facts = known.facts
        self.possible(facts)
        found: list[Refutation] = []
        for v in filter(known.is_open, self._answer):
            for value in sorted(known.left[v]):
                supposed = known.fixed(v, value)
                if (v, value) in self._possible or self._meet([*facts, supposed]):
                    continue
                found.append(self._refuted(supposed))
                if len(found) == SOME:
                    return self._proved(found, counting)
        return self._proved(found, counting) if found else None

    def contradiction(self, counting: Counting) -> Step | None:
        """The step to a contradiction; None if there is a solution."""
        facts, instances = self._known.facts, self._instances
        if self._possible or self._meet(facts):
            return None
        core = instances.cited(instances.solver.core_finder()())
        groups, cited = self._fewest(*core, None)
        few = contradiction(instances, counting, groups, cited)
        return few or Step(Tier.CASES, (), groups, _in_order(cited))

    def without_solution(self, values: Iterable[Fact]) -> list[Fact]:
        """The first few of some values that hold in no solution; those come first for which the
        search used the fewest instances."""
        facts, found = self._known.facts, list[Refutation]()
        for value in values:
            if len(found) == SOME:
                break
            seen = (value.variable, value.value) in self._possible
            if not seen and not self._meet([*facts, value]):
                found.append(self._refuted(value))
        return [refutation.supposed for refutation in sorted(found, key=_size)]

    def proved(self, supposed: Fact, counting: Counting) -> Step:
        """The step to the opposite of a value that holds in no solution."""
        self._meet([*self._known.facts, supposed])
        return self._proved([self._refuted(supposed)], counting)

    def possible(self, facts: list[Fact]) -> set[tuple[int, int]]:
        """(variable, value) in the solutions seen so far; at least one is searched for."""
        if not self._possible:
            self._meet(facts)
        return self._possible

    def _meet(self, facts: list[Fact]) -> bool:
        """Whether there is a solution in which facts hold; if so, its values are possible. The
        search for it has no selectors, which takes less work; if there is none, a second search
        with selectors shows which instances that takes."""
        instances = self._instances
        held = [*map(instances.node, facts)]
        outcome = instances.deciding.solve(held, instances.deadline)
        if outcome.status is Status.UNSAT:
            assumed = [*instances.switched(None), *held]
            outcome = instances.solver.solve(assumed, instances.deadline)
        if outcome.status is Status.UNKNOWN:
            raise OutOfTime(outcome.reason)
        if outcome.assignment is None:
            return False
        self._possible.update(enumerate(outcome.assignment[: len(self._known.left)]))
        return True

    def _refuted(self, supposed: Fact) -> Refutation:
        """What a search has just refuted."""
        groups, others = self._instances.cited(self._instances.solver.core_finder()())
        return Refutation(supposed, groups, tuple(f for f in others if f != supposed))

    def _proved(self, found: list[Refutation], counting: Counting) -> Step:
        """The step for the smallest of some refutations."""
        instances = self._instances
        least = min(found, key=_size)
        goal = instances.opposite(least.supposed)
        groups, cited = self._fewest(least.groups, least.facts, goal)
        fewer = Refutation(least.supposed, groups, tuple(cited))
        few = together(instances, counting, fewer, work=EACH)
        return few or Step(Tier.CASES, (goal,), groups, _in_order(cited))

    def _fewest(
        self, groups: Groups, cited: Sequence[Fact], goal: Fact | None
    ) -> tuple[Groups, Sequence[Fact]]:
        """Instances and facts that are enough for a goal (None: a contradiction), without
        superfluous instances if they are not too many."""
        if len(groups) > FEW:
            return groups, cited
        instances = self._instances
        groups = fewest_groups(instances, groups, cited, goal)
        against = [] if goal is None else [instances.opposite(goal)]
        core = instances.refute(groups, [*cited, *against], LARGE)
        return groups, cited if core is None else [f for f in core[1] if f not in against]


def _in_order(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    return tuple(sorted(facts, key=lambda f: (f.variable, f.value)))


def _size(found: Refutation) -> tuple[int, int, Fact]:
    return len(found.groups), len(found.facts), found.supposed
