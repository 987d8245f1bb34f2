"""Comprehensions: lists and sets in brackets with `for`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...deadline import pause
from ...dsl.syntax import (
    Call,
    Compare,
    Comprehension,
    Expr,
    ForClause,
    IfClause,
    Name,
    Truth,
    names_in,
)
from ...model.nodes import Bool
from ..board.places import Place, Unit
from ..builtins.stretches import line_conditions
from ..context import Context
from ..values.comparison import make_set
from ..values.partitions import Partition
from ..values.values import Lengths, Value, is_collection, is_constant, items, sequence
from .closures import Evaluate, Frame, assign
from .of_pieces import (
    Clauses,
    Selection,
    centres_of_half_turns,
    lines_of_cells,
    pieces_that_meet,
)
from .related import related_members
from .scope import Scope

_Build = Callable[[Frame, Bool, list[tuple[Value, Bool]]], None]


def comprehension(
    lowering: Scope, tree: Comprehension, only_true: bool = False, in_any_order: bool = False
) -> Evaluate:
    """The closure of a list or set in brackets with `for`. only_true: whether elements that are
    false may be left out; in_any_order: whether their order has no meaning."""
    lengths = _lengths(lowering, tree)
    if lengths is not None:
        return lengths
    unordered = tree.kind == "set"
    lines = lines_of_cells(lowering, tree)
    outer = dict(lowering.scope)
    build = _clauses(
        lowering, tree.clauses, tree.element, only_true, in_any_order=unordered or in_any_order
    )
    lowering.scope = outer

    def collect(frame: Frame) -> Value:
        special = None if lines is None else lines(frame)
        if special is not None:
            return special
        pairs: list[tuple[Value, Bool]] = []
        build(frame, True, pairs)
        m = frame[0].m
        return make_set(m, pairs) if unordered else sequence(m, pairs)

    return collect


def _clauses(
    lowering: Scope,
    clauses: Sequence[ForClause | IfClause],
    element: Expr,
    only_true: bool = False,
    in_any_order: bool = False,
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
            inner(frame, condition if t is True else frame[0].m.and_((condition, t)), out)

        return filtered
    iterable = lowering.members(first.iterable)
    held = _members_that_hold(lowering, first, rest, element, only_true)
    choosing: list[Selection] = [] if held is None else [held]
    related = related_members(lowering, first, rest, element, only_true)
    if related is not None:
        choosing.append(Selection(related, rest, element))
    if only_true:
        choosing += centres_of_half_turns(lowering, first, rest, element)
    if in_any_order:
        choosing += pieces_that_meet(lowering, first, rest, element, only_true)
    outer, slots = lowering.bind(first.targets)

    def body(rest: Clauses, element: Expr) -> tuple[_Build, bool]:
        """What is done for a member, and whether that depends on the member only, so that it pays
        to keep the result."""
        plain = not rest and isinstance(element, Truth)
        alone = not plain and not any(n.id in outer for n in names_in((rest, element)))
        return _clauses(lowering, rest, element, only_true, in_any_order), alone

    chosen = [(one.members, body(one.rest, one.element)) for one in choosing]
    every = body(rest, element)
    span, needed = first.iterable.span, lowering.size

    def loop(frame: Frame, condition: Bool, out: list[tuple[Value, Bool]]) -> None:
        context = frame[0]
        if len(frame) < needed:  # an expression that stands alone, outside of any rule
            frame.extend([None] * (needed - len(frame)))
        inner, alone = every
        for choose, done in chosen:
            members = choose(frame)
            if members is not None:
                inner, alone = done
                break
        else:
            members = iterable(frame)
        scale = context.enter(len(members), span)
        for item, there in members:
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


def _members_that_hold(
    lowering: Scope,
    first: ForClause,
    rest: Sequence[ForClause | IfClause],
    element: Expr,
    only_true: bool,
) -> Selection | None:
    """Those members of a closed collection that hold the place of an outer name, if only these
    matter, as in `any(c in g for g in gaps)`; else None. So a rule for each place need not examine
    all members. There are none of them if some member is not a constant set of places."""
    test: Expr | None = None
    if rest:
        test = rest[0].test if isinstance(rest[0], IfClause) else None
    elif only_true:
        test = element
    match test, first.targets:
        case Compare(operands=(Name(id=place), Name(id=member)), ops=("in",)), (Name(id=bound),):
            if member != bound or place == bound or place not in lowering.scope:
                return None
        case _:
            return None
    if not lowering.is_closed(first.iterable):
        return None
    slot = lowering.scope[place]
    collection = lowering.once(lowering.expression(first.iterable), first.iterable)

    def holding(frame: Frame) -> Sequence[tuple[Value, Bool]] | None:
        if type(frame[slot]) is not Place:
            return None
        by_place = frame[0].once(_by_place, collection(frame))
        return None if by_place is None else by_place.get(frame[slot], ())

    if rest:
        return Selection(holding, rest[1:], element)
    return Selection(holding, rest, Truth(True, element.span))


def _by_place(context: Context, collection: Value) -> dict[Place, list[tuple[Value, Bool]]] | None:
    """By place, the members of a collection that hold it; None if some member is not a constant set
    of places."""
    if not is_collection(collection) or isinstance(collection, Partition):
        return None
    found: dict[Place, list[tuple[Value, Bool]]] = {}
    for member, there in items(context.m, collection):
        if type(member) is not Unit and type(member) is not tuple:
            return None
        for place in dict.fromkeys(member):
            if type(place) is not Place:
                return None
            found.setdefault(place, []).append((member, there))
    return found


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
