"""Loops of comprehensions that need not visit all members.

If only members that pass a test matter, as in `any(c in g for g in gaps)`, the test may determine
which members can pass: the gaps that contain a place are looked up by the place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...dsl.syntax import Binary, Call, Compare, Comprehension, Expr, ForClause, Name
from ...dsl.walking import names_in
from ...model.forms import Point
from ...model.model import Model
from ...model.nodes import Bool
from ...model.pieces import known
from ...records import replace
from ..board.places import Place
from ..builtins.shapes import centres, is_turned
from ..context import Context
from ..values.listing import sure_members
from ..values.partitions import Partition, Piece
from ..values.values import Layer, Value
from .by_place import by_place
from .closures import Evaluate, Frame, context_of
from .conditions import holding, meeting
from .joined_pairs import joined_pairs
from .scope import Scope
from .selection import Loop, Pairs, Selection
from .touching_pairs import touching_pairs


def selections(lowering: Scope, loop: Loop) -> list[Selection]:
    """The ways to select members of a loop, compiled before its names are bound. When the loop
    runs, the first one whose members are known is used."""
    if loop.name:
        return [*by_place(lowering, loop), *selections_of_pieces(lowering, loop)]
    pairs = [select(lowering, loop) for select in (touching_pairs, joined_pairs)]
    return [selection for selection in pairs if selection is not None]


def selections_of_places(lowering: Scope, loop: Loop) -> list[Selection]:
    """Those of the `selections` whose members are looked up by places."""
    if not loop.name:
        return selections(lowering, loop)
    related = _in_relation(lowering, loop)
    return [*by_place(lowering, loop), *([] if related is None else [related])]


def selections_of_pieces(lowering: Scope, loop: Loop) -> list[Selection]:
    """Those of the `selections` that can apply to a loop over pieces."""
    found = [select(lowering, loop) for select in _SELECT] if loop.name else []
    return [selection for selection in found if selection is not None]


# ---- places in a relation ------------------------------------------------------------------------


def _in_relation(lowering: Scope, loop: Loop) -> Selection | None:
    """Those members that are in relation with the place of an outer name, or with some member of an
    outer name's collection that the next loop is over, as in
    `any(adjacent(a, b) for a in f for b in g)`. They are not known if the partners are not a place
    or a list of places that is known, or if the members are neither such a list nor a piece."""
    inner = loop.next
    match loop.test if inner is None else inner.test:
        case Call(function=Name(id=name) as relation, args=(Name(id=one), Name(id=other))):
            pass
        case _:
            return None
    if one == other or loop.name not in (one, other):
        return None
    partner = other if one == loop.name else one
    if inner is not None:
        over = inner.clause.iterable
        if partner != inner.name or not isinstance(over, Name) or over.id == loop.name:
            return None
        partner = over.id
    if not lowering.is_global(name) or partner not in lowering.scope:
        return None
    slot = lowering.scope[partner]
    collection, called = lowering.expression(loop.clause.iterable), lowering.expression(relation)

    def near(context: Context, others: Value) -> frozenset[Place] | None:
        members = called([context])
        places = (others,) if type(others) is Place else _places(context, others)
        if type(members) is not Layer or not members.relation or places is None:
            return None
        return frozenset([partner for p in places for partner, _ in members.partners(p)])

    def related(frame: Frame) -> Pairs | None:
        context = context_of(frame)
        found = context.once(near, frame[slot])
        if found is None:
            return None
        members = collection(frame)
        if type(members) is Piece:
            return members.items(context.m, found)
        places = context.once(_places, members)
        return None if places is None else [(p, True) for p in places if p in found]

    return Selection(related, loop)


def _places(context: Context, collection: Value) -> tuple[Place, ...] | None:
    """The members of a list or set of known places; None for another value."""
    members = sure_members(collection)
    return members if members is not None and all(type(p) is Place for p in members) else None


# ---- places beside a piece -----------------------------------------------------------------------


def _beside_a_piece(lowering: Scope, loop: Loop) -> Selection | None:
    """Those members that are in relation with a place that can be in a piece, as in
    `count(any(d in block[c] for d in adjacent(b)) for b in black)`. They are not known if the piece
    may be large (see `model.near`), or some member is not a place."""
    match loop.test:
        case Call(
            function=Name(id="any"),
            args=(
                Comprehension(
                    element=Compare() as element,
                    clauses=(
                        ForClause(
                            targets=(Name(id=place),),
                            iterable=Call(function=Name(id=name) as relation, args=(Name(id=at),)),
                        ),
                    ),
                ),
            ),
        ) if at == loop.name != place and lowering.is_builtin("any"):
            whole = holding(element, place)
        case _:
            return None
    if whole is None or any(n.id in (place, at) for n in names_in(whole)):
        return None
    if not lowering.is_global(name):
        return None
    collection, called = lowering.expression(loop.clause.iterable), lowering.expression(relation)
    piece_of = lowering.expression(whole)

    def partners(context: Context, piece: Piece) -> frozenset[Place] | None:
        members, near = called([context]), context.m.near.get(piece.partition.graph)
        reach = None if near is None else near.reach(piece.vertex)
        if reach is None or type(members) is not Layer or not members.relation:
            return None
        places = [piece.partition.places[v] for v in reach]
        return frozenset([partner for p in places for partner, _ in members.partners(p)])

    def beside(frame: Frame) -> Pairs | None:
        context, piece = context_of(frame), piece_of(frame)
        found = partners(context, piece) if type(piece) is Piece else None
        if found is None:
            return None
        pairs = loop.members(context.m, collection(frame))
        if not all(type(member) is Place for member, _ in pairs):
            return None
        return [pair for pair in pairs if pair[0] in found]

    return Selection(beside, loop)


# ---- centres of half turns -----------------------------------------------------------------------


def _centres_of_half_turns(lowering: Scope, loop: Loop) -> Selection | None:
    """Those members about which a half turn takes a piece to itself, as in
    `any(mirror(p, x) = p for x in cells)`. They are not known if the set is not a whole piece."""
    test = loop.test
    if not isinstance(test, Compare) or test.ops != ("=",):
        return None
    match sorted(test.operands, key=lambda operand: isinstance(operand, Name)):
        case [
            Call(function=Name(id="mirror"), args=(Name(id=turned), Name(id=centre))),
            Name(id=piece),
        ]:
            pass
        case _:
            return None
    slot = lowering.scope.get(piece)
    is_half_turn = turned == piece != loop.name == centre and lowering.is_builtin("mirror")
    if slot is None or not is_half_turn:
        return None
    at = slot
    every = lowering.members(loop.clause.iterable)

    known = None if loop.rest else _known(lowering, loop.clause.iterable)

    def about(frame: Frame) -> Pairs | None:
        context, turned = context_of(frame), frame[at]
        different = None if known is None else context.once(_half_turns, known(frame))
        if different is not None:
            # One place represents all: a piece has one centre, and only the centre matters.
            place, half_turns = different
            found = is_turned(context, turned, half_turns)
            return None if found is None else [(place, found)]
        return centres(context, turned, every(frame))

    return Selection(about, loop.with_test(None))


def _known(lowering: Scope, collection: Expr) -> Evaluate | None:
    """The closure of a collection that is made once, or has a name; None for another one."""
    if lowering.is_closed(collection):
        return lowering.once(lowering.expression(collection), collection)
    return lowering.expression(collection) if isinstance(collection, Name) else None


def _half_turns(context: Context, collection: Value) -> tuple[Place, frozenset[Point]] | None:
    """One of some places, and the half turns about all; None if they are not known, or not all
    different."""
    places = _places(context, collection)
    if not places:
        return None
    found = frozenset([context.squares.exchanged(x) for x in places])
    return (places[0], found) if len(found) == len(places) else None


# ---- pieces that meet a few places ---------------------------------------------------------------


def _pieces_that_meet(lowering: Scope, loop: Loop) -> Selection | None:
    """The pieces that contain one of some places, as in `for p in area if size(p & adjacent(c)) >
    0`: the pieces of these places, in another order than all pieces. None if there are many
    places."""
    if not loop.in_any_order or loop.test is None:
        return None
    found = _meets(lowering, loop.test, loop.name)
    if found is None:
        return None
    places, left = found
    pieces = lowering.expression(loop.clause.iterable)

    def meets(frame: Frame) -> Pairs | None:
        partition = pieces(frame)
        if not isinstance(partition, Partition):
            return None
        return _meeting(context_of(frame).m, partition, places(frame))

    return Selection(meets, loop.with_test(left))


def _meets(
    lowering: Scope, test: Expr, bound: str
) -> tuple[Callable[[Frame], Sequence[tuple[Any, Bool]]], Expr | None] | None:
    """The places one of which a condition demands in the piece of a name, as a closure, and the
    rest of the condition."""
    match test:
        case Binary(op="and"):
            for part, other in ((test.left, test.right), (test.right, test.left)):
                found = _meets(lowering, part, bound)
                if found is not None:
                    places, left = found
                    both = other if left is None else replace(test, left=left, right=other)
                    return places, both
            return None
        case Compare(operands=(some, Name(id=piece)), ops=("in",)) if piece == bound:
            if any(name.id == bound for name in names_in(some)):
                return None
            place_of = lowering.expression(some)
            return (lambda frame: [(place_of(frame), True)]), None
    sides = [
        x for x in meeting(test, lowering.is_builtin) if not (isinstance(x, Name) and x.id == bound)
    ]
    if len(sides) != 1 or any(name.id == bound for name in names_in(sides[0])):
        return None
    return lowering.members(sides[0]), None


def _meeting(m: Model, partition: Partition, some: Sequence[tuple[Any, Bool]]) -> Pairs | None:
    """The pieces that have one of some places, each once: that of a place unless an earlier place
    is in it. None if the pieces are known, or if their own number is not larger."""
    sure, possible = known(partition.graph)
    if sure.on == possible.on:
        return None
    there: dict[int, Bool] = {}
    for place, condition in some:
        if type(place) is not Place:
            return None
        at = partition.position.get(place)
        if at is not None and partition.graph.vertices[at] is not False:
            there[at] = m.or_((there.get(at, False), condition))
    if len(there) ** 2 > len(partition.places):
        return None
    found: list[tuple[Value, Bool]] = []
    before: list[int] = []
    for i, condition in there.items():
        in_it = m.or_([m.and_((there[v], partition.connected(m, v, i))) for v in before])
        new = m.and_((condition, partition.graph.vertices[i], m.not_(in_it)))
        if new is not False:
            found.append((partition.at(i), new))
        before.append(i)
    return found


_SELECT: tuple[Callable[[Scope, Loop], Selection | None], ...] = (
    _in_relation,
    _beside_a_piece,
    _centres_of_half_turns,
    _pieces_that_meet,
)
