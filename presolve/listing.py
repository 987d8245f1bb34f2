"""List the rectangles that the pieces of a graph may be, if all of them must be rectangles.

Demands on every piece that depend only on size, height and width leave some shapes. (In a
rectangle, the number of vertices in the row of one of them is the width.) A vertex may limit how
many of some vertices its piece has: then a rectangle around it is not listed if it contains one
with too many. Nor is one whose vertices the edges do not connect, such as cells that share a side
if edges only join those that share a corner."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

from ..model.evaluate import Evaluator
from ..model.globals.box import BOX
from ..model.globals.lines import COLUMNS, ROWS
from ..model.globals.size import SIZE
from ..model.model import Model
from ..model.nodes import Bool, IntOperand, Measure, Member, Query, any_of, bottom_up, children
from ..model.rebuild import rebuilt
from .boxes import Weights
from .cases import Placement
from .rectangles import Key, Rectangles, form_of

OF_SHAPE = (BOX, ROWS, COLUMNS)


class _Bound:
    """At most this much weight may be in a rectangle. before: the weight above and to the left of
    each place, by row and column."""

    __slots__ = ("before", "most")

    def __init__(self, before: list[list[int]], most: int) -> None:
        self.before, self.most = before, most

    def exceeded(self, top: int, left: int, bottom: int, right: int) -> bool:
        """Whether a rectangle, without the last row and column, has more."""
        above, below = self.before[top], self.before[bottom]
        return below[right] - below[left] - above[right] + above[left] > self.most


class Boxes:
    """The rectangles of possible vertices. own: by vertex, the demands on its piece; those that
    some rectangle with the vertex may fail are left in `open`, as demands on rectangles."""

    def __init__(self, m: Model, found: Rectangles, own: Mapping[int, Sequence[Bool]]) -> None:
        self.m, self.graph, self._where = m, found.graph, found.where
        there, at = found.graph.vertices, found.where.at
        self._possible = possible = [
            v for v, x in enumerate(there) if x is not False and m.not_(x) not in own.get(v, ())
        ]
        rows, columns = zip(*at, strict=True)
        self._top, self._left = min(rows), min(columns)
        self.height, self.width = max(rows) - self._top + 1, max(columns) - self._left + 1
        # By row and column from 0: the possible vertex there, or -1; and how many possible ones
        # follow each other from there on.
        self._rows: list[list[int]] = [[-1] * self.width for _ in range(self.height)]
        for v in possible:
            row, column = at[v]
            self._rows[row - self._top][column - self._left] = v
        self._reach = [list(_following(row)) for row in self._rows]
        self._bounds: dict[int, list[_Bound]] = {}
        self._before: dict[Weights, list[list[int]]] = {}
        self._known_lines: dict[Weights, tuple[int, int] | None] = {}
        self._shapes: dict[Key, tuple[Bool, set[int]]] = {}
        read = [(v, *self._read(v, part)) for v in possible for part in own.get(v, ())]
        # What is demanded of every piece.
        demands = {
            form: part for form, (part, of) in self._shapes.items() if len(of) == len(possible)
        }
        self._demands = [(part, _in_order(part)) for part in demands.values()]
        self.open: dict[int, list[Bool]] = {}
        for v, part, form in read:
            if form not in demands:
                self.open.setdefault(v, []).append(part)
        self._known: dict[int, list[int]] = {}
        self._edges = {
            (a, b) if a < b else (b, a) for a, b, edge in self.graph.edges if edge is not False
        }
        self._joins_all = all(pair in self._edges for pair in self._neighbours())

    def __iter__(self) -> Iterator[Placement]:
        for top, left, width, tallest in self._widths():
            for height in self._heights(width):
                if height > tallest:
                    break
                rows = self._rows[top : top + height]
                vertices = tuple([v for row in rows for v in row[left : left + width]])
                if self._joins_all or self._is_connected(vertices):
                    yield vertices

    def __len__(self) -> int:
        """How many there are at most: some may not be connected."""
        every = [bisect(self._heights(width), tallest) for _, _, width, tallest in self._widths()]
        return sum(every)

    def _neighbours(self) -> Iterator[tuple[int, int]]:
        """Each two possible vertices beside each other."""
        for lines in (self._rows, zip(*self._rows, strict=True)):
            for line in lines:
                for a, b in pairwise(line):
                    if a >= 0 <= b:
                        yield (a, b) if a < b else (b, a)

    def _is_connected(self, vertices: Placement) -> bool:
        """Whether edges connect some vertices."""
        left, reached = {*vertices[1:]}, [vertices[0]]
        while reached:
            v = reached.pop()
            near = [u for u in left if ((u, v) if u < v else (v, u)) in self._edges]
            left.difference_update(near)
            reached += near
        return not left

    def _widths(self) -> Iterator[tuple[int, int, int, int]]:
        """The top and the left side of rectangles, each width that they may have there, and the
        height of the tallest of this width."""
        for top in range(self.height):
            for left in range(self.width):
                # The wider, the lower. Bounds hold from some height on.
                narrowest = [*accumulate([row[left] for row in self._reach[top:]], min)]
                tallest, bounds = len(narrowest), []
                for width in range(1, narrowest[0] + 1):
                    while narrowest[tallest - 1] < width:
                        tallest -= 1
                    right = left + width
                    bounds += self._beside(top, right - 1, tallest)
                    for inside, bound in bounds:
                        while tallest > inside and bound.exceeded(top, left, top + tallest, right):
                            tallest -= 1
                    if not tallest:
                        break
                    yield top, left, width, tallest

    def _beside(self, top: int, column: int, height: int) -> list[tuple[int, _Bound]]:
        """The bounds of some vertices of a column, each with the number of vertices above it."""
        if not self._bounds:
            return []
        column_below = [row[column] for row in self._rows[top : top + height]]
        return [(k, b) for k, v in enumerate(column_below) for b in self._bounds.get(v, ())]

    # ---- what is demanded

    def _read(self, v: int, part: Bool) -> tuple[Bool, Key | None]:
        """Note what a demand on the piece of a vertex says of rectangles around it; the demand on
        rectangles, and its form if it depends only on their height and width."""
        absent = self.m.not_(self.graph.vertices[v])
        parts = [x for x in any_of(part) if x is not absent]
        if len(parts) == 1:
            self._bound(v, parts[0])
        parts = [self._of_rectangle(v, x) for x in parts]
        demand = self.m.or_(parts)
        if not all(self._is_of_shape(x, v) for x in parts):
            return demand, None
        form = frozenset(form_of(x, self.graph, v) for x in parts)
        self._shapes.setdefault(form, (demand, set()))[1].add(v)
        return demand, form

    def _of_rectangle(self, v: int, x: Bool) -> Bool:
        """A condition with the width of the piece of a vertex in place of the number of its
        vertices in the row of this one, and its height in place of those in the column."""
        lines: dict[Any, IntOperand] = {}
        seen: set[Any] = set()
        for node in bottom_up((x,), seen, _below):
            seen.add(node)
            if type(node) is Measure and node.definition is SIZE and node.graph is self.graph:
                u, weights = node.data
                line = self._line(weights) if u == v else None
                if line is not None and self._where.at[v][line[0]] == line[1]:
                    across = ROWS if line[0] else COLUMNS
                    lines[node] = self.m.measure(across, self.graph, (v, self._where))
        return rebuilt(self.m, x, lines, _is_leaf) if lines else x

    def _line(self, weights: Weights) -> tuple[int, int] | None:
        """The axis and the number of the line whose vertices have weight 1, all others having none;
        None if it is not one line."""
        if weights not in self._known_lines:
            self._known_lines[weights] = self._found_line(weights)
        return self._known_lines[weights]

    def _found_line(self, weights: Weights) -> tuple[int, int] | None:
        at, counted = self._where.at, {v for v in self._possible if weights and weights[v]}
        if weights is None or any(weights[v] != 1 for v in counted):
            return None
        for axis in (0, 1):
            lines = {at[v][axis] for v in counted}
            if len(lines) == 1 and counted == {v for v in self._possible if at[v][axis] in lines}:
                return axis, lines.pop()
        return None

    def _is_of_shape(self, x: Any, v: int) -> bool:
        """Whether a condition depends only on the height and width of the piece of a vertex."""
        if isinstance(x, int):
            return True
        if type(x) is Measure:
            plain = x.definition in OF_SHAPE or (x.definition is SIZE and x.data[1] is None)
            return plain and x.graph is self.graph and x.data[0] == v
        below = children(x)
        return bool(below) and type(x) is not Query and all(self._is_of_shape(y, v) for y in below)

    def _bound(self, v: int, x: Any) -> None:
        """Note what a vertex demands of the number of some vertices in its piece."""
        size = x.arg if type(x) is Member else None
        if type(size) is Measure and size.definition is SIZE and size.graph is self.graph:
            weights: Weights = size.data[1]
            if weights not in self._before:
                self._before[weights] = self._summed(weights)
            self._bounds.setdefault(v, []).append(_Bound(self._before[weights], x.values[-1]))

    def _summed(self, weights: Weights) -> list[list[int]]:
        before = [[0] * (self.width + 1)]
        for row in self._rows:
            own = [0 if v < 0 else 1 if weights is None else weights[v] for v in row]
            sums = accumulate(own, initial=0)
            before.append([a + b for a, b in zip(before[-1], sums, strict=True)])
        return before

    def _heights(self, width: int) -> list[int]:
        """The heights that the demands on every piece allow for a width."""
        found = self._known.get(width)
        if found is None:
            every = range(1, self.height + 1)
            found = [h for h in every if all(_holds(*one, h, width) for one in self._demands)]
            self._known[width] = found
        return found


def _holds(condition: Bool, nodes: Sequence[Any], height: int, width: int) -> bool:
    """Whether a condition on the height and width of a rectangle holds. nodes: those below it."""
    if isinstance(condition, bool):
        return condition
    values = {BOX: height * width, SIZE: height * width, ROWS: height, COLUMNS: width}
    evaluator = Evaluator(())
    known = evaluator.known
    for node in nodes:
        if type(node) is Measure:
            if values[node.definition] not in node.domain:
                return False  # no piece is so large
            known[node] = values[node.definition]
        else:
            known[node] = evaluator.value(node)
    return bool(known[condition])


def _in_order(condition: Bool) -> list[Any]:
    """The nodes of a condition on the height and width of rectangles, bottom up."""
    seen: set[Any] = set()
    found: list[Any] = []
    for node in bottom_up((condition,), seen, _below):
        seen.add(node)
        found.append(node)
    return found


def _below(node: Any) -> Sequence[Any]:
    return () if _is_leaf(node) else children(node)


def _is_leaf(node: Any) -> bool:
    return type(node) is Measure or type(node) is Query


def _following(row: Sequence[int]) -> Iterator[int]:
    """For each place of a row, how many possible vertices follow each other from there on."""
    reach: list[int] = []
    for v in reversed(row):
        reach.append(0 if v < 0 else 1 + (reach[-1] if reach else 0))
    return reversed(reach)
