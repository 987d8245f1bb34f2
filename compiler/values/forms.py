"""Shapes: sets of cells up to translation, and perhaps up to rotation and reflection. Pictures of
things, whose cells have values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...model.forms import Form, PlainForm, Point, found_form, orientations
from ...model.globals.box import Positions
from ...model.globals.connected_pair import in_piece
from ...model.globals.form import HAS_FORM, SAME_FORM
from ...model.globals.same_shape import SAME_SHAPE
from ...model.model import Model
from ...model.nodes import Bool, Graph
from ...records import field, record


class Image:
    """A picture of a thing: the values by row and column (from 0)."""

    __slots__ = ("height", "values", "width")

    def __init__(self, height: int, width: int, values: tuple[tuple[Any, ...], ...]) -> None:
        self.height = height
        self.width = width
        self.values = values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Image) and self.values == other.values

    def __hash__(self) -> int:
        return hash(self.values)


@record
class Shape:
    """The shape of a constant set of cells; one orientation represents all."""

    form: Form
    turned: bool
    flipped: bool

    def forms(self) -> list[PlainForm]:
        """Its orientations."""
        forms = orientations(self.form, self.turned, self.flipped) if self.form else [()]
        return [tuple([(r, c) for r, c, _ in form]) for form in forms]


def shape_of(points: Iterable[Point], turned: bool, flipped: bool) -> Shape:
    """The shape of a set of cells, given as (row, column)."""
    dots = [(r, c, True) for r, c in points]
    forms = orientations(dots, turned, flipped) if dots else [()]
    return Shape(min(forms), turned, flipped)


@record
class PieceAt:
    """The piece of a vertex of a graph whose vertices have positions."""

    graph: Graph
    vertex: int
    where: Positions


@record(eq=False)
class FoundShape:
    """The shape of a found set.

    places, there: of its possible members, and whether each is one; not listed if the set is a
    piece, this one, for comparisons of pieces in a graph do not need them."""

    places: tuple[Point, ...] = field(repr=False)
    there: tuple[Bool, ...] = field(repr=False)
    turned: bool
    flipped: bool
    piece: PieceAt | None = None

    def members(self, m: Model) -> tuple[tuple[Point, ...], tuple[Bool, ...]]:
        """The possible members, and whether each is one."""
        piece = self.piece
        if piece is None:
            return self.places, self.there
        found = in_piece(m, piece.graph, piece.vertex)
        listed = [(p, x) for p, x in zip(piece.where.at, found, strict=True) if x is not False]
        return tuple([p for p, _ in listed]), tuple([x for _, x in listed])


def same_shape(m: Model, a: Shape | FoundShape, b: Shape | FoundShape) -> Bool:
    """Whether two shapes are equal, both up to the same symmetries."""
    if isinstance(a, Shape):
        if isinstance(b, Shape):
            return a == b
        a, b = b, a
    same: Bool | None = m.derived.get((same_shape, a, b))
    if same is None:
        same = _is_shape(m, a, b) if isinstance(b, Shape) else _are_alike(m, a, b)
        m.derived[same_shape, a, b] = same
    return same


def _is_shape(m: Model, found: FoundShape, shape: Shape) -> Bool:
    if found.piece is not None:
        piece, forms = found.piece, frozenset(shape.forms())
        return m.query(HAS_FORM, piece.graph, (piece.vertex, piece.where, forms))
    return found_form(m, found.places, found.there).is_one_of(m, shape.forms())


def _are_alike(m: Model, a: FoundShape, b: FoundShape) -> Bool:
    one, other = a.piece, b.piece
    if one and other and one.graph is other.graph and one.where is other.where:
        v, w = sorted((one.vertex, other.vertex))
        return v == w or m.query(SAME_FORM, one.graph, (v, w, one.where, a.turned, a.flipped))
    (ones, there), (others, also) = sorted((a.members(m), b.members(m)), key=lambda x: x[0])
    return m.all_of(SAME_SHAPE, (*there, *also), (ones, others, a.turned, a.flipped))
