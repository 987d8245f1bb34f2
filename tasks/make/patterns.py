"""Patterns: what walls and holes look like in examples, beyond their number.

The sides of the board that are full in every example (the first row and column of a Kakuro), and
the share of runs of free cells in a row or column that are only one cell long.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random

from ...compiler.board.places import Place
from ...compiler.board.protocol import Board
from ...records import record

# Short runs are avoided if examples have less than RARE times as many as random cells, where the
# share of such runs is about that of the cells with a value.
RARE = 0.5
# Orders of cells in which a pattern is drawn.
ORDERS = 3


@record
class Look:
    """sides: the names of the sides of the board that are full. share: of the other cells, those
    with a value. short: of the runs of free cells, those of only one cell; 1 if any may be."""

    sides: frozenset[str] = frozenset()
    share: float = 0.0
    short: float = 1.0


def look(examples: Sequence[tuple[Board, Collection[Place]]]) -> Look:
    """What the patterns of some examples have in common."""
    full = [
        {name for name, cells in _sides(board).items() if set(cells) <= set(pattern)}
        for board, pattern in examples
    ]
    own = Look(frozenset(set.intersection(*full)) if full else frozenset())
    inner = [
        cell in pattern
        for board, pattern in examples
        for cell in set(board.cells) - side_cells(board, own)
    ]
    lengths = [n for board, pattern in examples for n in _lengths(board, pattern)]
    share = sum(inner) / max(1, len(inner))
    # By the rule of succession: what a few examples lack is not forbidden.
    short = (lengths.count(1) + 1) / (len(lengths) + 2)
    return Look(own.sides, share, short if short < RARE * share else 1.0)


def drawn(
    random: Random,
    board: Board,
    own: Look,
    groups: Sequence[Sequence[Place]],
    share: float | None = None,
) -> list[Place]:
    """About this share of cells, or the usual one, in whole groups, that look so."""
    chosen = side_cells(board, own)
    size = len(board.cells)
    wanted = len(chosen) + round(own.share * (size - len(chosen)))
    if share is not None:
        wanted = round(share * size)
    for _ in range(ORDERS):
        for group in random.sample(groups, len(groups)):
            new = chosen.union(group)
            if len(chosen) < len(new) <= wanted and looks_so(board, own, new, chosen):
                chosen = new
    return [cell for group in groups for cell in group if cell in chosen]


def side_cells(board: Board, own: Look) -> set[Place]:
    """The cells of the full sides, of those that the board has."""
    return {cell for name in own.sides for cell in _sides(board).get(name, ())}


def looks_so(
    board: Board, own: Look, pattern: Collection[Place], before: Collection[Place] = ()
) -> bool:
    """Whether a pattern has full sides, and no more short runs than is usual, or than before."""
    if not side_cells(board, own) <= set(pattern):
        return False
    if own.short == 1:
        return True
    lengths = list(_lengths(board, set(pattern)))
    most = own.short * len(lengths)
    if before:
        most = max(most, list(_lengths(board, set(before))).count(1))
    return lengths.count(1) <= most


def _sides(board: Board) -> dict[str, list[Place]]:
    """The cells of each side of the board, if it has several rows and columns."""
    found: dict[str, list[Place]] = {}
    for axis, names in enumerate((("top", "bottom"), ("left", "right"))):
        ends: list[Callable[..., int]] = [min, max]
        for name, end in zip(names, ends, strict=True):
            line = end(cell.at[axis] for cell in board.cells)
            cells = [cell for cell in board.cells if cell.at[axis] == line]
            if len(cells) < len(board.cells):
                found[name] = cells
    return found


def _lengths(board: Board, pattern: Collection[Place]) -> Iterator[int]:
    """The lengths of the runs of free cells in rows and columns."""
    for axis in (0, 1):
        lines: dict[int, list[Place]] = {}
        for cell in board.cells:
            lines.setdefault(cell.at[axis], []).append(cell)
        for line in lines.values():
            length = 0
            for cell in sorted(line, key=lambda c: c.at[1 - axis]):
                if cell in pattern:
                    if length:
                        yield length
                    length = 0
                else:
                    length += 1
            if length:
                yield length
