"""Simon Tatham's puzzles, as cases of `shared_data`.

A collection is a file of blocks headed by `== id`, in them parts headed by `-- title`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from pzpr_fields import Rows, file
from shared_data import DATA, Case

# ---- pictures ------------------------------------------------------------------------------------


def replaced(rows: Rows, tokens: dict[str, str]) -> Rows:
    """The rows with other tokens, those not in the table left as they are."""
    return [[tokens.get(token, token) for token in row] for row in rows]


def between_cells(height: int, width: int, marks: dict[tuple[int, int, int, int], str]) -> Rows:
    """A picture of links. marks: by row and column (from 0) of both cells, the upper left first."""
    rows = [["."] * (2 * width - 1) for _ in range(2 * height - 1)]
    for (r, c, s, d), mark in marks.items():
        rows[r + s][c + d] = mark
    return rows


def around_cells(above: list[list[bool]], beside: list[list[bool]]) -> Rows:
    """A picture of borders: those above the cells (and below the last), those to their left."""
    height, width = len(beside), len(above[0])
    rows = [["."] * (2 * width + 1) for _ in range(2 * height + 1)]
    for r, c in product(range(height + 1), range(width)):
        rows[2 * r][2 * c + 1] = "#" if above[r][c] else "."
    for r, c in product(range(height), range(width + 1)):
        rows[2 * r + 1][2 * c] = "#" if beside[r][c] else "."
    return rows


# ---- blocks --------------------------------------------------------------------------------------


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


def cases() -> Iterator[Case]:
    for name, read in _READERS.items():
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


def _rect(block: Block) -> tuple[str, str, str]:
    return "shikaku", file(clue=block["numbers"]), file(block=block["SOLUTION"])


def _filling(block: Block) -> tuple[str, str, str]:
    return "fillomino", file(clue=block["numbers"]), file(number=block["SOLUTION"])


def _palisade(block: Block) -> tuple[str, str, str]:
    ((area,),) = block["region size"]
    return "palisade", file(area=area, clue=block["clues"]), file(block=block["SOLUTION"])


def _galaxies(block: Block) -> tuple[str, str, str]:
    """Dots are given in half cells: at odd numbers middles of cells, at even ones their sides."""
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


def _singles(block: Block) -> tuple[str, str, str]:
    black = [[".#"[token == "#"] for token in row] for row in block["SOLUTION"]]
    return "hitori", file(number=block["numbers"]), file(black=black)


def _range(block: Block) -> tuple[str, str, str]:
    black = [[".#"[token == "#"] for token in row] for row in block["SOLUTION"]]
    return "kurodoko", file(clue=block["clues"]), file(black=black)


_READERS: dict[str, SgtReader] = {
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
    "filling": _filling,
    "galaxies": _galaxies,
    "palisade": _palisade,
    "rect": _rect,
    "loopy": _loopy,
    "pearl": _pearl,
    "bridges": _bridges,
    "slant": _slant,
    "singles": _singles,
    "range": _range,
}
