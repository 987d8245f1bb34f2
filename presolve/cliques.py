"""Conditions no two of which hold, as one count instead of a clause for each two.

n conditions have n(n - 1)/2 pairs, and one count propagates as much. Sets are found greedily:
each begins with a pair and takes in all that exclude every member. Small ones stay clauses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Final, TypeAlias

from ..deadline import pause
from ..model.constraints import Constraint
from ..model.linear import by_id
from ..model.model import Model
from ..model.nodes import And, Bool, BoolNode, BoolVar, LinearLe, Member, Not, Or
from .demands import Demand, Shape, both_in_order, following, instead, shaped

FEWEST: Final = 5  # conditions: of four, the six clauses propagate as well as the count
_LITERALS: Final = frozenset((BoolVar, Member))
# Two conditions in the order in which they were made.
_Pair: TypeAlias = "tuple[Any, ...]"


def counted_together(m: Model) -> Model:
    """The model with "at most one" for conditions no two of which may hold."""
    said = shaped(m, _may_exclude)
    if 2 * len(said) < FEWEST * (FEWEST - 1):
        return m
    excluded = [_excluded(m, demand[0]) for demand in said]
    cliques = _cliques([both for both in excluded if both is not None])
    if not cliques:
        return m
    pairs: dict[_Pair, list[Demand]] = {}
    for demand, both in zip(said, excluded, strict=True):
        if both is not None:
            pairs.setdefault(both, []).append(demand)
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for members in cliques:
        inside = [demand for ab in combinations(members, 2) for demand in pairs[ab]]
        gone.update(part for part, _ in inside)
        at_most_one = m.sum_is_at_most([(1, x) for x in members], 1)
        added.append(following(at_most_one, [source for _, source in inside]))
    return instead(m, gone, added)


def _may_exclude(shape: Shape) -> bool:
    if not shape.two or not shape.parts <= _LITERALS:
        return False
    return shape.kind is And if shape.negated else shape.kind is Or or shape.kind is LinearLe


def _excluded(m: Model, x: Bool) -> _Pair | None:
    """The two conditions that may not both hold, if a demand says just this."""
    if type(x) is Not and type(x.arg) is And:  # the common case first, with parts in order
        both: Any = x.arg.args
        return both if len(both) == 2 else None
    some: list[Bool] = []
    if type(x) is Or and len(x.args) == 2:
        one: Any = x.args[0]
        other: Any = x.args[1]
        if type(one) is Not and type(other) is Not:
            return both_in_order(one.arg, other.arg)
        some = [m.not_(one), m.not_(other)]
    elif type(x) is LinearLe and len(x.terms) == 2 and _is_at_most_one(x):
        terms: Any = x.terms
        some = [y if c > 0 else m.not_(y) for c, y in terms]
    return _pair(some)


def _pair(some: Sequence[Bool]) -> _Pair | None:
    """Two different conditions in order; None for fewer or more."""
    if len(some) != 2:
        return None
    x, y = some
    if x is y or isinstance(x, bool) or isinstance(y, bool):
        return None
    return both_in_order(x, y)


def _is_at_most_one(x: LinearLe) -> bool:
    """Whether at most one term counts; a negation has the coefficient -1 and takes 1 off the
    bound."""
    coefficients = [c for c, _ in x.terms]
    return {*coefficients} <= {1, -1} and x.bound == 1 - coefficients.count(-1)


def _cliques(pairs: Sequence[_Pair]) -> list[list[BoolNode]]:
    """Large sets of conditions with a pair for each two; each pair is used once."""
    number: dict[Any, int] = {}
    ends: list[tuple[int, int]] = []
    around: list[int] = []  # the conditions that exclude one, as bits
    for x, y in pairs:
        a, b = number.get(x, -1), number.get(y, -1)
        if a < 0:
            a = number[x] = len(around)
            around.append(0)
        if b < 0:
            b = number[y] = len(around)
            around.append(0)
        ends.append((a, b))
        around[a] |= 1 << b
        around[b] |= 1 << a
    nodes: list[Any] = [*number]
    often = [bits.bit_count() >= FEWEST - 1 for bits in around]
    if not all(often):
        kept = sum([1 << k for k, enough in enumerate(often) if enough])
        around = [bits & kept if often[k] else 0 for k, bits in enumerate(around)]
    left = around.copy()  # those of them whose pair with it is unused
    found: list[list[BoolNode]] = []
    for a, b in ends:
        common = around[a] & around[b]
        if not common or common.bit_count() < FEWEST - 2 or not left[a] >> b & 1:
            continue
        pause()
        members = [a, b]
        while common:
            c = (common & -common).bit_length() - 1
            members.append(c)
            common &= around[c]
        if len(members) >= FEWEST:
            used = sum([1 << c for c in members])
            for c in members:
                left[c] &= ~used
            found.append(sorted([nodes[c] for c in members], key=by_id))
    return found
