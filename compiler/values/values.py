"""The classes of values while a puzzle is ground, and how to tell them apart.

A value that the puzzle decides is a plain Python value; one that the solver decides holds nodes:

    bool, int           `bool` / `int`, or a node of the model
    symbol, place       `str`, `Place`, `Unit`; found: a `Choice` (see `choice`)
    placement           `Placement`; found: a `Choice`
    list, set           `tuple`, `range`, `Unit`; `GuardedList`: unordered, or with absent members
    layer, relation     `Layer`
    partition, piece    `Partition`, `Piece` (see `partitions`)
    missing             None; perhaps missing: `Maybe`, or a `Choice` none of whose options holds

Comparisons with a missing value are False, arithmetic with it is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, TypeAlias, TypeGuard

from ...model.model import Model
from ...model.nodes import (
    BOOL_KINDS,
    INT_KINDS,
    KINDS,
    Bool,
    IntNode,
    IntOperand,
    Node,
)
from ..board.places import Place, Unit
from .choice import Choice
from .forms import FoundShape, Image, Shape
from .moved import Moved
from .partitions import Box, Partition, Piece
from .placement import Placement

# The members of a tuple are values again, which is not said here: mypy's incremental mode is
# unreliable with recursive types.
Constant: TypeAlias = (
    "bool | int | str | Place | Unit | Placement | Image | Shape | tuple[Any, ...]"
)
Collection: TypeAlias = (
    "tuple[Any, ...] | range | Unit | GuardedList | Lengths | Layer | Placement | Piece | Box"
    " | Moved | Partition"
)
Value: TypeAlias = (
    "Constant | Collection | Node | Choice | Maybe | Bag | FoundShape | Awaited | None"
)

CONSTANTS: Final = frozenset((int, str, Place))
TRUTHS: Final = BOOL_KINDS | {bool}
_NUMBERS: Final = KINDS | {bool, int}
SURE: Final = _NUMBERS | CONSTANTS | {Unit}  # what is never missing


class Unsupported(Exception):
    """An operation that has no meaning on these values; the message is for the user."""

    code: ClassVar[str] = "E0401"
    hint: ClassVar[str | None] = None


class Awaited:
    """A given value that is computed from the solution. terms: the values that rules equate with
    it."""

    __slots__ = ("terms",)

    def __init__(self) -> None:
        self.terms: list[Value] = []


class Maybe:
    """A number that is missing unless `present` holds."""

    __slots__ = ("_present", "_value")

    def __init__(self, value: IntOperand, present: Bool) -> None:
        self._value = value
        self._present = present

    @property
    def value(self) -> IntOperand:
        return self._value

    @property
    def present(self) -> Bool:
        return self._present


class Gradual(Maybe):
    """A number, perhaps missing, that is computed only as far as comparisons need it.

    A comparison with a number of at most k needs no larger values than k: it calls `within`, or
    `up_to` if the other number is found."""

    __slots__ = ()

    def within(self, most: int) -> Bool:
        """The condition that the number is present and at most `most`."""
        raise NotImplementedError

    def up_to(self, most: int) -> IntOperand:
        """The number, where it is `within` a number of `most`; arbitrary elsewhere."""
        raise NotImplementedError

    def plus(self, constant: int) -> Gradual:
        """The number plus a constant."""
        raise NotImplementedError

    def compared(self, op: str, other: IntOperand) -> Bool | None:
        """The condition that the number is present and compares so with another one, if it takes
        fewer nodes than `within` and `up_to`; else None."""
        return None

    def less(self, other: Gradual) -> Maybe | None:
        """The number minus another one, if that takes fewer nodes than both numbers; else None."""
        return None

    @property
    def ends(self) -> tuple[int, int] | None:
        """The least and the greatest number that it can be, if a comparison with another `Gradual`
        may call `within` for each number between; else None."""
        return None


class GuardedList:
    """A guarded list (or, unordered, set): item i is a member only if conditions[i] holds.

    there: the condition that the list itself is not missing; otherwise it has no members. ordered:
    the members in their order, worked out on demand, if that depends on the solution and the items
    are not in it (see `in_order`). plain: a cache for what its members are as a set of places.
    in_order_of: a partition, and whether the members come in the order of its places.
    less: of a set that is a longer one without a few of its members, the longer one and their
    positions in it. more: of a set of constants that is a longer one with a few members more, or
    with other conditions for a few, the longer one and these conditions; it is listed on first use,
    since rules often ask for a few members only. masked: of a set of constants whose members depend
    on one node, the model, the node and, by member, its values as positions in its domain; a
    condition is made on first use. unit: of a unit whose places the solver decides, such as a group
    of an open layer, what distinguishes it from other units."""

    __slots__ = (
        "_conditions",
        "_items",
        "_table",
        "in_order_of",
        "less",
        "masked",
        "more",
        "ordered",
        "plain",
        "there",
        "unit",
        "unordered",
    )

    def __init__(
        self,
        items: tuple[Value, ...],
        conditions: tuple[Bool, ...],
        unordered: bool = False,
        there: Bool = True,
    ) -> None:
        self.there = there
        self.ordered: Callable[[], Sequence[tuple[Any, Bool]]] | None = None
        self._items: tuple[Value, ...] | None = items
        self._conditions = conditions
        self.unordered = unordered
        self.more: tuple[GuardedList, dict[Any, Bool]] | None = None
        self.masked: tuple[Model, IntNode, dict[Any, int]] | None = None
        self._table: dict[Any, list[Bool]] | None = None
        self.plain: tuple[Any] | None = None
        self.in_order_of: tuple[Partition, bool] | None = None
        self.less: tuple[GuardedList, tuple[int, ...]] | None = None
        self.unit: tuple[str, Any] | None = None

    @classmethod
    def extended(cls, whole: GuardedList, few: dict[Any, Bool]) -> GuardedList:
        """A set with a few members more, or other conditions for a few, see `more`."""
        found = GuardedList((), (), unordered=True)
        found.more, found._items = (whole, few), None
        return found

    @classmethod
    def by_masks(cls, m: Model, node: IntNode, masks: dict[Any, int]) -> GuardedList:
        """A set of constants whose members depend on one node, see `masked`."""
        found = GuardedList(tuple(masks), (), unordered=True)
        found.masked = (m, node, masks)
        return found

    @property
    def items(self) -> tuple[Value, ...]:
        return self._listed() if self._items is None else self._items

    @property
    def conditions(self) -> tuple[Bool, ...]:
        if self._items is None:
            self._listed()
        if not self._conditions and self.masked is not None:
            m, node, masks = self.masked
            self._conditions = tuple([m.masked(node, mask) for mask in masks.values()])
        return self._conditions

    def _listed(self) -> tuple[Value, ...]:
        assert self.more is not None
        whole, few = self.more
        table: dict[Value, Bool] = dict(zip(whole.items, whole.conditions, strict=True))
        table.update(few)
        self._items, self._conditions = tuple(table), tuple(table.values())
        return self._items

    def holds(self, m: Model, constant: Any) -> Bool | None:
        """The condition that a constant is among the items; None if some items are not
        constants."""
        if self.more is not None:
            whole, few = self.more
            return few[constant] if constant in few else whole.holds(m, constant)
        if self.masked is not None:
            _, node, masks = self.masked
            return m.masked(node, masks.get(constant, 0))
        if self._table is None:
            self._table = {}
            if all(type(item) in CONSTANTS for item in self.items):
                for item, condition in zip(self.items, self.conditions, strict=True):
                    self._table.setdefault(item, []).append(condition)
        if not self._table and self.items:
            return None
        return m.or_(self._table.get(constant, ()))


class OnDemand(GuardedList):
    """A guarded list whose members are computed on first use."""

    __slots__ = ("_pairs",)

    def __init__(self, unordered: bool = False) -> None:
        super().__init__((), (), unordered)
        self._pairs: list[tuple[Value, Bool]] | None = None

    def work_out(self) -> list[tuple[Value, Bool]]:
        """The members, each with its condition."""
        raise NotImplementedError

    @property
    def pairs(self) -> list[tuple[Value, Bool]]:
        """The members, each with its condition, computed once."""
        if self._pairs is None:
            self._pairs = self.work_out()
        return self._pairs

    @property
    def items(self) -> tuple[Value, ...]:
        return tuple([item for item, _ in self.pairs])

    @property
    def conditions(self) -> tuple[Bool, ...]:
        return tuple([condition for _, condition in self.pairs])


class GradualList(OnDemand):
    """A list of numbers some of which are computed only as far as needed (see `Gradual`).

    gradual: the members, each with the condition that it is present."""

    __slots__ = ("gradual",)

    def __init__(self, gradual: list[tuple[Any, Bool]]) -> None:
        super().__init__()
        self.gradual = gradual

    def work_out(self) -> list[tuple[Value, Bool]]:
        return [(v.value if isinstance(v, Maybe) else v, there) for v, there in self.gradual]


class Lengths:
    """The list of the lengths of the stretches of a line. conditions: of its places, in order.

    Kept apart from other lists because its comparison with numbers is a global constraint.
    cyclic: after the last place comes the first.
    """

    __slots__ = ("conditions", "cyclic")

    def __init__(self, conditions: tuple[Bool, ...], cyclic: bool = False) -> None:
        self.conditions = conditions
        self.cyclic = cyclic


class Bag:
    """A multiset: how often each constant is in it, members that are no constants (each with the
    condition that it is there), a list of lengths, or a value that follows from the solution."""

    __slots__ = ("content",)

    def __init__(
        self, content: dict[Any, IntOperand] | tuple[tuple[Any, Bool], ...] | Lengths | Awaited
    ) -> None:
        self.content = content


class Layer:
    """A function from places to values; a set of places too (see `items`).

    table: by place, or by a tuple of places where there are several keys. truth: a bool layer.
    relation: the keys are pairs of places in no order. kind: the kind of its places. numbers:
    whether its values are numbers; None if it depends on them. places, unknown: of a given layer,
    where it may have a value (the table lacks its blanks), and where it hides one. lasting: of a
    bool layer, whether it is shared and will not change, so that `members` may be cached.
    on_demand: of a layer without a table so far, its places and the function that gives its value
    at each.
    """

    __slots__ = (
        "_members",
        "_partners",
        "_table",
        "kind",
        "lasting",
        "name",
        "numbers",
        "on_demand",
        "places",
        "relation",
        "truth",
        "unknown",
    )

    def __init__(
        self,
        name: str,
        table: dict[Any, Any],
        truth: bool,
        kind: str = "",
        relation: bool = False,
        numbers: bool | None = None,
    ) -> None:
        self.name = name
        self._table = table
        self.on_demand: tuple[Mapping[Any, Any], Callable[[Any], Value]] | None = None
        self.truth = truth
        self.kind = kind
        self.relation = relation
        self.numbers = numbers
        self.places: tuple[Any, ...] = ()
        self.unknown: frozenset[Any] = frozenset()
        self.lasting = False
        self._partners: dict[Any, list[tuple[Any, Bool]]] | None = None
        self._members: list[tuple[Any, Bool]] | None = None

    @property
    def table(self) -> dict[Any, Any]:
        """The value at each place that has one."""
        if self.on_demand is not None:
            places, value = self.on_demand
            self._table = {place: value(place) for place in places}
            self.on_demand = None
        return self._table

    def at(self, place: Any) -> Value:
        """The value at a place in the table; None if it has none. Of a layer on demand, only this
        value is computed."""
        if self.on_demand is None:
            return self._table.get(place)
        places, value = self.on_demand
        if place not in self._table and place in places:
            self._table[place] = value(place)
        return self._table.get(place)

    def named(self, name: str) -> Layer:
        """The same layer under a name."""
        layer = Layer(name, self._table, self.truth, self.kind, self.relation, self.numbers)
        layer.on_demand = self.on_demand
        layer.places, layer.unknown, layer.lasting = self.places, self.unknown, self.lasting
        return layer

    def members(self) -> list[tuple[Any, Bool]]:
        """The places where a lasting bool layer may be true, with the conditions."""
        if self._members is None:
            self._members = [(key, c) for key, c in self.table.items() if c is not False]
        return self._members

    def get(self, key: Any) -> Value:
        """The value at a place; elsewhere it is missing, or no in a bool layer."""
        value = self.at(key)
        if value is None and self.relation and key is not None:
            value = self.table.get(key[::-1])
        return False if value is None and self.truth else value

    def over(self, places: Sequence[Any]) -> list[Value]:
        """The values at some places."""
        table, found = self.table, []
        for place in places:
            value = table.get(place)
            found.append(self.get(place) if value is None else value)
        return found

    def has(self, m: Model, key: Any) -> Bool:
        """The condition that a place is in the layer, taken as a set."""
        value = self.get(key)
        return truth_of(value) if self.truth else present(m, value)

    def partners(self, place: Any) -> list[tuple[Any, Bool]]:
        """Of a relation: the places it joins to a place, and the condition of each."""
        if self._partners is None:
            self._partners = {}
            for (a, b), condition in self.table.items():
                self._partners.setdefault(a, []).append((b, condition))
                self._partners.setdefault(b, []).append((a, condition))
        return self._partners.get(place, [])


_COLLECTIONS: Final = frozenset(
    (tuple, range, Unit, GuardedList, Lengths, Layer, Placement, Piece, Box, Moved, Partition)
)

_COLLECTION_OPTIONS: Final = frozenset((tuple, Unit, Placement, Piece))
_FOUND: Final = frozenset((Piece, Box, Moved, Layer, FoundShape, Bag))
_FOUND_SETS: Final = frozenset((Piece, FoundShape, Bag))  # as options of a choice


def is_truth(value: Value) -> TypeGuard[Bool]:
    return type(value) in TRUTHS


def truth_of(value: Value) -> Bool:
    """A value as a bool; the checker ensures that it is one, and not missing."""
    assert is_truth(value), value
    return value


def is_constant(value: Value) -> TypeGuard[Constant]:
    """Whether a value is a constant number, symbol or place, or a tuple of these."""
    if type(value) in CONSTANTS:  # the common case first
        return True
    return type(value) is tuple and all(type(member) in CONSTANTS for member in value)


def is_number(value: Value) -> TypeGuard[IntOperand]:
    """An int, a bool or a node of either kind."""
    return type(value) in _NUMBERS


def is_found_number(value: Value) -> TypeGuard[IntNode]:
    """Whether a value is an int that the solver decides."""
    return type(value) in INT_KINDS


def is_visible(value: Value) -> bool:
    """Whether a value of a given layer is a constant: neither printed as unknown nor open."""
    return not (hasattr(value, "id") or isinstance(value, (Choice, Maybe)))


def present(m: Model, value: Value) -> Bool:
    """The condition that a value is not missing."""
    if value is None:
        return False
    if isinstance(value, Maybe):
        return value.present
    if isinstance(value, Choice):
        return value.present(m)
    if isinstance(value, Piece):
        return value.there
    if isinstance(value, GuardedList):
        return value.there
    return True


def is_collection(value: Value) -> bool:
    """Whether a value is a list, a set or a unit, or a choice among some."""
    if type(value) in SURE:  # the common case first
        return type(value) is Unit
    if type(value) is Choice:  # its options are all of one kind
        return type(next(iter(value.choices), None)) in _COLLECTION_OPTIONS
    return type(value) in _COLLECTIONS or isinstance(value, GuardedList)


def is_set(value: Value) -> bool:
    """Whether the order of a collection has no meaning."""
    if isinstance(value, (Layer, Piece, Box, Moved)):
        return True
    return isinstance(value, GuardedList) and value.unordered


def is_found_set(value: Value) -> bool:
    """Whether a value is a set, list, bag or shape that the solver decides, or a choice among such:
    it cannot be compared as a constant."""
    if isinstance(value, Choice):
        return any(type(option) in _FOUND_SETS for option in value.choices)
    return type(value) in _FOUND or isinstance(value, GuardedList)


def is_open(value: Value) -> bool:
    """Whether a value is a constant that the solver chooses, or a list with such members."""
    if isinstance(value, tuple):
        return any(map(is_open, value))
    return hasattr(value, "id") or (isinstance(value, (Choice, Maybe)) and not is_found_set(value))
