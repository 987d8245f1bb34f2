"""How the sections of a puzzle file are told to noqx, for each genre that both can take.

noqx has texts, symbols, shaded cells and edges at points: a cell by row and column from 0, a place
within it (its centre, left or upper side, upper left corner) and a label.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from ..reading import Rows, adjacent, tokens

Told = Callable[[Any, Rows], None]
Point = tuple[int, int, str, str]

# What noqx calls the symbols that have a meaning of their own.
GREY, BLACK, BLUE = 1, 2, 3  # colours of cells
WHITE_DISC, BLACK_DISC = "circle_L__1", "circle_L__2"
WHITE, DARK = "circle_M__1", "circle_M__2"
SMALL_WHITE, SMALL_BLACK = "circle_SS__1", "circle_SS__2"
SIDES = {"^": "top", "v": "bottom", "<": "left", ">": "right"}
ARROWS = {"<": "arrow_N_W__1", "^": "arrow_N_W__3", ">": "arrow_N_W__5", "v": "arrow_N_W__7"}
SHAPES = {"o": "ox_E__1", "^": "ox_E__2", "#": "ox_E__3", "-": "ox_E__4"}


class Genre(NamedTuple):
    """name: in noqx. told: how each section is told; a picture of the board is the first of them.
    parameters: where noqx's defaults, which trust what no rule says or mean a variant, are not what
    the spec means. spacing: how many rows of the picture a row of cells takes; frame: how many more
    it has. lines: the sections that have an entry for each row and for each column instead."""

    name: str
    told: Mapping[str, Told]
    parameters: Mapping[str, Any] = {}
    spacing: int = 1
    frame: int = 0
    lines: tuple[str, str] | None = None

    def tell(self, board: Any, parts: Mapping[str, Rows]) -> None:
        """Tell a puzzle to a board of noqx. Raises ValueError for one that it cannot take."""
        known = {**self.told}
        known.setdefault("", next(iter(self.told.values())))
        for name, rows in parts.items():
            if name not in known and any(t not in ".-" for row in rows for t in row):
                raise ValueError(f"{self.name} has nothing like {name}")
        board.row, board.col = self._size(parts)
        for name, rows in parts.items():
            if name in known:
                known[name](board, rows)

    def _size(self, parts: Mapping[str, Rows]) -> tuple[int, int]:
        if self.lines:
            height, width = (parts[name] for name in self.lines)
            if height is not width:
                return len(height), len(width)
            return len(height[0]) - 1, len(width[0]) - 1  # behind the name of a side
        rows = next(parts[name] for name in ("", *self.told) if name in parts)
        height, width = len(rows) - self.frame, len(rows[0]) - self.frame
        return height // self.spacing, width // self.spacing


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


CLUE = {"clue": texts()}
ROOMS = {"room": rooms, "clue": texts(unknown=False)}
HOLE = {"#": BLACK}

# By the name of our spec.
GENRES: dict[str, Genre] = {
    "akari": Genre("akari", {"block": blocks}),
    "alternation": Genre("alter", {"room": rooms, "clue": symbols(SHAPES)}),
    "aqre": Genre("aqre", ROOMS),
    "aquarium": Genre("aquarium", {"tank": rooms, "total": beyond()}),
    "araf": Genre("araf", CLUE),
    "ant_mill": Genre(
        "antmill", {"sign": everywhere({"x": "ox_B__4", "=": "ox_B__3"}, 1)}, {}, 2, 1
    ),
    "balance_loop": Genre("balance", {"circle": pearls_and_numbers}),
    "barns": Genre("barns", {"ice": surface({"~": BLUE}), "wall": walls}),
    "bosnian_road": Genre("bosnianroad", CLUE),
    "canal_view": Genre("canal", CLUE),
    "castle_wall": Genre("castle", {"picture": pointing(coloured=True)}),
    "cave": Genre("cave", CLUE, {"product": False}),
    "chocona": Genre("chocona", {**ROOMS, "region": rooms}),
    "circles_and_squares": Genre("circlesquare", {"clue": symbols({"o": WHITE, "#": DARK})}),
    "city_space": Genre("cityspace", CLUE),
    "cojun": Genre("cojun", ROOMS),
    "compass": Genre("compass", {"compass": compasses, "beyond": beyond_compasses}),
    "context": Genre("context", CLUE),
    "country_road": Genre("country", {"country": rooms, "clue": texts()}),
    "creek": Genre("creek", {"clue": texts(side="top_left")}, {}, 1, 1),
    "detour": Genre("detour", {"room": rooms, "clue": texts("corner_top_left", unknown=False)}),
    "dominion": Genre("dominion", {"letter": texts()}),
    "doppelblock": Genre(
        "doppelblock", {"total": beyond(), "clue": texts()}, lines=("total", "total")
    ),
    "double_back": Genre("doubleback", {"room": rooms, "hole": surface(HOLE)}),
    "fillomino": Genre("fillomino", CLUE, {"fast_mode": False}),
    "four_cells": Genre("fourcells", CLUE),
    "galaxies": Genre(
        "tentaisho",
        {
            "dot": symbols({"o": SMALL_WHITE}),
            "border_dot": everywhere({"o": SMALL_WHITE}, 1),
            "corner_dot": corner_dots,
        },
    ),
    "geradeweg": Genre("geradeweg", CLUE),
    "gokigen": Genre("gokigen", {"clue": texts(side="top_left")}, {}, 1, 1),
    "haisu": Genre("haisu", {"room": rooms, "mark": texts(), "clue": texts()}),
    "hakoiri": Genre("hakoiri", {"room": rooms, "clue": symbols(SHAPES)}),
    "hanare_gumi": Genre("hanare", ROOMS),
    "hashiwokakero": Genre("hashi", {"island": texts()}),
    "heyawake": Genre("heyawake", ROOMS, {"fast_mode": False, "limit_border": 0, "limit_2x2": 0}),
    "hitori": Genre("hitori", {"number": texts()}),
    "juosan": Genre("juosan", {"room": rooms, "clue": texts("corner_top_left", unknown=False)}),
    "kakuro": Genre(
        "kakuro",
        {
            "": sums,
            "wall": symbols({"#": "kakuro__1"}),
            "across": texts("corner_top_right"),
            "below": texts("corner_bottom_left"),
        },
    ),
    "kakuru": Genre("kakuru", {"total": blocks, "black": surface(HOLE)}),
    "koburin": Genre("koburin", CLUE),
    "kropki": Genre("kropki", {"dot": sides({"o": SMALL_WHITE, "*": SMALL_BLACK})}, {}, 2, -1),
    "kurochute": Genre("kurochute", CLUE),
    "kurodoko": Genre("kurodoko", CLUE),
    "kurotto": Genre("kurotto", {"circle": texts()}),
    "lapaz": Genre("lapaz", {"clue": unshaded_numbers}),
    "lightshadow": Genre("lightshadow", {"picture": coloured_numbers}),
    "litherslink": Genre("lither", CLUE),
    "lits": Genre("lits", ROOMS, {"invlitso": False}),
    "lookair": Genre("lookair", CLUE),
    "masyu": Genre(
        "masyu",
        {"pearl": symbols({"W": WHITE_DISC, "B": BLACK_DISC})},
        {"visit_all": False},
    ),
    "mid_loop": Genre(
        "midloop", {"dot": symbols({"o": SMALL_WHITE}), "link_dot": sides({"o": SMALL_WHITE})}
    ),
    "minesweeper": Genre("mines", CLUE, {"mine_count": ""}),
    "mochikoro": Genre("mochikoro", CLUE),
    "moonsun": Genre(
        "moonsun", {"room": rooms, "mark": symbols({"(": "sun_moon__1", "o": "sun_moon__2"})}
    ),
    "nanro": Genre("nanro", {"room": rooms, "clue": texts()}),
    "nawabari": Genre("nawabari", CLUE),
    "news": Genre("news", {"room": rooms, "clue": texts()}),
    "no_three": Genre("nothree", {"circle": everywhere({"o": SMALL_BLACK}, 1)}, {}, 2, 1),
    "nondango": Genre("nondango", {"room": rooms, "circle": usable}),
    "nonogram": Genre(
        "nonogram",
        {"across": lines(False), "down": lines(True)},
        {"cts": False},
        lines=("across", "down"),
    ),
    "norinori": Genre("norinori", {"region": rooms}),
    "norinuri": Genre("norinuri", CLUE),
    "numberlink": Genre("numlin", {"number": texts()}, {"visit_all": False, "no_2x2": False}),
    "nuribou": Genre("nuribou", CLUE),
    "nurikabe": Genre("nurikabe", CLUE),
    "nurimisaki": Genre("nurimisaki", {"cape": capes}),
    "onsen_meguri": Genre("onsen", {"room": rooms, "clue": texts()}),
    "putteria": Genre("putteria", {"room": rooms}),
    "railpool": Genre("railpool", {"room": rooms, "length": lists, "hole": surface(HOLE)}),
    "ripple_effect": Genre("ripple", ROOMS),
    "roma": Genre("roma", {"room": rooms, "picture": symbols({**ARROWS, "o": BLACK_DISC})}),
    "shakashaka": Genre("shakashaka", {"clue": blocks}),
    "shikaku": Genre("shikaku", CLUE),
    "shimaguni": Genre("shimaguni", ROOMS),
    "simple_loop": Genre("simpleloop", {"black": surface(HOLE)}),
    "skyscrapers": Genre(
        "skyscrapers", {"seen": beyond(far=True), "clue": texts()}, lines=("seen", "seen")
    ),
    "slitherlink": Genre(
        "slitherlink", CLUE, {"swslither": False, "tslither": False, "vslither": False}
    ),
    "smullyanic_dynasty": Genre("smullyan", CLUE),
    "snake": Genre(
        "snake", {"circle": symbols({"M": WHITE_DISC, "E": BLACK_DISC}), "total": beyond()}
    ),
    "square_jam": Genre("squarejam", CLUE),
    "star_battle": Genre("starbattle", {"region": rooms, "stars": param("stars")}),
    "stostone": Genre("stostone", ROOMS),
    "suguru": Genre("suguru", {"region": rooms, "clue": texts()}),
    "symmarea": Genre("symmarea", CLUE, {"fast_mode": False}),
    "tapa": Genre("tapa", {"clue": lists}),
    "tapa_like_loop": Genre("tapaloop", {"clue": lists}, {"visit_all": False}),
    "tasquare": Genre("tasquare", CLUE),
    "tatamibari": Genre("tatamibari", CLUE),
    "tents": Genre("tents", {"tree": symbols({"T": "tents__1"}), "total": beyond()}),
    "tetrominous": Genre(
        "tetrominous", {"clue": texts(), "hole": surface(HOLE), "letter": nothing, "form": nothing}
    ),
    "turnaround": Genre("turnaround", CLUE, {"visit_all": False}),
    "usoone": Genre("usoone", {"room": rooms, "clue": texts()}),
    "uso_tatami": Genre("usotatami", CLUE),
    "view": Genre("view", CLUE),
    "wall_logic": Genre("walllogic", CLUE),
    "wittgenstein_briquet": Genre("wittgen", CLUE),
    "yajikazu": Genre("yajikazu", {"picture": pointing()}),
    "yajilin": Genre("yajilin", {"picture": pointing()}),
    "yajirushi": Genre("yajirushi", {"picture": symbols_and_walls}),
    "yin_yang": Genre("yinyang", {"clue": symbols({"o": WHITE, "#": DARK})}),
}
