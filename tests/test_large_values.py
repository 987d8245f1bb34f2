"""Large values that no condition tells apart: the smaller model has an assignment if one has."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.globals.all_different import ALL_DIFFERENT
from pzc.model.model import Model
from pzc.model.nodes import Bool, IntOperand, IntVar
from pzc.presolve.large_values import capped
from strategies import brute_force, random_models


def agree(m: Model) -> None:
    """Both have an assignment or none, and those of the smaller model are those of the model."""
    every, some = brute_force(m), brute_force(capped(m))
    assert some <= every
    assert bool(some) == bool(every)


@settings(max_examples=30)
@given(random_models())
def test_whether_there_is_an_assignment_stays(m: Model) -> None:
    agree(m)


@settings(max_examples=50)
@given(st.data())
def test_numbers_that_are_compared_with_counts(data: st.DataObject) -> None:
    m = Model()
    bools = [m.bool_var(name) for name in "ab"]
    count = m.sum_(bools)
    x = m.int_var("x", range(-1, 7))
    y = m.int_var("y", data.draw(st.sampled_from([range(9), (-1, 2, 3, 5, 8), (4, 6)])))

    def number() -> IntOperand:
        z = data.draw(st.sampled_from([x, y]))
        constant = data.draw(st.integers(-2, 9))
        options = [data.draw(st.sampled_from([v, v, v, 9])) for v in z.domain]
        made: list[IntOperand] = [
            z,
            m.ite(bools[0], z, constant),
            m.max_([x, m.ite(bools[1], y, constant)]),
            m.min_([m.ite(bools[0], x, constant), y]),
            m.element(z, options),
        ]
        return data.draw(st.sampled_from(made))

    def condition() -> Bool:
        z, c = number(), data.draw(st.sampled_from([-2, -1, 1, 1, 2]))
        bound = data.draw(st.integers(-6, 8))
        terms = [(c, z), (data.draw(st.sampled_from([-1, 1, 3])), count)]
        if data.draw(st.integers(0, 4)) == 0:
            terms.append((data.draw(st.sampled_from([c, c, -c])), number()))
        made = [
            m.sum_is_at_most(terms, bound),
            m.sum_is(terms, bound),
            m.member(z, data.draw(st.sets(st.integers(-1, 9), min_size=1))),
        ]
        return data.draw(st.sampled_from(made))

    for rule in range(data.draw(st.integers(1, 3))):
        one, other = condition(), condition()
        joined = [one, m.not_(one), m.or_([one, other]), m.iff(one, m.not_(other))]
        m.require(data.draw(st.sampled_from(joined)), Origin(rule))
    agree(m)


@pytest.mark.parametrize("c", [-3, -2, -1, 1, 2, 3])
@pytest.mark.parametrize("equal", [False, True])
def test_the_cap_is_high_enough_for_each_comparison(c: int, equal: bool) -> None:
    for bound, low, holds, known in product(range(-9, 10), (1, 2, 3), (0, 1), (0, 1)):
        m = Model()
        x, b = m.int_var("x", range(low, 13)), m.bool_var("b")
        compare = m.sum_is if equal else m.sum_is_at_most
        one = compare([(c, x), (1, b)], bound)
        m.require(one if holds else m.not_(one), Origin(0))
        m.require(m.member(b, (known,)), Origin(1))
        agree(m)


def test_options_may_fall_below_the_cap_again() -> None:
    m = Model()
    x, y = m.int_var("x", range(6)), m.int_var("y", range(6))
    m.require(m.eq(m.element(x, [9, 9, 9, 9, 9, 1]), 1), Origin(0))
    m.require(m.le(2, m.max_([x, y])), Origin(1))
    agree(m)


def test_a_clue_that_is_compared_with_sizes_has_one_value_above_all_of_them() -> None:
    m = Model()
    clue = m.int_var("clue", range(-1, 1000))
    count = m.sum_(m.bool_var(f"b{k}") for k in range(4))
    m.require(m.or_([m.eq(clue, -1), m.lt(count, clue)]), Origin(0))
    (small, *_) = capped(m).variables
    assert isinstance(small, IntVar) and list(small.domain) == [-1, 0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("kind", ["numbers", "different", "product", "given"])
def test_values_that_conditions_tell_apart_stay(kind: str) -> None:
    m = Model()
    x, y = m.int_var("x", range(50)), m.int_var("y", range(50))
    if kind == "numbers":
        m.require(m.lt(x, y), Origin(0))
    elif kind == "different":
        m.require(m.all_of(ALL_DIFFERENT, [x, y], None), Origin(0))
    elif kind == "product":
        m.require(m.le(m.times(x, y), 5), Origin(0))
    else:
        m.require(m.or_([m.le(x, 3), m.le(y, 3)]), Origin(0))
        m.givens = {0: 40, 1: 40}
    assert capped(m) is m
