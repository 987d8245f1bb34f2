"""The rows or columns of the cells of a piece, as a list computed on demand, and the first and last
of them."""

from __future__ import annotations

from typing import Any, TypeAlias

from ...model.globals.box import Positions
from ...model.globals.lines import COLUMNS, ROWS, without_gaps
from ...model.model import Model
from ...model.nodes import Bool, IntOperand
from ...model.pieces import ABSENT, known
from .members import in_order, items
from .numbers import extreme_of_constants
from .partitions import Piece
from .sets import make_set
from .values import Gradual, Maybe, OnDemand, Value

Pairs: TypeAlias = "list[tuple[Value, Bool]]"


class PieceLines(OnDemand):
    """A member for each cell of a piece: the number of its row, or of its column (axis 0 or 1).

    The number of different ones is a single measure of the piece, whereas listing the members takes
    a condition for each cell."""

    __slots__ = ("axis", "m", "piece", "where")

    def __init__(
        self, m: Model, piece: Piece, where: Positions, axis: int, unordered: bool
    ) -> None:
        super().__init__(unordered)
        self.m = m
        self.piece = piece
        self.where = where
        self.axis = axis
        if unordered and axis:  # the places of a piece come row by row
            self.ordered = lambda: in_order(m, make_set(m, self._each()))

    def different(self) -> IntOperand:
        """The number of different members."""
        if self.piece.vertex == ABSENT:
            return 0
        data = (self.piece.vertex, self.where)
        return self.m.measure((ROWS, COLUMNS)[self.axis], self.piece.partition.graph, data)

    def outermost(self, last: bool) -> Outermost | None:
        """The greatest or the least member; None if it is known."""
        sure, possible = known(self.piece.partition.graph)
        if self.piece.vertex == ABSENT or sure.on == possible.on:
            return None
        return Outermost(self, last)

    def are_those_of(self, other: PieceLines) -> bool:
        """Whether others are the same lines of the same piece."""
        mine, others = self.piece, other.piece
        same = mine.is_comparable(others) and mine.vertex == others.vertex
        return same and self.axis == other.axis

    def work_out(self) -> Pairs:
        each = self._each()
        return [*items(self.m, make_set(self.m, each))] if self.unordered else each

    def _each(self) -> Pairs:
        return [((p.row, p.column)[self.axis], there) for p, there in self.piece.items(self.m)]


class Outermost(Gradual):
    """The last, or the first, row (or column) of the cells of a piece, plus a constant."""

    __slots__ = ("_added", "_last", "_lines")

    def __init__(self, lines: PieceLines, last: bool, added: int = 0) -> None:
        super().__init__(0, lines.piece.there)
        self._lines = lines
        self._last = last
        self._added = added

    @property
    def value(self) -> IntOperand:
        m = self._lines.m
        pairs = self._lines.pairs
        return m.linear(((1, extreme_of_constants(m, pairs, self._last)),), self._added)

    def within(self, most: int) -> Bool:
        m, bound = self._lines.m, most - self._added
        pairs: list[tuple[Any, Bool]] = self._lines.pairs
        if not self._last:
            return m.or_([there for line, there in pairs if line <= bound])
        beyond = m.or_([there for line, there in pairs if line > bound])
        return m.and_((self.present, m.not_(beyond)))

    def up_to(self, most: int) -> IntOperand:
        return self.value

    def plus(self, constant: int) -> Outermost:
        return Outermost(self._lines, self._last, self._added + constant)

    def less(self, other: Gradual) -> Maybe | None:
        """Between the first and the last line of a piece are all others that it has cells in, if
        there are no gaps: the difference is their number, less one."""
        lines, m = self._lines, self._lines.m
        if not isinstance(other, Outermost) or self._last is other._last:
            return None
        if not lines.are_those_of(other._lines):
            return None
        if not without_gaps(lines.piece.partition.graph, lines.where):
            return None
        sign = 1 if self._last else -1
        added = self._added - other._added - sign
        return Maybe(m.linear(((sign, lines.different()),), added), self.present)


def lines_of(m: Model, cells: Value, axis: int, unordered: bool) -> PieceLines | None:
    """The rows (axis 0) or columns (1) of the cells of a whole piece; None for any other set."""
    if type(cells) is not Piece or cells.within is not None:
        return None
    where = cells.partition.positions
    return None if where is None else PieceLines(m, cells, where, axis, unordered)
