"""Variety: a solver's own solutions are monotonous (a loop around one cell, one large number).

Parts of a solution are solved again, and a change is kept if the values of the found layers, and of
the clues that the solution can have, are spread at least as evenly.
"""

from __future__ import annotations

from random import Random

from .assumptions import Assignment
from .bench import Bench, Spent
from .evenness import Variety
from .reducing import count_clues
from .repairing import radius
from .sampling import sample

STEPS = 40  # changes of a solution
BARREN = 12  # changes in a row without more variety, after which it is changed no more
WORK = 150_000_000  # units (see `backends.base`) after which it is changed no more
CALLS = 6  # and that of this many changes like the first one at least


def varied(
    bench: Bench, random: Random, found: Assignment, steps: int = STEPS, least: int = 0
) -> Assignment | None:
    """A solution with more variety than this one, after `steps` changes; None if all its values are
    still alike, as on a board whose clues leave no room for anything. least: the number of clues
    below which changes leave no fewer."""
    tell = Variety(bench)
    best, most, clues, barren = found, tell(found), _clues(bench, found), 0
    begun, end = bench.solver.work, 0
    for _ in range(steps):
        if (
            not bench.found_variables
            or most >= tell.limit
            or barren == BARREN
            or 0 < end <= bench.solver.work
        ):
            break
        centre, reach = random.choice(bench.found_variables), radius(random)
        free = bench.around(centre, reach)
        wishes = tell.wishes(random, best, centre, reach)
        barren += 1
        try:
            other = sample(bench, random, bench.outside(best, free), free, wishes=wishes)
        except Spent:
            bench.check()
            other = None
        end = end or begun + max(WORK, CALLS * (bench.solver.work - begun))
        now = 0.0 if other is None else tell(other)
        if other is None or now < most or _clues(bench, other) < min(least, clues):
            continue
        if now > most:
            barren = 0
        best, most, clues = other, now, _clues(bench, other)
    return best if most or tell.limit <= 0 else None


def _clues(bench: Bench, found: Assignment) -> int:
    return count_clues(bench, bench.clue_set(found))
