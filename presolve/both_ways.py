"""The converse of "each number is next to some other": which numbers may come before it.

If n numbers with n possible values are all different, exactly one number has each value. If every
number that is v must have one with w among some others, the number with w is among those of the
number with v. So the converse follows: a number with w needs one with v among the numbers that it
may be next to. On a path with numbered cells, "each number touches the next" yields "each touches
the one before".
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, TypeAlias

from ..deadline import pause
from ..model.constraints import Constraint
from ..model.globals.all_different import ALL_DIFFERENT
from ..model.masks import full_mask
from ..model.model import Model
from ..model.nodes import Bool, IntVar, Member, Or
from .demands import Demand, Signature, following, instead, selected
from .different import permutations

FEWEST: Final = 3  # values of a number: of two, "not this one" is "the other one"
MOST: Final = 1 << 20  # literals of the clauses read
# The numbers of which one has a value w if x has v, with the constraint that says so.
Beside: TypeAlias = "tuple[tuple[IntVar, ...], Constraint]"


def converse(m: Model) -> Model:
    """The model with the converses of clauses that say of all numbers with a value that some other
    value is among their neighbours."""
    clauses = selected(m, _is_of_members) if m.uses(ALL_DIFFERENT) else ()
    if not clauses or sum([len(x.args) for x, _ in clauses if type(x) is Or]) > MOST:
        return m
    said = {x for x, _ in clauses}
    added: list[Constraint] = []
    for numbers, source in permutations(m):
        for (v, w), beside in _neighbours(numbers, clauses).items():
            pause()
            may_be = [x for x in numbers if v in x.domain]
            if len(beside) == len(may_be):
                sources = [source, *(each for _, each in beside.values())]
                conditions = [x for x in _converses(m, numbers, v, w, beside) if x not in said]
                added += _all_following(conditions, sources)
    return instead(m, set(), added) if added else m


def _is_of_members(signature: Signature) -> bool:
    return signature.kind is Or and not signature.negated and signature.only(Member)


def _neighbours(
    numbers: Collection[IntVar], clauses: Sequence[Demand]
) -> dict[tuple[int, int], dict[IntVar, Beside]]:
    """By two values v and w, for numbers x: those of which one has w if x has v."""
    found: dict[tuple[int, int], dict[IntVar, Beside]] = {}
    for clause, source in clauses:
        read = _read(clause)
        if read is None:
            continue
        x, v, w, others = read
        if x in numbers and all(y in numbers for y in others):
            found.setdefault((v, w), {}).setdefault(x, (others, source))
    return found


def _read(clause: Bool) -> tuple[IntVar, int, int, tuple[IntVar, ...]] | None:
    """x, v, w and the others, if a clause says: x is not v, or one of the others is w."""
    number: IntVar | None = None
    v, w = 0, None
    others: list[IntVar] = []
    for part in clause.args if type(clause) is Or else ():
        if type(part) is not Member or type(part.arg) is not IntVar:
            return None
        domain, mask = part.arg.domain, part.mask
        without = mask ^ full_mask(domain)
        if not mask & (mask - 1):
            value = domain[mask.bit_length() - 1]
            if w is not None and w != value:
                return None
            w = value
            others.append(part.arg)
        elif number is None and not without & (without - 1):
            number, v = part.arg, domain[without.bit_length() - 1]
        else:
            return None
        if len(domain) < FEWEST:
            return None
    return None if number is None or w is None else (number, v, w, tuple(others))


def _converses(
    m: Model, numbers: Collection[IntVar], v: int, w: int, beside: dict[IntVar, Beside]
) -> Iterator[Bool]:
    """That a number with w has one with v among those that it is beside."""
    before: dict[IntVar, list[Bool]] = {}
    for x, (others, _) in beside.items():
        for y in others:
            before.setdefault(y, []).append(m.member(x, (v,)))
    for y in numbers:
        yield m.or_((m.not_(m.member(y, (w,))), *before.get(y, ())))


def _all_following(conditions: Sequence[Bool], sources: Sequence[Constraint]) -> list[Constraint]:
    """Constraints that follow from the same others, whose origins they share."""
    if not conditions:
        return []
    first = following(conditions[0], sources)
    return [first.of(condition) for condition in conditions if condition is not True]
