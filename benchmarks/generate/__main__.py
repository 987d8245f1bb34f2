"""Make the puzzles in `puzzles/` anew: `python -m benchmarks.generate [NAME …]`."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from ..workloads import PUZZLES
from . import loops, numbers, shading, star_battle, sudoku

SEED = 1
EACH = 3  # Puzzles of a size.
Make = Callable[[Random], str]
LISTS: dict[str, Callable[[Random], list[str]]] = {
    "sudoku_few_clues": lambda random: sudoku.few_clues(random, 500, 10_000),
    "sudoku_hard": lambda random: sudoku.hard(random, 60, 300),
}
BOARDS: dict[str, dict[str, Make]] = {
    "star_battle": {
        f"{n}x{n}, {stars}": partial(star_battle.board, n=n, stars=stars)
        for n, stars in star_battle.SIZES
    },
    "str8ts": {"9x9": partial(numbers.str8ts, n=9)},
    "slitherlink": {
        "10x12": partial(loops.slitherlink, height=10, width=12),
        "15x25": partial(loops.slitherlink, height=15, width=25),
    },
    "masyu": {"15x21": partial(loops.masyu, height=15, width=21)},
    "nurikabe": {
        "10x10": partial(shading.nurikabe, height=10, width=10),
        "12x19": partial(shading.nurikabe, height=12, width=19),
    },
    "heyawake": {
        "10x10": partial(shading.heyawake, n=10),
        "12x12": partial(shading.heyawake, n=12),
    },
    "shikaku": {"10x10": partial(numbers.shikaku, n=10)},
    "fillomino": {"9x9": partial(numbers.fillomino, n=9)},
    "kakuro": {"10x10": partial(numbers.kakuro, n=10)},
    "skyscrapers": {"9x9": partial(numbers.skyscrapers, n=9)},
    "nonogram": {"30x30": partial(shading.nonogram, n=30)},
    "tapa": {"14x21": partial(shading.tapa, height=14, width=21)},
    "hashiwokakero": {"21x15": partial(loops.hashiwokakero, height=21, width=15)},
}


def head(name: str) -> str:
    return f"# Made by `python -m benchmarks.generate {name}`, seed {SEED}.\n"


def boards(name: str, sizes: dict[str, Make]) -> Iterator[str]:
    """A file with a paragraph for each puzzle, headed by its size; one puzzle more each time.

    Each has its own seed, so that further ones change none."""
    made: dict[str, list[str]] = {size: [] for size in sizes}
    for k in range(1, EACH + 1):
        for size, make in sizes.items():
            made[size].append(f"\n== {size}\n{make(Random(f'{SEED} {name} {size} {k}'))}")
            yield head(name) + "".join(text for some in made.values() for text in some)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.generate", description=__doc__)
    names = [*LISTS, *BOARDS]
    parser.add_argument("names", nargs="*", help=f"of {', '.join(names)}; all if none is named")
    for name in parser.parse_args().names or names:
        if name in LISTS:
            puzzles = LISTS[name](Random(f"{SEED} {name}"))
            texts = iter([head(name) + "\n".join(puzzles) + "\n"])
        else:
            texts = boards(name, BOARDS[name])
        for text in texts:
            (PUZZLES / f"{name}.txt").write_text(text, encoding="utf-8")
        print(name, flush=True)


if __name__ == "__main__":
    main()
