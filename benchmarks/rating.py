"""Fit and judge ratings: times of people, HoDoKu's score, and classes of difficulty of generators.

    python -m benchmarks.rating --keep FILE [--people CSV] [--sudokus FILE …] [--sgt FOLDER]

CSV has the columns `puzzle` and `seconds`, FILEs a sudoku a line (from easy to hard), FOLDER the
collections of sgt-puzzles as the tests read them. What explanations take is kept in the file of
--keep, so that a further run only rates what is new. HoDoKu's score is that of the package
hodoku-py, the rank correlation Spearman's; NumPy and SciPy are needed.

The one weight of a search (`tasks/explain/rating.py`, SEARCH) is fitted to the times of every
second puzzle, and judged on the others: by a paired bootstrap of the difference between the
correlations of our number and of HoDoKu's score with the times.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any

import pzc
from pzc.deadline import OutOfTime
from pzc.dsl.diagnostics import PzcError
from pzc.tasks.explain.rating import SEARCH, rate

ROOT = Path(__file__).resolve().parent.parent
WEIGHTS = (0, 0.25, 0.5, 1, 2, 4, 8)
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

# Of each step its cost, and the values open for each step to be seen where it is searched for.
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


def number(rated: Rated, weight: float = SEARCH) -> float:
    """The number of a rating, with a weight for searches."""
    return sum(cost + weight * search for cost, search in rated)


def main() -> None:
    args = _arguments()
    ratings = Ratings(args.keep, args.limit, args.jobs)
    if args.people:
        _people(args.people, ratings)
    if args.sudokus:
        _sudokus(args.sudokus, args.each, ratings)
    if args.sgt:
        _classes(args.sgt, ratings)


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


def _people(path: Path, ratings: Ratings) -> None:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    texts = [row["puzzle"] for row in rows]
    found = zip(rows, ratings.of(("sudoku", p) for p in texts), _scores(texts), strict=True)
    kept = [(float(row["seconds"]), rated, score) for row, rated, score in found if rated]
    print(f"Times of people: {len(kept)} of {len(rows)} sudokus")
    half, other = kept[::2], kept[1::2]

    def fit(weight: float) -> float:
        return _rank([number(r, weight) for _, r, _ in half], [t for t, _, _ in half])

    best = max(WEIGHTS, key=fit)
    for weight in WEIGHTS:
        print(f"  weight {weight:<5} {fit(weight):.3f} on the first half")
    print(f"  best {best}, in use {SEARCH:g}")
    times = [t for t, _, _ in other]
    ours, theirs = [number(r) for _, r, _ in other], [s for _, _, s in other]
    clues = [81.0 - 0.0 - p.count(".") for p in texts[1::2]]
    print(f"  on the other half: ours {_rank(ours, times):.3f}, HoDoKu {_rank(theirs, times):.3f}")
    if len(clues) == len(times):
        print(f"  few clues {-_rank(clues, times):.3f}")
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


def _scores(texts: list[str]) -> list[float]:
    from hodoku import Solver

    solver = Solver()
    return [float(solver.rate(text).score) for text in texts]


def _rank(one: list[float], other: list[float]) -> float:
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


def _classes(folder: Path, ratings: Ratings) -> None:
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
    print("Medians of classes of sgt-puzzles, from easy to hard")
    right: dict[str, list[bool]] = {}
    several = {key: classes for key, classes in groups.items() if len(classes) > 1}
    ratings.of(p for classes in several.values() for ps in classes.values() for p in ps)
    for (genre, shape), classes in several.items():
        order = sorted(classes, key=CLASSES[genre].index)
        told = []
        for letter in order:
            found = [number(r) for r in ratings.of(classes[letter]) if r]
            rest = len(classes[letter]) - len(found)
            told.append((letter, median(found) if found else float("inf"), rest))
        medians = [m for _, m, _ in told]
        right.setdefault(genre, []).append(medians == sorted(medians))
        shown = ", ".join(f"{c} {m:.0f}" + (f" ({k} too long)" * (k > 0)) for c, m, k in told)
        print(f"  {genre:9} {shape:12} {shown}{'' if right[genre][-1] else '  OUT OF ORDER'}")
    good = [genre for genre, each in right.items() if all(each)]
    print(f"  in order: {len(good)} of {len(right)} genres")


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
