"""Transparent shapes over a picture, one for each place, by which a page finds the place.

    <rect data-place="r1c1" data-kind="cell" data-x="24" data-y="24" …/>
    <path data-place="r1c1|r1c2" data-kind="border" …/>

`data-place` is the name of the place in puzzle files and verdicts, `data-kind` its kind (cell,
corner, border, link, side), `data-x` and `data-y` its middle in the units of the group `board`,
which begins at the upper left corner of the drawing with its clues. They lie in the last group,
`<g class="places">`: cells first, so that smaller places are hit before them. A border's shape
runs along it, a link's from cell to cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from ..compiler.board.places import Place
from ..compiler.board.square import SquareBoard
from ..compiler.ground.solution import Solution
from .canvas import CELL, Canvas
from .shapes import num, polygon

KINDS = ("side", "cell", "link", "border", "corner")


def kinds_of(solution: Solution) -> list[str]:
    """The kinds of places that the layers of a solution have, in the order of KINDS."""
    layers = (*solution.givens, *solution.answer)
    used = {part for layer in layers for kind in layer.kind.split(", ") for part in kind.split("+")}
    return [kind for kind in KINDS if kind in used | {"cell"}]


def place_shapes(canvas: Canvas, kinds: Iterable[str]) -> Iterator[str]:
    """The shapes of all places of some kinds."""
    board = canvas.scene.board
    for kind in kinds:
        if kind == "side":
            places = board.sides if isinstance(board, SquareBoard) else ()
        else:
            places = tuple(p for p in board.places(kind) if isinstance(p, Place))
        for place in places:
            yield _shape(canvas, place)


def _shape(canvas: Canvas, place: Place) -> str:
    board = canvas.scene.board
    x, y = canvas.xy(place.at)
    attributes = (
        f'data-place="{escape(place.name)}" data-kind="{escape(place.kind)}" '
        f'data-x="{num(x)}" data-y="{num(y)}"'
    )
    flat = f'{attributes} fill="none" pointer-events="all"'
    match place.kind:
        case "corner":
            return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(CELL * 0.2)}" {flat}/>'
        case "border" | "link":
            ends = (board.along if place.kind == "border" else board.across)(place.at)
            return (
                f'<path d="{canvas.line(ends)}" {attributes} fill="none" stroke="none" '
                f'stroke-width="{num(CELL * 0.3)}" pointer-events="stroke"/>'
            )
        case "side":
            half = CELL / 2
            ring = [(x - half, y - half), (x + half, y - half), (x + half, y + half)]
            return polygon([*ring, (x - half, y + half)], flat)
    return canvas.cell(place.at, flat)
