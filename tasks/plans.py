"""The shortest plan of a spec with a sequence: the least number of moves with which all rules hold.

Plans of 0, 1, 2, … moves are asked for in turn, each with a model and a solver of its own, so that
the first that is found is a shortest one, and shown to be. That there is none with at most as many
moves as the sequence allows does not say that there is none at all.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from ..backends.base import Status
from ..compiler.model import Constraint, Origin
from ..compiler.moments import NoSuchMoment
from ..compiler.program import Grounding
from ..dsl.diagnostics import PzcError, Source, counted
from ..records import record, replace
from .spec import OutOfTime, Spec

Tell = Callable[[str], None]


@record(frozen=False)
class Question:
    """What the shortest plan is asked of. deadline: of `time.monotonic`. tell: takes progress."""

    spec: Spec
    puzzle: str | Source
    backend: str
    deadline: float | None
    tell: Tell

    def limit(self) -> int:
        """The most moves that the sequence allows."""
        program = self.spec.program
        return program.most_moves(self.spec.sections(self.puzzle))

    def ground(self, moves: int) -> Grounding | None:
        """The puzzle for a plan of so many moves; None if the rules speak of moments that so short
        a plan does not have. Raises PzcError where the longest plan lacks such a moment too."""
        try:
            return self._ground(moves)
        except PzcError as error:
            if any(d.code != NoSuchMoment.code for d in error.diagnostics):
                raise
        self._ground(None)
        return None

    def _ground(self, moves: int | None) -> Grounding:
        left = None if self.deadline is None else self.deadline - monotonic()
        return self.spec.ground(self.puzzle, left, moves)

    def has_plan(self, grounding: Grounding | None) -> bool:
        """Whether there is a plan of as many moves as a puzzle is ground for."""
        if grounding is None:
            return False
        solver = self.spec.solver(grounding, self.backend)
        outcome = solver.solve(deadline=self.deadline)
        if outcome.status is Status.UNKNOWN:
            raise OutOfTime(outcome.reason)
        return outcome.status is Status.SAT


def shortest(
    spec: Spec,
    puzzle: str | Source,
    backend: str = "auto",
    timeout: float | None = None,
    tell: Tell = lambda told: None,
) -> Grounding:
    """The puzzle, ground for as many moves as its shortest plans have; if there are none, for no
    move at all, with a model that has no solution and `no_plan` saying what is known.

    Raises PzcError for mistakes in the puzzle, OutOfTime and GroundingTimeout.
    """
    deadline = None if timeout is None else monotonic() + timeout
    asked = Question(spec, puzzle, backend, deadline, tell)
    limit = asked.limit()
    grounding: Grounding | None = None
    for moves in range(limit + 1):
        tell(f"no plan of less than {counted(moves, 'move')} …")
        grounding = asked.ground(moves)
        if grounding is not None and asked.has_plan(grounding):
            return grounding
    assert grounding is not None, "the longest plan has every moment that is spoken of"
    return _without_plan(grounding, f"none within {counted(limit, 'move')}")


def _without_plan(grounding: Grounding, told: str) -> Grounding:
    """The puzzle with a model that has no solution."""
    never = Constraint(False, Origin(-1))
    return replace(grounding, model=replace(grounding.model, constraints=[never]), no_plan=told)
