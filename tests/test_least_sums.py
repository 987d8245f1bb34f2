"""Sums that may not exceed the total of the least values of groups of their terms."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.globals.connected_pair import CONNECTED_PAIR, in_piece
from pzc.model.globals.size import SIZE
from pzc.model.model import Model
from pzc.model.nodes import Bool, Query
from pzc.presolve.least_sums import at_their_least
from strategies import brute_force

EDGES = [(0, 1), (1, 2), (2, 3), (0, 3)]


def conditions(m: Model) -> set[Bool]:
    return {c.condition for c in m.constraints}


def test_as_many_values_as_members_means_that_no_value_occurs_twice() -> None:
    m = Model()
    groups = [[m.bool_var(f"{name}{k}") for k in range(3)] for name in "ab"]
    members = [x for group in groups for x in group]
    m.require(m.eq(m.sum_(map(m.or_, groups)), m.sum_(members)), Origin(0))
    assert conditions(at_their_least(m)) == {m.le(m.sum_(group), 1) for group in groups}


def test_as_many_different_ones_as_there_are_means_that_no_two_are_equal() -> None:
    m = Model()
    there = [m.bool_var(f"t{k}") for k in range(4)]
    equal = {pair: m.bool_var(f"e{pair}") for pair in combinations(range(4), 2)}
    new: list[Bool] = []
    for b in range(4):
        before = [m.and_((new[a], equal[a, b])) for a in range(b)]
        new.append(m.and_((there[b], m.not_(m.or_(before)))))
    m.require(m.eq(m.sum_(new), m.sum_(there)), Origin(0))
    assert conditions(at_their_least(m)) == {
        m.or_((m.not_(there[a]), m.not_(there[b]), m.not_(equal[a, b]))) for a, b in equal
    }


@pytest.mark.parametrize("guarded", [False, True])
def test_as_many_with_a_property_as_are_in_a_piece_means_that_all_have_it(guarded: bool) -> None:
    m = Model()
    graph = m.graph([True] * 4, [(a, b, m.bool_var(f"e{a}{b}")) for a, b in EDGES])
    having = [m.bool_var(f"h{k}") for k in range(4)]
    guard = [m.bool_var("guard")] if guarded else []
    count = m.sum_([m.and_(both) for both in zip(in_piece(m, graph, 1), having, strict=True)])
    m.require(m.or_([*guard, m.eq(count, m.measure(SIZE, graph, (1, None)))]), Origin(0))
    assert conditions(at_their_least(m)) == {
        m.or_([*guard, m.not_(m.query(CONNECTED_PAIR, graph, (min(k, 1), max(k, 1)))), having[k]])
        if k != 1
        else m.or_([*guard, having[1]])
        for k in range(4)
    }


def test_sums_that_may_be_larger_stay_as_they_are() -> None:
    m = Model()
    groups = [[m.bool_var(f"{name}{k}") for k in range(3)] for name in "ab"]
    members = [x for group in groups for x in group]
    kinds, number = m.sum_(map(m.or_, groups)), m.sum_(members)
    m.require(m.le(number, m.sum_([kinds, 1])), Origin(0))
    m.require(m.le(kinds, number), Origin(1))
    assert at_their_least(m) is m


@settings(max_examples=100)
@given(st.data())
def test_no_answer_is_lost_or_won(data: st.DataObject) -> None:
    m = Model()
    flags = [m.bool_var(name) for name in "abcde"]
    parts: list[Bool] = [*flags, True, True]
    vertices = data.draw(st.lists(st.sampled_from(parts), min_size=2, max_size=4))
    edges = [(a, b, data.draw(st.sampled_from(parts))) for a, b in EDGES if b < len(vertices)]
    graph = m.graph(vertices, edges)
    some = st.lists(st.sampled_from(flags), min_size=1, max_size=4, unique=True)
    for rule in range(data.draw(st.integers(1, 2))):
        terms: list[tuple[int, Bool]] = []
        for _ in range(data.draw(st.integers(0, 2))):
            group = data.draw(some)
            join = data.draw(st.sampled_from([m.or_, m.and_]))
            taken = group if join is m.or_ else group[:1]
            terms += [(-1, join(group)), *((1, x) for x in taken)]
        if data.draw(st.booleans()):
            v = data.draw(st.integers(0, len(vertices) - 1))
            having = [data.draw(st.sampled_from([*flags, True])) for _ in vertices]
            joined = zip(in_piece(m, graph, v), having, strict=True)
            counted = [m.and_(both) for both in joined]
            terms += [(1, m.measure(SIZE, graph, (v, None))), *((-1, x) for x in counted)]
        total, bound = m.linear(terms), data.draw(st.integers(-1, 1))
        compared = data.draw(st.sampled_from([m.eq, m.le]))(total, bound)
        guard = data.draw(st.sampled_from([False, False, flags[0]]))
        m.require(m.or_((guard, compared)), Origin(rule))
    assert brute_force(at_their_least(m)) == brute_force(m)


def test_a_sum_above_its_least_value_makes_no_queries() -> None:
    m = Model()
    graph = m.graph([True] * 9, [(a, a + 1, m.bool_var(f"e{a}")) for a in range(8)])
    joined = m.query(CONNECTED_PAIR, graph, (0, 2))
    other = m.or_((m.bool_var("x"), m.bool_var("y")))
    size = m.measure(SIZE, graph, (0, None))
    m.require(m.le(m.linear([(1, size), (-1, joined), (-1, other)]), 3), Origin(0))
    assert at_their_least(m) is m
    assert (Query, CONNECTED_PAIR, graph, (0, 8)) not in m._store.others
