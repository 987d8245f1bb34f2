"""Conditions on few values as clauses: the pass `tables`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.globals.loop import LOOP
from pzc.model.model import Model
from pzc.model.nodes import Bool, IntOperand, IntVar
from pzc.presolve.clauses import split
from pzc.presolve.tables import tabulated
from strategies import brute_force


@settings(max_examples=50)
@given(st.data())
def test_conditions_on_few_values_become_the_same_clauses(data: st.DataObject) -> None:
    m = Model()
    a, b, c = (m.bool_var(name) for name in "abc")
    x, y = m.int_var("x", range(2)), m.int_var("y", range(1, 4))
    literals = [a, b, c, m.not_(a), m.eq(x, 1), m.eq(x, 0), m.member(y, (1, 3)), m.eq(x, y)]

    def draw() -> list[Bool]:
        return data.draw(st.lists(st.sampled_from(literals), min_size=1, max_size=3))

    for rule in range(2):
        inner = data.draw(st.sampled_from([m.and_, m.or_]))(draw())
        if data.draw(st.booleans()):
            inner = m.iff(inner, m.le(m.sum_((a, m.eq(x, 0), c)), 1))
        m.require(m.or_((*draw()[:1], m.literal(data.draw(st.booleans()), inner))), Origin(rule))
    short = tabulated(split(m))
    assert brute_force(short) == brute_force(m)
    assert {o for c in short.constraints for o in c.origins} <= {Origin(0), Origin(1)}


def test_not_all_equal_is_two_clauses_in_any_words() -> None:
    m = Model()
    xs = [m.int_var(f"x{k}", range(2)) for k in range(3)]
    pairs = [*combinations(xs, 2)]
    m.require(m.or_(m.not_(m.eq(x, y)) for x, y in pairs), Origin(0))
    m.require(m.not_(m.and_(m.eq(x, y) for x, y in pairs[:2])), Origin(1))
    clauses = {m.or_(m.eq(x, v) for x in xs) for v in range(2)}
    assert {c.condition for c in tabulated(m).constraints} == clauses


@pytest.mark.parametrize("how", ["div", "mod", "divided", "times", "element", "abs", "max", "ite"])
def test_conditions_on_results_are_tabulated_like_others(how: str) -> None:
    """That a result is 2, or that of the same with the variables swapped."""
    m = Model()
    x, y = m.int_var("x", range(1, 5)), m.int_var("y", range(1, 5))
    make: dict[str, Callable[[IntVar, IntVar], IntOperand]] = {
        "div": m.div,
        "mod": m.mod,
        "divided": lambda a, b: m.sum_([m.div(4, a), b]),
        "times": m.times,
        "element": lambda a, b: m.element(a, (2, b, 3, b)),
        "abs": lambda a, b: m.abs_(m.linear([(1, a), (-2, b)])),
        "max": lambda a, b: m.max_((3, a, m.sum_([b, -1]))),
        "ite": lambda a, b: m.ite(m.lt(a, b), a, 3),
    }
    m.require(m.or_([m.eq(make[how](a, b), 2) for a, b in ((x, y), (y, x))]), Origin(0))
    assert brute_force(tabulated(m)) == brute_force(m)


@settings(max_examples=25)
@given(st.data())
def test_what_a_loop_leaves_of_conditions_on_its_lines(data: st.DataObject) -> None:
    m = Model()
    ends = [(a, b) for a, b in combinations(range(6), 2) if b - a == 3 or (b - a == 1 and b != 3)]
    lines = [m.bool_var(f"{a}-{b}") for a, b in ends]
    around = [[x for x, ab in zip(lines, ends, strict=True) if v in ab] for v in range(6)]
    there = [m.or_(some) for some in around]
    graph = m.graph(there, [(a, b, x) for (a, b), x in zip(ends, lines, strict=True)])
    m.require(m.query(LOOP, graph, ()), Origin(0))
    for rule in range(1, 4):
        parts: list[Bool] = []
        for v in data.draw(st.lists(st.sampled_from([1, 1, 4, 0]), min_size=1, max_size=2)):
            x, y, *_ = data.draw(st.permutations(around[v]))
            turns = m.not_(m.iff(x, y))
            inner = data.draw(st.sampled_from([m.and_, m.or_]))((turns, around[v][-1]))
            parts.append(m.literal(data.draw(st.booleans()), inner))
        m.require(data.draw(st.sampled_from([m.and_, m.or_]))(parts), Origin(rule))
    short = tabulated(m)
    assert brute_force(short) == brute_force(m)
    assert {o for c in short.constraints for o in c.origins} <= {Origin(k) for k in range(4)}


def test_a_loop_that_does_not_turn_goes_straight_on() -> None:
    m = Model()
    left, right, up, down = lines = [m.bool_var(f"x{k}") for k in range(4)]
    ring = [m.bool_var(f"y{k}") for k in range(4)]
    there = [m.or_(lines), *(m.or_((x, ring[k], ring[k - 1])) for k, x in enumerate(lines))]
    edges = [(0, k + 1, x) for k, x in enumerate(lines)]
    edges += [(k + 1, (k + 1) % 4 + 1, y) for k, y in enumerate(ring)]
    graph = m.graph(there, edges)
    m.require(m.query(LOOP, graph, ()), Origin(0))
    turns = m.and_((m.not_(m.iff(left, right)), m.not_(m.iff(up, down))))
    m.require(m.implies(left, m.not_(turns)), Origin(1))
    _, *found = tabulated(m).constraints
    expected = {m.implies(left, x) for x in (right, m.not_(up), m.not_(down))}
    assert {c.condition for c in found} == expected
    assert {c.origins for c in found} == {(Origin(1), Origin(0))}
