"""Sets of places: what a set or a relation gives when it is called, and `+`, `-` and `&`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ...model.model import Model
from ...model.nodes import Bool
from ..board.square import Place, Unit
from ..context import World
from ..values.choosing import lookup
from ..values.comparison import contains, equal, make_set
from ..values.divisions import Division, Members, Piece
from ..values.values import Choice, Layer, Maybe, Seq, Value, from_table, is_found_set, items


def sides(w: World, which: Value = None) -> Value:
    if which is None:
        return w.board.sides
    if isinstance(which, str):
        return w.board.side(which)
    if isinstance(which, Place) and which.kind == "direction":
        return w.board.side(which.name)
    return touching(w, w.board.sides, which)


def touching(w: World, members: Value, *arguments: Value) -> Value:
    """A set of places or a relation, called: the members that touch a place, the partners of a
    place, or, with two places, whether they are in relation."""
    if isinstance(members, Layer) and members.relation:
        if len(arguments) == 2:
            return lookup(w.m, lambda a, b: members.get((a, b)) or False, *arguments)
        return lookup(w.m, lambda p: from_table(_joined(w.m, members.partners(p))), arguments[0])
    if len(arguments) == 2:
        a, b = arguments
        return w.m.or_((contains(w.m, (a, b), members), contains(w.m, (b, a), members)))
    return lookup(w.m, lambda p: _members_touching(w, members, p), arguments[0])


def _joined(m: Model, partners: Iterable[tuple[Any, Bool]]) -> dict[Any, Bool]:
    table: dict[Any, Bool] = {}
    for place, condition in partners:
        table[place] = m.or_((table.get(place, False), condition))
    return table


def _members_touching(w: World, members: Value, place: Value) -> Value:
    if place is None:
        return from_table({})
    if isinstance(members, Layer) and members.kind in ("cell", "corner", "border", "link", "side"):
        near = w.board.touching(members.kind, place)
        return make_set(w.m, [(p, members.has(w.m, p)) for p in near])
    kind = w.board.kind_of(members) if type(members) is tuple and w.has_board else ""
    if kind:
        return from_table(dict.fromkeys(w.board.touching(kind, place), True))
    return make_set(w.m, w.once(_incidence, members).get(place, ()))


def _incidence(w: World, members: Value) -> dict[Any, list[tuple[Any, Bool]]]:
    """By place, the members of a set that touch it, each with the condition that it is there.

    A unit touches its places, a pair of places each of the two: what counts is the other one.
    """
    table: dict[Any, list[tuple[Any, Bool]]] = {}
    for item, condition in items(w.m, members):
        match item:
            case Unit():
                for place in item.members:
                    table.setdefault(place, []).append((item, condition))
            case Place():
                for kind in ("cell", "corner", "border", "link", "side"):  # touching is mutual
                    for place in w.board.touching(kind, item):
                        table.setdefault(place, []).append((item, condition))
            case tuple():
                for place in item:
                    others = ((other, condition) for other in item if other != place)
                    table.setdefault(place, []).extend(others)
    return table


# ---- union, difference, intersection -------------------------------------------------------------


def set_operation(w: World, op: str, a: Value, b: Value) -> Value:
    """+ - & on collections; a union keeps the first of equals and, of lists, the order.

    A division is here the set of the places that lie in its pieces.
    """
    m = w.m
    a, b = (from_table(dict(v.covered())) if isinstance(v, Division) else v for v in (a, b))
    if op != "+" and isinstance(a, Piece) and (members := _members(w, b)) is not None:
        return a.cut_to(m, members) if op == "&" else a.without(m, members)
    if op == "&" and isinstance(b, Piece) and (members := _members(w, a)) is not None:
        return b.cut_to(m, members)
    a, b = _told_apart(m, a), _told_apart(m, b)
    left = _in_order(w, a, b) if op == "&" else items(m, a)
    if op == "+":
        both = (*left, *items(m, b))
        if any(isinstance(v, (Seq, Layer)) for v in (a, b)) or any(c is not True for _, c in both):
            return make_set(m, both)
        return tuple(dict.fromkeys(v for v, _ in both))
    within = _membership(w, b)
    table: dict[Any, Bool] = {}
    for value, condition in left:
        if is_found_set(value):
            other = m.or_(m.and_((c, equal(m, value, v))) for v, c in items(m, b))
        else:
            other = within(value)
        table[value] = m.and_((condition, m.not_(other) if op == "-" else other))
    return from_table(table)


def _told_apart(m: Model, collection: Value) -> Value:
    """A collection; one with found members as the set of all that these can be."""
    if isinstance(collection, (tuple, Seq)):
        pairs = items(m, collection)
        if any(_is_open(value) for value, _ in pairs):
            return make_set(m, pairs)
    return collection


def _is_open(value: Value) -> bool:
    """Whether the solver decides which constant it is."""
    if isinstance(value, tuple):
        return any(map(_is_open, value))
    return hasattr(value, "id") or (isinstance(value, (Choice, Maybe)) and not is_found_set(value))


def _in_order(w: World, layer: Value, other: Value) -> Sequence[tuple[Any, Bool]]:
    """The members of a set that may be in another one, without going through all of a layer."""
    if not isinstance(layer, Layer) or layer.relation or isinstance(other, Layer):
        return items(w.m, layer)
    position = w.once(_positions, layer.table)
    near = {key: position[key] for key, _ in items(w.m, other) if key in position}
    return [(key, layer.has(w.m, key)) for key in sorted(near, key=near.__getitem__)]


def _positions(_: World, table: dict[Any, Any]) -> dict[Any, int]:
    return {key: i for i, key in enumerate(table)}


def _membership(w: World, collection: Value) -> Callable[[Any], Bool]:
    """The condition that a constant is in a set, without going through a layer or, again and
    again, through a unit: those may be as large as the board."""
    if isinstance(collection, Layer) and not collection.relation:
        return lambda value: collection.has(w.m, value)
    if isinstance(collection, Unit):
        members = w.once(_members_of_unit, collection)
        return lambda value: value in members
    there = _joined(w.m, items(w.m, collection))
    return lambda value: there.get(value, False)


def _members_of_unit(_: World, unit: Unit) -> frozenset[Place]:
    return frozenset(unit.members)


def _members(w: World, collection: Value) -> Members | None:
    """The members of a set of places, with their conditions; None of what is no such set."""
    if isinstance(collection, Layer) and collection.name:  # it may be asked often
        return w.once(_plain_members, collection)
    return None if isinstance(collection, Piece) else _plain_members(w, collection)


def _plain_members(w: World, collection: Value) -> Members | None:
    found = items(w.m, collection)
    plain = all(type(member) in (Place, Unit, int, str) for member, _ in found)
    return frozenset(_joined(w.m, found).items()) if plain else None
