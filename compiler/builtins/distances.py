"""Distances: the number of steps from the nearest of some places to each place of a graph.

The vertices and edges of the graph have conditions, so the breadth-first search computes
conditions: whether each vertex is reached within 0, 1, 2, … steps. They are functions of the
conditions, without auxiliary variables, and therefore correct under negation, too. The search goes
as far as rules compare the distances: `distance(a, where)[b] <= 3` needs three steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from ...model.globals.connected_pair import CONNECTED_PAIR
from ...model.limits import listable
from ...model.model import Model
from ...model.nodes import Bool, Graph, IntOperand
from ..board.places import Place
from ..context import Context
from ..values.listing import constants
from ..values.members import items
from ..values.numbers import merge_numbers
from ..values.sets import as_set
from ..values.values import Gradual, Layer, Maybe, Value, is_collection
from .graphs import graph_of

# For each vertex, its neighbours and the conditions under which they are steps from each other.
Near: TypeAlias = "list[list[tuple[int, Bool]]]"


def distance(context: Context, start: Value, where: Value, joined: Value = None) -> Layer:
    """The distance of each place from the nearest start; missing where it cannot be reached."""
    m = context.m
    places, graph = graph_of(context, where, joined)
    starts = dict(items(m, as_set(m, start)) if is_collection(start) else constants(m, start))
    begun: list[Bool] = [False] * len(places)
    position = context.once(_positions, places)
    for place, start_there in starts.items():
        if place in position:
            v = position[place]
            begun[v] = m.and_((graph.vertices[v], start_there))
    search = _Search(m, graph, begun, context.once(_near, graph))
    kind = next((p.kind for p in places if isinstance(p, Place)), "")
    layer = Layer("distance", {}, False, kind, numbers=True)
    layer.on_demand = position, lambda place: search.distance(position[place])
    return layer


def _positions(_: Context, places: Sequence[Any]) -> dict[Any, int]:
    return {place: v for v, place in enumerate(places)}


def _near(context: Context, graph: Graph) -> Near:
    m = context.m
    near: Near = [[] for _ in graph.vertices]
    for i, j, condition in graph.edges:
        near[i].append((j, m.and_((condition, graph.vertices[i]))))
        near[j].append((i, m.and_((condition, graph.vertices[j]))))
    return near


class _Search:
    """A breadth-first search from some vertices of a graph.

    near: the neighbours of each vertex. possible, certain: the steps to each vertex if all parts of
    the graph are present that may be, and if only those are that certainly are. reached: for each
    number of steps, from 0 on, the condition that each vertex is reached within it. ended: no
    further level would differ from the last. hub: the graph with a vertex beside it that is joined
    to all starts.
    """

    def __init__(self, m: Model, graph: Graph, begun: Sequence[Bool], near: Near) -> None:
        self.m = m
        self.graph = graph
        self.near = near
        self._edges = sum(map(len, near))
        self.possible = _Levels(graph, near, begun, True)
        self.certain = _Levels(graph, near, begun, False)
        self.reached: list[Sequence[Bool]] = [begun]
        self.ended = False
        self.hub: Graph | None = None

    def distance(self, v: int) -> Value:
        """The distance of a vertex: a number if all shortest paths are certain, or None."""
        least = self.possible.to(v)
        return least if least is None or least == self.certain.to(v) else Steps(self, v)

    def within(self, v: int, steps: int) -> Bool:
        """The condition that a vertex is reached within a number of steps."""
        least = self.possible.to(v)
        if least is None or steps < least:
            return False
        certain = self.certain.to(v)
        if certain is not None and certain <= steps:
            return True
        while len(self.reached) <= steps and not self.ended:
            self._go_on()
        return self.reached[min(steps, len(self.reached) - 1)][v]

    def _go_on(self) -> None:
        """A further level: within one more step are reached the starts, and each vertex next to one
        reached so far."""
        m, last, starts, near = self.m, self.reached[-1], self.reached[0], self.near
        steps = len(self.reached)
        listable(range(steps * self._edges))
        further = [*last]
        for v in sorted(self.possible.within(steps)):
            before = [m.and_((last[j], edge)) for j, edge in near[v] if last[j] is not False]
            further[v] = m.or_([starts[v], *before])
        self.ended = further == last or steps == len(further)
        if not self.ended:
            self.reached.append(further)

    def options(self, v: int, most: int) -> list[tuple[Bool, int]]:
        """The distances of a vertex up to `most`, each with the condition that it is the one."""
        found: list[tuple[Bool, int]] = []
        before: Bool = False
        for steps in range(min(most, len(self.near) - 1) + 1):
            now = self.within(v, steps)
            if now is not before:
                found.append((self.m.and_((now, self.m.not_(before))), steps))
            before = now
            if self.ended and steps >= len(self.reached):
                break
        return found

    def found(self, v: int) -> Bool:
        """The condition that a vertex is reached: it is in the piece of a start."""
        if self.certain.to(v) is not None:
            return True
        starts = [(u, c) for u, c in enumerate(self.reached[0]) if c is not False]
        if len(starts) == 1:
            ((u, begun),) = starts
            if u == v:
                return begun
            pair = self.m.query(CONNECTED_PAIR, self.graph, (min(u, v), max(u, v)))
            return self.m.and_((begun, pair))
        if self.hub is None:
            there = self.graph.vertices
            hub = len(there)
            joined = [(u, hub, begun) for u, begun in starts]
            self.hub = self.m.graph([*there, True], [*self.graph.edges, *joined])
        return self.m.query(CONNECTED_PAIR, self.hub, (v, len(self.near)))


class Steps(Gradual):
    """The distance of a vertex, plus a constant."""

    __slots__ = ("_added", "_search", "_vertex")

    def __init__(self, search: _Search, vertex: int, added: int = 0) -> None:
        super().__init__(0, False)
        self._search = search
        self._vertex = vertex
        self._added = added

    @property
    def value(self) -> IntOperand:
        return self.up_to(len(self._search.near) + self._added)

    @property
    def present(self) -> Bool:
        return self._search.found(self._vertex)

    def within(self, most: int) -> Bool:
        return self._search.within(self._vertex, most - self._added)

    def up_to(self, most: int) -> IntOperand:
        options = self._search.options(self._vertex, most - self._added)
        cases: list[tuple[Bool, Value]] = [(c, steps + self._added) for c, steps in options]
        value = merge_numbers(self._search.m, cases) if cases else 0
        found = value.value if isinstance(value, Maybe) else value
        assert found is not None
        return found

    @property
    def ends(self) -> tuple[int, int]:
        first = self._search.possible.to(self._vertex)
        assert first is not None
        return (first + self._added, len(self._search.near) - 1 + self._added)

    def plus(self, constant: int) -> Steps:
        return Steps(self._search, self._vertex, self._added + constant)


class _Levels:
    """The steps to each vertex over the parts of a graph that may be present, or that certainly
    are, as far as they are asked for.

    levels: None for a vertex that is not reached so far. order: the vertices that are, the nearest
    first; the neighbours of the first `done` ones are among them."""

    def __init__(self, graph: Graph, near: Near, begun: Sequence[Bool], possible: bool) -> None:
        self.vertices = graph.vertices
        self.near = near
        self.open = possible  # whether parts that are not certain count
        starts = enumerate(begun)
        self.order = [v for v, x in starts if x is True or (possible and x is not False)]
        self.levels: list[int | None] = [None] * len(near)
        self.done = 0
        for v in self.order:
            self.levels[v] = 0

    def to(self, v: int) -> int | None:
        """The steps to a vertex; None if there is no path."""
        while self.levels[v] is None and self.done < len(self.order):
            self._go_on()
        return self.levels[v]

    def within(self, steps: int) -> list[int]:
        """The vertices that are reached within a number of steps."""
        levels, order = self.levels, self.order
        while self.done < len(order) and levels[order[self.done]] < steps:  # type: ignore[operator]
            self._go_on()
        return [v for v in order if levels[v] <= steps]  # type: ignore[operator]

    def _go_on(self) -> None:
        """Reach the neighbours of a further vertex."""
        v = self.order[self.done]
        self.done += 1
        level = self.levels[v]
        assert level is not None
        for u, edge in self.near[v]:
            there = self.open or (edge is True and self.vertices[u] is True)
            if there and self.levels[u] is None:
                self.levels[u] = level + 1
                self.order.append(u)
