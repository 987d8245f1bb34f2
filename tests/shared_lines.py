"""Real puzzles of lines: loops, paths, bridges and diagonals. See `shared_data.py`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from shared_data import (
    Block,
    Board,
    Case,
    Genre,
    Rows,
    SgtReader,
    between_cells,
    file,
    puzzlink,
    pzpr,
    simon_tatham,
)


def cases() -> Iterator[Case]:
    yield from simon_tatham(_SGT)
    yield from pzpr(_PZPR)
    yield from puzzlink(_PZPR)


# ---- pictures of lines ---------------------------------------------------------------------------


def around_cells(above: list[list[bool]], beside: list[list[bool]]) -> Rows:
    """A picture of borders: those above the cells (and below the last), those to their left."""
    height, width = len(beside), len(above[0])
    rows = [["."] * (2 * width + 1) for _ in range(2 * height + 1)]
    for r, c in product(range(height + 1), range(width)):
        rows[2 * r][2 * c + 1] = "#" if above[r][c] else "."
    for r, c in product(range(height), range(width + 1)):
        rows[2 * r + 1][2 * c] = "#" if beside[r][c] else "."
    return rows


def _links(b: Board) -> Rows:
    return b.between("line", {1: "#"}, "answer")


# ---- sgt -----------------------------------------------------------------------------------------


def _loopy(block: Block) -> tuple[str, str, str]:
    above, beside = (
        [[token == "1" for token in row] for row in block[f"SOLUTION loop, {way} edges"]]
        for way in ("horizontal", "vertical")
    )
    return "slitherlink", file(clue=block["clues"]), file(line=around_cells(above, beside))


def _pearl(block: Block) -> tuple[str, str, str]:
    """The ways out of a cell are bits of a number: 1 right, 8 down."""
    ways = [[int(token, 16) for token in row] for row in block["SOLUTION"]]
    height, width = len(ways), len(ways[0])
    cells = list(product(range(height), range(width)))
    line = {(r, c, r, c + 1): "#" for r, c in cells if ways[r][c] & 1}
    line |= {(r, c, r + 1, c): "#" for r, c in cells if ways[r][c] & 8}
    return "masyu", file(pearl=block["circles"]), file(line=between_cells(height, width, line))


def _bridges(block: Block) -> tuple[str, str, str]:
    islands = block["islands"]
    drawn: dict[tuple[int, int, int, int], str] = {}
    for numbers in block["SOLUTION"]:
        a, b, c, d, count = map(int, numbers)
        for k in range(c - a):
            drawn[a + k, b, a + k + 1, b] = ".-="[count]
        for k in range(d - b):
            drawn[a, b + k, a, b + k + 1] = ".-="[count]
    picture = between_cells(len(islands), len(islands[0]), drawn)
    return "hashiwokakero", file(island=islands), file(bridges=picture)


def _slant(block: Block) -> tuple[str, str, str]:
    return "gokigen", file(clue=block["corner clues"]), file(slant=block["SOLUTION"])


_SGT: dict[str, SgtReader] = {
    "loopy": _loopy,
    "pearl": _pearl,
    "bridges": _bridges,
    "slant": _slant,
}

# ---- pzpr and puzzlink ---------------------------------------------------------------------------


def _read_slither(b: Board) -> tuple[str, str]:
    beside, above = ([[v == 1 for v in row] for row in rows] for rows in b.edges("line", "answer"))
    clue = b.tokens("qnum", {None: ".", -2: "."})
    return file(clue=clue), file(line=around_cells(above, beside))


def _read_mashu(b: Board) -> tuple[str, str]:
    return file(pearl=b.tokens("qnum", {None: ".", 1: "W", 2: "B"})), file(line=_links(b))


def _read_simple_loop(b: Board) -> tuple[str, str]:
    return file(black=b.tokens("ques", {None: ".", 7: "#"})), file(line=_links(b))


def _read_koburin(b: Board) -> tuple[str, str]:
    clue = b.tokens("qnum", {None: ".", -2: "?"})
    return file(clue=clue), file(black=_open(b, clue), line=_links(b))


def _open(b: Board, clue: Rows) -> Rows:
    """The shaded cells, where there are no clues."""
    return [
        ["-" if c != "." else s for c, s in zip(*rows, strict=True)]
        for rows in zip(clue, b.shaded("#"), strict=True)
    ]


def _read_castle(b: Board) -> tuple[str, str]:
    """A cell without a number is an untold one; one that is not grey has a colour in `ques`."""
    colour = b.tokens("ques", {None: "G", 0: "G", 1: "W", 2: "B"})
    number = b.tokens("qnum", {None: "."})
    arrow = b.tokens("qdir", {None: ".", 0: ".", 1: "^", 2: "v", 3: "<", 4: ">"})
    tower = [
        [
            "." if n == "." else f"{c}.." if n == "-2" else f"{c}{n}{a}"
            for c, n, a in zip(*rows, strict=True)
        ]
        for rows in zip(colour, number, arrow, strict=True)
    ]
    return file(picture=tower), file(line=_links(b))


def _read_balance(b: Board) -> tuple[str, str]:
    colour = b.tokens("ques", {None: "W", 0: "W", 1: "B"})
    number = b.tokens("qnum", {None: "", -2: "."})
    circle = [
        [c + n if n else "." for c, n in zip(*rows, strict=True)]
        for rows in zip(colour, number, strict=True)
    ]
    return file(picture=circle), file(line=_links(b))


def _read_hashikake(b: Board) -> tuple[str, str]:
    island = b.tokens("qnum", {None: ".", -2: "?"})
    return file(island=island), file(bridges=b.between("line", {1: "-", 2: "="}, "answer"))


def _read_numlin(b: Board) -> tuple[str, str]:
    return file(number=b.tokens("qnum", {None: "."})), file(line=_links(b))


def _read_gokigen(b: Board) -> tuple[str, str | None]:
    numbers = b.field("given", "cross", "qnum", b.height + 1, b.width + 1)
    clue = [["." if n in (None, -2) else str(n) for n in row] for row in numbers]
    slant = b.tokens("qans", {None: ".", 31: "\\", 32: "/"}, "answer")
    complete = not any("." in row for row in slant)
    return file(clue=clue), file(slant=slant) if complete else None


def _read_shakashaka(b: Board) -> tuple[str, str]:
    clue = b.tokens("qnum", {None: ".", -2: "#"})
    half = b.tokens("qans", {None: ".", 2: "◣", 3: "◢", 4: "◥", 5: "◤"}, "answer")
    return file(clue=clue), file(half=half)


_LOOP = {"brNoLine": 0, "lnBranch": 0, "lnCross": 0, "lnPlLoop": 0, "lnDeadEnd": 0}

_PZPR: dict[str, Genre] = {
    "slither": ("slitherlink", _read_slither, {**dict.fromkeys(_LOOP, 1), "nmLineNe": 0}),
    "mashu": (
        "masyu",
        _read_mashu,
        {
            **_LOOP,
            "mashuOnLine": 0,
            "mashuBStrig": 1,
            "mashuBCvNbr": 1,
            "mashuWCurve": 2,
            "mashuWStNbr": 2,
        },
    ),
    "simpleloop": ("simple_loop", _read_simple_loop, {**_LOOP, "ceNoLine": 1}),
    "koburin": (
        "koburin",
        _read_koburin,
        {**dict.fromkeys(_LOOP, 2), "anShadeNe": 0, "csAdjacent": 1, "ceEmpty": 3},
    ),
    "castle": (
        "castle_wall",
        _read_castle,
        {**_LOOP, "shInside": 1, "cuOutside": 1, "anLineLt": 2, "anLineGt": 2},
    ),
    "balance": (
        "balance_loop",
        _read_balance,
        {
            **_LOOP,
            "circNoLine": 1,
            "segWhiteUneq": 2,
            "segBlackEq": 3,
            "segShort": 4,
            "segLong": 4,
        },
    ),
    "hashikake": (
        "hashiwokakero",
        _read_hashikake,
        {"nmLineGt": 0, "nmLineLt": 0, "lcDivided": 3},
    ),
    "numlin": (
        "numberlink",
        _read_numlin,
        {
            "lnBranch": 0,
            "lnCross": 0,
            "lcOnNum": 0,
            "lnDeadEnd": 0,
            "nmNoLine": 0,
            "lcTripleNum": 0,
            "lcIsolate": 1,
            "nmConnDiff": 2,
        },
    ),
    "gokigen": ("gokigen", _read_gokigen, {"crConnSlNe": 0, "slLoop": 1}),
    "shakashaka": (
        "shakashaka",
        _read_shakashaka,
        {"nmTriangleGt": 0, "nmTriangleLt": 0, "cuNotRectx": 1},
    ),
}
