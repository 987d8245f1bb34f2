"""An incremental reference evaluator, for a board that changes in few places at a time.

`Incremental` keeps the possible values of all nodes of some constraints. After a change it
recomputes only the nodes above changed variables, bottom-up, and stops where a value stays the
same."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Any

from .evaluate import PartialEvaluator
from .model import Constraint
from .nodes import BoolVar, Graph, IntVar, bottom_up, children


class Incremental(PartialEvaluator):
    """The constraints that are violated in every completion of an assignment that changes."""

    def __init__(self, constraints: Sequence[Constraint], assignment: Sequence[int | None]) -> None:
        super().__init__(list(assignment))
        self._nodes: list[Any] = []  # bottom-up
        self._above: list[list[int]] = []
        self._variables: dict[int, int] = {}
        self._constraints = constraints
        self._asked: dict[int, list[int]] = {}  # by node, the constraints that it decides
        numbers: dict[Any, int] = {}
        roots = [part for c in constraints for part in (c.condition, c.given)]
        for node in bottom_up(roots, numbers):
            number = numbers[node] = len(self._nodes)
            self._nodes.append(node)
            self._above.append([])
            for below in {c for c in children(node) if not isinstance(c, int)}:
                self._above[numbers[below]].append(number)
            if isinstance(node, (BoolVar, IntVar)):
                self._variables[node.index] = number
            self._known[node] = self._worked_out(node)
        for number, constraint in enumerate(constraints):
            for part in {constraint.condition, constraint.given}:
                if not isinstance(part, int):
                    self._asked.setdefault(numbers[part], []).append(number)
        self.broken = {k for k, one in enumerate(constraints) if self.breaks(one)}

    def change(self, assignment: Sequence[int | None]) -> None:
        """Change the assignment and update `broken`."""
        before: Sequence[int | None] = self._assignment
        changed = [k for k, (a, b) in enumerate(zip(before, assignment, strict=True)) if a != b]
        self._assignment = list(assignment)
        queue: list[int] = []
        waiting: set[int] = set()

        def push(number: int) -> None:
            if number not in waiting:
                waiting.add(number)
                heappush(queue, number)

        for index in changed:
            if index in self._variables:
                push(self._variables[index])
        while queue:
            number = heappop(queue)
            node = self._nodes[number]
            value = self._worked_out(node)
            if not isinstance(node, Graph) and value == self._known[node]:
                continue
            self._known[node] = value
            for above in self._above[number]:
                push(above)
            for asked in self._asked.get(number, ()):
                if self.breaks(self._constraints[asked]):
                    self.broken.add(asked)
                else:
                    self.broken.discard(asked)

    def _worked_out(self, node: Any) -> Any:
        """The value of a node, or the pieces of a graph, from what lies below."""
        return self._pieces_of(node) if isinstance(node, Graph) else self._values(node)
