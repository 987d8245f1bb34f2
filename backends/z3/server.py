"""The process that holds Z3: it takes orders from its input and answers on its output.

Run by its path, so that it imports nothing but Z3. An order is a pickled tuple, see `_Server`; only
`check` has an answer, the fields of `process.Answer`. The process ends with its parent: another
thread reads the orders, and at their end kills the process, even during a Z3 call.
"""

from __future__ import annotations

import os
import pickle
import sys
from _thread import start_new_thread
from collections.abc import Sequence
from queue import SimpleQueue
from typing import Any, BinaryIO

import z3

OUT_OF_MEMORY = 3  # exit code
COUNTED = ("decisions", "conflicts", "propagations")

Order = tuple[Any, ...]
Answer = tuple[str, Any, dict[str, int]]


class _Server:
    """One solver. The orders are the public methods."""

    def __init__(self) -> None:
        self.begin(())

    def begin(self, names: Sequence[str]) -> None:
        """Take a fresh solver, for a model with Bools of these names."""
        self._names = names
        self._bools: dict[str, z3.BoolRef] = {}
        self._context = z3.Context()
        self._solver = z3.SolverFor("QF_FD", ctx=self._context)
        self._failed: z3.Z3Exception | None = None

    def enter(self, text: str) -> None:
        self._solver.from_string(text)

    def push(self) -> None:
        self._solver.push()

    def pop(self) -> None:
        self._solver.pop()

    def check(self, assumed: Sequence[tuple[str, bool]], milliseconds: int) -> Answer:
        """Solve under assumptions, Bools by name and whether they are true."""
        literals = [
            self._bool(name) if positive else z3.Not(self._bool(name)) for name, positive in assumed
        ]
        self._solver.set("timeout", milliseconds)
        answer = self._solver.check(*literals)
        if answer == z3.sat:
            return "sat", self._true(), self._counts()
        if answer == z3.unsat:
            wrong = {literal.get_id() for literal in self._solver.unsat_core()}
            core = [k for k, literal in enumerate(literals) if literal.get_id() in wrong]
            return "unsat", core, self._counts()
        return "unknown", self._solver.reason_unknown(), self._counts()

    def order(self, order: Order) -> Answer | None:
        """Execute an order. A failure is reported by the next `check`."""
        name, *arguments = order
        try:
            if name == "begin" or self._failed is None:
                answer: Answer | None = getattr(self, name)(*arguments)
                return answer
        except z3.Z3Exception as problem:
            self._failed = problem
        if name == "check":
            result = self._failed.value
            return "failed", result.decode() if isinstance(result, bytes) else str(result), {}
        return None

    def _true(self) -> list[bool]:
        """Which of the model's Bools are true."""
        found = self._solver.model()
        return [
            z3.is_true(found.eval(self._bool(name), model_completion=True)) for name in self._names
        ]

    def _bool(self, name: str) -> z3.BoolRef:
        found = self._bools.get(name)
        if found is None:
            found = self._bools[name] = z3.Bool(name, self._context)
        return found

    def _counts(self) -> dict[str, int]:
        """Z3 counts from the making of the solver, under names of its parts ("sat conflicts")."""
        known = self._solver.statistics()
        totals = dict.fromkeys(COUNTED, 0)
        for key in known.keys():  # noqa: SIM118 - not a mapping
            for word in COUNTED:
                if word in key:
                    totals[word] += int(known.get_key_value(key))
        return totals


def serve(orders: BinaryIO, answers: BinaryIO) -> None:
    """Execute orders until the input ends."""
    waiting: SimpleQueue[Order] = SimpleQueue()

    def read() -> None:
        try:
            while True:
                waiting.put(pickle.load(orders))
        finally:
            os._exit(0)

    start_new_thread(read, ())
    server = _Server()
    while True:
        answer = server.order(waiting.get())
        if answer is not None:
            pickle.dump(answer, answers)
            answers.flush()


if __name__ == "__main__":
    try:
        serve(sys.stdin.buffer, sys.stdout.buffer)
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
