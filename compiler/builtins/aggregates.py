"""Functions of the members of a list or set as a whole: how many, their sum, the least, a bag."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeGuard

from ...model.model import Model
from ...model.nodes import Bool, BoolVar, IntOperand
from ..board.places import Unit
from ..context import Context
from ..values.choice import Choice
from ..values.extremes import Extreme
from ..values.lines import PieceLines
from ..values.listing import listed, positions, sequence, tally
from ..values.members import in_order, items
from ..values.moved import Moved
from ..values.numbers import Number, extreme_of_constants, number, sure_number, under
from ..values.of_pieces import GivenTruths, PieceValues, Repeated
from ..values.partitions import Box, Piece
from ..values.sets import make_set
from ..values.showing import show
from ..values.values import (
    TRUTHS,
    Awaited,
    Bag,
    GradualList,
    Layer,
    Lengths,
    Maybe,
    Unsupported,
    Value,
    is_collection,
    is_found_set,
    is_truth,
    present,
)

_TRUTHS_ONLY: Final = frozenset((False, True))
_MAY_BE_MISSING: Final = frozenset((type(None), Maybe))


def values_of(m: Model, *arguments: Value, ordered: bool = False) -> Sequence[tuple[Value, Bool]]:
    """The values of the arguments of an aggregate: one collection, or several single values.
    ordered: whether their order has a meaning.

    A layer yields its values, not its places; missing values are left out; a missing list is empty.
    Raises Unsupported for a single argument that is not a collection.
    """
    if len(arguments) == 1:
        (value,) = arguments
        if isinstance(value, Layer):
            return [
                (v.value if isinstance(v, Maybe) else v, c)
                for v in value.table.values()
                if (c := present(m, v)) is not False
            ]
        if value is not None and not is_collection(value):
            raise Unsupported(f"{show(value)} is not a list or set")
        if isinstance(value, tuple) and not _MAY_BE_MISSING.isdisjoint(map(type, value)):
            return items(m, listed(m, value))
        return in_order(m, value) if ordered else items(m, value)
    return items(m, listed(m, arguments))


def numbers_of(m: Model, *arguments: Value) -> list[tuple[IntOperand, Bool]]:
    """`values_of` numbers, each with the condition that it is there."""
    return [(sure_number(m, v), c) for v, c in values_of(m, *arguments)]


def _truths(m: Model, *arguments: Value) -> Sequence[tuple[Bool, Bool]]:
    pairs: list[tuple[Bool, Bool]] = []
    for v, c in values_of(m, *arguments):
        if not is_truth(v):
            raise Unsupported(f"{show(v)} is neither yes nor no")
        pairs.append((v, c))
    return pairs


def _are_truths(value: Value) -> TypeGuard[tuple[Bool, ...]]:
    """Whether this is a list of bools that are all present, the common case."""
    return type(value) is tuple and all(type(v) is BoolVar or type(v) in TRUTHS for v in value)


def _conditions(m: Model, *arguments: Value) -> Sequence[Bool]:
    """Bools that may be absent, as conditions: present and true."""
    first = arguments[0]
    if len(arguments) == 1:
        if _are_truths(first):
            return first
        if type(first) is Layer and first.lasting:
            return [condition for _, condition in first.members()]
        if type(first) is GivenTruths:
            return first.where_yes()
    return [c if v is True else m.and_((v, c)) for v, c in _truths(m, *arguments)]


def counts_on_piece(*arguments: Value, most: int | None = None) -> dict[Any, IntOperand] | None:
    """How often each value occurs on the cells of a piece; None for other arguments. most: see
    `PieceValues.counts`."""
    if len(arguments) == 1 and isinstance(arguments[0], PieceValues):
        return arguments[0].counts(most)
    return None


def once(arguments: tuple[Value, ...]) -> tuple[Value, ...]:
    """Arguments for a function to which it does not matter how often a value occurs."""
    if len(arguments) == 1 and isinstance(arguments[0], Repeated):
        return (arguments[0].once(),)
    return arguments


def _counts_of_truths(*arguments: Value) -> dict[Any, IntOperand] | None:
    """The same where all values are true or false; else None."""
    counts = counts_on_piece(*arguments)
    return counts if counts is not None and _TRUTHS_ONLY.issuperset(counts) else None


def different_on_piece(m: Model, *arguments: Value, most: int | None = None) -> IntOperand | None:
    """How many different values, rows or columns there are on the cells of a piece; None for other
    arguments. most: if there are more than this many, the result may be any number above it."""
    if len(arguments) == 1 and isinstance(arguments[0], PieceLines):
        return arguments[0].different()
    counts = counts_on_piece(*arguments, most=most)
    return None if counts is None else m.sum_([m.le(1, number) for number in counts.values()])


def count(context: Context, *arguments: Value) -> Value:
    known = _known_count(*arguments)
    return context.m.sum_(_conditions(context.m, *arguments)) if known is None else known


def parts_of_count(context: Context, *arguments: Value) -> Sequence[Bool] | None:
    """The conditions that `count` adds up; None if it knows their number otherwise."""
    return _conditions(context.m, *arguments) if _known_count(*arguments) is None else None


def _known_count(*arguments: Value) -> IntOperand | None:
    """The result of `count` for values on the cells of a piece, and for equal ones; else None."""
    counts = _counts_of_truths(*arguments)
    if counts is not None:
        return counts.get(True, 0)
    if len(arguments) == 1 and isinstance(arguments[0], Repeated):
        total = arguments[0].total()
        if type(arguments[0].value) in TRUTHS:
            return total
    return None


def sum_(context: Context, *arguments: Value) -> Value:
    if len(arguments) == 1 and isinstance(arguments[0], (PieceValues, Repeated)):
        total = arguments[0].total()
        if total is not None:
            return total
    return context.m.sum_([under(context.m, c, v, 0) for v, c in numbers_of(context.m, *arguments)])


def product(context: Context, *arguments: Value) -> Value:
    result: IntOperand = 1
    for v, c in numbers_of(context.m, *arguments):
        result = context.m.times(result, under(context.m, c, v, 1))
    return result


def min_(context: Context, *arguments: Value) -> Number:
    return _extreme(context.m, False, arguments)


def max_(context: Context, *arguments: Value) -> Number:
    return _extreme(context.m, True, arguments)


def _extreme(m: Model, last: bool, arguments: tuple[Value, ...]) -> Number:
    """The greatest (last) or least member, ignoring absent ones; missing if there is none. The
    constants among them are one member, as a sum of steps: a search fails less often with it."""
    if len(arguments) == 1 and isinstance(arguments[0], PieceLines):
        outermost = arguments[0].outermost(last)
        if outermost is not None:
            return outermost
    gradual = _gradual(m, arguments)
    if gradual is not None:
        return Extreme(m, gradual, m.or_([c for _, c in gradual]), last)
    pairs = numbers_of(m, *once(arguments))
    there = m.or_([c for _, c in pairs])
    if there is False:
        return None
    constants = [(v, c) for v, c in pairs if type(v) is int]
    found = [(v, c) for v, c in pairs if type(v) is not int]
    if constants:
        best = extreme_of_constants(m, constants, last)
        if not found:
            return best if there is True else Maybe(best, there)
        found.append((best, m.or_([c for _, c in constants])))
    if all(c is True for _, c in found):
        return (m.max_ if last else m.min_)([v for v, _ in found])
    return Extreme(m, found, there, last)


def _gradual(m: Model, arguments: tuple[Value, ...]) -> list[tuple[Any, Bool]] | None:
    """The members of a list some of which are gradual, each with the condition that it is present;
    None for others."""
    found = arguments[0] if len(arguments) == 1 else listed(m, arguments)
    if isinstance(found, Layer):
        found = listed(m, found.table.values())
    return found.gradual if isinstance(found, GradualList) else None


def even_if_missing(extreme: Number) -> IntOperand:
    """The number that `_extreme` computes, without the condition that some member is present. The
    list must not be empty."""
    assert extreme is not None
    return extreme.value if isinstance(extreme, Maybe) else extreme


def any_(context: Context, *arguments: Value) -> Value:
    return context.m.or_(parts_of_any(context, *arguments))


def parts_of_any(context: Context, *arguments: Value) -> Sequence[Bool]:
    """Conditions of which `any` says that one holds."""
    arguments = once(arguments)
    counts = _counts_of_truths(*arguments)
    if counts is not None:
        return (context.m.le(1, counts.get(True, 0)),)
    return _conditions(context.m, *arguments)


def all_(context: Context, *arguments: Value) -> Value:
    arguments = once(arguments)
    counts = _counts_of_truths(*arguments)
    if counts is not None:
        return context.m.le(counts.get(False, 0), 0)
    first = arguments[0]
    if len(arguments) == 1 and _are_truths(first):
        return context.m.and_(first)
    return context.m.and_([context.m.implies(c, v) for v, c in _truths(context.m, *arguments)])


def size(context: Context, collection: Value) -> IntOperand:
    known = _known_size(context, collection)
    return context.m.sum_(c for _, c in items(context.m, collection)) if known is None else known


def parts_of_size(context: Context, collection: Value) -> Sequence[Bool] | None:
    """The conditions that `size` adds up; None if it knows their number otherwise."""
    if _known_size(context, collection) is not None:
        return None
    return [c for _, c in items(context.m, collection)]


def _known_size(context: Context, collection: Value) -> IntOperand | None:
    """The size of a collection of which all members are there, or that has a number of its own for
    it, such as a piece; None for others."""
    if collection is None:
        return 0
    if isinstance(collection, (tuple, Unit)):
        return len(collection)
    if isinstance(collection, (Piece, Box, Moved)):
        return collection.size(context.m)
    if isinstance(collection, PieceLines) and collection.unordered:
        return collection.different()
    if isinstance(collection, PieceValues):
        return collection.number()
    if isinstance(collection, Choice) and any(isinstance(o, Piece) for o in collection.choices):
        sizes = [(c, size(context, option)) for option, c in collection.options.items()]
        return context.m.sum_([under(context.m, c, how_many, 0) for c, how_many in sizes])
    return None


def kinds(context: Context, *arguments: Value, most: int | None = None) -> Value:
    """How many different values there are. most: as of `different_on_piece`."""
    arguments = once(arguments)
    different = different_on_piece(context.m, *arguments, most=most)
    if different is not None:
        return different
    values = values_of(context.m, *arguments)
    if len(values) == 1:
        return context.m.sum_([there for _, there in values])
    return size(context, make_set(context.m, values))


def bag(context: Context, *arguments: Value) -> Value:
    if len(arguments) == 1 and isinstance(arguments[0], (Lengths, Awaited)):
        return Bag(arguments[0])
    m, members = context.m, values_of(context.m, *arguments)
    if any(is_found_set(value) for value, _ in members):
        return Bag(tuple(members))
    return Bag({k: m.sum_(cs) for k, cs in tally(m, members).items()})


def abs_(context: Context, value: Value) -> Value:
    if is_collection(value):
        pairs = values_of(context.m, value, ordered=True)
        return sequence(context.m, [(abs_(context, v), c) for v, c in pairs])
    x = number(context.m, value)
    if isinstance(x, Maybe):
        return Maybe(context.m.abs_(x.value), x.present)
    return None if x is None else context.m.abs_(x)


def digits(context: Context, *arguments: Value) -> Value:
    """The digit that k present ones follow counts 10 to the power of k."""
    m = context.m
    pairs = [(sure_number(m, v), c) for v, c in values_of(m, *arguments, ordered=True)][::-1]
    return m.linear(
        [
            (10**k, under(m, at, digit, 0))
            for (digit, _), places in zip(pairs, positions(m, pairs, len(pairs)), strict=True)
            for k, at in places.items()
        ]
    )
