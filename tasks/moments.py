"""Single moments of a plan: what may hold at one, whatever comes after it.

A puzzle is ground with one move more than is needed. What the rules demand of the last moment
is left out, so that the goal need not be near.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .. import backends
from ..compiler.ground.grounding import Grounding
from ..compiler.ground.solution import Solution
from ..compiler.plans.steps import keys_at, position, steps
from ..dsl.diagnostics import Source
from ..model.constraints import Constraint, Origin
from ..model.model import Model
from ..model.nodes import conjuncts, variables_of
from ..records import replace
from .answers import assignments
from .boards import puzzle_board
from .compiled import CompiledSpec
from .plans import with_moves
from .reading_back import solution
from .verify import grounded


def puzzle_alone(spec: CompiledSpec, puzzle: str | Source) -> Solution:
    """The puzzle alone, to be drawn. If a puzzle about moves prints nothing on its board, this is
    its initial state, if the rules determine it. Raises PzcError for mistakes in it."""
    alone = puzzle_board(grounded(spec, puzzle))
    if spec.program.sequence is None or alone.givens:
        return alone
    grounding = with_moves(spec, puzzle, 1)
    relaxed = without_last(grounding, 0)
    solver = backends.load("auto", relaxed)
    found = list(assignments(replace(grounding, model=relaxed), solver, None, 2))
    if len(found) != 1:
        return alone
    start = moment_of(solution(grounding, found[0]), 0)
    return replace(alone, givens=start.answer)


def variables_at(
    grounding: Grounding, moment: int
) -> Iterator[tuple[str, Any, int, Mapping[Any, int]]]:
    """The variables of a moment: layer, key without the moment, index, the code of each value."""
    for name, slot in grounding.slots.items():
        where = position(slot.kind, grounding.sequence)
        if where is not None:
            for short, key in keys_at(slot.variables, where, moment).items():
                index, codes = slot.variables[key]
                yield name, short, index, codes


def without_last(grounding: Grounding, at: int) -> Model:
    """The model without the conditions on the moment after `at`; its solutions differ at `at`. A
    rule on the first and the last moment keeps the part on the first."""
    model = grounding.model
    last = {model.variables[index] for _, _, index, _ in variables_at(grounding, at + 1)}
    every = [(name, index) for name, _, index, _ in variables_at(grounding, at)]
    shown = [index for name, index in every if name in grounding.answer]
    relaxed = model.with_givens(model.givens)
    relaxed.constraints = [
        Constraint(condition, Origin(-1))
        for condition in conjuncts(map(model.formula, model.constraints))
        if last.isdisjoint(variables_of([condition]))
    ]
    relaxed.answer = tuple(model.variables[i] for i in shown or [index for _, index in every])
    return relaxed


def moment_of(solved: Solution, at: int) -> Solution:
    return next(step.solution for step in steps(solved) if step.moment == at)
