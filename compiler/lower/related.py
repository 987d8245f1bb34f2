"""Comprehensions over places in a relation, as in `any(adjacent(a, b) for a in f for b in g)`:
the partners of a place are looked up, instead of every member being tested."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...dsl.syntax import Call, Expr, ForClause, IfClause, Name
from ...model.nodes import Bool
from ..board.places import Place, Unit
from ..context import Context
from ..values.values import Layer, Value
from .closures import Frame
from .scope import Scope


def related_members(
    lowering: Scope,
    first: ForClause,
    rest: Sequence[ForClause | IfClause],
    element: Expr,
    only_true: bool,
) -> Callable[[Frame], Sequence[tuple[Value, Bool]] | None] | None:
    """The closure of those members of a collection that are in relation with the place of an outer
    name, or with some member of an outer name's collection that the next loop is over, if only
    these matter; else None. The closure returns None if one of the two is not a place or a list
    of places that is known."""
    if len(first.targets) != 1:
        return None
    bound = partner = first.targets[0].id
    outer = ""
    match rest:
        case (ForClause(targets=(Name(id=partner),), iterable=Name(id=outer)), *rest):
            if partner == bound or outer == bound:
                return None
    test = element if only_true else None
    if rest:
        test = rest[0].test if isinstance(rest[0], IfClause) else None
    match test:
        case Call(function=Name(id=relation), args=(Name(id=one), Name(id=other))):
            pass
        case _:
            return None
    if bound not in (one, other) or one == other:
        return None
    if outer and {one, other} != {bound, partner}:
        return None
    outer = outer or (other if one == bound else one)
    hidden = relation in lowering.scope or relation in lowering.defines
    if hidden or lowering.is_builtin(relation) or outer not in lowering.scope:
        return None
    return _selection(lowering, first, test.function, lowering.scope[outer])


def _selection(
    lowering: Scope, first: ForClause, relation: Expr, slot: int
) -> Callable[[Frame], Sequence[tuple[Value, Bool]] | None]:
    collection = lowering.expression(first.iterable)
    called = lowering.expression(relation)

    def near(context: Context, others: Value) -> frozenset[Place] | None:
        members = called([context])
        places = (others,) if type(others) is Place else _places(context, others)
        if type(members) is not Layer or not members.relation or places is None:
            return None
        return frozenset(partner for p in places for partner, _ in members.partners(p))

    def related(frame: Frame) -> Sequence[tuple[Value, Bool]] | None:
        context = frame[0]
        found = context.once(near, frame[slot])
        places = None if found is None else context.once(_places, collection(frame))
        return None if places is None else [(p, True) for p in places if p in found]

    return related


def _places(context: Context, collection: Value) -> tuple[Place, ...] | None:
    """The members of a list of places; None for another value."""
    if type(collection) is Unit:
        return collection.members
    if type(collection) is tuple and all(type(p) is Place for p in collection):
        return collection
    return None
