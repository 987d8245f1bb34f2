"""Auto lets the native engine and the SAT solver take turns without loss or repetition."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pzc.backends import auto
from pzc.backends.auto import AutoSolver
from pzc.backends.base import Status
from pzc.deadline import OutOfTime
from pzc.model.model import Model, Origin
from strategies import brute_force, random_models

quick = settings(
    deadline=None,
    max_examples=40,
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


@quick
@given(random_models())
def test_enumeration_by_the_other_one(model: Model) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(auto, "PATIENCE", -1.0)
        found = list(AutoSolver(model).enumerate())
    assert len(found) == len(set(found))
    assert set(found) == brute_force(model)


@quick
@given(random_models(), st.integers(0, 4), st.integers(0, 12))
def test_many_solutions_are_left_to_one(model: Model, many: int, most: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(auto, "PATIENCE", -1.0)
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
                patch.setattr(auto, "PATIENCE", -1.0)
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

    def _first_turn(self) -> float:
        self._led = self.draw()
        return -1.0 if self.draw() else 60.0


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
    monkeypatch.setattr(auto, "PATIENCE", 0.0)
    monkeypatch.setattr(auto, "SHORT", 0.02)
    monkeypatch.setattr(auto, "LONG", 0.02)
    solver = AutoSolver(pigeons(9))
    assert solver.solve(deadline=monotonic() + 60).status is Status.UNSAT
    assert solver._native.statistics.conflicts
    assert solver._other is not None and solver._other.statistics.conflicts
    assert solver.statistics in (solver._native.statistics, solver._other.statistics)
    assert "in turns" in str(solver.statistics.extra["choice"])


def test_what_is_too_large_for_a_sat_encoding_is_left_to_the_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = pigeons(7)
    monkeypatch.setattr(auto, "PATIENCE", 0.0)
    monkeypatch.setattr(auto, "LARGE", 7 * 6 - 1)
    solver = AutoSolver(model)
    assert solver.solve().status is Status.UNSAT
    assert solver._other is None
    assert "too large" in str(solver.statistics.extra["choice"])


def test_deadlines_hold_before_and_after(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = AutoSolver(pigeons(14))
    assert solver.solve(deadline=monotonic() + 0.05).status is Status.UNKNOWN
    monkeypatch.setattr(auto, "PATIENCE", 0.05)
    started = monotonic()
    with pytest.raises(OutOfTime):
        list(solver.enumerate(started + 0.5))
    assert monotonic() - started < 10
