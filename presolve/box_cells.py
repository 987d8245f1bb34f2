"""Replace conditions on the cells or lines of a piece's box by the sizes of piece and box.

The box contains the piece, so the piece has all cells of the box exactly if both have the same
size: the form in which other passes recognise rectangles. The size of the box is the number of rows
of the piece times the number of its columns, if the piece has cells in all lines between its first
and last, as is the case if edges join only cells that share a side or a corner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..model.constraints import Constraint
from ..model.globals.box import BOX, IN_BOX, Positions
from ..model.globals.connected_pair import CONNECTED_PAIR
from ..model.globals.lines import COLUMNS, ROWS, without_gaps
from ..model.globals.size import SIZE
from ..model.model import Model
from ..model.nodes import (
    And,
    Bool,
    Graph,
    Iff,
    LinearEq,
    LinearLe,
    Measure,
    Not,
    Or,
    Query,
    Times,
    any_of,
    bottom_up,
)
from ..model.points import SUMS
from ..model.rebuild import rebuilt
from .demands import Demand, conjuncts, demands, following, in_order, instead
from .rectangles import Boxed, tight_edges


def filled_boxes(m: Model) -> Model:
    """The model with equations of sizes for conditions on all cells of the box of a piece."""
    if not m.uses(IN_BOX):
        return m
    read = _Implied(m)
    filled: dict[tuple[Boxed, frozenset[Bool]], dict[tuple[int, int], Demand]] = {}
    for demand in demands(m):
        for boxed, place, guards in read.cells(demand[0]):
            filled.setdefault((boxed, guards), {})[place] = demand
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for ((graph, v, where), guards), by_place in filled.items():
        if all(place in by_place for place in _open_cells(m, graph, v, where)):
            rectangle = m.eq(m.measure(BOX, graph, (v, where)), m.measure(SIZE, graph, (v, None)))
            gone.update(part for part, _ in by_place.values())
            condition = m.or_((*in_order(guards), rectangle))
            added.append(following(condition, [c for _, c in by_place.values()]))
    return instead(m, gone, added) if added else m


def multiplied(m: Model) -> Model:
    """The model with the size of its box for the number of rows of a piece times that of its
    columns."""
    if not (m.uses(ROWS) and m.uses(COLUMNS)):
        return m
    new: dict[Any, Any] = {}
    seen: set[Any] = set()
    for node in bottom_up((c.condition for c in m.constraints), seen):
        seen.add(node)
        piece = _of_lines(node) if type(node) is Times else None
        if piece is not None:
            graph, v, where = piece
            if without_gaps(graph, where):
                new[node] = m.measure(BOX, graph, (v, where))
    if not new:
        return m
    return m.with_constraints(
        [c.of(rebuilt(m, c.condition, new, _is_of_graph)) for c in m.constraints]
    )


def _is_of_graph(node: Any) -> bool:
    return type(node) is Query or type(node) is Measure


def _of_lines(product: Times) -> Boxed | None:
    """The vertex, if the number of rows of its piece is multiplied by that of its columns; None for
    another product."""
    a, b = product.left, product.right
    if type(a) is not Measure or type(b) is not Measure or a.graph is not b.graph:
        return None
    if a.data != b.data or {a.definition, b.definition} != {ROWS, COLUMNS}:
        return None
    v, where = a.data
    return a.graph, v, where


def _open_cells(m: Model, graph: Graph, v: int, where: Positions) -> Iterator[tuple[int, int]]:
    """The cells that may be in the box of a piece but not in the piece."""
    rows, columns = zip(*where.at, strict=True)
    for row in range(min(rows), max(rows) + 1):
        for column in range(min(columns), max(columns) + 1):
            inside = m.query(IN_BOX, graph, (v, where, (row, column)))
            u = where.vertices.get((row, column))
            if inside is not False and u != v:
                yield row, column


class _Implied:
    """Reads conditions that a cell, if it is in the box of a piece, is in the piece."""

    def __init__(self, m: Model) -> None:
        self.m = m
        self.joined: dict[Graph, dict[tuple[int, int], Bool]] = {}
        self.filled: dict[Graph, bool] = {}

    def cells(self, part: Bool) -> list[tuple[Boxed, tuple[int, int], frozenset[Bool]]]:
        """The cells of one box of which a demand says so and nothing else, each with the
        alternatives to that."""
        parts = any_of(part)
        for one in parts:
            others = frozenset(parts) - {one}
            several = conjuncts(self.m, one)
            if several or type(one) in SUMS or len(parts) == 1:
                found = self._counted(one, others) or [
                    self._cell(x, others)
                    for x in several or (one,)
                    if self.m.not_(x) not in others  # else it only repeats a guard
                ]
                break
        else:
            found = [self._cell(part, frozenset())]
        cells = [cell for cell in found if cell is not None]
        alike = len({(boxed, guards) for boxed, _, guards in cells}) == 1
        return cells if alike and len(cells) == len(found) else []

    def _counted(
        self, x: Bool, others: frozenset[Bool]
    ) -> list[tuple[Boxed, tuple[int, int], frozenset[Bool]] | None]:
        """The cells of a box, if as many of them as it has must be in the piece."""
        if type(x) is not LinearEq and type(x) is not LinearLe:
            return []
        measures = [(c, y) for c, y in x.terms if type(y) is Measure and y.definition is BOX]
        if len(measures) != 1:
            return []
        ((coefficient, box),) = measures
        (v, where), graph = box.data, box.graph
        there = graph.vertices
        own = x.bound == coefficient and there[v] is True  # its own cell, which is always in it
        if (type(x) is LinearLe and coefficient < 0) or not (own or not x.bound):
            return []
        guards = others | {self.m.not_(there[v])} - {False}
        found: dict[tuple[int, int], tuple[Boxed, tuple[int, int], frozenset[Bool]]] = {}
        for c, y in x.terms:
            if y is box:
                continue
            parts = y.args if type(y) is And else ()
            inside = [z for z in parts if type(z) is Query and z.definition is IN_BOX]
            if c != -coefficient or len(inside) != 1 or inside[0].graph is not graph:
                return []
            place = inside[0].data[2]
            rest = self.m.and_(z for z in parts if z is not inside[0])
            if inside[0].data[:2] != (v, where) or place in found:
                return []
            if rest not in self._held(graph, v, where, place):
                return []
            found[place] = (graph, v, where), place, guards
        return [*found.values()] if own != (where.at[v] in found) else []

    def _cell(
        self, x: Bool, others: frozenset[Bool]
    ) -> tuple[Boxed, tuple[int, int], frozenset[Bool]] | None:
        m = self.m
        literals: frozenset[Bool] = frozenset((x,))
        if type(x) is Not and type(x.arg) is And:
            literals = frozenset(m.not_(y) for y in x.arg.args)
        elif type(x) is Or:
            literals = frozenset(x.args)
        elif type(x) is Iff:
            sides = (x.left, x.right)
            inside = [y for y in sides if type(y) is Query and y.definition is IN_BOX]
            literals = frozenset(m.not_(y) if y in inside else y for y in sides)
        literals |= others
        for y in in_order(literals):
            node = y.arg if type(y) is Not else None
            if type(node) is Query and node.definition is IN_BOX:
                v, where, place = node.data
                # "Present if and only if in the box" says more than that the box is filled.
                if type(x) is Iff:
                    held = self._joining(node.graph, v, where, place)
                else:
                    held = self._held(node.graph, v, where, place)
                if held and held.isdisjoint(literals):
                    continue
                guards = literals - held - {y}
                absent = m.not_(node.graph.vertices[v])
                return (node.graph, v, where), place, guards | {absent} - {False}
        return None

    def _held(
        self, graph: Graph, v: int, where: Positions, place: tuple[int, int]
    ) -> frozenset[Bool]:
        """Conditions each of which, if demanded of all cells of the box of a piece, says of a cell
        that it is in the piece."""
        found = self._joining(graph, v, where, place)
        if not found:
            return found
        if graph not in self.filled:
            self.filled[graph] = _is_whole(graph, where)
        if self.filled[graph]:
            # If all cells of a box are present, they are of one piece.
            found |= {graph.vertices[where.vertices[place]]}
        return found

    def _joining(
        self, graph: Graph, v: int, where: Positions, place: tuple[int, int]
    ) -> frozenset[Bool]:
        """The conditions that a cell is in a piece; none for a place that is no vertex."""
        u, there = where.vertices.get(place), graph.vertices
        if u is None:
            return frozenset()
        if u == v:
            return frozenset((there[v],))
        ends = (u, v) if u < v else (v, u)
        if graph not in self.joined:
            self.joined[graph] = tight_edges(self.m, graph)
        joined = self.m.query(CONNECTED_PAIR, graph, ends)
        edge = self.joined[graph].get(ends)
        if edge is None:
            return frozenset((joined,))
        return frozenset((joined, self.m.and_((there[u], there[v], edge))))


def _is_whole(graph: Graph, where: Positions) -> bool:
    """Whether any two vertices that share a side are joined whenever they are present."""
    always = {frozenset((a, b)) for a, b, edge in graph.edges if edge is True}
    vertex = where.vertices
    beside = (
        frozenset((v, vertex[near]))
        for (row, column), v in vertex.items()
        for near in ((row + 1, column), (row, column + 1))
        if near in vertex
    )
    return all(pair in always for pair in beside)
