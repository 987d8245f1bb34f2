"""Tier 5: a fact follows because a search finds no solution without it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...backends.base import Status
from ...deadline import OutOfTime
from ..wording.facts import Fact, Known
from .bounded import ALL, EACH
from .chains import Refutation
from .counting import Counting
from .fewest import fewest_groups
from .instances import LARGE, Groups, Instances
from .step import Step, Tier
from .together import contradiction, together

# The most values without a solution among which one is chosen; the work (see `backends.base`) after
# which no further one of them is refuted with selectors; the most instances of a core that is
# minimised.
SOME, REFUTING, FEW = 6, ALL, 40
# The work of one search with selectors; if it does not end by then, all instances are cited.
SEARCHING = 3 * ALL


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
        self.possible(known.facts)
        opened = (
            known.fixed(v, value)
            for v in filter(known.is_open, self._answer)
            for value in sorted(known.left[v])
        )
        solver, found = self._instances.solver, list[Refutation]()
        end = solver.work + REFUTING
        for value in self.without_solution(opened):
            if not found or solver.work < end:
                found.append(self._refuted(value))
        return self._proved(found, counting) if found else None

    def contradiction(self, counting: Counting) -> Step | None:
        """The step to a contradiction; None if there is a solution."""
        facts, instances = self._known.facts, self._instances
        if self._possible or self._meet(facts):
            return None
        groups, cited = self._fewest(*self._conflict(facts), None)
        few = contradiction(instances, counting, groups, cited)
        return few or Step(Tier.CASES, (), groups, _in_order(cited))

    def without_solution(self, values: Iterable[Fact]) -> list[Fact]:
        """The first few of some values that hold in no solution, those first for which that takes
        the least work."""
        facts, deciding = self._known.facts, self._instances.deciding
        found: list[tuple[int, Fact]] = []
        for value in values:
            if len(found) == SOME:
                break
            before = deciding.work
            seen = (value.variable, value.value) in self._possible
            if not seen and not self._meet([*facts, value]):
                found.append((deciding.work - before, value))
        return [value for _, value in sorted(found)]

    def proved(self, supposed: Fact, counting: Counting) -> Step:
        """The step to the opposite of a value that holds in no solution."""
        return self._proved([self._refuted(supposed)], counting)

    def possible(self, facts: list[Fact]) -> set[tuple[int, int]]:
        """(variable, value) in the solutions seen so far; at least one is searched for."""
        if not self._possible:
            self._meet(facts)
        return self._possible

    def _meet(self, facts: list[Fact]) -> bool:
        """Whether there is a solution in which facts hold; if so, its values are possible. The
        search has no selectors, which takes less work."""
        instances = self._instances
        outcome = instances.deciding.solve([*map(instances.node, facts)], instances.deadline)
        if outcome.status is Status.UNKNOWN:
            raise OutOfTime(outcome.reason)
        if outcome.assignment is None:
            return False
        self._possible.update(enumerate(outcome.assignment[: len(self._known.left)]))
        return True

    def _conflict(self, facts: list[Fact]) -> tuple[Groups, list[Fact]]:
        """Instances and some of the facts that have no solution, from a search with selectors; all
        of them if that takes too much work. There must be none in which the facts hold."""
        instances = self._instances
        return instances.refute(None, facts, SEARCHING) or (instances.groups, facts)

    def _refuted(self, supposed: Fact) -> Refutation:
        """Why a value holds in no solution."""
        groups, others = self._conflict([*self._known.facts, supposed])
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
