"""The steps from what is known to the solution, the easiest next one first.

A step by one rule instance is looked for first, then one by a few that count, then a chain from a
supposition to a contradiction, and at last a fact is said to follow by cases. Of the lowest tier
that has a step the cheapest is taken.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.nodes import variables_of
from .cases import Cases
from .chains import closed, linked
from .counting import Counting
from .facets import Facets
from .facts import Fact, Known
from .instances import Instances
from .nested import Nested
from .reading import Reading
from .single import Singles
from .step import Step, Tier
from .supposing import Supposing

# Values that are left to what the answer does not show, for each of them to be supposed.
MOST = 32


class Explainer:
    """Finds one step after another. known: what is known so far. like: another explainer of the
    same instances: what it found out about their shapes is known here, too.

    `broken` is set when a step is a contradiction: then what was known has no solution. `seen` is
    how many steps of its kind were known when the last step was chosen: of its tier, and if it
    places a value, those that do.
    """

    def __init__(
        self, instances: Instances, known: Known | None = None, like: Explainer | None = None
    ) -> None:
        self.instances = instances
        self.known = instances.start() if known is None else known
        self.broken = False
        self.seen = 0
        self._counting: Counting = Counting(instances) if like is None else like._counting
        self._facets: Facets = Facets(instances) if like is None else like._facets
        self._singles = Singles(instances, self.known, self._counting, self._facets)
        self._failed = 0
        self._supposing = self.supposing(self.known)
        self._asked = [v.index for v in variables_of(o for o in instances.model.answer)]
        self._cases = Cases(instances, self.known, self._asked)
        self._nested = Nested(instances, self.known, self._facets, self._cases, self._asked)
        self._waiting: list[Step] = self._left_alone(range(len(self.known.left)), ())

    def __iter__(self) -> Iterator[Step]:
        while (step := self.next()) is not None:
            yield step

    @property
    def finished(self) -> bool:
        """Whether all that the answer shows is known."""
        return not any(map(self.known.is_open, self._asked))

    def next(self) -> Step | None:
        """The easiest next step, which is then known; None if nothing more follows."""
        if self.broken:
            return None
        if self.finished and not self._waiting:
            return None
        step = self.by_one()
        if step is None:
            step = self._supposed() or self._nested.step() or self._cases.step(self._counting)
            self.seen = max(1, self._failed)
            return None if step is None else self._taken(step)
        return step

    def by_one(self) -> Step | None:
        """The easiest next step by one rule instance, which is then known; None if there is
        none."""
        if self._waiting:
            self.seen = len(self._waiting) + self._singles.count(True)
            return self._waiting.pop(0)
        step = self._singles.best()
        if step is None:
            return None
        # The step itself may be counted no more.
        self.seen = max(1, self._singles.count(step.places))
        return self._taken(step)

    def learn(self, facts: tuple[Fact, ...]) -> None:
        """Add facts to what is known."""
        changed = self.known.learn(facts)
        self._singles.changed(changed)
        self._waiting += self._left_alone(sorted(changed), facts)

    def supposing(self, known: Known) -> Supposing:
        """Suppositions from what is known at another moment."""
        return Supposing(self.instances, known, self._counting, self._facets)

    def _taken(self, step: Step) -> Step:
        """A step, which is now known."""
        if step.is_contradiction:
            self.broken = True
            return step
        step = self._placed(step)
        self.learn(step.facts)
        return step

    def contradiction(self) -> Step | None:
        """The chain from what is known to a contradiction, if propagation finds one."""
        facts = self.known.facts
        return None if self.instances.fails(None, facts) is None else self._broken_chain(facts)

    def _placed(self, step: Step) -> Step:
        """A step that rules out all values of a place but one places that one."""
        facts = dict.fromkeys(step.facts)
        for variable in {f.variable for f in step.facts if not f.holds}:
            own = [f for f in step.facts if f.variable == variable]
            left = self.known.left[variable] - {f.value for f in own if not f.holds}
            whole = not self.known.missing(variable)
            stands = next((f for f in own if f.holds), None)
            if stands is None and whole and len(left) == 1:
                stands = self.known.fixed(variable, next(iter(left)))
            if stands is not None:
                for fact in own:
                    del facts[fact]
                facts[stands] = None
        return step if len(facts) == len(step.facts) else step.limited_to(tuple(sorted(facts)))

    def _left_alone(self, variables: range | list[int], concluded: tuple[Fact, ...]) -> list[Step]:
        """The steps of variables that have one value left, but for which no step said so."""
        found = []
        for v in variables:
            if self.known.is_open(v):
                continue
            fact = next(iter(self.known.about(v)), None)
            cited = self.known.missing(v)
            if fact is not None and fact not in concluded and len(cited) > 1 and concluded:
                found.append(Step(Tier.ONE, (fact,), (), tuple(cited)))
        return found

    # -- suppositions

    def _supposed(self) -> Step | None:
        """The easiest step that a supposition leads to."""
        failing = self.failing()
        if failing is None:
            return self._broken_chain(self.known.facts)
        self._failed = len(failing)
        return self._supposing.step(failing)

    def failing(self) -> list[tuple[int, Fact]] | None:
        """The open values with which propagation fails, those that fail sooner first: after how
        many changes. None if it fails without one."""
        known, instances = self.known, self.instances
        solver = instances.deriving
        if not solver.consistent([*instances.on(None), *map(instances.node, known.facts)]):
            return None
        failing: list[tuple[int, Fact]] = []
        asked = set(self._asked)
        for v in range(len(known.left)):
            if not known.is_open(v) or (v not in asked and len(known.left[v]) > MOST):
                continue
            for value in sorted(known.left[v]):
                supposed = known.fixed(v, value)
                changes = solver.suppose(instances.node(supposed))
                if changes >= 0:
                    failing.append((changes, supposed))
        return sorted(failing)

    def _broken_chain(self, facts: list[Fact]) -> Step:
        """The steps to a contradiction from what is known."""
        instances = self.instances
        found = instances.fails(None, facts)
        assert found is not None
        groups, cited = found
        derivation = instances.derive(groups, cited)
        if not derivation.fails:
            derivation = instances.derive(None, facts)
        steps = [*Reading(instances, self.known, derivation).chain()]
        return closed(instances, self.known, None, linked(instances, self._facets, steps))
