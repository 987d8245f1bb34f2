"""Regions: change them until there is one solution.

A cell in which another solution differs moves to a neighbouring region, if this keeps the first
solution; among such moves, take the one that allows the fewest of the solutions found before. If
these moves repeat, take moves that leave the fewest solutions in all, whichever they are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from ...compiler.board.places import Place
from ...compiler.board.protocol import Board
from ...records import record
from .assumptions import Assignment, ClueSet
from .bench import Bench
from .others import second
from .regions import Sizes, moves

STEPS = 400  # changes of each kind before another board is begun
TRIED = 3  # changes that are tried before one is taken
REMEMBERED = 14  # solutions found that a change is tried against
CIRCLES = 4  # changes in a row that let in a solution found before
COUNTED = 8  # solutions that are counted
STUCK = 60  # changes in a row that leave no fewer solutions


@record
class Regions:
    """A layer of regions that changes. spots: the spot of each cell."""

    board: Board
    sizes: Sizes
    spots: dict[Place, int]

    def changes(self, clue_set: Sequence[int]) -> list[tuple[Place, int, int]]:
        """(cell, its spot, region): all moves of cells to another region."""
        regions = {cell: clue_set[k] for cell, k in self.spots.items()}
        count = list(regions.values()).count
        return [
            (cell, self.spots[cell], region)
            for cell, region in moves(self.board, regions)
            if count(regions[cell]) > self.sizes.least and count(region) < self.sizes.most
        ]


def bordered(
    bench: Bench, random: Random, board: Board, sizes: Mapping[str, Sizes], found: Assignment
) -> tuple[ClueSet, Assignment] | None:
    """Regions, as a clue set, and their only solution, from regions with this solution and others;
    None if that led nowhere. sizes: of the regions, by layer."""
    layers = [
        Regions(
            board, own, {spot.key: k for k, spot in enumerate(bench.spots) if spot.layer == name}
        )
        for name, own in sizes.items()
    ]
    clue_set = list(bench.clue_set(found))
    if _kept(bench, random, layers, clue_set, found):
        return tuple(clue_set), found
    return _counted(bench, random, layers, clue_set)


def _changes(
    layers: Sequence[Regions], random: Random, clue_set: Sequence[int], weak: set[object]
) -> list[tuple[int, int]]:
    """(spot, region): moves of cells to another region, in random order, weak cells first."""
    found = [change for regions in layers for change in regions.changes(clue_set)]
    random.shuffle(found)
    found.sort(key=lambda change: change[0] not in weak)
    return [(spot, region) for _, spot, region in found]


def _kept(
    bench: Bench, random: Random, layers: Sequence[Regions], clue_set: list[int], found: Assignment
) -> bool:
    """Change a clue set until an assignment is its only solution; False if that leads nowhere."""
    seen: list[Assignment] = []
    circles = 0
    for _ in range(STEPS):
        other = second(bench, clue_set, found)
        if other is None:
            return True
        seen = [*seen, other][-REMEMBERED:]
        weak = {f.key for f in bench.found_variables if found[f.index] != other[f.index]}
        best, fewest, tried = None, len(seen) + 1, 0
        for k, region in _changes(layers, random, clue_set, weak):
            trial = _with(clue_set, k, region)
            if not bench.is_solution(trial, found):
                continue
            let_in = sum(bench.is_solution(trial, past) for past in seen)
            if let_in < fewest:
                best, fewest = (k, region), let_in
            tried += 1
            if tried == TRIED or not fewest:
                break
        circles = circles + 1 if fewest else 0
        if best is None or circles == CIRCLES:
            return False
        clue_set[best[0]] = best[1]
    return False


def _counted(
    bench: Bench, random: Random, layers: Sequence[Regions], clue_set: list[int]
) -> tuple[ClueSet, Assignment] | None:
    """A clue set that has one solution, and it, by way of clue sets that have few."""
    solutions = bench.some(clue_set, COUNTED)
    fewest, stuck = COUNTED, 0
    for _ in range(STEPS):
        if len(solutions) < COUNTED and _alike(bench, solutions):
            return tuple(clue_set), solutions[0]
        weak = {
            f.key for f in bench.found_variables if len({one[f.index] for one in solutions}) > 1
        }
        tried: list[tuple[int, list[int], list[Assignment]]] = []
        for k, region in _changes(layers, random, clue_set, weak):
            trial = _with(clue_set, k, region)
            left = bench.some(trial, COUNTED)
            if left:
                tried.append((len(left), trial, left))
            if len(tried) == TRIED or len(left) == 1:
                break
        if not tried:
            return None
        count, clue_set, solutions = min(tried, key=lambda one: one[0])
        stuck = stuck + 1 if count >= fewest else 0
        fewest = min(fewest, count)
        if stuck > STUCK:
            return None
    return None


def _with(clue_set: list[int], k: int, region: int) -> list[int]:
    trial = clue_set.copy()
    trial[k] = region
    return trial


def _alike(bench: Bench, solutions: Sequence[Assignment]) -> bool:
    """Whether solutions differ in nothing that the answer shows."""
    shown = [variable.index for variable in bench.found_variables if variable.shown]
    return len({tuple([s[k] for k in shown]) for s in solutions}) == 1
