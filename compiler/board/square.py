"""The geometry of a square board: its places, what touches what, and the units made of them.

Places live on a doubled grid: the cell in row r, column c (from 1) stands at (2r-1, 2c-1), corners
at even coordinates, borders between them. A link stands where the border it crosses stands. Sides
stand one step outside. Everything that knows of the square grid is in this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from typing import Any, TypeAlias

from ...records import record

MAX_CELLS = 250_000

Point: TypeAlias = tuple[int, int]


@record(eq=False)
class Place:
    """A place of the board. kind: cell, corner, border, link, side or direction.

    row, column: from 1, as a person counts them (of a corner: of the grid line, from 0; of a
    border or link: of the cell above or left of it). at: its point on the doubled grid.
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


_STEPS: dict[str, Point] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
_SIGNS = {"up": "^", "down": "v", "left": "<", "right": ">"}
DIRECTIONS: dict[str, Place] = {
    name: Place("direction", name, *step, at=step) for name, step in _STEPS.items()
}
DIRECTION_TOKENS: dict[str, Place] = {
    **DIRECTIONS,
    **{_SIGNS[name]: place for name, place in DIRECTIONS.items()},
}
_CLOCKWISE = ("up", "right", "down", "left")
CORNER_NAMES: dict[str, Point] = {
    "northwest": (-1, -1),
    "northeast": (-1, 1),
    "southwest": (1, -1),
    "southeast": (1, 1),
}
_RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))


def opposite(d: Place) -> Place:
    return DIRECTIONS[_CLOCKWISE[(_CLOCKWISE.index(d.name) + 2) % 4]]


def turn(d: Place) -> Place:
    """A quarter turn clockwise."""
    return DIRECTIONS[_CLOCKWISE[(_CLOCKWISE.index(d.name) + 1) % 4]]


