"""Genres of pzprjs with numbers, symbols, arrows and lamps in cells, as `Genre`s."""

from __future__ import annotations

from pzpr_fields import (
    ARROW,
    ARROWS,
    CIRCLES,
    CLUE,
    CLUE_OR_QUESTION,
    ENTERED,
    HOLES,
    LINES_DRAWN,
    NO_PLACE,
    NOTHING,
    NUMBERS,
    NUMBERS_ONLY,
    ONE_ROW,
    PLACES_ONLY,
    SHOWN_CLUE,
    TOTALS,
    Board,
    Genre,
    Rows,
    borders,
    cell,
    first,
    framed,
    framed_walls,
    if_any,
    joined,
    keeping_off,
    links,
    only,
    outside,
    regions,
    shaded,
    token,
    where,
)

# Codes of lines of moved circles, of which a solution tells the ends only.
OF_LINES = dict.fromkeys(
    ("lnBranch", "lnCross", "nmConnected", "laOnNum", "laIsolate"), LINES_DRAWN
)
ROPE_TOTALS = first(CLUE, only("ques", 1, "?"))
PRINTED_WALL = only("qnum", -2, "#")
GIVEN_ARROWS = cell("qnum", {**ARROWS, -2: "."})
MARK = {1: "o", 2: "^", 3: "#", -2: "?"}
LOLLY = {1: "o", 2: "|", 3: "-"}
LETTER = {1: "N", 2: "S", 3: "W", 4: "E", -2: "?"}
BARS = {12: "|", 13: "-"}
CONTOUR = {-2: "#", **dict.fromkeys(range(100), "#")}
SNAKE_HOLES = first(ARROW, only("qnum", -2, "#"))
SNAKE_CLUES = where(ARROW, joined(SHOWN_CLUE, ARROW), otherwise=cell("qnum", {-2: "#"}))


def grey_areas(b: Board) -> Rows:
    """A name for each area of grey cells."""
    grey = {
        (r, c): r * b.width + c
        for r, row in enumerate(b.values("cell", "ques"))
        for c, value in enumerate(row)
        if value == 6
    }
    for r, c in list(grey):
        for other in ((r, c + 1), (r + 1, c)):
            if other in grey:
                old, new = grey[other], grey[r, c]
                grey = {cell: new if n == old else n for cell, n in grey.items()}
    return [[str(grey.get((r, c), ".")) for c in range(b.width)] for r in range(b.height)]


def goals(b: Board) -> Rows:
    """Where the line from each circle ends."""
    beside, below = b.values("vedge", "line"), b.values("hedge", "line")

    def end(r: int, c: int, came: tuple[int, int] | None = None) -> str:
        ways = {
            (r, c - 1): beside[r][c],
            (r, c + 1): beside[r][c + 1],
            (r - 1, c): below[r][c],
            (r + 1, c): below[r + 1][c],
        }
        onward = [cell for cell, line in ways.items() if line == 1 and cell != came]
        return end(*onward[0], (r, c)) if onward else f"r{r + 1}c{c + 1}"

    return [
        ["." if circle is None else end(r, c) for c, circle in enumerate(row)]
        for r, row in enumerate(b.values("cell", "qnum"))
    ]


def box_width(b: Board) -> str:
    top = b.areas("given")[0]
    return str(top.count(top[0]))


