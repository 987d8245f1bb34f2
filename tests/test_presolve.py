"""The passes of presolve together: no answer is lost or won, and origins are kept.

Most passes have a file of tests of their own.
"""

from __future__ import annotations

from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Constraint, Origin
from pzc.model.globals.all_different import ALL_DIFFERENT
from pzc.model.globals.connected import CONNECTED
from pzc.model.globals.connected_pair import CONNECTED_PAIR
from pzc.model.globals.size import SIZE
from pzc.model.limits import ModelTooLarge
from pzc.model.model import Model
from pzc.model.nodes import And, Bool, BoolVar, Global, LinearEq
from pzc.presolve import passes
from pzc.presolve.clauses import split
from pzc.presolve.colours import two_parts
from pzc.presolve.counting import equalities, inequalities, sizes
from pzc.presolve.demands import demands, instead, selected
from pzc.presolve.different import all_different
from pzc.presolve.domains import narrowed
from pzc.presolve.hubs import joined_to_hubs
from pzc.presolve.passes import KEEPING_ORIGINS, NETWORK, PASSES, PUZZLE, Pass, presolved
from pzc.presolve.rectangles import parted
from pzc.presolve.relations import related
from pzc.presolve.settled import without_settled
from pzc.presolve.straights import consecutive
from pzc.presolve.tables import tabulated
from strategies import brute_force


@settings(max_examples=50)
@given(st.data())
def test_no_answer_is_lost_or_won(data: st.DataObject) -> None:
    """Over few variables, of rules that passes may take for something that they are not quite."""
    m = Model()
    domains = data.draw(st.lists(st.sampled_from([3, 3, 4]), min_size=3, max_size=4))
    xs = [m.int_var(f"x{k}", range(d)) for k, d in enumerate(domains)]
    values = range(data.draw(st.sampled_from([3, 4])))
    has = {v: [m.member(x, (v,)) for x in xs] for v in values}
    kinds = m.sum_(m.or_(has[v]) for v in values)
    high, low = m.max_(xs), m.min_(xs)
    span = m.linear([(1, high), (-1, low)])
    near = [m.linear([(1, x), (-1, y)]) for x, y in combinations(xs, 2)]
    demands = [
        m.and_(m.or_(has[v]) for v in values),
        m.and_(m.or_(has[v]) for v in values[: len(xs)]),
        m.and_(m.not_(m.or_(has[v])) for v in data.draw(st.sampled_from([(0,), (0, 1), (2,)]))),
        m.and_(m.not_(has[v][data.draw(st.integers(0, 2))]) for v in values[:2]),
        m.le(span, data.draw(st.integers(1, 3))),
        m.eq(span, data.draw(st.integers(1, 3))),
        m.eq(m.linear([(1, span), (-1, kinds)]), -1),
        m.and_(m.le(m.abs_(x), data.draw(st.sampled_from([len(xs) - 1, 1, 2]))) for x in near),
        m.and_(m.le(m.abs_(x), len(xs) - 1) for x in near),
        m.all_of(ALL_DIFFERENT, xs, None),
        m.all_of(ALL_DIFFERENT, xs[:3], None),
        m.and_(m.eq(m.sum_(has[v]), 1) for v in values),
        m.and_(m.le(m.sum_(has[v]), 1) for v in values),
        m.eq(kinds, len(xs)),
        m.le(len(xs), kinds),
        m.le(kinds, len(xs)),
        m.and_(m.not_(m.eq(x, y)) for x, y in combinations(xs, 2)),
        m.and_(m.not_(m.eq(x, y)) for x, y in combinations(xs[:3], 2)),
        m.le(m.sum_(xs), 4),
        m.le(4, m.sum_(xs)),
    ]
    some = data.draw(st.lists(st.sampled_from(demands), min_size=1, max_size=3, unique=True))
    for rule, condition in enumerate(some):
        m.require(condition, Origin(rule))
    expected = brute_force(m)
    short = consecutive(equalities(all_different(narrowed(related(split(m))))))
    assert brute_force(short) == expected
    assert {o for c in short.constraints for o in c.origins} <= {Origin(k) for k in range(3)}


