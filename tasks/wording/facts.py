"""Facts: a value fixed or ruled out at a place, and all that is known of a puzzle so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from typing import Any, NamedTuple

from ...compiler.board.places import Place
from ...compiler.ground.grounding import Grounding
from ...compiler.values.partitions import Partition
from ...model.model import Model
from ...model.nodes import BoolNode, domain_of
from ...records import record


class Fact(NamedTuple):
    """A variable has a value, or (holds: False) has another one.

    Of a variable with two values only facts that hold are made, so that equal facts are equal
    objects.
    """

    variable: int
    value: int
    holds: bool = True

    def left_of(self, values: frozenset[int]) -> frozenset[int]:
        """The values that the fact leaves, of some."""
        only = {self.value}
        return values & only if self.holds else values - only


@record
class Spot:
    """The meaning of a variable: a layer's value at a place.

    values: the constant of each code; empty if codes are constants. wall: whether the variable says
    that a wall runs there between two places of a layer of pieces. beside: of a wall, the variables
    that say whether these places are in a piece at all; where one is not, this is no such wall.
    """

    layer: str
    key: Any
    values: dict[int, Any]
    wall: bool = False
    beside: tuple[int, ...] = ()

    @property
    def places(self) -> tuple[Place, ...]:
        """The places to mark."""
        parts = self.key if type(self.key) is tuple else (self.key,)
        return tuple(p for p in parts if isinstance(p, Place))

    @property
    def is_yes_or_no(self) -> bool:
        """Whether its values are yes and no, or a piece and none; the numbers 0 and 1 are not."""
        values = [*self.values.values()]
        return values in ([False, True], [None, True]) and type(values[0]) is not int


def spots(grounding: Grounding) -> dict[int, Spot]:
    """The meaning of each variable of a layer, by index."""
    found: dict[int, Spot] = {}
    for name, slot in grounding.slots.items():
        pieces = isinstance(grounding.context.values.get(name), Partition)
        for key, (index, codes) in slot.variables.items():
            wall = pieces and getattr(key, "kind", "") == "border"
            values = {code: value for value, code in codes.items()}
            cells = grounding.context.board.touching("cell", key) if wall else ()
            beside = tuple(slot.variables[cell][0] for cell in cells if cell in slot.variables)
            found[index] = Spot(name, key, values, wall, beside)
    return found


class Known:
    """The known facts: the remaining values of each variable of a model."""

    def __init__(self, model: Model) -> None:
        self.model = model
        count = len(model.variables) - model.selectors
        self.left: list[frozenset[int]] = [frozenset(domain_of(v)) for v in model.variables[:count]]
        self._whole = list(self.left)
        self._said: dict[int, tuple[Fact, ...]] = {}

    def copy(self) -> Known:
        """The same knowledge, to be added to."""
        twin = copy(self)
        twin.left = list(self.left)
        twin._said = dict(self._said)
        return twin

    def fixed(self, variable: int, value: int) -> Fact:
        """That a variable has a value."""
        return Fact(variable, value)

    def excluded(self, variable: int, value: int) -> Fact:
        """That a variable does not have a value."""
        whole = self._whole[variable]
        if len(whole) == 2 and value in whole:
            return Fact(variable, next(other for other in whole if other != value))
        return Fact(variable, value, False)

    def opposite(self, fact: Fact) -> Fact:
        """What holds if a fact does not."""
        if not fact.holds:
            return Fact(fact.variable, fact.value)
        return self.excluded(fact.variable, fact.value)

    def knows(self, fact: Fact) -> bool:
        left = self.left[fact.variable]
        return left == {fact.value} if fact.holds else fact.value not in left

    def is_open(self, variable: int) -> bool:
        return len(self.left[variable]) > 1

    def is_decided(self, variable: int) -> bool:
        """Whether one value is left. None may be left where facts contradict each other."""
        return len(self.left[variable]) == 1

    def possible(self, variable: int) -> frozenset[int]:
        """The values that are left, or all of them if facts contradict each other."""
        return self.left[variable] or self._whole[variable]

    def learn(self, facts: Iterable[Fact]) -> set[int]:
        """Add facts; return the variables about which more is known now."""
        changed: set[int] = set()
        for fact in facts:
            if self.knows(fact):
                continue
            self.left[fact.variable] = fact.left_of(self.left[fact.variable])
            self._said.pop(fact.variable, None)
            changed.add(fact.variable)
        return changed

    def about(self, variable: int) -> tuple[Fact, ...]:
        """The fewest facts that express the remaining values of a variable."""
        found = self._said.get(variable)
        if found is None:
            found = self._said[variable] = tuple(self._about(variable))
        return found

    def _about(self, variable: int) -> Iterator[Fact]:
        left, whole = self.left[variable], self._whole[variable]
        if len(whole) == 1:
            return
        if len(left) == 1:
            yield Fact(variable, next(iter(left)))
            return
        for value in sorted(whole - left):
            yield self.excluded(variable, value)

    @property
    def facts(self) -> list[Fact]:
        """All that is known."""
        return [fact for v in range(len(self.left)) for fact in self.about(v)]

    def missing(self, variable: int) -> list[Fact]:
        """The values of a variable that are ruled out, each as a fact of its own."""
        return [
            self.excluded(variable, value)
            for value in sorted(self._whole[variable] - self.left[variable])
        ]

    def node(self, fact: Fact) -> BoolNode:
        """A fact as a condition that can be assumed. Raises ValueError for a fact that the domain
        of its variable decides."""
        model = self.model
        condition = model.eq(model.variables[fact.variable], fact.value)
        if not fact.holds:
            condition = model.not_(condition)
        if isinstance(condition, bool):
            raise ValueError("a fact that its domain decides")
        return condition
