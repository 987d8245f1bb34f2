"""Fit and judge ratings: times of people, HoDoKu's score, and classes of difficulty of generators.

    python -m benchmarks.rating --keep FILE [--people CSV] [--sudokus FILE …] [--sgt FOLDER]

CSV has the columns `puzzle` and `seconds`, FILEs a sudoku a line (from easy to hard), FOLDER the
collections of sgt-puzzles as the tests read them. What explanations take is kept in the file of
--keep, so that a further run only rates what is new. HoDoKu's score is that of the package
hodoku-py, the rank correlation Spearman's; NumPy and SciPy are needed.

The weight of a search and the power of hard steps (`tasks/explain/rating.py`) are fitted to every
second puzzle: to the mean of the rank correlation with people's times and of the share of pairs of
puzzles that are in the order of their classes. They are judged on the others: against HoDoKu's
score by a paired bootstrap of the difference between the correlations with the times.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, product
from math import inf
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, median, quantiles
from typing import Any

import pzc
from pzc.deadline import OutOfTime
from pzc.dsl.diagnostics import PzcError
from pzc.records import record, replace
from pzc.tasks.explain.rating import POWER, SEARCH, effort, rate, total

ROOT = Path(__file__).resolve().parent.parent
WEIGHTS, POWERS = (0, 0.25, 0.5, 1, 2), (1, 2, 3, 4)
SAMPLES = 5000
# The letters and digits of sgt's classes of difficulty, from easy to hard, by collection; that of
# puzzles without one is the first.
CLASSES = {
    "bridges": "012",
    "dominosa": "tbhea",
    "galaxies": "nu",
    "keen": "enhxu",
    "lightup": "012",
    "loopy": "enth",
    "magnets": "et",
    "pearl": "et",
    "singles": "ek",
    "slant": "eh",
    "solo": "tbiaeu",
    "tents": "et",
    "towers": "ehxu",
    "unequal": "tekxr",
    "unruly": "ten",
}

# Of each step its cost, and the values open for each step to be seen; 0 where it is not searched
# for.
Rated = list[tuple[float, float]]


class Ratings:
    """What explanations take, kept in a file."""

    def __init__(self, path: Path, limit: float, jobs: int) -> None:
        self._path, self._limit, self._jobs = path, limit, jobs
        self._known: dict[tuple[str, str], Rated | None] = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                spec, puzzle, rated = json.loads(line)
                self._known[spec, puzzle] = rated

    def of(self, puzzles: Iterable[tuple[str, str]]) -> list[Rated | None]:
        """The ratings of puzzles, by spec and text; None for those that take too long."""
        wanted = list(puzzles)
        new = [p for p in dict.fromkeys(wanted) if p not in self._known]
        with self._path.open("a", encoding="utf-8") as file:
            if new:
                with get_context("spawn").Pool(self._jobs) as pool:
                    work = ((spec, puzzle, self._limit) for spec, puzzle in new)
                    for done, (case, rated) in enumerate(
                        zip(new, pool.imap(_rated, work), strict=True), 1
                    ):
                        self._known[case] = rated
                        file.write(json.dumps([*case, rated]) + "\n")
                        file.flush()
                        print(f"\r{done} of {len(new)}", end="", file=sys.stderr)
                print(file=sys.stderr)
        return [self._known[p] for p in wanted]


def _rated(case: tuple[str, str, float]) -> Rated | None:
    name, puzzle, limit = case
    try:
        rating = rate(pzc.load(name), puzzle, timeout=limit)
    except (OutOfTime, PzcError):
        return None
    return [(m.cost, m.open / m.seen if m.searched else 0.0) for m in rating.moments]


def number(rated: Rated, weight: float = SEARCH, power: float = POWER) -> float:
    """The number of a rating, with a weight for searches and a power for hard steps."""
    return total((effort(cost, search, weight) for cost, search in rated), power)


@record
class Person:
    """A sudoku with the mean time of people."""

    seconds: float
    rated: Rated
    hodoku: float
    clues: int


@record
class Collection:
    """Puzzles of one genre and shape, by classes of difficulty, from easy to hard. lost: of each
    class, how many took too long."""

    genre: str
    shape: str
    letters: str
    rated: list[list[Rated]]
    lost: list[int]

    def half(self, which: int) -> Collection:
        """Every second puzzle of each class, from the first (0) or the second (1)."""
        rated = [each[which::2] for each in self.rated]
        return replace(self, rated=rated, lost=[(lost + 1 - which) // 2 for lost in self.lost])

    @property
    def share(self) -> float:
        return self.in_order(SEARCH, POWER)

    def in_order(self, weight: float, power: float) -> float:
        """The share of the pairs of puzzles of neighbouring classes that are in their order; a tie
        counts half. Those that took too long count as the hardest."""
        numbers = [
            [number(r, weight, power) for r in each] + [inf] * lost
            for each, lost in zip(self.rated, self.lost, strict=True)
        ]
        pairs = [
            (b > a) + (a == b) / 2
            for easy, hard in pairwise(numbers)
            for a, b in product(easy, hard)
        ]
        return sum(pairs) / len(pairs)

    @property
    def medians(self) -> list[float]:
        """The median of each class, where those that took too long count as the hardest."""
        return [
            median([*map(number, each), *[inf] * lost])
            for each, lost in zip(self.rated, self.lost, strict=True)
        ]


def main() -> None:
    args = _arguments()
    ratings = Ratings(args.keep, args.limit, args.jobs)
    people = _people(args.people, ratings) if args.people else []
    classes = _classes(args.sgt, ratings) if args.sgt else []
    if people and classes:
        _fit(people[::2], [c.half(0) for c in classes])
    if people:
        _judge(people[1::2])
    if args.sudokus:
        _sudokus(args.sudokus, args.each, ratings)
    if classes:
        _tell(classes)


def _fit(people: list[Person], classes: list[Collection]) -> None:
    """Try all weights and powers on one half."""
    times = [p.seconds for p in people]
    fits: dict[tuple[float, float], float] = {}
    print("On the half that is fitted: rank correlation with people's times, share in order, mean")
    for weight, power in product(WEIGHTS, POWERS):
        rank = _rank([number(p.rated, weight, power) for p in people], times)
        share = mean(c.in_order(weight, power) for c in classes)
        fits[weight, power] = (rank + share) / 2
        print(
            f"  weight {weight:<4} power {power}: {rank:.3f} {share:.3f} {(rank + share) / 2:.4f}"
        )
    best = max(fits, key=fits.__getitem__)
    print(f"  best {best}, in use {(SEARCH, POWER)}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", type=Path, required=True, metavar="FILE")
    parser.add_argument("--people", type=Path, metavar="CSV")
    parser.add_argument("--sudokus", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--each", type=int, default=50, help="sudokus of each file")
    parser.add_argument("--sgt", type=Path, metavar="FOLDER")
    parser.add_argument("--limit", type=float, default=60, help="seconds for each puzzle")
    parser.add_argument("--jobs", type=int, default=1)
    return parser.parse_args()


# ---- sudokus -------------------------------------------------------------------------------------


def _people(path: Path, ratings: Ratings) -> list[Person]:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    texts = [row["puzzle"] for row in rows]
    found = zip(rows, ratings.of(("sudoku", p) for p in texts), _scores(texts), strict=True)
    people = [
        Person(float(row["seconds"]), rated, score, 81 - row["puzzle"].count("."))
        for row, rated, score in found
        if rated
    ]
    print(f"Times of people: {len(people)} of {len(rows)} sudokus")
    return people


def _judge(people: list[Person]) -> None:
    """Compare with HoDoKu on the held-out half."""
    times = [p.seconds for p in people]
    ours, theirs = [number(p.rated) for p in people], [p.hodoku for p in people]
    print(f"On the other half: ours {_rank(ours, times):.3f}, HoDoKu {_rank(theirs, times):.3f}")
    print(f"  few clues {-_rank([p.clues for p in people], times):.3f}")
    low, high = _bootstrap(ours, theirs, times)
    print(f"  difference, 95 % of {SAMPLES} paired samples: {low:+.3f} to {high:+.3f}")


def _sudokus(paths: list[Path], each: int, ratings: Ratings) -> None:
    texts = []
    for path in paths:
        lines = path.read_text(encoding="utf-8").split()
        texts += [line[:81] for line in lines[:: max(1, len(lines) // each)][:each]]
    found = zip(ratings.of(("sudoku", p) for p in texts), _scores(texts), strict=True)
    kept = [(number(rated), score) for rated, score in found if rated]
    ours, theirs = [n for n, _ in kept], [s for _, s in kept]
    print(f"HoDoKu's score: {len(kept)} of {len(texts)} sudokus: {_rank(ours, theirs):.3f}")
    quarters = ", ".join(f"{x:.0f}" for x in quantiles(theirs, n=4))
    print(f"  its scores: from {min(theirs):.0f} to {max(theirs):.0f}, quartiles {quarters}")


def _scores(texts: list[str]) -> list[float]:
    from hodoku import Solver

    solver = Solver()
    return [float(solver.rate(text).score) for text in texts]


def _rank(one: Sequence[float], other: Sequence[float]) -> float:
    from scipy.stats import spearmanr

    return float(spearmanr(one, other)[0])


def _bootstrap(ours: list[float], theirs: list[float], times: list[float]) -> tuple[float, float]:
    import numpy

    chance = numpy.random.default_rng(1)
    a, b, t = map(numpy.array, (ours, theirs, times))
    found = []
    for _ in range(SAMPLES):
        some = chance.integers(0, len(t), len(t))
        found.append(_rank(a[some], t[some]) - _rank(b[some], t[some]))
    low, high = numpy.percentile(found, [2.5, 97.5])
    return float(low), float(high)


# ---- classes of generators -----------------------------------------------------------------------


def _classes(folder: Path, ratings: Ratings) -> list[Collection]:
    groups: dict[tuple[str, str], dict[str, list[tuple[str, str]]]] = {}
    params = dict(_params(folder))
    for case in _cases(folder):
        genre = case.name.rpartition("-")[0]
        if genre not in CLASSES or case.name not in params:
            continue
        shape, letter = _class(genre, params[case.name])
        groups.setdefault((genre, shape), {}).setdefault(letter, []).append(
            (case.spec, case.puzzle)
        )
    several = {key: classes for key, classes in groups.items() if len(classes) > 1}
    ratings.of(p for classes in several.values() for ps in classes.values() for p in ps)
    collections = []
    for (genre, shape), classes in several.items():
        letters = sorted(classes, key=CLASSES[genre].index)
        found = [ratings.of(classes[letter]) for letter in letters]
        rated = [[r for r in each if r] for each in found]
        lost = [sum(r is None for r in each) for each in found]
        collections.append(Collection(genre, shape, "".join(letters), rated, lost))
    return collections


def _tell(classes: list[Collection]) -> None:
    """The medians of all classes, and whether classes differ at all (Mann and Whitney)."""
    from scipy.stats import mannwhitneyu

    print("Medians of classes of sgt-puzzles, from easy to hard")
    right: dict[str, list[bool]] = {}
    for c in classes:
        medians = c.medians
        right.setdefault(c.genre, []).append(medians == sorted(medians))
        each_class = zip(c.letters, medians, c.lost, strict=True)
        shown = ", ".join(f"{x} {m:.1f}" + f" ({k} too long)" * (k > 0) for x, m, k in each_class)
        numbers = [[number(r) for r in each] for each in c.rated]
        chance = max(float(mannwhitneyu(a, b).pvalue) for a, b in pairwise(numbers))
        out = "" if right[c.genre][-1] else f"  OUT OF ORDER (p {chance:.2f})"
        print(f"  {c.genre:9} {c.shape:12} {shown}; in order {c.share:.2f}{out}")
    good = [genre for genre, each in right.items() if all(each)]
    shapes = sum(sum(each) for each in right.values())
    print(f"  in order: {len(good)} of {len(right)} genres, {shapes} of {len(classes)} shapes")
    for which, name in enumerate(("that is fitted", "that fitted nothing")):
        share = mean(c.half(which).share for c in classes)
        print(f"  share of pairs in order on the half {name}: {share:.3f}")


def _params(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.glob("*.txt")):
        for text in path.read_text(encoding="utf-8").split("\n== ")[1:]:
            found = re.search(r"^params: (\S+)", text, re.MULTILINE)
            if found:
                yield text.split("\n")[0], found.group(1)


def _cases(folder: Path) -> list[Any]:
    """The puzzles, read as the tests read them."""
    os.environ["PZC_DATA"] = str(folder.parent)
    sys.path.insert(0, str(ROOT / "tests"))
    import shared_sgt

    read: Callable[[], Iterable[Any]] = shared_sgt.cases
    return list(read())


def _class(genre: str, params: str) -> tuple[str, str]:
    """The shape of a puzzle, and the class of its difficulty."""
    found = re.fullmatch(r"(.*?)d([a-z0-9])(.*)", params)
    if found is None:
        return params, CLASSES[genre][0]
    return found.group(1) + found.group(3), found.group(2)


if __name__ == "__main__":
    main()
