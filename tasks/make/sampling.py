"""Sampling: a random solution, and all the clues that it can have.

A solver's first answer is always the same and far from random. Instead, random facts are assumed;
while they conflict, half of those in the core are dropped.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

from .bench import QUESTION, Assignment, Bench, Literals, Spent
from .parts import Fact, Spot

# The share of clues which every puzzle has that are assumed at random.
OF_SPOTS = 0.5
# Spots of a layer at which another clue is tried, and values tried at each.
PROBES, TRIES = 3, 4


def sample(
    bench: Bench,
    random: Random,
    fixed: Literals | None = None,
    among: Sequence[Fact | Spot] | None = None,
    other_than: Assignment | None = None,
    wishes: Literals | None = None,
) -> Assignment | None:
    """A solution that satisfies `fixed`, and as many of some random facts and of the wishes as a
    few solver calls allow; None if `fixed` has no solution."""
    known = [*bench.usual, *(fixed or [])]
    wanted = [*(wishes or []), *_wishes(bench, random, bench.choices if among is None else among)]
    hard = False
    while wanted:
        try:
            found = bench.ask([*known, *wanted], other_than, bench.patience)
        except Spent:
            bench.check()
            wanted = wanted[: len(wanted) // 2]
            bench.one_in *= 2
            hard = True
            continue
        if found is not None:
            return found
        wanted = _fewer(bench, random, wanted)
    before = bench.solver.work
    found = bench.ask(known, other_than)
    if hard:  # even without wishes
        bench.patience = max(bench.patience, min(2 * (bench.solver.work - before), QUESTION))
    return found


def feasible(bench: Bench, random: Random, wishes: Literals) -> Literals:
    """Wishes that hold together in some solution: as many as a few solver calls allow."""
    while wishes:
        try:
            if bench.ask([*bench.usual, *wishes], most=bench.patience) is not None:
                break
        except Spent:
            bench.check()
            wishes = random.sample(wishes, len(wishes) // 2)
            continue
        wishes = _fewer(bench, random, wishes)
    return wishes


def _wishes(bench: Bench, random: Random, facts: Sequence[Fact | Spot]) -> Literals:
    count = min(len(facts), max(2, len(facts) // bench.one_in))
    chosen = random.sample(facts, count)
    # Clues that need not follow from facts would all have the first value that fits.
    chosen += (one for one in facts if isinstance(one, Spot) and random.random() < OF_SPOTS)
    wished = (bench.literal(one.index, random.choice(one.codes)) for one in chosen)
    return [node for node in dict.fromkeys(wished) if node is not None]


def _fewer(bench: Bench, random: Random, wanted: Literals) -> Literals:
    """The assumptions without a random half of those in the last core."""
    core = bench.core()
    guilty = [node for node in wanted if node in core]
    if not guilty:
        return []
    gone = set(random.sample(guilty, (len(guilty) + 1) // 2))
    return [node for node in wanted if node not in gone]


def with_all_clues(
    bench: Bench,
    random: Random,
    found: Assignment,
    like: Assignment | None = None,
    anew: Collection[Spot] = (),
) -> Assignment | None:
    """The same solution with as many clues as it can have; random ones where several fit.

    like: a board whose clues are kept where several fit, except at some spots (anew)."""
    known = [*bench.usual, *bench.answers(found, bench.choices)]
    if like is not None:
        wanted = bench.clues_of(
            like, (s for s in bench.spots if s.layer in bench.free and s not in anew)
        )
        while wanted and bench.ask([*known, *wanted]) is None:
            wanted = _fewer(bench, random, wanted)
        known += wanted
    full = _filled(bench, random, known)
    if full is None:
        return None
    clues = [s for s in bench.spots if full[s.index] != s.blank]
    for layer in dict.fromkeys(spot.layer for spot in clues):
        own = [spot for spot in clues if spot.layer == layer]
        if like is not None and layer in bench.free:
            full = _shuffled(bench, random, known, full, [spot for spot in own if spot in anew])
        elif like is None and _has_choice(bench, random, known, full, own):
            bench.free.add(layer)
            full = _shuffled(bench, random, known, full, own)
    return full


def _filled(bench: Bench, random: Random, known: Literals) -> Assignment | None:
    """A clue at every place that can have one; if not all can, add them in random order."""
    left = bench.standing(known)
    full = bench.ask([*known, *(node for spot in left for node in bench.present(spot))])
    if full is not None:
        return full
    full = bench.ask(known)
    if full is None:
        return None
    present: Literals = []
    while left:
        spot = random.choice(left)
        left.remove(spot)
        node = bench.present(spot)
        if full[spot.index] == spot.blank:
            more = bench.ask([*known, *present, *node])
            if more is None:
                continue
            full = more
        present += node
        stands = set(bench.standing([*known, *present]))
        left = [other for other in left if other in stands]
    return full


def _has_choice(
    bench: Bench, random: Random, known: Literals, full: Assignment, spots: Sequence[Spot]
) -> bool:
    """Whether clues of a layer may have other values for the same solution."""
    for spot in random.sample(spots, min(PROBES, len(spots))):
        node = bench.literal(spot.index, full[spot.index])
        if node is None:
            continue
        others = [
            *bench.clues_of(full, (s for s in bench.spots if s != spot)),
            *bench.present(spot),
        ]
        if bench.ask([*known, *others, bench.model.not_(node)]) is not None:  # type: ignore[list-item]
            return True
    return False


def _shuffled(
    bench: Bench, random: Random, known: Literals, full: Assignment, spots: Sequence[Spot]
) -> Assignment:
    """Values at random for clues that may have several."""
    for spot in random.sample(spots, len(spots)):
        others = bench.clues_of(full, (s for s in bench.spots if s != spot))
        for code in random.sample(spot.codes, min(TRIES, len(spot.codes))):
            node = bench.literal(spot.index, code)
            other = None if node is None else bench.ask([*known, *others, node])
            if other is not None:
                full = other
                break
    return full
