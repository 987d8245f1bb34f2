"""The interface of boards, for specs, puzzle files and drawings.

A board is an immutable set of places of several kinds (cells, corners, borders, links, …) with the
touching places of each, the steps from a place in a direction, the units that cells form, the
relations between them, the layout of pictures in text, and where everything is drawn. `square` and
`hexagon` implement the protocol; `shapes` chooses by the word of the `grid` declaration.
Operations on rectangles of squares only (blocks, windows, mirror images) are methods of
`SquareBoard`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Protocol, TypeAlias

from ...records import record
from .places import Place, Point, Unit

MAX_CELLS = 250_000

Spot: TypeAlias = tuple[float, float]  # x to the right and y down, in widths of a cell


@record
class Layout:
    """A picture in text: its numbers of rows and of tokens in a row, and the place at each row and
    column (from 0)."""

    height: int
    width: int
    points: dict[Point, Place]


def is_within(kind: str) -> bool:
    """Whether a picture of places of this kind, which also has tokens between the cells, leaves out
    the edge of the board."""
    return set(kind.split("+")) <= {"cell", "link"}


class Board(Protocol):
    """A board of `height` rows, of `width` cells at most.

    shape: its word in a `grid` declaration. staggered: every second row of cells is shifted by half
    a cell, in pictures too. ways: from the point of a cell to those of its borders; a neighbour
    lies twice as far. around_corner: how many cells meet at a corner within the board. turns: from
    each direction to the next one clockwise. kinds: of its places, without units. line_tokens: the
    characters of lines along borders and links.
    """

    shape: ClassVar[str]
    staggered: ClassVar[bool]
    ways: ClassVar[tuple[Point, ...]]
    around_corner: ClassVar[int]
    directions: ClassVar[tuple[Place, ...]]
    turns: ClassVar[Mapping[Place, Place]]
    kinds: ClassVar[tuple[str, ...]]
    line_tokens: ClassVar[tuple[str, ...]]
    height: int
    width: int
    cells: tuple[Place, ...]

    # ---- places

    @property
    def corners(self) -> tuple[Place, ...]: ...
    @property
    def borders(self) -> tuple[Place, ...]: ...
    @property
    def links(self) -> tuple[Place, ...]: ...
    @property
    def rows(self) -> tuple[Unit, ...]: ...
    @property
    def diagonals(self) -> tuple[Unit, ...]: ...
    @property
    def names(self) -> dict[str, Place | Unit]:
        """Every place by the name that puzzle files give it."""

    def places(self, kind: str) -> tuple[Place, ...] | tuple[Unit, ...]:
        """All places of a kind, in reading order. Raises KeyError for a kind that the board
        lacks."""

    def kind_of(self, places: tuple[Any, ...]) -> str:
        """The kind whose places these are, all of them and in reading order; "" if there is
        none."""

    # ---- incidence

    def touching(self, kind: str, place: Place) -> tuple[Place, ...]:
        """The places of a kind that touch a place, in reading order.

        Of two kinds, those that share a point of the board; of one kind, cells that share a side,
        borders or links that share an end, corners that a border joins.
        """

    def segment(self, kind: str, a: Place, b: Place) -> Place | None:
        """The border or link between two neighbouring cells, the border between two corners."""

    def beside(self, kind: str, place: Place, direction: Place) -> Place | None:
        """The border or link at a cell or corner in a direction; None off the board."""

    def ends(self, segment: Place) -> tuple[Place, ...]:
        """The two cells that a link joins, the two corners that a border joins."""

    def step(self, place: Place, d: Place) -> Place | None:
        """The neighbour of a cell or a corner in a direction; None off the board."""

    def ray(self, place: Place, d: Place) -> tuple[Place, ...]:
        """The cells or corners beyond a place in a direction, nearest first."""

    def corner(self, cell: Place, name: str) -> Place | None:
        """A corner of a cell by its name, such as `northwest`."""

    def ring(self, cell: Place) -> Unit:
        """The cells around a cell, clockwise; cyclic where none is missing."""

    def relation(self, name: str) -> tuple[tuple[Place, Place], ...]:
        """The pairs of places in a relation, each with the earlier place first."""

    def neighbouring(self, cells: Iterable[Place]) -> Iterator[tuple[Place, Place]]:
        """Of the given cells, which may lie beyond the board, the pairs that share a side."""

    # ---- lines

    def row(self, place: Place) -> Unit | None:
        """The row of a cell; None for a cell beyond the board."""

    def lines(self, kind: str) -> Sequence[Sequence[Place]]:
        """The straight lines of cells or corners in all directions; empty if there are none."""

    def between(self, a: Place, b: Place) -> tuple[Place, ...]:
        """The cells strictly between two cells, from a to b; () unless a straight line joins
        them."""

    def beams(self, kind: str) -> Iterator[list[tuple[Place, Place | None]]]:
        """Lines from outside into the board that together cover all cells or corners: the places on
        each line, with the border (for corners: the link) crossed on the step to the place."""

    def axis(self, segment: Place) -> int:
        """The direction of a link or border as a number, equal for segments that continue each
        other straight on."""

    # ---- pictures

    @staticmethod
    def board_size(kind: str, rows: int, columns: int) -> tuple[int, int]:
        """The height and width of the board shown by a picture of these places, from the picture's
        rows and columns."""

    def layouts(self, kind: str) -> tuple[Layout, ...]:
        """The layouts of pictures for places of one kind, or of several joined by `+`; the first is
        used for printing."""

    def is_joint(self, kind: str, at: Point) -> bool:
        """Whether a point of a picture of borders or links is one of the places that these join."""

    def stroke(self, segment: Place) -> str:
        """The character of a line along a border or link."""

    @property
    def extent(self) -> Spot:
        """The width and height of the drawn board, in widths of a cell."""

    def spot(self, at: Point) -> Spot:
        """Where a point of the board is drawn."""

    def corner_points(self, at: Point) -> tuple[Point, ...]:
        """The points of the corners of the cell at a point, clockwise."""

    def along(self, at: Point) -> tuple[Point, Point]:
        """The points of the corners at the ends of a border."""

    def across(self, at: Point) -> tuple[Point, Point]:
        """The points of the cells on both sides of a border, or at the ends of a link; one of them
        may be off the board."""

    def grid(self) -> Iterator[tuple[Point, Point]]:
        """All borders as lines from corner to corner, those that continue each other joined."""
