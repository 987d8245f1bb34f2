"""Genres of pzprjs that divide the board, as `Genre`s of `pzpr_fields`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product

from pzpr_fields import (
    ARROWS,
    BORDERS,
    CLUE,
    CLUE_OR_QUESTION,
    DEAD_END,
    DISCS,
    ENTERED,
    GREY,
    HOLES,
    NUMBERS_BY_LINES,
    NUMBERS_ONLY,
    PIECES_ONLY,
    SHOWN_CLUE,
    SOME_HOLES,
    Board,
    Genre,
    Rows,
    bank,
    borders,
    cell,
    corners,
    first,
    framed,
    framed_walls,
    joined,
    keeping_off,
    lists,
    only,
    pieces,
    shaded,
    token,
    where,
)

TETROMINOES = dict(enumerate("ILOST"))
LETTERS = cell("qnum", TETROMINOES)

CORNERS = joined(cell("qdir", {**ARROWS, 5: "o"}), SHOWN_CLUE)

WAYS = {"right": "qnum", "down": "qnum2", "left": "qnum3", "up": "qnum4"}


def beyond(b: Board) -> Rows:
    """The numbers of compasses, by cell and direction."""
    return [
        [f"r{r + 1}c{c + 1}", way, str(n)]
        for way, field in WAYS.items()
        for r, row in enumerate(b.values("cell", field))
        for c, n in enumerate(row)
        if n is not None and n >= 0
    ]


def filled(b: Board) -> Rows:
    """Lines may stand for numbers: those of an area that they enclose are all the same."""
    areas, numbers = pieces(b), first(SHOWN_CLUE, ENTERED)(b)
    cells = list(product(range(b.height), range(b.width)))
    by_area: dict[str, list[str]] = {}
    for r, c in cells:
        by_area.setdefault(areas[r][c], []).append(numbers[r][c])
    alone = {area: set(ns) - {"?"} or {str(len(ns))} for area, ns in by_area.items()}
    for r, c in cells:
        if numbers[r][c] == "?" and len(alone[areas[r][c]]) == 1:
            (numbers[r][c],) = alone[areas[r][c]]
    return numbers


def numbered_pieces(b: Board) -> Rows:
    """The areas of equal numbers where every cell has one, those that lines make elsewhere."""
    numbers = filled(b)
    if any("?" in row for row in numbers):
        return pieces(b)
    return _named(b, lambda a, z: numbers[a[0]][a[1]] == numbers[z[0]][z[1]])


def lettered_pieces(b: Board) -> Rows:
    """The areas of equal letters where every cell has one, those that lines make elsewhere."""
    letters = first(cell("anum", TETROMINOES), LETTERS)(b)
    if any("." in row for row in letters):
        return pieces(b)
    return _named(b, lambda a, z: letters[a[0]][a[1]] == letters[z[0]][z[1]])


def drawn_pieces(b: Board) -> Rows:
    """Pieces of cells that a line joins, or that a line goes to the middle of."""
    beside, below = b.values("vedge", "line"), b.values("hedge", "line")
    middle = b.values("cell", "line")

    def drawn(a: Cell, z: Cell) -> bool:
        return (beside if a[0] == z[0] else below)[z[0]][z[1]] == 1

    named = _named(b, drawn)
    sizes = Counter(name for row in named for name in row)
    return [
        [n if sizes[n] > 1 or m else "." for n, m in zip(*rows, strict=True)]
        for rows in zip(named, middle, strict=True)
    ]


Cell = tuple[int, int]


def _named(b: Board, same: Callable[[Cell, Cell], bool]) -> Rows:
    """A name for each piece. same: do a cell and the next to its right or below share one?"""
    name = {(r, c): r * b.width + c for r, c in product(range(b.height), range(b.width))}
    for r, c in list(name):
        for other in ((r, c + 1), (r + 1, c)):
            if other in name and same((r, c), other):
                old, new = name[other], name[r, c]
                name = {cell: new if n == old else n for cell, n in name.items()}
    return [[str(name[r, c]) for c in range(b.width)] for r in range(b.height)]


def numbered_areas(b: Board) -> Rows:
    """The areas that hold numbers."""
    areas, numbers = pieces(b), CLUE(b)
    cells = list(product(range(b.height), range(b.width)))
    held = {areas[r][c] for r, c in cells if numbers[r][c] != "."}
    return [[area if area in held else "." for area in row] for row in areas]


def framed_pieces(b: Board) -> Rows:
    walls = only("ques", 51, "#")(b)
    rows = [
        ["-" if wall == "#" else area for area, wall in zip(*pair, strict=True)]
        for pair in zip(pieces(b), walls, strict=True)
    ]
    return [["-"] * (b.width + 1), *(["-", *row] for row in rows)]


FORMS = ["I\n####\n", "L\n###\n#..\n", "O\n##\n##\n", "S\n.##\n##.\n", "T\n###\n.#."]


def forms(b: Board) -> Rows:
    return [[form] for form in FORMS]


GENRES: dict[str, Genre] = {
    "aho": Genre(
        "aho_ni_narikire",
        {"clue": CLUE_OR_QUESTION},
        {"block": pieces},
        {
            "Every piece holds one": "bkNoNum bkNumGe2 bkSizeNe",
            "A piece whose size": "bkNotLshape3",
            "All other pieces are": "bkNotRect3",
        },
        exceptions={"bdDeadEnd": DEAD_END},
    ),
    "araf": Genre(
        "araf",
        {"clue": CLUE_OR_QUESTION},
        {"block": pieces},
        {
            "Every block holds two": "bkMoreThan2Num bkLessThan2Num",
            "The size of a": "bkArafEqual bkArafTooSmall bkArafTooBig",
        },
        exceptions={"bdDeadEnd": DEAD_END},
    ),
    "bdblock": Genre(
        "border_block",
        {"clue": SHOWN_CLUE, "dot": corners("qnum", {1: "o"})},
        {"block": pieces},
        {
            "Equal numbers share a": "bkNoNum bkPlNum bkSepNum",
            "Three or four borders": "bdBranchExBP bdCrossExBP bdCountLt3BP bdIgnoreBP",
        },
        exceptions={"bdDeadEnd": DEAD_END},
    ),
    "compass": Genre(
        "compass",
        {"compass": only("ques", 51, "+"), "beyond": beyond},
        {"block": pieces},
        {"Every piece has one": "bkNumGe2 bkNoNum", "A number counts the": "ceDirection"},
    ),
    "dbchoco": Genre(
        "double_choco",
        {"grey": GREY, "clue": SHOWN_CLUE},
        {"block": pieces},
        {
            "Every block has two": "bkSubLt2 bkSubGt2",
            "The halves of a": "bkDifferentShape",
            "A number counts the": "bkSizeLt bkSizeGt",
        },
        exceptions={"bdDeadEnd": DEAD_END},
    ),
    "edamame": Genre(
        "edamame",
        {"clue": CLUE},
        {"pod": keeping_off(CLUE, drawn_pieces), "bean": keeping_off(CLUE, shaded("o"))},
        {
            "A pod is": "laCurve",
            "Every pod holds": "csLt1 csGt1 cuEndpoint csNotOnLine",
            "A number counts": "nmShadeGt nmShadeLt",
            "The cells without": "cuDivide",
        },
        exceptions={"ceNoEnd": "a solution tells pods, not the ends of bars"},
    ),
    "fillmat": Genre(
        "fillmat",
        {"clue": SHOWN_CLUE},
        {"strip": pieces},
        {
            "Every strip is one": "bkLenGt4",
            "Equally long strips never": "bsSizeEq",
            "A number tells the": "bkNumGe2 bkSizeNe",
        },
        exceptions={"bdCross": DEAD_END},
    ),
    "fillomino": Genre(
        "fillomino",
        {"clue": SHOWN_CLUE},
        {"number": filled},
        {"Every number is the": "bkSizeLt bsSameNum bkSizeGt"},
        exceptions={0: NUMBERS_ONLY, "bkMixedNum": NUMBERS_ONLY, "ceNoNum": NUMBERS_BY_LINES},
    ),
    "fivecells": Genre(
        "five_cells",
        {"clue": SHOWN_CLUE, "hole": SOME_HOLES},
        {"block": pieces},
        {"Every piece has": "bkSizeLt5 bkSizeGt5", "A number counts": "nmBorderNe"},
        exceptions={"bdDeadEnd": DEAD_END},
    ),
    "fourcells": Genre(
        "four_cells",
        {"clue": SHOWN_CLUE, "hole": SOME_HOLES},
        {"block": pieces},
        {"Every piece has four": "bkSizeLt4 bkSizeGt4", "A number counts the": "nmBorderNe"},
        exceptions={"bdDeadEnd": DEAD_END},
    ),
    "heavydots": Genre(
        "heavy_dots",
        {"clue": SHOWN_CLUE, "dot": corners("qnum", {3: "B", 4: "W"})},
        {"block": pieces},
        {
            "Three borders": "bdCrossUnderWhite bdCrossExBP bdCrossUnder",
            "A piece has no": "bk2x2 bkSizeNe bkNumGe2",
        },
        exceptions={"bdCrossNearBP": DEAD_END},
    ),
    "kramma": Genre(
        "kaito_ramma",
        {"circle": DISCS},
        {"block": pieces},
        {"Every piece has": "bkNoNum bkPlNum"},
    ),
    "kramman": Genre(
        "new_kaito_ramma",
        {"circle": DISCS, "dot": corners("qnum", {1: "o"})},
        {"block": pieces},
        {"Every piece has": "bkNoNum bkPlNum", "Two lines meet": "bdCrossBP bdIgnoreBP bdBranch"},
        exceptions={2: DEAD_END, "bdDeadEnd": DEAD_END},
    ),
    "lapaz": Genre(
        "lapaz",
        {"clue": CLUE_OR_QUESTION, "hole": SOME_HOLES},
        {"domino": where(shaded(), token("."), otherwise=pieces)},
        {
            "Every piece is a": "bkSizeGt2 bkUnshade",
            "Shaded cells never share": "csAdjacent",
            "A number is not": "nmLt1 nmShadeNe",
        },
    ),
    "lohkous": Genre(
        "lohkous",
        {"clue": lists},
        {"block": pieces},
        {"Every piece has": "bkNumGe2 ceNoNum", "A clue lists": "bkUnknown nmMissing"},
        exceptions={"bdUnused": DEAD_END},
    ),
    "longest": Genre(
        "the_longest",
        {"wall": BORDERS},
        {"block": pieces},
        {
            "The longest sides": "bdNotGiven",
            "A given border": "bdGivenUnused",
        },
        exceptions={"bkNotClosed": DEAD_END, "bdDeadEnd": DEAD_END},
    ),
    "loute": Genre(
        "sashigane",
        {"picture": CORNERS},
        {"block": pieces},
        {
            "Every piece is an": "bkNotLshape",
            "A circle is the": "ciNotOnCnr",
            "An arrow is an": "arBlkEdge arNotPtCnr",
        },
        exceptions={"bdDeadEnd": DEAD_END},
    ),
    "meidjuluk": Genre(
        "meidjuluk",
        {"sizes": bank, "hole": HOLES, "clue": SHOWN_CLUE},
        {"block": pieces},
        {
            "There is one": "bankGt bankLt bankInvalid",
            "A number divides": "bkSizeLt bkNumDivisor",
            "The numbers of": "bkDupNum",
        },
    ),
    "mirrorbk": Genre(
        "mirror_block",
        {"mirror_line": BORDERS, "clue": SHOWN_CLUE},
        {"block": pieces},
        {
            "A number is": "bkSizeNe bkNumGe2",
            "A mirror lies": "bdUnused",
            "The pieces on": "bkMirror",
        },
    ),
    "nawabari": Genre(
        "nawabari",
        {"clue": CLUE_OR_QUESTION},
        {"field": pieces},
        {
            "Every piece is a": "bkNotRect",
            "Every rectangle holds one": "bkNoNum bkNumGe2",
            "A number counts the": "nmBorderNe",
        },
        exceptions={"bdDeadEnd": DEAD_END},
    ),
    "sashigane": Genre(
        "sashigane",
        {"picture": CORNERS},
        {"block": pieces},
        {
            "Every piece is an": "bkNotLshape",
            "A circle is the": "ciNotOnCnr",
            "An arrow is an": "arBlkEdge arNotPtCnr",
            "A number is the": "bkSizeNe",
        },
        exceptions={"bdDeadEnd": DEAD_END},
    ),
    "shikaku": Genre(
        "shikaku",
        {"clue": CLUE_OR_QUESTION},
        {"block": pieces},
        {
            "Every piece is a": "bkNotRect",
            "Every piece holds one": "bkNoNum bkNumGe2",
            "A number is the": "bkSizeNe",
        },
        exceptions={"bdDeadEnd": DEAD_END},
    ),
    "slashpack": Genre(
        "slash_pack",
        {"clue": CLUE_OR_QUESTION},
        {"slash": keeping_off(CLUE_OR_QUESTION, cell("qans", {31: "\\", 32: "/"}))},
        {
            "Each area holds": "bkMissingNum bkDupNum bkOverNum",
            "Each diagonal parts": "lnDeadEnd",
        },
        refused="lnOverlap",
    ),
    "squarejam": Genre(
        "square_jam",
        {"clue": SHOWN_CLUE},
        {"square": pieces},
        {
            "Every piece is a": "bkNotSquare",
            "A number tells how": "bkSideNe",
            "No four pieces meet": "bdCross",
        },
        exceptions={"bdDeadEnd": DEAD_END},
    ),
    "symmarea": Genre(
        "symmarea",
        {"clue": SHOWN_CLUE},
        {"area": numbered_pieces},
        {
            "A number is the": "bkSizeLt bsSameNum bkSizeGt bkMixedNum",
            "Every area looks the": "bkNotSymmRoom",
        },
        exceptions={"ceNoNum": PIECES_ONLY},
    ),
    "tetrominous": Genre(
        "tetrominous",
        {
            "letter": lambda b: "I L O S T",
            "form": forms,
            "clue": LETTERS,
            "hole": SOME_HOLES,
            "border": BORDERS,
        },
        {"block": lettered_pieces},
        {
            "Every piece has four": "bkSizeLt bkSizeGt",
            "A letter names the": "nmShapeNe",
            "A printed border parts": "bdUnused",
            "Equal tetrominoes never share": "bsSameShape",
        },
    ),
    "tren": Genre(
        "tren",
        {"clue": CLUE},
        {"block": numbered_areas},
        {
            "A block is": "nmOutsideTren",
            "Each block holds": "bkNumGe2",
            "A number tells": "nmMoveNe",
        },
        exceptions={"bdUnused": DEAD_END},
    ),
    "triplace": Genre(
        "tri_place",
        {
            "wall": framed_walls,
            "across": framed("qnum", side="left"),
            "below": framed("qnum2", side="top"),
        },
        {"block": framed_pieces},
        {
            "Every block has": "bkSizeLt3 bkSizeGt3",
            "A number counts": "asLblockNe",
        },
    ),
    "trizone": Genre(
        "trizone",
        {"clue": CLUE_OR_QUESTION},
        {"block": where(shaded(), token("."), otherwise=pieces)},
        {
            "Every piece has": "bkSizeGt3 bkSizeLt3 bkUnshade bkNoNum bkNumGe2",
            "Shaded cells": "csAdjacent",
            "A number counts": "nmShadeNe",
        },
    ),
    "usotatami": Genre(
        "uso_tatami",
        {"clue": SHOWN_CLUE},
        {"mat": pieces},
        {
            "Every piece is one": "bkWidthGt1",
            "Every strip holds one": "bkNoNum bkNumGe2 bkSizeEq",
            "No four strips meet": "bdCross",
        },
        exceptions={"bdDeadEnd": DEAD_END},
    ),
    "wafusuma": Genre(
        "wafusuma",
        {"total": borders("qnum", {-2: "?"})},
        {"block": numbered_pieces},
        {
            "Pieces of equal size": "bsSameNum",
            "A number stands between": "bdUnusedCircle nmSumNe",
        },
        exceptions=dict.fromkeys(("bkSizeLt", "bkSizeGt", "bsSameNum", "bkMixedNum"), PIECES_ONLY),
    ),
    "wittgen": Genre(
        "wittgenstein_briquet",
        {"clue": SHOWN_CLUE},
        {"brick": drawn_pieces},
        {
            "A brick is three": "lnLengthNe3 laCurve",
            "A number counts the": "nmLineGt nmLineLt",
            "The cells without brick": "cuDivide",
        },
        exceptions={"ceNoEnd": "a solution tells bricks, not the ends of bars"},
    ),
}
