"""Counts of some of the vertices of a piece, by a measure or by conditions."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.globals.connected_pair import in_piece
from pzc.model.globals.size import SIZE, Weights
from pzc.model.model import Model
from pzc.model.nodes import Bool, Graph, IntOperand
from pzc.presolve.counting import counted_by_members
from strategies import brute_force

EDGES = [(0, 1), (1, 2), (2, 3), (0, 3)]


def circle(m: Model) -> Graph:
    return m.graph([True] * 4, [(a, b, m.bool_var(f"e{a}{b}")) for a, b in EDGES])


def weighted(m: Model, graph: Graph, v: int, *weights: int) -> IntOperand:
    return m.measure(SIZE, graph, (v, Weights(weights)))


def by_members(m: Model, graph: Graph, v: int, *weights: int) -> IntOperand:
    return m.linear(zip(weights, in_piece(m, graph, v), strict=True))


@pytest.mark.parametrize("beside", [False, True])
def test_what_one_piece_counts_twice_is_a_sum_of_conditions(beside: bool) -> None:
    m = Model()
    graph = circle(m)
    other = m.int_var("x", range(4)) if beside else 0

    def compared(size: IntOperand) -> Bool:
        return m.eq(m.linear([(1, size), (-1, other)]), 2)

    weights = [(1, 1, 0, 2), (0, 1, 1, 1)]
    for rule, some in enumerate(weights):
        m.require(compared(weighted(m, graph, 0, *some)), Origin(rule))
    counted = counted_by_members(m).constraints
    assert [c.condition for c in counted] == [
        compared(by_members(m, graph, 0, *some)) for some in weights
    ]
    assert [[origin.rule for origin in c.origins] for c in counted] == [[0], [1]]


def test_what_each_piece_counts_stays_a_measure() -> None:
    m = Model()
    graph = circle(m)
    for v in range(4):
        m.require(m.eq(weighted(m, graph, v, 1, 0, 1, 0), 1), Origin(0))
        m.require(m.eq(weighted(m, graph, v, 1, 1, 0, 1), 2), Origin(1))
        m.require(m.eq(m.measure(SIZE, graph, (v, None)), 2), Origin(2))
    assert counted_by_members(m) is m


@settings(max_examples=50)
@given(st.data())
def test_no_answer_is_lost_or_won(data: st.DataObject) -> None:
    m = Model()
    flags = [m.bool_var(name) for name in "abcd"]
    number = m.int_var("x", range(4))
    parts: list[Bool] = [*flags, True, True]
    vertices = data.draw(st.lists(st.sampled_from(parts), min_size=4, max_size=4))
    edges = [(a, b, data.draw(st.sampled_from(parts))) for a, b in EDGES]
    graph = m.graph(vertices, edges)
    weights = st.tuples(*[st.integers(0, 2)] * 4)
    for rule in range(data.draw(st.integers(1, 3))):
        size = weighted(m, graph, data.draw(st.integers(0, 3)), *data.draw(weights))
        bound = data.draw(st.integers(0, 4))
        others: list[IntOperand] = [0, number, data.draw(st.sampled_from(flags))]
        total = m.linear([(1, size), (-1, data.draw(st.sampled_from(others)))])
        compare = data.draw(st.sampled_from([m.eq, m.le]))
        m.require(compare(total, bound), Origin(rule))
    assert brute_force(counted_by_members(m)) == brute_force(m)
