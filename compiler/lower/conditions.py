"""Recognise conditions that mean the same in different forms, by their text alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...dsl.syntax import (
    Binary,
    Call,
    Compare,
    Comprehension,
    Expr,
    ForClause,
    Index,
    Name,
    Number,
    Unary,
)
from ...dsl.walking import names_in
from .selection import Clauses

# Comparisons of a count that say that it is 0, and that it is not.
NONE: Final = (("=", 0), ("<=", 0), ("<", 1))
SOME: Final = (("!=", 0), (">", 0), (">=", 1))


def conjuncts(tree: Expr) -> list[Expr]:
    """The operands of nested `and`."""
    if isinstance(tree, Binary) and tree.op == "and":
        return [*conjuncts(tree.left), *conjuncts(tree.right)]
    return [tree]


def some(tree: Expr, is_builtin: Callable[[str], bool]) -> tuple[Clauses, Expr] | None:
    """If a condition has the form "some …, as selected by a comprehension or nested ones, satisfy
    x": the clauses of the comprehensions, and x."""
    match tree:
        case Call(function=Name(id="any" as name), args=(Comprehension() as each,)):
            element = each.element
        case Unary(
            op="not",
            operand=Call(
                function=Name(id="all" as name),
                args=(Comprehension(element=Unary(op="not", operand=element)) as each,),
            ),
        ):
            pass
        case Compare(
            operands=(
                Call(function=Name(id="count" as name), args=(Comprehension() as each,)),
                Number(value=value),
            ),
            ops=(op,),
        ) if (op, value) in SOME:
            element = each.element
        case _:
            return None
    if not is_builtin(name):
        return None
    within = some(element, is_builtin)
    if within is None:
        return each.clauses, element
    return (*each.clauses, *within[0]), within[1]


def meeting(test: Expr, is_builtin: Callable[[str], bool]) -> tuple[Expr, Expr] | tuple[()]:
    """The two collections, if a condition says that they have a common member; () if it says
    anything else."""
    match test:
        case Compare(
            operands=(
                Call(function=Name(id="size"), args=(Binary(op="&", left=one, right=other),)),
                Number(value=least),
            ),
            ops=(op,),
        ) if (op, least) in SOME and is_builtin("size"):
            return one, other
    match some(test, is_builtin):
        case (
            (ForClause(targets=(Name(id=named),), iterable=other),),
            Compare(operands=(Name(id=place), one), ops=("in",)),
        ) if place == named and not any(name.id == named for name in names_in(one)):
            return one, other
    return ()


def holding(test: Expr | None, place: str) -> Expr | None:
    """The piece that a place is in if a condition holds; None if it does not say so."""
    match test:
        case Compare(operands=(Name(id=member), whole), ops=("in",)) if member == place:
            return whole
        case Compare(
            operands=(
                Index(base=Name(id=one), indices=(Name(id=a),)) as left,
                Index(base=Name(id=other), indices=(Name(id=b),)) as right,
            ),
            ops=("=",),
        ) if one == other and place in (a, b):
            return right if a == place else left
    return None
