"""Pairs of variables that may not both have one of some values.

Recognised forms: they differ; not both have a value (a clause); they differ unless one of them has
some other value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, TypeVar

from ..deadline import pause
from ..model.masks import full_mask
from ..model.nodes import And, Bool, IntVar, LinearEq, Member, Not, Or, Terms, any_of
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


def conflicts(all_demands: Sequence[Demand]) -> Iterator[tuple[Pair, int, Demand]]:
    """(pair in order, values that they may not both have, demand). The values are bits, by their
    positions in the domain of the first."""
    for demand in all_demands:
        found = _conflict(demand[0])
        if found is not None and found[1]:
            yield *found, demand


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
        members, inside = [*pair], [pair]
        beside = around[pair[1], kind]
        common_to_all = [x for x in around[pair[0], kind] if x in beside]
        if common_to_all:
            limit = most(kind) if most is not None else len(around)
            while common_to_all and len(members) < limit:
                members.append(common_to_all[0])
                beside = around[common_to_all[0], kind]
                common_to_all = [x for x in common_to_all if x in beside]
            inside = [ordered(x, y) for x, y in combinations(members, 2)]
        if wanted(members, inside):
            for used in inside:
                left.pop(used, None)
            yield members, inside


def common(x: IntVar, y: IntVar) -> int:
    """The values that both of two variables may have, as bits for the first."""
    return moved(full_mask(y.domain), y, x)


def values_of(x: IntVar, bits: int) -> frozenset[int]:
    """Some values of a variable, which are given as bits."""
    return frozenset([v for k, v in enumerate(x.domain) if bits >> k & 1])


def moved(bits: int, y: IntVar, x: IntVar) -> int:
    """Values of the variable y as bits for x, without those that x cannot have."""
    if x.domain == y.domain:  # the common case first
        return bits
    values = values_of(y, bits)
    return sum([1 << k for k, v in enumerate(x.domain) if v in values])


def _conflict(x: Bool) -> tuple[Pair, int] | None:
    """(pair, values that they may not both have), if a condition is equivalent to it."""
    if type(x) is Not:
        return _both(x.arg)
    if type(x) is not Or:
        return None
    unless: list[Member] = []
    inner: Any = None
    for part in x.args:
        if type(part) is Member and type(part.arg) is IntVar:
            unless.append(part)
        elif inner is None:
            inner = part
        else:
            return None
    if inner is None:
        return _not_both(unless[0], unless[1]) if len(unless) == 2 else None
    found = _both(inner.arg) if type(inner) is Not and len(unless) <= 2 else None
    if found is None:
        return None
    pair, bits = found
    for part in unless:
        y: Any = part.arg
        if y not in pair:
            return None
        bits &= ~moved(part.mask, y, pair[0])
    return pair, bits


def _not_both(one: Member, other: Member) -> tuple[Pair, int] | None:
    """(pair, value), if two conditions each leave out just one value, the same."""
    x: Any = one.arg
    y: Any = other.arg
    some, those = _but(one), _but(other)
    if some.bit_count() != 1 or those.bit_count() != 1:
        return None
    pair = ordered(x, y)
    bits = moved(some, x, pair[0])
    return (pair, bits) if bits == moved(those, y, pair[0]) else None


def difference(terms: Terms) -> tuple[IntVar, IntVar] | None:
    """x and y, if terms are x - y."""
    if len(terms) == 2:
        (c, x), (d, y) = terms
        if c == -d and c in (1, -1) and type(x) is IntVar and type(y) is IntVar:
            return (x, y) if c == 1 else (y, x)
    return None


def _both(x: Any) -> tuple[Pair, int] | None:
    """(pair, values), if a condition says that both variables have the same one of the values."""
    if type(x) is LinearEq:
        equal = None if x.bound else difference(x.terms)
        if equal is None:
            return None
        pair = ordered(*equal)
        return pair, common(*pair)
    parts = any_of(x)
    found: Pair | None = None
    bits = 0
    for part in parts:
        if type(part) is not And or len(part.args) != 2:
            return None
        one, other = part.args
        if type(one) is not Member or type(other) is not Member:
            return None
        a, b = one.arg, other.arg
        if type(a) is not IntVar or type(b) is not IntVar or a is b:
            return None
        value = _only(one)
        if value is None or value != _only(other):
            return None
        pair = ordered(a, b)
        if found is not None and pair != found:
            return None
        found = pair
        bits |= one.mask if pair[0] is a else other.mask
    return None if found is None else (found, bits)


def _only(x: Member) -> int | None:
    """The value, if a variable must have just one."""
    return None if x.mask & (x.mask - 1) else x.arg.domain[x.mask.bit_length() - 1]


def _but(x: Member) -> int:
    """The values that the variable may have besides, as bits."""
    return full_mask(x.arg.domain) ^ x.mask
