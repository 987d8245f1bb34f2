"""The search of the native engine: enumeration, learning, cores, wishes and limits."""

from __future__ import annotations

import random
import time
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from native_models import (
    RULE,
    UNCOMPILED,
    beginnings,
    bools,
    either,
    enumerated,
    hard_to_refute,
    ints,
    latin_square,
    pigeons,
    queens,
    quick,
    solver_for,
    tilings,
)
from pzc.backends import load
from pzc.backends.base import Status
from pzc.backends.native.engine import search as engine
from pzc.backends.native.solver import NativeSolver
from pzc.deadline import OutOfTime
from pzc.model.constraints import Origin
from pzc.model.evaluate import evaluate
from pzc.model.model import Model
from strategies import numbered_board, random_models, satisfies
from test_backends import all_solutions


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


@pytest.mark.parametrize("learn_after", [0, 1000])
@pytest.mark.parametrize("named", [False, True])
@pytest.mark.parametrize("value", [0, 70, 199])
def test_a_default_value_of_many_is_tried_before_all_others(
    value: int, named: bool, learn_after: int
) -> None:
    """named: each value has a Bool, on which a search that learns decides."""
    model = Model()
    last = model.int_var("last", range(200))
    first = model.bool_var("first")
    for v in range(200 if named else 0):
        model.require(model.or_((first, model.not_(model.eq(last, v)))), Origin(0))
    model.answer = (first, last)
    solver = NativeSolver(model, late={last.index: value}, learn_after=learn_after)
    found = solver.solve().assignment
    assert found is not None and found[last.index] == value
    assert (solver.statistics.decisions or 0) <= 6  # one for each word, of 64 values, and others
    assert solver.statistics.conflicts == 0


def test_of_two_variables_one_is_false_where_one_is_known() -> None:
    m = Model()
    a, b, c = (m.bool_var(name) for name in "abc")
    for condition in (m.not_(m.and_((a, b))), a, m.not_(m.and_((a, c))), m.not_(m.and_((b, c)))):
        m.require(condition, RULE)
    m.answer = (a, b, c)
    assert list(NativeSolver(m).enumerate()) == [(1, 0, 0)]
