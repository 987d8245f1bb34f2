"""Comprehensions: lists and sets in brackets with `for`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import cast

from ...deadline import pause
from ...dsl.syntax import Attribute, Call, Comprehension, Expr, ForClause, IfClause, Name, Truth
from ...dsl.walking import names_in
from ...model.nodes import Bool
from ..board.places import Place, Unit
from ..builtins.aggregates import parts_of_any
from ..builtins.stretches import line_conditions
from ..values.consecutive import Consecutive
from ..values.lines import lines_of
from ..values.listing import sequence, sure_members
from ..values.members import items
from ..values.of_pieces import PieceValues
from ..values.sets import make_set
from ..values.values import TRUTHS, Lengths, Value, is_constant
from .closures import BETWEEN, Evaluate, Frame, assign, context_of, located
from .on_pieces import alike, on_piece, some_pieces
from .scope import Scope
from .selection import Clauses, Loop
from .selections import selections

_Build = Callable[[Frame, Bool, list[tuple[Value, Bool]]], None]

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
        some_pieces(lowering, tree),
        on_piece(lowering, tree, only_true, in_any_order),
    ]
    short = [form for form in forms if form is not None]
    of_one = alike(lowering, tree)
    build = _clauses(lowering, tree.clauses, tree.element, only_true, in_any_order)

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
    build = _clauses(lowering, tree.clauses, tree.element, True, in_any_order=True)
    of_one = alike(lowering, tree)

    def collect(frame: Frame) -> Sequence[Bool]:
        context = context_of(frame)
        of_piece = None if on_one is None else on_one(frame)
        if type(of_piece) is PieceValues and of_piece.values.are_given:
            of_piece = None  # known places are few; presolve knows pieces by those in them
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


def _clauses(
    lowering: Scope, clauses: Clauses, element: Expr, only_true: bool, in_any_order: bool
) -> _Build:
    if not clauses:
        value = lowering.expression(element)
        return lambda frame, condition, out: out.append((value(frame), condition))
    first, rest = clauses[0], clauses[1:]
    if isinstance(first, IfClause):
        test = lowering.expression(first.test)
        inner = _clauses(lowering, rest, element, only_true, in_any_order)

        def filtered(frame: Frame, condition: Bool, out: list[tuple[Value, Bool]]) -> None:
            t = test(frame)
            if t is False:
                return
            if t is not True:
                condition = context_of(frame).m.and_((condition, cast("Bool", t)))
            inner(frame, condition, out)

        return filtered
    iterable, tested = lowering.expression(first.iterable), rest and isinstance(rest[0], IfClause)
    whole = Loop(first, rest, element, only_true, in_any_order)
    selected = selections(lowering, whole)
    outer, slots = lowering.bind(first.targets)

    def body(one: Loop) -> tuple[_Build | None, bool]:
        """The closure of the element for a member, None where each counts as true; and whether it
        depends on the member only, so that it pays to cache the result."""
        plain = not one.rest and isinstance(one.element, Truth) and one.element.value
        if plain and one.name:
            return None, False
        alone = not any(n.id in outer for n in names_in((one.rest, one.element)))
        return _clauses(lowering, one.rest, one.element, only_true, in_any_order), alone

    every = body(whole)
    chosen = [(s.members, every if s.loop is whole else body(s.loop)) for s in selected]
    lowering.scope = outer
    span, needed = first.iterable.span, lowering.size

    def collect(frame: Frame) -> Consecutive | Sequence[tuple[Value, Bool]]:
        value = iterable(frame)
        if tested and type(value) is Consecutive:
            return value
        return whole.members(context_of(frame).m, value)

    collected = located(collect, span)

    def on_consecutive(
        inner: _Build, pairs: Consecutive, frame: Frame, condition: Bool
    ) -> Iterator[tuple[Value, Bool]]:
        """The elements for consecutive members, each with the conditions of both joined."""
        both = context_of(frame).m.and_
        for pair, parts in pairs.each():
            made: list[tuple[Value, Bool]] = []
            assign(frame, slots, pair)
            inner(frame, True, made)
            for value, c in made:
                there = both((condition, *parts, c))
                if there is not False:
                    yield value, there

    def loop(frame: Frame, condition: Bool, out: list[tuple[Value, Bool]]) -> None:
        context = context_of(frame)
        if len(frame) < needed:  # an expression that stands alone, outside of any rule
            frame.extend([None] * (needed - len(frame)))
        inner, alone = every
        found: Consecutive | Sequence[tuple[Value, Bool]] | None = None
        for choose, done in chosen:
            found = choose(frame)
            if found is not None:
                inner, alone = done
                break
        members = collected(frame) if found is None else found
        if isinstance(members, Consecutive):
            assert inner is not None
            scale = context.enter(members.most, span)
            out += on_consecutive(inner, members, frame, condition)
            context.scale = scale
            return
        scale = context.enter(len(members), span)
        if inner is None:
            both = context.m.and_
            out += [(True, c if condition is True else both((condition, c))) for _, c in members]
            context.scale = scale
            return
        for k, (item, there) in enumerate(members):
            if not k & BETWEEN:
                pause()
            if condition is True:
                holds = there
            else:
                holds = condition if there is True else context.m.and_((condition, there))
            if not alone or not is_constant(item):
                assign(frame, slots, item)
                inner(frame, holds, out)
                continue
            known = context.called.get((inner, item))
            if known is None:
                known = context.called[inner, item] = []
                assign(frame, slots, item)
                inner(frame, True, known)
            if holds is True:
                out += known
            else:
                out += [
                    (value, holds if c is True else context.m.and_((holds, c)))
                    for value, c in known
                ]
        context.scale = scale

    return loop


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
        ) if counted == bound:
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
