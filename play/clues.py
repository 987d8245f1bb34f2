"""Clues in words: what a screen reader says about the printed values at a place, or in its line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..compiler.board.places import Place, Unit
from ..compiler.board.protocol import Board
from ..compiler.board.square import SquareBoard
from ..compiler.ground.layers import show_key
from ..compiler.ground.solution import LayerValues, Solution

Clues = dict[str, list[str]]


def clues(puzzle: Solution) -> tuple[Clues, Clues]:
    """By the name of a place: the clues at it, and those of its rows, columns, groups and sides."""
    at: Clues = {}
    around: Clues = {}
    for layer in puzzle.givens:
        for key, value in layer.table.items():
            if value is None or value is False or not _is_said(layer, key):
                continue
            words = _words(layer, value)
            if isinstance(key, tuple) and key and isinstance(key[0], Place):
                at.setdefault(show_key(key[0]), []).append(f"{words} ({show_key(key[1:])})")
            elif isinstance(key, Place) and key.kind != "side":
                at.setdefault(show_key(key), []).append(words)
            else:
                where, cells = _line(puzzle.board, key)
                for cell in cells:
                    around.setdefault(show_key(cell), []).append(f"{words} ({where})")
    return at, around


def _is_said(layer: LayerValues, key: Any) -> bool:
    """Whether a value has words: lines through cells and shapes have none."""
    if layer.domain.kind == "list":
        element = layer.domain.element
        return isinstance(key, Unit) and element is not None and element.kind == "int"
    return layer.domain.kind != "picture"


def _words(layer: LayerValues, value: Any) -> str:
    name = layer.name.replace("_", " ")
    if value is True:
        return name
    if layer.domain.kind == "list" and layer.domain.element is not None:
        return " ".join([name, *map(layer.domain.element.draw, value)])
    return f"{name} {layer.domain.draw(value)}"


def _line(board: Board | None, key: Any) -> tuple[str, Sequence[Place]]:
    """The places that a clue of several places, or beside the board, is about; before them, where
    it stands."""
    if isinstance(key, Unit):
        return show_key(key), key.members
    if isinstance(key, Place) and isinstance(board, SquareBoard):
        return board.margin(key)[0], board.line(key)
    return "", ()
