"""The canvas of one scene: SVG elements in layers, at coordinates for the points of the board.

An SVG picture of a board is a group `<g class="board">` with a group for each of LAYERS, the lowest
first. Every element is added to one of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import atan2, degrees

from ..compiler.board.places import Point
from .scene import Scene, Token
from .shapes import ARROWS, em, num, polygon, written
from .signs import turn_of
from .themes import Theme

CELL = 48
CLUE = CELL * 0.42  # the size of a clue outside
LAYERS = (
    "ground",  # fillings of cells
    "strokes",  # lines through lists of cells
    "grid",
    "cages",
    "signs",  # tokens that are drawn; lines run over them
    "lines",  # borders and links
    "walls",
    "dots",  # the corners of a board without a frame
    "texts",  # tokens that are written
    "points",  # tokens on corners, borders and links
    "labels",  # texts about groups of cells
    "outside",
    "marks",  # places pointed out
    "places",  # a transparent shape for each place
)


class Canvas:
    """The marks of one scene, in layers.

    painted: the cells that have a colour as a whole. grounds: the colours of filled cells; bases:
    of discs and other shapes under a text. left, top: of the board's corner; wide, high: its size;
    all in pixels.
    """

    def __init__(self, scene: Scene, theme: Theme) -> None:
        self.scene = scene
        self.theme = theme
        self.painted = scene.painted
        self.grounds: dict[Point, str] = {}
        self.bases: dict[Point, str] = {}
        self.layers: dict[str, list[str]] = {name: [] for name in LAYERS}
        self.left = self.beside("left")
        self.top = self.beyond("top")
        self.wide, self.high = (size * CELL for size in scene.board.extent)

    def add(self, layer: str, *elements: str) -> None:
        self.layers[layer].extend(filter(None, elements))

    def body(self) -> str:
        """The SVG of all layers that are not empty."""
        return "\n".join(
            f'<g class="{name}">\n' + "\n".join(marks) + "\n</g>"
            for name, marks in self.layers.items()
            if marks
        )

    # ---- measures

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the whole drawing."""
        width = self.left + self.wide + self.beside("right")
        return width, self.top + self.high + self.beyond("bottom")

    def beside(self, side: str) -> float:
        """The width of the clues on the left or right."""
        stacks = self.scene.margins.get(side, {}).values()
        return max((length(s) + 10 for s in stacks if s), default=0)

    def beyond(self, side: str) -> float:
        """The height of the clues above or below."""
        stacks = self.scene.margins.get(side, {}).values()
        return max((len(s) * CLUE * 1.15 + 8 for s in stacks if s), default=0)

    def xy(self, at: Point) -> tuple[float, float]:
        """The coordinates of a point of the board, in pixels."""
        x, y = self.scene.board.spot(at)
        return self.left + x * CELL, self.top + y * CELL

    def corners(self, at: Point, inset: float = 0) -> list[tuple[float, float]]:
        """The corners of the cell at a point; inset: how far its sides are moved inwards."""
        x, y = self.xy(at)
        share = 1 - 2 * inset / CELL
        return [
            (x + (cx - x) * share, y + (cy - y) * share)
            for cx, cy in map(self.xy, self.scene.board.corner_points(at))
        ]

    # ---- marks

    def cell(self, at: Point, style: str, inset: float = 0) -> str:
        """The shape of a cell."""
        return polygon(self.corners(at, inset), style)

    def line(self, ends: tuple[Point, Point]) -> str:
        """A straight line as part of a path."""
        (x0, y0), (x1, y1) = map(self.xy, ends)
        if y0 == y1:
            return f"M{num(x0)} {num(y0)}h{num(x1 - x0)}"
        return f"M{num(x0)} {num(y0)}" + (
            f"v{num(y1 - y0)}" if x0 == x1 else f"L{num(x1)} {num(y1)}"
        )

    def segments(
        self, at: Iterable[Point], ink: str, thick: float, turned: bool = False, extra: str = ""
    ) -> str:
        """Straight lines at points between cells: along the border there, or turned across it."""
        board = self.scene.board
        ends = board.across if turned else board.along
        path = "".join(self.line(ends(point)) for point in sorted(at))
        if not path:
            return ""
        return (
            f'<path d="{path}" stroke="{ink}" stroke-width="{num(thick)}" '
            f'stroke-linecap="round" fill="none"{extra}/>'
        )

    def text(
        self,
        at: tuple[float, float],
        text: str,
        size: float,
        ink: str,
        bold: bool,
        anchor: str = "middle",
        halo: str = "",
        direction: str = "",
    ) -> str:
        """A text centred at (x, y). halo: the colour around it, if lines run below. direction: the
        reading direction, if not to the right."""
        around = ""
        if degrees := turn_of(direction) % 360:
            x, y = map(num, at)
            around = f' transform="rotate({num(degrees)} {x} {y})"'
        if halo:
            around += (
                f' stroke="{halo}" stroke-width="{num(max(4, size * 0.3))}" '
                'stroke-linejoin="round" paint-order="stroke"'
            )
        return written(*at, text, size, ink, bold, anchor, around)

    def ink(self, token: Token) -> str:
        """The colour of a token on paper."""
        return self.theme.given if token.given else self.theme.found

    def ink_on(self, at: Point, token: Token, text: bool = False) -> str:
        """The colour of a token in a cell, readable on the cell's ground."""
        ground = self.bases.get(at, self.grounds.get(at)) if text else self.grounds.get(at)
        return self.ink(token) if ground is None else self.theme.on(ground, self.ink(token))

    @cached_property
    def ships(self) -> set[Point]:
        """The cells with a part of a ship."""
        return {
            at
            for at, tokens in self.scene.cells.items()
            if any(m.shape == "ship" for t in tokens for m in t.marks or ())
        }

    def slant(self, direction: str) -> float | None:
        """The degrees of a direction if they differ from those on squares; else None, as of a name
        that is no direction."""
        if direction not in ARROWS or self.scene.board.shape == "squares":
            return None
        dy, dx = ARROWS[direction]
        return degrees(atan2(dy, dx))

    def turn(self, at: Point) -> float:
        """The degrees of the border at a point."""
        (x0, y0), (x1, y1) = map(self.xy, self.scene.board.along(at))
        return degrees(atan2(y1 - y0, x1 - x0))


def length(tokens: Iterable[Token]) -> float:
    """The width of clues beside each other."""
    return sum((em(t.text) + 0.4) * CLUE for t in tokens)
