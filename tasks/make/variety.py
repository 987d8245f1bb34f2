"""Variety: a solver's own solutions are monotonous (a loop around one cell, one large number).

Parts of a solution are solved again, and a change is kept if the values of the found layers, and of
the clues that the solution can have, are spread at least as evenly.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import log2
from random import Random

from .bench import Assignment, Bench, Spent
from .parts import Fact, Spot
from .repairing import radius
from .sampling import sample

STEPS = 25  # changes of a solution
BARREN = 8  # changes in a row without more variety, after which it is changed no more
WORK = 150_000_000  # units (see `backends.base`) after which it is changed no more
CALLS = 6  # and that of so many changes like the first one at least


def varied(
    bench: Bench, random: Random, found: Assignment, steps: int = STEPS
) -> Assignment | None:
    """A solution with more variety than this one, after `steps` changes; None if all its values are
    still alike, as on a board whose clues leave no room for anything."""
    tell = Variety(bench)
    best, most, barren = found, tell(found), 0
    begun, end = bench.solver.work, 0
    for _ in range(steps):
        if (
            not bench.facts
            or most >= tell.limit
            or barren == BARREN
            or 0 < end <= bench.solver.work
        ):
            break
        free = bench.around(random.choice(bench.facts), radius(random))
        barren += 1
        try:
            other = sample(bench, random, bench.outside(best, free), free)
        except Spent:
            bench.check()
            other = None
        end = end or begun + max(WORK, CALLS * (bench.solver.work - begun))
        now = 0.0 if other is None else tell(other)
        if other is None or now < most:
            continue
        if now > most:
            barren = 0
        best, most = other, now
    return best if most or tell.limit <= 0 else None


class Variety:
    """The entropy of the values of each found layer and of the clues that stand, in bits a value.

    limit: that of a solution in which all values are equally frequent."""

    def __init__(self, bench: Bench) -> None:
        facts: dict[str, list[Fact]] = {}
        for fact in bench.facts:
            facts.setdefault(fact.layer, []).append(fact)
        # Clues that are values of the solution itself tell nothing more; and evenly spread yes and
        # no are not what a hint of their shares asks for.
        shown = {slot.printed for slot in bench.grounding.slots.values()}
        shown |= bench.template.shares.keys()
        spots: dict[str, list[Spot]] = {}
        for spot in bench.spots:
            if spot.layer not in shown:
                spots.setdefault(spot.layer, []).append(spot)
        self._facts = [[fact.index for fact in own] for own in facts.values()]
        self._spots = [[(spot.index, spot.blank) for spot in own] for own in spots.values()]
        codes = [*map(_codes, facts.values()), *map(_codes, spots.values())]
        self.limit = sum(log2(len(own)) for own in codes if own) - 1e-6

    def __call__(self, found: Assignment) -> float:
        of_facts = (_entropy([found[k] for k in own]) for own in self._facts)
        of_clues = (_entropy([found[k] for k, b in own if found[k] != b]) for own in self._spots)
        return sum(of_facts) + sum(of_clues)


def _codes(some: Iterable[Fact | Spot]) -> set[int]:
    return {code for one in some for code in one.codes}


def _entropy(values: Iterable[int]) -> float:
    counts = Counter(values)
    total = counts.total()
    return -sum(n / total * log2(n / total) for n in counts.values())
