"""A sum that must be one number in one case, and another number in the other."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.model import Model
from pzc.model.nodes import Bool
from pzc.presolve.two_cases import joined_cases
from strategies import brute_force


@settings(max_examples=75)
@given(st.data())
def test_no_answer_is_lost_or_won(data: st.DataObject) -> None:
    """Equations and bounds under guards, of which some are the two cases of one condition."""
    m = Model()
    a, b, c, g, h = (m.bool_var(name) for name in "abcgh")
    x = m.int_var("x", range(3))
    cases: list[Bool] = [g, m.not_(g), h, m.member(x, (1,)), m.member(x, (0, 2)), a, m.not_(a)]
    sums = [m.sum_((a, b, c)), m.sum_((a, b, m.not_(c))), m.linear(((1, a), (2, b), (-1, x)))]
    total = data.draw(st.sampled_from(sums))
    count = data.draw(st.integers(2, 4))
    for rule in range(count):
        bound = data.draw(st.integers(-1, 3))
        compare = data.draw(st.sampled_from([m.eq, m.eq, m.le]))
        guards = data.draw(st.lists(st.sampled_from(cases), min_size=1, max_size=2, unique=True))
        m.require(m.or_((*guards, compare(total, bound))), Origin(rule))
    short = joined_cases(m)
    assert brute_force(short) == brute_force(m)
    assert {o for one in short.constraints for o in one.origins} <= {*map(Origin, range(count))}


@pytest.mark.parametrize("guarded", [False, True])
@pytest.mark.parametrize(("least", "most"), [(1, 2), (0, 1), (3, 2)])
def test_two_cases_are_one_sum(guarded: bool, least: int, most: int) -> None:
    """Also where a case leaves none of the conditions, or all of them."""
    m = Model()
    xs = [m.bool_var(f"x{k}") for k in range(3)]
    case, guard = m.bool_var("case"), m.bool_var("guard")
    guards = (guard,) if guarded else ()
    m.require(m.or_((*guards, case, m.eq(m.sum_(xs), least))), Origin(0))
    m.require(m.or_((*guards, m.not_(case), m.eq(m.sum_(xs), most))), Origin(1))
    (one,) = joined_cases(m).constraints
    total = m.linear((*((1, x) for x in xs), (least - most, case)))
    assert one.condition is m.or_((*guards, m.eq(total, least)))
    assert set(one.origins) == {Origin(0), Origin(1)}
