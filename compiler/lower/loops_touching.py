"""Loops over the pieces that touch a piece, or over pairs of pieces that touch.

They run over touching places: for each place whose turn it is, over the pieces of the places beside
it; or over all pairs of places that touch, with the pieces of both. A loop over all pieces would
take a connected-pair query for each two of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from ...deadline import pause
from ...dsl.diagnostics import Span
from ..values.comparison import equal
from ..values.partitions import Partition, Piece
from ..values.values import Layer, Value
from .closures import Evaluate, Frame, Run, assign, context_of
from .loops import Body, Guard, Turns


class TouchingLoop:
    """A loop over touching pieces, compiled.

    pieces: the closure of all pieces. relation: that of the relation between places that touch.
    around: the position of the name whose piece the others touch; None for pairs. otherwise: the
    loop over all pieces, which takes its place where it is not known which places touch.
    """

    def __init__(
        self,
        pieces: Evaluate,
        relation: Evaluate,
        around: int | None,
        body: Body,
        otherwise: Run,
        turns: Turns,
        span: Span,
    ) -> None:
        self._pieces = pieces
        self._relation = relation
        self._around = around
        self._body = body
        self._otherwise = otherwise
        self._turns = turns
        self._span = span

    def run(self, frame: Frame, guard: Guard) -> None:
        if self._around is None:
            done = self._over_pairs(frame, guard)
        else:
            done = self._over_neighbours(frame, guard, self._around)
        if not done:
            self._otherwise(frame, guard)

    def _over_neighbours(self, frame: Frame, guard: Guard, around: int) -> bool:
        """Require the body for the pieces beside the place whose turn it is. Returns False, and
        adds nothing, if these are not known."""
        context = context_of(frame)
        found, touching, whole = self._pieces(frame), self._relation(frame), frame[around]
        turns = self._turns.slots
        if around not in turns or context.watch is not None:
            return False
        if not isinstance(found, Partition) or not _joins_places(touching):
            return False
        near = touching.partners(whole.place)
        scale = context.enter(len(near), self._span)
        self._turns.slots = turns - {around}
        try:
            for place, there in near:
                self._require(frame, (*guard, context.m.not_(there)), (found.piece(place),))
        finally:
            self._turns.slots = turns
        context.scale = scale
        return True

    def _over_pairs(self, frame: Frame, guard: Guard) -> bool:
        """Require the body for the pieces of each pair of places that touch. Returns False, and
        adds nothing, unless the body demands the same in both orders."""
        context = context_of(frame)
        m, found, touching = context.m, self._pieces(frame), self._relation(frame)
        if context.watch is not None or not isinstance(found, Partition) or found.is_known():
            return False
        if not _joins_places(touching):
            return False
        constraints, before = m.constraints, len(m.constraints)
        scale = context.enter(len(touching.table), self._span)
        symmetric = True
        for (a, b), there in touching.table.items():
            pause()
            one, other = found.piece(a), found.piece(b)
            guards = (*guard, m.not_(there), equal(m, one, other))
            begun = len(constraints)
            self._require(frame, guards, (one, other))
            middle = len(constraints)
            self._require(frame, guards, (other, one))
            conditions = [c.condition for c in constraints[begun:]]
            del constraints[middle:]
            symmetric = conditions[: middle - begun] == conditions[middle - begun :]
            if not symmetric:
                del constraints[before:]
                break
        context.scale = scale
        return symmetric

    def _require(self, frame: Frame, guard: Guard, some: Sequence[Piece]) -> None:
        """Require the body for one or two pieces, if they exist."""
        absent = [context_of(frame).m.not_(piece.there) for piece in some]
        if True in absent:
            return
        assign(frame, self._body.slots, some[0] if len(some) == 1 else tuple(some))
        self._body.run(frame, (*guard, *absent))


def _joins_places(members: Value) -> TypeGuard[Layer]:
    return type(members) is Layer and members.relation
