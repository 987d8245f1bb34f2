"""Select the members of a loop by place, through an index that is made once for each puzzle.

For a place c, `any(c in g for g in gaps)` needs only the gaps that may contain c; for a place x,
`count(goal[c] = x for c in circle)` needs only the circles whose goal may be x. Windows whose size
depends on outer names need no index: those with a cell follow from its position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from ...deadline import pause
from ...dsl.syntax import Call, Compare, Expr, Name
from ...dsl.walking import names_in
from ...model.nodes import Bool
from ...records import record
from ..board.places import Place, Unit
from ..values.choice import Choice
from ..values.listing import sure_members
from ..values.partitions import Partition
from ..values.values import GuardedList, Value, is_collection
from .closures import BETWEEN, Evaluate, Frame, context_of
from .conditions import meeting
from .scope import Scope
from .selection import Choose, Loop, Pairs, Selection

# The places that a value may be, or that a collection may contain; None if they are not known.
_Possible: TypeAlias = "Callable[[Value], Iterable[Place] | None]"


@record(eq=False)
class _Index:
    """An index of a collection by an expression of its members: the members in order, and for each
    place the positions of those for which the expression may be or contain it. sure: whether none
    of these places depends on the solution."""

    pairs: list[tuple[Value, Bool]]
    positions: dict[Place, list[int]]
    sure: bool

    def near(self, places: Iterable[Place]) -> Pairs:
        """The members indexed under some places, in order."""
        found = {k for place in places for k in self.positions.get(place, ())}
        return [self.pairs[k] for k in sorted(found)]


def by_place(lowering: Scope, loop: Loop) -> list[Selection]:
    """Select the members of a closed collection that may pass a test with a place, or a collection
    of places, of an outer name.

    There are two selections: the first requires an index that does not depend on the solution, and
    its members need no test; the second takes any index and keeps the test. The members are not
    known if for one of them the test is about anything but listed places."""
    loop = loop.apart
    if (windows := _windows(lowering, loop)) is not None:
        return [windows]
    found = _sides(lowering, loop)
    if found is None:
        return []
    given, outer, possible, several = found
    index, others = _index_of(lowering, loop, given, possible), lowering.expression(outer)

    def selected(sure: bool) -> Choose:
        def choose(frame: Frame) -> Pairs | None:
            known = index(frame)
            if known is None or (sure and not known.sure):
                return None
            if not known.pairs:  # then nothing evaluates the test, which may be undefined
                return ()
            other = others(frame)
            places = sure_members(other) if several else (other,)
            if places is None or not all(type(place) is Place for place in places):
                return None
            return known.near(places)

        return choose

    return [Selection(selected(True), loop.with_test(None)), Selection(selected(False), loop)]


def _windows(lowering: Scope, loop: Loop) -> Selection | None:
    """Select the windows with a cell of an outer name, by their position, where their size depends
    on other outer names."""
    if lowering.is_closed(loop.clause.iterable):
        return None
    match loop.clause.iterable, loop.test:
        case (
            Call(function=Name(id="windows"), args=(height, width)),
            Compare(operands=(place, Name(id=name)), ops=("in",)),
        ) if lowering.is_builtin("windows") and _is_of(loop, name, place):
            sizes = lowering.expression(height), lowering.expression(width)
            cell = lowering.expression(place)
        case _:
            return None

    def choose(frame: Frame) -> Pairs | None:
        (h, w), at = [size(frame) for size in sizes], cell(frame)
        if type(h) is not int or type(w) is not int or h < 1 or w < 1:
            return None
        if type(at) is not Place or at.kind != "cell":
            return None
        return [(window, True) for window in context_of(frame).squares.windows(h, w, at)]

    return Selection(choose, loop.with_test(None))


def _is_of(loop: Loop, name: str, place: Expr) -> bool:
    """Whether a loop binds a name, and a place does not depend on it."""
    return name == loop.name and name not in {n.id for n in names_in(place)}


def _sides(lowering: Scope, loop: Loop) -> tuple[Expr, Expr, _Possible, bool] | None:
    """The two sides of a test: the expression with the loop's name, and the one with outer names.
    With them the function for the places of the former, and whether the latter has several places.
    None for any other test."""
    if not lowering.is_closed(loop.clause.iterable) or loop.test is None:
        return None
    match loop.test:
        case Compare(operands=(left, right), ops=("in",)):
            ways = ((left, right, _single, True), (right, left, _held, False))
        case Compare(operands=(left, right), ops=("=",)):
            ways = ((left, right, _single, False), (right, left, _single, False))
        case test:
            sides = meeting(test, lowering.is_builtin)
            if not sides:
                return None
            left, right = sides
            ways = ((left, right, _held, True), (right, left, _held, True))
    for given, outer, possible, several in ways:
        names = {name.id for name in names_in(given)}
        others = {name.id for name in names_in(outer)}
        alone = loop.name in names and names.isdisjoint(lowering.scope.keys() - {loop.name})
        if alone and loop.name not in others and not others.isdisjoint(lowering.scope):
            return given, outer, possible, several
    return None


def _index_of(
    lowering: Scope, loop: Loop, given: Expr, possible: _Possible
) -> Callable[[Frame], _Index | None]:
    """The closure of the index of a loop's members, made once for each puzzle."""
    members = lowering.expression(loop.clause.iterable)
    with lowering.bound(loop.clause.targets) as (slot,):
        value: Evaluate = lowering.expression(given)
    span = loop.clause.iterable.span

    def made(frame: Frame) -> _Index | None:
        context, collection = context_of(frame), members(frame)
        if not is_collection(collection) or isinstance(collection, Partition):
            return None
        pairs = list(loop.members(context.m, collection))
        positions: dict[Place, list[int]] = {}
        sure = True
        around, context.scale = context.scale, 1  # made once, whatever loop first uses it
        try:
            context.enter(len(pairs), span)
            for k, (member, _) in enumerate(pairs):
                if not k & BETWEEN:
                    pause()
                frame[slot] = member
                gives = value(frame)
                places = possible(gives)
                if places is None:
                    return None
                sure = sure and type(gives) in _KNOWN
                for place in dict.fromkeys(places):
                    positions.setdefault(place, []).append(k)
        finally:
            context.scale = around
        return _Index(pairs, positions, sure)

    key = (made,)

    def index(frame: Frame) -> _Index | None:
        called = context_of(frame).called
        if key not in called:
            called[key] = made(frame)
        known: _Index | None = called[key]
        return known

    return index


_KNOWN = frozenset((Place, Unit, tuple))


def _single(value: Value) -> Iterable[Place] | None:
    """The places that a value may be."""
    places = (value,) if type(value) is Place else value.choices if type(value) is Choice else None
    return places if places is not None and all(type(p) is Place for p in places) else None


def _held(value: Value) -> Iterable[Place] | None:
    """The places that a collection may contain."""
    if type(value) is Choice:
        held = [sure_members(option) for option in value.choices]
        if any(members is None for members in held):
            return None
        found = [place for members in held if members is not None for place in members]
    elif type(value) is GuardedList:
        found = list(value.items)
    elif type(value) is Unit or type(value) is tuple:
        found = list(value)
    else:
        return None
    return found if all(type(place) is Place for place in found) else None
