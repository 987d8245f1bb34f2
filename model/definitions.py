"""The interfaces of global constraints, graph queries and measures.

Each is defined in one file of `model.globals`: its meaning, its reasons, and a decomposition into
simpler nodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

# Nodes refer to definitions, and definitions build nodes. To keep imports acyclic, these types are
# Any here; each definition's own file has the full ones.
Model: TypeAlias = Any
Bool: TypeAlias = Any
Graph: TypeAlias = Any
IntOperand: TypeAlias = Any
Operand: TypeAlias = Any
Pieces: TypeAlias = Any
Values: TypeAlias = Any


class GlobalDefinition(Protocol):
    """A global constraint; each is one file of `model.globals`.

    Values of arguments are passed as a sequence of ints (a bool as 0 or 1) in the order of the
    args. symmetric: the order of arguments does not change the meaning.
    """

    name: str
    symmetric: bool

    def holds(self, values: Sequence[int], data: Any) -> bool:
        """The meaning: whether a full assignment of the arguments satisfies it."""
        ...

    def nogood(self, values: Sequence[int], data: Any) -> tuple[int, ...]:
        """The reason of a violation: positions of arguments whose values alone violate it."""
        ...

    def entailment(self, domains: Sequence[Values], data: Any) -> bool | None:
        """Entailment by partial domains (the sorted possible values of each argument): True only if
        every choice satisfies it, False only if none does, None if unknown."""
        ...

    def decompose(self, model: Model, args: tuple[Operand, ...], data: Any) -> Bool:
        """An equivalent condition over simpler nodes, right in both polarities."""
        ...


class QueryDefinition(Protocol):
    """A graph query: a condition on the pieces of a graph; each is one file of `model.globals`.

    data: further arguments (vertices, …).

    of_pairs: data are two vertices, and it matters only whether they are in one piece.
    """

    name: str
    of_pairs: bool

    def holds(self, pieces: Pieces, data: Any) -> bool:
        """The meaning on a graph with known parts."""
        ...

    def entailment(self, sure: Pieces, possible: Pieces, data: Any) -> bool | None:
        """Entailment while some parts are open: True only if the query holds in every completion,
        False only if it fails in every one. sure: the pieces without open parts; possible: with
        them."""
        ...

    def reason(self, pieces: Pieces, data: Any) -> tuple[int, ...]:
        """The reason: positions of parts that alone make it hold, or fail."""
        ...

    def decompose(self, model: Model, graph: Graph, data: Any) -> Bool:
        """An equivalent condition over simpler nodes, right in both polarities."""
        ...


class MeasureDefinition(Protocol):
    """A measure: a number that depends on the pieces of a graph; each is one file."""

    name: str

    def value(self, pieces: Pieces, data: Any) -> int:
        """The meaning on a graph with known parts."""
        ...

    def bounds(self, sure: Pieces, possible: Pieces, data: Any) -> tuple[int, int]:
        """Bounds of the number while some parts are open."""
        ...

    def exceeds(self, data: Any, other: MeasureDefinition, other_data: Any) -> bool:
        """Whether it is never less than another measure of the same graph, whichever parts are
        present."""
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
