"""Record the outcomes of the conditions of rules on a board: they hold, fail, or are open."""

from __future__ import annotations

from typing import Any

from ..dsl.syntax import Expr
from ..model.nodes import Bool, BoolNode
from ..records import field, record

Bindings = tuple[tuple[str, Any], ...]


@record(frozen=False)
class Outcomes:
    """The outcomes of one condition of the text, over all values of its loop variables.

    holding, failing: how often the puzzle decides it. failed: the loop variables where it failed.
    open: the nodes that the solver decides, with the loop variables."""

    holding: int = 0
    failing: int = 0
    failed: list[Bindings] = field(default_factory=list)
    open: list[tuple[BoolNode, Bindings]] = field(default_factory=list)


class Watch:
    """The outcomes of the conditions in rules, including filters and tests."""

    def __init__(self) -> None:
        self.outcomes: dict[Expr, Outcomes] = {}

    def note(self, tree: Expr, condition: Bool, bindings: Bindings = ()) -> None:
        """Record the outcome of a condition for some values of the loop variables."""
        found = self.outcomes.setdefault(tree, Outcomes())
        if condition is True:
            found.holding += 1
        elif condition is False:
            found.failing += 1
            found.failed.append(bindings)
        else:
            found.open.append((condition, bindings))
