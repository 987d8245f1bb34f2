"""State once what a model states of a piece at several of its vertices.

If two vertices are in one piece, their pieces have the same size, and the same values that each
edge makes equal, such as a number if edges join equal numbers. So a clause about the piece of one
vertex, stated for any other vertex of this piece, is equivalent to the clause about that vertex
itself: "each number in a piece is its size" becomes "each number is the size of its piece". An
alternative is dropped if it requires two vertices to be in one piece and states of both what
another alternative states of one: "some number in a piece is its size" becomes the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from typing import Any, Final, TypeAlias

from ..deadline import pause
from ..model.common_values import common_values
from ..model.constraints import Constraint
from ..model.globals.box import BOX
from ..model.globals.connected_pair import CONNECTED_PAIR
from ..model.globals.lines import COLUMNS, ROWS
from ..model.globals.size import SIZE
from ..model.model import Model
from ..model.nodes import (
    And,
    Bool,
    BoolVar,
    Graph,
    IntVar,
    LinearEq,
    LinearLe,
    Measure,
    Member,
    Not,
    Or,
    Query,
    all_below,
    all_of,
    children,
)
from ..model.rebuild import rebuilt
from .demands import Demand, Signature, demands, disjuncts, instead, selected

# Measures of a piece, which its vertices share.
_OF_PIECES: Final = (SIZE, BOX, ROWS, COLUMNS)
# Conditions with nothing below them that a piece has.
_PLAIN: Final = frozenset((BoolVar, Query))
# A graph and two vertices in one of its pieces.
Together: TypeAlias = "tuple[Graph, int, int]"


def stated_once(m: Model) -> Model:
    """The model without clauses on two vertices of a piece that follow from one on a single
    vertex."""
    if not m.uses(CONNECTED_PAIR):
        return m
    choices, clauses = selected(m, _may_choose), selected(m, _may_have_guards)
    if not clauses and not choices:
        return m
    pieces = _Pieces(m, (*choices, *clauses))
    said = {x for x, _ in demands(m)}
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for x, source in choices:
        pause()
        shorter = pieces.without_repeated(x)
        if shorter is not x:
            gone.add(x)
            said.add(shorter)
            added.append(source.of(shorter))
    for x, _ in clauses:
        pause()
        if x not in gone and any(other in said for other in pieces.of_one(x)):
            gone.add(x)
    return instead(m, gone, added) if gone else m


def _may_choose(signature: Signature) -> bool:
    """Whether conditions of a signature may have an alternative for vertices of one piece."""
    return signature.kind is Or and not signature.negated and signature.has(And)


def _may_have_guards(signature: Signature) -> bool:
    """Whether conditions of a signature may say something of two vertices if these are in one
    piece."""
    if signature.negated:
        return signature.kind is And and (Query in signature.parts or not signature.parts <= _PLAIN)
    if signature.kind is not Or:
        return False
    return bool(signature.denied or BoolVar in signature.parts) and not signature.parts <= _PLAIN


class _Pieces:
    """Which vertices conditions place in one piece.

    _joined: by what holds only for two vertices in one piece, these. _apart: by what holds if they
    are not. _movable: whether some node below a condition is about the piece of a vertex."""

    def __init__(self, m: Model, some: Sequence[Demand]) -> None:
        self._m = m
        self._joined: dict[Any, Together] = {}
        self._apart: dict[Any, Together] = {}
        self._common: dict[Graph, dict[int, Any]] = {}
        self._of_pieces: set[Any] = set()  # variables among the common values
        self._movable: dict[Any, bool] = {}
        for graph in dict.fromkeys([g for x, _ in some for g in _graphs(disjuncts(m, x))]):
            self._common[graph] = common_values(graph)
            self._of_pieces.update(self._common[graph].values())
            for a, b, edge in graph.edges:
                if type(edge) is not bool and graph.vertices[a] is True is graph.vertices[b]:
                    self._joined[edge] = self._apart[m.not_(edge)] = (graph, a, b)

    def without_repeated(self, x: Any) -> Bool:
        """A disjunction without alternatives for a vertex in the piece of another one that say what
        another alternative says of that one."""
        parts = {*x.args}
        left = [part for part in x.args if not self._is_repeated(part, parts)]
        return self._m.or_(left) if len(left) < len(parts) else x

    def _is_repeated(self, part: Any, parts: Set[Any]) -> bool:
        for guard in part.args if type(part) is And else ():
            found = self._together(guard)
            if found is not None:
                rest = [y for y in part.args if y is not guard]
                if any(self._m.and_(moved) in parts for moved, _ in self._moved(rest, found)):
                    return True
        return False

    def of_one(self, x: Any) -> Iterator[Bool]:
        """What implies a clause about two vertices that are in one piece, and is about one."""
        m = self._m
        parts = disjuncts(m, x)
        for part in parts:
            if type(part) is Not and type(part.arg) is Query:
                found = self._together(part.arg)
            else:
                found = self._apart.get(part)
            if found is not None:
                # Both vertices are present if they are in one piece.
                graph, *ends = found
                absent = [part, *(m.not_(graph.vertices[v]) for v in ends)]
                rest = [y for y in parts if y not in absent]
                for moved, there in self._moved(rest, found):
                    yield m.or_(moved)
                    if there is not True:
                        yield m.or_([*moved, m.not_(there)])

    def _together(self, x: Any) -> Together | None:
        """The vertices that are in one piece if a condition holds."""
        if type(x) is Query and x.definition is CONNECTED_PAIR:
            return (x.graph, *x.data)
        return self._joined.get(x)

    def _moved(self, parts: Sequence[Any], together: Together) -> Iterator[tuple[list[Bool], Bool]]:
        """Conditions with one of two vertices of a piece in place of the other, if they are about
        it; and that this one is present."""
        graph, a, b = together
        about = [part for part in parts if self._is_movable(part)]
        for v, w in ((a, b), (b, a)) if about else ():
            new: dict[Any, Any] = {}
            for part in about:
                for node in all_below(part, new, _below):
                    other = self._other(node, graph, v, w)
                    if other is not None:
                        new[node] = other
            if new:
                found = [rebuilt(self._m, part, new, _is_of_graph) for part in parts]
                yield found, graph.vertices[w]

    def _is_movable(self, part: Any) -> bool:
        """Whether a condition may be about the piece of a vertex."""
        known = self._movable
        for node in all_below(part, known, _below):
            known[node] = self._is_of_piece(node) or any(
                known[x] for x in _below(node) if not isinstance(x, int)
            )
        return not isinstance(part, int) and known[part]

    def _is_of_piece(self, node: Any) -> bool:
        """Whether a node itself is about the piece of a vertex."""
        if type(node) is Measure:
            return node.definition in _OF_PIECES
        return (type(node) is IntVar or type(node) is BoolVar) and node in self._of_pieces

    def _other(self, node: Any, graph: Graph, v: int, w: int) -> Any:
        """What a node that is about the piece of a vertex is for another one; None for others."""
        if type(node) is Measure:
            if node.graph is graph and node.definition in _OF_PIECES and node.data[0] == v:
                return self._m.measure(node.definition, graph, (w, *node.data[1:]))
        elif type(node) is IntVar or type(node) is BoolVar:
            common = self._common.get(graph)
            if common and common.get(v) is node:
                return common[w]
        return None


def _below(node: Any) -> Sequence[Any]:
    return () if _is_of_graph(node) else children(node)


def _is_of_graph(node: Any) -> bool:
    return type(node) is Query or type(node) is Measure


def _graphs(parts: Sequence[Any]) -> Iterator[Graph]:
    """The graphs that the parts of a disjunction are about, and those of its alternatives."""
    for part in parts:
        for x in all_of(part):
            y: Any = x.arg if type(x) is Not or type(x) is Member else x
            if type(y) is Query or type(y) is Measure:
                yield y.graph
            elif type(y) is LinearEq or type(y) is LinearLe:
                for _, z in y.terms:
                    if type(z) is Measure:
                        yield z.graph
