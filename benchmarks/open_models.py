"""The gain from an open model for many puzzles of one size.

    python -m benchmarks.open_models [--only NAME,…] [--size 6x6] [--puzzles 25] [--rounds 8]

Makes puzzles of each genre and solves them one after another, several rounds of them: each on a
separate model, and as `pzc solve --batch` does it, on an open model once that pays. The table has
processor time from the text to the proof that there is one solution, in milliseconds a puzzle; the
last column covers the last half of the rounds, when open models exist.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import exp, log
from time import process_time

import pzc
from pzc.deadline import OutOfTime
from pzc.dsl.diagnostics import PzcError
from pzc.tasks.files import bundled
from pzc.tasks.open_models import OpenModels, can_open
from pzc.tasks.spec import Spec


class Alone(Spec):
    """A spec whose puzzles share no open model."""

    def open_models(self, backend: str) -> OpenModels | None:
        return None


def main() -> None:
    args = _arguments()
    ratios = []
    print(f"{'genre':24} {'puzzles':>7} {'alone':>8} {'all':>8} {'last half':>9} {'ratio':>6}")
    for name, puzzles in _made(args):
        alone, shared = Alone.of(pzc.load(name).source), pzc.load(name)
        total = late = by_itself = 0.0
        for number in range(args.rounds):
            for puzzle in puzzles:
                by_itself += _seconds(alone, puzzle)
                seconds = _seconds(shared, puzzle)
                total += seconds
                late += seconds if 2 * number >= args.rounds else 0.0
        solved = args.rounds * len(puzzles)
        own, all_of_them = 1000 * by_itself / solved, 1000 * total / solved
        last = 1000 * late / (args.rounds // 2 * len(puzzles))
        ratios.append(last / own)
        times = f"{own:8.2f} {all_of_them:8.2f} {last:9.2f} {last / own:6.2f}"
        print(f"{name:24} {len(puzzles):7} {times}", flush=True)
    if ratios:
        mean = exp(sum(map(log, ratios)) / len(ratios))
        print(f"{len(ratios)} genres: geometric mean {mean:.2f}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", help="names of specs, with commas between")
    parser.add_argument("--size", default="6x6")
    parser.add_argument("--puzzles", type=int, default=25)
    parser.add_argument("--rounds", type=int, default=8, help="an even number")
    parser.add_argument("--limit", type=float, default=20.0, help="seconds to make the puzzles")
    return parser.parse_args()


def _made(args: argparse.Namespace) -> Iterator[tuple[str, list[str]]]:
    """Puzzles of each genre that shares open models, as many as can be made in time."""
    height, width = map(int, args.size.split("x"))
    for name in args.only.split(",") if args.only else bundled():
        spec = pzc.load(name)
        if not can_open(spec.program):
            continue
        puzzles: list[str] = []
        try:
            made = spec.generate(size=(height, width), count=args.puzzles, timeout=args.limit)
            puzzles.extend(one.text for one in made)
        except (OutOfTime, PzcError) as problem:
            if not puzzles:
                reason = str(problem).partition("\n")[0] or "out of time"
                print(f"{name:24} none made: {reason}", flush=True)
        if puzzles:
            yield name, puzzles


def _seconds(spec: Spec, puzzle: str) -> float:
    """Processor time to prove that a puzzle has one solution."""
    begun = process_time()
    count = spec.count(puzzle, limit=2)
    seconds = process_time() - begun
    assert count == 1
    return seconds


if __name__ == "__main__":
    main()
