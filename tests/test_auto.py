"""Auto lets the native engine and the SAT solver take turns without loss or repetition."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from itertools import count
from time import monotonic, sleep

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pzc.backends import auto
from pzc.backends.auto import AutoSolver
from pzc.backends.base import Status
from pzc.backends.cnf.solver import CnfSolver
from pzc.backends.coroutine import Coroutine
from pzc.backends.native.solver import NativeSolver
from pzc.backends.native.work import VERTEX
from pzc.deadline import OutOfTime, enforced
from pzc.model.constraints import Constraint, Origin
from pzc.model.globals.all_different import ALL_DIFFERENT
from pzc.model.globals.connected import CONNECTED
from pzc.model.model import Model
from strategies import brute_force, random_models

quick = settings(
    max_examples=20,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


def pigeons(count: int) -> Model:
    """More pigeons than holes, pair by pair: without learning or counting, a long search."""
    m = Model()
    birds = [m.int_var(f"bird{k}", range(count - 1)) for k in range(count)]
    for k, a in enumerate(birds):
        for b in birds[:k]:
            m.require(m.not_(m.eq(a, b)), Origin(0))
    m.answer = tuple(birds)
    return m


def with_a_graph(more: int) -> Model:
    """A search in which a graph plays a part, and more graphs that are never looked at again."""
    m = pigeons(5)
    there = [m.bool_var(f"there{k}") for k in range(6)]
    path = [(k, k + 1, True) for k in range(5)]
    m.require(m.query(CONNECTED, m.graph(there, path)), Origin(1))
    for k in range(more):
        others = [m.bool_var(f"other{k}{i}") for i in range(40)]
        m.require(m.query(CONNECTED, m.graph(others, [])), Origin(2))
    m.require(m.or_(there), Origin(3))
    return m


def test_work_on_graphs_counts_the_vertices_that_were_looked_at() -> None:
    solver = NativeSolver(with_a_graph(50))
    assert solver.solve().status is Status.UNSAT
    steps = (solver.statistics.decisions or 0) + (solver.statistics.conflicts or 0)
    assert steps > 100
    assert solver.work < VERTEX * 2_000 * steps // 4  # had each step looked at all of them


def test_work_on_graphs_counts_the_parts_that_reasons_choose_from() -> None:
    m = Model()
    edges = {(a, b): m.bool_var(f"{a}-{b}") for a in range(20) for b in range(20, 40)}
    graph = m.graph([True] * 40, [(*ends, edge) for ends, edge in edges.items()])
    m.require(m.query(CONNECTED, graph), Origin(1))
    solver = NativeSolver(m)
    assert solver.derive([m.not_(edge) for edge in edges.values()]).fails
    assert solver.work > VERTEX * len(edges)


@quick
@given(random_models())
def test_enumeration_by_the_other_one(model: Model) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(auto, "HEAD_START", -(10**12))
        found = list(AutoSolver(model).enumerate())
    assert len(found) == len(set(found))
    assert set(found) == brute_force(model)


@quick
@given(random_models(), st.integers(0, 4), st.integers(0, 12))
def test_many_solutions_are_left_to_one(model: Model, many: int, most: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(auto, "HEAD_START", -(10**12))
        patch.setattr(auto, "MANY", many)
        found = list(AutoSolver(model).enumerate(most=most))
        every = list(AutoSolver(model).enumerate())
    expected = brute_force(model)
    assert len(set(found)) == len(found) == min(most, len(expected))
    assert set(found) <= expected
    assert len(every) == len(expected) == len(set(every))


@quick
@given(random_models(), st.integers(0, 3))
def test_what_was_added_goes_along(model: Model, before: int) -> None:
    expected = brute_force(model)
    solver = AutoSolver(model)
    found = set()
    with pytest.MonkeyPatch.context() as patch:
        for k in range(len(expected) + 1):
            if k == before:
                patch.setattr(auto, "HEAD_START", -(10**12))
            outcome = solver.solve()
            if outcome.assignment is None:
                break
            assert outcome.assignment not in found
            found.add(outcome.assignment)
            solver.add(solver._another(outcome.assignment))
    assert found == expected
    solver.reset(model)
    assert solver.solve().status is (Status.SAT if expected else Status.UNSAT)


class Fickle(AutoSolver):
    """The native engine has a first turn or none, and the next answer is begun by either."""

    draw: Callable[[], bool]

    def _first_turn(self) -> int:
        self._led = self.draw()
        return -1 if self.draw() else 10**9


@quick
@given(random_models(), st.data())
def test_answers_of_both(model: Model, data: st.DataObject) -> None:
    solver = Fickle(model)
    solver.draw = lambda: data.draw(st.booleans())
    found = list(solver.enumerate())
    assert len(found) == len(set(found))
    assert set(found) == brute_force(model)


@quick
@given(random_models(), st.data())
def test_a_conversation_with_both(model: Model, data: st.DataObject) -> None:
    possible = brute_force(model)
    solver = Fickle(model)
    solver.draw = lambda: data.draw(st.booleans())
    for _ in range(len(possible)):
        outcome = solver.solve()
        assert outcome.assignment in possible
        possible.remove(outcome.assignment)
        solver.add(solver._another(outcome.assignment))
    assert solver.solve().status is Status.UNSAT
    solver.reset(model)
    assert set(solver.enumerate()) == brute_force(model)


def test_a_long_search_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "HEAD_START", -(10**12))
    solver = AutoSolver(pigeons(9))
    assert solver.solve().status is Status.UNSAT
    assert solver._native.statistics.conflicts
    assert solver._other is not None and solver._other.statistics.conflicts
    assert solver.statistics in (solver._native.statistics, solver._other.statistics)
    assert "in turns" in str(solver.statistics.extra["choice"])


def test_what_is_too_large_for_a_sat_encoding_is_left_to_the_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = pigeons(7)
    monkeypatch.setattr(auto, "HEAD_START", -(10**12))
    monkeypatch.setattr(auto, "LARGE", 7 * 6 - 1)
    solver = AutoSolver(model)
    assert solver.solve().status is Status.UNSAT
    assert solver._other is None
    assert "too large" in str(solver.statistics.extra["choice"])


def test_deadlines_hold_before_and_after(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = AutoSolver(pigeons(14))
    assert solver.solve(deadline=monotonic() + 0.05).status is Status.UNKNOWN
    monkeypatch.setattr(auto, "HEAD_START", -(10**12))
    with pytest.raises(OutOfTime):
        list(solver.enumerate(monotonic() + 0.5))


def squares(count: int) -> Model:
    """Latin squares with no value twice on a diagonal: some searching for either."""
    m = Model()
    grid = [[m.int_var(f"v{r}{c}", range(count)) for c in range(count)] for r in range(count)]
    ends = range(1 - count, count)
    lines = [
        *grid,
        *zip(*grid, strict=True),
        *([grid[r][(r + k) % count] for r in range(count)] for k in range(count)),
        *([grid[r][(k - r) % count] for r in range(count)] for k in ends),
    ]
    for line in lines:
        m.require(m.all_of(ALL_DIFFERENT, line, None), Origin(0))
    m.answer = tuple(v for row in grid for v in row)
    return m


@pytest.mark.parametrize("speed", [1e-9, 1.0, 1e9])
def test_the_clock_decides_nothing(speed: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither answers nor their order nor what was done hang on how fast the machine is."""

    def work() -> tuple[object, ...]:
        found, done = [], []
        for model in (pigeons(8), squares(7)):
            solver = AutoSolver(model)
            found.append(list(solver.enumerate(most=20)))
            for one in (solver._native, solver._other):
                of = None if one is None else one.statistics
                done.append(of and (of.decisions, of.conflicts, of.propagations, of.constraints))
        return found, done

    monkeypatch.setattr(auto, "HEAD_START", -(10**12))
    monkeypatch.setattr(auto, "TURN", 100_000)
    expected = work()
    ticks = count()
    monkeypatch.setattr("time.monotonic", lambda: next(ticks) * speed)
    assert work() == expected


