"""Comprehensions: lists and sets in brackets with `for`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from ...dsl.syntax import Attribute, Call, Comprehension, ForClause, Name
from ...model.nodes import Bool
from ..board.places import Place, Unit
from ..builtins.aggregates import parts_of_any
from ..builtins.stretches import line_conditions
from ..values.lines import lines_of
from ..values.listing import sequence, sure_members
from ..values.members import items
from ..values.of_pieces import PieceValues
from ..values.sets import make_set
from ..values.values import TRUTHS, Lengths, Value
from .clauses import elements
from .closures import Evaluate, Frame, context_of
from .on_pieces import alike, has_few, on_piece, some_pieces
from .running_totals import running_totals
from .scope import Scope

_AXES = {"row": 0, "column": 1}


def comprehension(
    lowering: Scope, tree: Comprehension, only_true: bool = False, in_any_order: bool = False
) -> Evaluate:
    """The closure of a list or set in brackets with `for`. only_true: whether elements that are
    false may be left out; in_any_order: whether their order has no meaning."""
    unordered = tree.kind == "set"
    forms = [
        _lines(lowering, tree),
        _lengths(lowering, tree),
        running_totals(lowering, tree),
        some_pieces(lowering, tree),
        on_piece(lowering, tree, only_true, in_any_order),
    ]
    short = [form for form in forms if form is not None]
    of_one = alike(lowering, tree)
    build = elements(lowering, tree.clauses, tree.element, only_true, in_any_order)

    def collect(frame: Frame) -> Value:
        for form in short:
            found = form(frame)
            if found is not None:
                return found
        m = context_of(frame).m
        repeated = None if of_one is None else of_one(frame)
        if repeated is not None:
            return make_set(m, items(m, repeated.once())) if unordered else repeated
        pairs: list[tuple[Value, Bool]] = []
        build(frame, True, pairs)
        return make_set(m, pairs) if unordered else sequence(m, pairs)

    return collect


def conditions(lowering: Scope, tree: Comprehension) -> Callable[[Frame], Sequence[Bool]]:
    """The closure of the conditions of a comprehension, each joined with the condition that its
    element is present."""
    on_one = on_piece(lowering, tree, only_true=True, in_any_order=True)
    build = elements(lowering, tree.clauses, tree.element, True, in_any_order=True)
    of_one = alike(lowering, tree)

    def collect(frame: Frame) -> Sequence[Bool]:
        context = context_of(frame)
        of_piece = None if on_one is None else on_one(frame)
        if type(of_piece) is PieceValues and has_few(of_piece.values):
            of_piece = None
        if of_piece is not None:
            return parts_of_any(context, of_piece)
        pairs: list[tuple[Value, Bool]] = []
        repeated = None if of_one is None else of_one(frame)
        if repeated is None:
            build(frame, True, pairs)
        else:
            pairs += items(context.m, repeated.once())
        found: list[Bool] = []
        for value, there in pairs:
            if value is True:
                found.append(there)
            elif type(value) in TRUTHS:
                found.append(context.m.and_((cast("Bool", value), there)))
            elif value is not None:
                return parts_of_any(context, sequence(context.m, pairs))
        return found

    return collect


def _lengths(lowering: Scope, tree: Comprehension) -> Evaluate | None:
    """`[size(r) for r in runs(line, cond)]` keeps the form that a global constraint covers: the
    closure gives None for other lines and conditions."""
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
        ) if counted == bound and lowering.is_builtin("size") and lowering.is_builtin("runs"):
            pass
        case _:
            return None
    line, condition = lowering.expression(line_tree), lowering.expression(cond_tree)

    def collect(frame: Frame) -> Value:
        context, cells, where = context_of(frame), line(frame), condition(frame)
        if not isinstance(cells, (Unit, tuple)):
            return None
        held = line_conditions(context, tuple(cells), where)
        cyclic = isinstance(cells, Unit) and cells.cyclic
        return None if held is None else Lengths(tuple(held), cyclic)

    return collect


def _lines(lowering: Scope, tree: Comprehension) -> Evaluate | None:
    """`[c.row for c in cells]` or of columns, if the cells are a piece or known: the closure gives
    None for other cells."""
    match tree:
        case Comprehension(
            element=Attribute(base=Name(id=named), name="row" | "column" as line),
            clauses=(ForClause(targets=(Name(id=bound),), iterable=cells_tree),),
        ) if named == bound:
            pass
        case _:
            return None
    cells, axis, unordered = lowering.expression(cells_tree), _AXES[line], tree.kind == "set"

    def collect(frame: Frame) -> Value:
        found = cells(frame)
        members = None if unordered else sure_members(found)
        if members is not None and all(type(p) is Place for p in members):
            return tuple([(p.row, p.column)[axis] for p in members])
        return lines_of(context_of(frame).m, found, axis, unordered)

    return collect
