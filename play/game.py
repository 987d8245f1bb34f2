"""Games: a puzzle in play, its description for the page, and its picture.

The description has for each place all that the page needs to draw, name and edit it: its kind, its
shape (in cells, from the corner of its board), and its choices.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any

from ..compiler.board.places import Place
from ..compiler.board.protocol import Board
from ..compiler.board.square import SquareBoard
from ..compiler.ground.grounding import Grounding
from ..compiler.ground.layers import show_key
from ..compiler.ground.solution import Solution
from ..compiler.values.showing import show
from ..dsl.diagnostics import Source
from ..dsl.puzzle import NOTES
from ..render.frames import frames
from ..render.svg import svg
from ..render.themes import PAGE
from ..tasks.make.recipe import CannotMake, refuse
from ..tasks.spec import Spec
from .clues import clues
from .fields import Field, Fields
from .live import Live
from .state import State

ON_BOARD = frozenset({"cell", "corner", "border", "link"})


class Game(Fields):
    """A puzzle of a spec, ground for play. Raises PzcError for mistakes in it."""

    def __init__(self, spec: Spec, puzzle: Source) -> None:
        self.spec, self.puzzle = spec, puzzle
        super().__init__(spec.ground(puzzle, exact=True))

    @cached_property
    def live(self) -> Live:
        empty = self.state({})
        return Live(self.grounding, empty.assignment, empty.filled().assignment)

    @property
    def board(self) -> Board | None:
        return self.grounding.context.board if self.grounding.context.has_board else None

    def state(self, tokens: Mapping[str, str]) -> State:
        return State(self, tokens)

    def described(self) -> dict[str, Any]:
        """The description of the game for the page."""
        board = self.board
        return {
            "title": self.grounding.title,
            "about": self.spec.about,
            "rules": rules(self.grounding),
            "implied": rules(self.grounding, implied=True),
            "notes": notes(self.spec, self.puzzle),
            "plan": bool(self.grounding.sequence),
            "makes": makes(self.spec),
            "fields": [
                described_field(field, fixed, board)
                for field, fixed in zip(self.fields, self.fixed, strict=True)
            ],
            "cells": described_cells(board),
            "isListed": board is None and not self.blank.givens,
            **clues(self),
        }

    def picture(self, state: State, marked: Collection[Any] = ()) -> dict[str, Any]:
        """The board in play: its picture, and the position of the board in it."""
        shown = state.solution()
        return {
            "svg": svg(shown, marked, title=False, theme=PAGE),
            "frames": frames_of(shown),
        }


def makes(spec: Spec) -> bool:
    """Whether puzzles of a spec can be made, as far as its declarations say."""
    try:
        refuse(spec)
    except CannotMake:
        return False
    return True


def rules(grounding: Grounding, *, implied: bool = False) -> list[dict[str, Any]]:
    """The sentences of the rules, or of those that are implied; for translation also the constant
    parts of each, and the values between them.
    """
    context = grounding.context
    return [
        {
            "sentence": sentence,
            "parts": [part if isinstance(part, str) else None for part in rule.sentence],
            "values": [show(p([context])) for p in rule.sentence if not isinstance(p, str)],
        }
        for sentence, rule in zip(grounding.sentences, grounding.program.compiled, strict=True)
        if rule.tree.implied == implied
    ]


def described_cells(board: Board | None) -> list[dict[str, Any]]:
    """The cells of a board, which can have colours and marks."""
    return [] if board is None else [_cell(board, cell) for cell in board.cells]


def described_field(field: Field, fixed: Mapping[Any, Any], board: Board | None) -> dict[str, Any]:
    """The description of a field for the page. fixed: the printed values, by place."""
    place = None if board is None else _shape_of(board, field)
    return {
        "layer": field.layer,
        "kind": field.kind,
        "part": field.part,
        "domain": field.domain.kind,
        "no": field.no,
        "yes": field.yes,
        "choices": [{"token": c.token, "label": c.label} for c in field.choices],
        "places": [
            {
                "id": field.place(key),
                "name": show_key(key),
                **({} if place is None else place(key)),
                **({"fixed": _token(field, fixed[key])} if key in fixed else {}),
                **_own_choices(field, key),
            }
            for key in field.keys
        ],
    }


def frames_of(shown: Solution) -> list[dict[str, Any]]:
    return [{"name": f.name, "left": f.left, "top": f.top, "cell": f.cell} for f in frames(shown)]


def notes(spec: Spec, puzzle: Source) -> dict[str, str]:
    """The notes of a puzzle file: title, author, source and so on."""
    sections = spec.sections(puzzle).sections
    out: dict[str, str] = {}
    for name in NOTES:
        if name in sections:
            out[name] = " ".join(line.text.strip() for line in sections[name].filled())
    return out


def _token(field: Field, value: Any) -> str:
    return next(choice.token for choice in field.choices if choice.value == value)


def _own_choices(field: Field, key: Any) -> dict[str, Any]:
    """The tokens that are possible at a place, if these are not all."""
    if key not in field.variables:
        return {}
    codes = field.variables[key][1]
    own = [c.token for c in field.choices if c.value in codes]
    return {} if len(own) == len(field.choices) else {"tokens": own}


def _spot(board: Board, at: tuple[int, int]) -> list[float]:
    x, y = board.spot(at)
    return [round(x, 4), round(y, 4)]


def _cell(board: Board, cell: Place) -> dict[str, Any]:
    return {
        "name": cell.name,
        "row": cell.row,
        "column": cell.column,
        "at": _spot(board, cell.at),
        "shape": [_spot(board, at) for at in board.corner_points(cell.at)],
    }


def _shape_of(board: Board, field: Field) -> Any:
    """How a field's places are described; None for a field that is not on the board."""
    if field.kind in ON_BOARD:
        return lambda key: _on_board(board, key)
    if field.kind == "side" and isinstance(board, SquareBoard):
        return lambda key: _beside(board, *board.margin(key))
    if field.kind in ("row", "column"):
        order = {unit: k for k, unit in enumerate(board.places(field.kind))}
        near = field.domain.kind == "list"  # lists are given, and are drawn before their line
        sides = ("left", "top") if near else ("right", "bottom")
        side = sides[field.kind == "column"]
        return lambda key: _beside(board, side, order[key])
    return None


def _on_board(board: Board, place: Place) -> dict[str, Any]:
    out: dict[str, Any] = {"kind": place.kind, "at": _spot(board, place.at)}
    match place.kind:
        case "cell":
            return {**out, **_cell(board, place)}
        case "border":
            corners = board.along(place.at)
            cells = board.touching("cell", place)
            ends = {"ends": [_spot(board, at) for at in corners]}
            return {**out, **ends, "beside": [cell.name for cell in cells]}
        case "link":
            cells = board.ends(place)
            ends = {"ends": [_spot(board, cell.at) for cell in cells]}
            return {**out, **ends, "beside": [cell.name for cell in cells]}
    return out


def _beside(board: Board, side: str, number: int) -> dict[str, Any]:
    """A place outside of the board, beside a row or column."""
    wide, high = board.extent
    x, y = {
        "left": (-0.5, number + 0.5),
        "right": (wide + 0.5, number + 0.5),
        "top": (number + 0.5, -0.5),
        "bottom": (number + 0.5, high + 0.5),
    }[side]
    corners = [(x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)]
    return {"kind": "side", "at": [x, y], "shape": [list(corner) for corner in corners]}
