"""Real puzzles in which cells are shaded. See `shared_data.py`."""

from __future__ import annotations

from collections.abc import Iterator

from shared_data import Block, Board, Case, Genre, SgtReader, file, puzzlink, pzpr, simon_tatham


def cases() -> Iterator[Case]:
    yield from simon_tatham(_SGT)
    yield from pzpr(_PZPR)
    yield from puzzlink(_PZPR)


def _singles(block: Block) -> tuple[str, str, str]:
    black = [[".#"[token == "#"] for token in row] for row in block["SOLUTION"]]
    return "hitori", file(number=block["numbers"]), file(black=black)


def _range(block: Block) -> tuple[str, str, str]:
    black = [[".#"[token == "#"] for token in row] for row in block["SOLUTION"]]
    return "kurodoko", file(clue=block["clues"]), file(black=black)


_SGT: dict[str, SgtReader] = {"singles": _singles, "range": _range}


def _clues(b: Board, unknown: str = "?") -> list[list[str]]:
    return b.tokens("qnum", {None: ".", -2: unknown})


def _read_rooms(b: Board) -> tuple[str, str]:
    clue = b.tokens("qnum", {None: ".", -2: "."})
    return file(room=b.regions(), clue=clue), file(black=b.shaded("#"))


def _read_hitori(b: Board) -> tuple[str, str]:
    return file(number=b.tokens("qnum", {None: "."})), file(black=b.shaded("#"))


def _read_kurodoko(b: Board) -> tuple[str, str]:
    return file(clue=_clues(b)), file(black=b.shaded("#"))


def _read_cave(b: Board) -> tuple[str, str]:
    return file(clue=_clues(b)), file(rock=b.shaded("#"))


def _read_creek(b: Board) -> tuple[str, str]:
    numbers = b.field("given", "cross", "qnum", b.height + 1, b.width + 1)
    clue = [["." if n in (None, -2) else str(n) for n in row] for row in numbers]
    return file(clue=clue), file(black=b.shaded("#"))


def _read_snake(b: Board) -> tuple[str, str]:
    circle = b.tokens("qnum", {None: ".", 0: ".", 1: "M", 2: "E"})
    return file(circle=circle, total=b.total("top", "left")), file(snake=b.shaded("#"))


def _read_nurimisaki(b: Board) -> tuple[str, str]:
    return file(cape=_clues(b, "o")), file(sea=b.shaded("#"))


def _read_kurotto(b: Board) -> tuple[str, str]:
    return file(circle=_clues(b, "o")), file(black=b.shaded("#"))


def _read_yajikazu(b: Board) -> tuple[str, str]:
    number = b.tokens("qnum", {None: ".", -2: "."})
    arrow = b.tokens("qdir", {None: ".", 0: ".", 1: "^", 2: "v", 3: "<", 4: ">"})
    clue = [
        ["." if "." in (n, a) else n + a for n, a in zip(*rows, strict=True)]
        for rows in zip(number, arrow, strict=True)
    ]
    return file(picture=clue), file(black=b.shaded("#"))


def _read_lightshadow(b: Board) -> tuple[str, str]:
    colour = b.tokens("ques", {None: "L", 0: "L", 1: "D"})
    number = b.tokens("qnum", {None: "", -2: "."})
    clue = [
        [c + n if n else "." for c, n in zip(*rows, strict=True)]
        for rows in zip(colour, number, strict=True)
    ]
    shaded = [
        [".#"[c == "D"] if n else s for c, n, s in zip(*rows, strict=True)]
        for rows in zip(colour, number, b.shaded("#"), strict=True)
    ]
    return file(picture=clue), file(shadow=shaded)


def _read_juosan(b: Board) -> tuple[str, str | None]:
    """A board without all its bars is no solution file."""
    clue = b.tokens("qnum", {None: ".", -2: "."})
    bar = b.tokens("qans", {None: ".", 12: "|", 13: "-"}, "answer")
    complete = not any("." in row for row in bar)
    return file(room=b.regions(), clue=clue), file(bar=bar) if complete else None


_MARKS = {None: ".", 1: "o", 2: "^", 3: "#", -2: "?"}


def _read_hakoiri(b: Board) -> tuple[str, str]:
    clue, entered = b.tokens("qnum", _MARKS), b.tokens("anum", _MARKS, "answer")
    mark = [
        [c if c not in ".?" else e for c, e in zip(*rows, strict=True)]
        for rows in zip(clue, entered, strict=True)
    ]
    return file(room=b.regions(), clue=clue), file(mark=mark)


_APART = {"csAdjacent": 0}

_PZPR: dict[str, Genre] = {
    "heyawake": (
        "heyawake",
        _read_rooms,
        {**_APART, "bkShadeNe": 1, "bkUnshadeConsecGt3": 2, "cuDivideRB": 3},
    ),
    "hitori": ("hitori", _read_hitori, {"nmDupRow": 0, "csAdjacent": 1, "cuDivideRB": 2}),
    "kurodoko": ("kurodoko", _read_kurodoko, {**_APART, "nmSumViewNe": 2, "cuDivideRB": 3}),
    "cave": ("cave", _read_cave, {"cuDivide": 0, "csConnOut": 1, "nmSumViewNe": 3}),
    "creek": ("creek", _read_creek, {"crShadeGt": 0, "crShadeLt": 0, "cuDivide": 1}),
    "snake": (
        "snake",
        _read_snake,
        {
            "csDivide": 0,
            "shBranch": 0,
            "cs2x2": 0,
            "shLoop": 0,
            "shDiag": 1,
            "exShadeNe": 2,
            "circleUnshade": 3,
            "shEndpoint": 3,
            "shMidpoint": 3,
        },
    ),
    "nurimisaki": (
        "nurimisaki",
        _read_nurimisaki,
        {
            "cuDivide": 0,
            "cs2x2": 1,
            "cu2x2": 1,
            "circleNotPromontory": 2,
            "nonCirclePromontory": 2,
            "nmSumViewNe": 3,
        },
    ),
    "kurotto": ("kurotto", _read_kurotto, {"nmSumSizeNe": 1}),
    "aqre": (
        "aqre",
        _read_rooms,
        {"bkShadeNe": 0, "cs3": 1, "cu3": 1, "csDivide": 2},
    ),
    "yajikazu": ("yajikazu", _read_yajikazu, {**_APART, "anShadeNe": 1, "cuDivideRB": 2}),
    "lightshadow": (
        "lightshadow",
        _read_lightshadow,
        {"bkNumGe2": 1, "bkNoNum": 1, "bkSizeLt": 2, "bkSizeGt": 2},
    ),
    "juosan": ("juosan", _read_juosan, {"bkMajorBarGt": 0, "bkMajorBarLt": 0, "baParaGe3": 1}),
    "hakoiri": (
        "hakoiri",
        _read_hakoiri,
        {"bkNumGt3": 0, "bkDupNum": 0, "bkNumLt3": 0, "nmAround": 1, "nmDivide": 2},
    ),
}
