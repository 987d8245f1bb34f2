"""Compare generators of Shikaku, in one run: `python -m benchmarks.shikaku_makers [COUNT]`.

Compares `pzc generate shikaku` with a generator for this genre: random rectangles, whose numbers
move until there is one solution, which a SAT solver finds in the model of `models/`. Each makes the
same number of puzzles of 10×10 from each of three seeds. Prints the mean and median seconds of
processor time for one, and the mean as a multiple of pzc's. The first puzzle of a seed includes the
compilation of the spec and its grounding.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from statistics import mean, median
from time import process_time

import pzc
from pzc.tasks.make.options import Options
from pzc.tasks.make.run import generate

from .models import numbers
from .peers.sat import Sat
from .reading import Answer, Cell, cells

COUNT, SIDE, SEEDS = 20, 10, (1, 2, 3)
TRIES = 300  # Changes of numbers before other rectangles are drawn.
Boxes = list[list[Cell]]


def by_hand(seed: int) -> Iterator[str]:
    random = Random(seed)
    while True:
        yield shikaku(random, SIDE)


def by_pzc(seed: int) -> Iterator[str]:
    options = Options(size=(SIDE, SIDE), seed=seed)
    return (one.text for one in generate(pzc.load("shikaku"), options, None))


def shikaku(random: Random, n: int) -> str:
    """Rectangles at random; the number of one that is not certain moves until all are."""
    while True:
        boxes = _boxes(random, n)
        place = [random.choice(box) for box in boxes]
        for _ in range(TRIES):
            text = _picture(n, {c: len(box) for c, box in zip(place, boxes, strict=True)})
            answers = _answers(text)
            if len(answers) == 1:
                return text
            differ = {fact[:2] for fact in answers[0] ^ answers[1]}
            open_boxes = [k for k, box in enumerate(boxes) if differ & set(box)]
            if not open_boxes:
                break
            k = random.choice(open_boxes)
            place[k] = random.choice(boxes[k])


def _boxes(random: Random, n: int) -> Boxes:
    free = set(cells(n, n))
    out = []
    while free:
        r, c = min(free)
        shapes = [
            [(r + i, c + j) for i in range(tall) for j in range(wide)]
            for tall in range(1, 6)
            for wide in range(1, 6)
        ]
        fit = [s for s in shapes if set(s) <= free and 2 <= len(s) <= 12]
        box = random.choice(fit) if fit else [(r, c)]
        free -= set(box)
        out.append(box)
    return out


def _answers(text: str) -> list[Answer]:
    """At most two answers to a puzzle."""
    formula = Sat("cadical195")
    numbers.shikaku(formula, text)
    return list(formula.solutions(2))


def _picture(n: int, clues: dict[Cell, int]) -> str:
    rows = [" ".join(str(clues.get((r, c), ".")) for c in range(1, n + 1)) for r in range(1, n + 1)]
    return "\n".join(rows) + "\n"


MAKERS: dict[str, Callable[[int], Iterator[str]]] = {"pzc": by_pzc, "for the genre": by_hand}


def seconds(maker: Callable[[int], Iterator[str]], count: int) -> list[float]:
    """The seconds of each puzzle."""
    found: list[float] = []
    for seed in SEEDS:
        begun = process_time()
        for _ in islice(maker(seed), count):
            found.append(process_time() - begun)
            begun = process_time()
    return found


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else COUNT
    print("| maker | seconds each | median | × pzc |")
    print("| --- | --- | --- | --- |")
    own = 0.0
    for name, maker in MAKERS.items():
        took = seconds(maker, count)
        own = own or mean(took)
        row = f"{mean(took):.4f} | {median(took):.4f} | {mean(took) / own:.2f}"
        print(f"| {name} | {row} |", flush=True)


if __name__ == "__main__":
    main()
