"""The counterexample loop: change a board until its solution is the only one.

Other solutions show where the board is weak: the facts in which they differ. The board is sampled
again around one of these and kept elsewhere; of two boards, the one with fewer such facts is kept.
(If regions are given, see `bordering`.)
"""

from __future__ import annotations

from random import Random

from ...compiler.board.places import Place, Unit, apart
from .bench import Assignment, Bench, Fact, Spent, Spot
from .sampling import sample, with_all_clues

STEPS = 150  # changes of a board before another one is begun
MOST = 10**6  # facts
STUCK = 50  # changes in a row that leave no fewer facts open
REACH = 5  # the radius around a weak fact in which facts are free, in points (cells are 2 apart)


def repaired(
    bench: Bench, random: Random, found: Assignment, steps: int = STEPS
) -> Assignment | None:
    """A board with one solution, from one with several; None if the changes run out."""
    best: Assignment = found
    weak = weak_facts(bench, best)
    fewest, stuck = len(weak), 0
    for _ in range(steps):
        if not weak:
            return best
        fewest, stuck = min(fewest, len(weak)), stuck + 1 if len(weak) >= fewest else 0
        if stuck > STUCK:
            return None
        free = around(bench, random, random.choice(weak))
        kept = bench.answers(best, (one for one in bench.choices if one not in free))
        try:
            other = sample(bench, random, kept, sorted(free, key=lambda f: f.index), best)
            if other is None:
                continue
            full = with_all_clues(bench, random, other)
            if full is None:
                continue
            now = weak_facts(bench, full, len(weak) + 1)
        except Spent:
            bench.check()
            continue
        if len(now) <= len(weak) + random.choice((0, 0, 0, 1)):
            best, weak = full, now
    return best if not weak else None


def weak_facts(bench: Bench, found: Assignment, most: int = MOST) -> list[Fact]:
    """The facts that the clues of a solution leave open, not all of them if more than `most`; none
    if it is the only one."""
    return bench.undecided(bench.layout(found), found, most)


def around(bench: Bench, random: Random, centre: Fact) -> set[Fact | Spot]:
    """The facts around one, within a random radius."""
    reach = random.choice((2, REACH, REACH, 2 * REACH))
    return {one for one in bench.choices if _near(centre, one, reach)} | {centre}


def _near(a: Fact, b: Fact | Spot, reach: int) -> bool:
    one, other = place_of(a.key), place_of(b.key)
    if one is None or other is None:
        return True
    return apart(one, other) <= reach


def place_of(key: object) -> Place | None:
    """A place on the board for a key of a layer; None if it has none."""
    match key:
        case Place():
            return key
        case Unit(members=(first, *_)):
            return first
        case (first, *_):
            return place_of(first)
    return None
