"""Steps that suppose the opposite of a fact and, within it, suppose again: one level deep.

What the inner suppositions rule out is added to the outer one until propagation finds a
contradiction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from .cases import Cases
from .chains import chain, closed, linked, rank, refutation
from .facets import Facets
from .facts import Fact, Known
from .instances import Instances
from .reading import Reading
from .step import Step, Tier, implies

# The most suppositions for one step, and rounds within one of them.
SUPPOSED, ROUNDS = 10_000, 4
# The number of steps to choose from.
SOME = 3


class Nested:
    """Finds steps by nested suppositions.

    asked: the variables of the answer.
    """

    def __init__(
        self,
        instances: Instances,
        known: Known,
        facets: Facets,
        cases: Cases,
        asked: Sequence[int],
    ) -> None:
        self._instances, self._known, self._facets = instances, known, facets
        self._cases, self._asked = cases, asked
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
            if not any(known.knows(f) for s in (step, *step.inner) for f in s.facts)
        }
        for supposed in self._promising():
            if self._left <= 0 or len(self._found) >= SOME:
                break
            if supposed not in self._found:
                step = self._led_to(supposed)
                if step is None:
                    self._in_vain[supposed] += 1
                else:
                    self._found[supposed] = step
        return min(self._found.values(), key=rank, default=None)

    def _promising(self) -> list[Fact]:
        """The open values in no solution seen so far: first those supposed in vain least often,
        among these, those with most consequences."""
        known, instances = self._known, self._instances
        facts, solver = known.facts, instances.deriving
        possible = self._cases.possible(facts)
        solver.consistent([*instances.on(None), *map(instances.node, facts)])
        found: list[tuple[int, int, Fact]] = []
        for v in filter(known.is_open, self._asked):
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
        rounds: list[tuple[Known, list[Fact]]] = []
        while len(rounds) < ROUNDS:
            failing = self._failing(within)
            if failing is None:
                core = instances.fails(None, within.facts)
                derivation = None if core is None else instances.derive(*core)
                if derivation is None or not derivation.fails:
                    return None
                last = [*Reading(instances, within, derivation).chain()]
                return self._step(supposed, rounds, last)
            if not failing:
                return None
            rounds.append((within.copy(), failing))
            for fact in failing:
                within.learn([instances.opposite(fact)])
                if not within.left[fact.variable]:
                    missing = tuple(within.missing(fact.variable))
                    return self._step(supposed, rounds, [Step(Tier.ONE, (), (), missing)])
        return None

    def _failing(self, within: Known) -> list[Fact] | None:
        """Open values with which propagation fails; None if it fails without one."""
        instances, solver = self._instances, self._instances.deriving
        if not solver.consistent([*instances.on(None), *map(instances.node, within.facts)]):
            return None
        opened = [v for v in self._asked if within.is_open(v)]
        found: list[Fact] = []
        for v, left in zip(opened, solver.lefts(opened), strict=True):
            for value in left if len(left) > 1 else ():
                fact = within.fixed(v, value)
                self._left -= 1
                if solver.suppose(instances.node(fact)) >= 0:
                    found.append(fact)
        return found

    def _step(
        self, supposed: Fact, rounds: list[tuple[Known, list[Fact]]], last: list[Step]
    ) -> Step | None:
        """The step by a supposition that fails. last: the steps from the values that inner
        suppositions ruled out to the contradiction; only needed suppositions are kept."""
        instances = self._instances
        last = linked(instances, self._facets, last)
        needed = {f for step in last for f in step.cited}
        inner: list[Step] = []
        for before, failing in rounds[::-1]:
            for fact in failing:
                opposite = instances.opposite(fact)
                if not any(implies(opposite, other) for other in needed):
                    continue
                found = refutation(instances, None, before.facts, fact)
                step = None if found is None else chain(instances, before, self._facets, found)
                if step is None:
                    return None
                inner.append(step)
                needed.update(step.cited)
        steps = linked(instances, self._facets, [*inner[::-1], *last])
        return closed(instances, self._known, instances.opposite(supposed), steps)