class Board:
    """A board of height × width cells."""

    def __init__(self, height: int, width: int) -> None:
        self.height = height
        self.width = width
        self.cells: tuple[Place, ...] = tuple(
            Place("cell", f"r{r}c{c}", r, c, (2 * r - 1, 2 * c - 1))
            for r in range(1, height + 1)
            for c in range(1, width + 1)
        )

    def cell(self, row: int, column: int) -> Place | None:
        """The cell in this row and column (from 1), or None off the board."""
        if 1 <= row <= self.height and 1 <= column <= self.width:
            return self.cells[(row - 1) * self.width + column - 1]
        return None

    def anywhere(self, row: int, column: int) -> Place:
        """The cell in this row and column, or one beyond the board: always the same one, so that
        sets of such cells can be compared, but nothing lies in it."""
        inside = self.cell(row, column)
        if inside is not None:
            return inside
        if (row, column) not in self._beyond:
            at = (2 * row - 1, 2 * column - 1)
            self._beyond[row, column] = Place("cell", f"r{row}c{column}", row, column, at)
        return self._beyond[row, column]

    def half_turn(self, cell: Place, centre: Place) -> Place:
        """Where a half turn around a place takes a cell, perhaps beyond the board."""
        y, x = (2 * c - p for c, p in zip(centre.at, cell.at, strict=True))
        return self.anywhere((y + 1) // 2, (x + 1) // 2)

    def reflection(self, cell: Place, axis: Place | Unit) -> Place:
        """The mirror image of a cell over the line that a border, link, row or column lies on,
        perhaps beyond the board."""
        y, x = cell.at
        if isinstance(axis, Unit):
            at, across = axis.members[0].at, axis.kind == "row"
        else:
            at, across = axis.at, (axis.at[0] % 2 == 0) == (axis.kind == "border")
        if across:
            y = 2 * at[0] - y
        else:
            x = 2 * at[1] - x
        return self.anywhere((y + 1) // 2, (x + 1) // 2)

    @cached_property
    def _beyond(self) -> dict[Point, Place]:
        return {}

    # ---- sets of places

    @cached_property
    def corners(self) -> tuple[Place, ...]:
        return tuple(
            Place("corner", f"p{r}q{c}", r, c, (2 * r, 2 * c))
            for r in range(self.height + 1)
            for c in range(self.width + 1)
        )

    @cached_property
    def borders(self) -> tuple[Place, ...]:
        return tuple(
            Place("border", self._segment_name(y, x), (y + 1) // 2, (x + 1) // 2, (y, x))
            for y in range(2 * self.height + 1)
            for x in range(1 - y % 2, 2 * self.width + 1, 2)
        )

    def _segment_name(self, y: int, x: int) -> str:
        r, c = (y + 1) // 2, (x + 1) // 2
        if y % 2 == 0:
            return f"r{r}c{c}/bottom" if r else f"r1c{c}/top"
        return f"r{r}c{c}/right" if c else f"r{r}c1/left"

    @cached_property
    def links(self) -> tuple[Place, ...]:
        return tuple(
            Place("link", f"{a.name}-{b.name}", a.row, a.column, _middle(a, b))
            for a, b in sorted(self.relation("adjacent"), key=lambda ab: _middle(*ab))
        )

    @cached_property
    def sides(self) -> tuple[Place, ...]:
        return tuple(s for name in ("top", "bottom", "left", "right") for s in self.side(name))

    @cached_property
    def _sides(self) -> dict[str, tuple[Place, ...]]:
        h, w = self.height, self.width
        return {
            "top": tuple(Place("side", f"top{c}", 0, c, (-1, 2 * c - 1)) for c in _count(w)),
            "bottom": tuple(
                Place("side", f"bottom{c}", h + 1, c, (2 * h + 1, 2 * c - 1)) for c in _count(w)
            ),
            "left": tuple(Place("side", f"left{r}", r, 0, (2 * r - 1, -1)) for r in _count(h)),
            "right": tuple(
                Place("side", f"right{r}", r, w + 1, (2 * r - 1, 2 * w + 1)) for r in _count(h)
            ),
        }

    def side(self, name: str) -> tuple[Place, ...]:
        """The positions outside one side of the frame: top, bottom, left or right."""
        return self._sides[name]

    @cached_property
    def rows(self) -> tuple[Unit, ...]:
        w = self.width
        return tuple(
            Unit("row", f"row {r + 1}", self.cells[r * w : (r + 1) * w]) for r in range(self.height)
        )

    @cached_property
    def columns(self) -> tuple[Unit, ...]:
        return tuple(
            Unit("column", f"column {c + 1}", self.cells[c :: self.width])
            for c in range(self.width)
        )

    @cached_property
    def diagonals(self) -> tuple[Unit, ...]:
        """The two main diagonals of a square board; none of another."""
        if self.height != self.width:
            return ()
        n = self.width
        return (
            Unit("diagonal", "falling diagonal", self.cells[:: n + 1]),
            Unit(
                "diagonal",
                "rising diagonal",
                tuple(r.members[-i] for i, r in enumerate(self.rows, 1)),
            ),
        )

    def places(self, kind: str) -> tuple[Place, ...] | tuple[Unit, ...]:
        """All places of a kind, in reading order."""
        match kind:
            case "cell":
                return self.cells
            case "corner":
                return self.corners
            case "border":
                return self.borders
            case "link":
                return self.links
            case "side":
                return self.sides
            case "row":
                return self.rows
            case "column":
                return self.columns
            case "direction":
                return tuple(DIRECTIONS.values())
        raise KeyError(kind)

    def kind_of(self, places: tuple[Any, ...]) -> str:
        """The kind of which these are all places, in reading order; empty if there is none."""
        kind = getattr(places[0], "kind", "") if places else ""
        own = kind in ("cell", "corner", "border", "link", "side")
        return kind if own and places is self.places(kind) else ""

    @cached_property
    def names(self) -> dict[str, Place | Unit]:
        """Every place by the name that puzzle files give it."""
        named: dict[str, Place | Unit] = {p.name: p for p in self.cells}
        for kind in ("corner", "border", "link", "side"):
            named.update((p.name, p) for p in self.places(kind))
        for unit in (*self.rows, *self.columns):
            named[unit.name.replace(" ", "")] = unit
        return named

    # ---- incidence

    @cached_property
    def _at(self) -> dict[str, dict[Point, Place]]:
        kinds = {
            "cell": self.cells,
            "corner": self.corners,
            "border": self.borders,
            "link": self.links,
        }
        return {kind: {p.at: p for p in places} for kind, places in kinds.items()}

    def touching(self, kind: str, place: Place) -> tuple[Place, ...]:
        """The places of a kind that touch a place, in reading order.

        Of two kinds, those that share a point of the board; of one kind, cells that share a side,
        borders or links that share an end, corners that a border joins.
        """
        near = self._near.get((kind, place))
        if near is None:
            near = self._near[kind, place] = self._touching(kind, place)
        return near

    @cached_property
    def _near(self) -> dict[tuple[str, Place], tuple[Place, ...]]:
        return {}

    def _touching(self, kind: str, place: Place) -> tuple[Place, ...]:
        if "side" in (kind, place.kind):
            if place.kind != "side":
                return tuple(s for s in self.sides if place in self.touching(place.kind, s))
            if kind == "cell":
                return self.line(place)[:1]
            frame = self._frame_at(place)
            return (frame,) if kind == "border" else self.touching("corner", frame)
        table = self._at[kind]
        y, x = place.at
        return tuple(
            table[y + dy, x + dx]
            for dy, dx in _OFFSETS[place.kind, kind](place)
            if (y + dy, x + dx) in table
        )

    def _frame_at(self, side: Place) -> Place:
        """The border on the frame of the board between a side and its first cell."""
        y, x = self.line(side)[0].at
        dy, dx = (side.row * 2 - 1 - y, side.column * 2 - 1 - x)
        return self._at["border"][y + dy // 2, x + dx // 2]

    def segment(self, kind: str, a: Place, b: Place) -> Place | None:
        """The border or link between two neighbouring cells, the border between two corners."""
        (y, x), (v, u) = a.at, b.at
        if abs(y - v) + abs(x - u) != 2:
            return None
        return self._at[kind].get(((y + v) // 2, (x + u) // 2))

    def beside(self, kind: str, place: Place, direction: Place) -> Place | None:
        """The border or link at a cell or corner in a direction; None off the board."""
        (y, x), (dy, dx) = place.at, direction.at
        return self._at[kind].get((y + dy, x + dx))

    def ends(self, segment: Place) -> tuple[Place, ...]:
        """The two cells that a link joins, the two corners that a border joins."""
        return self.touching("cell" if segment.kind == "link" else "corner", segment)

    @cached_property
    def grid_lines(self) -> tuple[tuple[Place, ...], ...]:
        """The corners of each line of the grid, those across and then those along."""
        corners, across = self.corners, self.width + 1
        rows = [corners[i : i + across] for i in range(0, len(corners), across)]
        return (*rows, *(corners[i::across] for i in range(across)))

    def row(self, place: Place) -> Unit | None:
        """The row of a cell; None of a cell beyond the board that is in none."""
        return self.rows[place.row - 1] if 1 <= place.row <= self.height else None

    def column(self, place: Place) -> Unit | None:
        return self.columns[place.column - 1] if 1 <= place.column <= self.width else None

    def step(self, place: Place, d: Place) -> Place | None:
        """The neighbour of a cell or a corner in a direction; None off the board."""
        dy, dx = d.at
        if place.kind == "cell":
            return self.cell(place.row + dy, place.column + dx)
        return self._at.get(place.kind, {}).get((place.at[0] + 2 * dy, place.at[1] + 2 * dx))

    def corner(self, cell: Place, name: str) -> Place | None:
        """A corner of a cell; of a cell beyond the board there may be none."""
        dy, dx = CORNER_NAMES[name]
        return self._at["corner"].get((cell.at[0] + dy, cell.at[1] + dx))

    def ring(self, cell: Place) -> Unit:
        """The cells around a cell, clockwise; cyclic where there are all eight."""
        around = [self.cell(cell.row + dy, cell.column + dx) for dy, dx in _RING]
        # Begin after a gap, so that neighbours in the list are neighbours.
        if None in around and any(around):
            gap = max(i for i in range(8) if around[i] is None and around[(i + 1) % 8] is not None)
            around = around[gap + 1 :] + around[: gap + 1]
        present = tuple(c for c in around if c is not None)
        return Unit("ring", f"ring of {cell.name}", present, cyclic=len(present) == 8)

    def line(self, side: Place) -> tuple[Place, ...]:
        """The cells of a side's row or column, read from that side."""
        if side.row == 0:
            return self.columns[side.column - 1].members
        if side.row == self.height + 1:
            return self.columns[side.column - 1].members[::-1]
        if side.column == 0:
            return self.rows[side.row - 1].members
        return self.rows[side.row - 1].members[::-1]

    # ---- relations, as pairs with the earlier place first

    def relation(self, name: str) -> tuple[tuple[Place, Place], ...]:
        """The pairs of cells in relation: adjacent, diagonal, touching, knight; of `meeting`,
        pairs of links and pairs of borders that share an end."""
        cached = self._relations.get(name)
        if cached is None:
            cached = self._relations[name] = tuple(self._pairs(name))
        return cached

    @cached_property
    def _relations(self) -> dict[str, tuple[tuple[Place, Place], ...]]:
        return {}

    def _pairs(self, name: str) -> Iterator[tuple[Place, Place]]:
        if name == "meeting":
            for kind, ends in (("link", "cell"), ("border", "corner")):
                index = {p: i for i, p in enumerate(self.places(kind))}
                found = {
                    (a, b)
                    for end in self.places(ends)
                    for a in self.touching(kind, end)  # type: ignore[arg-type]
                    for b in self.touching(kind, end)  # type: ignore[arg-type]
                    if index[a] < index[b]
                }
                yield from sorted(found, key=lambda ab: (index[ab[0]], index[ab[1]]))
            return
        forward = _FORWARD[name]
        for a in self.cells:
            for dy, dx in forward:
                b = self.cell(a.row + dy, a.column + dx)
                if b is not None:
                    yield a, b

    # ---- units

    def blocks(self, height: int, width: int) -> tuple[Unit, ...]:
        """The tiling by height × width blocks; the board must be a multiple of them."""
        return tuple(
            Unit("block", f"box {k}", self._rectangle(r, c, height, width))
            for k, (r, c) in enumerate(
                (
                    (r, c)
                    for r in range(1, self.height + 1, height)
                    for c in range(1, self.width + 1, width)
                ),
                1,
            )
        )

    def windows(self, height: int, width: int) -> tuple[Unit, ...]:
        """Every height × width rectangle of cells, overlapping."""
        return tuple(
            Unit("window", f"{height}x{width} at r{r}c{c}", self._rectangle(r, c, height, width))
            for r in range(1, self.height - height + 2)
            for c in range(1, self.width - width + 2)
        )

    def _rectangle(self, row: int, column: int, height: int, width: int) -> tuple[Place, ...]:
        w = self.width
        return tuple(
            self.cells[r * w + c]
            for r in range(row - 1, row - 1 + height)
            for c in range(column - 1, column - 1 + width)
        )

    def between(self, a: Place, b: Place) -> tuple[Place, ...]:
        """The cells strictly between two cells of one row or column, from a to b; else none."""
        if a.row == b.row:
            step = 1 if a.column < b.column else -1
            return tuple(
                self.cells[(a.row - 1) * self.width + c - 1]
                for c in range(a.column + step, b.column, step)
            )
        if a.column == b.column:
            step = 1 if a.row < b.row else -1
            return tuple(
                self.cells[(r - 1) * self.width + a.column - 1]
                for r in range(a.row + step, b.row, step)
            )
        return ()


@lru_cache(maxsize=16)
def board(height: int, width: int) -> Board:
    """The board of this size: one object, so that its places are the same for every puzzle."""
    return Board(height, width)


_FORWARD: dict[str, tuple[Point, ...]] = {
    "adjacent": ((0, 1), (1, 0)),
    "diagonal": ((1, -1), (1, 1)),
    "touching": ((0, 1), (1, -1), (1, 0), (1, 1)),
    "knight": ((1, -2), (1, 2), (2, -1), (2, 1)),
}

_CROSS = ((-1, 0), (0, -1), (0, 1), (1, 0))
_DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_FAR = ((-2, 0), (0, -2), (0, 2), (2, 0))


def _along(segment: Place) -> Iterable[Point]:
    """From a border to the two corners at its ends."""
    return ((-1, 0), (1, 0)) if segment.at[0] % 2 else ((0, -1), (0, 1))


def _across(segment: Place) -> Iterable[Point]:
    """From a border or link to the two cells beside it."""
    return ((0, -1), (0, 1)) if segment.at[0] % 2 else ((-1, 0), (1, 0))


def _meeting_borders(b: Place) -> Iterable[Point]:
    if b.at[0] % 2:
        return ((-2, 0), (-1, -1), (-1, 1), (1, -1), (1, 1), (2, 0))
    return ((-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1))


def _meeting_links(b: Place) -> Iterable[Point]:
    if b.at[0] % 2:
        return ((-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1))
    return ((-2, 0), (-1, -1), (-1, 1), (1, -1), (1, 1), (2, 0))


def _itself(_: Place) -> Iterable[Point]:
    return ((0, 0),)


_OFFSETS = {
    ("cell", "cell"): lambda _: _FAR,
    ("cell", "corner"): lambda _: _DIAGONAL,
    ("cell", "border"): lambda _: _CROSS,
    ("cell", "link"): lambda _: _CROSS,
    ("corner", "cell"): lambda _: _DIAGONAL,
    ("corner", "corner"): lambda _: _FAR,
    ("corner", "border"): lambda _: _CROSS,
    ("corner", "link"): lambda _: _CROSS,
    ("border", "cell"): _across,
    ("border", "corner"): _along,
    ("border", "border"): _meeting_borders,
    ("border", "link"): _itself,
    ("link", "cell"): _across,
    ("link", "corner"): _along,
    ("link", "border"): _itself,
    ("link", "link"): _meeting_links,
}


def _middle(a: Place, b: Place) -> Point:
    return (a.at[0] + b.at[0]) // 2, (a.at[1] + b.at[1]) // 2


def _count(n: int) -> range:
    return range(1, n + 1)
