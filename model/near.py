"""Bounds on pieces, from rules on their sizes, before any search.

A piece is connected. If none has more than k vertices, those further apart than k - 1 steps are in
different pieces; if none has more than k of some vertices, so are those that only paths over more
of them join. If each piece has exactly one of some vertices, these are all in different pieces, and
a condition on their pieces is one on all pieces."""

from __future__ import annotations

from .nodes import Graph
from .pieces import neighbours


class Near:
    """Which vertices of a graph can be in one piece.

    alone: for some vertices, a set of vertices none of which, other than itself, is in its piece.
    holding: for some sets of vertices, the vertices whose pieces, if they exist, have one of the
    set. named: for each of these sets, the names in the text of the rules that say so. uses_alone:
    whether to use `alone` when asked whether two vertices are in one piece; only while a loop over
    the pieces of such vertices is ground.

    If half of the graph is within reach of some vertex, bounds on sizes by the same weights rule
    out hardly anything, and are not used for any vertex."""

    __slots__ = (
        "_found",
        "_graph",
        "_most",
        "_possible",
        "_useless",
        "alone",
        "holding",
        "named",
        "uses_alone",
    )

    def __init__(self, graph: Graph) -> None:
        self.alone: dict[int, frozenset[int]] = {}
        self.holding: dict[frozenset[int], set[int]] = {}
        self.named: dict[frozenset[int], frozenset[str]] = {}
        self.uses_alone = False
        self._graph = graph
        self._possible = frozenset([v for v, x in enumerate(graph.vertices) if x is not False])
        # For some vertices, by weights of all vertices, the largest size of the piece.
        self._most: dict[int, dict[tuple[int, ...] | None, int]] = {}
        self._useless: set[tuple[int, ...] | None] = set()
        self._found: dict[int, frozenset[int] | None] = {}

    def bound(self, v: int, weights: tuple[int, ...] | None, most: int) -> None:
        """Enter the largest size that the piece of a vertex can have. weights: of all vertices;
        None: 1 each."""
        bounds = self._most.setdefault(v, {})
        bounds[weights] = min(most, bounds.get(weights, most))

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
        """The vertices that can be in the piece of a vertex because of its sizes; None if any
        can."""
        if v not in self._found:
            self._found[v] = self._within(v)
        return self._found[v]

    def _within(self, v: int) -> frozenset[int] | None:
        found: frozenset[int] | None = None
        for weights, most in self._most.get(v, {}).items():
            if weights in self._useless:
                continue
            near = self._reached(v, weights, most)
            if 2 * len(near) >= len(self._graph.vertices):
                self._useless.add(weights)
            else:
                found = near if found is None else found & near
        return found

    def _reached(self, v: int, weights: tuple[int, ...] | None, most: int) -> frozenset[int]:
        """The vertices to which some path from a vertex has at most a total weight; some of them if
        they are half of the graph."""
        edges, there, around = self._graph.edges, self._graph.vertices, neighbours(self._graph)
        enough = (len(there) + 1) // 2
        least = {v: 1 if weights is None else weights[v]}  # the weight of a path to a vertex
        queue = [v]
        for u in queue:
            before = least[u]
            for e, w in around[u]:
                total = before + (1 if weights is None else weights[w])
                if total > most or (w in least and least[w] <= total):
                    continue
                if there[w] is not False and edges[e][2] is not False:
                    least[w] = total
                    queue.append(w)
            if len(least) >= enough:
                break
        return frozenset(least)
