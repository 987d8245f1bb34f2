"""A number that is a sum, or the size of a piece, stated value by value, as one equation.

"If the sum is k, the number is k" for each k, or "if the number is k, so is the sum", are an
equation, perhaps only for some values of the number: a cell without a number may have any sum.
So is "if the number is k, the size of its piece is k", or the other way round, or both. What the
conditions leave for each value of the number is a table, read from all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final, TypeAlias

from ..deadline import pause
from ..model.constraints import Constraint
from ..model.masks import full_mask
from ..model.model import Model
from ..model.nodes import (
    And,
    Bool,
    Iff,
    IntVar,
    LinearEq,
    Measure,
    Member,
    Not,
    Or,
    Terms,
    children,
    domain_of,
)
from ..records import record
from .demands import Demand, Signature, conjuncts, following, instead, selected
from .two_cases import sums

CASES: Final = 2  # values of the number, at least, for which an equation is worth more than clauses
# A number, and the terms of a sum.
_Pair: TypeAlias = "tuple[IntVar, Terms]"


@record
class _Reading:
    """A demand that one of `members`, conditions on the values of numbers, holds, or else a sum is
    `total` (if `equal`) or is not. It is a case for each of the numbers. exactly: the demand is
    that the sum is `total` if and only if the only member holds."""

    members: list[Member]
    total: int
    equal: bool
    demand: Demand
    exactly: bool = False


# A case of a number: unless it has one of some values, given as bits by position in its domain, the
# sum is as a reading says.
_Case: TypeAlias = "tuple[int, _Reading]"


def channelled(m: Model) -> Model:
    """The model with equations for numbers that are sums value by value."""
    every = selected(m, _may_be_case)
    by_sum: dict[Terms, list[_Reading]] = {}
    of_demand: dict[Bool, list[_Reading]] = {}
    readings = [_read(m, demand) for demand in every] if _may_differ(every) else []
    for terms, reading in chain(*readings, _read_sizes(m)):
        by_sum.setdefault(terms, []).append(reading)
        of_demand.setdefault(reading.demand[0], []).append(reading)
    cases: dict[_Pair, list[_Case]] = {}
    for terms, some in by_sum.items():
        pause()
        if len(some) < CASES:
            continue
        longest = max(some, key=_members)
        repeated = {y.arg for reading in some if reading is not longest for y in reading.members}
        for reading in some:
            for y in reading.members:
                x: Any = y.arg
                if x in repeated:  # others have one case only
                    unless = ~y.mask if reading.exactly else y.mask
                    cases.setdefault((x, terms), []).append((unless, reading))
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


def _members(reading: _Reading) -> int:
    return len(reading.members)


def _may_be_case(signature: Signature) -> bool:
    """Whether a condition may have two alternatives, one on a sum, the other on numbers."""
    if signature.kind is not Or or signature.negated or not signature.two:
        return False
    sum_in = signature.has(LinearEq, And) or signature.denies(LinearEq, Or, And)
    return sum_in and (signature.has(Member, And) or Or in signature.denied)


def _is_of_two_numbers(signature: Signature) -> bool:
    """Whether a condition may connect two conditions, each on the values of one number."""
    if signature.negated or not signature.two or not signature.only(Member):
        return False
    return signature.kind is Or or signature.kind is Iff


def _may_differ(every: Sequence[Demand]) -> bool:
    """Whether there may be cases with different totals: if all sums say "all of these hold", or all
    say "none of these", all cases of one sum have the same total."""
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


def _read_sizes(m: Model) -> Iterator[tuple[Terms, _Reading]]:
    """The readings of demands on a number and the size, or another measure, of a piece: only if
    several demands set the same difference between both."""
    if not m.has(Measure):
        return
    found: dict[tuple[Measure, IntVar, int], list[_Reading]] = {}
    for demand in selected(m, _is_of_two_numbers):
        exactly = type(demand[0]) is Iff
        number, size = children(demand[0])
        if type(number.arg) is Measure:
            number, size = size, number
        if type(size.arg) is not Measure or type(number.arg) is not IntVar:
            continue
        # Where the number has a value, the size is the total; or only there.
        for equal in (True,) if exactly else (True, False):
            value, total = _only(number, equal and not exactly), _only(size, not equal)
            if value is not None and total is not None:
                reading = _Reading([number], total, equal, demand, exactly)
                found.setdefault((size.arg, number.arg, total - value), []).append(reading)
    for (measure, _, _), readings in found.items():
        for reading in readings if len(readings) >= CASES else ():
            yield ((1, measure),), reading


def _only(x: Member, but: bool) -> int | None:
    """The one of three or more values of a number that a condition allows, or excludes (but)."""
    domain, mask = x.arg.domain, x.mask
    if but:
        mask ^= full_mask(domain)
    return domain[mask.bit_length() - 1] if len(domain) > 2 and not mask & (mask - 1) else None


def _equation(m: Model, x: IntVar, terms: Terms, cases: list[_Case]) -> Bool | None:
    """The equation that some cases together amount to; None if they do not."""
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
    if free and any(reading.exactly for _, reading in cases):
        return None
    shifts = {total - value for value, (allowed, _) in left.items() for total in allowed}
    if len(shifts) != 1 or len(left) < CASES:
        return None
    shift = shifts.pop()
    if any(not allowed and value + shift in some for value, (allowed, some) in left.items()):
        return None
    # An "if and only if" with another total than the equation's also says that no other value has
    # this total, which the equation would lose.
    if any(said.exactly and said.total != said.members[0].ends[0] + shift for _, said in cases):
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
