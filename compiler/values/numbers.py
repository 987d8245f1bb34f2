"""Arithmetic on numbers that may be constant, found or missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from operator import add, mul, sub
from typing import Any, Final, TypeAlias

from ...model.limits import listable, within_limits
from ...model.masks import full_mask
from ...model.model import Model
from ...model.nodes import BOOL_NODES, Bool, IntOperand, Member, domain_of
from .choice import Choice
from .members import items
from .showing import show
from .values import (
    Gradual,
    GuardedList,
    Maybe,
    Unsupported,
    Value,
    is_number,
    is_truth,
    present,
    truth_of,
)

Number: TypeAlias = IntOperand | Maybe | None


def number(m: Model, value: Value) -> Number:
    """A value as a number: a choice among numbers becomes a node. Raises Unsupported for values
    that are not numbers."""
    if isinstance(value, Choice) and all(isinstance(o, int) for o in value.choices):
        return merge_numbers(m, [(chosen, o) for o, chosen in value.options.items()])
    if value is None or is_number(value) or isinstance(value, Maybe):
        return value
    raise Unsupported(f"{show(value)} is not a number")


def as_number(value: Value) -> Value:
    """The value of an expression that is a number: distinguishes a condition that represents 0 or 1
    from a truth value, which counts as no if it is missing."""
    return Maybe(value, True) if is_truth(value) else value


def as_numbers(m: Model, collection: Value) -> Value:
    """A list of numbers, each `as_number`."""
    members = items(m, collection)
    if not any(is_truth(value) for value, _ in members):
        return collection
    values = tuple([as_number(value) for value, _ in members])
    return GuardedList(values, tuple([there for _, there in members]))


def sure_number(m: Model, value: Value) -> IntOperand:
    """A value that is not missing, such as the member of a list, as a number."""
    found = number(m, value)
    assert found is not None and not isinstance(found, Maybe), found
    return found


def merge_numbers(m: Model, cases: Sequence[tuple[Bool, Value]]) -> Number:
    """The number of the case whose condition holds; conditions exclude each other. Missing if none
    holds."""
    there = m.or_([m.and_((c, present(m, v))) for c, v in cases])
    plain = [(c, v.value if isinstance(v, Maybe) else sure_number(m, v)) for c, v in cases]
    table = [(c, v) for c, v in plain if isinstance(c, Member) and isinstance(v, int)]
    if len(table) == len(plain) and len({c.arg for c, _ in table}) == 1:
        index = table[0][0].arg
        shown = {code: v for c, v in table for code in c.values}
        filler = table[0][1]
        options = [shown.get(code, filler) for code in listable(domain_of(index))]
        element = m.element(index, options)
        return element if there is True else Maybe(element, there)
    if all(is_truth(v) for _, v in plain):
        either = m.or_([m.and_((c, truth_of(v))) for c, v in plain])
        return either if there is True else Maybe(either, there)
    value = plain[-1][1]
    for c, v in reversed(plain[:-1]):
        value = m.ite(c, v, value)
    return value if there is True else Maybe(value, there)


def extreme_of_constants(m: Model, pairs: Iterable[tuple[Any, Bool]], last: bool) -> IntOperand:
    """The greatest or least of constants some of which may be absent, as a sum: the first in this
    order, plus the step to the next one wherever all up to here are absent."""
    conditions: dict[int, list[Bool]] = {}
    for v, c in pairs:
        conditions.setdefault(v, []).append(c)
    values = sorted(conditions, reverse=last)
    found: Bool = False
    terms: list[tuple[int, Bool]] = []
    for v, beyond in pairwise(values):
        found = m.or_([found, *conditions[v]])
        terms.append((beyond - v, m.not_(found)))
    return m.linear(terms, values[0])


_PLAIN: Final[dict[str, Callable[[int, int], int]]] = {"+": add, "-": sub, "*": mul}


def arithmetic(m: Model, op: str, a: Value, b: Value) -> Number:
    """a op b on numbers; missing where one of them is."""
    if type(a) is int and type(b) is int and op in _PLAIN:
        return within_limits(_PLAIN[op](a, b))
    if isinstance(a, Gradual) and type(b) is int and op in ("+", "-"):
        return a.plus(b if op == "+" else -b)
    if isinstance(b, Gradual) and type(a) is int and op == "+":
        return b.plus(a)
    if isinstance(a, Gradual) and isinstance(b, Gradual) and op == "-":
        difference = a.less(b)
        if difference is not None:
            return difference
    left, right = number(m, a), number(m, b)
    if left is None or right is None:
        return None
    conditions = [v.present for v in (left, right) if isinstance(v, Maybe)]
    x = left.value if isinstance(left, Maybe) else left
    y = right.value if isinstance(right, Maybe) else right
    match op:
        case "+":
            result = m.linear(((1, x), (1, y)))
        case "-":
            result = m.linear(((1, x), (-1, y)))
        case "*":
            result = m.times(x, y)
        case _:
            # A division by 0 has no value, nor has an inexact division: the result is missing.
            if not isinstance(y, int) and 0 in domain_of(y):
                conditions.append(m.not_(m.member(y, (0,))))
                y = nonzero(m, y)
            elif isinstance(y, int) and y == 0:
                return None
            if op == "%":
                result = m.mod(x, y)
            else:
                conditions.append(m.divides(x, y))
                result = m.div(x, y)
    there = m.and_(conditions)
    return result if there is True else None if there is False else Maybe(result, there)


def nonzero(m: Model, x: IntOperand) -> IntOperand:
    """x, but 1 where x is 0."""
    if isinstance(x, BOOL_NODES):
        return 1
    return m.ite(m.member(x, (0,)), 1, _without_zero(m, x))


def _without_zero(m: Model, x: IntOperand) -> IntOperand:
    options = [v or 1 for v in listable(domain_of(x))]
    return m.element(x, options)


def under(m: Model, condition: Bool, x: IntOperand, otherwise: int) -> IntOperand:
    """x if a condition holds, else a constant."""
    if isinstance(condition, Member) and condition.arg is x:
        left_out = full_mask(x.domain) ^ condition.mask
        if not left_out & (left_out - 1) and x.domain[left_out.bit_length() - 1] == otherwise:
            return x  # its code for a missing value is this constant
        kept = set(condition.values)
        return m.element(x, [v if v in kept else otherwise for v in domain_of(x)])
    if otherwise == 0 and (isinstance(x, (int, *BOOL_NODES))):
        return m.times(condition, x)
    return m.ite(condition, x, otherwise)
