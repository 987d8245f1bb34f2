"""The steps from what is known to the solution, each the easiest next one.

Search first for a step by one rule instance, then by a few that count, then for a chain from a
supposition to a contradiction, and at last for a fact that follows by cases. The next step is the
cheapest one of the lowest tier that has any.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...model.nodes import variables_of
from ...records import replace
from ..wording.facts import Fact, Known
from .cases import Cases
from .chains import closed, linked
from .counting import Counting
from .facets import Facets
from .fewest import fewest_facts
from .instances import Instances
from .nested import Nested
from .reading import Reading
from .single import Singles
from .step import Step, Tier
from .supposing import Supposing
from .together import widened

# Values of layers that the answer does not show are supposed only if at most this many are left.
MOST = 32


class Explainer:
    """Finds one step after another. known: what is known so far. like: another explainer of the
    same instances, whose results about their shapes are shared. to_the_end: go on when the whole
    answer is known, as it is to be refuted. uncounted: `seen` is not needed, see `Singles`.

    `broken` is set when a step is a contradiction: then what was known has no solution. `seen` is
    the number of possible steps of its kind when the last step was chosen: those of its tier, and
    if it places a value, only those that do.
    """

    def __init__(
        self,
        instances: Instances,
        known: Known | None = None,
        like: Explainer | None = None,
        to_the_end: bool = False,
        uncounted: bool = False,
    ) -> None:
        self.instances = instances
        self.known = instances.start() if known is None else known
        self.broken = False
        self._to_the_end = to_the_end
        self.seen = 0
        self._counting: Counting = Counting(instances) if like is None else like._counting
        self._facets: Facets = Facets(instances) if like is None else like._facets
        self._singles = Singles(instances, self.known, self._counting, self._facets, uncounted)
        self._failed = 0
        self._supposing = self.supposing(self.known)
        self._answer = [v.index for v in variables_of(o for o in instances.model.answer)]
        computed = instances.grounding.program.computed
        self._computed = [v for v, spot in instances.spots.items() if spot.layer in computed]
        self._cases = Cases(instances, self.known, self._answer)
        self._nested = Nested(
            instances, self.known, self._counting, self._facets, self._cases, self._answer
        )
        self._waiting: list[Step] = self._left_alone(range(len(self.known.left)), ())

    def __iter__(self) -> Iterator[Step]:
        while (step := self.next()) is not None:
            yield step

    @property
    def finished(self) -> bool:
        """Whether the whole answer is known."""
        return not any(map(self.known.is_open, self._answer))

    def next(self) -> Step | None:
        """Find the easiest next step, and add it to what is known; None if nothing more follows.
        Raises OutOfTime."""
        return self.before_search() or self.by_search()

    @property
    def _is_over(self) -> bool:
        done = self.finished and not self._waiting and not self._to_the_end
        return self.broken or done

    def before_search(self) -> Step | None:
        """Find the easiest next step for which propagation is enough, and add it to what is known;
        None if there is none. Raises OutOfTime."""
        if self._is_over:
            return None
        step = self.by_one()
        if step is None:
            step = self._supposed()
            if step is not None and self._singles.add_to_goal(step):
                return self.by_one()
            if step is not None:
                self.seen = max(1, self._failed)
                step = self._taken(step)
        return step

    def by_search(self) -> Step | None:
        """Find a step where propagation refutes no value, by suppositions within a supposition or
        by cases, and add it to what is known; None if nothing more follows."""
        if self._is_over:
            return None
        self.seen = 1
        broken = self._cases.contradiction(self._counting)
        if broken is not None and broken.tier is Tier.FEW:
            return self._taken(broken)
        step = self._nested.step() or broken or self._cases.step(self._counting)
        return None if step is None else self._taken(step)

    def without_solution(self) -> list[Fact]:
        """A few open values that hold in no solution, found by search among those of variables with
        the fewest values left. Those come first for which the search used the fewest instances."""
        left = self.known.left
        values = sorted(self._nested.promising(), key=lambda fact: len(left[fact.variable]))
        return self._cases.without_solution(values)

    def searched(self, known: Known, supposed: Fact) -> Step:
        """The step to the opposite of a value that holds in no solution, from what is known at
        another moment: by suppositions within a supposition or by cases."""
        cases = Cases(self.instances, known, self._answer)
        nested = Nested(self.instances, known, self._counting, self._facets, cases, self._answer)
        return nested.step_of(supposed) or cases.proved(supposed, self._counting)

    def by_cases(self, known: Known, fact: Fact) -> Step:
        """The step by cases to a fact that holds in every solution, from what is known at another
        moment."""
        cases = Cases(self.instances, known, self._answer)
        return cases.proved(self.instances.opposite(fact), self._counting)

    def by_one(self) -> Step | None:
        """Find the easiest next step by one rule instance, and add it to what is known; None if
        there is none."""
        if self._waiting:
            self.seen = len(self._waiting) + self._singles.count(True)
            waiting = self._waiting.pop(0)
            self.broken = waiting.is_contradiction
            return waiting
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
        due = self._left_alone(sorted(changed), facts)
        ends = any(step.is_contradiction for step in due)
        self._waiting = due if ends else [*self._waiting, *due]

    def supposing(self, known: Known) -> Supposing:
        """Suppositions from what is known at another moment."""
        return Supposing(self.instances, known, self._counting, self._facets)

    def _taken(self, step: Step) -> Step:
        """Add a step to what is known, and return it."""
        if step.is_contradiction:
            self.broken = True
            return step
        if step.tier is Tier.FEW:
            step = widened(self.instances, self.known, step)
        step = self._placed(step)
        self.learn(step.facts)
        return step

    def contradiction(self) -> Step | None:
        """The chain from what is known to a contradiction, if propagation finds one."""
        facts = self.known.facts
        return None if self.instances.fails(None, facts) is None else self._broken_chain(facts)

    def _placed(self, step: Step) -> Step:
        """A step that rules out all values of a place but one, as a step that places this one. A
        chain for several values stays: it shows how one of them is ruled out."""
        if step.inner and len(step.facts) > 1:
            return step
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
        """Steps for variables that have one value left although no step placed it; for one that has
        none, a contradiction alone."""
        found = []
        for v in variables:
            if self.known.is_open(v):
                continue
            if not self.known.left[v]:
                return [Step(Tier.ONE, (), (), tuple(self.known.missing(v)))]
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
        step = self._supposing.step(failing)
        return step and self._with_more_values(step, failing)

    def _with_more_values(self, step: Step, failing: list[tuple[int, Fact]]) -> Step:
        """A step that rules out a value of a place, with the other failing values of this place
        that its instances rule out because of the same facts; if it is by one instance, also with
        those that this one rules out because of the same other places."""
        if not step.facts or any(f.holds for f in step.facts):
            return step
        instances, groups = self.instances, step.groups
        about, behind = ({f.variable for f in facts} for facts in (step.facts, step.cited))
        known = [f for v in sorted(behind) for f in self.known.about(v)]
        goals = [instances.opposite(supposed) for _, supposed in failing]
        goals = [g for g in goals if g.variable in about and not g.holds and g not in step.facts]
        also = instances.following(groups, step.cited, goals)
        if step.tier is not Tier.ONE:
            return replace(step, facts=(*step.facts, *sorted(also)))
        cited = set(step.cited)
        for goal in instances.following(groups, known, [g for g in goals if g not in also]):
            cited.update(fewest_facts(instances, groups, known, goal, instances.fails))
            also.append(goal)
        return replace(step, facts=tuple(sorted({*step.facts, *also})), cited=tuple(sorted(cited)))

    def failing(self) -> list[tuple[int, Fact]] | None:
        """(changes, fact): the open values that propagation refutes, with the number of changes
        until it fails, fewest first. None if it fails without a supposition. Values of computed
        layers are supposed only where no others fail: a conflict soon follows from what they are
        computed from, but people think of that."""
        known, instances = self.known, self.instances
        solver = instances.deriving
        if not solver.consistent([*instances.on(None), *map(instances.node, known.facts)]):
            return None
        answer, computed = set(self._answer), set(self._computed)
        supposable = [
            v
            for v in range(len(known.left))
            if known.is_open(v) and (v in answer or len(known.left[v]) <= MOST)
        ]
        failing = self._failing(v for v in supposable if v not in computed)
        return failing or self._failing(v for v in supposable if v in computed)

    def _failing(self, variables: Iterable[int]) -> list[tuple[int, Fact]]:
        """The same for the values of some variables, after a propagation without conflict."""
        known, failing = self.known, []
        for v in variables:
            values = sorted(known.left[v])
            opposites = [known.fixed(v, value) for value in values]
            if len(values) > 2:
                opposites += [known.excluded(v, value) for value in values]
            for supposed in opposites:
                changes = self.instances.deriving.suppose(self.instances.node(supposed))
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
        links = linked(instances, self._facets, self.known, [], steps)
        return closed(instances, self.known, None, links)
