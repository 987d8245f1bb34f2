"""Reducing: take clues away, in random order, as long as the puzzle keeps its one solution.

Taking away is not monotone where a rule counts clues (in Nurikabe each island has one), so the
solution is asked for again, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from .bench import Assignment, Bench, Layouted, Spent


def is_unique(bench: Bench, layout: Sequence[int], answer: Assignment) -> bool:
    """Whether a clue layout has the one answer of an assignment. What is not proved within the
    limit of work does not count."""
    try:
        if bench.another(layout, answer) is not None:
            return False
        return bench.ask([*bench.clues(layout), *bench.answers(answer)]) is not None
    except Spent:
        bench.check()
        return False


def reduced(
    bench: Bench,
    random: Random,
    answer: Assignment,
    layout: Layouted,
    orbits: Sequence[Sequence[int]],
    shares: Mapping[str, float],
    fewest: int = 0,
) -> Layouted:
    """The layout without clues that it can spare. orbits: the spots whose clues go together.
    shares: by layer, how many of its places have a clue as a rule; clues of layers that have few go
    first. fewest: how many clues stay at least."""
    left = list(layout)
    count = count_clues(bench, left)
    rank = {k: shares.get(bench.spots[orbit[0]].layer, 0) for k, orbit in enumerate(orbits)}
    order = sorted(rank, key=lambda k: rank[k] + random.random())
    for orbit in (orbits[k] for k in order):
        gone = [k for k in orbit if is_clue(bench, left, k)]
        if not gone or count - len(gone) < fewest:
            continue
        trial = left.copy()
        for k in gone:
            blank = bench.spots[k].blank
            assert blank is not None
            trial[k] = blank
        if is_unique(bench, trial, answer):
            left = trial
            count -= len(gone)
    return tuple(left)


def is_clue(bench: Bench, layout: Sequence[int], k: int) -> bool:
    """Whether a spot has a clue that may go."""
    return bench.spots[k].blank is not None and layout[k] != bench.spots[k].blank


def count_clues(bench: Bench, layout: Sequence[int]) -> int:
    return sum(is_clue(bench, layout, k) for k in range(len(layout)))
