"""Z3: the model as SMT-LIB text with pseudo-Boolean sums, in its finite-domain solver.

Text, because building thousands of constraints through its expression API takes far longer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..booleans import Booleans
from ..reading import Answer
from .tool import Ask, Tool

if TYPE_CHECKING:
    from ..workloads import Workload


class Smt(Booleans):
    """A model as text, which is handed to Z3 when it is asked, as are clauses added later."""

    def __init__(self) -> None:
        import z3

        super().__init__()
        self._solver = z3.SolverFor("QF_FD")
        self._text: list[str] = []
        self._declared = 0

    def clause(self, *literals: int) -> None:
        self._text.append(f"(assert (or {' '.join(map(_literal, literals))} false))")

    def exactly(self, k: int, literals: Sequence[int]) -> None:
        self._sum("pbeq", k, literals)

    def at_most(self, k: int, literals: Sequence[int]) -> None:
        self._sum("pble", k, literals)

    def _sum(self, kind: str, k: int, literals: Sequence[int]) -> None:
        if literals:
            head = f"(_ {kind} {k}{' 1' * len(literals)})"
            self._text.append(f"(assert ({head} {' '.join(map(_literal, literals))}))")
        elif k and kind == "pbeq":
            self._text.append("(assert false)")

    def check(self) -> set[int] | None:
        import z3

        if self._text:
            new = range(self._declared + 1, self.count + 1)
            declared = [f"(declare-const x{k} Bool)" for k in new]
            self._solver.from_string("\n".join(declared + self._text))
            self._text, self._declared = [], self.count
        if self._solver.check() != z3.sat:
            return None
        model = self._solver.model()
        return {int(d.name()[1:]) for d in model.decls() if z3.is_true(model[d])}


def _literal(x: int) -> str:
    return f"x{x}" if x > 0 else f"(not x{-x})"


def _prepare(workload: Workload) -> Ask | None:
    model = workload.model
    if model is None:
        return None

    def ask(puzzle: str) -> Iterator[Answer]:
        formula = Smt()
        model(formula, puzzle)
        return formula.solutions(workload.limit)

    return ask


TOOLS = [Tool("z3", "z3-solver", "z3", _prepare)]
