"""Numbers that are sums, or sizes, value by value: the pass `channels`."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.globals.size import SIZE
from pzc.model.model import Model
from pzc.presolve.channels import channelled
from strategies import brute_force


@settings(max_examples=100)
@given(st.data())
def test_a_sum_value_by_value_is_a_number(data: st.DataObject) -> None:
    """Of one or two numbers, for most of their values, in either direction."""
    m = Model()
    xs = [m.int_var(f"x{k}", range(data.draw(st.integers(2, 4)))) for k in range(2)]
    bools = [m.bool_var(f"b{k}") for k in range(2)]
    counted = data.draw(st.booleans())
    terms = [*bools, *(m.not_(m.eq(x, 0)) for x in xs)] if counted else [*bools, m.not_(bools[0])]
    total, shift = m.sum_(terms), data.draw(st.sampled_from([0, 0, 1]))
    free = data.draw(st.sampled_from([(), (0,), (0,), (1,)]))
    backwards = data.draw(st.booleans())
    for k in range(-1, 6):
        if data.draw(st.sampled_from([True] * 9 + [False])):
            said = m.eq(total, k + shift)
            if backwards:
                x = data.draw(st.sampled_from(xs))
                m.require(m.implies(m.eq(x, k), said), Origin(k + 1))
            else:
                mine = data.draw(st.sampled_from([xs, xs, xs[:1]]))
                numbers = m.and_(m.member(x, {k, *free}) for x in mine)
                m.require(m.implies(said, numbers), Origin(k + 1))
    short = channelled(m)
    assert brute_force(short) == brute_force(m)
    assert {o for c in short.constraints for o in c.origins} <= {Origin(k) for k in range(7)}


@settings(max_examples=100)
@given(st.data())
def test_a_number_value_by_value_is_the_size_of_a_piece(data: st.DataObject) -> None:
    """For most values of a number, or in both directions; perhaps with several differences between
    the two, which contradict each other."""
    m = Model()
    first = data.draw(st.sampled_from([0, 0, -1, -2]))
    x = m.int_var("x", range(first, first + data.draw(st.integers(2, 5))))
    graph = m.graph(
        [m.bool_var("c"), True, True], [(0, 1, m.bool_var("e")), (1, 2, m.bool_var("f"))]
    )
    size = m.measure(SIZE, graph, (0, None))
    shifts = data.draw(st.sampled_from([(0,), (0,), (1,), (0, 2), (1, 2, 3)]))
    for k in range(-2, 5):
        for shift in shifts:
            one, other = m.eq(x, k), m.eq(size, k + shift)
            how = data.draw(st.sampled_from(["if"] * 6 + ["only if", "both", "neither"]))
            if how != "neither":
                said = {"if": m.implies(one, other), "only if": m.implies(other, one)}
                m.require(said.get(how, m.iff(one, other)), Origin(k + 2))
    assert brute_force(channelled(m)) == brute_force(m)


def test_a_value_that_is_ruled_out_rules_out_its_size() -> None:
    """3 would have two sizes, so it has neither, and no other value has these sizes."""
    m = Model()
    x = m.int_var("x", (-2, -1, 0, 3))
    graph = m.graph([True] * 3, [(0, 1, m.bool_var("a")), (1, 2, m.bool_var("b"))])
    size = m.measure(SIZE, graph, (0, None))
    for value, total in ((-2, 1), (-1, 2), (0, 3), (3, 2), (3, 3)):
        one, other = m.eq(x, value), m.eq(size, total)
        m.require(m.iff(one, other), Origin(0))
        m.require(m.implies(one, other), Origin(1))
    assert {x for x, *_ in brute_force(m)} == {-2}
    assert brute_force(channelled(m)) == brute_force(m)


@pytest.mark.parametrize("how", ["if", "only if", "both"])
def test_the_size_of_a_piece_value_by_value_is_one_equation(how: str) -> None:
    m = Model()
    x = m.int_var("x", range(1, 4))
    graph = m.graph([True] * 3, [(0, 1, m.bool_var("a")), (1, 2, m.bool_var("b"))])
    size = m.measure(SIZE, graph, (0, None))
    for k in range(1, 4):
        one, other = m.eq(x, k), m.eq(size, k)
        said = {"if": m.implies(one, other), "only if": m.implies(other, one)}
        m.require(said.get(how, m.iff(one, other)), Origin(k))
    short = channelled(m)
    assert [c.condition for c in short.constraints] == [m.eq(size, x)]
    assert {*short.constraints[0].origins} == {Origin(k) for k in range(1, 4)}
