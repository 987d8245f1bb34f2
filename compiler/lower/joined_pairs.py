"""Select the pairs of places that can be in one piece.

`for a, b in pairs(clue) if block[a] = block[b]` is over pairs of clues that bounds on the sizes of
blocks let be in one block (see `model.near`), which are looked up by the place of one of them."""

from __future__ import annotations

from ...dsl.syntax import Call, Expr, Index, Name
from ..board.places import Place
from ..values.members import items
from ..values.partitions import Partition
from .closures import Frame, context_of
from .conditions import holding
from .scope import Scope
from .selection import Loop, Pairs, Selection


def joined_pairs(lowering: Scope, loop: Loop) -> Selection | None:
    """The pairs of places that can be in one piece, which a test demands. They are not known if a
    place is in a piece that may be large; None for a loop over anything but pairs, or with another
    test."""
    match loop.clause.iterable, loop.clause.targets:
        case Call(function=Name(id="pairs"), args=(several,)), (Name(id=one), Name(id=other)):
            pass
        case _:
            return None
    pieces = _pieces(loop.test, one, other)
    if pieces is None or not lowering.is_builtin("pairs") or not lowering.is_global(pieces.id):
        return None
    collection, partition_of = lowering.expression(several), lowering.expression(pieces)

    def joined(frame: Frame) -> Pairs | None:
        context, partition = context_of(frame), partition_of(frame)
        if type(partition) is not Partition or partition.graph not in context.m.near:
            return None
        near, position = context.m.near[partition.graph], partition.position
        members = items(context.m, collection(frame))
        at: dict[int, list[int]] = {}
        for k, (place, there) in enumerate(members):
            if type(place) is not Place or there is not True:
                return None
            if place in position:
                at.setdefault(position[place], []).append(k)
        found: list[tuple[int, int]] = []
        for v, own in at.items():
            reach = near.reach(v)
            if reach is None:
                return None
            found += [(i, k) for w in reach for k in at.get(w, ()) for i in own if i < k]
        return [((members[i][0], members[k][0]), True) for i, k in sorted(found)]

    return Selection(joined, loop)


def _pieces(test: Expr | None, one: str, other: str) -> Name | None:
    """The pieces of which a condition says that one has both of two places."""
    for a, b in ((one, other), (other, one)):
        match holding(test, a):
            case Index(base=Name() as pieces, indices=(Name(id=at),)) if at == b:
                return pieces
    return None
