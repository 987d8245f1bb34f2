"""Solutions as SVG pictures that need nothing but themselves.

What is printed with the puzzle is black and bold, what was found is blue. A scene is drawn in
layers from the ground up: fillings, grid, cages, walls, lines, tokens, clues outside, marks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from math import hypot, pi, tan
from typing import Any

from ..compiler.board.places import Place, Point
from ..compiler.board.square import SquareBoard
from ..compiler.ground.solution import Solution
from ..compiler.plans.steps import steps
from .characters import width
from .scene import Scene, Token, marked_points, outline, scenes
from .shapes import (
    ARROWS,
    arrow,
    chain,
    chevron,
    disc,
    em,
    escaped,
    num,
    polygon,
    star,
    stroke,
    written,
)
from .table import Table, tables, timetable

CELL = 48
MARGIN = 16
LETTER = 15.0  # of a table
PAGE = 1200  # the width of a plan
FONT = "font-family=\"'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif\""
INK, FOUND, PALE, GRID, MARK = "#1a1a1a", "#1857b6", "#dfe9f8", "#b8b8b8", "#d11a2a"
FAINT = "#cdcdcd"
FILL_GIVEN, FILL_FOUND = "#222222", "#35517d"
_WRITTEN = ("text", "fill", "split")
_CORNERS: tuple[Point, ...] = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def svg(solution: Solution, marked: Collection[Any] = (), *, title: bool = True) -> str:
    """A solution as an SVG document. marked: places to point out. title: written over the picture.

    The pictures of several layers stand under each other, tables under them. A plan is a strip: its
    moments stand side by side, in rows that are no wider than a page.
    """
    heading = [_heading(solution.title, 20)] if title and solution.title else []
    shown = _strip(solution) if solution.sequence else _blocks(solution, marked)
    whole = _stacked([*heading, *shown])
    wide, high = whole.width + 2 * MARGIN, whole.height + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(wide)} {num(high)}" '
        f'width="{num(wide)}" height="{num(high)}" role="img" {FONT}>\n'
        f"<title>{escaped(solution.title)}</title>\n"
        f'<rect width="100%" height="100%" fill="white"/>\n'
        f"{_moved(whole, MARGIN, MARGIN)}\n</svg>\n"
    )


def _blocks(solution: Solution, marked: Collection[Any] = ()) -> list[_Block]:
    """The pictures and tables of a solution."""
    pictures, rest = scenes(solution)
    marks = marked_points(marked)
    parts: list[_Block] = []
    for scene in pictures:
        if scene.name:
            parts.append(_heading(scene.name, 15))
        parts.append(_Picture(scene, marks).block())
    parts += [_table(table) for table in tables(rest, marked)]
    if solution.objective is not None:
        parts.append(_heading(f"value: {solution.objective}", 15))
    return parts


def _strip(solution: Solution) -> list[_Block]:
    """A plan: what is the same at all moments, then the moments side by side."""
    shown = steps(solution)
    still = [b for step in shown if step.moment is None for b in _blocks(step.solution)]
    timed = [step for step in shown if step.moment is not None]
    if solution.board is None:
        return [*still, *_timetables(timetable(solution.sequence, timed))]
    frames = [
        _stacked([*_blocks(step.solution), _heading(f"{solution.sequence} {step.moment}", 15)])
        for step in timed
    ]
    each = max(1, int(PAGE // (max(frame.width for frame in frames) + MARGIN)))
    return [*still, *(_abreast(frames[k : k + each]) for k in range(0, len(frames), each))]


def _timetables(table: Table) -> list[_Block]:
    """The moments of a plan as columns; what is new at one is shaded."""
    head, *columns = table.rows
    first, *rest = (max(_cell_width(text) for text in column) for column in table.rows)
    each = max(1, int((PAGE - first) // max(rest)))
    out = []
    for start in range(0, len(columns), each):
        shown = columns[start : start + each]
        new = {
            (row, k)
            for k, column in enumerate(shown, 1)
            for row in range(1, len(head))
            if start + k > 1 and column[row] != columns[start + k - 2][row]
        }
        out.append(_table(Table(tuple(zip(head, *shown, strict=True))), new))
    return out


def _stacked(blocks: Sequence[_Block]) -> _Block:
    """Blocks under each other."""
    body, y = [], 0.0
    for block in blocks:
        body.append(_moved(block, 0, y))
        y += block.height + MARGIN
    return _Block("\n".join(body), max((b.width for b in blocks), default=0), max(0, y - MARGIN))


def _abreast(blocks: Sequence[_Block]) -> _Block:
    """Blocks side by side."""
    body, x = [], 0.0
    for block in blocks:
        body.append(_moved(block, x, 0))
        x += block.width + MARGIN
    return _Block("\n".join(body), x - MARGIN, max(block.height for block in blocks))


def _moved(block: _Block, x: float, y: float) -> str:
    return f'<g transform="translate({num(x)} {num(y)})">{block.body}</g>'


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
        self.wide, self.high = (size * CELL for size in scene.board.extent)
        self.paint = _paint(scene)
        # Arrows and diagonals keep behind if a text stands on one of them.
        self.faint = any(
            any(t.look in ("arrow", "stroke") for t in tokens)
            and any(t.look == "text" for t in tokens)
            and _pointer(tokens) is None
            for tokens in scene.cells.values()
        )

    def block(self) -> _Block:
        """The whole drawing."""
        self._ground()
        self.out += [chain(map(self._xy, s), FAINT, CELL * 0.3) for s in self.scene.strokes]
        self._grid()
        self._cages()
        for at, tokens in self.scene.cells.items():
            self._signs(at, tokens)
        for given, ink in ((True, INK), (False, INK if self.paint else FOUND)):
            drawn = [at for at, fixed in self.scene.lines.items() if fixed is given]
            self._segments(drawn, ink, 4 if self.scene.frame else 5)
            paths = [at for at, fixed in self.scene.paths.items() if fixed is given]
            self._segments(paths, ink, 6, turned=True)
        self._segments(self.scene.walls, INK, 3)
        if self.scene.frame:
            self._segments(outline(self.scene.board, self.scene.board.cells), INK, 4)
        if not self.scene.frame:
            self._dots()
        for at, tokens in self.scene.cells.items():
            self._texts(at, tokens)
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
        return sum((em(t.text) + 0.4) * self.clue for t in tokens)

    def _xy(self, at: Point) -> tuple[float, float]:
        x, y = self.scene.board.spot(at)
        return self.left + x * CELL, self.top + y * CELL

    # ---- ground, grid and lines

    def _ground(self) -> None:
        for at, tokens in self.scene.cells.items():
            if self.scene.is_filled(at):
                given = any(t.given for t in tokens if t.look in ("fill", "split"))
                self._shape(at, FILL_GIVEN if given else FILL_FOUND)
            elif at in self.paint:
                self._shape(at, self.paint[at].name)

    def _shape(self, at: Point, fill: str, inset: float = 0, extra: str = "") -> None:
        """The cell at a point, filled; inset: how far its sides are moved inwards."""
        x, y = self._xy(at)
        share = 1 - 2 * inset / CELL
        corners = [
            (x + (cx - x) * share, y + (cy - y) * share)
            for cx, cy in map(self._xy, self.scene.board.corner_points(at))
        ]
        self.out.append(polygon(corners, f'fill="{fill}"{extra}'))

    def _grid(self) -> None:
        lines = "".join(map(self._line, self.scene.board.grid()))
        dashes = "" if self.scene.frame else ' stroke-dasharray="2 4"'
        self.out.append(f'<path d="{lines}" stroke="{GRID}" fill="none"{dashes}/>')

    def _line(self, ends: tuple[Point, Point]) -> str:
        (x0, y0), (x1, y1) = map(self._xy, ends)
        if y0 == y1:
            return f"M{num(x0)} {num(y0)}h{num(x1 - x0)}"
        return f"M{num(x0)} {num(y0)}" + (
            f"v{num(y1 - y0)}" if x0 == x1 else f"L{num(x1)} {num(y1)}"
        )

    def _segments(self, at: Iterable[Point], ink: str, thick: float, turned: bool = False) -> None:
        """Straight lines at points between cells: along the border there, or turned across it."""
        board = self.scene.board
        ends = board.across if turned else board.along
        path = "".join(self._line(ends(point)) for point in sorted(at))
        if path:
            self.out.append(
                f'<path d="{path}" stroke="{ink}" stroke-width="{thick}" '
                'stroke-linecap="round" fill="none"/>'
            )

    def _cages(self) -> None:
        """Dashed outlines a little inside of cages; walls, if there are no other walls."""
        plain = self.scene.walls <= set(outline(self.scene.board, self.scene.board.cells))
        for cage in self.scene.cages:
            if plain:
                self._segments(outline(self.scene.board, cage), INK, 3)
            else:
                self._dashed(cage)

    def _dashed(self, cage: frozenset[Place]) -> None:
        """The outline of a cage, moved inwards: the ends of each side are pulled into the cage,
        past the corner where the next side belongs to another cell."""
        board, gap = self.scene.board, 4.0
        inside = {c.at for c in cage}
        path = ""
        for border in sorted(outline(board, cage)):
            cell = next(at for at in board.across(border) if at in inside)
            (cx, cy), (bx, by) = self._xy(cell), self._xy(border)
            far = hypot(cx - bx, cy - by)
            inward = ((cx - bx) * gap / far, (cy - by) * gap / far)
            ends = []
            for corner in board.along(border):
                x, y = self._xy(corner)
                side = hypot(x - bx, y - by)
                pull = self._pull(corner, border, cell, inside) * gap / side
                ends.append((x + inward[0] + (bx - x) * pull, y + inward[1] + (by - y) * pull))
            (x0, y0), (x1, y1) = ends
            path += f"M{num(x0)} {num(y0)}L{num(x1)} {num(y1)}"
        self.out.append(
            f'<path d="{path}" stroke="#666" stroke-width="1.2" stroke-dasharray="4 3" '
            'fill="none"/>'
        )

    def _pull(self, corner: Point, border: Point, cell: Point, inside: set[Point]) -> float:
        """How far the end of a cage's side is pulled back, in gaps: away from a corner that turns
        in, past one that turns out, none where the next side goes straight on."""
        board = self.scene.board
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

    def _dots(self) -> None:
        for corner in self.scene.board.corners:
            x, y = self._xy(corner.at)
            self.out.append(f'<circle cx="{num(x)}" cy="{num(y)}" r="2.5" fill="{INK}"/>')

    # ---- tokens

    def _signs(self, at: Point, tokens: list[Token]) -> None:
        """Tokens of a cell that are drawn, not written; lines run over them."""
        x, y = self._xy(at)
        dark = self._is_dark(at)
        pointer = _pointer(tokens)
        for token in tokens:
            if token is pointer:
                # Above or beside its number, which it points away from.
                upright = token.name in ("up", "down")
                dx, dy = (CELL * 0.24, 0.0) if upright else (0.0, -CELL * 0.26)
                self._sign(x + dx, y + dy, token, CELL * 0.8, _ink(token, dark))
            elif token.look not in _WRITTEN and token is not self.paint.get(at):
                faint = self.faint and token.look in ("arrow", "stroke")
                self._sign(x, y, token, CELL, FAINT if faint else _ink(token, dark))

    def _is_dark(self, at: Point) -> bool:
        return self.scene.is_filled(at) or (at in self.paint and self.paint[at].name == "black")

    def _texts(self, at: Point, tokens: list[Token]) -> None:
        """Tokens of a cell that are written: what is found in the middle, clues in the corners."""
        texts = [t for t in tokens if t.look == "text"]
        dark = self._is_dark(at)
        if tokens[0].look == "split":
            self._split(at, tokens[0])
        clues = [t for t in texts if t.clue]
        if len(clues) < len(texts) or len(clues) > 1:
            free = _CORNERS[1:] if at in self.scene.labels else _CORNERS
            for token, corner in zip(clues, free, strict=False):
                self._corner(at, token, corner, _ink(token, dark))
            texts = [t for t in texts if not t.clue] + clues[len(free) :]
        if not texts:
            return
        x, y = self._xy(at)
        labelled = at in self.scene.labels or bool(clues and clues[0] not in texts)
        pointer = _pointer(tokens)
        if pointer is not None:
            x, y = (x - CELL * 0.1, y) if pointer.name in ("up", "down") else (x, y + CELL * 0.1)
        elif labelled:
            y += 3
        share = CELL / len(texts)
        most = CELL * (0.5 if labelled or pointer is not None else 0.56)
        sizes = [min(most, share * 0.84 / em(t.text)) for t in texts]
        if not dark and any(
            (at[0] + dy, at[1] + dx) in self.scene.paths for dy, dx in self.scene.board.ways
        ):
            wide = sum(em(t.text) * size for t, size in zip(texts, sizes, strict=True))
            self._clearing(x, y, wide / 2 + 4, max(sizes) / 2 + 3)
        for k, (token, size) in enumerate(zip(texts, sizes, strict=True)):
            dx = (k - (len(texts) - 1) / 2) * share * 0.9
            self._text(x + dx, y, token.text, size, _ink(token, dark), token.given)

    def _corner(self, at: Point, token: Token, corner: Point, ink: str) -> None:
        x, y = self._xy(at)
        dy, dx = corner
        size = min(CELL * 0.27, CELL * 0.42 / em(token.text))
        reach = CELL / 2 - 5 if len(self.scene.board.ways) == 4 else CELL * 0.36
        x, y = x + dx * reach, y + dy * (reach - size / 2)
        self._text(x, y, token.text, size, ink, True, "start" if dx < 0 else "end")

    def _clearing(self, x: float, y: float, rx: float, ry: float) -> None:
        """Room for a text where lines run."""
        self.out.append(
            f'<ellipse cx="{num(x)}" cy="{num(y)}" rx="{num(max(rx, ry))}" '
            f'ry="{num(ry)}" fill="white"/>'
        )

    def _split(self, at: Point, token: Token) -> None:
        x, y = self._xy(at)
        below, across = token.text.split("\\")
        half, part = CELL / 2, CELL * 0.22
        self.out.append(f'<path d="M{num(x - half)} {num(y - half)}l{CELL} {CELL}" stroke="#999"/>')
        for text, side in ((below, -1), (across, 1)):
            size = min(CELL * 0.34, CELL * 0.5 / em(text))
            self._text(x + side * part, y - side * part, text, size, "white", True)

    def _sign(self, x: float, y: float, token: Token, room: float, ink: str) -> None:
        match token.look:
            case "star":
                sign = star(x, y, room, ink)
            case "disc":
                sign = disc(x, y, room, "none", ink)
            case "paint":
                sign = disc(x, y, room, token.name, INK)
            case "stroke":
                sign = stroke(x, y, token.text == "/", room, ink)
            case _:
                sign = arrow(x, y, ARROWS[token.name], room, ink)
        self.out.append(sign)

    def _point(self, at: Point, tokens: list[Token]) -> None:
        """A token on a corner, or between two cells."""
        x, y = self._xy(at)
        corner = at[0] % 2 == 0 and at[1] % 2 == 0
        text = "".join(t.text for t in tokens)
        token = tokens[0]
        if len(tokens) == 1 and token.look in ("paint", "star", "disc"):
            self._sign(x, y, token, CELL * 0.36, _ink(token, False))
            return
        if len(tokens) == 1 and token.look == "arrow":
            self.out.append(chevron(x, y, ARROWS[token.name], CELL, _ink(token, False)))
            return
        size = min(CELL * 0.34, CELL * 0.62 / em(text))
        if corner:
            self.out.append(
                f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(CELL * 0.21)}" fill="white" '
                f'stroke="{INK}"/>'
            )
            size = min(size, CELL * 0.34 / em(text))
        self._text(x, y, text, size, _ink(token, False), token.given, halo=not corner)

    def _label(self, at: Point, label: str) -> None:
        x, y = self._xy((at[0] - 1, at[1] - 1))
        size = min(CELL * 0.26, CELL * 0.8 / em(label))
        self._text(x + 5, y + 4 + size / 2, label, size, INK, True, anchor="start", halo=True)

    # ---- outside

    def _outside(self, side: str) -> None:
        for k, tokens in self.scene.margins.get(side, {}).items():
            along = 2 * k + 1
            if side in ("left", "right"):
                at = (along, -1 if side == "left" else 2 * self.scene.board.width + 1)
                y = self._xy((along, 0))[1]
                x = self.left - 6 - self._length(tokens)
                if side == "right":
                    x = self.left + self.wide + 6
                for token in tokens:
                    room = self._length([token])
                    self._clue(x + room / 2, y, token, at)
                    x += room
            else:
                at = (-1 if side == "top" else 2 * self.scene.board.height + 1, along)
                x, y = self._xy((0, along))[0], self.top
                step = self.clue * 1.15
                if side == "bottom":
                    y += self.high
                y += step / 2 + 4 if side == "bottom" else -4 - step * (len(tokens) - 0.5)
                for token in tokens:
                    self._clue(x, y, token, at)
                    y += step

    def _clue(self, x: float, y: float, token: Token, at: Point) -> None:
        ink = MARK if at in self.marks else _ink(token, False)
        if token.look == "arrow":
            self.out.append(arrow(x, y, ARROWS[token.name], self.clue, ink))
            return
        size = min(self.clue, CELL * 0.92 / em(token.text)) if at[0] % 2 == 0 else self.clue
        self._text(x, y, token.text, size, ink, False)

    def _marks(self) -> None:
        """Frames around marked cells, rings around other places."""
        board = self.scene.board
        cells = {cell.at for cell in board.cells}
        beside = {side.at for side in board.sides} if isinstance(board, SquareBoard) else set()
        for at in sorted(self.marks - beside):
            if at in cells:
                extra = f' fill-opacity="0.14" stroke="{MARK}" stroke-width="2.5"'
                self._shape(at, MARK, 3, extra)
                continue
            cx, cy = self._xy(at)
            self.out.append(
                f'<circle cx="{num(cx)}" cy="{num(cy)}" r="{num(CELL * 0.24)}" fill="{MARK}" '
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
        self.out.append(written(x, y, text, size, ink, bold, anchor, around))


# ---- what is not on the board --------------------------------------------------------------------


def _heading(text: str, size: float) -> _Block:
    body = written(0, size / 2, text, size, INK, True, "start")
    return _Block(body, em(text) * size * 1.1, size)  # bold letters are wider than digits


def _cell_width(text: str) -> float:
    """The width of a table's column for a text."""
    return width(text) * LETTER * 0.62 + 20


