"""Smallest hitting sets: as few elements as possible that meet every one of some sets.

    answer = smallest(challenge)        # implicit: the sets are found as they are needed

A challenge takes a candidate and gives a set that it does not hit, or None if it is right (implicit
hitting sets: Moreno-Centeno, Karp 2013; for smallest unsatisfiable subsets Ignatiev, Previti,
Liffiton, Marques-Silva 2015).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from typing import TypeAlias

Challenge: TypeAlias = "Callable[[frozenset[int]], Set[int] | None]"

# Sets that are asked for, and branches that are tried for one candidate, before any set will do.
CHALLENGES, BRANCHES = 300, 20_000


def smallest(challenge: Challenge) -> tuple[frozenset[int], bool]:
    """A set that no challenge is raised against, and whether it is sure to be a smallest one. It is
    a smallest one that meets all sets that were met before, so it never has elements in vain."""
    met: list[frozenset[int]] = []
    sure = True
    while True:
        if len(met) < CHALLENGES and sure:
            candidate, sure = least_hitting(met)
        else:
            candidate, sure = greedy(met), False
        missed = challenge(candidate)
        if missed is None:
            return candidate, sure
        met.append(frozenset(missed))


def greedy(sets: Sequence[frozenset[int]]) -> frozenset[int]:
    """A set that meets all: the element of most sets first."""
    chosen: set[int] = set()
    left = list(sets)
    while left:
        counts: dict[int, int] = {}
        for each in left:
            for element in each:
                counts[element] = counts.get(element, 0) + 1
        best = min(counts, key=lambda e: (-counts[e], e))
        chosen.add(best)
        left = [s for s in left if best not in s]
    for element in sorted(chosen):
        if all(s & (chosen - {element}) for s in sets):
            chosen.discard(element)
    return frozenset(chosen)


def least_hitting(sets: Sequence[frozenset[int]]) -> tuple[frozenset[int], bool]:
    """A smallest set that meets all, and whether it is sure to be one."""
    best = greedy(sets)
    branches = 0

    def branch(chosen: frozenset[int], out: frozenset[int], left: list[frozenset[int]]) -> None:
        nonlocal best, branches
        branches += 1
        if branches > BRANCHES:
            return
        if not left:
            if len(chosen) < len(best):
                best = chosen
            return
        if len(chosen) + _apart(left) >= len(best):
            return
        pivot = min(left, key=lambda s: (len(s - out), sorted(s)))
        for element in sorted(pivot - out):
            rest = [s for s in left if element not in s]
            branch(chosen | {element}, out, rest)
            out |= {element}
            if any(s <= out for s in left):
                return

    branch(frozenset(), frozenset(), list(sets))
    return best, branches <= BRANCHES


def _apart(sets: Sequence[frozenset[int]]) -> int:
    """How many of some sets have no element in common, at least: so many elements are needed."""
    seen: set[int] = set()
    count = 0
    for each in sorted(sets, key=len):
        if not each & seen:
            seen |= each
            count += 1
    return count
