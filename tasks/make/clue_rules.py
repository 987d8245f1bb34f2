"""The constraints that mention a clue: whether clues may change while the solution stays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...model.evaluate import Evaluator
from ...model.model import Model
from ...model.nodes import Bool, BoolVar, variables_of
from ...model.rebuild import rebuilt
from .parts import Spot


class ClueRules:
    """The constraints of an open model that mention a variable of an open layer."""

    def __init__(self, model: Model, spots: Sequence[Spot]) -> None:
        self.model, self.spots = model, spots
        wanted = {spot.index for spot in spots}
        self._about: dict[int, list[Bool]] = {}
        for constraint in model.constraints:
            condition = model.implies(constraint.given, constraint.condition)
            for variable in variables_of([condition]):
                if variable.index in wanted:
                    self._about.setdefault(variable.index, []).append(condition)

    def hold(self, assignment: Sequence[int], changed: Iterable[Spot]) -> bool:
        """Whether an assignment is a solution, if it was one before the values of some spots
        changed."""
        evaluate = Evaluator(tuple(assignment))
        return all(
            evaluate(condition) for spot in changed for condition in self._about.get(spot.index, ())
        )

    def are_monotone(self) -> bool:
        """Whether every rule is about at most one clue, and holds if that is blank: then a further
        clue never adds a solution, and removing one never excludes a solution."""
        blanks = {spot.index: spot.blank for spot in self.spots}
        seen: set[int] = set()
        for index, conditions in self._about.items():
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
