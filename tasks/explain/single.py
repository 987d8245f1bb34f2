"""Steps by one rule instance: what it says alone, of the facts known about its own variables.

Propagation finds most of them; where it finds none, every open value is tried. What was found stays
true as more becomes known, so an instance is looked at again only when something new is known of
its variables.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...model.groups import Group
from .counting import Counting
from .facts import Fact, Known
from .fewest import fewest_facts
from .instances import BACKGROUND, Groups, Instances
from .step import Step, Tier


class Singles:
    """The steps of each rule instance alone, kept up to date."""

    def __init__(self, instances: Instances, known: Known, counting: Counting) -> None:
        self._instances, self._known, self._counting = instances, known, counting
        self._steps: dict[Group, list[Step]] = {}
        # Instances about which something is new, for propagation and for trying each value.
        self._stale = set(instances.variables)
        self._untried = set(instances.variables)
        self._witnesses: dict[Group, list[dict[int, int]]] = {}

    @property
    def count(self) -> int:
        """How many steps are known."""
        return sum(map(len, self._steps.values()))

    def changed(self, variables: Iterable[int]) -> None:
        """More is known about some variables."""
        for variable in variables:
            touched = self._instances.touching.get(variable, ())
            self._stale.update(touched)
            self._untried.update(touched)

    def best(self) -> Step | None:
        """The cheapest step; None if no instance tells anything new."""
        for group in self._in_order(self._stale):
            self._stale.discard(group)
            self._look(group, trying=False)
        found = self._cheapest()
        if found is not None:
            return self._with_alike(found)
        for group in self._in_order(self._untried):
            self._untried.discard(group)
            self._look(group, trying=True)
            found = self._cheapest()
            if found is not None:
                return self._with_alike(found)
        return None

    def _with_alike(self, step: Step) -> Step:
        """A step with what other instances of its rule tell of the same facts."""
        if step.is_contradiction or not step.groups:
            return step
        facts, groups = list(step.facts), list(step.groups)
        for group in self._in_order(self._steps):
            if group.rule != step.groups[0].rule or group in groups:
                continue
            for other in self._steps[group]:
                new = [f for f in other.facts if f not in facts]
                if new and other.cited == step.cited:
                    facts += new
                    groups.append(group)
                    break
        facts.sort(key=lambda f: (f.variable, f.value))
        return Step(step.tier, tuple(facts), tuple(groups), step.cited)

    def _in_order(self, groups: Iterable[Group]) -> list[Group]:
        order = self._instances.order
        return sorted(groups, key=lambda g: order.get(g, -1))

    def _cheapest(self) -> Step | None:
        best: Step | None = None
        for group in self._in_order(self._steps):
            steps = [s for s in map(self._current, self._steps[group]) if s is not None]
            self._steps[group] = steps
            for step in steps:
                if best is None or step.is_contradiction or step.cost < best.cost:
                    best = step
                if step.is_contradiction:
                    return step
        return best

    def _current(self, step: Step) -> Step | None:
        """A step without what is already known; None if nothing is left of it."""
        if step.is_contradiction:
            return step
        new = tuple(f for f in step.facts if not self._known.knows(f))
        if len(new) == len(step.facts):
            return step
        return Step(step.tier, new, step.groups, step.cited) if new else None

    # -- one instance

    def _look(self, group: Group, trying: bool) -> None:
        """Add the steps of an instance that propagation finds, or that trying each value does."""
        instances, known = self._instances, self._known
        variables = instances.variables[group]
        if trying and not any(map(known.is_open, variables)):
            return
        facts = [fact for v in variables for fact in known.about(v)]
        own = () if group == BACKGROUND else (group,)
        steps = self._steps.setdefault(group, [])
        if self._is_broken(group, facts, trying):
            cited = fewest_facts(instances, (group,), facts, None)
            steps.append(Step(Tier.ONE, (), own, tuple(cited)))
            return
        goals = (self._tried if trying else self._propagated)(group, facts)
        told = {f for step in steps for f in step.facts}
        waiting = [g for g in goals if g not in told]
        while waiting:
            goal = waiting[0]
            cited = self._reason(group, facts, goal)
            step = self._step(own, (group,), cited, goal, waiting)
            steps.append(step)
            waiting = [g for g in waiting if g not in step.facts and g != goal]

    def _is_broken(self, group: Group, facts: Sequence[Fact], trying: bool) -> bool:
        """Whether an instance has no solution with the facts known."""
        if trying and not self._counting.joins(group):
            return self._instances.solution((group,), facts) is False
        return self._instances.derive((group,), facts).fails

    def _propagated(self, group: Group, facts: Sequence[Fact]) -> list[Fact]:
        """What propagation rules out, and where only one value is left."""
        instances, known = self._instances, self._known
        derivation = instances.derive((group,), facts)
        goals: list[Fact] = []
        for v in instances.variables[group]:
            before = known.left[v]
            if len(before) < 2:
                continue
            after = derivation.left(instances.model.variables[v])
            if len(after) == 1:
                goals.append(Fact(v, after[0]))
            if len(after) < len(before):
                goals += [known.excluded(v, x) for x in sorted(before - set(after))]
        return list(dict.fromkeys(goals))

    def _tried(self, group: Group, facts: Sequence[Fact]) -> list[Fact]:
        """What is ruled out when each open value is tried: by a search, which is complete; of what
        is connected, where searches are long, by what propagation tells of it."""
        instances, known = self._instances, self._known
        variables = [v for v in instances.variables[group] if known.is_open(v)]
        witnesses = [
            w
            for w in self._witnesses.get(group, ())
            if all(w[v] in known.left[v] for v in instances.variables[group])
        ]
        goals: list[Fact] = []
        joins = self._counting.joins(group)
        for v in variables:
            gone = []
            for value in sorted(known.left[v]):
                if any(w[v] == value for w in witnesses):
                    continue
                tried = [*facts, known.fixed(v, value)]
                if joins:
                    if instances.derive((group,), tried).fails:
                        gone.append(value)
                    continue
                found = instances.solution((group,), tried)
                if found is False:
                    gone.append(value)
                elif isinstance(found, tuple):
                    witnesses.append({u: found[u] for u in instances.variables[group]})
            left = known.left[v] - set(gone)
            if len(left) == 1:
                goals.append(Fact(v, next(iter(left))))
            goals += [known.excluded(v, x) for x in gone]
        self._witnesses[group] = witnesses
        return list(dict.fromkeys(goals))

    def _reason(self, group: Group, facts: Sequence[Fact], goal: Fact) -> list[Fact]:
        """The fewest of some facts from which a goal follows."""
        instances = self._instances
        if goal.holds:  # other values that are ruled out count one by one
            facts = [f for f in facts if f.variable != goal.variable]
            facts += self._known.missing(goal.variable)
        else:
            facts = [f for f in facts if f.variable != goal.variable]
        core = instances.refute((group,), [*facts, instances.opposite(goal)])
        enough = facts if core is None else [f for f in facts if f in set(core[1])]
        return fewest_facts(instances, (group,), enough, goal)

    def _step(
        self, own: Groups, groups: Groups, cited: Sequence[Fact], goal: Fact, goals: Sequence[Fact]
    ) -> Step:
        """The step to a goal, with all other goals that follow from the same."""
        instances = self._instances
        derivation = instances.derive(groups, cited)
        told = [
            f
            for f in goals
            if f == goal
            or derivation.holds(instances.node(f))
            or instances.refute(groups, [*cited, instances.opposite(f)]) is not None
        ]
        placed = {f.variable for f in told if f.holds}
        told = [f for f in told if f.holds or f.variable not in placed]
        return Step(Tier.ONE, tuple(told), own, tuple(cited))
