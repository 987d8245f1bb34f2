"""The value of sums that are only required to be equal.

"All lines add up to the same" compares sums of unknown value: no line is bounded until another is
known. If some of these sums partition numbers whose total is known, each of them is an equal share
of the total: the three rows of a magic square hold the numbers from 1 to 9, so each adds up to 15.
Equations with a sum of known value then determine others, such as that of a column; it has a number
in common with each row, which cancels out, so neither sum occurs whole in the equation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..deadline import pause
from ..model.constraints import Constraint
from ..model.model import Model
from ..model.nodes import Bool, IntVar, LinearEq
from ..records import record
from .demands import Signature, following, instead, selected
from .different import permutations

Side = frozenset[IntVar]


@record
class Equation:
    """left - right = difference, as sums of variables. condition, source: where it is from."""

    left: Side
    right: Side
    difference: int
    condition: Bool
    source: Constraint


@record
class Total:
    """The value of a sum, and the constraints that it follows from."""

    value: int
    sources: tuple[Constraint, ...]


def valued(m: Model) -> Model:
    """The model with the value of sums in place of equations between them."""
    said = selected(m, _may_compare_sums)
    equations = [x for x in (_equation(*demand) for demand in said) if x and x.left and x.right]
    wholes = _wholes(m) if equations else {}
    known: dict[Side, Total] = {}
    for alike in _classes(equations) if wholes else ():
        found = _shared_out(alike, wholes)
        if found is not None:
            known.update((side, found) for x in alike for side in (x.left, x.right))
    if not known:
        return m
    gone = _completed(equations, known)
    return instead(m, gone, [_said(m, side, total) for side, total in known.items()])


def _said(m: Model, side: Side, total: Total) -> Constraint:
    terms = [(1, x) for x in sorted(side, key=lambda x: x.id)]
    return following(m.sum_is(terms, total.value), total.sources)


def _may_compare_sums(signature: Signature) -> bool:
    return signature.kind is LinearEq and not signature.negated and signature.only(IntVar)


def _equation(condition: Bool, source: Constraint) -> Equation | None:
    """A condition as an equation between two sums; None if a coefficient is neither 1 nor -1."""
    if type(condition) is not LinearEq or any(c * c != 1 for c, _ in condition.terms):
        return None
    left = frozenset([x for c, x in condition.terms if c == 1 and type(x) is IntVar])
    right = frozenset([x for c, x in condition.terms if c == -1 and type(x) is IntVar])
    return Equation(left, right, condition.bound, condition, source)


def _wholes(m: Model) -> dict[Side, Total]:
    """The total of variables that have each of some values once."""
    return {
        frozenset(variables): Total(sum({v for x in variables for v in x.domain}), (source,))
        for variables, source in permutations(m)
    }


def _classes(equations: Iterable[Equation]) -> Iterator[list[Equation]]:
    """The equations that say that sums are equal, together if they are about the same ones."""
    classes: dict[Side, list[Equation]] = {}
    for x in equations:
        if x.difference == 0:
            first, second = (classes.setdefault(side, []) for side in (x.left, x.right))
            if first is not second:
                first += second
                for moved in second:
                    classes[moved.left] = classes[moved.right] = first
                classes[x.right] = first
            first.append(x)
    yield from {id(some): some for some in classes.values()}.values()


def _shared_out(alike: Sequence[Equation], wholes: dict[Side, Total]) -> Total | None:
    """The value of each of some equal sums, if variables of known total are shared out among
    several of them; else None."""
    sides = [*dict.fromkeys(side for x in alike for side in (x.left, x.right))]
    for whole, total in wholes.items():
        inside = [side for side in sides if side <= whole]
        for first in inside:
            pause()
            covered, parts = first, 1
            for side in inside:
                if covered.isdisjoint(side):
                    covered, parts = covered | side, parts + 1
            if covered == whole and parts > 1 and total.value % parts == 0:
                sources = dict.fromkeys([*total.sources, *(x.source for x in alike)])
                return Total(total.value // parts, tuple(sources))
    return None


def _completed(equations: Sequence[Equation], known: dict[Side, Total]) -> set[Bool]:
    """Extend the known sums by those that follow from an equation and a known sum. Returns the
    conditions that the known sums then imply."""
    gone: set[Bool] = set()
    left = [*equations]
    while True:
        pause()
        rest: list[Equation] = []
        for x in left:
            found = _solved(x, known)
            if found is None:
                rest.append(x)
            else:
                side, total = found
                if known.setdefault(side, total).value == total.value:
                    gone.add(x.condition)
        if len(rest) == len(left):
            return gone
        left = rest


def _solved(x: Equation, known: dict[Side, Total]) -> tuple[Side, Total] | None:
    """The sum whose value an equation gives: a known sum contains all terms of one side, and its
    other terms belong to the other side."""
    for less, more, difference in (x.right, x.left, x.difference), (x.left, x.right, -x.difference):
        for side, total in known.items():
            if less <= side:
                besides = side - less
                if len(besides) <= len(less) and besides.isdisjoint(more):
                    sources = tuple(dict.fromkeys([*total.sources, x.source]))
                    return more | besides, Total(total.value + difference, sources)
    return None
