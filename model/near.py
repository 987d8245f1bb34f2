"""Bounds on pieces, from rules on their sizes, before any search.

If no piece has more than k vertices, those further apart than k - 1 steps are in different pieces.
If each piece has exactly one of some vertices, these are all in different pieces, and a condition
on their pieces is one on all pieces."""

from __future__ import annotations

from .nodes import Graph
from .pieces import neighbours


class Near:
    """Which vertices of a graph can be in one piece.

    most: for some vertices, the largest number of vertices that their pieces can have. alone: for
    some vertices, a set of vertices none of which, other than itself, is in its piece. holding: for
    some sets of vertices, the vertices whose pieces, if they exist, have one of the set. named: for
    each of these sets, the names in the text of the rules that say so. uses_alone: whether to use
    `alone` when asked whether two vertices are in one piece; only while a loop over the pieces of
    such vertices is ground.

    If half of the graph is within reach of some vertex, sizes rule out hardly anything, and are not
    used for any vertex."""

    __slots__ = (
        "_found",
        "_graph",
        "_helps",
        "_possible",
        "alone",
        "holding",
        "most",
        "named",
        "uses_alone",
    )

    def __init__(self, graph: Graph) -> None:
        self.most: dict[int, int] = {}
        self.alone: dict[int, frozenset[int]] = {}
        self.holding: dict[frozenset[int], set[int]] = {}
        self.named: dict[frozenset[int], frozenset[str]] = {}
        self.uses_alone = False
        self._graph = graph
        self._possible = frozenset([v for v, x in enumerate(graph.vertices) if x is not False])
        self._helps = True
        self._found: dict[int, frozenset[int] | None] = {}

    def are_apart(self, v: int, w: int) -> bool:
        """Whether two different vertices are known to be in different pieces because each is alone
        in its own."""
        return w in self.alone.get(v, ()) or v in self.alone.get(w, ())

    def can_join(self, v: int, w: int) -> bool:
        """Whether the sizes of the pieces of two different vertices let them be in one."""
        one = self.reach(v)
        if one is not None:
            return w in one
        other = self.reach(w)
        return other is None or v in other

    def in_each(self, names: frozenset[str]) -> frozenset[int] | None:
        """A set of vertices of which each piece has exactly one; None if none is known. names: one
        of them must occur in the rules that say so."""
        for some, held in self.holding.items():
            # The pieces of these vertices themselves have one anyway.
            each = self._possible <= held | some
            alone = all(some <= self.alone.get(v, frozenset()) for v in some)
            if each and alone and not names.isdisjoint(self.named[some]):
                return some
        return None

    def reach(self, v: int) -> frozenset[int] | None:
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
