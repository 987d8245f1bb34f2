"""Boards in the fields of pzprjs as puzzle and solution files, by readers of single sections.

A genre is an entry of a table: a reader for each section of a puzzle, and of a solution. A reader
turns a board into a picture (rows of tokens) or a single value. The functions here make most
readers, from the field to read and the tokens for its values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import field as attribute
from itertools import product
from typing import Any

Rows = list[list[str]]
Tokens = Mapping[Any, str]

AS_IT_IS: Tokens = {}

ANSWERS = {"qans", "anum", "line"}
"""The fields that a player enters; all others are given."""

ARROWS: Tokens = {0: ".", 1: "^", 2: "v", 3: "<", 4: ">"}


@dataclass(frozen=True, slots=True)
class Board:
    """A board of pzprjs; values that are the default of their field are None."""

    record: dict[str, Any]

    @property
    def height(self) -> int:
        return self.record["rows"]

    @property
    def width(self) -> int:
        return self.record["cols"]

    def values(self, section: str, field: str) -> list[list[Any]]:
        """A field by row and column: of `cell`, `vedge` (left of a cell), `hedge`, or `cross`."""
        part = self.record["answer" if field in ANSWERS else "given"]
        found = part.get(section, {}).get(field)
        height = self.height + (section in ("hedge", "cross"))
        width = self.width + (section in ("vedge", "cross"))
        return found or [[None] * width for _ in range(height)]

    def outside(self, side: str, field: str) -> list[list[int]]:
        """The numbers at a side, for each line the outermost first."""
        length = self.width if side in ("top", "bottom") else self.height
        found = self.record["given"].get("outside", {}).get(field, {}).get(side)
        return found or [[] for _ in range(length)]

    def areas(self, part: str) -> list[list[int]]:
        found = self.record[part].get("regions")
        return found or [[0] * self.width for _ in range(self.height)]

    @property
    def extra(self) -> dict[str, Any]:
        return self.record["given"].get("extra", {})


Reader = Callable[[Board], Rows | str | None]
Picture = Callable[[Board], Rows]


def file(**sections: Rows | str | None) -> str:
    """A puzzle file: rows of tokens below their heading, a single value behind it; None is none."""
    parts = []
    present = {name: value for name, value in sections.items() if value is not None}
    for name, value in present.items():
        if isinstance(value, list):
            parts.append(f"{name}:\n" + "\n".join(" ".join(row) for row in value))
        else:
            parts.append(f"{name}: {value}")
    return "\n\n".join(parts) + "\n"


def _token(value: Any, tokens: Tokens, blank: str) -> str:
    """Numbers that `tokens` does not have are written as they are; negative ones have no meaning
    of their own, so that `tokens` must have them."""
    if value is None:
        return blank
    if value in tokens or value < 0:
        return tokens[value]
    return str(value)


# ---- cells ---------------------------------------------------------------------------------------


def cell(field: str, tokens: Tokens = AS_IT_IS, blank: str = ".") -> Picture:
    """A field of the cells."""

    def read(b: Board) -> Rows:
        return [[_token(v, tokens, blank) for v in row] for row in b.values("cell", field)]

    return read


def only(field: str, value: int, token: str, blank: str = ".") -> Picture:
    """The cells that have one value of a field."""

    def read(b: Board) -> Rows:
        return [[token if v == value else blank for v in row] for row in b.values("cell", field)]

    return read


def shaded(token: str = "#") -> Picture:
    """The shaded cells; a dot marks those that are surely not shaded."""
    return only("qans", 1, token)


def cellwise(combine: Callable[..., str], *pictures: Picture) -> Picture:
    """A picture whose tokens are made of those of others, cell by cell."""

    def read(b: Board) -> Rows:
        rows = zip(*(picture(b) for picture in pictures), strict=True)
        return [[combine(*tokens) for tokens in zip(*row, strict=True)] for row in rows]

    return read


def joined(*pictures: Picture) -> Picture:
    """Parts of a cell side by side, those that are a dot left out; a dot where all are."""
    return cellwise(lambda *ts: "".join(t for t in ts if t != ".") or ".", *pictures)


def first(*pictures: Picture) -> Picture:
    """The first picture that has more than a dot or a question mark in a cell."""
    return cellwise(lambda *ts: next((t for t in ts if t not in ".?"), ts[-1]), *pictures)


def in_full(*pictures: Picture) -> Picture:
    """Parts of a cell side by side, dots too."""
    return cellwise(lambda *ts: "".join(ts), *pictures)


def where(condition: Picture, then: Picture, *, otherwise: Picture) -> Picture:
    """One picture in the cells where `condition` has a token, another one elsewhere."""
    return cellwise(lambda c, t, o: o if c == "." else t, condition, then, otherwise)


def token(text: str) -> Picture:
    """The same token in every cell."""
    return lambda b: [[text] * b.width for _ in range(b.height)]


def keeping_off(holes: Picture, picture: Picture) -> Picture:
    """A picture of an answer that has no place in some cells; what was entered there, stays."""
    return cellwise(lambda h, t: "-" if h != "." and t in ".?" else t, holes, picture)


def if_any(picture: Picture) -> Reader:
    """A picture, left out of the file where it has nothing but dots."""

    def read(b: Board) -> Rows | None:
        rows = picture(b)
        return rows if any(token != "." for row in rows for token in row) else None

    return read


CLUE = cell("qnum")
CLUE_OR_QUESTION = cell("qnum", {-2: "?"})
SHOWN_CLUE = cell("qnum", {-2: "."})
ENTERED = cell("anum", blank="?")
NUMBERS = first(ENTERED, CLUE)
ARROW = cell("qdir", ARROWS)
GREY = only("ques", 6, "#")
HOLES = only("ques", 7, "#")
SOME_HOLES = if_any(HOLES)
CIRCLES = only("ques", 0, "o")
DISCS = cell("qnum", {1: "W", 2: "B"})


def regions(b: Board) -> Rows:
    return [[str(n) if n >= 0 else "." for n in row] for row in b.areas("given")]


def pieces(b: Board) -> Rows:
    """The areas that the player's lines make."""
    return [[str(n) if n >= 0 else "." for n in row] for row in b.areas("answer")]


