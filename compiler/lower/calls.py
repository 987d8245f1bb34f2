"""Calls: of built-in functions, of what a spec defines, of relations and sets of places."""

from __future__ import annotations

from collections.abc import Callable

from ...dsl.syntax import Call, Name
from ...model.nodes import Bool
from ..builtins.covering import Sets, by_member, sets_of
from ..builtins.functions import FUNCTIONS
from ..builtins.sets import sides, touching
from ..builtins.shapes import placements, shape
from ..context import Context
from ..values.values import CONSTANTS, Value
from .closures import Evaluate, Frame, assign
from .scope import Scope

_FLAGS = {"turned", "flipped"}
_WITH_FLAGS: dict[str, Callable[..., Value]] = {"placements": placements, "shape": shape}
# Functions whose values take work, and are asked again and again.
_LASTING = frozenset(
    [
        "acyclic",
        "areas",
        "blocks",
        "connected",
        "distance",
        "groups",
        "inside",
        "loop",
        "outline",
        "path",
        "runs",
        "windows",
    ]
)


def call(lowering: Scope, tree: Call) -> Evaluate:
    """The closure of a call, whatever is called."""
    function = tree.function
    if isinstance(function, Name) and function.id not in lowering.scope:
        name = function.id
        if name in lowering.defines:
            return lowering.defined(name, tree)
        if name in _WITH_FLAGS:
            return _with_flags(lowering, _WITH_FLAGS[name], tree)
        if name == "sides":
            which = [lowering.expression(a) for a in tree.args]
            return lambda frame: sides(frame[0], *(f(frame) for f in which))
        if lowering.is_builtin(name):
            return _built_in(lowering, name, tree)
    called = lowering.expression(function)
    args = [lowering.expression(a) for a in tree.args]
    return lambda frame: touching(frame[0], called(frame), *(f(frame) for f in args))


def _built_in(lowering: Scope, name: str, tree: Call) -> Evaluate:
    operation = FUNCTIONS[name]
    if name in ("count", "any") and len(tree.args) == 1:
        sets = sets_of(tree.args[0], lowering.scope.keys())
        if sets is not None:
            return _of_sets(lowering, operation, sets, tree)
    args = [lowering.argument(a) for a in tree.args]
    if name in _LASTING and lowering.is_closed(tree):
        return lowering.once(lambda frame: operation(frame[0], *(f(frame) for f in args)), tree)
    if len(args) == 1:
        (only,) = args
        return lowering.hoisted(lambda frame: operation(frame[0], only(frame)), tree)
    return lowering.hoisted(lambda frame: operation(frame[0], *[f(frame) for f in args]), tree)


def _of_sets(lowering: Scope, operation: Callable[..., Value], sets: Sets, tree: Call) -> Evaluate:
    """`count` or `any` of the sets that hold a member (see `covering`)."""
    general = lowering.argument(tree.args[0])
    member = lowering.expression(sets.member)
    members = lowering.members(sets.members)
    outer, slots = lowering.bind((sets.target,))
    collection, size = lowering.expression(sets.collection), lowering.size
    lowering.scope = outer

    def work_out(context: Context, _: object) -> dict[Value, list[Bool]] | None:
        frame: Frame = [context, *([None] * (size - 1))]
        found: list[tuple[Value, Bool]] = []
        for item, there in members(frame):
            assign(frame, slots, item)
            found.append((collection(frame), there))
        return by_member(context.m, found)

    def ask(frame: Frame) -> Value:
        context = frame[0]
        table, wanted = context.once(work_out, tree), member(frame)
        if table is None or type(wanted) not in CONSTANTS:
            return operation(context, general(frame))
        return operation(context, tuple(table.get(wanted, ())))

    return ask


def _with_flags(lowering: Scope, operation: Callable[..., Value], tree: Call) -> Evaluate:
    flags = {a.id for a in tree.args if isinstance(a, Name) and a.id in _FLAGS}
    given = [
        lowering.expression(a) for a in tree.args if not (isinstance(a, Name) and a.id in _FLAGS)
    ]
    turned, flipped = "turned" in flags, "flipped" in flags
    return lambda frame: operation(
        frame[0], *(f(frame) for f in given), turned=turned, flipped=flipped
    )
