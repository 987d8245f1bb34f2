"""Numbers that may not follow each other, as clauses on what follows each."""

from __future__ import annotations

from itertools import combinations

import pytest
import pzc
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.globals.all_different import ALL_DIFFERENT
from pzc.model.model import Model
from pzc.model.nodes import Bool, IntVar
from pzc.presolve.apart import followed
from strategies import brute_force

NEAR = [(0, 1), (1, 2), (2, 3), (3, 4)]
FAR = [pair for pair in combinations(range(5), 2) if pair not in NEAR]


def permutation(values: int = 5) -> tuple[Model, list[IntVar]]:
    m = Model()
    numbers = [m.int_var(f"x{k}", range(1, values + 1)) for k in range(5)]
    m.require(m.all_of(ALL_DIFFERENT, numbers, None), Origin(0))
    return m, numbers


def ahead(m: Model, x: IntVar, y: IntVar, k: int) -> Bool:
    return m.eq(m.linear([(1, y), (-1, x)]), k)


@pytest.mark.parametrize("how", ["absolute", "both ways"])
def test_each_number_touches_the_next_if_others_differ_by_more(how: str) -> None:
    m, numbers = permutation()
    for a, b in FAR:
        x, y = numbers[a], numbers[b]
        if how == "absolute":
            distance = m.abs_(m.linear([(1, x), (-1, y)]))
            m.require(m.not_(m.eq(distance, 1)), Origin(1))
        else:
            m.require(m.not_(ahead(m, x, y, 1)), Origin(1))
            m.require(m.not_(ahead(m, y, x, 1)), Origin(1))
    shorter = followed(m)
    beside = {a: [b for b in range(5) if abs(a - b) == 1] for a in range(5)}
    assert {c.condition for c in shorter.constraints[1:]} == {
        m.or_([m.eq(numbers[a], 5), *[ahead(m, numbers[a], numbers[b], 1) for b in beside[a]]])
        for a in beside
    }
    assert brute_force(shorter) == brute_force(m)


def test_numbers_that_do_not_share_all_values_stay_as_they_are() -> None:
    m, numbers = permutation(6)
    for a, b in FAR:
        m.require(m.not_(ahead(m, numbers[a], numbers[b], 1)), Origin(1))
        m.require(m.not_(ahead(m, numbers[b], numbers[a], 1)), Origin(1))
    assert followed(m) is m


def test_a_demand_on_a_difference_says_nothing_of_equal_numbers() -> None:
    m = Model()
    x, y, z = numbers = [m.int_var(name, range(1, 4)) for name in "xyz"]
    m.require(m.all_of(ALL_DIFFERENT, numbers, None), Origin(0))
    for a, b, k in (x, y, 2), (y, z, 1):
        m.require(m.eq(m.abs_(m.linear([(1, a), (-1, b)])), k), Origin(1))
    assert brute_force(m)
    assert brute_force(followed(m)) == brute_force(m)


def test_a_demand_is_kept_if_clauses_cover_one_of_its_differences_twice() -> None:
    m = Model()
    x, y, a, b, c, d = (m.int_var(name, range(1, 5)) for name in "xyabcd")
    for numbers in (x, y, a, b), (x, y, c, d):
        m.require(m.all_of(ALL_DIFFERENT, numbers, None), Origin(0))
    m.require(m.eq(m.abs_(m.linear([(1, x), (-1, y)])), 3), Origin(1))  # neither 1 nor 2
    for one, other in (a, b), (x, b), (x, d), (c, d):
        distance = m.abs_(m.linear([(1, one), (-1, other)]))
        m.require(m.not_(m.eq(distance, 2)), Origin(2))
    assert followed(m) is not m
    assert brute_force(followed(m)) == brute_force(m)


def test_rows_of_four_may_have_a_white_dot_between_any_two_neighbours() -> None:
    dots = "...o.o.\no...o.o\n.o...o.\no.o...o\n.o.o...\no.o.o..\n.o.o.o.\n"
    solution = pzc.load("kropki").solve(f"dot:\n{dots}")
    assert str(solution) == "1432\n2143\n3214\n4321"


@settings(max_examples=50)
@given(st.data())
def test_no_answer_is_lost_or_won(data: st.DataObject) -> None:
    m = Model()
    numbers = [m.int_var(f"x{k}", range(1, 5)) for k in range(4)]
    m.require(m.all_of(ALL_DIFFERENT, numbers, None), Origin(0))
    numbers.append(m.int_var("other", range(2, 4)))
    pairs = [*combinations(range(5), 2)]
    for a, b in data.draw(st.lists(st.sampled_from(pairs), min_size=3, unique=True)):
        x, y, k = numbers[a], numbers[b], data.draw(st.integers(1, 2))
        match data.draw(st.sampled_from(["distances", "above", "below", "both"])):
            case "distances":
                far = data.draw(st.sets(st.integers(0, 3), min_size=1))
                m.require(m.member(m.abs_(m.linear([(1, x), (-1, y)])), far), Origin(1))
            case how:
                if how != "below":
                    m.require(m.not_(ahead(m, x, y, k)), Origin(1))
                if how != "above":
                    m.require(m.not_(ahead(m, y, x, k)), Origin(2))
    assert brute_force(followed(m)) == brute_force(m)
