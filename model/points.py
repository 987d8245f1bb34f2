"""Sets of points at which conditions hold, as bits of ints.

A point is an assignment. At all points at once, a condition that joins others is computed from
theirs by a few operations on bits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .nodes import BOOL_KINDS, And, Iff, LinearEq, LinearLe, Not, Or

SUMS = frozenset((LinearEq, LinearLe))


def where(node: Any, known: Mapping[Any, int], every: int) -> int | None:
    """The points at which a condition holds, of all these; None if it does not join other
    conditions.

    known: the points at which each of its operands holds."""
    kind = type(node)
    if kind is Not:
        return every ^ known[node.arg]
    if kind is And:
        found = every
        for x in node.args:
            found &= known[x]
        return found
    if kind is Or:
        found = 0
        for x in node.args:
            found |= known[x]
        return found
    if kind is Iff:
        return every ^ known[node.left] ^ known[node.right]
    return _summed(node, known, every) if kind in SUMS and is_count(node) else None


def is_count(node: LinearEq | LinearLe) -> bool:
    """Whether a sum is one of conditions only."""
    return all(type(x) in BOOL_KINDS for _, x in node.terms)


def _summed(node: LinearEq | LinearLe, known: Mapping[Any, int], every: int) -> int:
    """The points where a sum of conditions is as it must be."""
    by_total = {0: every}
    for c, x in node.terms:
        there = known[x]
        grown: dict[int, int] = {}
        for total, points in by_total.items():
            grown[total] = grown.get(total, 0) | points & ~there
            grown[total + c] = grown.get(total + c, 0) | points & there
        by_total = grown
    if type(node) is LinearEq:
        return by_total.get(node.bound, 0)
    found = 0
    for total, points in by_total.items():
        if total <= node.bound:
            found |= points
    return found
