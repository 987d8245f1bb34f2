"""Values that some variables share out: no two have the same, each occurs, in other words."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.model import Model
from pzc.model.nodes import Bool, IntVar
from pzc.presolve.clauses import split
from pzc.presolve.different import all_different
from pzc.presolve.values import shared_out
from strategies import brute_force


def differ(m: Model, x: IntVar, y: IntVar, values: list[int], words: int) -> list[Bool]:
    """That two variables are not both one of some values, the same; 0 is no value."""
    both = [(m.member(x, (v,)), m.member(y, (v,))) for v in values]
    missing = [m.member(x, (0,)), m.member(y, (0,))]
    match words:
        case 0:
            return [m.not_(m.and_(two)) for two in both]
        case 1:
            return [m.or_((*missing, m.not_(m.eq(x, y))))]
        case 2:
            return [m.or_((*missing, m.not_(m.or_(map(m.and_, both)))))]
        case 3:
            return [m.not_(m.or_(map(m.and_, both)))]
        case _:
            return [m.or_((missing[0], m.not_(m.eq(x, y)))), m.not_(m.and_(both[0]))]


@settings(max_examples=25)
@given(st.data())
def test_no_answer_is_lost_or_won(data: st.DataObject) -> None:
    m = Model()
    domains = data.draw(st.lists(st.sampled_from([3, 3, 4]), min_size=3, max_size=4))
    xs = [m.int_var(f"x{k}", range(d)) for k, d in enumerate(domains)]
    usual = data.draw(st.integers(0, 4))
    values = data.draw(st.sampled_from([[1, 2], [1, 2, 3], [0, 1, 2]]))
    conditions: list[Bool] = []
    for x, y in combinations(xs, 2):
        if data.draw(st.integers(0, 7)):
            words = data.draw(st.sampled_from([usual] * 5 + [0, 3]))
            conditions += differ(m, x, y, values, words)
    for v in values:
        some = [m.member(x, (v,)) for x in xs]
        if data.draw(st.integers(0, 2)) == 0:
            conditions.append(m.or_(some))
        if data.draw(st.integers(0, 2)) == 0:
            conditions.append(m.le(m.sum_(some), 1))
    present = m.sum_(m.member(x, values) for x in xs)
    count = data.draw(st.sampled_from([len(values), len(values), 1]))
    conditions.append(m.eq(present, count))
    for rule, condition in enumerate(conditions):
        m.require(condition, Origin(rule))
    for short in (all_different(m), shared_out(m), shared_out(all_different(split(m)))):
        assert brute_force(short) == brute_force(m)
        assert {o for one in short.constraints for o in one.origins} <= {
            *map(Origin, range(len(conditions)))
        }


@pytest.mark.parametrize("words", range(4))
@pytest.mark.parametrize("each", ["no two", "all"])
def test_words_for_each_value_once(words: int, each: str) -> None:
    m = Model()
    xs = [m.int_var(f"x{k}", range(4)) for k in range(4)]
    has = {v: [m.member(x, (v,)) for x in xs] for v in (1, 2, 3)}
    if each == "all":
        for v in has:
            m.require(m.or_(has[v]), Origin(0))
    else:
        for x, y in combinations(xs, 2):
            for condition in differ(m, x, y, [1, 2, 3], words):
                m.require(condition, Origin(0))
    m.require(m.eq(m.sum_(m.member(x, (0,)) for x in xs), 1), Origin(1))
    short = shared_out(all_different(m))
    expected = {m.eq(m.sum_(has[v]), 1) for v in has}
    assert {c.condition for c in short.constraints} == expected
    assert {c.origins for c in short.constraints} == {(Origin(0), Origin(1))}
