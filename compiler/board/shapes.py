"""The boards by their word in a `grid` declaration; a board's module is imported at its first
use."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

from .protocol import Board

# Loaders of a board's class and of the function that returns the unique board of each size.
Loader: TypeAlias = Callable[[], tuple[type[Board], Callable[[int, int], Board]]]


@cache
def _squares() -> tuple[type[Board], Callable[[int, int], Board]]:
    from .square import SquareBoard, squares

    return SquareBoard, squares


@cache
def _hexagons() -> tuple[type[Board], Callable[[int, int], Board]]:
    from .hexagon import HexagonBoard, hexagons

    return HexagonBoard, hexagons


# The words are those of `dsl.boards`.
BOARDS: dict[str, Loader] = {"squares": _squares, "hexagons": _hexagons}


def board_type(shape: str) -> type[Board]:
    """The class of the boards of this shape, which can derive a board's size from a picture."""
    return BOARDS[shape]()[0]


def board(shape: str, height: int, width: int) -> Board:
    """The board of this shape and size, the same object for every puzzle."""
    return BOARDS[shape]()[1](height, width)
