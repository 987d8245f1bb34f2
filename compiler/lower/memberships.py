"""Find tests `place in piece` that guard the whole body of nested loops.

The statement `for p in block: for a, b in pairs(cells): a in p and b in p => …` demands nothing
unless a is in p. So for each a, grounding visits one piece only: that of a.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...dsl.syntax import Binary, Compare, Condition, Expr, For, If, Name, Statement, Unary
from ..board.places import Place


def memberships(tree: Statement) -> Iterator[tuple[str, str]]:
    """The pairs of names (x, p) such that a statement demands nothing unless `x in p`: (a, p) and
    (b, p) for `for a, b in pairs(cells): a in p and b in p => …`."""
    match tree:
        case Condition(expr=expr):
            yield from _denied_memberships(expr, False)
        case For(filters=filters, body=(body,)):
            for test in filters:
                yield from _denied_memberships(test, True)
            yield from memberships(body)
        case If(test=test, body=(body,), otherwise=()):
            yield from _denied_memberships(test, True)
            yield from memberships(body)


def _denied_memberships(tree: Expr, denied: bool) -> Iterator[tuple[str, str]]:
    """The pairs of names (x, p) such that a condition holds, or if denied does not hold, unless
    `x in p`."""
    match tree:
        case Unary(op="not", operand=operand):
            yield from _denied_memberships(operand, not denied)
        case Binary(op="and" | "or" | "=>" as op) if denied == (op == "and"):
            yield from _denied_memberships(tree.left, denied or op == "=>")
            yield from _denied_memberships(tree.right, denied)
        case Compare(operands=(Name(id=x), Name(id=p)), ops=("in" | "not in" as op,)):
            if denied == (op == "in"):
                yield x, p


def may_be(place: Any, member: Any, position: int | None) -> bool:
    """Whether a member of a loop, or its item at a position, may be a given place: always, unless
    it is known to be another one."""
    own = member
    if position is not None:
        own = member[position] if type(member) is tuple and position < len(member) else None
    return type(own) is not Place or own == place
