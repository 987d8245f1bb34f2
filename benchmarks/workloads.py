"""What is measured: puzzles of a genre, and each tool's model of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from pzc.tasks.library import SPECS

from .booleans import Booleans
from .models import loops, numbers, shading, star_battle, sudoku, tiles
from .reading import Fact

Model = Callable[[Booleans, str], None]
Facts = Callable[[str], str]
# By the name of their spec and of their program in `asp/`.
GENRES: dict[str, tuple[Model, Facts]] = {
    "star_battle": (star_battle.model, star_battle.facts),
    "str8ts": (numbers.str8ts, numbers.str8ts_facts),
    "slitherlink": (loops.slitherlink, loops.clue_facts),
    "masyu": (loops.masyu, loops.masyu_facts),
    "numberlink": (loops.numberlink, loops.clue_facts),
    "hashiwokakero": (loops.hashiwokakero, loops.hashiwokakero_facts),
    "nurikabe": (shading.nurikabe, loops.clue_facts),
    "heyawake": (shading.heyawake, shading.heyawake_facts),
    "tapa": (shading.tapa, shading.tapa_facts),
    "nonogram": (shading.nonogram, shading.nonogram_facts),
    "kakuro": (numbers.kakuro, numbers.kakuro_facts),
    "skyscrapers": (numbers.skyscrapers, numbers.skyscrapers_facts),
    "fillomino": (numbers.fillomino, loops.clue_facts),
    "shikaku": (numbers.shikaku, numbers.shikaku_facts),
}
DOMINOES = Path(__file__).resolve().parent / "specs" / "dominoes.spec"
FLAG = Path(__file__).resolve().parent.parent / "tests" / "seeds" / "hinomaru.txt"
BUNDLED = {"numberlink": "7x7"}
MANY_SIZES = 2  # A genre of more sizes has a table of its own.
PUZZLES = Path(__file__).resolve().parent / "puzzles"


class Workload(NamedTuple):
    """section: its table. name: its row. genre: the program in `asp/`. spec: a bundled one.

    model, facts: see `models/`. givens: where puzzles of the genre differ only in facts that are
    given, these; then solvers can be kept. batch: whether there are many, of one shape, and what
    is printed are puzzles a second. limit: how many answers at most are asked for; None for all.
    small: a puzzle that each tool solves beforehand.
    """

    section: str
    name: str
    genre: str
    spec: str
    puzzles: list[str]
    model: Callable[[Booleans, str], None]
    facts: Callable[[str], str]
    givens: Callable[[str], list[Fact]] | None = None
    batch: bool = False
    limit: int | None = 2
    small: str = ""


def workloads(quick: bool) -> list[Workload]:
    """All of them; quick: with fewer puzzles, and without those that take seconds."""
    out = [*_sudoku(quick), *_tilings(quick)]
    for genre in GENRES:
        sizes = boards(genre)
        names = list(sizes)
        for size in names[:3] if quick else names:
            section = genre if len(names) > MANY_SIZES else "other genres"
            name = size if len(names) > MANY_SIZES else f"{genre} {size}"
            model, facts = GENRES[genre]
            some = sizes[size][: 1 if quick else None]
            table = section.replace("_", " ")
            small = smallest(genre)
            out.append(Workload(table, name, genre, genre, some, model, facts, small=small))
    return out


def lines(name: str) -> list[str]:
    """The puzzles of a file with one a line."""
    text = (PUZZLES / f"{name}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def boards(name: str) -> dict[str, list[str]]:
    """The puzzles of a file by their size, which stands behind `==` before each.

    Of a genre that has none, because its puzzles are hard to make, the last bundled example.
    """
    if name in BUNDLED:
        return {BUNDLED[name]: [bundled(name)[-1].read_text(encoding="utf-8")]}
    text = (PUZZLES / f"{name}.txt").read_text(encoding="utf-8")
    out: dict[str, list[str]] = {}
    for part in text.split("\n== ")[1:]:
        size, _, puzzle = part.partition("\n")
        out.setdefault(size, []).append(puzzle.strip("\n") + "\n")
    return out


def bundled(name: str) -> list[Path]:
    """The examples of a bundled spec."""
    return sorted((SPECS / "examples" / name).glob("*.puzzle"))


def smallest(name: str) -> str:
    """The text of the smallest bundled example."""
    return min((file.read_text(encoding="utf-8") for file in bundled(name)), key=len)


def sudokus(name: str, puzzles: list[str]) -> Workload:
    """A workload of sudokus of 81 characters each."""
    model, facts, givens = sudoku.model, sudoku.facts, sudoku.givens
    return Workload("sudoku", name, "sudoku", "sudoku", puzzles, model, facts, givens, batch=True)


def _sudoku(quick: bool) -> list[Workload]:
    most = 200 if quick else None
    few, hard = lines("sudoku_few_clues")[:most], lines("sudoku_hard")[:most]
    return [sudokus("few clues", few), sudokus("hard", hard)]


def _tilings(quick: bool) -> list[Workload]:
    """Hinomaru, both solutions and that there are no more; dominoes, counted one by one."""
    flag, name = [FLAG.read_text(encoding="utf-8")], "hinomaru"
    hinomaru = tiles.hinomaru, tiles.hinomaru_facts
    title, small = "Hinomaru 12x18", smallest(name)
    out = [Workload("tilings", title, name, name, flag, *hinomaru, limit=3, small=small)]
    dominoes = tiles.dominoes, tiles.dominoes_facts
    for h, w in ((4, 6), (6, 6)) if quick else ((6, 6), (6, 8), (8, 8)):
        puzzle, small = [f"height: {h}\nwidth: {w}\n"], "height: 2\nwidth: 2\n"
        name, spec = f"count dominoes {h}x{w}", str(DOMINOES)
        out.append(
            Workload("tilings", name, "dominoes", spec, puzzle, *dominoes, limit=None, small=small)
        )
    return out
