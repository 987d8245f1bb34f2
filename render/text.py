"""Solutions drawn with characters, the way puzzle people draw them.

The board's doubled grid becomes columns and rows of characters: a slot for every cell, and between
cells a column or row of box-drawing lines if anything is drawn there. If there are both walls and
cages, walls are heavy. Layers that are not in the picture are listed under it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import Any

from ..compiler.board.places import Point
from ..compiler.ground.solution import Solution
from ..compiler.plans.steps import steps, without_moments
from .characters import width
from .hexagon_text import draw_hexagons
from .images import images_text, with_images
from .scene import Scene, Token, marked_points, outline
from .scenes import scenes
from .spans import BRACKETS, SIGNS, Span, length, paint, spans_of
from .table import names_of_givens, tables, timetable

# Box-drawing characters, indexed by the weights (0 none, 1 light, 2 heavy) of the lines up, right,
# down and left of a point, as digits in base 3.
_JOINTS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"
_ARMS: tuple[Point, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))
_LIGHT, _HEAVY = 1, 2
_EMPTY, _DOT, _FILL = "·", "·", "█"
# For the pictures of a plan: the columns of a page, the text between two pictures.
_PAGE, _GAP = 78, "   "


def text(
    solution: Solution,
    colour: bool = False,
    marked: Collection[Any] = (),
    moments: Collection[int] = (),
    new: Collection[Any] = (),
) -> str:
    """A solution as a picture; a plan as one for each moment, side by side.

    colour: with escape sequences for a terminal. marked: places to mark, in a plan only at
    `moments`. new: places to mark in another way; not in a plan.
    """
    if not solution.sequence:
        return _text(solution, colour, marked, new)
    shown = steps(solution)
    timed = [step for step in shown if step.moment is not None]
    if solution.board is None:
        parts = [_text(without_moments(solution), colour)]
        parts.append(str(timetable(solution.sequence, timed, moments)))
        return "\n".join(part for part in parts if part)
    still = [_text(step.solution, colour) for step in shown if step.moment is None]
    frames = [
        f"{solution.sequence} {step.moment}\n"
        + _text(step.solution, colour, marked if step.moment in moments else ())
        for step in timed
    ]
    return "\n".join([*still, *_side_by_side(frames)])


def _side_by_side(frames: Sequence[str]) -> Iterator[str]:
    """Blocks of lines in rows that are no wider than a page."""
    blocks = [frame.splitlines() for frame in frames]
    wide = max(_seen(line) for block in blocks for line in block) + len(_GAP)
    each = max(1, (_PAGE + len(_GAP)) // wide)
    for start in range(0, len(blocks), each):
        row = blocks[start : start + each]
        lines = zip_longest(*row, fillvalue="")
        yield "".join(
            "".join(line + " " * (wide - _seen(line)) for line in parts).rstrip() + "\n"
            for parts in lines
        )


def _seen(line: str) -> int:
    """The width of a line on a terminal, colours left out."""
    return width(re.sub(r"\x1b\[[\d;]*m", "", line))


def _text(
    solution: Solution, colour: bool, marked: Collection[Any] = (), new: Collection[Any] = ()
) -> str:
    pictures, rest = scenes(solution)
    points = dict.fromkeys(marked_points(marked), "mark") | dict.fromkeys(marked_points(new), "new")
    marked = (*marked, *new)
    parts = []
    for scene in pictures:
        heading = f"{scene.name}:\n" if scene.name else ""
        if scene.board.staggered:
            parts.append(heading + draw_hexagons(scene, points, colour))
        else:
            parts.append(heading + _Picture(scene, points, colour).draw())
    parts.extend(images_text(layer) for layer in with_images(rest))
    parts.extend(str(table) for table in tables(rest, marked, names_of_givens(solution)))
    if solution.objective is not None:
        parts.append(f"value: {solution.objective}\n")
    return "\n".join(parts)


class _Picture:
    """The layout of one scene. marks: the points that are marked, each with its style."""

    def __init__(self, scene: Scene, marks: dict[Point, str], colour: bool) -> None:
        self.scene = scene
        self.marks = marks
        self.colour = colour
        self.height = 2 * scene.board.height + 1
        self.width = 2 * scene.board.width + 1

    @cached_property
    def weights(self) -> dict[Point, int]:
        """By point of the doubled grid, the weight of the line there."""
        scene = self.scene
        light: set[Point] = set()
        for cage in scene.cages:
            light.update(outline(scene.board, cage))
        walled = bool(scene.walls - set(outline(scene.board, scene.board.cells)))
        out = dict.fromkeys(light, _LIGHT)
        out |= dict.fromkeys(scene.walls, _HEAVY if walled and light - scene.walls else _LIGHT)
        return out | dict.fromkeys(scene.lines, _HEAVY if walled else _LIGHT)

    @cached_property
    def contents(self) -> dict[Point, list[Span]]:
        """The text of every cell that has more than a filling."""
        empty = [Span(_EMPTY)] if self.scene.frame else [Span(" ")]
        out = {}
        for cell in self.scene.board.cells:
            tokens = [t for t in self.scene.cells.get(cell.at, ()) if t.look != "fill"]
            if tokens:
                out[cell.at] = spans_of(tokens)
            elif self.scene.is_filled(cell.at):
                out[cell.at] = []
            elif joint := self._path(cell.at):
                out[cell.at] = [Span(joint, "found")]
            else:
                out[cell.at] = empty
        return out

    def _path(self, at: Point) -> str:
        """The drawn links that meet in a cell."""
        weights = dict.fromkeys(self.scene.paths, _LIGHT)
        return _joint(weights, at).strip()

    @cached_property
    def wide(self) -> int:
        """The width of the text in a cell, or above and below it."""
        sides = self.scene.margins
        stacks = [*sides.get("top", {}).values(), *sides.get("bottom", {}).values()]
        tokens = [width(t.text) for stack in stacks for t in stack]
        segments = [length(spans_of(ts)) for (_, x), ts in self.scene.points.items() if x % 2]
        cells = [length(spans) for spans in self.contents.values()]
        labels = [width(label) for label in self.scene.labels.values()]
        return max([1, *tokens, *segments, *cells, *labels])

    @cached_property
    def loose(self) -> bool:
        """Whether cells have a space after them, too: for brackets, and fillings around a token."""
        cells = self.contents
        around = any(cells[at] and self.scene.is_filled(at) for at in cells)
        return around or (not self.colour and any(at in cells for at in self.marks))

    @cached_property
    def slot(self) -> int:
        """The width of a cell."""
        return self.wide + 1 + self.loose

    @cached_property
    def drawn(self) -> set[Point]:
        """The points of the board where anything but a cell's token is drawn."""
        points = {*self.weights, *self.scene.points, *self.marks}
        return {(y, x) for y, x in points if 0 <= y < self.height and 0 <= x < self.width}

    def _evenly(self, drawn: set[int], length: int) -> set[int]:
        """The grid lines to draw: all of them, if most have something on them."""
        if not self.scene.frame:
            return set(range(0, length, 2))
        inner = set(range(2, length - 1, 2))
        used = {line for line in drawn if line % 2 == 0}
        return used | inner if 2 * len(used & inner) > len(inner) else used

    @cached_property
    def uprights(self) -> dict[int, int]:
        """By column between cells, the width of the drawing there; only columns with one."""
        drawn = self._evenly({x for _, x in self.drawn}, self.width)
        columns = dict.fromkeys(sorted(drawn), 1)
        for (_, x), tokens in self.scene.points.items():
            if x % 2 == 0:
                columns[x] = max(columns[x], length(spans_of(tokens)))
        return columns

    def _around(self, length: int) -> tuple[int, int]:
        """The spaces before and after a text of this length in a slot."""
        before = (self.wide + 3 - length) // 2
        return before, self.slot - length - before

    def gap(self, x: int) -> int:
        """The width of a column between cells with the space before it."""
        if x not in self.uprights:
            return 0
        return self.uprights[x] + (0 if x == 0 or self.loose else 1)

    def draw(self) -> str:
        margin = self._margin("left", range(self.scene.board.height))
        indent = max((length(spans) for spans in margin), default=0)
        indent += 1 if indent else 0
        behind = self._margin("right", range(self.scene.board.height))
        lines = self._stacked("top", indent)
        drawn = self._evenly({y for y, _ in self.drawn}, self.height)
        for y in range(self.height):
            if y % 2 == 0:
                if y in drawn:
                    lines.append([Span(" " * indent), *self._between(y)])
                continue
            before = margin[y // 2]
            line = [Span(" " * (indent - length(before) - (1 if indent else 0))), *before]
            if indent:
                line.append(Span(" "))
            line += self._row(y)
            if behind[y // 2]:
                line += [Span(" "), *behind[y // 2]]
            lines.append(line)
        lines += self._stacked("bottom", indent)
        return "".join(paint(line, self.colour) + "\n" for line in lines)

    # ---- rows of cells

    def _row(self, y: int) -> list[Span]:
        out: list[Span] = []
        for x in range(self.width):
            if x % 2:
                out += self._cell((y, x))
            elif x in self.uprights:
                out += self._upright((y, x))
        return out

    def _cell(self, at: Point) -> list[Span]:
        spans = self.contents[at]
        before, after = self._around(length(spans))
        filled = self.scene.is_filled(at)
        left, right = (_FILL, _FILL) if filled else (" ", " ")
        if (at[0], at[1] - 1) in self.scene.paths:
            left = "─"
        if (at[0], at[1] + 1) in self.scene.paths:
            right = "─"
        style = "given" if any(t.given for t in self.scene.cells.get(at, ())) else "found"
        pad = "found" if "─" in (left, right) or (filled and style == "found") else ""
        if at in self.marks and not self.colour:
            opened, closed = BRACKETS[self.marks[at]]
            body = [Span(opened), Span(left * (before - 1)), *spans]
            return [*body, Span(right * (after - 1)), Span(closed)]
        if at in self.marks:
            whole = left * before + "".join(s.text for s in spans) + right * after
            return [Span(whole, self.marks[at])]
        if filled and spans and self.colour:
            whole = " " * before + "".join(s.text for s in spans) + " " * after
            return [Span(whole, "clue")]
        return [Span(left * before, pad), *spans, Span(right * after, pad)]

    def _upright(self, at: Point) -> list[Span]:
        """The text between two cells of a row."""
        y, x = at
        space = self.gap(x) - self.uprights[x]
        if at in self.scene.paths:
            pad = Span("─" * space, "found")
        elif self.scene.is_filled((y, x - 1)) and len(self.uprights) > 2:
            pad = Span(_FILL * space, self._filling((y, x - 1)))
        else:
            pad = Span(" " * space)
        wide = self.uprights[x]
        if at in self.scene.points:
            spans = spans_of(self.scene.points[at])
            return [pad, *self._marked(at, spans), Span(" " * (wide - length(spans)))]
        if at in self.weights:
            sign = Span(" │┃"[self.weights[at]], self._line_style(at))
        elif at in self.scene.paths:
            sign = Span("─", "found")
        elif self.scene.is_filled((y, x - 1)) and self.scene.is_filled((y, x + 1)):
            sign = Span(_FILL, self._filling((y, x - 1)))
        else:
            sign = Span(" ")
        return [pad, *self._marked(at, [sign]), Span(" " * (wide - 1))]

    def _filling(self, at: Point) -> str:
        given = any(t.given for t in self.scene.cells.get(at, ()) if t.look in ("fill", "split"))
        return "" if given else "found"

    def _line_style(self, at: Point) -> str:
        given = self.scene.lines.get(at)
        return "" if given is None else "given" if given else "found"

    def _marked(self, at: Point, spans: list[Span]) -> list[Span]:
        """The text at a point, with the signs of a marked place if it is one."""
        if at not in self.marks:
            return spans
        if self.colour:
            return [Span(s.text, self.marks[at]) for s in spans]
        return [Span(SIGNS[self.marks[at]] * max(1, length(spans)))]

    # ---- rows between cells

    def _between(self, y: int) -> list[Span]:
        out: list[Span] = []
        for x in range(self.width):
            if x % 2:
                out += self._level((y, x))
            elif x in self.uprights:
                out += self._corner((y, x))
        return out

    def _level(self, at: Point) -> list[Span]:
        """The text between two cells of a column."""
        y, x = at
        sign = " ─━"[self.weights.get(at, 0)]
        style = self._line_style(at)
        label = self.scene.labels.get((y + 1, x), "")
        if at in self.scene.points:
            spans = spans_of(self.scene.points[at])
        elif at in self.scene.paths:
            spans = [Span("│", "found")]
        else:
            spans = [Span(sign, style)]
        spans = self._marked(at, spans)
        before, after = self._around(length(spans))
        if label:
            before = max(0, before - width(label))
            after = self.slot - width(label) - before - length(spans)
        return [
            Span(label, "given"),
            Span(sign * before, style),
            *spans,
            Span(sign * after, style),
        ]

    def _corner(self, at: Point) -> list[Span]:
        y, x = at
        wide = self.uprights[x]
        left = self.weights.get((y, x - 1), 0)
        right = self.weights.get((y, x + 1), 0)
        pad = Span(" ─━"[left] * (self.gap(x) - wide), self._line_style((y, x - 1)))
        if at in self.scene.points:
            spans = spans_of(self.scene.points[at])
        else:
            joint = _joint(self.weights, at)
            if joint == " " and not self.scene.frame:
                joint = _DOT
            arms = [self._line_style((y + dy, x + dx)) for dy, dx in _ARMS]
            spans = [Span(joint, "found" if "found" in arms else "")]
        rest = wide - length(spans)
        return [pad, *self._marked(at, spans), Span(" ─━"[right] * rest)]

    # ---- outside the frame

    def _margin(self, side: str, rows: Iterable[int]) -> list[list[Span]]:
        stacks = self.scene.margins.get(side, {})
        x = -1 if side == "left" else self.width
        return [self._line_of(stacks.get(k, []), (2 * k + 1, x)) for k in rows]

    def _line_of(self, tokens: list[Token], at: Point) -> list[Span]:
        spans: list[Span] = []
        for token in tokens:
            spans += [Span(" ")] if spans else []
            spans.append(Span(token.text, "given" if token.given else "found"))
        if at not in self.marks:
            return spans
        style = self.marks[at]
        if self.colour:
            return [Span(s.text, style) for s in spans]
        return [Span(SIGNS[style]), *spans]

    def _stacked(self, side: str, indent: int) -> list[list[Span]]:
        """Tokens above or below the columns, one a line."""
        stacks = self.scene.margins.get(side, {})
        depth = max((len(stack) for stack in stacks.values()), default=0)
        y = -1 if side == "top" else self.height
        marked = {x // 2: style for (at, x), style in self.marks.items() if at == y}
        lines = []
        for k in range(depth):
            line = [Span(" " * indent)]
            for column in range(self.scene.board.width):
                stack = stacks.get(column, [])
                at = k - depth + len(stack) if side == "top" else k
                token = stack[at] if 0 <= at < len(stack) else Token("", True)
                line += [Span(" " * self.gap(2 * column)), *self._above(token, marked.get(column))]
            lines.append(line)
        return lines

    def _above(self, token: Token, marked: str | None) -> list[Span]:
        space, after = self._around(width(token.text))
        before = " " * space
        style = "given" if token.given else "found"
        if marked is not None and token.text:
            if self.colour:
                style = marked
            else:
                before = before[:-1] + SIGNS[marked]
        return [Span(before), Span(token.text, style), Span(" " * after)]


def _joint(weights: dict[Point, int], at: Point) -> str:
    index = 0
    for dy, dx in _ARMS:
        index = 3 * index + weights.get((at[0] + dy, at[1] + dx), 0)
    return _JOINTS[index]
