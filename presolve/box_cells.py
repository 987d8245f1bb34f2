"""Replace "all cells of its box are in the piece" by one equation of sizes.

The box contains the piece, so the piece has all cells of the box exactly if both have the same
size: the form in which other passes recognise rectangles."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.globals.box import BOX, IN_BOX, Positions
from ..model.globals.connected_pair import CONNECTED_PAIR
from ..model.globals.size import SIZE
from ..model.model import Constraint, Model
from ..model.nodes import And, Bool, Graph, Iff, Not, Or, Query
from .demands import Demand, demands, following, instead
from .rectangles import tight_edges

# A graph, a vertex of a piece, and where the vertices lie.
Boxed = tuple[Graph, int, Positions]


def filled_boxes(m: Model) -> Model:
    """The model with equations of sizes for conditions on all cells of the box of a piece."""
    if not m.asks(IN_BOX):
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
            condition = m.or_((*guards, rectangle))
            added.append(following(condition, [c for _, c in by_place.values()]))
    return instead(m, gone, added) if added else m


def _open_cells(m: Model, graph: Graph, v: int, where: Positions) -> Iterator[tuple[int, int]]:
    """The cells that may be in the box of a piece but not in the piece."""
    rows, columns = zip(*where.at, strict=True)
    vertex = {place: u for u, place in enumerate(where.at)}
    for row in range(min(rows), max(rows) + 1):
        for column in range(min(columns), max(columns) + 1):
            inside = m.query(IN_BOX, graph, (v, where, (row, column)))
            u = vertex.get((row, column))
            if inside is not False and u != v:
                yield row, column


class _Implied:
    """Reads conditions that a cell, if it is in the box of a piece, is in the piece."""

    def __init__(self, m: Model) -> None:
        self.m = m
        self.joined: dict[Graph, dict[tuple[int, int], Bool]] = {}

    def cells(self, part: Bool) -> list[tuple[Boxed, tuple[int, int], frozenset[Bool]]]:
        """The cells of one box of which a demand says so and nothing else, each with the
        alternatives to that."""
        parts = part.args if type(part) is Or else (part,)
        for one in parts:
            if type(one) is And or len(parts) == 1:
                others = frozenset(parts) - {one}
                found = [self._cell(x, others) for x in (one.args if type(one) is And else (one,))]
                break
        else:
            found = [self._cell(part, frozenset())]
        cells = [cell for cell in found if cell is not None]
        alike = len({(boxed, guards) for boxed, _, guards in cells}) == 1
        return cells if alike and len(cells) == len(found) else []

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
        for y in literals:
            node = y.arg if type(y) is Not else None
            if type(node) is Query and node.definition is IN_BOX:
                v, where, place = node.data
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
        """The conditions that a cell is in a piece; none for a vertex that is not a cell."""
        if place not in where.at:
            return frozenset()
        u, there = where.at.index(place), graph.vertices
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