@settings(max_examples=50)
@given(st.data())
def test_values_beside_the_same_alternatives(data: st.DataObject) -> None:
    m = Model()
    g = m.bool_var("g")
    x, y = m.int_var("x", range(1, 5)), m.int_var("y", range(1, 4))
    unequal, less = m.not_(m.eq(x, y)), m.le(m.linear(((1, x), (1, y))), 4)
    beside: list[list[Bool]] = [[unequal], [unequal, g], [m.not_(unequal)], [less], [g], []]
    some = data.draw(st.lists(st.sampled_from(beside), min_size=1, max_size=2, unique_by=id))
    for k in range(data.draw(st.integers(2, 5))):
        values = data.draw(st.sets(st.integers(1, 4), min_size=1, max_size=3))
        z = data.draw(st.sampled_from([x, x, x, y]))
        m.require(m.or_((*data.draw(st.sampled_from(some)), m.member(z, values))), Origin(k))
    short = narrowed(m)
    assert brute_force(short) == brute_force(m)
    assert {o for c in short.constraints for o in c.origins} == {
        o for c in m.constraints for o in c.origins
    }


@settings(max_examples=50)
@given(st.data())
def test_what_holds_for_all_values_that_are_left_goes(data: st.DataObject) -> None:
    m = Model()
    domains = [range(data.draw(st.sampled_from([4, 5]))) for _ in range(3)]
    xs = [m.int_var(f"x{k}", domain) for k, domain in enumerate(domains)]
    some = st.sets(st.integers(0, 4), max_size=3)
    for x in xs:
        m.require(m.member(x, data.draw(some)), Origin(0))
    for k in range(data.draw(st.integers(1, 4))):
        x, y = data.draw(st.sampled_from([*permutations(xs, 2)]))
        differ = data.draw(st.sampled_from([False, m.not_(m.eq(x, y))]))
        parts = (differ, m.member(x, data.draw(some)), m.member(y, data.draw(some)))
        m.require(m.or_(parts), Origin(1 + k))
    expected = brute_force(m)
    short = without_settled(m)
    assert brute_force(short) == brute_force(all_different(short)) == expected
    assert brute_force(all_different(m)) == expected


def test_no_value_of_a_room_is_too_large_for_the_next_one() -> None:
    """Of the conditions on two numbers in a line, those beyond the largest of them go."""
    m = Model()
    xs = [m.int_var(f"x{k}", range(1, 101)) for k in range(8)]
    for x in xs:
        m.require(m.member(x, range(1, 5)), Origin(0))
    for x, y in combinations(xs, 2):
        gap = range(1, y.index - x.index)
        m.require(m.or_((m.not_(m.eq(x, y)), m.member(x, gap))), Origin(1))
    assert len(without_settled(m).constraints) == len(xs) + 7 + 6 + 5 + 4


def test_equal_numbers_have_few_values() -> None:
    m = Model()
    x, y = m.int_var("x", range(1, 9)), m.int_var("y", range(1, 9))
    for k in range(4, 9):
        m.require(m.or_((m.not_(m.eq(x, y)), m.lt(x, k))), Origin(k))
    (only,) = narrowed(m).constraints
    assert only.condition is m.or_((m.not_(m.eq(x, y)), m.lt(x, 4)))


