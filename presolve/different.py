"""Replace equivalent formulations of "all different" by the global constraint.

For n variables these are equivalent: no two are equal; no value occurs twice; each of n possible
values occurs; there are n kinds of values. Only the global constraint propagates as a whole. If
variables must differ only in some of the values, at most one of them has each of these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from ..deadline import pause
from ..model.conflicts import Pair, values_of
from ..model.constraints import Constraint
from ..model.globals.all_different import ALL_DIFFERENT
from ..model.model import Model
from ..model.nodes import (
    Bool,
    Global,
    IntVar,
    LinearEq,
    LinearLe,
    Member,
    Or,
    Values,
    any_of,
)
from ..model.points import SUMS
from ..model.store import BETWEEN
from .demands import Demand, Signature, demands, following, instead, selected
from .pairs import cliques, conflicts, may_conflict
from .settled import common_left, left_values

FEWEST: Final = 3  # variables: for two, "they differ" is as good
# The symbol for all values that two variables may both have.
EVERY: Final[frozenset[int]] = frozenset()
_COUNTED: Final = frozenset((Member, Or))
Variables: TypeAlias = "frozenset[IntVar]"


def all_different(m: Model) -> Model:
    """The model with an all-different for each set of variables that must be different."""
    by_values_said, by_pairs_said = selected(m, _may_be_by_values), selected(m, may_conflict)
    if not by_values_said and not by_pairs_said:
        return m
    gone: set[Bool] = set()
    added: list[Constraint] = []
    by_values = (
        ([m.all_of(ALL_DIFFERENT, in_order(some), None), *_only(m, some, values)], said)
        for some, values, said in _by_values(by_values_said)
    )
    for conditions, sources in (*by_values, *_by_pairs(m, by_pairs_said)):
        gone.update(part for part, _ in sources)
        added += [following(condition, [c for _, c in sources]) for condition in conditions]
    return instead(m, gone, added) if added else m


def permutations(m: Model) -> Iterator[tuple[dict[IntVar, None], Constraint]]:
    """The sets of as many variables as they have values that must all be different, so that each
    value is that of exactly one; with the constraint that demands it."""
    for x, source in demands(m, Global):
        if type(x) is Global and x.definition is ALL_DIFFERENT:
            variables = {y: None for y in x.args if type(y) is IntVar}
            values = set().union(*[y.domain for y in variables])
            if len(variables) == len(x.args) == len(values):
                yield variables, source


def _may_be_by_values(signature: Signature) -> bool:
    if signature.negated:
        return False
    if signature.kind is Or:
        return signature.only(Member)
    return signature.kind in SUMS and signature.parts <= _COUNTED


def _only(m: Model, some: Variables, values: frozenset[int]) -> list[Bool]:
    """That variables have only some values, as far as their domains do not say so."""
    found = (m.member(x, values) for x in in_order(some) if not values.issuperset(x.domain))
    return list(found) if values else []


def _by_values(
    all_demands: Sequence[Demand],
) -> Iterator[tuple[Variables, frozenset[int], list[Demand]]]:
    """Variables with demands on each of their values (at most one, exactly one, at least one has
    it), or on the number of values; and the values that they share out, if these are all that they
    may have."""
    families: dict[tuple[Variables, bool], dict[int, Demand]] = {}
    for k, demand in enumerate(all_demands):
        if not k & BETWEEN:
            pause()
        part = demand[0]
        if type(part) is LinearEq or type(part) is LinearLe:
            if type(part.terms[0][1]) not in (Member, Or):
                continue
            coefficients = {c for c, _ in part.terms}
            if len(coefficients) > 1 or not coefficients <= {1, -1}:
                continue
            nodes = [x for _, x in part.terms]
            if type(part) is LinearEq or coefficients == {1}:
                found = of_one_value(nodes) if part.bound == 1 else None
                if found is not None:
                    families.setdefault((found[0], False), {})[found[1]] = demand
            at_least = type(part) is LinearEq or coefficients == {-1}
            enough = part.bound * part.terms[0][0] >= FEWEST
            variables = kinds(nodes) if at_least and enough else None
            if variables is not None and part.bound == len(variables) * part.terms[0][0]:
                yield variables, EVERY, [demand]
        elif type(part) is Or and type(part.args[0]) is Member:
            found = of_one_value(part.args)
            if found is not None:
                families.setdefault((found[0], True), {})[found[1]] = demand
    for (variables, covered), by_value in families.items():
        values = set().union(*(x.domain for x in variables))
        exact = any(type(part) is not LinearLe for part, _ in by_value.values())
        full = len(values) == len(variables)
        each = covered or all(type(part) is LinearEq for part, _ in by_value.values())
        if len(variables) < FEWEST:
            continue
        if each and len(by_value) == len(variables):
            yield variables, frozenset(by_value), list(by_value.values())
        elif by_value.keys() == values and not covered and (not exact or full):
            yield variables, EVERY, list(by_value.values())


def of_one_value(nodes: Iterable[Any]) -> tuple[Variables, int] | None:
    """The variables and the value of the conditions "x has this value"; else None."""
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


def kinds(nodes: list[Any]) -> Variables | None:
    """The variables, if there is for each of their values the condition that one of them has it."""
    by_value: dict[int, Variables] = {}
    for x in nodes:
        found = of_one_value(any_of(x))
        if found is None or found[1] in by_value:
            return None
        by_value[found[1]] = found[0]
    variables = frozenset[IntVar]().union(*by_value.values())
    complete = all(x in by_value.get(v, ()) for x in variables for v in x.domain)
    return variables if complete else None


def _by_pairs(m: Model, all_demands: Sequence[Demand]) -> Iterator[tuple[list[Bool], list[Demand]]]:
    """Variables no two of which may both have some values, in sets as large as a greedy search
    finds: they are all different if these are all values that both have, and at most one has each
    value if not."""
    left = left_values(m)
    pairs: dict[Pair, int] = {}
    said: dict[Pair, list[Demand]] = {}
    for pair, bits, demand in conflicts(all_demands):
        pairs[pair] = pairs.get(pair, 0) | bits
        said.setdefault(pair, []).append(demand)
    known: dict[tuple[Values, int], frozenset[int]] = {}
    kinds: dict[Pair, frozenset[int]] = {}
    for k, (pair, bits) in enumerate(pairs.items()):
        if not k & BETWEEN:
            pause()
        both = common_left(left, pair)
        excluded = bits & both
        if excluded == both:
            kinds[pair] = EVERY
        elif excluded:
            key = pair[0].domain, excluded
            if key not in known:
                known[key] = values_of(pair[0], excluded)
            kinds[pair] = known[key]

    def worth_it(members: Sequence[IntVar], inside: Sequence[Pair]) -> bool:
        if len(members) >= FEWEST:
            return True
        of_pair = said[inside[0]]
        return kinds[inside[0]] is EVERY and (len(of_pair) > 1 or type(of_pair[0][0]) is Or)

    for members, inside in cliques(kinds, worth_it):
        sources = [demand for pair in inside for demand in said[pair]]
        yield _different(m, members, kinds[inside[0]]), sources


def _different(m: Model, members: list[IntVar], kind: frozenset[int]) -> list[Bool]:
    """That no two of some variables have one of some values."""
    if kind is not EVERY:
        having = ([(1, m.member(x, (value,))) for x in members] for value in sorted(kind))
        return [m.sum_is_at_most(terms, 1) for terms in having]
    if len(members) < FEWEST:
        return [m.not_(m.eq(*members))]
    return [m.all_of(ALL_DIFFERENT, in_order(members), None)]


def in_order(some: Iterable[IntVar]) -> list[IntVar]:
    return sorted(some, key=lambda x: x.index)
