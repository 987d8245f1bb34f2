"""Conditions that hold in any case, because of the values that rules leave for single variables.

A room of five cells has no number above 5: then "equal numbers at this distance are at most 7"
says nothing. Such conditions are left out before other passes read them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from ..model.conflicts import Pair, common, moved
from ..model.model import Model
from ..model.nodes import Bool, IntVar, Member, Or
from .demands import Signature, instead, selected
from .pairs import conflicts, may_conflict

# By variable: the values that it may have, as bits by their positions in its domain.
Left: TypeAlias = Mapping[IntVar, int]


def left_values(m: Model) -> Left:
    """The values that demands on single variables leave, where they exclude some."""
    found: dict[IntVar, int] = {}
    for x, _ in selected(m, _is_membership):
        if type(x) is Member and type(x.arg) is IntVar:
            found[x.arg] = found.get(x.arg, -1) & x.mask
    return found


def common_left(left: Left, pair: Pair) -> int:
    """The values that are left for both of two variables, as bits for the first."""
    x, y = pair
    found = common(x, y)
    if x in left:
        found &= left[x]
    return found & moved(left[y], y, x) if y in left else found


def without_settled(m: Model) -> Model:
    """The model without the conditions on two variables, and the disjunctions, that hold for all
    values that are left."""
    left = left_values(m)
    if not left:
        return m
    gone: set[Bool] = set()
    for pair, bits, (condition, _) in conflicts(selected(m, may_conflict)):
        if not bits & common_left(left, pair):
            gone.add(condition)
    for condition, _ in selected(m, _has_membership):
        if type(condition) is Or and any(_holds(left, part) for part in condition.args):
            gone.add(condition)
    return instead(m, gone, ()) if gone else m


def _holds(left: Left, x: Bool) -> bool:
    if type(x) is not Member or type(x.arg) is not IntVar or x.arg not in left:
        return False
    return not left[x.arg] & ~x.mask


def _is_membership(signature: Signature) -> bool:
    return signature.kind is Member


def _has_membership(signature: Signature) -> bool:
    return signature.kind is Or and not signature.negated and Member in signature.parts