@settings(max_examples=50)
@given(st.data())
def test_below_or_above_a_number_is_not_the_number(data: st.DataObject) -> None:
    m = Model()
    a, b, c, guard = (m.bool_var(name) for name in "abcg")
    x, y = m.int_var("x", range(4)), m.int_var("y", range(1, 4))
    sums = [m.sum_((a, b, c)), m.linear(((1, x), (-1, y))), m.linear(((1, a), (-1, b), (2, x)))]
    total = data.draw(st.sampled_from(sums))
    low, high = data.draw(st.integers(-1, 4)), data.draw(st.integers(-1, 4))
    none = data.draw(st.sampled_from([m.and_, m.or_]))((a, b, m.not_(c)))
    below = data.draw(st.sampled_from([m.le(total, low), m.not_(none), none]))
    either = data.draw(st.sampled_from([m.or_((below, m.le(high, total))), m.abs_(total)]))
    if either is m.abs_(total):
        either = m.member(m.abs_(total), range(data.draw(st.integers(0, 2)), 9))
    if data.draw(st.booleans()):
        either = m.or_((guard, either))
    m.require(either, Origin(0))
    short = inequalities(m)
    assert brute_force(short) == brute_force(m)
    assert {o for one in short.constraints for o in one.origins} <= {Origin(0)}


def test_bounds_on_the_largest_less_the_smallest_are_no_pair_of_variables() -> None:
    m = Model()
    xs = [m.int_var(f"x{k}", range(1, 6)) for k in range(3)]
    m.require(m.all_of(ALL_DIFFERENT, xs, None), Origin(0))
    high, low = m.max_(xs), m.min_(xs)
    for one, other in (high, low), (low, high):
        m.require(m.le(m.linear([(1, one), (-1, other)]), 2), Origin(1))
    assert consecutive(m) is not m
    assert brute_force(consecutive(m)) == brute_force(m)


def test_words_for_a_sum_that_is_not_a_number() -> None:
    m = Model()
    x, y, guard = m.int_var("x", range(4)), m.int_var("y", range(4)), m.bool_var("g")
    xs = [m.bool_var(f"x{k}") for k in range(3)]
    none = m.and_(map(m.not_, xs))
    m.require(m.or_((m.lt(x, y), m.lt(y, x))), Origin(0))
    m.require(m.not_(m.and_((m.le(x, y), m.le(y, x)))), Origin(1))
    m.require(m.or_((guard, none, m.le(2, m.sum_(xs)))), Origin(2))
    distance = m.abs_(m.linear(((1, x), (-1, y))))
    m.require(m.or_((guard, m.member(distance, range(1, 4)))), Origin(3))
    differ = m.not_(m.eq(x, y))
    not_one = m.or_((guard, m.not_(m.eq(m.sum_(xs), 1))))
    expected = {differ, not_one, m.or_((guard, differ))}
    assert {c.condition for c in inequalities(m).constraints} == expected


@pytest.mark.parametrize("fixed", [True, False])
@pytest.mark.parametrize("walls", [True, False])
def test_a_sum_over_a_piece_is_its_size(fixed: bool, walls: bool) -> None:
    m = Model()
    there = [True] * 6 if fixed else [m.bool_var(f"c{k}") for k in range(6)]
    edges: list[Bool] = [m.bool_var(f"e{k}") for k in range(5)]
    if walls:
        edges = [m.not_(wall) for wall in edges]
    graph = m.graph(there, [(k, k + 1, edge) for k, edge in enumerate(edges)])
    pairs = [m.query(CONNECTED_PAIR, graph, (min(2, v), max(2, v))) for v in range(6) if v != 2]
    if fixed and walls:  # neighbours are of one piece only where no wall is between them
        for a, b, edge in graph.edges:
            m.require(parted(m, graph, a, b, edge), Origin(0))
        pairs[1], pairs[2] = edges[1], edges[2]
    counted = m.eq(m.sum_((*pairs, there[2])), 3)
    m.require(counted, Origin(0))
    short = sizes(m)
    assert short.constraints[-1].condition is m.eq(m.measure(SIZE, graph, (2, None)), 3)
    assert brute_force(short) == brute_force(m)


def test_what_follows_from_several_rules_has_the_origins_of_all() -> None:
    m = Model()
    xs = [m.int_var(f"x{k}", range(5)) for k in range(3)]
    for rule, (x, y) in enumerate(combinations(xs, 2)):
        m.require(m.not_(m.eq(x, y)), Origin(rule))
    m.require(m.le(m.sum_(xs), 4), Origin(3))
    m.require(m.le(4, m.sum_(xs)), Origin(4))
    different, equal = sorted(equalities(all_different(m)).constraints, key=lambda c: c.origin.rule)
    assert isinstance(different.condition, Global)
    assert different.condition.definition is ALL_DIFFERENT
    assert set(different.origins) == {Origin(0), Origin(1), Origin(2)}
    assert isinstance(equal.condition, LinearEq)
    assert equal.origins == (Origin(3), Origin(4))


