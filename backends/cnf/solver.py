"""The SAT backend's solver: a model's clauses in one of PySAT's incremental solvers.

The model's clauses stay. What belongs to one puzzle, its givens and what is added later, carries
the negation of an activation literal; every call assumes that literal, and `reset` retires it with
a unit clause and takes a fresh one. Retired clauses and literals, and cuts that earlier puzzles
needed, slow down every later search. Once they outnumber the model's own clauses by far, `reset`
encodes the model again for a fresh solver.

PySAT's own interrupts and budgets differ from solver to solver, but all the solvers named here can
be asked to stop after a number of conflicts and to go on later. So a call is cut into slices of
some conflicts; between slices it checks deadlines and interrupts. The number of conflicts follows
from the work of the previous slice, not from the clock: a solver that stops also restarts.
"""

from __future__ import annotations

import time
import weakref
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import ClassVar

import pysat.solvers

from ...dsl.diagnostics import PzcError, nearest
from ...model.model import Model
from ...model.nodes import Bool, BoolNode, Measure, Query, domain_of
from ..base import SLICE, TURN_OVER, Outcome, Statistics, Status
from ..coroutine import Coroutine
from ..supports import Supports
from .encode import LAZY, Encoder

SOLVERS = (
    "cadical153",
    "cadical195",
    "glucose3",
    "glucose4",
    "glucose42",
    "maplechrono",
    "maplecm",
    "maplesat",
    "mergesat3",
    "minisat22",
)
DEFAULT = "cadical195"

FIRST_SLICE = 500  # conflicts

# `reset` takes a fresh solver when the clauses made for puzzles are WORN times as many as the
# model's, and at least LEAST_WORN. Encoding a 9x9 sudoku again takes 30 ms; after 1,700 puzzles,
# when it pays, retired literals have not yet slowed the search down measurably.
WORN, LEAST_WORN = 4, 10_000

# Units of work (see `base`): for a clause made, a propagation, a conflict; for each part of an
# examined graph, and again for each of them and each cut. Fitted to the times of 269 searches on
# real boards, of which nine in ten took between 0.6 and 2.8 times as long; for clauses, of 439.
CLAUSE, PROPAGATION, CONFLICT, EXAMINED, CUT = 1_900, 90, 4_600, 190, 114


