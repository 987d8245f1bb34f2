"""Conditions on each member of a collection, as loops.

The statement `all(rectangle(p) for p in block)` demands what `for p in block: rectangle(p)` does,
and so do those of the form `not any(…)`, `count(…) = 0` and `count(… for c in p) = size(p)`. Over
pieces, or the places of one, a loop takes fewer nodes than the condition as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...dsl.syntax import (
    Call,
    Compare,
    Comprehension,
    Condition,
    Expr,
    For,
    ForClause,
    IfClause,
    Name,
    Number,
    Statement,
    Unary,
)
from .conditions import NONE, SOME
from .scope import Scope
from .selection import Clauses, Loop
from .selections import selections_of_pieces


def universal(lowering: Scope, tree: Expr) -> tuple[Clauses, Expr] | None:
    """The clauses and the condition of a universal statement: `all(…)`, `not any(…)`,
    `count(…) = 0` or `count(… for c in p) = size(p)`; None for anything else."""
    denied = False
    while isinstance(tree, Unary) and tree.op == "not":
        tree, denied = tree.operand, not denied
    match tree:
        case Call(function=Name(id="all" | "any" as name), args=(Comprehension() as each,)):
            if denied != (name == "any"):
                return None
        case Compare(
            operands=(
                Call(function=Name(id="count" as name), args=(Comprehension() as each,)),
                Number(value=most),
            ),
            ops=(op,),
        ) if (op, most) in (SOME if denied else NONE):
            denied = True
        case Compare(
            operands=(
                Call(
                    function=Name(id="count" as name),
                    args=(Comprehension(clauses=(ForClause(iterable=Name(id=of)),)) as each,),
                ),
                Call(function=Name(id="size"), args=(Name(id=whole),)),
            ),
            ops=("=" | ">=",),
        ) if not denied and of == whole and lowering.is_builtin("size"):
            pass
        case _:
            return None
    if not lowering.is_builtin(name):
        return None
    element = Unary("not", each.element, each.element.span) if denied else each.element
    return each.clauses, element


def may_be_pieces(
    lowering: Scope, members: ForClause, rest: Sequence[ForClause | IfClause], element: Expr
) -> bool:
    """Whether a loop may run over pieces, none of which its condition lets it leave out."""
    match members.iterable:
        case Name(id=name):
            may_be = name not in lowering.scope
        case Call(function=Name(id=name)):
            may_be = name == "areas" or name in lowering.defines
        case Comprehension():
            may_be = True
        case _:
            may_be = False
    loop = Loop(members, rest, element, only_true=True, in_any_order=True)
    return may_be and not selections_of_pieces(lowering, loop)


def nested(clauses: Clauses, element: Expr) -> For:
    """The comprehension as nested loops around the condition on each element; its first clause must
    be a `for`."""
    inner: Statement = Condition(element, element.span)
    tests: list[Expr] = []
    for clause in reversed(clauses):
        if isinstance(clause, IfClause):
            tests.insert(0, clause.test)
        else:
            span = clause.iterable.span
            inner = For(clause.targets, clause.iterable, tuple(tests), (inner,), span)
            tests = []
    assert isinstance(inner, For)
    return inner


def demanded(tree: Expr, denied: bool) -> Condition:
    """The statement that demands a condition; denied: its negation."""
    return Condition(Unary("not", tree, tree.span) if denied else tree, tree.span)
