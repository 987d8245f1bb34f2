"""A number that equals one of several others, value by value.

"The next number stands on one of the cells around" is an "or" of equations, of which a backend
learns little before all but one are false. That each value of the first number is one of the
others' says the same, and takes a value away as soon as no other number can have it.
"""

from __future__ import annotations

from typing import Final

from ..deadline import pause
from ..model.conflicts import difference
from ..model.constraints import Constraint
from ..model.model import Model
from ..model.nodes import And, Bool, IntVar, LinearEq, Or
from .demands import Signature, disjuncts, following, instead, selected

FEWEST: Final = 2  # equations
WIDEST: Final = 1_000  # values of the number: that it has one of them is a set of as many bits
MOST: Final = 1 << 20  # literals of all clauses


def listed(m: Model) -> Model:
    """The model with a clause for each value, instead of conditions that a number equals one of
    several others, each plus a constant."""
    found = [
        (_read(m, condition), condition, source) for condition, source in selected(m, _may_equal)
    ]
    said = [(read, condition, source) for read, condition, source in found if read is not None]
    if sum([len(read.x.domain) * read.literals for read, *_ in said]) > MOST:
        return m
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for read, condition, source in said:
        if condition not in gone:
            pause()
            gone.add(condition)
            clauses = [m.or_(read.clause(m, value)) for value in read.x.domain]
            added += [following(x, (source,)) for x in clauses if x is not True]
    return instead(m, gone, added) if gone else m


class _Match:
    """That x equals one of several numbers, or something else holds. equals: the numbers, each with
    how far x is ahead of it."""

    __slots__ = ("equals", "others", "x")

    def __init__(self, x: IntVar, equals: list[tuple[IntVar, int]], others: list[Bool]) -> None:
        self.x, self.equals, self.others = x, equals, others

    @property
    def literals(self) -> int:
        """The literals of a clause."""
        return len(self.equals) + len(self.others) + 1

    def clause(self, m: Model, value: int) -> list[Bool]:
        """What holds if x has a value: one of these."""
        matches = [m.eq(y, value - ahead) for y, ahead in self.equals]
        return [*self.others, m.not_(m.eq(self.x, value)), *matches]


def _may_equal(signature: Signature) -> bool:
    if signature.negated:
        return signature.kind is And and signature.denies(LinearEq)
    return signature.kind is Or and signature.has(LinearEq)


def _read(m: Model, condition: Bool) -> _Match | None:
    """What a condition says, if it is of this kind."""
    equations: list[tuple[IntVar, IntVar, int]] = []
    others: list[Bool] = []
    for part in disjuncts(m, condition):
        if type(part) is LinearEq and (pair := difference(part.terms)) is not None:
            equations.append((*pair, part.bound))  # the first less the second
        else:
            others.append(part)
    if len(equations) < FEWEST:
        return None
    common = {*equations[0][:2]}.intersection(*[(x, y) for x, y, _ in equations])
    if len(common) != 1:
        return None
    (number,) = common
    if len(number.domain) > WIDEST:
        return None
    equals = [(y, ahead) if x is number else (x, -ahead) for x, y, ahead in equations]
    return _Match(number, equals, others)
