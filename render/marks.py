"""Marked places in a picture, distinguishable without colours.

Wrong places have thin frames, cited ones dashed frames, and those where something follows thick
frames. Rows, columns and regions that a step is about are shaded; ruled-out values are struck out,
ruled-out lines crossed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from ..compiler.board.places import Place, Point
from ..compiler.board.square import SquareBoard
from ..records import field, record
from .canvas import CELL, Canvas
from .scene import marked_points
from .shapes import em, num

# Ruled-out values of one cell: the number in a row, and the rows that fit.
ACROSS, ROWS = 3, 3
STRUCK = 0.24  # their size, in cells


@record
class Marks:
    """What to mark: places, and units or tuples of places.

    wrong: values that break a rule. cited: values that a step cites. new: where something follows.
    about: rows, regions and other units that a step uses. struck: by place, the values ruled out
    there. absent: borders and links that are known to have no line. walls: borders known to have
    one, which the board itself does not show.
    """

    wrong: Collection[Any] = ()
    cited: Collection[Any] = ()
    new: Collection[Any] = ()
    about: Collection[Any] = ()
    struck: Mapping[Any, tuple[str, ...]] = field(default_factory=dict)
    absent: Collection[Any] = ()
    walls: Collection[Any] = ()

    @property
    def shown(self) -> tuple[Any, ...]:
        """All marked keys; a table has a row for those that are not on a board."""
        return (*self.wrong, *self.cited, *self.new)


def draw_marks(canvas: Canvas, marks: Marks) -> None:
    """Add the marks of a scene."""
    theme = canvas.theme
    for at in sorted(marked_points(marks.about)):
        if at in _cells(canvas):
            canvas.add("ground", canvas.cell(at, f'fill="{theme.faint}" fill-opacity="0.4"'))
    canvas.add("walls", canvas.segments(marked_points(marks.walls), theme.found, 4))
    for at in sorted(marked_points(marks.absent)):
        canvas.add("points", _cross(canvas, at))
    for place, texts in marks.struck.items():
        for at in marked_points([place]):
            if at in _cells(canvas):
                canvas.add("texts", *_struck_out(canvas, at, texts))
    new = marked_points(marks.new)
    # Wrong clues outside the board are marked by their ink.
    inside = [p for p in marks.wrong if getattr(p, "kind", "") != "side"]
    _frames(canvas, marked_points(inside), theme.mark, 2.5, "")
    _frames(canvas, marked_points(marks.cited) - new, theme.cited, 2.5, "5 4")
    _frames(canvas, new, theme.new, 4.5, "")


def _cells(canvas: Canvas) -> set[Point]:
    return {cell.at for cell in canvas.scene.board.cells}


def _frames(canvas: Canvas, points: set[Point], ink: str, thick: float, dashes: str) -> None:
    """Add frames around cells and clues outside, rings around other places, each on a lighter one,
    so that it is visible on filled cells, too."""
    board = canvas.scene.board
    cells = _cells(canvas)
    sides = {side.at: side for side in board.sides} if isinstance(board, SquareBoard) else {}
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    style = f'fill="{ink}" fill-opacity="0.12" stroke="{ink}" stroke-width="{num(thick)}"{dashed}'
    halo = f'fill="none" stroke="{canvas.theme.paper}" stroke-width="{num(thick + 2)}"'
    for at in sorted(points):
        for look in (halo, style):
            if at in cells:
                canvas.add("marks", canvas.cell(at, look, 1 + thick / 2))
            elif at in sides:
                canvas.add("marks", _around_clues(canvas, sides[at], look))
            else:
                x, y = canvas.xy(at)
                radius = num(CELL * 0.24)
                canvas.add("marks", f'<circle cx="{num(x)}" cy="{num(y)}" r="{radius}" {look}/>')


def _around_clues(canvas: Canvas, place: Place, look: str) -> str:
    """A frame around the clues outside of a row or column; none where there are no clues."""
    board = canvas.scene.board
    assert isinstance(board, SquareBoard)
    side, _ = board.margin(place)
    x, y = canvas.xy(place.at)
    reach = CELL * 0.42
    if side in ("left", "right"):
        wide, high = canvas.beside(side) - 6, 2 * reach
        left, top = (3.0 if side == "left" else canvas.left + canvas.wide + 3), y - reach
    else:
        wide, high = 2 * reach, canvas.beyond(side) - 6
        left, top = x - reach, (3.0 if side == "top" else canvas.top + canvas.high + 3)
    if wide <= 0 or high <= 0:
        return ""
    return f'<rect x="{num(left)}" y="{num(top)}" width="{num(wide)}" height="{num(high)}" {look}/>'


def _cross(canvas: Canvas, at: Point) -> str:
    """The sign for a border or link without a line."""
    x, y = canvas.xy(at)
    reach = CELL * 0.09
    path = "".join(
        f"M{num(x - reach)} {num(y - side * reach)}l{num(2 * reach)} {num(2 * side * reach)}"
        for side in (1, -1)
    )
    ink = canvas.theme.found
    return f'<path d="{path}" stroke="{ink}" stroke-width="1.5" stroke-linecap="round"/>'


def _struck_out(canvas: Canvas, at: Point, texts: tuple[str, ...]) -> Iterable[str]:
    """Values of a cell with a line through each; the last one is `…` if there are more."""
    most = ACROSS * ROWS
    shown = texts if len(texts) <= most else (*texts[: most - 1], "…")
    x, y = canvas.xy(at)
    rows = [shown[k : k + ACROSS] for k in range(0, len(shown), ACROSS)]
    room = CELL * 0.8 / ACROSS
    for down, row in enumerate(rows):
        middle = y + CELL * (0.28 - 0.27 * (len(rows) - 1 - down))
        for k, text in enumerate(row):
            size = min(CELL * STRUCK, room * 0.9 / em(text))
            across = x + (k - (len(row) - 1) / 2) * room
            yield canvas.text((across, middle), text, size, canvas.theme.found, False)
            if text != "…":
                half = em(text) * size / 2 + 1
                yield (
                    f'<path d="M{num(across - half)} {num(middle + size * 0.3)}'
                    f'l{num(2 * half)} {num(-size * 0.6)}" stroke="{canvas.theme.found}" '
                    'stroke-width="1.3"/>'
                )
