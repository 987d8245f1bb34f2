"""Calls of sets of places and of relations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...model.model import Model
from ...model.nodes import Bool
from ..board.places import Place, Unit
from ..context import Context
from ..values.choosing import lookup
from ..values.comparison import contains
from ..values.listing import from_table
from ..values.members import items
from ..values.sets import make_set
from ..values.values import Layer, Value


def sides(context: Context, which: Value) -> Value:
    """`sides(top)`, or the sides that touch a place."""
    if isinstance(which, str):
        return context.squares.side(which)
    if isinstance(which, Place) and which.kind == "direction":
        return context.squares.side(which.name)
    return touching(context, context.squares.sides, which)


def touching(context: Context, members: Value, *arguments: Value) -> Value:
    """A set of places or a relation, called: the members that touch a place, the partners of a
    place, or, with two places, whether they are in relation."""
    if isinstance(members, Layer) and members.relation:
        if len(arguments) == 2:
            return lookup(context.m, lambda a, b: members.get((a, b)) or False, *arguments)
        return lookup(
            context.m, lambda p: from_table(joined(context.m, members.partners(p))), arguments[0]
        )
    if len(arguments) == 2:
        a, b = arguments
        return context.m.or_(
            (contains(context.m, (a, b), members), contains(context.m, (b, a), members))
        )
    return lookup(context.m, lambda p: _members_touching(context, members, p), arguments[0])


def joined(m: Model, partners: Iterable[tuple[Any, Bool]]) -> dict[Any, Bool]:
    """The condition of each of some values that may come several times."""
    table: dict[Any, Bool] = {}
    for place, condition in partners:
        table[place] = m.or_((table.get(place, False), condition))
    return table


def _members_touching(context: Context, members: Value, place: Value) -> Value:
    if place is None:
        return from_table({})
    if not isinstance(place, Place):
        return make_set(context.m, context.once(_incidence, members).get(place, ()))
    if isinstance(members, Layer) and context.has_board and members.kind in context.board.kinds:
        if not members.name:
            return _layer_touching(context, members, place)
        key = (_layer_touching, members, place)  # rules repeat such calls on declared layers
        found = context.called.get(key)
        if found is None:
            found = context.called[key] = _layer_touching(context, members, place)
        return found
    kind = context.board.kind_of(members) if type(members) is tuple and context.has_board else ""
    if kind:
        near = context.called.get((touching, kind, place))  # rules repeat such calls
        if near is None:
            near = from_table(dict.fromkeys(context.board.touching(kind, place), True))
            context.called[touching, kind, place] = near
        return near
    return make_set(context.m, context.once(_incidence, members).get(place, ()))


def _layer_touching(context: Context, layer: Layer, place: Place) -> Value:
    """The members of a layer that touch a place."""
    near = context.board.touching(layer.kind, place)
    return make_set(context.m, [(p, layer.has(context.m, p)) for p in near])


def _incidence(context: Context, members: Value) -> dict[Any, list[tuple[Any, Bool]]]:
    """By place, the members of a set that touch it, each with the condition that it is present.

    A unit touches its places; a pair touches each of its two places, and the member is then the
    other one."""
    table: dict[Any, list[tuple[Any, Bool]]] = {}
    for item, condition in items(context.m, members):
        match item:
            case Unit():
                for place in item.members:
                    table.setdefault(place, []).append((item, condition))
            case Place():
                for kind in context.board.kinds:  # touching is mutual
                    for place in context.board.touching(kind, item):
                        table.setdefault(place, []).append((item, condition))
            case tuple():
                for one in item:
                    others = ((other, condition) for other in item if other != one)
                    table.setdefault(one, []).extend(others)
    return table
