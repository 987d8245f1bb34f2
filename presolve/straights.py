"""Straights: consecutive numbers in any order, recognised in other formulations.

Of n variables that are all different there are n kinds; and they are consecutive exactly if the
largest of them is n - 1 above the smallest, or if no two of them are further apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from ..model.conflicts import Pair, difference, ordered
from ..model.constraints import Constraint
from ..model.globals.all_different import ALL_DIFFERENT
from ..model.globals.straight import STRAIGHT
from ..model.model import Model
from ..model.nodes import Bool, Global, IntVar, LinearEq, LinearLe, Max, Member, Min, Not, Or
from ..model.points import SUMS
from .demands import Demand, Signature, demands, following, instead, selected
from .different import Variables, in_order, kinds
from .pairs import cliques

_VARIABLES: Final = frozenset((IntVar,))
_EXTREMES: Final = frozenset((Max, Min))
_COUNTED: Final = frozenset((Member, Or))


def consecutive(m: Model) -> Model:
    """The model with a straight for variables that are all different and near each other."""
    found = selected(m, _may_be_near)
    if not found:
        return m
    different = _Different(m)
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for some, sources in (*_by_extremes(different, found), *_by_pairs(found)):
        source = different.source(some)
        if source is not None:
            gone.update(part for part, _ in sources)
            straight = m.all_of(STRAIGHT, in_order(some), None)
            added.append(following(straight, [*(c for _, c in sources), source]))
    return instead(m, gone, added) if added else m


def _may_be_near(signature: Signature) -> bool:
    """Whether a condition may bound the difference of variables, or of the largest and smallest."""
    kind, parts = signature.kind, signature.parts
    if kind is LinearLe and parts == _VARIABLES:
        return True
    if kind not in SUMS or signature.negated:
        return False
    return _EXTREMES <= parts <= _EXTREMES | _COUNTED


class _Different:
    """The sets of variables that must be all different, each with the constraint that says so."""

    def __init__(self, m: Model) -> None:
        self._of: dict[Any, list[tuple[Variables, Constraint]]] = {}
        for x, constraint in demands(m, Global):
            if type(x) is Global and x.definition is ALL_DIFFERENT and x.data is None:
                self._add(frozenset(y for y in x.args if type(y) is IntVar), constraint)
        for x, constraint in selected(m, _is_inequality):
            if type(x) is Not and type(x.arg) is LinearEq and not x.arg.bound:
                pair = difference(x.arg.terms)
                if pair is not None:
                    self._add(frozenset(pair), constraint)

    def _add(self, some: Variables, constraint: Constraint) -> None:
        for x in some:
            self._of.setdefault(x, []).append((some, constraint))

    def source(self, some: Variables) -> Constraint | None:
        """A constraint by which some variables are all different; None if there is none."""
        sets = self._of.get(next(iter(some)), ())
        return next((constraint for every, constraint in sets if some <= every), None)


def _is_inequality(signature: Signature) -> bool:
    return signature.kind is LinearEq and signature.negated and signature.parts == _VARIABLES


def _by_extremes(
    different: _Different, found: Sequence[Demand]
) -> Iterator[tuple[Variables, list[Demand]]]:
    """Variables the largest of which is at most, or exactly, so far above the smallest."""
    for demand in found:
        x = demand[0]
        if type(x) is not LinearEq and type(x) is not LinearLe:
            continue
        extremes = {type(y): (c, y) for c, y in x.terms if type(y) in _EXTREMES}
        counted = [(c, y) for c, y in x.terms if type(y) not in _EXTREMES]
        if len(extremes) < 2 or len(extremes) + len(counted) < len(x.terms):
            continue
        (up, high), (down, low) = extremes[Max], extremes[Min]
        args = high.args  # type: ignore[union-attr]
        some = frozenset(y for y in args if type(y) is IntVar)
        if up != -down or args != low.args or len(some) < len(args):  # type: ignore[union-attr]
            continue
        bound = x.bound
        if counted:
            coefficients = {c for c, _ in counted}
            known = kinds([y for _, y in counted]) == some and len(coefficients) == 1
            if not known or different.source(some) is None:
                continue
            bound -= coefficients.pop() * len(some)
        if bound == up * (len(some) - 1) and (up > 0 or type(x) is LinearEq):
            yield some, [demand]


def _by_pairs(found: Sequence[Demand]) -> Iterator[tuple[Variables, list[Demand]]]:
    """n variables no two of which are more than n - 1 apart."""
    bounds: dict[Pair, tuple[int, Demand]] = {}
    for demand in found:
        part = demand[0]
        if type(part) is LinearLe and part.bound > 0:
            pair = difference(part.terms)
            if pair is not None:
                bounds[pair] = part.bound, demand
    near = {
        ordered(a, b): bound
        for (a, b), (bound, _) in bounds.items()
        if bounds.get((b, a), (0,))[0] == bound
    }

    def is_whole(members: Sequence[IntVar], inside: Sequence[Pair]) -> bool:
        return len(members) == near[inside[0]] + 1

    for members, inside in cliques(near, is_whole, lambda bound: bound + 1):
        both = [bounds[ends][1] for x, y in inside for ends in ((x, y), (y, x))]
        yield frozenset(members), both
