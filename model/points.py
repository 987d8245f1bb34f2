"""Truth tables of conditions, as ints whose bits are points.

A point is an assignment; bit k of a condition's table tells whether it holds at point k. So a
compound condition is evaluated at all points at once, by a few bitwise operations on the tables of
its operands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from .nodes import BOOL_KINDS, And, Iff, LinearEq, LinearLe, Not, Or

SUMS: Final = frozenset((LinearEq, LinearLe))


def where(node: Any, known: dict[Any, int], every: int) -> int | None:
    """The points at which a condition holds; None if it is not composed of other conditions.

    known: the points at which each of its operands holds. every: all points."""
    if type(node) is Not:
        return every ^ known[node.arg]
    if type(node) is And:
        found = every
        for x in node.args:
            found &= known[x]
        return found
    if type(node) is Or:
        found = 0
        for x in node.args:
            found |= known[x]
        return found
    if type(node) is Iff:
        return every ^ known[node.left] ^ known[node.right]
    if type(node) in SUMS and is_count(node):
        return summed(node, [((0, every & ~known[x]), (1, known[x])) for _, x in node.terms], every)
    return None


def is_count(node: LinearEq | LinearLe) -> bool:
    """Whether all terms of a sum are conditions."""
    return all(type(x) in BOOL_KINDS for _, x in node.terms)


def summed(
    node: LinearEq | LinearLe, shares: Sequence[Sequence[tuple[int, int]]], every: int
) -> int:
    """The points at which a linear comparison holds. shares: by term, the values of its operand,
    each with the points at which it has it."""
    by_total = {0: every}
    for (c, _), share in zip(node.terms, shares, strict=True):
        grown: dict[int, int] = {}
        for total, points in by_total.items():
            for value, there in share:
                both = points & there
                if both:
                    grown[total + c * value] = grown.get(total + c * value, 0) | both
        by_total = grown
    if type(node) is LinearEq:
        return by_total.get(node.bound, 0)
    found = 0
    for total, points in by_total.items():
        if total <= node.bound:
            found |= points
    return found
