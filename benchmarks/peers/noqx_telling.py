"""How a section of a puzzle file is told to noqx.

noqx has texts, symbols, shaded cells and edges at points: a cell by row and column from 0, a place
within it (its centre, left or upper side, upper left corner) and a label.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..reading import Rows, adjacent, tokens

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
SHAPES = {"o": "ox_E__1", "^": "ox_E__2", "#": "ox_E__3", "-": "ox_E__4"}


def at(row: int, column: int, side: str = "center", label: str = "normal") -> Point:
    """The point of a cell by row and column from 1."""
    return row - 1, column - 1, side, label


def value(token: str) -> int | str:
    return int(token) if token.isdigit() else token


def texts(label: str = "normal", *, unknown: bool = True, side: str = "center") -> Told:
    """Numbers and letters, not holes. unknown: whether a question mark is told."""

    def tell(board: Any, rows: Rows) -> None:
        for (r, c), token in tokens(rows):
            if token == "#":
                raise ValueError("noqx has nothing like a hole here")
            if token != "." and (unknown or token != "?"):
                board.text[at(r, c, side, label)] = value(token)

    return tell


def rooms(board: Any, rows: Rows) -> None:
    """The edges between regions; cells without one are none of any region."""
    room = dict(tokens(rows))
    for a, b in adjacent(board.row, board.col):
        if room[a] != room[b]:
            board.edge[between(a, b)] = True


def between(a: tuple[int, int], b: tuple[int, int]) -> Point:
    """The border of two neighbouring cells, the earlier one first."""
    return at(*b, "left" if a[0] == b[0] else "top")


def surface(colours: Mapping[str, int]) -> Told:
    def tell(board: Any, rows: Rows) -> None:
        for (r, c), token in tokens(rows):
            if token in colours:
                board.surface[at(r, c)] = colours[token]

    return tell


def symbols(names: Mapping[str, str]) -> Told:
    def tell(board: Any, rows: Rows) -> None:
        for (r, c), token in tokens(rows):
            if token in names:
                board.symbol[at(r, c)] = names[token]

    return tell


def sides(names: Mapping[str, str]) -> Told:
    """Symbols on the borders of cells, in a picture of the links across them."""

    def tell(board: Any, rows: Rows) -> None:
        for (r, c), token in tokens(rows):
            if token in names and (r + c) % 2:
                a = (r + 1) // 2, (c + 1) // 2
                b = (a[0], a[1] + 1) if r % 2 else (a[0] + 1, a[1])
                board.symbol[between(a, b)] = names[token]

    return tell


def walls(board: Any, rows: Rows) -> None:
    """Edges, in a picture of the links that they cut."""
    for (r, c), token in tokens(rows):
        if token == "#" and (r + c) % 2:
            a = (r + 1) // 2, (c + 1) // 2
            board.edge[between(a, (a[0], a[1] + 1) if r % 2 else (a[0] + 1, a[1]))] = True


def everywhere(names: Mapping[str, str], first: int) -> Told:
    """Symbols in cells, on borders and corners. first: 1 if the picture's first row is the frame, 0
    if it is that of the first cells."""
    where = {(0, 0): "center", (1, 0): "top", (0, 1): "left", (1, 1): "top_left"}

    def tell(board: Any, rows: Rows) -> None:
        for (r, c), token in tokens(rows):
            if token in names:
                y, x = r - 1 - first, c - 1 - first
                side = where[y % 2, x % 2]
                board.symbol[(y + 1) // 2, (x + 1) // 2, side, "normal"] = names[token]

    return tell


def beyond(near: str = "normal", *, far: bool = False) -> Told:
    """Numbers at the ends of lines. far: also below and on the right."""

    def tell(board: Any, rows: Rows) -> None:
        places: dict[str, tuple[int | None, int | None]]
        places = {"top": (0, None), "left": (None, 0)}
        if far:
            places |= {"bottom": (board.row + 1, None), "right": (None, board.col + 1)}
        for side, *numbers in rows:
            if side not in places:
                raise ValueError(f"its board has no numbers at the {side}")
            row, column = places[side]
            for k, token in enumerate(numbers, 1):
                if token.isdigit():
                    r, c = k if row is None else row, k if column is None else column
                    board.text[at(r, c)] = int(token)

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


def lines(down: bool) -> Told:
    """The numbers of each line before it, the last one next to the board."""

    def tell(board: Any, rows: Rows) -> None:
        for k, numbers in enumerate(rows, 1):
            for far, token in enumerate(reversed(numbers)):
                if token != "-":
                    board.text[at(-far, k) if down else at(k, -far)] = int(token)

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


def corner_dots(board: Any, rows: Rows) -> None:
    for (r, c), token in tokens(rows):
        if token == "o":
            board.symbol[at(r, c, "top_left")] = SMALL_WHITE


def symbols_and_walls(board: Any, rows: Rows) -> None:
    surface(HOLE)(board, rows)
    symbols(ARROWS)(board, rows)


def sums(board: Any, rows: Rows) -> None:
    """Walls with the totals below and on the right of them."""
    for (r, c), token in tokens(rows):
        if token[0] == "#":
            board.symbol[at(r, c)] = "kakuro__1"
            below, _, right = token[1:].partition("\\")
            for side, total in (("bottom_left", below), ("top_right", right)):
                if total.isdigit():
                    board.text[at(r, c, label=f"corner_{side}")] = int(total)


def capes(board: Any, rows: Rows) -> None:
    """Numbers, and circles for unknown ones."""
    texts()(board, [["?" if token == "o" else token for token in row] for row in rows])


def unshaded_numbers(board: Any, rows: Rows) -> None:
    """Numbers, and question marks for cells that are not shaded either."""
    texts()(board, rows)
    for (r, c), token in tokens(rows):
        if token != ".":
            board.surface[at(r, c)] = 0


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


def nothing(board: Any, rows: Rows) -> None:
    """What noqx reads off the rest."""
