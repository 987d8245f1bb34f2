"""The places of a board of square cells: which there are, and where they stand in pictures.

Coordinates are doubled: the cell in row r, column c (from 1) is at (2r-1, 2c-1), corners are at
even coordinates, borders between them. A link has the point of the border that it crosses. Sides
are one step outside the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, ClassVar

from .by_kind import ByKind
from .places import DIRECTIONS, Place, Point, Unit, clockwise
from .protocol import Layout, Spot, is_within

DIRECTIONS_OF_SQUARES = tuple(DIRECTIONS[name] for name in ("up", "down", "left", "right"))
TURNS = clockwise("up", "right", "down", "left")
CROSS: tuple[Point, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))


class SquarePlaces(ByKind):
    """The places of height × width square cells."""

    shape: ClassVar[str] = "squares"
    staggered: ClassVar[bool] = False
    ways: ClassVar[tuple[Point, ...]] = CROSS
    around_corner: ClassVar[int] = 4
    directions: ClassVar[tuple[Place, ...]] = DIRECTIONS_OF_SQUARES
    turns: ClassVar[Mapping[Place, Place]] = TURNS
    kinds: ClassVar[tuple[str, ...]] = ("cell", "corner", "border", "link", "side")
    line_tokens: ClassVar[tuple[str, ...]] = ("-", "|")

    def __init__(self, height: int, width: int) -> None:
        cells = [
            Place("cell", f"r{r}c{c}", r, c, (2 * r - 1, 2 * c - 1), self)
            for r in range(1, height + 1)
            for c in range(1, width + 1)
        ]
        super().__init__(height, width, tuple(cells))
        self._beyond: dict[Point, Place] = {}
        self._edges: dict[str, tuple[Place, ...]] = {}
        self._drawn: dict[str, tuple[Layout, ...]] = {}
        self._names: dict[str, Place | Unit] = {}

    def cell(self, row: int, column: int) -> Place | None:
        """The cell in this row and column (from 1), or None off the board."""
        if 1 <= row <= self.height and 1 <= column <= self.width:
            return self.cells[(row - 1) * self.width + column - 1]
        return None

    def anywhere(self, row: int, column: int) -> Place:
        """The cell in this row and column, or one beyond the board: the same object for equal
        coordinates, so that sets of such cells can be compared; no layer has values there."""
        inside = self.cell(row, column)
        if inside is not None:
            return inside
        if (row, column) not in self._beyond:
            at = (2 * row - 1, 2 * column - 1)
            self._beyond[row, column] = Place("cell", f"r{row}c{column}", row, column, at, self)
        return self._beyond[row, column]

    # ---- sets of places

    @property
    def columns(self) -> tuple[Unit, ...]:
        return self._all("column")

    @property
    def sides(self) -> tuple[Place, ...]:
        return self._all("side")

    def _made(self, kind: str) -> tuple[Any, ...]:
        h, w = self.height, self.width
        match kind:
            case "corner":
                return tuple(
                    Place("corner", f"p{r}q{c}", r, c, (2 * r, 2 * c), self)
                    for r in range(h + 1)
                    for c in range(w + 1)
                )
            case "border":
                return tuple(
                    Place("border", _segment_name(y, x), (y + 1) // 2, (x + 1) // 2, (y, x), self)
                    for y in range(2 * h + 1)
                    for x in range(1 - y % 2, 2 * w + 1, 2)
                )
            case "link":
                return tuple(self._links())
            case "side":
                edges = ("top", "bottom", "left", "right")
                return tuple(place for edge in edges for place in self.side(edge))
            case "row":
                lines = [self.cells[r * w : (r + 1) * w] for r in range(h)]
                return tuple(Unit("row", f"row {k}", line) for k, line in enumerate(lines, 1))
            case "column":
                lines = [self.cells[c::w] for c in range(w)]
                return tuple(Unit("column", f"column {k}", line) for k, line in enumerate(lines, 1))
            case "diagonal":
                return self._diagonals()
        raise KeyError(kind)

    def _links(self) -> Iterator[Place]:
        """Each across the border between two cells, in the order of these borders."""
        for r in range(1, self.height + 1):
            row = self.rows[r - 1].members
            for a, b in pairwise(row):
                yield _link(a, b)
            if r < self.height:
                for a, b in zip(row, self.rows[r].members, strict=True):
                    yield _link(a, b)

    def _diagonals(self) -> tuple[Unit, ...]:
        """The two main diagonals of a square board; none of another."""
        if self.height != self.width:
            return ()
        n = self.width
        rising = tuple(row.members[-k] for k, row in enumerate(self.rows, 1))
        return (
            Unit("diagonal", "falling diagonal", self.cells[:: n + 1]),
            Unit("diagonal", "rising diagonal", rising),
        )

    def side(self, name: str) -> tuple[Place, ...]:
        """The positions outside one side of the frame: top, bottom, left or right."""
        found = self._edges.get(name)
        if found is None:
            h, w = self.height, self.width
            ends = {"top": (0, -1), "bottom": (h + 1, 2 * h + 1)}
            if name in ends:
                row, y = ends[name]
                places = [(row, c, (y, 2 * c - 1)) for c in _count(w)]
            else:
                column, x = {"left": (0, -1), "right": (w + 1, 2 * w + 1)}[name]
                places = [(r, column, (2 * r - 1, x)) for r in _count(h)]
            found = self._edges[name] = tuple(
                [Place("side", f"{name}{k}", *place, self) for k, place in enumerate(places, 1)]
            )
        return found

    @property
    def names(self) -> dict[str, Place | Unit]:
        """Every place by the name that puzzle files give it."""
        if not self._names:
            for kind in self.kinds:
                self._names.update((p.name, p) for p in self.places(kind))
            for unit in (*self.rows, *self.columns):
                self._names[unit.name.replace(" ", "")] = unit
        return self._names

    # ---- pictures: where places stand in text, and how they are drawn

    @staticmethod
    def board_size(kind: str, rows: int, columns: int) -> tuple[int, int]:
        """The numbers of rows and columns of cells of a board, from those of a picture of these
        places."""
        match kind:
            case "cell":
                return rows, columns
            case "corner":
                return rows - 1, columns - 1
            case "around":
                return rows - 2, columns - 2
        beyond = 1 if is_within(kind) else 0
        return (rows + beyond) // 2, (columns + beyond) // 2

    def layouts(self, kind: str) -> tuple[Layout, ...]:
        """As in the protocol. A picture of corners may also have the borders between them."""
        found = self._drawn.get(kind)
        if found is None:
            found = self._drawn[kind] = self._layouts(kind)
        return found

    def _layouts(self, kind: str) -> tuple[Layout, ...]:
        h, w = self.height, self.width
        match kind:
            case "cell":
                return (Layout(h, w, {(p.row - 1, p.column - 1): p for p in self.cells}),)
            case "around":
                places = (*self.cells, *self.sides)
                return (Layout(h + 2, w + 2, {(p.row, p.column): p for p in places}),)
            case "corner":
                flat = Layout(h + 1, w + 1, {(p.row, p.column): p for p in self.corners})
                return flat, self._layout_between(kind)
        return (self._layout_between(kind),)

    def _layout_between(self, kind: str) -> Layout:
        """The layout of a picture that has tokens for cells, borders and corners alike."""
        shift = 1 if is_within(kind) else 0
        places = (p for part in kind.split("+") for p in self.places(part) if isinstance(p, Place))
        points = {(p.at[0] - shift, p.at[1] - shift): p for p in places}
        beyond = 1 - 2 * shift
        return Layout(2 * self.height + beyond, 2 * self.width + beyond, points)

    def is_joint(self, kind: str, at: Point) -> bool:
        return at[0] % 2 == 0 and at[1] % 2 == 0

    def axis(self, segment: Place) -> int:
        """The orientation of a link or border: 0 for horizontal, 1 for vertical."""
        return int((segment.at[0] % 2 == 1) == (segment.kind == "border"))

    def stroke(self, segment: Place) -> str:
        """The character of a line along a border or link."""
        return "|" if self.axis(segment) else "-"

    def margin(self, side: Place) -> tuple[str, int]:
        """The edge of the board that a side lies at, and the side's index there, from 0."""
        if side.row in (0, self.height + 1):
            return ("top" if side.row == 0 else "bottom"), side.column - 1
        return ("left" if side.column == 0 else "right"), side.row - 1

    @property
    def extent(self) -> Spot:
        return float(self.width), float(self.height)

    def spot(self, at: Point) -> Spot:
        return at[1] / 2, at[0] / 2

    def corner_points(self, at: Point) -> tuple[Point, ...]:
        y, x = at
        return (y - 1, x - 1), (y - 1, x + 1), (y + 1, x + 1), (y + 1, x - 1)

    def along(self, at: Point) -> tuple[Point, Point]:
        y, x = at
        return ((y - 1, x), (y + 1, x)) if y % 2 else ((y, x - 1), (y, x + 1))

    def across(self, at: Point) -> tuple[Point, Point]:
        y, x = at
        return ((y, x - 1), (y, x + 1)) if y % 2 else ((y - 1, x), (y + 1, x))

    def grid(self) -> Iterator[tuple[Point, Point]]:
        bottom, right = 2 * self.height, 2 * self.width
        yield from (((y, 0), (y, right)) for y in range(0, bottom + 1, 2))
        yield from (((0, x), (bottom, x)) for x in range(0, right + 1, 2))


def _segment_name(y: int, x: int) -> str:
    """The name of the border at a point."""
    r, c = (y + 1) // 2, (x + 1) // 2
    if y % 2 == 0:
        return f"r{r}c{c}/bottom" if r else f"r1c{c}/top"
    return f"r{r}c{c}/right" if c else f"r{r}c1/left"


def _link(a: Place, b: Place) -> Place:
    middle = (a.at[0] + b.at[0]) // 2, (a.at[1] + b.at[1]) // 2
    return Place("link", f"{a.name}-{b.name}", a.row, a.column, middle, a.board)


def _count(n: int) -> range:
    return range(1, n + 1)
