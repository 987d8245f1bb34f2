"""The drawing of one scene as SVG: its ground, lines and walls; `tokens` draws what stands at
places, `places` what a page needs to work on them."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot, pi, tan

from ..compiler.board.places import Place, Point
from .blocks import Block
from .canvas import CELL, Canvas
from .marks import Marks, draw_marks
from .places import place_shapes
from .scene import Scene, marked_points, outline
from .shapes import chain, num
from .themes import LIGHT, Theme
from .tokens import draw_tokens

NOTHING = Marks()


def picture(
    scene: Scene, marks: Marks = NOTHING, theme: Theme = LIGHT, kinds: Iterable[str] = ()
) -> Block:
    """The drawing of a scene.

    marks: what to point out. kinds: of places that get a shape of their own, which
    tells its place.
    """
    canvas = Canvas(scene, theme)
    _ground(canvas)
    canvas.add("strokes", *(_stroke(canvas, stroke) for stroke in scene.strokes))
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


# ---- ground and grid -----------------------------------------------------------------------------


def _ground(canvas: Canvas) -> None:
    scene, theme = canvas.scene, canvas.theme
    for at, tokens in scene.cells.items():
        if scene.is_filled(at):
            given = any(t.given for t in tokens if t.look in ("fill", "split"))
            ink = theme.filled_given if given else theme.filled_found
            canvas.add("ground", canvas.cell(at, f'fill="{ink}"'))
        elif at in canvas.painted:
            canvas.add("ground", canvas.cell(at, f'fill="{theme.tone(canvas.painted[at].name)}"'))


def _stroke(canvas: Canvas, stroke: list[Point]) -> str:
    return chain(map(canvas.xy, stroke), canvas.theme.faint, CELL * 0.3)


def _grid(canvas: Canvas) -> None:
    scene = canvas.scene
    lines = "".join(map(canvas.line, scene.board.grid()))
    dashes = "" if scene.frame else ' stroke-dasharray="2 4"'
    canvas.add("grid", f'<path d="{lines}" stroke="{canvas.theme.grid}" fill="none"{dashes}/>')
    if scene.frame:
        return
    for corner in scene.board.corners:
        x, y = canvas.xy(corner.at)
        canvas.add(
            "dots", f'<circle cx="{num(x)}" cy="{num(y)}" r="2.5" fill="{canvas.theme.given}"/>'
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
            canvas.add("cages", _dashed(canvas, cage))


def _dashed(canvas: Canvas, cage: frozenset[Place]) -> str:
    """The outline of a cage, moved inwards: the ends of each side are pulled into the cage,
    past the corner where the next side belongs to another cell."""
    board, gap = canvas.scene.board, 4.0
    inside = {c.at for c in cage}
    path = ""
    for border in sorted(outline(board, cage)):
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
    return (
        f'<path d="{path}" stroke="{canvas.theme.cage}" stroke-width="1.2" '
        'stroke-dasharray="4 3" fill="none"/>'
    )


def _pull(canvas: Canvas, corner: Point, border: Point, cell: Point, inside: set[Point]) -> float:
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
    if beside not in inside:
        return 1 if len(board.ways) == 4 else tan(pi / 6)
    if len(board.ways) != 4:
        return -tan(pi / 6)
    beyond = (beside[0] + 2 * (border[0] - cell[0]), beside[1] + 2 * (border[1] - cell[1]))
    return -1 if beyond in inside else 0


# ---- lines ---------------------------------------------------------------------------------------


def _lines(canvas: Canvas) -> None:
    scene, theme = canvas.scene, canvas.theme
    for given, ink in (
        (True, theme.given),
        (False, theme.given if canvas.painted else theme.found),
    ):
        drawn = [at for at, fixed in scene.lines.items() if fixed is given]
        canvas.add("lines", canvas.segments(drawn, ink, 4 if scene.frame else 5))
        paths = [at for at, fixed in scene.paths.items() if fixed is given]
        canvas.add("lines", canvas.segments(paths, ink, 6, turned=True))
    canvas.add("walls", canvas.segments(scene.walls, theme.given, 3))
    if scene.frame:
        frame = outline(scene.board, scene.board.cells)
        canvas.add("walls", canvas.segments(frame, theme.given, 4))
