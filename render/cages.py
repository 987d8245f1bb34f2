"""Outlines around groups of cells, a little inside of them."""

from __future__ import annotations

from collections.abc import Set
from math import hypot, pi, tan

from ..compiler.board.places import Point
from .canvas import Canvas
from .scene import edges_of
from .shapes import num


def dashed(canvas: Canvas, cage: Set[Point]) -> str:
    """The dashed outline of a cage."""
    style = f'stroke="{canvas.theme.cage}" stroke-width="1.2" stroke-dasharray="4 3"'
    return inset(canvas, cage, 4.0, style)


def inset(canvas: Canvas, inside: Set[Point], gap: float, style: str) -> str:
    """The outline of some cells, moved inwards: the ends of each side are pulled into the cage,
    past the corner where the next side belongs to another cell."""
    board = canvas.scene.board
    path = ""
    for border in sorted(edges_of(board, inside)):
        cell = next(at for at in board.across(border) if at in inside)
        (cx, cy), (bx, by) = canvas.xy(cell), canvas.xy(border)
        far = hypot(cx - bx, cy - by)
        inward = ((cx - bx) * gap / far, (cy - by) * gap / far)
        ends = []
        for corner in board.along(border):
            x, y = canvas.xy(corner)
            side = hypot(x - bx, y - by)
            pull = _pull(canvas, corner, border, cell, inside) * gap / side
            ends.append((x + inward[0] + (bx - x) * pull, y + inward[1] + (by - y) * pull))
        (x0, y0), (x1, y1) = ends
        path += f"M{num(x0)} {num(y0)}L{num(x1)} {num(y1)}"
    return f'<path d="{path}" {style} stroke-linecap="round" fill="none"/>'


def _pull(canvas: Canvas, corner: Point, border: Point, cell: Point, inside: Set[Point]) -> float:
    """How far the end of a cage's side is pulled back, in gaps: away from a corner that turns
    in, past one that turns out, none where the next side goes straight on."""
    board = canvas.scene.board
    others = [
        way
        for dy, dx in board.ways
        if (way := (cell[0] + dy, cell[1] + dx)) != border and corner in board.along(way)
    ]
    (other,) = others
    beside = next(at for at in board.across(other) if at != cell)
    pull = 1 / tan(pi / board.around_corner)
    if beside not in inside:
        return pull
    if board.around_corner == 3:
        return -pull
    beyond = (beside[0] + 2 * (border[0] - cell[0]), beside[1] + 2 * (border[1] - cell[1]))
    return -pull if beyond in inside else 0
