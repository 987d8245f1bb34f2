"""The values of a layer on the cells of a piece, as a list computed on demand. The number of
occurrences of each value, and the sum, are sizes of the piece; the members would need a condition
for any two cells of the board."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from itertools import pairwise
from typing import Any, TypeAlias

from ...model.common_values import common_values
from ...model.globals.size import SIZE, Weights
from ...model.model import Model
from ...model.nodes import (
    BOOL_NODES,
    Bool,
    BoolVar,
    Graph,
    IntOperand,
    IntVar,
    Linear,
    Terms,
    domain_of,
)
from ...model.pieces import known
from ...records import field, record
from .choice import Choice
from .listing import constants, each_of, sequence
from .members import items
from .partitions import Cut, Partition, Piece
from .reached_values import ReachedValues
from .values import (
    CONSTANTS,
    TRUTHS,
    GuardedList,
    Layer,
    Maybe,
    OnDemand,
    Value,
    is_found_set,
    is_number,
    present,
)

# A graph, and the weight of each of its vertices; None: 1 each.
Weighed: TypeAlias = "tuple[Graph, tuple[int, ...] | None]"
# Numbers that are added up: each with the condition that it counts.
Parts: TypeAlias = "list[tuple[int, Bool]]"


@record(frozen=False, eq=False)
class ValuesOnPlaces:
    """The values of a layer on the places of a partition, some of which the solver decides."""

    m: Model
    partition: Partition
    table: Mapping[Any, Any]
    _worked_out: dict[str, Any] = field(init=False, default_factory=dict)

    @property
    def cuts(self) -> dict[Any, Cut] | None:
        """By value, the places that have it; None if there are many values."""
        if "cuts" not in self._worked_out:
            self._worked_out["cuts"] = self._cuts()
        found: dict[Any, Cut] | None = self._worked_out["cuts"]
        return found

    @property
    def weighed(self) -> Weighed | None:
        """A graph in which the size of a piece is the sum of its values; None if one of them may be
        negative, or has many values."""
        if "weighed" not in self._worked_out:
            self._worked_out["weighed"] = self._weighed()
        found: Weighed | None = self._worked_out["weighed"]
        return found

    @property
    def are_given(self) -> bool:
        """Whether the puzzle decides all values."""
        if "given" not in self._worked_out:
            values = [value for value in self.table.values() if value is not None]
            known = all(type(value) in CONSTANTS or type(value) is bool for value in values)
            self._worked_out["given"] = known
        found: bool = self._worked_out["given"]
        return found

    @property
    def known_yes(self) -> int:
        """How many places have a known yes."""
        if "yes" not in self._worked_out:
            self._worked_out["yes"] = sum([value is True for value in self.table.values()])
        found: int = self._worked_out["yes"]
        return found

    def telling(self, piece: Piece, most: int) -> Container[Any] | None:
        """The values to be counted on a piece to tell whether it has at most `most` different ones
        (see `reached_values`); None if all of them."""
        if "reached" not in self._worked_out:
            values = [self.table.get(place) for place in self.partition.places]
            reached = ReachedValues(self.partition.graph, values) if self.are_given else None
            self._worked_out["reached"] = reached
        found: ReachedValues | None = self._worked_out["reached"]
        return None if found is None else found.over(piece.vertex, most)

    @property
    def are_common(self) -> bool:
        """Whether all places of a piece have the same value because each edge says so."""
        if "common" not in self._worked_out:
            common = common_values(self.partition.graph)
            values = [self.table.get(place) for place in self.partition.places if common]
            said = bool(common) and all(type(x) is IntVar or type(x) is BoolVar for x in values)
            self._worked_out["common"] = said and all(values[v] is x for v, x in common.items())
        found: bool = self._worked_out["common"]
        return found

    def of(self, piece: Piece) -> PieceValues | Repeated | tuple[Value, ...] | GuardedList:
        """The values on one of the pieces."""
        near = self.m.near.get(self.partition.graph)
        alone = near.alone.get(piece.vertex) if near is not None and near.uses_alone else None
        if alone is not None and self._valued() <= alone:
            value = self.table.get(piece.place)
            return sequence(self.m, [(value, piece.there)])
        return (
            Repeated(self.m, piece, self.table[piece.place])
            if self.are_common
            else PieceValues(piece, self)
        )

    def _valued(self) -> frozenset[int]:
        """The vertices with values."""
        if "valued" not in self._worked_out:
            position = self.partition.position
            self._worked_out["valued"] = frozenset(
                [position[p] for p, x in self.table.items() if x is not None and p in position]
            )
        found: frozenset[int] = self._worked_out["valued"]
        return found

    def _cuts(self) -> dict[Any, Cut] | None:
        position, most = self.partition.position, len(self.partition.places)
        having: dict[Any, dict[Any, Bool]] = {}
        # Often a few places have values, for each of many tables.
        valued = [place for place, x in self.table.items() if x is not None and place in position]
        for place in sorted(valued, key=position.__getitem__):
            value = self.table[place]
            if is_found_set(value):
                return None
            if is_number(value) and len(domain_of(value)) > most:
                return None
            for constant, condition in constants(self.m, value):
                having.setdefault(constant, {})[place] = condition
            if 2 * len(having) > most:
                return None
        cut = self.partition.cut
        return {value: cut(self.m, frozenset(some.items())) for value, some in having.items()}

    def _weighed(self) -> Weighed | None:
        """A place gets an extra vertex beside it for each amount by which its value may exceed its
        least one."""
        m, graph, places = self.m, self.partition.graph, self.partition.places
        weights = [0] * len(places)
        extra: list[tuple[int, int, Bool]] = []
        for v, place in enumerate(places):
            parts = _parts(m, self.table.get(place), len(places))
            if parts is None:
                return None
            parts = [(n, self.partition.where_present(m, v, c)) for n, c in parts]
            weights[v] = sum(number for number, condition in parts if condition is True)
            extra += [(v, number, c) for number, c in parts if not isinstance(c, bool)]
        if min(weights) < 0:
            return None
        if extra:
            count = len(places)
            edges = [(v, count + k, True) for k, (v, _, _) in enumerate(extra)]
            vertices = (*graph.vertices, *(condition for _, _, condition in extra))
            graph = m.graph(vertices, (*graph.edges, *edges))
        weights += [number for _, number, _ in extra]
        return graph, None if all(weight == 1 for weight in weights) else Weights(weights)


def _parts(m: Model, value: Value, most: int) -> Parts | None:
    """The parts of a number: some that always count, and positive ones under conditions. None for a
    number with more than `most` values, and for values that are no numbers."""
    if value is None:
        return []
    if isinstance(value, Maybe):
        parts = _parts(m, value.value, most)
        if parts is None or sum(number for number, c in parts if c is True) < 0:
            return None
        return [(number, m.and_((c, value.present))) for number, c in parts]
    if not is_number(value):
        return None
    if isinstance(value, int):
        return [(int(value), True)]
    if isinstance(value, BOOL_NODES):
        return [(1, value)]
    if type(value) is Linear and all(isinstance(x, BOOL_NODES) for _, x in value.terms):
        return [(value.constant, True), *_of_terms(m, value.terms)]
    domain = domain_of(value)
    if len(domain) > most:
        return None
    return [(domain[0], True), *((b - a, m.le(b, value)) for a, b in pairwise(domain))]


def _of_terms(m: Model, terms: Terms) -> Iterator[tuple[int, Bool]]:
    """Terms on conditions; c · x is c - c · (not x) if c is negative."""
    for c, x in terms:
        assert isinstance(x, BOOL_NODES)
        if c < 0:
            yield c, True
        yield abs(c), m.literal(c > 0, x)


class PieceValues(OnDemand):
    """A member for each cell of a whole piece that has a value."""

    __slots__ = ("piece", "values")

    def __init__(self, piece: Piece, values: ValuesOnPlaces) -> None:
        super().__init__()
        self.piece = piece
        self.values = values

    def counts(self, most: int | None = None) -> dict[Any, IntOperand] | None:
        """How often each value occurs; None if there are many values. most: leave out the values
        that need not be counted to tell whether at most `most` different ones occur."""
        cuts, m = self.values.cuts, self.values.m
        if cuts is None:
            return None
        piece = self.piece
        telling = None if most is None else self.values.telling(piece, most)
        return {
            value: Piece(piece.partition, piece.vertex, cut).size(m)
            for value, cut in cuts.items()
            if telling is None or value in telling
        }

    def holds(self, m: Model, constant: Any) -> Bool | None:
        cuts, piece = self.values.cuts, self.piece
        if cuts is None:
            return super().holds(m, constant)
        cut = cuts.get(constant)
        if cut is None:
            return False
        return m.le(1, Piece(piece.partition, piece.vertex, cut).size(m))

    def number(self) -> IntOperand:
        """How many values there are."""
        values, piece = self.values, self.piece
        there = [(place, present(values.m, x)) for place, x in values.table.items()]
        cut = piece.partition.cut(values.m, frozenset(there))
        return Piece(piece.partition, piece.vertex, cut).size(values.m)

    def total(self) -> IntOperand | None:
        """The sum of the values; None if it is not a size of the piece."""
        weighed = self.values.weighed
        if weighed is None:
            return None
        graph, weights = weighed
        return self.values.m.measure(SIZE, graph, (self.piece.vertex, weights))

    def work_out(self) -> list[tuple[Value, Bool]]:
        m, table = self.values.m, self.values.table
        found = self.piece.items(m, table)
        return [*items(m, sequence(m, [(table[place], there) for place, there in found]))]


class GivenTruths(OnDemand):
    """A member for each cell of a piece: a bool that the puzzle decides. yes: the places of the
    layer where it is `yes`."""

    __slots__ = ("layer", "m", "piece", "yes")

    def __init__(self, m: Model, piece: Piece, layer: Layer, yes: frozenset[Any]) -> None:
        super().__init__()
        self.m = m
        self.piece = piece
        self.layer = layer
        self.yes = yes

    def where_yes(self) -> list[Bool]:
        """The conditions of the members that are `yes`, without making those of the others."""
        return [there for _, there in self.piece.items(self.m, self.yes)]

    def work_out(self) -> list[tuple[Value, Bool]]:
        return [(self.layer.get(place), there) for place, there in self.piece.items(self.m)]


class Repeated(OnDemand):
    """The value that all places of a whole piece have, a member for each of them."""

    __slots__ = ("m", "piece", "value")

    def __init__(self, m: Model, piece: Piece, value: Value) -> None:
        super().__init__()
        self.m = m
        self.piece = piece
        self.value = value

    def once(self) -> GuardedList:
        """The value as the only member."""
        return GuardedList((self.value,), (self.piece.there,))

    def total(self) -> IntOperand | None:
        """The sum of the values; None if they are no numbers."""
        value = self.value
        return self.m.times(value, self.piece.size(self.m)) if is_number(value) else None

    def work_out(self) -> list[tuple[Value, Bool]]:
        return [(self.value, there) for _, there in self.piece.items(self.m)]


class SomePieces(OnDemand):
    """A set of pieces, some of which the solver decides: those of a partition that pass tests.

    by_place: the piece of each place, with the condition that it exists and passes the tests. As in
    `Partition.each_place`, a piece occurs once for each of its places."""

    __slots__ = ("by_place", "m", "partition")

    def __init__(self, m: Model, partition: Partition, by_place: list[tuple[Piece, Bool]]) -> None:
        super().__init__(unordered=True)
        self.m = m
        self.partition = partition
        self.by_place = by_place

    def work_out(self) -> list[tuple[Value, Bool]]:
        first = dict(self.partition.each(self.m))
        found: list[tuple[Value, Bool]] = []
        for piece, passes in self.by_place:
            condition = self.m.and_((passes, first.get(piece, False)))
            if condition is not False:
                found.append((piece, condition))
        return found


def mapped(m: Model, operation: Callable[[Value], Value], collection: Value) -> Value:
    """A list of what an operation makes of the members of a collection."""
    if isinstance(collection, Repeated):
        found = operation(collection.value)
        if not isinstance(found, Maybe):
            return Repeated(m, collection.piece, found)
    return each_of(m, operation, collection)


def are_open(piece: Piece) -> bool:
    """Whether the solver decides which places are in a whole piece."""
    if piece.place is None:
        return False
    sure, possible = known(piece.partition.graph)
    return sure.on != possible.on


def values_on(m: Model, partition: Partition, table: Mapping[Any, Any]) -> ValuesOnPlaces | None:
    """The values of a table on the places of a partition; None unless all are numbers, conditions
    or choices among constants. None also for bools that the puzzle decides: few places have a yes,
    and presolve recognises pieces by those in them (see `GivenTruths`)."""
    values = [value for value in table.values() if value is not None]
    said = all(type(value) is bool for value in values)
    return None if said else counted_on(m, partition, table)


def counted_on(m: Model, partition: Partition, table: Mapping[Any, Any]) -> ValuesOnPlaces | None:
    """Like `values_on`, but also for bools that the puzzle decides."""
    values = [value for value in table.values() if value is not None]
    return ValuesOnPlaces(m, partition, table) if all(map(_is_countable, values)) else None


def _is_countable(value: Value) -> bool:
    if isinstance(value, Choice):
        return CONSTANTS.issuperset(map(type, value.choices))
    return type(value) in TRUTHS or is_number(value) or isinstance(value, (str, Maybe))
