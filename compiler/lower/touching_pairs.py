"""Select the pairs of known sets of places that touch each other.

`for f, g in pairs(groups(room)) if any(adjacent(a, b) for a in f for b in g)` is over pairs of
neighbouring rooms, which are looked up through the pairs of adjacent cells."""

from __future__ import annotations

from ...dsl.syntax import Call, Name
from ..board.places import Place
from ..context import Context
from ..values.listing import sure_members
from ..values.values import Layer, Value
from .closures import Frame, context_of
from .scope import Scope
from .selection import Loop, Pairs, Selection
from .touching import touch


def touching_pairs(lowering: Scope, loop: Loop) -> Selection | None:
    """The pairs with places in the relation that a test names. They are not known unless all sets
    are; None for a loop over anything but pairs, or with another test."""
    names = [target.id for target in loop.clause.targets]
    match loop.clause.iterable:
        case Call(function=Name(id="pairs"), args=(several,)) if len(names) == 2:
            pass
        case _:
            return None
    if loop.test is None or not lowering.is_builtin("pairs") or not lowering.is_closed(several):
        return None
    touching = touch(loop.test, names, lowering.is_builtin)
    if touching is None or touching[1] not in names:
        return None
    relation = touching[0]
    if not lowering.is_global(relation.id):
        return None
    sets, called = lowering.expression(several), lowering.expression(relation)

    def touching_ones(context: Context, collection: Value) -> Pairs | None:
        members, related = sure_members(collection), called([context])
        if members is None or type(related) is not Layer or not related.relation:
            return None
        holders: dict[Place, list[int]] = {}
        for k, member in enumerate(members):
            places = sure_members(member)
            if places is None or not all(type(place) is Place for place in places):
                return None
            for place in places:
                holders.setdefault(place, []).append(k)
        found = {
            (i, k) if i < k else (k, i)
            for a, b in related.table
            for i in holders.get(a, ())
            for k in holders.get(b, ())
            if i != k
        }
        return [((members[i], members[k]), True) for i, k in sorted(found)]

    def near(frame: Frame) -> Pairs | None:
        return context_of(frame).once(touching_ones, sets(frame))

    return Selection(near, loop)
