"""Pieces of one size, whose number is known."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.globals.first import FIRST
from pzc.model.globals.size import SIZE
from pzc.model.model import Model
from pzc.model.nodes import Bool, Graph
from pzc.presolve.equal_sizes import shared_equally
from strategies import brute_force

EDGES = [(0, 1), (1, 2), (2, 3), (0, 3)]


def ring(m: Model) -> Graph:
    return m.graph([True] * 4, [(a, b, m.bool_var(f"e{a}{b}")) for a, b in EDGES])


def demand_number(m: Model, graph: Graph, number: int) -> None:
    m.require(m.eq(m.sum_([m.query(FIRST, graph, v) for v in range(4)]), number), Origin(0))


def demand_equal(m: Model, graph: Graph, u: int, v: int, of_first: bool) -> None:
    equal = m.eq(*[m.measure(SIZE, graph, (x, None)) for x in (u, v)])
    guards = [m.query(FIRST, graph, x) for x in (u, v)] if of_first else []
    m.require(m.or_((m.not_(m.and_(guards)) if guards else False, equal)), Origin(1))


@pytest.mark.parametrize("how", ["each two pieces", "each with the next", "all with the first"])
def test_pieces_of_one_size_have_their_share_of_the_vertices(how: str) -> None:
    m = Model()
    graph = ring(m)
    demand_number(m, graph, 2)
    pairs = pairwise(range(4)) if how == "each with the next" else combinations(range(4), 2)
    for u, v in pairs:
        if how != "all with the first" or not u:
            demand_equal(m, graph, u, v, how != "each with the next")
    shorter = shared_equally(m)
    sizes = [m.eq(m.measure(SIZE, graph, (v, None)), 2) for v in range(4)]
    assert [c.condition for c in shorter.constraints] == sizes
    assert all({*c.origins} == {Origin(0), Origin(1)} for c in shorter.constraints)


def test_no_pieces_of_one_size_share_vertices_with_a_rest() -> None:
    m = Model()
    graph = ring(m)
    demand_number(m, graph, 3)
    for u, v in pairwise(range(4)):
        demand_equal(m, graph, u, v, False)
    assert [c.condition for c in shared_equally(m).constraints] == [False]


@settings(max_examples=100)
@given(st.data())
def test_no_answer_is_lost_or_won(data: st.DataObject) -> None:
    m = Model()
    graph = ring(m)
    if data.draw(st.booleans()):
        there: list[Bool] = [True, True, m.bool_var("there"), True]
        graph = m.graph(there, graph.edges)
    demand_number(m, graph, data.draw(st.integers(1, 4)))
    pairs = [*combinations(range(4), 2)]
    for u, v in data.draw(st.lists(st.sampled_from(pairs), min_size=2, max_size=6, unique=True)):
        demand_equal(m, graph, u, v, data.draw(st.booleans()))
    assert brute_force(shared_equally(m)) == brute_force(m)
