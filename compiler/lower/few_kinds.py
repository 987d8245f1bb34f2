"""Comparisons of the number of different values with a constant: `kinds(…) = 2`, `kinds(…) <= 3`,
`size({…}) < 4`. By how much the number exceeds the constant does not matter, so on a piece only
values that can be reached are counted (see `values.reached_values`)."""

from __future__ import annotations

from ...dsl.syntax import Compare, Number
from ..builtins.aggregates import kinds
from ..builtins.operators import relate
from ..values.comparison import EXCHANGED
from ..values.values import Value
from .calls import argument
from .closures import Evaluate, Frame, context_of
from .one_kind import counted_by_kind
from .scope import Scope


def of_few_kinds(lowering: Scope, tree: Compare) -> Evaluate | None:
    """The closure of a comparison of the number of different values with a constant; None for any
    other."""
    if len(tree.ops) != 1 or tree.ops[0] not in EXCHANGED:
        return None
    (left, right), (op,) = tree.operands, tree.ops
    if isinstance(left, Number):
        left, op, right = right, EXCHANGED[op], left
    members = counted_by_kind(lowering, left)
    if members is None or not isinstance(right, Number):
        return None
    args, most = [argument(lowering, "kinds", a) for a in members], right.value

    def holds(frame: Frame) -> Value:
        context = context_of(frame)
        number = kinds(context, *[f(frame) for f in args], most=most)
        return relate(context, op, number, most)

    return lowering.hoisted(holds, tree)
