"""The board of hexagons: `grid h x w of hexagons`.

Every row has w cells, and every second one is shifted to the right by half a cell. Cells have
corners at the top and bottom, so each has a neighbour to the left and right, two above and two
below:

    y=0    / \\ / \\
    y=1   | . | . |
    y=2    \\ / \\ / \\
    y=3     | . | . |
    y=4      \\ / \\ /

The coordinates are those of this picture: the cell in row r, column c (from 1) is at y = 2r-1 and x
= 4c-2, plus two in shifted rows. Its left and right borders are two units to the side, the other
four one unit up or down and one to the side. Corners are where borders meet; those of a zigzag line
have the same even y. A link is at the point of the border that it crosses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import Any, ClassVar

from .by_kind import ByKind
from .places import DIRECTIONS, Place, Point, Unit, around, clockwise
from .protocol import Layout, Spot, is_within
from .sharing import shared

# The offset from a cell to the border on each side, in reading order; a neighbour is twice as far
# away.
_WAYS: dict[str, Point] = {
    "upleft": (-1, -1),
    "upright": (-1, 1),
    "left": (0, -2),
    "right": (0, 2),
    "downleft": (1, -1),
    "downright": (1, 1),
}
_TURNS = clockwise("upleft", "upright", "right", "downright", "downleft", "left")
_CORNERS: dict[str, Point] = {
    "northwest": (-1, -2),
    "north": (-1, 0),
    "northeast": (-1, 2),
    "southwest": (1, -2),
    "south": (1, 0),
    "southeast": (1, 2),
}
_STROKES = ("|", "\\", "/")
_RADIUS = 1 / sqrt(3)  # from the middle of a cell to its corners, if it is 1 wide


class HexagonBoard(ByKind):
    """A board of `height` rows of `width` hexagons; see `protocol.Board`."""

    shape: ClassVar[str] = "hexagons"
    staggered: ClassVar[bool] = True
    ways: ClassVar[tuple[Point, ...]] = tuple(_WAYS.values())
    around_corner: ClassVar[int] = 3
    directions: ClassVar[tuple[Place, ...]] = tuple(DIRECTIONS[name] for name in _WAYS)
    turns: ClassVar[Mapping[Place, Place]] = _TURNS
    kinds: ClassVar[tuple[str, ...]] = ("cell", "corner", "border", "link")
    line_tokens: ClassVar[tuple[str, ...]] = (*_STROKES, "-")

    def __init__(self, height: int, width: int) -> None:
        cells = [
            Place("cell", f"r{r}c{c}", r, c, (2 * r - 1, 4 * c - 2 * (r % 2)), self)
            for r in range(1, height + 1)
            for c in range(1, width + 1)
        ]
        super().__init__(height, width, tuple(cells))
        self._beside: list[tuple[Point, list[tuple[Place, str]]]] = []
        self._near: dict[tuple[str, Place], tuple[Place, ...]] = {}
        self._relations: dict[str, tuple[tuple[Place, Place], ...]] = {}
        self._names: dict[str, Place | Unit] = {}

    # ---- places

    def _made(self, kind: str) -> tuple[Any, ...]:
        match kind:
            case "corner":
                ways = _CORNERS.values()
                points = {(c.at[0] + dy, c.at[1] + dx) for c in self.cells for dy, dx in ways}
                return tuple(
                    Place("corner", f"p{y // 2}q{x // 2}", y // 2, x // 2, (y, x), self)
                    for y, x in sorted(points)
                )
            case "border":
                return tuple(
                    Place("border", f"{cell.name}/{side}", cell.row, cell.column, at, self)
                    for at, [(cell, side), *_] in self._cells_at_borders()
                )
            case "link":
                return tuple(
                    Place("link", f"{a.name}-{b.name}", a.row, a.column, at, self)
                    for at, [(a, _), *others] in self._cells_at_borders()
                    for b, _ in others
                )
            case "row":
                w = self.width
                lines = [self.cells[r * w : (r + 1) * w] for r in range(self.height)]
                return tuple(Unit("row", f"row {k}", line) for k, line in enumerate(lines, 1))
            case "diagonal":
                return tuple(self._diagonals())
        raise KeyError(kind)

    def _cells_at_borders(self) -> list[tuple[Point, list[tuple[Place, str]]]]:
        """By the point of a border, in reading order, the one or two cells at it, and on which side
        of each it is."""
        if not self._beside:
            found: dict[Point, list[tuple[Place, str]]] = {}
            for cell in self.cells:
                for name, (dy, dx) in _WAYS.items():
                    found.setdefault((cell.at[0] + dy, cell.at[1] + dx), []).append((cell, name))
            self._beside = sorted(found.items(), key=lambda item: item[0])
        return self._beside

    def _diagonals(self) -> Iterator[Unit]:
        """The lines of cells that fall to the right, then those that rise, read from above."""
        for name, onward, back in (
            ("falling", "downright", "upleft"),
            ("rising", "downleft", "upright"),
        ):
            first = [c for c in self.cells if self.step(c, DIRECTIONS[back]) is None]
            for k, cell in enumerate(first, 1):
                line = (cell, *self._onward(cell, _WAYS[onward]))
                yield Unit("diagonal", f"{name} {k}", line)

    def _onward(self, cell: Place, way: Point) -> Iterator[Place]:
        """The cells beyond a cell in a direction, nearest first."""
        (y, x), (dy, dx), cells = cell.at, way, self._at("cell")
        while (found := cells.get((y := y + 2 * dy, x := x + 2 * dx))) is not None:
            yield found

    @property
    def names(self) -> dict[str, Place | Unit]:
        if not self._names:
            for kind in self.kinds:
                self._names.update((str(p), p) for p in self.places(kind))
            for unit in (*self.rows, *self.diagonals):
                self._names[unit.name.replace(" ", "")] = unit
        return self._names

    # ---- incidence

    def touching(self, kind: str, place: Place) -> tuple[Place, ...]:
        near = self._near.get((kind, place))
        if near is None:
            if kind not in self.kinds or place.kind not in self.kinds:
                raise KeyError(kind)
            found = {p for p in self._touching(kind, place) if p is not place}
            near = self._near[kind, place] = tuple(sorted(found, key=lambda p: p.at))
        return near

    def _touching(self, kind: str, place: Place) -> Iterator[Place]:
        table, (y, x) = self._at(kind), place.at
        if kind == place.kind:
            yield from self._of_one_kind(kind, place)
            return
        for dy, dx in _OFFSETS[_role(place), "segment" if kind in ("border", "link") else kind]:
            if (y + dy, x + dx) in table:
                yield table[y + dy, x + dx]

    def _of_one_kind(self, kind: str, place: Place) -> Iterator[Place]:
        """Cells of one kind touch if they share a border; borders and links if they share an
        end."""
        through = {"cell": "border", "corner": "border", "border": "corner", "link": "cell"}[kind]
        for middle in self.touching(through, place):
            yield from self.touching(kind, middle)

    def segment(self, kind: str, a: Place, b: Place) -> Place | None:
        (y, x), (v, u) = a.at, b.at
        found = self._at(kind).get(((y + v) // 2, (x + u) // 2))
        if found is None or a is b:
            return None
        ends = self.touching(a.kind, found)
        return found if a.kind == b.kind and a in ends and b in ends else None

    def beside(self, kind: str, place: Place, direction: Place) -> Place | None:
        """For cells only: a corner of a hexagon has no directions."""
        (y, x), (dy, dx) = place.at, _WAYS[direction.name]
        return self._at(kind).get((y + dy, x + dx)) if place.kind == "cell" else None

    def ends(self, segment: Place) -> tuple[Place, ...]:
        return self.touching("cell" if segment.kind == "link" else "corner", segment)

    def step(self, place: Place, d: Place) -> Place | None:
        (y, x), (dy, dx) = place.at, _WAYS[d.name]
        return self._at("cell").get((y + 2 * dy, x + 2 * dx)) if place.kind == "cell" else None

    def corner(self, cell: Place, name: str) -> Place | None:
        (y, x), (dy, dx) = cell.at, _CORNERS[name]
        return self._at("corner").get((y + dy, x + dx))

    def ring(self, cell: Place) -> Unit:
        return around([self.step(cell, d) for d in _TURNS], f"ring of {cell.name}")

    # ---- relations

    def relation(self, name: str) -> tuple[tuple[Place, Place], ...]:
        """`adjacent` and `touching` are the same: hexagons that share a corner share a side.
        `meeting`: pairs of links and pairs of borders that share an end."""
        if name not in self._relations:
            kinds = {"adjacent": ("cell",), "touching": ("cell",), "meeting": ("link", "border")}
            pairs = (pair for kind in kinds[name] for pair in self._pairs(kind))
            self._relations[name] = tuple(pairs)
        return self._relations[name]

    def _pairs(self, kind: str) -> Iterator[tuple[Place, Place]]:
        for a in self._all(kind):
            yield from ((a, b) for b in self.touching(kind, a) if a.at < b.at)

    def neighbouring(self, cells: Iterable[Place]) -> Iterator[tuple[Place, Place]]:
        there = set(cells)
        return ((a, b) for a, b in self.relation("adjacent") if a in there and b in there)

    # ---- lines

    def row(self, place: Place) -> Unit | None:
        return self.rows[place.row - 1]

    def lines(self, kind: str) -> Sequence[Sequence[Place]]:
        """Rows and diagonals for cells; the borders of hexagons form no straight lines."""
        return [u.members for u in (*self.rows, *self.diagonals)] if kind == "cell" else ()

    def between(self, a: Place, b: Place) -> tuple[Place, ...]:
        for way in _WAYS.values():
            line = tuple(self._onward(a, way))
            if b in line:
                return line[: line.index(b)]
        return ()

    def beams(self, kind: str) -> Iterator[list[tuple[Place, Place | None]]]:
        if kind == "cell":
            for row in self.rows:
                yield [(c, self.beside("border", c, DIRECTIONS["left"])) for c in row]
            return
        lines: dict[int, list[Place]] = {}
        for corner in self.corners:
            lines.setdefault(corner.at[0], []).append(corner)
        for y, line in lines.items():  # along a zigzag line, each border crosses a link
            yield [(corner, self._at("link").get((y, corner.at[1] - 1))) for corner in line]

    def axis(self, segment: Place) -> int:
        """0 for upright borders and the links that cross them, 1 for borders that fall
        to the right, 2 of those that rise."""
        return 0 if segment.at[0] % 2 else 2 if _rises(segment.at) else 1

    # ---- pictures

    @staticmethod
    def board_size(kind: str, rows: int, columns: int) -> tuple[int, int]:
        if kind == "cell":
            return rows, columns
        height = (rows + 1) // 2 if is_within(kind) else rows // 2
        shift = 2 if height > 1 else 0
        return height, (columns - shift + (3 if is_within(kind) else -1)) // 4

    def layouts(self, kind: str) -> tuple[Layout, ...]:
        """Cells stand in rows that are shifted, all others at their points."""
        if kind == "cell":
            points = {(c.row - 1, c.column - 1): c for c in self.cells}
            return (Layout(self.height, self.width, points),)
        down, right = (1, 2) if is_within(kind) else (0, 0)
        places = (p for part in kind.split("+") for p in self._all(part))
        points = {(p.at[0] - down, p.at[1] - right): p for p in places}
        high, wide = 2 * self.height + 1, 4 * self.width + 1 + (2 if self.height > 1 else 0)
        return (Layout(high - 2 * down, wide - 2 * right, points),)

    def is_joint(self, kind: str, at: Point) -> bool:
        if is_within(kind):
            return (at[0] + 1, at[1] + 2) in self._at("cell")
        return at in self._at("corner")

    def stroke(self, segment: Place) -> str:
        axis = self.axis(segment)
        return _STROKES[axis] if segment.kind == "border" else ("-", "/", "\\")[axis]

    @property
    def extent(self) -> Spot:
        return self.width + (0.5 if self.height > 1 else 0), (1.5 * self.height + 0.5) * _RADIUS

    def spot(self, at: Point) -> Spot:
        y, x = at
        if y % 2:
            return x / 4, _RADIUS * (0.75 * y + 0.25)
        middle = _RADIUS * (0.75 * y + 0.25)  # of a zigzag line
        if x % 2:
            return x / 4, middle
        upper = (x % 4 == 2) == (y % 4 == 0)
        return x / 4, middle + (-0.25 if upper else 0.25) * _RADIUS

    def corner_points(self, at: Point) -> tuple[Point, ...]:
        y, x = at
        return tuple((y + dy, x + dx) for dy, dx in (_CORNERS[name] for name in _COMPASS))

    def along(self, at: Point) -> tuple[Point, Point]:
        y, x = at
        return ((y - 1, x), (y + 1, x)) if y % 2 else ((y, x - 1), (y, x + 1))

    def across(self, at: Point) -> tuple[Point, Point]:
        y, x = at
        if y % 2:
            return (y, x - 2), (y, x + 2)
        down = 1 if _rises(at) else -1
        return (y - 1, x - down), (y + 1, x + down)

    def grid(self) -> Iterator[tuple[Point, Point]]:
        for border in self.borders:
            yield self.along(border.at)


_COMPASS = ("north", "northeast", "southeast", "south", "southwest", "northwest")


def _rises(at: Point) -> bool:
    """Whether a slanting border rises to the right: whether a cell lies below its right end."""
    y, x = at
    return (x + 1) % 4 == (0 if y % 4 else 2)


def _role(place: Place) -> str:
    """What the offsets of touching places depend on, besides their kind."""
    if place.kind in ("cell", "corner"):
        return place.kind
    return "upright" if place.at[0] % 2 else "slanting"


_SIDES = tuple(_WAYS.values())
_ALL_CORNERS = tuple(_CORNERS.values())
# The offsets from a place to those that may touch it; not all of these points are places of the
# kind.
_OFFSETS: dict[tuple[str, str], tuple[Point, ...]] = {
    ("cell", "corner"): _ALL_CORNERS,
    ("cell", "segment"): _SIDES,
    ("corner", "cell"): _ALL_CORNERS,
    ("corner", "segment"): ((-1, 0), (0, -1), (0, 1), (1, 0)),
    ("upright", "cell"): ((0, -2), (0, 2)),
    ("slanting", "cell"): ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    ("upright", "corner"): ((-1, 0), (1, 0)),
    ("slanting", "corner"): ((0, -1), (0, 1)),
    ("upright", "segment"): ((0, 0),),
    ("slanting", "segment"): ((0, 0),),
}


hexagons = shared(HexagonBoard)
