"""Operators on values: comparisons, layers and lists, subscripts, attributes.

Operators lift over whole layers, place by place; a comparison of a list with a single value is made
for each member. The functions map values to a value; the closures that call them are built in
`lower`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Final, TypeGuard

from ...dsl.checked import EACH, EITHER, WHOLE
from ...model.limits import listable
from ...model.model import Model
from ...model.nodes import Bool, BoolVar, IntOperand, IntVar, Linear, domain_of
from ..board.places import DIRECTIONS, Place, Unit
from ..context import Context
from ..values.choice import Choice
from ..values.choosing import lookup, merge
from ..values.comparison import compare
from ..values.forms import Image
from ..values.listing import each_of, listed, sequence, sure_members
from ..values.members import in_order, items
from ..values.numbers import as_number, number, sure_number
from ..values.of_pieces import (
    GivenTruths,
    ValuesOnPlaces,
    are_open,
    mapped,
    values_on,
)
from ..values.partitions import Partition, Piece
from ..values.placement import Placement
from ..values.showing import show
from ..values.values import (
    CONSTANTS,
    Awaited,
    GuardedList,
    Layer,
    Maybe,
    Unsupported,
    Value,
    is_collection,
    is_found_number,
    is_number,
    present,
    truth_of,
)
from .region_layers import walls

EDGES: Final = frozenset({"link", "border"})
_ATOMS: Final = frozenset((int, str, Place, BoolVar, IntVar, Linear))


def lift(context: Context, truth: bool, operation: Callable[..., Value], *args: Value) -> Value:
    """operation on values; on whole layers place by place; bools that are missing count as no."""
    layers = [a for a in args if type(a) is Layer]
    if not layers:
        if truth and None in args:
            args = tuple(False if a is None else a for a in args)
        return operation(*args)
    return _lifted(truth, operation, layers, args)


def _lifted(
    truth: bool, operation: Callable[..., Value], layers: Sequence[Layer], args: Sequence[Value]
) -> Layer:
    """operation on values, at all places of some layers."""
    first, *others = layers
    places: Collection[Any] = first.places or first.table
    kind = first.kind
    for other in others:
        places = dict.fromkeys((*places, *(other.places or other.table)))
        kind = kind if kind == other.kind else ""
    table = {
        key: operation(
            *(
                a.get(key) if isinstance(a, Layer) else False if truth and a is None else a
                for a in args
            )
        )
        for key in places
    }
    return Layer("", table, truth, kind, first.relation, numbers=not truth)


def relate(context: Context, op: str, a: Value, b: Value, reading: str = EITHER) -> Value:
    """A comparison; over whole layers place by place, of a list with a single value elementwise.

    reading: whether a as a `WHOLE` or `EACH` of its members is in b, or equals b; of all but `in`,
    the list may also be b."""
    m = context.m
    if type(a) in _ATOMS and type(b) in _ATOMS:
        return compare(m, op, a, b)
    if type(a) is Piece and type(b) is Piece and reading != EACH:
        return compare(m, op, a, b)
    if op in ("in", "not in"):
        if reading == EITHER:
            reading = _reading(m, a, b)
        if reading == EACH and isinstance(a, Layer):
            return lift(context, True, lambda x: compare(m, op, x, b), a)
        if reading == EACH and (a is None or _is_plain_list(a)):
            return mapped(m, lambda v: compare(m, op, v, b), a)
        return compare(m, op, a, b)
    if reading == WHOLE or isinstance(a, Awaited) or isinstance(b, Awaited):
        return compare(m, op, a, b)
    if isinstance(a, Layer) and a.name and type(b) in CONSTANTS:
        return _compared(context, op, a, b)
    if isinstance(a, Layer) and isinstance(b, Layer):
        return lift(context, True, lambda x, y: compare(m, op, x, y), a, b)
    if isinstance(a, Layer) and not is_collection(b):
        return lift(context, True, lambda x: compare(m, op, x, b), a)
    if isinstance(b, Layer) and not is_collection(a):
        return lift(context, True, lambda y: compare(m, op, a, y), b)
    one, other = is_collection(a), is_collection(b)
    if reading == EITHER and (one == other or a is None or b is None):
        return compare(m, op, a, b)
    if one and other:
        one = _holds_collections(m, a) or not _holds_collections(m, b)
    if one:
        return mapped(m, lambda v: compare(m, op, v, b), a)
    if other:
        return mapped(m, lambda v: compare(m, op, a, v), b)
    return ()  # the list is missing


def _holds_collections(m: Model, collection: Value) -> bool:
    return any(is_collection(member) for member, _ in items(m, collection))


def _compared(context: Context, op: str, layer: Layer, constant: Value) -> Value:
    """A declared layer compared with a constant, cached by constant: rules repeat such comparisons,
    as in `for d in room = room[c]`."""
    key, m = (layer, op, constant), context.m
    known: Layer | None = context.called.get(key)
    if known is None:
        by_value = context.once(_places_by_value, layer) if op == "=" else None
        if by_value is None:
            known = _lifted(True, lambda x: compare(m, op, x, constant), (layer,), (layer,))
        elif constant in by_value:
            table = context.once(_nowhere, layer).table | dict.fromkeys(by_value[constant], True)
            known = _indicator(layer, table)
        else:
            known = context.once(_nowhere, layer)
        known.lasting = True
        context.called[key] = known
    return known


def _places_by_value(_: Context, layer: Layer) -> dict[Any, list[Any]] | None:
    """The places of a layer by their values, which are constants; None if they are not."""
    if not CONSTANTS.issuperset(map(type, layer.table.values())):
        return None
    by_value: dict[Any, list[Any]] = {}
    for place in layer.places or layer.table:
        by_value.setdefault(layer.table.get(place), []).append(place)
    return by_value


def _nowhere(_: Context, layer: Layer) -> Layer:
    """A bool layer that is no at all places of another layer."""
    return _indicator(layer, dict.fromkeys(layer.places or layer.table, False))


def _indicator(layer: Layer, table: dict[Any, Any]) -> Layer:
    """A bool layer with this table at the places of another layer."""
    return Layer("", table, True, layer.kind, layer.relation, numbers=False)


def _reading(m: Model, a: Value, b: Value) -> str:
    """How `a in b` is read where the types do not say it: by the members of b.

    Raises Unsupported if there are none."""
    if not isinstance(a, Layer) and not _is_plain_list(a):
        return WHOLE
    if (isinstance(a, Layer) and a.relation) or isinstance(b, Partition):
        return WHOLE
    members = items(m, b)
    if not members:
        raise Unsupported("whether a list, or each of its members, is in a set without members")
    return WHOLE if _holds_collections(m, b) else EACH


def _is_plain_list(value: Value) -> bool:
    return isinstance(value, (tuple, GuardedList)) and not (
        isinstance(value, GuardedList) and value.unordered
    )


def are_sets(op: str, a: Value, b: Value) -> bool:
    """Whether the operands of + - & are sets; a missing one counts as empty."""
    sets = [v for v in (a, b) if v is not None]
    if not sets or not all(map(is_collection, sets)):
        return False
    return op == "&" or not all(map(_of_numbers, sets))


def _of_numbers(value: Value) -> bool:
    """A layer whose values are numbers: `+` and `-` add it place by place."""
    if not isinstance(value, Layer) or value.truth:
        return False
    if value.numbers is not None:
        return value.numbers
    first = next((v for v in value.table.values() if v is not None), None)
    return isinstance(first, Maybe) or is_number(first)


def elementwise_and(context: Context, parts: Sequence[Value]) -> Value:
    """The links of a chain over one list, joined member by member."""
    lists = [items(context.m, p) for p in parts if is_collection(p)]
    singles = [truth_of(p) for p in parts if not is_collection(p)]
    return sequence(
        context.m,
        [
            (context.m.and_((*singles, *[v for v, _ in members])), members[0][1])
            for members in zip(*lists, strict=True)
        ],
    )


def found_range(context: Context, first: Value, last: Value) -> Value:
    """The integers between two bounds, one of them found or missing; none if a bound is missing."""
    if first is None or last is None:
        return range(0)
    m = context.m
    there = m.and_((present(m, first), present(m, last)))
    low, high = _bound(m, first), _bound(m, last)
    values = listable(range(domain_of(low)[0], domain_of(high)[-1] + 1))
    pairs = [(v, m.and_((there, m.le(low, v), m.le(v, high)))) for v in values]
    return GuardedList(tuple(v for v, _ in pairs), tuple(c for _, c in pairs), unordered=True)


def _bound(m: Model, value: Value) -> IntOperand:
    """A number, where it is present."""
    bound = number(m, value)
    return sure_number(m, bound.value if isinstance(bound, Maybe) else bound)


def index(context: Context, base: Value, keys: tuple[Value, ...]) -> Value:
    """`base[keys]`: a layer at a place or over a list, a placed picture, a list from 1."""
    m = context.m
    match base:
        case Layer():
            return _layer_at(context, base, keys)
        case Choice() if type(next(iter(base.choices))) is Placement:
            return _shown_at(context, base, keys[0])
        case Choice():
            return lookup(m, lambda b: index(context, b, keys), base)
        case Placement():
            return _shown_at(context, Choice({base: True}), keys[0])
        case Image():
            return lookup(m, lambda r, c: _pixel(base, r, c), *keys)
        case Partition():
            return _piece_at(context, base, keys)
        case None:
            return None
    if is_collection(base):
        members = in_order(m, base)
        if keys[0] == 1 and _are_alike(members):
            return _first(context, members)
        return lookup(m, lambda i: None if i is None or i < 1 else _member(m, members, i), keys[0])
    raise Unsupported(f"{show(base)} cannot be indexed")


def _member(m: Model, members: Sequence[tuple[Any, Bool]], number: int) -> Value:
    """The n-th member of a list, from 1, not counting missing ones."""
    if number > len(members):
        return None
    if all(there is True for _, there in members[:number]):
        return members[number - 1][0]
    listable(range(len(members) * number))
    cases: list[tuple[Bool, Value]] = []
    before: list[Bool] = [k == 0 for k in range(number)]  # that k members are there, by k
    for value, there in members:
        cases.append((m.and_((there, before[-1])), value))
        for k in reversed(range(number)):
            with_it = m.and_((before[k - 1], there)) if k else False
            before[k] = m.or_((m.and_((before[k], m.not_(there))), with_it))
    return merge(m, cases)


def _are_alike(members: Sequence[tuple[Any, Bool]]) -> bool:
    """Whether the members of a list are found numbers, or choices, mostly among the same
    constants."""
    if all(is_found_number(value) for value, _ in members):
        return len(members) > 1
    kinds: set[Any] = set()
    count = 0
    for value, _ in members:
        if type(value) is not Choice:
            return False
        kinds.update(value.choices)
        count += len(value.choices)
    return count > 2 * len(kinds)


def _first(context: Context, members: Sequence[tuple[Any, Bool]]) -> Value:
    """The first member of a list that is there, from the first one after each member. Lists with
    the same end share it."""
    m, known = context.m, context.called
    first: Value = None
    for value, there in reversed(members):
        key = (_first, value, there, first)
        found = known.get(key, known)
        if found is known:
            if there is True and type(value) is Choice:
                found = value
            elif _is_plain(value) and _is_plain(first):
                found = Choice.either(m, there, value, first)
            else:
                found = merge(m, [(there, value), (m.not_(there), first)])
            known[key] = found
        first = found
    return first


def _is_plain(value: Value) -> TypeGuard[Choice]:
    """Whether a value is a choice among symbols, numbers or places."""
    return type(value) is Choice and CONSTANTS.issuperset(map(type, value.choices))


def _piece_at(context: Context, partition: Partition, keys: tuple[Value, ...]) -> Value:
    if len(keys) == 2:  # what joins two places, a link or a border
        kinds = dict.fromkeys(place.kind for place in partition.places)
        return lookup(
            context.m, lambda a, b: partition.piece(_segment(context, kinds, a, b)), *keys
        )
    (key,) = keys
    if is_collection(key):
        return each_of(context.m, lambda k: _piece_at(context, partition, (k,)), key)
    return lookup(context.m, partition.piece, key)


def _segment(
    context: Context, kinds: Iterable[str], a: Place | None, b: Place | None
) -> Place | None:
    """The link or border of these kinds of places that joins two places, if there is one."""
    kind = next((k for k in kinds if k in ("link", "border")), None)
    return None if kind is None or a is None or b is None else context.board.segment(kind, a, b)


def _pixel(image: Image, row: int | None, column: int | None) -> Value:
    if row is None or column is None:
        return None
    if not (1 <= row <= image.height and 1 <= column <= image.width):
        return None
    return image.values[row - 1][column - 1]


def _shown_at(context: Context, chosen: Choice, key: Value) -> Value:
    """What a chosen placement shows at a place, or at each of several."""
    if is_collection(key):
        return each_of(context.m, lambda k: _shown_at(context, chosen, k), key)
    return lookup(context.m, lambda p: _shown(chosen, context, p), key)


def _shown(chosen: Choice, context: Context, place: Value) -> Value:
    """What a chosen placement shows at a place; missing where it does not lie."""
    options = chosen.cover(context.m).get(place, {})
    if all(isinstance(o, bool) for o in options):
        return context.m.or_([c for o, c in options.items() if o])
    return Choice(options)


def _layer_at(context: Context, layer: Layer, keys: tuple[Value, ...]) -> Value:
    if len(keys) == 1:
        (key,) = keys
        if isinstance(key, Place):  # the common case first
            return layer.get(key)
        if key is None:
            return layer.get(None)
        if is_collection(key) and not (_is_unit(key) and _has_units(context, layer, 0)):
            members = sure_members(key)
            if members is not None and (type(key) is Unit or _are_places(members)):
                return listed(context.m, layer.over(members))
            if isinstance(key, Piece):
                values = values_on_piece(context, layer, key)
                if values is not None:
                    return values.of(key)
            if isinstance(key, Piece) and layer.truth:
                yes = context.once(_given_yes, layer)
                if yes is not None:
                    return GivenTruths(context.m, key, layer, yes)
            if isinstance(key, Piece) and not layer.truth:
                found = key.items(context.m, layer.table)
                return sequence(context.m, [(layer.get(place), c) for place, c in found])
            return each_of(context.m, lambda k: _layer_at(context, layer, (k,)), key)
        return lookup(context.m, _reader(layer), key)
    if _has_edges(layer):
        return lookup(context.m, lambda a, b: layer_at_pair(context, layer, a, b), *keys)
    for i, key in enumerate(keys):
        if is_collection(key) and not (_is_unit(key) and _has_units(context, layer, i)):
            return each_of(context.m, _along(context, layer, keys, i), key)
    read = _reader(layer)
    return lookup(context.m, lambda *ks: read(ks), *keys)


def _along(
    context: Context, layer: Layer, keys: tuple[Value, ...], i: int
) -> Callable[[Value], Value]:
    """The function of a layer of its i-th key, the others being known."""
    before, after = keys[:i], keys[i + 1 :]
    return lambda key: _layer_at(context, layer, (*before, key, *after))


def _reader(layer: Layer) -> Callable[[Any], Value]:
    """The function of a layer, for `lookup`."""
    return layer.get if layer.truth else lambda key: as_number(layer.get(key))


def _are_places(members: tuple[Any, ...]) -> bool:
    return all(type(member) is Place for member in members)


class _Tables:
    """The values of a layer on the places of partitions, by partition."""

    def __init__(self, table: dict[Any, Any]) -> None:
        self.table = table
        self.known: dict[Partition, ValuesOnPlaces | None] = {}

    def on(self, m: Model, partition: Partition) -> ValuesOnPlaces | None:
        if partition not in self.known:
            self.known[partition] = values_on(m, partition, self.table)
        return self.known[partition]


def values_on_piece(context: Context, layer: Layer, piece: Piece) -> ValuesOnPlaces | None:
    """The values of a layer on the places of the partition of a piece; None if the piece or all
    values are known, and for a part of a piece."""
    return context.once(_tables, layer).on(context.m, piece.partition) if are_open(piece) else None


def _given_yes(_: Context, layer: Layer) -> frozenset[Any] | None:
    """The places of a bool layer where it is `yes`; None unless the puzzle decides all of it."""
    if any(type(value) is not bool for value in layer.table.values()):
        return None
    return frozenset([place for place, value in layer.table.items() if value])


def _tables(_: Context, layer: Layer) -> _Tables:
    return _Tables(layer.table)


def _is_unit(key: Value) -> bool:
    """Whether a value is a unit, or one of several that the solver chooses from."""
    return type(key) is Unit or (type(key) is Choice and type(next(iter(key.choices))) is Unit)


def _has_units(context: Context, layer: Layer, dimension: int) -> bool:
    """Whether units are the keys of a layer in a dimension, for a key that is a unit: otherwise the
    keys are the places in it, so if the layer has none, its kind tells."""
    for key in layer.table or layer.places:
        return type(key[dimension] if type(key) is tuple else key) is Unit
    kinds = layer.kind.split(", ")
    return dimension < len(kinds) and kinds[dimension].split("+")[0] not in context.board.kinds


def layer_at_pair(context: Context, layer: Layer, a: Place | None, b: Place | None) -> Value:
    """A layer of two keys; one on links or borders at what joins two places."""
    if not _has_edges(layer):
        return layer.get((a, b))
    return layer.get(_segment(context, layer.kind.split("+"), a, b))


def _has_edges(layer: Layer) -> bool:
    """Whether a layer lives on links or borders, beside other places perhaps."""
    kind = "" if layer.relation else layer.kind
    return kind in ("link", "border") or ("+" in kind and not EDGES.isdisjoint(kind.split("+")))


def _known(context: Context, layer: Layer) -> Layer:
    """Where a given layer has a value that is not hidden (`unknown`)."""
    m = context.m
    visible: dict[Any, Bool] = {
        key: key in layer.table and key not in layer.unknown and present(m, layer.table[key])
        for key in layer.places
    }
    return Layer(f"{layer.name}.known", visible, True, layer.kind)


def attribute_reader(name: str) -> Callable[[Context, Any], Value]:
    """The function for `.name`. Raises Unsupported for an unknown attribute."""
    if name in DIRECTIONS:
        d = DIRECTIONS[name]
        return lambda context, p: context.board.step(p, d)
    if name.startswith(("north", "south")):
        return lambda context, p: context.board.corner(p, name)
    if name == "line":
        return lambda context, p: context.squares.line(p)
    if name in ("first", "last"):
        return lambda context, moments: moments[0 if name == "first" else -1]
    if name == "known":
        return lambda context, layer: context.once(_known, layer)
    if name == "wall":
        return lambda context, partition: context.once(walls, partition)
    if name in ("row", "column"):
        return lambda context, p: getattr(p, name)
    raise Unsupported(f"there is no '.{name}'")
