"""Comprehensions: lists and sets in brackets with `for`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...dsl.syntax import Call, Comprehension, Expr, ForClause, IfClause, Name, names_in
from ...model.nodes import Bool
from ..board.places import Unit
from ..builtins.stretches import line_conditions
from ..values.comparison import make_set
from ..values.values import Lengths, Value, is_constant, sequence
from .closures import Evaluate, Frame, assign
from .scope import Scope


def comprehension(lowering: Scope, tree: Comprehension) -> Evaluate:
    """The closure of a list or set in brackets with `for`."""
    lengths = _lengths(lowering, tree)
    if lengths is not None:
        return lengths
    outer = dict(lowering.scope)
    build = _clauses(lowering, tree.clauses, tree.element)
    lowering.scope = outer
    unordered = tree.kind == "set"

    def collect(frame: Frame) -> Value:
        pairs: list[tuple[Value, Bool]] = []
        build(frame, True, pairs)
        m = frame[0].m
        return make_set(m, pairs) if unordered else sequence(m, pairs)

    return collect


def _clauses(
    lowering: Scope, clauses: Sequence[ForClause | IfClause], element: Expr
) -> Callable[[Frame, Bool, list[tuple[Value, Bool]]], None]:
    if not clauses:
        value = lowering.expression(element)
        return lambda frame, condition, out: out.append((value(frame), condition))
    first, rest = clauses[0], clauses[1:]
    if isinstance(first, IfClause):
        test = lowering.expression(first.test)
        inner = _clauses(lowering, rest, element)

        def filtered(frame: Frame, condition: Bool, out: list[tuple[Value, Bool]]) -> None:
            t = test(frame)
            if t is False:
                return
            inner(frame, condition if t is True else frame[0].m.and_((condition, t)), out)

        return filtered
    iterable = lowering.members(first.iterable)
    outer, slots = lowering.bind(first.targets)
    inner = _clauses(lowering, rest, element)
    span, needed = first.iterable.span, lowering.size
    # Whether the result for a member depends on the member only.
    alone = not any(n.id in outer for n in names_in((rest, element)))

    def loop(frame: Frame, condition: Bool, out: list[tuple[Value, Bool]]) -> None:
        context = frame[0]
        if len(frame) < needed:  # an expression that stands alone, outside of any rule
            frame.extend([None] * (needed - len(frame)))
        members = iterable(frame)
        scale = context.enter(len(members), span)
        for item, there in members:
            known = None
            if alone and condition is True and there is True and is_constant(item):
                known = context.called.get((inner, item))
                if known is None:
                    known = context.called[inner, item] = []
                    assign(frame, slots, item)
                    inner(frame, True, known)
            if known is not None:
                out += known
                continue
            assign(frame, slots, item)
            inner(
                frame,
                condition if there is True else context.m.and_((condition, there)),
                out,
            )
        context.scale = scale

    return loop


def _lengths(lowering: Scope, tree: Comprehension) -> Evaluate | None:
    """`[size(r) for r in runs(line, cond)]` keeps the form that a global constraint covers."""
    match tree:
        case Comprehension(
            kind="list" | "bare",
            element=Call(function=Name(id="size"), args=(Name(id=counted),)),
            clauses=(
                ForClause(
                    targets=(Name(id=bound),),
                    iterable=Call(function=Name(id="runs"), args=(line_tree, cond_tree)),
                ),
            ),
        ) if counted == bound:
            pass
        case _:
            return None
    line, condition = lowering.expression(line_tree), lowering.expression(cond_tree)
    outer = dict(lowering.scope)
    general = _clauses(lowering, tree.clauses, tree.element)
    lowering.scope = outer

    def collect(frame: Frame) -> Value:
        context, cells, where = frame[0], line(frame), condition(frame)
        if isinstance(cells, (Unit, tuple)):
            held = line_conditions(context, tuple(cells), where)
            if held is not None:
                return Lengths(tuple(held), isinstance(cells, Unit) and cells.cyclic)
        pairs: list[tuple[Value, Bool]] = []
        general(frame, True, pairs)
        return sequence(context.m, pairs)

    return collect
