"""Totals of the stretches of a line, as in `[sum(digit[s]) for s in runs(row, digit)]`: from place
to place, what the stretch that goes on there has so far. The list has a member for each place at
which a stretch may end; a member for each possible stretch would be one for any two places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ...dsl.syntax import Call, Comprehension, Expr, ForClause, Index, Name
from ...dsl.walking import names_in
from ...model.nodes import Bool, IntOperand
from ..board.places import Place, Unit
from ..builtins.stretches import Line, lines
from ..values.listing import sequence
from ..values.numbers import as_number, sure_number, under
from ..values.values import Maybe, Value
from .closures import Evaluate, Frame, assign, context_of, make_room
from .scope import Scope

_TOTALS: Final = frozenset({"sum", "count"})


def running_totals(lowering: Scope, tree: Comprehension) -> Evaluate | None:
    """The closure of a list of totals of the stretches of lines of cells or corners; it gives None
    for other lines, and for stretches that the puzzle decides. None for any other comprehension."""
    match tree:
        case Comprehension(
            kind="list" | "bare",
            element=element,
            clauses=(
                ForClause(
                    targets=(Name(id=bound) as target,),
                    iterable=Call(function=Name(id="runs"), args=args),
                ),
            ),
        ) if lowering.is_builtin("runs") and _adds_up(lowering, element, bound):
            pass
        case _:
            return None
    arguments = [lowering.expression(arg) for arg in args]
    with lowering.bound((target,)) as slots:
        total = lowering.expression(element)
    needed = lowering.size

    def totals(frame: Frame, line: Line) -> Iterator[tuple[Value, Bool]]:
        """For each place of a line the total of the stretch that ends there, if one does."""
        m, held = context_of(frame).m, line.held
        before: IntOperand = 0  # what the stretch has up to the last place; 0 if there is none
        for k, (here, goes_on) in enumerate(zip(held, (*held[1:], False), strict=True)):
            assign(frame, slots, line.stretch(k, k + 1))
            alone = total(frame)
            alone = sure_number(m, alone.value if isinstance(alone, Maybe) else alone)
            so_far = m.linear(((1, before), (1, alone)))
            yield as_number(so_far), m.and_((here, m.not_(goes_on)))
            before = under(m, here, so_far, 0)

    def collect(frame: Frame) -> Value:
        context, given = context_of(frame), [argument(frame) for argument in arguments]
        if len(given) > 1 and not _is_line(given[0]):
            return None
        found = lines(context, *given)
        held = [c for line in found for c in line.held]
        if any(line.cyclic or line.joined for line in found) or all(type(c) is bool for c in held):
            return None
        make_room(frame, needed)
        return sequence(context.m, [pair for line in found for pair in totals(frame, line)])

    return collect


def _is_line(value: Value) -> bool:
    """Whether a value is a list of known places."""
    return isinstance(value, (Unit, tuple)) and all(type(place) is Place for place in value)


def _adds_up(lowering: Scope, tree: Expr, stretch: str) -> bool:
    """Whether the text says that a number of a stretch is the sum of those of its places."""
    match tree:
        case Call(function=Name(id=name), args=(part,)) if name in _TOTALS:
            return lowering.is_builtin(name) and _is_by_place(part, stretch)
    return False


def _is_by_place(tree: Expr, stretch: str) -> bool:
    """Whether a list has a part for each place of a stretch, one after the other."""
    match tree:
        case Index(base=base, indices=(Name(id=name),)):
            return name == stretch and not _mentions(base, stretch)
        case Comprehension(kind="bare" | "list", element=element, clauses=clauses):
            first = clauses[0]
            if not (isinstance(first, ForClause) and isinstance(first.iterable, Name)):
                return False
            return first.iterable.id == stretch and not _mentions((element, clauses[1:]), stretch)
    return False


def _mentions(tree: object, name: str) -> bool:
    return any(used.id == name for used in names_in(tree))
