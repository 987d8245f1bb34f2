"""Steps by one rule instance, from the facts known about its own variables.

Propagation finds most of them; if it finds none, every open value is tried. A conclusion stays
valid as more becomes known, so a facet is considered again only when something new is known about
its variables.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from heapq import heappop, heappush

from ...model.groups import Group
from ...model.nodes import domain_of
from ...records import replace
from ..wording.facts import Fact, Known
from .counting import Counting
from .deletion import minimal
from .facets import Facet, Facets
from .few import Few
from .fewest import fewest_facts
from .instances import Groups, Instances
from .joining import Joining
from .step import PER_FACT, PLACED, Step, Tier, entails

# Rules about what is connected are harder to see than those that count: this is added to the cost
# of their steps when steps are compared.
UNSEEN = 1.0
# No step by a rule that joins costs less; and once all have been looked for, no further one costs
# less than this, as it cites a fact that was not known then (and places a value because of this one
# fact only where there are two values).
LEAST, FURTHER = 2.0, 2.0 + PER_FACT
# The most facts that are tested for following from the same citations as another.
CHECKED = 12
# Up to this many cited facts are minimised by searches; larger sets by propagation alone.
FEWEST = 12
# The most facts, and the most instances that they follow from, in one step that cites no facts.
AT_ONCE = (10, 6)
# From this many facets on whose shapes have no solver yet, the promising ones are sorted out first.
MANY = 8
# No step that cites several facts costs less.
SEVERAL = 1.0 + 2 * PER_FACT - PLACED
# After this many values tried in vain in a row, values are no longer tried for a rule: propagation
# finds everything for it.
IN_VAIN = 2_500


class Singles:
    """The steps of each rule instance alone, kept up to date.

    uncounted: whether steps are not counted. Then those that cite several facts wait until there is
    none that cites one, which takes less work.
    """

    def __init__(
        self,
        instances: Instances,
        known: Known,
        counting: Counting,
        facets: Facets,
        uncounted: bool = False,
    ) -> None:
        self._instances, self._known = instances, known
        self._facets = facets.every
        self._touching: dict[int, list[Facet]] = {}
        for facet in self._facets:
            for variable in facet.variables:
                self._touching.setdefault(variable, []).append(facet)
        # Facets with news about their variables: for propagation, and for trying each value.
        self._stale = dict.fromkeys(self._facets)
        self._untried = dict.fromkeys(self._facets)
        self._uncounted = uncounted
        # Facets with conclusions that cite several facts, and wait.
        self._postponed: dict[Facet, None] = {}
        self._stated: dict[Facet, set[Fact]] = {}
        # By facet, the steps that may become easier as more values are ruled out.
        self._lasting: dict[Facet, list[int]] = {}
        # By rule, the number of values tried in vain in a row.
        self._in_vain: dict[int | None, int] = {}
        self._joining = Joining(instances, known, counting, facets.whole)
        self._unjoined = bool(self._joining.groups or instances.background)
        self._least_joined = LEAST
        self._few: dict[Group, Few] = {}
        # The steps that conclude something new, by number; by variable, the numbers of the steps
        # that conclude each fact about it; the numbers by cost.
        self._steps: dict[int, Step] = {}
        self._made = 0
        self._about: dict[int, dict[Fact, list[int]]] = {}
        self._heap: list[tuple[float, int]] = []
        self._loose: set[int] = set()  # steps that may cite too much
        # Steps that may cite superfluous facts, as some of their conclusions have become known or
        # they were made of several; the facet of each step that has one.
        self._spare: set[int] = set()
        self._facet: dict[int, Facet] = {}
        self._alike: dict[tuple[int, tuple[Fact, ...]], list[int]] = {}

    def count(self, placing: bool) -> int:
        """The number of steps now possible that place a value (or that only rule values out)."""
        if self._uncounted:
            return 0
        return sum(step.places == placing for step in self._steps.values())

    def changed(self, variables: Iterable[int]) -> None:
        """Take note that more is known about some variables."""
        for variable in variables:
            # Nothing new follows from a single known value where none is known.
            waits = self._uncounted and self._known.is_open(variable)
            for facet in self._touching.get(variable, ()):
                if waits:
                    self._retract(facet)
                    self._postponed[facet] = None
                else:
                    self._stale[facet] = None
                self._untried[facet] = None
            about = self._about.get(variable, {})
            for fact in [*filter(self._known.knows, about)]:
                for number in about.pop(fact):
                    self._update(number)
        self._unjoined = self._unjoined or bool(self._joining.groups or self._instances.background)

    def best(self) -> Step | None:
        """The cheapest step; None if nothing new follows from a single instance."""
        for facet in self._in_order(self._promising(self._stale)):
            self._look(facet, trying=False)
        self._stale.clear()
        cost = self._least()
        if self._postponed and (cost is None or cost > SEVERAL):
            for facet in self._in_order(self._postponed):
                self._look(facet, trying=False, several=True)
            self._postponed.clear()
            cost = self._least()
        if self._unjoined and (cost is None or cost > self._least_joined):
            self._unjoined = False
            variables = self._instances.model.variables[: len(self._known.left)]
            binary = any(len(domain_of(v)) == 2 for v in variables)
            self._least_joined = round(FURTHER - PLACED * binary, 2)
            for step in self._joining.steps():
                self._add(step, loose=True)
            cost = self._least()
        if cost is None:
            for facet in self._in_order(self._untried):
                del self._untried[facet]
                self._look(facet, trying=True)
                if self._least() is not None:
                    break
        return self._take()

    def add_to_goal(self, chain: Step) -> bool:
        """Add the steps by which single instances of a chain, among those about graphs, conclude
        its goal directly. Returns whether there is a step now. Propagation of all instances at once
        may miss these: it may reach the goal in another way, by several instances or from earlier
        conclusions."""
        for group in chain.groups if chain.inner and chain.facts else ():
            if group in self._joining.groups:
                found = self._joining.step_to(chain.facts[0], group)
                if found is not None:
                    self._add(found, loose=True)
        return self._least() is not None

    def _promising(self, waiting: Collection[Facet]) -> Iterable[Facet]:
        """The facets that may yield something by propagation. To load a solver for each of many
        shapes takes long, so the solver of all rules propagates one instance after another."""
        loaded = [facet for facet in waiting if facet.shape.is_loaded]
        if len(waiting) - len(loaded) < MANY:
            return waiting
        return [f for f in waiting if f.shape.is_loaded or self._yields(f)]

    def _yields(self, facet: Facet) -> bool:
        """Whether propagation with the instance of a facet alone yields anything."""
        groups = [] if facet.group is None else [facet.group]
        return self._instances.yields(groups, self._known, facet.variables)

    def _in_order(self, waiting: Iterable[Facet]) -> list[Facet]:
        return sorted(waiting, key=lambda facet: facet.number)

    # -- steps

    def _add(self, step: Step, loose: bool = False, facet: Facet | None = None) -> None:
        number = self._made
        if facet is not None:
            self._facet[number] = facet
        if not step.is_contradiction:
            new = self._news(step)
            if not new.facts:
                return
            if new is not step:
                self._spare.add(number)
            step = new
        self._made += 1
        self._steps[number] = step
        for fact in step.facts:
            self._about.setdefault(fact.variable, {}).setdefault(fact, []).append(number)
        if loose:
            self._loose.add(number)
        else:
            self._alike.setdefault((_rule(step), step.cited), []).append(number)
        heappush(self._heap, (self._rank(number), number))

    def _rank(self, number: int) -> float:
        step = self._steps[number]
        if step.is_contradiction:
            return 0.0
        return round(step.cost + UNSEEN * (number in self._loose), 2)

    def _news(self, step: Step) -> Step:
        """A step without conclusions that are already known."""
        new = tuple(f for f in step.facts if not self._known.knows(f))
        return step if len(new) == len(step.facts) else step.limited_to(new)

    def _update(self, number: int) -> None:
        """Remove conclusions from a step that are known now."""
        step = self._steps.get(number)
        if step is None or step.is_contradiction:
            return
        new = self._news(step)
        if not new.facts:
            del self._steps[number]
            return
        if new is not step:
            self._spare.add(number)
            self._steps[number] = new
            heappush(self._heap, (self._rank(number), number))

    def _least(self) -> float | None:
        """The least cost of a step."""
        heap = self._heap
        while heap:
            rank, number = heap[0]
            if number in self._steps and self._rank(number) == rank:
                return rank
            heappop(heap)
        return None

    def _take(self) -> Step | None:
        if self._least() is None:
            return None
        _, number = self._heap[0]
        step = self._steps[number]
        if step.is_contradiction and number not in self._loose:
            return step
        if number in self._loose:
            return self._tightened(number)
        if number in self._spare and number in self._facet:
            self._steps[number] = self._without_spare(number)
        return self._with_alike(number)

    def _without_spare(self, number: int) -> Step:
        """A step without superfluous citations."""
        instances, facet, step = self._instances, self._facet[number], self._steps[number]
        against = [facet.here(instances.opposite(f)) for f in step.facts]

        def enough(some: Sequence[Fact]) -> Sequence[Fact] | None:
            rest = [*map(facet.here, some)]
            cores = (facet.shape.core([*rest, a], instances.deadline) for a in against)
            return some if all(core is not None for core in cores) else None

        return replace(step, cited=tuple(minimal(step.cited, enough)))

    def _tightened(self, number: int) -> Step:
        """A step without superfluous citations. Conclusions that do not follow from the rest are
        kept for a later step."""
        instances, step = self._instances, self._steps.pop(number)
        self._loose.discard(number)
        goal = None if step.is_contradiction else step.facts[0]
        facts = [f for f in step.cited if goal is None or goal.holds or f.variable != goal.variable]
        cited = tuple(fewest_facts(instances, step.groups, facts, goal, instances.fails))
        if len(cited) <= FEWEST:
            cited = tuple(fewest_facts(instances, step.groups, cited, goal, self._refute))
        if goal is None:
            return Step(step.tier, (), step.groups, cited, note=step.note)
        concluded: list[Fact] = [goal]
        others: list[Fact] = []
        for fact in step.facts[1:]:
            against = instances.opposite(fact)
            follows = instances.fails(step.groups, [*cited, against]) is not None
            (concluded if follows else others).append(fact)
        if others:
            self._add(step.limited_to(tuple(others)), loose=True)
        placed = {f.variable for f in concluded if f.holds}
        concluded = [f for f in concluded if f.holds or f.variable not in placed]
        return Step(step.tier, tuple(concluded), step.groups, cited, note=step.note)

    def _refute(self, groups: Groups, facts: Sequence[Fact]) -> tuple[Groups, list[Fact]] | None:
        """Like `Instances.refute`, for one instance: first without the background, which takes the
        least work."""
        if not groups:
            return self._instances.refute(groups, facts)
        found = self._alone(groups[0]).refute(groups, facts)
        if found is None and self._instances.background:
            found = self._instances.refute(groups, facts)
        return found

    def _alone(self, group: Group) -> Few:
        if group not in self._few:
            self._few[group] = Few(self._instances, [group])
        return self._few[group]

    def _with_same_cited(self, step: Step) -> Step:
        """A step that cites no rule, with all that is read off the same facts in the same way: the
        whole outline of a piece that is placed."""
        facts = list(step.facts)
        for number in self._alike.get((_rule(step), step.cited), ()):
            also = self._steps.get(number)
            if step.cited and also is not None and also.note == step.note:
                facts += [f for f in also.facts if not any(entails(g, f) for g in facts)]
        facts = [f for f in facts if not any(f != g and entails(g, f) for g in facts)]
        return replace(step, facts=tuple(sorted(facts)))

    def _with_alike(self, number: int) -> Step:
        """A step with the conclusions of other instances of its rule from the same facts; if it
        cites no facts, of a few others only, so that it stays readable."""
        step = self._steps[number]
        if not step.groups:
            return self._with_same_cited(step)
        facts, groups = list(step.facts), list(step.groups)
        by_group = {groups[0]: set(facts)}
        for other in self._alike.get((step.groups[0].rule, step.cited), ()):
            if not step.cited and (len(facts) >= AT_ONCE[0] or len(groups) >= AT_ONCE[1]):
                break
            also = self._steps.get(other)
            if also is None or also.note != step.note or also.groups[0] in groups:
                continue
            placed = {f.variable for f in facts if f.holds}
            new = [f for f in also.facts if f.variable not in placed and f not in facts]
            if new and (step.cited or len(facts) + len(new) <= AT_ONCE[0]):
                facts = [f for f in facts if not any(entails(g, f) for g in new)] + new
                groups.append(also.groups[0])
                by_group[groups[-1]] = set(also.facts)
        for group in list(groups):
            others = [g for g in groups if g != group]
            own = sorted(facts, key=lambda fact: fact not in by_group[group])
            if all(self._concludes(others, by_group, step.cited, fact) for fact in own):
                groups.remove(group)
        facts.sort(key=lambda f: (f.variable, f.value))
        ordered = self._instances.ordered(groups)
        return Step(step.tier, tuple(facts), ordered, step.cited, note=step.note)

    def _concludes(
        self,
        groups: Sequence[Group],
        by_group: Mapping[Group, Iterable[Fact]],
        cited: tuple[Fact, ...],
        fact: Fact,
    ) -> bool:
        """Whether one of some instances concludes a fact, too: propagation may not find it."""
        if any(entails(f, fact) for g in groups for f in by_group[g]):
            return True
        against = [*cited, self._instances.opposite(fact)]
        return any(self._refute((g,), against) is not None for g in groups)

    # -- one facet

    def _look(self, facet: Facet, trying: bool, several: bool = False) -> None:
        """Add the steps of a facet that propagation finds, or that trying each value does. several:
        those that cite several facts, too, even if all others come first."""
        known, deadline = self._known, self._instances.deadline
        if trying and not any(map(known.is_open, facet.variables)):
            return
        shape, lefts = facet.shape, facet.lefts(known)
        if trying:
            rule = None if facet.group is None else facet.group.rule
            if self._in_vain.get(rule, 0) >= IN_VAIN:
                return
            found = shape.tried(lefts, deadline)
            open_values = sum(len(left) for left in lefts if len(left) > 1)
            self._in_vain[rule] = self._in_vain.get(rule, 0) + open_values if found == () else 0
        else:
            found = shape.propagated(lefts)
        if found is None:
            self._add(self._step(facet, self._reason(facet, None), []))
            return
        self._retract(facet)
        concluded = self._stated.setdefault(facet, set())
        waiting = [g for g in facet.there(found) if g not in concluded]
        if waiting and self._uncounted and not several and not trying:
            waiting = self._by_one_fact(facet, waiting)
        concluded.update(waiting)
        steps: list[Step] = []
        while waiting:
            goal = waiting[0]
            cited = self._reason(facet, goal)
            follows = self._following(facet, cited, waiting)
            facts = [f for f in waiting if f == goal or f in follows]
            steps.append(self._step(facet, cited, facts))
            waiting = [f for f in waiting if f not in facts]
        for step in _at_once(steps):
            number = self._made
            if step not in steps:
                self._spare.add(number)
            self._add(step, facet=facet)
            if number in self._steps and any(not f.holds for f in step.cited):
                self._lasting.setdefault(facet, []).append(number)

    def _by_one_fact(self, facet: Facet, waiting: list[Fact]) -> list[Fact]:
        """Those of the waiting facts that follow from at most one known value; the facet is looked
        at again for the others when these have been taken."""
        placed = [facet.here(f) for v in facet.variables for f in self._known.about(v) if f.holds]
        follow = set[Fact]().union(*map(facet.shape.implied, (None, *placed)))
        found = [f for f in waiting if facet.here(f) in follow]
        if len(found) < len(waiting):
            self._postponed[facet] = None
        return found

    def _retract(self, facet: Facet) -> None:
        """Withdraw steps of a facet that cite ruled-out values: now that more is known, fewer
        citations may be enough."""
        for number in self._lasting.pop(facet, ()):
            step = self._steps.pop(number, None)
            if step is not None:
                self._stated[facet].difference_update(step.facts)

    def _reason(self, facet: Facet, goal: Fact | None) -> tuple[Fact, ...]:
        """A minimal set of known facts, about the shape, from which a goal follows (None: a
        contradiction)."""
        known = self._known
        facts: list[Fact] = []
        for v in facet.variables:
            if goal is not None and v == goal.variable:
                facts += known.missing(v) if goal.holds else []
            else:
                facts += known.about(v)
        return facet.reason(self._instances, facts, goal)

    def _following(self, facet: Facet, cited: Iterable[Fact], waiting: list[Fact]) -> set[Fact]:
        """Those of the waiting facts that follow from the cited ones alone."""
        shape, deadline = facet.shape, self._instances.deadline
        found = set(facet.there(shape.propagated(shape.left_by(cited)) or ()))
        if waiting[0] in found:
            return found
        for fact in waiting[:CHECKED]:
            against = self._instances.opposite(fact)
            if (
                fact not in found
                and shape.core([*cited, facet.here(against)], deadline) is not None
            ):
                found.add(fact)
        return found

    def _step(self, facet: Facet, cited: Iterable[Fact], concluded: list[Fact]) -> Step:
        own = () if facet.group is None else (facet.group,)
        placed = {f.variable for f in concluded if f.holds}
        facts = [f for f in concluded if f.holds or f.variable not in placed]
        premises = sorted(facet.there(cited), key=lambda f: (f.variable, f.value))
        return Step(Tier.ONE, tuple(facts), own, tuple(premises), note=facet.note)


def _at_once(steps: Iterable[Step]) -> list[Step]:
    """Steps of one facet, with those joined that rule values out because of the same places: what
    is left at one place decides what is left at the other."""
    found: list[Step] = []
    place: dict[tuple[int, ...], int] = {}
    for step in steps:
        behind = tuple(dict.fromkeys(f.variable for f in step.cited))
        if not behind or step.is_contradiction or any(f.holds for f in (*step.facts, *step.cited)):
            found.append(step)
        elif behind in place:
            other = found[place[behind]]
            concluded = tuple(sorted({*other.facts, *step.facts}))
            cited = tuple(sorted({*other.cited, *step.cited}))
            found[place[behind]] = Step(step.tier, concluded, step.groups, cited, note=step.note)
        else:
            place[behind] = len(found)
            found.append(step)
    return found


def _rule(step: Step) -> int:
    """The rule of a step by one instance; -1 for the structure of layers."""
    return step.groups[0].rule if step.groups else -1
