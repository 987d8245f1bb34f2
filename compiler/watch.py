"""What becomes of the conditions of rules over a board: they hold, fail, or are open."""

from __future__ import annotations

from typing import Any

from ..dsl.syntax import Expr
from ..model.nodes import Bool, BoolNode
from ..records import field, record

Bindings = tuple[tuple[str, Any], ...]


@record(frozen=False)
class Outcomes:
    """What became of one condition of the text, over all places it was asked of.

    holding, failing: how often it was known. failed: the loop variables where it failed. open:
    the nodes that the solver decides, with the loop variables.
    """

    holding: int = 0
    failing: int = 0
    failed: list[Bindings] = field(default_factory=list)
    open: list[tuple[BoolNode, Bindings]] = field(default_factory=list)


class Watch:
    """The outcomes of the conditions that rules demand, and of the filters and tests on them."""

    def __init__(self) -> None:
        self.outcomes: dict[Expr, Outcomes] = {}

    def note(self, tree: Expr, condition: Bool, bindings: Bindings = ()) -> None:
        """Take up what became of a condition at one place."""
        found = self.outcomes.setdefault(tree, Outcomes())
        if condition is True:
            found.holding += 1
        elif condition is False:
            found.failing += 1
            found.failed.append(bindings)
        else:
            found.open.append((condition, bindings))