class CnfSolver:
    """See `backends.base.Solver`. solver: one of SOLVERS. lazy: the clauses are made by `build`,
    which must be called until it returns True before the first `solve`."""

    SUPPORTS: ClassVar[Supports] = LAZY

    def __init__(self, model: Model, solver: str = DEFAULT, *, lazy: bool = False) -> None:
        if solver not in SOLVERS:
            raise PzcError.at(
                "E0702",
                f"there is no SAT solver '{solver}'",
                expected=f"one of {', '.join(SOLVERS)}",
                hint=nearest(solver, SOLVERS),
            )
        self.statistics = Statistics(extra={"solver": solver})
        self._name, self._lazy = solver, lazy
        self._interrupted = False
        self._rounds = self._cuts = 0
        self._slice = FIRST_SLICE
        self._examined = 0  # work of examining graphs
        self._earlier: Counter[str] = Counter()  # counts of the solvers before this one,
        self._earlier_clauses = 0  # and their clauses
        self._begin(model)

    def _begin(self, model: Model) -> None:
        """Start a fresh solver; encode the model now, or, if lazy, in `build`."""
        started = time.monotonic()
        self._solver = pysat.solvers.Solver(name=self._name)
        # At exit at the latest, while the modules it needs still exist.
        self._delete = weakref.finalize(self, self._solver.delete)
        # Bypass PySAT's wrapper, which only forwards each clause.
        self._encoder = Encoder(model, self._solver.solver.add_clause, LAZY)
        self._building: Coroutine | None = None
        self._waiting: list[Bool] = []  # what was added before the model was built
        self._values = [
            [(v, self._encoder.value(variable.index, v)) for v in domain_of(variable)]
            for variable in model.variables
        ]
        self._active = self._encoder.new()
        self._give(model)
        demands = partial(_demand_all, self._encoder, model)
        if self._lazy:
            self._building = Coroutine(demands)
            self._encoder.pause = self._building.pause
            self._delete.detach()
            after = partial(_delete_after, self._building, self._solver)
            self._delete = weakref.finalize(self, after)
        else:
            demands()
        self._model_clauses = self._encoder.clauses
        self._measure()
        self.statistics.build_seconds += time.monotonic() - started

    @property
    def work(self) -> int:
        """Units of work (see `base`) since the solver was made."""
        return CLAUSE * (self._earlier_clauses + self._encoder.clauses) + self._searched()

    def build(self, work: int) -> bool:
        """Continue encoding for some units of work. Returns whether all clauses are made."""
        if self._building is None:
            return True
        started = time.monotonic()
        self._encoder.pause_at = self._encoder.clauses + max(1, work // CLAUSE)
        built = self._building.go_on()
        self._encoder.pause_at = 0
        if built:
            self._building = None
            self._model_clauses = self._encoder.clauses
            for condition in self._waiting:
                self.add(condition)
            self._waiting.clear()
        self._measure()
        self.statistics.build_seconds += time.monotonic() - started
        return built

    def solve(
        self,
        assuming: Sequence[BoolNode] = (),
        deadline: float | None = None,
        work: int | None = None,
    ) -> Outcome:
        """See `backends.base.Solver`. work: units after which the answer is UNKNOWN, with the
        reason TURN_OVER."""
        started = time.monotonic()
        self._interrupted = False
        literals = [self._encoder.assumption(node) for node in assuming]
        end = None if work is None else self.work + work
        answer, reason = self._search_with_cuts([self._active, *literals], deadline, end)
        self.statistics.solves += 1
        self._measure()
        if answer is None:
            outcome = Outcome(Status.UNKNOWN, reason=reason)
        elif answer:
            outcome = Outcome(Status.SAT, self._assignment())
        else:
            core = set(self._solver.get_core() or ())
            pairs = zip(assuming, literals, strict=True)
            wrong = tuple(node for node, literal in pairs if literal in core)
            outcome = Outcome(Status.UNSAT, find_core=lambda: wrong)
        self.statistics.solve_seconds += time.monotonic() - started
        return outcome

    def add(self, condition: Bool) -> None:
        if self._building is not None:
            self._waiting.append(condition)
            return
        self._encoder.require(condition, (-self._active,))

    def reset(self, model: Model) -> None:
        if self._worn():
            self._end()
            self._begin(model)
            return
        self._waiting.clear()
        self._encoder.emit([-self._active])
        self._active = self._encoder.new()
        self._give(model)

    def interrupt(self) -> None:
        self._interrupted = True

    # -- within

    def _worn(self) -> bool:
        """Whether a fresh solver would pay off."""
        if self._building is not None:
            return False
        of_puzzles = self._encoder.clauses - self._model_clauses
        return of_puzzles > max(LEAST_WORN, WORN * self._model_clauses)

    def _end(self) -> None:
        """Delete the solver but keep its counts."""
        self._earlier = self._counts()
        self._earlier_clauses += self._encoder.clauses
        self._delete()

    def _give(self, model: Model) -> None:
        """Add a puzzle's givens."""
        for index, value in model.givens.items():
            self._encoder.emit([-self._active, self._encoder.value(index, value)])

    def _search_with_cuts(
        self, literals: list[int], deadline: float | None, end: int | None
    ) -> tuple[bool | None, str]:
        """Solve until the assignment satisfies all graph queries, adding violated clauses."""
        while True:
            answer, reason = self._search(literals, deadline, end)
            if not answer or not self._encoder.graphs or not self._cut():
                return answer, reason
            if self._interrupted:
                return None, "interrupted"

    def _cut(self) -> bool:
        """Add the graph clauses that the assignment violates. Returns whether there are any."""
        true = {a for a in self._solver.get_model() if a > 0}

        def is_true(a: int) -> bool:
            return a in true if a > 0 else -a not in true

        def is_active(node: Query | Measure) -> bool:
            return self._encoder.is_active(node, is_true)

        clauses = [
            clause
            for graph in self._encoder.graphs.values()
            for clause in graph.cuts(is_true, is_active)
        ]
        for clause in clauses:
            self._encoder.emit(clause)
        parts = sum(len(graph.parts) for graph in self._encoder.graphs)
        self._examined += parts * (EXAMINED + CUT * len(clauses))
        self._cuts += len(clauses)
        self._rounds += bool(clauses)
        return bool(clauses)

    def _search(
        self, literals: list[int], deadline: float | None, end: int | None
    ) -> tuple[bool | None, str]:
        """The solver's answer under assumptions, or None and the reason why there is none.
        end: the value of `work` at which it stops."""
        while True:
            before = self._searched()
            if deadline is not None and time.monotonic() >= deadline:
                return None, "deadline"
            if end is not None and self.work >= end:
                return None, TURN_OVER
            self._solver.conf_budget(self._slice)
            with _no_signal_handler():
                answer = self._solver.solve_limited(assumptions=literals)
            self._measure()
            if answer is not None:
                return answer, ""
            if self._interrupted:
                return None, "interrupted"
            done = self._searched() - before
            if done < SLICE // 2:
                self._slice *= 2
            elif done > 2 * SLICE:
                self._slice = max(10, self._slice // 2)

    def _searched(self) -> int:
        """The work of searches and cuts."""
        counts = self._counts()
        search = PROPAGATION * counts["propagations"] + CONFLICT * counts["conflicts"]
        return int(search) + self._examined

    def _counts(self) -> Counter[str]:
        """The statistics of this solver and of those before it, added up."""
        return self._earlier + Counter(self._solver.accum_stats())

    def _assignment(self) -> tuple[int, ...]:
        true = {a for a in self._solver.get_model() if a > 0}
        return tuple(
            next(v for v, a in cases if (a in true if a > 0 else -a not in true))
            for cases in self._values
        )

    def _measure(self) -> None:
        counts = self._counts()
        self.statistics.variables = self._encoder.top
        self.statistics.constraints = self._encoder.clauses
        self.statistics.decisions = counts["decisions"]
        self.statistics.conflicts = counts["conflicts"]
        self.statistics.propagations = counts["propagations"]
        if self._encoder.graphs:
            self.statistics.extra |= {"rounds": self._rounds, "cuts": self._cuts}


def _delete_after(building: Coroutine, solver: pysat.solvers.Solver) -> None:
    """Delete a solver, unless clauses are still being added to it."""
    if building.end():
        solver.delete()


def _demand_all(encoder: Encoder, model: Model) -> None:
    for constraint in model.constraints:
        encoder.demand(constraint)


class _NeverMain:
    @staticmethod
    def check() -> bool:
        return False


@contextmanager
def _no_signal_handler() -> Iterator[None]:
    """Keep PySAT from handling Ctrl-C itself: in the main thread it would replace the caller's
    signal handler by one that jumps out of the middle of the solver. Between two slices Python runs
    the caller's."""
    kept = pysat.solvers.MainThread
    pysat.solvers.MainThread = _NeverMain
    try:
        yield
    finally:
        pysat.solvers.MainThread = kept
