"""Conditions on the number of pieces that say how a graph is connected."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.globals.connected import CONNECTED
from pzc.model.globals.connected_pair import CONNECTED_PAIR
from pzc.model.globals.first import FIRST
from pzc.model.globals.size import SIZE
from pzc.model.model import Model
from pzc.model.nodes import Bool, Graph, Query, bottom_up
from pzc.presolve.piece_counts import connections
from strategies import brute_force

EDGES = [(0, 1), (1, 2), (2, 3), (0, 3), (1, 3)]


def said(m: Model, graph: Graph, how: str) -> Bool:
    firsts = [m.query(FIRST, graph, v) for v in range(len(graph.vertices))]
    number, there = m.sum_(firsts), m.sum_(graph.vertices)
    match how:
        case "at most one":
            return m.le(number, 1)
        case "one":
            return m.eq(number, 1)
        case "any":
            return m.le(1, number)
        case "as many as vertices":
            return m.eq(number, there)
        case "no fewer than vertices":
            return m.le(there, number)
        case "two":
            return m.eq(number, 2)
        case "fewer than vertices":
            return m.lt(number, there)
    raise ValueError(how)


CONNECTIONS = ["at most one", "one", "as many as vertices", "no fewer than vertices"]


@settings(max_examples=50)
@given(st.data())
def test_no_answer_is_lost_or_won(data: st.DataObject) -> None:
    m = Model()
    flags = [m.bool_var(name) for name in "abcde"]
    x = m.int_var("x", range(3))
    parts: list[Bool] = [*flags, *map(m.not_, flags), m.member(x, (1,)), True, True, False]
    vertices = data.draw(st.lists(st.sampled_from(parts), min_size=2, max_size=4))
    edges = [(a, b, data.draw(st.sampled_from(parts))) for a, b in EDGES if b < len(vertices)]
    graph = m.graph(vertices, edges)
    every = [*CONNECTIONS, "any", "two", "fewer than vertices"]
    for rule, how in enumerate(data.draw(st.lists(st.sampled_from(every), min_size=1, max_size=2))):
        m.require(said(m, graph, how), Origin(rule))
    assert brute_force(connections(m)) == brute_force(m)


@pytest.mark.parametrize("how", CONNECTIONS)
def test_pieces_need_not_be_counted(how: str) -> None:
    m = Model()
    vertices = [m.bool_var(f"v{k}") for k in range(4)]
    graph = m.graph(vertices, [(a, b, m.bool_var(f"e{a}{b}")) for a, b in EDGES])
    m.require(said(m, graph, how), Origin(0))
    short = connections(m)
    nodes = [x for c in short.constraints for x in bottom_up([c.condition], set())]
    queried = {x.definition for x in nodes if isinstance(x, Query)}
    assert queried == ({CONNECTED} if "one" in how else set())
    assert {o for c in short.constraints for o in c.origins} == {Origin(0)}


def test_other_numbers_of_pieces_stay() -> None:
    m = Model()
    graph = m.graph([m.bool_var(f"v{k}") for k in range(4)], [(a, b, True) for a, b in EDGES])
    m.require(said(m, graph, "two"), Origin(0))
    m.require(said(m, graph, "fewer than vertices"), Origin(1))
    assert connections(m) is m


@settings(max_examples=75)
@given(st.data())
def test_sizes_that_are_the_number_of_all_vertices_change_no_answer(data: st.DataObject) -> None:
    m = Model()
    flags = [m.bool_var(name) for name in "abcd"]
    vertices = data.draw(st.lists(st.sampled_from(flags), min_size=2, max_size=4))
    joined = st.sampled_from([True, True, m.bool_var("e")])
    edges = [(a, b, data.draw(joined)) for a, b in EDGES if b < len(vertices)]
    graph = m.graph(vertices, edges)
    sizes = st.sampled_from([2, 2, 3])
    size = data.draw(sizes)
    total = data.draw(st.sampled_from([size, size, 2, 3]))
    m.require(m.eq(m.sum_(vertices), total), Origin(0))
    for v, there in enumerate(vertices):
        if data.draw(st.integers(0, 9)):
            large = m.eq(m.measure(SIZE, graph, (v, None)), data.draw(st.just(size) | sizes))
            m.require(m.implies(there, large), Origin(1 + v))
    assert brute_force(connections(m)) == brute_force(m)


def test_pieces_as_large_as_all_vertices_are_one() -> None:
    m = Model()
    vertices = [m.bool_var(f"v{k}") for k in range(4)]
    graph = m.graph(vertices, [(a, b, True) for a, b in EDGES])
    m.require(m.eq(m.sum_(vertices), 3), Origin(0))
    for v, there in enumerate(vertices):
        m.require(m.implies(there, m.eq(m.measure(SIZE, graph, (v, None)), 3)), Origin(1))
    first, second = connections(m).constraints
    assert (first.condition, first.origin) == (m.eq(m.sum_(vertices), 3), Origin(0))
    assert second.condition is m.query(CONNECTED, graph)
    assert {*second.origins} == {Origin(0), Origin(1)}


def in_one(m: Model, graph: Graph, pairs: Iterable[tuple[int, int]], how: str) -> list[Bool]:
    """Conditions that each of some two vertices are in one piece, if both are there."""
    found: list[Bool] = []
    for a, b in pairs:
        one, other = graph.vertices[a], graph.vertices[b]
        together = m.query(CONNECTED_PAIR, graph, (a, b))
        if how == "pairs":
            found.append(m.or_((m.not_(one), m.not_(other), together)))
        else:
            found.append(m.not_(m.and_((one, other, m.not_(together)))))
    return [m.and_(found)] if how == "at once" else found


WORDS_FOR_PAIRS = ["pairs", "none apart", "at once"]


@settings(max_examples=50)
@given(st.data())
def test_what_is_said_of_pairs_keeps_the_answers(data: st.DataObject) -> None:
    m = Model()
    flags = [m.bool_var(name) for name in "abcde"]
    parts: list[Bool] = [*flags, *flags, *map(m.not_, flags), True, False]
    vertices = data.draw(st.lists(st.sampled_from(parts), min_size=2, max_size=4))
    edges = [(a, b, data.draw(st.sampled_from(parts))) for a, b in EDGES if b < len(vertices)]
    graph = m.graph(vertices, edges)
    every = [*combinations(range(len(vertices)), 2)]
    left_out = data.draw(st.sampled_from([None, *every]))
    pairs = [pair for pair in every if pair != left_out]
    for condition in in_one(m, graph, pairs, data.draw(st.sampled_from(WORDS_FOR_PAIRS))):
        m.require(condition, Origin(0))
    if data.draw(st.booleans()):
        m.require(m.query(CONNECTED_PAIR, graph, (0, 1)), Origin(1))
    assert brute_force(connections(m)) == brute_force(m)


@pytest.mark.parametrize("how", WORDS_FOR_PAIRS)
def test_each_two_vertices_in_one_piece_are_connected(how: str) -> None:
    m = Model()
    graph = m.graph([m.bool_var(f"v{k}") for k in range(4)], [(a, b, True) for a, b in EDGES])
    for rule, condition in enumerate(in_one(m, graph, combinations(range(4), 2), how)):
        m.require(condition, Origin(rule))
    short = connections(m)
    assert [c.condition for c in short.constraints] == [m.query(CONNECTED, graph)]
    assert {*short.constraints[0].origins} == {o for c in m.constraints for o in c.origins}


def test_some_pairs_of_vertices_in_one_piece_stay() -> None:
    m = Model()
    graph = m.graph([m.bool_var(f"v{k}") for k in range(4)], [(a, b, True) for a, b in EDGES])
    for condition in in_one(m, graph, [(0, 1), (1, 2), (0, 3), (1, 3), (2, 3)], "pairs"):
        m.require(condition, Origin(0))  # 0 and 2 may be there alone, in two pieces
    assert connections(m) is m
