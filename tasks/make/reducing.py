"""Reducing: remove clues, in random order, as long as the solution stays the only one.

A proof that there is no second solution cites clues; if the cited ones suffice, all others are
removed at once. Removing is not monotone if a rule counts clues (each island of a Nurikabe has
one), so the rules about a clue are also evaluated on the solution without it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random
from typing import TypeVar

from ...records import field, record
from .assumptions import Assignment, ClueSet
from .bench import QUERY_WORK, Bench, Spent
from .others import second, work_of
from .stages import REMOVING

# Work of a proof that a clue may go: STRAIN times that of the proof with all clues, and at least
# LEAST_WORK. Symmetry Area 10x10: the last clues that go otherwise take 300 times as much, and a
# minute.
STRAIN, LEAST_WORK = 10, 60_000_000

T = TypeVar("T")


def is_unique(
    bench: Bench,
    clue_set: Sequence[int],
    answer: Assignment,
    changed: Iterable[int],
    most: int = QUERY_WORK,
) -> bool:
    """Whether the answer of an assignment is proved to be the only one of a clue set within
    `most` units of work. changed: the spots in which it differs from a clue set for which it is."""
    try:
        spots = [bench.spots[k] for k in changed]
        return (
            bench.stays(clue_set, answer, spots) and second(bench, clue_set, answer, most) is None
        )
    except Spent:
        bench.check()
        return False


@record
class Removal:
    """Which clues may be removed, and in which order.

    orbits: lists of spots whose clues are removed together. shares: by layer, the usual share of
    places with a clue; clues of layers with small shares are removed first. sparse: layers of
    values of the solution itself, which are removed first of all if other clues suffice: otherwise
    a proof would cite them, and no other clue would stay. fewest: the least number of clues that
    stay; least: the same by layer. strained: whether clues go whose removal is hard to prove."""

    orbits: Sequence[Sequence[int]]
    shares: Mapping[str, float] = field(default_factory=dict)
    sparse: Collection[str] = ()
    fewest: int = 0
    least: Mapping[str, int] = field(default_factory=dict)
    strained: bool = True

    def leaves_enough(self, bench: Bench, clue_set: Sequence[int]) -> bool:
        """Whether a clue set has at least as many clues as have to stay."""
        if self.leaves_any:
            return True
        clues = [k for k in range(len(clue_set)) if is_clue(bench, clue_set, k)]
        count = Counter(bench.spots[k].layer for k in clues)
        enough = all(count[name] >= n for name, n in self.least.items())
        return enough and count.total() >= self.fewest

    @property
    def leaves_any(self) -> bool:
        """Whether any number of clues may stay."""
        return not self.fewest and not any(self.least.values())


def reduced(
    bench: Bench, random: Random, answer: Assignment, clue_set: ClueSet, removal: Removal
) -> ClueSet:
    """The clue set without superfluous clues."""
    orbits = removal.orbits
    left = list(clue_set)
    layers = [bench.spots[orbit[0]].layer for orbit in orbits]
    rank = {k: removal.shares.get(layer, 0) for k, layer in enumerate(layers)}
    order = sorted(rank, key=lambda k: rank[k] + random.random())
    most = QUERY_WORK if removal.strained else _usual_work(bench, left, answer)

    def is_gone(some: Sequence[Sequence[int]]) -> bool:
        """Remove the clues of some orbits if they are all superfluous."""
        nonlocal left
        gone = [k for orbit in some for k in orbit if is_clue(bench, left, k)]
        trial = without_clues(bench, left, gone)
        if not gone:
            return True
        if not removal.leaves_enough(bench, trial):
            return False
        if is_unique(bench, trial, answer, gone, most):
            left = trial
            bench.stage(REMOVING, count_clues(bench, left))
            return True
        return False

    bench.stage(REMOVING, count_clues(bench, left))
    first = [orbits[k] for k in order if layers[k] in removal.sparse]
    if len(first) < len(orbits):
        remove([[k for orbit in first for k in orbit]], is_gone)
        remove(first, is_gone)
    if removal.leaves_any:
        left = _cited(bench, random, answer, left, orbits, most)
    remove([orbits[k] for k in order], is_gone)
    return tuple(left)


def remove(some: Sequence[T], is_gone: Callable[[Sequence[T]], bool]) -> None:
    """Remove as many things as possible, in their order: more and more at once while all can go,
    and by halves where one has to stay. If keeping a thing never makes another one superfluous, the
    result is the same as one by one, in fewer trials. is_gone: removes things if that is possible,
    all or none."""
    size = 1
    while some:
        chunk, some = some[:size], some[size:]
        if is_gone(chunk):
            size *= 2
        else:
            size = max(1, len(chunk) // 2)
            _split(chunk, is_gone)


def _split(chunk: Sequence[T], is_gone: Callable[[Sequence[T]], bool]) -> None:
    """Remove as many things as can be removed of some of which not all can."""
    if len(chunk) == 1:
        return
    middle = len(chunk) // 2
    first, rest = chunk[:middle], chunk[middle:]
    if is_gone(first):
        _split(rest, is_gone)
        return
    _split(first, is_gone)
    if not is_gone(rest):
        _split(rest, is_gone)


def needs_more(bench: Bench, found: Assignment, layer: str, most: int) -> bool:
    """Whether the solution needs more clues of a layer than `most`: those without which it would be
    no solution."""
    clue_set = list(bench.clue_set(found))
    own = [k for k, spot in enumerate(bench.spots) if spot.layer == layer]
    clues = [k for k in own if is_clue(bench, clue_set, k)]
    spare = len(clues) - most
    for k in clues:
        if spare <= 0:
            break
        spare -= bench.stays(without_clues(bench, clue_set, [k]), found, [bench.spots[k]])
    return spare > 0


def _cited(
    bench: Bench,
    random: Random,
    answer: Assignment,
    clue_set: list[int],
    orbits: Sequence[Sequence[int]],
    most: int,
) -> list[int]:
    """The clue set with only the clues that a proof of uniqueness cites, if these suffice."""
    try:
        cited = bench.cited(random, clue_set, answer, most)
    except Spent:
        bench.check()
        return clue_set
    if cited is None:
        return clue_set
    gone = [
        k
        for orbit in orbits
        if not any(bench.spots[k] in cited for k in orbit)
        for k in orbit
        if is_clue(bench, clue_set, k)
    ]
    trial = without_clues(bench, clue_set, gone)
    return trial if is_unique(bench, trial, answer, gone, most) else clue_set


def _usual_work(bench: Bench, clue_set: Sequence[int], answer: Assignment) -> int:
    """The most work of a proof that a clue may go, from that of a proof with all clues."""
    before = work_of(bench)
    second(bench, clue_set, answer)
    return min(QUERY_WORK, max(LEAST_WORK, STRAIN * (work_of(bench) - before)))


def without_clues(bench: Bench, clue_set: list[int], gone: Iterable[int]) -> list[int]:
    """The clue set without the clues at some spots."""
    trial = clue_set.copy()
    for k in gone:
        blank = bench.spots[k].blank
        assert blank is not None
        trial[k] = blank
    return trial


def is_clue(bench: Bench, clue_set: Sequence[int], k: int) -> bool:
    """Whether a spot has a clue, and it may be removed."""
    return bench.spots[k].blank is not None and clue_set[k] != bench.spots[k].blank


def count_clues(bench: Bench, clue_set: Sequence[int]) -> int:
    return sum(is_clue(bench, clue_set, k) for k in range(len(clue_set)))
