"""The boards by their word in a `grid` declaration, each loaded when it is first used."""

from __future__ import annotations

from .protocol import Board
from .square import SquareBoard, squares


def board_type(shape: str) -> type[Board]:
    """The class of the boards of this shape: it tells the size of a board from a picture."""
    if shape == "hexagons":
        from .hexagon import HexagonBoard

        return HexagonBoard
    return SquareBoard


def board(shape: str, height: int, width: int) -> Board:
    """The board of this shape and size, the same object for every puzzle."""
    if shape == "hexagons":
        from .hexagon import hexagons

        return hexagons(height, width)
    return squares(height, width)
