"""Sums that must be equal and partition numbers of known total."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.globals.all_different import ALL_DIFFERENT
from pzc.model.model import Model
from pzc.model.nodes import IntVar
from pzc.presolve.equal_sums import valued
from strategies import brute_force

ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8)]
COLUMNS = [(0, 3, 6), (1, 4, 7), (2, 5, 8)]
DIAGONALS = [(0, 4, 8), (2, 4, 6)]
LINES = ROWS + COLUMNS + DIAGONALS
PAIRS = {
    "each two": [(a, b) for k, a in enumerate(LINES) for b in LINES[:k]],
    "each with the one before": [*pairwise(LINES)],
    "all with the second row": [(line, ROWS[1]) for line in LINES if line != ROWS[1]],
    "columns first": [*pairwise(COLUMNS), *((COLUMNS[0], x) for x in ROWS)],
}


def permutation(size: int) -> tuple[Model, list[IntVar]]:
    m = Model()
    numbers = [m.int_var(f"x{k}", range(1, size + 1)) for k in range(size)]
    m.require(m.all_of(ALL_DIFFERENT, numbers, None), Origin(0))
    return m, numbers


def demand_equal(m: Model, numbers: Sequence[IntVar], a: Sequence[int], b: Sequence[int]) -> None:
    sums = [m.sum_([numbers[k] for k in side]) for side in (a, b)]
    m.require(m.eq(*sums), Origin(1))


@pytest.mark.parametrize("how", PAIRS)
def test_each_line_of_a_magic_square_adds_up_to_15(how: str) -> None:
    m, numbers = permutation(9)
    for a, b in PAIRS[how]:
        demand_equal(m, numbers, a, b)
    alike, *values = valued(m).constraints
    assert alike == m.constraints[0]
    lines = {line for pair in PAIRS[how] for line in pair}
    assert {c.condition for c in values} == {
        m.eq(m.sum_([numbers[k] for k in line]), 15) for line in lines
    }
    assert all({Origin(0), Origin(1)} == {*c.origins} for c in values)


def test_the_sum_may_be_a_number_to_be_found() -> None:
    m, numbers = permutation(4)
    total = m.int_var("total", range(20))
    for a, b in ((0, 3), (1, 2)):
        m.require(m.eq(m.sum_([numbers[a], numbers[b]]), total), Origin(1))
    assert m.eq(total, 5) in [c.condition for c in valued(m).constraints]
    assert brute_force(valued(m)) == brute_force(m)


def test_numbers_that_do_not_share_all_values_stay_as_they_are() -> None:
    m, numbers = permutation(4)
    demand_equal(m, numbers[:3], (0, 1), (2,))
    assert valued(m) is m


@settings(max_examples=50)
@given(st.data())
def test_no_answer_is_lost_or_won(data: st.DataObject) -> None:
    m, numbers = permutation(4)
    halves = [(0, 1), (2, 3)]
    demand_equal(m, numbers, *halves)
    numbers.append(m.int_var("other", range(2, 7)))
    sides = st.lists(st.integers(0, 4), unique=True, max_size=3)
    for _ in range(data.draw(st.integers(0, 3))):
        a, b = data.draw(sides), data.draw(st.one_of(sides, st.sampled_from(halves)))
        left, right = (m.sum_([numbers[k] for k in side]) for side in (a, b))
        difference = data.draw(st.integers(-3, 3))
        m.require(m.eq(left, m.sum_([right, difference])), Origin(1))
    assert valued(m) is not m
    assert brute_force(valued(m)) == brute_force(m)
