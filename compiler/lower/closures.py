"""Closures, which expressions are compiled to, and their combinators.

A closure is a function from a frame to a value. A frame is a list: position 0 holds the `Context`
(the puzzle's values, the board, the model), the others the local names that are in scope, each at
a position fixed when the spec is compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias, TypeVar, cast

from ...dsl.diagnostics import PzcError, Span
from ...model.constraints import Constraint
from ...model.limits import ModelTooLarge
from ...model.nodes import Bool
from ..board.places import Unit
from ..builtins.operators import lift
from ..context import Context
from ..values.showing import show
from ..values.values import Layer, Unsupported, Value, is_truth

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


def required_by(body: Run, frame: Frame) -> list[Constraint]:
    """The constraints of a compiled statement, without adding them to the model."""
    constraints = context_of(frame).m.constraints
    before = len(constraints)
    body(frame, ())
    required = constraints[before:]
    del constraints[before:]
    return required


def negation(operand: Evaluate) -> Evaluate:
    """`not`; a missing value counts as no."""

    def negate(frame: Frame) -> Value:
        context, value = context_of(frame), operand(frame)
        if type(value) is Layer:
            return lift(context, True, context.m.not_, value)
        return context.m.not_(cast("Bool", value is not None and value))

    return negate


def junction(op: str, operands: Sequence[Evaluate], lifted: bool) -> Evaluate:
    """`and` or `or` of two or more operands: short-circuit if one of them decides.

    lifted: an operand after the first may be a whole layer; then the result is one too."""
    decisive = op == "or"  # the value of an operand that decides the result

    def join(frame: Frame) -> Value:
        parts: list[Any] = []
        layers = lifted
        for operand in operands:
            value = operand(frame)
            if value is None:
                value = False
            if value is decisive and not layers:
                return decisive
            layers = layers or type(value) is Layer
            parts.append(value)
        m = context_of(frame).m
        joined = m.or_ if decisive else m.and_
        return lift(frame[0], True, lambda *x: joined(x), *parts) if layers else joined(parts)

    return join


def implication(left: Evaluate, right: Evaluate, lifted: bool) -> Evaluate:
    """`=>`: short-circuit if the left side does not hold. lifted: as of `junction`, of the right
    side."""

    def imply(frame: Frame) -> Value:
        a, m = left(frame), context_of(frame).m
        if (a is None or a is False) and not lifted:
            return True
        b = right(frame)
        return lift(frame[0], True, lambda x, y: m.implies(x, y), a, b)

    return imply


def make_room(frame: Frame, size: int) -> None:
    """Extend a frame that is too short: that of an expression that stands alone, outside of any
    rule."""
    if len(frame) < size:
        frame.extend([None] * (size - len(frame)))


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
