"""Shapes placed on the board, and the choice of one of many constants by its position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...model.masks import mask_of
from ...model.model import Model
from ...model.nodes import Bool, IntNode
from ..board.places import Place


class Placement:
    """A shape placed on the board: its cells in reading order and the value at each."""

    __slots__ = ("_hash", "cells", "shows")

    def __init__(self, cells: tuple[Place, ...], shows: tuple[Any, ...]) -> None:
        self.cells = cells
        self.shows = shows
        self._hash = hash((cells, shows))  # they are keys of several tables

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Placement):
            return False
        return self is other or (self.cells == other.cells and self.shows == other.shows)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return "+".join(c.name for c in self.cells)


class Position:
    """Which of many constants is chosen: a node of the model is its position, from 0 on.

    Conditions are sets of positions, made on first use. _shown: for placements, the positions as
    bits, by cell and by the value shown there. _covered: for them, by cell, the condition that the
    chosen one covers it."""

    __slots__ = ("_choices", "_covered", "_model", "_node", "_shown")

    def __init__(self, m: Model, node: IntNode, choices: Sequence[Any]) -> None:
        self._model, self._node, self._choices = m, node, choices
        self._shown: dict[Any, dict[Any, int]] | None = None
        self._covered: dict[Any, Bool] = {}

    def options(self) -> dict[Any, Bool]:
        """The condition that each constant is chosen."""
        return {v: self._model.masked(self._node, 1 << k) for k, v in enumerate(self._choices)}

    def present(self) -> Bool:
        """The condition that a constant is chosen."""
        return self._model.masked(self._node, (1 << len(self._choices)) - 1)

    def cover(self) -> dict[Any, dict[Any, Bool]] | None:
        """For placements: cell -> value shown there -> condition. None for other constants."""
        masked, node, found = self._model.masked, self._node, self._by_cell()
        if found is None:
            return None
        return {
            cell: {shown: masked(node, mask) for shown, mask in at.items()}
            for cell, at in found.items()
        }

    def covers(self, cell: Any) -> Bool | None:
        """The condition that the chosen placement covers a cell. None for other constants."""
        known = self._covered.get(cell)
        if known is not None:
            return known
        found = self._by_cell()
        if found is None:
            return None
        mask = 0
        for some in found.get(cell, {}).values():
            mask |= some
        self._covered[cell] = covered = self._model.masked(self._node, mask)
        return covered

    def _by_cell(self) -> dict[Any, dict[Any, int]] | None:
        if self._shown is None and all(type(one) is Placement for one in self._choices):
            self._shown = _shown_by_cell(self._choices)
        return self._shown


def _shown_by_cell(placements: Sequence[Placement]) -> dict[Any, dict[Any, int]]:
    """The positions of the placements that show a value at a cell, as bits."""
    table: dict[Any, dict[Any, list[Any]]] = {}  # by value and cell, the positions
    of_shape: list[dict[Any, list[Any]]] = []
    shows: tuple[Any, ...] | None = None
    numbers: list[Any] = list(range(len(placements)))  # so that each is made once
    for position, placement in enumerate(placements):
        if placement.shows is not shows:  # many of one shape follow each other
            shows = placement.shows
            of_shape = [table.setdefault(shown, {}) for shown in shows]
        number, cells = numbers[position], placement.cells
        for k in range(len(cells)):
            at = of_shape[k].get(cells[k])
            if at is None:
                of_shape[k][cells[k]] = [number]
            else:
                at.append(number)
    found: dict[Any, dict[Any, int]] = {}
    for shown, at_cells in table.items():
        for cell, some in at_cells.items():
            found.setdefault(cell, {})[shown] = mask_of(some)
    return found
