"""One of some conditions and no two of them: the passes `exactly one` and `at most one`."""

from __future__ import annotations

import tracemalloc
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.model import Model
from pzc.model.nodes import Bool
from pzc.presolve import exactly_one as exactly_one_module
from pzc.presolve.clauses import split
from pzc.presolve.cliques import _neighbours, counted_together
from pzc.presolve.demands import demands, signatures
from pzc.presolve.exactly_one import exactly_one
from strategies import brute_force


@settings(max_examples=50)
@given(st.data())
def test_one_of_some_and_no_two_of_them(data: st.DataObject) -> None:
    """Clauses for pairs, some of them left out or under other guards, and counts."""
    m = Model()
    a, b, c, d, g, h = (m.bool_var(name) for name in "abcdgh")
    x = m.int_var("x", range(3))
    pool = [a, m.not_(b), c, d, m.eq(x, 1)]
    some = data.draw(st.lists(st.sampled_from(pool), min_size=2, max_size=4, unique=True))
    guards: list[list[Bool]] = [[], [g], [m.not_(g)], [g, h], [some[0]], [m.not_(some[0])]]
    guard = st.sampled_from(guards)
    demands: list[Bool] = [m.or_((*data.draw(guard), *some))]
    if data.draw(st.booleans()):  # two of them as "not neither", one perhaps again
        last = m.not_(m.and_(map(m.not_, some[-2:])))
        demands = [m.or_((*data.draw(guard), *some[: data.draw(st.integers(-2, -1))], last))]
    usual = data.draw(guard)
    for two in combinations(some, 2):
        own = data.draw(st.sampled_from([usual] * 8 + [[], [h]]))
        demands.append(m.or_((*own, m.not_(m.and_(two)))))
    if data.draw(st.booleans()):
        more = data.draw(st.sampled_from([[], [(-1, m.member(x, (0, 2)))]]))
        total = m.linear([*[(1, y) for y in some], *more])
        demands[1:] = [m.or_((*usual, m.le(total, 1 - len(more))))]
    if data.draw(st.integers(0, 5)) == 0:
        demands.pop()
    for rule, condition in enumerate(data.draw(st.permutations(demands))):
        m.require(condition, Origin(rule))
    short = exactly_one(m)
    assert brute_force(short) == brute_force(m)
    assert brute_force(exactly_one(split(m))) == brute_force(m)
    assert {o for one in short.constraints for o in one.origins} <= {*map(Origin, range(8))}


def test_a_condition_that_a_clause_states_twice_counts_once() -> None:
    m = Model()
    a, b, c = (m.bool_var(name) for name in "abc")
    m.require(m.or_((a, m.not_(m.and_((m.not_(a), b, c))))), Origin(0))
    for two in combinations((a, m.not_(b), m.not_(c)), 2):
        m.require(m.not_(m.and_(two)), Origin(1))
    assert len(exactly_one(m).constraints) == 1
    assert brute_force(exactly_one(m)) == brute_force(m)


def test_a_value_and_its_negation_in_one_count_are_no_two_conditions() -> None:
    m = Model()
    a, b, x = m.bool_var("a"), m.bool_var("b"), m.int_var("x", range(3))
    zero, other = m.eq(x, 0), m.member(x, (1, 2))
    m.require(m.le(m.linear([(1, other), (-1, zero), (1, a), (1, b)]), 0), Origin(0))
    m.require(m.or_((other, a, b)), Origin(1))
    assert brute_force(exactly_one(m)) == brute_force(m)


@pytest.mark.parametrize("guards", [0, 1, 2])
@pytest.mark.parametrize("counted", [True, False])
def test_one_of_some_and_no_two_is_exactly_one(guards: int, counted: bool) -> None:
    m = Model()
    xs = [m.bool_var(f"x{k}") for k in range(4)]
    unless = [m.bool_var(f"g{k}") for k in range(guards)]
    m.require(m.or_((*unless, *xs)), Origin(0))
    pairs = [m.not_(m.and_(two)) for two in combinations(xs, 2)]
    for most in [m.le(m.sum_(xs), 1)] if counted else pairs:
        m.require(m.or_((*unless, most)), Origin(1))
    (one,) = exactly_one(m).constraints
    assert one.condition is m.or_((*unless, m.eq(m.sum_(xs), 1)))
    assert one.origins == (Origin(0), Origin(1))


