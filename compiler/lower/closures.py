"""Closures, which expressions are compiled to, and their combinators.

A closure is a function from a frame to a value. A frame is a list: position 0 holds the `Context`
(the puzzle's values, the board, the model), the others the local names that are in scope, each at
a position fixed when the spec is compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar, cast

from ...dsl.diagnostics import PzcError, Span
from ...model.limits import ModelTooLarge
from ...model.nodes import Bool
from ..board.places import Unit
from ..builtins.operators import lift
from ..context import Context
from ..values.values import Layer, Unsupported, Value, is_truth, show

Frame: TypeAlias = list[Any]
Evaluate: TypeAlias = Callable[[Frame], Value]
# A compiled statement runs in a frame, under a guard: alternatives to what it demands.
Run: TypeAlias = Callable[[Frame, tuple[Bool, ...]], None]
T = TypeVar("T")

BETWEEN: Final = 15  # loops pause after every 16 members: a mask, one less than a power of two


def context_of(frame: Frame) -> Context:
    """The context of a frame, with its type."""
    context: Context = frame[0]
    return context


def negation(operand: Evaluate) -> Evaluate:
    """`not`; a missing value counts as no."""

    def negate(frame: Frame) -> Value:
        context, value = context_of(frame), operand(frame)
        if type(value) is Layer:
            return lift(context, True, context.m.not_, value)
        return context.m.not_(cast("Bool", value is not None and value))

    return negate


def connective(op: str, left: Evaluate, right: Evaluate, lifted: bool) -> Evaluate:
    """`and`, `or`, `=>`: short-circuit if the left side decides.

    lifted: the right side may be a whole layer; then the result is one too."""
    implied = op == "=>"  # then the left side is negated
    decisive = op != "and"  # the value of the left side that decides the result

    def connect(frame: Frame) -> Value:
        a, m = left(frame), context_of(frame).m
        if a is None:
            a = False
        join = m.or_ if decisive else m.and_
        if type(a) is Layer and implied:
            return lift(frame[0], True, lambda x, y: m.implies(x, y), a, right(frame))
        if implied:
            a = m.not_(cast("Bool", a))
        if a is decisive and not lifted:
            return a
        b = right(frame)
        if type(a) is not Layer and type(b) is not Layer:
            return join(cast("tuple[Bool, ...]", (a, b is not None and b)))
        return lift(frame[0], True, lambda x, y: join((x, y)), a, b)

    return connect


def assign(frame: Frame, slots: tuple[int, ...], item: Value) -> None:
    """Assign to a loop's names; several names unpack a tuple or a unit. Raises Unsupported if it
    has another number of parts.

    slots: the positions of the names in the frame, consecutive."""
    if len(slots) == 1:
        frame[slots[0]] = item
        return
    parts = item if isinstance(item, tuple) else item.members if isinstance(item, Unit) else ()
    if len(parts) != len(slots):
        raise Unsupported(f"{show(item)} does not have {len(slots)} parts")
    frame[slots[0] : slots[-1] + 1] = parts


def located(evaluate: Callable[[Frame], T], span: Span) -> Callable[[Frame], T]:
    """Attach the place of an expression to errors of its operation."""

    def located(frame: Frame) -> T:
        try:
            return evaluate(frame)
        except Unsupported as problem:
            raise PzcError.at(problem.code, str(problem), span, hint=problem.hint) from None
        except ModelTooLarge as limit:
            raise PzcError.at("E0405", str(limit), span) from None

    return located


def truth(value: Value, span: Span) -> Bool:
    """A value as a condition; a missing one is False. Raises PzcError if it is not a bool."""
    if value is None:
        return False
    if not is_truth(value):
        raise PzcError.at("E0402", f"{show(value)} is not a condition", span)
    return value
