"""What rules on the sizes of pieces tell about pieces before a search.

If no piece has more than k vertices, those further apart than k - 1 steps are in different pieces.
If each piece has one of some vertices at most, these are all in different pieces; if it has one at
least, what is said of the pieces of these vertices is said of all pieces."""

from __future__ import annotations

from .nodes import Graph
from .pieces import neighbours


class Near:
    """Which vertices of a graph can be in one piece.

    most: for some vertices, the most vertices that their pieces have. alone: for some vertices,
    those that are not in the piece of this one, unless they are this one itself. holding: for some
    sets of vertices, the vertices whose pieces have one of the set, if there are such pieces.

    Where half of the graph is near to a vertex, its size hardly rules anything out; then those of
    other vertices are not used either."""

    __slots__ = ("_found", "_graph", "_helps", "_possible", "alone", "holding", "most")

    def __init__(self, graph: Graph) -> None:
        self.most: dict[int, int] = {}
        self.alone: dict[int, frozenset[int]] = {}
        self.holding: dict[frozenset[int], set[int]] = {}
        self._graph = graph
        self._possible = sum([there is not False for there in graph.vertices])
        self._helps = True
        self._found: dict[int, frozenset[int] | None] = {}

    def can_join(self, v: int, w: int) -> bool:
        """Whether two different vertices can be in one piece."""
        if w in self.alone.get(v, ()) or v in self.alone.get(w, ()):
            return False
        one = self._near(v)
        if one is not None:
            return w in one
        other = self._near(w)
        return other is None or v in other

    def in_each(self) -> frozenset[int] | None:
        """Vertices of which each piece has one, as few as are known; None if none are known."""
        found: frozenset[int] | None = None
        for some, held in self.holding.items():
            if len(held) == self._possible and (found is None or len(some) < len(found)):
                found = some
        return found

    def _near(self, v: int) -> frozenset[int] | None:
        """The vertices that can be in the piece of a vertex because of its size; None if any
        can."""
        if v not in self._found:
            self._found[v] = self._within(v)
        return self._found[v]

    def _within(self, v: int) -> frozenset[int] | None:
        most = self.most.get(v)
        if most is None or not self._helps:
            return None
        edges, there, around = self._graph.edges, self._graph.vertices, neighbours(self._graph)
        near = {v}
        last = [v]
        for _ in range(most - 1):
            further: list[int] = []
            for u in last:
                for e, w in around[u]:
                    if w not in near and there[w] is not False and edges[e][2] is not False:
                        near.add(w)
                        further.append(w)
            if 2 * len(near) >= len(there):
                self._helps = False
                return None
            last = further
        return frozenset(near)
