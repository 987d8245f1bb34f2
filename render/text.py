"""Solutions drawn with characters, the way puzzle people draw them.

A canvas has the board's doubled grid: a text for every cell, box-drawing lines where a wall runs
(the frame, walls between regions and blocks, borders of the answer), and a margin for what stands
outside. What has no place in the picture is listed under it in the form of a puzzle file.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any
from unicodedata import combining, east_asian_width

from ..compiler.domains import BLANKS
from ..compiler.geometry import Board, Place
from ..compiler.solution import LayerValues, Solution
from ..compiler.values import show
from .plain import section, token_of, tokens_of

_GIVEN, _FOUND, _MARKED, _END = "\x1b[1m", "\x1b[36m", "\x1b[30;41m", "\x1b[0m"
_EMPTY = "·"
_FILLED = "█"
# By the directions in which a line leaves a point: up 8, down 4, left 2, right 1.
_JOINTS = " ╶╴─╷┌┐┬╵└┘┴│├┤┼"


@dataclass(frozen=True, slots=True)
class _Piece:
    """A token in a cell. given: it was printed, not found."""

    text: str
    given: bool


@dataclass(slots=True)
class _Canvas:
    """What is drawn where. lines: points of the doubled grid between cells where a line runs."""

    board: Board
    cells: dict[Place, list[_Piece]] = field(default_factory=dict)
    lines: set[tuple[int, int]] = field(default_factory=set)
    corners: dict[tuple[int, int], str] = field(default_factory=dict)
    segments: dict[tuple[int, int], str] = field(default_factory=dict)
    paths: dict[Place, int] = field(default_factory=dict)
    above: dict[int, list[str]] = field(default_factory=dict)
    below: dict[int, list[str]] = field(default_factory=dict)
    before: dict[int, list[str]] = field(default_factory=dict)
    behind: dict[int, list[str]] = field(default_factory=dict)


def text(solution: Solution, colour: bool = False, marked: Collection[Any] = ()) -> str:
    """A solution as a picture. colour: for a terminal. marked: places to point out."""
    listed: list[LayerValues] = []
    picture = ""
    if solution.board is None:
        listed = [*solution.answer]
    else:
        canvas = _Canvas(solution.board)
        for layer in solution.givens:
            if layer.name not in solution.printed.values() and not _enter(canvas, layer, True):
                listed.append(layer)
        for layer in solution.answer:
            if not _enter(canvas, layer, False, _printed(solution, layer)):
                listed.append(layer)
        for unit in solution.walls:
            _wall(canvas, set(unit))
        picture = _draw(canvas, colour, set(marked))
    parts = [picture] if picture else []
    parts.extend(_listing(layer, solution.board) for layer in listed if layer.table)
    if solution.objective is not None:
        parts.append(f"value: {solution.objective}\n")
    return "\n".join(parts)


def _printed(solution: Solution, layer: LayerValues) -> dict[Any, Any]:
    """The printed values that stand in an answer's layer."""
    name = solution.printed.get(layer.name)
    return next((g.table for g in solution.givens if g.name == name), {})


# ---- entering layers -----------------------------------------------------------------------------


def _enter(
    canvas: _Canvas, layer: LayerValues, given: bool, printed: dict[Any, Any] | None = None
) -> bool:
    """Put a layer on the canvas; False if it has no place there."""
    match layer.kind:
        case "cell" if layer.domain.kind == "any":
            for value in dict.fromkeys(v for v in layer.table.values() if v is not None):
                _wall(canvas, {c for c, v in layer.table.items() if v == value})
        case "cell" if layer.domain.kind not in ("list", "picture", "options"):
            for cell, value in layer.table.items():
                token = _visible(layer, value)
                if token:
                    fixed = given or (printed or {}).get(cell) == value
                    canvas.cells.setdefault(cell, []).append(_Piece(token, fixed))
        case "border" if layer.domain.kind == "bool":
            canvas.lines.update(p.at for p, v in layer.table.items() if v)
        case "border":
            for place, value in layer.table.items():
                if value is not None:
                    canvas.segments[place.at] = layer.domain.draw(value)
        case "link" if layer.domain.kind == "bool":
            for place, value in layer.table.items():
                if value:
                    _path(canvas, place)
        case "corner":
            for place, value in layer.table.items():
                token = _visible(layer, value)
                if token:
                    canvas.corners[place.at] = token
        case "side":
            _margins(canvas, layer)
        case "row" | "column":
            table = canvas.before if layer.kind == "row" else canvas.above
            for k, key in enumerate(layer.table):
                tokens = tokens_of(layer, key).split()
                table.setdefault(k, []).extend("" if t in BLANKS else t for t in tokens)
        case _:
            return False
    return True


