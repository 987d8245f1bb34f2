"""The members of lists, sets and other collections, each with the condition that it is there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from ...model.limits import listable
from ...model.model import Model
from ...model.nodes import Bool
from ..board.places import Place, Unit
from .choice import Choice
from .moved import Moved
from .partitions import Box, Partition, Piece
from .placement import Placement
from .position import longest_lists
from .showing import show
from .stretches import cyclic_stretches, stretches
from .values import GuardedList, Layer, Lengths, Unsupported, Value, present


def items(m: Model, value: Value) -> Sequence[tuple[Value, Bool]]:
    """The members of a collection, each with the condition that it is present. Raises Unsupported
    for any other value."""
    if type(value) is Unit:  # the common case first
        return [(place, True) for place in value.members]
    match value:
        case range():
            return [(item, True) for item in listable(value)]
        case tuple():
            return [(item, True) for item in value]
        case GuardedList():
            return list(zip(value.items, value.conditions, strict=True))
        case Lengths():
            cut = cyclic_stretches if value.cyclic else stretches
            return [(j - i, c) for i, j, c in cut(m, value.conditions)]
        case Layer(truth=truth):
            if truth:
                if value.lasting:
                    return value.members()
                return [(key, c) for key, c in value.table.items() if c is not False]
            pairs = [(key, present(m, v)) for key, v in value.table.items()]
            return [(key, c) for key, c in pairs if c is not False]
        case Placement():
            return [(cell, True) for cell in value.cells]
        case Choice():
            if value.repeats():
                return _in_turn(m, value)
            return [(item, value.covers(m, item)) for item in value.cover(m)]
        case Piece():
            return value.items(m)
        case Box():
            return items(m, value.cells)
        case Moved():
            return value.pairs(m)
        case Partition():
            return list(value.each(m))
        case None:
            return []
    raise Unsupported(f"{show(value)} is not a list or set")


def members_of(m: Model, value: Value) -> Sequence[Value]:
    """The members of a collection that may be present."""
    if isinstance(value, GuardedList):
        return value.items
    return [item for item, _ in items(m, value)]


def in_order(m: Model, value: Value) -> Sequence[tuple[Any, Bool]]:
    """`items` of a collection, in its order: of `{a, b}`, where a and b are places to be found, the
    items are all places of the board, but a comes before b."""
    if isinstance(value, GuardedList) and value.ordered is not None:
        return value.ordered()
    if type(value) is Choice and not _has_one_order(m, value):
        return _in_turn(m, value)
    return items(m, value)


def _in_turn(m: Model, choice: Choice) -> list[tuple[Any, Bool]]:
    """The members of each option, in its order, present where it is chosen."""
    options = choice.options.items()
    return [(item, chosen) for option, chosen in options for item, _ in items(m, option)]


def is_moving(m: Model, value: Value) -> bool:
    """Whether the order of a collection may be another one than that of its `items`."""
    if isinstance(value, GuardedList):
        return value.ordered is not None
    return type(value) is Choice and not _has_one_order(m, value)


def _has_one_order(m: Model, choice: Choice) -> bool:
    """Whether the members of each of several lists come in the order of `items`. Placements are
    sets."""
    if choice.in_one_order is None:
        choice.in_one_order = _come_in_one_order(m, choice)
    return choice.in_one_order


def _come_in_one_order(m: Model, choice: Choice) -> bool:
    if not all(isinstance(option, (tuple, Unit)) for option in choice.choices):
        return True
    position = {item: k for k, item in enumerate(choice.members(m))}
    for members in longest_lists([tuple(option) for option in choice.choices]):
        last = -1
        for item in members:
            at = position.get(item, -1)
            if at <= last:
                return False
            last = at
    return True


def places_of(m: Model, value: Value) -> Sequence[tuple[Place, Bool]]:
    """`items` of a collection; the checker ensures that its members are places."""
    return cast("Sequence[tuple[Place, Bool]]", items(m, value))
