"""The shortest plan of a spec with a sequence: the smallest number of moves.

Try plans of 0, 1, 2, … moves in turn, each with its own model and solver, so that the first one
found is proved to be a shortest. If there is none up to the limit of the sequence, longer ones may
still exist.

If the rules mention neighbouring moments only, a search through the states runs first (`states`).
With few states it finds the length of the shortest plans, or proves that there is none of any
length. With many it yields a lower bound, and resumes if no plan was found.
"""

from __future__ import annotations

from collections.abc import Callable

from ..backends.base import Status
from ..compiler.builtins.moments import NoSuchMoment
from ..compiler.ground.grounding import Grounding
from ..compiler.plans.neighbours import speaks_of_neighbours
from ..compiler.plans.transitions import MOVES, transitions
from ..deadline import OutOfTime
from ..dsl.diagnostics import PzcError, Source, counted
from ..model.constraints import Constraint, Origin
from ..records import record, replace
from .compiled import CompiledSpec
from .states import Search

# Number of states to visit before trying plans of each length.
PATIENCE = 3000

Report = Callable[[str], None]


@record(frozen=False)
class PlanningProblem:
    """A puzzle of which a shortest plan is to be found. deadline: of `time.monotonic`. report:
    called with progress in words. without: the number of a rule that is left out."""

    spec: CompiledSpec
    puzzle: str | Source
    backend: str = "auto"
    deadline: float | None = None
    report: Report = lambda message: None
    without: int | None = None

    def leaving_out(self, rule: int) -> PlanningProblem:
        """The same without a rule."""
        return replace(self, without=rule)

    def limit(self) -> int:
        """The most moves that the sequence allows."""
        return self.spec.grounder.most_moves(self.spec.sections(self.puzzle))

    def ground(self, moves: int) -> Grounding | None:
        """Ground the puzzle for a plan of `moves` moves; None if the rules mention moments that so
        short a plan does not have. Raises PzcError if the longest plan lacks such a moment, too."""
        try:
            return self._ground(moves)
        except PzcError as error:
            if any(d.code != NoSuchMoment.code for d in error.diagnostics):
                raise
        self._ground(None)
        return None

    def _ground(self, moves: int | None) -> Grounding:
        if self.without is None:
            return self.spec.ground(self.puzzle, moves=moves)
        return with_moves(self.spec, self.puzzle, moves, self.without)

    def has_plan(self, grounding: Grounding | None) -> bool:
        """Whether there is a plan of as many moves as a puzzle is ground for. Raises OutOfTime."""
        if grounding is None:
            return False
        solver = self.spec.solver(grounding, self.backend, self.deadline)
        outcome = solver.solve(deadline=self.deadline)
        if outcome.status is Status.UNKNOWN:
            raise OutOfTime(outcome.reason)
        self.spec.keep(grounding, self.backend, solver)
        return outcome.status is Status.SAT


def with_moves(
    spec: CompiledSpec, puzzle: str | Source, moves: int | None, without: int | None = None
) -> Grounding:
    """The model of plans with this number of moves (None: the most), exact and without presolve.
    without: the number of a rule that is left out."""
    return spec.grounder.ground(spec.sections(puzzle), moves, exact=True, without=without)


def shortest(
    spec: CompiledSpec,
    puzzle: str | Source,
    backend: str = "auto",
    deadline: float | None = None,
    report: Report = lambda message: None,
) -> Grounding:
    """Ground the puzzle for as many moves as its shortest plans have. If it has none, the model has
    no solution, and its `no_plan` says what is known: none within the limit, or none at all.

    Raises PzcError for mistakes in the puzzle, and OutOfTime.
    """
    return examined(PlanningProblem(spec, puzzle, backend, deadline, report))[0]


def examined(problem: PlanningProblem) -> tuple[Grounding, Search | None]:
    """The puzzle as `shortest` grounds it, and the search through the states that decided it, if
    one did. Raises the same errors."""
    limit = problem.limit()
    for moves in range(3):
        grounding = problem.ground(moves)
        if grounding is not None and problem.has_plan(grounding):
            return _within_limit(grounding, limit), None
    search = _search(problem)
    if search is not None:
        search.go_on(PATIENCE, problem.report)
        if not search.is_open:
            return _decided(problem, search, limit), search
    for moves in range(3 if search is None else search.least, limit + 1):
        problem.report(f"no plan of fewer than {counted(moves, 'move')}")
        grounding = problem.ground(moves)
        if grounding is not None and problem.has_plan(grounding):
            return grounding, None
    if search is None:
        return _without_plan(problem.ground(limit), _within(limit)), None
    search.go_on(None, problem.report)
    return _decided(problem, search, limit), search


def _search(problem: PlanningProblem) -> Search | None:
    """A search through the states, if the rules mention neighbouring moments only."""
    program = problem.spec.program
    assert program.sequence is not None
    if not speaks_of_neighbours(program.declarations, program.sequence.name.id):
        return None
    grounding = problem.ground(MOVES)
    steps = None if grounding is None else transitions(grounding)
    return None if steps is None else Search(steps, problem.backend, problem.deadline)


def _decided(problem: PlanningProblem, search: Search, limit: int) -> Grounding:
    """Why there is no plan within the limit, according to a search."""
    if search.exhausted:
        return _without_plan(problem.ground(MOVES), "none, however long")
    if search.shortest is None:
        return _without_plan(problem.ground(MOVES), _within(limit))
    grounding = problem.ground(search.shortest)
    return _within_limit(grounding, limit)


def _within_limit(grounding: Grounding | None, limit: int) -> Grounding:
    """The puzzle, ground for the shortest plans, if these are not longer than the limit."""
    assert grounding is not None, "there is a plan, with all moments that are spoken of"
    if grounding.context.moves <= limit:
        return grounding
    reason = f"{_within(limit)}; the shortest take {grounding.moves}"
    return _without_plan(grounding, reason)


def _without_plan(grounding: Grounding | None, reason: str) -> Grounding:
    """The puzzle with a model that has no solution."""
    assert grounding is not None, "it was ground before"
    model = grounding.model.with_constraints([Constraint(False, Origin(-1))])
    return replace(grounding, model=model, no_plan=reason)


def _within(limit: int) -> str:
    return f"none within {counted(limit, 'move')}"
