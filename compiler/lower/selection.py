"""A loop of a comprehension, and a selection of its members."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ...dsl.syntax import Binary, Expr, ForClause, IfClause, Truth
from ...model.model import Model
from ...model.nodes import Bool
from ...records import record, replace
from ..values.members import in_order, items
from ..values.values import Value
from .closures import Frame

Clauses: TypeAlias = "Sequence[ForClause | IfClause]"
Pairs: TypeAlias = "Sequence[tuple[Value, Bool]]"
Choose: TypeAlias = "Callable[[Frame], Pairs | None]"


@record(eq=False)
class Loop:
    """A `for` clause of a comprehension, with the clauses and the element that follow it.

    only_true: whether elements that are false may be left out. in_any_order: whether the order of
    the elements has no meaning.
    """

    clause: ForClause
    rest: Clauses
    element: Expr
    only_true: bool
    in_any_order: bool

    @property
    def name(self) -> str:
        """The name that the clause binds; "" if it binds several."""
        targets = self.clause.targets
        return targets[0].id if len(targets) == 1 else ""

    def members(self, m: Model, collection: Value) -> Pairs:
        """The members of a collection that it is over, in their order if that has a meaning."""
        return items(m, collection) if self.in_any_order else in_order(m, collection)

    @property
    def next(self) -> Loop | None:
        """The loop that the next clause begins, if that is a `for`."""
        if self.rest and isinstance(self.rest[0], ForClause):
            return replace(self, clause=self.rest[0], rest=self.rest[1:])
        return None

    @property
    def test(self) -> Expr | None:
        """The condition right after the clause, if members that fail it may be left out."""
        if not self.rest:
            return self.element if self.only_true else None
        return self.rest[0].test if isinstance(self.rest[0], IfClause) else None

    @property
    def apart(self) -> Loop:
        """The loop with the first conjunct of its test as a test of its own: `if p if q` for
        `if p and q`."""
        first = self.rest[0] if self.rest else None
        if not isinstance(first, IfClause) or not isinstance(first.test, Binary):
            return self
        if first.test.op != "and":
            return self
        tests = (replace(first, test=first.test.left), replace(first, test=first.test.right))
        return replace(self, rest=(*tests, *self.rest[1:])).apart

    def with_test(self, left: Expr | None) -> Loop:
        """The loop with another test, or with none."""
        if not self.rest:
            return replace(self, element=Truth(True, self.element.span) if left is None else left)
        first, *others = self.rest
        if left is not None:
            assert isinstance(first, IfClause)
            others = [replace(first, test=left), *others]
        return replace(self, rest=tuple(others))


@record(eq=False)
class Selection:
    """A loop over only those members that may pass its test.

    members: the closure of these members; it gives None if they are not known, so that the loop
    must visit all. loop: what to run over them, without tests that all of them pass.
    """

    members: Choose
    loop: Loop
