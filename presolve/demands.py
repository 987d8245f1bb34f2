"""The conjuncts of a model's constraints, each with the constraint that it is from.

They are read once for all passes, and again only after one has changed the model. Sorted by shape,
most passes see at once that there is nothing for them, or which few conditions they have to look
at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence, Set
from itertools import chain
from typing import Any, TypeAlias

from ..model.model import Constraint, Model
from ..model.nodes import And, Bool, Not, Or, children
from ..model.points import SUMS
from ..records import replace

Demand = tuple[Bool, Constraint]
# (kind, whether it is negated, the kinds of its parts): two conditions of one shape may differ in
# all that is below their parts.
Shape: TypeAlias = "tuple[type, bool, frozenset[type]]"
_JUNCTIONS = frozenset((And, Or))


class _Read:
    """The demands of a model, in order, and the positions of those of each shape.

    constraints: the ones that were read; a model with others has to be read again."""

    __slots__ = ("by_shape", "constraints", "every")

    def __init__(self, constraints: Sequence[Constraint]) -> None:
        self.constraints = [*constraints]
        self.every: list[Demand] = []
        for constraint in constraints:
            if constraint.given is True:
                condition = constraint.condition
                if type(condition) is And:
                    self.every += [(x, constraint) for x in condition.args]
                else:
                    self.every.append((condition, constraint))
        self.by_shape: dict[Shape, list[int]] = {}
        for position, (x, _) in enumerate(self.every):
            shape = _shape(x)
            if shape in self.by_shape:
                self.by_shape[shape].append(position)
            else:
                self.by_shape[shape] = [position]


def _shape(x: Any) -> Shape:
    kind, negated = type(x), False
    if kind is Not:
        x, negated = x.arg, True
        kind = type(x)
    if kind in _JUNCTIONS:
        return kind, negated, frozenset(map(type, x.args))
    if kind in SUMS:
        return kind, negated, frozenset([type(y) for _, y in x.terms])
    return kind, negated, frozenset(map(type, () if kind is bool else children(x)))


def _read(m: Model) -> _Read:
    found: _Read | None = m.read
    if found is None or found.constraints != m.constraints:
        found = m.read = _Read(m.constraints)
    return found


def demands(m: Model, kind: type | None = None) -> Sequence[Demand]:
    """All conjuncts, or those of one kind of node; none of constraints that can be switched off."""
    if kind is None:
        return _read(m).every
    return shaped(m, lambda own, negated, parts: own is kind and not negated)


def shapes(m: Model) -> Collection[Shape]:
    """The shapes of all conjuncts."""
    return _read(m).by_shape.keys()


def shaped(m: Model, wanted: Callable[[type, bool, frozenset[type]], bool]) -> Sequence[Demand]:
    """The conjuncts of some shapes, in order. wanted: by the kind of a condition, whether it is
    negated, and the kinds of its parts."""
    read = _read(m)
    found = [positions for shape, positions in read.by_shape.items() if wanted(*shape)]
    if len(found) == len(read.by_shape):
        return read.every
    every = read.every
    return [every[k] for k in (found[0] if len(found) == 1 else sorted(chain(*found)))]


def parts_of(constraint: Constraint) -> Sequence[Bool]:
    """The conjuncts of a constraint; none of one that can be switched off."""
    if constraint.given is not True:
        return ()
    condition = constraint.condition
    return condition.args if type(condition) is And else (condition,)


def disjuncts(m: Model, x: Bool) -> list[Bool]:
    """The parts of a disjunction, also of those that are written as "not all"."""
    found: list[Bool] = []
    for part in x.args if type(x) is Or else (x,):
        if type(part) is Not and type(part.arg) is And:
            found += [m.not_(y) for y in part.arg.args]
        else:
            found.append(part)
    return found


def conjuncts(m: Model, x: Bool) -> Sequence[Bool]:
    """The parts of a conjunction, also of one that is written as "none"; none of anything else."""
    if type(x) is Not and type(x.arg) is Or:
        return [m.not_(part) for part in x.arg.args]
    return x.args if type(x) is And else ()


def in_order(some: Iterable[Bool]) -> list[Bool]:
    """Conditions in the order in which they were made."""
    return sorted(some, key=lambda x: x if isinstance(x, bool) else x.id)


def instead(m: Model, gone: Set[Bool], added: Iterable[Constraint]) -> Model:
    """The model with other constraints instead of some conjuncts."""
    kept: list[Constraint] = []
    for constraint in m.constraints:
        parts = parts_of(constraint)
        if gone.isdisjoint(parts):
            kept.append(constraint)
        else:
            kept += [replace(constraint, condition=part) for part in parts if part not in gone]
    return replace(m, constraints=[*kept, *added])


def following(condition: Bool, sources: Iterable[Constraint]) -> Constraint:
    """A constraint that follows from others: it has the origins of all of them."""
    first, *also = dict.fromkeys(origin for c in sources for origin in c.origins)
    return Constraint(condition, first, True, tuple(also))
