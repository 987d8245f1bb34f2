"""Comparisons that say whether the members of a list are equal: `kinds(…) = 1`, `kinds(…) < 2`,
`size({…}) > 1`, `max(…) = min(…)`. Except for empty lists, they mean the same as `all_equal(…)` or
its negation, and are compiled like it: without nodes for the number of kinds or the extremes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...dsl.syntax import (
    Binary,
    Call,
    Collection,
    Compare,
    Comprehension,
    Expr,
    ForClause,
    Name,
    Number,
)
from ...dsl.walking import are_alike
from ...records import replace
from ..builtins.list_conditions import are_of_one_kind
from ..values.comparison import EXCHANGED
from ..values.values import Value
from .calls import argument
from .closures import Evaluate, Frame, context_of
from .scope import Scope

# The meaning of a comparison of the number of kinds: whether it says that the members are equal
# (True) or the negation of that (False), and whether an empty list counts as unequal.
_OF_KINDS: Final = {
    ("=", 1): (True, True),
    ("!=", 1): (False, True),
    ("<=", 1): (True, False),
    ("<", 2): (True, False),
    (">", 1): (False, False),
    (">=", 2): (False, False),
}
# The same of a comparison of the greatest and the least member, none of which holds for an empty
# list.
_OF_EXTREMES: Final = {
    "=": (True, True),
    "<=": (True, True),
    "!=": (False, True),
    ">": (False, False),
}
# The same of a comparison of their difference with a number.
_OF_DIFFERENCE: Final = {
    ("=", 0): (True, True),
    ("<=", 0): (True, True),
    ("<", 1): (True, True),
    ("!=", 0): (False, True),
    (">", 0): (False, False),
    (">=", 1): (False, False),
}


def of_one_kind(lowering: Scope, tree: Compare) -> Evaluate | None:
    """The closure of a comparison that says whether members are equal; None for any other."""
    if len(tree.ops) != 1:
        return None
    (left, right), (op,) = tree.operands, tree.ops
    compared = _compared(lowering, left, op, right)
    if compared is None and op in EXCHANGED:
        compared = _compared(lowering, right, EXCHANGED[op], left)
    if compared is None:
        return None
    members, (equal, some) = compared
    args = [argument(lowering, "all_equal", a) for a in members]

    def holds(frame: Frame) -> Value:
        context = context_of(frame)
        condition = are_of_one_kind(context, some, *[f(frame) for f in args])
        return condition if equal else context.m.not_(condition)

    return lowering.hoisted(holds, tree)


def _compared(
    lowering: Scope, left: Expr, op: str, right: Expr
) -> tuple[Sequence[Expr], tuple[bool, bool]] | None:
    """The members that a comparison is about, and its meaning as in `_OF_KINDS`."""
    if isinstance(right, Number):
        of_kinds = _OF_KINDS.get((op, right.value))
        of_difference = _OF_DIFFERENCE.get((op, right.value))
        if of_kinds is not None:
            members = counted_by_kind(lowering, left)
            if members is not None:
                return members, of_kinds
        if of_difference is not None and isinstance(left, Binary) and left.op == "-":
            members = _extremes(lowering, left.left, left.right)
            return None if members is None else (members, of_difference)
    elif op in _OF_EXTREMES:
        members = _extremes(lowering, left, right)
        return None if members is None else (members, _OF_EXTREMES[op])
    return None


def counted_by_kind(lowering: Scope, tree: Expr) -> Sequence[Expr] | None:
    """The members, if a call counts their different values."""
    match tree:
        case Call(function=Name(id="kinds"), args=args) if lowering.is_builtin("kinds"):
            return args
        case Call(function=Name(id="size"), args=(Comprehension(kind="set") as each,)):
            if _selects(each) or not lowering.is_builtin("size"):
                return None
            return (replace(each, kind="bare"),)
        case Call(function=Name(id="size"), args=(Collection(kind="set", items=items),)):
            return items if len(items) > 1 and lowering.is_builtin("size") else None
    return None


def _extremes(lowering: Scope, greatest: Expr, least: Expr) -> Sequence[Expr] | None:
    """The members, if two calls are their maximum and their minimum."""
    match greatest, least:
        case Call(function=Name(id="max"), args=args), Call(function=Name(id="min"), args=others):
            builtin = lowering.is_builtin("max") and lowering.is_builtin("min")
            return args if builtin and are_alike(args, others) else None
    return None


def _selects(tree: Comprehension) -> bool:
    """Whether the elements of a comprehension are members of what it runs over, so that all of them
    are different."""
    names = [
        n.id for clause in tree.clauses if isinstance(clause, ForClause) for n in clause.targets
    ]
    return isinstance(tree.element, Name) and names == [tree.element.id]
