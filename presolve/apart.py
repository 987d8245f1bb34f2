"""State which numbers may follow each number, instead of which may not.

If n numbers with n possible values are all different, each value occurs exactly once, so for each
number but the last k some other one is k above it. If conditions exclude pairs one by one ("if two
numbers differ by one, their cells touch"), one of the few remaining numbers must be it: a clause
for each number replaces a condition for each pair."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeAlias

from ..deadline import pause
from ..model.conflicts import difference
from ..model.constraints import Constraint
from ..model.globals.all_different import ALL_DIFFERENT
from ..model.model import Model
from ..model.nodes import Abs, Bool, IntVar, Linear, LinearEq, Member, Not
from .demands import Demand, Signature, following, instead, selected
from .different import permutations

# By the numbers of a pair, the second of which may not be k above the first: k, and the demand.
_Apart: TypeAlias = "dict[tuple[IntVar, IntVar], dict[int, Demand]]"


def followed(m: Model) -> Model:
    """The model with clauses on what follows each number in place of demands on pairs, if at least
    half of all pairs may not follow each other."""
    said = selected(m, _may_keep_apart) if m.uses(ALL_DIFFERENT) else ()
    if not said:
        return m
    apart: _Apart = {}
    excluded: dict[Bool, int] = {}  # by demand: how many differences it excludes
    for demand in said:
        found = [*_excluded(demand[0])]
        excluded[demand[0]] = len(found)
        for pair, k in found:
            apart.setdefault(pair, {})[k] = demand
    covered: dict[Bool, set[Any]] = {}  # by demand: the differences that clauses cover
    added: list[Constraint] = []
    for numbers, source in permutations(m) if apart else ():
        by_difference: dict[int, dict[IntVar, dict[IntVar, Demand]]] = {}
        for (x, y), by in apart.items():
            if x in numbers and y in numbers:
                for k, demand in by.items():
                    by_difference.setdefault(k, {}).setdefault(x, {})[y] = demand
        for k, far in sorted(by_difference.items()):
            if 2 * sum(map(len, far.values())) >= len(numbers) * (len(numbers) - 1):
                pause()
                added += _clauses(m, numbers, k, far, source)
                for x, some in far.items():
                    for y, (condition, _) in some.items():
                        covered.setdefault(condition, set()).add((x, y, k))
    gone = {x for x, some in covered.items() if len(some) == excluded[x]}
    return instead(m, gone, added) if added else m


def _may_keep_apart(signature: Signature) -> bool:
    if signature.negated:
        return signature.kind is LinearEq and signature.parts == frozenset((IntVar,))
    return signature.kind is Member and Abs in signature.parts


def _excluded(condition: Bool) -> Iterator[tuple[tuple[IntVar, IntVar], int]]:
    """The pairs of numbers the second of which may not be k > 0 above the first, each with k, where
    a condition says just this for some of them."""
    if type(condition) is Not and type(condition.arg) is LinearEq:
        pair = difference(condition.arg.terms)
        if pair is not None and condition.arg.bound:
            yield _ahead(*pair, condition.arg.bound)
    elif type(condition) is Member and type(condition.arg) is Abs:
        inner = condition.arg.arg
        if type(inner) is Linear and not inner.constant:
            pair = difference(inner.terms)
            if pair is None:
                return
            for k in condition.arg.domain:
                if k and k not in condition.values:
                    yield pair, k
                    yield pair[::-1], k


def _ahead(x: IntVar, y: IntVar, k: int) -> tuple[tuple[IntVar, IntVar], int]:
    """Two numbers whose difference x - y is k, the smaller one first, with the difference."""
    return ((y, x), k) if k > 0 else ((x, y), -k)


def _clauses(
    m: Model,
    numbers: Collection[IntVar],
    k: int,
    far: Mapping[IntVar, Mapping[IntVar, Demand]],
    source: Constraint,
) -> Iterator[Constraint]:
    """That each number, unless no number is k above it, has another one k above it. far: by number,
    those that may not be. source: demands that all are different."""
    values = set().union(*[x.domain for x in numbers])
    for x in numbers:
        apart = far.get(x, {})
        last = m.member(x, [v for v in x.domain if v + k not in values])
        others: list[Any] = [y for y in numbers if y is not x and y not in apart]
        clause = m.or_([last, *[m.sum_is([(1, y), (-1, x)], k) for y in others]])
        if clause is not True:
            yield following(clause, [source, *[c for _, c in apart.values()]])