@settings(max_examples=50)
@given(st.data())
def test_conditions_that_exclude_each_other_are_counted(data: st.DataObject) -> None:
    """Two at a time, in several words; with some pairs left out, in smaller sets or not at all."""
    m = Model()
    some: list[Bool] = [m.bool_var(f"b{k}") for k in range(6)]
    number = m.int_var("x", range(3))
    some += [m.eq(number, 0), m.member(number, {1, 2})]
    some = [m.not_(x) if data.draw(st.sampled_from([True] + [False] * 5)) else x for x in some]
    for k, (a, b) in enumerate(combinations(some, 2)):
        if not data.draw(st.sampled_from([True] + [False] * 9)):
            words = [m.not_(m.and_((a, b))), m.or_((m.not_(a), m.not_(b)))]
            condition = data.draw(st.sampled_from([*words, m.le(m.sum_((a, b)), 1)]))
            m.require(condition, Origin(k))
    short = counted_together(m)
    assert brute_force(short) == brute_force(m)
    assert {o for c in short.constraints for o in c.origins} == {
        o for c in m.constraints for o in c.origins
    }


def test_six_conditions_that_exclude_each_other_are_one_count() -> None:
    m = Model()
    some = [m.bool_var(f"b{k}") for k in range(6)]
    for a, b in combinations(some, 2):
        m.require(m.not_(m.and_((a, b))), Origin(0))
    assert [c.condition for c in counted_together(m).constraints] == [m.le(m.sum_(some), 1)]


def test_sets_of_pairs_far_from_the_first_condition_take_few_bits() -> None:
    """A bit for every condition of a board would take memory that grows with its square."""
    ends = [(9000, 9001), (9001, 9003), (9000, 9003)]
    first, around = _neighbours(ends, 9004)
    assert [first[k] for k in (9000, 9001, 9003)] == [9001, 9000, 9000]
    assert [around[k] for k in (9000, 9001, 9003)] == [0b101, 0b1001, 0b11]


def test_conditions_with_few_pairs_take_no_bits() -> None:
    """As the trees of Tents, made after all tents, which are the only ones in large sets."""
    m = Model()
    tents = [m.bool_var(f"tent{k}") for k in range(10_000)]
    for k in range(len(tents) - 2):
        for other in tents[k + 1 : k + 3]:
            m.require(m.not_(m.and_((tents[k], other))), Origin(0))
    for k, tent in enumerate(tents):
        m.require(m.not_(m.and_((tent, m.bool_var(f"tree{k}")))), Origin(1))
    demands(m)
    tracemalloc.start()
    try:
        assert counted_together(m) is m
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 15e6  # a bit for every tent between a tent and its tree: 25 MB


def test_few_clauses_are_compared_with_a_clause_on_a_stretch_of_a_line() -> None:
    """Of two numbers with none between, as in Hanare-gumi: each stretch holds all those within."""
    m = Model()
    line = [m.bool_var(f"x{k}") for k in range(20)]
    for a, b in combinations(range(20), 2):
        m.require(m.or_((m.not_(line[a]), m.not_(line[b]), *line[a + 1 : b])), Origin(0))
    known = exactly_one_module._Clauses(m, demands(m))
    assert len(known.clauses) > 150
    assert all(len(known._spanning(clause)) <= 1 for clause in known.clauses)


@pytest.mark.parametrize("order", ["abcg", "bgac", "gbac", "bacg"])
def test_two_of_the_conditions_may_exclude_each_other_without_guards(order: str) -> None:
    m = Model()
    variable = {name: m.bool_var(name) for name in order}
    a, b, c, g = (variable[name] for name in "abcg")
    m.require(m.or_((a, b, c, g)), Origin(0))
    m.require(m.or_((m.not_(a), m.not_(b), g)), Origin(1))
    m.require(m.or_((m.not_(a), m.not_(c), g)), Origin(2))
    pair = m.not_(m.and_((b, c)))
    m.require(pair, Origin(3))
    found = [constraint.condition for constraint in exactly_one(m).constraints]
    assert found == [pair, m.or_((g, m.eq(m.sum_((a, b, c)), 1)))]


def test_clauses_whose_literals_have_no_opposites_are_not_indexed() -> None:
    m = Model()
    black = [m.bool_var(f"b{k}") for k in range(6)]
    number = m.int_var("n", range(3))
    for k in range(3):  # as in Nurikabe: no square is black, and a cell is black or has a number
        m.require(m.not_(m.and_(black[k : k + 4])), Origin(0))
        m.require(m.or_((black[k], m.member(number, (k,)))), Origin(1))
    assert not exactly_one_module._may_oppose(signatures(m))
    m.require(m.or_((m.not_(black[0]), m.not_(black[1]), black[5])), Origin(2))
    assert exactly_one_module._may_oppose(signatures(m))
