"""Table: the tuple of the arguments' values is one of the listed rows."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from ..model import Model
from ..nodes import Bool, Operand, Values

Rows = tuple[tuple[int, ...], ...]


class Table:
    """args: any number of ints; data: the rows, each as long as there are arguments."""

    name = "table"
    symmetric = False

    def holds(self, values: Sequence[int], data: Rows) -> bool:
        return tuple(values) in data

    def nogood(self, values: Sequence[int], data: Rows) -> tuple[int, ...]:
        if self.holds(values, data):
            raise ValueError("the values satisfy table")
        kept = list(range(len(values)))
        for position in range(len(values)):
            fewer = [p for p in kept if p != position]
            if not any(all(row[p] == values[p] for p in fewer) for row in data):
                kept = fewer
        return tuple(kept)

    def entailment(self, domains: Sequence[Values], data: Rows) -> bool | None:
        possible = {row for row in data if all(v in d for v, d in zip(row, domains, strict=True))}
        if not possible:
            return False
        return True if len(possible) == prod(map(len, domains)) else None

    def decompose(self, model: Model, args: tuple[Operand, ...], data: Rows) -> Bool:
        return model.or_(
            model.and_(model.member(a, (v,)) for a, v in zip(args, row, strict=True))
            for row in data
        )


TABLE = Table()
