"""Check hints for making: that they are about something in a puzzle file, and have its words."""

from __future__ import annotations

from .check_context import Context, Declared
from .check_expressions import infer
from .constants import constant, constant_values, ends
from .diagnostics import nearest
from .making import HINTS, SYMMETRIES
from .syntax import Expr, Given, Hint, Make, Name, Number, Param, Usual
from .types import BOOL, CELL, INT, SYMBOL, Int, Layer, agree, show


def make(ctx: Context, node: Make) -> None:
    """Check a `make` declaration."""
    for one in node.usual:
        declared = ctx.names.get(one.name.id)
        if declared is None and one.name.id in ctx.announced:
            ctx.unknown(one.name, {})
        elif declared is None or declared.kind not in ("param", "grid", "given"):
            _no_part(ctx, one.name)
        elif declared.kind == "given" and one.value is None:
            _hints(ctx, one, declared)
        elif declared.kind != "given" and one.value is not None:
            _value(ctx, one.value, declared)
        else:
            _form(ctx, one, declared)


def _no_part(ctx: Context, name: Name) -> None:
    own = [n for n, d in ctx.names.items() if d.kind in ("param", "grid", "given")]
    ctx.error(
        "E0276",
        f"'{name.id}' is not part of a puzzle file",
        name.span,
        expected="a param, a given layer or a name that the grid takes its size from",
        hint=nearest(name.id, own),
    )


def _form(ctx: Context, one: Usual, declared: Declared) -> None:
    if declared.kind == "given":
        message, expected = f"'{one.name.id}' is a layer", f"hints: {', '.join(HINTS)}"
        span = one.name.span if one.value is None else one.value.span
    else:
        message, expected = f"'{one.name.id}' is not a layer", f"its value: `{one.name.id} = 3`"
        span = one.hints[0].span
    ctx.error("E0277", message, span, expected=expected)


def _value(ctx: Context, value: Expr, declared: Declared) -> None:
    """The usual value of a param or a size."""
    of = declared.fact.type
    fact = infer(ctx, value, {}, of)
    if isinstance(value, Name) and value.id in ctx.names and value not in ctx.symbols:
        ctx.error("E0278", f"'{value.id}' is not a constant", value.span)
    elif not agree(fact.type, of):
        ctx.error("E0278", f"the usual value is {show(fact.type)}", value.span, expected=show(of))
    number = constant(value)
    if number is None:
        return
    allowed = None
    if isinstance(declared.node, Param):
        allowed = constant_values(declared.node.domain)
    elif of == INT:
        allowed = range(1, 1000)
    if allowed is not None and number not in allowed:
        least, most = ends(allowed)
        ctx.error(
            "E0278",
            f"the usual value {number} is outside its domain",
            value.span,
            expected=f"a number from {least} to {most}",
        )


def _hints(ctx: Context, one: Usual, declared: Declared) -> None:
    for hint in one.hints:
        word = hint.word.value
        if word not in HINTS:
            ctx.error(
                "E0277",
                f"there is no hint '{word}'",
                hint.word.span,
                expected=", ".join(HINTS),
                hint=nearest(word, HINTS),
            )
        elif (expected := _unfit(word, declared)) is not None:
            fitting = [other for other in HINTS if _unfit(other, declared) is None]
            ctx.error(
                "E0277",
                f"'{word}' for {show(declared.fact.type)}",
                hint.word.span,
                expected=expected,
                hint=f"for '{one.name.id}' there is: {', '.join(fitting)}" if fitting else None,
            )
        else:
            _ends(ctx, hint)


def _unfit(word: str, declared: Declared) -> str | None:
    """What layer a hint is for, if not for this one."""
    of, node = declared.fact.type, declared.node
    if not isinstance(of, Layer) or not isinstance(node, Given):
        return None
    match word:
        case "density" | "symmetry" if not of.some and of.value != BOOL:
            return "a layer that may be missing: `at some cells`"
        case "values" if not isinstance(of.value, Int):
            return "a layer of numbers"
        case "size" if of.keys != (CELL,) or of.value != SYMBOL:
            return "a layer of regions: `given region : symbol at cells`"
    return None


def _ends(ctx: Context, hint: Hint) -> None:
    """The values after the word of a hint."""
    bounds, low, high = HINTS[hint.word.value], hint.low, hint.high
    if bounds is None:
        name = low.value if not isinstance(low, Number) else ""
        if name not in SYMMETRIES:
            ctx.error(
                "E0278",
                f"there is no symmetry '{low.value}'",
                low.span,
                expected=", ".join(SYMMETRIES),
                hint=nearest(str(name), SYMMETRIES),
            )
        return
    if not (isinstance(low, Number) and isinstance(high, Number)):
        ctx.error(
            "E0278",
            f"'{low.value}' is not a number",
            low.span,
            expected=f"a number or a range, such as `{hint.word.value} 20..40`",
        )
    elif not bounds[0] <= low.value <= high.value <= bounds[1]:
        least, most = bounds
        within = f" from {least} to {most}" if most <= 100 else ""
        ctx.error(
            "E0278",
            f"{low.value}..{high.value} is not a possible range",
            low.span.to(high.span),
            expected=f"numbers{within}, the smaller one first",
        )
