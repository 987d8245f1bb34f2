"""Smallest hitting sets, against brute force."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from pzc.tasks.explain.hitting import greedy, least_hitting, smallest

families = st.lists(st.frozensets(st.integers(0, 7), min_size=1, max_size=4), max_size=8)


def hits(chosen: frozenset[int], sets: list[frozenset[int]]) -> bool:
    return all(chosen & each for each in sets)


@given(families)
def test_no_smaller_set_meets_all(sets: list[frozenset[int]]) -> None:
    found, visits = least_hitting(sets)
    assert visits
    assert hits(found, sets)
    assert not any(
        hits(frozenset(c), sets) for k in range(len(found)) for c in combinations(range(8), k)
    )


@given(families)
def test_a_greedy_set_meets_all_and_has_nothing_in_vain(sets: list[frozenset[int]]) -> None:
    found = greedy(sets)
    assert hits(found, sets)
    assert not any(hits(found - {out}, sets) for out in found)


@given(families)
def test_sets_that_come_one_by_one_lead_to_the_same_size(sets: list[frozenset[int]]) -> None:
    def challenge(chosen: frozenset[int]) -> frozenset[int] | None:
        return next((each for each in sets if not chosen & each), None)

    found, sure = smallest(challenge)
    assert sure
    assert len(found) == len(least_hitting(sets)[0])


def test_a_known_bound_ends_the_search_and_work_is_limited() -> None:
    sets = [frozenset({k, (k + 1) % 40, (k + 7) % 40}) for k in range(40)]
    found, visits = least_hitting(sets, visits=2_000)
    assert not visits
    assert hits(found, sets)
    assert least_hitting(sets, least=len(found), visits=100) == (found, 59)


def test_where_many_are_needed_few_challenges_are_enough_and_none_is_superfluous() -> None:
    """Of all pairs of 60 numbers, 59 hit each."""
    challenges = 0

    def challenge(chosen: frozenset[int]) -> frozenset[int] | None:
        nonlocal challenges
        challenges += 1
        return next(filter(chosen.isdisjoint, map(frozenset, combinations(range(60), 2))), None)

    found, sure = smallest(challenge)
    assert challenge(found) is None and len(found) == 59 and not sure
    assert all(challenge(found - {element}) is not None for element in found)
    assert challenges < 500
