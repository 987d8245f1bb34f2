"""Genres of pzprjs with lines: loops, paths, bridges and diagonals, as `Genre`s in one table."""

from __future__ import annotations

from pzpr_fields import (
    ARROW,
    BENDS_FOLLOW,
    BORDER_LINE,
    BORDERS,
    CLUE_OR_QUESTION,
    DISCS,
    GREY,
    HOLES,
    INNER_BORDERS,
    LINE,
    NOTHING,
    NUMBERS_BY_LINES,
    SHOWN_CLUE,
    SOME_HOLES,
    WALL,
    Board,
    Genre,
    Rows,
    cell,
    corners,
    in_full,
    joined,
    keeping_off,
    links,
    lists,
    only,
    outside,
    placed,
    regions,
    shaded,
    token,
    where,
)

BALANCES = where(
    CLUE_OR_QUESTION,
    in_full(cell("ques", {0: "W", 1: "B"}, blank="W"), SHOWN_CLUE),
    otherwise=token("."),
)

# A tower without a number is an unknown one; one that is not grey has a colour in `ques`.
COLOUR = cell("ques", {0: "G", 1: "W", 2: "B"}, blank="G")
TOWERS = where(
    CLUE_OR_QUESTION,
    where(
        ARROW,
        in_full(COLOUR, CLUE_OR_QUESTION, ARROW),
        otherwise=in_full(COLOUR, SHOWN_CLUE, ARROW),
    ),
    otherwise=token("."),
)

ANIMALS = cell("qnum", dict.fromkeys((-2, *range(5)), ".") | {5: "s", 6: "w"})

PIPES = cell("ques", {6: ".", 11: "+", 12: "|", 13: "-", 14: "L", 15: "J", 16: "7", 17: "F"})

ICHIMAGA = {
    "Lines end at": "lnBranch lnCross lcDeadEnd",
    "From a bend": "lcCurveGt1",
    "A number counts": "nmLineNe nmNoLine",
    "All circles are": "lcDivided nmNoLine",
}

# In the order of the numbers outside a U-Bahn, the innermost first.
CROSSROADS = ("curve", "straight", "junction", "crossing")


