"""Facets: the independent parts of rule instances.

An instance that counts is one facet, and so is one with graph queries about few places, such as a
room. Of any other instance with graph queries, the other conditions are facets (how many lines of a
loop meet at a point), those with common variables together. Its graph queries are handled one
reason at a time (see `joining`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...compiler.board.places import apart
from ...model.globals.loop import LOOP
from ...model.groups import Group
from ...model.nodes import And, Bool, Part, Query, Variable, variables_of
from ..wording.facts import Fact, Known
from .counting import joins
from .instances import Instances
from .shapes import Lefts, Shape, key_of

FAR = 1 << 20
# People see all that follows from an instance with graph queries if it has no more variables.
FEW_PLACES = 12
# How a sentence names a facet that is not its whole rule.
AT_A_POINT = "at each place two lines meet, or none"


class Facet:
    """Conditions of one rule instance, over variables that its shape numbers anew.

    group: None if no rule says them. note: which part of the rule they are; "" if all of it.
    """

    def __init__(
        self,
        number: int,
        group: Group | None,
        variables: Sequence[Variable],
        shape: Shape,
        note: str,
    ) -> None:
        self.number, self.group, self.shape, self.note = number, group, shape, note
        self.variables = tuple(v.index for v in variables)
        self.position = {v.index: k for k, v in enumerate(variables)}
        self._ranks: dict[int, list[int]] = {}

    def lefts(self, known: Known) -> Lefts:
        left = known.left
        return tuple([left[v] for v in self.variables])

    def here(self, fact: Fact) -> Fact:
        """A fact about the puzzle as one about the shape."""
        return Fact(self.position[fact.variable], fact.value, fact.holds)

    def there(self, facts: Iterable[Fact]) -> list[Fact]:
        """Facts about the shape as facts about the puzzle."""
        return [Fact(self.variables[f.variable], f.value, f.holds) for f in facts]

    def reason(
        self, instances: Instances, facts: Iterable[Fact], goal: Fact | None
    ) -> tuple[Fact, ...]:
        """A minimal set of some facts from which a goal follows (None: a contradiction), as facts
        about the shape."""
        if not self.variables:  # broken whatever is known
            return ()
        ranks = self._ranks_to(instances, self.variables[0] if goal is None else goal.variable)
        here = sorted((ranks[fact.variable], fact) for fact in map(self.here, facts))
        wanted = None if goal is None else self.here(goal)
        return self.shape.reason(tuple([f for _, f in here]), wanted, instances.deadline)

    def _ranks_to(self, instances: Instances, goal: int) -> list[int]:
        """By position, the rank of each variable by distance from another; near ones are preferred
        in citations."""
        if goal not in self._ranks:
            order = sorted(
                range(len(self.variables)),
                key=lambda k: (-distance(instances, self.variables[k], goal), -k),
            )
            ranks = [0] * len(order)
            for rank, k in enumerate(order):
                ranks[k] = rank
            self._ranks[goal] = ranks
        return self._ranks[goal]


class Facets:
    """All facets of a puzzle, in the order of its rules."""

    def __init__(self, instances: Instances) -> None:
        self.every: list[Facet] = []
        # The facet that is a whole instance.
        self.whole: dict[Group, Facet] = {}
        self._instances = instances
        self._shapes: dict[object, Shape] = {}
        cache: dict[Part, bool] = {}
        for group, conditions in instances.conditions.items():
            few = len(instances.variables[group]) <= FEW_PLACES
            if few or not any(joins(c, cache) for c in conditions):
                self.whole[group] = self._add(group, conditions, "")
                continue
            for note, parts in _apart(instances, conditions, cache):
                self._add(group, parts, note)
        for condition in instances.background:
            if not joins(condition, cache):
                self._add(None, [condition], "")

    def _add(self, group: Group | None, conditions: Sequence[Bool], note: str) -> Facet:
        over = variables_of(conditions)
        key = key_of(conditions, {v: k for k, v in enumerate(over)})
        shape = self._shapes.get(key)
        if shape is None:
            shape = self._shapes[key] = Shape(over, conditions)
        facet = Facet(len(self.every), group, over, shape, note)
        self.every.append(facet)
        return facet


def _apart(
    instances: Instances, conditions: Iterable[Bool], cache: dict[Part, bool]
) -> Iterator[tuple[str, list[Bool]]]:
    """The parts of conditions without graph queries, those over the same variables together."""
    found: dict[tuple[str, tuple[int, ...]], list[Bool]] = {}
    for condition in conditions:
        note, parts = "", [condition]
        if isinstance(condition, Query) and condition.definition is LOOP:
            local = LOOP.local(instances.model, condition.graph, condition.data)
            note, parts = AT_A_POINT, list(local.args) if isinstance(local, And) else [local]
        elif isinstance(condition, And):
            parts = list(condition.args)
        for part in parts:
            if not isinstance(part, bool) and not joins(part, cache):
                over = tuple(v.index for v in variables_of([part]))
                found.setdefault((note, over), []).append(part)
    for (note, _), parts in found.items():
        yield note, parts


def distance(instances: Instances, one: int, other: int) -> int:
    """How far apart the places of two variables are, in points of the board."""
    spots = instances.spots
    here = spots[one].places if one in spots else ()
    there = spots[other].places if other in spots else ()
    return min((apart(a, b) for a in here for b in there), default=FAR)
