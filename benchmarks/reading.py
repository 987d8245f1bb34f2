"""Puzzle files as the models of other tools read them, and answers as sets of facts.

A puzzle file is a picture, or sections headed by `name:`. An answer, whoever gives it, is a set of
tuples of whole numbers, so that those of two tools can be compared:

    (row, column)               a cell that is shaded, holds a star, …
    (row, column, value)        a cell that holds a number
    (row, column, row, column)  a link that is drawn, or two neighbouring cells of one piece; a
                                number of bridges behind it
    (way, row, column)          a border that is drawn; way 0: the one below the cell, 1: the one on
                                its right. Those of the frame belong to row or column 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pzc import Solution

Fact = tuple[int, ...]
Answer = frozenset[Fact]
Rows = list[list[str]]
Cell = tuple[int, int]

_PLACE = re.compile(r"r(\d+)c(\d+)(?:-r(\d+)c(\d+)|/(\w+))?")
_SIDES = {"bottom": (0, 0, 0), "top": (0, -1, 0), "right": (1, 0, 0), "left": (1, 0, -1)}


def sections(text: str) -> dict[str, Rows]:
    """The rows of tokens below each heading; of a bare picture, or a line of it, under ''. A blank
    line between others is a row without tokens."""
    out: dict[str, list[str]] = {}
    lines = out.setdefault("", [])
    for line in text.splitlines():
        name, colon, value = line.partition(":")
        if colon and name.isidentifier():
            lines = out.setdefault(name, [])
            line = value
        lines.append(line.strip())
    return {name: _rows(lines) for name, lines in out.items() if any(lines)}


def _rows(lines: list[str]) -> Rows:
    """The tokens of lines: between spaces if any line has some, else characters."""
    while not lines[0]:
        del lines[0]
    while not lines[-1]:
        del lines[-1]
    spaced = any(" " in line for line in lines)
    return [line.split() if spaced else list(line) for line in lines]


def numbers(rows: Rows) -> dict[Cell, int]:
    """The numbers of a picture, by row and column from 1; whatever else it shows is no number."""
    return {c: int(token) for c, token in tokens(rows) if token.isdigit()}


def tokens(rows: Rows) -> Iterator[tuple[Cell, str]]:
    """The tokens of a picture, with row and column from 1."""
    for r, row in enumerate(rows, 1):
        for c, token in enumerate(row, 1):
            yield (r, c), token


def cells(height: int, width: int) -> list[Cell]:
    return [(r, c) for r in range(1, height + 1) for c in range(1, width + 1)]


def adjacent(height: int, width: int) -> list[tuple[Cell, Cell]]:
    """Neighbouring cells, each pair once, the earlier one first."""
    return [
        ((r, c), b)
        for r, c in cells(height, width)
        for b in ((r, c + 1), (r + 1, c))
        if b[0] <= height and b[1] <= width
    ]


def inner_pairs(some: frozenset[Cell]) -> list[tuple[Cell, Cell]]:
    """Neighbouring cells of a set, each pair once, the earlier one first."""
    return [((r, c), b) for r, c in some for b in ((r, c + 1), (r + 1, c)) if b in some]


def neighbours(cell: Cell, height: int, width: int) -> list[Cell]:
    r, c = cell
    near = [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]
    return [(s, d) for s, d in near if 1 <= s <= height and 1 <= d <= width]


def lines(height: int, width: int) -> list[list[Cell]]:
    """The rows, then the columns."""
    rows = [[(r, c) for c in range(1, width + 1)] for r in range(1, height + 1)]
    return rows + [[(r, c) for r in range(1, height + 1)] for c in range(1, width + 1)]


def answer(solution: Solution) -> Answer:
    """The facts of a solution that pzc found."""
    facts: set[Fact] = set()
    for layer in solution.answer:
        table = {_place(str(place)): value for place, value in layer.table.items()}
        for place, value in table.items():
            if isinstance(value, str):  # The letter of a piece.
                r, c = place
                near = [(r, c + 1), (r + 1, c)]
                facts.update((*place, *other) for other in near if table.get(other) == value)
            elif value is True:
                facts.add(place)
            elif value not in (None, False):
                facts.add((*place, value))
    return frozenset(facts)


@cache  # the other tools' models number their places once, too
def _place(name: str) -> Fact:
    found = _PLACE.fullmatch(name)
    if found is None:
        raise ValueError(f"no fact is known of the place {name}")
    r, c, s, d, side = found.groups()
    if side:
        way, down, right = _SIDES[side]
        return way, int(r) + down, int(c) + right
    return tuple(int(x) for x in (r, c, s, d) if x)
