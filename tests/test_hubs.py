"""Demands on each piece, that it has a vertex of some kind, as connections with a hub."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.globals.box import BOX, positions
from pzc.model.globals.connected import CONNECTED
from pzc.model.globals.connected_pair import CONNECTED_PAIR, in_piece
from pzc.model.globals.size import SIZE
from pzc.model.model import Model
from pzc.model.nodes import Bool, Graph, Query, bottom_up
from pzc.presolve.hubs import joined_to_hubs
from strategies import brute_force

PLACES = tuple(product(range(2), range(3)))
SIDES = [
    (a, b)
    for a, (r, c) in enumerate(PLACES)
    for b, (s, d) in enumerate(PLACES)
    if a < b and abs(r - s) + abs(c - d) == 1
]


def queried(m: Model) -> set[object]:
    """The definitions of all queries and measures of a model."""
    seen: set[object] = set()
    for node in bottom_up((c.condition for c in m.constraints), seen):
        seen.add(node)
    return {x.definition for x in seen if hasattr(x, "definition")}


def demand_one(m: Model, graph: Graph, v: int, having: list[Bool], if_there: bool = True) -> None:
    """The piece of a vertex has one of which another condition holds."""
    some = [m.and_((x, y)) for x, y in zip(in_piece(m, graph, v), having, strict=True)]
    absent = [m.not_(graph.vertices[v])] if if_there else []
    m.require(m.or_((*absent, *some)), Origin(1, (("v", v),)))


def demand_no_rectangle(m: Model, graph: Graph, v: int, if_there: bool = True) -> None:
    where = positions(graph, PLACES)
    boxed = m.eq(m.measure(BOX, graph, (v, where)), m.measure(SIZE, graph, (v, None)))
    absent = [m.not_(graph.vertices[v])] if if_there else []
    m.require(m.or_((*absent, m.not_(boxed))), Origin(1, (("v", v),)))


def grid(m: Model) -> Graph:
    return m.graph([m.bool_var(f"c{k}") for k in range(6)], [(a, b, True) for a, b in SIDES])


def test_each_piece_has_a_vertex_of_a_kind() -> None:
    m = Model()
    graph = grid(m)
    kind: list[Bool] = [m.bool_var(f"k{k}") for k in range(6)]
    for v in range(6):
        demand_one(m, graph, v, kind)
    one, *others = joined_to_hubs(m).constraints
    assert not others
    assert isinstance(one.condition, Query)
    assert one.condition.definition is CONNECTED
    assert {*one.origins} == {c.origin for c in m.constraints}


def test_no_piece_is_a_rectangle() -> None:
    m = Model()
    graph = grid(m)
    for v in range(6):
        demand_no_rectangle(m, graph, v)
    shorter = joined_to_hubs(m)
    assert queried(shorter) == {CONNECTED}
    assert brute_force(shorter) == brute_force(m)


@pytest.mark.parametrize("kind", [True, False])
def test_a_demand_that_a_vertex_is_there_stays(kind: bool) -> None:
    m = Model()
    graph = grid(m)
    having: list[Bool] = [m.bool_var(f"k{k}") for k in range(6)]
    for v in range(6):
        if kind:
            demand_one(m, graph, v, having, v != 2)
        else:
            demand_no_rectangle(m, graph, v, v != 2)
    assert joined_to_hubs(m) is m


@pytest.mark.parametrize("left_out", range(6))
def test_pieces_without_the_demand_may_lack_such_a_vertex(left_out: int) -> None:
    m = Model()
    graph = grid(m)
    for v in range(6):
        if v != left_out:
            demand_no_rectangle(m, graph, v)
    assert joined_to_hubs(m) is m


@settings(max_examples=50)
@given(st.data())
def test_no_answer_is_lost_or_won(data: st.DataObject) -> None:
    m = Model()
    flags = [m.bool_var(name) for name in "abcde"]
    x = m.int_var("x", range(2))
    parts: list[Bool] = [*flags, *map(m.not_, flags), m.member(x, (1,)), True, True, False]
    drawn = st.sampled_from(parts)
    both = st.one_of(drawn, st.builds(lambda a, b: m.and_((a, b)), drawn, drawn))
    vertices = [data.draw(both) for _ in range(6)]
    edges = [(a, b, data.draw(st.one_of(st.just(True), drawn))) for a, b in SIDES]
    graph = m.graph(vertices, edges)
    having = [data.draw(both) for _ in range(6)] if data.draw(st.booleans()) else []
    always = data.draw(st.one_of(st.just(-1), st.integers(0, 5)))  # this one must be there
    for v in range(6):
        if having:
            demand_one(m, graph, v, having, v != always)
        else:
            demand_no_rectangle(m, graph, v, v != always)
    if data.draw(st.booleans()):
        m.require(m.query(CONNECTED_PAIR, graph, (0, 5)), Origin(2))
    assert brute_force(joined_to_hubs(m)) == brute_force(m)
