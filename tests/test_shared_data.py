"""The bundled specs on real puzzles: one solution each, the stored one.

By default a sample; all with PZC_ALL_DATA=1, and with PZC_BACKEND=NAME on another backend.
"""

from __future__ import annotations

import os

import pytest
import pzc
import shared_data
from pzc.tasks.verify import verify
from shared_data import Case

ALL = bool(os.environ.get("PZC_ALL_DATA"))
BACKEND = os.environ.get("PZC_BACKEND", "auto")
SECONDS = 60
STEP = 40  # Of the sample: every so many cases of a spec, beginning with the first.

if not shared_data.DATA.is_dir():
    pytest.skip(f"SKIPPED: no real puzzles at {shared_data.DATA}", allow_module_level=True)


def _chosen() -> list[Case]:
    cases = shared_data.cases()
    if ALL:
        return cases
    chosen = [case for case in cases if case.left_out]
    for spec in dict.fromkeys(case.spec for case in cases):
        chosen += [c for c in cases if c.spec == spec and not c.left_out][::STEP]
    return chosen


@pytest.mark.parametrize("case", [pytest.param(c, id=f"{c.spec}-{c.name}") for c in _chosen()])
def test_one_solution_the_stored_one(case: Case) -> None:
    if case.left_out:
        pytest.skip(case.left_out)
    spec = pzc.load(case.spec)
    found = list(spec.solutions(case.puzzle, backend=BACKEND, limit=2, timeout=SECONDS))
    for board, rule in case.wrong:
        verdict = verify(spec, case.puzzle, board, backend=BACKEND)
        told = {broken.sentence for broken in verdict.broken} | set(verdict.conflict)
        assert spec.ground(case.puzzle).sentences[rule] in told
    for board in case.right:
        verdict = verify(spec, case.puzzle, board, backend=BACKEND)
        assert verdict.holds and verdict.complete
    if case.solution is None and (case.right or case.wrong):
        return
    assert len(found) == 1
    if case.solution is not None:
        verdict = verify(spec, case.puzzle, case.solution, backend=BACKEND, timeout=SECONDS)
        assert verdict.holds and verdict.complete
        assert _tables(verdict.board) == _tables(found[0])


def _tables(solution: pzc.Solution) -> list[dict[object, object]]:
    return [layer.table for layer in solution.answer]