def box_height(b: Board) -> str:
    return str(b.height // int(box_width(b)))


GENRES: dict[str, Genre] = {
    "alter": Genre(
        "alternation",
        {"room": regions, "clue": cell("qnum", MARK)},
        {"mark": first(cell("anum", MARK), cell("qnum", MARK))},
        {
            "Every room holds one": "bkNumLt3 bkDupNum bkNumGt3",
            "In a row or": "nmTripRow nmMissRow nmDupRow",
        },
    ),
    "arrowflow": Genre(
        "arrow_flow",
        {"clue": CLUE_OR_QUESTION},
        {"way": keeping_off(CLUE_OR_QUESTION, cell("anum", ARROWS, blank="?"))},
        {
            "Arrows side by side": "nmAdjacent",
            "Every arrow leads to": "stopHalfway",
            "A number counts the": "arCountLt arCountGt stopHalfway",
        },
    ),
    "blindrush": Genre(
        "blind_rush",
        {"circle": CLUE_OR_QUESTION, "wall": borders("ques", {1: "#"})},
        {"goal": goals},
        {
            "Every circle moves": "brNoLine laWallStop nmNoMove",
            "Every wall is": "bdPierceLt1 bdPierceGt1",
            "A number counts": "laLenNe",
        },
        refused="laCurve",
        exceptions={**OF_LINES},
    ),
    "bonsan": Genre(
        "bonsan",
        {"circle": CLUE_OR_QUESTION},
        {"goal": goals},
        {"A circle with": "laLenNe nmNoMove", "In the end": "brObjNotSym"},
        refused="laCurve",
        exceptions={
            "brNoLine": NOTHING,
            **OF_LINES,
        },
    ),
    "bosanowa": Genre(
        "bosanowa",
        {"wall": where(CIRCLES, token("."), otherwise=token("#")), "clue": SHOWN_CLUE},
        {"number": where(CIRCLES, NUMBERS, otherwise=token("-"))},
        {"A number is the": "nmSumOfDiff"},
        unfinished="ceNoNum",
    ),
    "brownies": Genre(
        "brownies",
        {"clue": cell("qnum2", {-2: "?"}), "circle": cell("qnum", {-2: "o"})},
        {"goal": goals},
        {"No circle": "laOnBorder", "A number counts": "nmCircleNe"},
        refused="laCurve",
        exceptions={**OF_LINES},
    ),
    "cojun": Genre(
        "cojun",
        {"room": regions, "clue": SHOWN_CLUE},
        {"number": NUMBERS},
        {
            "A room of k": "bkDupNum",
            "Equal numbers never share": "nmAdjacent",
            "Of two cells of": "bkSmallOnBig",
        },
        unfinished="ceNoNum",
    ),
    "factors": Genre(
        "rooms_of_factors",
        {"room": regions, "factor": SHOWN_CLUE},
        {"digit": ENTERED},
        {"Each row and": "nmDupRow", "A small number": "nmProduct"},
        unfinished="ceNoNum",
    ),
    "hakoiri": Genre(
        "hakoiri",
        {"room": regions, "clue": cell("qnum", MARK)},
        {"mark": first(cell("anum", MARK), cell("qnum", MARK))},
        {
            "Every room holds one": "bkNumGt3 bkDupNum bkNumLt3",
            "Equal marks never touch": "nmAround",
            "The marks are connected": "nmDivide",
        },
    ),
    "hanare": Genre(
        "hanare_gumi",
        {"room": regions, "clue": where(CLUE, token("o"), otherwise=token("."))},
        {"number": where(first(cell("anum"), CLUE), token("o"), otherwise=token("."))},
        {"Every room holds one": "bkNoNum bkNumGe2", "Two numbers of a": "nmDiffDistNe"},
        exceptions={"bkSizeNe": PLACES_ONLY},
    ),
    "hebi": Genre(
        "hebi",
        {"picture": SNAKE_CLUES},
        {"part": where(SNAKE_HOLES, token("-"), otherwise=first(cell("anum"), SHOWN_CLUE))},
        {
            "Every snake is a": "bkSizeNe5 bkDupNum bsSnake",
            "No head looks at": "snakeAttack",
            "A number with an": "anNumberNe",
        },
        exceptions={"brNoValidNum": NOTHING},
    ),
    "juosan": Genre(
        "juosan",
        {"room": regions, "clue": SHOWN_CLUE},
        {"bar": cell("qans", BARS, blank="?")},
        {"A number counts the": "bkMajorBarGt", "Never do three upright": "baParaGe3"},
        unfinished="bkMajorBarLt ceNoBar",
    ),
    "kakuro": Genre(
        "kakuro",
        {
            "wall": framed_walls,
            "across": framed("qnum", {0: "."}, "left"),
            "below": framed("qnum2", {0: "."}, "top"),
        },
        {"digit": framed("anum")},
        {"A word holds no": "nmDupRow", "A word adds up": "nmSumRowNe"},
        unfinished="ceNoNum",
    ),
    "kakuru": Genre(
        "kakuru",
        {
            "total": where(only("ques", 1, "#"), token("."), otherwise=SHOWN_CLUE),
            "black": only("ques", 1, "#"),
        },
        {"digit": keeping_off(first(CLUE, only("ques", 1, "#")), ENTERED)},
        {"A sum adds up": "nqAroundDup nqAroundSumNe", "Equal digits never touch": "nmAround"},
        unfinished="ceNoNum",
    ),
    "kropki": Genre(
        "kropki",
        {"dot": links("qnum", {1: "o", 2: "*"})},
        {"digit": ENTERED},
        {
            "Each row and column": "nmDupRow",
            "The numbers at a white dot": "nmSubNe1",
            "Of the numbers at a black dot": "nmDivNe2",
            "Numbers without a dot": "nmSubEq1 nmDivEq2",
        },
        unfinished="ceNoNum",
    ),
    "lightup": Genre(
        "akari",
        {"block": cell("qnum", {-2: "#"})},
        {"lamp": shaded("o")},
        {
            "A number counts the": "nmAkariNe",
            "No lamp shines on": "akariDup",
            "Every open cell is": "ceDark",
        },
    ),
    "lollipops": Genre(
        "lollipops",
        {"clue": cell("qnum", LOLLY)},
        {"part": first(cell("anum", LOLLY), cell("qnum", LOLLY))},
        {"A lollipop is a": "bkSizeLt2 bkSizeGt2 baDir", "The next part of": "nmDupRow"},
    ),
    "nanro": Genre(
        "nanro",
        {"room": regions, "clue": CLUE_OR_QUESTION},
        {"number": first(cell("anum"), CLUE_OR_QUESTION)},
        {
            "Every room has a": "bkPlNum nmCountGt nmCountLt bkNoNum",
            "Numbers that meet across": "cbSameNum",
            "No 2x2 square is": "nm2x2",
            "The cells with numbers": "nmDivide",
        },
        exceptions={5: ONE_ROW, 6: ONE_ROW},
    ),
    "news": Genre(
        "news",
        {"room": regions, "clue": cell("qnum", LETTER)},
        {"letter": first(cell("anum", LETTER), cell("qnum", LETTER))},
        {
            "Every room holds two": "arAlone bkNumGe3 bkNoNum",
            "No row or column": "nmDupRow",
            "Each letter lies further": "arNotRelative",
        },
    ),
    "numrope": Genre(
        "number_rope",
        {"total": ROPE_TOTALS, "rope": links("ques", {1: "#"})},
        {"number": keeping_off(ROPE_TOTALS, ENTERED)},
        {
            "Numbers along": "nmSubNe1 nmNotSeq",
            "A grey number": "nqAroundSumNe",
            "Equal numbers": "nmAdjacent",
        },
        unfinished="ceNoNum",
        refused="nmRange",
    ),
    "putteria": Genre(
        "putteria",
        {"room": regions, "mark": cell("qnum", {-2: "x"})},
        {"used": where(cell("anum"), token("o"), otherwise=token("."))},
        {
            "Every room holds one": "bkNoNum bkNumGe2",
            "Numbers never share a": "nmAdjacent",
            "No number stands twice": "nmDupRow",
        },
        exceptions={"bkSizeNe": PLACES_ONLY},
    ),
    "roma": Genre(
        "roma",
        {"room": regions, "picture": cell("qnum", {**ARROWS, 5: "o"})},
        {
            "arrow": where(
                only("qnum", 5, "o"),
                token("-"),
                otherwise=first(cell("anum", ARROWS, blank="?"), cell("qnum", {**ARROWS, 5: "."})),
            )
        },
        {"No arrow stands twice": "bkDupNum", "All roads lead to": "stopHalfway"},
    ),
    "ruleofthree": Genre(
        "rule_of_three",
        {"hole": HOLES},
        {"bar": keeping_off(HOLES, cell("qans", {**BARS, 11: "+"}, blank="?"))},
        {
            "Every bar is": "lnLengthGt3 lnLengthLt3 ceNoLine",
            "Cells where bars": "cxAdjacent",
        },
        unfinished="ceNoLine",
    ),
    "sananko": Genre(
        "sananko",
        {
            "clue": SHOWN_CLUE,
            "wall": if_any(where(CLUE, token("."), otherwise=only("ques", 1, "#"))),
        },
        {"number": keeping_off(first(CLUE, only("ques", 1, "#")), cell("anum"))},
        {
            "Numbers lie in threes": "bkSizeGt3 bkSizeLt3 nmAdjacent",
            "A clue adds up": "nqAroundSumNe",
        },
        refused="nmRange",
    ),
    "satogaeri": Genre(
        "satogaeri",
        {"country": regions, "circle": CLUE_OR_QUESTION},
        {"goal": goals},
        {
            "A circle with a": "laLenNe nmNoMove",
            "The ways of the": "lnCross nmConnected",
            "Every country holds exactly": "bkNoNum",
        },
        refused="laCurve",
        exceptions={
            "brNoLine": NO_PLACE,
            "lnBranch": LINES_DRAWN,
            "laOnNum": LINES_DRAWN,
            "laIsolate": LINES_DRAWN,
        },
    ),
    "skyscrapers": Genre(
        "skyscrapers",
        {"seen": outside(top="qnum", bottom="qnum", left="qnum", right="qnum"), "clue": SHOWN_CLUE},
        {"height": NUMBERS},
        {"Every row and column": "nmDupRow"},
        unfinished="nmSightNe ceNoNum",
    ),
    "sudoku": Genre(
        "sudoku",
        {"box_height": box_height, "box_width": box_width, "clue": SHOWN_CLUE},
        {"digit": NUMBERS},
        {"Each row, column and": "bkDupNum nmDupRow"},
        unfinished="ceNoNum",
    ),
    "suguru": Genre(
        "suguru",
        {"region": regions, "clue": SHOWN_CLUE},
        {"number": NUMBERS},
        {"A region of k": "bkDupNum", "Equal numbers never touch": "nmAround"},
        unfinished="ceNoNum",
    ),
    "sukororoom": Genre(
        "sukoro_room",
        {"room": regions, "clue": CLUE},
        {"number": first(cell("anum"), CLUE)},
        {
            "Every room is": "bkDupNum bkMixed ceSuspend",
            "A number counts": "nmNumberNe",
            "All numbers are": "nmDivide",
        },
        exceptions={"brNoValidNum": NOTHING},
    ),
    "tateyoko": Genre(
        "tatebo_yokobo",
        {"picture": joined(CLUE, only("ques", 1, "#"))},
        {"bar": keeping_off(only("ques", 1, "#"), cell("qans", BARS, blank="?"))},
        {"No bar has more": "baPlNum", "A number in a black": "nmConnBarWrong"},
        unfinished="nmConnBarWrong bkSizeNe ceNoBar",
    ),
    "tents": Genre(
        "tents",
        {"tree": cell("qnum", {1: "T", -2: "T"}), "total": TOTALS},
        {"tent": only("anum", 2, "A")},
        {
            "Every tree has a": "nmTentNone nmTreeNone nmTentLt nmTentGt",
            "Tents never touch, not": "tentAround",
            "A number counts the": "exTentNe",
        },
    ),
    "toichika": Genre(
        "toichika",
        {"room": regions, "clue": GIVEN_ARROWS},
        {"arrow": first(cell("anum", ARROWS), GIVEN_ARROWS)},
        {
            "Every room holds one": "bkNumGe2 bkNoNum",
            "Arrows face each other": "arAlone",
            "Rooms whose arrows face": "arAdjPair",
        },
    ),
    "toichika2": Genre(
        "toichika_2",
        {"room": regions, "clue": SHOWN_CLUE},
        {"number": cell("anum")},
        {
            "Every room holds": "bkNumGe2 bkClue bkNoNum",
            "In its row": "arAlone nmDupRowCol nmTripRow",
            "A number counts": "arDistance arBlocked",
            "Two rooms with": "arAdjPair",
        },
    ),
    "tontonbeya": Genre(
        "tontonbeya",
        {"room": regions, "clue": cell("qnum", {**MARK, -2: "."})},
        {"mark": first(cell("anum", MARK), cell("qnum", MARK))},
        {"The clusters": "nmSizeNe", "Every cluster": "nmAdjacentGt2 nmAdjacentLt2"},
        unfinished="ceNoNum nmDivide",
    ),
    "topo": Genre(
        "topo",
        {"contour": borders("qnum", CONTOUR), "average": borders("qnum", {-2: "."})},
        {"height": NUMBERS},
        {
            "Heights of neighbours": "bkConsecutive",
            "Contour lines do": "lnBranch",
            "There is a": "bdUnused",
            "A number tells": "nmAverageNe",
        },
        unfinished="bdUnused ceNoNum",
        exceptions={"bkMixedNum": NUMBERS_ONLY},
    ),
    "view": Genre(
        "view",
        {"clue": SHOWN_CLUE},
        {"number": first(cell("anum"), SHOWN_CLUE)},
        {
            "A number counts the": "nmSumViewNe ceSuspend",
            "Equal numbers never share": "nmAdjacent",
            "The numbers are connected": "nmDivide",
        },
        exceptions={"brNoValidNum": NOTHING},
    ),
    "walllogic": Genre(
        "wall_logic",
        {"wall": only("ques", 1, "#"), "clue": CLUE_OR_QUESTION},
        {"way": keeping_off(CLUE, cell("anum", ARROWS, blank="?"))},
        {"Every arrow comes straight": "lbIsolate", "A number is the": "nmConnWallGt nmConnNoWall"},
        unfinished="brNoLine nmConnWallLt",
    ),
    "yajirushi": Genre(
        "yajirushi",
        {"wall": PRINTED_WALL, "clue": GIVEN_ARROWS},
        {"arrow": keeping_off(PRINTED_WALL, first(cell("anum", ARROWS), GIVEN_ARROWS))},
        {
            "Arrows face each other": "arAlone arAdjPair",
            "Every empty cell lies": "cuNotPointed",
        },
    ),
    "yajirushi2": Genre(
        "yajirushi_2",
        {"clue": CLUE_OR_QUESTION},
        {"arrow": keeping_off(CLUE_OR_QUESTION, cell("anum", ARROWS))},
        {
            "Arrows face each other": "arAlone arAdjPair",
            "A number counts": "nmArrowLt nmArrowGt",
            "The empty cells": "bkDivide",
        },
    ),
    "yajisoko": Genre(
        "yajisan_sokoban",
        {
            "wall": only("qnum2", -5, "#"),
            "picture": joined(
                only("qnum", -2, "o"),
                cell("qnum2", {-4: "?", -5: "."}),
                ARROW,
            ),
        },
        {"goal": goals},
        {
            "No box moves": "laOnBorder",
            "A number counts": "anShadeNe",
        },
        refused="laCurve anNoArrow",
        exceptions={**OF_LINES},
    ),
    "yosenabe": Genre(
        "yosenabe",
        {"circle": CLUE_OR_QUESTION, "pot": grey_areas, "total": cell("qnum2", {-2: "."})},
        {"goal": goals},
        {
            "Every circle ends in": "nmOutOfBk",
            "No pot stays empty": "bkNoNum",
            "The number of a": "bkDoubleBn bkSumNeBn",
        },
        exceptions={
            "brNoLine": NO_PLACE,
            **OF_LINES,
            "laCurve": LINES_DRAWN,
            "bnIllegalPos": "a total has a place in pots only",
        },
    ),
}
