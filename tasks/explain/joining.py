"""Steps by rules with graph queries (connected, a loop, sizes): one reason at a time.

A person could not follow everything that propagation concludes from such a rule at once, so a step
is only what it concludes directly from known facts: one cut, one loop that would close, one piece
without room."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Sequence

from ...model.groups import Group
from ...model.nodes import Part, Query, bottom_up
from ..wording.facts import Fact, Known
from .counting import Counting
from .instances import Groups, Instances
from .reading import Reading
from .step import Step, Tier

# Notes: what would be wrong otherwise.
CLOSED = "otherwise it would close early"
CIRCLE = "otherwise there would be a circle"
CUT = "otherwise it would fall apart"
ACROSS = (CLOSED, CIRCLE, CUT)


class Joining:
    """The steps that follow directly from rules about graphs. whole: the instances that facets
    handle instead."""

    def __init__(
        self, instances: Instances, known: Known, counting: Counting, whole: Container[Group]
    ) -> None:
        self._instances, self._known = instances, known
        self._concluded: set[Fact] = set()
        # By variable, the values that were concluded to be ruled out.
        self._gone: dict[int, set[int]] = {}
        self._queries: dict[Group, set[str]] = {}
        self.groups = tuple(g for g in instances.groups if counting.joins(g) and g not in whole)

    def steps(self) -> Iterator[Step]:
        """Steps that cite everything in their reasons; `fewest` minimises them later."""
        known = self._known
        if not self._yields(self.groups):
            return
        ruled_out = [self._ruled_out(v) for v in range(len(known.left))]
        reading, positions = self._reading(self.groups, ruled_out)
        found: dict[tuple[Groups, tuple[Fact, ...]], list[Fact]] = {}
        for groups, premises, concluded in reading.direct(positions, self._concluded):
            new = [f for f in concluded if not known.knows(f)]
            self._conclude(concluded)
            found.setdefault((groups, premises), []).extend(new)
        for (groups, premises), news in found.items():
            if news:
                yield self._step(news, groups, premises)
        failed = reading.failed_directly()
        if failed is not None and len(failed[0]) <= 1:
            yield self._step((), *failed)

    def step_to(self, goal: Fact, group: Group) -> Step | None:
        """The step to a goal by one rule instance, without what others conclude meanwhile."""
        if not self._yields((group,)):
            return None
        left = self._known.left
        ruled_out = [() if v == goal.variable else left[v] for v in range(len(left))]
        reading, positions = self._reading((group,), ruled_out)
        for groups, premises, concluded in reading.direct(positions, ()):
            if goal in concluded:
                return self._step(concluded, groups, premises)
        return None

    def _yields(self, groups: Groups) -> bool:
        """Whether propagation with some of the rule instances yields anything."""
        return self._instances.yields(groups, self._known, range(len(self._known.left)))

    def _reading(
        self, groups: Groups, ruled_out: Sequence[Collection[int]]
    ) -> tuple[Reading, list[int]]:
        """What propagation concludes, and the positions of what follows directly."""
        derivation, found = self._instances.conclude(groups, self._known.facts, ruled_out)
        return Reading(self._instances, self._known, derivation), found

    def _step(self, facts: Iterable[Fact], groups: Groups, premises: tuple[Fact, ...]) -> Step:
        note = self._note(groups, premises)
        return Step(Tier.ONE, tuple(dict.fromkeys(facts)), groups, premises, note=note)

    def _conclude(self, facts: tuple[Fact, ...]) -> None:
        self._concluded.update(facts)
        for fact in facts:
            gone = self._known.opposite(fact) if fact.holds else fact
            if gone.holds == fact.holds:  # there are two values, or this one is ruled out
                self._gone.setdefault(fact.variable, set()).add(gone.value)

    def _ruled_out(self, variable: int) -> frozenset[int]:
        """The values that need not be concluded to be ruled out again: those that were before,
        unless they leave no value, or a single one that was not concluded to be placed."""
        left = self._known.left[variable]
        ruled_out = left.intersection(self._gone.get(variable, ()))
        rest = left - ruled_out
        is_new = len(rest) == 1 and self._known.fixed(variable, *rest) not in self._concluded
        return frozenset() if not rest or is_new else ruled_out

    def _note(self, groups: Groups, premises: tuple[Fact, ...]) -> str:
        """A note on what would be wrong otherwise."""
        if not groups or not premises:
            return ""
        queries = self._queries.get(groups[0])
        if queries is None:
            queries = self._queries[groups[0]] = set()
            seen: set[Part] = set()
            for node in bottom_up(self._instances.conditions[groups[0]], seen):
                seen.add(node)
                if isinstance(node, Query):
                    queries.add(node.definition.name)
        drawn = all(f.value == 1 for f in premises)
        if "loop" in queries and drawn:
            return CLOSED
        if "acyclic" in queries and drawn:
            return CIRCLE
        return CUT if queries == {"connected"} or queries == {"loop"} else ""
