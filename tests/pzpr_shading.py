"""Genres of pzprjs in which cells are shaded, as `Genre`s of `pzpr_fields`."""

from __future__ import annotations

from pzpr_fields import (
    ARROW,
    ARROWS,
    BORDERS,
    CLUE,
    CLUE_OR_QUESTION,
    DISCS,
    HOLES,
    NOTHING,
    SHOWN_CLUE,
    TOTALS,
    WALL,
    Board,
    Genre,
    Rows,
    bank,
    borders,
    cell,
    cellwise,
    corners,
    everywhere,
    extra,
    in_full,
    joined,
    keeping_off,
    only,
    outside_lists,
    placed,
    regions,
    shaded,
    token,
    where,
)

ARROW_NUMBERS = where(ARROW, joined(SHOWN_CLUE, ARROW), otherwise=token("."))
"""A number without an arrow says nothing."""

SEGMENTS = cell("qnum", {0: "~", 1: "^", 2: "v", 3: "<", 4: ">", 5: "#", 6: "o", -2: "?"})
PRINTED_SHIP = cell("qnum", {0: "."} | dict.fromkeys((1, 2, 3, 4, 5, 6, -2), "#"))


def _coloured(colour: str, clue: str) -> str:
    """The picture of a cell of International Borders: grey if it has a clue only."""
    return "." if clue == "." else clue.strip("?") + (colour if colour != "." else "?")


COLOURS = cellwise(_coloured, cell("ques", dict(enumerate("abcdefgh", 1))), CLUE_OR_QUESTION)


def fleet(b: Board) -> str:
    return " ".join(ship[0] for ship in b.extra["bank"])


DIGITS = "0123456789abcdefghijklmnopqrstuv"


def form(code: str) -> str:
    """The picture of a shape of a bank: its width and height, and its cells, five a digit."""
    width, height = int(code[0]), int(code[1])
    bits = "".join(f"{DIGITS.index(digit):05b}" for digit in code[2:]).ljust(width * height, "0")
    rows = [bits[r * width : (r + 1) * width] for r in range(height)]
    return "\n".join(" ".join("#" if bit == "1" else "." for bit in row) for row in rows)


def bank_forms(b: Board) -> Rows:
    return [[f"{k}\n{form(code)}\n"] for k, code in enumerate(b.extra["bank"], 1)]


def bank_names(b: Board) -> str:
    return " ".join(str(k) for k, _ in enumerate(b.extra["bank"], 1))


GUIDES = joined(placed(goalpos="*"), cell("qnum", {**ARROWS, -2: "?"}))

LIGHTS = where(
    CLUE_OR_QUESTION,
    in_full(cell("ques", {0: "L", 1: "D"}, blank="L"), SHOWN_CLUE),
    otherwise=token("."),
)


