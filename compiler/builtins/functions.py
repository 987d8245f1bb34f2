"""The built-in functions of the language on values.

`FUNCTIONS[name](context, *arguments)` gives the value of a call; a `Context` holds the board and
the model under construction. Lists and sets come as collections (see `members.items`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from typing import Any, Final, TypeAlias, TypeGuard, TypeVar

from ...model.globals.all_different import ALL_DIFFERENT
from ...model.globals.straight import STRAIGHT
from ...model.model import Model
from ...model.nodes import Bool, BoolVar, IntOperand, domain_of
from ..board.places import Unit
from ..context import Context
from ..values.choice import Choice
from ..values.comparison import are_aligned, compare, equal
from ..values.extremes import Extreme
from ..values.lines import PieceLines
from ..values.listing import constants, listed, positions, sequence, tally
from ..values.members import in_order, items
from ..values.moved import Moved
from ..values.numbers import Number, extreme_of_constants, number, sure_number, under
from ..values.of_pieces import GivenTruths, PieceValues, Repeated
from ..values.partitions import Box, Piece
from ..values.sets import make_set
from ..values.showing import show, split_tokens
from ..values.values import (
    CONSTANTS,
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
    is_number,
    is_truth,
    present,
)
from . import distances, graphs, moments, shapes, stretches, units

Function: TypeAlias = Callable[..., Value]
F = TypeVar("F", bound=Function)
FUNCTIONS: dict[str, Function] = {}
_TRUTHS_ONLY: Final = frozenset((False, True))
_MAY_BE_MISSING: Final = frozenset((type(None), Maybe))


def builtin(function: F) -> F:
    """Register a function under its own name, without a trailing underscore."""
    FUNCTIONS[function.__name__.rstrip("_")] = function
    return function


# ---- over lists and sets -------------------------------------------------------------------------


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


def _counts(*arguments: Value) -> dict[Any, IntOperand] | None:
    """How often each value occurs on the cells of a piece; None for other arguments."""
    if len(arguments) == 1 and isinstance(arguments[0], PieceValues):
        return arguments[0].counts()
    return None


def _once(arguments: tuple[Value, ...]) -> tuple[Value, ...]:
    """Arguments for a function to which it does not matter how often a value occurs."""
    if len(arguments) == 1 and isinstance(arguments[0], Repeated):
        return (arguments[0].once(),)
    return arguments


def _counts_of_truths(*arguments: Value) -> dict[Any, IntOperand] | None:
    """The same where all values are true or false; else None."""
    counts = _counts(*arguments)
    return counts if counts is not None and _TRUTHS_ONLY.issuperset(counts) else None


def _different(m: Model, *arguments: Value) -> IntOperand | None:
    """How many different values, rows or columns there are on the cells of a piece; None for other
    arguments."""
    if len(arguments) == 1 and isinstance(arguments[0], PieceLines):
        return arguments[0].different()
    counts = _counts(*arguments)
    return None if counts is None else m.sum_([m.le(1, number) for number in counts.values()])


@builtin
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


@builtin
def sum_(context: Context, *arguments: Value) -> Value:
    if len(arguments) == 1 and isinstance(arguments[0], (PieceValues, Repeated)):
        total = arguments[0].total()
        if total is not None:
            return total
    return context.m.sum_([under(context.m, c, v, 0) for v, c in numbers_of(context.m, *arguments)])


@builtin
def product(context: Context, *arguments: Value) -> Value:
    result: IntOperand = 1
    for v, c in numbers_of(context.m, *arguments):
        result = context.m.times(result, under(context.m, c, v, 1))
    return result


@builtin
def min_(context: Context, *arguments: Value) -> Number:
    return _extreme(context.m, False, arguments)


@builtin
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
    pairs = numbers_of(m, *_once(arguments))
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


def _even_if_missing(extreme: Number) -> IntOperand:
    """The number that `_extreme` computes, without the condition that some member is present. The
    list must not be empty."""
    assert extreme is not None
    return extreme.value if isinstance(extreme, Maybe) else extreme


@builtin
def any_(context: Context, *arguments: Value) -> Value:
    return context.m.or_(parts_of_any(context, *arguments))


def parts_of_any(context: Context, *arguments: Value) -> Sequence[Bool]:
    """Conditions of which `any` says that one holds."""
    arguments = _once(arguments)
    counts = _counts_of_truths(*arguments)
    if counts is not None:
        return (context.m.le(1, counts.get(True, 0)),)
    return _conditions(context.m, *arguments)


@builtin
def all_(context: Context, *arguments: Value) -> Value:
    arguments = _once(arguments)
    counts = _counts_of_truths(*arguments)
    if counts is not None:
        return context.m.le(counts.get(False, 0), 0)
    first = arguments[0]
    if len(arguments) == 1 and _are_truths(first):
        return context.m.and_(first)
    return context.m.and_([context.m.implies(c, v) for v, c in _truths(context.m, *arguments)])


@builtin
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


@builtin
def kinds(context: Context, *arguments: Value) -> Value:
    arguments = _once(arguments)
    different = _different(context.m, *arguments)
    if different is not None:
        return different
    values = values_of(context.m, *arguments)
    if len(values) == 1:
        return context.m.sum_([there for _, there in values])
    return size(context, make_set(context.m, values))


@builtin
def bag(context: Context, *arguments: Value) -> Value:
    if len(arguments) == 1 and isinstance(arguments[0], (Lengths, Awaited)):
        return Bag(arguments[0])
    m, members = context.m, values_of(context.m, *arguments)
    if any(is_found_set(value) for value, _ in members):
        return Bag(tuple(members))
    return Bag({k: m.sum_(cs) for k, cs in tally(m, members).items()})


@builtin
def abs_(context: Context, value: Value) -> Value:
    if is_collection(value):
        pairs = values_of(context.m, value, ordered=True)
        return sequence(context.m, [(abs_(context, v), c) for v, c in pairs])
    x = number(context.m, value)
    if isinstance(x, Maybe):
        return Maybe(context.m.abs_(x.value), x.present)
    return None if x is None else context.m.abs_(x)


@builtin
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


@builtin
def matches(context: Context, line: Value, pattern: Value) -> Value:
    m = context.m
    if isinstance(pattern, str):
        pattern = tuple(split_tokens(pattern))
    found, wanted = (values_of(m, v, ordered=True) for v in (line, pattern))
    return are_aligned(m, found, wanted, _is_written)


def _is_written(m: Model, value: Value, token: Value) -> Bool:
    """Whether a value is written as a value or symbol of a pattern."""
    return m.or_(
        [
            m.and_((c, m.or_([d for v, d in constants(m, value) if _stands_for(show(t), v)])))
            for t, c in constants(m, token)
        ]
    )


def _stands_for(token: str, value: Value) -> bool:
    """Whether a token of a pattern may be a value; a condition may stand for the number 0 or 1."""
    if token == "?" or show(value) == token:
        return True
    return type(value) is bool and str(int(value)) == token


# ---- conditions on a list ------------------------------------------------------------------------


def _coded(m: Model, pairs: Sequence[tuple[Value, Bool]]) -> list[IntOperand] | None:
    """The members as numbers, with a common code for symbols and places; None if there is none."""
    if any(is_collection(v) or is_found_set(v) or c is not True for v, c in pairs):
        return None
    codes: dict[Any, int] = {}
    out: list[IntOperand] = []
    for v, _ in pairs:
        if is_number(v):
            out.append(v)
            continue
        options = v.options if isinstance(v, Choice) else {v: True}
        code = {codes.setdefault(o, len(codes)): c for o, c in options.items()}
        coded = number(m, Choice(code)) if isinstance(v, Choice) else next(iter(code))
        if coded is None or isinstance(coded, Maybe):
            return None
        out.append(coded)
    return out


def _pairwise(
    m: Model, pairs: Sequence[tuple[Value, Bool]], relation: Callable[[Value, Value], Bool]
) -> Bool:
    """Whether the relation holds for every two present members, in their order."""
    return m.and_(
        [m.or_((m.not_(c), m.not_(d), relation(a, b))) for (a, c), (b, d) in combinations(pairs, 2)]
    )


@builtin
def all_different(context: Context, *arguments: Value) -> Bool:
    counts = _counts(*arguments)
    if counts is not None:
        return context.m.and_([context.m.le(number, 1) for number in counts.values()])
    pairs = values_of(context.m, *arguments)
    coded = _coded(context.m, pairs)
    if coded is not None and len(coded) > 2:
        return context.m.all_of(ALL_DIFFERENT, coded, None)
    if len(pairs) > 2 and _tells_less(context.m, pairs):
        at_most_one = [
            context.m.le(context.m.sum_(cs), 1) for cs in tally(context.m, pairs).values()
        ]
        return context.m.and_(at_most_one)
    return _pairwise(context.m, pairs, lambda a, b: context.m.not_(equal(context.m, a, b)))


def _tells_less(m: Model, pairs: Sequence[tuple[Value, Bool]]) -> bool:
    """Whether deciding the value of each member takes no more conditions than comparing the members
    in pairs: a comparison and its guard for two numbers, and one for each constant that both may
    be."""
    if any(is_collection(v) or is_found_set(v) for v, _ in pairs):
        return False
    numbers = [len(domain_of(v)) for v, _ in pairs if is_number(v)]
    others = sum(
        len(v.choices) if isinstance(v, Choice) else 1 for v, _ in pairs if not is_number(v)
    )
    compared = 2 * len(numbers) * (len(numbers) - 1) + others * (len(pairs) - 1)
    return 2 * (sum(numbers) + others) <= compared


@builtin
def all_equal(context: Context, *arguments: Value) -> Bool:
    return are_of_one_kind(context, False, *arguments)


def are_of_one_kind(context: Context, some: bool, *arguments: Value) -> Bool:
    """Whether all members of a list are equal. some: and there is at least one."""
    m = context.m
    told = m.eq if some else m.le  # of how many kinds there are, and 1
    if len(arguments) == 1:
        values: Any = arguments[0]
        if type(values) is tuple and CONSTANTS.issuperset(map(type, values)):
            kinds = len({*values})
            return kinds == 1 if some else kinds <= 1
    arguments = _once(arguments)
    different = _different(m, *arguments)
    if different is not None:
        return told(different, 1)
    pairs = list(values_of(m, *arguments))
    if pairs and all(c is True for _, c in pairs):
        return m.and_([equal(m, a, b) for (a, _), (b, _) in pairwise(pairs)])
    for k, (value, there) in enumerate(pairs):
        if there is True:  # it is enough that the others equal this one
            others = [*pairs[:k], *pairs[k + 1 :]]
            return m.and_([m.implies(c, equal(m, value, other)) for other, c in others])
    if _tells_less(m, pairs):
        return told(m.sum_([m.or_(cs) for cs in tally(m, pairs).values()]), 1)
    alike = _pairwise(m, pairs, lambda a, b: equal(m, a, b))
    return m.and_((m.or_([c for _, c in pairs]), alike)) if some else alike


@builtin
def increasing(context: Context, *arguments: Value) -> Value:
    pairs = list(values_of(context.m, *arguments, ordered=True))
    if all(c is True for _, c in pairs):
        steps_ = pairwise(pairs)
        return context.m.and_([compare(context.m, "<", a, b) for (a, _), (b, _) in steps_])
    return _pairwise(context.m, pairs, lambda a, b: compare(context.m, "<", a, b))


@builtin
def straight(context: Context, *arguments: Value) -> Value:
    pairs = numbers_of(context.m, *arguments)
    if all(c is True for _, c in pairs):
        return context.m.all_of(STRAIGHT, [v for v, _ in pairs], None) if pairs else True
    low, high = (_even_if_missing(end(context, *arguments)) for end in (min_, max_))
    there, length = context.m.or_(c for _, c in pairs), context.m.sum_(c for _, c in pairs)
    spread = context.m.linear(((1, high), (-1, low), (-1, length)), 1)
    return context.m.and_(
        (all_different(context, *arguments), context.m.implies(there, context.m.eq(spread, 0)))
    )


# ---- of other modules ----------------------------------------------------------------------------

for _function in (
    units.blocks,
    units.windows,
    units.groups,
    units.pairs,
    units.before,
    units.after,
    units.between,
    units.reversed_,
    units.steps,
    units.segments,
    units.row,
    units.column,
    units.ring,
    units.step,
    units.link,
    units.border,
    units.ends,
    units.opposite,
    units.turn,
    shapes.outline,
    shapes.box,
    shapes.mirror,
    shapes.reflect,
    graphs.connected,
    graphs.acyclic,
    graphs.areas,
    distances.distance,
    graphs.loop,
    graphs.path,
    graphs.inside,
    stretches.runs,
    stretches.run,
    moments.next_,
):
    builtin(_function)
