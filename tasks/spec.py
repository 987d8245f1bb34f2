"""A spec as a person uses it: loaded once, asked about many puzzles.

    sudoku = pzc.load("sudoku")
    print(sudoku.solve(text))

A `Spec` keeps the last model it ground and a solver for it by backend, so that puzzles of one shape
share both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING

from .. import backends
from ..backends.base import Enumerator, Outcome, Solver, Status
from ..compiler.ground.program import Grounding, Program
from ..compiler.ground.solution import Solution
from ..deadline import BrokenOff, OutOfTime, enforced, moment
from ..dsl.checked import Checked
from ..dsl.diagnostics import PzcError, Source
from ..dsl.puzzle import PuzzleText, read_sections
from ..model.evaluate import Evaluator, evaluate
from ..model.model import Model
from ..model.nodes import Bool
from ..presolve import rooms
from ..presolve.symmetry import orderings
from ..records import field, record, replace
from .checking import checked
from .reading_back import solution
from .texts import read_puzzle, read_spec

if TYPE_CHECKING:
    from pathlib import Path

    from .verify import Verdict


@record(frozen=False)
class Spec:
    """A checked and compiled spec. source: its text, with the name it was read under."""

    source: Source
    checked: Checked = field(repr=False)
    program: Program = field(repr=False)
    _solvers: dict[str, tuple[object, Solver]] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, source: Source) -> Spec:
        """Parse, check and compile a spec. Raises PzcError with all that is wrong with it."""
        found = checked(source)
        return cls(source, found, Program(found))

    @property
    def title(self) -> str:
        return self.checked.title

    @property
    def about(self) -> str:
        return self.checked.about

    def sections(self, puzzle: str | Source) -> PuzzleText:
        """A puzzle file (its text) cut into sections. Raises PzcError for mistakes in it."""
        source = puzzle if isinstance(puzzle, Source) else Source("<puzzle>", puzzle)
        return read_sections(source, self.program.sections, self.program.commented)

    def ground(
        self,
        puzzle: str | Source = "",
        timeout: float | None = None,
        moves: int | None = None,
        whole: bool = False,
    ) -> Grounding:
        """The model of a puzzle (its text). Raises PzcError for mistakes in it, and OutOfTime.

        moves: of the plan, for a spec with a sequence; if None as many as that allows. whole: for
        boards to be judged, see `Program.ground`.
        """
        with self.limited(moment(timeout)):
            try:
                return self.program.ground(self.sections(puzzle), moves, whole)
            except PzcError as error:
                raise self._explained(error, puzzle) from None

    def puzzle(self, word: str | None) -> Source:
        """The text of a puzzle that a word on the command line names; see `read_puzzle`."""
        try:
            return read_puzzle(word)
        except PzcError as error:
            from .puzzle_forms import as_value

            value = as_value(word or "", list(self.program.sections), self._reads)
            if value is None:
                raise
            hint = f"a value stands behind its name and a colon: '{value}'"
            raise PzcError([replace(d, hint=hint) for d in error.diagnostics]) from None

    def _explained(self, error: PzcError, puzzle: str | Source) -> PzcError:
        """What to say of a puzzle with mistakes."""
        from .puzzle_forms import explained

        source = puzzle if isinstance(puzzle, Source) else Source("<puzzle>", puzzle)
        return explained(error, source, list(self.program.sections), self._reads)

    def _reads(self, text: str) -> bool:
        """Whether a text is read as a puzzle without a mistake."""
        try:
            self.program.read(self.sections(text))
        except PzcError:
            return False
        return True

    def problem(
        self,
        puzzle: str | Source = "",
        *,
        backend: str = "auto",
        timeout: float | None = None,
        tell: Callable[[str], None] = lambda told: None,
    ) -> Grounding:
        """The model whose solutions are those of a puzzle: for a spec with a sequence the model of
        its shortest plans, which are looked for (see `tasks.plans`; tell takes what is known so
        far). Raises PzcError for mistakes in the puzzle, and OutOfTime."""
        if self.program.sequence is None:
            return self.ground(puzzle, timeout)
        from .plans import shortest

        deadline = moment(timeout)
        with self.limited(deadline):
            return shortest(self, puzzle, backend, deadline, tell)

    def solver(
        self, grounding: Grounding, backend: str = "auto", deadline: float | None = None
    ) -> Solver:
        """A solver for a ground puzzle; the kept one, if it was made for a puzzle of its shape.

        Raises OutOfTime where making it goes on past the deadline (of `time.monotonic`).
        """
        with self.limited(deadline):
            kept = self._solvers.get(backend)
            if kept is not None and kept[0] is grounding.model.constraints:
                kept[1].reset(grounding.model)
                return kept[1]
            solver = backends.load(backend, grounding.model)
            self._solvers[backend] = (grounding.model.constraints, solver)
            return solver

    @contextmanager
    def limited(self, deadline: float | None) -> Iterator[None]:
        """Raise OutOfTime in the body past the deadline. What is kept for further puzzles is
        dropped if the body is broken off amid work on it."""
        try:
            with enforced(deadline):
                yield
        except (BrokenOff, KeyboardInterrupt):
            self.forget()
            raise

    def forget(self) -> None:
        """Drop the model and the solvers that are kept for further puzzles of a shape."""
        self.program.forget()
        self._solvers.clear()

    def solutions(
        self,
        puzzle: str | Source = "",
        *,
        backend: str = "auto",
        limit: int | None = None,
        timeout: float | None = None,
    ) -> Iterator[Solution]:
        """The solutions of a puzzle, one after another; at most `limit`.

        Where something is optimised, the best ones only. Raises OutOfTime.
        """
        deadline = moment(timeout)
        grounding = self.problem(puzzle, backend=backend, timeout=timeout)
        solver = self.solver(grounding, backend, deadline)
        found = (
            solution(grounding, assignment)
            for assignment in assignments(grounding, solver, deadline, limit)
        )
        while True:
            with self.limited(deadline):  # not while the caller works on a solution
                one = next(found, None)
            if one is None:
                return
            yield one

    def solve(
        self, puzzle: str | Source = "", *, backend: str = "auto", timeout: float | None = None
    ) -> Solution | None:
        """The first (where something is optimised: a best) solution, or None if there is none."""
        return next(self.solutions(puzzle, backend=backend, limit=1, timeout=timeout), None)

    def count(
        self,
        puzzle: str | Source = "",
        *,
        backend: str = "auto",
        limit: int | None = None,
        timeout: float | None = None,
    ) -> int:
        """How many solutions a puzzle has, counted up to `limit`. Raises OutOfTime."""
        deadline = moment(timeout)
        grounding = self.problem(puzzle, backend=backend, timeout=timeout)
        solver = self.solver(grounding, backend, deadline)
        with self.limited(deadline):
            return sum(1 for _ in assignments(grounding, solver, deadline, limit))

    def verify(
        self,
        puzzle: str | Source,
        board: str | Source,
        *,
        backend: str = "auto",
        timeout: float | None = None,
    ) -> Verdict:
        """Judge a board, complete or not (the text of a solution file): see `tasks.verify`."""
        from .verify import verify

        return verify(self, puzzle, board, backend=backend, timeout=timeout)


def load(spec: str | Path) -> Spec:
    """A spec by its bundled name or its path. Raises PzcError with all that is wrong with it."""
    return Spec.of(read_spec(str(spec)))


def assignments(
    grounding: Grounding, solver: Solver, deadline: float | None = None, most: int | None = None
) -> Iterator[tuple[int, ...]]:
    """Assignments that differ in the answer, the best ones if something is optimised; at most so
    many, or all.

    Raises OutOfTime past the deadline (of `time.monotonic`) or when interrupted.
    """
    model = grounding.model
    ordered = [*orderings(model), *rooms.conditions(model)]
    if model.objective is not None:
        best = _optimum(grounding, solver, deadline)
        if best is None:
            return
        ordered.append(model.eq(model.objective.value, best))
    for condition in ordered:
        solver.add(condition)
    if isinstance(solver, Enumerator) and all_shown(model):
        yield from solver.enumerate(deadline, most)
        return
    for number in count():
        if number == most:
            return
        outcome = _ask(solver, deadline)
        if outcome.assignment is None:
            return
        yield outcome.assignment
        solver.add(different(grounding, outcome.assignment))


def all_shown(model: Model) -> bool:
    """Whether the answer shows every variable, so that different assignments differ in it."""
    return set(model.variables) <= set(model.answer)


def different(grounding: Grounding, assignment: tuple[int, ...]) -> Bool:
    """The condition that the answer is another one than under an assignment."""
    model, value = grounding.model, Evaluator(assignment)
    return model.or_(
        model.not_(model.eq(operand, value(operand)))
        for operand in model.answer
        if not isinstance(operand, int)
    )


def _optimum(grounding: Grounding, solver: Solver, deadline: float | None) -> int | None:
    """The best value of the objective, found by asking for better ones until there is none."""
    model, objective = grounding.model, grounding.model.objective
    assert objective is not None
    best: int | None = None
    while True:
        outcome = _ask(solver, deadline)
        if outcome.assignment is None:
            break
        best = int(evaluate(objective.value, outcome.assignment))
        if objective.sense == "minimize":
            solver.add(model.lt(objective.value, best))
        else:
            solver.add(model.lt(best, objective.value))
    solver.reset(model)
    return best


def _ask(solver: Solver, deadline: float | None) -> Outcome:
    outcome = solver.solve(deadline=deadline)
    if outcome.status is Status.UNKNOWN:
        raise OutOfTime(outcome.reason)
    return outcome
