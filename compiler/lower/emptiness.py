"""Comparisons that say whether anything is counted: `size(…) = 0`, `count(…) > 0`. Compiled as
conjunctions and disjunctions of what is counted, without a node for its number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ...dsl.syntax import Call, Compare, Expr, Name, Number
from ...model.nodes import Bool
from ...records import replace
from ..builtins.aggregates import parts_of_count, parts_of_size
from ..builtins.functions import FUNCTIONS
from ..builtins.operators import relate
from ..values.comparison import EXCHANGED
from ..values.values import Value
from .calls import argument
from .closures import Evaluate, Frame, context_of, located
from .conditions import NONE, SOME
from .scope import Scope

# The conditions that a function counts, in its arguments; None if it counts otherwise.
_COUNTED: Final[dict[str, Callable[..., Sequence[Bool] | None]]] = {
    "count": parts_of_count,
    "size": parts_of_size,
}


def of_emptiness(lowering: Scope, tree: Compare) -> Evaluate | None:
    """The closure of a comparison that says whether anything is counted; None for any other."""
    if len(tree.ops) != 1:
        return None
    (left, right), (op,) = tree.operands, tree.ops
    if isinstance(left, Number) and isinstance(right, Call) and op in EXCHANGED:
        return of_emptiness(lowering, replace(tree, operands=(right, left), ops=(EXCHANGED[op],)))
    if not (isinstance(left, Call) and isinstance(left.function, Name)):
        return None
    if not isinstance(right, Number):
        return None
    name, least = left.function.id, right.value
    if name not in _COUNTED or not lowering.is_builtin(name):
        return None
    is_some = (op, least) in SOME
    if not is_some and (op, least) not in NONE:
        return None
    given = located(_arguments(lowering, name, left.args), left.span)
    counted, number = _COUNTED[name], FUNCTIONS[name]

    def holds(frame: Frame) -> Value:
        context, values = context_of(frame), given(frame)
        conditions = counted(context, *values)
        if conditions is None:
            return relate(context, op, number(context, *values), least)
        m = context.m
        return m.or_(conditions) if is_some else m.and_([m.not_(c) for c in conditions])

    return lowering.hoisted(holds, tree)


def _arguments(
    lowering: Scope, name: str, trees: Sequence[Expr]
) -> Callable[[Frame], Sequence[Any]]:
    args = [argument(lowering, name, tree) for tree in trees]
    return lambda frame: [f(frame) for f in args]
