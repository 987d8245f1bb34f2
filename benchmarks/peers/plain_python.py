"""Plain Python: constraint propagation and search, as in Norvig's essays and notebooks.

P. Norvig, "Solving Every Sudoku Puzzle" (norvig.com/sudoku.html); the other genres in its manner:
a dictionary of what is still possible, elimination, and a search that copies it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..models import star_battle, sudoku, tiles
from ..reading import Answer, Cell
from .tool import Ask, Tool

if TYPE_CHECKING:
    from ..workloads import Workload

DIGITS = "123456789"
SQUARES = [(r, c) for r in range(1, 10) for c in range(1, 10)]
UNITS = {s: [u for u in sudoku.UNITS if s in u] for s in SQUARES}
PEERS = {s: {t for u in UNITS[s] for t in u} - {s} for s in SQUARES}

Grid = dict[Cell, str]


def _sudoku(puzzle: str) -> Iterator[Answer]:
    grid = dict.fromkeys(SQUARES, DIGITS)
    for r, c, digit in sudoku.givens(puzzle):
        if not _fill(grid, (r, c), str(digit)):
            return
    for solved in _search(grid):
        yield frozenset((r, c, int(digit)) for (r, c), digit in solved.items())


def _fill(grid: Grid, s: Cell, digit: str) -> bool:
    return all(_eliminate(grid, s, d) for d in grid[s] if d != digit)


def _eliminate(grid: Grid, s: Cell, digit: str) -> bool:
    """Take a digit from a square, and what follows; False if that leaves nothing."""
    if digit not in grid[s]:
        return True
    grid[s] = grid[s].replace(digit, "")
    if not grid[s]:
        return False
    if len(grid[s]) == 1 and not all(_eliminate(grid, t, grid[s]) for t in PEERS[s]):
        return False
    for unit in UNITS[s]:
        left = [t for t in unit if digit in grid[t]]
        if not left or (len(left) == 1 and not _fill(grid, left[0], digit)):
            return False
    return True


def _search(grid: Grid) -> Iterator[Grid]:
    open_squares = [s for s in SQUARES if len(grid[s]) > 1]
    if not open_squares:
        yield grid
        return
    s = min(open_squares, key=lambda t: len(grid[t]))
    for digit in grid[s]:
        copied = grid.copy()
        if _fill(copied, s, digit):
            yield from _search(copied)


def _star_battle(puzzle: str) -> Iterator[Answer]:
    stars, region = star_battle.read(puzzle)
    units = star_battle.units(region)
    of = {c: [k for k, unit in enumerate(units) if c in unit] for c in region}
    wanted = dict.fromkeys(range(len(units)), stars)

    def search(free: set[Cell], wanted: dict[int, int], placed: list[Cell]) -> Iterator[Answer]:
        if not any(wanted.values()):
            yield frozenset(placed)
            return
        room = {k: [c for c in units[k] if c in free] for k, missing in wanted.items() if missing}
        if any(len(cells) < wanted[k] for k, cells in room.items()):
            return
        k = min(room, key=lambda k: len(room[k]) - wanted[k])
        (r, c), *_ = room[k]
        left = free - {(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1)}
        less = {k: missing - ((r, c) in units[k]) for k, missing in wanted.items()}
        left -= {d for k in of[r, c] if not less[k] for d in units[k]}
        yield from search(left, less, [*placed, (r, c)])
        yield from search(free - {(r, c)}, wanted, placed)

    return search(set(region), wanted, [])


def _dominoes(puzzle: str) -> Iterator[Answer]:
    """All tilings, one by one: the first free cell and its neighbour on the right, or below."""
    height, width = tiles.size_of(puzzle)

    def cover(k: int, taken: int) -> Iterator[Answer]:
        while taken >> k & 1:
            k += 1
        if k == height * width:
            yield frozenset()
            return
        if (k + 1) % width and not taken >> (k + 1) & 1:
            yield from cover(k + 2, taken)
        if k + width < height * width:
            yield from cover(k + 1, taken | 1 << (k + width))

    return cover(0, 0)


MODELS = {"sudoku": _sudoku, "star_battle": _star_battle, "dominoes": _dominoes}


def _prepare(workload: Workload) -> Ask | None:
    return MODELS.get(workload.genre)


TOOLS = [Tool("Python", "", "sys", _prepare)]
