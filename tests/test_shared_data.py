"""The bundled specs on real puzzles: one solution each, the stored one.

By default a sample; all with `--all-data`, and with PZC_BACKEND=NAME on another backend.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
import pzc
import shared_data
from pzc.tasks.verify import verify
from shared_data import Case

BACKEND = os.environ.get("PZC_BACKEND", "auto")
SECONDS = 20
STEP = 40  # Of the sample: every so many cases of a spec, beginning with the first.

if not shared_data.DATA.is_dir():
    pytest.skip(f"SKIPPED: no real puzzles at {shared_data.DATA}", allow_module_level=True)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    chosen = _chosen(metafunc.config.getoption("all_data"))
    cases = [pytest.param(c, id=f"{c.spec}-{c.name}", marks=[*_marks(c)]) for c in chosen]
    metafunc.parametrize("case", cases)


def _marks(case: Case) -> Iterator[pytest.MarkDecorator]:
    if case.left_out:
        yield pytest.mark.skip(reason=f"SKIPPED: {case.left_out}")


def _chosen(every: bool) -> list[Case]:
    cases = shared_data.cases()
    if every:
        return cases
    chosen = []
    for spec in dict.fromkeys(case.spec for case in cases):
        chosen += [c for c in cases if c.spec == spec and not c.left_out][::STEP]
    return chosen


def test_one_solution_the_stored_one(case: Case) -> None:
    spec = pzc.load(case.spec)
    stored = None
    if case.solution is not None:
        stored = verify(spec, case.puzzle, case.solution, backend=BACKEND, timeout=SECONDS)
        assert stored.holds and stored.complete
    try:
        found = list(spec.solutions(case.puzzle, backend=BACKEND, limit=2, timeout=SECONDS))
    except pzc.OutOfTime:
        pytest.skip(f"SKIPPED: not solved in {SECONDS} s; a stored answer holds")
    assert len(found) == 1
    if stored is not None:
        assert _tables(stored.board) == _tables(found[0])


def _tables(solution: pzc.Solution) -> list[dict[object, object]]:
    return [layer.table for layer in solution.answer]
