"""Lightening: remove clues if less of the solution is then open.

Usually a further clue leaves less open. If rules concern places without a clue (a piece of a Kaito
Ramma needs a circle, so it cannot be cut where one side would have none), all clues that a solution
can have may leave more open than some of them. Clues are removed in random order as long as no more
is open than before, and several orders are tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from .bench import Bench, Spent
from .others import work_of
from .reducing import Removal, is_clue, without_clues
from .repairing import Board, weak_variables

# Orders that are tried, and the work (units of `backends.base`) after which there are no more.
ORDERS, WORK = 2, 1_000_000_000


def lightened(bench: Bench, random: Random, board: Board, removal: Removal) -> Board:
    """A board with the same solution and perhaps fewer clues, which leave less open; the same one
    if there is none, or if the rules are such that clues never leave more open."""
    best, end = board, work_of(bench) + WORK
    if not (board.weak and removal.orbits) or bench.rules.are_monotone():
        return board
    for _ in range(ORDERS):
        trial = board
        for orbit in random.sample(removal.orbits, len(removal.orbits)):
            if work_of(bench) > end:
                return best
            lighter = _without(bench, trial, orbit, removal)
            if lighter is not None and len(lighter.weak) <= len(trial.weak):
                trial = lighter
            if len(trial.weak) < len(best.weak):
                best = trial
            if not best.weak:
                return best
    return best


def _without(bench: Bench, board: Board, orbit: Sequence[int], removal: Removal) -> Board | None:
    """The board without the clues of an orbit; None if it has none there, if too few clues are
    left, if they have another solution, or if what they leave open is hard to tell."""
    clue_set = list(bench.clue_set(board.found))
    gone = [k for k in orbit if is_clue(bench, clue_set, k)]
    trial = without_clues(bench, clue_set, gone)
    spots = [bench.spots[k] for k in gone]
    if not gone or not removal.leaves_enough(bench, trial):
        return None
    if not bench.stays(trial, board.found, spots):
        return None
    found = tuple(bench.with_clue_set(board.found, trial))
    try:
        return Board(found, weak_variables(bench, found, len(board.weak)))
    except Spent:
        bench.check()
        return None
