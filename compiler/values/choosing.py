"""Values that depend on found conditions: case distinction and lookup in tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final

from ...model.masks import full_mask
from ...model.model import Model
from ...model.nodes import KINDS, Bool
from ...model.pieces import ABSENT
from ..board.places import Place, Unit
from .choice import Choice
from .listing import constants
from .members import in_order, items
from .numbers import as_number, merge_numbers
from .partitions import Piece
from .placement import Placement
from .position import LISTS, Position, longest_lists
from .sets import make_set
from .values import (
    CONSTANTS,
    GuardedList,
    Layer,
    Maybe,
    Unsupported,
    Value,
    is_collection,
    is_number,
    is_set,
    is_truth,
    present,
    truth_of,
)

# What the members of a constant list are.
_IN_LISTS: Final = frozenset((Place, str, Unit))
_PLACES: Final = frozenset((Place,))
_SYMBOLS: Final = frozenset((str,))


def conditional(m: Model, test: Bool, then: Value, otherwise: Value) -> Value:
    """`then if test else otherwise`, for values of any kind."""
    if test is True:
        return then
    if test is False:
        return otherwise
    return merge(m, [(test, then), (m.not_(test), otherwise)])


def _is_order_of(members: Sequence[Any], orders: Sequence[Sequence[Any]]) -> bool:
    """Whether all members of some lists come in one order, each list's once."""
    position = {member: at for at, member in enumerate(members)}
    at = [[position.get(member, -1) for member in order] for order in orders]
    return all(a < b for one in at for a, b in pairwise((-1, *one)))


def merge(m: Model, cases: Sequence[tuple[Bool, Value]]) -> Value:
    """The value of the case whose condition holds; missing if none does.

    Conditions exclude each other. All values are of one kind.
    """
    live: list[tuple[Bool, Value]]
    live = [(c, v) for c, v in cases if c is not False and v is not None]
    if not live:
        return None
    first = live[0][1]
    if isinstance(first, Layer):
        layers = [(c, v) for c, v in live if isinstance(v, Layer) and not v.relation]
        if len(layers) == len(live):
            return _choice_of_layers(m, layers)
    if is_truth(first):
        return m.or_([m.and_((c, truth_of(v))) for c, v in live])
    if isinstance(first, Maybe) or is_number(first):
        return merge_numbers(m, live)
    if all(_is_piece(v) for _, v in live):
        live = [(m.and_((c, present(m, v))), v) for c, v in live]
        if all(c is False for c, _ in live):
            return first.partition.at(ABSENT) if isinstance(first, Piece) else None
    elif isinstance(first, (GuardedList, Layer)) or (
        is_collection(first) and not _all_constant(live)
    ):

        def in_turn() -> list[tuple[Any, Bool]]:
            return [(i, m.and_((c, there))) for c, v in live for i, there in in_order(m, v)]

        pairs = in_turn()
        there = m.or_([m.and_((c, present(m, v))) for c, v in live])
        unordered = any(is_set(v) for _, v in live)
        if unordered:
            pairs = list(items(m, make_set(m, pairs)))
            orders = [[i for i, _ in in_order(m, v)] for _, v in live]
        found = GuardedList(
            tuple(i for i, _ in pairs), tuple(c for _, c in pairs), unordered, there
        )
        if unordered and not _is_order_of([i for i, _ in pairs], orders):
            found.ordered = in_turn
        return found
    if len(live) == 1 and live[0][0] is True:
        return first
    groups: dict[Any, list[Bool]] = {}
    for c, v in live:
        options = (
            [(o, m.and_((c, chosen))) for o, chosen in v.options.items()]
            if isinstance(v, Choice)
            else [(v, c)]
        )
        for option, condition in options:
            groups.setdefault(option, []).append(condition)
    return choice_among({o: m.or_(cs) for o, cs in groups.items()})


