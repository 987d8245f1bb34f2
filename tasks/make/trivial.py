"""Puzzles that are too easy: solved in fewer than three steps.

A step by a rule instance decides only its own variables, and excludes only assignments that violate
it. So three steps are needed if no two instances cover all variables, or if changes of the solution
at one place or two violate instances of which no two suffice. If neither shows it, the steps are
computed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from ...backends.native.solver import NativeSolver
from ...compiler.ground.grounding import Grounding
from ...model.constraints import Constraint, Origin
from ...model.evaluate import Evaluator
from ...model.model import Model
from ...model.nodes import domain_of, variables_of
from ..compiled import CompiledSpec
from ..explain.explanation import explain
from .closed import conditions, nodes, values_of
from .parts import Values

FEWEST_STEPS = 3
# Work (units of `backends.base`) to find the solution in the model of the rules as written.
QUERY_WORK = 400_000_000
# Changes of the solution of each kind that are tried, and the step from one place to the next:
# places near each other violate the same instances.
CHANGES, STRIDE = 12, 7


def falls_at_once(
    spec: CompiledSpec, text: str, grounding: Grounding, solution: Sequence[int] | None = None
) -> bool:
    """Whether a puzzle is solved in two steps. grounding: of the puzzle. solution: its only one, if
    it is known, which saves time."""
    if solution is not None and (
        takes_more_than_two(grounding.model, solution)
        or _as_written(spec, text, values_of(grounding, solution))
    ):
        return False
    return len(list(islice(explain(spec, text), FEWEST_STEPS))) < FEWEST_STEPS


def _as_written(spec: CompiledSpec, text: str, answer: Values) -> bool:
    """Whether the rules as written show that two steps do not suffice: what presolve infers from
    several instances counts as violated together with each of them."""
    exact = spec.ground(text, exact=True)
    solver = NativeSolver(exact.model)
    solver.begin(nodes(conditions(exact, answer)))
    found, _ = solver.go_on(1, work=QUERY_WORK)
    return bool(found) and takes_more_than_two(exact.model, found[0])


def takes_more_than_two(model: Model, solution: Sequence[int]) -> bool:
    """Whether the rule instances of a puzzle show that two steps do not suffice."""
    answer = {v.index for v in variables_of(model.answer) if v.index not in model.givens}
    scopes = [{v.index for v in variables_of([c.condition])} for c in model.constraints]
    if len(answer) > 2 * max(map(len, scopes), default=0):
        return True
    return not _two_suffice(_broken(model, scopes, answer, solution))


def _broken(
    model: Model, scopes: Sequence[set[int]], answer: set[int], solution: Sequence[int]
) -> Iterator[set[Origin]]:
    """The rule instances that changes of the solution violate, a set for each change."""
    about: dict[int, list[tuple[Constraint, bool]]] = {}
    known = answer | model.givens.keys()
    for constraint, scope in zip(model.constraints, scopes, strict=True):
        # Hidden variables could follow the change, and the background is no step.
        plain = scope <= known and all(origin.rule >= 0 for origin in constraint.origins)
        for index in scope:
            about.setdefault(index, []).append((constraint, plain))
    for change in _changes(model, sorted(answer), solution):
        other = list(solution)
        for index, value in change.items():
            other[index] = value
        evaluate = Evaluator(tuple(other))
        own = {id(pair): pair for index in change for pair in about.get(index, ())}
        failed = [(c, plain) for c, plain in own.values() if not evaluate(c.condition)]
        if all(plain for _, plain in failed):
            yield {origin for constraint, _ in failed for origin in constraint.origins}


def _changes(
    model: Model, places: Sequence[int], solution: Sequence[int]
) -> Iterator[dict[int, int]]:
    """Changes of the solution: another value at one place; then two values exchanged, which keeps
    rules about all values, such as that all are different."""
    domains = [domain_of(variable) for variable in model.variables]
    order = [k for start in range(STRIDE) for k in range(start, len(places), STRIDE)]
    for k in order[:CHANGES]:
        index = places[k]
        values = [v for v in domains[index] if v != solution[index]]
        if values:
            yield {index: values[0]}
    for k in order[:CHANGES]:
        index, own = places[k], solution[places[k]]
        for other in places[k + 1 :]:
            value = solution[other]
            if value != own and value in domains[index] and own in domains[other]:
                yield {index: value, other: own}
                break


def _two_suffice(broken: Iterator[set[Origin]]) -> bool:
    """Whether some two instances hit all of these sets. Stops at the first set that excludes it."""
    seen: list[set[Origin]] = []
    for new in broken:
        seen.append(new)
        for one in seen[0]:
            rest = [some for some in seen if one not in some]
            if not rest or set.intersection(*rest):
                break
        else:
            return False
    return True
