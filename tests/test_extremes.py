"""Comparisons of numbers with all numbers of sets that grow."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.model import Model
from pzc.model.nodes import And, Bool, IntVar, LinearEq, LinearLe, bottom_up
from pzc.presolve import extremes
from pzc.presolve.extremes import by_bounds
from strategies import brute_force


def beyond(m: Model, x: IntVar, others: list[IntVar], how: str, constant: int) -> Bool:
    """That a number plus a constant is above or below all or one of others."""
    match how:
        case "above all":
            return m.and_([m.lt(y, m.linear([(1, x)], constant)) for y in others])
        case "at least all":
            return m.and_([m.le(y, m.linear([(1, x)], constant)) for y in others])
        case "below all":
            return m.and_([m.lt(m.linear([(1, x)], constant), y) for y in others])
        case "below one":
            return m.or_([m.lt(m.linear([(1, x)], constant), y) for y in others])
        case "at most the largest":
            return m.le(m.linear([(1, x)], constant), m.max_(others))
        case "above the largest":
            return m.lt(m.max_(others), m.linear([(1, x)], constant))
        case "above the smallest":
            return m.lt(m.min_(others), m.linear([(1, x)], constant))
        case "the largest":
            return m.eq(x, m.max_([*others, x]))
        case "the smallest":
            return m.eq(x, m.min_([*others, x]))
    raise ValueError(how)


WAYS = [
    "above all",
    "at least all",
    "below all",
    "below one",
    "at most the largest",
    "above the largest",
    "above the smallest",
    "the largest",
    "the smallest",
]


@settings(max_examples=75)
@given(st.data())
def test_no_answer_is_lost_or_won(data: st.DataObject) -> None:
    m = Model()
    some = st.sets(st.integers(-1, 3), min_size=2, max_size=4).map(sorted)
    numbers = [m.int_var(f"x{k}", tuple(data.draw(some))) for k in range(4)]
    flag = m.bool_var("b")
    rules = data.draw(st.integers(1, 3))
    ways = data.draw(st.lists(st.sampled_from(WAYS), min_size=1, max_size=2))
    for rule in range(rules):
        line = data.draw(st.permutations(numbers))
        seen: list[Bool] = []
        for k in range(1, 4):
            how, constant = data.draw(st.sampled_from(ways)), data.draw(st.sampled_from([0, 0, 1]))
            number = data.draw(st.sampled_from([line[k], line[k], *numbers]))
            seen.append(beyond(m, number, line[:k], how, constant))
        count = m.sum_([m.not_(x) if data.draw(st.booleans()) else x for x in seen])
        tall = m.sum_([m.ite(x, y, 0) for x, y in zip(seen, line[1:], strict=True)])
        demands = [
            m.eq(count, data.draw(st.integers(0, 3))),
            m.le(tall, data.draw(st.integers(-1, 4))),
            m.or_((flag, m.not_(seen[0]), seen[1])),
            m.iff(flag, seen[2]),
            m.not_(seen[2]),
            m.and_((m.or_((seen[1], seen[2])), m.or_((m.not_(flag), seen[0])))),
        ]
        m.require(data.draw(st.sampled_from(demands)), Origin(rule))
    longer = by_bounds(m)
    found, own = brute_force(longer), len(m.variables)
    assert longer.own in (None, own)
    assert {one[:own] for one in found} == brute_force(m)
    assert len({one[:own] for one in found}) == len(found)
    assert {o for one in longer.constraints for o in one.origins} <= {*map(Origin, range(rules))}


def line_of_towers(how: str, towers: int) -> Model:
    """How many numbers of a line are as said, compared with all before them."""
    m = Model()
    numbers = [m.int_var(f"x{k}", range(1, towers + 1)) for k in range(towers)]
    seen = [beyond(m, x, numbers[:k], how, 0) for k, x in enumerate(numbers) if k]
    m.require(m.sum_is([(1, x) for x in seen], 2), Origin(0))
    return m


@pytest.mark.parametrize("how", WAYS)
def test_each_comparison_with_a_growing_set_becomes_a_variable(how: str) -> None:
    m = line_of_towers(how, 4)
    longer = by_bounds(m)
    assert longer.own == 4 and len(longer.variables) == 7
    nodes = [x for c in longer.constraints for x in bottom_up([c.condition], set())]
    (count,) = [x for x in nodes if type(x) is LinearEq]
    assert len(count.terms) == 3 and not any(type(x) is LinearLe for x in nodes)


def test_all_that_share_a_bound_share_its_condition() -> None:
    """Two numbers that are compared with the same sets."""
    m = Model()
    numbers = [m.int_var(f"x{k}", range(1, 5)) for k in range(6)]
    for rule, x in enumerate(numbers[4:]):
        seen = [beyond(m, x, numbers[:k], "above all", 0) for k in (2, 3, 4)]
        m.require(m.sum_is([(1, y) for y in seen], 1), Origin(rule))
    nodes = {x for c in by_bounds(m).constraints for x in bottom_up([c.condition], set())}
    assert len([x for x in nodes if type(x) is And]) == 3 * len((1, 2, 3))  # sets, bounds


def test_comparisons_of_very_many_numbers_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    m = line_of_towers("above all", 4)
    assert by_bounds(m) is not m
    monkeypatch.setattr(extremes, "MOST", 4 * (1 + 2 + 3) - 1)
    assert by_bounds(m) is m


def test_sets_that_do_not_grow_stay() -> None:
    m = Model()
    x, *others = [m.int_var(f"x{k}", range(4)) for k in range(7)]
    apart = [m.and_([m.lt(y, x) for y in some]) for some in (others[:3], others[3:6])]
    m.require(m.sum_is([(1, y) for y in apart], 1), Origin(0))
    assert by_bounds(m) is m
    wide = Model()
    numbers = [wide.int_var(f"x{k}", range(100)) for k in range(4)]
    seen = [beyond(wide, y, numbers[:k], "above all", 0) for k, y in enumerate(numbers) if k]
    wide.require(wide.sum_is([(1, y) for y in seen], 2), Origin(0))
    assert by_bounds(wide) is wide
