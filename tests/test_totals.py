"""A variable for a count that several conditions compare with other numbers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.model import Model
from pzc.model.nodes import Bool, IntVar, Linear, LinearEq, LinearLe, bottom_up
from pzc.presolve.totals import totalled
from strategies import brute_force

SUMS = (Linear, LinearEq, LinearLe)


@settings(max_examples=75)
@given(st.data())
def test_no_answer_is_lost_or_won(data: st.DataObject) -> None:
    """Counts of four conditions or fewer, beside a number or two, guarded or not."""
    m = Model()
    flags = [m.bool_var(name) for name in "abc"]
    x, y = m.int_var("x", range(3)), m.int_var("y", range(-1, 2))
    conditions: list[Bool] = [*flags, m.member(x, (1,)), m.not_(flags[0]), m.member(y, (0, 1))]
    counts = [conditions[:4], conditions[:3] + conditions[5:], conditions[1:5], conditions[:3]]
    rules = data.draw(st.integers(3, 6))
    counted = data.draw(st.sampled_from(counts))
    for rule in range(rules):
        sign = data.draw(st.sampled_from([1, -1]))
        number = data.draw(st.sampled_from([x, x, y]))
        terms = [(sign, one) for one in data.draw(st.sampled_from([counted, counted, *counts]))]
        factor = data.draw(st.sampled_from([-sign, -sign, sign, 2]))
        total = m.linear([*terms, (factor, number)], data.draw(st.integers(-1, 1)))
        compare = data.draw(st.sampled_from([m.eq, m.le]))
        guard = data.draw(st.sampled_from([False, flags[1], m.not_(flags[2]), m.member(x, (0,))]))
        inner = m.and_((m.not_(guard), compare(total, 0)))
        m.require(data.draw(st.sampled_from([inner, m.or_((guard, inner))])), Origin(rule))
    short = totalled(m)
    variables = len(m.variables)
    found = brute_force(short)
    assert {one[:variables] for one in found} == brute_force(m)
    assert len({one[:variables] for one in found}) == len(found)
    assert {o for one in short.constraints for o in one.origins} <= {*map(Origin, range(rules))}


@pytest.mark.parametrize("sign", [1, -1])
def test_each_comparison_is_about_two_variables(sign: int) -> None:
    """Every number says how many there are: each cell has a number or none."""
    m = Model()
    cells = [m.int_var(f"c{k}", range(6)) for k in range(5)]
    there = [m.not_(m.eq(c, 0)) for c in cells]
    for k, c in enumerate(cells):
        is_count = m.eq(m.linear([*((sign, x) for x in there), (-sign, c)]), 0)
        m.require(m.or_((m.eq(c, 0), m.and_((there[k], is_count)))), Origin(k))
    short = totalled(m)
    (total,) = [x for x in short.variables if x not in m.variables]
    assert isinstance(total, IntVar) and list(total.domain) == [0, 1, 2, 3, 4, 5]
    *each, definition = short.constraints
    assert [c.origins for c in each] == [c.origins for c in m.constraints]
    assert set(definition.origins) == {Origin(k) for k in range(5)}
    sums = [x for c in each for x in bottom_up([c.condition], set()) if type(x) in SUMS]
    assert len(sums) == 5
    for one in sums:
        assert isinstance(one, (LinearEq, LinearLe))
        assert len(one.terms) == 2 and total in [x for _, x in one.terms]


@pytest.mark.parametrize(("conditions", "numbers"), [(3, 5), (6, 2)])
def test_short_counts_and_those_of_few_comparisons_stay(conditions: int, numbers: int) -> None:
    m = Model()
    flags = [m.bool_var(f"b{k}") for k in range(conditions)]
    for k in range(numbers):
        x = m.int_var(f"x{k}", range(8))
        m.require(m.eq(m.sum_(flags), x), Origin(k))
    assert totalled(m) is m