def _table(table: Table, shaded: Collection[tuple[int, int]] = ()) -> _Block:
    """shaded: cells, by row and column."""
    size, line = LETTER, 26.0
    columns = range(len(table.rows[0]))
    wide = [max(_cell_width(row[k]) for row in table.rows) for k in columns]
    body = []
    for number, row in enumerate(table.rows):
        y, x = number * line, 0.0
        if number in table.marked:
            body.append(
                f'<rect y="{num(y)}" width="{num(sum(wide))}" height="{line}" fill="#fbdfe1"/>'
            )
        for k, cell in enumerate(row):
            if (number, k) in shaded:
                body.append(
                    f'<rect x="{num(x)}" y="{num(y)}" width="{num(wide[k])}" height="{line}" '
                    f'fill="{PALE}"/>'
                )
            head = (number == 0 and table.headed) or k == 0
            ink = INK if head else FOUND
            body.append(written(x + 8, y + line / 2, cell, size, ink, head, "start"))
            x += wide[k]
        body.append(f'<path d="M0 {num(y + line)}h{num(sum(wide))}" stroke="{GRID}"/>')
    return _Block("\n".join(body), sum(wide), line * len(table.rows))


def _paint(scene: Scene) -> dict[Point, Token]:
    """By cell, the token whose colour it has as a whole; none if some cell would have no colour."""
    paint = {at: t for at, tokens in scene.cells.items() for t in tokens if t.look == "paint"}
    if len(paint) < len(scene.board.cells):
        return {}
    return {at: token for at, token in paint.items() if not scene.is_filled(at)}


def _pointer(tokens: list[Token]) -> Token | None:
    """The arrow of a clue that is a number and an arrow, and nothing else stands with it."""
    match sorted(tokens, key=lambda t: t.look):
        case [Token(clue=True, look="arrow") as pointer, Token(clue=True, look="text")]:
            return pointer
    return None


def _ink(token: Token, dark: bool) -> str:
    if dark:
        return "white" if token.given else "#bcd6ff"
    return INK if token.given else FOUND
