"""Divisions: the value of `areas(…)` and of a layer of pieces, and the pieces they are made of.

A division is a graph of the model (see `model.Graph`) whose vertices are places; a piece is known
by a place that lies in it. All that a piece is asked becomes a question about the graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..records import field, record
from .globals.first import FIRST
from .globals.size import SIZE
from .globals.together import TOGETHER
from .model import Bool, Graph, IntOperand, Model
from .pieces import neighbours


@record(frozen=False, eq=False)
class Division:
    """graph: its vertex i is places[i]. walls: of a drawn division, its borders' conditions."""

    name: str
    graph: Graph
    places: tuple[Any, ...]
    walls: dict[Any, Bool] | None = None
    position: dict[Any, int] = field(init=False)
    _pieces: dict[int, Piece] = field(default_factory=dict)
    _weights: dict[frozenset[Any], tuple[int, ...]] = field(default_factory=dict)
    _joined: dict[tuple[int, int], Bool] = field(init=False)

    def __post_init__(self) -> None:
        self.position = {place: i for i, place in enumerate(self.places)}
        # Edges that tell whether their ends, if they are there, are of one piece: those that are
        # always there, and all where a wall stands only between two pieces.
        tight = self.walls is not None
        self._joined = {(i, j): c for i, j, c in self.graph.edges if tight or c is True}

    def piece(self, place: Any) -> Piece | None:
        """The piece of a place; None where it cannot lie in any."""
        i = self.position.get(place)
        return None if i is None else self.at(i)

    def at(self, i: int) -> Piece | None:
        if self.graph.vertices[i] is False:
            return None
        found = self._pieces.get(i)
        if found is None:
            found = self._pieces[i] = Piece(self, i)
        return found

    def each_place(self) -> Iterator[tuple[Piece, Bool]]:
        """The piece of every place, where the place lies in one: each piece many times."""
        for i, condition in enumerate(self.graph.vertices):
            if condition is not False:
                yield Piece(self, i, each=True), condition

    def each(self, m: Model) -> Iterator[tuple[Piece, Bool]]:
        """Each piece once: as that of a place, where the place is its first."""
        for i in range(len(self.places)):
            piece = self.at(i)
            if piece is not None and (first := m.query(FIRST, self.graph, i)) is not False:
                yield piece, first

    def together(self, m: Model, i: int, j: int) -> Bool:
        """Two vertices are there and of one piece."""
        there = self.graph.vertices
        if i == j:
            return there[i]
        ends = (i, j) if i < j else (j, i)
        if ends in self._joined:
            return m.and_((there[i], there[j], self._joined[ends]))
        return m.query(TOGETHER, self.graph, ends)

    def together_if(self, m: Model, i: int, known: Iterable[int], j: int) -> Bool:
        """Two vertices are of one piece, where some others are known to be of the first's."""
        for k in known:
            if (min(k, j), max(k, j)) in self._joined:
                return self.together(m, k, j)
        return self.together(m, i, j)

    def edges_at(self, i: int) -> Iterator[tuple[int, Bool]]:
        """The vertices that edges may join to one, each with the condition of the edge."""
        edges = self.graph.edges
        return ((j, edges[e][2]) for e, j in neighbours(self.graph)[i])

    def equal(self, m: Model, other: Division) -> Bool:
        """Both have the same pieces: whatever an edge joins in one is joined in the other."""
        there = dict(zip(self.places, self.graph.vertices, strict=True))
        also_there = dict(zip(other.places, other.graph.vertices, strict=True))
        same_places = (
            m.iff(there.get(place, False), also_there.get(place, False))
            for place in {**there, **also_there}
        )
        return m.and_((*same_places, *self._joined_in(m, other), *other._joined_in(m, self)))

    def _joined_in(self, m: Model, other: Division) -> Iterator[Bool]:
        for i, j, condition in self.graph.edges:
            a, b = (other.position.get(self.places[k]) for k in (i, j))
            joined = a is not None and b is not None and other.together(m, a, b)
            vertices = self.graph.vertices
            yield m.implies(m.and_((vertices[i], vertices[j], condition)), joined)

    def weights(self, places: frozenset[Any]) -> tuple[int, ...]:
        """1 for each vertex among some places, 0 for the others."""
        found = self._weights.get(places)
        if found is None:
            found = self._weights[places] = tuple(int(p in places) for p in self.places)
        return found


@record(eq=False)
class Piece:
    """The piece of a vertex.

    within: the places that it is cut down to, if it is. each: whether all that is asked of it is
    asked of the piece of every vertex of the division.
    """

    division: Division
    vertex: int
    within: frozenset[Any] | None = None
    each: bool = False

    @property
    def there(self) -> Bool:
        """The condition that there is such a piece; what it is cut down to may be empty."""
        return True if self.within is not None else self.division.graph.vertices[self.vertex]

    def is_comparable(self, other: Piece) -> bool:
        """Are two pieces, whole ones of one division, the same if they have a place in common?"""
        return self.division is other.division and self.within is other.within is None

    def has(self, m: Model, place: Any) -> Bool:
        """The condition that a place lies in it."""
        i = self.division.position.get(place)
        if i is None or (self.within is not None and place not in self.within):
            return False
        return self.division.together(m, self.vertex, i)

    def items(self, m: Model) -> list[tuple[Any, Bool]]:
        """The places that may lie in it, each with the condition that it does."""
        places = self.division.places
        pairs = ((p, self.has(m, p)) for p in places if self.within is None or p in self.within)
        return [(place, condition) for place, condition in pairs if condition is not False]

    def size(self, m: Model) -> IntOperand:
        division = self.division
        weights = None if self.within is None else division.weights(self.within)
        return m.measure(SIZE, division.graph, (self.vertex, weights))

    def cut_to(self, places: frozenset[Any]) -> Piece:
        """Its places among some given ones."""
        within = places if self.within is None else places & self.within
        return Piece(self.division, self.vertex, within)

    def without(self, places: frozenset[Any]) -> Piece:
        """Its places that are not among some given ones."""
        return self.cut_to(frozenset(self.division.places) - places)

    def named(self, m: Model) -> Iterator[tuple[Piece, Bool]]:
        """Which piece it is: that of each place, where that is the first in it. So equal pieces
        are the same object under the same condition."""
        for piece, first in self.division.each(m):
            same = self.division.together(m, self.vertex, piece.vertex)
            condition = m.and_((first, same))
            if condition is not False:
                yield piece, condition
