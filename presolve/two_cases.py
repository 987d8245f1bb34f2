"""One comparison for a sum that must be one number in one case and another number in the other.

"If it is black, two others are, and if not, three are" compares one sum with a number that depends
on the case; so the case becomes a further term of the sum."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ..deadline import pause
from ..model.constraints import Constraint
from ..model.model import Model
from ..model.nodes import And, Bool, BoolNode, Linear, LinearEq, LinearLe, Member, Not, Or, Terms
from ..model.points import SUMS
from ..model.store import BETWEEN
from .demands import Demand, Signature, following, in_order, instead, selected

MOST: Final = 4  # the most alternatives that are examined
# The kind of a comparison, its terms, and the guards that both cases have.
_Key = tuple[type, Terms, frozenset[Bool]]


def joined_cases(m: Model) -> Model:
    """The model with one comparison for both cases of a sum."""
    sums, others = _complementary(m)
    cases: dict[_Key, dict[Bool, tuple[int, Demand]]] = {}
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for k, demand in enumerate((*sums, *others) if sums else ()):
        if not k & BETWEEN:
            pause()
        if demand[0] in gone:
            continue
        for key, case, bound in _read(m, demand[0]):
            known = cases.setdefault(key, {})
            other = known.get(m.not_(case))
            if other is None or other[1][0] in gone:
                known.setdefault(case, (bound, demand))
                continue
            kind, terms, guards = key
            gone.update((demand[0], other[1][0]))
            # The sum has this bound if the case does not hold, and the other bound if it does.
            total = m.linear((*terms, (bound - other[0], case)))
            compared = m.eq(total, bound) if kind is LinearEq else m.le(total, bound)
            condition = m.or_((*in_order(guards), compared))
            added.append(following(condition, (other[1][1], demand[1])))
            break
    return instead(m, gone, added) if gone else m


def _complementary(m: Model) -> tuple[list[Demand], list[Demand]]:
    """The short disjunctions with comparisons in them, and those that may hold some in another form
    beside the opposite of a part of such a one: only these can be two cases of a sum."""
    sums = [d for d in selected(m, _has_sums) if len(_parts(d)) <= MOST]
    if not sums:
        return [], []
    among_sums = _Opposites(m, sums)
    others = selected(m, _has_others)
    others = [d for d in others if len(_parts(d)) <= MOST and among_sums.has(d)]
    among_all = _Opposites(m, (*sums, *others))
    return [d for d in sums if among_all.has(d)], others


def _has_sums(signature: Signature) -> bool:
    return signature.kind is Or and not signature.negated and signature.has(*SUMS)


def _has_others(signature: Signature) -> bool:
    """Whether conditions of a signature may hold a comparison in another form alone, see `sums`."""
    if signature.kind is not Or or signature.negated or signature.has(*SUMS):
        return False
    return And in signature.parts or Or in signature.denied


def _parts(demand: Demand) -> tuple[BoolNode, ...]:
    condition = demand[0]
    return condition.args if type(condition) is Or else ()


class _Opposites:
    """The parts of some disjunctions, to find the negations of others among them."""

    def __init__(self, m: Model, some: Iterable[Demand]) -> None:
        self._m = m
        self._said = {x for demand in some for x in _parts(demand)}
        self._denied = {x.arg for x in self._said if type(x) is Not}

    def has(self, demand: Demand) -> bool:
        """Whether the negation of a part of a disjunction is among them."""
        return any(map(self._has_opposite, _parts(demand)))

    def _has_opposite(self, x: BoolNode) -> bool:
        if type(x) is Not:
            return x.arg in self._said
        if type(x) is Member or type(x) is LinearLe:  # their negations are of their own kind
            return self._m.not_(x) in self._said
        return x in self._denied


def _read(m: Model, x: Bool) -> Iterator[tuple[_Key, Bool, int]]:
    """(key, case, bound): each comparison among the parts of a disjunction, with each other part as
    the case in which it need not hold; the rest are guards."""
    parts = x.args if type(x) is Or else ()
    for part in parts if len(parts) <= MOST else ():
        for kind, terms, bound in sums(m, part):
            others = [y for y in parts if y is not part]
            for case in others:
                rest = frozenset(y for y in others if y is not case)
                yield (kind, terms, rest), case, bound


def sums(m: Model, x: Bool) -> Iterator[tuple[type, Terms, int]]:
    """A comparison, or what else says that none, or all, of some conditions hold."""
    if type(x) is LinearEq or type(x) is LinearLe:
        yield type(x), x.terms, x.bound
        return
    none = type(x) is Not and type(x.arg) is Or
    some = x.arg.args if none else x.args if type(x) is And else ()  # type: ignore[union-attr]
    total = m.sum_(some)
    if type(total) is Linear:
        bound = (0 if none else len(some)) - total.constant
        sign = -1 if total.terms[0][0] < 0 else 1
        yield LinearEq, tuple([(sign * c, y) for c, y in total.terms]), sign * bound
