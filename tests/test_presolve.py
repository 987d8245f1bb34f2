"""The passes of presolve: no answer is lost or won, and origins are kept."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pzc.model.constraints import Constraint, Origin
from pzc.model.globals.all_different import ALL_DIFFERENT
from pzc.model.globals.box import BOX, IN_BOX, positions
from pzc.model.globals.connected import CONNECTED
from pzc.model.globals.connected_pair import CONNECTED_PAIR
from pzc.model.globals.loop import LOOP
from pzc.model.globals.size import SIZE
from pzc.model.limits import ModelTooLarge
from pzc.model.model import Model
from pzc.model.nodes import And, Bool, BoolVar, Global, IntOperand, IntVar, LinearEq
from pzc.presolve import exactly_one as exactly_one_module
from pzc.presolve import passes
from pzc.presolve.box_cells import filled_boxes
from pzc.presolve.channels import channelled
from pzc.presolve.clauses import split
from pzc.presolve.cliques import counted_together
from pzc.presolve.colours import two_parts
from pzc.presolve.counting import equalities, inequalities, sizes
from pzc.presolve.demands import demands, instead, shaped, shapes
from pzc.presolve.different import all_different
from pzc.presolve.domains import narrowed
from pzc.presolve.exactly_one import exactly_one
from pzc.presolve.members import _graphs, counted_members
from pzc.presolve.passes import KEEPING_ORIGINS, NETWORK, PASSES, PUZZLE, Pass, presolved
from pzc.presolve.rectangles import parted
from pzc.presolve.relations import related
from pzc.presolve.straights import consecutive
from pzc.presolve.tables import tabulated
from strategies import brute_force


@settings(max_examples=100, deadline=None)
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


@settings(max_examples=100, deadline=None)
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


def test_equal_numbers_have_few_values() -> None:
    m = Model()
    x, y = m.int_var("x", range(1, 9)), m.int_var("y", range(1, 9))
    for k in range(4, 9):
        m.require(m.or_((m.not_(m.eq(x, y)), m.lt(x, k))), Origin(k))
    (only,) = narrowed(m).constraints
    assert only.condition is m.or_((m.not_(m.eq(x, y)), m.lt(x, 4)))


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_one_of_some_and_no_two_of_them(data: st.DataObject) -> None:
    """Clauses for pairs, some of them left out or under other guards, and counts."""
    m = Model()
    a, b, c, d, g, h = (m.bool_var(name) for name in "abcdgh")
    x = m.int_var("x", range(3))
    pool = [a, m.not_(b), c, d, m.eq(x, 1)]
    some = data.draw(st.lists(st.sampled_from(pool), min_size=2, max_size=4, unique=True))
    guards: list[list[Bool]] = [[], [g], [m.not_(g)], [g, h], [some[0]], [m.not_(some[0])]]
    guard = st.sampled_from(guards)
    demands: list[Bool] = [m.or_((*data.draw(guard), *some))]
    usual = data.draw(guard)
    for two in combinations(some, 2):
        own = data.draw(st.sampled_from([usual] * 8 + [[], [h]]))
        demands.append(m.or_((*own, m.not_(m.and_(two)))))
    if data.draw(st.booleans()):
        demands[1:] = [m.or_((*usual, m.le(m.sum_(some), 1)))]
    if data.draw(st.integers(0, 5)) == 0:
        demands.pop()
    for rule, condition in enumerate(data.draw(st.permutations(demands))):
        m.require(condition, Origin(rule))
    short = exactly_one(m)
    assert brute_force(short) == brute_force(m)
    assert brute_force(exactly_one(split(m))) == brute_force(m)
    assert {o for one in short.constraints for o in one.origins} <= {*map(Origin, range(8))}


@pytest.mark.parametrize("guards", [0, 1, 2])
@pytest.mark.parametrize("counted", [True, False])
def test_one_of_some_and_no_two_is_exactly_one(guards: int, counted: bool) -> None:
    m = Model()
    xs = [m.bool_var(f"x{k}") for k in range(4)]
    unless = [m.bool_var(f"g{k}") for k in range(guards)]
    m.require(m.or_((*unless, *xs)), Origin(0))
    pairs = [m.not_(m.and_(two)) for two in combinations(xs, 2)]
    for most in [m.le(m.sum_(xs), 1)] if counted else pairs:
        m.require(m.or_((*unless, most)), Origin(1))
    (one,) = exactly_one(m).constraints
    assert one.condition is m.or_((*unless, m.eq(m.sum_(xs), 1)))
    assert one.origins == (Origin(0), Origin(1))


@settings(max_examples=100, deadline=None)
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


def test_members_that_a_sum_counts_twice_are_not_counted_once() -> None:
    """With the first vertex, the second one is in its piece: the sum has both conditions."""
    m = Model()
    first, last = m.bool_var("first"), m.bool_var("last")
    graph = m.graph([first, True, last], [(0, 1, True), (1, 2, True)])
    second, third = (m.query(CONNECTED_PAIR, graph, (0, v)) for v in (1, 2))
    m.require(m.or_((m.not_(first), m.eq(m.sum_((first, second, third)), 2))), Origin(0))
    assert brute_force(counted_members(m)) == brute_force(m) == {(0, 0), (0, 1), (1, 0)}


def test_tasks_take_passes_by_name() -> None:
    assert {p.name for p in PASSES} == {*NETWORK, *PUZZLE}
    assert set(KEEPING_ORIGINS) < set(NETWORK)


@settings(max_examples=100, deadline=None)
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


@settings(max_examples=50, deadline=None)
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


def test_a_clause_that_two_instances_demand_has_both_origins() -> None:
    m = Model()
    a, b, c = (m.bool_var(name) for name in "abc")
    for rule, (x, others) in enumerate(((a, (b, c)), (b, (a, c)), (c, (a, b)))):
        m.require(m.or_((m.not_(x), m.and_(map(m.not_, others)))), Origin(rule))
    short = {c.condition: c.origins for c in split(m).constraints}
    assert len(short) == 3
    assert short[m.or_((m.not_(a), m.not_(c)))] == (Origin(0), Origin(2))


def test_a_graph_that_only_few_vertices_are_asked_about_is_not_read() -> None:
    m = Model()
    count = 30
    graph = m.graph([True] * count, [(v, v + 1, m.bool_var(f"e{v}")) for v in range(count - 1)])
    for v in range(2, count):
        m.require(m.or_(m.query(CONNECTED_PAIR, graph, (u, v)) for u in (0, 1)), Origin(0))
    assert _graphs(demands(m)) == [graph]
    some = m.with_constraints(m.constraints[:4])
    assert _graphs(demands(some)) == []


@settings(max_examples=50, deadline=None)
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


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_conditions_that_exclude_each_other_are_counted(data: st.DataObject) -> None:
    """Two at a time, in several words; with some pairs left out, in smaller sets or not at all."""
    m = Model()
    some: list[Bool] = [m.bool_var(f"b{k}") for k in range(6)]
    number = m.int_var("x", range(3))
    some += [m.eq(number, 0), m.member(number, {1, 2})]
    some = [m.not_(x) if data.draw(st.sampled_from([True] + [False] * 5)) else x for x in some]
    for k, (a, b) in enumerate(combinations(some, 2)):
        if not data.draw(st.sampled_from([True] + [False] * 9)):
            words = [m.not_(m.and_((a, b))), m.or_((m.not_(a), m.not_(b)))]
            condition = data.draw(st.sampled_from([*words, m.le(m.sum_((a, b)), 1)]))
            m.require(condition, Origin(k))
    short = counted_together(m)
    assert brute_force(short) == brute_force(m)
    assert {o for c in short.constraints for o in c.origins} == {
        o for c in m.constraints for o in c.origins
    }


def test_six_conditions_that_exclude_each_other_are_one_count() -> None:
    m = Model()
    some = [m.bool_var(f"b{k}") for k in range(6)]
    for a, b in combinations(some, 2):
        m.require(m.not_(m.and_((a, b))), Origin(0))
    assert [c.condition for c in counted_together(m).constraints] == [m.le(m.sum_(some), 1)]


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_sum_value_by_value_is_a_number(data: st.DataObject) -> None:
    """Of one or two numbers, for most of their values, in either direction."""
    m = Model()
    xs = [m.int_var(f"x{k}", range(data.draw(st.integers(2, 4)))) for k in range(2)]
    bools = [m.bool_var(f"b{k}") for k in range(2)]
    counted = data.draw(st.booleans())
    terms = [*bools, *(m.not_(m.eq(x, 0)) for x in xs)] if counted else [*bools, m.not_(bools[0])]
    total, shift = m.sum_(terms), data.draw(st.sampled_from([0, 0, 1]))
    free = data.draw(st.sampled_from([(), (0,), (0,), (1,)]))
    backwards = data.draw(st.booleans())
    for k in range(-1, 6):
        if data.draw(st.sampled_from([True] * 9 + [False])):
            said = m.eq(total, k + shift)
            if backwards:
                x = data.draw(st.sampled_from(xs))
                m.require(m.implies(m.eq(x, k), said), Origin(k + 1))
            else:
                mine = data.draw(st.sampled_from([xs, xs, xs[:1]]))
                numbers = m.and_(m.member(x, {k, *free}) for x in mine)
                m.require(m.implies(said, numbers), Origin(k + 1))
    short = channelled(m)
    assert brute_force(short) == brute_force(m)
    assert {o for c in short.constraints for o in c.origins} <= {Origin(k) for k in range(7)}


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_a_number_value_by_value_is_the_size_of_a_piece(data: st.DataObject) -> None:
    """For most values of a number, or in both directions."""
    m = Model()
    x = m.int_var("x", range(data.draw(st.integers(2, 5))))
    graph = m.graph(
        [m.bool_var("c"), True, True], [(0, 1, m.bool_var("e")), (1, 2, m.bool_var("f"))]
    )
    size = m.measure(SIZE, graph, (0, None))
    shift = data.draw(st.sampled_from([0, 0, 1]))
    for k in range(-1, 5):
        one, other = m.eq(x, k), m.eq(size, k + shift)
        how = data.draw(st.sampled_from(["if"] * 6 + ["only if", "both", "neither"]))
        if how != "neither":
            said = {"if": m.implies(one, other), "only if": m.implies(other, one)}
            m.require(said.get(how, m.iff(one, other)), Origin(k + 1))
    assert brute_force(channelled(m)) == brute_force(m)


@pytest.mark.parametrize("how", ["if", "only if", "both"])
def test_the_size_of_a_piece_value_by_value_is_one_equation(how: str) -> None:
    m = Model()
    x = m.int_var("x", range(1, 4))
    graph = m.graph([True] * 3, [(0, 1, m.bool_var("a")), (1, 2, m.bool_var("b"))])
    size = m.measure(SIZE, graph, (0, None))
    for k in range(1, 4):
        one, other = m.eq(x, k), m.eq(size, k)
        said = {"if": m.implies(one, other), "only if": m.implies(other, one)}
        m.require(said.get(how, m.iff(one, other)), Origin(k))
    short = channelled(m)
    assert [c.condition for c in short.constraints] == [m.eq(size, x)]
    assert {*short.constraints[0].origins} == {Origin(k) for k in range(1, 4)}


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


def test_clauses_whose_literals_have_no_opposites_are_not_indexed() -> None:
    m = Model()
    black = [m.bool_var(f"b{k}") for k in range(6)]
    number = m.int_var("n", range(3))
    for k in range(3):  # as in Nurikabe: no square is black, and a cell is black or has a number
        m.require(m.not_(m.and_(black[k : k + 4])), Origin(0))
        m.require(m.or_((black[k], m.member(number, (k,)))), Origin(1))
    assert not exactly_one_module._may_oppose(shapes(m))
    m.require(m.or_((m.not_(black[0]), m.not_(black[1]), black[5])), Origin(2))
    assert exactly_one_module._may_oppose(shapes(m))


def test_demands_are_read_again_when_a_model_changes() -> None:
    m = Model()
    a, b = m.bool_var("a"), m.bool_var("b")
    m.require(m.and_((a, m.or_((b, m.not_(a))))), Origin(0))
    assert [part for part, _ in demands(m)] == [a, m.or_((b, m.not_(a)))]
    m.require(b, Origin(1))
    m.require(m.le(1, m.linear(((1, a), (1, b)))), Origin(2), given=a)
    assert [part for part, _ in demands(m)] == [a, m.or_((b, m.not_(a))), b]
    m.constraints[0] = Constraint(m.not_(m.and_((a, b))), Origin(3))
    negated = shaped(m, lambda shape: shape.negated and shape.kind is And and shape.only(BoolVar))
    assert [(part, source.origin.rule) for part, source in negated] == [(m.not_(m.and_((a, b))), 3)]
    assert [part for part, _ in shaped(m, lambda *_: True)] == [m.not_(m.and_((a, b))), b]
