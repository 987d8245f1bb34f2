"""Shapes: sets of cells up to translation, and perhaps up to rotation and reflection."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ...model.forms import Form, FoundForm, Point, Table, orientations, some_equal
from ...model.globals.box import Positions
from ...model.globals.form import HAS_FORM, SAME_FORM
from ...model.model import Model
from ...model.nodes import Bool, Graph
from ...records import field, record


@record
class Shape:
    """The shape of a constant set of cells; one orientation represents all."""

    form: Form
    turned: bool
    flipped: bool

    def forms(self) -> Iterator[Form]:
        """Its orientations."""
        return iter(orientations(self.form, self.turned, self.flipped) if self.form else [()])


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
    """The shape of a found set. found: gives, row by row, whether each cell of a rectangle around
    it is in the set. piece: the piece that the set is, if it is one."""

    found: Callable[[], Sequence[Sequence[Bool]]] = field(repr=False)
    turned: bool
    flipped: bool
    piece: PieceAt | None = None
    form: FoundForm = field(init=False, repr=False)
    _same: dict[Any, Bool] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "form", FoundForm(self.found))


def same_shape(m: Model, a: Shape | FoundShape, b: Shape | FoundShape) -> Bool:
    """Whether two shapes are equal, both up to the same symmetries."""
    if isinstance(a, Shape):
        if isinstance(b, Shape):
            return a == b
        a, b = b, a
    same = a._same.get(b)
    if same is None:
        same = a._same[b] = _is_shape(m, a, b) if isinstance(b, Shape) else _are_alike(m, a, b)
    return same


def _is_shape(m: Model, found: FoundShape, shape: Shape) -> Bool:
    forms = [tuple([(r, c) for r, c, _ in form]) for form in shape.forms()]
    if found.piece is not None:
        piece = found.piece
        return m.query(HAS_FORM, piece.graph, (piece.vertex, piece.where, frozenset(forms)))
    tables: list[Table] = [dict.fromkeys(form, True) for form in forms]
    return some_equal(m, tables, found.form.as_it_lies(m))


def _are_alike(m: Model, a: FoundShape, b: FoundShape) -> Bool:
    one, other = a.piece, b.piece
    if one and other and one.graph is other.graph and one.where is other.where:
        v, w = sorted((one.vertex, other.vertex))
        return v == w or m.query(SAME_FORM, one.graph, (v, w, one.where, a.turned, a.flipped))
    return some_equal(m, a.form.tables(m, a.turned, a.flipped), b.form.as_it_lies(m))
