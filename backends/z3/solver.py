"""The Z3 backend's solver: the model's SMT-LIB text, given to Z3's finite-domain solver.

Z3 runs in its own process, because loading and simplifying a model cannot be stopped otherwise. If
it exceeds its time the process is killed, and the next call starts another with the same text.

Constraints are entered once. `reset` opens a frame of its own above them for the puzzle's givens
and for all that is added later, so that the next `reset` can drop them. Z3 keeps names and clauses
of dropped frames; once their text is much longer than the model's, `reset` begins with a fresh
solver. Assumptions that are no literals of Z3's get a Bool that implies them, made on first use.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Sequence
from typing import ClassVar

from ...model.model import Model
from ...model.nodes import Bool, BoolNode, BoolVar, IntVar, Member, Not
from ..base import Outcome, Statistics, Status
from ..smt2 import SUPPORTS, Smt2
from ..supports import Supports
from .process import Answer, Z3Process

# Characters of text in one order: Z3 reads this many in a few milliseconds.
PORTION = 100_000
# `reset` begins anew when the text of puzzles is WORN times as long as the model's, and at least
# LEAST_WORN characters. Loading a 9x9 sudoku again takes as long as solving eight.
WORN, LEAST_WORN = 8, 100_000

Literal = tuple[str, bool]


class Z3Solver:
    """See `backends.base.Solver`."""

    SUPPORTS: ClassVar[Supports] = SUPPORTS

    def __init__(self, model: Model) -> None:
        started = time.monotonic()
        self.statistics = Statistics()
        self._model = model
        self._added: list[Bool] = []
        self._interrupted = False
        self._process: Z3Process | None = None
        self._begin()
        self.statistics.variables = len(model.variables)
        self.statistics.constraints = len(model.constraints)
        self.statistics.build_seconds = time.monotonic() - started

    def solve(self, assuming: Sequence[BoolNode] = (), deadline: float | None = None) -> Outcome:
        started = time.monotonic()
        self._interrupted = False
        if deadline is not None and started >= deadline:
            return Outcome(Status.UNKNOWN, reason="deadline")
        process = self._begin()
        literals = [self._literal(node) for node in assuming]
        answer = None
        try:
            answer = process.check(literals, deadline, lambda: self._interrupted)
        finally:
            if answer is None:  # it is still at work, or dead
                self._end()
        self.statistics.solve_seconds += time.monotonic() - started
        self.statistics.solves += 1
        if answer is None:
            reason = "interrupted" if self._interrupted else "deadline"
            return Outcome(Status.UNKNOWN, reason=reason)
        return self._outcome(answer, assuming)

    def add(self, condition: Bool) -> None:
        self._added.append(condition)
        self._enter(self._text.assertions((condition,)))

    def reset(self, model: Model) -> None:
        self._model = model
        self._added = []
        self._proxies.clear()
        if self._process is not None and self._worn():
            self._load(self._process)
        elif self._process is not None:
            self._process.order("pop")
            self._process.order("push")
            self._give()

    def interrupt(self) -> None:
        self._interrupted = True

    # -- within

    def _begin(self) -> Z3Process:
        """The process, which has the model, its givens, and what was added."""
        if self._process is not None:
            return self._process
        process = self._process = Z3Process.take()
        self._finalizer = weakref.finalize(self, process.give_back)
        self._load(process)
        return process

    def _load(self, process: Z3Process) -> None:
        """Enter the model, its givens, and what was added, in a fresh solver."""
        model = self._model
        self._text = Smt2(model)
        self._proxies: dict[BoolNode, str] = {}
        self._proxies_made = 0
        self._names = [self._text.names(v) for v in model.variables]
        declarations = self._text.declarations()
        assertions = self._text.assertions(map(model.formula, model.constraints))
        process.order("begin", [name for names in self._names for name in names])
        self._entered = 0
        self._enter(declarations)
        self._enter(assertions)
        self._model_text = self._entered
        process.order("push")
        self._give()
        self._enter(self._text.assertions(self._added))

    def _worn(self) -> bool:
        """Whether a fresh solver pays."""
        of_puzzles = self._entered - self._model_text
        return of_puzzles > max(LEAST_WORN, WORN * self._model_text)

    def _end(self) -> None:
        """End the process. The next call sends the same text to a new one."""
        if self._process is not None:
            self._finalizer.detach()
            self._process.end()
            self._process = None

    def _enter(self, lines: Sequence[str]) -> None:
        if self._process is None:
            return
        portion: list[str] = []
        size = 0
        for line in lines:
            portion.append(line)
            size += len(line)
            self._entered += len(line)
            if size > PORTION:
                self._process.order("enter", "\n".join(portion))
                portion, size = [], 0
        if portion:
            self._process.order("enter", "\n".join(portion))

    def _give(self) -> None:
        """Enter a puzzle's givens."""
        givens = self._model.givens.items()
        self._enter([f"(assert {self._text.given(index, value)})" for index, value in givens])

    def _literal(self, node: BoolNode) -> Literal:
        """A literal of Z3's that implies an assumption."""
        match node:
            case BoolVar(index=index):
                return self._names[index][0], True
            case Not(arg=BoolVar(index=index)):
                return self._names[index][0], False
            case Member(arg=IntVar(index=index, domain=domain), values=(value,)):
                return self._names[index][domain.index(value)], True
        proxy = self._proxies.get(node)
        if proxy is None:
            self._proxies_made += 1
            proxy = f"assumption#{self._proxies_made}"
            self._enter(self._text.implication(proxy, node))
            self._proxies[node] = proxy
        return proxy, True

    def _outcome(self, answer: Answer, assuming: Sequence[BoolNode]) -> Outcome:
        self.statistics.decisions = answer.counts["decisions"]
        self.statistics.conflicts = answer.counts["conflicts"]
        self.statistics.propagations = answer.counts["propagations"]
        match answer.status:
            case "sat":
                return Outcome(Status.SAT, self._assignment(answer.result))
            case "unsat":
                core = tuple(assuming[k] for k in answer.result)
                return Outcome(Status.UNSAT, find_core=lambda: core)
        reason = "deadline" if answer.result in ("timeout", "canceled") else answer.result
        return Outcome(Status.UNKNOWN, reason=reason)

    def _assignment(self, true: Sequence[bool]) -> tuple[int, ...]:
        found: list[int] = []
        start = 0
        for variable, names in zip(self._model.variables, self._names, strict=True):
            holds = true[start : start + len(names)]
            start += len(names)
            if isinstance(variable, IntVar):
                found.append(variable.domain[holds.index(True)])
            else:
                found.append(int(holds[0]))
        return tuple(found)
