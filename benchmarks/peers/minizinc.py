"""MiniZinc with Gecode: a model of `minizinc/` for some genres, and the puzzle as its data.

The command `minizinc` runs once for each puzzle, so its times include its start and flattening. A
model prints the facts of an answer, one a line.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from ..models import numbers, star_battle, sudoku
from ..reading import Answer, Cell, cells
from .tool import Ask, Tool

if TYPE_CHECKING:
    from ..workloads import Workload

COMMAND = "minizinc"
MODELS = Path(__file__).resolve().parent.parent / "minizinc"
LONGEST = 60_000  # milliseconds; it would outlive the process that is stopped at the limit
ANSWER_END = "-" * 10


def command(genre: str, data: str, answers: int = 1) -> list[str]:
    """The command that prints this many answers of a genre's model for some data."""
    limits = ("--num-solutions", str(answers), "--time-limit", str(LONGEST))
    return [COMMAND, "--solver", "gecode", *limits, str(MODELS / f"{genre}.mzn"), "-D", data]


# ---- puzzles -------------------------------------------------------------------------------------


def sudoku_data(puzzle: str) -> str:
    return f"given = {_grid(9, {(r, c): v for r, c, v in sudoku.givens(puzzle)})};"


def _star_battle(puzzle: str) -> str:
    stars, region = star_battle.read(puzzle)
    n = max(region)[0]
    number = {name: k for k, name in enumerate(star_battle.names(region), 1)}
    numbered = {c: number[name] for c, name in region.items() if name in number}
    return f"n = {n}; stars = {stars}; region = {_grid(n, numbered)};"


def _str8ts(puzzle: str) -> str:
    n, clue, black = numbers.read_str8ts(puzzle)
    empty = black - set(clue)
    flags = ", ".join("false" if c in empty else "true" for c in cells(n, n))
    compartments = [_along(n, some) for some in numbers.compartments(n, black)]
    return (
        f"n = {n}; clue = {_grid(n, clue)}; has_number = array2d(1..{n}, 1..{n}, [{flags}]); "
        f"compartments = {_sets(compartments)};"
    )


def _kakuro(puzzle: str) -> str:
    white, words = numbers.words(puzzle)
    position = {c: k for k, c in enumerate(white, 1)}
    sets = _sets([position[c] for c in word] for word, _ in words)
    rows, columns = [r for r, _ in white], [c for _, c in white]
    return f"row = {rows}; column = {columns}; words = {sets}; total = {[t for _, t in words]};"


def _skyscrapers(puzzle: str) -> str:
    n, views, clue = numbers.outside(puzzle)
    lines = "".join(f"|{str(_along(n, line))[1:-1]}" for line, _ in views)
    seen = [count for _, count in views]
    return f"n = {n}; clue = {_grid(n, clue)}; views = [{lines}|]; seen = {seen};"


def _grid(n: int, values: dict[Cell, int]) -> str:
    """A square of numbers, 0 where there is none."""
    return f"array2d(1..{n}, 1..{n}, {[values.get(c, 0) for c in cells(n, n)]})"


def _along(n: int, some: Iterable[Cell]) -> list[int]:
    """Cells of a square, numbered from 1 along its rows."""
    return [n * (r - 1) + c for r, c in some]


def _sets(some: Iterable[Iterable[int]]) -> str:
    return "[" + ", ".join("{" + ", ".join(map(str, one)) + "}" for one in some) + "]"


DATA: dict[str, Callable[[str], str]] = {
    "sudoku": sudoku_data,
    "star_battle": _star_battle,
    "str8ts": _str8ts,
    "kakuro": _kakuro,
    "skyscrapers": _skyscrapers,
}


# ---- answers -------------------------------------------------------------------------------------


def _prepare(workload: Workload) -> Ask | None:
    data, answers = DATA.get(workload.genre), workload.limit
    if data is None or answers is None:
        return None

    def ask(puzzle: str) -> list[Answer]:
        asked = command(workload.genre, data(puzzle), answers)
        done = subprocess.run(asked, capture_output=True, text=True, check=True)
        return [_facts(one) for one in done.stdout.split(ANSWER_END)[:-1]]

    return ask


def _facts(text: str) -> Answer:
    return frozenset(tuple(map(int, line.split())) for line in text.split("\n") if line)


MINIZINC = Tool("MiniZinc", "MiniZinc", "", _prepare, command=COMMAND)
TOOLS = [MINIZINC]
