"""The Z3 backend: the model's SMT-LIB text, given to Z3's finite-domain solver.

Constraints are entered once. `reset` opens a frame of its own above them for the puzzle's givens
and for all that is added later, so that the next `reset` can drop them. Assumptions that are no
literals of Z3's get a Bool that implies them, made on first use.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence

import z3

from ..model.model import Model
from ..model.nodes import Bool, BoolNode, BoolVar, IntVar, Member, Not
from .base import Outcome, Statistics, Status
from .smt2 import Smt2

# Z3 takes a time limit in milliseconds, as an unsigned 32-bit number; the greatest means none.
NO_LIMIT = 2**32 - 1


class Z3Solver:
    """See `backends.base.Solver`."""

    def __init__(self, model: Model) -> None:
        started = time.monotonic()
        self.statistics = Statistics()
        self._context = z3.Context()
        self._solver = z3.SolverFor("QF_FD", ctx=self._context)
        self._text = Smt2(model)
        self._enter(self._text.declarations())
        self._enter(self._text.assertions(map(model.formula, model.constraints)))
        self._variables = tuple(model.variables)
        self._bools = [
            [z3.Bool(name, self._context) for name in self._text.names(v)] for v in self._variables
        ]
        self._proxies: dict[BoolNode, z3.BoolRef] = {}
        self._proxies_made = 0
        self._running = self._interrupted = False
        self._solver.push()
        self._give(model)
        self.statistics.variables = len(model.variables)
        self.statistics.constraints = len(model.constraints)
        self.statistics.build_seconds = time.monotonic() - started

    def solve(self, assuming: Sequence[BoolNode] = (), deadline: float | None = None) -> Outcome:
        started = time.monotonic()
        literals = [self._literal(node) for node in assuming]
        left = NO_LIMIT if deadline is None else int(1000 * (deadline - time.monotonic()))
        if left <= 0:
            return Outcome(Status.UNKNOWN, reason="deadline")
        self._solver.set("timeout", min(left, NO_LIMIT))
        self._interrupted, self._running = False, True
        try:
            answer = self._solver.check(*literals)
        finally:
            self._running = False
        outcome = self._outcome(answer, assuming, literals)
        self._count(time.monotonic() - started)
        return outcome

    def add(self, condition: Bool) -> None:
        self._enter(self._text.assertions((condition,)))

    def reset(self, model: Model) -> None:
        self._solver.pop()
        self._solver.push()
        self._proxies.clear()
        self._give(model)

    def interrupt(self) -> None:
        self._interrupted = True
        if self._running:
            self._solver.interrupt()

    # -- within

    def _enter(self, lines: Sequence[str]) -> None:
        self._solver.from_string("\n".join(lines))

    def _give(self, model: Model) -> None:
        """Enter a puzzle's givens."""
        givens = model.givens.items()
        self._enter([f"(assert {self._text.given(index, value)})" for index, value in givens])

    def _literal(self, node: BoolNode) -> z3.BoolRef:
        """A literal of Z3's that implies an assumption."""
        match node:
            case BoolVar(index=index):
                return self._bools[index][0]
            case Not(arg=BoolVar(index=index)):
                return z3.Not(self._bools[index][0])
            case Member(arg=IntVar(index=index, domain=domain), values=(value,)):
                return self._bools[index][domain.index(value)]
        proxy = self._proxies.get(node)
        if proxy is None:
            self._proxies_made += 1
            name = f"assumption#{self._proxies_made}"
            self._enter(self._text.implication(name, node))
            proxy = self._proxies[node] = z3.Bool(name, self._context)
        return proxy

    def _outcome(
        self,
        answer: z3.CheckSatResult,
        assuming: Sequence[BoolNode],
        literals: Sequence[z3.BoolRef],
    ) -> Outcome:
        if answer == z3.sat:
            return Outcome(Status.SAT, self._assignment())
        if answer == z3.unsat:
            wrong = {literal.get_id() for literal in self._solver.unsat_core()}
            pairs = zip(assuming, literals, strict=True)
            core = tuple(node for node, literal in pairs if literal.get_id() in wrong)
            return Outcome(Status.UNSAT, core=core)
        reason = self._solver.reason_unknown()
        if "keyboard" in reason:
            raise KeyboardInterrupt
        if self._interrupted:
            return Outcome(Status.UNKNOWN, reason="interrupted")
        return Outcome(Status.UNKNOWN, reason="deadline" if reason == "timeout" else reason)

    def _assignment(self) -> tuple[int, ...]:
        found = self._solver.model()

        def holds(literal: z3.BoolRef) -> bool:
            return z3.is_true(found.eval(literal, model_completion=True))

        return tuple(
            next(v for v, b in zip(variable.domain, bools, strict=True) if holds(b))
            if isinstance(variable, IntVar)
            else int(holds(bools[0]))
            for variable, bools in zip(self._variables, self._bools, strict=True)
        )

    def _count(self, seconds: float) -> None:
        self.statistics.solve_seconds += seconds
        self.statistics.solves += 1
        # Z3 counts from the making of the solver, under names of its parts ("sat conflicts", …).
        known = self._solver.statistics()
        totals: Counter[str] = Counter()
        for key in known.keys():  # noqa: SIM118 - not a mapping
            for word in ("decisions", "conflicts", "propagations"):
                if word in key:
                    totals[word] += int(known.get_key_value(key))
        self.statistics.decisions = totals["decisions"]
        self.statistics.conflicts = totals["conflicts"]
        self.statistics.propagations = totals["propagations"]
