"""Solutions as SVG pictures that need nothing but themselves.

What is printed with the puzzle is black and bold, what was found is blue. A scene is drawn in
layers from the ground up: fillings, grid, cages, walls, lines, tokens, clues outside, marks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from math import cos, pi, sin
from typing import Any
from xml.sax.saxutils import escape

from ..compiler.geometry import Place, Point
from ..compiler.solution import Solution
from .characters import printable, width
from .scene import Scene, Token, marked_points, outline, scenes
from .table import Table, tables

CELL = 48
MARGIN = 16
FONT = "font-family=\"'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif\""
INK, FOUND, PALE, GRID, MARK = "#1a1a1a", "#1857b6", "#dfe9f8", "#b8b8b8", "#d11a2a"
FILL_GIVEN, FILL_FOUND = "#222222", "#35517d"
_CHAR = 0.6  # the width of a digit, in heights of the font

_ARROWS: dict[str, Point] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


def svg(solution: Solution, title: bool = True, marked: Collection[Any] = ()) -> str:
    """A solution as an SVG document. title: written over the picture. marked: places to point out.

    The pictures of several layers stand under each other, tables under them.
    """
    pictures, rest = scenes(solution)
    marks = marked_points(marked)
    parts: list[_Block] = []
    if title and solution.title:
        parts.append(_heading(solution.title, 20))
    for scene in pictures:
        if scene.name:
            parts.append(_heading(scene.name, 15))
        parts.append(_Picture(scene, marks).block())
    parts += [_table(table) for table in tables(rest, marked)]
    if solution.objective is not None:
        parts.append(_heading(f"value: {solution.objective}", 15))
    wide = max((part.width for part in parts), default=0) + 2 * MARGIN
    body, y = [], float(MARGIN)
    for part in parts:
        body.append(f'<g transform="translate({MARGIN} {_n(y)})">{part.body}</g>')
        y += part.height + MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(wide)} {_n(y)}" '
        f'width="{_n(wide)}" height="{_n(y)}" role="img" {FONT}>\n'
        f"<title>{_escaped(solution.title)}</title>\n"
        f'<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


class _Block:
    """A piece of a drawing with its size; its upper left corner is the origin."""

    __slots__ = ("body", "height", "width")

    def __init__(self, body: str, width: float, height: float) -> None:
        self.body = body
        self.width = width
        self.height = height


class _Picture:
    """The drawing of one scene."""

    def __init__(self, scene: Scene, marks: set[Point]) -> None:
        self.scene = scene
        self.marks = marks
        self.out: list[str] = []
        self.clue = CELL * 0.42
        self.left = self._beside("left")
        self.top = self._beyond("top")
        self.wide = scene.board.width * CELL
        self.high = scene.board.height * CELL

    def block(self) -> _Block:
        """The whole drawing."""
        self._ground()
        self._grid()
        self._cages()
        painted = any(map(self._is_painted, self.scene.cells.values()))
        for given, ink in ((True, INK), (False, INK if painted else FOUND)):
            drawn = [at for at, fixed in self.scene.lines.items() if fixed is given]
            self._segments(drawn, ink, 4 if self.scene.frame else 5)
            paths = [at for at, fixed in self.scene.paths.items() if fixed is given]
            self._segments(paths, ink, 6, turned=True)
        self._segments(self.scene.walls, INK, 3)
        if self.scene.frame:
            self._segments(outline(self.scene.board.cells), INK, 4)
        if not self.scene.frame:
            self._dots()
        for at, tokens in self.scene.cells.items():
            self._cell(at, tokens)
        for at, tokens in self.scene.points.items():
            self._point(at, tokens)
        for at, label in self.scene.labels.items():
            self._label(at, label)
        for side in ("left", "right", "top", "bottom"):
            self._outside(side)
        self._marks()
        width = self.left + self.wide + self._beside("right")
        return _Block("\n".join(self.out), width, self.top + self.high + self._beyond("bottom"))

    # ---- measures

    def _beside(self, side: str) -> float:
        stacks = self.scene.margins.get(side, {}).values()
        return max((self._length(s) + 10 for s in stacks if s), default=0)

    def _beyond(self, side: str) -> float:
        stacks = self.scene.margins.get(side, {}).values()
        return max((len(s) * self.clue * 1.15 + 8 for s in stacks if s), default=0)

    def _length(self, tokens: Iterable[Token]) -> float:
        return sum((width(t.text) * _CHAR + 0.4) * self.clue for t in tokens)

    def _xy(self, at: Point) -> tuple[float, float]:
        return self.left + at[1] * CELL / 2, self.top + at[0] * CELL / 2

    # ---- ground, grid and lines

    def _ground(self) -> None:
        for at, tokens in self.scene.cells.items():
            if self.scene.is_filled(at):
                given = any(t.given for t in tokens if t.look in ("fill", "split"))
                self._square(at, FILL_GIVEN if given else FILL_FOUND)
            elif self._is_painted(tokens):
                self._square(at, tokens[0].name)

    def _is_painted(self, tokens: list[Token]) -> bool:
        everywhere = len(self.scene.cells) == len(self.scene.board.cells)
        return everywhere and tokens[0].look == "paint"

    def _square(self, at: Point, fill: str, inset: float = 0, extra: str = "") -> None:
        x, y = self._xy((at[0] - 1, at[1] - 1))
        size = CELL - 2 * inset
        self.out.append(
            f'<rect x="{_n(x + inset)}" y="{_n(y + inset)}" width="{_n(size)}" '
            f'height="{_n(size)}" fill="{fill}"{extra}/>'
        )

    def _grid(self) -> None:
        x0, y0 = self._xy((0, 0))
        board = self.scene.board
        lines = [f"M{_n(x0)} {_n(y0 + r * CELL)}h{self.wide}" for r in range(board.height + 1)]
        lines += [f"M{_n(x0 + c * CELL)} {_n(y0)}v{self.high}" for c in range(board.width + 1)]
        dashes = "" if self.scene.frame else ' stroke-dasharray="2 4"'
        self.out.append(f'<path d="{"".join(lines)}" stroke="{GRID}" fill="none"{dashes}/>')

    def _segments(self, at: Iterable[Point], ink: str, thick: float, turned: bool = False) -> None:
        """Straight lines at points between cells: along the border there, or turned across it."""
        path = ""
        for y, x in sorted(at):
            along = (y % 2 == 0) is not turned
            x0, y0 = self._xy((y, x - 1) if along else (y - 1, x))
            path += f"M{_n(x0)} {_n(y0)}{'h' if along else 'v'}{CELL}"
        if path:
            self.out.append(
                f'<path d="{path}" stroke="{ink}" stroke-width="{thick}" '
                'stroke-linecap="round" fill="none"/>'
            )

    def _cages(self) -> None:
        """Dashed outlines a little inside of cages; walls, if there are no other walls."""
        plain = self.scene.walls <= set(outline(self.scene.board.cells))
        for cage in self.scene.cages:
            if plain:
                self._segments(outline(cage), INK, 3)
            else:
                self._dashed(cage)

    def _dashed(self, cage: frozenset[Place]) -> None:
        gap, inside, path = 4.0, {c.at for c in cage}, ""
        for y, x in sorted(outline(cage)):
            upright = x % 2 == 1  # of the step from the border into the cage
            step = 1 if ((y + 1, x) if upright else (y, x + 1)) in inside else -1
            ends = []
            for side in (-1, 1):
                cell = (y + step, x) if upright else (y, x + step)
                beside = (cell[0], cell[1] + 2 * side) if upright else (cell[0] + 2 * side, cell[1])
                across = (
                    (cell[0] - 2 * step, beside[1]) if upright else (beside[0], cell[1] - 2 * step)
                )
                # A side runs on into the next cell, and past its end where the outline turns out.
                pull = -gap * side if beside not in inside else gap * side * (across in inside)
                cx, cy = self._xy((y, x + side) if upright else (y + side, x))
                ends.append(
                    (cx + pull, cy + gap * step) if upright else (cx + gap * step, cy + pull)
                )
            (x0, y0), (x1, y1) = ends
            path += f"M{_n(x0)} {_n(y0)}L{_n(x1)} {_n(y1)}"
        self.out.append(
            f'<path d="{path}" stroke="#666" stroke-width="1.2" stroke-dasharray="4 3" '
            'fill="none"/>'
        )

    def _dots(self) -> None:
        for corner in self.scene.board.corners:
            x, y = self._xy(corner.at)
            self.out.append(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="2.5" fill="{INK}"/>')

    # ---- tokens

    def _cell(self, at: Point, tokens: list[Token]) -> None:
        filled = self.scene.is_filled(at)
        dark = filled or (self._is_painted(tokens) and tokens[0].name == "black")
        painted = self._is_painted(tokens)
        shown = [t for t in tokens if t.look != "fill" and not (painted and t.look == "paint")]
        under = [t for t in shown if t.look in ("paint", "arrow", "stroke", "star", "disc")]
        texts = [t for t in shown if t not in under]
        for token in under:
            self._glyph(at, token, CELL, faint=bool(texts) or len(under) > 1, dark=dark)
        if texts and texts[0].look == "split":
            self._split(at, texts[0])
            return
        x, y = self._xy(at)
        labelled = at in self.scene.labels
        crossed = any((at[0] + dy, at[1] + dx) in self.scene.paths for dy, dx in _ARROWS.values())
        for k, token in enumerate(texts):
            share = CELL / len(texts)
            dx = (k - (len(texts) - 1) / 2) * share * 0.9
            size = min(CELL * (0.5 if labelled else 0.56), share * 0.86 / _em(token.text))
            ink = _ink(token, dark)
            middle = y + (3 if labelled else 0)
            self._text(x + dx, middle, token.text, size, ink, token.given, halo=crossed)

    def _split(self, at: Point, token: Token) -> None:
        x, y = self._xy(at)
        below, across = token.text.split("\\")
        half, part = CELL / 2, CELL * 0.22
        self.out.append(f'<path d="M{_n(x - half)} {_n(y - half)}l{CELL} {CELL}" stroke="#999"/>')
        for text, side in ((below, -1), (across, 1)):
            size = min(CELL * 0.34, CELL * 0.5 / _em(text))
            self._text(x + side * part, y - side * part, text, size, "white", True)

    def _glyph(self, at: Point, token: Token, room: float, faint: bool, dark: bool) -> None:
        """A token as a sign. room: the side of the square that it may fill. faint: under a text."""
        x, y = self._xy(at)
        ink = _ink(token, dark)
        if faint and token.look in ("arrow", "stroke"):
            ink = "#cdcdcd"
        match token.look:
            case "star":
                corners = (
                    f"{_n(x + r * room * sin(k * pi / 5))},{_n(y - r * room * cos(k * pi / 5))}"
                    for k in range(10)
                    for r in ((0.38, 0.16)[k % 2],)
                )
                self.out.append(f'<polygon points="{" ".join(corners)}" fill="{ink}"/>')
            case "disc" | "paint":
                fill = token.name if token.look == "paint" else "none"
                stroke = INK if token.look == "paint" else ink
                self.out.append(
                    f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(room * 0.33)}" fill="{fill}" '
                    f'stroke="{stroke}" stroke-width="{_n(room * 0.05)}"/>'
                )
            case "stroke":
                h = room / 2
                rise = -1 if token.text == "/" else 1
                self.out.append(
                    f'<path d="M{_n(x - h)} {_n(y - rise * h)}l{_n(room)} {_n(rise * room)}" '
                    f'stroke="{ink}" stroke-width="3" stroke-linecap="round"/>'
                )
            case "arrow":
                self._arrow(x, y, _ARROWS[token.name], room, ink)

    def _arrow(self, x: float, y: float, way: Point, room: float, ink: str) -> None:
        dy, dx = way
        a, b = room * 0.32, room * 0.16
        neck_x, neck_y = dx * (a - b), dy * (a - b)
        self.out.append(
            f'<path d="M{_n(x - dx * a)} {_n(y - dy * a)}L{_n(x + dx * a)} {_n(y + dy * a)}'
            f"M{_n(x + neck_x - dy * b)} {_n(y + neck_y - dx * b)}"
            f"L{_n(x + dx * a)} {_n(y + dy * a)}"
            f'L{_n(x + neck_x + dy * b)} {_n(y + neck_y + dx * b)}" '
            f'stroke="{ink}" stroke-width="{_n(room * 0.06)}" fill="none" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )

    def _point(self, at: Point, tokens: list[Token]) -> None:
        """A token on a corner, or between two cells."""
        x, y = self._xy(at)
        corner = at[0] % 2 == 0 and at[1] % 2 == 0
        text = "".join(t.text for t in tokens)
        token = tokens[0]
        if len(tokens) == 1 and token.look in ("paint", "star", "disc"):
            self._glyph(at, token, CELL * 0.36, faint=False, dark=False)
            return
        if len(tokens) == 1 and token.look == "arrow":
            self._chevron(x, y, _ARROWS[token.name], _ink(token, False))
            return
        size = min(CELL * 0.34, CELL * 0.62 / _em(text))
        if corner:
            self.out.append(
                f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(CELL * 0.21)}" fill="white" '
                f'stroke="{INK}"/>'
            )
            size = min(size, CELL * 0.34 / _em(text))
        self._text(x, y, text, size, _ink(token, False), token.given, halo=not corner)

    def _chevron(self, x: float, y: float, way: Point, ink: str) -> None:
        """A sign for smaller and greater, its tip in a direction."""
        dy, dx = way
        a, b = CELL * 0.07, CELL * 0.12
        points = [
            (x - dx * a - dy * b, y - dy * a - dx * b),
            (x + dx * a, y + dy * a),
            (x - dx * a + dy * b, y - dy * a + dx * b),
        ]
        path = " ".join(f"{_n(px)},{_n(py)}" for px, py in points)
        for stroke, thick in (("white", 7), (ink, 2.5)):
            self.out.append(
                f'<polyline points="{path}" fill="none" stroke="{stroke}" '
                f'stroke-width="{thick}" stroke-linecap="round"/>'
            )

    def _label(self, at: Point, label: str) -> None:
        x, y = self._xy((at[0] - 1, at[1] - 1))
        size = min(CELL * 0.26, CELL * 0.8 / _em(label))
        self._text(x + 5, y + 4 + size / 2, label, size, INK, True, anchor="start", halo=True)

    # ---- outside

    def _outside(self, side: str) -> None:
        for k, tokens in self.scene.margins.get(side, {}).items():
            along = 2 * k + 1
            if side in ("left", "right"):
                at = (along, -1 if side == "left" else 2 * self.scene.board.width + 1)
                x, y = self._xy((along, at[1] + (1 if side == "left" else -1)))
                x += 6 if side == "right" else -6 - self._length(tokens)
                for token in tokens:
                    room = self._length([token])
                    self._clue(x + room / 2, y, token, at)
                    x += room
            else:
                at = (-1 if side == "top" else 2 * self.scene.board.height + 1, along)
                x, y = self._xy((at[0] + (1 if side == "top" else -1), along))
                step = self.clue * 1.15
                y += step / 2 + 4 if side == "bottom" else -4 - step * (len(tokens) - 0.5)
                for token in tokens:
                    self._clue(x, y, token, at)
                    y += step

    def _clue(self, x: float, y: float, token: Token, at: Point) -> None:
        ink = MARK if at in self.marks else _ink(token, False)
        if token.look == "arrow":
            self._arrow(x, y, _ARROWS[token.name], self.clue, ink)
            return
        size = min(self.clue, CELL * 0.92 / _em(token.text)) if at[0] % 2 == 0 else self.clue
        self._text(x, y, token.text, size, ink, False)

    def _marks(self) -> None:
        """Frames around marked cells, rings around other places."""
        board = self.scene.board
        for y, x in sorted(self.marks):
            if not (0 <= y <= 2 * board.height and 0 <= x <= 2 * board.width):
                continue
            if y % 2 and x % 2:
                extra = f' fill-opacity="0.14" stroke="{MARK}" stroke-width="2.5"'
                self._square((y, x), MARK, 3, extra)
                continue
            cx, cy = self._xy((y, x))
            self.out.append(
                f'<circle cx="{_n(cx)}" cy="{_n(cy)}" r="{_n(CELL * 0.24)}" fill="{MARK}" '
                f'fill-opacity="0.14" stroke="{MARK}" stroke-width="2.5"/>'
            )

    def _text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        ink: str,
        bold: bool,
        anchor: str = "middle",
        halo: bool = False,
    ) -> None:
        around = ""
        if halo:
            around = ' stroke="white" stroke-width="6" stroke-linejoin="round" paint-order="stroke"'
        self.out.append(_written(x, y, text, size, ink, bold, anchor, around))


# ---- what is not on the board --------------------------------------------------------------------


def _heading(text: str, size: float) -> _Block:
    body = _written(0, size / 2, text, size, INK, True, "start")
    return _Block(body, width(text) * size * _CHAR, size)


def _table(table: Table) -> _Block:
    size, line = 15.0, 26.0
    columns = range(len(table.rows[0]))
    wide = [max(width(row[k]) for row in table.rows) * size * 0.62 + 20 for k in columns]
    body = []
    for number, row in enumerate(table.rows):
        y, x = number * line, 0.0
        if number in table.marked:
            body.append(
                f'<rect y="{_n(y)}" width="{_n(sum(wide))}" height="{line}" fill="#fbdfe1"/>'
            )
        for k, cell in enumerate(row):
            head = (number == 0 and table.headed) or k == 0
            ink = INK if head else FOUND
            body.append(_written(x + 8, y + line / 2, cell, size, ink, head, "start"))
            x += wide[k]
        body.append(f'<path d="M0 {_n(y + line)}h{_n(sum(wide))}" stroke="{GRID}"/>')
    return _Block("\n".join(body), sum(wide), line * len(table.rows))


# ---- characters ----------------------------------------------------------------------------------


def _written(
    x: float, y: float, text: str, size: float, ink: str, bold: bool, anchor: str, extra: str = ""
) -> str:
    """A text whose middle line is at y; a font's digits rise 0.72 of its size above the line."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{_n(x)}" y="{_n(y + 0.36 * size)}" font-size="{_n(size)}" fill="{ink}" '
        f'text-anchor="{anchor}"{weight}{extra}>{_escaped(text)}</text>'
    )


def _ink(token: Token, dark: bool) -> str:
    if dark:
        return "white" if token.given else "#bcd6ff"
    return INK if token.given else FOUND


def _em(text: str) -> float:
    """The width of a text in heights of its font."""
    return max(1, width(text)) * _CHAR


def _escaped(text: str) -> str:
    return escape(printable(text))


def _n(value: float) -> str:
    """A number as short as it can be written."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
