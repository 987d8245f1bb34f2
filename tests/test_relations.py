"""Other words for comparisons of two numbers, for "exactly one" and for a clause."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.model import Model
from pzc.model.nodes import Bool, IntVar
from pzc.presolve.clauses import flat
from pzc.presolve.exactly_one import alternatives
from pzc.presolve.relations import related
from strategies import brute_force


def conditions(m: Model, x: IntVar, y: IntVar, least: int, most: int) -> list[Bool]:
    """Some that amount to comparisons, and some that do not quite."""
    has = [(m.member(x, (v,)), m.member(y, (v,))) for v in range(5)]
    high, low = m.max_((x, y)), m.min_((x, y))
    apart = m.linear(((1, x), (-1, y)))
    return [
        m.eq(high, x),
        m.lt(low, high),
        m.le(m.linear(((1, high), (-1, low))), most),
        m.eq(m.linear(((1, high), (-1, low))), least),
        m.eq(m.sum_(m.or_(both) for both in has), 2),
        m.le(m.sum_(m.or_(both) for both in has[1:]), 1),
        m.or_(m.and_((m.member(x, (v,)), m.member(y, range(v + least, 9)))) for v in range(5)),
        m.or_(m.and_((m.member(x, (v,)), m.member(y, range(1, v + most)))) for v in range(5)),
        m.or_(m.and_(both) for both in has),
        m.member(m.abs_(apart), range(most)),
        m.member(m.abs_(apart), (least, most)),
        m.eq(m.linear(((1, m.abs_(apart)), (1, x), (-1, y))), 0),
    ]


@settings(max_examples=75)
@given(st.data())
def test_a_condition_on_two_numbers_says_the_same_of_their_difference(data: st.DataObject) -> None:
    m = Model()
    domains = [range(5), range(1, 4), range(2, 6), (0, 1, 4)]
    x, y = (m.int_var(name, data.draw(st.sampled_from(domains))) for name in "xy")
    guard = m.bool_var("g")
    for rule in range(2):
        numbers = st.integers(0, 4)
        pool = conditions(m, x, y, data.draw(numbers), data.draw(numbers))
        condition = data.draw(st.sampled_from(pool))
        condition = m.literal(data.draw(st.booleans()), condition)
        if data.draw(st.booleans()):
            condition = m.or_((guard, condition))
        m.require(condition, Origin(rule))
    short = related(m)
    assert brute_force(short) == brute_force(m)
    assert {o for one in short.constraints for o in one.origins} <= {Origin(0), Origin(1)}


@pytest.mark.parametrize("guarded", [False, True])
def test_words_for_a_comparison(guarded: bool) -> None:
    m = Model()
    x, y, guard = m.int_var("x", range(5)), m.int_var("y", range(5)), m.bool_var("g")
    some = conditions(m, x, y, 1, 2)
    expected = [m.le(y, x), m.not_(m.eq(x, y)), m.lt(x, y)]
    for condition in (some[0], some[1], some[4], some[6]):
        m.require(m.or_((guard, condition)) if guarded else condition, Origin(0))
    found = [c.condition for c in related(m).constraints]
    assert set(found) == {m.or_((guard, x)) if guarded else x for x in expected}


@settings(max_examples=75)
@given(st.data())
def test_one_and_none_of_the_others_is_exactly_one(data: st.DataObject) -> None:
    """Some alternatives are left out, or say less, or say it of others."""
    m = Model()
    xs: list[Bool] = [m.bool_var(name) for name in "abcd"]
    guard = m.bool_var("g")
    n = m.int_var("n", range(3))
    some = data.draw(st.permutations([*xs, m.not_(guard), m.member(n, (1,))]))
    some = some[: data.draw(st.integers(2, 4))]
    parts: list[Bool] = [guard] if data.draw(st.booleans()) else []
    for x in some:
        others = [y for y in some if y is not x]
        if data.draw(st.integers(0, 9)) == 0:
            others = others[1:]
        none = m.not_(m.or_(others)) if data.draw(st.booleans()) else m.and_(map(m.not_, others))
        if data.draw(st.integers(0, 9)):
            parts.append(m.and_((x, none)))
    m.require(m.or_(parts), Origin(0))
    short = alternatives(m)
    assert brute_force(short) == brute_force(m)
    assert {o for one in short.constraints for o in one.origins} <= {Origin(0)}


def test_words_for_exactly_one() -> None:
    m = Model()
    xs: list[Bool] = [m.bool_var(name) for name in "abc"]
    guard = m.bool_var("g")
    none = [m.not_(m.or_(others)) for others in reversed([*combinations(xs, 2)])]
    each = m.or_(m.and_((x, others)) for x, others in zip(xs, none, strict=True))
    m.require(m.or_((guard, each)), Origin(0))
    (one,) = alternatives(m).constraints
    assert one.condition is m.or_((guard, m.eq(m.sum_(xs), 1)))


@settings(max_examples=75)
@given(st.data())
def test_some_and_none_of_the_others_are_a_count(data: st.DataObject) -> None:
    m = Model()
    flags: list[Bool] = [m.bool_var(name) for name in "abcd"]
    n = m.int_var("n", range(3))
    some = data.draw(st.permutations([*flags, m.not_(flags[0]), m.member(n, (1,))]))
    some = some[: data.draw(st.integers(3, 4))]
    parts: list[Bool] = []
    for k in data.draw(st.lists(st.integers(0, 3), min_size=1, max_size=2, unique=True)):
        for chosen in combinations(some, k):
            if data.draw(st.integers(0, 19)):
                parts.append(m.and_([x if x in chosen else m.not_(x) for x in some]))
    m.require(m.or_(parts), Origin(0))
    assert brute_force(alternatives(m)) == brute_force(m)


@pytest.mark.parametrize("counts", [(2,), (0, 2), (1, 3)])
def test_words_for_a_count(counts: tuple[int, ...]) -> None:
    m = Model()
    xs: list[Bool] = [m.bool_var(name) for name in "abcd"]
    each = [
        m.and_([x if x in chosen else m.not_(x) for x in xs])
        for k in counts
        for chosen in combinations(xs, k)
    ]
    m.require(m.or_(each), Origin(0))
    (one,) = alternatives(m).constraints
    assert one.condition is m.member(m.sum_(xs), counts)


@settings(max_examples=25)
@given(st.data())
def test_not_all_of_some_is_as_many_alternatives(data: st.DataObject) -> None:
    m = Model()
    xs: list[Bool] = [m.bool_var(name) for name in "abcd"]
    literals = [*xs, *map(m.not_, xs)]
    for rule in range(3):
        some = data.draw(st.lists(st.sampled_from(literals), min_size=1, max_size=4))
        more = data.draw(st.lists(st.sampled_from(literals), max_size=2))
        condition = m.or_((*more, m.not_(m.and_(some))))
        m.require(
            m.and_((condition, xs[rule])) if data.draw(st.booleans()) else condition, Origin(rule)
        )
    short = flat(m)
    assert brute_force(short) == brute_force(m)
    assert {o for one in short.constraints for o in one.origins} <= {*map(Origin, range(3))}
