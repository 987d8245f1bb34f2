"""Scenes: what a picture shows and where, independent of text or SVG. `scenes` makes them.

Places are given by their points on the board's doubled grid (cells at odd coordinates, corners at
even ones).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Set
from typing import Any, Literal, TypeAlias

from ..compiler.board.places import Place, Point, Unit
from ..compiler.board.protocol import Board
from ..dsl.looks import BoardStyle, Mark
from ..dsl.looks import Look as Marks
from ..records import field, record

Look: TypeAlias = Literal["text", "fill", "star", "disc", "paint", "arrow", "stroke", "split"]

FILLING = ("#", "!", "█", "■")
LINES = ("#", "-", "|")
STARS = ("*", "★")
DISCS = ("o", "O", "●", "○")
COLOURS = frozenset(
    {
        *("white", "black", "red", "green", "blue", "yellow", "orange", "purple"),
        *("pink", "brown", "grey", "gray", "cyan", "magenta"),
    }
)


# What tokens without a look of the spec are drawn as.
_USUAL: dict[str, Marks] = {
    "text": (Mark("text"),),
    "fill": (),
    "split": (),
    "star": (Mark("star"),),
    "disc": (Mark("ring"),),
    "arrow": (Mark("arrow"),),
}


@record
class Token:
    """The value at a place, to be drawn. given: printed with the puzzle, not found. clue: of a
    given layer, so that it may share its place with a found value. name: of its value.

    look: the default picture. fill: the place is filled; star, disc, arrow, stroke (a diagonal): a
    sign; paint: the cell has the colour `name`, or a disc has it, if some cells have no colour;
    split: two clues of a filled cell, `below\\across`. name: of an arrow, its direction. marks: the
    look that the spec declares; pictures of characters ignore it. parts: the texts of a list that
    fits around the middle.
    """

    text: str
    given: bool
    look: Look = "text"
    name: str = ""
    clue: bool = False
    marks: Marks | None = None
    parts: tuple[str, ...] = ()


def marks_of(token: Token) -> Marks:
    """The marks of a token: those of its look, or else what its text stands for."""
    if token.marks is not None:
        return token.marks
    if token.look == "paint":
        return (Mark("disc", ink=token.name),)
    if token.look == "stroke":
        return (Mark("slash", direction="upright" if token.text == "/" else "downright"),)
    return _USUAL[token.look]


@record
class Stroke:
    """A list of cells that is drawn as one: marks through it, or at its first cell."""

    points: tuple[Point, ...]
    marks: Marks
    given: bool = True


@record(frozen=False)
class Scene:
    """One picture of a board.

    walls: where a wall runs between two cells. cages: groups of cells with an outline lighter than
    walls. lines, paths: borders and links that are drawn, and whether they are given. points:
    tokens on corners, borders and links. labels: by the first cell of a group, its tokens. margins:
    by side and row or column (from 0), the tokens from outside inwards. found: what the found
    layers show, by the kind of their places, to distinguish them.

    In SVG only: strokes: chains of cells, such as the lines of a sudoku. tiles: groups of joined
    cells, edges: borders of equal values, and whether these are given. signs: tokens in addition to
    those of the layers; hidden: points of lines that signs replace. drawn: layers that need no
    table under the picture. style: of the board. frame: whether the board has a frame (not if lines
    may run along its edge). partial: undecided places are empty, without a question mark.
    """

    board: Board
    name: str = ""
    cells: dict[Point, list[Token]] = field(default_factory=dict)
    points: dict[Point, list[Token]] = field(default_factory=dict)
    walls: set[Point] = field(default_factory=set)
    cages: list[frozenset[Place]] = field(default_factory=list)
    lines: dict[Point, bool] = field(default_factory=dict)
    paths: dict[Point, bool] = field(default_factory=dict)
    strokes: list[Stroke] = field(default_factory=list)
    tiles: list[tuple[frozenset[Point], bool]] = field(default_factory=list)
    edges: dict[Point, bool] = field(default_factory=dict)
    hidden: set[Point] = field(default_factory=set)
    drawn: set[str] = field(default_factory=set)
    signs: dict[Point, list[Token]] = field(default_factory=dict)
    style: BoardStyle = BoardStyle()
    labels: dict[Point, str] = field(default_factory=dict)
    margins: dict[str, dict[int, list[Token]]] = field(default_factory=dict)
    frame: bool = True
    partial: bool = False
    found: dict[str, set[str]] = field(default_factory=dict)

    def is_filled(self, at: Point) -> bool:
        return any(t.look in ("fill", "split") for t in self.cells.get(at, ()))

    @property
    def painted(self) -> dict[Point, Token]:
        """By cell, the token whose colour it has as a whole; empty if some cell has no colour."""
        paint = {
            at: token
            for at, tokens in self.cells.items()
            for token in tokens
            if token.look == "paint" and token.marks is None
        }
        if len(paint) < len(self.board.cells):
            return {}
        return {at: token for at, token in paint.items() if not self.is_filled(at)}


def outline(board: Board, cells: Iterable[Any]) -> list[Point]:
    """The points of the borders around a group of cells."""
    return edges_of(board, {c.at for c in cells})


def edges_of(board: Board, inside: Set[Point]) -> list[Point]:
    """The points of the borders around the cells at some points."""
    return [
        (y + dy, x + dx)
        for y, x in inside
        for dy, dx in board.ways
        if (y + 2 * dy, x + 2 * dx) not in inside
    ]


def marked_points(marked: Collection[Any]) -> set[Point]:
    """The points of the places to be marked; of a unit, those of its places."""
    out: set[Point] = set()
    for place in marked:
        if isinstance(place, Place) and place.kind != "direction":
            out.add(place.at)
        elif isinstance(place, (Unit, tuple)):
            out |= marked_points(tuple(place))
    return out
