"""Lists and sets from values under conditions, and the constants that a value may be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any

from ...model.limits import listable
from ...model.masks import full_mask
from ...model.model import Model
from ...model.nodes import BOOL_KINDS, Bool, domain_of
from ..board.places import Unit
from .choice import Choice
from .forms import FoundShape
from .members import in_order, is_moving, items
from .moved import Moved
from .partitions import Box, Piece
from .values import (
    CONSTANTS,
    SURE,
    Bag,
    Gradual,
    GradualList,
    GuardedList,
    Layer,
    Lengths,
    Maybe,
    Unsupported,
    Value,
    is_found_number,
    present,
)


def listed(m: Model, values: Iterable[Value]) -> Value:
    """A list of values; a missing one is left out."""
    found = tuple(values)
    for value in found:
        if type(value) not in SURE:
            return sequence(m, [(value, True) for value in found])
    return found  # the common case


def sequence(m: Model, pairs: Iterable[tuple[Value, Bool]]) -> tuple[Value, ...] | GuardedList:
    """A list of values under conditions; a missing value is left out."""
    values: list[Value] = []
    conditions: list[Bool] = []
    sure = True
    gradual = False
    for value, condition in pairs:
        if type(value) not in SURE:
            there = present(m, value)
            condition = there if condition is True else m.and_((condition, there))
            if isinstance(value, Gradual) and value.ends is not None:
                gradual = True
            elif isinstance(value, Maybe):
                value = value.value
        if condition is not False:
            values.append(value)
            conditions.append(condition)
            sure = sure and condition is True
    if gradual:
        return GradualList(list(zip(values, conditions, strict=True)))
    return tuple(values) if sure else GuardedList(tuple(values), tuple(conditions))


def each_of(m: Model, operation: Callable[[Any], Value], collection: Value) -> Value:
    """A list of what an operation makes of the members of a collection; missing values are left
    out."""
    found = sequence(m, [(operation(v), c) for v, c in items(m, collection)])
    if is_moving(m, collection):
        if isinstance(found, tuple):
            found = GuardedList(found, (True,) * len(found))
        found.ordered = lambda: items(
            m, sequence(m, [(operation(v), c) for v, c in in_order(m, collection)])
        )
    return found


def from_table(table: dict[Any, Bool]) -> GuardedList:
    """A set from its possible members, each with the condition that it is a member."""
    kept = {k: c for k, c in table.items() if c is not False}
    return GuardedList(tuple(kept), tuple(kept.values()), unordered=True)


def sure_members(value: Value) -> tuple[Any, ...] | None:
    """The members of a list, unit or set if all are sure to be in it, in this order; None for
    another value."""
    if type(value) is tuple:  # the common case first
        return value
    if type(value) is Unit:
        return value.members
    if type(value) is GuardedList and value.ordered is None:
        if value.masked is not None:
            _, node, masks = value.masked
            whole = full_mask(node.domain)
            return value.items if all(mask == whole for mask in masks.values()) else None
        return value.items if all(there is True for there in value.conditions) else None
    return None


def constants(m: Model, value: Value) -> Iterator[tuple[Any, Bool]]:
    """The possible constants of a value, with conditions; for a list, all lists of possible
    members. Raises Unsupported if they cannot be listed."""
    if type(value) in CONSTANTS:  # the common case first
        yield value, True
    elif isinstance(value, Choice):
        for option, chosen in value.options.items():
            if isinstance(option, Piece):
                for named, condition in constants(m, option):
                    yield named, m.and_((chosen, condition))
            else:
                yield option, chosen
    elif isinstance(value, Maybe):
        for option, condition in constants(m, value.value):
            yield option, m.and_((value.present, condition))
    elif type(value) in BOOL_KINDS:
        truth: Any = value
        yield True, truth
        yield False, m.not_(truth)
    elif is_found_number(value):
        for v in listable(domain_of(value)):
            yield v, m.member(value, (v,))
    elif isinstance(value, tuple):
        members = [list(constants(m, member)) for member in value]
        listable(range(prod(map(len, members))))
        for pairs in product(*members):
            yield tuple(v for v, _ in pairs), m.and_([c for _, c in pairs])
    elif isinstance(value, Piece) and value.within is None:
        yield from value.named(m)
    elif isinstance(value, (GuardedList, Lengths, Layer, Piece, Box, Moved, FoundShape, Bag)):
        raise Unsupported("a set, or a list of found members, cannot be compared with others")
    else:
        yield value, True


def tally(m: Model, pairs: Iterable[tuple[Value, Bool]]) -> dict[Any, list[Bool]]:
    """For each constant, the conditions under which a member of a list is it."""
    table: dict[Any, list[Bool]] = {}
    for value, condition in pairs:
        for constant, chosen in constants(m, value):
            table.setdefault(constant, []).append(m.and_((condition, chosen)))
    return table


def positions(m: Model, pairs: Sequence[tuple[Value, Bool]], end: int) -> list[dict[int, Bool]]:
    """For each optional item, the condition that it stands at position k < end, by k."""
    out: list[dict[int, Bool]] = []
    before: dict[int, Bool] = {0: True}  # k -> exactly k of the items so far are there
    for _, condition in pairs:
        out.append(
            {k: at for k, c in before.items() if (at := m.and_((c, condition))) is not False}
        )
        absent = m.not_(condition)
        after: dict[int, Bool] = {}
        for k, c in before.items():
            after[k] = m.or_((after.get(k, False), m.and_((c, absent))))
            if k + 1 == end:
                continue
            after[k + 1] = m.or_((after.get(k + 1, False), m.and_((c, condition))))
        before = {k: c for k, c in after.items() if c is not False}
    return out
