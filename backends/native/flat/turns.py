"""Half turns that take pieces to themselves, for the engine: where the vertices of a graph are on a
board, and which of its places are images of a vertex under half turns about given centres.

The places of a board are numbered by rows, from 1 on; a set of places is a row of bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import Final

from ....model.forms import Point
from ....model.globals.box import Positions
from ....model.nodes import Graph
from ....model.pieces import known

# A board may have this many times as many places as vertices, and these besides.
SPARSE: Final = 4
SMALL: Final = 64


class Board:
    """places: of each vertex. images: the flat variable for the image of each vertex."""

    def __init__(self, where: Positions, rows: range, columns: range) -> None:
        self.where = where
        self.columns = len(columns)
        self.rows = len(rows)
        self._top, self._left = rows[0], columns[0]
        self._down, self._right = rows.step, columns.step
        self.places: list[int] = []
        for row, column in where.at:
            r, c = (row - rows[0]) // rows.step, (column - columns[0]) // columns.step
            self.places.append(1 + self.columns * r + c)
        self.words = self.rows * self.columns // 64 + 1
        self.images: list[int] = []
        self._centres: dict[frozenset[Point], list[int] | None] = {}

    def rows_of_images(self, graph: Graph) -> list[int]:
        """For each vertex, the places of those that may be of its piece, and 0."""
        _, possible = known(graph)
        rows = [1] * len(self.places)
        for near in possible.members.values():
            bits = 1
            for v in near:
                bits |= 1 << self.places[v]
            for v in near:
                rows[v] = bits
        return rows

    def images_about(self, v: int, centres: frozenset[Point]) -> int | None:
        """The places to which half turns about some centres take a vertex; None: all places."""
        if centres not in self._centres:
            self._centres[centres] = self._by_row(centres)
        by_row = self._centres[centres]
        if by_row is None:
            return None
        row, column = divmod(self.places[v] - 1, self.columns)
        bits, every = 0, (1 << self.columns) - 1
        for r in range(self.rows):
            bits |= (by_row[row + r] >> column & every) << 1 + self.columns * r
        return bits

    def _by_row(self, centres: frozenset[Point]) -> list[int] | None:
        """The sums of columns of centres, by the sum of their rows; None if all sums are there."""
        by_row = [0] * (2 * self.rows - 1)
        for y, x in centres:
            r, down = divmod(y - 2 * self._top, self._down)
            c, right = divmod(x - 2 * self._left, self._right)
            if 0 <= r < len(by_row) and 0 <= c < 2 * self.columns - 1 and down == right == 0:
                by_row[r] |= 1 << c
        every = (1 << 2 * self.columns - 1) - 1
        return None if all(row == every for row in by_row) else by_row


def board(where: Positions) -> Board | None:
    """The board that some positions lie on; None if they are few for its size."""
    rows, columns = _spaced([r for r, _ in where.at]), _spaced([c for _, c in where.at])
    if len(rows) * len(columns) > SPARSE * len(where.at) + SMALL:
        return None
    return Board(where, rows, columns)


def _spaced(numbers: Sequence[int]) -> range:
    """The widest spaced range that has all of some numbers, at least one."""
    low, high = min(numbers), max(numbers)
    return range(low, high + 1, gcd(*[n - low for n in numbers]) or 1)
