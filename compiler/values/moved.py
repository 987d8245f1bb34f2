"""The image of a piece under a half turn, as a found set whose members are computed on demand."""

from __future__ import annotations

from collections.abc import Callable

from ...model.model import Model
from ...model.nodes import Bool, IntOperand
from ..board.places import Place
from .partitions import Piece


class Moved:
    """The places that a half turn takes those of a piece to; they may lie beyond the board.

    The members are computed on demand, because most comparisons do not need them: few half turns
    take a piece onto the board, and only those can equal another piece.
    """

    __slots__ = ("move", "piece")

    def __init__(self, piece: Piece, move: Callable[[Place], Place]) -> None:
        self.piece = piece
        self.move = move

    def pairs(self, m: Model) -> list[tuple[Place, Bool]]:
        """The places, each with the condition that it is one of them."""
        return [(self.move(place), condition) for place, condition in self.piece.items(m)]

    def size(self, m: Model) -> IntOperand:
        return self.piece.size(m)

    def equals(self, m: Model, other: Piece) -> Bool:
        """The condition that it equals another piece, or its own one; both are present."""
        own = self.piece.place
        if own is not None and other.has(m, self.move(own)) is False:
            return False
        if other is self.piece:
            return self._equals_itself(m)
        return m.same(dict(self.pairs(m)), dict(other.items(m)))

    def _equals_itself(self, m: Model) -> Bool:
        """A half turn is its own inverse, so one comparison serves a place and its image; and one
        condition serves the pieces of the place that this one is named by and of its image, for
        both are in it."""
        own, partition = self.piece.place, self.piece.partition
        if own is None:
            return self._is_symmetric(m)
        first, second = sorted((partition.position[own], partition.position[self.move(own)]))
        found = partition.symmetric.get((first, second))
        if found is None:
            turned = Moved(partition.at(first), self.move)._is_symmetric(m)
            found = m.and_((partition.connected(m, first, second), turned))
            partition.symmetric[first, second] = found
        return found

    def _is_symmetric(self, m: Model) -> Bool:
        there = dict(self.piece.items(m))
        parts: list[Bool] = []
        done: set[Place] = set()
        for place, condition in there.items():
            if place not in done:
                image = self.move(place)
                done.add(image)
                same = m.iff(condition, there.get(image, False))
                if same is False:
                    return False
                parts.append(same)
        return m.and_(parts)