def gates(b: Board) -> Rows:
    """Where a line comes in and goes out, by side; the places are told in half cells."""
    lines = {"top": b.width, "bottom": b.width, "left": b.height, "right": b.height}
    rows = {side: ["."] * length for side, length in lines.items()}
    for name, gate in (("arrowin", "I"), ("arrowout", "O")):
        x, y = b.extra[name]["bx"], b.extra[name]["by"]
        if x in (0, 2 * b.width):
            rows["right" if x else "left"][y // 2] = gate
        else:
            rows["bottom" if y else "top"][x // 2] = gate
    return [[side, *row] for side, row in rows.items()]


GENRES: dict[str, Genre] = {
    "anglers": Genre(
        "anglers",
        {
            "rock": only("qnum", -3, "#"),
            "fish": only("qnum", 0, "F"),
            "reel": outside(top="qnum", bottom="qnum", left="qnum", right="qnum", question="?"),
        },
        {"line": LINE},
        {
            "Lines start at the": "lnBranch lnCross lnOnShade lcOnNum ceNoLine",
            "Each line has one": "lnNoFish lnNoNum lnLenLt lnLenGt",
        },
    ),
    "armyants": Genre(
        "army_ants",
        {"ant": CLUE_OR_QUESTION, "wall": BORDERS},
        {"line": LINE},
        {
            "A line leads": "lnBranch lnCross nmConnected laOnNum laIsolate",
            "Lines do not": "laOnBorder",
            "Numbers that hang": "bkDupNum ceNumGtSize bsAnt bkWrongNum",
        },
        exceptions={"brNoValidNum": NOTHING},
    ),
    "arukone": Genre(
        "arukone",
        {"letter": SHOWN_CLUE},
        {"line": LINE},
        {
            "A line ends at": "brNoLine lnBranch lnCross lcTripleNum lcOnNum lnDeadEnd lcIsolate "
            "nmNoLine ceNoLine",
            "Lines link equal": "nmConnDiff",
        },
    ),
    "balance": Genre(
        "balance_loop",
        {"picture": BALANCES},
        {"line": LINE},
        {
            "The lines form one": "lnBranch lnCross lnDeadEnd lnPlLoop",
            "The loop goes through": "circNoLine",
            "The two arms at a white": "segWhiteUneq",
            "The two arms at a black": "segBlackEq",
            "A number is the": "segShort segLong",
        },
    ),
    "barns": Genre(
        "barns",
        {"ice": only("ques", 6, "~"), "wall": WALL},
        {"line": LINE},
        {
            "The lines form one": "lnBranch lnCrossExIce lnPlLoop lnDeadEnd",
            "The loop goes through": "ceNoLine",
            "On ice the loop": "lnCurveOnIce",
        },
    ),
    "castle": Genre(
        "castle_wall",
        {"picture": TOWERS},
        {"line": LINE},
        {
            "The lines form one": "brNoLine lnBranch lnCross lnDeadEnd lnPlLoop",
            "White cells lie inside": "shInside cuOutside",
            "A number counts the": "anLineLt anLineGt",
        },
        exceptions={"anNoArrow": "the puzzle is wrong; a number without an arrow counts nothing"},
    ),
    "detour": Genre(
        "detour",
        {"room": regions, "clue": SHOWN_CLUE},
        {"line": LINE},
        {
            "The lines form one": "lnBranch lnCross lnDeadEnd lnPlLoop ceNoLine",
            "A number counts the": "blWrongTurns",
        },
    ),
    "dotchi": Genre(
        "dotchi_loop",
        {"room": regions, "circle": DISCS},
        {"line": LINE},
        {
            "The lines form": "lnBranch lnCross lnDeadEnd lnPlLoop",
            "The loop goes": "lnOnShade lnIsolate",
            "The loop turns": "bkNoMatch",
        },
    ),
    "doubleback": Genre(
        "double_back",
        {"hole": SOME_HOLES, "room": regions},
        {"line": LINE},
        {
            "The lines form one": "lnBranch lnCross lnDeadEnd ceNoLine lnPlLoop",
            "The loop visits every": "bkNotPassTwice",
        },
    ),
    "fakearrow": Genre(
        "fake_arrow",
        {"room": regions, "arrow": ARROW},
        {"fake": where(ARROW, shaded(), otherwise=token("-")), "line": LINE},
        {
            "The lines form one": "brNoLine lnBranch lnCross lnPlLoop lnDeadEnd",
            "In every room": "bkShadeGe2 bkNoShade",
            "Shaded arrows": "csAdjacent",
            "The loop goes": "lrAcrossArrow lrAgainstArrow lrFollowsFake arNoLine",
        },
    ),
    "firewalk": Genre(
        "fire_walk",
        {"fire": only("ques", 6, "^"), "clue": CLUE_OR_QUESTION},
        {"line": LINE},
        {
            "The lines form one": "lnBranch lnCross lnPlLoop lnDeadEnd lnDoubleTurn",
            "In fire the": "lnStraightOnIce",
            "The loop goes": "lnIsolate",
            "A number counts": "bkSizeLt bkSizeGt",
        },
        exceptions=dict.fromkeys(("lnCross", "lnPlLoop", 10), BENDS_FOLLOW),
    ),
    "forestwalk": Genre(
        "forest_walk",
        {"forest": only("ques", 6, "T"), "clue": CLUE_OR_QUESTION},
        {"line": LINE},
        {
            "Three ways meet in": "lnNoBranch",
            "Elsewhere no way ends": "lnBranch lnCross lnDeadEnd",
            "The ways form one": "lnPlLoop",
            "There is a way": "lnIsolate",
            "A number counts the": "bkSizeLt bkSizeGt",
        },
    ),
    "geradeweg": Genre(
        "geradeweg",
        {"clue": CLUE_OR_QUESTION},
        {"line": LINE},
        {
            "The lines form one": "lnBranch lnCross lnDeadEnd lnPlLoop",
            "The loop goes through": "numNoLine",
            "Every straight stretch at": "segDiff segShort segLong",
        },
    ),
    "gokigen": Genre(
        "gokigen",
        {"clue": corners("qnum", {-2: "."})},
        {"slant": cell("qans", {31: "\\", 32: "/"}, blank="?")},
        {"The lines close no": "slLoop"},
        unfinished="crConnSlNe ceNoSlash",
    ),
    "haisu": Genre(
        "haisu",
        {"room": regions, "mark": placed(startpos="S", goalpos="G"), "clue": SHOWN_CLUE},
        {"line": LINE},
        {
            "The line is one": "lnBranch lnCross haisuSG lnDeadEnd ceNoLine lnPlLine",
            "A number tells on": "haisuError",
        },
        exceptions={7: INNER_BORDERS},
    ),
    "hashikake": Genre(
        "hashiwokakero",
        {"island": CLUE_OR_QUESTION},
        {"bridges": links("line", {1: "-", 2: "=", -1: "."})},
        {"A number counts the": "nmLineGt nmLineLt", "All islands are connected": "lcDivided"},
        exceptions={"brNoLine": NOTHING},
    ),
    "herugolf": Genre(
        "herugolf",
        {"ball": SHOWN_CLUE, "water": only("ques", 6, "~"), "hole": only("ques", 31, "H")},
        {"line": LINE},
        {
            "Each line is": "lnBranch lnCross nmConnected laOnNum laOnHole nmOutOfHole nmIgnored "
            "laMoveOver laLenNe laCurve",
            "Balls end in": "laCurve laLenNe laMoveOver",
            "After no stroke": "laWaterHazard",
        },
        exceptions={"brNoLine": NOTHING},
    ),
    "icelom": Genre(
        "icelom",
        {"ice": only("ques", 6, "~"), "number": SHOWN_CLUE, "gate": gates},
        {"line": LINE},
        {
            "The lines form": "lnBranch lnCrossExIce stNoLine lrDeadEnd lrOffField "
            "lnPlLine lnCurveOnIce",
            "It goes through": "cuNoLine",
            "It passes the": "lrOrder nmUnpass",
        },
    ),
    "icewalk": Genre(
        "ice_walk",
        {"ice": only("ques", 6, "~"), "clue": CLUE_OR_QUESTION},
        {"line": LINE},
        {
            "The lines form": "lnBranch lnCrossExIce lnDeadEnd lnPlLoop",
            "On ice": "lnCurveOnIce",
            "The loop goes": "lnIsolate",
            "A number counts": "bkSizeLt bkSizeGt",
        },
    ),
    "ichimaga": Genre(
        "ichimaga",
        {"circle": CLUE_OR_QUESTION},
        {"line": LINE},
        ICHIMAGA,
        exceptions={"brNoLine": NOTHING},
    ),
    "ichimagam": Genre(
        "magnetic_ichimaga",
        {"circle": CLUE_OR_QUESTION},
        {"line": LINE},
        {**ICHIMAGA, "No line joins": "lcSameNum"},
        exceptions={"brNoLine": NOTHING},
    ),
    "ichimagax": Genre(
        "crossing_ichimaga",
        {"circle": CLUE_OR_QUESTION},
        {"line": LINE},
        {**ICHIMAGA, "Lines end at": "lnBranch lcDeadEnd"},
        exceptions={"brNoLine": NOTHING},
    ),
    "kaisu": Genre(
        "kaisu",
        {
            "room": regions,
            "mark": placed(startpos="S", goalpos="G"),
            "circle": only("qnum", 1, "o"),
        },
        {"line": LINE},
        {
            "The line is one": "lnBranch lnCross haisuSG lnDeadEnd ceNoLine lnPlLine",
            "On the nth": "haisuError",
        },
    ),
    "keywest": Genre(
        "key_west",
        {"clue": SHOWN_CLUE},
        {"bridge": LINE},
        {
            "A number counts": "nmLineLt nmLineGt",
            "Neighbours have": "nmLineAdjacent nmAdjacent",
            "All islands with": "lcDivided",
        },
        exceptions={3: NUMBERS_BY_LINES, "ceNoNum": NUMBERS_BY_LINES},
    ),
    "koburin": Genre(
        "koburin",
        {"clue": CLUE_OR_QUESTION},
        {"black": keeping_off(CLUE_OR_QUESTION, shaded()), "line": LINE},
        {
            "A number counts the": "anShadeNe",
            "Shaded cells never share": "csAdjacent",
            "The lines form one": "lnBranch lnCross lnPlLoop lnDeadEnd",
            "The loop goes through": "ceEmpty",
        },
    ),
    "lineofsight": Genre(
        "line_of_sight",
        {"picture": joined(CLUE_OR_QUESTION, ARROW)},
        {"line": BORDER_LINE},
        {
            "The lines form": "brNoLine lnBranch lnCross lnDeadEnd lnPlLoop",
            "A number is": "arNoLineSeen laLenNe",
        },
        exceptions={"anNoArrow": "the puzzle is wrong; a number without an arrow says nothing"},
    ),
    "lither": Genre(
        "litherslink",
        {"clue": SHOWN_CLUE},
        {"line": BORDER_LINE},
        {
            "A number counts the": "brNoLine nmLineNe",
            "At every point a": "lnSnLine lnNoBranchOrTerm",
            "The lines close no": "lnHasLoop",
            "The lines are two": "lnSnLine",
        },
    ),
    "mashu": Genre(
        "masyu",
        {"pearl": cell("qnum", {1: "W", 2: "B"})},
        {"line": LINE},
        {
            "The line is one": "brNoLine lnBranch lnCross mashuOnLine lnDeadEnd lnPlLoop",
            "At a black pearl": "mashuBStrig mashuBCvNbr",
            "At a white pearl": "mashuWCurve mashuWStNbr",
        },
    ),
    "maxi": Genre(
        "maxi_loop",
        {"room": regions, "clue": SHOWN_CLUE},
        {"line": LINE},
        {
            "The lines form one": "lnBranch lnCross lnDeadEnd lnPlLoop",
            "The loop goes through": "ceNoLine",
            "A number counts the": "blLineShort blLineLong",
        },
    ),
    "midloop": Genre(
        "mid_loop",
        {"dot": only("qnum", 2, "o"), "link_dot": links("qnum", {2: "o"})},
        {"line": LINE},
        {
            "The lines form one": "brNoLine lnBranch lnCross lnDeadEnd lnPlLoop",
            "The loop goes through": "lnOnDot",
            "A dot is the": "lnOnCenter",
        },
    ),
    "mintonette": Genre(
        "mintonette",
        {"circle": CLUE_OR_QUESTION},
        {"line": LINE},
        {
            "A line ends at": "lnBranch lnCross lcOnNum lnDeadEnd ceNoLine",
            "A number counts": "lcCurveNe",
        },
    ),
    "moonsun": Genre(
        "moonsun",
        {"room": regions, "mark": cell("qnum", {1: "(", 2: "o"})},
        {"line": LINE},
        {
            "The lines form one": "lnBranch lnCross lnDeadEnd lnPlLoop",
            "The loop visits every": "bkPassTwice bkNoLine",
            "In a room it": "bkBothMarksPassed bkNotAllMUPassed bkNotAllMSPassed bkNoMarksPassed",
            "Rooms of moons and": "bkMSPassedGt2 bkMUPassedGt2",
        },
    ),
    "morningwalk": Genre(
        "morning_walk",
        {"grey": GREY, "clue": CLUE_OR_QUESTION},
        {"line": LINE},
        {
            "The lines form": "lnBranch lnCross lnDeadEnd lnPlLoop",
            "The loop goes": "lnIsolate",
            "A number is": "bkSizeLt bkSizeGt",
            "Stretches that": "bkSizeEq",
        },
    ),
    "nagenawa": Genre(
        "nagenawa",
        {"room": regions, "clue": SHOWN_CLUE},
        {"line": LINE},
        {
            "Lines end nowhere, and": "lnBranch lnDeadEnd",
            "Every rope is a": "lnNotRect",
            "A number counts the": "brNoLine bkLineGt bkLineLt",
        },
    ),
    "nanameguri": Genre(
        "nanameguri",
        {"border": BORDERS, "wall": cell("ques", {31: "\\", 32: "/"})},
        {"line": LINE},
        {
            "The lines form one": "lnBranch lnCross lnPlLoop lnDeadEnd",
            "The loop visits every": "bkPassTwice bkNoLine",
            "It visits the rooms": "bkNoLine",
            "The loop turns at": "ceIntersect lnIsolate",
        },
    ),
    "nothing": Genre(
        "all_or_nothing",
        {"country": regions},
        {"line": LINE},
        {
            "The lines form": "lnBranch lnCross lnDeadEnd lnPlLoop",
            "The loop goes": "bkLineNe",
            "The loop enters": "bkPassTwice",
            "Of two countries": "cbNoLine",
        },
    ),
    "numlin": Genre(
        "numberlink",
        {"number": SHOWN_CLUE},
        {"line": LINE},
        {
            "A line ends at": "lnBranch lnCross lcTripleNum lcOnNum lnDeadEnd nmNoLine",
            "No line is closed": "lcIsolate",
            "Equal numbers are linked": "nmConnDiff",
        },
        exceptions={"brNoLine": "a puzzle without a number is refused"},
    ),
    "onsen": Genre(
        "onsen_meguri",
        {"room": regions, "clue": CLUE_OR_QUESTION},
        {"line": LINE},
        {
            "The lines form closed": "lnBranch lnCross lnDeadEnd",
            "Every circle is on": "lpNumGt2 lpNoNum lnIsolate",
            "Every room is visited": "bkNoLine",
            "A loop visits no": "blPassTwice",
            "A loop uses equally": "blLineDiff",
            "A number tells how": "blLineNe",
        },
    ),
    "pipelink": Genre(
        "pipelink",
        {"pipe": PIPES},
        {"line": LINE},
        {
            "The lines form one": "lnBranch lnPlLoop lnDeadEnd",
            "The loop goes through": "ceNoLine",
            "The pieces that are": "ceAddLine lnNotCrossMk",
        },
    ),
    "pipelinkr": Genre(
        "pipelink_returns",
        {"pipe": PIPES, "circle": only("ques", 6, "o")},
        {"line": LINE},
        {
            "The lines form one": "lnBranch lnPlLoop lnDeadEnd",
            "The loop goes through": "ceNoLine",
            "The pieces that are": "ceAddLine lnNotCrossMk",
            "The loop crosses": "lnCrossExIce",
            "In circles the": "lnCurveOnIce",
        },
    ),
    "railpool": Genre(
        "railpool",
        {"hole": SOME_HOLES, "room": regions, "length": lists},
        {"line": LINE},
        {
            "The lines form one": "lnBranch lnCross lnDeadEnd lnPlLoop ceNoLine",
            "A room lists the": "segUnclued clueUnused tooFewUnspecified tooManyUnspecified",
        },
    ),
    "rassi": Genre(
        "rassi_silai",
        {"hole": SOME_HOLES, "room": regions},
        {"line": LINE},
        {
            "Every room has": "lnBranch lnCross ceNoLine blPassTwice laLoop",
            "Lines do not": "laOnBorder",
            "Ends of lines": "lnDeadEndAround",
        },
    ),
    "retsurin": Genre(
        "retsurin",
        {"clue": CLUE_OR_QUESTION},
        {"black": keeping_off(CLUE_OR_QUESTION, shaded()), "line": LINE},
        {
            "A number counts": "nmShadeEq nmShadeNe",
            "Shaded cells never": "csAdjacent",
            "The lines form": "lnBranch lnCross lnDeadEnd lnPlLoop",
            "The loop goes": "ceEmpty",
        },
    ),
    "shakashaka": Genre(
        "shakashaka",
        {"clue": cell("qnum", {-2: "#"})},
        {"half": cell("qans", {1: ".", 2: "◣", 3: "◢", 4: "◥", 5: "◤"})},
        {"A number counts the": "nmTriangleGt nmTriangleLt", "Every white area is": "cuNotRectx"},
        exceptions={"brNoTriangle": NOTHING},
    ),
    "simpleloop": Genre(
        "simple_loop",
        {"black": HOLES},
        {"line": LINE},
        {"The lines form one": "lnBranch lnCross lnDeadEnd", "The loop goes through": "ceNoLine"},
    ),
    "slither": Genre(
        "slitherlink",
        {"clue": SHOWN_CLUE},
        {"line": BORDER_LINE},
        {
            "Each number counts the": "nmLineNe",
            "The lines form one": "brNoLine lnBranch lnCross lnPlLoop lnDeadEnd",
        },
    ),
    "swslither": Genre(
        "sheep_wolf_slitherlink",
        {"clue": cell("qnum", {-2: ".", 5: ".", 6: "."}), "animal": ANIMALS},
        {"line": BORDER_LINE},
        {
            "Each number": "nmLineNe",
            "The lines form": "brNoLine lnBranch lnCross lnDeadEnd lnPlLoop",
            "Sheep are": "nmOutside nmInside",
        },
    ),
    "tapaloop": Genre(
        "tapa_like_loop",
        {"clue": lists},
        {"line": LINE},
        {
            "The lines form one": "lnBranch lnCross lnDeadEnd lnPlLoop",
            "A clue lists, in": "tapaloopError",
        },
    ),
    "tslither": Genre(
        "touch_slitherlink",
        {"clue": SHOWN_CLUE},
        {"line": BORDER_LINE},
        {
            "The lines form": "brNoLine lnBranch lnCross lnDeadEnd lnPlLoop",
            "A number counts": "nmTouchNe",
        },
    ),
    "turnaround": Genre(
        "turnaround",
        {"clue": SHOWN_CLUE},
        {"line": LINE},
        {
            "The lines form one": "lnBranch lnCross lnDeadEnd lnPlLoop",
            "A number counts the": "numNoLine anTurn",
        },
    ),
    "turnrun": Genre(
        "turn_and_run",
        {"cross": only("qnum", 0, "+"), "clue": cell("qnum", {0: ".", -2: "?"})},
        {"line": LINE},
        {
            "The lines form one": "lnBranch lnCrossExMk lnNotCrossMk lnPlLoop lnDeadEnd",
            "The loop turns": "lnStraightOnNum numNoLine",
            "From a number": "ceDirection",
        },
    ),
    "ubahn": Genre(
        "ubahn",
        {kind: outside(top="qnum", left="qnum", place=k) for k, kind in enumerate(CROSSROADS)},
        {"line": LINE},
        {
            "The lines form": "lnPlLoop",
            "There are no": "lnDeadEnd",
            "Numbers count the": "brNoLine exCurveNe exStraightNe exJunctionNe exCrossNe",
        },
    ),
    "uturns": Genre(
        "uturns",
        {"circle": cell("qnum", {1: "B", 2: "G", 3: "W"})},
        {"line": LINE},
        {
            "A line ends at": "nmNoLine lnBranch lnCross lcOnNum lcIsolate lcDeadEnd",
            "Lines go through": "lnOnShade lnOnWhite",
            "From circle to": "lcNotUTurns",
        },
    ),
    "wataridori": Genre(
        "wataridori",
        {"room": regions, "circle": CLUE_OR_QUESTION},
        {"line": LINE},
        {
            "A line ends": "lnBranch lnCross lnDeadEnd lcOnNum lnIsolate",
            "A line enters": "blPassTwice",
            "A number counts": "blLineNe",
        },
    ),
    "waterwalk": Genre(
        "water_walk",
        {"water": only("ques", 6, "~"), "clue": CLUE_OR_QUESTION},
        {"line": LINE},
        {
            "The lines form one": "lnBranch lnCross lnPlLoop lnDeadEnd",
            "The loop goes through every": "lnIsolate",
            "The loop goes through at": "bkSizeGt2",
            "A number counts the": "bkSizeLt bkSizeGt",
        },
    ),
    "wblink": Genre(
        "shirokuro_link",
        {"circle": cell("qnum", {1: "o", 2: "#"})},
        {"line": LINE},
        {
            "A line ends at": "lcTripleNum nmNoLine",
            "Lines run straight on": "lnCross",
            "Every line joins a": "lcInvWhite lcInvBlack",
        },
        exceptions={"brNoLine": NOTHING},
    ),
    "yajilin-regions": Genre(
        "regional_yajilin",
        {"room": regions, "clue": SHOWN_CLUE},
        {"black": shaded(), "line": LINE},
        {
            "A number counts": "bkShadeNe",
            "Shaded cells never": "csAdjacent",
            "The lines form": "lnBranch lnCross lnDeadEnd lnPlLoop",
            "The loop goes": "ceEmpty",
        },
    ),
}
