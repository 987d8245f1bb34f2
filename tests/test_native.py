"""The native engine, compiled and uncompiled, against brute force and on what only it does."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from itertools import combinations, permutations, product

import pytest
import uncompiled
from grids import neighbours
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pzc.backends import load
from pzc.backends.base import Status
from pzc.backends.native.engine import search as engine
from pzc.backends.native.solver import UNLIMITED, NativeSolver
from pzc.deadline import OutOfTime
from pzc.model.constraints import Origin
from pzc.model.evaluate import evaluate
from pzc.model.globals.all_different import ALL_DIFFERENT
from pzc.model.globals.runs import RUNS
from pzc.model.globals.size import SIZE
from pzc.model.globals.straight import STRAIGHT
from pzc.model.globals.table import TABLE
from pzc.model.model import Model
from pzc.model.nodes import BoolNode, BoolVar, IntVar, domain_of
from strategies import brute_force, numbered_board, random_models, samples, satisfies
from test_backends import all_solutions

UNCOMPILED = uncompiled.load().Engine
ENGINES = {"installed": engine.Engine, "uncompiled": UNCOMPILED}
RULE = Origin(0)

either = pytest.mark.parametrize("kind", ENGINES)
quick = settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow])


def solver_for(model: Model, kind: str = "installed", learn_after: int = 2000) -> NativeSolver:
    return NativeSolver(model, ENGINES[kind], learn_after)


def enumerated(
    model: Model, kind: str = "installed", learn_after: int = 2000
) -> set[tuple[int, ...]]:
    found = list(solver_for(model, kind, learn_after).enumerate())
    assert len(set(found)) == len(found)
    return set(found)


# ---- against brute force -------------------------------------------------------------------------

# To learn from the first failure, after some, and never.
beginnings = st.sampled_from([0, 1, 2, 3, 5, 8, 2000])


@either
@quick
@given(model=random_models(), learn_after=beginnings)
def test_enumeration(kind: str, model: Model, learn_after: int) -> None:
    assert enumerated(model, kind, learn_after) == brute_force(model)


@either
@quick
@given(first=random_models(), learn_after=beginnings)
def test_a_solver_like_another_knows_the_model_alone(
    kind: str, first: Model, learn_after: int
) -> None:
    before = solver_for(first, kind, learn_after)
    assumed = [v for v in first.variables if isinstance(v, BoolVar)][:1]
    before.solve(assumed)
    if assumed:
        before.add(assumed[0])
    again = NativeSolver(first, ENGINES[kind], learn_after, like=before)
    assert set(again.enumerate()) == brute_force(first)
    before.reset(first)
    assert set(before.enumerate()) == brute_force(first)


def test_a_number_that_is_a_size_is_never_negative() -> None:
    """The size of the piece of a vertex that is not there is 0, not any number below 1."""
    model = Model()
    there, number = model.bool_var("there"), model.int_var("number", range(-2, 3))
    size = model.measure(SIZE, model.graph([there], []), (0, None))
    model.require(model.eq(size, number), RULE)
    assert enumerated(model) == brute_force(model) == {(0, 0), (1, 1)}


@st.composite
def literals(draw: st.DrawFn, model: Model) -> list[BoolNode]:
    """Of some variables, that they have some of their values; in any order."""
    found: list[BoolNode] = []
    for variable in draw(st.permutations(model.variables)):
        node = model.member(variable, [v for v in domain_of(variable) if draw(st.booleans())])
        if not isinstance(node, bool):
            found.append(node)
    return found


def granting(found: set[tuple[int, ...]], wishes: Sequence[BoolNode]) -> set[tuple[int, ...]]:
    """The assignments that are best in the lexicographic order of wishes."""
    for wish in wishes:
        found = {a for a in found if evaluate(wish, a)} or found
    return found


@either
@quick
@given(data=st.data())
def test_a_conversation(kind: str, data: st.DataObject) -> None:
    """Solving under assumptions, adding, resetting and enumerating in any order on one solver."""
    sample = data.draw(samples())
    model = sample.model
    for condition, _ in data.draw(
        st.lists(st.sampled_from(sample.bools or [(True, None)]), max_size=2)
    ):
        model.require(condition, RULE)
    solver = solver_for(model, kind, data.draw(beginnings))
    current = model
    possible = brute_force(model)
    for _ in range(data.draw(st.integers(1, 8))):
        match data.draw(
            st.sampled_from(["add", "block", "reset", "solve", "all", "assume", "wish"])
        ):
            case "add" if sample.bools:
                condition, _ = data.draw(st.sampled_from(sample.bools))
                solver.add(condition)
                possible = {a for a in possible if evaluate(condition, a)}
            case "block" if possible:
                gone = data.draw(st.sampled_from(sorted(possible)))
                pairs = zip(model.variables, gone, strict=True)
                solver.add(model.or_(model.not_(model.eq(v, value)) for v, value in pairs))
                possible = possible - {gone}
            case "reset":
                fixed = [v for v in model.variables if data.draw(st.booleans())]
                givens = {v.index: data.draw(st.sampled_from(list(domain_of(v)))) for v in fixed}
                current = model.with_givens(givens)
                solver.reset(current)
                possible = brute_force(current)
            case "all":
                assert set(solver.enumerate()) == possible
            case "solve":
                outcome = solver.solve()
                assert outcome.assignment in possible if possible else outcome.core == ()
                assert (outcome.status is Status.SAT) is bool(possible)
            case "wish":
                assuming, wishes = data.draw(literals(model)), data.draw(literals(model))
                expected = {a for a in possible if all(evaluate(n, a) for n in assuming)}
                patience = data.draw(st.sampled_from([1, 3, UNLIMITED]))
                solver.begin(assuming, wishes=wishes, patience=patience)
                found, _ = solver.go_on(1)
                assert bool(found) is bool(expected)
                best = granting(expected, wishes) if patience == UNLIMITED else expected
                assert set(found) <= best
            case "assume":
                assuming = data.draw(literals(model))
                expected = {a for a in possible if all(evaluate(n, a) for n in assuming)}
                outcome = solver.solve(assuming)
                if expected:
                    assert outcome.assignment in expected
                else:
                    assert outcome.status is Status.UNSAT
                    assert set(outcome.core) <= set(assuming)
                    assert not any(all(evaluate(n, a) for n in outcome.core) for a in possible)


# ---- each propagator where it has something to do ------------------------------------------------


def ints(model: Model, count: int, domain: Sequence[int]) -> list[IntVar]:
    return [model.int_var(f"x{k}", domain) for k in range(count)]


def bools(model: Model, count: int) -> list[BoolVar]:
    return [model.bool_var(f"b{k}") for k in range(count)]


@either
@pytest.mark.parametrize("domain", [range(1, 6), range(-2, 3), (0, 3, 40, 70, 200), range(98, 103)])
def test_all_different_is_a_permutation(kind: str, domain: Sequence[int]) -> None:
    model = Model()
    model.require(model.all_of(ALL_DIFFERENT, ints(model, 5, domain), None), RULE)
    assert enumerated(model, kind) == set(permutations(domain))


def refuted_without_search(model: Model, assumption: BoolNode) -> bool:
    solver = solver_for(model)
    assert solver._open([assumption])
    found = solver._engine.run(1000)
    decisions, *_ = solver._engine.take_counts()
    return found == engine.NO_SOLUTION and decisions == 0


def test_hidden_singles() -> None:
    """Four of five variables cannot be 5: the fifth is."""
    model = Model()
    x = ints(model, 5, range(1, 6))
    model.require(model.all_of(ALL_DIFFERENT, x, None), RULE)
    for other in x[1:]:
        model.require(model.not_(model.member(other, (5,))), RULE)
    assert refuted_without_search(model, model.member(x[0], (1, 2, 3)))


@either
def test_straights(kind: str) -> None:
    model = Model()
    model.require(model.all_of(STRAIGHT, ints(model, 3, (1, 2, 3, 5, 6, 7, 9)), None), RULE)
    assert enumerated(model, kind) == {
        p for low in (1, 5) for p in permutations(range(low, low + 3))
    }


@either
@pytest.mark.parametrize("lengths", [(), (1,), (2, 1), (1, 1, 2), (7,), (8,), (3, 3)])
def test_runs(kind: str, lengths: tuple[int, ...]) -> None:
    model = Model()
    model.require(model.all_of(RUNS, bools(model, 7), lengths), RULE)
    lines = product((0, 1), repeat=7)
    assert enumerated(model, kind) == {a for a in lines if RUNS.holds(a, lengths)}


def test_runs_are_propagated_to_the_end() -> None:
    """Ten cells, a run of eight: the six in the middle are certain."""
    model = Model()
    line = bools(model, 10)
    model.require(model.all_of(RUNS, line, (8,)), RULE)
    certain = [c for c in line if refuted_without_search(model, model.not_(c))]
    assert certain == line[2:8]


@either
def test_tables(kind: str) -> None:
    model = Model()
    rows = tuple((a, b, a * b) for a in range(-9, 10) for b in range(-9, 10) if a < b)
    x = ints(model, 2, range(-9, 10))
    product_ = model.int_var("p", range(-81, 82))
    model.require(model.all_of(TABLE, [*x, product_], rows), RULE)
    model.require(model.member(product_, (12, 17)), RULE)
    assert enumerated(model, kind) == {r for r in rows if r[2] in (12, 17)}


@either
def test_many_values(kind: str) -> None:
    """Domains of many words: sums, order, membership, distances, maxima and choices over them."""
    model = Model()
    x, y = ints(model, 2, range(-300, 3000))
    model.require(model.eq(model.linear(((3, x), (-1, y))), 7), RULE)
    model.require(model.member(model.abs_(model.linear(((1, x), (-1, y)))), (1, 5, 2000)), RULE)
    model.require(model.le(model.max_((x, y, 2)), 2900), RULE)
    chosen = model.ite(model.lt(x, 100), x, model.linear(((1, y),), 5000))
    model.require(model.not_(model.member(chosen, range(-100, 4))), RULE)
    expected = {
        (a, b)
        for a in range(-300, 3000)
        for b in [3 * a - 7]
        if -300 <= b <= 2900 and a <= 2900 and abs(a - b) in (1, 5, 2000)
        if not (-100 <= (a if a < 100 else b + 5000) < 4)
    }
    assert expected
    assert enumerated(model, kind) == expected


@either
def test_arithmetic_beyond_tables(kind: str) -> None:
    model = Model()
    x = model.int_var("x", range(-90, 90))
    y = model.int_var("y", [v for v in range(-25, 26) if v])
    model.require(model.eq(model.times(x, y), 391), RULE)
    model.require(model.eq(model.mod(x, y), 6), RULE)
    model.require(model.eq(model.div(x, y), 1), RULE)
    assert enumerated(model, kind) == {(23, 17)}


@either
def test_a_sparse_domain_with_a_wide_span(kind: str) -> None:
    model = Model()
    x, y = ints(model, 2, (-100_000, 0, 7, 100_000))
    model.require(model.lt(x, y), RULE)
    model.require(model.eq(model.sum_((x, y)), 0), RULE)
    assert enumerated(model, kind) == {(-100_000, 100_000)}


@either
def test_empty_and_hopeless_models(kind: str) -> None:
    assert enumerated(Model(), kind) == {()}
    model = Model()
    (b,) = bools(model, 1)
    model.require(False, RULE)
    solver = solver_for(model, kind)
    assert solver.solve([b]).status is Status.UNSAT
    assert solver.solve([b]).core == ()
    assert list(solver.enumerate()) == []
    solver.reset(model.with_givens({0: 1}))
    assert solver.solve().status is Status.UNSAT


def test_long_chains_do_not_recur() -> None:
    model = Model()
    b = bools(model, 2)
    node = b[0]
    for _ in range(20_000):
        node = model.not_(model.and_((model.or_((node, b[1])), b[0])))
    model.require(node, RULE)
    assert enumerated(model) == {a for a in product((0, 1), repeat=2) if evaluate(node, a)}


# ---- search --------------------------------------------------------------------------------------


def queens(count: int) -> Model:
    model = Model()
    rows = ints(model, count, range(count))
    for slope in (-1, 0, 1):
        shifted = [model.linear(((1, q),), slope * k) for k, q in enumerate(rows)]
        model.require(model.all_of(ALL_DIFFERENT, shifted, None), RULE)
    return model


@either
def test_queens(kind: str) -> None:
    assert len(enumerated(queens(6), kind)) == 4


def test_tables_that_were_added_are_gone_after_a_reset() -> None:
    model = Model()
    x, y = ints(model, 2, range(10))
    solver = solver_for(model)
    apart = model.abs_(model.linear(((1, x), (-1, y))))
    far, near = model.eq(apart, 7), model.eq(apart, 1)
    for condition in (near, far, near):
        solver.add(condition)
        expected = {a for a in product(range(10), repeat=2) if evaluate(condition, a)}
        assert set(solver.enumerate()) == expected
        solver.reset(model)


@quick
@given(model=random_models(), learn_after=beginnings, most=st.integers(0, 9))
def test_a_limit_takes_the_first_solutions(model: Model, learn_after: int, most: int) -> None:
    every = list(solver_for(model, learn_after=learn_after).enumerate())
    assert list(solver_for(model, learn_after=learn_after).enumerate(most=most)) == every[:most]


@pytest.mark.parametrize("learn_after", [0, 1, 2, 3, 5, 8, 13, 21, 34])
def test_learning_begins_in_the_middle_of_an_enumeration(learn_after: int) -> None:
    """Nothing is found twice, nothing is lost."""
    model = queens(7)
    everything = enumerated(model, learn_after=10**6)
    assert len(everything) == 40
    assert enumerated(model, learn_after=learn_after) == everything
    model = latin_square(4)
    assert len(enumerated(model, learn_after=learn_after)) == 576


def tilings(height: int, width: int) -> Model:
    """The ways to lay dominoes on a board."""
    model, cells = Model(), range(height * width)
    pairs = neighbours(height, width)
    laid = {pair: model.bool_var(f"{pair}") for pair in pairs}
    for v in cells:
        around = [laid[pair] for pair in pairs if v in pair]
        model.require(model.eq(model.sum_(around), 1), RULE)
    return model


@pytest.mark.parametrize("learn_after", [0, 30, 10**9])
def test_memory_does_not_grow_with_the_solutions_found(learn_after: int) -> None:
    solver = solver_for(tilings(6, 6), learn_after=learn_after)
    seen, most = set(), 0
    for found in solver.enumerate():
        seen.add(found)
        if len(seen) % 500 == 0:
            most = max(most, len(solver._engine.kept()))
    assert len(seen) == 6728
    assert most < 1000


def latin_square(size: int) -> Model:
    model = Model()
    square = [ints(model, size, range(1, size + 1)) for _ in range(size)]
    for line in [*square, *map(list, zip(*square, strict=True))]:
        model.require(model.all_of(ALL_DIFFERENT, line, None), RULE)
    return model


def test_a_large_board_of_queens() -> None:
    outcome = solver_for(queens(70)).solve()
    assert outcome.status is Status.SAT
    assert outcome.assignment is not None
    assert satisfies(queens(70), outcome.assignment)


def test_cores_leave_out_what_does_not_matter() -> None:
    model = Model()
    b = bools(model, 40)
    model.require(model.or_((model.not_(b[7]), model.not_(b[31]))), RULE)
    assert set(solver_for(model).solve(b).core) == {b[7], b[31]}


def hard_to_refute() -> tuple[Model, list[BoolNode]]:
    """Six values that differ, from five, where one is assumed; another assumption has no part."""
    model = Model()
    b = bools(model, 2)
    for x, y in combinations(ints(model, 6, range(1, 6)), 2):
        model.require(model.or_((model.not_(b[1]), model.not_(model.eq(x, y)))), RULE)
    return model, b


def test_a_proof_under_assumptions_is_repeated_only_for_its_core() -> None:
    model, b = hard_to_refute()
    solver = solver_for(model, learn_after=10**9)
    outcome = solver.solve(b)
    assert outcome.status is Status.UNSAT
    before = solver.statistics.conflicts
    given = solver_for(model.with_givens({b[0].index: 1, b[1].index: 1}), learn_after=10**9)
    assert given.solve().status is Status.UNSAT and given.statistics.conflicts == before
    assert outcome.core == (b[1],)
    assert (solver.statistics.conflicts or 0) > (before or 0)


def test_a_core_must_be_requested_before_the_solver_is_used_again() -> None:
    model, b = hard_to_refute()
    solver = solver_for(model, learn_after=10**9)
    outcome = solver.solve(b)
    solver.add(b[0])
    with pytest.raises(RuntimeError, match="before the solver is used again"):
        _ = outcome.core


def test_a_core_is_looked_for_until_the_deadline_of_its_search() -> None:
    model, b = hard_to_refute()
    solver = solver_for(model, learn_after=10**9)
    solver.begin(b)
    assert solver.go_on(1) == ([], "no more")
    with pytest.raises(OutOfTime):
        solver.core_finder(deadline=0.0)()
    assert solver.core_finder()() == (b[1],)


def test_a_search_keeps_to_its_work_however_long_those_before_it_took() -> None:
    model, b = hard_to_refute()
    solver = solver_for(model, learn_after=10**9)
    for _ in range(3):
        solver.solve(b)
    assert solver.work > 200_000
    solver.begin(b)
    before = solver.work
    assert solver.go_on(1, work=50_000) == ([], "turn over")
    assert solver.work - before < 100_000


def test_enumeration_stops() -> None:
    model = Model()
    bools(model, 40)
    solver = solver_for(model)
    found = solver.enumerate(deadline=time.monotonic() + 0.2)
    with pytest.raises(OutOfTime, match="deadline"):
        for _ in found:
            pass
    found = solver.enumerate()
    next(found)
    solver.interrupt()
    with pytest.raises(OutOfTime, match="interrupted"):
        for _ in found:
            pass
    assert solver.solve().status is Status.SAT


def pigeons(holes: int) -> Model:
    """One pigeon too many, by clauses."""
    model = Model()
    sits = [bools(model, holes) for _ in range(holes + 1)]
    for one in sits:
        model.require(model.or_(one), RULE)
    for hole in range(holes):
        for p in range(holes + 1):
            for q in range(p):
                both = model.and_((sits[p][hole], sits[q][hole]))
                model.require(model.not_(both), RULE)
    return model


@pytest.mark.parametrize("learn_after", [0, 100, 10**9])
def test_a_proof_that_takes_many_failures(learn_after: int) -> None:
    """With restarts, and with clauses learned and dropped."""
    solver = solver_for(pigeons(7), learn_after=learn_after)
    assert solver.solve().status is Status.UNSAT


def test_learning_reaches_what_plain_search_does_not() -> None:
    """A parity that contradicts itself, hidden in random clauses of three."""
    model = Model()
    chance = random.Random(3)
    b = bools(model, 60)
    for k in range(60):
        one, other = b[k], b[(k + 1) % 60]
        model.require(model.iff(one, model.not_(other) if k == 59 else other), RULE)
    for _ in range(100):
        three = [chance.choice((x, model.not_(x))) for x in chance.sample(b, 3)]
        model.require(model.or_(three), RULE)
    assert solver_for(model).solve().status is Status.UNSAT


@pytest.mark.parametrize("seed", [923, 1698, 2508, 2687])
def test_sizes_that_are_known_are_reasons_from_both_sides(seed: int) -> None:
    """Boards of which solutions were lost: what cannot have the size of a piece closes it off only
    if that is its size."""
    model = numbered_board(random.Random(seed))
    expected = all_solutions(load("cnf", model), model)
    assert enumerated(model, learn_after=0) == enumerated(model, learn_after=5) == expected


@pytest.mark.parametrize("learn_after", [0, 3, 2000])
@pytest.mark.parametrize("seed", range(20))
def test_wishes_that_hold_together_are_granted(seed: int, learn_after: int) -> None:
    """Also of variables of several words, each of which takes several decisions."""
    chance = random.Random(seed)
    model = Model()
    numbers = [model.int_var("x", range(130)) for _ in range(5)]
    for _ in range(8):
        sides = (model.eq(chance.choice(numbers), chance.randrange(130)) for _ in range(3))
        model.require(model.or_([model.lt(chance.choice(numbers), 70), *sides]), RULE)
    model.require(model.eq(model.sum_(numbers), 330), RULE)
    solver = solver_for(model, learn_after=learn_after)
    (one,) = solver.enumerate(most=1)
    solver.begin(wishes=[model.eq(x, value) for x, value in zip(numbers, one, strict=True)])
    assert solver.go_on(1)[0] == [one]
    other = solver.solve([model.not_(model.eq(numbers[0], one[0]))]).assignment
    assert other is not None
    wishes = [model.eq(x, v) for x, v in zip(numbers, other, strict=True)]
    solver.begin(wishes=chance.sample(wishes, len(wishes)))
    assert solver.go_on(1)[0] == [other]


def test_statistics() -> None:
    solver = solver_for(queens(8))
    solver.solve()
    statistics = solver.statistics
    assert statistics.solves == 1
    assert statistics.decisions and statistics.propagations
    assert statistics.conflicts is not None
    assert statistics.variables > 8
    assert statistics.constraints >= 3
    assert statistics.build_seconds > 0 and statistics.solve_seconds > 0


def test_an_added_condition_about_values_of_one_variable_becomes_a_clause() -> None:
    """Bools that stand for values of one number share its word; no second network is loaded."""
    loaded = []

    class Counted(engine.Engine):
        def __init__(self, *network: object) -> None:
            super().__init__(*network)
            loaded.append(network)

    model = Model()
    x, other = model.int_var("x", range(4)), model.bool_var("other")
    bools = [model.bool_var(f"b{value}") for value in range(4)]
    for value, b in enumerate(bools):
        model.require(model.iff(b, model.member(x, (value,))), RULE)
    solver = NativeSolver(model, Counted)
    solver.add(model.or_(bools))  # holds for each value
    solver.add(model.or_((bools[1], bools[3])))
    solver.add(model.or_((other, model.not_(bools[2]), bools[1])))
    assert {a[:2] for a in all_solutions(solver, model)} == {(1, 0), (1, 1), (3, 0), (3, 1)}
    assert len(loaded) == 1


def test_which_engine() -> None:
    assert engine.COMPILED is (not str(engine.__file__).endswith(".py"))


def test_one_solver_for_many_random_latin_squares() -> None:
    """Reuse by reset gives what a fresh solver gives."""
    model = latin_square(4)
    solver = solver_for(model)
    everything = set(solver.enumerate())
    assert len(everything) == 576
    chance = random.Random(5)
    for _ in range(50):
        cells = chance.sample(range(16), 6)
        givens = {c: chance.randint(1, 4) for c in cells}
        solver.reset(model.with_givens(givens))
        expected = {a for a in everything if all(a[c] == v for c, v in givens.items())}
        assert set(solver.enumerate()) == expected


def test_no_two_arrays_of_an_engine_have_one_name() -> None:
    model = Model()
    model.require(model.bool_var("x"), Origin(0))
    solver = NativeSolver(model, engine=UNCOMPILED)
    with pytest.raises(AssertionError, match="two arrays named domain"):
        solver._engine._masks("domain")


def test_no_or_yes_is_tried_first() -> None:
    model = Model()
    model.answer = tuple(model.bool_var(f"b{k}") for k in range(5))
    solver = NativeSolver(model)
    found = []
    for reluctant in (True, False, True):
        solver.lean(reluctant)
        found.append(solver.solve().assignment)
    solver.renew(model)
    found.append(solver.solve().assignment)
    assert found == [(0,) * 5, (1,) * 5, (0,) * 5, (1,) * 5]


def test_what_comes_late_has_its_default_value() -> None:
    model = Model()
    first, last = model.int_var("first", range(3)), model.int_var("last", range(3))
    model.require(model.or_((model.eq(last, 2), model.eq(last, first))), Origin(0))
    model.answer = (last, first)
    for value in range(3):
        solver = NativeSolver(model, late={last.index: value})
        assert solver.solve().assignment == ((0, value) if value != 1 else (0, 0))


def test_of_two_variables_one_is_false_where_one_is_known() -> None:
    m = Model()
    a, b, c = (m.bool_var(name) for name in "abc")
    for condition in (m.not_(m.and_((a, b))), a, m.not_(m.and_((a, c))), m.not_(m.and_((b, c)))):
        m.require(condition, RULE)
    m.answer = (a, b, c)
    assert list(NativeSolver(m).enumerate()) == [(1, 0, 0)]
