"""Puzzles ground as they are: for changes that an open model cannot make."""

from __future__ import annotations

from ...backends.native.solver import NO_MORE, NativeSolver
from ...dsl.diagnostics import PzcError
from ..answers import different
from ..compiled import CompiledSpec

# Work (units of `backends.base`) to prove that there is no second solution.
PROOF = 2_000_000_000


def has_one_solution(spec: CompiledSpec, text: str, work: int = PROOF) -> bool:
    """Whether a puzzle has one solution. What is not proved within the work does not count, nor a
    text that is no puzzle of the spec."""
    try:
        grounding = spec.ground(text)
    except PzcError:
        return False
    solver = NativeSolver(grounding.model)
    solver.begin()
    found, _ = solver.go_on(1, work=work)
    if not found:
        return False
    solver.add(different(grounding, found[0]))
    solver.begin()
    others, ended = solver.go_on(1, work=work)
    return not others and ended == NO_MORE
