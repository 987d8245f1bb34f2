"""Numbers that are above all numbers of a set, or below, for sets that grow by one number.

"No tower before this one is as high" compares a number with a set of others, and along a line each
set has one number more. Instead of numbers with each other, numbers are compared with bounds: all
of a set are within a bound if those of the set before are, and the number that it has more. What a
solver learns about a set then serves all numbers that are compared with it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Any, Final

from ..deadline import pause
from ..model.constraints import Constraint
from ..model.model import Model
from ..model.nodes import (
    And,
    Bool,
    BoolNode,
    Iff,
    IntVar,
    Ite,
    LinearEq,
    LinearLe,
    Max,
    Min,
    Not,
    Or,
    children,
)
from ..model.rebuild import rebuilt
from .demands import Demand, Signature, instead, selected

SHARED: Final = 3  # numbers in the larger of two sets of which one grows into the other, at least
WIDEST: Final = 64  # values of a number that is compared
MOST = 1 << 19  # literals of all bounds: those of a Skyscrapers 23×23

# Whether the numbers of a set are to be at most another number, and the set.
Side = tuple[bool, frozenset[IntVar]]


class _Comparison:
    """That all numbers of a set are at most, or at least, another number plus a constant; negated:
    that not all of them are."""

    __slots__ = ("constant", "negated", "number", "side")

    def __init__(self, side: Side, number: IntVar, constant: int, negated: bool) -> None:
        self.side, self.number, self.constant, self.negated = side, number, constant, negated


def by_bounds(m: Model) -> Model:
    """The model with a variable for each comparison with a set that grows, defined by bounds."""
    if not m.has(LinearLe, Max, Min):
        return m
    read: dict[BoolNode, list[_Comparison]] = {}
    comparing: list[tuple[Demand, list[BoolNode]]] = []
    for demand in selected(m, _may_compare):
        nodes = [node for node in _conditions(demand[0]) if _is_read(node, read)]
        if nodes:
            comparing.append((demand, nodes))
    growing = _growing({c.side for said in read.values() for c in said})
    chosen: dict[BoolNode, _Comparison] = {}
    for node, said in read.items():
        for comparison in said:
            if comparison.side in growing:
                chosen[node] = comparison
    literals = sum([len(c.number.domain) * len(c.side[1]) for c in chosen.values()])
    if not 0 < literals <= MOST:
        return m
    m = m.extended()
    bounds = _Bounds(m)
    new: dict[Any, Any] = {}
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for (condition, source), nodes in comparing:
        pause()
        mine = [node for node in nodes if node in chosen]
        for node in mine:
            if node not in new:
                flag = m.bool_var(f"extreme {len(new) + 1}")
                comparison = chosen[node]
                new[node] = m.not_(flag) if comparison.negated else flag
                definition = bounds.definition(flag, comparison)
                added += [source.of(x) for x in definition]
        if mine and condition not in gone:
            gone.add(condition)
            added.append(source.of(rebuilt(m, condition, {node: new[node] for node in mine})))
    return instead(m, gone, added)


def _may_compare(signature: Signature) -> bool:
    if signature.negated:
        return signature.kind is And and signature.has(LinearLe)
    return signature.kind in (LinearEq, LinearLe, Or, Iff) and (
        signature.has(And, Or, LinearLe, LinearEq, Ite) or signature.denies(And, Or)
    )


def _conditions(demand: Any) -> list[BoolNode]:
    """The conditions that a demand is composed of, also those of choices in a sum."""
    found: list[BoolNode] = []
    for child in children(demand):
        if type(child) is Ite:
            child = child.test
        if type(child) is Not:
            child = child.arg
        kind = type(child)
        if kind is And or kind is Or or kind is LinearLe or kind is LinearEq:
            found.append(child)
    return found


def _is_read(node: BoolNode, read: dict[BoolNode, list[_Comparison]]) -> bool:
    """Whether a condition compares a number with others. What it says is entered: for one number
    with one other, this has two readings."""
    if node not in read:
        said = _of_extreme(node) if type(node) in (LinearLe, LinearEq) else []
        said = said or _of_each(node)
        if not said:
            return False
        read[node] = said
    return True


def _of_each(node: Any) -> list[_Comparison]:
    """The readings of comparisons of a number with each of others, all or one of which hold."""
    parts: tuple[Any, ...] = node.args if type(node) is And or type(node) is Or else (node,)
    one_holds = type(node) is Or
    sets: dict[tuple[bool, IntVar, int], list[IntVar]] = {}
    for part in parts:
        if type(part) is not LinearLe or len(part.terms) != 2:
            return []
        (a, x), (b, y) = part.terms
        if type(x) is not IntVar or type(y) is not IntVar or a + b or a not in (1, -1):
            return []
        if a < 0:
            x, y = y, x
        # x ≤ y + bound, which is y ≥ x - bound
        sets.setdefault((True, y, part.bound), []).append(x)
        sets.setdefault((False, x, -part.bound), []).append(y)
    return [
        _comparison(at_most, others, number, constant, one_holds)
        for (at_most, number, constant), others in sets.items()
        if len(others) == len(parts) and len(number.domain) <= WIDEST
    ]


def _of_extreme(node: Any) -> list[_Comparison]:
    """The reading of a comparison of a number with the largest or the smallest of others."""
    if len(node.terms) != 2:
        return []
    (a, x), (b, y) = node.terms
    if type(x) is IntVar:
        (a, x), (b, y) = (b, y), (a, x)
    if type(y) is not IntVar or a + b or a not in (1, -1) or len(y.domain) > WIDEST:
        return []
    if type(x) is not Max and type(x) is not Min:
        return []
    if any(type(z) is not IntVar for z in x.args):
        return []
    largest, others = type(x) is Max, [z for z in x.args if z is not y]
    if type(node) is LinearEq:  # the number is the largest of some: the others are at most it
        if node.bound or len(others) == len(x.args):
            return []
        return [_comparison(largest, others, y, 0, False)]
    # x ≤ y + bound, or x ≥ y - bound; of all x, or of one.
    at_most, constant = a > 0, a * node.bound
    return [_comparison(at_most, [*x.args], y, constant, at_most is not largest)]


def _comparison(
    at_most: bool, others: list[Any], number: IntVar, constant: int, one_holds: bool
) -> _Comparison:
    """That all of some numbers are at most or at least another number plus a constant, or
    (one_holds) that one of them is: that not all are on the other side."""
    if one_holds:
        at_most, constant = not at_most, constant + (1 if at_most else -1)
    return _Comparison((at_most, frozenset(others)), number, constant, one_holds)


def _growing(sides: set[Side]) -> set[Side]:
    """The sets that grow by one number, or that others grow into by one."""
    growing: set[Side] = set()
    for side in sides:
        at_most, numbers = side
        if len(numbers) < SHARED:
            continue
        for x in numbers:
            fewer = (at_most, numbers - {x})
            if fewer in sides:
                growing.update((side, fewer))
                if len(fewer[1]) < SHARED:
                    growing.update([(at_most, frozenset((y,))) for y in fewer[1]])
    return growing


class _Bounds:
    """Conditions that all numbers of a set are within a bound, made once.

    _all: by set, and by bound."""

    __slots__ = ("_all", "m")

    def __init__(self, m: Model) -> None:
        self.m = m
        self._all: dict[Side, dict[int, Bool]] = {}

    def definition(self, flag: BoolNode, comparison: _Comparison) -> list[Bool]:
        """Clauses which say that a flag is true if and only if all numbers of a set are on their
        side of another number: for each value of this, that all are within it if it is no further
        out and the flag is true, and not all if it is no further in and the flag is false."""
        m, found, number = self.m, list[Bool](), comparison.number
        at_most, others = comparison.side
        in_order = sorted(others, key=_index)  # a set has another order in each process
        all_within = self._all.setdefault(comparison.side, {})
        off = m.not_(flag)
        step = 1 if at_most else -1
        for value in number.domain:
            bound = value + comparison.constant
            within = all_within.get(bound)
            if within is None:
                parts = [_within(m, at_most, x, bound) for x in in_order]
                within = all_within[bound] = m.and_(parts)
            further_out = _within(m, not at_most, number, value + step)
            further_in = _within(m, at_most, number, value - step)
            found.append(m.or_((off, further_out, within)))
            found.append(m.or_((flag, further_in, m.not_(within))))
        return [x for x in found if x is not True]


def _index(x: IntVar) -> int:
    return x.index


def _within(m: Model, at_most: bool, x: IntVar, bound: int) -> Bool:
    """That a number is at most a bound, or at least."""
    if at_most:
        return m.masked(x, (1 << bisect_right(x.domain, bound)) - 1)
    return m.masked(x, (1 << len(x.domain)) - (1 << bisect_left(x.domain, bound)))
