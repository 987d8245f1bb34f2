"""Real puzzles with stored answers, as puzzle files for the bundled specs.

They lie beside the repository, in `../shared/data`, and are no part of it. Each reader turns the
records of one collection into `Case`s; what a collection's fields mean is told in its README.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data"

Rows = list[list[str]]


@dataclass(frozen=True, slots=True)
class Case:
    """A puzzle file, and what is known of its answer.

    solution: the one solution, as a solution file; None where it is not stored. right: solutions
    that are not the only one. wrong: boards that break a rule, each with the rule's number in the
    spec, from 0. left_out: no puzzle, but why some were left out.
    """

    name: str
    spec: str
    puzzle: str
    solution: str | None = None
    right: tuple[str, ...] = ()
    wrong: tuple[tuple[str, int], ...] = ()
    left_out: str = ""


def cases() -> list[Case]:
    """Every case of every collection, those of one spec side by side."""
    import shared_division  # These modules import this one.
    import shared_lines
    import shared_shading

    out = [*_star_battle(), *_str8ts(), *_sudoku()]
    out += [*simon_tatham(_SGT), *pzpr(_PZPR), *puzzlink(_PZPR)]
    out += shared_division.cases()
    out += shared_lines.cases()
    out += shared_shading.cases()
    return sorted(out, key=lambda case: case.spec)


# ---- writing puzzle files ------------------------------------------------------------------------


def file(**sections: Any) -> str:
    """A puzzle file: rows of tokens below their heading, a single value behind it."""
    parts = []
    for name, value in sections.items():
        if isinstance(value, list):
            parts.append(f"{name}:\n" + "\n".join(" ".join(row) for row in value))
        else:
            parts.append(f"{name}: {value}")
    return "\n\n".join(parts) + "\n"


def replaced(rows: Rows, tokens: dict[str, str]) -> Rows:
    """The rows with other tokens, those not in the table left as they are."""
    return [[tokens.get(token, token) for token in row] for row in rows]


def between_cells(height: int, width: int, marks: dict[tuple[int, int, int, int], str]) -> Rows:
    """A picture of links. marks: by row and column (from 0) of both cells, the upper left first."""
    rows = [["."] * (2 * width - 1) for _ in range(2 * height - 1)]
    for (r, c, s, d), mark in marks.items():
        rows[r + s][c + d] = mark
    return rows


# ---- sgt: blocks headed by `== id`, in them parts headed by `-- title` ---------------------------


@dataclass(frozen=True, slots=True)
class Block:
    """A record; parts: the rows of tokens below each title, its bracketed remarks left out."""

    name: str
    parts: dict[str, Rows]

    def __getitem__(self, title: str) -> Rows:
        return next(rows for name, rows in self.parts.items() if name.startswith(title))


def _blocks(path: Path) -> Iterator[Block]:
    for text in path.read_text().split("\n== ")[1:]:
        head, *parts = text.split("\n-- ")
        yield Block(
            head.split("\n")[0],
            {
                part.split("\n")[0].strip(): [
                    line.split() for line in part.split("\n")[1:] if line.strip()
                ]
                for part in parts
            },
        )


SgtReader = Callable[[Block], tuple[str, str, str]]


def simon_tatham(readers: dict[str, SgtReader]) -> Iterator[Case]:
    """readers: by collection, what makes spec, puzzle and solution of a block."""
    for name, read in readers.items():
        for block in _blocks(DATA / "sgt" / f"{name}.txt"):
            spec, puzzle, solution = read(block)
            yield Case(block.name, spec, puzzle, solution)


def _solo(block: Block) -> tuple[str, str, str]:
    kind = block["kind"][0][0]
    clue, boxes = block["givens"], block["boxes"]
    solution = file(digit=block["SOLUTION"])
    if kind == "jigsaw":
        return "jigsaw_sudoku", file(region=boxes, clue=clue), solution
    width = boxes[0].count(boxes[0][0])
    size = {"box_height": len(boxes) // width, "box_width": width}
    if kind == "killer":
        totals = [pair.split(":") for pair in block["cage sums"][0]]
        puzzle = file(**size, clue=clue, cage=block["cages"], total=totals)
        return "killer_sudoku", puzzle, solution
    return {"plain": "sudoku", "X-diagonals": "x_sudoku"}[kind], file(**size, clue=clue), solution


def _keen(block: Block) -> tuple[str, str, str]:
    cages, clues = block["cages"], block["clues"][0]
    names = list(dict.fromkeys(name for row in cages for name in row))
    puzzle = file(
        cage=cages,
        operation=[[n, clue[0]] for n, clue in zip(names, clues, strict=True)],
        target=[[n, clue[1:]] for n, clue in zip(names, clues, strict=True)],
    )
    return "kenken", puzzle, file(digit=block["SOLUTION"])


def _around(block: Block, **titles: str) -> Rows:
    return [[side, *block[title][0]] for side, title in titles.items()]


def _towers(block: Block) -> tuple[str, str, str]:
    seen = _around(block, top="top", bottom="bottom", left="left", right="right")
    clue = {"clue": block["givens"]} if "givens" in block.parts else {}
    return "skyscrapers", file(seen=seen, **clue), file(height=block["SOLUTION"])


def _unequal(block: Block) -> tuple[str, str, str]:
    clue, solution = block["givens"], file(digit=block["SOLUTION"])
    pairs = [tuple(map(int, row)) for row in block["relations"]]
    size = len(clue)
    if block["kind"][0][0] == "adjacent":
        bars = dict.fromkeys(pairs, "#")
        return "adjacent", file(clue=clue, bar=between_cells(size, size, bars)), solution
    arrows = {(0, 1): ">", (0, -1): "<", (1, 0): "v", (-1, 0): "^"}
    signs = {(r, c, s, d): arrows[s - r, d - c] for r, c, s, d in pairs}
    return "futoshiki", file(clue=clue, sign=between_cells(size, size, signs)), solution


def _unruly(block: Block) -> tuple[str, str, str]:
    return "unruly", file(clue=block["givens"]), file(digit=block["SOLUTION"])


def _lightup(block: Block) -> tuple[str, str, str]:
    return "akari", file(block=replaced(block["grid"], {"B": "#"})), file(lamp=block["SOLUTION"])


def _tents(block: Block) -> tuple[str, str, str]:
    total = _around(block, top="column", left="row")
    tent = replaced(block["SOLUTION"], {"T": "."})
    return "tents", file(tree=block["trees"], total=total), file(tent=tent)


def _pattern(block: Block) -> tuple[str, str, str]:
    puzzle = file(across=block["rows"], down=block["columns"])
    return "nonogram", puzzle, file(black=block["SOLUTION"])


def _dominosa(block: Block) -> tuple[str, str, str]:
    halves = block["SOLUTION"]
    height, width = len(halves), len(halves[0])
    joined = {
        (r, c, r, c + 1) if halves[r][c] == "L" else (r, c, r + 1, c): "#"
        for r, c in product(range(height), range(width))
        if halves[r][c] in "LT"
    }
    solution = file(joined=between_cells(height, width, joined))
    return "dominosa", file(number=block["numbers"]), solution


def _magnets(block: Block) -> tuple[str, str, str]:
    total = _around(block, top="top", left="left", bottom="bottom", right="right")
    half = replaced(block["layout"], {"L": ">", "R": "<", "T": "v", "B": "^", "*": "."})
    return "magnets", file(half=half, total=total), file(pole=block["SOLUTION"])


def _mosaic(block: Block) -> tuple[str, str, str]:
    return "mosaic", file(clue=block["numbers"]), file(black=block["SOLUTION"])


_SGT: dict[str, SgtReader] = {
    "solo": _solo,
    "keen": _keen,
    "towers": _towers,
    "unequal": _unequal,
    "unruly": _unruly,
    "lightup": _lightup,
    "tents": _tents,
    "pattern": _pattern,
    "dominosa": _dominosa,
    "magnets": _magnets,
    "mosaic": _mosaic,
}


# ---- the three genres of the seeds ---------------------------------------------------------------


def _star_battle() -> Iterator[Case]:
    for name in ("own", "phorkyas"):
        for text in (DATA / "star_battle" / f"{name}.txt").read_text().split("\n== ")[1:]:
            stars = next(v for k, _, v in map(_parted, text.split("\n")) if k == "stars")
            regions, solution = text.split("-- regions\n")[1].split("-- solution\n")
            puzzle = f"stars: {stars}\n\nregion:\n{regions.strip()}\n"
            yield Case(text.split("\n")[0], "star_battle", puzzle, f"star:\n{solution.strip()}\n")


def _parted(line: str) -> tuple[str, str, str]:
    return line.partition(": ")


def _str8ts() -> Iterator[Case]:
    black = str.maketrans("abcdefghi", "123456789")
    for text in (DATA / "str8ts" / "phoenixsmaug.txt").read_text().split("\n== ")[1:]:
        givens, solution = (
            part.split() for part in text.split("-- givens\n")[1].split("-- solution\n")
        )
        rows = [
            [
                token.translate(black).replace("#", "0") + (".!"[token in "#abcdefghi"])
                for token in r
            ]
            for r in (row.replace(".", "0") for row in givens)
        ]
        numbers = [list(row.translate(black).replace("#", ".")) for row in solution]
        puzzle = "\n".join(map(" ".join, rows)) + "\n"
        yield Case(text.split("\n")[0], "str8ts", puzzle, file(number=numbers))


def _sudoku() -> Iterator[Case]:
    for path in sorted((DATA / "sudoku").glob("*.txt")):
        for number, line in enumerate(path.read_text().split(), 1):
            yield Case(f"{path.stem}-{number}", "sudoku", line + "\n")


# ---- pzpr and puzzlink: boards in the fields of pzprjs -------------------------------------------


def pzpr(genres: dict[str, Genre]) -> Iterator[Case]:
    """The collection `pzpr`. Boards of one puzzle make one case."""
    for genre, (spec, read, rules) in genres.items():
        path = DATA / "pzpr" / f"{genre}.json"
        standard, others = _parted_by_rules(json.loads(path.read_text())["boards"])
        yield from _left_out(f"pzpr-{genre}", spec, others)
        puzzles: dict[str, list[dict[str, Any]]] = {}
        for board in standard:
            puzzles.setdefault(read(Board(board))[0], []).append(board)
        for puzzle, boards in puzzles.items():
            solved = [b for b in boards if b["expected"] is None]
            only = [read(Board(b))[1] for b in solved if b.get("unique")]
            right = tuple(read(Board(b))[1] for b in solved if not b.get("unique"))
            wrong = tuple(
                (board, rules[b["expected"]])
                for b in boards
                if b["expected"] in rules and (board := read(Board(b))[1]) is not None
            )
            name = f"pzpr-{genre}-{boards[0]['i']}"
            if solved or wrong:
                yield Case(name, spec, puzzle, only[0] if only else None, right, wrong)


def puzzlink(genres: dict[str, Genre]) -> Iterator[Case]:
    """The collection `puzzlink`."""
    for genre, (spec, read, _) in genres.items():
        path = DATA / "puzzlink" / f"{genre}.json"
        if path.exists():
            standard, others = _parted_by_rules(json.loads(path.read_text()))
            yield from _left_out(f"puzzlink-{genre}", spec, others)
            for number, record in enumerate(standard, 1):
                yield Case(f"puzzlink-{genre}-{number}", spec, *read(Board(record)))


Boards = list[dict[str, Any]]


def _parted_by_rules(boards: Boards) -> tuple[Boards, Boards]:
    """The boards that follow the standard rules (of battleships: straight ships), and others."""
    standard: Boards = []
    others: Boards = []
    for board in boards:
        extra = board["given"].get("extra", {})
        usual = not extra.get("variant") and all(ship[1] == "1" for ship in extra.get("bank", []))
        (standard if usual else others).append(board)
    return standard, others


def _left_out(name: str, spec: str, boards: Boards) -> Iterator[Case]:
    if boards:
        yield Case(f"{name}-others", spec, "", left_out=f"LEFT OUT: {len(boards)} of {name}")


@dataclass(frozen=True, slots=True)
class Board:
    """A board of pzprjs; fields that it leaves out are None."""

    record: dict[str, Any]

    @property
    def height(self) -> int:
        return self.record["rows"]

    @property
    def width(self) -> int:
        return self.record["cols"]

    def field(self, part: str, section: str, field: str, height: int, width: int) -> list[list]:
        """The values of a field by row and column."""
        found = self.record[part].get(section, {}).get(field)
        return found or [[None] * width for _ in range(height)]

    def tokens(self, field: str, tokens: dict[Any, str], part: str = "given") -> Rows:
        """A field of the cells; numbers that `tokens` does not have are written as they are."""
        rows = self.field(part, "cell", field, self.height, self.width)
        return [[tokens[v] if v in tokens else str(v) for v in row] for row in rows]

    def numbers(self) -> Rows:
        """What the player entered, and the printed numbers."""
        given = self.tokens("qnum", {None: "."})
        entered = self.tokens("anum", {None: "."}, "answer")
        return [
            [g if e == "." else e for g, e in zip(*rows, strict=True)]
            for rows in zip(given, entered, strict=True)
        ]

    def pieces(self) -> Rows:
        """The areas that the player's lines make; none where no line was drawn."""
        found = self.record["answer"].get("regions") or [[0] * self.width] * self.height
        return [[str(n) for n in row] for row in found]

    def shaded(self, token: str) -> Rows:
        return self.tokens("qans", {None: ".", 1: token, 2: "."}, "answer")

    def regions(self) -> Rows:
        found = self.record["given"].get("regions") or [[0] * self.width] * self.height
        return [[str(n) for n in row] for row in found]

    def outside(self, side: str, field: str = "qnum") -> list[list[int]]:
        """The numbers at a side, for each line the outermost first."""
        length = self.width if side in ("top", "bottom") else self.height
        found = self.record["given"].get("outside", {}).get(field, {}).get(side)
        return found or [[] for _ in range(length)]

    def total(self, *sides: str) -> Rows:
        return [[s, *(str(n[0]) if n else "." for n in self.outside(s))] for s in sides]

    def edges(self, field: str, part: str) -> tuple[list[list], list[list]]:
        """A field of the edges to the left of the cells, and of those above."""
        return (
            self.field(part, "vedge", field, self.height, self.width + 1),
            self.field(part, "hedge", field, self.height + 1, self.width),
        )

    def between(self, field: str, tokens: dict[int, str], part: str = "given") -> Rows:
        """A field of the edges inside the board, as a picture of links."""
        beside, below = self.edges(field, part)
        marks = {
            (r, c, r, c + 1): tokens[beside[r][c + 1]]
            for r, c in product(range(self.height), range(self.width - 1))
            if beside[r][c + 1] in tokens
        } | {
            (r, c, r + 1, c): tokens[below[r + 1][c]]
            for r, c in product(range(self.height - 1), range(self.width))
            if below[r + 1][c] in tokens
        }
        return between_cells(self.height, self.width, marks)


