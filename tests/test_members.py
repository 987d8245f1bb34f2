"""The number of members of pieces, and boxes that they fill: the passes `members` and `filled`."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Origin
from pzc.model.globals.box import BOX, IN_BOX, positions
from pzc.model.globals.connected_pair import CONNECTED_PAIR
from pzc.model.globals.size import SIZE
from pzc.model.model import Model
from pzc.model.nodes import Bool
from pzc.presolve.box_cells import filled_boxes
from pzc.presolve.demands import demands
from pzc.presolve.members import _graphs, counted_members
from strategies import brute_force


def test_members_that_a_sum_counts_twice_are_not_counted_once() -> None:
    """With the first vertex, the second one is in its piece: the sum has both conditions."""
    m = Model()
    first, last = m.bool_var("first"), m.bool_var("last")
    graph = m.graph([first, True, last], [(0, 1, True), (1, 2, True)])
    second, third = (m.query(CONNECTED_PAIR, graph, (0, v)) for v in (1, 2))
    m.require(m.or_((m.not_(first), m.eq(m.sum_((first, second, third)), 2))), Origin(0))
    assert brute_force(counted_members(m)) == brute_force(m) == {(0, 0), (0, 1), (1, 0)}


def test_a_graph_that_only_few_vertices_are_asked_about_is_not_read() -> None:
    m = Model()
    count = 30
    graph = m.graph([True] * count, [(v, v + 1, m.bool_var(f"e{v}")) for v in range(count - 1)])
    for v in range(2, count):
        m.require(m.or_(m.query(CONNECTED_PAIR, graph, (u, v)) for u in (0, 1)), Origin(0))
    assert _graphs(demands(m)) == [graph]
    some = m.with_constraints(m.constraints[:4])
    assert _graphs(demands(some)) == []


@settings(max_examples=25)
@given(st.data())
def test_members_of_pieces_are_counted_alike(data: st.DataObject) -> None:
    """What is demanded of the piece of each vertex, in several words, some of them left out."""
    m = Model()
    fixed = data.draw(st.booleans())
    count = 5
    there = [True if fixed else m.bool_var(f"c{v}") for v in range(count)]
    edges = [(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)]
    tight = [m.bool_var(f"e{k}") if fixed else True for k in range(len(edges))]
    graph = m.graph(there, [(a, b, e) for (a, b), e in zip(edges, tight, strict=True)])

    def joined(a: int, b: int) -> Bool:
        return m.query(CONNECTED_PAIR, graph, (min(a, b), max(a, b))) if a != b else there[a]

    some = data.draw(st.lists(st.sampled_from(range(count)), min_size=2, max_size=3, unique=True))
    words = data.draw(st.sampled_from(["sum", "pairs", "any", "both", "none", "size"]))
    for v in range(count):
        if data.draw(st.sampled_from([True] * 9 + [False])):
            conditions = []
            if words == "sum":
                number = data.draw(st.sampled_from([1, 1, 1, 2]))
                conditions.append(m.eq(m.sum_(joined(v, u) for u in some), number))
            if words in ("pairs", "both"):
                for a, b in combinations(some, 2):
                    conditions.append(m.not_(m.and_((joined(v, a), joined(v, b)))))
            for a in some if words in ("none", "size") else ():
                others = [b for b in some if b != a]
                weights = tuple(int(b in others) for b in range(count))
                none = m.and_(m.not_(joined(v, b)) for b in others)
                if words == "size":
                    none = m.eq(m.measure(SIZE, graph, (v, weights)), 0)
                elif data.draw(st.booleans()):
                    none = m.not_(m.or_(joined(v, b) for b in others))
                conditions.append(m.implies(joined(v, a), none))
            if words in ("any", "both", "none", "size"):
                present = data.draw(st.booleans())
                conditions.append(m.or_(m.and_((present or there[u], joined(v, u))) for u in some))
            for condition in conditions:
                m.require(m.implies(there[v], condition), Origin(v))
    pairs = st.lists(st.sampled_from(range(count)), min_size=2, max_size=2, unique=True)
    for use in data.draw(st.lists(st.sampled_from(["apart", "if", "alike"]), max_size=2)):
        one, other = (joined(*data.draw(pairs)) for _ in range(2))
        used = {"apart": m.not_(one), "if": m.implies(one, other), "alike": m.iff(one, other)}
        m.require(used[use], Origin(0))
    short = counted_members(m)
    assert brute_force(short) == brute_force(m)
    assert {o for c in short.constraints for o in c.origins} <= {Origin(v) for v in range(count)}


@pytest.mark.parametrize("alike", [True, False])
def test_connections_that_other_demands_use_are_not_counted(alike: bool) -> None:
    """They are found before a size is made."""
    m = Model()
    count = 6
    graph = m.graph([True] * count, [(v, v + 1, m.bool_var(f"e{v}")) for v in range(count - 1)])
    homes = (0, 2, 5)
    joined = {(u, v): m.query(CONNECTED_PAIR, graph, (u, v)) for u, v in combinations(range(6), 2)}
    for both in combinations(homes, 2):
        m.require(m.not_(joined[both]), Origin(0))
    for v in (1, 3, 4):
        some = [joined[min(u, v), max(u, v)] for u in homes]
        m.require(m.eq(m.sum_(some), 1), Origin(0))
    if alike:
        m.require(m.iff(joined[0, 1], joined[3, 5]), Origin(1))
    short = counted_members(m)
    assert (short is m) == alike
    assert m.uses(SIZE) != alike
    assert brute_force(short) == brute_force(m)


@pytest.mark.parametrize("left_out", [None, 0, 5])
def test_a_filled_box_is_a_rectangle(left_out: int | None) -> None:
    """Where the cells of the box of a piece are all in it; not where one of them is left out."""
    m = Model()
    there = [m.bool_var(f"c{v}") for v in range(6)]
    at = tuple((v // 3 + 1, v % 3 + 1) for v in range(6))
    ends = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)]
    graph = m.graph(there, [(a, b, True) for a, b in ends])
    where = positions(graph, at)
    for u, place in enumerate(at):
        if u not in (1, left_out):
            inside = m.query(IN_BOX, graph, (1, where, place))
            joined = m.query(CONNECTED_PAIR, graph, (min(u, 1), max(u, 1)))
            m.require(m.or_((m.not_(there[1]), m.not_(inside), joined)), Origin(u))
    short = filled_boxes(m)
    assert brute_force(short) == brute_force(m)
    rectangle = m.eq(m.measure(BOX, graph, (1, where)), m.measure(SIZE, graph, (1, None)))
    found = [c.condition for c in short.constraints]
    assert (m.implies(there[1], rectangle) in found) == (left_out is None)


@pytest.mark.parametrize("always", [True, False])
@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("left_out", [None, 0, 5])
@pytest.mark.parametrize("present", [True, False])
def test_a_box_of_which_all_cells_are_counted(
    always: bool, exact: bool, left_out: int | None, present: bool
) -> None:
    """As many cells of the box are in the piece, or just present, as the box has."""
    m = Model()
    there = [True if always else m.bool_var(f"c{v}") for v in range(6)]
    at = tuple((v // 3 + 1, v % 3 + 1) for v in range(6))
    ends = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)]
    edges = [m.bool_var(f"e{k}") if always else True for k in range(len(ends))]
    graph = m.graph(there, [(*pair, e) for pair, e in zip(ends, edges, strict=True)])
    where = positions(graph, at)
    terms = []
    for u, place in enumerate(at):
        inside = True if always and u == 1 else m.query(IN_BOX, graph, (1, where, place))
        joined = m.query(CONNECTED_PAIR, graph, (min(u, 1), max(u, 1))) if u != 1 else there[1]
        if u != left_out:
            terms.append(m.and_((inside, there[u] if present else joined)))
    total, box = m.sum_(terms), m.measure(BOX, graph, (1, where))
    m.require(m.implies(there[1], m.eq(total, box) if exact else m.le(box, total)), Origin(0))
    short = filled_boxes(m)
    assert brute_force(short) == brute_force(m)
    found = m.eq(box, m.measure(SIZE, graph, (1, None)))
    whole = left_out is None and not (always and present)
    assert (m.implies(there[1], found) in [c.condition for c in short.constraints]) == whole