def _choice_of_layers(m: Model, cases: Sequence[tuple[Bool, Layer]]) -> Layer:
    """The layer of the case whose condition holds. Raises Unsupported if the layers have different
    places: then the solution would determine where it has values."""
    first = cases[0][1]
    places = first.places or tuple(first.table)
    if any(set(layer.places or layer.table) != set(places) for _, layer in cases):
        raise Unsupported("a choice between layers that are not at the same places")
    table: dict[Any, Value] = {}
    for place in places:
        found = [(c, layer.get(place)) for c, layer in cases]
        value = merge(m, found if first.truth else [(c, as_number(v)) for c, v in found])
        if value is not None:
            table[place] = value
    layer = Layer("", table, first.truth, first.kind, numbers=first.numbers)
    layer.places = places
    return layer


def _is_piece(value: Value) -> bool:
    if isinstance(value, Choice):
        return all(isinstance(option, Piece) for option in value.choices)
    return isinstance(value, Piece)


def _all_constant(cases: Sequence[tuple[Bool, Value]]) -> bool:
    return all(
        isinstance(v, (Unit, Placement, Choice))
        or (isinstance(v, tuple) and _IN_LISTS.issuperset(map(type, v)))
        for _, v in cases
    )


def choice_among(options: dict[Any, Bool]) -> Value:
    """The choice of option o where options[o] holds. The conditions exclude each other."""
    live: dict[Any, Bool] = {o: c for o, c in options.items() if c is not False}
    for option, condition in live.items():
        if condition is True:
            return option
    return Choice(live) if live else None


def lookup(m: Model, function: Callable[..., Value], *args: Value) -> Value:
    """Apply a function of constants; for a found argument, tabulate it over the argument's
    values, and over a missing one if the function makes a list of it."""
    if len(args) == 1 and type(args[0]) in CONSTANTS:  # the common case first
        return function(args[0])
    for i, arg in enumerate(args):
        if type(arg) in CONSTANTS:
            continue
        if isinstance(arg, Choice) and arg.position is not None:
            before, after = args[:i], args[i + 1 :]
            values = [lookup(m, function, *before, one, *after) for one in arg.choices]
            return _by_position(m, arg.position, values, lookup(m, function, *before, None, *after))
        if isinstance(arg, (Choice, Maybe)) or type(arg) in KINDS:
            cases = [
                (condition, lookup(m, function, *args[:i], option, *args[i + 1 :]))
                for option, condition in constants(m, arg)
            ]
            if isinstance(arg, (Choice, Maybe)):
                of_missing = lookup(m, function, *args[:i], None, *args[i + 1 :])
                if is_collection(of_missing):
                    cases.append((m.not_(present(m, arg)), of_missing))
            return merge(m, cases)
    return function(*args)


def _by_position(m: Model, position: Position, values: Sequence[Value], of_missing: Value) -> Value:
    """The value for the constant that a node chooses, of the values for each constant in turn; one
    for none, if that is a list."""
    node, whole = position.node, full_mask(position.node.domain)
    cases = [*zip(position.masks.values(), values, strict=True)]
    if is_collection(of_missing):
        cases.append((whole & ~position.chosen, of_missing))
    live = [(mask, value) for mask, value in cases if mask and value is not None]
    if not _are_constant([value for _, value in live]):
        return merge(m, [(m.masked(node, mask), value) for mask, value in live])
    masks: dict[Any, int] = {}
    for mask, value in live:
        masks[value] = masks.get(value, 0) | mask
    for value, mask in masks.items():
        if mask == whole:
            return value
    return Choice.by_position(m, node, tuple(masks), masks) if masks else None


def _are_constant(values: Sequence[Value]) -> bool:
    """Whether values are constants of one kind among which one can be chosen: lists, places or
    symbols."""
    for kinds in (LISTS, _PLACES, _SYMBOLS):
        if kinds.issuperset(map(type, values)):
            break
    else:
        return False
    lists: list[Any] = [value for value in values if type(value) is tuple]
    return all(_IN_LISTS.issuperset(map(type, one)) for one in longest_lists(lists))
