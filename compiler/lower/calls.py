"""Compile calls: of built-in functions, of defines, of relations and sets of places."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...dsl.checked import EITHER
from ...dsl.known_arguments import KNOWN_ARGUMENTS
from ...dsl.syntax import Call, Comprehension, Expr, Name
from ...model.nodes import Bool
from ..board.places import Place
from ..builtins.aggregates import parts_of_any as of_any
from ..builtins.functions import FUNCTIONS
from ..builtins.sets import sides, touching
from ..builtins.shapes import placements, shape
from ..values.values import Layer, Unsupported, Value, is_visible
from .closures import Evaluate, Frame, context_of, located
from .comprehensions import comprehension, conditions
from .scope import Scope

_FLAGS = {"turned", "flipped"}
_WITH_FLAGS: dict[str, Callable[..., Value]] = {"placements": placements, "shape": shape}
# Functions that are expensive and called repeatedly with the same arguments.
_EXPENSIVE = frozenset(
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
# Functions that ignore false elements.
_OF_TRUE = frozenset(["any", "count"])
# Functions to which the order of a list has no meaning.
_IN_ANY_ORDER = frozenset(
    [
        "all",
        "all_different",
        "all_equal",
        "bag",
        "kinds",
        "max",
        "min",
        "product",
        "size",
        "straight",
        "sum",
    ]
)
# Functions of a set whose type, or that it is found, decides the result, also if it is empty or
# known; the reading of the set is their last argument.
_BY_READING = frozenset(["groups", "inside"])
# Functions whose results are memoised by their arguments, the last of which is a set.
_MEMOISED = frozenset(["run"])


def call(lowering: Scope, tree: Call) -> Evaluate:
    """The closure of a call of any kind."""
    function = tree.function
    if isinstance(function, Name) and function.id not in lowering.scope:
        name = function.id
        if name in lowering.defines:
            return lowering.defined(name, tree)
        if name in _WITH_FLAGS:
            return _with_flags(lowering, name, tree)
        if name == "sides":
            (which,) = map(lowering.expression, tree.args)
            return lambda frame: sides(frame[0], which(frame))
        if lowering.is_builtin(name):
            return _built_in(lowering, name, tree)
    called = lowering.expression(function)
    args = [lowering.expression(a) for a in tree.args]
    if len(args) == 2:
        return _of_pair(called, *args)
    if len(args) == 1 and lowering.is_closed(function):
        return _of_place(called, *args)
    return lambda frame: touching(frame[0], called(frame), *[f(frame) for f in args])


def _of_place(called: Evaluate, place: Evaluate) -> Evaluate:
    """The members of a closed set that touch a place, cached by place: rules repeat such calls for
    each pair of places."""

    def touched(frame: Frame) -> Value:
        context, at = context_of(frame), place(frame)
        if type(at) is not Place:
            return touching(context, called(frame), at)
        known = context.called.get((called, at))
        if known is None:
            known = context.called[called, at] = touching(context, called(frame), at)
        return known

    return touched


def _of_pair(called: Evaluate, one: Evaluate, other: Evaluate) -> Evaluate:
    """Whether two places are in relation."""

    def related(frame: Frame) -> Value:
        members, a, b = called(frame), one(frame), other(frame)
        if type(members) is Layer and members.relation and type(a) is type(b) is Place:
            return members.get((a, b)) or False  # the common case first
        return touching(frame[0], members, a, b)

    return related


def _built_in(lowering: Scope, name: str, tree: Call) -> Evaluate:
    operation = FUNCTIONS[name]
    args = [_known(name, k, argument(lowering, name, a)) for k, a in enumerate(tree.args)]
    if name in _BY_READING:
        reading = lowering.readings.get(tree.args[0], EITHER)
        args.append(lambda frame: reading)
    if name in _MEMOISED and lowering.is_closed(tree.args[-1]):
        return _memoised(operation, args)
    if name in _EXPENSIVE and lowering.is_closed(tree):
        return lowering.once(lambda frame: operation(frame[0], *(f(frame) for f in args)), tree)
    if len(args) == 1:
        (only,) = args
        return lowering.hoisted(lambda frame: operation(frame[0], only(frame)), tree)
    if len(args) == 2:
        one, other = args
        return lowering.hoisted(lambda frame: operation(frame[0], one(frame), other(frame)), tree)
    return lowering.hoisted(lambda frame: operation(frame[0], *[f(frame) for f in args]), tree)


def parts_of_any(lowering: Scope, tree: Call) -> Callable[[Frame], Sequence[Bool]]:
    """The closure of the conditions in a call of `any`."""
    (only,) = tree.args
    if isinstance(only, Comprehension) and only.kind == "bare":
        return located(conditions(lowering, only), tree.span)
    given = argument(lowering, "any", only)
    return located(lambda frame: of_any(context_of(frame), given(frame)), tree.span)


def argument(lowering: Scope, name: str, tree: Expr) -> Evaluate:
    """The closure of an argument of a built-in function."""
    if name in _OF_TRUE and isinstance(tree, Comprehension) and tree.kind == "bare":
        made = comprehension(lowering, tree, only_true=True, in_any_order=True)
        return located(made, tree.span)
    if name in _IN_ANY_ORDER and isinstance(tree, Comprehension):
        return located(comprehension(lowering, tree, in_any_order=True), tree.span)
    return lowering.argument(tree)


def _memoised(operation: Callable[..., Value], args: list[Evaluate]) -> Evaluate:
    """A memoised call: rules repeat calls from the same place in the same direction, along a set
    that stays the same."""
    *others, last = args

    def call(frame: Frame) -> Value:
        context, over = context_of(frame), last(frame)
        values = [f(frame) for f in others]
        key = (operation, id(over), *values)
        known = context.called.get(key)
        if known is None:  # keeps `over` alive, so that its id is not reused
            known = context.called[key] = (over, operation(context, *values, over))
        return known[1]

    return call


def _known(name: str, position: int, given: Evaluate) -> Evaluate:
    """An argument that must be known before solving. The checker ensures it, except for values of a
    layer that is open at some places (see `ground.opening`)."""
    if position not in KNOWN_ARGUMENTS.get(name, ()):
        return given

    def known(frame: Frame) -> Value:
        value = given(frame)
        members = value if isinstance(value, tuple) else (value,)
        if not all(map(is_visible, members)):
            raise Unsupported(f"an argument of {name} depends on what the solver decides")
        return value

    return known


def _with_flags(lowering: Scope, name: str, tree: Call) -> Evaluate:
    operation = _WITH_FLAGS[name]
    flags = {a.id for a in tree.args if isinstance(a, Name) and a.id in _FLAGS}
    given = [
        _known(name, 0, lowering.expression(a))
        for a in tree.args
        if not (isinstance(a, Name) and a.id in _FLAGS)
    ]
    turned, flipped = "turned" in flags, "flipped" in flags
    return lambda frame: operation(
        frame[0], *(f(frame) for f in given), turned=turned, flipped=flipped
    )
