"""The default backend: the native engine first, then in turns with a SAT solver.

Propagation and a few decisions solve most puzzles before a SAT encoding is even built. Of the
others, some need the native propagators, such as those on sizes of pieces, and some suit SAT
solvers; which is unknown beforehand. So the native engine begins alone, for about as much work as
building the encoding takes: the SAT solver could not answer sooner. Then both work in turns, each
resuming its search, until one has the answer: the native engine, which is the better one on most
puzzles, keeps somewhat ahead of the SAT solver, and its head start besides. So an answer takes at
most about 2.1 times as long as with the better solver, plus the head start. Building the encoding
is done in turns too.

Work is counted, not timed (see `base`): the same puzzle takes the same turns on every machine.

Each puzzle that the SAT solver solves shortens the head start of the native engine for puzzles of
that shape. Models whose SAT encoding would take a gigabyte are left to the native engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from ..deadline import OutOfTime
from ..model.model import Model
from ..model.nodes import Bool, BoolNode
from .base import TURN_OVER, Exclusions, Outcome, Statistics, Status
from .native.solver import MORE, NO_MORE, Assignment, NativeSolver, at_once, outcome
from .supports import Supports

if TYPE_CHECKING:
    from .cnf.solver import CnfSolver

# Head start of the native engine in units of work (see `base`); and for each node of the model,
# what encoding it takes: the geometric mean over the bundled examples.
HEAD_START, NODE = 20_000_000, 16_000
LEAST = 0.05  # the smallest share of the head start, see `_report`
# The shortest turn in units. A turn of the native engine ends at AHEAD times all work of the SAT
# solver and its head start, one of the SAT solver at BEHIND times all work of the native engine.
# The product of the two is above 1, so that turns grow.
TURN, AHEAD, BEHIND = 5_000_000, 1.1, 0.92
MANY = 10_000  # more solutions than this are left to the native engine
LARGE = 600_000  # and so are models whose variables have more values in all than this


class AutoSolver:
    """See the module, and `backends.base.Solver`."""

    SUPPORTS: ClassVar[Supports] = NativeSolver.SUPPORTS

    def __init__(self, model: Model) -> None:
        self._native = NativeSolver(model)
        self._model = model
        self._other: CnfSolver | None = None
        self._joined = False  # whether the other one works on this puzzle
        self._led = False  # whether it gave the last answer
        self._found: list[Assignment] = []
        self._core: tuple[BoolNode, ...] = ()  # of the other one
        # A SAT encoding has literals for all values, and takes up to 1,600 bytes for each.
        self._large = self._native.values > LARGE
        self._added: list[Bool] = []
        self._share = 1.0  # of the head start
        self.statistics: Statistics = self._native.statistics  # of the one that answered last
        self.statistics.extra["choice"] = "native first"

    @property
    def work(self) -> int:
        """See `backends.base.MeteredSolver`."""
        return self._native.work + (0 if self._other is None else self._other.work)

    def solve(
        self,
        assuming: Sequence[BoolNode] = (),
        deadline: float | None = None,
        limit: int | None = None,
    ) -> Outcome:
        """See `backends.base.Solver`. limit: units of work after which the answer is UNKNOWN, with
        the reason TURN_OVER; what was learned is kept."""
        self._found = []
        self._native.begin(assuming)
        found, ended = self._take_turns(1, deadline, assuming, limit)
        core = self._core
        return outcome(
            found, ended, (lambda: core) if self._led else self._native.core_finder(deadline)
        )

    def enumerate(
        self, deadline: float | None = None, most: int | None = None
    ) -> Iterator[Assignment]:
        self._native.begin(enumerating=True)
        return self._rest([], deadline, most)

    def _rest(
        self, found: list[Assignment], deadline: float | None, most: int | None
    ) -> Iterator[Assignment]:
        """Yield the assignments that the native engine found, and search on."""
        yield from found
        self._found = []
        ended, total = MORE, len(found)
        while ended == MORE and total != most:
            if found and not self._alone():
                self._note(found)
            found, ended = self._take_turns(at_once(total, most), deadline)
            total += len(found)
            yield from found
        if ended not in (MORE, NO_MORE):
            raise OutOfTime(ended)

    def solve_quickly(self, model: Model, most: int) -> list[Assignment] | None:
        """See `backends.base.QuickSolver`."""
        self.reset(model)
        return self._native.solve_quickly(model, most)

    def resume(self, deadline: float | None, most: int) -> Iterator[Assignment]:
        """See `backends.base.QuickSolver`."""
        return self._rest(self._native.begun, deadline, most)

    def exclusions(self) -> Exclusions | None:
        """See `backends.base.WithExclusions`."""
        return self._native.exclusions()

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

    def _take_turns(
        self,
        most: int,
        deadline: float | None,
        assuming: Sequence[BoolNode] = (),
        limit: int | None = None,
    ) -> tuple[list[Assignment], str]:
        """Like `NativeSolver.go_on`, from the solver that has a result first. limit: see `solve`;
        the last turn may exceed it."""
        alone = self._alone()
        ours = alone or not self._led
        work = None if alone else self._first_turn()
        if limit is not None:
            work = limit if work is None else min(limit, work)
        spent = [0, 0]  # by the native engine, by the SAT solver
        while True:
            if ours:
                before = self._native.work
                found, ended = self._native.go_on(most, deadline, work)
                spent[0] += self._native.work - before
            else:
                other = self._join()
                before = other.work
                found, ended = self._turn(other, work, assuming, deadline)
                spent[1] += other.work - before
            if found or ended != TURN_OVER or (limit is not None and sum(spent) >= limit):
                break
            ours = not ours
            left = _goal(spent[1]) - spent[0] if ours else BEHIND * spent[0] - spent[1]
            work = max(TURN, int(left))
        if ended in (MORE, NO_MORE):
            self._led = not ours
        self._report(ours)
        return found, ended

    def _note(self, found: Sequence[Assignment]) -> None:
        """Block in one solver what the other one has found."""
        self._found += found
        if self._led:
            for assignment in found:
                self._native.block(assignment)
        if self._joined and self._other is not None:
            for assignment in found:
                self._other.add(self._another(assignment))

    def _alone(self) -> bool:
        """Whether the native engine is to find all further solutions."""
        return self._large or len(self._found) > MANY

    def _first_turn(self) -> int:
        """The work of the first turn for an answer."""
        if self._joined:
            return TURN
        return int(self._share * _goal(NODE * self._model.size))

    def _turn(
        self,
        other: CnfSolver,
        work: int | None,
        assuming: Sequence[BoolNode],
        deadline: float | None,
    ) -> tuple[list[Assignment], str]:
        """The result of a turn of the SAT solver, in the form of `NativeSolver.go_on`."""
        assert work is not None, "only the native engine works alone"
        before = other.work
        if not other.build(work):
            return [], TURN_OVER
        left = work - (other.work - before)
        answer = other.solve(assuming, deadline, left)
        self._core = answer.core
        if answer.assignment is not None:
            return [answer.assignment], MORE
        if answer.status is Status.UNSAT:
            return [], NO_MORE
        return [], answer.reason

    def _join(self) -> CnfSolver:
        """The SAT solver, reset to this puzzle."""
        from .cnf.solver import CnfSolver

        if self._other is None:
            self._other = CnfSolver(self._model, lazy=True)
        elif not self._joined:
            self._other.reset(self._model)
        if not self._joined:
            self._joined = True
            for condition in (*self._added, *map(self._another, self._found)):
                self._other.add(condition)
        return self._other

    def _another(self, assignment: Assignment) -> Bool:
        """The condition that blocks an assignment: some variable has another value."""
        m = self._model
        return m.or_(
            m.not_(m.eq(variable, value))
            for variable, value in zip(m.variables, assignment, strict=True)
        )

    def _report(self, ours: bool) -> None:
        """Record which solver answered, and why. Halve the head start if it was the SAT solver."""
        solver = self._native if ours or self._other is None else self._other
        self.statistics = solver.statistics
        if self._large:
            choice = "native, for a SAT encoding would be too large"
        elif not self._joined:
            choice = "native, which needed no help"
        else:
            name = "native" if ours else "cnf"
            choice = f"{name}, in turns, for native alone found nothing at once"
        self.statistics.extra["choice"] = choice
        if not ours:
            self._share = max(LEAST, self._share / 2)


def _goal(others: int) -> float:
    """All work of the native engine for an answer before the SAT solver goes on, which has done
    some."""
    return HEAD_START + AHEAD * others
