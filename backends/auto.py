"""The backend of whoever names none: the native engine first, a SAT solver beside it where that
takes long.

Most puzzles fall to propagation and a few guesses, and are solved before a SAT encoding is even
built. Of the others, some need what only the native engine sees, such as sizes of pieces, and some
what the SAT solvers do better; which, nobody knows beforehand. So the native engine has a short
time for each answer by itself. Past it both work in turns, each going on where it was, until one of
them has the answer: it takes two or three times as long as by the better one. The longer turns are
the native engine's where the model asks for sizes of pieces, else the SAT solver's. Building the
SAT encoding, too, is done in turns.

The first turn is shorter where the model asks about the pieces of graphs but not for their sizes:
such searches are long or short more often than in between. It is also shorter after each puzzle of
a shape that the SAT solver solved. Models whose SAT encoding would take a gigabyte are left to the
native engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import TYPE_CHECKING

from ..deadline import OutOfTime
from ..model.model import Model
from ..model.nodes import Bool, BoolNode
from .base import Outcome, Statistics, Status
from .native.solver import MORE, NO_MORE, TURN_OVER, Assignment, NativeSolver, at_once, outcome

if TYPE_CHECKING:
    from .cnf.solver import CnfSolver

PATIENCE = 0.5  # seconds that the native engine has alone for an answer, at most
WITH_GRAPHS = 0.3  # the part of them for a model with graphs but without sizes
LEAST = 0.05  # the part that is always tried
SHORT, LONG = 0.15, 0.3  # seconds of a turn
MANY = 10_000  # more solutions than this are left to the native engine
LARGE = 600_000  # and so are models whose variables have more values in all than this


class AutoSolver:
    """See the module, and `backends.base.Solver`."""

    def __init__(self, model: Model) -> None:
        self._native = NativeSolver(model)
        self._model = model
        self._other: CnfSolver | None = None
        self._joined = False  # does the other one work at this puzzle,
        self._led = False  # and has it given the last answer?
        self._had = 0.0  # seconds that the native one had before
        self._found: list[Assignment] = []
        self._core: tuple[BoolNode, ...] = ()  # of the other one
        # A SAT encoding has literals for all values, and takes up to 1,600 bytes for each.
        self._large = self._native.values > LARGE
        self._turns = (LONG, SHORT) if self._native.has_sizes else (SHORT, LONG)
        self._added: list[Bool] = []
        soon = self._native.has_graphs and not self._native.has_sizes
        self._share = WITH_GRAPHS if soon else 1.0  # of PATIENCE
        self.statistics: Statistics = self._native.statistics  # of the one that answered last
        self.statistics.extra["choice"] = "native first"

    def solve(self, assuming: Sequence[BoolNode] = (), deadline: float | None = None) -> Outcome:
        self._found = []
        self._native.begin(assuming)
        found, ended = self._ask(1, deadline, assuming)
        return outcome(found, ended, self._native.core if not self._led else lambda: self._core)

    def enumerate(
        self, deadline: float | None = None, most: int | None = None
    ) -> Iterator[Assignment]:
        self._found = []
        self._native.begin(enumerating=True)
        found: list[Assignment] = []
        ended, total = MORE, 0
        while ended == MORE and total != most:
            if found and not self._alone():
                self._note(found)
            found, ended = self._ask(at_once(total, most), deadline)
            total += len(found)
            yield from found
        if ended not in (MORE, NO_MORE):
            raise OutOfTime(ended)

    def add(self, condition: Bool) -> None:
        self._added.append(condition)
        self._native.add(condition)
        if self._joined and self._other is not None:
            self._other.add(condition)

    def reset(self, model: Model) -> None:
        self._model = model
        self._added = []
        self._native.reset(model)
        self._joined = self._led = False

    def interrupt(self) -> None:
        self._native.interrupt()
        if self._other is not None:
            self._other.interrupt()

    # -- within

    def _ask(
        self, most: int, deadline: float | None, assuming: Sequence[BoolNode] = ()
    ) -> tuple[list[Assignment], str]:
        """What `NativeSolver.go_on` gives, by the one that has it first."""
        alone = self._alone()
        patience = None if alone else self._first_turn()
        ours = alone or not self._led
        while True:
            if ours:
                found, ended = self._native.go_on(most, deadline, patience)
            else:
                found, ended = self._turn(assuming, deadline)
            if found or ended != TURN_OVER:
                break
            ours = not ours
            patience = self._turns[0]
        if ended in (MORE, NO_MORE):
            self._led = not ours
        self._report(ours)
        return found, ended

    def _note(self, found: Sequence[Assignment]) -> None:
        """Let the one find no more what the other one has found."""
        self._found += found
        if self._led:
            for assignment in found:
                self._native.exclude(assignment)
        if self._joined and self._other is not None:
            for assignment in found:
                self._other.add(self._another(assignment))

    def _alone(self) -> bool:
        """Is the native engine to find all further solutions?"""
        return self._large or len(self._found) > MANY

    def _first_turn(self) -> float:
        """Seconds of the native engine's first turn for an answer."""
        return self._turns[0] if self._joined else PATIENCE * self._share

    def _turn(
        self, assuming: Sequence[BoolNode], deadline: float | None
    ) -> tuple[list[Assignment], str]:
        """What comes of a turn of the SAT solver, told like what comes of one of the native one."""
        end = monotonic() + self._turns[1]
        if deadline is not None:
            end = min(end, deadline)
        other = self._join()
        if not other.build(end):
            return [], TURN_OVER
        answer = other.solve(assuming, end)
        self._core = answer.core
        if answer.assignment is not None:
            return [answer.assignment], MORE
        if answer.status is Status.UNSAT:
            return [], NO_MORE
        return [], TURN_OVER if answer.reason == "deadline" else answer.reason

    def _join(self) -> CnfSolver:
        """The SAT solver, put to work at this puzzle."""
        from .cnf.solver import CnfSolver

        if self._other is None:
            self._other = CnfSolver(self._model, lazy=True)
        elif not self._joined:
            self._other.reset(self._model)
        if not self._joined:
            self._joined = True
            self._had = PATIENCE * self._share
            for condition in (*self._added, *map(self._another, self._found)):
                self._other.add(condition)
        return self._other

    def _another(self, assignment: Assignment) -> Bool:
        """The condition that some variable has another value."""
        m = self._model
        return m.or_(
            m.not_(m.eq(variable, value))
            for variable, value in zip(m.variables, assignment, strict=True)
        )

    def _report(self, ours: bool) -> None:
        """Tell who answered, and why it was asked."""
        solver = self._native if ours or self._other is None else self._other
        self.statistics = solver.statistics
        if self._large:
            choice = "native, for a SAT encoding would be too large"
        elif not self._joined:
            choice = "native, which needed no help"
        else:
            name = "native" if ours else "cnf"
            choice = f"{name}, in turns, for native found nothing in {self._had:.2g} s"
        self.statistics.extra["choice"] = choice
        if not ours:
            self._share = max(LEAST, self._share / 2)