# The spec, the reader of a board, which makes puzzle and solution of it (None: the solution cannot
# be written), and by the code of a mistake the number of the rule in the spec.
Genre = tuple[str, Callable[[Board], tuple[str, str | None]], dict[str, int]]


def _read_nonogram(b: Board) -> tuple[str, str]:
    def lists(side: str) -> Rows:
        return [[str(n) for n in numbers] or ["-"] for numbers in b.outside(side)]

    return file(across=lists("left"), down=lists("top")), file(black=b.shaded("#"))


def _read_skyscrapers(b: Board) -> tuple[str, str]:
    seen = b.total("top", "bottom", "left", "right")
    return file(seen=seen, clue=b.tokens("qnum", {None: "."})), file(height=b.numbers())


def _read_star_battle(b: Board) -> tuple[str, str]:
    stars = b.record["given"]["extra"]["starCount"]
    return file(stars=stars, region=b.regions()), file(star=b.shaded("*"))


def _read_sudoku(b: Board) -> tuple[str, str]:
    boxes = b.regions()
    width = boxes[0].count(boxes[0][0])
    clue = b.tokens("qnum", {None: ".", -2: "."})
    puzzle = file(box_height=b.height // width, box_width=width, clue=clue)
    return puzzle, file(digit=b.numbers())


def _read_akari(b: Board) -> tuple[str, str]:
    return file(block=b.tokens("qnum", {None: ".", -2: "#"})), file(lamp=b.shaded("o"))


def _read_tents(b: Board) -> tuple[str, str]:
    tree = b.tokens("qnum", {None: ".", 1: "T", -2: "T"})
    tent = b.tokens("anum", {None: ".", 1: ".", 2: "A"}, "answer")
    return file(tree=tree, total=b.total("top", "left")), file(tent=tent)


def _read_mines(b: Board) -> tuple[str, str]:
    clue = b.tokens("qnum", {None: ".", -2: "?"})
    return file(clue=clue), file(mine=b.shaded("*"))


def _read_kropki(b: Board) -> tuple[str, str]:
    return file(dot=b.between("qnum", {1: "o", 2: "*"})), file(digit=b.numbers())


def _read_suguru(b: Board) -> tuple[str, str]:
    return file(region=b.regions(), clue=b.tokens("qnum", {None: "."})), file(number=b.numbers())


def _read_cojun(b: Board) -> tuple[str, str]:
    return file(room=b.regions(), clue=b.tokens("qnum", {None: "."})), file(number=b.numbers())


def _read_chocona(b: Board) -> tuple[str, str]:
    clue = b.tokens("qnum", {None: "."})
    return file(region=b.regions(), clue=clue), file(shaded=b.shaded("#"))


def _read_aquarium(b: Board) -> tuple[str, str]:
    return file(tank=b.regions(), total=b.total("top", "left")), file(water=b.shaded("~"))


def _read_kakuro(b: Board) -> tuple[str, str]:
    """Sums outside the board need a margin of walls to stand in."""

    def framed(corner: str, top: list[str], left: list[str], cells: Rows) -> Rows:
        return [[corner, *top], *([n, *row] for n, row in zip(left, cells, strict=True))]

    def sums(side: str, field: str) -> list[str]:
        return [str(n[0]) if n and n[0] > 0 else "." for n in b.outside(side, field)]

    blank = {None: ".", 0: ".", -1: ".", -2: "."}
    top, left = ["."] * b.width, ["."] * b.height
    walls = b.tokens("ques", {None: ".", 0: ".", 51: "#"})
    puzzle = file(
        wall=framed("#", ["#"] * b.width, ["#"] * b.height, walls),
        across=framed(".", top, sums("left", "qnum"), b.tokens("qnum", blank)),
        below=framed(".", sums("top", "qnum2"), left, b.tokens("qnum2", blank)),
    )
    return puzzle, file(digit=framed(".", top, left, b.tokens("anum", blank, "answer")))


def _read_battleship(b: Board) -> tuple[str, str]:
    """A printed segment belongs to the answer."""
    fleet = [ship[0] for ship in b.record["given"]["extra"]["bank"]]
    segments = {None: ".", 0: "~", 1: "^", 2: "v", 3: "<", 4: ">", 5: "#", 6: "o", -2: "?"}
    picture = b.tokens("qnum", segments)
    ship = [
        ["." if p in ".~" and a == "." else "#" for p, a in zip(*rows, strict=True)]
        for rows in zip(picture, b.shaded("#"), strict=True)
    ]
    puzzle = file(fleet=" ".join(fleet), total=b.total("top", "left"), picture=picture)
    return puzzle, file(ship=ship)


_PZPR: dict[str, Genre] = {
    "aquarium": (
        "aquarium",
        _read_aquarium,
        {"bkNoLevel": 0, "csNoLevel": 0, "csNoSupport": 0, "exShadeNe": 1, "brNoShade": 1},
    ),
    "battleship": (
        "battleship",
        _read_battleship,
        {
            "shDiag": 0,
            "bankGt": 1,
            "bankInvalid": 1,
            "bankLt": 1,
            "exShadeNe": 2,
            "csMismatch": 3,
            "csPieceExtra": 3,
        },
    ),
    "chocona": ("chocona", _read_chocona, {"csNotRect": 0, "bkShadeNe": 1}),
    "cojun": ("cojun", _read_cojun, {"bkDupNum": 0, "nmAdjacent": 1, "bkSmallOnBig": 2}),
    "kakuro": ("kakuro", _read_kakuro, {"nmDupRow": 0, "nmSumRowNe": 1}),
    "kropki": (
        "kropki",
        _read_kropki,
        {"nmDupRow": 0, "nmSubNe1": 1, "nmDivNe2": 2, "nmSubEq1": 3, "nmDivEq2": 3},
    ),
    "lightup": ("akari", _read_akari, {"nmAkariNe": 0, "akariDup": 1, "ceDark": 2}),
    "mines": ("minesweeper", _read_mines, {"nmMinesNe": 0}),
    "nonogram": ("nonogram", _read_nonogram, {"exNoMatch": 0}),
    "skyscrapers": ("skyscrapers", _read_skyscrapers, {"nmDupRow": 0}),
    "starbattle": (
        "star_battle",
        _read_star_battle,
        {"bkStarGt": 0, "bkStarLt": 0, "lnStarNe": 0, "starAround": 1},
    ),
    "sudoku": ("sudoku", _read_sudoku, {"bkDupNum": 0, "nmDupRow": 0}),
    "suguru": ("suguru", _read_suguru, {"bkDupNum": 0, "nmAround": 1}),
    "tents": (
        "tents",
        _read_tents,
        {
            "nmTentNone": 0,
            "nmTreeNone": 0,
            "nmTentGt": 0,
            "tentAround": 1,
            "exTentNe": 2,
        },
    ),
}
