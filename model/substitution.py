"""Fix variables of a model, without grounding again.

    fixed = substitute(model, {variable.index: value, …})

Every constraint is rebuilt by the builder, so all normal forms hold and constants are folded; it
keeps its origins. Nodes are shared with the model. A fixed variable keeps its index and becomes a
given, so an assignment of the new model is one of the old.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .constraints import Constraint, Objective
from .model import Model
from .nodes import BoolVar, domain_of
from .rebuild import rebuilt


def substitute(model: Model, values: Mapping[int, int]) -> Model:
    """A model with some variables fixed, by index (a bool as 0 or 1).

    A constraint that becomes True is dropped; one that becomes False is kept. Raises ValueError for
    a value outside its variable's domain, or different from a given."""
    new: dict[Any, Any] = {variable: variable for variable in model.variables}
    for index, value in values.items():
        variable = model.variables[index]
        if value not in domain_of(variable) or model.givens.get(index, value) != value:
            raise ValueError(f"{variable.label} cannot be {value}")
        new[variable] = bool(value) if isinstance(variable, BoolVar) else int(value)
    fixed = model.with_givens({**model.givens, **values})
    fixed.constraints = []
    for constraint in model.constraints:
        condition = rebuilt(fixed, constraint.condition, new)
        given = rebuilt(fixed, constraint.given, new)
        if condition is not True and given is not False:
            fixed.constraints.append(
                Constraint(condition, constraint.origin, given, constraint.also)
            )
    fixed.answer = tuple(rebuilt(fixed, operand, new) for operand in model.answer)
    if model.objective is not None:
        goal = rebuilt(fixed, model.objective.value, new)
        fixed.objective = Objective(model.objective.sense, goal)
    return fixed
