"""Puzzles ground as they are: for changes that an open model cannot make."""

from __future__ import annotations

from itertools import islice

from ...backends.native.solver import NO_MORE, NativeSolver
from ...dsl.diagnostics import PzcError
from ...model.nodes import variables_of
from ..answers import different
from ..compiled import CompiledSpec
from ..explain.asked import explain

# Work (units of `backends.base`) to prove that there is no second solution.
PROOF = 2_000_000_000


# A puzzle that is solved in fewer steps is too easy.
FEWEST_STEPS = 3


def has_one_solution(spec: CompiledSpec, text: str, work: int = PROOF) -> bool:
    """Whether a puzzle is proved to have one solution within `work` units. False also for a text
    that is not a puzzle of the spec."""
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


def falls_at_once(spec: CompiledSpec, text: str) -> bool:
    """Whether a puzzle is solved in two steps.

    A step by a rule instance decides only its own variables; so if no two instances cover the
    undecided variables, at least three steps are needed. Otherwise the steps are computed.
    """
    model = spec.ground(text).model
    asked = {v for v in variables_of(model.answer) if v.index not in model.givens}
    most = max((len(variables_of([c.condition])) for c in model.constraints), default=0)
    if len(asked) > most * (FEWEST_STEPS - 1):
        return False
    return len(list(islice(explain(spec, text), FEWEST_STEPS))) < FEWEST_STEPS
