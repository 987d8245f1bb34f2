"""Conditions on the members of a list: that they differ, are equal, increase, match a pattern."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from typing import Any

from ...model.globals.all_different import ALL_DIFFERENT
from ...model.globals.straight import STRAIGHT
from ...model.model import Model
from ...model.nodes import Bool, IntOperand, domain_of
from ..context import Context
from ..values.choice import Choice
from ..values.comparison import are_aligned, compare, equal
from ..values.listing import constants, tally
from ..values.numbers import number
from ..values.showing import show, split_tokens
from ..values.values import (
    CONSTANTS,
    Maybe,
    Value,
    is_collection,
    is_found_set,
    is_number,
)
from .aggregates import (
    counts_on_piece,
    different_on_piece,
    even_if_missing,
    max_,
    min_,
    numbers_of,
    once,
    values_of,
)


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


def all_different(context: Context, *arguments: Value) -> Bool:
    counts = counts_on_piece(*arguments)
    if counts is not None:
        return context.m.and_([context.m.le(number, 1) for number in counts.values()])
    pairs = values_of(context.m, *arguments)
    coded = _coded(context.m, pairs)
    if coded is not None and len(coded) > 2:
        return context.m.all_of(ALL_DIFFERENT, coded, None)
    if len(pairs) > 2 and _tells_less(pairs):
        at_most_one = [
            context.m.le(context.m.sum_(cs), 1) for cs in tally(context.m, pairs).values()
        ]
        return context.m.and_(at_most_one)
    return _pairwise(context.m, pairs, lambda a, b: context.m.not_(equal(context.m, a, b)))


def _tells_less(pairs: Sequence[tuple[Value, Bool]]) -> bool:
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
    arguments = once(arguments)
    different = different_on_piece(m, *arguments, most=1)
    if different is not None:
        return told(different, 1)
    pairs = list(values_of(m, *arguments))
    if pairs and all(c is True for _, c in pairs):
        return m.and_([equal(m, a, b) for (a, _), (b, _) in pairwise(pairs)])
    for k, (value, there) in enumerate(pairs):
        if there is True:  # it is enough that the others equal this one
            others = [*pairs[:k], *pairs[k + 1 :]]
            return m.and_([m.implies(c, equal(m, value, other)) for other, c in others])
    if _tells_less(pairs):
        return told(m.sum_([m.or_(cs) for cs in tally(m, pairs).values()]), 1)
    alike = _pairwise(m, pairs, lambda a, b: equal(m, a, b))
    return m.and_((m.or_([c for _, c in pairs]), alike)) if some else alike


def increasing(context: Context, *arguments: Value) -> Value:
    pairs = list(values_of(context.m, *arguments, ordered=True))
    if all(c is True for _, c in pairs):
        steps_ = pairwise(pairs)
        return context.m.and_([compare(context.m, "<", a, b) for (a, _), (b, _) in steps_])
    return _pairwise(context.m, pairs, lambda a, b: compare(context.m, "<", a, b))


def straight(context: Context, *arguments: Value) -> Value:
    pairs = numbers_of(context.m, *arguments)
    if all(c is True for _, c in pairs):
        return context.m.all_of(STRAIGHT, [v for v, _ in pairs], None) if pairs else True
    low, high = (even_if_missing(end(context, *arguments)) for end in (min_, max_))
    there, length = context.m.or_(c for _, c in pairs), context.m.sum_(c for _, c in pairs)
    spread = context.m.linear(((1, high), (-1, low), (-1, length)), 1)
    return context.m.and_(
        (all_different(context, *arguments), context.m.implies(there, context.m.eq(spread, 0)))
    )


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
