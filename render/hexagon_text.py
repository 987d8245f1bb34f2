"""Boards of hexagons drawn with characters.

There is a line for each row of cells, every second one shifted by half a cell; if anything but the
frame is drawn, there are lines with the slanting borders between them. A point of the board (see
`compiler.board.hexagon`) is one column of characters, or several if tokens are wide.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..compiler.board.places import Point
from .characters import width
from .scene import Scene, outline
from .spans import BRACKETS, SIGNS, Span, length, paint, spans_of

_EMPTY, _DOT, _FILL, _CROSSED = "·", "·", "█", "•"
# Borders and links by the axis of the border: upright, falling to the right, rising.
_BORDERS, _LINKS = ("│", "╲", "╱"), ("─", "╱", "╲")


def draw_hexagons(scene: Scene, marks: dict[Point, str], colour: bool) -> str:
    """The picture of a scene."""
    return _Picture(scene, marks, colour).draw()


class _Picture:
    """The characters of one scene. pitch: columns from a cell to the next; lined: whether the
    slanting borders have lines of their own."""

    def __init__(self, scene: Scene, marks: dict[Point, str], colour: bool) -> None:
        self.scene = scene
        self.marks = marks
        self.colour = colour
        board = scene.board
        frame = set(outline(board, board.cells))
        self.cages = {at for cage in scene.cages for at in outline(board, cage)}
        drawn = {*scene.walls, *scene.lines, *scene.paths, *scene.points, *self.cages, *marks}
        self.lined = bool(drawn - frame) or not scene.frame
        self.contents = {cell.at: self._content(cell.at) for cell in board.cells}
        texts = [length(spans) for spans in self.contents.values()]
        texts += [length(spans_of(tokens)) for tokens in scene.points.values()]
        texts += [width(label) for label in scene.labels.values()]
        wide = max([1, *texts])
        self.pitch = max(4, (wide + 4) // 2 * 2) if self.lined else (wide + 2) // 2 * 2
        self.spans: dict[tuple[int, int], Span] = {}  # by line and column, of one character each

    def draw(self) -> str:
        board, scene = self.scene.board, self.scene
        if self.lined:
            self._between()
        for at, spans in self.contents.items():
            self._cell(at, spans)
        for at, label in scene.labels.items():
            self._write((at[0] - 1, at[1]), [Span(label, "given")])
        left, right = ([self._margin(side, k) for k in range(board.height)] for side in _ASIDE)
        indent = max(map(length, left)) + 1 if any(left) else 0
        first = 0 if self.lined else min(column for _, column in self.spans)
        lines = []
        for y in range(2 * board.height + 1):
            if y % 2 == 0 and not self.lined:
                continue
            columns = [column for line, column in self.spans if line == y]
            line = [
                self.spans.get((y, column), Span(" "))
                for column in range(first, max(columns, default=-1) + 1)
            ]
            if y % 2:
                before, behind = left[y // 2], right[y // 2]
                line = [Span(" " * (indent - length(before) - bool(indent))), *before, *line]
                if indent:
                    line.insert(len(before) + 1, Span(" "))
                line += [Span(" "), *behind] if behind else []
            else:
                line.insert(0, Span(" " * indent))
            lines.append(paint(line, self.colour) + "\n")
        return "".join(lines)

    def _column(self, x: int) -> int:
        return x * self.pitch // 4

    def _write(self, at: Point, spans: Iterable[Span]) -> None:
        """Some characters, the middle one at a point."""
        spans = list(spans)
        column = self._column(at[1]) - (length(spans) - 1) // 2
        for span in spans:
            for character in span.text:
                self.spans[at[0], column] = Span(character, span.style)
                column += max(1, width(character))

    def _margin(self, side: str, row: int) -> list[Span]:
        return spans_of(self.scene.margins.get(side, {}).get(row, []))

    # ---- cells

    def _content(self, at: Point) -> list[Span]:
        scene = self.scene
        tokens = [t for t in scene.cells.get(at, ()) if t.look != "fill"]
        if tokens:
            return spans_of(tokens)
        if scene.is_filled(at):
            given = any(t.given for t in scene.cells[at])
            return [Span(_FILL, "given" if given else "found")]
        if any((at[0] + dy, at[1] + dx) in scene.paths for dy, dx in scene.board.ways):
            return [Span(_CROSSED, "found")]
        return [Span(_EMPTY if scene.frame else " ")]

    def _cell(self, at: Point, spans: list[Span]) -> None:
        if self.scene.is_filled(at) and spans[0].text != _FILL:
            spans = [Span(_FILL), *spans, Span(_FILL)]
        if at in self.marks and self.colour:
            spans = [Span(f" {''.join(s.text for s in spans)} ", self.marks[at])]
        elif at in self.marks:
            opened, closed = BRACKETS[self.marks[at]]
            spans = [Span(opened), *spans, Span(closed)]
        self._write(at, spans)

    # ---- between cells

    def _between(self) -> None:
        scene, board = self.scene, self.scene.board
        if not scene.frame:
            for corner in board.corners:
                self._write(corner.at, [Span(_DOT)])
        links = {link.at: link for link in board.links}
        for border in board.borders:
            at, axis = border.at, board.axis(border)
            if at in scene.points:
                spans = spans_of(scene.points[at])
            elif at in scene.lines:
                spans = [Span(_BORDERS[axis], "given" if scene.lines[at] else "found")]
            elif at in scene.walls or at in self.cages:
                spans = [Span(_BORDERS[axis])]
            elif at in scene.paths and at in links:
                sign = _LINKS[axis]
                spans = [Span(sign if axis else sign * (self.pitch - 1), "found")]
            else:
                spans = []
            self._write(at, self._marked(at, spans))
        for corner in board.corners:
            spans = spans_of(scene.points.get(corner.at, []))
            self._write(corner.at, self._marked(corner.at, spans))

    def _marked(self, at: Point, spans: list[Span]) -> list[Span]:
        if at not in self.marks:
            return spans
        style = self.marks[at]
        if self.colour and spans:
            return [Span(s.text, style) for s in spans]
        return [Span(SIGNS[style], style if self.colour else "")]


_ASIDE = ("left", "right")
