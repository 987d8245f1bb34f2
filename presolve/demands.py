"""The conjuncts of a model's constraints, each with the constraint that it is from.

They are read once for all passes; after a pass has changed the model, only what it added. Sorted by
shape, most passes see at once that there is nothing for them, or which few conditions they have to
look at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from typing import Any, TypeAlias

from ..model.model import Constraint, Model, Origin
from ..model.nodes import And, Bool, BoolVar, Not, Or, children
from ..records import replace

Demand = tuple[Bool, Constraint]
# (kind, whether it is negated, the kinds of its parts): two conditions of one shape may differ in
# all that is below their parts.
Shape: TypeAlias = "tuple[type, bool, frozenset[type]]"


class _Read:
    """The demands of constraints by shape, each with its position among all.

    constraints: what was read; a model with others before these has to be read again. positions: of
    the demands so far, also of those that were removed."""

    __slots__ = ("by_shape", "constraints", "positions")

    def __init__(self) -> None:
        self.constraints: list[Constraint] = []
        self.positions = 0
        self.by_shape: dict[Shape, dict[int, Demand]] = {}

    def on(self, constraints: Sequence[Constraint]) -> None:
        """Read further constraints."""
        # Most conditions have the very kinds of parts of an earlier one, in the same order.
        known: dict[tuple[Any, ...], dict[int, Demand]] = {}
        position = self.positions
        for constraint in constraints:
            if constraint.given is not True:
                continue
            condition = constraint.condition
            for x in condition.args if type(condition) is And else (condition,):
                key = _kinds(x)
                some = known.get(key)
                if some is None:
                    kind, negated, *parts = key
                    some = self.by_shape.setdefault((kind, negated, frozenset(parts)), {})
                    known[key] = some
                some[position] = x, constraint
                position += 1
        self.positions = position
        self.constraints += constraints

    def every(self) -> list[Demand]:
        """All demands, in order."""
        return _in_order(self.by_shape.values())

    def without(self, gone: Set[Bool]) -> _Read:
        """The demands that remain, of the constraints that remain or are shorter."""
        found = _Read()
        removed: set[int] = set()  # the constraints of which something is gone, by identity
        partly = False
        for shape, some in self.by_shape.items():
            left = {k: demand for k, demand in some.items() if demand[0] not in gone}
            if len(left) < len(some):
                for k in some.keys() - left.keys():
                    constraint = some[k][1]
                    removed.add(id(constraint))
                    partly = partly or type(constraint.condition) is And
            if left:
                found.by_shape[shape] = left
        if partly:
            found = _Read()
            found.on([shorter for c in self.constraints for shorter in _without(c, gone)])
        else:
            found.positions = self.positions
            found.constraints = [c for c in self.constraints if id(c) not in removed]
        return found


def _without(constraint: Constraint, gone: Set[Bool]) -> Sequence[Constraint]:
    """A constraint, or one for each of its conjuncts that remain."""
    parts = parts_of(constraint)
    if gone.isdisjoint(parts):
        return (constraint,)
    return [replace(constraint, condition=part) for part in parts if part not in gone]


def _kinds(x: Any) -> tuple[Any, ...]:
    """The kind of a condition, whether it is negated, and the kinds of its parts, once or more."""
    kind, negated = type(x), False
    if kind is Not:
        x, negated = x.arg, True
        kind = type(x)
    if kind is And or kind is Or:
        parts = x.args
        first = type(parts[0])
        if len(parts) == 2:  # the common case first
            return kind, negated, first, type(parts[1])
    elif kind is BoolVar or kind is bool:
        return kind, negated
    else:
        parts = children(x)
        first = type(parts[0])
    for part in parts:
        if type(part) is not first:
            return (kind, negated, *map(type, parts))
    return kind, negated, first


def _read(m: Model) -> _Read:
    found: _Read | None = m.read
    if found is None:
        found = m.read = _Read()
    if found.constraints != m.constraints:
        count = len(found.constraints)
        if found.constraints != m.constraints[:count]:
            found, count = _Read(), 0
            m.read = found
        found.on(m.constraints[count:])
    return found


def _in_order(some: Collection[Mapping[int, Demand]]) -> list[Demand]:
    """Demands in order, of some shapes."""
    if len(some) == 1:
        return [*next(iter(some)).values()]
    joined: dict[int, Demand] = {}
    for of_shape in some:
        joined.update(of_shape)
    return [joined[position] for position in sorted(joined)]


def demands(m: Model, kind: type | None = None) -> Sequence[Demand]:
    """All conjuncts, or those of one kind of node; none of constraints that can be switched off."""
    if kind is None:
        return _read(m).every()
    return shaped(m, lambda own, negated, parts: own is kind and not negated)


def shapes(m: Model) -> Mapping[Shape, Mapping[int, Demand]]:
    """All conjuncts by shape, and by their positions among all."""
    return _read(m).by_shape


def shaped(m: Model, wanted: Callable[[type, bool, frozenset[type]], bool]) -> Sequence[Demand]:
    """The conjuncts of some shapes, in order. wanted: by the kind of a condition, whether it is
    negated, and the kinds of its parts."""
    by_shape = _read(m).by_shape
    return _in_order([some for shape, some in by_shape.items() if wanted(*shape)])


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
    """The model with other constraints instead of some conjuncts. The others are not read again."""
    left = _read(m).without(gone)
    left.on([*added])
    shorter = m.with_constraints([*left.constraints])
    shorter.read = left
    return shorter


def following(condition: Bool, sources: Iterable[Constraint]) -> Constraint:
    """A constraint that follows from others: it has the origins of all of them."""
    first, *also = dict.fromkeys(origin for c in sources for origin in c.origins)
    return Constraint(condition, first, True, tuple(also))


def require_all(m: Model, conditions: Iterable[Bool], origins: Iterable[Origin]) -> None:
    """Add constraints with the same origins, which they share: there may be hundreds of both."""
    first, *others = origins
    also = tuple(others)
    m.constraints += [Constraint(x, first, True, also) for x in conditions if x is not True]
