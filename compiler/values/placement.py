"""Shapes placed on the board."""

from __future__ import annotations

from typing import Any

from ..board.places import Place


class Placement:
    """A shape placed on the board: its cells in reading order and the value at each."""

    __slots__ = ("_hash", "cells", "shows")

    def __init__(self, cells: tuple[Place, ...], shows: tuple[Any, ...]) -> None:
        self.cells = cells
        self.shows = shows
        self._hash: int | None = None  # once it is known: placements are keys of several tables

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Placement):
            return False
        return self is other or (self.cells == other.cells and self.shows == other.shows)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.cells, self.shows))
        return self._hash

    def __repr__(self) -> str:
        return "+".join(c.name for c in self.cells)
