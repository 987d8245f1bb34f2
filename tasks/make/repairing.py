"""The counterexample loop: change a board until its solution is the only one.

Other solutions show where the board is weak: the variables in which they differ. The board is
sampled again around one of these and kept elsewhere; of two boards, the one with fewer such
variables is kept. (If regions are given, see `bordering`.)
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ...records import record
from .assumptions import Assignment
from .bench import Bench, Spent
from .evenness import SHARES, Evenness
from .others import undecided, undecided_since, work_of
from .parts import FoundVariable, near
from .reducing import count_clues
from .sampling import sample, with_all_clues
from .stages import CHANGING_CLUES

STEPS = 150  # changes of a board before another one is begun
MOST = 10**6  # variables
STUCK = 50  # changes in a row that leave no fewer variables open
OTHERWISE = 0.5  # the share of changes of the solution, if clues could change without it
PLATEAU = 150  # changes in a row after which propagation leaves no less open
LONGEST = 2_000_000_000  # work (units of `backends.base`) of changes told by propagation
# Solutions are searched for again when this share is open of what was open the last time.
SHARE_LEFT = 0.7
# A change is given up if telling what it leaves open takes this many times as much work as before,
# and at least this much: there are other changes, which take less.
HARDER, LEAST_WORK = 4, 60_000_000
KEPT = 0.5  # the share of clues that changes leave at least
# The radius around a weak variable in which variables are free, in points (cells are 2 apart).
REACH = 5


@record
class Board:
    """A solution with its clues. weak: the variables that these leave open, none if the solution is
    the only one. work: that it took to find them, 0 if it is not known."""

    found: Assignment
    weak: Sequence[FoundVariable]
    work: int = 0


def repaired(bench: Bench, random: Random, board: Board, patience: int = STUCK) -> Board:
    """Change a board with several solutions until it has one. Returns the best board found if the
    changes run out, or if `patience` of them in a row leave no fewer variables open. The board
    stays about as even as it was, unless that leads nowhere."""
    best, least, even = board, least_clues(bench, board.found), Evenness(bench, board.found)
    for share in SHARES:
        even.keep(share)
        fewest, stuck = len(best.weak), 0
        for _ in range(STEPS):
            if not best.weak or stuck >= patience:
                break
            bench.stage(CHANGING_CLUES, len(best.weak))
            now = _changed(bench, random, best, least, even)
            if now is not None and len(now.weak) <= len(best.weak) + random.choice((0, 0, 0, 1)):
                best = now
            stuck = stuck + 1 if len(best.weak) >= fewest else 0
            fewest = min(fewest, len(best.weak))
        if not best.weak or not even.refused:
            break
    return best


def narrowed(bench: Bench, random: Random, board: Board) -> Board:
    """Change a board so that its clues leave less open, judged by propagation alone. On a large
    board, other solutions differ from the first one in many variables at once, each in others, so
    they do not show which of two boards is better. Returns the same board if in the end they show
    that it was the better one."""
    best, since = Board(board.found, _loose(bench, board.found)), 0
    weak_before, least = len(best.weak), least_clues(bench, board.found)
    end = bench.solver.work + LONGEST
    even = Evenness(bench, board.found)
    while best.weak and since < PLATEAU and bench.solver.work < end:
        bench.stage(CHANGING_CLUES, len(best.weak))
        centre, since = random.choice(best.weak), since + 1
        full = resampled(bench, random, best.found, centre, least, even)
        if full is None or even.refuses(best.found, full):
            continue
        loose = _loose(bench, full)
        if len(loose) > len(best.weak):
            continue
        if len(loose) < len(best.weak):
            since = 0
        best = Board(full, loose)
        if len(loose) <= SHARE_LEFT * weak_before:
            weak_before = len(loose)
            if _has_one_solution(bench, full):
                return Board(full, [])
    try:
        weak = weak_variables(bench, best.found)
    except Spent:
        bench.check()
        return board
    return Board(best.found, weak) if len(weak) <= len(board.weak) else board


def _has_one_solution(bench: Bench, found: Assignment) -> bool:
    """Whether it is proved soon that the clues of a solution leave nothing open."""
    try:
        return not weak_variables(bench, found, 0)
    except Spent:
        bench.check()
        return False


def _loose(bench: Bench, found: Assignment) -> list[FoundVariable]:
    return bench.loose(bench.clue_set(found), found)


def least_clues(bench: Bench, found: Assignment) -> int:
    """The clues that a change of a board leaves at least: one without any, such as an empty one,
    may leave less open, but nothing to go on with."""
    return round(KEPT * count_clues(bench, bench.clue_set(found)))


def _changed(
    bench: Bench, random: Random, board: Board, least: int, even: Evenness
) -> Board | None:
    """The board sampled again around a weak variable; None if that leads nowhere. Of a worse board,
    not all weak variables are found."""
    centre = random.choice(board.weak)
    full = resampled(bench, random, board.found, centre, least, even)
    try:
        if full is None or even.refuses(board.found, full):
            return None
        most, begun = len(board.weak) + 1, work_of(bench)
        if bench.elusive:
            clue_set = bench.clue_set(full)
            weak = undecided_since(bench, clue_set, full, board.found, board.weak, centre, most)
        else:
            weak = weak_variables(bench, full, most, _limit(board))
        return Board(full, weak, work_of(bench) - begun)
    except Spent:
        bench.check()
        return None


def _limit(board: Board) -> int:
    """The most work to tell what a change of a board leaves open; 0 if it is not limited."""
    return max(LEAST_WORK, HARDER * board.work) if board.work else 0


def resampled(
    bench: Bench,
    random: Random,
    found: Assignment,
    centre: FoundVariable,
    least: int,
    even: Evenness | None = None,
) -> Assignment | None:
    """The board of a solution sampled again around a variable, with all its clues; None if that
    leads nowhere, or leaves fewer clues than `least`. even: to wish for values that the board
    lacks."""
    reach = radius(random)
    free = bench.around(centre, reach)
    kept = bench.outside(found, free)
    several = [spot for spot in bench.spots if spot.layer in bench.free]
    anew = {spot for spot in several if near(centre.key, spot.key, reach)}
    clues = bench.assume.clues_of(found, (spot for spot in several if spot not in anew))
    try:
        other: Assignment | None = found
        if not anew or random.random() < OTHERWISE:  # else other clues of the same solution
            wishes = None if even is None else even.wishes(random, found, centre, reach)
            other = sample(bench, random, kept, free, found, wishes=wishes)
        full = None if other is None else with_all_clues(bench, random, other, clues, anew)
    except Spent:
        bench.check()
        return None
    return None if full is None or count_clues(bench, bench.clue_set(full)) < least else full


def weak_variables(
    bench: Bench, found: Assignment, most: int = MOST, work: int = 0
) -> list[FoundVariable]:
    """The variables that the clues of a solution leave open, not all of them if more than `most`;
    none if it is the only one. work: as for `undecided`."""
    return undecided(bench, bench.clue_set(found), found, most, work)


def radius(random: Random) -> int:
    return random.choice((2, REACH, REACH, 2 * REACH))