def _visible(layer: LayerValues, value: Any) -> str:
    """The token of a value in a picture; none for what is missing or plainly no."""
    if value is None:
        return ""
    if layer.domain.kind == "bool":
        token = layer.domain.draw(True)
        no = layer.domain.draw(False)
        if not value:
            return "" if no in (*BLANKS, " ") else no
        return _FILLED if token in ("#", "!") else token
    return layer.domain.draw(value)


def _wall(canvas: _Canvas, cells: set[Any]) -> None:
    """A line around a group of cells."""
    for cell in cells:
        y, x = cell.at
        for dy, dx in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            if canvas.board.cell(cell.row + dy, cell.column + dx) not in cells:
                canvas.lines.add((y + dy, x + dx))


def _path(canvas: _Canvas, link: Place) -> None:
    """A line between the centres of two cells."""
    y, x = link.at
    across = y % 2 == 1
    for cell in canvas.board.touching("cell", link):
        first = cell.at < link.at
        way = (1 if first else 2) if across else (4 if first else 8)
        canvas.paths[cell] = canvas.paths.get(cell, 0) | way
    canvas.segments[y, x] = "─" if across else "│"


def _margins(canvas: _Canvas, layer: LayerValues) -> None:
    board = canvas.board
    for place in layer.table:
        value = token_of(layer, place)
        value = "" if layer.table[place] is None else value
        if place.row == 0:
            canvas.above.setdefault(place.column - 1, []).append(value)
        elif place.row == board.height + 1:
            canvas.below.setdefault(place.column - 1, []).append(value)
        elif place.column == 0:
            canvas.before.setdefault(place.row - 1, []).append(value)
        else:
            canvas.behind.setdefault(place.row - 1, []).append(value)


# ---- drawing -------------------------------------------------------------------------------------


