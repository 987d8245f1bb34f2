"""Reducing: take clues away, in random order, as long as the puzzle keeps its one solution.

A proof that there is no second solution cites clues; where the cited ones alone do, all others go
at once. Taking away is not monotone where a rule counts clues (in Nurikabe each island has one), so
the rules about a clue are evaluated on the solution without it, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random

from .bench import Assignment, Bench, Layouted, Spent


def is_unique(
    bench: Bench, layout: Sequence[int], answer: Assignment, changed: Iterable[int]
) -> bool:
    """Whether a clue layout has the one answer of an assignment. changed: the spots in which it
    differs from one that has. What is not proved within the limit of work does not count."""
    assignment = list(answer)
    for spot, code in zip(bench.spots, layout, strict=True):
        assignment[spot.index] = code
    try:
        spots = (bench.spots[k] for k in changed)
        return bench.holds(assignment, spots) and bench.another(layout, answer) is None
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
    sparse: Collection[str] = (),
    fewest: int = 0,
    least: Mapping[str, int] | None = None,
) -> Layouted:
    """The layout without clues that it can spare. orbits: the spots whose clues go together.
    shares: by layer, how many of its places have a clue as a rule; clues of layers that have few go
    first. sparse: layers of values of the solution itself, to do without if other clues suffice: a
    proof of the one solution would cite them, and no other clue would stay. fewest, least: how many
    clues stay at least, in all and of a layer."""
    left = list(layout)
    layers = [bench.spots[orbit[0]].layer for orbit in orbits]
    rank = {k: shares.get(layer, 0) for k, layer in enumerate(layers)}
    order = sorted(rank, key=lambda k: rank[k] + random.random())
    kept = least or {}

    def go_without(some: Iterable[Sequence[int]]) -> None:
        nonlocal left
        for orbit in some:
            gone = [k for k in orbit if is_clue(bench, left, k)]
            trial = _without(bench, left, gone)
            if not gone or not _enough(bench, trial, fewest, kept):
                continue
            if is_unique(bench, trial, answer, gone):
                left = trial

    first = [orbits[k] for k in order if layers[k] in sparse]
    if len(first) < len(orbits):
        go_without([[k for orbit in first for k in orbit], *first])
    if not fewest and not any(kept.values()):
        left = _cited(bench, random, answer, left, orbits)
    go_without(orbits[k] for k in order)
    return tuple(left)


def _enough(bench: Bench, layout: Sequence[int], fewest: int, least: Mapping[str, int]) -> bool:
    """Whether a layout has as many clues as are to stay."""
    count = Counter(bench.spots[k].layer for k in range(len(layout)) if is_clue(bench, layout, k))
    return count.total() >= fewest and all(count[name] >= n for name, n in least.items())


def _cited(
    bench: Bench,
    random: Random,
    answer: Assignment,
    layout: list[int],
    orbits: Sequence[Sequence[int]],
) -> list[int]:
    """The layout with the clues only that a proof of its one solution cites, if these will do."""
    cited = bench.cited(random, layout, answer)
    if cited is None:
        return layout
    gone = [
        k
        for orbit in orbits
        if not any(bench.spots[k] in cited for k in orbit)
        for k in orbit
        if is_clue(bench, layout, k)
    ]
    trial = _without(bench, layout, gone)
    return trial if is_unique(bench, trial, answer, gone) else layout


def _without(bench: Bench, layout: list[int], gone: Iterable[int]) -> list[int]:
    trial = layout.copy()
    for k in gone:
        blank = bench.spots[k].blank
        assert blank is not None
        trial[k] = blank
    return trial


def is_clue(bench: Bench, layout: Sequence[int], k: int) -> bool:
    """Whether a spot has a clue that may go."""
    return bench.spots[k].blank is not None and layout[k] != bench.spots[k].blank


def count_clues(bench: Bench, layout: Sequence[int]) -> int:
    return sum(is_clue(bench, layout, k) for k in range(len(layout)))
