"""That a number equals one of several others, value by value."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.model import Model
from pzc.model.nodes import Bool, LinearEq, bottom_up
from pzc.presolve.one_of_several import listed
from strategies import brute_force


@settings(max_examples=100)
@given(st.data())
def test_no_answer_is_lost_or_won(data: st.DataObject) -> None:
    m = Model()
    numbers = [m.int_var("x", range(4)), m.int_var("y", (0, 2, 3)), m.int_var("z", range(-1, 2))]
    flag = m.bool_var("flag")
    sides = [False, flag, m.not_(flag), m.member(numbers[0], (1, 3)), m.eq(numbers[1], numbers[2])]
    for rule in range(data.draw(st.integers(1, 3))):
        x = data.draw(st.sampled_from(numbers))
        parts: list[Bool] = [data.draw(st.sampled_from(sides))]
        for _ in range(data.draw(st.integers(1, 3))):
            y = data.draw(st.sampled_from(numbers))
            factor = data.draw(st.sampled_from([1, 1, 1, 2]))
            parts.append(m.eq(m.linear([(factor, y)], data.draw(st.integers(-2, 2))), x))
        either = m.or_(parts)
        none = m.and_([m.not_(part) for part in parts])
        m.require(data.draw(st.sampled_from([either, m.not_(none)])), Origin(rule))
    short = listed(m)
    assert short.variables == m.variables
    assert brute_force(short) == brute_force(m)
    assert {o for c in short.constraints for o in c.origins} <= {
        o for c in m.constraints for o in c.origins
    }


def model(values: range) -> Model:
    """The successor of a number is one of two others, unless it is the last."""
    m = Model()
    x, y, z = (m.int_var(name, values) for name in "xyz")
    ahead = [m.eq(other, m.linear([(1, x)], 1)) for other in (y, z)]
    m.require(m.or_((m.eq(x, values[-1]), *ahead)), Origin(0))
    return m


def test_each_value_has_a_clause() -> None:
    short = listed(model(range(1, 6)))
    assert len(short.constraints) == 4
    assert all(c.origins == (Origin(0),) for c in short.constraints)
    below = bottom_up([c.condition for c in short.constraints], set())
    assert LinearEq not in {type(x) for x in below}


def test_numbers_of_many_values_stay() -> None:
    m = model(range(1001))
    assert listed(m) is m


def test_what_would_take_a_million_literals_stays() -> None:
    m = model(range(1000))
    x, y, z = m.variables
    for further in range(2, 351):
        m.require(m.or_([m.eq(m.linear([(1, x)], further), other) for other in (y, z)]), Origin(1))
    assert listed(m) is m