def test_making_the_encoding_is_done_in_turns() -> None:
    """However few constraints a model has: here one."""
    model = squares(7)
    whole = model.and_(model.formula(c) for c in model.constraints)
    model.constraints[:] = [Constraint(whole, Origin(0))]
    at_once = CnfSolver(model)
    solver = CnfSolver(model, lazy=True)
    turns = 1
    while not solver.build(100_000):
        turns += 1
    assert turns > 10
    assert solver.statistics.constraints == at_once.statistics.constraints
    assert solver.solve().assignment == at_once.solve().assignment


def test_what_is_added_while_the_encoding_is_made_holds() -> None:
    model = squares(5)
    first, second = AutoSolver(model).enumerate(most=2)
    solver = CnfSolver(model, lazy=True)
    assert not solver.build(10_000)
    for variable, value in zip(model.variables, second, strict=True):
        solver.add(model.eq(variable, value))
    while not solver.build(10_000):
        pass
    assert solver.solve().assignment == second != first
    solver.reset(model)
    assert solver.solve().status is Status.SAT


def test_a_mistake_in_a_turn_is_raised() -> None:
    def work() -> None:
        turns.pause()
        raise ZeroDivisionError

    turns = Coroutine(work)
    assert not turns.go_on()
    with pytest.raises(ZeroDivisionError):
        turns.go_on()


def test_work_that_nobody_waits_for_ends() -> None:
    ended = threading.Event()

    def work() -> None:
        try:
            turns.pause()
        finally:
            ended.set()

    turns = Coroutine(work)
    turns.go_on()
    turns.cancel()
    assert ended.wait(60)


def test_work_whose_caller_is_broken_off_ends_at_its_next_pause() -> None:
    ended = threading.Event()
    broken_off = threading.Event()

    def work() -> None:
        try:
            broken_off.wait()
            turns.pause()
        finally:
            ended.set()

    turns = Coroutine(work)
    with pytest.raises(OutOfTime), enforced(monotonic()):
        turns.go_on()
    broken_off.set()
    assert ended.wait(60)


def test_a_solver_is_not_deleted_while_clauses_are_added(monkeypatch: pytest.MonkeyPatch) -> None:
    """The caller is broken off in the middle of a turn, and deletes the solver."""
    main, adding, deleted = threading.main_thread().ident, [], threading.Event()
    assert main is not None

    class Interrupted(Exception):
        pass

    def interrupt(number: int, frame: object) -> None:
        raise Interrupted

    def demands(encoder: object, model: object) -> None:
        signal.pthread_kill(main, signal.SIGUSR1)
        sleep(0.5)
        adding.append(deleted.is_set())

    monkeypatch.setattr("pzc.backends.cnf.solver._demand_all", demands)
    solver = CnfSolver(Model(), lazy=True)
    delete = solver._solver.delete
    monkeypatch.setattr(solver._solver, "delete", lambda: (deleted.set(), delete()))
    before = signal.signal(signal.SIGUSR1, interrupt)
    try:
        assert solver._building is not None
        with pytest.raises(Interrupted):
            solver._building.go_on()
    finally:
        signal.signal(signal.SIGUSR1, before)
    solver._delete()
    assert deleted.is_set() and adding == [False]
