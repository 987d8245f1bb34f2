"""Compare generators of Sudoku, in one run: `python -m benchmarks.sudoku_makers [COUNT]`.

Compares `pzc generate sudoku` with dokusan and py-sudoku, if they are installed (`pip install
dokusan py-sudoku`). Each makes the same number of puzzles. Prints the seconds of processor time for
one, also as a multiple of pzc's, how many of them have one solution, and their clues.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from statistics import median
from time import process_time

import pzc
from pzc.tasks.make.options import Options
from pzc.tasks.make.run import generate
from pzc.tasks.spec import Spec

COUNT = 20


def by_pzc(spec: Spec) -> Iterator[str]:
    return (one.text for one in generate(spec, Options(seed=1), None))


def by_dokusan(spec: Spec) -> Iterator[str]:
    generators = import_module("dokusan.generators")
    while True:
        yield _puzzle(str(generators.random_sudoku(avg_rank=150)))


def by_py_sudoku(spec: Spec) -> Iterator[str]:
    sudoku = import_module("sudoku").Sudoku
    for seed in range(1, sys.maxsize):
        board = sudoku(3, seed=seed).difficulty(0.6).board
        yield _puzzle("".join(str(digit or 0) for row in board for digit in row))


def _puzzle(digits: str) -> str:
    rows = [digits[k : k + 9].replace("0", ".") for k in range(0, 81, 9)]
    return "clue:\n" + "\n".join(rows) + "\n"


MAKERS: dict[str, Callable[[Spec], Iterator[str]]] = {
    "pzc": by_pzc,
    "dokusan": by_dokusan,
    "py-sudoku": by_py_sudoku,
}


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else COUNT
    random.seed(1)
    spec = pzc.load("sudoku")
    print("| maker | seconds each | × pzc | with one solution | clues |")
    print("| --- | --- | --- | --- | --- |")
    own = 0.0
    for name, maker in MAKERS.items():
        try:
            puzzles = maker(spec)
            next(puzzles)  # what is loaded at first
            begun = process_time()
            made = list(islice(puzzles, count))
        except ImportError:
            print(f"| {name} | not installed |  |  |  |")
            continue
        seconds = (process_time() - begun) / count
        own = own or seconds
        single = sum(spec.count(text, limit=2) == 1 for text in made)
        clues = [sum(token in "123456789" for token in text) for text in made]
        print(
            f"| {name} | {seconds:.3f} | {seconds / own:.1f} | {single} of {count} "
            f"| {min(clues)}, {median(clues):g}, {max(clues)} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
