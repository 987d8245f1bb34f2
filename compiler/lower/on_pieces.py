"""Comprehensions over places of a piece, as in `count(c in p for c in clue)`, or over pieces.

The selected places are a part of the piece, and their count is its size, as in `size(p & clue)`. A
list of them would need a condition for every two places of the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeGuard

from ...dsl.syntax import (
    Binary,
    Call,
    Compare,
    Comprehension,
    Expr,
    ForClause,
    IfClause,
    Index,
    Name,
)
from ...dsl.walking import names_in, nodes
from ...model.nodes import Bool
from ...records import record
from ..builtins.operators import values_on_piece
from ..values.members import items
from ..values.of_pieces import Repeated, SomePieces, ValuesOnPlaces, are_open, counted_on
from ..values.partitions import Members, Partition, Piece
from ..values.values import (
    GuardedList,
    Layer,
    Maybe,
    Value,
    is_constant,
    is_number,
    present,
    truth_of,
)
from .closures import Evaluate, Frame, context_of, make_room
from .conditions import conjuncts
from .scope import Scope

# Up to this many known places are tested one by one for whether they are in a piece, since presolve
# and the engine recognise pieces by such tests. More are counted.
FEW = 12


def has_few(values: ValuesOnPlaces) -> bool:
    """Whether at most FEW places have a yes, all of which the puzzle gives."""
    return values.are_given and values.known_yes <= FEW


def on_piece(
    lowering: Scope, tree: Comprehension, only_true: bool, in_any_order: bool
) -> Evaluate | None:
    """The closure of a comprehension over the places of one piece: over all of them, or over other
    places, or what they determine (`link(c, dot[c]) in p`), of which those in the piece are
    selected. It gives None for other members. only_true: whether elements that are false may be
    left out; in_any_order: whether their order has no meaning."""
    selection = _selection(lowering, tree, only_true)
    if selection is None:
        return None
    inside = _inside(lowering, selection)
    at, around = (None, None) if inside is None else inside.operands
    if isinstance(at, Name):  # the place itself
        at = None
    others = [x for x in selection.conditions if x is not inside]
    # The places of a piece differ, so that a list of them is a set if its order has no meaning.
    of_places = isinstance(tree.element, Name) and tree.element.id == selection.place.id
    distinct = selection.is_set or (of_places and in_any_order)
    all_of = None if distinct else selection.element
    members = lowering.expression(selection.members)
    whole = None if around is None else lowering.expression(around)
    outer, of_some = lowering.scope, None
    with lowering.bound((selection.place,)) as (slot,):
        of_all = _of_places(lowering, outer, slot, selection.conditions, None, all_of, distinct)
        if whole is not None:
            is_set = selection.is_set
            of_some = _of_places(lowering, outer, slot, others, at, selection.element, is_set)
    may_be_piece = _may_be_piece(lowering, selection.members)
    if of_some is None and (of_all is None or not may_be_piece):
        return None
    return _PieceLoop(
        members=members,
        may_be_piece=may_be_piece,
        closed=lowering.is_closed(selection.members),
        whole=whole,
        closed_whole=around is None or lowering.is_closed(around),
        of_all=of_all,
        of_some=of_some,
        in_any_order=in_any_order,
    ).collect


@record(eq=False)
class _Selection:
    """A comprehension over `members` that keeps each place that fulfils the conditions. element:
    what is listed of it; None if the places themselves are collected or counted."""

    place: Name
    members: Expr
    conditions: Sequence[Expr]
    element: Expr | None
    is_set: bool


def _selection(lowering: Scope, tree: Comprehension, only_true: bool) -> _Selection | None:
    """A comprehension with one loop over one name, read as a selection; None for others."""
    first, tests = tree.clauses[0], tree.clauses[1:]
    if not isinstance(first, ForClause) or len(first.targets) != 1:
        return None
    place, members = first.targets[0], first.iterable
    conditions: list[Expr] = []
    match members:
        case Binary(op="&", left=left, right=right):  # `for c in clue & p`
            pieces = [x for x in (left, right) if _may_be_piece(lowering, x)]
            if len(pieces) == 1:
                members = right if pieces[0] is left else left
                conditions.append(Compare((place, pieces[0]), ("in",), members.span))
    for test in tests:
        if not isinstance(test, IfClause):
            return None
        conditions += conjuncts(test.test)
    if tree.kind == "set":
        of_places = isinstance(tree.element, Name) and tree.element.id == place.id
        return _Selection(place, members, conditions, None, True) if of_places else None
    if only_true:
        conditions += conjuncts(tree.element)
        return _Selection(place, members, conditions, None, False)
    return _Selection(place, members, conditions, tree.element, False)


@record(eq=False)
class _PieceLoop:
    """A loop over the places of a piece, or over other places of which those in a piece are
    selected.

    members: what the loop goes through, which may be a piece; closed: whether it is the same at
    every call. whole: what a condition says that the places are in, if one does. of_all: what is
    collected if the members are a piece; of_some: if they are others that are in one."""

    members: Evaluate
    may_be_piece: bool
    closed: bool
    whole: Evaluate | None
    closed_whole: bool
    of_all: _OfPlaces | None
    of_some: _OfPlaces | None
    in_any_order: bool

    def collect(self, frame: Frame) -> Value:
        """What is collected; None if neither is a piece to be found, or a list is better."""
        whole = None if self.whole is None else self.whole(frame)
        if self.may_be_piece:
            piece = self.members(frame)
            if _is_open(piece):
                return self._in_piece(frame, piece, whole)
        if self.of_some is None or not _is_open(whole):
            return None
        return self.of_some.of(frame, whole, self.members, self.closed, not self.in_any_order)

    def _in_piece(self, frame: Frame, piece: Piece, whole: Value) -> Value:
        """What is collected of the places of a piece."""
        found = None if self.of_all is None else self.of_all.of(frame, piece)
        if found is not None:
            return found
        if self.of_some is None or self.of_some.at is not None or type(whole) is Piece:
            return None
        return self.of_some.of(frame, piece, self.whole, self.closed_whole)


def alike(lowering: Scope, tree: Comprehension) -> Callable[[Frame], Repeated | None] | None:
    """The closure of a comprehension like `number[c] = k for c in p`, where the edges of the
    partition join equal numbers. An element that depends on its place through such numbers only is
    evaluated once, at the place that the piece is named by. The closure gives None for other
    collections and layers."""
    clause = tree.clauses[0]
    if len(tree.clauses) > 1 or not isinstance(clause, ForClause) or len(clause.targets) > 1:
        return None
    layers = _read_at(tree.element, clause.targets[0].id)
    if not layers or not _may_be_piece(lowering, clause.iterable):
        return None
    if any(layer.id in lowering.scope for layer in layers):
        return None
    piece_of = lowering.expression(clause.iterable)
    read = [lowering.expression(layer) for layer in layers]
    with lowering.bound(clause.targets) as (slot,):
        element = lowering.expression(tree.element)

    def evaluate(frame: Frame) -> Repeated | None:
        piece = piece_of(frame)
        if not _is_open(piece):
            return None
        context = context_of(frame)
        for of in read:
            layer = of(frame)
            values = values_on_piece(context, layer, piece) if type(layer) is Layer else None
            if values is None or not values.are_common:
                return None
        make_room(frame, slot + 1)
        frame[slot] = piece.place
        value = element(frame)
        return None if isinstance(value, Maybe) else Repeated(context.m, piece, value)

    return evaluate


def _read_at(tree: Expr, bound: str) -> list[Name]:
    """The layers that an expression reads at a place, if it uses the place for nothing else."""
    layers: dict[str, Name] = {}
    reads = 0
    for part in nodes(tree):
        match part:
            case Index(base=Name() as layer, indices=(Name(id=at),)) if at == bound:
                layers[layer.id] = layer
                reads += 1
    used = sum(name.id == bound for name in names_in(tree))
    return [*layers.values()] if reads == used else []


def some_pieces(lowering: Scope, tree: Comprehension) -> Evaluate | None:
    """The closure of `{p for p in block if …}`, where the pieces are to be found; it gives None for
    other members."""
    first, tests = tree.clauses[0], tree.clauses[1:]
    if not isinstance(first, ForClause) or len(first.targets) != 1 or tree.kind == "bare":
        return None
    if not isinstance(tree.element, Name) or tree.element.id != first.targets[0].id:
        return None
    conditions = [test.test for test in tests if isinstance(test, IfClause)]
    if len(conditions) < len(tests) or not isinstance(first.iterable, (Name, Call)):
        return None
    pieces = lowering.expression(first.iterable)
    with lowering.bound(first.targets) as (slot,):
        passes = [lowering.expression(x) for x in conditions]

    def collect(frame: Frame) -> Value:
        partition = pieces(frame)
        if type(partition) is not Partition or partition.is_known():
            return None
        m = context_of(frame).m
        make_room(frame, slot + 1)
        found: list[tuple[Piece, Bool]] = []
        for piece, there in partition.each_place():
            frame[slot] = piece
            condition = m.and_((there, *[truth_of(test(frame) or False) for test in passes]))
            if condition is not False:
                found.append((piece, condition))
        return SomePieces(m, partition, found)

    return collect


def _is_open(value: Value) -> TypeGuard[Piece]:
    return type(value) is Piece and are_open(value)


def _may_be_piece(lowering: Scope, members: Expr) -> bool:
    """Whether an expression may be a piece, judged by its form: a local name, or a layer at a
    place."""
    return isinstance(members, Index) or (
        isinstance(members, Name) and members.id in lowering.scope
    )


def _inside(lowering: Scope, selection: _Selection) -> Compare | None:
    """The condition that each place is in one piece, as `c in p`; if there is none, that something
    that depends on the place is, as `f(c) in p`; None if there is neither."""
    name, found = selection.place.id, None
    for condition in selection.conditions:
        match condition:
            case Compare(operands=(at, whole), ops=("in",)) if not _mentions(whole, name):
                if isinstance(at, Name) and at.id == name:
                    return condition
                depends = not selection.is_set and _mentions(at, name)
                if found is None and depends and _may_be_piece(lowering, whole):
                    found = condition
    return found


def _mentions(tree: Expr, name: str) -> bool:
    """Whether an expression mentions a name."""
    return any(n.id == name for n in names_in(tree))


def _of_places(
    lowering: Scope,
    outer: Mapping[str, int],
    slot: int,
    conditions: Sequence[Expr],
    at: Expr | None,
    element: Expr | None,
    is_set: bool,
) -> _OfPlaces | None:
    """The selection from places by conditions on each of them, which may mention names of outer
    loops; None if the element does."""
    if any(name.id in outer for name in names_in(element)):
        return None
    named = {outer[name.id] for name in names_in((*conditions, at)) if name.id in outer}
    tests = [lowering.expression(x) for x in conditions]
    place = None if at is None else lowering.expression(at)
    value = None if element is None else lowering.expression(element)
    return _OfPlaces(slot, tests, place, value, is_set, sorted(named))


@record(eq=False)
class _OfPlaces:
    """The part of a piece whose places pass some tests, or the values of these places. at: the
    closure of what must be in the piece for a place; None for the place itself. value: the closure
    of a place's value; None to count the places. slot: of the place in the frame. outer: the slots
    of outer names that all these mention."""

    slot: int
    tests: Sequence[Evaluate]
    at: Evaluate | None
    value: Evaluate | None
    is_set: bool
    outer: Sequence[int]

    def of(
        self,
        frame: Frame,
        piece: Piece,
        among: Evaluate | None = None,
        closed: bool = True,
        ordered: bool = False,
    ) -> Value:
        """The part, or its values, for a piece. among: the closure of the places considered; None
        for all. closed: whether they are the same at every call. ordered: whether their order
        matters. Returns None if the values cannot be counted, or a list is better."""
        context, partition = context_of(frame), piece.partition
        outer = [frame[slot] for slot in self.outer]
        if outer and not all(map(is_constant, outer)):
            return None
        key = (self, partition, *outer)
        known = context.called.get(key) if closed else None
        if known is None:
            members = None if among is None else among(frame)
            if ordered and isinstance(members, GuardedList) and members.ordered:
                return None
            places = None if among is None else items(context.m, members)
            known = self._selected(frame, partition, places, closed, ordered)
            if closed:
                context.called[key] = known
        selected, vertices = known
        if selected is None:
            return None
        if vertices and all(partition.has_edge(piece.vertex, v) for v in vertices):
            return None  # listed, they have the conditions of edges, from which more follows
        if isinstance(selected, ValuesOnPlaces):
            if (self.at is not None or self.outer) and has_few(selected):
                return None
            return selected.of(piece)
        return piece.cut_to(context.m, selected)

    def _selected(
        self,
        outside: Frame,
        partition: Partition,
        places: Sequence[tuple[Value, Bool]] | None,
        closed: bool,
        ordered: bool,
    ) -> tuple[ValuesOnPlaces | Members | None, Sequence[int]]:
        """What is selected in all pieces, and the vertices of the places considered unless these
        are all."""
        m, table = context_of(outside).m, dict[Any, Any]()
        frame: Frame = [*outside]
        make_room(frame, self.slot + 1)
        vertices: list[int] = []
        unknown = None, vertices
        for place, there in partition.covered() if places is None else places:
            if not is_constant(place):
                return unknown
            frame[self.slot] = place
            if self.at is not None:
                place = self.at(frame)
                if place is not None and not is_constant(place):
                    return unknown
            vertex = partition.position.get(place)
            if vertex is None:
                continue
            if places is not None:
                vertices.append(vertex)
            passes = [there if places is not None else True]
            for test in self.tests:
                passes.append(truth_of(test(frame) or False))
                if passes[-1] is False:
                    break
            condition = m.and_(passes)
            if condition is False:
                continue
            # A set with open conditions has a graph of its own, which is only worth it for many.
            if condition is not True and (self.outer or not closed):
                return unknown
            if place in table and not self.is_set:
                return unknown
            if self.is_set:
                table[place] = m.or_((condition, table.get(place, False)))
                continue
            value = True if self.value is None else self.value(frame)
            if condition is not True and value is not None:
                number = value.value if isinstance(value, Maybe) else value
                if not is_number(number):
                    return unknown
                value = Maybe(number, m.and_((condition, present(m, value))))
            table[place] = value
        if ordered and vertices != sorted(vertices):
            return unknown
        if self.is_set:
            return frozenset(table.items()), vertices
        return counted_on(m, partition, table), vertices
