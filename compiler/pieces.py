"""The pieces of a graph whose parts are known: the one kernel of all that speaks of pieces.

Two vertices are of one piece where a chain of edges joins them; an edge counts where it is there
itself and both its ends are. A piece is named by its first vertex. Everything here is asked of a
`Pieces` and answered in positions of the graph's parts (see `model.Graph`): which of them, by being
there, hold a piece together, and which, by being absent, close it off.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .model import Graph

ABSENT = -1


class Pieces:
    """graph: whose pieces. on: for each part of the graph, whether it is there.

    label: for each vertex the first vertex of its piece, ABSENT where the vertex is not there.
    """

    def __init__(self, graph: Graph, on: Sequence[int | bool]) -> None:
        self.graph = graph
        self.on = on
        self.label = [ABSENT] * len(graph.vertices)
        for v in range(len(graph.vertices)):
            if on[v] and self.label[v] == ABSENT:
                for w in self._spread((v,)):
                    self.label[w] = v

    @cached_property
    def members(self) -> dict[int, list[int]]:
        """The pieces by name: the vertices of each, in order."""
        found: dict[int, list[int]] = {}
        for v, name in enumerate(self.label):
            if name != ABSENT:
                found.setdefault(name, []).append(v)
        return found

    @cached_property
    def live(self) -> list[int]:
        """The edges that join, as numbers of edges."""
        first, on = len(self.graph.vertices), self.on
        return [
            e for e, (a, b, _) in enumerate(self.graph.edges) if on[first + e] and on[a] and on[b]
        ]

    @cached_property
    def degree(self) -> list[int]:
        """How many edges join each vertex to others."""
        found = [0] * len(self.graph.vertices)
        for e in self.live:
            a, b, _ = self.graph.edges[e]
            found[a] += 1
            found[b] += 1
        return found

    def together(self, a: int, b: int) -> bool:
        return self.label[a] == self.label[b] != ABSENT

    def total(self, v: int, weights: tuple[int, ...] | None) -> int:
        """The weights (None: 1 each) of the piece of a vertex added up; 0 where it is not there."""
        known = self._totals.get(id(weights))
        if known is None:
            totals = dict.fromkeys(self.members, 0)
            for u, name in enumerate(self.label):
                if name != ABSENT:
                    totals[name] += 1 if weights is None else weights[u]
            # The weights are kept, so that their identity stays their own.
            known = self._totals[id(weights)] = (weights, totals)
        return known[1].get(self.label[v], 0)

    @cached_property
    def _totals(self) -> dict[int, tuple[tuple[int, ...] | None, dict[int, int]]]:
        return {}

    # ---- reasons

    def path(self, a: int, b: int) -> tuple[int, ...]:
        """The parts of a shortest chain from a vertex to another of its piece, both included."""
        first = len(self.graph.vertices)
        came: dict[int, tuple[int, int]] = {}
        for v, e, w in self._steps((a,)):
            came[w] = (v, first + e)
            if w == b:
                break
        parts = [b]
        while b != a:
            b, edge = came[b]
            parts += [edge, b]
        return tuple(parts)

    def tree(self, start: int, wanted: Iterable[int] | None = None) -> tuple[int, ...]:
        """Parts that join a vertex to some others of its piece, or to all of them."""
        first = len(self.graph.vertices)
        came: dict[int, tuple[int, int]] = {}
        order = [start]
        for v, e, w in self._steps((start,)):
            came[w] = (v, first + e)
            order.append(w)
        parts: dict[int, None] = {start: None}
        for v in order if wanted is None else wanted:
            while v not in parts:
                parts[v] = None
                v, edge = came[v]
                parts[edge] = None
        return tuple(parts)

    def nearest(self, v: int) -> Iterable[int]:
        """The vertices of the piece of a vertex, nearest first."""
        yield v
        for _, _, w in self._steps((v,)):
            yield w

    def cycle(self) -> tuple[int, ...]:
        """The parts of a cycle; none where there is no cycle."""
        first = len(self.graph.vertices)
        found: dict[int, tuple[int, int]] = {}
        for root in self.members:
            stack = [(root, -1, -1)]
            while stack:
                v, e, came = stack.pop()
                if v in found:
                    continue
                found[v] = (e, came)
                for f, w in neighbours(self.graph)[v]:
                    if f == e or not (self.on[w] and self.on[first + f]):
                        continue
                    if w in found:
                        return self._closed(found, v, f, w)
                    stack.append((w, f, v))
        return ()

    def _closed(
        self, came: dict[int, tuple[int, int]], a: int, edge: int, b: int
    ) -> tuple[int, ...]:
        """The cycle that an edge closes between two vertices of a search tree."""
        first = len(self.graph.vertices)
        ways = []
        for v in (a, b):
            way = [v]
            while came[way[-1]][1] >= 0:
                way.append(came[way[-1]][1])
            ways.append(way)
        one, other = ways
        while len(one) > 1 and len(other) > 1 and one[-2] == other[-2]:
            one.pop()
            other.pop()
        parts = dict.fromkeys((*one, *other, first + edge))
        for way in ways:
            parts.update(dict.fromkeys(first + came[v][0] for v in way[:-1]))
        return tuple(parts)

    def wall(self, a: int, b: int) -> tuple[int, ...]:
        """The parts whose absence keeps a vertex from another of another piece: those around the
        piece of the one that are seen from the other through all that is not of that piece."""
        first, on = len(self.graph.vertices), self.on
        inside = set(self.members[self.label[a]])
        seen, stack = {b}, [b]
        parts: dict[int, None] = {}
        while stack:
            v = stack.pop()
            for e, w in neighbours(self.graph)[v]:
                if w in inside:
                    parts[first + e if not on[first + e] else v] = None
                elif w not in seen:
                    seen.add(w)
                    stack.append(w)
        return tuple(parts)

    def boundary(self, inside: Iterable[int]) -> tuple[int, ...]:
        """The parts whose absence closes off a set of pieces, given as vertices: beyond each edge
        that leads out either the edge itself or the vertex at its end."""
        first, on = len(self.graph.vertices), self.on
        within = set(inside)
        parts: dict[int, None] = {}
        for v in within:
            for e, w in neighbours(self.graph)[v]:
                if w not in within:
                    parts[first + e if not on[first + e] else w] = None
        return tuple(parts)

    # ---- within

    def _spread(self, start: Iterable[int]) -> list[int]:
        start = list(start)
        return [*start, *(w for _, _, w in self._steps(start))]

    def _steps(self, start: Iterable[int]) -> Iterable[tuple[int, int, int]]:
        """Breadth first from some vertices: (from, edge, to) as each further one is reached."""
        first, on, around = len(self.graph.vertices), self.on, neighbours(self.graph)
        queue = deque(start)
        seen = set(queue)
        while queue:
            v = queue.popleft()
            for e, w in around[v]:
                if w not in seen and on[w] and on[first + e]:
                    seen.add(w)
                    queue.append(w)
                    yield v, e, w


def neighbours(graph: Graph) -> list[list[tuple[int, int]]]:
    """For each vertex, the edges at it and the vertices at their other ends."""
    found: list[list[tuple[int, int]]] | None = graph.derived.get(neighbours)
    if found is None:
        found = graph.derived[neighbours] = [[] for _ in graph.vertices]
        for e, (a, b, _) in enumerate(graph.edges):
            found[a].append((e, b))
            found[b].append((e, a))
    return found


def known(graph: Graph) -> tuple[Pieces, Pieces]:
    """The pieces without and with the parts that are not constants."""
    found: tuple[Pieces, Pieces] | None = graph.derived.get(known)
    if found is None:
        sure = Pieces(graph, [part is True for part in graph.parts])
        possible = Pieces(graph, [part is not False for part in graph.parts])
        found = graph.derived[known] = (sure, possible)
    return found
