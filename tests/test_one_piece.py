"""Conditions on a piece at several of its vertices that follow from one of them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.globals.connected_pair import CONNECTED_PAIR, in_piece
from pzc.model.globals.size import SIZE
from pzc.model.model import Model
from pzc.model.nodes import Bool, Graph, IntVar
from pzc.presolve.one_piece import stated_once
from strategies import brute_force

EDGES = [(0, 1), (1, 2), (2, 3), (0, 3)]


def of_equal_numbers(m: Model) -> tuple[Graph, list[IntVar]]:
    """A graph that joins neighbours with equal numbers."""
    numbers = [m.int_var(f"x{k}", range(1, 5)) for k in range(4)]
    edges = [(a, b, m.eq(numbers[a], numbers[b])) for a, b in EDGES]
    return m.graph([True] * 4, edges), numbers


def has_size(m: Model, graph: Graph, v: int, number: IntVar) -> Bool:
    return m.eq(m.measure(SIZE, graph, (v, None)), number)


@pytest.mark.parametrize("how", ["all", "not any", "some"])
def test_numbers_in_a_piece_are_its_size_if_each_is_that_of_its_own(how: str) -> None:
    m = Model()
    graph, numbers = of_equal_numbers(m)
    for v in range(4):
        inside = in_piece(m, graph, v)
        sized = [has_size(m, graph, v, x) for x in numbers]
        pairs = [*zip(inside, sized, strict=True)]
        if how == "some":
            m.require(m.or_([m.and_(pair) for pair in pairs]), Origin(0))
        for joined, holds in pairs if how != "some" else ():
            other = m.not_(m.and_((joined, m.not_(holds))))
            m.require(m.implies(joined, holds) if how == "all" else other, Origin(0))
    shorter = stated_once(m)
    assert {c.condition for c in shorter.constraints} == {
        has_size(m, graph, v, numbers[v]) for v in range(4)
    }


def test_what_is_said_of_some_vertices_only_stays() -> None:
    m = Model()
    graph = m.graph([True] * 4, [(a, b, m.bool_var(f"e{a}{b}")) for a, b in EDGES])
    number = m.int_var("x", range(1, 5))
    joined = m.query(CONNECTED_PAIR, graph, (0, 2))
    m.require(m.implies(joined, has_size(m, graph, 0, number)), Origin(0))
    m.require(has_size(m, graph, 1, number), Origin(1))
    assert stated_once(m) is m


@settings(max_examples=50)
@given(st.data())
def test_no_answer_is_lost_or_won(data: st.DataObject) -> None:
    m = Model()
    flags = [m.bool_var(name) for name in "abc"]
    numbers = [m.int_var(f"x{k}", range(1, 4)) for k in range(3)]
    parts: list[Bool] = [*flags, True, True, True]
    vertices = data.draw(st.lists(st.sampled_from(parts), min_size=3, max_size=3))
    equal = data.draw(st.booleans())
    edges = [
        (a, b, m.eq(numbers[a], numbers[b]) if equal else data.draw(st.sampled_from(flags)))
        for a, b in [(0, 1), (1, 2), (0, 2)][: data.draw(st.integers(2, 3))]
    ]
    graph = m.graph(vertices, edges)
    vertex = st.integers(0, 2)
    for rule in range(data.draw(st.integers(1, 5))):
        v, number = data.draw(vertex), numbers[data.draw(vertex)]
        said = has_size(m, graph, v, number)
        inside = [x for x in in_piece(m, graph, data.draw(vertex)) if x is not True]
        match data.draw(st.sampled_from(["alone", "guarded", "chosen", "not both", "edge"])):
            case "guarded":
                said = m.or_((m.not_(data.draw(st.sampled_from(inside or parts))), said))
            case "chosen":
                others = [
                    m.and_((x, has_size(m, graph, v, data.draw(st.sampled_from(numbers)))))
                    for x in inside
                ]
                said = m.or_((said, *others))
            case "not both":
                joined = data.draw(st.sampled_from(inside or parts))
                said = m.not_(m.and_((joined, m.not_(said))))
            case "edge":
                said = m.or_((m.not_(data.draw(st.sampled_from(edges))[2]), said))
        m.require(said, Origin(rule))
    assert brute_force(stated_once(m)) == brute_force(m)
