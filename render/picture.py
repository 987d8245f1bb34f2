"""The drawing of one scene as SVG: its ground, lines and walls; `tokens` draws the values at
places, `places` the shapes by which a page finds them."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot

from ..compiler.board.places import Point
from ..dsl.looks import Mark
from .blocks import Block
from .cages import dashed, inset
from .canvas import CELL, Canvas
from .marks import Marks, draw_marks
from .places import place_shapes
from .scene import Scene, marked_points, outline
from .shapes import num
from .strokes import draw_ground, draw_stroke
from .themes import LIGHT, Theme
from .tokens import draw_tokens

NOTHING = Marks()


def picture(
    scene: Scene, marks: Marks = NOTHING, theme: Theme = LIGHT, kinds: Iterable[str] = ()
) -> Block:
    """The drawing of a scene.

    marks: the marked places. kinds: of places that get a transparent shape (see `places`).
    """
    canvas = Canvas(scene, theme)
    draw_ground(canvas)
    for stroke in scene.strokes:
        draw_stroke(canvas, stroke)
    _grid(canvas)
    _cages(canvas)
    _lines(canvas)
    draw_tokens(canvas, marked_points(marks.wrong))
    draw_marks(canvas, marks)
    canvas.add("places", *place_shapes(canvas, kinds))
    name = f' data-picture="{scene.name}"' if scene.name else ""
    board = scene.board
    body = (
        f'<g class="board" data-shape="{board.shape}" data-rows="{board.height}" '
        f'data-columns="{board.width}" data-cell="{CELL}"{name}>\n{canvas.body()}\n</g>'
    )
    return Block(body, *canvas.size)


# ---- grid ----------------------------------------------------------------------------------------


def _grid(canvas: Canvas) -> None:
    """The lines between cells and the dots at corners, by the style of the board: usually solid in
    a frame, dots and faint dashes where lines may run along the edge."""
    scene, theme = canvas.scene, canvas.theme
    style = scene.style.grid or ("solid" if scene.frame else "dots")
    lines = "".join(map(canvas.line, scene.board.grid()))
    dashes = {"solid": "", "dashed": ' stroke-dasharray="4 4"', "dots": ' stroke-dasharray="2 4"'}
    if style in dashes:
        canvas.add("grid", f'<path d="{lines}" stroke="{theme.grid}" fill="none"{dashes[style]}/>')
    if style == "dots":
        for corner in scene.board.corners:
            x, y = canvas.xy(corner.at)
            canvas.add(
                "dots", f'<circle cx="{num(x)}" cy="{num(y)}" r="2.5" fill="{theme.given}"/>'
            )


# ---- cages ---------------------------------------------------------------------------------------


def _cages(canvas: Canvas) -> None:
    """Dashed outlines a little inside of cages; walls, if there are no other walls."""
    scene = canvas.scene
    plain = scene.walls <= set(outline(scene.board, scene.board.cells))
    for cage in scene.cages:
        if plain:
            edges = outline(scene.board, cage)
            canvas.add("cages", canvas.segments(edges, canvas.theme.given, 3))
        else:
            canvas.add("cages", dashed(canvas, {cell.at for cell in cage}))


# ---- lines ---------------------------------------------------------------------------------------


def _lines(canvas: Canvas) -> None:
    scene, theme = canvas.scene, canvas.theme
    inside = [group for group, _ in scene.tiles]
    for given, ink in (
        (True, theme.given),
        (False, theme.given if canvas.painted else theme.found),
    ):
        drawn = {at for at, fixed in scene.lines.items() if fixed is given} - scene.hidden
        drawn |= {at for at, fixed in scene.edges.items() if fixed is given}
        canvas.add("lines", canvas.segments(drawn, ink, 4 if scene.frame else 5))
        paths = {at for at, fixed in scene.paths.items() if fixed is given} - scene.hidden
        joined = {
            at for at in paths for group in inside if group.issuperset(scene.board.across(at))
        }
        canvas.add("lines", canvas.segments(paths - joined, ink, 6, turned=True))
    for layer in (scene.points, scene.signs):
        for at, tokens in layer.items():
            for token in tokens:
                for mark in token.marks or ():
                    if mark.shape in ("line", "double"):
                        canvas.add("lines", _bridge(canvas, at, mark, canvas.ink(token)))
    for group, given in scene.tiles:
        ink = theme.given if given else theme.found
        canvas.add("cages", inset(canvas, group, 4.5, f'stroke="{ink}" stroke-width="2.5"'))
    filled = canvas.grounds.keys()
    between = {at for at in scene.walls if filled >= set(scene.board.across(at))}
    canvas.add("walls", canvas.segments(between, theme.paper, 5))
    canvas.add("walls", canvas.segments(scene.walls, theme.given, 3))
    if scene.frame:
        frame = outline(scene.board, scene.board.cells)
        canvas.add("walls", canvas.segments(frame, theme.given, 4))


def _bridge(canvas: Canvas, at: Point, mark: Mark, ink: str) -> str:
    """A line from cell to cell, or two beside each other."""
    (x0, y0), (x1, y1) = map(canvas.xy, canvas.scene.board.across(at))
    far = hypot(x1 - x0, y1 - y0)
    aside = CELL * 0.09 if mark.shape == "double" else 0.0
    dx, dy = (y0 - y1) / far * aside, (x1 - x0) / far * aside
    lines = "".join(
        f"M{num(x0 + k * dx)} {num(y0 + k * dy)}L{num(x1 + k * dx)} {num(y1 + k * dy)}"
        for k in ((-1, 1) if aside else (0,))
    )
    return f'<path d="{lines}" stroke="{ink}" stroke-width="3.5" fill="none"/>'
