"""The image of a piece under a half turn, as a found set whose members are computed on demand."""

from __future__ import annotations

from ...model.model import Model
from ...model.nodes import Bool, IntOperand
from ..board.places import Place
from ..board.square import HalfTurn
from .partitions import Piece


class Moved:
    """The places that a half turn takes those of a piece to; they may lie beyond the board.

    The members are computed on demand, because most comparisons do not need them: few half turns
    take a piece onto the board, and only those can equal another piece.
    """

    __slots__ = ("piece", "turn")

    def __init__(self, piece: Piece, turn: HalfTurn) -> None:
        self.piece = piece
        self.turn = turn

    def pairs(self, m: Model) -> list[tuple[Place, Bool]]:
        """The places, each with the condition that it is one of them."""
        return [(self.turn.image(place), condition) for place, condition in self.piece.items(m)]

    def size(self, m: Model) -> IntOperand:
        return self.piece.size(m)

    def equals(self, m: Model, other: Piece) -> Bool:
        """The condition that it equals another piece, or its own one; both are present."""
        own, whole = self.piece.place, self.piece.partition
        if own is not None and other.has(m, self.turn.image(own)) is False:
            return False
        if other is not self.piece:
            return m.same(dict(self.pairs(m)), dict(other.items(m)))
        where = None if own is None else whole.positions
        if where is None:
            return self._is_symmetric(m)
        return other.turns(m, where, frozenset([self.turn.centre]))

    def _is_symmetric(self, m: Model) -> Bool:
        """A half turn is its own inverse, so one comparison serves a place and its image."""
        there = dict(self.piece.items(m))
        parts: list[Bool] = []
        done: set[Place] = set()
        for place, condition in there.items():
            if place not in done:
                image = self.turn.image(place)
                done.add(image)
                same = m.iff(condition, there.get(image, False))
                if same is False:
                    return False
                parts.append(same)
        return m.and_(parts)
