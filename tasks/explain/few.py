"""A few rule instances with a solver that knows of no others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...backends.native.solver import NativeSolver
from ...model.constraints import Origin
from ...model.groups import Group
from ...model.model import Model
from ...model.nodes import BoolNode, BoolVar, Variable, domain_of, variables_of
from ...model.rebuild import rebuilt
from ..wording.facts import Fact
from .bounded import ALL, EACH, SMALL, next_solution
from .instances import Groups, Instances

# The most facts that `following` searches for; for further ones it only propagates.
SEARCHED = 12


class Few:
    """A few instances, each with a selector, without the background."""

    def __init__(self, instances: Instances, groups: Sequence[Group]) -> None:
        self._instances = instances
        self._model = model = Model()
        conditions = {g: instances.conditions[g] for g in groups}
        self._over = variables_of(c for demanded in conditions.values() for c in demanded)
        new: dict[Any, Any] = {v: _twin(model, v) for v in self._over}
        self._new = {v.index: new[v] for v in self._over}
        self._selectors = {g: model.bool_var(f"group {k}") for k, g in enumerate(groups)}
        model.selectors = len(groups)
        for group, demanded in conditions.items():
            for condition in demanded:
                made = rebuilt(model, condition, new)
                model.require(made, Origin(-1), given=self._selectors[group])
        self._groups: dict[BoolNode, Group] = {s: g for g, s in self._selectors.items()}
        self._nodes: dict[Fact, BoolNode] = {}
        self._facts: dict[BoolNode, Fact] = {}
        self._solver = NativeSolver(model)

    def refute(
        self, groups: Groups, facts: Iterable[Fact], work: int = EACH
    ) -> tuple[Groups, list[Fact]] | None:
        """Like `Instances.refute`, for some of these groups."""
        about = [self._node(f) for f in facts if f.variable in self._new]
        return self._core(groups, about, work)

    def refute_by_groups(
        self, groups: Groups, facts: Iterable[Fact], work: int = EACH
    ) -> tuple[Groups, list[Fact]] | None:
        """Like `refute`, but return no facts: all that is known of a variable is one assumption,
        which takes less work than one for each value that is ruled out."""
        left: dict[int, frozenset[int]] = {}
        for fact in (f for f in facts if f.variable in self._new):
            before = left.get(fact.variable, frozenset(domain_of(self._new[fact.variable])))
            left[fact.variable] = fact.left_of(before)
        about = [self._model.member(self._new[v], values) for v, values in left.items()]
        if any(node is False for node in about):
            return (), []
        return self._core(groups, [node for node in about if not isinstance(node, bool)], work)

    def _core(
        self, groups: Groups, about: Sequence[BoolNode], work: int
    ) -> tuple[Groups, list[Fact]] | None:
        """The groups and facts among some that cannot hold together; None if all can."""
        if self._solution(groups, about, work) is not False:
            return None
        core = self._solver.core_finder(self._instances.deadline, work)()
        cited = self._instances.ordered(self._groups[n] for n in core if n in self._groups)
        return cited, [self._facts[n] for n in core if n in self._facts]

    def _solution(
        self, groups: Groups, about: Sequence[BoolNode], work: int = EACH
    ) -> tuple[int, ...] | bool | None:
        """A solution of groups and assumptions, see `bounded.next_solution`."""
        solver, on = self._solver, set(groups)
        if not solver.consistent([*(self._selectors[g] for g in groups), *about]):
            return False
        switched = [s if g in on else self._model.not_(s) for g, s in self._selectors.items()]
        solver.begin([*(n for n in switched if not isinstance(n, bool)), *about])
        work = work if solver.work < ALL else SMALL
        return next_solution(solver, self._instances.deadline, work)

    def following(
        self, groups: Groups, facts: Sequence[Fact], goals: Iterable[Fact]
    ) -> Iterator[Fact]:
        """The goals that follow from groups and facts: all that propagation proves, and of the
        others the first few, proved by search."""
        solver, opposite = self._solver, self._instances.opposite
        if not solver.consistent([*(self._selectors[g] for g in groups), *map(self._node, facts)]):
            return
        searched: list[Fact] = []
        for goal in goals:
            if solver.suppose(self._node(opposite(goal))) >= 0:
                yield goal
            elif len(searched) < SEARCHED:
                searched.append(goal)
        for goal in searched:
            if self._solution(groups, [*map(self._node, (*facts, opposite(goal)))]) is False:
                yield goal

    def _node(self, fact: Fact) -> BoolNode:
        found = self._nodes.get(fact)
        if found is None:
            made = self._model.eq(self._new[fact.variable], fact.value)
            made = made if fact.holds else self._model.not_(made)
            assert not isinstance(made, bool)
            found = self._nodes[fact] = made
            self._facts[found] = fact
        return found


def _twin(model: Model, variable: Variable) -> Variable:
    if isinstance(variable, BoolVar):
        return model.bool_var(variable.label)
    return model.int_var(variable.label, domain_of(variable))
