"""The board of square cells: `grid h x w`.

Coordinates are doubled: the cell in row r, column c (from 1) is at (2r-1, 2c-1), corners are at
even coordinates, borders between them. A link has the point of the border that it crosses. Sides
are one step outside the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from .by_kind import ByKind, shared
from .places import DIRECTIONS, Place, Point, Unit, around, clockwise
from .protocol import Layout, Spot, is_within

CORNER_NAMES: dict[str, Point] = {
    "northwest": (-1, -1),
    "northeast": (-1, 1),
    "southwest": (1, -1),
    "southeast": (1, 1),
}
DIRECTIONS_OF_SQUARES = tuple(DIRECTIONS[name] for name in ("up", "down", "left", "right"))
TURNS = clockwise("up", "right", "down", "left")
_RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
_CROSS = ((-1, 0), (0, -1), (0, 1), (1, 0))


class SquareBoard(ByKind):
    """A board of height × width square cells; see `protocol.Board` for what all boards have."""

    shape = "squares"
    staggered = False
    ways: tuple[Point, ...] = _CROSS
    around_corner = 4
    directions: tuple[Place, ...] = DIRECTIONS_OF_SQUARES
    turns: Mapping[Place, Place] = TURNS
    kinds: tuple[str, ...] = ("cell", "corner", "border", "link", "side")
    units: tuple[str, ...] = ("row", "column", "diagonal")
    line_tokens: tuple[str, ...] = ("-", "|")

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
        """The cell in this row and column, or one beyond the board: the same object for equal
        coordinates, so that sets of such cells can be compared; no layer has values there."""
        inside = self.cell(row, column)
        if inside is not None:
            return inside
        if (row, column) not in self._beyond:
            at = (2 * row - 1, 2 * column - 1)
            self._beyond[row, column] = Place("cell", f"r{row}c{column}", row, column, at)
        return self._beyond[row, column]

    def half_turn(self, cell: Place, centre: Place) -> Place:
        """The image of a cell under a half turn about a place, perhaps beyond the board."""
        y, x = centre.at
        return self.anywhere(y + 1 - cell.row, x + 1 - cell.column)

    def between_turned(self, cell: Place, image: Place) -> Point:
        """The coordinates of the place about which a half turn takes a cell to another one."""
        return cell.row + image.row - 1, cell.column + image.column - 1

    def half_turns(self, centre: Place) -> Mapping[Place, Place]:
        """The image of each cell under a half turn about a place, worked out when it is asked
        for."""
        found = self._turned.get(centre)
        if found is None:
            found = self._turned[centre] = _HalfTurns(self, centre)
        return found

    @cached_property
    def _turned(self) -> dict[Place, _HalfTurns]:
        return {}

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

    def lines(self, kind: str) -> Sequence[Sequence[Place]]:
        """The straight lines of cells or corners: the horizontal ones, then the vertical ones."""
        if kind == "corner":
            return self._grid_lines
        return [unit.members for unit in (*self.rows, *self.columns)]

    @cached_property
    def _grid_lines(self) -> tuple[tuple[Place, ...], ...]:
        corners, across = self.corners, self.width + 1
        rows = [corners[i : i + across] for i in range(0, len(corners), across)]
        return (*rows, *(corners[i::across] for i in range(across)))

    def beams(self, kind: str) -> Iterator[list[tuple[Place, Place | None]]]:
        """For each row of cells or corners its places from the left, each with the border (for
        corners: the link) between it and the place before."""
        segments = self._at["link" if kind == "corner" else "border"]
        places = self.corners if kind == "corner" else self.cells
        across = self.width + (kind == "corner")
        for i in range(0, len(places), across):
            yield [(p, segments.get((p.at[0], p.at[1] - 1))) for p in places[i : i + across]]

    def axis(self, segment: Place) -> int:
        """The orientation of a link or border: 0 for horizontal, 1 for vertical."""
        return int((segment.at[0] % 2 == 1) == (segment.kind == "border"))

    def neighbouring(self, cells: Iterable[Place]) -> Iterator[tuple[Place, Place]]:
        """Of the given cells, which may lie beyond the board, the pairs that share a side."""
        there, next_to = dict.fromkeys(cells), self._next_to
        if not there.keys() <= next_to.keys():
            return self._beside_each_other(there)
        return iter([(p, other) for p in there for other in next_to[p] if other in there])

    @cached_property
    def _next_to(self) -> dict[Place, tuple[Place, ...]]:
        """The cells to the right of each cell and below it."""
        found: dict[Place, list[Place]] = {cell: [] for cell in self.cells}
        for a, b in self._beside_each_other(self.cells):
            found[a].append(b)
        return {cell: tuple(near) for cell, near in found.items()}

    def _beside_each_other(self, cells: Iterable[Place]) -> Iterator[tuple[Place, Place]]:
        at = {(p.row, p.column): p for p in cells}
        for (row, column), p in at.items():
            beside = (at.get((row, column + 1)), at.get((row + 1, column)))
            yield from ((p, other) for other in beside if other is not None)

    def row(self, place: Place) -> Unit | None:
        """The row of a cell; None for a cell above or below the board."""
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
        """A corner of a cell; None if a cell beyond the board has none."""
        dy, dx = CORNER_NAMES[name]
        return self._at["corner"].get((cell.at[0] + dy, cell.at[1] + dx))

    def ring(self, cell: Place) -> Unit:
        """The cells around a cell, clockwise; cyclic where there are all eight."""
        cells = [self.cell(cell.row + dy, cell.column + dx) for dy, dx in _RING]
        return around(cells, f"ring of {cell.name}")

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

    @cached_property
    def _drawn(self) -> dict[str, tuple[Layout, ...]]:
        return {}

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

    # ---- units

    def blocks(self, height: int, width: int) -> tuple[Unit, ...] | None:
        """The tiling by height × width blocks; None if the board is no multiple of them."""
        if height < 1 or width < 1 or self.height % height or self.width % width:
            return None
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

    def placings(self, form: Sequence[Point]) -> Iterator[tuple[Place, ...]]:
        """All translations of a form, cells by row and column (from 0), that fit on the board."""
        height, width = max(r for r, _ in form), max(c for _, c in form)
        offsets = [r * self.width + c for r, c in form]
        for top in range(self.height - height):
            for left in range(self.width - width):
                at = top * self.width + left
                yield tuple([self.cells[at + offset] for offset in offsets])

    def rectangle_around(self, cells: Iterable[Place]) -> list[list[Place]]:
        """The rows of the smallest rectangle that holds some cells, perhaps beyond the board."""
        at = {(p.row, p.column) for p in cells}
        rows, columns = ([p[k] for p in at] for k in (0, 1))
        return [
            [self.anywhere(r, c) for c in range(min(columns), max(columns) + 1)]
            for r in range(min(rows, default=1), max(rows, default=0) + 1)
        ]

    def between(self, a: Place, b: Place) -> tuple[Place, ...]:
        """The cells strictly between two cells, from a to b; () unless they share a row or
        column."""
        if a.row == b.row and 0 < a.row <= self.height:
            line, i, j = self.rows[a.row - 1].members, a.column, b.column
        elif a.column == b.column and 0 < a.column <= self.width:
            line, i, j = self.columns[a.column - 1].members, a.row, b.row
        else:
            return ()
        return line[i : j - 1] if i < j else line[j : i - 1][::-1]


squares = shared(SquareBoard)


_FORWARD: dict[str, tuple[Point, ...]] = {
    "adjacent": ((0, 1), (1, 0)),
    "diagonal": ((1, -1), (1, 1)),
    "touching": ((0, 1), (1, -1), (1, 0), (1, 1)),
    "knight": ((1, -2), (1, 2), (2, -1), (2, 1)),
}

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


class _HalfTurns(dict[Place, Place]):
    """The images of the cells that were asked for, by cell."""

    def __init__(self, board: SquareBoard, centre: Place) -> None:
        super().__init__()
        self.board, self.centre = board, centre

    def __missing__(self, cell: Place) -> Place:
        image = self[cell] = self.board.half_turn(cell, self.centre)
        return image
