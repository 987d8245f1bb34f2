"""Union, difference and intersection of collections: `+`, `-` and `&`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...model.model import Model
from ...model.nodes import Bool
from ..board.places import Place, Unit
from ..context import Context
from ..values.comparison import are_compared, contains, is_member, is_unit
from ..values.listing import from_table, sure_members
from ..values.masked_sets import united
from ..values.members import in_order, is_moving, items, members_of
from ..values.partitions import Box, Members, Partition, Piece
from ..values.sets import expanded, first_ones, make_set
from ..values.values import CONSTANTS, GuardedList, Layer, Value, is_found_set, is_open, is_set
from .sets import joined

# Members of a set from which on a few others are looked up in it, in place of going through it.
LONG = 32


def set_operation(context: Context, op: str, a: Value, b: Value) -> Value:
    """+ - & on collections; a union keeps the first of equals and, of lists, the order.

    A partition is here the set of the places that lie in its pieces.
    """
    if type(a) is tuple and type(b) is tuple and CONSTANTS.issuperset(map(type, (*a, *b))):
        return _of_known(op, a, b)  # the common case first
    if op == "+":
        return _union(context.m, a, b)
    found = _of_layer(context, op, a, b)
    if found is not None:
        return found
    a, b = _covered(a), _covered(b)
    found = _of_piece(context, op, a, b)
    if found is not None:
        return found
    if op == "-" and type(a) is tuple and context.has_board and context.board.kind_of(a):
        a = context.once(_as_known_set, a)
    if type(a) is GuardedList and a.ordered is None:
        found = _with_few(context, op, a, b)
        if found is not None:
            return found
    return _filtered(context, op, expanded(context.m, a), expanded(context.m, b))


def _covered(value: Value) -> Value:
    """The set of the places in the pieces of a partition; any other value as it is."""
    return from_table(dict(value.covered())) if isinstance(value, Partition) else value


# ---- difference, intersection --------------------------------------------------------------------


def _of_layer(context: Context, op: str, a: Value, b: Value) -> Value:
    """& or - of a known list of constants and the places of a layer; None for other values."""
    m = context.m
    if isinstance(b, Layer) and not b.relation:
        among = sure_members(a)
        if among is not None and CONSTANTS.issuperset(map(type, among)):
            if op == "&":
                return from_table({place: b.has(m, place) for place in among})
            return from_table({place: m.not_(b.has(m, place)) for place in among})
    if op == "&" and isinstance(a, Layer) and not a.relation:
        among = sure_members(b)
        if among is not None and CONSTANTS.issuperset(map(type, among)):
            return from_table(dict(_possible(context, a, b)))
    return None


def _of_piece(context: Context, op: str, a: Value, b: Value) -> Value:
    """& or - of a piece and a set of places, which is again a part of the piece; None for other
    values."""
    m = context.m
    if isinstance(a, Piece):
        if _is_around(b, a):
            return a if op == "&" else ()
        members = _members(context, b)
        if members is not None:
            return a.cut_to(m, members, a.order) if op == "&" else a.without(m, members)
    if op == "&" and isinstance(b, Piece):
        if _is_around(a, b):
            return b
        members = None if is_moving(m, a) else _members(context, a)
        if members is not None:
            in_order = _is_in_order(context, a, b.partition)
            order = None if in_order else tuple(dict.fromkeys([p for p, _ in items(m, a)]))
            return b.cut_to(m, members, order)
    return None


def _filtered(context: Context, op: str, a: Value, b: Value) -> Value:
    """The members of a collection that are in another one, for &, or are not, for -."""
    m = context.m
    if not is_set(a) and is_moving(m, a):
        left = in_order(m, a)
    else:
        left = _possible(context, a, b) if op == "&" else items(m, a)
    within = _membership(context, b)
    one_by_one = not CONSTANTS.issuperset([type(value) for value, _ in left]) and are_compared(
        [value for value, _ in (*left, *items(m, b))]
    )

    def kept(members: Sequence[tuple[Any, Bool]], single: bool) -> list[tuple[Any, Bool]]:
        """single: whether members are compared with those of the other set one by one."""
        found: list[tuple[Any, Bool]] = []
        for value, condition in members:
            if single:
                other = is_member(m, value, items(m, b))
            else:
                other = within(value)
            found.append((value, m.and_((condition, m.not_(other) if op == "-" else other))))
        return found

    if not is_set(a):  # members may be equal
        return make_set(m, kept(left, one_by_one))
    result = from_table(dict(kept(left, one_by_one)))
    if isinstance(a, GuardedList) and a.ordered is not None:
        result.ordered = lambda: kept(in_order(m, a), True)
    return result


def _with_few(context: Context, op: str, a: GuardedList, b: Value) -> Value:
    """& or - of a long set of constants and a few known ones; None for other values."""
    few = sure_members(b)
    if (
        few is None
        or len(a.items) < max(LONG, 4 * len(few))
        or not CONSTANTS.issuperset(map(type, few))
    ):
        return None
    position = context.once(_by_member, a)
    if position is None:
        return None
    members, conditions = a.items, a.conditions
    here = {position[member] for member in few if member in position}
    if op == "&":
        return from_table({members[at]: conditions[at] for at in sorted(here)})
    if a.unordered:
        return _less(a, tuple(sorted(here)))
    pairs = enumerate(zip(members, conditions, strict=True))
    return from_table({member: there for at, (member, there) in pairs if at not in here})


def _as_known_set(_: Context, places: tuple[Any, ...]) -> GuardedList:
    return from_table(dict.fromkeys(places, True))


def _less(whole: GuardedList, out: tuple[int, ...]) -> GuardedList:
    """A set of constants without the members at some positions."""
    members, conditions = whole.items, whole.conditions
    for at in reversed(out):
        members = members[:at] + members[at + 1 :]
        conditions = conditions[:at] + conditions[at + 1 :]
    found = GuardedList(members, conditions, unordered=True)
    found.less = (whole, out)
    return found


def _by_member(_: Context, collection: GuardedList) -> dict[Any, int] | None:
    """The position of each member of a list; None if they are not different constants."""
    members = collection.items
    if not CONSTANTS.issuperset(map(type, members)):
        return None
    position = {member: at for at, member in enumerate(members)}
    return position if len(position) == len(members) else None


def _is_around(box: Value, piece: Piece) -> bool:
    """Whether a value is the box of a piece, or of what a piece was cut from."""
    return (
        isinstance(box, Box)
        and box.piece.partition is piece.partition
        and box.piece.vertex == piece.vertex
    )


def _possible(context: Context, collection: Value, other: Value) -> Sequence[tuple[Any, Bool]]:
    """The members of a set that may be in another one, without listing a whole layer."""
    m = context.m
    if isinstance(other, Layer) or (isinstance(collection, Layer) and collection.relation):
        return items(m, collection)
    if isinstance(collection, Layer):
        position = context.once(_positions, collection.table)
        near = {key: position[key] for key in members_of(m, other) if key in position}
        there = [(key, collection.has(m, key)) for key in sorted(near, key=near.__getitem__)]
        return [(key, condition) for key, condition in there if condition is not False]
    members = items(m, collection)
    if not CONSTANTS.issuperset([type(value) for value, _ in members]):
        return members
    among = set(members_of(m, other))
    return [member for member in members if member[0] in among]


def _positions(_: Context, table: dict[Any, Any]) -> dict[Any, int]:
    return {key: i for i, key in enumerate(table)}


def _membership(context: Context, collection: Value) -> Callable[[Any], Bool]:
    """The condition that a constant is in a set, without listing a layer or unit each time: those
    may be as large as the board."""
    if isinstance(collection, Layer) and not collection.relation:
        return lambda value: collection.has(context.m, value)
    if isinstance(collection, Unit):
        members = context.once(_members_of_unit, collection)
        return lambda value: value in members
    if isinstance(collection, GuardedList) and collection.masked is not None:
        return lambda value: collection.holds(context.m, value) or False
    members = items(context.m, collection)
    if any(type(member) is tuple and is_open(member) for member, _ in members):
        return lambda value: contains(context.m, value, collection)
    there = joined(context.m, members)
    return lambda value: there.get(value, False)


def _members_of_unit(_: Context, unit: Unit) -> frozenset[Place]:
    return frozenset(unit.members)


def _members(context: Context, collection: Value) -> Members | None:
    """The members of a set of places, with their conditions; None for other values."""
    if isinstance(collection, Layer) and collection.name:  # declared layers are used repeatedly
        return context.once(_plain_members, collection)
    if type(collection) is GuardedList:
        if collection.plain is None:
            collection.plain = (_plain_members(context, collection),)
        return collection.plain[0]
    return None if isinstance(collection, Piece) else _plain_members(context, collection)


def _is_in_order(context: Context, collection: Value, partition: Partition) -> bool:
    """Whether the members of a set of places come in the order of the places of a partition."""
    if isinstance(collection, Layer) and collection.name:  # declared layers are used repeatedly
        key: tuple[Any, ...] = (_is_in_order, collection, partition)
        if key not in context.called:
            context.called[key] = partition.has_order_of(collection.table)
        known: bool = context.called[key]
        return known
    if type(collection) is GuardedList:
        found = collection.in_order_of
        if found is None or found[0] is not partition:
            found = collection.in_order_of = partition, partition.has_order_of(collection.items)
        return found[1]
    return partition.has_order_of([member for member, _ in items(context.m, collection)])


def _plain_members(context: Context, collection: Value) -> Members | None:
    found = items(context.m, collection)
    plain = all(type(member) in (Place, Unit, int, str) for member, _ in found)
    return frozenset(joined(context.m, found).items()) if plain else None


# ---- union ---------------------------------------------------------------------------------------


def _union(m: Model, a: Value, b: Value) -> Value:
    """The members of two collections, those of the first in front. Whether something is a member
    does not depend on the order, and needs no condition about what comes first."""
    if (known := _known_union(a, b)) is not None:
        return known
    a, b = _covered(a), _covered(b)
    if (found := united(m, a, b)) is not None:
        return found
    a, b = expanded(m, a), expanded(m, b)
    if type(a) is GuardedList and a.unordered and a.ordered is None and not is_moving(m, b):
        others = items(m, b)
        if CONSTANTS.issuperset(map(type, (*a.items, *[value for value, _ in others]))):
            return _with_others(m, a, others)
    members = (*items(m, a), *items(m, b))
    if not (is_moving(m, a) or is_moving(m, b)) or any(
        is_found_set(value) and not is_unit(value) for value, _ in members
    ):
        return make_set(m, (*in_order(m, a), *in_order(m, b)))
    union = make_set(m, members)
    if isinstance(union, GuardedList):
        union.ordered = lambda: first_ones(m, (*in_order(m, a), *in_order(m, b)))
    return union


def _with_others(m: Model, a: GuardedList, others: Sequence[tuple[Any, Bool]]) -> GuardedList:
    """The union of a set of constants, which may be much the longer one, and some constants."""
    few: dict[Any, Bool] = {}
    last = a.items[-1] if a.items else None
    moves = False  # as in `make_set`
    for value, condition in others:
        if condition is not False:
            known = few[value] if value in few else a.holds(m, value) or False
            moves = moves or (known is not False and value != last and known is not True)
            few[value] = m.or_((known, condition))
            last = value
    found = GuardedList.extended(a, few)
    if moves:
        found.ordered = lambda: first_ones(m, (*items(m, a), *others))
    return found


def _known_union(a: Value, b: Value) -> Value:
    """The union of two collections of known constants; None of others."""
    one, other = sure_members(a), sure_members(b)
    if one is None or other is None or not CONSTANTS.issuperset(map(type, (*one, *other))):
        return None
    return _of_known("+", one, other)


def _of_known(op: str, a: tuple[Any, ...], b: tuple[Any, ...]) -> Value:
    """+ - & on lists of constants."""
    if op == "+":
        return from_table(dict.fromkeys((*a, *b), True))
    among = frozenset(b)
    kept = [member for member in a if (member in among) is (op == "&")]
    return from_table(dict.fromkeys(kept, True))
