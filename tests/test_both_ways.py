"""That a number which another one has beside it has that one beside it, too."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.globals.all_different import ALL_DIFFERENT
from pzc.model.model import Model
from pzc.model.nodes import Bool, IntVar
from pzc.presolve.both_ways import converse
from strategies import brute_force


def beside(m: Model, x: IntVar, v: int, others: Sequence[IntVar], w: int) -> Bool:
    """If x is v, one of the others is w."""
    return m.or_((m.not_(m.eq(x, v)), *[m.eq(y, w) for y in others]))


@settings(max_examples=30)
@given(st.data())
def test_no_answer_is_lost_or_won(data: st.DataObject) -> None:
    m = Model()
    least = data.draw(st.integers(-1, 1))
    values = range(least, least + data.draw(st.integers(3, 4)))
    some = st.sets(st.sampled_from(values), min_size=2).map(sorted)
    domains = st.one_of(st.just(values), some)
    numbers = [m.int_var(f"x{k}", tuple(data.draw(domains))) for k in range(len(values))]
    numbers += [m.int_var("y", values)] * data.draw(st.integers(0, 1))
    m.require(m.all_of(ALL_DIFFERENT, numbers[: data.draw(st.integers(2, 5))], None), Origin(0))
    rule = 0
    for _ in range(data.draw(st.integers(1, 3))):
        v, w = data.draw(st.sampled_from(values)), data.draw(st.sampled_from(values))
        for x in numbers:
            if data.draw(st.integers(0, 5)):
                rule += 1
                others = data.draw(st.sets(st.sampled_from(numbers), min_size=1))
                ordered = sorted(others, key=lambda y: y.index)
                m.require(beside(m, x, v, ordered, w), Origin(rule))
    longer = converse(m)
    assert longer.variables == m.variables
    assert brute_force(longer) == brute_force(m)
    known = {o for c in m.constraints for o in c.origins}
    for c in longer.constraints[len(m.constraints) :]:
        assert set(c.origins) <= known
        alone = m.with_constraints([s for s in m.constraints if s.origin in c.origins])
        alone = converse(alone)
        assert c.condition in {s.condition for s in alone.constraints}


def path(cells: int, most: int, known: int) -> Model:
    """Numbers from 1 on, none twice, on the cells of a line, each beside the next. known: of how
    many cells it is said what is beside them."""
    m = Model()
    numbers = [m.int_var(f"x{k}", range(1, most + 1)) for k in range(cells)]
    m.require(m.all_of(ALL_DIFFERENT, numbers, None), Origin(0))
    for k, x in enumerate(numbers[:known]):
        near = numbers[max(0, k - 1) : k] + numbers[k + 1 : k + 2]
        for v in range(1, most):
            m.require(beside(m, x, v, near, v + 1), Origin(k + 1))
    return m


def test_each_number_is_beside_the_one_before() -> None:
    m = path(cells=5, most=5, known=5)
    added = converse(m).constraints[len(m.constraints) :]
    x = m.variables
    near = [(x[1],), (x[0], x[2]), (x[1], x[3]), (x[2], x[4]), (x[3],)]
    expected = {beside(m, x[k], v, near[k], v - 1) for k in range(5) for v in range(2, 6)}
    assert {c.condition for c in added} == expected
    assert all({o.rule for o in c.origins} == {*range(6)} for c in added)


def test_what_is_said_both_ways_stays() -> None:
    longer = converse(path(cells=5, most=5, known=5))
    assert converse(longer) is longer


def test_a_cell_of_which_nothing_is_said_may_have_the_number_before() -> None:
    m = path(cells=5, most=5, known=4)
    assert converse(m) is m


def test_a_number_need_not_be_there_if_there_are_more_than_cells() -> None:
    m = path(cells=5, most=6, known=5)
    assert converse(m) is m
