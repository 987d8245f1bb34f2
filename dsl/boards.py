"""The shapes of boards (`grid … of …`), and which built-in names each of them lacks.

A board lacks the words named here; all others mean the same on every board.
"""

from __future__ import annotations

from .builtins import ATTRIBUTES, BUILTINS, Signature
from .syntax import SQUARES
from .types import BORDER, CELL, CORNER, DIRECTION, LINK, Type, within

HEXAGONS = "hexagons"
SHAPES = (SQUARES, HEXAGONS)

_UPRIGHT = ("up", "down")
SLANTING = ("upleft", "upright", "downleft", "downright")
DIRECTIONS = {
    SQUARES: (*_UPRIGHT, "left", "right"),
    HEXAGONS: ("upleft", "upright", "left", "right", "downleft", "downright"),
}
# The most cells beside a cell, by relation, and the most places of a kind that one of another kind
# touches.
MOST_NEIGHBOURS = {
    SQUARES: {"adjacent": 4, "diagonal": 4, "touching": 8, "knight": 8},
    HEXAGONS: {"adjacent": 6, "touching": 6},
}
_ENDS: dict[tuple[Type | None, Type | None], int] = {
    (LINK, CELL): 2,
    (BORDER, CELL): 2,
    (BORDER, CORNER): 2,
}
MOST_TOUCHED = {
    shape: {
        **_ENDS,
        **dict.fromkeys(((CELL, LINK), (CELL, BORDER), (CELL, CORNER)), of_cell),
        **dict.fromkeys(((CORNER, CELL), (CORNER, BORDER)), of_corner),
    }
    for shape, of_cell, of_corner in ((SQUARES, 4, 4), (HEXAGONS, 6, 3))
}
_NAMES: dict[str, frozenset[str]] = {
    SQUARES: frozenset(SLANTING),
    HEXAGONS: frozenset(
        {
            *(*_UPRIGHT, "columns", "column", "sides", "diagonal", "knight"),
            *("blocks", "windows", "placements", "shape", "box", "mirror", "reflect"),
        }
    ),
}
_ATTRIBUTES: dict[str, frozenset[str]] = {
    SQUARES: frozenset({*SLANTING, "north", "south"}),
    HEXAGONS: frozenset(_UPRIGHT),
}
_INSTEAD = {
    "columns": "`diagonals` are the lines in the two other directions",
    "column": "`diagonals(c)` are the two lines through c that are not rows",
    "diagonal": "hexagons that share a corner share a side: they are `adjacent`",
}


def lacks(shape: str, name: str) -> bool:
    """Whether a built-in name has no meaning on a board."""
    return name in _NAMES[shape]


def has_attribute(shape: str, name: str, owner: Type) -> bool:
    """Whether a place of a board has an attribute: a corner of a hexagon has no neighbours in
    directions."""
    if shape == HEXAGONS and name in DIRECTIONS[HEXAGONS] and not within(owner, CELL):
        return False
    return name in ATTRIBUTES and name not in _ATTRIBUTES[shape]


def instead(shape: str, name: str) -> str | None:
    """What to write instead of a name that a board lacks, if there is something similar."""
    if name in (*_UPRIGHT, *SLANTING):
        names = ", ".join(DIRECTIONS[shape])
        return f'the directions are {names}; write "{name}" if a symbol is meant'
    return _INSTEAD.get(name)


def signatures(shape: str, name: str) -> tuple[Signature, ...]:
    """The signatures of a function that are valid on a board: a corner of a hexagon has no
    neighbours in directions."""
    found = BUILTINS[name].signatures
    if shape != HEXAGONS:
        return found
    return tuple(s for s in found if not _from_corner(s))


def _from_corner(signature: Signature) -> bool:
    patterns = [parameter.pattern for parameter in signature.parameters]
    return CORNER in patterns and DIRECTION in patterns
