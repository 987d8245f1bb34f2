"""The pieces (connected components) of a graph with known parts.

Two vertices are in one piece if a path of present edges joins them; an edge is present if its
condition and both its ends are. A piece is named by its first vertex. `Pieces` returns reasons as
positions of the graph's parts (see `model.Graph`): which present parts connect a piece, and which
absent parts separate it from others."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from ..deadline import pause

if TYPE_CHECKING:
    from .nodes import Bool, Graph

ABSENT: Final = -1

# For each vertex, the edges at it and the vertices at their other ends.
Around: TypeAlias = "list[list[tuple[int, int]]]"
# By vertex: the edge, as a part, by which a search reached it, and the vertex before.
Came: TypeAlias = "dict[int, tuple[int, int] | None]"


class Pieces:
    """edges, around: those of the graph, and the `neighbours` of its vertices. on: for each part of
    the graph, whether it is present, as a byte. Not the graph itself, which keeps some of its
    pieces: cycles would keep whole models in memory.

    label: for each vertex the first vertex of its piece, or ABSENT.
    """

    __slots__ = ("_live", "_members", "_totals", "around", "derived", "edges", "label", "on")

    def __init__(
        self,
        edges: tuple[tuple[int, int, Bool], ...],
        around: Around,
        parts: Sequence[int | bool],
    ) -> None:
        pause()
        self.edges = edges
        self.around = around
        on = self.on = bytes(parts)
        # A cache for the definitions of queries and measures.
        self.derived: dict[Any, Any] = {}
        self._members: dict[int, list[int]] | None = None
        self._live: list[int] | None = None
        self._totals: dict[tuple[int, ...] | None, dict[int, int]] = {}
        self.label = label = [ABSENT] * len(around)
        first = len(label)
        for start in range(first):
            if on[start] == 0 or label[start] != ABSENT:
                continue
            label[start] = start
            stack = [start]
            while len(stack) > 0:
                for e, w in around[stack.pop()]:
                    if label[w] == ABSENT and on[w] != 0 and on[first + e] != 0:
                        label[w] = start
                        stack.append(w)

    @classmethod
    def of(cls, graph: Graph, on: Sequence[int | bool]) -> Pieces:
        """The pieces of a graph. on: for each of its parts, whether it is present."""
        return cls(graph.edges, neighbours(graph), on)

    @property
    def members(self) -> dict[int, list[int]]:
        """The pieces by name: the vertices of each, in order."""
        found = self._members
        if found is None:
            found = self._members = {}
            for v, name in enumerate(self.label):
                if name != ABSENT:
                    found.setdefault(name, []).append(v)
        return found

    @property
    def live(self) -> list[int]:
        """The indices of the present edges whose ends are present."""
        found = self._live
        if found is None:
            first, on = len(self.around), self.on
            found = self._live = [
                e for e, (a, b, _) in enumerate(self.edges) if on[first + e] and on[a] and on[b]
            ]
        return found

    def connected(self, a: int, b: int) -> bool:
        return self.label[a] == self.label[b] != ABSENT

    def total(self, v: int, weights: tuple[int, ...] | None) -> int:
        """The total weight (None: 1 each) of the piece of a vertex; 0 if the vertex is absent."""
        if self.label[v] == ABSENT:
            return 0
        totals = self._totals.get(weights)
        if totals is None:
            totals = self._totals[weights] = {
                name: len(piece) if weights is None else sum(weights[u] for u in piece)
                for name, piece in self.members.items()
            }
        return totals[self.label[v]]

    # ---- reasons

    def path(self, a: int, b: int) -> tuple[int, ...]:
        """The parts of a shortest path between two vertices of one piece, both included."""
        return tuple(_back(self._search(a, b), b))

    def tree(self, start: int, wanted: Iterable[int] | None = None) -> tuple[int, ...]:
        """Parts that join a vertex to some others of its piece, or to all of them."""
        came = self._search(start)
        parts: dict[int, None] = {start: None}
        for v in came if wanted is None else wanted:
            for part in _back(came, v):
                if part in parts:
                    break
                parts[part] = None
        return tuple(parts)

    def nearest(self, v: int) -> Iterator[int]:
        """The vertices of the piece of a vertex, itself first, then by their distance."""
        yield v
        for _, _, w in self._steps((v,)):
            yield w

    def cycle(self) -> tuple[int, ...]:
        """The parts of a cycle; empty if there is none."""
        first, on, around = len(self.around), self.on, self.around
        for root in self.members:
            came: Came = {root: None}
            queue = deque(came)
            while queue:
                v = queue.popleft()
                for e, w in around[v]:
                    if not (on[w] and on[first + e]) or came[v] == (first + e, w):
                        continue
                    if w in came:
                        return _closed(list(_back(came, v)), first + e, list(_back(came, w)))
                    came[w] = (first + e, v)
                    queue.append(w)
        return ()

    def boundary(
        self, inside: Iterable[int], seen_from: Iterable[int] | None = None
    ) -> tuple[int, ...]:
        """A small set of absent parts that separates a set of pieces, given as vertices, from all
        others: for each vertex just outside either the vertex or the edges to it.

        seen_from: separate the pieces from these vertices only (None: from all others).
        """
        first, on, around = len(self.around), self.on, self.around
        within = set(inside)
        outside = range(first) if seen_from is None else seen_from
        stack = [v for v in outside if v not in within]
        seen = set(stack)
        parts: list[int] = []
        while stack:
            v = stack.pop()
            ways = [first + e for e, w in around[v] if w in within]
            if not on[v] and (len(ways) > 1 or any(on[way] for way in ways)):
                parts.append(v)  # nothing need be seen through it
                continue
            parts += ways
            further = [w for _, w in around[v] if w not in within and w not in seen]
            seen.update(further)
            stack += further
        return tuple(parts)

    def between(self, a: int, b: int) -> tuple[int, ...]:
        """A small set of absent parts that separates two vertices of different pieces."""
        one, other = self.members[self.label[a]], self.members[self.label[b]]
        return min(self.boundary(one, (b,)), self.boundary(other, (a,)), key=len)

    # ---- within

    def _search(self, start: int, goal: int | None = None) -> Came:
        """A breadth-first tree of a piece from one of its vertices, nearest first."""
        first = len(self.around)
        came: Came = {start: None}
        for v, e, w in self._steps((start,)):
            came[w] = (first + e, v)
            if w == goal:
                break
        return came

    def _steps(self, start: Iterable[int]) -> Iterator[tuple[int, int, int]]:
        """Breadth-first search from some vertices: (from, edge, to) for each vertex reached."""
        first, on, around = len(self.around), self.on, self.around
        queue = deque(start)
        seen = set(queue)
        while queue:
            v = queue.popleft()
            for e, w in around[v]:
                if w not in seen and on[w] and on[first + e]:
                    seen.add(w)
                    queue.append(w)
                    yield v, e, w


def _back(came: Came, v: int) -> Iterator[int]:
    """The parts of the path from a vertex back to the start of a search."""
    step = came[v]
    while step is not None:
        yield v
        yield step[0]
        v = step[1]
        step = came[v]
    yield v


def _closed(one: list[int], edge: int, other: list[int]) -> tuple[int, ...]:
    """The cycle that an edge closes between the starts of two chains with a common end."""
    while min(len(one), len(other)) > 1 and one[-2] == other[-2]:
        del one[-2:], other[-2:]
    return (*one, edge, *other[:-1])


def neighbours(graph: Graph) -> Around:
    """For each vertex, the edges at it and the vertices at their other ends."""
    found: Around | None = graph.derived.get(neighbours)
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
        sure = Pieces.of(graph, [part is True for part in graph.parts])
        possible = Pieces.of(graph, [part is not False for part in graph.parts])
        found = graph.derived[known] = (sure, possible)
    return found


def is_known_piece(graph: Graph, vertex: int) -> bool:
    """Whether it is known which vertices are in the piece of one."""
    sure, possible = known(graph)
    some = sure.members.get(sure.label[vertex], ())
    return len(some) == len(possible.members.get(possible.label[vertex], ()))
