"""The constraints that mention a clue: whether clues may change while the solution stays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...model.evaluate import Evaluator
from ...model.model import Model
from ...model.nodes import Bool, BoolVar, variables_of
from ...model.rebuild import rebuilt
from .parts import Spot

# A condition about more variables is evaluated more slowly than a solver propagates it.
WIDE = 50


class ClueRules:
    """The constraints of an open model that mention a variable of an open layer: conditions."""

    def __init__(self, model: Model, spots: Sequence[Spot]) -> None:
        self.model, self.spots = model, spots
        self.conditions: list[Bool] = []
        wanted = {spot.index for spot in spots}
        self._about: dict[int, list[Bool]] = {}
        self._wide: dict[int, list[Bool]] = {}  # those about many variables
        for constraint in model.constraints:
            condition = model.implies(constraint.given, constraint.condition)
            scope = variables_of([condition])
            about = self._wide if len(scope) > WIDE else self._about
            mentioned = [variable.index for variable in scope if variable.index in wanted]
            for index in mentioned:
                about.setdefault(index, []).append(condition)
            if mentioned:
                self.conditions.append(condition)

    def hold(
        self, assignment: Sequence[int], changed: Sequence[Spot], wide: Callable[[], bool] | None
    ) -> bool:
        """Whether an assignment is a solution, if it was one before the values of some spots
        changed. wide: tells whether it is, at the price of a propagation; None: evaluate all."""
        evaluate = Evaluator(tuple(assignment))

        def satisfied(about: Mapping[int, Sequence[Bool]]) -> bool:
            return all(evaluate(c) for spot in changed for c in about.get(spot.index, ()))

        if not satisfied(self._about):
            return False
        if wide is not None and any(spot.index in self._wide for spot in changed):
            return wide()
        return satisfied(self._wide)

    def are_monotone(self) -> bool:
        """Whether every rule is about at most one clue, and holds if that is blank: then a further
        clue never adds a solution, and removing one never excludes a solution."""
        blanks = {spot.index: spot.blank for spot in self.spots}
        seen: set[int] = set()
        every = [*self._about.items(), *self._wide.items()]
        for index, conditions in every:
            for condition in conditions:
                if condition.id in seen:  # type: ignore[union-attr]
                    return False
                seen.add(condition.id)  # type: ignore[union-attr]
                blank = blanks[index]
                variable = self.model.variables[index]
                new: dict[Any, Any] = {v: v for v in self.model.variables}
                new[variable] = bool(blank) if isinstance(variable, BoolVar) else blank
                if blank is not None and rebuilt(self.model, condition, new) is not True:
                    return False
        return True
