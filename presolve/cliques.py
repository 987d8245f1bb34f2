"""Conditions no two of which hold, as one count instead of a clause for each two.

Of n conditions there are n(n - 1)/2 pairs, and a count propagates as much. Sets are found greedily:
each begins with a pair and takes in all that exclude every member. Small ones stay clauses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, TypeAlias

from ..model.model import Constraint, Model
from ..model.nodes import And, Bool, BoolNode, BoolVar, LinearLe, Member, Not, Or
from .demands import Demand, following, instead, shaped

FEWEST = 5  # conditions: of four, the six clauses propagate as well as the count
_LITERALS = frozenset((BoolVar, Member, Not))
_Pair: TypeAlias = "frozenset[BoolNode]"


def counted_together(m: Model) -> Model:
    """The model with "at most one" for conditions no two of which may hold."""
    pairs: dict[_Pair, list[Demand]] = {}
    for demand in shaped(m, _may_exclude):
        both = _excluded(m, demand[0])
        if both is not None:
            pairs.setdefault(both, []).append(demand)
    if 2 * len(pairs) < FEWEST * (FEWEST - 1):
        return m
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for members in _cliques(pairs):
        inside = [demand for ab in combinations(members, 2) for demand in pairs[frozenset(ab)]]
        gone.update(part for part, _ in inside)
        at_most_one = m.le(m.sum_(members), 1)
        added.append(following(at_most_one, [source for _, source in inside]))
    return instead(m, gone, added) if added else m


def _may_exclude(kind: type, negated: bool, parts: frozenset[type]) -> bool:
    if not parts <= _LITERALS:
        return False
    return (kind is And) if negated else kind is Or or kind is LinearLe


def _excluded(m: Model, x: Bool) -> _Pair | None:
    """The two conditions that may not both hold, if a demand says just this."""
    if type(x) is Not and type(x.arg) is And:  # the common case first
        return frozenset(x.arg.args) if len(x.arg.args) == 2 else None
    some: list[Bool] = []
    if type(x) is Or and len(x.args) == 2:
        some = [m.not_(y) for y in x.args]
    elif type(x) is LinearLe and len(x.terms) == 2 and _is_at_most_one(x):
        terms: Any = x.terms
        some = [y if c > 0 else m.not_(y) for c, y in terms]
    found = frozenset(y for y in some if not isinstance(y, bool))
    return found if len(found) == 2 else None


def _is_at_most_one(x: LinearLe) -> bool:
    """Whether at most one term counts; a negation has the coefficient -1 and takes 1 off the
    bound."""
    coefficients = [c for c, _ in x.terms]
    return {*coefficients} <= {1, -1} and x.bound == 1 - coefficients.count(-1)


def _in_order(pair: _Pair) -> tuple[BoolNode, BoolNode]:
    """Two conditions in the order in which they were made."""
    a, b = pair
    return (a, b) if a.id < b.id else (b, a)


def _cliques(pairs: dict[_Pair, list[Demand]]) -> Iterator[list[BoolNode]]:
    """Large sets of conditions with a pair for each two; each pair is used once."""
    around: dict[BoolNode, dict[BoolNode, None]] = {}
    for pair in pairs:
        a, b = _in_order(pair)
        around.setdefault(a, {})[b] = None
        around.setdefault(b, {})[a] = None
    left = dict.fromkeys(pairs)
    for pair in pairs:
        a, b = _in_order(pair)
        if pair not in left or min(len(around[a]), len(around[b])) < FEWEST - 1:
            continue
        members = [a, b]
        for x in around[a]:
            if x in around[b] and all(x in around[y] for y in members):
                members.append(x)
        if len(members) >= FEWEST:
            for ab in combinations(members, 2):
                left.pop(frozenset(ab), None)
            yield sorted(members, key=lambda x: x.id)
