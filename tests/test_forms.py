"""Sets that lie in few ways are compared by their forms."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.backends.native.solver import NativeSolver
from pzc.model.constraints import Origin
from pzc.model.forms import Point
from pzc.model.globals.connected import CONNECTED
from pzc.model.globals.same_shape import SAME_SHAPE
from pzc.model.model import Model
from pzc.model.nodes import Bool, BoolVar, Global, bottom_up
from pzc.presolve.forms import by_form
from pzc.presolve.passes import NETWORK, presolved
from strategies import brute_force

BLOCK = tuple((r, c) for r in range(2) for c in range(2))
BAR = tuple((0, c) for c in range(4))
BENT = ((0, 0), (1, 0), (2, 0), (2, 1))
APART = ((0, 0), (0, 2), (3, 1))


def beside(places: Sequence[Point]) -> list[tuple[int, int, bool]]:
    return [
        (i, j, True)
        for j, (r, c) in enumerate(places)
        for i, (s, d) in enumerate(places[:j])
        if abs(r - s) + abs(c - d) == 1
    ]


def compared(m: Model) -> int:
    """The comparisons of sets that are left."""
    seen: set[object] = set()
    found = 0
    for node in bottom_up([c.condition for c in m.constraints], seen):
        seen.add(node)
        found += type(node) is Global and node.definition is SAME_SHAPE
    return found


@settings(max_examples=60)
@given(st.data())
def test_no_answer_is_lost_or_won(data: st.DataObject) -> None:
    """Two or three sets, also with places that are known, or that they share; with counts and
    connections of all of their places, or of some, perhaps with two vertices for one place. They
    may be sets of what is not."""
    m = Model()
    guard = m.bool_var("guard")
    rules = 0

    def require(condition: Bool) -> None:
        nonlocal rules
        m.require(condition, Origin(rules))
        rules += 1

    sets: list[tuple[tuple[Point, ...], tuple[Bool, ...]]] = []
    own: list[BoolVar] = []
    for k in range(data.draw(st.integers(2, 3))):
        places = data.draw(st.sampled_from([BLOCK, BAR, BENT, APART]))
        cells: list[Bool] = [m.bool_var(f"s{k}p{p}") for p in range(len(places))]
        own += [x for x in cells if isinstance(x, BoolVar)]
        if data.draw(st.integers(0, 3)) == 0:
            cells = [m.not_(x) for x in cells]
        if data.draw(st.integers(0, 4)) == 0:
            cells[0] = data.draw(st.sampled_from([True, False, own[0]]))
        sets.append((places, tuple(cells)))
        rest = cells[data.draw(st.sampled_from([0, 0, 0, 1])) :]
        if data.draw(st.integers(0, 4)):
            require(m.eq(m.sum_(rest), data.draw(st.integers(0, len(rest)))))
        if data.draw(st.booleans()):
            joined, edges = [*cells], beside(places)
            if data.draw(st.integers(0, 3)) == 0:
                again, other = (data.draw(st.integers(0, len(cells) - 1)) for _ in range(2))
                joined.append(cells[again])
                edges += [(again, len(cells), True), (other, len(cells), True)]
            require(m.query(CONNECTED, m.graph(joined, edges)))
        if data.draw(st.integers(0, 3)) == 0:
            require(m.not_(m.and_(data.draw(st.lists(st.sampled_from(cells), min_size=2)))))
        if data.draw(st.integers(0, 3)) == 0:
            require(data.draw(st.sampled_from([cells[1], m.not_(cells[1])])))
    for _ in range(data.draw(st.integers(1, 3))):
        one, other = (data.draw(st.sampled_from(sets)) for _ in range(2))
        turned, flipped = data.draw(st.booleans()), data.draw(st.booleans())
        same = m.all_of(SAME_SHAPE, (*one[1], *other[1]), (one[0], other[0], turned, flipped))
        same = data.draw(st.sampled_from([same, m.not_(same)]))
        require(data.draw(st.sampled_from([same, m.or_((guard, same)), m.iff(guard, same)])))
    short = by_form(m)
    expected = brute_force(m)
    assert brute_force(short) == expected
    assert {o for one in short.constraints for o in one.origins} <= {*map(Origin, range(rules))}
    assert {*NativeSolver(presolved(m, NETWORK)).enumerate()} == expected


@pytest.mark.parametrize("joined", [False, True])
@pytest.mark.parametrize("denied", [False, True])
def test_two_sets_of_known_size_are_compared_by_form(joined: bool, denied: bool) -> None:
    m = Model()
    sets: list[list[Bool]] = [[m.bool_var(f"s{k}p{p}") for p in range(4)] for k in range(2)]
    if denied:
        sets = [[m.not_(x) for x in cells] for cells in sets]
    for k, cells in enumerate(sets):
        m.require(m.eq(m.sum_(cells), 3), Origin(k))
        if joined:
            m.require(m.query(CONNECTED, m.graph(cells, beside(BLOCK))), Origin(2 + k))
    same = m.all_of(SAME_SHAPE, (*sets[0], *sets[1]), (BLOCK, BLOCK, True, True))
    m.require(m.not_(same), Origin(4))
    short = by_form(m)
    assert compared(m) == 1 and compared(short) == 0
    rewritten = short.constraints[-1]
    assert {*rewritten.origins} == {Origin(k) for k in ((0, 1, 2, 3, 4) if joined else (0, 1, 4))}
    assert len(brute_force(short)) == len(brute_force(m)) == 0


def test_a_set_of_unknown_size_is_compared_place_by_place() -> None:
    m = Model()
    sets = [[m.bool_var(f"s{k}p{p}") for p in range(4)] for k in range(2)]
    m.require(m.eq(m.sum_(sets[0]), 3), Origin(0))
    m.require(m.le(m.sum_(sets[1]), 3), Origin(1))
    same = m.all_of(SAME_SHAPE, (*sets[0], *sets[1]), (BLOCK, BLOCK, True, True))
    m.require(same, Origin(2))
    assert by_form(m) is m


def test_a_place_that_is_two_vertices_counts_once() -> None:
    """The first place is only joined to the others by the second vertex of the third place."""
    m = Model()
    cells = [m.bool_var(f"p{p}") for p in range(4)]
    m.require(m.eq(m.sum_(cells), 3), Origin(0))
    edges = [(0, 4, True), (4, 2, True), (2, 3, True), (1, 0, True)]
    m.require(m.query(CONNECTED, m.graph([*cells, cells[2]], edges)), Origin(1))
    holes = (True, False, True, True)
    same = m.all_of(SAME_SHAPE, (*cells, *holes), (BAR, BAR, False, False))
    m.require(same, Origin(2))
    assert brute_force(by_form(m)) == brute_force(m) == {(1, 0, 1, 1)}
