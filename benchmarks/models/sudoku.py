"""Sudoku: each digit exactly once a cell, row, column and box; givens are assumptions.

The extended encoding of I. Lynce, J. Ouaknine, "Sudoku as a SAT problem" (2006).
"""

from __future__ import annotations

from ..booleans import Booleans
from ..reading import Fact, cells, lines

BOXES = [[(r + i, c + j) for i in range(3) for j in range(3)] for r in (1, 4, 7) for c in (1, 4, 7)]
UNITS = lines(9, 9) + BOXES


def givens(puzzle: str) -> list[Fact]:
    """The given digits of 81 characters."""
    return [
        (k // 9 + 1, k % 9 + 1, int(token))
        for k, token in enumerate(puzzle)
        if token in "123456789"
    ]


def model(formula: Booleans, puzzle: str) -> None:
    digit = {c: formula.number(range(1, 10)) for c in cells(9, 9)}
    for unit in UNITS:
        formula.different([digit[c] for c in unit], all_used=True)
    formula.answer = {(*c, v): x for c, values in digit.items() for v, x in values.items()}
    for fact in givens(puzzle):
        formula.clause(formula.answer[fact])


def facts(puzzle: str) -> str:
    return "".join(f":- not answer({r},{c},{v}).\n" for r, c, v in givens(puzzle))
