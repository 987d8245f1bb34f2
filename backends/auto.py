"""The backend of whoever names none: the native engine first, a SAT solver where that takes long.

Most puzzles fall to propagation and a few guesses, and are solved before a SAT encoding is even
built. Those that are not want learning from conflicts. So the native engine has a short time for
each answer; past it the CNF backend takes over, with everything that was asked so far. The time is
shorter where the model asks about the pieces of graphs, at which the SAT solvers are better once a
search grows, and after each puzzle of a shape that was handed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic

from ..compiler.model import Bool, BoolNode, Model
from .base import Outcome, Solver, Statistics, Status, Stopped
from .native import NativeSolver

PATIENCE = 0.5  # seconds of native search for one answer, at most
WITH_GRAPHS = 0.3  # the part of them for a model with graphs
LEAST = 0.05  # the part that is always tried
MANY = 10_000  # more solutions than this are not handed over


class AutoSolver:
    """See the module, and `backends.base.Solver`."""

    def __init__(self, model: Model) -> None:
        self._native = NativeSolver(model)
        self._model = model
        self._learning: Solver | None = None
        self._added: list[Bool] = []
        self._taken_over = False
        self._share = WITH_GRAPHS if self._native.has_graphs else 1.0  # of PATIENCE
        self.statistics: Statistics = self._native.statistics  # those of the solver at work
        self._tell("native first")

    def solve(self, assuming: Sequence[BoolNode] = (), deadline: float | None = None) -> Outcome:
        if not self._taken_over:
            limit = monotonic() + PATIENCE * self._share
            if deadline is not None and deadline <= limit:
                return self._native.solve(assuming, deadline)
            outcome = self._native.solve(assuming, limit)
            if outcome.status is not Status.UNKNOWN or monotonic() < limit:
                self._tell("native, which needed no help")
                return outcome
            self._take_over()
        assert self._learning is not None
        return self._learning.solve(assuming, deadline)

    def enumerate(self, deadline: float | None = None) -> Iterator[tuple[int, ...]]:
        found: list[tuple[int, ...]] = []
        if not self._taken_over:
            self._native.patience = PATIENCE * self._share
            try:
                for assignment in self._native.enumerate(deadline):
                    if len(found) < MANY:
                        found.append(assignment)
                    else:
                        self._native.patience = None
                    yield assignment
                return
            except Stopped as stopped:
                if not stopped.impatient:
                    raise
            finally:
                self._native.patience = None
            self._take_over()
            for assignment in found:
                self.add(self._another(assignment))
        while True:
            outcome = self.solve(deadline=deadline)
            if outcome.status is Status.UNKNOWN:
                raise Stopped(outcome.reason)
            if outcome.assignment is None:
                return
            yield outcome.assignment
            self.add(self._another(outcome.assignment))

    def add(self, condition: Bool) -> None:
        self._added.append(condition)
        (self._learning if self._taken_over and self._learning else self._native).add(condition)

    def reset(self, model: Model) -> None:
        self._model = model
        self._added = []
        self._native.reset(model)
        self._taken_over = False
        self.statistics = self._native.statistics

    def interrupt(self) -> None:
        self._native.interrupt()
        if self._learning is not None:
            self._learning.interrupt()

    def _another(self, assignment: tuple[int, ...]) -> Bool:
        """The condition that some variable has another value."""
        m = self._model
        return m.or_(
            m.not_(m.eq(variable, value))
            for variable, value in zip(m.variables, assignment, strict=True)
        )

    def _tell(self, choice: str) -> None:
        self.statistics.extra["choice"] = choice

    def _take_over(self) -> None:
        """Put the CNF backend to work, where the native one has got to."""
        from .cnf.solver import CnfSolver

        if self._learning is None:
            self._learning = CnfSolver(self._model)
        else:
            self._learning.reset(self._model)
        for condition in self._added:
            self._learning.add(condition)
        self._taken_over = True
        self.statistics = self._learning.statistics
        self._tell(f"native found nothing in {PATIENCE * self._share:.2g} s, handed over to cnf")
        self._share = max(LEAST, self._share / 2)
