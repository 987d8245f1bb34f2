"""Clues outside the frame of a board, beside its rows and above and below its columns."""

from __future__ import annotations

from ..compiler.board.places import Point
from ..dsl.looks import SIGNS, SIZES
from .canvas import CELL, CLUE, Canvas, length
from .scene import Token
from .shapes import ARROWS, arrow, em
from .signs import sign


def draw_outside(canvas: Canvas, marks: set[Point]) -> None:
    """Draw all clues outside the board. marks: the points of marked places."""
    for side in ("left", "right", "top", "bottom"):
        for k, tokens in canvas.scene.margins.get(side, {}).items():
            if side in ("left", "right"):
                _beside(canvas, side, k, tokens, marks)
            else:
                _stacked(canvas, side, k, tokens, marks)


def _beside(canvas: Canvas, side: str, row: int, tokens: list[Token], marks: set[Point]) -> None:
    along = 2 * row + 1
    at = (along, -1 if side == "left" else 2 * canvas.scene.board.width + 1)
    y = canvas.xy((along, 0))[1]
    x = canvas.left - 6 - length(tokens)
    if side == "right":
        x = canvas.left + canvas.wide + 6
    for token in tokens:
        room = length([token])
        _clue(canvas, x + room / 2, y, token, CLUE, at in marks)
        x += room


def _stacked(
    canvas: Canvas, side: str, column: int, tokens: list[Token], marks: set[Point]
) -> None:
    along = 2 * column + 1
    at = (-1 if side == "top" else 2 * canvas.scene.board.height + 1, along)
    x, y = canvas.xy((0, along))[0], canvas.top
    step = CLUE * 1.15
    if side == "bottom":
        y += canvas.high
    y += step / 2 + 4 if side == "bottom" else -4 - step * (len(tokens) - 0.5)
    for token in tokens:
        size = min(CLUE, CELL * 0.92 / em(token.text))
        _clue(canvas, x, y, token, size, at in marks)
        y += step


def _clue(canvas: Canvas, x: float, y: float, token: Token, size: float, marked: bool) -> None:
    ink = canvas.theme.mark if marked else canvas.ink(token)
    if token.marks is None:
        if token.look == "arrow":
            canvas.add("outside", arrow(x, y, ARROWS[token.name], CLUE, ink))
        else:
            canvas.add("outside", canvas.text((x, y), token.text, size, ink, False))
        return
    for mark in token.marks:
        share = SIZES.get(mark.size, 1)
        if mark.shape == "text":
            inside = 0.8 if len(token.marks) > 1 else 1
            large = size * share * inside
            turned = mark.direction
            text = canvas.text((x, y), token.text, large, ink, False, direction=turned)
            canvas.add("outside", text)
        elif mark.shape in SIGNS or mark.shape == "path":
            room = CLUE * 0.55 * share
            slant = canvas.slant(mark.direction or token.name)
            shape = sign(mark, (x, y), room, ink, canvas.theme, token.name, token.given, slant)
            canvas.add("outside", shape)
