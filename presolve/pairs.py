"""Pairs of variables that may not both have one of some values.

Recognised forms: they differ; not both have a value (a clause); they differ unless one of them has
some other value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, TypeVar

from ..deadline import pause
from ..model.nodes import And, Bool, IntVar, LinearEq, Member, Not, Or
from .demands import Demand, Shape

Pair = tuple[IntVar, IntVar]
Kind = TypeVar("Kind")
_MEMBERS: Final = frozenset((Member,))
# By the kind of a condition that says that two variables have the same value: those of its parts.
_OF_BOTH: Final[dict[type, frozenset[type]]] = {
    LinearEq: frozenset((IntVar,)),
    Or: frozenset((And,)),
    And: frozenset((Member,)),
}


def may_conflict(shape: Shape) -> bool:
    """Whether conditions of a shape may be such a form."""
    if shape.kind is Or and not shape.negated:
        if not shape.denied:
            return shape.two and shape.only(Member)
        return shape.parts == _MEMBERS and shape.denied <= _OF_BOTH.keys()
    return shape.negated and not shape.denied and shape.parts == _OF_BOTH.get(shape.kind)


def conflicts(all_demands: Sequence[Demand]) -> Iterator[tuple[Pair, frozenset[int], Demand]]:
    """(pair of variable indices, values that they may not both have, demand)."""
    for demand in all_demands:
        found = _conflict(demand[0])
        if found is not None:
            (x, y), values = found
            if values:
                yield ordered(x, y), values, demand


def ordered(x: IntVar, y: IntVar) -> Pair:
    return (x, y) if x.index < y.index else (y, x)


def cliques(
    kinds: Mapping[Pair, Kind],
    wanted: Callable[[Sequence[IntVar], Sequence[Pair]], bool],
    most: Callable[[Kind], int] | None = None,
) -> Iterator[tuple[list[IntVar], list[Pair]]]:
    """Sets of variables of which all pairs have the same kind, as a greedy search finds them: each
    with its pairs. No pair is in two of them. wanted: whether to yield a set, and so use its pairs
    up. most: how many members a set of a kind has at the most."""
    around: dict[tuple[IntVar, Kind], dict[IntVar, None]] = {}
    for (x, y), kind in kinds.items():
        around.setdefault((x, kind), {})[y] = None
        around.setdefault((y, kind), {})[x] = None
    left = dict.fromkeys(kinds)
    for pair, kind in kinds.items():
        if pair not in left:
            continue
        pause()
        members, beside = [*pair], [around[pair[0], kind], around[pair[1], kind]]
        limit = most(kind) if most is not None else len(around)
        for x in beside[0]:
            if len(members) < limit and all(x in others for others in beside[1:]):
                members.append(x)
                beside.append(around[x, kind])
        inside = [ordered(x, y) for x, y in combinations(members, 2)]
        if wanted(members, inside):
            for used in inside:
                left.pop(used, None)
            yield members, inside


def common(x: IntVar, y: IntVar) -> frozenset[int]:
    """The values that both of two variables may have."""
    return frozenset(x.domain).intersection(y.domain)


def _conflict(x: Bool) -> tuple[Pair, frozenset[int]] | None:
    """(pair, values that they may not both have), if a condition is equivalent to it."""
    if type(x) is Not:
        return _both(x.arg)
    if type(x) is not Or:
        return None
    unless: dict[IntVar, Member] = {}
    inner: list[Any] = []
    for part in x.args:
        if type(part) is Member and type(part.arg) is IntVar:
            unless[part.arg] = part
        else:
            inner.append(part)
    if len(unless) > 2 or len(inner) > 1:
        return None
    if not inner and any(_but(part) != 1 for part in unless.values()):  # the common case first
        return None
    left = {variable: _others(part) for variable, part in unless.items()}
    if not inner:
        if len(left) < 2:
            return None
        (a, some), (b, those) = left.items()
        return ((a, b), some) if some == those else None
    found = _both(inner[0].arg) if type(inner[0]) is Not else None
    if found is None or not left.keys() <= {*found[0]}:
        return None
    return found[0], frozenset.intersection(found[1], *left.values())


def _both(x: Any) -> tuple[Pair, frozenset[int]] | None:
    """(pair, values), if a condition says that both variables have the same one of the values."""
    if type(x) is LinearEq:
        if len(x.terms) == 2 and not x.bound:
            (c, a), (d, b) = x.terms
            if c == -d and type(a) is IntVar and type(b) is IntVar:
                return (a, b), common(a, b)
        return None
    parts = x.args if type(x) is Or else (x,)
    pair: set[Any] | None = None
    values: set[int] = set()
    for part in parts:
        if type(part) is not And or len(part.args) != 2:
            return None
        one, other = part.args
        if type(one) is not Member or type(other) is not Member:
            return None
        value = _only(one)
        if value is None or value != _only(other):
            return None
        pair = {one.arg, other.arg} if pair is None else pair
        if pair != {one.arg, other.arg}:
            return None
        values.add(value)
    if pair is None or len(pair) != 2 or not all(type(a) is IntVar for a in pair):
        return None
    a, b = pair
    return (a, b), frozenset(values)


def _only(x: Member) -> int | None:
    """The value, if a variable must have just one."""
    return None if x.mask & (x.mask - 1) else x.arg.domain[x.mask.bit_length() - 1]


def _but(x: Member) -> int:
    """How many values the variable may have besides."""
    return len(x.arg.domain) - x.mask.bit_count()


def _others(x: Member) -> frozenset[int]:
    return frozenset(x.arg.domain).difference(x.values)
