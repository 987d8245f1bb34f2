"""Partitions: the value of `areas(…)` and of a layer of pieces, and the pieces they are made of.

A partition is a graph of the model (see `model.Graph`) whose vertices are places; a piece is named
by any of its places. Operations on a piece become queries on the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from ...model.forms import Point
from ...model.globals.box import BOX, Positions, positions
from ...model.globals.connected_pair import CONNECTED_PAIR
from ...model.globals.first import FIRST
from ...model.globals.half_turn import HALF_TURN
from ...model.globals.size import SIZE, Weights
from ...model.model import Model
from ...model.nodes import Bool, Graph, IntOperand, all_of
from ...model.pieces import ABSENT, known
from ..board.places import Place


class Partition:
    """Places cut into pieces, the connected components of a graph.

    graph: its vertex i is places[i]. walls: for a found layer of pieces, the condition of each
    border that it separates cells; None for `areas(…)`. like: a partition of the same places by the
    same edges."""

    __slots__ = (
        "_connected",
        "_cuts",
        "_items",
        "_joined",
        "_where",
        "graph",
        "name",
        "places",
        "position",
        "walls",
    )

    def __init__(
        self,
        name: str,
        graph: Graph,
        places: tuple[Any, ...],
        walls: dict[Any, Bool] | None = None,
        like: Partition | None = None,
    ) -> None:
        self.name = name
        self.graph = graph
        self.places = places
        self.walls = walls
        self.position: dict[Any, int]
        # Edges that hold exactly if their ends, when present, are in one piece: those that are
        # always present, and all edges if walls stand only between different pieces.
        self._joined: dict[Any, Bool]
        if like is None:
            tight = walls is not None
            self.position = {place: i for i, place in enumerate(places)}
            self._joined = {(i, j): c for i, j, c in graph.edges if tight or c is True}
        else:
            self.position = like.position
            self._joined = like._joined
        self._connected: dict[Any, Bool] = {}
        self._cuts: dict[tuple[Members, tuple[Any, ...] | None], Cut] = {}
        self._items: dict[int, list[tuple[Any, Bool]]] = {}
        self._where: Positions | None = None

    @property
    def positions(self) -> Positions | None:
        """The `Positions` of its places; None if they are not cells."""
        cells = self._where or all(isinstance(p, Place) and p.kind == "cell" for p in self.places)
        if self._where is None and cells:
            self._where = positions(self.graph, tuple([(p.row, p.column) for p in self.places]))
        return self._where

    def without(self, m: Model, absent: tuple[int, ...]) -> Partition:
        """The pieces of the same places with some vertices absent."""
        graph = m.graph_without(self.graph, absent)
        return Partition(self.name, graph, self.places, self.walls, self)

    def piece(self, place: Any) -> Piece:
        """The piece of a place; an empty one if the place is in none."""
        return self.at(self.position.get(place, ABSENT))

    def at(self, i: int) -> Piece:
        """The piece of a vertex, or of none."""
        return Piece(self, i)

    def covered(self) -> Iterator[tuple[Any, Bool]]:
        """All places, each with the condition that it lies in a piece."""
        return zip(self.places, self.graph.vertices, strict=True)

    def is_known(self) -> bool:
        """Whether it is known which places are in one piece."""
        sure, possible = known(self.graph)
        return sure.on == possible.on

    def each_place(self) -> Iterator[tuple[Piece, Bool]]:
        """The piece of every place that lies in one. Each piece occurs once for each of its places,
        unless the pieces are known."""
        if self.is_known():
            sure, _ = known(self.graph)
            yield from ((self.at(first), True) for first in sure.members)
            return
        for i, condition in enumerate(self.graph.vertices):
            if condition is not False:
                yield self.at(i), condition

    def each(self, m: Model) -> Iterator[tuple[Piece, Bool]]:
        """Each piece once: the piece of place p, if p is its first place."""
        for i in range(len(self.places)):
            first = m.query(FIRST, self.graph, i)
            if first is not False:
                yield self.at(i), first

    def has_edge(self, i: int, j: int) -> bool:
        """Whether a vertex is another one, or an edge decides whether both are in one piece."""
        return i == j or ((i, j) if i < j else (j, i)) in self._joined

    def has_order_of(self, places: Iterable[Any]) -> bool:
        """Whether those of some places that it has come in its own order."""
        last = ABSENT
        for place in places:
            vertex = self.position.get(place, last)
            if vertex < last:
                return False
            last = vertex
        return True

    def connected(self, m: Model, i: int, j: int) -> Bool:
        """Whether two vertices are present and in one piece."""
        there = self.graph.vertices
        if ABSENT in (i, j):
            return False
        if i == j:
            return there[i]
        ends = (i, j) if i < j else (j, i)
        near = m.near.get(self.graph) if m.near else None
        if near is not None and near.uses_alone and near.are_apart(i, j):
            return False
        condition = self._connected.get(ends)
        if condition is None:
            joined = self._joined.get(ends)
            if near is not None and not near.can_join(i, j):
                condition = False
            elif joined is None:
                condition = m.query(CONNECTED_PAIR, self.graph, ends)
            elif there[i] is True is there[j]:  # the common case
                condition = joined
            else:
                condition = m.and_((there[i], there[j], joined))
            self._connected[ends] = condition
        return condition

    def together(self, m: Model, one: Any, other: Any) -> Bool:
        """Whether two places are in one piece."""
        return self.connected(m, self.position.get(one, ABSENT), self.position.get(other, ABSENT))

    def equal(self, m: Model, other: Partition) -> Bool:
        """Whether both have the same pieces: two places joined by an edge in one are connected in
        the other."""
        there = dict(zip(self.places, self.graph.vertices, strict=True))
        also_there = dict(zip(other.places, other.graph.vertices, strict=True))
        same_places = m.same(there, also_there)
        return m.and_((same_places, *self._joined_in(m, other), *other._joined_in(m, self)))

    def _joined_in(self, m: Model, other: Partition) -> Iterator[Bool]:
        for i, j, condition in self.graph.edges:
            a, b = (other.position.get(self.places[k]) for k in (i, j))
            joined = a is not None and b is not None and other.connected(m, a, b)
            vertices = self.graph.vertices
            yield m.implies(m.and_((vertices[i], vertices[j], condition)), joined)

    def cut(self, m: Model, members: Members, order: tuple[Any, ...] | None = None) -> Cut:
        """The cut for some of the places, cached. order: these places, if they are to be listed in
        another order than that of the partition."""
        key = members, order
        found = self._cuts.get(key)
        if found is None:
            found = self._cuts[key] = self._cut(m, dict(members), order)
        return found

    def where_present(self, m: Model, vertex: int, condition: Bool) -> Bool:
        """A condition, or yes or no if it has this value wherever a vertex is present."""
        if isinstance(condition, bool):
            return condition
        sure = all_of(self.graph.vertices[vertex])
        if condition in sure:
            return True
        return False if m.not_(condition) in sure else condition

    def _cut(self, m: Model, chosen: dict[Any, Bool], order: tuple[Any, ...] | None) -> Cut:
        conditions = tuple(
            self.where_present(m, i, chosen.get(place, False))
            for i, place in enumerate(self.places)
        )
        open_ = [i for i, condition in enumerate(conditions) if not isinstance(condition, bool)]
        if not open_:
            weights = Weights([int(c is True) for c in conditions])
            return Cut(conditions, self.graph, None if all(weights) else weights, order)
        # A place with an open condition gets an extra vertex beside it, present if the place is
        # chosen.
        n = len(self.places)
        edges = (*self.graph.edges, *((i, n + k, True) for k, i in enumerate(open_)))
        graph = m.graph((*self.graph.vertices, *(conditions[i] for i in open_)), edges)
        sure = [int(condition is True) for condition in conditions]
        return Cut(conditions, graph, Weights([*sure, *(1 for _ in open_)]), order)


Members: TypeAlias = "frozenset[tuple[Any, Bool]]"


class Cut:
    """A subset of the places of a partition. conditions: of each place, that it belongs to it.

    graph, weights: the number of chosen places in a piece is its weighted size in this graph, whose
    first vertices are those of the partition; None: each weighs 1. order: the places in the order
    in which they are listed; None: in that of the partition.
    """

    __slots__ = ("conditions", "graph", "order", "weights")

    def __init__(
        self,
        conditions: tuple[Bool, ...],
        graph: Graph,
        weights: tuple[int, ...] | None,
        order: tuple[Any, ...] | None,
    ) -> None:
        self.conditions = conditions
        self.graph = graph
        self.weights = weights
        self.order = order

    def listed(self, places: list[Any]) -> list[Any]:
        """Those of some places that may belong to it, in its order. places: in that of the
        partition."""
        if self.order is None:
            return places
        among = set(places)
        return [place for place in self.order if place in among]


class Piece:
    """The piece of a vertex; missing if the vertex is ABSENT.

    within: the subset of places that it is restricted to, if any. Pieces with the same fields are
    equal. A partition does not keep its pieces: they refer to it, and a cycle would keep the model
    in memory.
    """

    __slots__ = ("partition", "vertex", "within")

    def __init__(self, partition: Partition, vertex: int, within: Cut | None = None) -> None:
        self.partition = partition
        self.vertex = vertex
        self.within = within

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Piece) or self.vertex != other.vertex:
            return False
        return self.partition is other.partition and self.within is other.within

    def __hash__(self) -> int:
        return hash(self.partition) ^ self.vertex

    def __repr__(self) -> str:
        places = self.partition.places
        return "no piece" if self.vertex < 0 else f"the piece of {places[self.vertex]}"

    @property
    def there(self) -> Bool:
        """The condition that the piece exists; its restriction to `within` may be empty."""
        if self.within is not None:
            return True
        return self.vertex != ABSENT and self.partition.graph.vertices[self.vertex]

    @property
    def place(self) -> Any:
        """A place that is in it whenever it exists; None for a restricted piece, or none."""
        bare = self.within is None and self.vertex != ABSENT
        return self.partition.places[self.vertex] if bare else None

    @property
    def order(self) -> tuple[Any, ...] | None:
        """The order of its places, see `Partition.cut`."""
        return None if self.within is None else self.within.order

    def is_comparable(self, other: Piece) -> bool:
        """Whether both are unrestricted pieces of one partition: then one common place makes them
        equal."""
        mine, others = self.partition, other.partition
        if mine is not others and (mine.graph is not others.graph or mine.places != others.places):
            return False
        return self.within is other.within is None

    def has(self, m: Model, place: Any) -> Bool:
        """The condition that a place lies in it."""
        i = self.partition.position.get(place)
        chosen = i is not None and (self.within is None or self.within.conditions[i])
        if i is None or chosen is False:
            return False
        return m.and_((chosen, self.partition.connected(m, self.vertex, i)))

    def items(self, m: Model, among: Container[Any] | None = None) -> list[tuple[Any, Bool]]:
        """The places that may lie in it, each with the condition that it does. among: consider only
        these."""
        if self.vertex == ABSENT:
            return []
        near = m.near.get(self.partition.graph) if m.near else None
        if self.within is None and among is None and not (near is not None and near.uses_alone):
            every = self.partition._items.get(self.vertex)
            if every is None:
                every = self.partition._items[self.vertex] = self._listed(m, None)
            return every
        return self._listed(m, among)

    def possible(self) -> list[Any]:
        """The places that may be in the unrestricted piece."""
        return [self.partition.places[i] for i in self._possible()]

    def _possible(self) -> Sequence[int]:
        """The vertices of these places."""
        _, possible = known(self.partition.graph)
        return possible.members.get(possible.label[self.vertex], ())

    def _listed(self, m: Model, among: Container[Any] | None) -> list[tuple[Any, Bool]]:
        inside = self._possible()
        near = m.near.get(self.partition.graph) if m.near else None
        reach = None if near is None else near.reach(self.vertex)
        if reach is not None and 4 * len(reach) < len(inside):
            inside = sorted(reach)
        places = [self.partition.places[i] for i in inside]
        if self.within is not None:
            places = self.within.listed(places)
        pairs = [(p, self.has(m, p)) for p in places if among is None or p in among]
        return [pair for pair in pairs if pair[1] is not False]

    def size(self, m: Model) -> IntOperand:
        if self.vertex == ABSENT:
            return 0
        if self.within is None:
            return m.measure(SIZE, self.partition.graph, (self.vertex, None))
        return m.measure(SIZE, self.within.graph, (self.vertex, self.within.weights))

    def box(self, m: Model, where: Positions) -> IntOperand:
        """The number of cells of the smallest rectangle around an unrestricted piece."""
        return (
            0
            if self.vertex == ABSENT
            else m.measure(BOX, self.partition.graph, (self.vertex, where))
        )

    def turns(self, m: Model, where: Positions, centres: frozenset[Point]) -> Bool:
        """Whether a half turn about one of some centres, each the sum of the positions of two cells
        that it exchanges, takes an unrestricted piece to itself."""
        return m.query(HALF_TURN, self.partition.graph, (self.vertex, where, centres))

    def cut_to(self, m: Model, members: Members, order: tuple[Any, ...] | None = None) -> Piece:
        """Its intersection with some places. order: see `Partition.cut`."""
        if self.within is not None:
            conditions, places = dict(members), self.partition.places
            chosen = zip(places, self.within.conditions, strict=True)  # in order, unlike members
            members = frozenset(
                [(p, m.and_((conditions[p], c))) for p, c in chosen if p in conditions]
            )
        return Piece(self.partition, self.vertex, self.partition.cut(m, members, order))

    def without(self, m: Model, members: Members) -> Piece:
        """Its difference from some places."""
        chosen = dict(members)
        others = [(p, m.not_(chosen.get(p, False))) for p in self.partition.places]
        return self.cut_to(m, frozenset(others), self.order)

    def named(self, m: Model) -> Iterator[tuple[Piece, Bool]]:
        """Case distinction over first places: pieces by their first place, with conditions. Those
        that are equal become one under the same condition."""
        for piece, first in self.partition.each(m):
            same = self.partition.connected(m, self.vertex, piece.vertex)
            condition = m.and_((first, same))
            if condition is not False:
                yield piece, condition


class Box:
    """The smallest rectangle around a whole piece of cells.

    where: of the partition's cells. work_out: computes the condition of each of its cells, which is
    expensive and done on demand."""

    __slots__ = ("_cells", "piece", "where", "work_out")

    def __init__(self, piece: Piece, where: Positions, work_out: Callable[[], Any]) -> None:
        self.piece = piece
        self.where = where
        self.work_out = work_out
        self._cells: Any = None

    def size(self, m: Model) -> IntOperand:
        return self.piece.box(m, self.where)

    def equals(self, m: Model, other: Piece) -> Bool:
        """Whether the box and a piece of the same partition are equal sets. Only the piece inside
        the box can be equal to it, and is if both have the same size."""
        same = self.piece.partition.connected(m, self.piece.vertex, other.vertex)
        return m.and_((same, m.eq(self.size(m), self.piece.size(m))))

    @property
    def cells(self) -> Any:
        if self._cells is None:
            self._cells = self.work_out()
        return self._cells
