"""Places, units and directions: the records that every board is made of.

A `Place` has a point `at`, on a grid of integers that its board chooses so that all its places fit:
two cells lie twice as far from each other as the border between them lies from either.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

Point: TypeAlias = tuple[int, int]


class Place:
    """A place of the board. kind: cell, corner, border, link, side or direction.

    row, column: counted from 1 (for a corner: of the grid lines, from 0; for a border or link: of
    the cell above or left of it). at: its point, in coordinates that the board chooses. board: the
    board that it belongs to, None for a direction. Places are compared by identity, so that a board
    must last as long as any of its places is in use.
    """

    __slots__ = ("at", "board", "column", "kind", "name", "row")

    def __init__(
        self, kind: str, name: str, row: int, column: int, at: Point, board: object = None
    ) -> None:
        self.kind = kind
        self.name = name
        self.row = row
        self.column = column
        self.at = at
        self.board = board

    def __repr__(self) -> str:
        return self.name


class Unit:
    """An ordered list of places with a name: a row, a block, a region, a stretch.

    A unit is a place too: it can carry a layer. cyclic: its last place is followed by its first.
    """

    __slots__ = ("cyclic", "kind", "members", "name")

    def __init__(
        self, kind: str, name: str, members: tuple[Place, ...], cyclic: bool = False
    ) -> None:
        self.kind = kind
        self.name = name
        self.members = members
        self.cyclic = cyclic

    def __iter__(self) -> Iterator[Place]:
        return iter(self.members)

    def __len__(self) -> int:
        return len(self.members)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Unit):
            return False
        return self is other or (
            self.members == other.members
            and self.name == other.name
            and self.kind == other.kind
            and self.cyclic == other.cyclic
        )

    def __hash__(self) -> int:
        return hash(self.members)

    def __repr__(self) -> str:
        return self.name


# Each direction, with the sign for it in puzzle files. Each board has some of them.
_SIGNS: dict[str, tuple[Point, str]] = {
    "up": ((-1, 0), "^"),
    "down": ((1, 0), "v"),
    "left": ((0, -1), "<"),
    "right": ((0, 1), ">"),
    "upleft": ((-1, -1), "↖"),
    "upright": ((-1, 1), "↗"),
    "downleft": ((1, -1), "↙"),
    "downright": ((1, 1), "↘"),
}
DIRECTIONS: dict[str, Place] = {
    name: Place("direction", name, *way, at=way) for name, (way, _) in _SIGNS.items()
}
DIRECTION_TOKENS: dict[str, Place] = {
    **DIRECTIONS,
    **{sign: DIRECTIONS[name] for name, (_, sign) in _SIGNS.items()},
}
_BY_WAY = {d.at: d for d in DIRECTIONS.values()}
_OPPOSITE = {d: _BY_WAY[-d.at[0], -d.at[1]] for d in DIRECTIONS.values()}


def apart(a: Place, b: Place) -> int:
    """The Manhattan distance of two places of a board, in its coordinates."""
    return abs(a.at[0] - b.at[0]) + abs(a.at[1] - b.at[1])


def opposite(d: Place) -> Place:
    return _OPPOSITE[d]


def clockwise(*names: str) -> dict[Place, Place]:
    """From each of some directions, named clockwise, to the next."""
    ways = [DIRECTIONS[name] for name in names]
    return dict(zip(ways, ways[1:] + ways[:1], strict=True))


def around(cells: list[Place | None], name: str) -> Unit:
    """The cells around a place, clockwise; cyclic where none is missing.

    Where some are, the list begins after a gap, so that neighbours in the list are neighbours.
    """
    size = len(cells)
    if None in cells and any(cells):
        gap = max(i for i, c in enumerate(cells) if c is None and cells[(i + 1) % size] is not None)
        cells = cells[gap + 1 :] + cells[: gap + 1]
    present = tuple(c for c in cells if c is not None)
    return Unit("ring", name, present, cyclic=len(present) == size)
