"""Auto hands over from the native engine to the SAT solver without losing or repeating anything."""

from __future__ import annotations

from time import monotonic

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pzc.backends import auto
from pzc.backends.auto import AutoSolver
from pzc.backends.base import Status, Stopped
from pzc.backends.cnf.solver import CnfSolver
from pzc.compiler.model import Model, Origin
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
def test_enumeration_handed_over_at_once(model: Model) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(auto, "PATIENCE", -1.0)
        found = list(AutoSolver(model).enumerate())
    assert len(found) == len(set(found))
    assert set(found) == brute_force(model)


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


def test_a_long_search_is_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "PATIENCE", 0.05)
    solver = AutoSolver(pigeons(9))
    outcome = solver.solve(deadline=monotonic() + 60)
    assert outcome.status is not Status.SAT
    assert isinstance(solver._learning, CnfSolver)
    assert solver.statistics is solver._learning.statistics


def test_deadlines_hold_before_and_after(monkeypatch: pytest.MonkeyPatch) -> None:
    solver = AutoSolver(pigeons(14))
    assert solver.solve(deadline=monotonic() + 0.05).status is Status.UNKNOWN
    monkeypatch.setattr(auto, "PATIENCE", 0.05)
    started = monotonic()
    with pytest.raises(Stopped):
        list(solver.enumerate(started + 0.5))
    assert monotonic() - started < 10
