"""One comparison for a sum that must be one number in one case and another number in the other.

"If it is black, two others are, and if not, three are" compares one sum with a number that depends
on the case; so the case becomes a further term of the sum."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.model import Constraint, Model
from ..model.nodes import And, Bool, Linear, LinearEq, LinearLe, Not, Or, Terms
from .demands import Demand, demands, following, instead

MOST = 4  # the most alternatives that are examined
# The kind of a comparison, its terms, and the guards that both cases have.
_Key = tuple[type, Terms, frozenset[Bool]]


def joined_cases(m: Model) -> Model:
    """The model with one comparison for both cases of a sum."""
    sums: list[Demand] = []
    others: list[Demand] = []
    for demand in demands(m, Or):
        kinds = {type(x) for x in demand[0].args}  # type: ignore[union-attr]
        if not kinds.isdisjoint((LinearEq, LinearLe)):
            sums.append(demand)
        elif not kinds.isdisjoint((And, Not)):
            others.append(demand)
    cases: dict[_Key, dict[Bool, tuple[int, Demand]]] = {}
    wanted: set[Bool] = set()
    for part, _ in sums:
        wanted.update(m.not_(x) for x in part.args)  # type: ignore[union-attr, arg-type]
    others = [d for d in others if not wanted.isdisjoint(d[0].args)]  # type: ignore[union-attr]
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for demand in (*sums, *others) if sums else ():
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
            condition = m.or_((*_in_order(guards), compared))
            added.append(following(condition, (other[1][1], demand[1])))
            break
    return instead(m, gone, added) if gone else m


def _read(m: Model, x: Bool) -> Iterator[tuple[_Key, Bool, int]]:
    """(key, case, bound): each comparison among the parts of a disjunction, with each other part as
    the case in which it need not hold; the rest are guards."""
    parts = x.args if type(x) is Or else ()
    for part in parts if len(parts) <= MOST else ():
        for kind, terms, bound in _sums(m, part):
            others = [y for y in parts if y is not part]
            for case in others:
                rest = frozenset(y for y in others if y is not case)
                yield (kind, terms, rest), case, bound


def _sums(m: Model, x: Bool) -> Iterator[tuple[type, Terms, int]]:
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


def _in_order(some: frozenset[Bool]) -> list[Bool]:
    return sorted(some, key=lambda x: x if isinstance(x, bool) else x.id)
