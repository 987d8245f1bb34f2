"""What a model demands: constraints, the rule instances they come from, and an objective."""

from __future__ import annotations

from typing import Any, Final

from ..records import record
from .nodes import Bool, IntOperand


class Origin:
    """Where a constraint comes from. Compared by its parts.

    rule: index of the rule in its spec, -1 for background. bindings: names and values of the `for`
    variables. places: the places concerned, in order, for pictures. _hash: computed when it
    is first needed.
    """

    __slots__ = ("_hash", "bindings", "places", "rule")

    def __init__(
        self,
        rule: int,
        bindings: tuple[tuple[str, Any], ...] = (),
        places: tuple[Any, ...] = (),
    ) -> None:
        self.rule: Final = rule
        self.bindings: Final = bindings
        self.places: Final = places
        self._hash: int | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Origin):
            return NotImplemented
        return (
            self.rule == other.rule
            and self.bindings == other.bindings
            and self.places == other.places
        )

    def __hash__(self) -> int:
        found = self._hash
        if found is None:
            found = self._hash = hash((self.rule, self.bindings, self.places))
        return found

    def __repr__(self) -> str:
        return f"Origin({self.rule}, {self.bindings!r}, {self.places!r})"


class Constraint:
    """A condition that must hold wherever `given` does. Compared by its parts.

    condition: False if grounding already found it violated. given: the guard: True, except in a
    model whose rule instances can be switched off (see `groups`). also: further instances with the
    same condition; the constraint holds while any of its origins is switched on."""

    __slots__ = ("also", "condition", "given", "origin")

    def __init__(
        self,
        condition: Bool,
        origin: Origin,
        given: Bool = True,
        also: tuple[Origin, ...] = (),
    ) -> None:
        self.condition: Final = condition
        self.origin: Final = origin
        self.given: Final = given
        self.also: Final = also

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Constraint):
            return NotImplemented
        return (
            self.condition is other.condition
            and self.origin == other.origin
            and self.given is other.given
            and self.also == other.also
        )

    def __hash__(self) -> int:
        return hash((self.condition, self.origin, self.given, self.also))

    def __repr__(self) -> str:
        return f"Constraint({self.condition!r}, {self.origin!r}, {self.given!r}, {self.also!r})"

    @property
    def origins(self) -> tuple[Origin, ...]:
        """All rule instances that demand the condition."""
        return (self.origin, *self.also)

    def of(self, condition: Bool) -> Constraint:
        """The same demand for another condition."""
        return Constraint(condition, self.origin, self.given, self.also)


@record
class Objective:
    """sense: "minimize" or "maximize"."""

    sense: str
    value: IntOperand
