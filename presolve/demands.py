"""The conjuncts of a model's constraints ("demands"), each with its constraint.

They are collected once for all passes; after a pass has changed the model, only additions are
collected. Because demands are indexed by signature, most passes find at once that nothing concerns
them, or which few conditions do: whether the conditions of a signature concern a pass is decided
once for all models."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from typing import Any, Final, TypeAlias

from ..deadline import pause
from ..model.constraints import Constraint, Origin
from ..model.model import Model
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
    all_of,
    any_of,
    children,
)

Demand = tuple[Bool, Constraint]
# Whether the conditions of a signature are wanted.
Wanted: TypeAlias = "Callable[[Signature], bool]"
STEP: Final = 1 << 10  # demands that are read between pauses


class Signature:
    """The structure that conditions share down to the kinds of their parts.

    kind: of a condition, or of what it negates. negated: whether it is a negation. parts: the kinds
    of its parts that are no negations. denied: the kinds of what its other parts negate. two:
    whether it has just two parts. _wanted: for each predicate of a pass, whether such conditions
    concern it."""

    __slots__ = ("_wanted", "denied", "kind", "negated", "parts", "two")

    def __init__(self, key: int) -> None:
        self.kind: type = _KINDS[key // _KIND]
        self.negated = bool(key & _NEGATED)
        self.parts = frozenset([kind for kind, mark in _PART.items() if key & mark])
        self.denied = frozenset([kind for kind, mark in _DENIED.items() if key & mark])
        self.two = bool(key & _TWO)
        self._wanted: dict[Wanted, bool] = {}

    def has(self, *kinds: type) -> bool:
        """Whether a part that is no negation is of one of these kinds."""
        return not self.parts.isdisjoint(kinds)

    def denies(self, *kinds: type) -> bool:
        """Whether a part is the negation of one of these kinds."""
        return not self.denied.isdisjoint(kinds)

    def only(self, *kinds: type) -> bool:
        """Whether all parts are of these kinds, and no negations."""
        return not self.denied and self.parts.issubset(kinds)

    def is_wanted(self, wanted: Wanted) -> bool:
        """What a function says of the signature, which is called only once."""
        known = self._wanted.get(wanted)
        if known is None:
            known = self._wanted[wanted] = wanted(self)
        return known


# A signature is read as a number: a bit for each kind of parts, and for each kind of what parts
# negate, two flags, and above these the position of the kind.
_KINDS: Final[tuple[type, ...]] = (bool, int, Graph, *sorted(KINDS, key=lambda kind: kind.__name__))
_NEGATABLE: Final = (BoolVar, And, Or, Iff, LinearEq, Global, Query)
_PART: Final[dict[type, int]] = {kind: 1 << k for k, kind in enumerate(_KINDS)}
_DENIED: Final[dict[type, int]] = {kind: 1 << len(_KINDS) + k for k, kind in enumerate(_NEGATABLE)}
_TWO: Final = 1 << len(_KINDS) + len(_NEGATABLE)
_NEGATED: Final = 2 * _TWO
_KIND: Final = 4 * _TWO
_OF_KIND: Final[dict[type, int]] = {kind: _KIND * k for k, kind in enumerate(_KINDS)}
_signatures: Final[dict[int, Signature]] = {}


class _Group:
    """The demands of a signature, by their positions among all, in order."""

    __slots__ = ("positions", "signature")

    def __init__(self, signature: Signature, positions: list[int]) -> None:
        self.signature, self.positions = signature, positions


class _Read:
    """The demands of constraints by signature.

    constraints: what was read; a model with others before these has to be read again. every: the
    demands so far, also those that were removed. complete: whether none was. _last: the group of
    the last one, and _last_key its signature."""

    __slots__ = ("_last", "_last_key", "complete", "constraints", "every", "groups")

    def __init__(self) -> None:
        self.constraints: list[Constraint] = []
        self.every: list[Demand] = []
        self.complete = True
        self._last_key, self._last = -1, _Group(_signature(0), [])
        self.groups: dict[int, _Group] = {}

    def on(self, constraints: Sequence[Constraint]) -> None:
        """Read further constraints."""
        for constraint in constraints:
            if constraint.given is True:
                condition = constraint.condition
                if type(condition) is And:
                    for x in condition.args:
                        self._add(x, constraint)
                else:
                    self._add(condition, constraint)
        self.constraints += constraints

    def _add(self, x: Bool, constraint: Constraint) -> None:
        key, position = _read_signature(x), len(self.every)
        if key != self._last_key:  # many follow each other that are alike
            group = self.groups.get(key)
            if group is None:
                group = self.groups[key] = _Group(_signature(key), [])
            self._last, self._last_key = group, key
        self._last.positions.append(position)
        self.every.append((x, constraint))
        if not (position + 1) % STEP:
            pause()

    def of(self, groups: Sequence[_Group]) -> list[Demand]:
        """The demands of some signatures, in order."""
        if not groups:
            return []
        every, positions = self.every, groups[0].positions
        if len(groups) > 1:
            positions = sorted([p for group in groups for p in group.positions])
        return [every[position] for position in positions]

    def all_of(self) -> list[Demand]:
        """All demands, in order."""
        return [*self.every] if self.complete else self.of([*self.groups.values()])

    def without(self, gone: Set[Bool]) -> _Read:
        """The demands that remain, of the constraints that remain or are shorter."""
        found, every = _Read(), self.every
        removed: set[int] = set()  # the constraints of which something is gone, by identity
        left = self.groups.copy()
        partly = False
        for key in {_read_signature(x) for x in gone} & left.keys():
            positions: list[int] = []
            for position in left[key].positions:
                x, constraint = every[position]
                if x in gone:
                    removed.add(id(constraint))
                    partly = partly or type(constraint.condition) is And
                else:
                    positions.append(position)
            left[key] = _Group(left[key].signature, positions)
        if partly:
            found.on([shorter for c in self.constraints for shorter in _without(c, gone)])
            return found
        found.groups = {
            key: _Group(group.signature, [*group.positions])
            for key, group in left.items()
            if group.positions
        }
        found.every, found.complete = [*every], False
        found.constraints = [c for c in self.constraints if id(c) not in removed]
        return found


def _without(constraint: Constraint, gone: Set[Bool]) -> Sequence[Constraint]:
    """A constraint, or one for each of its conjuncts that remain."""
    parts = parts_of(constraint)
    if gone.isdisjoint(parts):
        return (constraint,)
    return [constraint.of(part) for part in parts if part not in gone]


def _read_signature(x: Any) -> int:
    """The signature of a condition."""
    key = 0
    if type(x) is Not:
        x, key = x.arg, _NEGATED
    key |= _OF_KIND[type(x)]
    if type(x) is BoolVar or type(x) is bool:
        return key
    if type(x) is And or type(x) is Or:
        return key | _read_parts(x.args)
    return key | _read_parts(tuple(children(x)))


def _read_parts(parts: tuple[Any, ...]) -> int:
    """What the parts of a condition add to its signature."""
    key = _TWO if len(parts) == 2 else 0
    last: Any = None  # the kind of the part before, for most are alike
    denied: Any = None
    for part in parts:
        if type(part) is Not:
            kind = type(part.arg)
            if kind is not denied:
                denied = kind
                key |= _DENIED[kind]
        else:
            kind = type(part)
            if kind is not last:
                last = kind
                key |= _PART[kind]
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


def demands(m: Model, kind: type | None = None) -> Sequence[Demand]:
    """All conjuncts, or those of one kind of node; none of constraints that can be switched off."""
    read = _read(m)
    if kind is None:
        return read.all_of()
    some = [g for g in read.groups.values() if g.signature.kind is kind and not g.signature.negated]
    return read.of(some)


def signatures(m: Model) -> list[Signature]:
    """The signatures of all conjuncts."""
    return [group.signature for group in _read(m).groups.values()]


def selected(m: Model, wanted: Wanted) -> Sequence[Demand]:
    """The conjuncts of some signatures, in order."""
    read = _read(m)
    return read.of([group for group in read.groups.values() if group.signature.is_wanted(wanted)])


def _signature(key: int) -> Signature:
    found = _signatures.get(key)
    if found is None:
        found = _signatures[key] = Signature(key)
    return found


def parts_of(constraint: Constraint) -> Sequence[Bool]:
    """The conjuncts of a constraint; none of one that can be switched off."""
    if constraint.given is not True:
        return ()
    return all_of(constraint.condition)


def disjuncts(m: Model, x: Bool) -> list[Bool]:
    """The parts of a disjunction, also of those that are written as "not all"."""
    found: list[Bool] = []
    for part in any_of(x):
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


def both_in_order(x: Any, y: Any) -> tuple[Any, ...]:
    """Two conditions in the order in which they were made."""
    return (x, y) if x.id < y.id else (y, x)


def instead(m: Model, gone: Set[Bool], added: Iterable[Constraint]) -> Model:
    """The model with other constraints instead of some conjuncts. The others are not read again."""
    left = _read(m).without(gone)
    left.on([*added])
    shorter = m.with_constraints([*left.constraints])
    shorter.read = left
    return shorter


def following(condition: Bool, sources: Iterable[Constraint]) -> Constraint:
    """A constraint that follows from others: it has the origins of all of them."""
    every = [origin for c in sources for origin in c.origins]
    if len(every) > 1:
        every = [*dict.fromkeys(every)]
    return Constraint(condition, every[0], True, tuple(every[1:]))


def require_all(m: Model, conditions: Iterable[Bool], origins: Iterable[Origin]) -> None:
    """Add constraints with the same origins, which they share: there may be hundreds of both."""
    first, *others = origins
    also = tuple(others)
    m.constraints += [Constraint(x, first, True, also) for x in conditions if x is not True]