def test_a_pass_that_would_make_the_model_too_large_is_left_out(monkeypatch) -> None:
    def vast(model: Model) -> Model:
        raise ModelTooLarge

    model, after = Model(), Model()
    every = (Pass("vast", vast), Pass("other", lambda model: after))
    monkeypatch.setattr(passes, "PASSES", every)
    assert presolved(model, ["vast"]) is model
    assert presolved(model, ["vast", "other"]) is after


def test_tasks_take_passes_by_name() -> None:
    assert {p.name for p in PASSES} == {*NETWORK, *PUZZLE}
    assert set(KEEPING_ORIGINS) < set(NETWORK)


@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("second", range(4))
def test_a_condition_that_two_rules_demand_is_one_fact(first: int, second: int) -> None:
    """One that follows from it is left out only as long as the other one stays."""
    m = Model()
    x, y, z = (m.bool_var(name) for name in "xyz")
    same, other = m.iff(x, y), m.iff(y, z)
    conditions = [
        m.or_((m.and_((x, y)), m.and_((m.not_(x), m.not_(y), z)))),
        m.or_((m.and_((x, z)), m.and_((m.not_(x), m.not_(z))))),
        m.or_((m.and_((same, z)), m.and_((m.not_(same), other)))),
        m.or_((m.and_((same, other)), m.and_((m.not_(other), m.not_(x))))),
    ]
    m.require(conditions[first], Origin(0))
    m.require(conditions[first], Origin(1))
    m.require(conditions[second], Origin(2))
    assert brute_force(tabulated(m)) == brute_force(m)


def test_a_clause_that_two_instances_demand_has_both_origins() -> None:
    m = Model()
    a, b, c = (m.bool_var(name) for name in "abc")
    for rule, (x, others) in enumerate(((a, (b, c)), (b, (a, c)), (c, (a, b)))):
        m.require(m.or_((m.not_(x), m.and_(map(m.not_, others)))), Origin(rule))
    short = {c.condition: c.origins for c in split(m).constraints}
    assert len(short) == 3
    assert short[m.or_((m.not_(a), m.not_(c)))] == (Origin(0), Origin(2))


def grid(height: int, width: int) -> list[tuple[int, int, bool]]:
    """The edges of a grid of cells in reading order."""
    cells = range(height * width)
    across = [(v, v + 1, True) for v in cells if (v + 1) % width]
    return across + [(v, v + width, True) for v in cells if v + width in cells]


@pytest.mark.parametrize(("height", "width"), [(2, 2), (2, 5), (3, 2), (3, 3), (3, 4)])
def test_two_connected_parts_of_a_grid(height: int, width: int) -> None:
    """No solution is lost, and the cells alone rule out more than half of the rest."""
    m = Model()
    cells = [m.bool_var(f"c{k}") for k in range(height * width)]
    edges = grid(height, width)
    parts = (m.graph(cells, edges), m.graph(map(m.not_, cells), edges))
    for rule, part in enumerate(parts):
        m.require(m.query(CONNECTED, part), Origin(rule))
    short = two_parts(m)
    added = short.constraints[2:]
    assert len(added) == 2 * (height - 1) * (width - 1) + 1
    assert all(set(c.origins) == {Origin(0), Origin(1)} for c in added)
    expected = brute_force(m)
    assert brute_force(short) == expected
    short.constraints[:] = added
    left = brute_force(short)
    assert expected <= left
    assert len(left) - len(expected) < (2 ** len(cells) - len(expected)) / 2 or height * width == 4


