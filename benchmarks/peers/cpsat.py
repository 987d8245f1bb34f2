"""OR-Tools CP-SAT: sums are linear, loops its circuit constraint; one worker."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..booleans import Booleans, Values
from ..reading import Answer
from .tool import Ask, Tool

if TYPE_CHECKING:
    from ..workloads import Workload


class CpSat(Booleans):
    """A model of CP-SAT, solved anew after each addition: it has no incremental interface."""

    def __init__(self) -> None:
        from ortools.sat.python import cp_model

        super().__init__()
        self._cp = cp_model
        self._model = cp_model.CpModel()
        self._variables: list[Any] = [None]

    def new(self) -> int:
        self._variables.append(self._model.new_bool_var(""))
        return super().new()

    def _of(self, literals: Sequence[int]) -> list[Any]:
        have = self._variables
        return [have[x] if x > 0 else have[-x].negated() for x in literals]

    def clause(self, *literals: int) -> None:
        self._model.add_bool_or(self._of(literals))

    def exactly(self, k: int, literals: Sequence[int]) -> None:
        if k == 1:
            self._model.add_exactly_one(self._of(literals))
        else:
            self._model.add(sum(self._of(literals)) == k)

    def at_most(self, k: int, literals: Sequence[int]) -> None:
        if k == 1:
            self._model.add_at_most_one(self._of(literals))
        elif k < len(literals):
            self._model.add(sum(self._of(literals)) <= k)

    def total(self, unit: Sequence[Values], total: int) -> None:
        literals = self._of([x for values in unit for x in values.values()])
        weights = [value for values in unit for value in values]
        self._model.add(self._cp.LinearExpr.weighted_sum(literals, weights) == total)

    def loop(self, edges: Mapping[tuple[Hashable, Hashable], int]) -> None:
        index: dict[Hashable, int] = {}
        arcs: list[tuple[int, int, Any]] = []
        near: dict[Hashable, list[int]] = {}
        for (a, b), x in edges.items():
            ways = self.new(), self.new()
            self._model.add(sum(self._of(ways)) == self._variables[x])
            i, j = (index.setdefault(v, len(index)) for v in (a, b))
            there, back = self._of(ways)
            arcs += [(i, j, there), (j, i, back)]
            near.setdefault(a, []).append(x)
            near.setdefault(b, []).append(x)
        for v, i in index.items():
            left_out = self.new()
            arcs.append((i, i, self._variables[left_out]))
            for x in near[v]:
                self.clause(-left_out, -x)
        self._model.add_circuit(arcs)

    def check(self) -> set[int] | None:
        solver = self._cp.CpSolver()
        solver.parameters.num_workers = 1
        status = solver.solve(self._model)
        if status not in (self._cp.OPTIMAL, self._cp.FEASIBLE):
            return None
        variables = self._variables
        return {x for x in range(1, len(variables)) if solver.boolean_value(variables[x])}


def _prepare(workload: Workload) -> Ask | None:
    model = workload.model
    if model is None:
        return None

    def ask(puzzle: str) -> Iterator[Answer]:
        formula = CpSat()
        model(formula, puzzle)
        return formula.solutions(workload.limit)

    return ask


TOOLS = [Tool("CP-SAT", "ortools", "ortools.sat.python.cp_model", _prepare)]
