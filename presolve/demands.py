"""The conjuncts of a model's constraints, each with the constraint that it is from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from ..model.model import Constraint, Model
from ..model.nodes import And, Bool, Not, Or
from ..records import replace

Demand = tuple[Bool, Constraint]


def demands(m: Model, kind: type | None = None) -> list[Demand]:
    """All conjuncts, or those of one kind of node; none of constraints that can be switched off."""
    found: list[Demand] = []
    for constraint in m.constraints:
        condition = constraint.condition
        if constraint.given is not True:
            continue
        if type(condition) is And:
            found += [(x, constraint) for x in condition.args if kind is None or type(x) is kind]
        elif kind is None or type(condition) is kind:
            found.append((condition, constraint))
    return found


def parts_of(constraint: Constraint) -> Sequence[Bool]:
    """The conjuncts of a constraint; none of one that can be switched off."""
    if constraint.given is not True:
        return ()
    condition = constraint.condition
    return condition.args if type(condition) is And else (condition,)


def disjuncts(m: Model, x: Bool) -> list[Bool]:
    """The parts of a disjunction, also of those that are written as "not all"."""
    found: list[Bool] = []
    for part in x.args if type(x) is Or else (x,):
        if type(part) is Not and type(part.arg) is And:
            found += [m.not_(y) for y in part.arg.args]
        else:
            found.append(part)
    return found


def instead(m: Model, gone: Set[Bool], added: Iterable[Constraint]) -> Model:
    """The model with other constraints instead of some conjuncts."""
    kept: list[Constraint] = []
    for constraint in m.constraints:
        parts = parts_of(constraint)
        if gone.isdisjoint(parts):
            kept.append(constraint)
        else:
            kept += [replace(constraint, condition=part) for part in parts if part not in gone]
    return replace(m, constraints=[*kept, *added])


def following(condition: Bool, sources: Iterable[Constraint]) -> Constraint:
    """A constraint that follows from others: it has the origins of all of them."""
    first, *also = dict.fromkeys(origin for c in sources for origin in c.origins)
    return Constraint(condition, first, True, tuple(also))
