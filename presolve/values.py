"""Values that exactly one of some variables has.

If as many variables have one of some values as there are values, and each value occurs, or none
occurs twice, then each occurs exactly once."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.constraints import Constraint
from ..model.model import Model
from ..model.nodes import Bool, IntVar, LinearEq, LinearLe, Member, Or, Terms
from .demands import Demand, Signature, following, instead, selected
from .different import Variables, of_one_value


def shared_out(m: Model) -> Model:
    """The model with one equality for each value that exactly one of some variables has."""
    counts = selected(m, _is_equality)
    if not counts:
        return m
    by_value: dict[tuple[Variables, bool], dict[int, list[Demand]]] = {}
    for demand in selected(m, _is_of_members):
        found = _said_of_one(demand[0])
        if found is not None:
            variables, value = found
            family = by_value.setdefault((variables, type(demand[0]) is Or), {})
            family.setdefault(value, []).append(demand)
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for condition, source in counts if by_value else ():
        for variables, values in _counted(condition):
            for at_least in (True, False):
                said = by_value.get((variables, at_least), {})
                if condition in gone or not values <= said.keys():
                    continue
                gone.add(condition)
                ordered = sorted(variables, key=lambda x: x.index)
                for value in sorted(values):
                    once = m.sum_is([(1, m.member(x, (value,))) for x in ordered], 1)
                    added.append(following(once, [*(c for _, c in said[value]), source]))
                    gone.update(part for part, _ in said[value])
    return instead(m, gone, added) if added else m


def _is_equality(signature: Signature) -> bool:
    return signature.kind is LinearEq and not signature.negated and signature.only(Member)


def _is_of_members(signature: Signature) -> bool:
    return signature.kind in (Or, LinearLe) and not signature.negated and signature.only(Member)


def _said_of_one(x: Bool) -> tuple[Variables, int] | None:
    """The variables and the value, if a condition says that at least or at most one has it."""
    if type(x) is Or:
        return of_one_value(x.args)
    if type(x) is LinearLe and x.bound == 1 and all(c == 1 for c, _ in x.terms):
        return of_one_value([y for _, y in x.terms])
    return None


def _counted(x: Bool) -> Iterator[tuple[Variables, frozenset[int]]]:
    """Variables and values, if a sum says that the variables have as many of these values, all
    together, as there are values; directly, or through the other values."""
    if type(x) is not LinearEq:
        return
    for sign in (1, -1):
        found = _values(x.terms, sign)
        if found is not None:
            variables, values = found
            many = len(variables) - x.bound if sign < 0 else x.bound
            if many == len(values) > 0:
                yield variables, values


def _values(terms: Terms, sign: int) -> tuple[Variables, frozenset[int]] | None:
    """The variables in a sum, and the values that each term counts (sign 1) or leaves out."""
    variables: dict[IntVar, None] = {}
    values: frozenset[int] | None = None
    for c, x in terms:
        if c != 1 or type(x) is not Member or type(x.arg) is not IntVar or x.arg in variables:
            return None
        mine = frozenset(x.values)
        if sign < 0:
            mine = frozenset(x.arg.domain) - mine
        if values is not None and values != mine:
            return None
        values = mine
        variables[x.arg] = None
    return None if values is None else (frozenset(variables), values)
