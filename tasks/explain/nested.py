"""Steps that suppose the opposite of a fact and, within it, suppose again: one level deep.

What the inner suppositions rule out is added to the outer one until propagation finds a
contradiction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ..wording.facts import Fact, Known
from .cases import Cases
from .chains import Refutation, chain, closed, failure, is_stale, linked, rank, refutation
from .counting import Counting
from .facets import Facets
from .instances import Instances
from .reading import Reading
from .step import Step, implies
from .together import at_once, together

# The most outer and inner suppositions for one step, and rounds within an outer one.
TRIED, SUPPOSED, ROUNDS = 6, 2_000, 4
# The most inner suppositions and inner steps that a person can follow.
INNER, LENGTH = 3, 30
# The number of steps to choose from.
SOME = 2
# If every value of a variable fails, the most of them that are tried as the one not supposed.
LAST = 2


class Nested:
    """Finds steps by nested suppositions.

    answer: the variables of the answer.
    """

    def __init__(
        self,
        instances: Instances,
        known: Known,
        counting: Counting,
        facets: Facets,
        cases: Cases,
        answer: Sequence[int],
    ) -> None:
        self._instances, self._known = instances, known
        self._counting, self._facets = counting, facets
        self._cases, self._answer = cases, answer
        self._left = 0
        # Of earlier suppositions: the steps that were not chosen, and how often there was no step.
        self._found: dict[Fact, Step] = {}
        self._in_vain: Counter[Fact] = Counter()

    def step(self) -> Step | None:
        """The easiest of a few steps; None if none is found within the limit of work."""
        self._left = SUPPOSED
        known = self._known
        self._found = {
            supposed: step
            for supposed, step in self._found.items()
            if not any(map(known.knows, step.facts)) and not is_stale(known, step)
        }
        for supposed in self.promising()[:TRIED]:
            if self._left <= 0 or len(self._found) >= SOME:
                break
            if supposed not in self._found:
                step = self._led_to(supposed)
                if step is None:
                    self._in_vain[supposed] += 1
                else:
                    self._found[supposed] = step
        return min(self._found.values(), key=rank, default=None)

    def step_of(self, supposed: Fact) -> Step | None:
        """The step to the opposite of a supposition; None if there is none that a person can
        follow."""
        self._left = SUPPOSED
        return self._led_to(supposed)

    def promising(self) -> list[Fact]:
        """The open values in no solution seen so far: first those supposed in vain least often,
        among these, those with most consequences."""
        known, instances = self._known, self._instances
        facts, solver = known.facts, instances.deriving
        possible = self._cases.possible(facts)
        solver.consistent([*instances.on(None), *map(instances.node, facts)])
        found: list[tuple[int, int, Fact]] = []
        for v in filter(known.is_open, self._answer):
            for value in sorted(known.left[v]):
                if (v, value) not in possible:
                    supposed = known.fixed(v, value)
                    changes = solver.suppose(instances.node(supposed))
                    found.append((self._in_vain[supposed], changes, supposed))
        return [fact for _, _, fact in sorted(found)]

    def _led_to(self, supposed: Fact) -> Step | None:
        """The step to the opposite of a supposition, if the values that inner suppositions rule
        out, round by round, refute it."""
        instances, within = self._instances, self._known.copy()
        within.learn([supposed])
        start = within.copy()
        rounds: list[list[Fact]] = []
        while len(rounds) < ROUNDS:
            failing = self._failing(within)
            if failing is None:
                return self._failed(supposed, start, rounds)
            if not failing:
                return None
            rounds.append(failing)
            for fact in failing:
                within.learn([instances.opposite(fact)])
                if not within.left[fact.variable]:
                    return self._without_value(supposed, start, rounds, fact.variable)
        return None

    def _without_value(
        self, supposed: Fact, start: Known, rounds: list[list[Fact]], variable: int
    ) -> Step | None:
        """The step to the opposite of a supposition within which every value of a variable fails:
        all but one are supposed, and what follows from the last fails."""
        *before, failing = rounds
        values = [f for f in failing if f.variable == variable]
        steps = (
            self._failed(supposed, start, [*before, [f for f in values if f != last]])
            for last in values[:LAST]
        )
        return min((step for step in steps if step is not None), key=rank, default=None)

    def _failed(
        self, supposed: Fact, start: Known, rounds: Sequence[Sequence[Fact]]
    ) -> Step | None:
        """The step to the opposite of a supposition if propagation fails after some rounds."""
        instances = self._instances
        core = failure(instances, *self._facts(start, rounds))
        inner = None if core is None else self._refuted(start, rounds, core[1])
        if core is None or inner is None:
            return None
        derivation = instances.derive(*core)
        if not derivation.fails:
            return None
        last = [*Reading(instances, _with(start, core[1]), derivation).chain()]
        return self._step(supposed, inner, last)

    def _facts(
        self, start: Known, rounds: Sequence[Sequence[Fact]]
    ) -> tuple[list[Fact], list[Fact]]:
        """The facts known after some rounds; and those that the rounds found, the last first."""
        found = [self._instances.opposite(f) for failing in rounds for f in failing]
        return [*start.facts, *found], found[::-1]

    def _failing(self, within: Known) -> list[Fact] | None:
        """Open values with which propagation fails; None if it fails without one."""
        instances, solver = self._instances, self._instances.deriving
        if not solver.consistent([*instances.on(None), *map(instances.node, within.facts)]):
            return None
        opened = [v for v in self._answer if within.is_open(v)]
        found: list[Fact] = []
        for v, left in zip(opened, solver.lefts(opened), strict=True):
            for value in left if len(left) > 1 else ():
                fact = within.fixed(v, value)
                self._left -= 1
                if solver.suppose(instances.node(fact)) >= 0:
                    found.append(fact)
        return found

    def _refuted(
        self, start: Known, rounds: Sequence[Sequence[Fact]], wanted: Iterable[Fact]
    ) -> list[tuple[Known, Refutation]] | None:
        """The refutations of inner suppositions that some facts depend on, the last first, and what
        is known before each, which is no more than it needs; None if there are too many."""
        instances, needed = self._instances, [*wanted]
        inner: list[tuple[Known, Refutation]] = []
        for number in reversed(range(len(rounds))):
            facts, costly = self._facts(start, rounds[:number])
            own = self._behind(rounds[number : number + 1], needed)
            for done, fact in enumerate(own):
                # Most are given up here, before any work is done.
                left = len(own) - done + len(self._behind(rounds[:number], needed))
                found = (
                    None
                    if len(inner) + left > INNER
                    else refutation(instances, facts, fact, costly)
                )
                if found is None:
                    return None
                inner.append((_with(start, found.facts), found))
                needed += found.facts
        return inner

    def _behind(self, rounds: Sequence[Sequence[Fact]], needed: Iterable[Fact]) -> list[Fact]:
        """The suppositions of some rounds whose opposites state needed facts."""
        about: dict[int, list[Fact]] = {}
        for fact in needed:
            about.setdefault(fact.variable, []).append(fact)
        opposite = self._instances.opposite
        return [
            f
            for failing in rounds
            for f in failing
            if any(implies(opposite(f), other) for other in about.get(f.variable, ()))
        ]

    def _step(
        self, supposed: Fact, inner: list[tuple[Known, Refutation]], last: list[Step]
    ) -> Step | None:
        """The step by a supposition that fails, if a person can follow it. last: the steps from the
        values that inner suppositions ruled out to the contradiction."""
        instances = self._instances
        steps: list[Step] = []
        for before, found in inner[::-1]:
            before.learn(f for earlier in steps for f in earlier.facts)
            step = together(instances, self._counting, found)
            step = step or chain(instances, before, self._facets, found)
            if step is None:
                return None
            steps.append(step)
            if step.is_contradiction:  # without the inner supposition
                break
        else:
            steps += _new(supposed, steps, last)
        links = linked(instances, self._facets, self._known, [supposed], steps)
        step = closed(instances, self._known, instances.opposite(supposed), links)
        few = at_once(instances, self._counting, supposed, step)
        return few or (step if step.length <= LENGTH else None)


def _new(supposed: Fact, steps: Sequence[Step], last: Sequence[Step]) -> list[Step]:
    """The last steps, without what a supposition or earlier steps start from: that is not concluded
    again."""
    taken = {supposed, *(f for step in steps for f in step.cited)}
    found: list[Step] = []
    for step in last[:-1]:
        taken.update(step.cited)
        new = tuple(f for f in step.facts if f not in taken)
        if new:
            found.append(step.limited_to(new))
    return [*found, last[-1]]


def _with(start: Known, facts: Iterable[Fact]) -> Known:
    """What is known at a start, and some facts: a step read from it cites no others."""
    known = start.copy()
    known.learn(facts)
    return known
