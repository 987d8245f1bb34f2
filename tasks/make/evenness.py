"""Evenness: how evenly the values of a board are spread, and changes that keep them so.

Changes that leave less of a solution open make its values more and more alike: the islands of a
Nurikabe shrink to ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import log2
from random import Random

from ...model.nodes import BoolNode
from .assumptions import Assignment, Literals
from .bench import Bench
from .parts import FoundVariable, Spot, near

# Shares of the initial evenness to keep; the next one applies when changes lead nowhere.
SHARES = 0.85, 0.5, 0.0


class Variety:
    """The entropy of the values of each found layer and of the clues that stand, in bits a value.

    limit: that of a solution in which all values are equally frequent."""

    def __init__(self, bench: Bench) -> None:
        found_variables: dict[str, list[FoundVariable]] = {}
        for variable in bench.found_variables:
            found_variables.setdefault(variable.layer, []).append(variable)
        # Left out are clues that repeat values of the solution, and layers with a usual share of
        # yes, which should not become evenly spread.
        shown = {slot.printed for slot in bench.grounding.slots.values()}
        shown |= bench.template.shares.keys()
        spots: dict[str, list[Spot]] = {}
        for spot in bench.spots:
            if spot.layer not in shown:
                spots.setdefault(spot.layer, []).append(spot)
        self._bench, self._spots = bench, list(spots.values())
        self._found_variables = [
            [variable.index for variable in own] for own in found_variables.values()
        ]
        codes = [*map(_codes, found_variables.values()), *map(_codes, spots.values())]
        self.limit = sum(log2(len(own)) for own in codes if own) - 1e-6

    def __call__(self, found: Assignment) -> float:
        of_found = sum(_entropy(Counter(found[k] for k in own)) for own in self._found_variables)
        return of_found + sum(_entropy(_clues(found, own)) for own in self._spots)

    def wishes(
        self, random: Random, found: Assignment, centre: FoundVariable, reach: int
    ) -> Literals:
        """For each layer of clues, the wish that one near a variable had a rare value."""
        made = (self._wish(random, found, own, centre, reach) for own in self._spots)
        return [node for node in made if node is not None]

    def _wish(
        self, random: Random, found: Assignment, own: list[Spot], centre: FoundVariable, reach: int
    ) -> BoolNode | None:
        beside = [
            spot
            for spot in own
            if spot.codes and found[spot.index] != spot.blank and near(centre.key, spot.key, reach)
        ]
        if not beside:
            return None
        spot, counts = random.choice(beside), _clues(found, own)
        weights = [1 / (1 + counts[code]) for code in spot.codes]
        return self._bench.assume.literal(spot.index, random.choices(spot.codes, weights)[0])


class Evenness:
    """Compares changed boards with one at the start, which was spread evenly.

    refused: whether a board was refused since the share of its evenness to keep was chosen."""

    def __init__(self, bench: Bench, start: Assignment) -> None:
        self._variety = Variety(bench)
        self._start = self._variety(start)
        self.keep(SHARES[0])

    def keep(self, share: float) -> None:
        self._least, self.refused = share * self._start, False

    def refuses(self, before: Assignment, after: Assignment) -> bool:
        """Whether a change makes a board less even, and less so than it has to stay."""
        now = self._variety(after)
        refused = now < self._least and now < self._variety(before)
        self.refused |= refused
        return refused

    def wishes(
        self, random: Random, found: Assignment, centre: FoundVariable, reach: int
    ) -> Literals:
        """Wishes for a board that is less even than at the start."""
        if self._variety(found) >= self._start:
            return []
        return self._variety.wishes(random, found, centre, reach)


def _codes(some: Iterable[FoundVariable | Spot]) -> set[int]:
    return {code for one in some for code in one.codes}


def _clues(found: Assignment, spots: Iterable[Spot]) -> Counter[int]:
    return Counter(found[s.index] for s in spots if found[s.index] != s.blank)


def _entropy(counts: Counter[int]) -> float:
    total = counts.total()
    return -sum(n / total * log2(n / total) for n in counts.values())
