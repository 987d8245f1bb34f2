"""Warn of what is allowed but probably a mistake: unused names, cells left out unintentionally."""

from __future__ import annotations

from .check_context import Context
from .syntax import (
    About,
    Answer,
    Call,
    Define,
    Expr,
    Find,
    Given,
    Let,
    Name,
    SpecTree,
    Title,
    Unary,
)
from .types import Layer, plural
from .walking import nodes

JOINS_PLACES = frozenset({"connected", "areas", "acyclic", "runs", "run"})


def warn(ctx: Context, tree: SpecTree) -> None:
    """Warn about a spec without errors, but not about the specs that it uses, nor about a library
    of defines."""
    if all(isinstance(d, (Title, About, Define)) for d in tree.declarations):
        return
    used = {name.id for name in ctx.references} | {name for name, _ in ctx.uses}
    for node in tree.declarations:
        if isinstance(node, Answer):
            used |= {name.id for name in node.names}
        elif isinstance(node, Find) and node.printed is not None:
            used.add(node.printed.id)
        elif isinstance(node, Let) and node.looks:
            used.add(node.name.id)  # it is drawn
    if not any(isinstance(d, Find) for d in tree.declarations):
        ctx.warn("W0201", "there is nothing to find", hint="a `find` is what the solver fills")
    for name, declared in ctx.names.items():
        if name in used or declared.kind == "grid" or declared.span.source is not tree.source:
            continue
        message = f"no rule mentions '{name}'" if declared.kind == "find" else f"'{name}' is unused"
        ctx.warn("W0202", message, declared.span)
    for call in nodes(tree.declarations):
        if (
            isinstance(call, Call)
            and isinstance(call.function, Name)
            and call.function.id in JOINS_PLACES
            and call.span.source is tree.source
        ):
            _warn_of_gaps(ctx, call)


def _warn_of_gaps(ctx: Context, call: Call) -> None:
    """`connected(not black)` where `black` lives on some cells only: the others are not in it."""
    for arg in call.args:
        if not (isinstance(arg, Unary) and arg.op == "not" and isinstance(arg.operand, Name)):
            continue
        layer = ctx.names.get(arg.operand.id)
        if layer is None or not isinstance(layer.node, (Given, Find)):
            continue
        at, name = layer.node.at, arg.operand.id
        if at.some or at.where is not None or not _is_whole(ctx, at.sets[0]):
            t = layer.fact.type
            places = plural(t.keys[0]) if isinstance(t, Layer) else "places"
            ctx.warn(
                "W0203",
                f"this leaves out the {places} where '{name}' has no value",
                arg.span,
                f"`{places} - {name}` includes them; to leave them out on purpose, "
                "name the set with a `let`",
            )


def _is_whole(ctx: Context, places: Expr) -> bool:
    """Whether an expression denotes all places of a kind: `cells`, or a set of things."""
    if not isinstance(places, Name):
        return False
    declared = ctx.names.get(places.id)
    return declared is None or declared.kind == "things"
