"""Conditions on what a variable chooses, as conditions for each of its values."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.model import Model
from pzc.model.nodes import Element, IntOperand, IntVar, Ite, bottom_up
from pzc.presolve.by_value import chosen_by_value
from strategies import brute_force


def kinds(m: Model) -> set[type]:
    seen: set[object] = set()
    for node in bottom_up((c.condition for c in m.constraints), seen):
        seen.add(node)
    return {type(node) for node in seen}


def line(m: Model) -> list[IntVar]:
    return [m.int_var(f"x{k}", range(1, 5)) for k in range(4)]


def of_first(m: Model, digits: list[IntVar]) -> IntOperand:
    """The sum of the first digits, as many as the first of them tells."""
    rest = [m.ite(m.lt(k, digits[0]), digits[k], 0) for k in range(1, 4)]
    return m.sum_([digits[0], *rest])


def test_a_chosen_number_becomes_a_clause_for_each_value() -> None:
    m = Model()
    digits = line(m)
    m.require(m.member(m.element(digits[0], digits), (3,)), Origin(7))
    shorter = chosen_by_value(m)
    assert [c.condition for c in shorter.constraints] == [
        m.or_((m.not_(m.member(digits[0], (k,))), m.member(x, (3,))))
        for k, x in enumerate(digits, 1)
    ]
    assert Element not in kinds(shorter)
    assert all({*c.origins} == {Origin(7)} for c in shorter.constraints)
    assert brute_force(shorter) == brute_force(m)


def test_a_sum_of_as_many_digits_as_the_first_tells() -> None:
    m = Model()
    m.require(m.eq(of_first(m, line(m)), 8), Origin(0))
    shorter = chosen_by_value(m)
    assert len(shorter.constraints) == 3  # with one digit or two, it is less
    assert Ite not in kinds(shorter)
    assert brute_force(shorter) == brute_force(m)


def test_two_cases_stay_one_condition() -> None:
    m = Model()
    digits = line(m)
    m.require(m.eq(m.ite(m.lt(digits[0], 3), digits[1], digits[2]), 2), Origin(0))
    assert chosen_by_value(m) is m


def test_choices_by_two_variables_stay() -> None:
    m = Model()
    digits = line(m)
    both = [m.element(x, digits) for x in digits[:2]]
    m.require(m.eq(m.sum_(both), 5), Origin(0))
    assert chosen_by_value(m) is m


@settings(max_examples=30)
@given(st.data())
def test_no_answer_is_lost_or_won(data: st.DataObject) -> None:
    m = Model()
    digits = line(m)
    flag = m.bool_var("flag")
    numbers: list[IntOperand] = [*digits, 2, flag, m.linear([(2, digits[1])], 1)]
    drawn = st.sampled_from(numbers)
    index = data.draw(st.sampled_from([digits[0], m.linear([(1, digits[0])], 3)]))
    chosen = [m.element(index, [data.draw(drawn) for _ in range(4)]), of_first(m, digits)]
    terms = data.draw(st.lists(st.sampled_from([*chosen, *numbers]), min_size=1, max_size=3))
    signs = [data.draw(st.sampled_from([1, 1, -1, 2])) for _ in terms]
    compare = data.draw(st.sampled_from([m.eq, m.le]))
    total = m.linear(zip(signs, terms, strict=True), 0)
    m.require(compare(total, data.draw(st.integers(0, 9))), Origin(0))
    assert brute_force(chosen_by_value(m)) == brute_force(m)
