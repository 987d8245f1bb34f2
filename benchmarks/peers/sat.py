"""SAT solvers through python-sat: a new solver for each puzzle, or one kept for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ..booleans import Booleans
from ..reading import Answer, Fact
from .tool import Ask, Tool

if TYPE_CHECKING:
    from ..workloads import Workload

PAIRWISE = 9  # At most one of up to this many literals is entered pair by pair.


class Sat(Booleans):
    """A model in CNF; sums by sequential counters. solver: a name that PySAT knows."""

    def __init__(self, solver: str) -> None:
        from pysat.card import CardEnc, EncType
        from pysat.solvers import Solver

        super().__init__()
        self._encode, self._counter = CardEnc, EncType.seqcounter
        self._solver: Any = Solver(name=solver)
        self._fact_of: dict[int, Fact] = {}

    def clause(self, *literals: int) -> None:
        self._solver.add_clause(literals)

    def exactly(self, k: int, literals: Sequence[int]) -> None:
        if k == 1:
            self.clause(*literals)
            self.at_most(1, literals)
        else:
            self._enter(self._encode.equals, k, literals)

    def at_most(self, k: int, literals: Sequence[int]) -> None:
        if k == 1 and len(literals) <= PAIRWISE:
            for i, x in enumerate(literals):
                for y in literals[:i]:
                    self.clause(-x, -y)
        elif k < len(literals):
            self._enter(self._encode.atmost, k, literals)

    def _enter(self, encode: Any, k: int, literals: Sequence[int]) -> None:
        formula = encode(list(literals), bound=k, top_id=self.count, encoding=self._counter)
        self.count = max(self.count, formula.nv)
        self._solver.append_formula(formula.clauses)

    def check(self) -> set[int] | None:
        return {x for x in self._solver.get_model() if x > 0} if self._solver.solve() else None

    def under(self, assumptions: list[int], limit: int = 2) -> Iterator[Callable[[], Answer]]:
        """Different answers under assumptions; leaves no trace. For models without lazy cuts."""
        fact_of = self._fact_of = self._fact_of or {x: fact for fact, x in self.answer.items()}
        active = self.new()
        for _ in range(limit):
            if not self._solver.solve([*assumptions, active]):
                break
            true = [x for x in self._solver.get_model() if x in fact_of]
            yield partial(self._facts, true)
            self.clause(-active, *(-x for x in true))
        self.clause(-active)

    def _facts(self, true: list[int]) -> Answer:
        return frozenset(self._fact_of[x] for x in true)


def _fresh(solver: str) -> Tool:
    def prepare(workload: Workload) -> Ask | None:
        model = workload.model
        if model is None:
            return None

        def ask(puzzle: str) -> Iterator[Answer]:
            formula = Sat(solver)
            model(formula, puzzle)
            return formula.solutions(workload.limit)

        return ask

    return Tool(solver, "python-sat", "pysat.solvers", prepare)


def _kept(solver: str) -> Tool:
    def prepare(workload: Workload) -> Ask | None:
        if workload.givens is None or workload.model is None:
            return None
        givens, formula = workload.givens, Sat(solver)
        workload.model(formula, "")
        return lambda puzzle: formula.under([formula.answer[f] for f in givens(puzzle)])

    return Tool(f"{solver} kept", "python-sat", "pysat.solvers", prepare)


SOLVERS = ("cadical195", "glucose4")
TOOLS = [tool for solver in SOLVERS for tool in (_kept(solver), _fresh(solver))]
