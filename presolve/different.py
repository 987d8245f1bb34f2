"""Replace equivalent formulations of "all different" by the global constraint.

For n variables these are equivalent: no two are equal; no value occurs twice; each of n possible
values occurs; there are n kinds of values. Only the global constraint propagates as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from ..model.globals.all_different import ALL_DIFFERENT
from ..model.model import Constraint, Model
from ..model.nodes import Bool, IntVar, LinearEq, LinearLe, Member, Not, Or
from .demands import Demand, demands, following, instead

FEWEST = 3  # variables: of two the demand that they differ is as good
Variables: TypeAlias = "frozenset[IntVar]"


def all_different(m: Model) -> Model:
    """The model with an all-different for each set of variables that must be different."""
    all_demands = demands(m)
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for variables, sources in (*_by_values(all_demands), *_by_pairs(all_demands)):
        gone.update(part for part, _ in sources)
        ordered = sorted(variables, key=lambda x: x.index)
        condition = m.all_of(ALL_DIFFERENT, ordered, None)
        added.append(following(condition, [c for _, c in sources]))
    return instead(m, gone, added) if added else m


def _by_values(all_demands: list[Demand]) -> Iterator[tuple[Variables, list[Demand]]]:
    """Variables whose demands speak of each of their values: at most one, exactly one, at least
    one has it; or of how many values there are."""
    families: dict[tuple[Variables, bool], dict[int, Demand]] = {}
    for demand in all_demands:
        part = demand[0]
        if type(part) is LinearEq or type(part) is LinearLe:
            if type(part.terms[0][1]) not in (Member, Or):
                continue
            coefficients = {c for c, _ in part.terms}
            if len(coefficients) > 1 or not coefficients <= {1, -1}:
                continue
            nodes = [x for _, x in part.terms]
            if type(part) is LinearEq or coefficients == {1}:
                found = _of_one_value(nodes) if part.bound == 1 else None
                if found is not None:
                    families.setdefault((found[0], False), {})[found[1]] = demand
            at_least = type(part) is LinearEq or coefficients == {-1}
            enough = part.bound * part.terms[0][0] >= FEWEST
            variables = _kinds(nodes) if at_least and enough else None
            if variables is not None and part.bound == len(variables) * part.terms[0][0]:
                yield variables, [demand]
        elif type(part) is Or and type(part.args[0]) is Member:
            found = _of_one_value(part.args)
            if found is not None:
                families.setdefault((found[0], True), {})[found[1]] = demand
    for (variables, covered), by_value in families.items():
        values = set().union(*(x.domain for x in variables))
        exact = any(type(part) is not LinearLe for part, _ in by_value.values())
        fits = len(values) == len(variables) if covered or exact else True
        if len(variables) >= FEWEST and by_value.keys() == values and fits:
            yield variables, list(by_value.values())


def _of_one_value(nodes: Any) -> tuple[Variables, int] | None:
    """The variables and the value of conditions that say of each that it has this value."""
    variables: list[IntVar] = []
    value: int | None = None
    for x in nodes:
        if type(x) is not Member or type(x.arg) is not IntVar or x.mask & (x.mask - 1):
            return None
        mine = x.arg.domain[x.mask.bit_length() - 1]
        if value is not None and mine != value:
            return None
        value = mine
        variables.append(x.arg)
    return None if value is None else (frozenset(variables), value)


def _kinds(nodes: list[Any]) -> Variables | None:
    """The variables of which some conditions say, for each of their values, that one has it."""
    by_value: dict[int, Variables] = {}
    for x in nodes:
        found = _of_one_value(x.args if type(x) is Or else (x,))
        if found is None or found[1] in by_value:
            return None
        by_value[found[1]] = found[0]
    variables = frozenset[IntVar]().union(*by_value.values())
    complete = all(x in by_value.get(v, ()) for x in variables for v in x.domain)
    return variables if complete and len(variables) >= FEWEST else None


def _by_pairs(all_demands: list[Demand]) -> Iterator[tuple[Variables, list[Demand]]]:
    """Variables every two of which must differ, in sets as large as a greedy search finds."""
    pairs: dict[tuple[IntVar, IntVar], Demand] = {}
    near: dict[IntVar, dict[IntVar, None]] = {}
    for demand in all_demands:
        part = demand[0]
        if type(part) is Not and type(part.arg) is LinearEq and not part.arg.bound:
            terms = part.arg.terms
            if len(terms) == 2 and all(type(x) is IntVar for _, x in terms):
                (c, x), (d, y) = terms
                if c == -d and isinstance(x, IntVar) and isinstance(y, IntVar):
                    pairs[_ordered(x, y)] = demand
                    near.setdefault(x, {})[y] = None
                    near.setdefault(y, {})[x] = None
    left = dict(pairs)
    for pair in pairs:
        if pair not in left:
            continue
        x, y = pair
        members = [x, y]
        for z in near[x]:
            if all(z in near[other] for other in members):
                members.append(z)
        if len(members) >= FEWEST:
            inside = [_ordered(a, b) for k, a in enumerate(members) for b in members[k + 1 :]]
            for covered in inside:
                left.pop(covered, None)
            yield frozenset(members), [pairs[covered] for covered in inside]


def _ordered(x: IntVar, y: IntVar) -> tuple[IntVar, IntVar]:
    return (x, y) if x.index < y.index else (y, x)
