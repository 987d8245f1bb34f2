"""Truth tables of conditions over few values, held to their meaning at each point."""

from __future__ import annotations

from itertools import product
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from pzc.model.evaluate import evaluate
from pzc.model.model import Model
from pzc.model.nodes import Bool
from pzc.presolve.truth import _grown, _of_bools, holds, slices

DOMAINS = (range(2), range(3), (1, 4), (-2, 0, 5))


@given(st.data())
def test_a_sum_of_numbers_and_conditions_holds_where_it_does_at_each_point(
    data: st.DataObject,
) -> None:
    m = Model()
    numbers = [m.int_var(f"x{k}", data.draw(st.sampled_from(DOMAINS))) for k in range(2)]
    truth = m.bool_var("b")
    among: list[Bool] = [truth, m.member(numbers[0], numbers[0].domain[:1])]
    operands = (*numbers, *among, m.and_(among))
    terms = [(data.draw(st.sampled_from([-2, -1, 1, 3])), x) for x in operands]
    total = m.linear(data.draw(st.lists(st.sampled_from(terms), min_size=1, max_size=4)))
    bound = data.draw(st.integers(-3, 8))
    condition = m.eq(total, bound) if data.draw(st.booleans()) else m.le(total, bound)
    condition = m.iff(condition, truth) if data.draw(st.booleans()) else condition
    if not isinstance(condition, bool):
        variables = (*numbers, truth)
        points = product((0, 1), *(x.domain for x in reversed(numbers)))  # the first runs fastest
        values = [tuple(reversed(point)) for point in points]
        expected = sum(1 << k for k, v in enumerate(values) if evaluate(condition, v))
        assert holds(condition, variables) == expected


@given(st.integers(1, 4), st.randoms(use_true_random=False))
def test_the_boxes_of_bools_are_those_that_growing_finds(count: int, random: Random) -> None:
    sizes = (2,) * count
    may = random.getrandbits(1 << count)
    inside = may & random.getrandbits(1 << count)
    found = _of_bools(count, inside, may)
    assert len(found) == len({*found})
    assert {*found} == {*_grown(slices(sizes), sizes, inside, may)}
