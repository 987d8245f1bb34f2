"""Regions: change them until there is one solution.

Cells in which solutions differ go over to a region next to their own. Of several changes, the one
that leaves the fewest solutions is taken; where there are too many to be counted, the one that
keeps one solution and lets in the fewest others of those found before.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ...compiler.board.places import Place
from ...compiler.board.protocol import Board
from .bench import Assignment, Bench, Layouted
from .regions import Sizes, moves

STEPS = 400  # changes before another board is begun
COUNTED = 8  # solutions that are counted
TRIED = 6  # changes that are tried before one is taken
STUCK = 60  # changes in a row that leave no fewer solutions
REMEMBERED = 14  # solutions found that a change is tried against


def bordered(
    bench: Bench, random: Random, board: Board, layer: str, sizes: Sizes, found: Assignment
) -> tuple[Layouted, Assignment] | None:
    """A layout of regions and its only solution, from one with this solution and others; None if
    that led nowhere."""
    spots = {spot.key: k for k, spot in enumerate(bench.spots) if spot.layer == layer}
    layout = list(bench.layout(found))
    solutions = bench.some(layout, COUNTED)
    seen: list[Assignment] = []
    fewest, stuck = COUNTED, 0
    for _ in range(STEPS):
        if _alike(bench, solutions):
            return tuple(layout), solutions[0]
        if stuck > STUCK:
            return None
        many = len(solutions) == COUNTED
        if many:
            seen = [*seen, *solutions][-REMEMBERED:]
        tried: list[tuple[int, int, list[int], list[Assignment]]] = []
        for cell, region in _possible(bench, random, board, sizes, layout, spots, solutions):
            trial = layout.copy()
            trial[spots[cell]] = region
            if many and not _is_solution(bench, trial, found):
                continue
            let_in = sum(_is_solution(bench, trial, past) for past in seen) if many else 0
            left = [] if many else bench.some(trial, COUNTED)
            if many or left:
                tried.append((len(left), let_in, trial, left))
            if len(tried) == TRIED or len(left) == 1:
                break
        if not tried:
            return None
        count, _, layout, solutions = min(tried, key=lambda one: one[:2])
        if many:
            solutions = bench.some(layout, COUNTED)
            count = len(solutions)
        stuck = stuck + 1 if count >= fewest and not many else 0
        fewest = min(fewest, count)
    return None


def _possible(
    bench: Bench,
    random: Random,
    board: Board,
    sizes: Sizes,
    layout: Sequence[int],
    spots: dict[Place, int],
    solutions: Sequence[Assignment],
) -> list[tuple[Place, int]]:
    """Changes in random order, those of cells in which solutions differ first."""
    regions = {cell: layout[k] for cell, k in spots.items()}
    weak = {f.key for f in bench.facts if len({one[f.index] for one in solutions}) > 1}
    count = list(regions.values()).count
    found = [
        (cell, region)
        for cell, region in moves(board, regions)
        if count(regions[cell]) > sizes.least and count(region) < sizes.most
    ]
    random.shuffle(found)
    return sorted(found, key=lambda move: move[0] not in weak)


def _is_solution(bench: Bench, layout: Sequence[int], answer: Assignment) -> bool:
    return bench.ask([*bench.clues(layout), *bench.answers(answer)]) is not None


def _alike(bench: Bench, solutions: Sequence[Assignment]) -> bool:
    """Whether solutions differ in nothing that the answer shows."""
    shown = [fact.index for fact in bench.facts if fact.shown]
    return len(solutions) < COUNTED and len({tuple([s[k] for k in shown]) for s in solutions}) == 1
