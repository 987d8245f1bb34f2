"""The lowest layers: fillings of cells, and strokes through lists of cells."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from ..compiler.board.places import Point
from ..dsl.looks import SIGNS, SIZES, SLOTS, Mark
from .cages import dashed
from .canvas import CELL, Canvas
from .scene import Stroke, Token, marks_of
from .shapes import chain, num
from .signs import sign

_BULB = CELL * 0.36
_RING = CELL * 0.36
_HEAD = CELL * 0.2


# ---- fillings ------------------------------------------------------------------------------------


def draw_ground(canvas: Canvas) -> None:
    """Draw the fillings of cells; for discs, only record the colour under the cell's texts."""
    scene, theme = canvas.scene, canvas.theme
    for at, tokens in scene.cells.items():
        filled = [t for t in tokens if t.marks is None and t.look in ("fill", "split")]
        if filled:
            given = any(t.given for t in filled)
            _fill(canvas, at, theme.filled_given if given else theme.filled_found)
        elif at in canvas.painted:
            _fill(canvas, at, theme.tone(canvas.painted[at].name))
    cells = {cell.at for cell in scene.board.cells}
    for layers in (scene.signs, scene.cells):
        for at, tokens in layers.items():
            if at in cells:
                for token, mark in _marks(tokens):
                    _ground(canvas, at, token, mark)


def _marks(tokens: list[Token]) -> Iterator[tuple[Token, Mark]]:
    for token in tokens:
        for mark in marks_of(token):
            yield token, mark


def _ground(canvas: Canvas, at: Point, token: Token, mark: Mark) -> None:
    theme = canvas.theme
    ink = theme.filled_given if token.given else theme.filled_found
    if mark.ink == "given":
        ink = theme.filled_given
    elif mark.ink == "found":
        ink = theme.filled_found
    elif mark.ink:
        ink = theme.tone(mark.ink)
    match mark.shape:
        case "cell" if mark.ink == "black":  # seen on dark paper too
            canvas.grounds[at] = ink
            style = f'fill="{ink}" stroke="{theme.given}" stroke-width="1.5"'
            canvas.add("ground", canvas.cell(at, style, 0.75))
        case "cell":
            _fill(canvas, at, ink)
        case "half" | "quarter":
            canvas.add("ground", f'<path d="{_part(canvas, at, mark)}" fill="{ink}"/>')
        case "split":
            corners = canvas.corners(at)
            lines = "".join(
                f"M{num(x0)} {num(y0)}L{num(x1)} {num(y1)}"
                for (x0, y0), (x1, y1) in zip(
                    corners[: len(corners) // 2], corners[2:], strict=False
                )
            )
            line = theme.tone(mark.ink) if mark.ink else theme.cage
            canvas.add("signs", f'<path d="{lines}" stroke="{line}" stroke-width="1.2"/>')
        case "disc" if not mark.slot:
            named = theme.tone(mark.ink) if mark.ink not in ("", "given", "found") else ""
            own = theme.given if token.given else theme.found
            canvas.bases[at] = named or own
        case "ring" | "square" if not mark.slot and mark.ink not in ("", "given", "found"):
            canvas.bases[at] = theme.tone(mark.ink)
        case "ring" | "square" if not mark.slot:
            canvas.bases[at] = theme.paper


def _fill(canvas: Canvas, at: Point, ink: str) -> None:
    canvas.grounds[at] = ink
    canvas.add("ground", canvas.cell(at, f'fill="{ink}"'))


def _part(canvas: Canvas, at: Point, mark: Mark) -> str:
    """A half or a quarter of a cell: of the square around its middle."""
    x, y = canvas.xy(at)
    r = CELL / 2
    dy, dx = SLOTS[mark.slot or "southwest"]
    if mark.shape == "half" and dy and dx:
        corners = [(dx, dy), (dx, -dy), (-dx, dy)]
    elif mark.shape == "half":
        corners = (
            [(-1, 0), (1, 0), (1, dy), (-1, dy)] if dy else [(0, -1), (dx, -1), (dx, 1), (0, 1)]
        )
    elif dy and dx:
        corners = [(0, 0), (dx, 0), (dx, dy), (0, dy)]
    else:
        corners = [(0, 0), (-1, dy), (1, dy)] if dy else [(0, 0), (dx, -1), (dx, 1)]
    return "M" + "L".join(f"{num(x + r * a)} {num(y + r * b)}" for a, b in corners) + "Z"


# ---- strokes -------------------------------------------------------------------------------------


def draw_stroke(canvas: Canvas, stroke: Stroke) -> None:
    """Draw the marks of a list of cells: strokes through all cells, others at its first cell."""
    theme = canvas.theme
    ends = [canvas.xy(at) for at in stroke.points]
    ringed = any(m.shape in ("ring", "disc") for m in stroke.marks)
    line = [_towards(ends[0], ends[1], _RING), *ends[1:]] if ringed and len(ends) > 1 else ends
    for mark in stroke.marks:
        ink = theme.faint if stroke.given else theme.found
        thin = theme.cage if stroke.given else theme.found
        if mark.ink:
            ink = thin = theme.tone(mark.ink)
        share = SIZES.get(mark.size, 1)
        match mark.shape:
            case "tube":
                tube = chain(ends, ink, CELL * 0.3 * share)
                canvas.add("strokes", f'<g opacity="0.4">{tube}</g>' if mark.ink else tube)
            case "thread":
                canvas.add("strokes", chain(line, thin, 3 * share))
            case "bulb":
                x, y = ends[0]
                radius = num(_BULB * share)
                canvas.add(
                    "strokes", f'<circle cx="{num(x)}" cy="{num(y)}" r="{radius}" fill="{ink}"/>'
                )
            case "tip" if len(ends) > 1:
                canvas.add("strokes", _head(ends[-2], ends[-1], thin, share))
            case "cage":
                canvas.add("cages", dashed(canvas, set(stroke.points)))
            case shape if shape in SIGNS:
                room = CELL * 0.42 * share
                own = thin if stroke.given else theme.found
                canvas.add("strokes", sign(mark, ends[0], room, own, theme))


def _towards(
    start: tuple[float, float], end: tuple[float, float], far: float
) -> tuple[float, float]:
    """The point at a distance from a start towards an end."""
    (x0, y0), (x1, y1) = start, end
    share = far / (hypot(x1 - x0, y1 - y0) or 1)
    return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share


def _head(before: tuple[float, float], tip: tuple[float, float], ink: str, share: float) -> str:
    """The head of an arrow."""
    (x0, y0), (x1, y1) = before, tip
    far = hypot(x1 - x0, y1 - y0) or 1
    ux, uy, a = (x1 - x0) / far, (y1 - y0) / far, _HEAD * share
    sides = [(x1 - a * ux - k * a * uy, y1 - a * uy + k * a * ux) for k in (1, -1)]
    return chain([sides[0], tip, sides[1]], ink, 3 * share)