def placed(**tokens: str) -> Picture:
    """Things whose places `extra` tells in half cells: those of cells are odd."""

    def read(b: Board) -> Rows:
        rows = [["."] * b.width for _ in range(b.height)]
        for name, token in tokens.items():
            place = b.extra[name]
            rows[place["by"] // 2][place["bx"] // 2] = token
        return rows

    return read


def lists(b: Board) -> Rows:
    """Several numbers in a cell."""
    values = b.values("cell", "qnums")
    return [
        ["." if v is None else ",".join(_token(n, {-2: "?"}, ".") for n in v) for v in row]
        for row in values
    ]


# ---- sides and corners of cells ------------------------------------------------------------------

_Marks = dict[tuple[int, int], str]


def links(field: str, tokens: Tokens) -> Picture:
    """A field of the sides between cells, in a picture of the links that cross them."""

    def read(b: Board) -> Rows:
        rows = [["."] * (2 * b.width - 1) for _ in range(2 * b.height - 1)]
        for (r, c), mark in _sides(b, field, tokens).items():
            if 0 < r < 2 * b.height and 0 < c < 2 * b.width:
                rows[r - 1][c - 1] = mark
        return rows

    return read


def borders(field: str, tokens: Tokens) -> Picture:
    """A field of all sides of cells, in a picture of the borders."""

    def read(b: Board) -> Rows:
        rows = [["."] * (2 * b.width + 1) for _ in range(2 * b.height + 1)]
        for (r, c), mark in _sides(b, field, tokens).items():
            rows[r][c] = mark
        return rows

    return read


def _sides(b: Board, field: str, tokens: Tokens) -> _Marks:
    """The sides that have a token, by row and column in a picture of the borders."""
    marks = {}
    for r, row in enumerate(b.values("vedge", field)):
        marks |= {(2 * r + 1, 2 * c): _token(v, tokens, ".") for c, v in enumerate(row)}
    for r, row in enumerate(b.values("hedge", field)):
        marks |= {(2 * r, 2 * c + 1): _token(v, tokens, ".") for c, v in enumerate(row)}
    return marks


LINE = links("line", {1: "#", -1: "."})
BORDER_LINE = borders("line", {1: "#", -1: "."})
WALL = links("ques", {1: "#"})
BORDERS = borders("ques", {1: "#"})


def corners(field: str, tokens: Tokens = AS_IT_IS, *, inner: bool = False) -> Picture:
    """A field of the corners of cells. inner: the layer has no place at the board's edge."""

    def read(b: Board) -> Rows:
        rows = [[_token(v, tokens, ".") for v in row] for row in b.values("cross", field)]
        for r, c in product(range(b.height + 1), range(b.width + 1)):
            if inner and (r in (0, b.height) or c in (0, b.width)) and rows[r][c] == ".":
                rows[r][c] = "-"
        return rows

    return read


def everywhere(field: str, tokens: Tokens) -> Picture:
    """A field of cells, sides and corners, in a picture of all these."""

    def read(b: Board) -> Rows:
        rows = borders(field, tokens)(b)
        for r, row in enumerate(cell(field, tokens)(b)):
            rows[2 * r + 1][1::2] = row
        for r, row in enumerate(corners(field, tokens)(b)):
            rows[2 * r][::2] = row
        return rows

    return read


# ---- outside the board ---------------------------------------------------------------------------


def outside(*, question: str = ".", place: int = 0, **fields: str) -> Picture:
    """A number for each line, by side: `top="qnum"`. question: what stands for an unknown one;
    place: which of the numbers of a line, from the innermost."""

    def shown(numbers: list[Any]) -> str:
        here = numbers[::-1][place : place + 1]
        return _token(here[0] if here else None, {-2: question}, ".")

    return lambda b: [[side, *map(shown, b.outside(side, field))] for side, field in fields.items()]


TOTALS = outside(top="qnum", left="qnum")


def framed(field: str, tokens: Tokens = AS_IT_IS, side: str = "") -> Picture:
    """A field of cells with a margin of cells before each line. side: of the numbers outside that
    stand there, if any."""

    def read(b: Board) -> Rows:
        margin = {"top": ["."] * b.width, "left": ["."] * b.height}
        if side:
            first = (numbers[0] if numbers else None for numbers in b.outside(side, field))
            margin[side] = [_token(n, {-1: ".", -2: ".", **tokens}, ".") for n in first]
        rows = cell(field, {-1: ".", -2: ".", **tokens})(b)
        beside = ([n, *row] for n, row in zip(margin["left"], rows, strict=True))
        return [[".", *margin["top"]], *beside]

    return read


def framed_walls(b: Board) -> Rows:
    return [["#"] * (b.width + 1), *(["#", *row] for row in only("ques", 51, "#")(b))]


def outside_lists(side: str) -> Picture:
    """The numbers of each line at a side."""
    return lambda b: [[str(n) for n in ns] or ["-"] for ns in b.outside(side, "qnum")]


def extra(name: str) -> Reader:
    return lambda b: str(b.extra[name])


def bank(b: Board) -> str:
    """The sizes of the areas to find."""
    return " ".join(b.extra["bank"])


# ---- genres --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Genre:
    """How boards of a genre are read, and what pzpr's verdicts on them are here.

    rules: by a rule of the spec (how its sentence begins) the codes of the mistakes that break it;
    a code at several rules breaks one of them at least. unfinished: codes of boards that are not
    filled in. refused: codes of answers that a solution file cannot hold. exceptions: why boards,
    by code, number or name (* for all), are judged in another way here.
    """

    spec: str
    puzzle: Mapping[str, Reader]
    solution: Mapping[str, Reader]
    rules: Mapping[str, str]
    unfinished: str = ""
    refused: str = ""
    exceptions: Mapping[str | int | None, str] = attribute(default_factory=dict)

    def files(self, record: dict[str, Any]) -> tuple[str, str]:
        """A board's puzzle and solution file."""
        board = Board(record)
        puzzle = {name: read(board) for name, read in self.puzzle.items()}
        solution = {name: read(board) for name, read in self.solution.items()}
        return file(**puzzle), file(**solution)

    def exception(self, *keys: str | int | None) -> str:
        """Why a board with one of these keys is judged in another way here, "" if it is not."""
        found = (self.exceptions[k] for k in (*keys, "*") if k in self.exceptions)
        return next(found, "")

    def broken_by(self, code: str) -> tuple[str, ...]:
        """How the sentences of rules begin, one of which a mistake of this code breaks."""
        return tuple(rule for rule, codes in self.rules.items() if code in codes.split())


# ---- why boards are judged in another way than by pzpr -------------------------------------------

NOTHING = "pzpr wants something drawn; the rules do not"
DEAD_END = "a solution tells pieces, and lines that end nowhere make none"
LINES_DRAWN = "a solution tells where each circle ends, not its lines"
BENDS_FOLLOW = "a solution tells lines; how they bend where four meet follows"
NUMBERS_BY_LINES = "lines alone tell all numbers here"
NUMBERS_ONLY = "a solution tells numbers, not lines"
PIECES_ONLY = "a solution tells pieces, which need no numbers"
PLACES_ONLY = "a solution tells where numbers stand; each is its room's size"

# ---- what cannot be given ------------------------------------------------------------------------

NO_PLACE = "a layer without any place takes no picture"
INNER_BORDERS = "a border within a room cannot be given"
ONE_ROW = "a board of one row and four columns is taken for a square"
