"""A number that is a sum, stated value by value, as one equation.

"If the sum is k, the number is k" for each k, or "if the number is k, so is the sum", are an
equation, perhaps only for some values of the number: a cell without a number may have any sum.
What the conditions leave for each value of the number is a table, read from all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

from ..deadline import pause
from ..model.constraints import Constraint
from ..model.model import Model
from ..model.nodes import And, Bool, IntVar, LinearEq, Member, Not, Or, Terms, domain_of
from ..records import record
from .demands import Demand, Shape, conjuncts, following, instead, shaped
from .two_cases import sums

CASES: Final = 2  # values of the number, at least, for which an equation is worth more than clauses
# A number, and the terms of a sum.
_Pair: TypeAlias = "tuple[IntVar, Terms]"


@record
class _Reading:
    """That one of some conditions on the values of numbers holds, or a sum is `total`, or (if not
    `equal`) is not: a case for each of the numbers."""

    members: list[Member]
    total: int
    equal: bool
    demand: Demand


# Of a number: where it has none of some values, the sum is as a reading says. The values are bits,
# by position in the domain of the number.
_Case: TypeAlias = "tuple[int, _Reading]"


def channelled(m: Model) -> Model:
    """The model with equations for numbers that are sums value by value."""
    every = shaped(m, _may_be_case)
    by_sum: dict[Terms, list[_Reading]] = {}
    of_demand: dict[Bool, list[_Reading]] = {}
    for demand in every if _may_differ(every) else ():
        for terms, reading in _read(m, demand):
            by_sum.setdefault(terms, []).append(reading)
            of_demand.setdefault(demand[0], []).append(reading)
    cases: dict[_Pair, list[_Case]] = {}
    for terms, readings in by_sum.items():
        pause()
        for reading in readings if len(readings) >= CASES else ():
            for y in reading.members:
                x: Any = y.arg
                cases.setdefault((x, terms), []).append((y.mask, reading))
    read: dict[Bool, set[IntVar]] = {}
    added: list[Constraint] = []
    for (x, terms), mine in cases.items():
        condition = _equation(m, x, terms, mine) if len(mine) >= CASES else None
        if condition is not None:
            added.append(following(condition, [reading.demand[1] for _, reading in mine]))
            for _, reading in mine:
                read.setdefault(reading.demand[0], set()).add(x)
    gone = {
        part
        for part, variables in read.items()
        if all(y.arg in variables for reading in of_demand[part] for y in reading.members)
    }
    return instead(m, gone, added) if added else m


def _may_be_case(shape: Shape) -> bool:
    """Whether a condition may be of two alternatives, one on a sum, the other on numbers."""
    if shape.kind is not Or or shape.negated or not shape.two:
        return False
    sum_in = shape.has(LinearEq, And) or shape.denies(LinearEq, Or, And)
    return sum_in and (shape.has(Member, And) or Or in shape.denied)


def _may_differ(every: Sequence[Demand]) -> bool:
    """Whether there may be cases with different totals: if there are only conditions on all of some
    conditions, or only on none, all cases of a sum have the same."""
    kinds: set[type] = set()
    for condition, _ in every:
        for x in condition.args if type(condition) is Or else ():
            kinds.add(type(x.arg) if type(x) is Not else type(x))
        if LinearEq in kinds or (And in kinds and Or in kinds):
            return True
    return False


def _read(m: Model, demand: Demand) -> Iterator[tuple[Terms, _Reading]]:
    """What a demand says of sums, by their terms."""
    condition = demand[0]
    if type(condition) is not Or or len(condition.args) != 2:
        return
    for x, other in (condition.args, condition.args[::-1]):
        numbers = conjuncts(m, other) or (other,)
        members = [y for y in numbers if type(y) is Member and type(y.arg) is IntVar]
        if len(members) < len(numbers):
            continue
        equal = type(x) is not Not or type(x.arg) is Or
        if equal and len(members) > 1:
            continue
        said: Any = x if equal else x.arg  # type: ignore[union-attr]
        for kind, terms, bound in sums(m, said):
            if kind is LinearEq and terms[0][0] in (1, -1):
                yield terms, _Reading(members, bound, equal, demand)
                return


def _equation(m: Model, x: IntVar, terms: Terms, cases: list[_Case]) -> Bool | None:
    """The equation that some cases together are; None if they are something else."""
    free: list[int] = []
    left: dict[int, tuple[set[int], range]] = {}
    for position, value in enumerate(x.domain):
        possible = _totals(x, value, terms)
        allowed = set(possible)
        for others, said in cases:
            if not others >> position & 1:
                allowed = allowed & {said.total} if said.equal else allowed - {said.total}
        if len(allowed) == len(possible):
            free.append(value)
        elif len(allowed) > 1:
            return None
        else:
            left[value] = allowed, possible
    shifts = {total - value for value, (allowed, _) in left.items() for total in allowed}
    if len(shifts) != 1 or len(left) < CASES:
        return None
    shift = shifts.pop()
    if any(not allowed and value + shift in some for value, (allowed, some) in left.items()):
        return None
    total = m.linear([*terms, (-1, x)], -shift)
    return m.or_((m.member(x, free) if free else False, m.eq(total, 0)))


def _totals(x: IntVar, value: int, terms: Terms) -> range:
    """The totals that a sum may have if a number has a value: an interval."""
    low = high = 0
    for c, y in terms:
        domain = domain_of(y)
        ends = (domain[0], domain[-1])
        if type(y) is Member and y.arg is x:
            ends = (int(value in y.values),) * 2
        elif y is x:
            ends = (value, value)
        low += min(c * end for end in ends)
        high += max(c * end for end in ends)
    return range(low, high + 1)
