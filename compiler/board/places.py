"""Places, units and directions: the records that every board is made of.

A `Place` has a point `at`, on a grid of integers that its board chooses so that all its places fit:
two cells lie twice as far from each other as the border between them lies from either.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, TypeAlias

from ...records import record

Point: TypeAlias = tuple[int, int]


@record(eq=False)
class Place:
    """A place of the board. kind: cell, corner, border, link, side or direction.

    row, column: counted from 1 (for a corner: of the grid lines, from 0; for a border or link: of
    the cell above or left of it). at: its point, in coordinates that the board chooses.
    """

    kind: str
    name: str
    row: int
    column: int
    at: Point

    def __repr__(self) -> str:
        return self.name


@record
class Unit:
    """An ordered list of places with a name: a row, a block, a region, a stretch.

    A unit is a place too: it can carry a layer. cyclic: its last place is followed by its first.
    """

    kind: str
    name: str
    members: tuple[Place, ...]
    cyclic: bool = False

    def __iter__(self) -> Iterator[Place]:
        return iter(self.members)

    def __len__(self) -> int:
        return len(self.members)

    def __hash__(self) -> int:
        return hash(self.members)

    def __repr__(self) -> str:
        return self.name


class ByKind:
    """The places of a board by kind: those of kind `cell` are its attribute `cells`, and so on.

    kinds: of its places. units: of its units.
    """

    kinds: tuple[str, ...]
    units: tuple[str, ...]

    @cached_property
    def _rays(self) -> dict[tuple[Place, Place], tuple[Place, ...]]:
        return {}

    def step(self, place: Place, d: Place) -> Place | None:
        """The neighbour of a cell or a corner in a direction; None off the board."""
        raise NotImplementedError

    def ray(self, place: Place, d: Place) -> tuple[Place, ...]:
        """The cells or corners beyond a place in a direction, nearest first."""
        found = self._rays.get((place, d))
        if found is None:
            line, beyond = [], self.step(place, d)
            while beyond is not None:
                line.append(beyond)
                beyond = self.step(beyond, d)
            found = self._rays[place, d] = tuple(line)
        return found

    def places(self, kind: str) -> tuple[Place, ...] | tuple[Unit, ...]:
        """All places of a kind, in reading order. Raises KeyError for a kind that the board
        lacks."""
        if kind not in (*self.kinds, *self.units, "direction"):
            raise KeyError(kind)
        found: tuple[Place, ...] | tuple[Unit, ...] = getattr(self, f"{kind}s")
        return found

    def kind_of(self, places: tuple[Any, ...]) -> str:
        """The kind whose places these are, all of them and in reading order; "" if there is
        none."""
        kind = getattr(places[0], "kind", "") if places else ""
        return kind if kind in self.kinds and places is self.places(kind) else ""


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
