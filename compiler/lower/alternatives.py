"""Compile a condition to the operands of a disjunction.

A rule with `a or b` under a filter `c and d` demands "a or b, or not c, or not d". This becomes one
disjunction of four operands, without nodes for `a or b`, for `c and d` and for its negation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ...dsl.syntax import Binary, Call, Expr, Name, Unary
from ...model.nodes import Bool
from .calls import parts_of_any
from .closures import Frame, context_of, truth
from .scope import Scope

# Adds its operands to a list, up to the first that is known to hold; returns whether there is one.
Part: TypeAlias = "Callable[[Frame, list[Bool]], bool]"


def alternatives(lowering: Scope, tree: Expr, denied: bool = False) -> Sequence[Part]:
    """The closures of the operands of a condition, or if denied of its negation."""
    match tree:
        case Unary(op="not", operand=operand):
            return alternatives(lowering, operand, not denied)
        case Binary(op="and" | "or" | "=>" as op) if denied == (op == "and"):
            if not lowering.is_closed(tree):
                left = alternatives(lowering, tree.left, denied or op == "=>")
                return [*left, *alternatives(lowering, tree.right, denied)]
        case Call(function=Name(id="any"), args=(_,)) if not denied:
            if lowering.is_builtin("any") and lowering.varies(tree):
                return [_of_any(lowering, tree)]
    return [_whole(lowering, tree, denied)]


def _whole(lowering: Scope, tree: Expr, denied: bool) -> Part:
    evaluate, span = lowering.argument(tree), tree.span

    def add(frame: Frame, found: list[Bool]) -> bool:
        value = truth(evaluate(frame), span)
        if value is denied:
            return False
        if value is not True and value is not False:
            found.append(context_of(frame).m.not_(value) if denied else value)
            return False
        return True

    return add


def _of_any(lowering: Scope, tree: Call) -> Part:
    parts = parts_of_any(lowering, tree)

    def add(frame: Frame, found: list[Bool]) -> bool:
        for part in parts(frame):
            if part is True:
                return True
            if part is not False:
                found.append(part)
        return False

    return add


def known_to_hold(parts: Sequence[Part], frame: Frame, found: list[Bool]) -> bool:
    """Add the operands to a list, up to the first that is known to hold. Returns whether there is
    one."""
    return any(part(frame, found) for part in parts)