@settings(max_examples=40)
@given(st.lists(st.integers(0, 2), min_size=6, max_size=6), st.integers(0, 6))
def test_a_piece_with_one_of_some_vertices_is_joined_to_a_hub(weights, missing: int) -> None:
    """Unless that is not demanded of all pieces."""
    m = Model()
    cells = [m.bool_var(f"x{k}") for k in range(6)]
    edges = [(k, k + 1, True) for k in (0, 1, 3, 4)] + [(k, k + 3, True) for k in range(3)]
    graph = m.graph(cells, edges)
    for v, there in enumerate(cells):
        if v != missing:
            size = m.measure(SIZE, graph, (v, tuple(weights)))
            m.require(m.or_((m.not_(there), m.le(1, size))), Origin(0))
    short = joined_to_hubs(m)
    assert short.uses(CONNECTED) == (missing == 6 or weights[missing] > 0) or not any(weights)
    assert brute_force(short) == brute_force(m)


@pytest.mark.parametrize("change", ["edge", "cell", "one", "row"])
def test_other_parts_are_left_as_they_are(change: str) -> None:
    m = Model()
    height, width = (1, 6) if change == "row" else (3, 3)
    cells = [m.bool_var(f"c{k}") for k in range(height * width)]
    others = [m.not_(c) for c in cells]
    edges = grid(height, width)
    if change == "edge":
        edges = edges[1:]
    if change == "cell":
        others[4] = m.bool_var("else")
    m.require(m.query(CONNECTED, m.graph(cells, edges)), Origin(0))
    if change != "one":
        m.require(m.query(CONNECTED, m.graph(others, edges)), Origin(1))
    assert two_parts(m) is m


def test_only_what_a_pass_adds_is_read() -> None:
    m = Model()
    a, b, c = (m.bool_var(name) for name in "abc")
    m.require(m.or_((a, b)), Origin(0))
    m.require(m.not_(m.and_((a, c))), Origin(1))
    m.require(m.or_((b, c)), Origin(2))
    assert len(demands(m)) == 3
    added = [Constraint(m.not_(m.and_((b, c))), Origin(3))]
    shorter = instead(m, {m.or_((a, b))}, added)
    assert [source.origin.rule for _, source in demands(shorter)] == [1, 2, 3]
    assert [source.origin.rule for _, source in demands(m)] == [0, 1, 2]
    m.read.groups.clear()  # what was read is forgotten, so that it would have to be read again
    assert [source.origin.rule for _, source in demands(instead(m, set(), added))] == [3]


def test_part_of_a_constraint_is_replaced() -> None:
    m = Model()
    a, b, c = (m.bool_var(name) for name in "abc")
    m.require(m.and_((m.or_((a, b)), m.or_((a, c)))), Origin(0))
    m.require(c, Origin(1))
    shorter = instead(m, {m.or_((a, b))}, [Constraint(b, Origin(2))])
    expected = [(m.or_((a, c)), 0), (c, 1), (b, 2)]
    assert [(x, source.origin.rule) for x, source in demands(shorter)] == expected
    assert [(one.condition, one.origin.rule) for one in shorter.constraints] == expected


def test_demands_are_read_again_when_a_model_changes() -> None:
    m = Model()
    a, b = m.bool_var("a"), m.bool_var("b")
    m.require(m.and_((a, m.or_((b, m.not_(a))))), Origin(0))
    assert [part for part, _ in demands(m)] == [a, m.or_((b, m.not_(a)))]
    m.require(b, Origin(1))
    m.require(m.le(1, m.linear(((1, a), (1, b)))), Origin(2), given=a)
    assert [part for part, _ in demands(m)] == [a, m.or_((b, m.not_(a))), b]
    m.constraints[0] = Constraint(m.not_(m.and_((a, b))), Origin(3))
    negated = selected(m, lambda s: s.negated and s.kind is And and s.only(BoolVar))
    assert [(part, source.origin.rule) for part, source in negated] == [(m.not_(m.and_((a, b))), 3)]
    assert [part for part, _ in selected(m, lambda *_: True)] == [m.not_(m.and_((a, b))), b]
