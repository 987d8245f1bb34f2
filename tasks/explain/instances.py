"""A puzzle whose rule instances are switched on and off, and queries about some of them.

Work is counted, never timed: a query that takes too much of it has no answer, so that the same
puzzle always gets the same explanation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import TypeAlias

from ...backends.native.derivation import Derivation
from ...backends.native.solver import NativeSolver
from ...compiler.ground.grounding import Grounding
from ...gc_pause import uncollected
from ...model.constraints import Constraint, Origin
from ...model.groups import Group, Grouped, group_by_origin
from ...model.model import Model
from ...model.nodes import Bool, BoolNode, domain_of, variables_of
from ...records import replace
from ..wording.facts import Fact, Known, spots
from .bounded import SMALL, next_solution

# Units of work (see `backends.base`) for one query: about ten seconds.
LARGE = 10_000_000_000

Groups: TypeAlias = tuple[Group, ...]


class Instances:
    """The rule instances of a puzzle, and the solvers for queries about some of them.

    extra: a condition that the rules do not state, and the sentence for it: the known optimum. It
    is cited like a rule. grouped: the grouped model of the puzzle without the extra condition, if
    it exists already. network: its model for searches (see `CompiledSpec.network`); without, they
    search in that of the grounding.
    """

    def __init__(
        self,
        grounding: Grounding,
        extra: Sequence[tuple[BoolNode | bool, str]] = (),
        deadline: float | None = None,
        grouped: Grouped | None = None,
        network: Model | None = None,
    ) -> None:
        self.grounding = grounding
        self.deadline = deadline
        self.extra = tuple(extra)
        self.sentences = (*grounding.sentences, *(sentence for _, sentence in extra))
        # All rules and givens, without selectors.
        self.whole: Model = grounding.model
        if extra:
            self.whole = self.whole.with_constraints([*grounding.model.constraints])
            for k, (condition, _) in enumerate(extra):
                self.whole.require(condition, Origin(len(grounding.sentences) + k))
        if extra or grouped is None:
            grouped = group_by_origin(self.whole)
        self.grouped = grouped
        self.model: Model = self.grouped.model
        self.groups: Groups = self.grouped.groups
        self.order = {g: k for k, g in enumerate(self.groups)}
        self.spots = spots(grounding)
        # By group and variable, how far apart they are, see `fewest`.
        self.away: dict[tuple[Group, int], int] = {}
        # By groups, facts and goal, those that are enough, see `chains`: many chains ask the same.
        self.least: dict[
            tuple[Groups, frozenset[Fact], Fact | None], tuple[Groups, tuple[Fact, ...]]
        ] = {}
        self._network = network
        self._facts = Known(self.model)
        self._nodes: dict[Fact, BoolNode] = {}
        self._fact_of: dict[BoolNode, Fact] = {}
        # By variable and values: that it has one of these.
        self._domains: dict[tuple[int, frozenset[int]], Bool] = {}

    def only(self, groups: Iterable[Group]) -> Instances:
        """The same puzzle with these rule instances alone."""
        on, model = set(groups), self.grounding.model
        kept: list[Constraint] = []
        for constraint in model.constraints:
            origins = [o for o in constraint.origins if o.rule < 0 or o in on]
            if origins:
                first, *also = origins
                kept.append(Constraint(constraint.condition, first, constraint.given, tuple(also)))
        extra = [
            (condition if Origin(len(self.grounding.sentences) + k) in on else True, sentence)
            for k, (condition, sentence) in enumerate(self.extra)
        ]
        grounding = replace(self.grounding, model=model.with_constraints(kept))
        return Instances(grounding, extra, self.deadline)

    @cached_property
    def decided(self) -> Model:
        """The model of `deciding`, without selectors: it takes much work to know which rule
        instances everything follows from."""
        if self._network is None:
            return self.whole
        decided = self._network
        if self.extra:
            decided = decided.with_constraints([*decided.constraints])
            for condition, _ in self.extra:
                decided.require(condition, Origin(-1))
        return decided

    @cached_property
    def deciding(self) -> NativeSolver:
        """The solver for whether there is a solution."""
        return NativeSolver(self.decided)

    @cached_property
    def solver(self) -> NativeSolver:
        """The solver that searches for which rule instances are enough."""
        return NativeSolver(self.model, like=self.deriving)

    @cached_property
    def deriving(self) -> NativeSolver:
        """The solver that only propagates: clauses learned by a search would shorten derivations by
        steps that follow from no rule."""
        return NativeSolver(self.model)

    @cached_property
    def conditions(self) -> dict[Group, list[Bool]]:
        """The conditions of each rule instance."""
        found: dict[Group, list[Bool]] = {group: [] for group in self.groups}
        for constraint in self.model.constraints:
            for origin in constraint.origins:
                if origin.rule >= 0:
                    found[origin].append(constraint.condition)
        return found

    @cached_property
    def background(self) -> list[Bool]:
        """The conditions of no rule: the structure of layers."""
        return [
            constraint.condition
            for constraint in self.model.constraints
            if any(origin.rule < 0 for origin in constraint.origins)
        ]

    @cached_property
    def variables(self) -> dict[Group, tuple[int, ...]]:
        """The indices of the variables in the conditions of each group."""
        return {
            group: tuple(v.index for v in variables_of(conditions))
            for group, conditions in self.conditions.items()
        }

    def start(self) -> Known:
        """What is known before any rule is used: the givens."""
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

    def fact(self, node: BoolNode) -> Fact | None:
        """The fact that an assumption states; None for a selector."""
        return self._fact_of.get(node)

    def opposite(self, fact: Fact) -> Fact:
        return self._facts.opposite(fact)

    def ordered(self, groups: Iterable[Group]) -> Groups:
        return tuple(sorted(groups, key=self.order.__getitem__))

    def switched(self, groups: Groups | None) -> list[BoolNode]:
        """Assumptions that switch these groups on (None: all) and all others off."""
        return self.grouped.assume(groups, ())

    def on(self, groups: Iterable[Group] | None) -> list[BoolNode]:
        """Assumptions that switch these groups on (None: all); enough for propagation, where other
        selectors stay open."""
        selectors = self.grouped.selectors
        return [*selectors.values()] if groups is None else [selectors[g] for g in groups]

    def derive(self, groups: Groups | None, facts: Iterable[Fact]) -> Derivation:
        """The derivation from groups and facts; if it fails, only why."""
        with uncollected():  # a derivation may have tens of thousands of entries
            return self.deriving.derive([*self.on(groups), *map(self.node, facts)], of_failure=True)

    def conclude(
        self, groups: Groups, facts: Iterable[Fact], ruled_out: Sequence[Collection[int]]
    ) -> tuple[Derivation, list[int]]:
        """The derivation from groups and facts, and the positions of the entries that follow
        directly from at most one group. ruled_out: by variable, values that are known to be
        impossible: entries that rule out no others are left out."""
        with uncollected():
            return self.deriving.conclude(self.on(groups), [*map(self.node, facts)], ruled_out)

    def yields(self, groups: Iterable[Group], known: Known, over: Sequence[int]) -> bool:
        """Whether propagation from groups and what is known of some variables rules out a further
        value of one of them, or fails."""
        solver, about = self.deriving, [self._narrowed(v, known.left[v]) for v in over]
        if any(node is False for node in about):
            return True
        narrowed = (node for node in about if not isinstance(node, bool))
        if not solver.consistent([*self.on(groups), *narrowed]):
            return True
        opened = [v for v in over if known.is_open(v)]
        counts = solver.counts(opened)
        return any(now < len(known.left[v]) for v, now in zip(opened, counts, strict=True))

    def _narrowed(self, variable: int, left: frozenset[int]) -> Bool:
        """That a variable has one of some values: one assumption in place of a fact for each of the
        others."""
        found = self._domains.get((variable, left))
        if found is None:
            model = self.model
            found = self._domains[variable, left] = model.member(model.variables[variable], left)
        return found

    def fails(
        self, groups: Iterable[Group] | None, facts: Iterable[Fact]
    ) -> tuple[Groups, list[Fact]] | None:
        """A subset of these groups and facts from which propagation finds a conflict; None if it
        finds none."""
        if self.deriving.consistent([*self.on(groups), *map(self.node, facts)]):
            return None
        return self.cited(self.deriving.core_finder()())

    def following(
        self, groups: Iterable[Group], facts: Iterable[Fact], goals: Sequence[Fact]
    ) -> list[Fact]:
        """The goals that propagation proves from groups and facts."""
        if not goals or not self.deriving.consistent([*self.on(groups), *map(self.node, facts)]):
            return list(goals)
        suppose = self.deriving.suppose
        return [goal for goal in goals if suppose(self.node(self.opposite(goal))) >= 0]

    def cited(self, assumptions: Iterable[BoolNode]) -> tuple[Groups, list[Fact]]:
        """The groups and facts among some assumptions."""
        groups, others = self.grouped.cited(assumptions)
        return self.ordered(groups), [
            self._fact_of[node] for node in others if node in self._fact_of
        ]

    def solution(
        self, groups: Groups | None, facts: Iterable[Fact], work: int = SMALL
    ) -> tuple[int, ...] | bool | None:
        """Values under which these groups and facts hold; False if there are none, None if the
        limit of work is reached. Raises OutOfTime."""
        self.solver.begin([*self.switched(groups), *map(self.node, facts)])
        return next_solution(self.solver, self.deadline, work)

    def refute(
        self, groups: Groups | None, facts: Iterable[Fact], work: int = SMALL
    ) -> tuple[Groups, list[Fact]] | None:
        """A subset of these groups and facts that cannot hold together; None if all can, or if the
        limit of work is reached. Raises OutOfTime."""
        facts = list(facts)
        return self.fails(groups, facts) or self.refute_by_search(groups, facts, work)

    def refute_by_search(
        self, groups: Groups | None, facts: Iterable[Fact], work: int = SMALL
    ) -> tuple[Groups, list[Fact]] | None:
        """`refute`, where propagation is known to find no conflict."""
        if self.solution(groups, facts, work) is not False:
            return None
        return self.cited(self.solver.core_finder(self.deadline, work)())
