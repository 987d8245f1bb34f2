"""The rows, or the columns, of the cells of a piece, as a list whose members are worked out on
demand."""

from __future__ import annotations

from functools import cached_property
from typing import TypeAlias

from ...model.globals.box import Positions
from ...model.globals.lines import COLUMNS, ROWS
from ...model.model import Model
from ...model.nodes import Bool, IntOperand
from ...model.pieces import ABSENT
from .comparison import make_set
from .partitions import Piece
from .values import GuardedList, Value, items

Pairs: TypeAlias = "list[tuple[Value, Bool]]"


class PieceLines(GuardedList):
    """A member for each cell of a piece: the number of its row, or of its column (axis 0 or 1).

    How many different ones there are is one measure of the piece, where the members are a condition
    for each cell."""

    def __init__(
        self, m: Model, piece: Piece, where: Positions, axis: int, unordered: bool
    ) -> None:
        self.m, self.piece, self.where, self.axis = m, piece, where, axis
        self.unordered, self._table = unordered, None

    def different(self) -> IntOperand:
        """The number of different members."""
        if self.piece.vertex == ABSENT:
            return 0
        data = (self.piece.vertex, self.where)
        return self.m.measure((ROWS, COLUMNS)[self.axis], self.piece.partition.graph, data)

    @cached_property
    def pairs(self) -> Pairs:
        each: Pairs = [
            ((p.row, p.column)[self.axis], there) for p, there in self.piece.items(self.m)
        ]
        return [*items(self.m, make_set(self.m, each))] if self.unordered else each

    @property
    def items(self) -> tuple[Value, ...]:  # type: ignore[override]
        return tuple([line for line, _ in self.pairs])

    @property
    def conditions(self) -> tuple[Bool, ...]:  # type: ignore[override]
        return tuple([there for _, there in self.pairs])


def lines_of(m: Model, cells: Value, axis: int, unordered: bool) -> PieceLines | None:
    """The rows or columns of the cells of a whole piece that is not known yet; None for any other
    set."""
    if type(cells) is not Piece or cells.within is not None:
        return None
    where = cells.partition.positions
    return None if where is None else PieceLines(m, cells, where, axis, unordered)
