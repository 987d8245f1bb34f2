"""Conditions on the number of pieces that say how a graph is connected."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.globals.connected import CONNECTED
from pzc.model.globals.first import FIRST
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


@settings(max_examples=100, deadline=None)
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
    asked = {x.definition for x in nodes if isinstance(x, Query)}
    assert asked == ({CONNECTED} if "one" in how else set())
    assert {o for c in short.constraints for o in c.origins} == {Origin(0)}


def test_other_numbers_of_pieces_stay() -> None:
    m = Model()
    graph = m.graph([m.bool_var(f"v{k}") for k in range(4)], [(a, b, True) for a, b in EDGES])
    m.require(said(m, graph, "two"), Origin(0))
    m.require(said(m, graph, "fewer than vertices"), Origin(1))
    assert connections(m) is m
