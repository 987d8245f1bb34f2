"""A loop of a comprehension, and a choice of those of its members that matter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ...dsl.syntax import Expr, ForClause, IfClause, Truth
from ...model.model import Model
from ...model.nodes import Bool
from ...records import record, replace
from ..values.values import Value, in_order, items
from .closures import Frame

Clauses: TypeAlias = "Sequence[ForClause | IfClause]"
Pairs: TypeAlias = "Sequence[tuple[Value, Bool]]"
Choose: TypeAlias = "Callable[[Frame], Pairs | None]"


@record(eq=False)
class Loop:
    """A `for` clause of a comprehension and what follows it. only_true: whether elements that are
    false may be left out; in_any_order: whether the order of the elements has no meaning."""

    clause: ForClause
    rest: Clauses
    element: Expr
    only_true: bool
    in_any_order: bool

    @property
    def name(self) -> str:
        """The name that it binds; "" if it binds several."""
        targets = self.clause.targets
        return targets[0].id if len(targets) == 1 else ""

    def members(self, m: Model, collection: Value) -> Pairs:
        """The members of a collection that it is over, in their order if that has a meaning."""
        return items(m, collection) if self.in_any_order else in_order(m, collection)

    @property
    def next(self) -> Loop | None:
        """The loop that follows at once, if there is one."""
        if self.rest and isinstance(self.rest[0], ForClause):
            return replace(self, clause=self.rest[0], rest=self.rest[1:])
        return None

    @property
    def test(self) -> Expr | None:
        """The condition that follows at once, if members that fail it do not matter."""
        if not self.rest:
            return self.element if self.only_true else None
        return self.rest[0].test if isinstance(self.rest[0], IfClause) else None

    def with_test(self, left: Expr | None) -> Loop:
        """The same with another test; None for none."""
        if not self.rest:
            return replace(self, element=Truth(True, self.element.span) if left is None else left)
        first, *others = self.rest
        if left is not None:
            assert isinstance(first, IfClause)
            others = [replace(first, test=left), *others]
        return replace(self, rest=tuple(others))


@record(eq=False)
class Selection:
    """members: the closure of those members of a loop that may pass its test; None if these are not
    known, so that all must be visited. loop: to run over them; without the tests that all of them
    pass."""

    members: Choose
    loop: Loop
