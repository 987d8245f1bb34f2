"""The rows, or the columns, of the cells of a piece, as a list whose members are worked out on
demand."""

from __future__ import annotations

from typing import TypeAlias

from ...model.globals.box import Positions
from ...model.globals.lines import COLUMNS, ROWS
from ...model.model import Model
from ...model.nodes import Bool, IntOperand
from ...model.pieces import ABSENT
from .comparison import make_set
from .partitions import Piece
from .values import OnDemand, Value, items

Pairs: TypeAlias = "list[tuple[Value, Bool]]"


class PieceLines(OnDemand):
    """A member for each cell of a piece: the number of its row, or of its column (axis 0 or 1).

    How many different ones there are is one measure of the piece, where the members are a condition
    for each cell."""

    __slots__ = ("axis", "m", "piece", "where")

    def __init__(
        self, m: Model, piece: Piece, where: Positions, axis: int, unordered: bool
    ) -> None:
        super().__init__(unordered)
        self.m = m
        self.piece = piece
        self.where = where
        self.axis = axis

    def different(self) -> IntOperand:
        """The number of different members."""
        if self.piece.vertex == ABSENT:
            return 0
        data = (self.piece.vertex, self.where)
        return self.m.measure((ROWS, COLUMNS)[self.axis], self.piece.partition.graph, data)

    def work_out(self) -> Pairs:
        each: Pairs = [
            ((p.row, p.column)[self.axis], there) for p, there in self.piece.items(self.m)
        ]
        return [*items(self.m, make_set(self.m, each))] if self.unordered else each


def lines_of(m: Model, cells: Value, axis: int, unordered: bool) -> PieceLines | None:
    """The rows or columns of the cells of a whole piece that is not known yet; None for any other
    set."""
    if type(cells) is not Piece or cells.within is not None:
        return None
    where = cells.partition.positions
    return None if where is None else PieceLines(m, cells, where, axis, unordered)
