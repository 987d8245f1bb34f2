"""One condition on the values of a variable, instead of several.

"Not 5" and "not 6" of one number are a single membership, and "none of them is 5" is one for each
of them. So are "not 5" and "not 6" beside the same alternatives, if one of these compares numbers
or queries a graph: "two equal numbers are at most 4", stated as "less than 5", "less than 6" and so
on. Clauses that consist of literals only are left to other passes, which count them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ..model.constraints import Constraint
from ..model.model import Model
from ..model.nodes import Bool, IntVar, LinearEq, LinearLe, Member, Not, Or, Query
from .demands import Demand, Signature, following, instead, selected

# A variable, and the alternatives beside a condition on its values.
_Beside: TypeAlias = "tuple[IntVar, tuple[Bool, ...]]"
# The conditions on its values there, each with a demand that says it.
_Said: TypeAlias = "dict[_Beside, list[tuple[Member, Demand]]]"


def narrowed(m: Model) -> Model:
    """The model with one membership for all demands on the values of a variable alone, and one for
    all beside the same alternatives."""
    alone: _Said = {}
    for demand in selected(m, _is_about_values):
        for x in _memberships(m, demand[0]):
            alone.setdefault((x.arg, ()), []).append((x, demand))  # type: ignore[arg-type]
    if all(len(said) == 1 for said in alone.values()):
        alone.clear()
    beside: _Said = {}
    for demand in selected(m, _is_beside_comparisons):
        parts = demand[0].args if type(demand[0]) is Or else ()
        members = [x for x in parts if type(x) is Member and type(x.arg) is IntVar]
        if len(members) == 1:
            (y,) = members
            alternatives = tuple([x for x in parts if x is not y])
            beside.setdefault((y.arg, alternatives), []).append((y, demand))  # type: ignore[arg-type]
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for (variable, others), said in (*alone.items(), *beside.items()):
        if others and len(said) == 1:
            continue
        mask = -1
        for membership, (part, _) in said:
            mask &= membership.mask
            gone.add(part)
        condition = m.or_((*others, m.masked(variable, mask)))
        added.append(following(condition, [source for _, (_, source) in said]))
    return instead(m, gone, added) if added else m


def _is_about_values(signature: Signature) -> bool:
    if signature.negated:
        return signature.kind is Or and signature.only(Member)
    return signature.kind is Member


def _is_beside_comparisons(signature: Signature) -> bool:
    """Whether a condition may be a membership beside a condition that is no literal."""
    if signature.kind is not Or or signature.negated or Member not in signature.parts:
        return False
    return signature.has(LinearEq, LinearLe, Query) or signature.denies(LinearEq, Query)


def _memberships(m: Model, x: Bool) -> Sequence[Member]:
    """The memberships of single variables that a condition joins; none of any other condition."""
    parts = [x]
    if type(x) is Not and type(x.arg) is Or:
        parts = [m.not_(part) for part in x.arg.args]
    found = [y for y in parts if type(y) is Member and type(y.arg) is IntVar]
    return found if len(found) == len(parts) else ()