def _draw(canvas: _Canvas, colour: bool, marked: set[Any]) -> str:
    board = canvas.board
    _wall(canvas, set(board.cells))
    contents = {c: _content(canvas, c) for c in board.cells}
    wide = max(_width("".join(p.text for p in pieces)) for pieces in contents.values())
    stacks = [*canvas.above.values(), *canvas.below.values()]
    wide = max([wide, *(_width(t) for stack in stacks for t in stack)])
    left = {r: " ".join(t for t in ts if t) for r, ts in canvas.before.items()}
    margin = max((_width(t) for t in left.values()), default=-1) + 1
    rows: list[str] = _stacked(canvas.above, board.width, wide, margin, bottom=True)
    inner = {x for _, x in canvas.lines if x % 2 == 0}
    for y in range(2 * board.height + 1):
        if y % 2 == 0:
            if not _is_drawn(canvas, y):
                continue
            rows.append(" " * margin + _line(canvas, y, wide, inner))
            continue
        row = (y - 1) // 2
        out = left.get(row, "").rjust(margin - 1) + " " if margin else ""
        for x in range(2 * board.width + 1):
            if x % 2 == 0:
                out += _upright(canvas, y, x, inner)
            else:
                cell = board.cells[row * board.width + (x - 1) // 2]
                out += _cell(contents[cell], canvas, cell, wide, colour, cell in marked)
        behind = " ".join(t for t in canvas.behind.get(row, []) if t)
        rows.append((out + (" " + behind if behind else "")).rstrip())
    rows += _stacked(canvas.below, board.width, wide, margin, bottom=False)
    return "\n".join(rows) + "\n"


def _content(canvas: _Canvas, cell: Place) -> list[_Piece]:
    pieces = canvas.cells.get(cell, [])
    if cell in canvas.paths and not pieces:
        return [_Piece(_JOINTS[canvas.paths[cell]], False)]
    return _parted(pieces) or [_Piece(_EMPTY, True)]


def _parted(pieces: list[_Piece]) -> list[_Piece]:
    """Several tokens in one cell, with a stroke between two that would run together."""
    out: list[_Piece] = []
    for piece in pieces:
        if out and out[-1].text[-1].isalnum() and piece.text[0].isalnum():
            out.append(_Piece("\\", piece.given))
        out.append(piece)
    return out


def _is_drawn(canvas: _Canvas, y: int) -> bool:
    """Whether the row of a grid line holds anything."""
    return (
        any(at[0] == y for at in canvas.lines)
        or any(at[0] == y for at in canvas.segments)
        or any(at[0] == y for at in canvas.corners)
    )


def _line(canvas: _Canvas, y: int, wide: int, inner: set[int]) -> str:
    """A row of the canvas between two rows of cells."""
    out = ""
    for x in range(2 * canvas.board.width + 1):
        if x % 2:
            if (y, x) in canvas.lines:
                out += "─" * (wide + 2)
            else:
                out += canvas.segments.get((y, x), "").center(wide + 2)
        elif (y, x) in canvas.corners:
            out += canvas.corners[y, x][:1]
        elif x in inner or _has_column(canvas, x):
            out += _joint(canvas.lines, y, x)
    return out.rstrip()


def _has_column(canvas: _Canvas, x: int) -> bool:
    return any(at[1] == x for at in (*canvas.segments, *canvas.corners))


def _joint(lines: set[tuple[int, int]], y: int, x: int) -> str:
    ways = (y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)
    return _JOINTS[sum(8 >> k for k, way in enumerate(ways) if way in lines)]


def _upright(canvas: _Canvas, y: int, x: int, inner: set[int]) -> str:
    if (y, x) in canvas.lines:
        return "│"
    if (y, x) in canvas.segments:
        return canvas.segments[y, x][:1]
    return " " if x in inner or _has_column(canvas, x) else ""


def _cell(
    pieces: Iterable[_Piece], canvas: _Canvas, cell: Place, wide: int, colour: bool, marked: bool
) -> str:
    plain = "".join(p.text for p in pieces)
    space = wide + 2 - _width(plain)
    before, after = (space + 1) // 2 if wide > 1 else 1, 0
    after = space - before
    way = canvas.paths.get(cell, 0)
    pad = ("─" if way & 2 else " ") * before, ("─" if way & 1 else " ") * after
    if plain == _FILLED:
        return (
            (_MARKED if colour and marked else "")
            + _FILLED * (wide + 2)
            + (_END if colour and marked else "")
        )
    if not colour:
        return f"[{plain.rjust(wide)}]" if marked else pad[0] + plain + pad[1]
    if marked:
        return _MARKED + pad[0] + plain + pad[1] + _END
    drawn = "".join(
        p.text if p.text == _EMPTY else (_GIVEN if p.given else _FOUND) + p.text + _END
        for p in pieces
    )
    return pad[0] + drawn + pad[1]


def _stacked(
    stacks: dict[int, list[str]], width: int, wide: int, margin: int, bottom: bool
) -> list[str]:
    """Lists above or below the columns, a token a line."""
    depth = max((len(s) for s in stacks.values()), default=0)
    rows = []
    for k in range(depth):
        out = " " * (margin + 1)
        for column in range(width):
            stack = stacks.get(column, [])
            at = k - (depth - len(stack)) if bottom else k
            token = stack[at] if 0 <= at < len(stack) else ""
            out += " " + " " * (wide - _width(token)) + token + "  "
        rows.append(out.rstrip())
    return rows


def _width(token: str) -> int:
    """How many columns of a terminal a token takes."""
    return sum(0 if combining(c) else 2 if east_asian_width(c) in ("W", "F") else 1 for c in token)


# ---- what has no place in the picture ------------------------------------------------------------


def _listing(layer: LayerValues, board: Board | None) -> str:
    if layer.kind == "":
        return f"{layer.name}: {show(next(iter(layer.table.values())))}\n"
    if layer.domain.kind == "picture" or (
        layer.domain.element is not None and layer.domain.element.kind == "picture"
    ):
        return ""
    keys = [show(k) if not isinstance(k, tuple) else " ".join(map(show, k)) for k in layer.table]
    if layer.kind not in ("cell", "corner", "border", "link", "side", "row", "column"):
        longest = max(map(_width, keys))
        lines = [
            f"  {k}{' ' * (longest - _width(k))}  {tokens_of(layer, key)}"
            for k, key in zip(keys, layer.table, strict=True)
        ]
        return "\n".join([f"{layer.name}:", *lines]) + "\n"
    return f"{layer.name}:\n{section(layer, board)}\n"
