"""Shapes on the board: placements of pictures and sets, outlines, boxes, mirror images, shapes up
to symmetry.

Each takes any set of cells; the result for a found set is found too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...dsl.written import cells_of
from ...model.forms import Dot, Form, Point, orientations
from ...model.globals.box import IN_BOX, Positions, spanned
from ...model.model import Model
from ...model.nodes import Bool
from ...model.pieces import ABSENT, is_known_piece
from ..board.places import Place, Unit
from ..context import Context
from ..values.choice import Choice
from ..values.choosing import choice_among, lookup
from ..values.forms import FoundShape, Image, PieceAt, Shape, shape_of
from ..values.listing import from_table, sure_members
from ..values.members import items, places_of
from ..values.moved import Moved
from ..values.partitions import Box, Piece
from ..values.placement import Placement
from ..values.sets import make_set
from ..values.values import Layer, Unsupported, Value, is_found_set, present


def _dots(image: Image | str) -> list[Dot]:
    """The (row, column, value) of a picture, or of one that is written in the spec."""
    if isinstance(image, str):
        try:
            return [(r, c, True) for r, c in cells_of(image)]
        except ValueError as problem:
            raise Unsupported(str(problem)) from None
    return [
        (r, c, v)
        for r, line in enumerate(image.values)
        for c, v in enumerate(line)
        if v is not None
    ]


def placements(
    context: Context, shape: Value, turned: bool = False, flipped: bool = False
) -> Value:
    """All different placements of a shape, or of one of a list of shapes, on the board."""
    if isinstance(shape, Layer) and any(isinstance(v, Image) for v in shape.table.values()):
        shape = tuple(shape.table.values())
    several = sure_members(shape)
    shapes = (shape,) if several is None or _is_cells(several) else several
    forms: dict[Form, None] = {}
    for one in shapes:
        if isinstance(one, (Image, str)):
            dots = _dots(one)
        else:
            dots = [(p.row, p.column, True) for p, _ in places_of(context.m, one)]
        if not dots:
            raise Unsupported("the placements of an empty shape")
        forms.update(dict.fromkeys(orientations(dots, turned, flipped)))
    found: list[Placement] = []
    for form in forms:
        shows = tuple([v for _, _, v in form])
        for cells in context.squares.placings([(r, c) for r, c, _ in form]):
            found.append(Placement(cells, shows))
    return tuple(found)


def _is_cells(value: tuple[Any, ...]) -> bool:
    return bool(value) and isinstance(value[0], Place)


def outline(context: Context, spots: Value) -> Layer:
    """The borders between two cells that no single one of the sets contains both of."""
    m, pairs = context.m, context.board.relation("adjacent")
    after: dict[Place, list[Place]] = {}
    for a, b in pairs:
        after.setdefault(a, []).append(b)
    inside: dict[tuple[Place, Place], list[Bool]] = {}
    for spot in spots.table.values() if isinstance(spots, Layer) else [spots]:
        for option, chosen in (spot.options if isinstance(spot, Choice) else {spot: True}).items():
            covered = dict(places_of(m, option))
            for a, there in covered.items():
                for b in after.get(a, ()):
                    other = covered.get(b, False)
                    if there is True and other is True:
                        inside.setdefault((a, b), []).append(chosen)
                    elif other is not False:
                        both = m.and_((chosen, there, other))
                        inside.setdefault((a, b), []).append(both)
    seams: dict[Any, Bool] = {
        context.board.segment("border", a, b): m.not_(m.or_(inside.get((a, b), ())))
        for a, b in pairs
    }
    order = {p: i for i, p in enumerate(context.board.borders)}
    table = dict(sorted(seams.items(), key=lambda seam: order[seam[0]]))
    return Layer("outline", table, True, "border")


# ---- forms ---------------------------------------------------------------------------------------


def shape(context: Context, cells: Value, turned: bool = False, flipped: bool = False) -> Value:
    """The shape of a picture or a set of cells, regardless of position (and rotation, reflection),
    comparable with `=`."""

    def plain(collection: Value) -> Shape | FoundShape:
        if isinstance(collection, (Image, str)):
            return shape_of(((r, c) for r, c, _ in _dots(collection)), turned, flipped)
        piece = _piece_at(collection)
        if piece is not None and not is_known_piece(piece.graph, piece.vertex):
            return FoundShape((), (), turned, flipped, piece)
        there = _there(context.m, collection)
        if all(c is True for c in there.values()):
            return shape_of(((p.row, p.column) for p in there), turned, flipped)
        places = tuple([(p.row, p.column) for p in there])
        return FoundShape(places, tuple(there.values()), turned, flipped)

    if isinstance(cells, Choice) and not is_found_set(cells):
        return lookup(context.m, plain, cells)
    if cells is None:
        return None
    return choice_among({plain(cells): present(context.m, cells)})


def _piece_at(cells: Value) -> PieceAt | None:
    """A piece of cells that is not restricted to some of them; None for another value."""
    if not isinstance(cells, Piece) or cells.within is not None or cells.vertex == ABSENT:
        return None
    where = cells.partition.positions
    return None if where is None else PieceAt(cells.partition.graph, cells.vertex, where)


def _there(m: Model, cells: Value) -> dict[Place, Bool]:
    """The cells of a set, each once, with the condition that it is a member."""
    return dict(places_of(m, make_set(m, items(m, cells))))


def box(context: Context, cells: Value) -> Value:
    """The smallest rectangle that contains a set of cells: the cells with a member in their row or
    above, one in their row or below, and likewise to the left and to the right."""
    if isinstance(cells, Piece) and cells.within is None and context.squares:
        where = cells.partition.positions
        if where is not None:
            return Box(cells, where, lambda: _box_of_piece(context, cells, where))
    return _cells_of_box(context, cells)


def _box_of_piece(context: Context, piece: Piece, where: Positions) -> Value:
    m, graph = context.m, piece.partition.graph
    if piece.vertex == ABSENT:
        return ()
    places = context.squares.rectangle_around(_there(m, piece))
    inside = {
        place: m.query(IN_BOX, graph, (piece.vertex, where, (place.row, place.column)))
        for row in places
        for place in row
    }
    if all(isinstance(condition, bool) for condition in inside.values()):
        return tuple(c for c, condition in inside.items() if condition)
    return from_table(inside)


def _cells_of_box(context: Context, cells: Value) -> Value:
    m = context.m
    there = _there(m, cells)
    places = context.squares.rectangle_around(there)
    rows = _rows(places, there)
    across = spanned(m, [m.or_(row) for row in rows])
    along = spanned(m, [m.or_(column) for column in zip(*rows, strict=True)])
    inside = {
        place: m.and_((one, other))
        for row, one in zip(places, across, strict=True)
        for place, other in zip(row, along, strict=True)
    }
    if all(isinstance(condition, bool) for condition in inside.values()):
        return tuple(c for c, condition in inside.items() if condition)
    return from_table(inside)


def _rows(places: Sequence[Sequence[Place]], there: dict[Place, Bool]) -> list[list[Bool]]:
    """Whether each place of a rectangle is in a set, row by row."""
    return [[there.get(place, False) for place in row] for row in places]


def mirror(context: Context, cells: Value, about: Value) -> Value:
    """A set of cells after a half turn about a place; it may reach beyond the board."""

    def plain(centre: Place | None) -> Value:
        if centre is None:
            return None
        turn = context.squares.half_turn(centre)
        if isinstance(cells, Piece):
            return Moved(cells, turn)
        return from_table({turn.image(p): c for p, c in _there(context.m, cells).items()})

    return lookup(context.m, plain, about)


def centres(
    context: Context, piece: Value, members: Sequence[tuple[Value, Bool]]
) -> list[tuple[Value, Bool]] | None:
    """Those of some places about which a half turn takes a whole piece of cells to itself, each
    with the condition that it does. None for another set, and for places to be found."""
    if not isinstance(piece, Piece) or piece.place is None:
        return None
    where = piece.partition.positions
    places = [(x, there) for x, there in members if isinstance(x, Place)]
    if where is None or len(places) < len(members):
        return None
    m, board = context.m, context.squares
    among = {board.between_turned(piece.place, image) for image in piece.possible()}
    found = [
        (x, m.and_((there, piece.turns(m, where, frozenset([board.exchanged(x)])))))
        for x, there in places
        if x.at in among
    ]
    return [(x, condition) for x, condition in found if condition is not False]


def is_turned(context: Context, piece: Value, about: frozenset[Point]) -> Bool | None:
    """Whether one of some half turns takes a whole piece of cells to itself; None for another
    set."""
    if not isinstance(piece, Piece) or piece.place is None:
        return None
    where = piece.partition.positions
    return None if where is None else piece.turns(context.m, where, about)


def reflect(context: Context, cells: Value, axis: Value) -> Value:
    """The mirror image of a set of cells over a line; it may reach beyond the board."""

    def plain(line: Place | Unit | None) -> Value:
        if line is None:
            return None
        if isinstance(line, Unit) and line.kind not in ("row", "column"):
            raise Unsupported(f"the mirror image over {line.name}, which is not a row or column")
        return from_table(
            {context.squares.reflection(p, line): c for p, c in _there(context.m, cells).items()}
        )

    return lookup(context.m, plain, axis)
