"""Clues are removed several at a time, with the result of removing them one by one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from pzc.tasks.make.reducing import remove


def removed(size: int, needed: set[int]) -> tuple[list[int], int]:
    """What is left of some numbers if the needed ones cannot be removed, and the trials."""
    left, trials = list(range(size)), 0

    def is_gone(some: Sequence[int]) -> bool:
        nonlocal left, trials
        trials += 1
        if needed.intersection(some):
            return False
        left = [k for k in left if k not in some]
        return True

    remove(list(range(size)), is_gone)
    return left, trials


@pytest.mark.parametrize("seed", range(40))
def test_what_is_needed_stays_and_nothing_else(seed: int) -> None:
    random = Random(seed)
    size = random.randrange(60)
    needed = set(random.sample(range(size), random.randint(0, size)))
    left, trials = removed(size, needed)
    assert left == sorted(needed)
    assert trials <= 2 * size


def test_few_trials_remove_much() -> None:
    assert removed(100, {50})[1] < 25


def test_of_two_choices_one_is_removed() -> None:
    gone: set[int] = set()

    def is_gone(some: Sequence[int]) -> bool:
        if {3, 4} <= gone.union(some):  # one of them is needed
            return False
        gone.update(some)
        return True

    remove(list(range(8)), is_gone)
    assert gone == set(range(8)) - {4}
