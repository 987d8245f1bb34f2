"""Check `let`, which names a value or a layer, and `define`, a function."""

from __future__ import annotations

from .check_context import Context, Fact, Scope
from .check_domains import given_only, names_in
from .check_expressions import infer, instantiate, loop_scope
from .syntax import Define, Let
from .types import (
    ANY,
    BOOL,
    Layer,
    Type,
)

NO_SCOPE: Scope = {}


def let(ctx: Context, node: Let) -> None:
    """Check a let, and declare its value, or the layer of its values at keys."""
    if not node.keys:
        fact = infer(ctx, node.value, NO_SCOPE)
        ctx.declare("let", node.name, fact, node)
        return
    scope: Scope = NO_SCOPE
    keys: list[Type] = []
    for targets, over in node.keys:
        scope, source = loop_scope(ctx, targets, over, scope)
        given_only(ctx, over, source, "the set of places", {})
        keys += [scope[t.id].type for t in targets]
    value = infer(ctx, node.value, scope)
    ctx.read_number(node.value, value.type)
    pairs = len(node.keys) == 1 and len(keys) == 2
    layer = Layer(tuple(keys), value.type, relation=pairs and value.type == BOOL)
    ctx.declare("let", node.name, Fact(layer, value.found), node)


def define(ctx: Context, node: Define) -> None:
    """Check a define with parameters of any type; each use checks it again."""
    ctx.declare("define", node.name, Fact(ANY), node)
    scope = ctx.bind(NO_SCOPE, node.parameters, [Fact(ANY)] * len(node.parameters))
    if node.name.id in ctx.circular:
        return
    with ctx.attempt() as mistakes, ctx.with_grid():  # its uses report a missing board
        if scope or not node.parameters:
            instantiate(ctx, node, tuple(Fact(ANY) for _ in node.parameters))
    for mistake in mistakes:
        if mistake.span is not None:
            ctx.error(
                mistake.code,
                mistake.message,
                mistake.span,
                expected=mistake.expected,
                hint=mistake.hint,
            )


def circles(ctx: Context, defines: list[Define]) -> None:
    """Report the defines that call themselves, directly or through others."""
    calls = {
        d.name.id: [n.id for n in names_in(d.body) if n.id not in {p.id for p in d.parameters}]
        for d in defines
    }
    for d in defines:
        path = _circle(d.name.id, calls)
        if path and not ctx.circular & set(path):
            ctx.error(
                "E0209",
                f"'{d.name.id}' is defined by itself: {' → '.join(path)}",
                d.name.span,
                hint="a define cannot be recursive; every spec ends",
            )
        if path:
            ctx.circular.update(path)


def _circle(start: str, calls: dict[str, list[str]]) -> list[str]:
    """A shortest cycle of calls from a define back to itself; empty if there is none."""
    ways = [[start]]
    seen: set[str] = set()
    for way in ways:
        for name in calls.get(way[-1], ()):
            if name == start:
                return [*way, start]
            if name in calls and name not in seen:
                seen.add(name)
                ways.append([*way, name])
    return []
