"""Pairs of variables that may not both have one of some values, and the conditions that say so."""

from __future__ import annotations

from typing import Any, TypeAlias

from .masks import full_mask
from .nodes import And, Bool, IntVar, LinearEq, Member, Not, Or, Terms, any_of

Pair: TypeAlias = "tuple[IntVar, IntVar]"


def ordered(x: IntVar, y: IntVar) -> Pair:
    """Two variables in the order of their indices."""
    return (x, y) if x.index < y.index else (y, x)


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


def conflict(x: Bool) -> tuple[Pair, int] | None:
    """Two variables, in order, and the values that they may not both have, if a condition says just
    this: that they differ, that they do unless one of them has one of some values, or that not both
    have a value. The values are bits, by their positions in the domain of the first variable."""
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
