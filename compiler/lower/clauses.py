"""The clauses of comprehensions: `for` and `if`, compiled one inside the other.

A compiled clause appends the elements for the values that names have in a frame, each with the
condition that it is present.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, cast

from ...deadline import pause
from ...dsl.syntax import Expr, IfClause, Truth
from ...dsl.walking import names_in
from ...model.nodes import Bool
from ..values.consecutive import Consecutive
from ..values.values import Value, is_constant
from .closures import BETWEEN, Evaluate, Frame, assign, context_of, located, make_room
from .scope import Scope
from .selection import Choose, Clauses, Loop, Pairs
from .selections import selections

# Appends the elements for what is in a frame, each with its condition joined with one.
Elements: TypeAlias = "Callable[[Frame, Bool, list[tuple[Value, Bool]]], None]"


def elements(
    lowering: Scope, clauses: Clauses, element: Expr, only_true: bool, in_any_order: bool
) -> Elements:
    """The closure of an element under clauses. only_true: whether elements that are false may be
    left out. in_any_order: whether the order of the elements has no meaning."""
    if not clauses:
        value = lowering.expression(element)
        return lambda frame, condition, out: out.append((value(frame), condition))
    first, rest = clauses[0], clauses[1:]
    if isinstance(first, IfClause):
        test = lowering.expression(first.test)
        inner = elements(lowering, rest, element, only_true, in_any_order)

        def filtered(frame: Frame, condition: Bool, out: list[tuple[Value, Bool]]) -> None:
            t = test(frame)
            if t is False:
                return
            if t is not True:
                condition = context_of(frame).m.and_((condition, cast("Bool", t)))
            inner(frame, condition, out)

        return filtered
    return _looped(lowering, Loop(first, rest, element, only_true, in_any_order))


def _looped(lowering: Scope, loop: Loop) -> Elements:
    iterable = lowering.expression(loop.clause.iterable)
    selected = selections(lowering, loop)
    outer = lowering.scope
    with lowering.bound(loop.clause.targets) as slots:
        every = _PerMember(lowering, loop, slots, outer)
        chosen = [
            (s.members, every if s.loop is loop else _PerMember(lowering, s.loop, slots, outer))
            for s in selected
        ]
    return _ForClause(loop, iterable, every, chosen, lowering.size).append_all


class _PerMember:
    """What a loop appends for each member.

    slots: the positions of the loop's names. outer: the names in scope around the loop."""

    def __init__(
        self, lowering: Scope, loop: Loop, slots: tuple[int, ...], outer: dict[str, int]
    ) -> None:
        self._slots = slots
        # None where each member counts as true.
        self._elements: Elements | None = None
        # Whether the elements depend on the member only, so that it pays to cache them.
        self._alone = False
        always = not loop.rest and isinstance(loop.element, Truth) and loop.element.value
        if not (always and loop.name):
            self._alone = not any(n.id in outer for n in names_in((loop.rest, loop.element)))
            self._elements = elements(
                lowering, loop.rest, loop.element, loop.only_true, loop.in_any_order
            )

    def append(
        self, frame: Frame, members: Pairs, condition: Bool, out: list[tuple[Value, Bool]]
    ) -> None:
        """Append the elements of all members."""
        inner, both = self._elements, context_of(frame).m.and_
        if inner is None:
            out += [(True, c if condition is True else both((condition, c))) for _, c in members]
            return
        for k, (item, there) in enumerate(members):
            if not k & BETWEEN:
                pause()
            if condition is True:
                holds = there
            else:
                holds = condition if there is True else both((condition, there))
            if not self._alone or not is_constant(item):
                assign(frame, self._slots, item)
                inner(frame, holds, out)
                continue
            known = self._of_constant(frame, item, inner)
            if holds is True:
                out += known
            else:
                out += [(value, holds if c is True else both((holds, c))) for value, c in known]

    def append_consecutive(
        self, frame: Frame, pairs: Consecutive, condition: Bool, out: list[tuple[Value, Bool]]
    ) -> None:
        """Append the elements of all pairs, each with the conditions of both joined."""
        inner, both = self._elements, context_of(frame).m.and_
        assert inner is not None
        for pair, parts in pairs.each():
            made: list[tuple[Value, Bool]] = []
            assign(frame, self._slots, pair)
            inner(frame, True, made)
            for value, c in made:
                there = both((condition, *parts, c))
                if there is not False:
                    out.append((value, there))

    def _of_constant(
        self, frame: Frame, item: Value, inner: Elements
    ) -> Sequence[tuple[Value, Bool]]:
        called = context_of(frame).called
        known = called.get((inner, item))
        if known is None:
            known = called[inner, item] = []
            assign(frame, self._slots, item)
            inner(frame, True, known)
        return known


class _ForClause:
    """A `for` clause, compiled.

    every: what it appends for each member. chosen: closures of members that may pass the test after
    the clause, which give None if these are not known, with what it appends for each. needed: the
    size of a frame.
    """

    def __init__(
        self,
        loop: Loop,
        iterable: Evaluate,
        every: _PerMember,
        chosen: Sequence[tuple[Choose, _PerMember]],
        needed: int,
    ) -> None:
        self._loop = loop
        self._iterable = iterable
        self._every = every
        self._chosen = chosen
        self._needed = needed
        self._is_tested = bool(loop.rest) and isinstance(loop.rest[0], IfClause)
        self._span = loop.clause.iterable.span
        self._members = located(self._collect, self._span)

    def append_all(self, frame: Frame, condition: Bool, out: list[tuple[Value, Bool]]) -> None:
        context = context_of(frame)
        make_room(frame, self._needed)
        inner, found = self._choice(frame)
        members = self._members(frame) if found is None else found
        if isinstance(members, Consecutive):
            scale = context.enter(members.most, self._span)
            inner.append_consecutive(frame, members, condition, out)
        else:
            scale = context.enter(len(members), self._span)
            inner.append(frame, members, condition, out)
        context.scale = scale

    def _choice(self, frame: Frame) -> tuple[_PerMember, Pairs | None]:
        for choose, inner in self._chosen:
            found = choose(frame)
            if found is not None:
                return inner, found
        return self._every, None

    def _collect(self, frame: Frame) -> Consecutive | Pairs:
        value = self._iterable(frame)
        if self._is_tested and type(value) is Consecutive:
            return value
        return self._loop.members(context_of(frame).m, value)
