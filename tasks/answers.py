"""The answers of a puzzle: its model, and assignments with different answers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from itertools import count
from typing import TypeAlias, cast

from ..backends.base import MeteredSolver, Outcome, Solver, Status, enumerates
from ..compiler.ground.grounding import Grounding
from ..compiler.ground.solution import Solution
from ..deadline import OutOfTime, moment
from ..dsl.diagnostics import Source
from ..model.evaluate import Evaluator, evaluate
from ..model.model import Model
from ..model.nodes import Bool
from ..presolve.passes import PUZZLE, presolved
from ..records import record
from .compiled import CompiledSpec
from .reading_back import solution

# The values of the operands of a model's answer.
Answer: TypeAlias = tuple[int, ...]

# An enumeration goes on over assignments that repeat an answer until it has found REPEATS times as
# many assignments as answers, and FEW more: that takes less work than a new search in which all
# known answers are excluded.
REPEATS, FEW = 4, 16


def problem(
    spec: CompiledSpec,
    puzzle: str | Source = "",
    *,
    backend: str = "auto",
    deadline: float | None = None,
    report: Callable[[str], None] = lambda progress: None,
) -> Grounding:
    """Ground a puzzle to the model of its solutions; for a spec with a sequence, of its shortest
    plans (see `tasks.plans`). deadline: see `moment`. report: called with progress in words while
    the length of a plan is searched for. Raises PzcError for mistakes in the puzzle, and
    OutOfTime."""
    with spec.limited(deadline):
        if spec.program.sequence is None:
            return spec.ground(puzzle)
        from .plans import shortest

        return shortest(spec, puzzle, backend, deadline, report)


def solutions(
    spec: CompiledSpec,
    puzzle: str | Source = "",
    *,
    backend: str = "auto",
    limit: int | None = None,
    timeout: float | None = None,
) -> Iterator[Solution]:
    """Yield the solutions of a puzzle, at most `limit`.

    With an objective, the best ones only. Raises OutOfTime.
    """
    spec.prepare(backend)
    found = search(spec, puzzle, backend=backend, limit=limit, deadline=moment(timeout))
    yield from _read_back(spec, found)


@record
class Enumeration:
    """Assignments with different answers of a puzzle, found while they are iterated over, and the
    grounding to read them back with. deadline: see `moment`. solver: of the puzzle's own model;
    None if an open model had the answer, and the grounding has no rules."""

    grounding: Grounding
    assignments: Iterator[tuple[int, ...]]
    deadline: float | None
    solver: Solver | None


def search(
    spec: CompiledSpec,
    puzzle: str | Source = "",
    *,
    backend: str = "auto",
    limit: int | None = None,
    deadline: float | None = None,
) -> Enumeration:
    """Begin to solve a puzzle, for at most `limit` assignments. Of many puzzles of one family,
    those with one solution may be solved on an open model (see `open_models`), if
    `CompiledSpec.prepare` has built one. deadline: see `moment`.

    Raises PzcError for mistakes in the puzzle, and OutOfTime, also while it is iterated over.
    """
    models = spec.open_models(backend)
    if models is None:
        grounding = problem(spec, puzzle, backend=backend, deadline=deadline)
        solver, found = searched(spec, grounding, backend, deadline, limit)
        return Enumeration(grounding, found, deadline, solver)
    with spec.limited(deadline):
        trial = models.trial(spec.read(puzzle), deadline)
        if trial.answer is not None:
            own, known = trial.answer
            return Enumeration(own, iter(known), deadline, None)
        # The binding of a puzzle that was tried on an open model has its found layers already.
        binding = spec.read(puzzle) if trial.tried else trial.binding
        grounding = spec.ground_read(binding)
    solver, found = searched(spec, grounding, backend, deadline, limit)
    metered = cast(MeteredSolver, solver)
    return Enumeration(grounding, trial.noted(grounding, metered, found), deadline, solver)


def solutions_of(
    spec: CompiledSpec,
    grounding: Grounding,
    *,
    backend: str = "auto",
    limit: int | None = None,
    deadline: float | None = None,
) -> Iterator[Solution]:
    """Yield the solutions of a `problem`, at most `limit`. Raises OutOfTime."""
    solver, found = searched(spec, grounding, backend, deadline, limit)
    return _read_back(spec, Enumeration(grounding, found, deadline, solver))


def _read_back(spec: CompiledSpec, found: Enumeration) -> Iterator[Solution]:
    """The solutions for assignments."""
    read = (solution(found.grounding, assignment) for assignment in found.assignments)
    while True:
        with spec.limited(found.deadline):  # not while the caller works on a solution
            one = next(read, None)
        if one is None:
            return
        yield one


def searched(
    spec: CompiledSpec,
    grounding: Grounding,
    backend: str = "auto",
    deadline: float | None = None,
    most: int | None = None,
) -> tuple[Solver, Iterator[tuple[int, ...]]]:
    """A solver for a `problem`, and its `assignments`. The spec has the solver again once they are
    iterated over, or dropped; a search that begins before then has a solver of its own."""
    solver = spec.solver(grounding, backend, deadline)

    def found() -> Iterator[tuple[int, ...]]:
        try:
            yield from assignments(grounding, solver, deadline, most)
        except GeneratorExit:
            spec.keep(grounding, backend, solver)
            raise
        spec.keep(grounding, backend, solver)

    return solver, found()


def assignments(
    grounding: Grounding, solver: Solver, deadline: float | None = None, most: int | None = None
) -> Iterator[tuple[int, ...]]:
    """Yield assignments with different answers, at most `most`; with an objective, the best ones.

    Raises OutOfTime past the deadline (of `time.monotonic`) or when interrupted.
    """
    model = grounding.model
    network = len(model.constraints)
    added = [c.condition for c in presolved(model, PUZZLE).constraints[network:]]
    if model.objective is not None:
        best = _optimum(grounding, solver, deadline)
        if best is None:
            return
        added.append(model.eq(model.objective.value, best))
    for condition in added:
        solver.add(condition)
    known: set[Answer] = set()
    if enumerates(solver):
        if all_shown(model):
            yield from solver.enumerate(deadline, most)
            return
        if (yield from _by_answer(model, solver.enumerate(deadline), most, known)):
            return
    for answer in known:
        solver.add(_excluding(model, answer))
    for number in count(len(known) + 1):
        outcome = _solve(solver, deadline)
        if outcome.assignment is None:
            return
        yield outcome.assignment
        if number == most:
            return
        solver.add(different(grounding, outcome.assignment))


def _by_answer(
    model: Model,
    found: Iterator[tuple[int, ...]],
    most: int | None,
    known: set[Answer],
) -> Generator[tuple[int, ...], None, bool]:
    """Yield the first of the assignments found with each answer, at most `most` of them, and add
    its answer to those known. Returns False if it stopped because most assignments repeat answers,
    so that there may be further ones."""
    for number, assignment in enumerate(found, 1):
        answer = answer_of(model, assignment)
        if answer not in known:
            known.add(answer)
            yield assignment
            if len(known) == most:
                return True
        elif number > REPEATS * len(known) + FEW:
            return False
    return True


def all_shown(model: Model) -> bool:
    """Whether the answer shows every variable of the puzzle, so that different assignments differ
    in it."""
    return set(model.answer).issuperset(model.variables[: model.own])


def different(grounding: Grounding, assignment: tuple[int, ...]) -> Bool:
    """The blocking condition: the answer differs from that of an assignment."""
    return _excluding(grounding.model, answer_of(grounding.model, assignment))


def answer_of(model: Model, assignment: tuple[int, ...]) -> Answer:
    """The values that the answer shows under an assignment."""
    return tuple(map(Evaluator(assignment), model.answer))


def _excluding(model: Model, answer: Answer) -> Bool:
    """The condition that the answer is another one."""
    return model.or_(
        model.not_(model.eq(operand, value))
        for operand, value in zip(model.answer, answer, strict=True)
        if not isinstance(operand, int)
    )


def _optimum(grounding: Grounding, solver: Solver, deadline: float | None) -> int | None:
    """The best value of the objective: require a better one until there is none."""
    model, objective = grounding.model, grounding.model.objective
    assert objective is not None
    best: int | None = None
    while True:
        outcome = _solve(solver, deadline)
        if outcome.assignment is None:
            break
        best = int(evaluate(objective.value, outcome.assignment))
        if objective.sense == "minimize":
            solver.add(model.lt(objective.value, best))
        else:
            solver.add(model.lt(best, objective.value))
    solver.reset(model)
    return best


def _solve(solver: Solver, deadline: float | None) -> Outcome:
    outcome = solver.solve(deadline=deadline)
    if outcome.status is Status.UNKNOWN:
        raise OutOfTime(outcome.reason)
    return outcome
