"""The built-in functions: what each name of the language means on values.

`FUNCTIONS[name](world, *arguments)` gives the value of a call; a `World` is the board and the model
that are being built. Arguments that are lists or sets come as collections (see `values.items`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise
from typing import Any, Protocol, TypeAlias

from . import geometry, graphs, moments, shapes, stretches
from .divisions import Division, Members, Piece
from .geometry import Board, Place, Unit
from .globals.all_different import ALL_DIFFERENT
from .globals.straight import STRAIGHT
from .limits import listable
from .model import Model
from .nodes import Bool, IntOperand, domain_of
from .values import (
    Bag,
    Choice,
    Layer,
    Maybe,
    Seq,
    Unsupported,
    Value,
    compare,
    constants,
    contains,
    equal,
    from_table,
    is_collection,
    is_found_set,
    is_number,
    is_truth,
    items,
    lookup,
    make_set,
    number,
    present,
    sequence,
    show,
    split_tokens,
    under,
)


class World(Protocol):
    """What a function may look at: the model it builds in and the board."""

    m: Model

    @property
    def board(self) -> Board: ...

    def once(self, function: Callable[[Any, Any], Any], value: Any) -> Any:
        """function(self, value), worked out once for each value (by identity)."""
        ...


Function: TypeAlias = Callable[..., Value]
FUNCTIONS: dict[str, Function] = {}


def builtin(function: Function) -> Function:
    """Enter a function into the table under its own name, without a trailing underscore."""
    FUNCTIONS[function.__name__.rstrip("_")] = function
    return function


# ---- over lists and sets -------------------------------------------------------------------------


def values_of(m: Model, *arguments: Value) -> Sequence[tuple[Value, Bool]]:
    """The values that an aggregate runs over: one collection, or several single values.

    Of a layer its values, not its places; what is missing is left out.
    """
    if len(arguments) == 1:
        (value,) = arguments
        if isinstance(value, Layer):
            return [
                (v.value if isinstance(v, Maybe) else v, c)
                for v in value.table.values()
                if (c := present(m, v)) is not False
            ]
        if not is_collection(value):
            raise Unsupported(f"{show(value)} is no list or set")
        if isinstance(value, tuple) and any(v is None or isinstance(v, Maybe) for v in value):
            return items(m, sequence(m, ((v, True) for v in value)))
        return items(m, value)
    return items(m, sequence(m, ((v, True) for v in arguments)))


def _numbers(m: Model, *arguments: Value) -> list[tuple[IntOperand, Bool]]:
    return [(number(m, v), c) for v, c in values_of(m, *arguments)]


def _truths(m: Model, *arguments: Value) -> list[tuple[Bool, Bool]]:
    pairs = list(values_of(m, *arguments))
    for v, _ in pairs:
        if not is_truth(v):
            raise Unsupported(f"{show(v)} is neither yes nor no")
    return pairs


@builtin
def count(w: World, *arguments: Value) -> Value:
    return w.m.sum_(w.m.and_(pair) for pair in _truths(w.m, *arguments))


@builtin
def sum_(w: World, *arguments: Value) -> Value:
    return w.m.sum_(under(w.m, c, v, 0) for v, c in _numbers(w.m, *arguments))


@builtin
def product(w: World, *arguments: Value) -> Value:
    result: IntOperand = 1
    for v, c in _numbers(w.m, *arguments):
        result = w.m.times(result, under(w.m, c, v, 1))
    return result


@builtin
def min_(w: World, *arguments: Value) -> Value:
    return _extreme(w.m, w.m.min_, 1, arguments)


@builtin
def max_(w: World, *arguments: Value) -> Value:
    return _extreme(w.m, w.m.max_, -1, arguments)


def _extreme(
    m: Model,
    pick: Callable[[Iterable[IntOperand]], IntOperand],
    away: int,
    arguments: tuple[Value, ...],
) -> Value:
    """The least or greatest; an absent member is put out of the way; of nothing it is missing."""
    pairs = _numbers(m, *arguments)
    if not pairs:
        return None
    ends = [e for v, _ in pairs for e in (domain_of(v)[0], domain_of(v)[-1])]
    filler = (max(ends) if away > 0 else min(ends)) + away
    best = pick(under(m, c, v, filler) for v, c in pairs)
    there = m.or_(c for _, c in pairs)
    return best if there is True else None if there is False else Maybe(best, there)


@builtin
def any_(w: World, *arguments: Value) -> Value:
    return w.m.or_(w.m.and_(pair) for pair in _truths(w.m, *arguments))


@builtin
def all_(w: World, *arguments: Value) -> Value:
    return w.m.and_(w.m.implies(c, v) for v, c in _truths(w.m, *arguments))


@builtin
def size(w: World, collection: Value) -> Value:
    if collection is None:
        return 0
    if isinstance(collection, Piece):
        return collection.size(w.m)
    if isinstance(collection, Choice) and any(isinstance(o, Piece) for o in collection.options):
        sizes = ((c, size(w, option)) for option, c in collection.options.items())
        return w.m.sum_(under(w.m, c, how_many, 0) for c, how_many in sizes)
    return w.m.sum_(c for _, c in items(w.m, collection))


def _tally(m: Model, pairs: Iterable[tuple[Value, Bool]]) -> dict[Any, list[Bool]]:
    """For each constant, the conditions under which a member of a list is it."""
    table: dict[Any, list[Bool]] = {}
    for value, condition in pairs:
        for constant, chosen in constants(m, value):
            table.setdefault(constant, []).append(m.and_((condition, chosen)))
    return table


@builtin
def kinds(w: World, *arguments: Value) -> Value:
    return size(w, make_set(w.m, values_of(w.m, *arguments)))


@builtin
def bag(w: World, *arguments: Value) -> Value:
    return Bag({k: w.m.sum_(cs) for k, cs in _tally(w.m, values_of(w.m, *arguments)).items()})


@builtin
def abs_(w: World, value: Value) -> Value:
    if is_collection(value):
        return sequence(w.m, ((abs_(w, v), c) for v, c in values_of(w.m, value)))
    x = number(w.m, value)
    if isinstance(x, Maybe):
        return Maybe(w.m.abs_(x.value), x.present)
    return None if x is None else w.m.abs_(x)


@builtin
def digits(w: World, *arguments: Value) -> Value:
    result: IntOperand = 0
    for v, c in _numbers(w.m, *arguments):
        if c is not True:
            raise Unsupported("'digits' wants digits that are all there")
        result = w.m.linear(((10, result), (1, v)))
    return result


@builtin
def matches(w: World, line: Value, pattern: Value) -> Value:
    if isinstance(pattern, str):
        wanted: tuple[Any, ...] = tuple(split_tokens(pattern))
    else:
        wanted = tuple(show(v) for v, _ in items(w.m, pattern))
    found = values_of(w.m, line)
    if any(c is not True for _, c in found):
        raise Unsupported("'matches' wants a list whose members are all there")
    if len(found) != len(wanted):
        return False
    return w.m.and_(
        w.m.or_(c for constant, c in constants(w.m, v) if show(constant) == token)
        for (v, _), token in zip(found, wanted, strict=True)
        if token != "?"
    )


# ---- conditions on a list ------------------------------------------------------------------------


def _coded(m: Model, pairs: Sequence[tuple[Value, Bool]]) -> list[IntOperand] | None:
    """The members as numbers, symbols and places by a common code; None where that cannot be."""
    if any(is_collection(v) or is_found_set(v) or c is not True for v, c in pairs):
        return None
    codes: dict[Any, int] = {}
    out: list[IntOperand] = []
    for v, _ in pairs:
        if is_number(v):
            out.append(v)
            continue
        options = v.options if isinstance(v, Choice) else {v: True}
        out.append(
            number(
                m,
                Choice({codes.setdefault(o, len(codes)): c for o, c in options.items()}),
            )
            if isinstance(v, Choice)
            else codes.setdefault(v, len(codes))
        )
    return out if all(not isinstance(x, Maybe) and x is not None for x in out) else None


def _pairwise(
    m: Model, pairs: Sequence[tuple[Value, Bool]], relation: Callable[[Value, Value], Bool]
) -> Bool:
    """relation holds for every two members that are there, in their order."""
    return m.and_(
        m.or_((m.not_(c), m.not_(d), relation(a, b))) for (a, c), (b, d) in combinations(pairs, 2)
    )


@builtin
def all_different(w: World, *arguments: Value) -> Value:
    pairs = values_of(w.m, *arguments)
    coded = _coded(w.m, pairs)
    if coded is not None and len(coded) > 1:
        return w.m.all_of(ALL_DIFFERENT, coded, None)
    if _tells_less(w.m, pairs):
        at_most_one = (w.m.le(w.m.sum_(cs), 1) for cs in _tally(w.m, pairs).values())
        return w.m.and_(at_most_one)
    return _pairwise(w.m, pairs, lambda a, b: w.m.not_(equal(w.m, a, b)))


def _tells_less(m: Model, pairs: Sequence[tuple[Value, Bool]]) -> bool:
    """Whether there are fewer values that members of a list can have than pairs of members."""
    if any(is_collection(v) or is_found_set(v) for v, _ in pairs):
        return False
    values = sum(
        len(v.options if isinstance(v, Choice) else domain_of(v) if is_number(v) else "1")
        for v, _ in pairs
    )
    return values < len(pairs) * (len(pairs) - 1) // 2


@builtin
def all_equal(w: World, *arguments: Value) -> Value:
    pairs = values_of(w.m, *arguments)
    if all(c is True for _, c in pairs):
        pairs = list(pairs)
        return w.m.and_(equal(w.m, a, b) for (a, _), (b, _) in pairwise(pairs))
    if _tells_less(w.m, pairs):
        return w.m.le(w.m.sum_(w.m.or_(cs) for cs in _tally(w.m, pairs).values()), 1)
    return _pairwise(w.m, pairs, lambda a, b: equal(w.m, a, b))


@builtin
def increasing(w: World, *arguments: Value) -> Value:
    pairs = list(values_of(w.m, *arguments))
    if all(c is True for _, c in pairs):
        steps_ = pairwise(pairs)
        return w.m.and_(compare(w.m, "<", a, b) for (a, _), (b, _) in steps_)
    return _pairwise(w.m, pairs, lambda a, b: compare(w.m, "<", a, b))


@builtin
def straight(w: World, *arguments: Value) -> Value:
    pairs = _numbers(w.m, *arguments)
    if all(c is True for _, c in pairs):
        return w.m.all_of(STRAIGHT, [v for v, _ in pairs], None) if pairs else True
    ends = (min_(w, *arguments), max_(w, *arguments))
    low, high = (end.value if isinstance(end, Maybe) else end for end in ends)
    there, length = w.m.or_(c for _, c in pairs), w.m.sum_(c for _, c in pairs)
    spread = w.m.linear(((1, high), (-1, low), (-1, length)), 1)
    return w.m.and_((all_different(w, *arguments), w.m.implies(there, w.m.eq(spread, 0))))


# ---- units ---------------------------------------------------------------------------------------


@builtin
def blocks(w: World, height: Value, width: Value) -> Value:
    h, k = w.board.height, w.board.width
    if height < 1 or width < 1 or h % height or k % width:
        raise Unsupported(f"a board of {h}x{k} cells cannot be cut into blocks of {height}x{width}")
    return w.board.blocks(height, width)


@builtin
def windows(w: World, height: Value, width: Value) -> Value:
    if height < 1 or width < 1:
        raise Unsupported(f"a window of {height}x{width} cells")
    return w.board.windows(height, width)


@builtin
def groups(w: World, layer: Value) -> Value:
    """The places of equal value; of a found layer for each value those that may have it."""
    if any(c is not True for v in layer.table.values() for _, c in constants(w.m, v)):
        return _found_groups(w.m, layer)
    members: dict[Any, list[Place]] = {}
    for place, value in layer.table.items():
        if value is not None:
            members.setdefault(value, []).append(place)
    return tuple(Unit("group", f"{layer.name} {show(k)}", tuple(ps)) for k, ps in members.items())


def _found_groups(m: Model, layer: Layer) -> Value:
    members: dict[Any, dict[Any, Bool]] = {}
    for place, value in layer.table.items():
        for option, condition in constants(m, value):
            members.setdefault(option, {})[place] = condition
    found = [Seq(tuple(table), tuple(table.values())) for table in members.values()]
    return sequence(m, ((group, m.or_(group.conditions)) for group in found))


@builtin
def pairs(w: World, collection: Value) -> Value:
    members = items(w.m, collection)
    listable(range(len(members) * (len(members) - 1) // 2))
    return sequence(
        w.m, (((a, b), w.m.and_((c, d))) for (a, c), (b, d) in combinations(members, 2))
    )


def _split(w: World, place: Value, line: Value) -> tuple[list[Any], list[Any]]:
    found = list(items(w.m, line))
    for i, (item, _) in enumerate(found):
        if item == place:
            return found[:i], found[i + 1 :]
    return [], []


@builtin
def before(w: World, place: Value, line: Value) -> Value:
    return lookup(w.m, lambda p: sequence(w.m, _split(w, p, line)[0]), place)


@builtin
def after(w: World, place: Value, line: Value) -> Value:
    return lookup(w.m, lambda p: sequence(w.m, _split(w, p, line)[1]), place)


@builtin
def between(w: World, a: Value, b: Value) -> Value:
    def plain(p: Value, q: Value) -> Value:
        return () if p is None or q is None else w.board.between(p, q)

    return lookup(w.m, plain, a, b)


@builtin
def reversed_(w: World, line: Value) -> Value:
    return sequence(w.m, list(items(w.m, line))[::-1])


@builtin
def steps(w: World, line: Value) -> Value:
    if isinstance(line, Unit) and line.cyclic:
        return tuple(zip(line.members, line.members[1:] + line.members[:1], strict=True))
    found = list(items(w.m, line))
    if any(c is not True for _, c in found):
        raise Unsupported("'steps' wants a list whose members are all there")
    plain = [v for v, _ in found]
    return tuple(pairwise(plain))


@builtin
def segments(w: World, line: Value) -> Value:
    found: list[Place] = []
    for a, b in steps(w, line):
        segment = w.board.segment("link" if a.kind == "cell" else "border", a, b)
        if segment is not None:
            found.append(segment)
    return tuple(found)


# ---- incidence and directions --------------------------------------------------------------------


@builtin
def row(w: World, place: Value) -> Value:
    return lookup(w.m, lambda p: None if p is None else w.board.row(p), place)


@builtin
def column(w: World, place: Value) -> Value:
    return lookup(w.m, lambda p: None if p is None else w.board.column(p), place)


@builtin
def ring(w: World, cell: Value) -> Value:
    return lookup(w.m, lambda p: None if p is None else w.board.ring(p), cell)


@builtin
def step(w: World, place: Value, direction: Value) -> Value:
    def plain(p: Value, d: Value) -> Value:
        return None if p is None or d is None else w.board.step(p, d)

    return lookup(w.m, plain, place, direction)


@builtin
def opposite(w: World, direction: Value) -> Value:
    return lookup(w.m, lambda d: None if d is None else geometry.opposite(d), direction)


@builtin
def turn(w: World, direction: Value) -> Value:
    return lookup(w.m, lambda d: None if d is None else geometry.turn(d), direction)


def touching(w: World, members: Value, *arguments: Value) -> Value:
    """A set of places or a relation, called: the members that touch a place, the partners of a
    place, or, with two places, whether they are in relation."""
    if isinstance(members, Layer) and members.relation:
        if len(arguments) == 2:
            return lookup(w.m, lambda a, b: members.get((a, b)) or False, *arguments)
        return lookup(w.m, lambda p: from_table(_joined(w.m, members.partners(p))), arguments[0])
    if len(arguments) == 2:
        a, b = arguments
        return w.m.or_((contains(w.m, (a, b), members), contains(w.m, (b, a), members)))
    return lookup(w.m, lambda p: _members_touching(w, members, p), arguments[0])


def _joined(m: Model, partners: Iterable[tuple[Any, Bool]]) -> dict[Any, Bool]:
    table: dict[Any, Bool] = {}
    for place, condition in partners:
        table[place] = m.or_((table.get(place, False), condition))
    return table


def _members_touching(w: World, members: Value, place: Value) -> Value:
    if place is None:
        return from_table({})
    if isinstance(members, Layer) and members.kind in ("cell", "corner", "border", "link", "side"):
        near = w.board.touching(members.kind, place)
        return make_set(w.m, [(p, members.has(w.m, p)) for p in near])
    return make_set(w.m, w.once(_incidence, members).get(place, ()))


def _incidence(w: World, members: Value) -> dict[Any, list[tuple[Any, Bool]]]:
    """By place, the members of a set that touch it, each with the condition that it is there.

    A unit touches its places, a pair of places each of the two: what counts is the other one.
    """
    table: dict[Any, list[tuple[Any, Bool]]] = {}
    for item, condition in items(w.m, members):
        match item:
            case Unit():
                for place in item.members:
                    table.setdefault(place, []).append((item, condition))
            case Place():
                for kind in ("cell", "corner", "border", "link", "side"):  # touching is mutual
                    for place in w.board.touching(kind, item):
                        table.setdefault(place, []).append((item, condition))
            case tuple():
                for place in item:
                    others = ((other, condition) for other in item if other != place)
                    table.setdefault(place, []).extend(others)
    return table


# ---- of other modules ----------------------------------------------------------------------------

for _function in (
    shapes.outline,
    shapes.box,
    shapes.mirror,
    graphs.connected,
    graphs.acyclic,
    graphs.areas,
    graphs.loop,
    graphs.path,
    graphs.inside,
    stretches.runs,
    stretches.run,
    moments.next_,
):
    builtin(_function)


# ---- sets of places, called ----------------------------------------------------------------------


def sides(w: World, which: Value = None) -> Value:
    if which is None:
        return w.board.sides
    return w.board.side(which.name if isinstance(which, Place) else which)


def set_operation(w: World, op: str, a: Value, b: Value) -> Value:
    """+ - & on collections; a union keeps the first of equals and, of lists, the order."""
    m = w.m
    if op != "+" and isinstance(a, Piece) and (members := _members(w, b)) is not None:
        return a.cut_to(m, members) if op == "&" else a.without(m, members)
    if op == "&" and isinstance(b, Piece) and (members := _members(w, a)) is not None:
        return b.cut_to(m, members)
    a, b = _told_apart(m, a), _told_apart(m, b)
    left = _in_order(w, a, b) if op == "&" else items(m, a)
    if op == "+":
        both = (*left, *items(m, b))
        if any(isinstance(v, (Seq, Layer)) for v in (a, b)) or any(c is not True for _, c in both):
            return make_set(m, both)
        return tuple(dict.fromkeys(v for v, _ in both))
    within = _membership(w, b)
    table: dict[Any, Bool] = {}
    for value, condition in left:
        if is_found_set(value):
            other = m.or_(m.and_((c, equal(m, value, v))) for v, c in items(m, b))
        else:
            other = within(value)
        table[value] = m.and_((condition, m.not_(other) if op == "-" else other))
    return from_table(table)


def _told_apart(m: Model, collection: Value) -> Value:
    """A collection; one with found members as the set of all that these can be."""
    if isinstance(collection, (tuple, Seq)):
        pairs = items(m, collection)
        if any(_is_open(value) for value, _ in pairs):
            return make_set(m, pairs)
    return collection


def _is_open(value: Value) -> bool:
    """Whether the solver decides which constant it is."""
    if isinstance(value, tuple):
        return any(map(_is_open, value))
    return hasattr(value, "id") or (isinstance(value, (Choice, Maybe)) and not is_found_set(value))


def _in_order(w: World, layer: Value, other: Value) -> Sequence[tuple[Any, Bool]]:
    """The members of a set that may be in another one, without going through all of a layer."""
    if not isinstance(layer, Layer) or layer.relation or isinstance(other, (Layer, Division)):
        return items(w.m, layer)
    position = w.once(_positions, layer.table)
    near = {key: position[key] for key, _ in items(w.m, other) if key in position}
    return [(key, layer.has(w.m, key)) for key in sorted(near, key=near.__getitem__)]


def _positions(_: World, table: dict[Any, Any]) -> dict[Any, int]:
    return {key: i for i, key in enumerate(table)}


def _membership(w: World, collection: Value) -> Callable[[Any], Bool]:
    """The condition that a constant is in a set, without going through a layer or, again and
    again, through a unit: those may be as large as the board."""
    if isinstance(collection, Layer) and not collection.relation:
        return lambda value: collection.has(w.m, value)
    if isinstance(collection, Unit):
        members = w.once(_members_of_unit, collection)
        return lambda value: value in members
    there = _joined(w.m, items(w.m, collection))
    return lambda value: there.get(value, False)


def _members_of_unit(_: World, unit: Unit) -> frozenset[Place]:
    return frozenset(unit.members)


def _members(w: World, collection: Value) -> Members | None:
    """The members of a set of places, with their conditions; None of what is no such set."""
    if isinstance(collection, Layer) and collection.name:  # it may be asked often
        return w.once(_plain_members, collection)
    return None if isinstance(collection, Piece) else _plain_members(w, collection)


def _plain_members(w: World, collection: Value) -> Members | None:
    found = items(w.m, collection)
    plain = all(type(member) in (Place, Unit, int, str) for member, _ in found)
    return frozenset(_joined(w.m, found).items()) if plain else None
