"""How far apart the puzzles that `pzc generate` makes are: `python -m benchmarks.spread [COUNT]`.

Beside it a naive generator: the solver's first solution that it has not had yet, all its clues, and
these taken away in reading order. Printed for each genre: different solutions, the bits of entropy
of a place over all solutions, clues and ratings as least, median and most.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import zip_longest
from math import log2
from random import Random
from statistics import mean, median

import pzc
from pzc.backends.native.solver import NativeSolver
from pzc.tasks.answers import different
from pzc.tasks.explain.rating import rate
from pzc.tasks.make.assumptions import Assignment, ClueSet
from pzc.tasks.make.bench import Bench
from pzc.tasks.make.checking import Made
from pzc.tasks.make.maker import Maker
from pzc.tasks.make.options import Options
from pzc.tasks.make.reducing import Removal, reduced
from pzc.tasks.make.run import generate, recipe_for
from pzc.tasks.make.sampling import with_all_clues
from pzc.tasks.make.writing import puzzle_text
from pzc.tasks.spec import Spec

COUNT = 100
GENRES: dict[str, Options] = {
    "sudoku": Options(params={"box_height": "2", "box_width": "3"}),
    "nurikabe": Options(size=(5, 5)),
    "binairo": Options(size=(6, 6)),
    "slitherlink": Options(size=(5, 5)),
    "masyu": Options(size=(5, 5)),
}


class First(Random):
    """No random numbers: everything in the order in which it is."""

    def random(self) -> float:
        return 0.0

    def sample(self, population, k, *, counts=None):  # type: ignore[no-untyped-def]
        return list(population)[:k]


def naive(spec: Spec, options: Options, count: int) -> list[Made]:
    """Puzzles of the solver's solutions in its own order."""
    maker = Maker(spec, recipe_for(spec), options)
    random = First(0)
    structure = maker.draft.draw(random)
    assert structure is not None
    bench = Bench(spec, maker.draft.template(structure))
    bench.begin(10**12)
    made: list[Made] = []
    solver = NativeSolver(bench.model)
    for number in range(20 * count):
        solver.begin(bench.usual)
        solutions, _ = solver.go_on(1)
        if not solutions or len(made) == count:
            break
        found = solutions[0]
        solver.add(different(bench.grounding, found))
        full = with_all_clues(bench, random, found)
        if full is None or bench.another(bench.clue_set(full), full) is not None:
            continue
        groups = [[k] for k, spot in enumerate(bench.spots) if spot.blank is not None]
        clue_set = reduced(bench, random, full, bench.clue_set(full), Removal(groups))
        made.append(written(spec, bench, clue_set, full, number))
    return made


def written(spec: Spec, bench: Bench, clue_set: ClueSet, full: Assignment, number: int) -> Made:
    text = puzzle_text(spec, bench.grounding, bench.printed(clue_set, full))
    clues = sum(code != spot.blank for spot, code in zip(bench.spots, clue_set, strict=True))
    return Made(number, text, str(spec.solve(text)), clues, text)


def row(spec: Spec, made: list[Made]) -> str:
    if not made:
        return "0 | – | – | – | –"
    solutions = {one.solution for one in made}
    places = zip_longest(*(one.solution.replace(" ", "") for one in made), fillvalue=" ")
    bits = [entropy for place in places if (entropy := _entropy(place)) or set(place) != {"\n"}]
    clues = [one.clues for one in made]
    ratings = [rate(spec, one.text).number for one in made]
    return (
        f"{len(made)} | {len(solutions)} | {mean(bits):.2f} | {_range(clues)} | {_range(ratings)}"
    )


def _entropy(values: tuple[str, ...]) -> float:
    counts = Counter(values)
    total = counts.total()
    return -sum(n / total * log2(n / total) for n in counts.values())


def _range(numbers: list[int] | list[float]) -> str:
    return f"{min(numbers):g}, {median(numbers):g}, {max(numbers):g}"


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else COUNT
    print("| genre | maker | puzzles | solutions | bits per place | clues | ratings |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, options in GENRES.items():
        spec = pzc.load(name)
        print(f"| {name} | pzc | {row(spec, list(generate(spec, options, count)))} |", flush=True)
        print(f"| {name} | naive | {row(spec, naive(spec, options, count))} |", flush=True)


if __name__ == "__main__":
    main()
