"""Unions of collections that depend on one node, such as the cells between a place and one that the
solver chooses, with both ends: which values of the node put a member in the union is known before
any condition is made of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...model.masks import full_mask
from ...model.model import Model
from ...model.nodes import IntNode
from .choice import Choice
from .listing import sure_members
from .members import in_order, is_moving
from .sets import expanded, first_ones
from .values import CONSTANTS, GuardedList, Value


def united(m: Model, a: Value, b: Value) -> GuardedList | None:
    """The union of two collections of constants of which one depends on a node, and the other on
    the same one or on none; None of others."""
    one, other = _by_member(a), _by_member(b)
    if one is None or other is None:
        return None
    (x, first), (y, second) = one, other
    node = y if x is None else x
    if node is None or y not in (None, node):
        return None
    whole = full_mask(node.domain)
    masks = {member: mask & whole for member, mask in first.items()}
    moves = is_moving(m, a) or is_moving(m, b)  # whether a member of both may come first in either
    for member, mask in second.items():
        before = masks.get(member, 0)
        moves = moves or 0 < before < whole
        masks[member] = before | (mask & whole)
    found = GuardedList.by_masks(m, node, masks)
    if moves:
        found.ordered = lambda: first_ones(
            m, (*in_order(m, expanded(m, a)), *in_order(m, expanded(m, b)))
        )
    return found


def _by_member(value: Value) -> tuple[IntNode | None, Mapping[Any, int]] | None:
    """The node on which a collection of constants depends, None for a known one, and the values
    with which each member is in it. None of others."""
    if type(value) is GuardedList and value.masked is not None:
        return value.masked[1:]
    if type(value) is Choice:
        chosen = value.position
        members = chosen.members() if chosen is not None else None
        if chosen is None or members is None or not CONSTANTS.issuperset(map(type, members)):
            return None
        return chosen.node, members
    known = sure_members(value)
    if known is None:
        return None
    node: IntNode | None = None
    masks: dict[Any, int] = {}
    for member in known:
        if type(member) in CONSTANTS:
            masks[member] = -1
            continue
        position = member.position if type(member) is Choice else None
        if position is None or not CONSTANTS.issuperset(map(type, position.constants)):
            return None
        if node is not None and node is not position.node:
            return None
        node = position.node
        for one, mask in position.masks.items():
            masks[one] = masks.get(one, 0) | mask
    return node, masks
