"""The picture vocabulary: the words after `as`, and the marks that they describe.

A look is one or more marks joined by `+`; a mark is some words, at most one of each axis: *shape*,
*slot* (where in the cell), *ink*, *size*, *direction*. No word is specific to a genre.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from ..records import record
from . import syntax as s

# The words of each axis.
Axes: TypeAlias = Mapping[str, Mapping[str, Any]]

# Signs: in a slot of a cell, or at a corner, border, link or side.
SIGNS = {
    "text": "the value, written",
    "dot": "a small filled circle",
    "ring": "a circle that hides lines below it",
    "disc": "a filled circle; lines run over it",
    "square": "a square, filled with a named ink",
    "triangle": "a triangle; a direction turns it",
    "diamond": "a square on its tip",
    "cross": "two strokes that cross",
    "plus": "a plus sign",
    "bar": "a stroke across the cell; `bar up` an upright one",
    "slash": "a stroke from corner to corner: `slash upright`, `slash downright`",
    "star": "a star",
    "arrow": "an arrow; of a value that is a direction, that way",
    "chevron": "a sign for smaller and greater, its tip in a direction",
    "tree": "a tree",
    "tent": "a tent",
    "lamp": "a light bulb",
    "mine": "a mine with its spikes",
    "flag": "a flag on a pole",
    "moon": "a crescent",
    "sun": "a sun with rays",
    "wave": "waves of water",
    "fish": "a fish",
    "queen": "the queen of a game of chess",
    "person": "a person",
    "ship": "a part of a ship, round at its ends: those of its neighbours that are parts too go on",
}
# Fillings: part of the background.
FILLINGS = {
    "cell": "the whole cell, filled",
    "half": "half of the cell: a corner slot cuts it from corner to corner, a side slot straight",
    "quarter": "a quarter of the cell, at a corner or a side",
    "split": "the cell cut in four by its diagonals",
}
# Strokes: through several cells, which are a list, a chain of directions, or two cells.
STROKES = {
    "tube": "a broad line through the cells",
    "thread": "a thin line through the cells",
    "tip": "the head of an arrow at the last cell",
    "bulb": "a broad disc at the first cell",
    "cage": "a dashed outline around the cells",
}
# Lines: at borders and links with the value yes.
LINES = {
    "line": "a line along the border, or from cell to cell",
    "double": "two lines beside each other",
    "wall": "a thick line along the border, between the cells of a link",
    "tile": "an outline around cells that are joined, or that point to each other",
}
AREAS = {
    "borders": "a border between neighbouring cells with different values",
    "nothing": "nothing at all",
}
SHAPES = SIGNS | FILLINGS | STROKES | LINES | AREAS

SLOTS = {
    "centre": (0, 0),
    "north": (-1, 0),
    "south": (1, 0),
    "west": (0, -1),
    "east": (0, 1),
    "northwest": (-1, -1),
    "northeast": (-1, 1),
    "southwest": (1, -1),
    "southeast": (1, 1),
}
_TONES = (
    *("white", "black", "grey", "pale", "red", "orange", "yellow", "green", "cyan", "blue"),
    *("purple", "magenta", "pink", "brown", "water", "ice", "light"),
)
INKS = {
    "given": "as what is printed with the puzzle",
    "found": "as what was found",
    "paper": "the colour of the paper",
    **dict.fromkeys(_TONES, ""),
}
SIZES = {"tiny": 0.45, "small": 0.65, "large": 1.3, "huge": 1.6}
DIRECTIONS = {
    "up": (-1, 0),
    "down": (1, 0),
    "left": (0, -1),
    "right": (0, 1),
    "upleft": (-1, -1),
    "upright": (-1, 1),
    "downleft": (1, -1),
    "downright": (1, 1),
}
AXES: Axes = {
    "shape": SHAPES,
    "slot": SLOTS,
    "ink": INKS,
    "size": SIZES,
    "direction": DIRECTIONS,
}

# The styles of a board: `grid … as`.
GRIDS = {
    "solid": "thin lines between the cells",
    "dashed": "dashed lines",
    "dots": "a dot at each corner",
    "bare": "nothing between the cells",
}
FRAMES = {"framed": "a frame around the board", "open": "no frame"}
BOARD_AXES: Axes = {"grid": GRIDS, "frame": FRAMES}


@record
class Mark:
    """A mark as it is drawn; "" for an axis without a word. path: in a square from -1 to 1."""

    shape: str = "text"
    slot: str = ""
    ink: str = ""
    size: str = ""
    direction: str = ""
    path: str = ""


Look: TypeAlias = tuple[Mark, ...]


def axis_of(word: str, axes: Axes = AXES) -> str | None:
    """The axis of a word; None if there is none."""
    return next((axis for axis, words in axes.items() if word in words), None)


def look_of(tree: s.Look) -> Look:
    """The marks of a look of a checked spec."""
    return tuple(map(_mark, tree.marks))


def _mark(tree: s.Mark) -> Mark:
    if tree.path is not None:
        return Mark("path", path=tree.path.value)
    return Mark(**{str(axis_of(word.value)): word.value for word in tree.words})


def looks_of(trees: Iterable[s.Look]) -> tuple[Look, ...]:
    """The looks of a declaration, in the order of its values."""
    return tuple(map(look_of, trees))


@record
class BoardStyle:
    """The style of a board: how its grid is drawn and whether it has a frame; "" is the default."""

    grid: str = ""
    frame: str = ""


def board_style(trees: Sequence[s.Look]) -> BoardStyle:
    """The style of a board from the words after `as`."""
    words = [word.value for tree in trees for mark in tree.marks for word in mark.words]
    return BoardStyle(**{str(axis_of(word, BOARD_AXES)): word for word in words})
