"""The board of square cells: `grid h x w`. How its places touch, step and turn; `square_places`
says which there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from .places import Place, Point, Unit, around
from .sharing import shared
from .square_places import CROSS, SquarePlaces

CORNER_NAMES: dict[str, Point] = {
    "northwest": (-1, -1),
    "northeast": (-1, 1),
    "southwest": (1, -1),
    "southeast": (1, 1),
}
_RING: Final = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))


class SquareBoard(SquarePlaces):
    """A board of height × width square cells; see `protocol.Board` for what all boards have."""

    def __init__(self, height: int, width: int) -> None:
        super().__init__(height, width)
        self._near: dict[tuple[str, Place], tuple[Place, ...]] = {}
        self._relations: dict[str, tuple[tuple[Place, Place], ...]] = {}
        self._turns: dict[Place, HalfTurn] = {}
        self._next_to: dict[Place, tuple[Place, ...]] = {}
        self._grid_lines: tuple[tuple[Place, ...], ...] = ()

    # ---- turning

    def exchanged(self, centre: Place) -> Point:
        """The sum of the positions of any two cells that a half turn about a place exchanges."""
        y, x = centre.at
        return y + 1, x + 1

    def between_turned(self, cell: Place, image: Place) -> Point:
        """The coordinates of the place about which a half turn takes a cell to another one."""
        return cell.row + image.row - 1, cell.column + image.column - 1

    def half_turn(self, centre: Place) -> HalfTurn:
        """The half turn about a place."""
        found = self._turns.get(centre)
        if found is None:
            found = self._turns[centre] = HalfTurn(self, self.exchanged(centre))
        return found

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

    # ---- incidence

    def touching(self, kind: str, place: Place) -> tuple[Place, ...]:
        """The places of a kind that touch a place, in reading order.

        Of two kinds, those that share a point of the board; of one kind, cells that share a side,
        borders or links that share an end, corners that a border joins.
        """
        near = self._near.get((kind, place))
        if near is None:
            near = self._near[kind, place] = self._touching(kind, place)
        return near

    def _touching(self, kind: str, place: Place) -> tuple[Place, ...]:
        if "side" in (kind, place.kind):
            if place.kind != "side":
                return tuple(s for s in self.sides if place in self.touching(place.kind, s))
            if kind == "cell":
                return self.line(place)[:1]
            frame = self._frame_at(place)
            return (frame,) if kind == "border" else self.touching("corner", frame)
        y, x = place.at
        offsets = _OFFSETS[place.kind, kind][y % 2]
        table = self._at(kind)
        near = [table.get((y + dy, x + dx)) for dy, dx in offsets]
        return tuple([p for p in near if p is not None])

    def _frame_at(self, side: Place) -> Place:
        """The border on the frame of the board between a side and its first cell."""
        y, x = self.line(side)[0].at
        dy, dx = (side.row * 2 - 1 - y, side.column * 2 - 1 - x)
        return self._at("border")[y + dy // 2, x + dx // 2]

    def segment(self, kind: str, a: Place, b: Place) -> Place | None:
        """The border or link between two neighbouring cells, the border between two corners."""
        (y, x), (v, u) = a.at, b.at
        if abs(y - v) + abs(x - u) != 2:
            return None
        return self._at(kind).get(((y + v) // 2, (x + u) // 2))

    def beside(self, kind: str, place: Place, direction: Place) -> Place | None:
        """The border or link at a cell or corner in a direction; None off the board."""
        (y, x), (dy, dx) = place.at, direction.at
        return self._at(kind).get((y + dy, x + dx))

    def ends(self, segment: Place) -> tuple[Place, ...]:
        """The two cells that a link joins, the two corners that a border joins."""
        return self.touching("cell" if segment.kind == "link" else "corner", segment)

    def lines(self, kind: str) -> Sequence[Sequence[Place]]:
        """The straight lines of cells or corners: the horizontal ones, then the vertical ones."""
        if kind != "corner":
            return [unit.members for unit in (*self.rows, *self.columns)]
        if not self._grid_lines:
            corners, across = self.corners, self.width + 1
            rows = [corners[i : i + across] for i in range(0, len(corners), across)]
            self._grid_lines = (*rows, *[corners[i::across] for i in range(across)])
        return self._grid_lines

    def beams(self, kind: str) -> Iterator[list[tuple[Place, Place | None]]]:
        """For each row of cells or corners its places from the left, each with the border (for
        corners: the link) between it and the place before."""
        segments = self._at("link" if kind == "corner" else "border")
        places = self.corners if kind == "corner" else self.cells
        across = self.width + (kind == "corner")
        for i in range(0, len(places), across):
            yield [(p, segments.get((p.at[0], p.at[1] - 1))) for p in places[i : i + across]]

    def neighbouring(self, cells: Iterable[Place]) -> Iterator[tuple[Place, Place]]:
        """Of the given cells, which may lie beyond the board, the pairs that share a side."""
        there = dict.fromkeys(cells)
        if not self._next_to:
            self._next_to = self._right_and_below()
        next_to = self._next_to
        if not there.keys() <= next_to.keys():
            return self._beside_each_other(there)
        return iter([(p, other) for p in there for other in next_to[p] if other in there])

    def _right_and_below(self) -> dict[Place, tuple[Place, ...]]:
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
        if place.kind in ("side", "direction"):
            return None
        return self._at(place.kind).get((place.at[0] + 2 * dy, place.at[1] + 2 * dx))

    def corner(self, cell: Place, name: str) -> Place | None:
        """A corner of a cell; None if a cell beyond the board has none."""
        dy, dx = CORNER_NAMES[name]
        return self._at("corner").get((cell.at[0] + dy, cell.at[1] + dx))

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

    def windows(self, height: int, width: int, around: Place | None = None) -> tuple[Unit, ...]:
        """Every height × width rectangle of cells, overlapping. around: only those with this
        cell."""
        top, left, bottom, right = 1, 1, self.height - height + 1, self.width - width + 1
        if around is not None:
            top, bottom = max(top, around.row - height + 1), min(bottom, around.row)
            left, right = max(left, around.column - width + 1), min(right, around.column)
        return tuple(
            Unit("window", f"{height}x{width} at r{r}c{c}", self._rectangle(r, c, height, width))
            for r in range(top, bottom + 1)
            for c in range(left, right + 1)
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


_FORWARD: Final[dict[str, tuple[Point, ...]]] = {
    "adjacent": ((0, 1), (1, 0)),
    "diagonal": ((1, -1), (1, 1)),
    "touching": ((0, 1), (1, -1), (1, 0), (1, 1)),
    "knight": ((1, -2), (1, 2), (2, -1), (2, 1)),
}

_DIAGONAL: Final = ((-1, -1), (-1, 1), (1, -1), (1, 1))
_FAR: Final = ((-2, 0), (0, -2), (0, 2), (2, 0))
_UP_AND_DOWN: Final = ((-1, 0), (1, 0))
_LEFT_AND_RIGHT: Final = ((0, -1), (0, 1))
_MEETING_ACROSS: Final = ((-1, -1), (-1, 1), (0, -2), (0, 2), (1, -1), (1, 1))
_MEETING_UPRIGHT: Final = ((-2, 0), (-1, -1), (-1, 1), (1, -1), (1, 1), (2, 0))
_ITSELF: Final = ((0, 0),)
# From a place to those of a kind that may touch it, where its row among the points of the board is
# even and where it is odd. A border is upright in odd rows, a link in even ones.
_OFFSETS: Final[dict[tuple[str, str], tuple[tuple[Point, ...], tuple[Point, ...]]]] = {
    ("cell", "cell"): (_FAR, _FAR),
    ("cell", "corner"): (_DIAGONAL, _DIAGONAL),
    ("cell", "border"): (CROSS, CROSS),
    ("cell", "link"): (CROSS, CROSS),
    ("corner", "cell"): (_DIAGONAL, _DIAGONAL),
    ("corner", "corner"): (_FAR, _FAR),
    ("corner", "border"): (CROSS, CROSS),
    ("corner", "link"): (CROSS, CROSS),
    ("border", "cell"): (_UP_AND_DOWN, _LEFT_AND_RIGHT),
    ("border", "corner"): (_LEFT_AND_RIGHT, _UP_AND_DOWN),
    ("border", "border"): (_MEETING_ACROSS, _MEETING_UPRIGHT),
    ("border", "link"): (_ITSELF, _ITSELF),
    ("link", "cell"): (_UP_AND_DOWN, _LEFT_AND_RIGHT),
    ("link", "corner"): (_LEFT_AND_RIGHT, _UP_AND_DOWN),
    ("link", "border"): (_ITSELF, _ITSELF),
    ("link", "link"): (_MEETING_UPRIGHT, _MEETING_ACROSS),
}


class HalfTurn:
    """A half turn of the cells of a board. centre: the sum of the positions of any two cells that
    it exchanges."""

    def __init__(self, board: SquareBoard, centre: Point) -> None:
        self.board = board
        self.centre = centre
        self._images: dict[Place, Place] = {}

    def image(self, cell: Place) -> Place:
        """The cell that a cell is taken to, perhaps beyond the board."""
        image = self._images.get(cell)
        if image is None:
            row, column = self.centre
            image = self.board.anywhere(row - cell.row, column - cell.column)
            self._images[cell] = image
        return image
