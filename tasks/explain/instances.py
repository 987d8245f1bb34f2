"""A puzzle whose rule instances are switched on and off, and what can be asked of some of them.

Work is counted, never timed: a question that takes too much of it is left open, so that the same
puzzle always gets the same explanation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from ...backends.base import TURN_OVER
from ...backends.native import NativeSolver
from ...backends.native.derivation import Derivation
from ...compiler.ground.grounding import Grounding
from ...deadline import OutOfTime
from ...model.groups import Group, group_by_origin
from ...model.model import Model, Origin
from ...model.nodes import BoolNode, domain_of, variables_of
from ...records import replace
from .facts import Fact, Known, spots

# What no rule says by itself: domains, and how layers are made.
BACKGROUND = Origin(-1)
# Units of work (see `backends.base`) for one question; a hundredth of a second, and ten seconds.
SMALL, LARGE = 10_000_000, 10_000_000_000
WITHOUT_END = 1 << 62

Groups: TypeAlias = tuple[Group, ...]


class Instances:
    """The rule instances of a puzzle, and a solver that is asked about some of them at a time.

    extra: a condition that the puzzle's rules do not say, with the sentence that tells it: what an
    optimum is known to be. It is cited like a rule.
    """

    def __init__(
        self,
        grounding: Grounding,
        extra: Sequence[tuple[BoolNode | bool, str]] = (),
        deadline: float | None = None,
    ) -> None:
        self.grounding = grounding
        self.deadline = deadline
        self.sentences = (*grounding.sentences, *(sentence for _, sentence in extra))
        model = replace(grounding.model, constraints=[*grounding.model.constraints])
        for k, (condition, _) in enumerate(extra):
            model.require(condition, Origin(len(grounding.sentences) + k))
        self.grouped = group_by_origin(model)
        self.model: Model = self.grouped.model
        self.solver = NativeSolver(self.model)
        # What a search learns would shorten derivations by steps that no rule says.
        self._deriving = NativeSolver(self.model)
        self.spots = spots(grounding)
        self.order = {g: k for k, g in enumerate(self.grouped.groups)}
        self.variables = self._variables()
        self.touching: dict[int, list[Group]] = {}
        for group, variables in self.variables.items():
            for variable in variables:
                self.touching.setdefault(variable, []).append(group)
        self._switched: dict[Groups, list[BoolNode]] = {}
        self._facts = Known(self.model)
        self._nodes: dict[Fact, BoolNode] = {}
        self._fact_of: dict[BoolNode, Fact] = {}

    def _variables(self) -> dict[Group, tuple[int, ...]]:
        """The variables that the conditions of each group speak of."""
        below: dict[Group, dict[int, None]] = {}
        for constraint in self.model.constraints:
            indices = [v.index for v in variables_of([constraint.condition])]
            for origin in constraint.origins:
                group = origin if origin.rule >= 0 else BACKGROUND
                below.setdefault(group, {}).update(dict.fromkeys(indices))
        return {group: tuple(sorted(found)) for group, found in below.items()}

    @property
    def groups(self) -> Groups:
        return self.grouped.groups

    def start(self) -> Known:
        """What is known before any rule is looked at: the givens."""
        known = Known(self.model)
        count = len(known.left)
        for index, value in self.grounding.model.givens.items():
            if index < count and len(domain_of(self.model.variables[index])) > 1:
                known.learn([known.fixed(index, value)])
        return known

    def given(self) -> list[Fact]:
        """The values that the puzzle fixes."""
        return [
            Fact(index, value)
            for index, value in self.grounding.model.givens.items()
            if len(domain_of(self.model.variables[index])) > 1
        ]

    # -- questions

    def node(self, fact: Fact) -> BoolNode:
        found = self._nodes.get(fact)
        if found is None:
            found = self._nodes[fact] = self._facts.node(fact)
            self._fact_of[found] = fact
        return found

    def opposite(self, fact: Fact) -> Fact:
        return self._facts.opposite(fact)

    def switched(self, groups: Groups | None) -> list[BoolNode]:
        """Assumptions that switch these groups on (None: all) and all others off."""
        key = self.groups if groups is None else groups
        found = self._switched.get(key)
        if found is None:
            on = [g for g in key if g != BACKGROUND]
            found = self.grouped.assume(None if groups is None else on, ())
            if len(key) == 1 or groups is None:
                self._switched[key] = found
        return found

    def derive(self, groups: Groups | None, facts: Iterable[Fact]) -> Derivation:
        return self._deriving.derive([*self.switched(groups), *map(self.node, facts)])

    def cited(self, assumptions: Iterable[BoolNode]) -> tuple[Groups, list[Fact]]:
        """The groups and facts among some assumptions."""
        groups, others = self.grouped.cited(assumptions)
        return groups, [self._fact_of[node] for node in others if node in self._fact_of]

    def solution(
        self, groups: Groups | None, facts: Iterable[Fact], work: int = SMALL
    ) -> tuple[int, ...] | bool | None:
        """Values under which groups and facts hold; False if there are none, None if that takes
        too much work to tell."""
        self.solver.begin([*self.switched(groups), *map(self.node, facts)])
        found, ended = self.solver.go_on(1, self.deadline, work)
        if found:
            return found[0]
        if ended == TURN_OVER:
            return None
        if ended in ("deadline", "interrupted"):
            raise OutOfTime(ended)
        return False

    def refute(
        self, groups: Groups | None, facts: Iterable[Fact], work: int = SMALL
    ) -> tuple[Groups, list[Fact]] | None:
        """Groups and facts that cannot hold together, of those named; None if all can, or if that
        takes too much work to tell."""
        if self.solution(groups, facts, work) is not False:
            return None
        return self.cited(self.solver.core_finder()())
