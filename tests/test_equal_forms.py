"""Pieces of equal form are compared with others once."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.backends.native.solver import NativeSolver
from pzc.model.constraints import Origin
from pzc.model.globals.box import positions
from pzc.model.globals.form import SAME_FORM
from pzc.model.model import Model
from pzc.model.nodes import Bool, Graph, Not, Query
from pzc.presolve.equal_forms import compared_once
from pzc.presolve.passes import NETWORK, presolved
from strategies import brute_force

AT = tuple((r, c) for r in range(2) for c in range(4))
BESIDE = [
    (a, b)
    for a, b in combinations(range(len(AT)), 2)
    if abs(AT[a][0] - AT[b][0]) + abs(AT[a][1] - AT[b][1]) == 1
]


def board(m: Model, there: int = len(AT)) -> Graph:
    """Two rows of cells, of which so many are sure to be there, and walls between them."""
    vertices = [v < there or m.bool_var(f"v{v}") for v in range(len(AT))]
    return m.graph(vertices, [(a, b, m.bool_var(f"e{a}{b}")) for a, b in BESIDE])


def same(m: Model, graph: Graph, a: int, b: int, turned: bool, flipped: bool) -> Bool:
    where = positions(graph, AT)
    return m.query(SAME_FORM, graph, (min(a, b), max(a, b), where, turned, flipped))


def comparisons(m: Model) -> list[tuple[int, int]]:
    """The pairs of vertices whose pieces must have different forms."""
    found = [c.condition.arg for c in m.constraints if isinstance(c.condition, Not)]
    return [x.data[:2] for x in found if isinstance(x, Query) and x.definition is SAME_FORM]


def test_two_classes_are_compared_once() -> None:
    m = Model()
    graph = board(m)
    for number, (a, b) in enumerate([(1, 4), (4, 6), (2, 5)]):
        m.require(same(m, graph, a, b, False, False), Origin(number))
    for a in (1, 4, 6):
        for b in (2, 5, 7):
            m.require(m.not_(same(m, graph, a, b, True, True)), Origin(3))
    short = compared_once(m)
    assert comparisons(short) == [(1, 2), (1, 7)]
    origins = [{o.rule for o in c.origins} for c in short.constraints[-2:]]
    assert origins == [{3}, {3}]
    m.constraints.pop(3)  # of (1, 2): what is left to say so is about others
    short = compared_once(m)
    assert comparisons(short)[-1] == (1, 2)
    assert {o.rule for o in short.constraints[-1].origins} == {2, 3}


def test_what_is_alike_when_turned_need_not_be_as_it_lies() -> None:
    m = Model()
    graph = board(m)
    m.require(same(m, graph, 1, 4, True, False), Origin(0))
    m.require(m.not_(same(m, graph, 4, 6, False, False)), Origin(1))
    m.require(m.not_(same(m, graph, 4, 6, False, True)), Origin(2))
    assert compared_once(m) is m


@pytest.mark.parametrize("turned", [False, True])
def test_pieces_of_one_class_that_must_differ(turned: bool) -> None:
    m = Model()
    graph = board(m)
    m.require(same(m, graph, 1, 4, False, False), Origin(0))
    m.require(same(m, graph, 4, 6, turned, False), Origin(1))
    m.require(m.not_(same(m, graph, 1, 6, True, True)), Origin(2))
    short = compared_once(m)
    assert short.constraints[-1].condition is False
    assert {o.rule for o in short.constraints[-1].origins} == {0, 1, 2}


@settings(max_examples=12)
@given(st.data())
def test_no_answer_is_lost_or_won(data: st.DataObject) -> None:
    m = Model()
    graph = board(m, data.draw(st.sampled_from([8, 8, 6])))
    for number in range(data.draw(st.integers(2, 6))):
        a, b = data.draw(st.sampled_from([*combinations(range(len(AT)), 2)]))
        alike = same(m, graph, a, b, data.draw(st.booleans()), data.draw(st.booleans()))
        m.require(alike if data.draw(st.booleans()) else m.not_(alike), Origin(number))
    expected = brute_force(m)
    short = compared_once(m)
    assert brute_force(short) == expected
    assert {*NativeSolver(presolved(m, NETWORK)).enumerate()} == expected
