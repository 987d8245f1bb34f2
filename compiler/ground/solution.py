"""A solution as values on places: what is drawn, printed and read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...dsl.diagnostics import counted
from ...dsl.looks import BoardStyle, Look
from ...records import field, record
from ..board.protocol import Board
from .domains import Domain


@record
class LayerValues:
    """One layer, filled. kind: of its places (cell, corner, border, link, side, row, column,
    group, or a set of things by its name; of several sets, joined by ", "). table: the constant at
    each place, None where it is missing; places that the layer does not have are not in it."""

    name: str
    kind: str
    table: dict[Any, Any]
    domain: Domain

    def __repr__(self) -> str:
        return f"LayerValues({self.name!r}, {counted(len(self.table), 'value')})"


@record
class Solution:
    """A filled board.

    givens: the layers that the puzzle filled. answer: the answer's layers, in the order in which
    they are printed. walls: groups of cells between which a picture draws walls. printed: by the
    name of an answer's layer, the given layer after `from`. objective: the value reached, if one is
    optimised. sequence, moves: of a plan (see `steps`). notes: title, author, source and note of
    the puzzle file, those that it has. partial: missing values are undecided, so that nothing is
    drawn there. hidden: by given layer, the token of an unknown value. looks: by the name of a
    layer or param, how its values are drawn; style: how the board is; drawn: lets that a picture
    shows."""

    title: str
    board: Board | None
    givens: tuple[LayerValues, ...]
    answer: tuple[LayerValues, ...]
    printed: dict[str, str]
    params: dict[str, Any]
    objective: int | None = None
    walls: tuple[tuple[Any, ...], ...] = ()
    sequence: str = ""
    moves: int | None = None
    notes: Mapping[str, str] = field(default_factory=dict)
    partial: bool = False
    hidden: Mapping[str, Mapping[Any, Any]] = field(default_factory=dict, repr=False)
    looks: Mapping[str, tuple[Look, ...]] = field(default_factory=dict, repr=False)
    style: BoardStyle = BoardStyle()
    drawn: tuple[LayerValues, ...] = ()

    def __repr__(self) -> str:
        return f"Solution({self.title!r}, answer={self.answer!r})"
