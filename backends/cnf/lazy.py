"""Graph queries by lazy clause generation: clauses that a candidate assignment violates.

The literals of queries and of measures' values are free at first. When the SAT solver finds an
assignment, evaluate each graph under it; if a literal has the wrong value, add the clause "the
reason implies the right value" (see `reason` in `model.definitions`). Such a cut follows from the
definition alone, so it stays valid for other givens, other assumptions and other solutions.
(Cf. lazy cuts for connectivity and subtours: Dantzig, Fulkerson, Johnson 1954.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ...model.globals.connected import CONNECTED
from ...model.globals.connected_pair import CONNECTED_PAIR
from ...model.globals.first import FIRST
from ...model.globals.size import SIZE
from ...model.nodes import Graph, Measure, Query
from ...model.pieces import Pieces
from ...records import field, record

Clause = list[int]


@record(frozen=False)
class GraphLiterals:
    """The literals of a graph's parts, and of the queries and measures of the graph.

    queries: each with its literal. measures: each with a literal for every value."""

    graph: Graph
    parts: list[int]
    queries: list[tuple[Query, int]] = field(default_factory=list)
    measures: list[tuple[Measure, Mapping[int, int]]] = field(default_factory=list)

    def add_query(self, query: Query, literal: int) -> Iterator[Clause]:
        """Register a query with its literal; yield clauses to add from the start."""
        self.queries.append((query, literal))
        if query.definition is CONNECTED_PAIR:
            yield from ([-literal, self.parts[v]] for v in query.data)
        elif query.definition is FIRST:
            yield [-literal, self.parts[query.data]]

    def add_measure(self, measure: Measure, cases: Mapping[int, int]) -> Iterator[Clause]:
        """Register a measure with the literals of its values; yield clauses to add from the
        start."""
        self.measures.append((measure, cases))
        if measure.definition is not SIZE:
            return
        vertex, weights = measure.data
        there, weight = self.parts[vertex], 1 if weights is None else weights[vertex]
        if 0 in cases:
            yield [there, cases[0]]
        yield [-there, *(literal for v, literal in cases.items() if v >= weight)]

    def cuts(
        self, is_true: Callable[[int], bool], is_active: Callable[[Query | Measure], bool]
    ) -> Iterator[Clause]:
        """Clauses that an assignment violates; none if all literals have the right values.

        is_true: whether a literal is true in the assignment. is_active: whether a condition that
        must hold contains the node; the literals of other nodes may have wrong values."""
        on = [is_true(part) for part in self.parts]
        pieces = Pieces.of(self.graph, on)
        for query, literal in self.queries:
            if not is_active(query):
                continue
            holds = query.definition.holds(pieces, query.data)
            if holds != is_true(literal):
                right_value = literal if holds else -literal
                for reason in _reasons(query, pieces, holds):
                    yield [right_value, *self._opposite(reason, on)]
        for measure, cases in self.measures:
            if not is_active(measure):
                continue
            claimed = next(v for v, literal in cases.items() if is_true(literal))
            definition, data = measure.definition, measure.data
            value = definition.value(pieces, data)
            if claimed < value:
                reason = definition.at_least(pieces, data, claimed + 1)
                right = [literal for v, literal in cases.items() if v > claimed]
            elif claimed > value:
                reason = definition.at_most(pieces, data, claimed - 1)
                right = [literal for v, literal in cases.items() if v < claimed]
            else:
                continue
            yield [*right, *self._opposite(reason, on)]

    def _opposite(self, positions: tuple[int, ...], on: list[bool]) -> Iterator[int]:
        """The literals that negate the states of some parts."""
        return (-self.parts[p] if on[p] else self.parts[p] for p in positions)


def _reasons(query: Query, pieces: Pieces, holds: bool) -> Iterator[tuple[int, ...]]:
    """Reasons that a query holds or fails: one, but for a violated `connected` one for each piece
    except the largest."""
    if query.definition is not CONNECTED or holds:
        yield query.definition.reason(pieces, query.data)
        return
    *smaller, largest = sorted(pieces.members.values(), key=len)
    for piece in smaller:
        yield (piece[0], largest[0], *pieces.boundary(piece, largest[:1]))
