"""The conjuncts of a model's constraints, each with the constraint that it is from.

They are read once for all passes; after a pass has changed the model, only what it added. Sorted by
shape, most passes see at once that there is nothing for them, or which few conditions they have to
look at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence, Set
from typing import Any, Final

from ..deadline import pause
from ..model.model import Constraint, Model, Origin
from ..model.nodes import (
    KINDS,
    And,
    Bool,
    BoolVar,
    Global,
    Graph,
    Iff,
    LinearEq,
    Not,
    Or,
    Query,
    children,
)

Demand = tuple[Bool, Constraint]
STEP: Final = 1 << 10  # demands that are read between pauses


class Shape:
    """What conditions have in common that may differ in all that is below their parts.

    kind: of a condition, or of what it negates. negated: whether it is a negation. parts: the kinds
    of its parts that are no negations. denied: the kinds of what its other parts negate. two:
    whether it has just two parts."""

    __slots__ = ("denied", "kind", "negated", "parts", "two")

    def __init__(self, key: int) -> None:
        self.kind: type = _KINDS[key // _KIND]
        self.negated = bool(key & _NEGATED)
        self.parts = frozenset([kind for kind, mark in _PART.items() if key & mark])
        self.denied = frozenset([kind for kind, mark in _DENIED.items() if key & mark])
        self.two = bool(key & _TWO)

    def has(self, *kinds: type) -> bool:
        """Whether a part that is no negation is of one of these kinds."""
        return not self.parts.isdisjoint(kinds)

    def denies(self, *kinds: type) -> bool:
        """Whether a part is the negation of one of these kinds."""
        return not self.denied.isdisjoint(kinds)

    def only(self, *kinds: type) -> bool:
        """Whether all parts are of these kinds, and no negations."""
        return not self.denied and self.parts.issubset(kinds)


# A shape is read as a number: a bit for each kind of parts, and for each kind of what parts negate,
# two flags, and above these the position of the kind.
_KINDS: Final[tuple[type, ...]] = (bool, int, Graph, *sorted(KINDS, key=lambda kind: kind.__name__))
_NEGATABLE: Final = (BoolVar, And, Or, Iff, LinearEq, Global, Query)
_PART: Final[dict[type, int]] = {kind: 1 << k for k, kind in enumerate(_KINDS)}
_DENIED: Final[dict[type, int]] = {kind: 1 << len(_KINDS) + k for k, kind in enumerate(_NEGATABLE)}
_TWO: Final = 1 << len(_KINDS) + len(_NEGATABLE)
_NEGATED: Final = 2 * _TWO
_KIND: Final = 4 * _TWO
_OF_KIND: Final[dict[type, int]] = {kind: _KIND * k for k, kind in enumerate(_KINDS)}
_shapes: Final[dict[int, Shape]] = {}


class _Read:
    """The demands of constraints by shape, each with its position among all.

    constraints: what was read; a model with others before these has to be read again. positions: of
    the demands so far, also of those that were removed."""

    __slots__ = ("by_shape", "constraints", "positions")

    def __init__(self) -> None:
        self.constraints: list[Constraint] = []
        self.positions = 0
        self.by_shape: dict[int, dict[int, Demand]] = {}

    def on(self, constraints: Sequence[Constraint]) -> None:
        """Read further constraints."""
        by_shape, position = self.by_shape, self.positions
        for constraint in constraints:
            if constraint.given is not True:
                continue
            condition = constraint.condition
            for x in condition.args if type(condition) is And else (condition,):
                key = _read_shape(x)
                some = by_shape.get(key)
                if some is None:
                    some = by_shape[key] = {}
                some[position] = x, constraint
                position += 1
                if not position % STEP:
                    pause()
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
        for key in {_read_shape(x) for x in gone}:
            for x, constraint in self.by_shape.get(key, {}).values():
                if x in gone:
                    removed.add(id(constraint))
                    partly = partly or type(constraint.condition) is And
        if partly:
            found.on([shorter for c in self.constraints for shorter in _without(c, gone)])
            return found
        for key, some in self.by_shape.items():
            left = {k: demand for k, demand in some.items() if id(demand[1]) not in removed}
            if left:
                found.by_shape[key] = left
        found.positions = self.positions
        found.constraints = [c for c in self.constraints if id(c) not in removed]
        return found


def _without(constraint: Constraint, gone: Set[Bool]) -> Sequence[Constraint]:
    """A constraint, or one for each of its conjuncts that remain."""
    parts = parts_of(constraint)
    if gone.isdisjoint(parts):
        return (constraint,)
    return [constraint.of(part) for part in parts if part not in gone]


def _read_shape(x: Any) -> int:
    """The shape of a condition."""
    kind, key = type(x), 0
    if kind is Not:
        x, key = x.arg, _NEGATED
        kind = type(x)
    key |= _OF_KIND[kind]
    if kind is And or kind is Or:
        parts = x.args
    elif kind is BoolVar or kind is bool:
        return key
    else:
        parts = children(x)
    if len(parts) == 2:
        key |= _TWO
    for part in parts:
        of_part = type(part)
        key |= _DENIED[type(part.arg)] if of_part is Not else _PART[of_part]
    return key


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
    return shaped(m, lambda shape: shape.kind is kind and not shape.negated)


def shapes(m: Model) -> list[tuple[Shape, Mapping[int, Demand]]]:
    """All conjuncts by shape, and by their positions among all."""
    return [(_shape(key), some) for key, some in _read(m).by_shape.items()]


def shaped(m: Model, wanted: Callable[[Shape], bool]) -> Sequence[Demand]:
    """The conjuncts of some shapes, in order."""
    return _in_order([some for key, some in _read(m).by_shape.items() if wanted(_shape(key))])


def _shape(key: int) -> Shape:
    found = _shapes.get(key)
    if found is None:
        found = _shapes[key] = Shape(key)
    return found


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
