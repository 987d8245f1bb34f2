"""Evaluate conditions and numbers about one piece for each placement that the piece may be.

An expression is *local* to a vertex if it depends on the piece of this vertex only: its size,
whether some vertex is in it, whether it exists. Its value is then known for each placement of the
piece, and it is a choice among the variables that select the placement."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any

from ..model.globals.box import BOX, IN_BOX
from ..model.globals.connected_pair import CONNECTED_PAIR
from ..model.globals.first import FIRST
from ..model.globals.size import SIZE
from ..model.model import Model
from ..model.nodes import (
    BOOL_KINDS,
    Bool,
    Graph,
    IntOperand,
    Linear,
    LinearEq,
    LinearLe,
    Measure,
    Node,
    Query,
    bottom_up,
    children,
)
from ..model.rebuild import over
from .cases import Cases, Placement

_PAIRED = (CONNECTED_PAIR,)
_OF_VERTEX = (IN_BOX, SIZE, BOX)


class Local:
    """The expressions over the pieces of a graph, and their replacements.

    at: by vertex, the placements that it may lie in. chosen: by placement, the condition that
    it is a piece. tight: the condition that the ends of an edge are of one piece, by ends.
    """

    def __init__(self, m: Model, graph: Graph, tight: Mapping[tuple[int, int], Bool]) -> None:
        self.m, self.graph, self._tight = m, graph, tight
        self.at: list[list[Placement]] = [[] for _ in graph.vertices]
        self.chosen: dict[Placement, Bool] = {}
        self._leaves: dict[Any, frozenset[int]] = {}
        self._ends: dict[Any, tuple[int, int]] = {}
        self._there: dict[Any, int] = {}
        for v, there in enumerate(graph.vertices):
            if not isinstance(there, bool):
                self._there[there] = v
                self._leaves[there] = frozenset((v,))
        for ends in tight:
            joined = self.joined(*ends)
            if not isinstance(joined, bool):
                self._ends[joined] = ends
                self._leaves[joined] = frozenset(ends)
        # By expression about the graph, the vertices that it is local to; empty if none.
        self._local: dict[Any, frozenset[int]] = {}
        self._free: set[Any] = set()
        self._cases = Cases(self._there, self._ends, lambda node: self._leaf(node) is not None)
        self._rebuilt: dict[Any, Any] = {}

    def choose(self, piece: Placement, condition: Bool) -> None:
        """Name the condition that a placement is a piece."""
        self.chosen[piece] = condition
        for v in piece:
            self.at[v].append(piece)

    def joined(self, a: int, b: int, but: int = -1) -> Bool:
        """The condition that the ends of an edge are present and joined; `but`: an end that is
        known to be present."""
        there = (self.graph.vertices[v] for v in (a, b) if v != but)
        return self.m.and_((*there, self._tight[a, b]))

    # ---- which vertices they are local to

    def vertices(self, root: Any) -> frozenset[int] | None:
        """The vertices that an expression is local to; None if it is not about the graph."""
        if isinstance(root, int) or root in self._free:
            return None
        if root in self._local:
            return self._local[root]
        done = _Either(self._local, self._free)
        for node in bottom_up((root,), done, self._below):
            found = self._of(node)
            if found is None:
                self._free.add(node)
            else:
                self._local[node] = found
        return self._local.get(root)

    def _below(self, node: Any) -> Sequence[Any]:
        if node in self._leaves or node is self.graph:
            return ()
        asks = type(node) is Query or type(node) is Measure
        return () if asks and node.graph is self.graph else children(node)

    def _leaf(self, node: Any) -> frozenset[int] | None:
        if node in self._leaves:
            return self._leaves[node]
        if type(node) in (Query, Measure) and node.graph is self.graph:
            if node.definition in _PAIRED:
                return frozenset(node.data)
            if node.definition is FIRST:
                return frozenset((node.data,))
            return frozenset((node.data[0],)) if node.definition in _OF_VERTEX else frozenset()
        return None

    def _of(self, node: Any) -> frozenset[int] | None:
        leaf = self._leaf(node)
        if leaf is not None:
            return leaf
        if node is self.graph:
            return frozenset()
        below = [c for c in children(node) if not isinstance(c, int)]
        if not below:
            return None
        known = [self._local.get(c) for c in below]
        if all(k is None for k in known):
            return None
        if any(k is None for k in known):
            return frozenset()
        return frozenset.intersection(*(k for k in known if k is not None))

    # ---- their values

    def value(self, node: Any, piece: Placement | None) -> int:
        """The value of an expression if a vertex that it is local to is in a piece, or in none."""
        return int(node) if isinstance(node, int) else int(self._cases.value(node, piece))

    # ---- what becomes of them

    def if_absent(self, node: Any, v: int) -> Bool:
        """The rest of a condition that holds for all placements: it may fail if the vertex is
        absent."""
        there = self.graph.vertices[v]
        return True if there is True or self.value(node, None) else there

    def condition(self, node: Any, v: int) -> Bool:
        """A condition that is local to a vertex, over the placements."""
        m, there = self.m, self.graph.vertices[v]
        both: tuple[list[Bool], list[Bool]] = ([], [])
        for piece in self.at[v]:
            both[self.value(node, piece)].append(self.chosen[piece])
        fails, holds = both
        if there is not True and self.value(node, None):
            return m.not_(m.or_(fails))
        if not fails:
            return there
        if there is True and len(fails) < len(holds):
            return m.not_(m.or_(fails))
        return m.or_(holds)

    def number(self, node: Any, v: int) -> IntOperand:
        """A number (or a condition, as 0 or 1) that is local to a vertex, over the placements."""
        there = self.graph.vertices[v]
        absent = 0 if there is True else self.value(node, None)
        terms = [(self.value(node, piece) - absent, self.chosen[piece]) for piece in self.at[v]]
        (same, *others) = {c for c, _ in terms} or {0}
        if not others:
            return self.m.linear([(same, there)], absent)
        return self.m.linear(terms, absent)

    def rebuilt(self, root: Any) -> Any:
        """An expression, with the parts that are local to single vertices over the placements."""
        if self.vertices(root) is None:
            return root
        new = self._rebuilt
        for node in bottom_up((root,), new, self._parts):
            new[node] = self._made(node)
        return new[root]

    def _parts(self, node: Any) -> Sequence[Any]:
        """The operands that have to be rebuilt before a node."""
        local = self.vertices(node)
        return children(node) if local is not None and not local else ()

    def _made(self, node: Any) -> Any:
        local = self.vertices(node)
        if local is None or node in self._leaves:  # a condition of the model, not of placements
            return node
        if local:
            v = min(local)
            return self.condition(node, v) if type(node) in BOOL_KINDS else self.number(node, v)
        if type(node) in (LinearEq, LinearLe, Linear):
            new = {x: self._term(x) for _, x in node.terms}
            return over(self.m, node, new)
        return over(self.m, node, self._rebuilt)

    def _term(self, x: Node) -> IntOperand:
        local = self.vertices(x)
        if local and x not in self._leaves:
            return self.number(x, min(local))
        made: IntOperand = self._rebuilt[x]
        return made


class _Either:
    """Membership in either of two."""

    def __init__(self, one: Container[Any], other: Container[Any]) -> None:
        self._one, self._other = one, other

    def __contains__(self, x: Any) -> bool:
        return x in self._one or x in self._other
