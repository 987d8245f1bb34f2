"""What there is to know of a global constraint, and of a question about the pieces of a graph.

Each is defined in one file of `model.globals`: its meaning, why a wrong assignment is wrong, and
a decomposition into simpler nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

# Nodes hold definitions, and definitions build nodes: to keep imports one way, what lies above this
# module goes by its name alone here. Each definition's own file has the full types.
Model: TypeAlias = Any
Bool: TypeAlias = Any
Graph: TypeAlias = Any
IntOperand: TypeAlias = Any
Operand: TypeAlias = Any
Pieces: TypeAlias = Any
Values: TypeAlias = Any


class GlobalDefinition(Protocol):
    """All that is known of a global constraint; one file of `model.globals` each.

    Arguments' values reach it as a sequence of ints (a bool as 0 or 1) in the order of the args.
    symmetric: that order does not matter to what it means.
    """

    name: str
    symmetric: bool

    def holds(self, values: Sequence[int], data: Any) -> bool:
        """The meaning: does a full assignment of the arguments satisfy it?"""
        ...

    def nogood(self, values: Sequence[int], data: Any) -> tuple[int, ...]:
        """Why a violating assignment is wrong: positions of arguments whose values alone,
        whatever the others are, violate it."""
        ...

    def entailment(self, domains: Sequence[Values], data: Any) -> bool | None:
        """On a partly filled board, where each argument has one of some (sorted) values: True
        only if every choice satisfies it, False only if none does, None where that is not known."""
        ...

    def decompose(self, model: Model, args: tuple[Operand, ...], data: Any) -> Bool:
        """An equivalent condition over simpler nodes, right in both polarities."""
        ...


class QueryDefinition(Protocol):
    """All that is known of a condition on the pieces of a graph; one file of `model.globals`
    each. data: what is asked besides (which vertices, …)."""

    name: str

    def holds(self, pieces: Pieces, data: Any) -> bool:
        """The meaning, where every part of the graph is known."""
        ...

    def entailment(self, sure: Pieces, possible: Pieces, data: Any) -> bool | None:
        """Where some parts are open: True only if the query holds whatever they are, False only if
        it fails whatever they are. sure: the pieces without the open parts; possible: with them."""
        ...

    def reason(self, pieces: Pieces, data: Any) -> tuple[int, ...]:
        """Positions of parts that alone, whatever the others are, make it hold, or fail."""
        ...

    def decompose(self, model: Model, graph: Graph, data: Any) -> Bool:
        """An equivalent condition over simpler nodes, right in both polarities."""
        ...


class MeasureDefinition(Protocol):
    """All that is known of a number that the pieces of a graph decide; one file each."""

    name: str

    def value(self, pieces: Pieces, data: Any) -> int:
        """The meaning, where every part of the graph is known."""
        ...

    def bounds(self, sure: Pieces, possible: Pieces, data: Any) -> tuple[int, int]:
        """Where some parts are open: the number lies between these two, whatever they are."""
        ...

    def exceeds(self, data: Any, other: MeasureDefinition, other_data: Any) -> bool:
        """Whether it is never below another measure of the same graph, whatever its parts are."""
        ...

    def at_least(self, pieces: Pieces, data: Any, bound: int) -> tuple[int, ...]:
        """Positions of parts that alone make it at least `bound`, which its value is."""
        ...

    def at_most(self, pieces: Pieces, data: Any, bound: int) -> tuple[int, ...]:
        """Positions of parts that alone make it at most `bound`, which its value is."""
        ...

    def decompose(self, model: Model, graph: Graph, data: Any) -> IntOperand:
        """An equal number over simpler nodes."""
        ...
