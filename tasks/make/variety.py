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
from .parts import Spot
from .repairing import around, radius
from .sampling import sample

STEPS = 25  # changes of a solution
WORK = 150_000_000  # units (see `backends.base`) after which it is changed no more
CALLS = 6  # and that of so many hard calls at least


def varied(bench: Bench, random: Random, found: Assignment, steps: int = STEPS) -> Assignment:
    """A solution with more variety than this one, after `steps` changes."""
    best, most = found, variety(bench, found)
    limit, end = _most(bench), bench.solver.work + max(WORK, CALLS * bench.patience)
    for _ in range(steps):
        if most >= limit or bench.solver.work >= end:
            break
        free = around(bench, random.choice(bench.facts), radius(random))
        kept = bench.answers(best, (one for one in bench.choices if one not in free))
        try:
            other = sample(bench, random, kept, sorted(free, key=lambda fact: fact.index))
        except Spent:
            bench.check()
            continue
        if other is None:
            continue
        now = variety(bench, other)
        if now >= most:
            best, most = other, now
    return best


def variety(bench: Bench, found: Assignment) -> float:
    """The entropy of the values of each found layer and of the clues, in bits a value."""
    layers: dict[tuple[str, bool], list[int]] = {}
    for fact in bench.facts:
        layers.setdefault((fact.layer, True), []).append(found[fact.index])
    for spot in _telling(bench):
        if found[spot.index] != spot.blank:
            layers.setdefault((spot.layer, False), []).append(found[spot.index])
    return sum(map(_entropy, layers.values()))


def _telling(bench: Bench) -> list[Spot]:
    """The spots whose clues are not values of the solution itself."""
    shown = {slot.printed for slot in bench.grounding.slots.values()}
    return [spot for spot in bench.spots if spot.layer not in shown]


def _most(bench: Bench) -> float:
    """The variety of a solution in which all values are equally frequent."""
    layers: dict[tuple[str, bool], set[int]] = {}
    for fact in bench.facts:
        layers.setdefault((fact.layer, True), set()).update(fact.codes)
    for spot in _telling(bench):
        layers.setdefault((spot.layer, False), set()).update(spot.codes)
    return sum(log2(len(codes)) for codes in layers.values() if codes) - 1e-6


def _entropy(values: Iterable[int]) -> float:
    counts = Counter(values)
    total = counts.total()
    return -sum(n / total * log2(n / total) for n in counts.values())
