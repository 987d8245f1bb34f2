"""Sets made of values: equal members are one, in the order in which they occur first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Any

from ...model.model import Model
from ...model.nodes import Bool, domain_of
from ..board.places import Unit
from .choice import Choice
from .comparison import is_member, lists_of
from .listing import constants, from_table, sequence
from .members import in_order, items
from .values import (
    CONSTANTS,
    GuardedList,
    Value,
    is_constant,
    is_found_set,
    is_number,
    is_open,
    present,
)


def make_set(m: Model, pairs: Iterable[tuple[Value, Bool]]) -> Value:
    """Make a set: each constant once, a found member as every constant that it can be.

    A member that is a found set is present unless it equals an earlier one. The same applies to
    lists with so many possible values that comparing them takes fewer conditions. The order is that
    of the first occurrences.
    """
    members = list(pairs)
    table: dict[Any, list[Bool]] = {}
    last: Any = None
    moves = False  # whether a member may come first, or later after others
    many: bool | None = None  # of lists
    units = False
    for value, condition in members:
        if condition is False or value is None:
            continue
        if is_constant(value):  # the common case first
            if value in table:
                moves = moves or (value != last and table[value][0] is not True)
                table[value].append(condition)
            else:
                table[value] = [condition]
            last = value
            continue
        if type(value) is tuple and many is None:
            many = _are_many(members)
        if many or is_found_set(value):
            return _set_of_sets(m, members)
        for option, chosen in constants(m, value):
            moves = moves or (option in table and option != last and table[option][0] is not True)
            table.setdefault(option, []).append(m.and_((condition, chosen)))
            last = option
            units = units or type(option) is Unit
    if units and tuple in map(type, table):
        table, moves = lists_of(table), True
    found = from_table({v: cs[0] if len(cs) == 1 else m.or_(cs) for v, cs in table.items()})
    if moves:
        found.ordered = lambda: first_ones(m, members)
    return found


def first_ones(m: Model, pairs: Iterable[tuple[Value, Bool]]) -> list[tuple[Any, Bool]]:
    """The members of a set where they occur first. pairs: all occurrences, in order."""
    found: list[tuple[Any, Bool]] = []
    before: dict[Any, Bool] = {}  # the members so far, with the condition that they occurred
    for value, condition in items(m, sequence(m, pairs)):
        first = m.and_((condition, m.not_(is_member(m, value, before.items()))))
        if first is not False:
            found.append((value, first))
        before[value] = m.or_((before.get(value, False), condition))
    return found


def expanded(m: Model, collection: Value) -> Value:
    """A collection; found members are replaced by all constants that they can be, each with its
    condition."""
    if not isinstance(collection, (tuple, GuardedList)):
        return collection
    members = collection if isinstance(collection, tuple) else collection.items
    if CONSTANTS.issuperset(map(type, members)):  # the common case first
        return collection
    return make_set(m, in_order(m, collection)) if any(map(is_open, members)) else collection


def _are_many(members: Sequence[tuple[Value, Bool]]) -> bool:
    """Whether some lists have more possible values than comparing every two of them, member by
    member, takes comparisons."""
    lists = [value for value, _ in members if type(value) is tuple]
    places = sum(map(len, lists))
    return sum(map(_variety, lists)) > places * (len(lists) - 1)


def _variety(value: Value) -> int:
    """How many constants a value can be."""
    if type(value) is tuple:
        return prod(map(_variety, value))
    if is_number(value):
        return len(domain_of(value))
    return len(value.choices) if isinstance(value, Choice) else 1


def _set_of_sets(m: Model, pairs: Sequence[tuple[Value, Bool]]) -> Value:
    table: dict[Any, Bool] = {}
    by_front: dict[Any, dict[Any, None]] = {}  # lists that begin with different constants differ
    last: Any = None
    moves = False  # as in `make_set`: the order of units may be another one
    for value, condition in pairs:
        if value is None:
            continue
        moves = moves or (value in table and value is not last and table[value] is not True)
        last = value
        front = _first_constant(value)
        alike: Iterable[Any] = table
        if front is not None:
            alike = {**by_front.get(front, {}), **by_front.get(None, {})}
        before = is_member(m, value, [(v, table[v]) for v in alike if v is not value])
        by_front.setdefault(front, {})[value] = None
        new = m.and_((condition, present(m, value), m.not_(before)))
        table[value] = m.or_((table.get(value, False), new))
    found = from_table(table)
    if moves:
        found.ordered = lambda: first_ones(m, pairs)
    return found


def _first_constant(value: Value) -> Value:
    """The first member of a list, if it is a constant and certainly present; else None."""
    if isinstance(value, GuardedList) and value.ordered is not None:
        return None
    if isinstance(value, GuardedList) and value.conditions and not value.unordered:
        first, there = value.items[0], value.conditions[0]
        return first if there is True and type(first) in CONSTANTS else None
    if type(value) is tuple and value and type(value[0]) in CONSTANTS:
        return value[0]
    return None


def as_set(m: Model, collection: Value) -> Value:
    """A collection with equal members once."""
    members = items(m, collection)
    is_set = type(collection) is GuardedList and collection.unordered
    if is_set and CONSTANTS.issuperset([type(member) for member, _ in members]):
        return collection
    return make_set(m, members)
