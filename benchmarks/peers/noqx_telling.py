"""How a section of a puzzle file is told to noqx.

noqx has texts, symbols, shaded cells, edges and lines at points: a cell by row and column from 0, a
place within it (its centre, a side, the upper left corner) and a label.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from operator import ne
from typing import Any

from ..reading import Cell, Rows, adjacent, tokens

Told = Callable[[Any, Rows], None]
Point = tuple[int, int, str, str]

# What noqx calls the symbols that have a meaning of their own.
GREY, BLACK, BLUE = 1, 2, 3  # colours of cells
HOLE = {"#": BLACK}
WHITE_DISC, BLACK_DISC = "circle_L__1", "circle_L__2"
WHITE, DARK = "circle_M__1", "circle_M__2"
SMALL_WHITE, SMALL_BLACK = "circle_SS__1", "circle_SS__2"
SIDES = {"^": "top", "v": "bottom", "<": "left", ">": "right"}
ARROWS = {"<": "arrow_N_W__1", "^": "arrow_N_W__3", ">": "arrow_N_W__5", "v": "arrow_N_W__7"}
INEQUALITIES = {
    "<": "inequality__1",
    "^": "inequality__2",
    ">": "inequality__3",
    "v": "inequality__4",
}
FIREFLIES = {">": "firefly__1", "v": "firefly__2", "<": "firefly__3", "^": "firefly__4"}
CROSS = {"+": ("top", "bottom", "left", "right")}
PIPES = {
    **CROSS,
    "|": ("top", "bottom"),
    "-": ("left", "right"),
    "L": ("top", "right"),
    "J": ("top", "left"),
    "7": ("bottom", "left"),
    "F": ("bottom", "right"),
}
STEPS = {"<": (0, -1), "^": (-1, 0), ">": (0, 1), "v": (1, 0)}
SHAPES = {"o": "ox_E__1", "^": "ox_E__2", "#": "ox_E__3", "-": "ox_E__4"}
NO_NAMES: Mapping[str, str] = {}


def at(row: int, column: int, side: str = "center", label: str = "normal") -> Point:
    """The point of a cell by row and column from 1."""
    return row - 1, column - 1, side, label


def value(token: str) -> int | str:
    return int(token) if token.isdigit() else token


def together(*parts: Told) -> Told:
    """What several say of the same picture."""

    def tell(board: Any, rows: Rows) -> None:
        for part in parts:
            part(board, rows)

    return tell


def texts(
    label: str = "normal",
    *,
    unknown: bool = True,
    side: str = "center",
    names: Mapping[str, str] = NO_NAMES,
) -> Told:
    """Numbers and letters, not holes. unknown: whether a question mark is told. names: what noqx
    calls some tokens, with a dot for those that it is not told."""

    def tell(board: Any, rows: Rows) -> None:
        for (r, c), own in tokens(rows):
            token = names.get(own, own)
            if token == "#":
                raise ValueError("noqx has nothing like a hole here")
            if token != "." and (unknown or token != "?"):
                point = at(r, c, side, label)
                if point in board.text:
                    raise ValueError("noqx has nothing like two clues in a cell")
                board.text[point] = value(token)

    return tell


def divided(apart: Callable[[str, str], bool]) -> Told:
    """The edges between cells whose tokens are apart."""

    def tell(board: Any, rows: Rows) -> None:
        region = dict(tokens(rows))
        for a, b in adjacent(board.row, board.col):
            if apart(region[a], region[b]):
                board.edge[between(a, b)] = True

    return tell


def _apart_or_none(a: str, b: str) -> bool:
    return a != b or a == "."


rooms = divided(ne)  # the edges between regions
rooms_apart = divided(_apart_or_none)  # the same, and those around cells of no region


def tiles(board: Any, rows: Rows) -> None:
    """The deleted edges: those within the small regions that larger ones consist of."""
    tile = dict(tokens(rows))
    for a, b in adjacent(board.row, board.col):
        if tile[a] == tile[b]:
            board.edge[(*between(a, b)[:3], "delete")] = False


def between(a: Cell, b: Cell) -> Point:
    """The border of two neighbouring cells, the earlier one first."""
    return at(*b, "left" if a[0] == b[0] else "top")


def links(rows: Rows) -> Iterator[tuple[Cell, Cell, str]]:
    """The tokens of a picture of links, with the cells that each joins, the earlier one first."""
    for (r, c), token in tokens(rows):
        if (r + c) % 2:
            a = (r + 1) // 2, (c + 1) // 2
            yield a, (a[0], a[1] + 1) if r % 2 else (a[0] + 1, a[1]), token


def surface(colours: Mapping[str, int]) -> Told:
    def tell(board: Any, rows: Rows) -> None:
        for (r, c), token in tokens(rows):
            if token in colours:
                board.surface[at(r, c)] = colours[token]

    return tell


def symbols(names: Mapping[str, str], side: str = "center") -> Told:
    def tell(board: Any, rows: Rows) -> None:
        for (r, c), token in tokens(rows):
            if token in names:
                board.symbol[at(r, c, side)] = names[token]

    return tell


def sides(names: Mapping[str, str]) -> Told:
    """Symbols on the borders of cells, in a picture of the links across them."""

    def tell(board: Any, rows: Rows) -> None:
        for a, b, token in links(rows):
            if token in names:
                board.symbol[between(a, b)] = names[token]

    return tell


def side_numbers(board: Any, rows: Rows) -> None:
    """Numbers on the borders of cells, in a picture of the links across them."""
    for a, b, token in links(rows):
        if token.isdigit():
            board.text[between(a, b)] = int(token)


def walls(board: Any, rows: Rows) -> None:
    """Edges, in a picture of the links that they cut."""
    for a, b, token in links(rows):
        if token == "#":
            board.edge[between(a, b)] = True


def closed_walls(board: Any, rows: Rows) -> None:
    """Edges that bound regions, in a picture of the links that they cut. noqx ignores those that
    have the same region on both sides."""
    walls(board, rows)
    region = {cell: cell for a, b, _ in links(rows) for cell in (a, b)}
    for a, b, token in links(rows):
        old, new = region[b], region[a]
        if token != "#" and old != new:
            region = {cell: new if own == old else own for cell, own in region.items()}
    if any(token == "#" and region[a] == region[b] for a, b, token in links(rows)):
        raise ValueError("noqx has nothing like a wall within a region")


def ropes(board: Any, rows: Rows) -> None:
    """Lines from cell to cell, in a picture of links."""
    for a, b, token in links(rows):
        if token == "#":
            out, back = ("right", "left") if a[0] == b[0] else ("bottom", "top")
            board.line[at(*a, out)] = board.line[at(*b, back)] = True


def strands(ways: Mapping[str, tuple[str, ...]]) -> Told:
    """Lines from the centre of a cell to some of its sides."""

    def tell(board: Any, rows: Rows) -> None:
        for (r, c), token in tokens(rows):
            for side in ways.get(token, ()):
                board.line[at(r, c, side)] = True

    return tell


def everywhere(names: Mapping[str, str], *, framed: bool = True) -> Told:
    """Symbols in cells, on borders and corners. framed: whether noqx takes those on the frame as
    we do."""
    where = {(0, 0): "center", (1, 0): "top", (0, 1): "left", (1, 1): "top_left"}

    def tell(board: Any, rows: Rows) -> None:
        for (r, c), token in tokens(rows):
            if token in names:
                if not framed and (r in (1, len(rows)) or c in (1, len(rows[0]))):
                    raise ValueError("noqx has nothing like a symbol on the frame")
                y, x = r - 2, c - 2
                side = where[y % 2, x % 2]
                board.symbol[(y + 1) // 2, (x + 1) // 2, side, "normal"] = names[token]

    return tell


def beyond(labels: Mapping[str, str] = NO_NAMES, *, far: bool = False) -> Told:
    """Numbers and letters at the ends of lines. labels: at the top and on the left, the usual one
    if none is named. far: whether those at the other ends mean something else."""

    def tell(board: Any, rows: Rows) -> None:
        for side, *numbers in rows:
            down = side in ("top", "bottom")
            last = board.row if down else board.col
            end = last + 1 if far and side in ("bottom", "right") else 0
            label = labels.get("top" if down else "left", "normal")
            for k, token in enumerate(numbers, 1):
                if token not in ".-":
                    r, c = (end, k) if down else (k, end)
                    told = value(token)
                    if board.text.setdefault(at(r, c, label=label), told) != told:
                        raise ValueError("noqx has nothing like two numbers of a line")

    return tell


def pointing(*, coloured: bool = False) -> Told:
    """A number with the direction that it counts in. coloured: with its colour before it."""

    def tell(board: Any, rows: Rows) -> None:
        for (r, c), token in tokens(rows):
            if token == ".":
                continue
            if coloured:
                if token[0] != "W":
                    board.surface[at(r, c)] = BLACK if token[0] == "B" else GREY
                token = token[1:].strip(".")
            label = f"arrow_{SIDES[token[-1]]}" if token and token[-1] in SIDES else "normal"
            board.text[at(r, c, label=label)] = value(token.rstrip("^v<>"))

    return tell


def lists(board: Any, rows: Rows) -> None:
    """Several numbers in a cell."""
    for (r, c), token in tokens(rows):
        if token != ".":
            for k, one in enumerate(token.split(",")):
                board.text[at(r, c, label=f"tapa_{k}")] = value(one)


def lines(down: bool, *, none: int | None = None, empty: bool = True) -> Told:
    """The numbers of each line before it, the last one next to the board. none: the number that
    noqx is told of a line that has none. empty: whether noqx can take such a line."""

    def tell(board: Any, rows: Rows) -> None:
        for k, numbers in enumerate(rows, 1):
            if "-" in numbers and not empty:
                raise ValueError("noqx has nothing like an empty line")
            for far, token in enumerate(reversed(numbers)):
                number = none if token == "-" else value(token)
                if number is not None and token != ".":
                    board.text[at(-far, k) if down else at(k, -far)] = number

    return tell


def coloured_numbers(board: Any, rows: Rows) -> None:
    for (r, c), token in tokens(rows):
        if token != ".":
            board.text[at(r, c)] = value(token[1:] or "?")
            board.surface[at(r, c)] = BLACK if token[0] == "D" else 0


def compasses(board: Any, rows: Rows) -> None:
    """Also those without a number."""
    for (r, c), token in tokens(rows):
        if token == "+":
            board.text[at(r, c, label="corner_top")] = "?"


def beyond_compasses(board: Any, rows: Rows) -> None:
    names = {"up": "top", "down": "bottom", "left": "left", "right": "right"}
    for place, side, number in rows:
        r, c = (int(x) for x in place.lstrip("r").split("c"))
        board.text[at(r, c, label=f"corner_{names[side]}")] = int(number)


def blocks(board: Any, rows: Rows) -> None:
    """Cells of which some hold a number."""
    for (r, c), token in tokens(rows):
        if token != ".":
            board.surface[at(r, c)] = BLACK
            if token.isdigit():
                board.text[at(r, c)] = int(token)


def arrows_and_fans(board: Any, rows: Rows) -> None:
    """Arrows; those in shaded cells are fans, with a wind up to the next shaded cell."""
    arrows = {cell: token for cell, token in tokens(rows) if token in STEPS}
    for (r, c), token in arrows.items():
        kind = "arrow_B_B"
        if at(r, c) in board.surface:
            wind = _ahead(board, (r, c), token)
            if any(cell in arrows for cell in wind):
                raise ValueError("noqx has nothing like a wind over an arrow")
            if not wind:
                continue
            kind = "arrow_B_W"
        board.symbol[at(r, c)] = ARROWS[token].replace("arrow_N_W", kind)


def _ahead(board: Any, cell: Cell, arrow: str) -> list[Cell]:
    """The cells that an arrow points at, up to a shaded one or the edge of the board."""
    down, right = STEPS[arrow]
    out = []
    r, c = cell[0] + down, cell[1] + right
    while 1 <= r <= board.row and 1 <= c <= board.col and at(r, c) not in board.surface:
        out.append((r, c))
        r, c = r + down, c + right
    return out


def sum_walls(board: Any, rows: Rows) -> None:
    """Walls. Those side by side get different symbols: between equal ones some programs of noqx
    both draw and forbid the edge."""
    for (r, c), token in tokens(rows):
        if token[0] == "#":
            board.symbol[at(r, c)] = f"kakuro__{1 + c % 2}"


def sums(board: Any, rows: Rows) -> None:
    """Walls with the totals below and on the right of them."""
    sum_walls(board, rows)
    for (r, c), token in tokens(rows):
        if token[0] == "#":
            below, _, right = token[1:].partition("\\")
            for side, total in (("bottom_left", below), ("top_right", right)):
                if total.isdigit():
                    board.text[at(r, c, label=f"corner_{side}")] = int(total)


def numbers_on(colour: int) -> Told:
    """Numbers, and question marks for unknown ones, in cells of a colour; 0 if not shaded."""

    def tell(board: Any, rows: Rows) -> None:
        texts()(board, rows)
        for (r, c), token in tokens(rows):
            if token != ".":
                board.surface[at(r, c)] = colour

    return tell


def usable(board: Any, rows: Rows) -> None:
    """The cells that can hold something."""
    for (r, c), token in tokens(rows):
        if token != ".":
            board.symbol[at(r, c, label="nondango_mark")] = "circle_M__4"


def pearls_and_numbers(board: Any, rows: Rows) -> None:
    """Discs of two colours with numbers in them."""
    for (r, c), token in tokens(rows):
        if token != ".":
            board.symbol[at(r, c)] = WHITE_DISC if token[0] == "W" else BLACK_DISC
            if token[1:].isdigit():
                board.text[at(r, c)] = int(token[1:])


def param(name: str) -> Told:
    def tell(board: Any, rows: Rows) -> None:
        board.param[name] = "".join(rows[0])

    return tell


def pieces(board: Any, rows: Rows) -> None:
    """The pieces to be placed, in pictures with blank rows between them."""
    pictures = [list(part) for filled, part in groupby(rows, bool) if filled]
    shapes = ("|".join("".join("01"[x == "#"] for x in row) for row in p) for p in pictures)
    _to_place(board, shapes)


def fleet(board: Any, rows: Rows) -> None:
    """The lengths of ships."""
    _to_place(board, ("1" * int(token) for row in rows for token in row))


def _to_place(board: Any, shapes: Iterable[str]) -> None:
    counts = Counter(shapes)
    board.param["shapeset"] = [{"shape": s, "count": n} for s, n in counts.items()]


def box_height(board: Any, rows: Rows) -> None:
    """noqx has boxes of one size on each size of board."""
    if int("".join(rows[0])) != {4: 2, 6: 2, 8: 2, 9: 3}.get(board.row):
        raise ValueError("noqx has nothing like boxes of this size")


def undivided(board: Any, rows: Rows) -> None:
    """A picture that combines several sections: noqx is told each of them by itself."""
    raise ValueError("noqx has nothing like a picture of several sections")


def dominoes(board: Any, rows: Rows) -> None:
    """The edges of tiles of two cells, each of which points to the other."""
    halves = dict(tokens(rows))
    for a, b in adjacent(board.row, board.col):
        if halves[a] != (">" if a[0] == b[0] else "v"):
            board.edge[between(a, b)] = True


def unsaid(board: Any, rows: Rows) -> None:
    """Signs that noqx has nothing like; `-` may be one of them, and not an empty place."""
    if any(token != "." for row in rows for token in row):
        raise ValueError("noqx has nothing like these signs")


def nothing(board: Any, rows: Rows) -> None:
    """What noqx reads off the rest."""
