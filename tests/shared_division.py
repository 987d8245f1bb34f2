"""Real puzzles whose answer divides the board, as cases of `shared_data`."""

from __future__ import annotations

from collections.abc import Iterator

from shared_data import (
    Block,
    Board,
    Case,
    Genre,
    Rows,
    SgtReader,
    file,
    puzzlink,
    pzpr,
    simon_tatham,
)


def cases() -> Iterator[Case]:
    yield from simon_tatham(_SGT)
    yield from pzpr(_PZPR)
    yield from puzzlink(_PZPR)


# ---- sgt -----------------------------------------------------------------------------------------


def _rect(block: Block) -> tuple[str, str, str]:
    return "shikaku", file(clue=block["numbers"]), file(block=block["SOLUTION"])


def _filling(block: Block) -> tuple[str, str, str]:
    return "fillomino", file(clue=block["numbers"]), file(number=block["SOLUTION"])


def _palisade(block: Block) -> tuple[str, str, str]:
    ((area,),) = block["region size"]
    return "palisade", file(area=area, clue=block["clues"]), file(block=block["SOLUTION"])


def _galaxies(block: Block) -> tuple[str, str, str]:
    """Dots are told in half cells: at odd numbers middles of cells, at even ones their sides."""
    galaxy = block["SOLUTION"]
    height, width = len(galaxy), len(galaxy[0])
    points = {(int(y), int(x)) for y, x in block["dots"]}

    def picture(rows: range, columns: range, odd: tuple[int, ...]) -> Rows:
        return [
            ["o" if (y, x) in points and y % 2 + x % 2 in odd else "." for x in columns]
            for y in rows
        ]

    puzzle = file(
        dot=picture(range(1, 2 * height, 2), range(1, 2 * width, 2), (2,)),
        border_dot=picture(range(2 * height + 1), range(2 * width + 1), (1,)),
        corner_dot=picture(range(0, 2 * height + 1, 2), range(0, 2 * width + 1, 2), (0,)),
    )
    return "galaxies", puzzle, file(galaxy=galaxy)


_SGT: dict[str, SgtReader] = {
    "filling": _filling,
    "galaxies": _galaxies,
    "palisade": _palisade,
    "rect": _rect,
}


# ---- pzpr and puzzlink ---------------------------------------------------------------------------


def _read_shikaku(b: Board) -> tuple[str, str]:
    clue = b.tokens("qnum", {None: ".", -2: "?"})
    return file(clue=clue), file(block=b.pieces())


def _read_sashigane(b: Board) -> tuple[str, str]:
    marks = b.tokens("qdir", {None: "", 0: "", 1: "^", 2: "v", 3: "<", 4: ">", 5: "o"})
    areas = b.tokens("qnum", {None: "", -2: ""})
    picture = [
        [mark + area or "." for mark, area in zip(*rows, strict=True)]
        for rows in zip(marks, areas, strict=True)
    ]
    return file(picture=picture), file(block=b.pieces())


def _read_fillomino(b: Board) -> tuple[str, str | None]:
    """Lines may stand for numbers: those of an area that they enclose are all the same."""
    clue = b.tokens("qnum", {None: ".", -2: "."})
    entered = b.tokens("anum", {None: "."}, "answer")
    seen = [
        [(area, e if c == "." else c) for area, c, e in zip(*rows, strict=True)]
        for rows in zip(b.pieces(), clue, entered, strict=True)
    ]
    told: dict[str, list[str]] = {}
    for area, n in (pair for row in seen for pair in row):
        told.setdefault(area, []).append(n)
    alone = {area: set(ns) - {"."} or {str(len(ns))} for area, ns in told.items()}
    number = [
        [min(alone[area]) if n == "." and len(alone[area]) == 1 else n for area, n in row]
        for row in seen
    ]
    complete = not any("." in row for row in number)
    return file(clue=clue), file(number=number) if complete else None


_PZPR: dict[str, Genre] = {
    "fillomino": (
        "fillomino",
        _read_fillomino,
        {"bkSizeLt": 0, "bkSizeGt": 0, "bsSameNum": 0, "bkMixedNum": 0},
    ),
    "sashigane": (
        "sashigane",
        _read_sashigane,
        {"bkNotLshape": 0, "ciNotOnCnr": 1, "arBlkEdge": 2, "arNotPtCnr": 2, "bkSizeNe": 3},
    ),
    "shikaku": (
        "shikaku",
        _read_shikaku,
        {"bkNotRect": 0, "bkNoNum": 1, "bkNumGe2": 1, "bkSizeNe": 2},
    ),
}
