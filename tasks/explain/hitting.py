"""Smallest hitting sets: as few elements as possible that intersect each of some sets.

    answer = smallest(challenge)        # implicit: the sets are found as they are needed

A challenge takes a candidate and returns a set that it does not hit, or None if there is none
(implicit hitting sets: Moreno-Centeno, Karp 2013; for smallest unsatisfiable subsets Ignatiev,
Previti, Liffiton, Marques-Silva 2015).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence, Set
from typing import TypeAlias

Challenge: TypeAlias = "Callable[[frozenset[int]], Set[int] | None]"

# Limits on the number of sets, and on the sets visited in all branches together; beyond them, a
# minimal set is found that need not be a smallest one.
CHALLENGES, VISITS = 300, 4_000_000


def smallest(challenge: Challenge) -> tuple[frozenset[int], bool]:
    """A set without a challenge of which no element is superfluous, and whether it is proved to be
    a smallest one."""
    met: list[frozenset[int]] = []
    visits, least = VISITS, 0
    while len(met) < CHALLENGES:
        candidate, visits = least_hitting(met, least, visits)
        if not visits:
            break
        least = len(candidate)  # more sets are never hit by fewer elements
        missed = challenge(candidate)
        if missed is None:
            return candidate, True
        met.append(frozenset(missed))
    return minimal(challenge, met), False


def minimal(challenge: Challenge, met: list[frozenset[int]]) -> frozenset[int]:
    """A set without a challenge of which no element is superfluous: each challenge adds the element
    that is in most sets met so far, and in the end those are left out that no set needs. met: some
    sets to hit; further ones are added."""
    counts = Counter(element for each in met for element in each)
    chosen = greedy(met)
    while (missed := challenge(chosen)) is not None:
        met.append(frozenset(missed))
        counts.update(missed)
        chosen |= {min(missed, key=lambda e: (-counts[e], e))}
    for element in sorted(chosen):
        fewer = chosen - {element}
        if all(each & fewer for each in met):
            missed = challenge(fewer)
            if missed is None:
                chosen = fewer
            else:
                met.append(frozenset(missed))
    return chosen


def greedy(sets: Sequence[frozenset[int]]) -> frozenset[int]:
    """A hitting set: repeatedly take the element of most sets that are not hit yet."""
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


def least_hitting(
    sets: Sequence[frozenset[int]], least: int = 0, visits: int = VISITS
) -> tuple[frozenset[int], int]:
    """A smallest hitting set by branch and bound. least: a lower bound of its size, if one is
    known. visits: how many sets may be visited; the second result is how many of them are left, 0
    if the set is not proved to be smallest."""
    best = greedy(sets)

    def branch(chosen: frozenset[int], out: frozenset[int], left: list[frozenset[int]]) -> None:
        nonlocal best, visits
        visits = max(0, visits - len(left) - 1)
        if not visits or len(best) <= least:
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

    branch(frozenset(), frozenset(), sorted(sets, key=len))
    return best, visits


def _apart(sets: Sequence[frozenset[int]]) -> int:
    """A lower bound on the size of a hitting set: the number of disjoint sets found greedily. sets:
    small ones first."""
    seen: set[int] = set()
    count = 0
    for each in sets:
        if seen.isdisjoint(each):
            seen |= each
            count += 1
    return count
