"""Conditions on a stretch of a line that a longer stretch fails whenever it does.

Recognised by form: an upper bound on a number that cannot shrink as the stretch grows, or a
condition on all members or all steps.
"""

from __future__ import annotations

from collections.abc import Callable

from ...dsl.syntax import (
    Binary,
    Call,
    Compare,
    Comprehension,
    Expr,
    ForClause,
    Index,
    Name,
    Unary,
    names_in,
)
from ...records import replace

IsBuiltin = Callable[[str], bool]
_NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def fails_for_good(tree: Expr, name: str, builtin: IsBuiltin) -> bool:
    """Whether a condition on the stretch of this name, once it fails, fails for all longer ones.

    builtin: whether a function's name has its usual meaning.
    """
    match tree:
        case Binary(op="and", left=left, right=right):
            return fails_for_good(left, name, builtin) and fails_for_good(right, name, builtin)
        case Compare(operands=(number, bound), ops=("<=" | "<",)):
            return _grows(number, name, builtin) and _without(bound, name)
        case Compare(operands=(bound, number), ops=(">=" | ">",)):
            return _grows(number, name, builtin) and _without(bound, name)
        case Unary(op="not", operand=Compare(ops=(op,)) as negated) if op in _NEGATED:
            return fails_for_good(replace(negated, ops=(_NEGATED[op],)), name, builtin)
        case Unary(op="not", operand=Call(function=Name(id="any"), args=(members,))):
            return builtin("any") and _over(members, name, builtin)
        case Call(function=Name(id="all"), args=(members,)):
            return builtin("all") and _over(members, name, builtin)
        case Call(function=Name(id="all_equal" | "all_different" as function), args=(members,)):
            return builtin(function) and _over(members, name, builtin)
    return False


def _grows(tree: Expr, name: str, builtin: IsBuiltin) -> bool:
    """Whether a number cannot become smaller as the stretch grows."""
    match tree:
        case Call(function=Name(id="size"), args=(Name(id=stretch),)):
            return builtin("size") and stretch == name
        case Call(function=Name(id="count" | "kinds" as function), args=(members,)):
            return builtin(function) and _over(members, name, builtin)
    return False


def _over(tree: Expr, name: str, builtin: IsBuiltin) -> bool:
    """Whether a list has for each member of the stretch, or for each step, its own members."""
    match tree:
        case Index(base=base, indices=(Name(id=stretch),)):
            return stretch == name and _without(base, name)
        case Comprehension(element=element, clauses=(ForClause(iterable=iterable), *more)) if (
            _without((element, *more), name)
        ):
            match iterable:
                case Name(id=stretch):
                    return stretch == name
                case Call(
                    function=Name(id="steps" | "pairs" as function), args=(Name(id=stretch),)
                ):
                    return builtin(function) and stretch == name
    return False


def _without(tree: object, name: str) -> bool:
    return all(n.id != name for n in names_in(tree))