GENRES: dict[str, Genre] = {
    "antmill": Genre(
        "ant_mill",
        {"sign": borders("ques", {1: "=", 2: "x"})},
        {"ant": shaded()},
        {
            "Shaded cells come in": "csLt2 csGt2",
            "The dominoes form one": "csdDivide rmBranch rmDeadend rmIsolated",
            "Cells at a =": "brNoShade bdEqual bdUnequal",
        },
    ),
    "aquapelago": Genre(
        "aquapelago",
        {"clue": CLUE_OR_QUESTION},
        {"black": where(CLUE_OR_QUESTION, token("#"), otherwise=shaded())},
        {
            "Shaded cells never": "csAdjacent",
            "Every number is": "nmMixed bkSizeLt bkSizeGt",
            "No 2x2 square": "cu2x2",
            "The unshaded cells are": "cuDivideRB",
        },
    ),
    "archipelago": Genre(
        "archipelago",
        {"clue": CLUE_OR_QUESTION},
        {"land": where(CLUE_OR_QUESTION, token("#"), otherwise=shaded())},
        {
            "A number is": "bkSizeNe",
            "Islands of a": "bsSameNum",
            "A group has": "bsNoSequence",
            "Every island meets": "bkNoChain",
        },
    ),
    "batten": Genre(
        "battenberg",
        {"mark": corners("qnum", {1: "x"}, inner=True), "total": TOTALS},
        {"black": shaded()},
        {"A number counts the": "exShadeNe", "Four cells around a": "shNoDiag shDiag"},
    ),
    "battleship": Genre(
        "battleship",
        {"fleet": fleet, "total": TOTALS, "picture": SEGMENTS},
        {"ship": where(PRINTED_SHIP, token("#"), otherwise=shaded())},
        {
            "Ships are straight and": "shDiag",
            "The ships are those": "bankGt bankInvalid bankLt",
            "A number counts the": "exShadeNe",
            "A printed segment shows": "csPieceExtra csMismatch",
        },
    ),
    "bosnianroad": Genre(
        "bosnian_road",
        {"clue": CLUE_OR_QUESTION},
        {"road": keeping_off(CLUE_OR_QUESTION, shaded())},
        {
            "The road is one": "cs2x2 shBranch shDeadEnd csDivide",
            "It does not touch": "shDiag",
            "A number counts the": "anShadeNe",
        },
    ),
    "canal": Genre(
        "canal_view",
        {"clue": CLUE_OR_QUESTION},
        {"canal": shaded()},
        {
            "A number counts the": "nmShadeViewNe",
            "The canal is connected": "csDivide",
            "No 2x2 square is": "cs2x2",
        },
    ),
    "cave": Genre(
        "cave",
        {"clue": CLUE_OR_QUESTION},
        {"rock": shaded()},
        {
            "The cave is one": "cuDivide",
            "All rock is connected": "csConnOut",
            "A number counts itself": "nmSumViewNe",
        },
    ),
    "circlesquare": Genre(
        "circles_and_squares",
        {"clue": cell("qnum", {1: "o", 2: "#"})},
        {"black": shaded()},
        {
            "The shaded cells are": "csDivide",
            "No 2x2 square is": "cs2x2",
            "Every unshaded area is": "cuNotSquare",
            "Black circles are shaded": "circleUnshade circleShade",
        },
    ),
    "cityspace": Genre(
        "city_space",
        {"clue": CLUE_OR_QUESTION},
        {"tower": keeping_off(CLUE_OR_QUESTION, shaded())},
        {
            "Shaded areas are bars": "csWidthGt1 cs1x1",
            "The unshaded cells are": "cuDivide cuLoop",
            "A number counts itself": "nmSumViewNe",
        },
    ),
    "context": Genre(
        "context",
        {"clue": SHOWN_CLUE},
        {"black": shaded()},
        {
            "Shaded cells never share": "csAdjacent",
            "The unshaded cells are": "cuDivideRB",
            "A number counts shaded": "brNoShade nmShadeDiagNe nmUnshadeAdjNe",
        },
    ),
    "creek": Genre(
        "creek",
        {"clue": corners("qnum", {-2: "."})},
        {"black": shaded()},
        {"A number counts the": "crShadeGt crShadeLt", "The unshaded cells are": "cuDivide"},
        exceptions={"brNoShade": NOTHING},
    ),
    "curving": Genre(
        "curving_road",
        {"circle": cell("qnum", {1: "o"})},
        {"black": keeping_off(CLUE, shaded())},
        {
            "Shaded cells never share": "csAdjacent",
            "The unshaded cells are": "cuDivideRB",
            "A way from circle": "curvingNoTurns curvingOneTurn",
        },
    ),
    "diamond": Genre(
        "diamond_chain",
        {"clue": CLUE_OR_QUESTION},
        {"diamond": corners("qans", {1: "o"}, inner=True)},
        {
            "Diamonds overlap no": "cxOverlap",
            "A number counts": "nmDiamondGt nmDiamondLt",
            "Diamonds and shaded": "lnPlLoop",
        },
    ),
    "distopia": Genre(
        "distopia",
        {"piece": bank_names, "form": bank_forms, "clue": CLUE_OR_QUESTION},
        {"shaded": shaded()},
        {
            "The shaded cells are": "bankGt bankInvalid",
            "Shapes never touch": "shDiag",
            "A number is": "arDistance arNoShade",
            "No shape lies": "csOnArrow",
        },
    ),
    "dominion": Genre(
        "dominion",
        {"letter": CLUE_OR_QUESTION},
        {"black": keeping_off(CLUE_OR_QUESTION, shaded())},
        {
            "Shaded cells come in": "csGt2 csLt2",
            "Equal letters share an": "bkPlNum bkSepNum",
            "Every area has a": "bkNoNum",
        },
    ),
    "guidearrow": Genre(
        "guidearrow",
        {"picture": GUIDES},
        {"black": keeping_off(GUIDES, shaded())},
        {
            "Shaded cells never share": "csAdjacent",
            "The unshaded cells are": "cuDivideRB cuLoop",
            "An arrow shows the": "ceDirection",
        },
        refused="csOnArrow",
    ),
    "hasunomura": Genre(
        "hasu_no_mura",
        {"clue": CLUE_OR_QUESTION},
        {"black": shaded()},
        {
            "A number is the": "bkSizeNe brNoShade",
            "No 2x2 square": "cs2x2",
            "The shaded cells are": "csDivide",
        },
    ),
    "hitori": Genre(
        "hitori",
        {"number": SHOWN_CLUE},
        {"black": shaded()},
        {
            "No number stays twice": "nmDupRow",
            "Shaded cells never share": "csAdjacent",
            "The unshaded cells are": "cuDivideRB",
        },
        exceptions={"brNoShade": NOTHING},
    ),
    "interbd": Genre(
        "international_borders",
        {"picture": COLOURS},
        {"border": keeping_off(COLOURS, shaded())},
        {
            "A number counts": "nmShadeGt nmShadeLt",
            "Equal colours share": "bkNoColor bkPlColor bkSepColor",
            "Every shaded cell": "shSurrounded shNoDivide",
        },
    ),
    "isowatari": Genre(
        "isowatari",
        {"mass": extra("clusterSize"), "picture": joined(DISCS, HOLES)},
        {"shaded": shaded()},
        {
            "Every shaded area": "csLtN csGtN",
            "Black circles are": "circleShade circleUnshade",
            "The unshaded cells are": "cuDivide",
            "No 2x2 square": "cu2x2",
        },
    ),
    "kissing": Genre(
        "kissing_polyominoes",
        {"piece": bank_names, "form": bank_forms, "bar": BORDERS, "cross": only("ques", 7, "x")},
        {"shaded": shaded()},
        {
            "The shaded cells are": "bankLt bankGt bankInvalid bdUnused",
            "Two shapes share": "bdUnused csGtLimit",
        },
    ),
    "kurochute": Genre(
        "kurochute",
        {"clue": CLUE_OR_QUESTION},
        {"black": keeping_off(CLUE_OR_QUESTION, shaded())},
        {
            "Shaded cells never share": "csAdjacent",
            "The unshaded cells are": "cuDivideRB",
            "At its distance from": "nmShootShadeNe1",
        },
        exceptions={"brNoShade": NOTHING},
    ),
    "kurodoko": Genre(
        "kurodoko",
        {"clue": CLUE_OR_QUESTION},
        {"black": shaded()},
        {
            "Shaded cells never share": "csAdjacent",
            "A number counts itself": "nmSumViewNe",
            "The unshaded cells are": "cuDivideRB",
        },
        exceptions={"brNoShade": NOTHING},
    ),
    "kuromenbun": Genre(
        "kuromenbun",
        {"wall": WALL, "clue": CLUE_OR_QUESTION},
        {"black": shaded()},
        {"An area holds": "bkNumGe2", "A number is not": "nmShadeGt nmShadeLt"},
    ),
    "kurotto": Genre(
        "kurotto",
        {"circle": cell("qnum", {-2: "o"})},
        {"black": shaded()},
        {"A number is the": "nmSumSizeNe"},
        exceptions={"brNoShade": NOTHING},
    ),
    "landmeasure": Genre(
        "land_measurement",
        {
            "clue": corners("qnum", {-2: "."}),
            "apart": corners("qnum", {-2: "-", **dict.fromkeys(range(100), ".")}),
        },
        {"land": shaded()},
        {
            "Shaded cells form": "cs2x2 csLoop",
            "A number is": "brNoShade crShade0 crShadeDistNe",
            "At infinity lie": "crShadeInfinite",
        },
    ),
    "lightshadow": Genre(
        "lightshadow",
        {"picture": LIGHTS},
        {"shadow": where(LIGHTS, only("ques", 1, "#"), otherwise=shaded())},
        {"Every area holds one": "bkNumGe2 bkNoNum", "A number is the": "bkSizeLt bkSizeGt"},
        exceptions={"ceEmpty": "a cell that is not shaded is a light one, not an undecided one"},
    ),
    "lookair": Genre(
        "lookair",
        {"clue": SHOWN_CLUE},
        {"black": shaded()},
        {
            "Every shaded area is": "csNotSquare",
            "A number counts the": "nmShade5Ne",
            "Squares of one size": "lookairBC",
        },
        exceptions={"brNoShade": NOTHING},
    ),
    "mines": Genre(
        "minesweeper",
        {"clue": CLUE_OR_QUESTION},
        {"mine": shaded("*")},
        {"A number counts the": "nmMinesNe"},
    ),
    "mochikoro": Genre(
        "mochikoro",
        {"clue": CLUE_OR_QUESTION},
        {"black": shaded()},
        {
            "White cells form rectangles": "cuNotRect",
            "A rectangle holds at": "bkNumGe2 bkSizeNe",
            "The white cells are": "csDivide8",
            "No 2x2 square is": "cs2x2",
        },
        exceptions={"brNoShade": NOTHING},
    ),
    "mochinyoro": Genre(
        "mochinyoro",
        {"clue": CLUE_OR_QUESTION},
        {"black": shaded()},
        {
            "White areas are rectangles;": "cuNotRect bkNumGe2 bkSizeNe",
            "Shaded areas are no": "csRect",
            "No 2x2": "cs2x2",
            "White areas are connected": "csDivide8",
        },
        exceptions={"brNoShade": NOTHING},
    ),
    "nonogram": Genre(
        "nonogram",
        {"across": outside_lists("left"), "down": outside_lists("top")},
        {"black": shaded()},
        {"The numbers are the": "exNoMatch"},
    ),
    "norinuri": Genre(
        "norinuri",
        {"clue": CLUE_OR_QUESTION},
        {"black": shaded()},
        {
            "Every shaded cell has": "csLt2 csGt2",
            "Every unshaded area holds": "bkNoNum bkNumGe2 bkSizeNe",
        },
    ),
    "nothree": Genre(
        "no_three",
        {"circle": everywhere("qnum", {1: "o"})},
        {"black": shaded()},
        {
            "Shaded cells never share": "csAdjacent",
            "The unshaded cells are": "cuDivideRB",
            "A circle touches one": "brNoShade csLt1 csGt1",
            "No shaded cell lies midway": "csDistance",
        },
    ),
    "nuribou": Genre(
        "nuribou",
        {"clue": CLUE_OR_QUESTION},
        {"black": shaded()},
        {
            "Shaded cells form bars": "csWidthGt1",
            "Bars that touch at": "csCornerSize",
            "Every white area holds": "bkNoNum bkNumGe2 bkSizeNe",
        },
    ),
    "nurimisaki": Genre(
        "nurimisaki",
        {"cape": cell("qnum", {-2: "o"})},
        {"sea": shaded()},
        {
            "The land is connected": "cuDivide",
            "No 2x2 square is": "brNoShade cs2x2 cu2x2",
            "Circles mark just the": "circleNotPromontory nonCirclePromontory",
            "A number counts itself": "nmSumViewNe",
        },
    ),
    "oasis": Genre(
        "oasis",
        {"circle": CLUE_OR_QUESTION},
        {"black": keeping_off(CLUE_OR_QUESTION, shaded())},
        {
            "Shaded cells never": "csAdjacent",
            "No 2x2": "cu2x2 brNoShade",
            "The unshaded cells are": "cuDivideRB",
            "A number counts": "nmOasisGt nmOasisLt",
        },
    ),
    "outofsight": Genre(
        "out_of_sight",
        {"picture": joined(cell("qnum", {1: "W", 2: "B"}), ARROW)},
        {"shaded": shaded()},
        {
            "Shaded cells never": "csAdjacent",
            "The unshaded cells": "cuDivideRB",
            "An unshaded arrow": "brNoShade anShadeNe",
        },
    ),
    "regional-poly": Genre(
        "regional_polyominoes",
        {
            "piece": bank_names,
            "form": bank_forms,
            "region": regions,
            "cross": only("qnum", 1, "x"),
        },
        {"shaded": shaded()},
        {
            "The shaded cells are": "bankLt bankGt bankInvalid",
            "Shapes never touch": "shDiag bankGt bankInvalid",
            "Every shape lies": "cbShade bkShadeDivide bankInvalid",
        },
    ),
    "retroships": Genre(
        "retrograde_battleships",
        {"fleet": fleet, "picture": SEGMENTS},
        {"ship": shaded()},
        {
            "Ships are straight": "shDiag",
            "The ships are those": "bankGt bankInvalid bankLt",
            "A ship on": "csPieceExtra csMismatch",
        },
    ),
    "smullyan": Genre(
        "smullyanic_dynasty",
        {"clue": SHOWN_CLUE},
        {"liar": shaded()},
        {
            "Shaded cells never share": "csAdjacent",
            "The unshaded cells are": "cuDivideRB",
            "A number is wrong": "nmShadeGt nmShadeEq",
        },
    ),
    "snake": Genre(
        "snake",
        {"circle": cell("qnum", {0: ".", 1: "M", 2: "E"}), "total": TOTALS},
        {"snake": shaded()},
        {
            "The snake is one": "csDivide shBranch cs2x2 shLoop",
            "The snake does not": "shDiag",
            "A number outside counts": "exShadeNe",
            "Circles lie on the": "circleUnshade shEndpoint shMidpoint",
        },
    ),
    "snakeegg": Genre(
        "snake_egg",
        {"sizes": bank, "circle": only("qnum", 0, "o"), "clue": cell("qnum", {0: "."})},
        {"snake": shaded()},
        {
            "The snake is one": "brNoShade cs2x2 shLoop shBranch csDivide",
            "Circles are ends": "circleUnshade shEndpoint",
            "There is one white": "bankGt bankLt bankInvalid",
            "A number is the": "bkSizeNe",
        },
    ),
    "tasquare": Genre(
        "tasquare",
        {"clue": CLUE_OR_QUESTION},
        {"black": keeping_off(CLUE_OR_QUESTION, shaded())},
        {
            "Every shaded area is": "csNotSquare",
            "A number adds up": "nmSumSizeNe nmNoSideShade",
            "The unshaded cells are": "cuDivide",
        },
        exceptions={"brNoShade": NOTHING},
    ),
    "tetrochaink": Genre(
        "tetrochain_k",
        {"circle": everywhere("qnum", {1: "B", 2: "G", 3: "W"})},
        {"shaded": shaded()},
        {
            "Every shaded area": "csLt4 csGt4",
            "Tetrominoes that touch": "bsSameShape",
            "All tetrominoes are": "csDivide",
            "Under a black": "csDotBlack csDotGray csDotWhite",
        },
    ),
    "yajikazu": Genre(
        "yajikazu",
        {"picture": ARROW_NUMBERS},
        {"black": shaded()},
        {
            "Shaded cells never share": "csAdjacent",
            "An unshaded number counts": "anShadeNe",
            "The unshaded cells are": "cuDivideRB",
        },
        exceptions={"brNoShade": NOTHING},
    ),
}
