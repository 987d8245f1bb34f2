"""The SAT backend's solver: a model's clauses in one of PySAT's incremental solvers.

The model's clauses stay. What belongs to one puzzle, its givens and what is added later, carries
the negation of an activation literal; every call assumes that literal, and `reset` retires it with
a unit clause and takes a fresh one.

PySAT's own interrupts and budgets differ from solver to solver, but all the solvers named here can
be asked to stop after a number of conflicts and to go on later. So a call is cut into slices of a
small fraction of a second, between which deadlines and interrupts are looked at.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pysat.solvers

from ...dsl.diagnostics import PzcError, nearest
from ...model.model import Model
from ...model.nodes import Bool, BoolNode, Measure, Query, domain_of
from ..base import Outcome, Statistics, Status
from .encode import Encoder

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
SHORT, LONG = 0.03, 0.12  # seconds: slices are lengthened below and shortened above


class CnfSolver:
    """See `backends.base.Solver`. solver: one of SOLVERS. lazy: the clauses are only made when
    `build` is called, before anything is asked."""

    def __init__(self, model: Model, solver: str = DEFAULT, *, lazy: bool = False) -> None:
        if solver not in SOLVERS:
            raise PzcError.at(
                "E0702",
                f"there is no SAT solver '{solver}'",
                expected=f"one of {', '.join(SOLVERS)}",
                hint=nearest(solver, SOLVERS),
            )
        self.statistics = Statistics()
        self._solver = pysat.solvers.Solver(name=solver)
        # At the latest when Python exits, while the modules that this takes are still there.
        weakref.finalize(self, self._solver.delete)
        # Past the outer object, which only hands every single clause on.
        self._encoder = Encoder(model, self._solver.solver.add_clause, lazy=True)
        self._unbuilt = iter(model.constraints)
        self._values = [
            [(v, self._encoder.value(variable.index, v)) for v in domain_of(variable)]
            for variable in model.variables
        ]
        self._interrupted = False
        self._rounds = self._cuts = 0
        self._slice = FIRST_SLICE
        self._active = self._encoder.new()
        self._give(model)
        self.statistics.extra["solver"] = solver
        if not lazy:
            self.build()

    def build(self, until: float | None = None) -> bool:
        """Make clauses of the model, up to a moment of `time.monotonic`: whether all are made."""
        started = time.monotonic()
        done = True
        for constraint in self._unbuilt:
            self._encoder.demand(constraint)
            if until is not None and time.monotonic() >= until:
                done = False
                break
        self._measure()
        self.statistics.build_seconds += time.monotonic() - started
        return done

    def solve(self, assuming: Sequence[BoolNode] = (), deadline: float | None = None) -> Outcome:
        started = time.monotonic()
        self._interrupted = False
        literals = [self._encoder.assumption(node) for node in assuming]
        answer, reason = self._search_with_cuts([self._active, *literals], deadline)
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
            outcome = Outcome(Status.UNSAT, core=wrong)
        self.statistics.solve_seconds += time.monotonic() - started
        return outcome

    def add(self, condition: Bool) -> None:
        self._encoder.require(condition, (-self._active,))

    def reset(self, model: Model) -> None:
        self._encoder.emit([-self._active])
        self._active = self._encoder.new()
        self._give(model)

    def interrupt(self) -> None:
        self._interrupted = True

    # -- within

    def _give(self, model: Model) -> None:
        """Enter a puzzle's givens."""
        for index, value in model.givens.items():
            self._encoder.emit([-self._active, self._encoder.value(index, value)])

    def _search_with_cuts(
        self, literals: list[int], deadline: float | None
    ) -> tuple[bool | None, str]:
        """The answer once no assignment breaks what is asked of the graphs."""
        while True:
            answer, reason = self._search(literals, deadline)
            if not answer or not self._encoder.asked or not self._cut():
                return answer, reason
            if self._interrupted:
                return None, "interrupted"

    def _cut(self) -> bool:
        """Add the clauses about graphs that the solver's assignment breaks; whether there are."""
        true = {a for a in self._solver.get_model() if a > 0}

        def is_true(a: int) -> bool:
            return a in true if a > 0 else -a not in true

        def is_active(node: Query | Measure) -> bool:
            return self._encoder.is_active(node, is_true)

        clauses = [
            clause
            for asked in self._encoder.asked.values()
            for clause in asked.cuts(is_true, is_active)
        ]
        for clause in clauses:
            self._encoder.emit(clause)
        self._cuts += len(clauses)
        self._rounds += bool(clauses)
        return bool(clauses)

    def _search(self, literals: list[int], deadline: float | None) -> tuple[bool | None, str]:
        """The solver's answer under assumptions, or None and why there is none."""
        while True:
            begun = time.monotonic()
            if deadline is not None and begun >= deadline:
                return None, "deadline"
            self._solver.conf_budget(self._slice)
            with _no_signal_handler():
                answer = self._solver.solve_limited(assumptions=literals)
            if answer is not None:
                return answer, ""
            if self._interrupted:
                return None, "interrupted"
            seconds = time.monotonic() - begun
            if seconds < SHORT:
                self._slice *= 2
            elif seconds > LONG:
                self._slice = max(10, self._slice // 2)

    def _assignment(self) -> tuple[int, ...]:
        true = {a for a in self._solver.get_model() if a > 0}
        return tuple(
            next(v for v, a in cases if (a in true if a > 0 else -a not in true))
            for cases in self._values
        )

    def _measure(self) -> None:
        counts = self._solver.accum_stats()
        self.statistics.variables = self._encoder.top
        self.statistics.constraints = self._encoder.clauses
        self.statistics.decisions = counts["decisions"]
        self.statistics.conflicts = counts["conflicts"]
        self.statistics.propagations = counts["propagations"]
        if self._encoder.asked:
            self.statistics.extra |= {"rounds": self._rounds, "cuts": self._cuts}


class _NeverMain:
    @staticmethod
    def check() -> bool:
        return False


@contextmanager
def _no_signal_handler() -> Iterator[None]:
    """Keep PySAT from answering Ctrl-C itself: in the main thread it would put up a handler that
    jumps out of the middle of the solver, and in place of the caller's. Between two slices Python
    runs the right one."""
    kept = pysat.solvers.MainThread
    pysat.solvers.MainThread = _NeverMain
    try:
        yield
    finally:
        pysat.solvers.MainThread = kept
