"""One condition on the values of a variable, instead of several.

"Not 5" and "not 6" of one number are a single membership, and "none of them is 5" says as much of
each of them."""

from __future__ import annotations

from collections.abc import Sequence

from ..model.constraints import Constraint
from ..model.model import Model
from ..model.nodes import Bool, IntVar, Member, Not, Or
from .demands import Shape, following, instead, shaped


def narrowed(m: Model) -> Model:
    """The model with one membership for all demands on the values of a variable alone."""
    by_variable: dict[IntVar, list[tuple[Member, Constraint]]] = {}
    gone: set[Bool] = set()
    for demand, source in shaped(m, _is_about_values):
        memberships = _memberships(m, demand)
        if memberships:
            gone.add(demand)
            for x in memberships:
                by_variable.setdefault(x.arg, []).append((x, source))  # type: ignore[arg-type]
    if all(len(said) == 1 for said in by_variable.values()):
        return m
    added = []
    for variable, said in by_variable.items():
        mask = -1
        for membership, _ in said:
            mask &= membership.mask
        added.append(following(m.masked(variable, mask), [source for _, source in said]))
    return instead(m, gone, added)


def _is_about_values(shape: Shape) -> bool:
    if shape.negated:
        return shape.kind is Or and shape.only(Member)
    return shape.kind is Member


def _memberships(m: Model, x: Bool) -> Sequence[Member]:
    """The memberships of single variables that a condition joins; none of any other condition."""
    parts = [x]
    if type(x) is Not and type(x.arg) is Or:
        parts = [m.not_(part) for part in x.arg.args]
    found = [y for y in parts if type(y) is Member and type(y.arg) is IntVar]
    return found if len(found) == len(parts) else ()
