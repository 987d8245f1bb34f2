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
from .demands import Demand, Signature, both_in_order, following, instead, selected

BETWEEN: Final = 255  # there is a pause after this many pairs and one more, a power of two
FEWEST: Final = 5  # conditions: of four, the six clauses propagate as well as the count
_LITERALS: Final = frozenset((BoolVar, Member))
# Two conditions in the order in which they were made.
_Pair: TypeAlias = "tuple[Any, ...]"


def counted_together(m: Model) -> Model:
    """The model with "at most one" for conditions no two of which may hold."""
    said = selected(m, _may_exclude)
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


def _may_exclude(signature: Signature) -> bool:
    if not signature.two or not signature.parts <= _LITERALS:
        return False
    return (
        signature.kind is And
        if signature.negated
        else signature.kind is Or or signature.kind is LinearLe
    )


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
    often: dict[Any, int] = {}
    for k, (x, y) in enumerate(pairs):
        if not k & BETWEEN:
            pause()
        often[x] = often.get(x, 0) + 1
        often[y] = often.get(y, 0) + 1
    nodes: list[Any] = sorted([x for x, n in often.items() if n >= FEWEST - 1], key=by_id)
    number: dict[Any, int] = {x: k for k, x in enumerate(nodes)}
    ends = [(number[x], number[y]) for x, y in pairs if x in number and y in number]
    first, around = _neighbours(ends, len(nodes))
    left = around.copy()  # those of them whose pair with it is unused
    found: list[list[BoolNode]] = []
    for k, (a, b) in enumerate(ends):
        if not k & BETWEEN:
            pause()
        low = max(first[a], first[b])
        common = around[a] >> low - first[a] & around[b] >> low - first[b]
        if not common or common.bit_count() < FEWEST - 2 or not left[a] >> b - first[a] & 1:
            continue
        members = [a, b]
        while common:
            c = low + (common & -common).bit_length() - 1
            members.append(c)
            beyond = first[c] - low
            common &= around[c] << beyond if beyond > 0 else around[c] >> -beyond
        if len(members) >= FEWEST:
            least = min(members)
            used = sum([1 << c - least for c in members])
            for c in members:
                beyond = least - first[c]
                left[c] &= ~(used << beyond if beyond > 0 else used >> -beyond)
            found.append(sorted([nodes[c] for c in members], key=by_id))
    return found


def _neighbours(ends: Sequence[tuple[int, int]], count: int) -> tuple[list[int], list[int]]:
    """By number, the first condition of those with which one has a pair, and all of them, as bits
    that begin with the first. Most were made one soon after the other, so few bits suffice on a
    large board."""
    first = [count] * count
    for a, b in ends:
        if b < first[a]:
            first[a] = b
        if a < first[b]:
            first[b] = a
    around = [0] * count
    for k, (a, b) in enumerate(ends):
        if not k & BETWEEN:
            pause()
        around[a] |= 1 << b - first[a]
        around[b] |= 1 << a - first[b]
    return first, around
