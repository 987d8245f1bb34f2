"""Same shape: two sets of places have the same form, up to symmetries.

Two empty sets have the same form. Presolve compares sets of few possible forms by these (see
`presolve.forms`); otherwise the sets are compared place by place, in each orientation of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from ..forms import Point, found_form
from ..model import Model
from ..nodes import Bool, Operand, Values
from .form import form_at, least

# The places of the one set and of the other, and whether forms may be turned and flipped.
Data: TypeAlias = "tuple[tuple[Point, ...], tuple[Point, ...], bool, bool]"


class SameShape:
    """args: whether each place of the one set is in it, then the same of the other set. data: the
    places, in this order, and whether forms may be turned and flipped."""

    name = "same_shape"
    symmetric = False

    def holds(self, values: Sequence[int], data: Data) -> bool:
        ones, others, turned, flipped = data
        there = [p for p, value in zip((*ones, *others), values, strict=True) if value]
        count = sum(values[: len(ones)])
        one, other = form_at(there[:count]), form_at(there[count:])
        return least(one, turned, flipped) == least(other, turned, flipped)

    def nogood(self, values: Sequence[int], data: Data) -> tuple[int, ...]:
        if self.holds(values, data):
            raise ValueError("the sets have the same form")
        return tuple(range(len(values)))

    def entailment(self, domains: Sequence[Values], data: Data) -> bool | None:
        if all(len(domain) == 1 for domain in domains):
            return self.holds([domain[0] for domain in domains], data)
        one, other = domains[: len(data[0])], domains[len(data[0]) :]
        apart = _most(one) < _least(other) or _most(other) < _least(one)
        return False if apart else None

    def decompose(self, model: Model, args: tuple[Operand, ...], data: Data) -> Bool:
        ones, others, turned, flipped = data
        there: tuple[Any, ...] = args
        one = found_form(model, ones, there[: len(ones)])
        other = found_form(model, others, there[len(ones) :])
        return one.is_like(model, other, turned, flipped)


def _least(domains: Sequence[Values]) -> int:
    """How many conditions hold at least."""
    return sum(domain[0] for domain in domains)


def _most(domains: Sequence[Values]) -> int:
    return sum(domain[-1] for domain in domains)


SAME_SHAPE = SameShape()
