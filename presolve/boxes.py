"""Partitions into rectangles with one known place each: a choice among rectangles for each place.

If every piece must be a rectangle with exactly one of some known places, the piece of such a place
is one of the rectangles that contain it and no other. A variable of the model chooses one;
conditions on the size of the piece filter the rectangles beforehand, every cell is in exactly one,
and a wall is between two cells that no chosen rectangle contains both. The corresponding
constraints on the graph of cells are dropped, and the new ones have the origins of all of them:
counting over a few rectangles is far cheaper than general queries on pieces, and propagates more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any, Final, TypeAlias

from ..model.constraints import Origin
from ..model.globals.box import Positions, Sides, area
from ..model.globals.size import SIZE
from ..model.model import Model
from ..model.nodes import Bool, Graph, IntVar, LinearEq, LinearLe, Measure, Member, Or
from .demands import Signature, demands, instead, require_all, selected
from .rectangles import Rectangles, rectangles, wall_in

# What each vertex adds to a measure of its piece; None if each adds 1.
Weights: TypeAlias = "tuple[int, ...] | None"

# Rectangles are not listed if they have more cells than this, all together.
MOST: Final = 1 << 17


def chosen_boxes(m: Model) -> Model:
    """The model with a choice of rectangles instead of the constraints on such partitions."""
    for found in rectangles(m):
        if found.always and all(there is True for there in found.graph.vertices):
            m = _chosen(m, found)
    return m


def _chosen(m: Model, found: Rectangles) -> Model:
    """The model with the choices for one partition, or unchanged."""
    graph, where = found.graph, found.where
    walls = {part for part, _ in selected(m, _may_be_wall) if wall_in(part) is graph}
    if len(walls) < sum(edge is not True for *_, edge in graph.edges):
        return m
    about = _about_pieces(dict.fromkeys(part for part, _ in selected(m, _measures)), graph)
    seeded = _one_each(about, len(where.at))
    if seeded is None:
        return m
    seeds, said = seeded
    picked = _Boxes(where, seeds)
    chosen: list[tuple[int, list[Sides]]] = []
    for seed in seeds:
        tests = [c for c in about.get(seed, ()) if c not in said]
        boxes = picked.holding(seed, tests)
        if boxes is None:
            return m
        said.update(tests)
        chosen.append((seed, boxes))
    said.update(found.demands.values(), walls)
    origins = dict.fromkeys(o for part, c in demands(m) if part in said for o in c.origins)
    shorter = instead(m, said, ()).extended()
    _lay(shorter, graph, picked, chosen, tuple(origins))
    return shorter


def _may_be_wall(signature: Signature) -> bool:
    return signature.kind is Or and not signature.negated and signature.two


def _measures(signature: Signature) -> bool:
    of_numbers = signature.kind in (Member, LinearEq, LinearLe)
    return of_numbers and not signature.negated and Measure in signature.parts


def _about_pieces(demanded: Iterable[Bool], graph: Graph) -> dict[int, list[Bool]]:
    """The demands on measures of a single piece, by the vertex that names it."""
    found: dict[int, list[Bool]] = {}
    for condition in demanded:
        if type(condition) is Member:
            vertices = {_vertex(condition.arg, graph)}
        elif type(condition) is LinearEq or type(condition) is LinearLe:
            vertices = {_vertex(x, graph) for _, x in condition.terms}
        else:
            continue
        if len(vertices) == 1 and -1 not in vertices:
            found.setdefault(vertices.pop(), []).append(condition)
    return found


def _vertex(node: Any, graph: Graph) -> int:
    """The vertex whose piece a number measures; -1 for anything else."""
    if type(node) is Measure and node.definition is SIZE and node.graph is graph:
        vertex: int = node.data[0]
        return vertex
    return -1


def _one_each(about: dict[int, list[Bool]], count: int) -> tuple[list[int], set[Bool]] | None:
    """Vertices of which every piece must have exactly one, and the conditions that require it."""
    families: dict[Weights, set[Bool]] = {}
    for conditions in about.values():
        for condition in conditions:
            if isinstance(condition, Member) and condition.values == (1,):
                weights = condition.arg.data[1]  # type: ignore[union-attr]
                families.setdefault(weights, set()).add(condition)
    for weights, family in families.items():
        if weights is not None and len(family) == count and max(weights) == 1:
            return [v for v, weight in enumerate(weights) if weight], family
    return None


class _Boxes:
    """The rectangles of cells with exactly one of some vertices."""

    def __init__(self, where: Positions, seeds: Iterable[int]) -> None:
        self.at = at = where.at
        rows, columns = zip(*at, strict=True)
        self.top, self.bottom = min(rows), max(rows)
        self.left, self.right = min(columns), max(columns)
        self.vertex = {place: v for v, place in enumerate(at)}
        # What no rectangle may contain: another of the vertices, or a point without a cell.
        self.others = {*product(range(self.top, self.bottom + 1), range(self.left, self.right + 1))}
        self.others -= self.vertex.keys() - {at[v] for v in seeds}
        self.room = MOST

    def holding(self, seed: int, tests: Sequence[Bool]) -> list[Sides] | None:
        """The rectangles that contain a vertex and pass some tests; None if there are too many."""
        sizes = set(range(len(self.at) + 1))
        others: list[Bool] = []
        for test in tests:
            if isinstance(test, Member) and test.arg.data[1] is None:  # type: ignore[union-attr]
                sizes.intersection_update(test.values)
            else:
                others.append(test)
        found: list[Sides] = []
        for box in self._around(*self.at[seed], sizes):
            if all(self._passes(test, box) for test in others):
                found.append(box)
                self.room -= area(box)
            if self.room < 0:
                return None
        return found

    def _around(self, row: int, column: int, sizes: set[int]) -> Iterator[Sides]:
        """All rectangles of some sizes that contain a place and no other vertex or point without a
        cell."""
        most = max(sizes, default=0)
        left_end, right_end = self._free(row, column)
        for top in range(row, max(row - most, self.top - 1), -1):
            if top < row:
                ends = self._within(top, column, left_end, right_end)
                if ends is None:
                    break
                left_end, right_end = ends
            left, right = left_end, right_end
            for bottom in range(row, min(self.bottom + 1, top + most)):
                if bottom > row:
                    ends = self._within(bottom, column, left, right)
                    if ends is None:
                        break
                    left, right = ends
                height = bottom - top + 1
                widest = min(right - left + 1, most // height)
                widths = [w for w in range(1, widest + 1) if w * height in sizes]
                for a in range(left, column + 1) if widths else ():
                    for w in widths:
                        if column < a + w <= right + 1:
                            yield top, bottom, a, a + w - 1

    def _free(self, row: int, column: int) -> tuple[int, int]:
        """How far to the left and right of a place a row is free of others."""
        left = right = column
        while left > self.left and (row, left - 1) not in self.others:
            left -= 1
        while right < self.right and (row, right + 1) not in self.others:
            right += 1
        return left, right

    def _within(self, row: int, column: int, left: int, right: int) -> tuple[int, int] | None:
        """Of some columns around one, those that a row is free in; None if not even that one."""
        if (row, column) in self.others:
            return None
        a, b = self._free(row, column)
        return max(a, left), min(b, right)

    def _passes(self, test: Bool, box: Sides) -> bool:
        """Whether a rectangle satisfies the conditions on a piece."""
        match test:
            case Member(arg=arg, values=values):
                return self._amount(arg, box) in values
            case LinearEq(terms=terms, bound=bound):
                return sum(c * self._amount(x, box) for c, x in terms) == bound
            case LinearLe(terms=terms, bound=bound):
                return sum(c * self._amount(x, box) for c, x in terms) <= bound
        raise AssertionError(test)

    def _amount(self, measure: Any, box: Sides) -> int:
        """The sum of the weights in a rectangle."""
        weights = measure.data[1]
        if weights is None:
            return area(box)
        return sum(weights[v] for v in self.vertices(box))

    def vertices(self, box: Sides) -> list[int]:
        top, bottom, left, right = box
        rows, columns = range(top, bottom + 1), range(left, right + 1)
        return [self.vertex[r, c] for r in rows for c in columns]


def _lay(
    m: Model,
    graph: Graph,
    boxes: _Boxes,
    chosen: Sequence[tuple[int, list[Sides]]],
    origins: tuple[Origin, ...],
) -> None:
    """A variable for the rectangle of each place, with the conditions on cells and walls."""
    cover: list[dict[IntVar, int]] = [{} for _ in boxes.at]
    for seed, listed in chosen:
        if not listed:
            m.require(False, *origins)
            return
        row, column = boxes.at[seed]
        x = m.int_var(f"box[r{row}c{column}]", range(len(listed)))
        own: dict[int, int] = {}  # by vertex, the rectangles that hold it
        for k, box in enumerate(listed):
            bit = 1 << k
            for v in boxes.vertices(box):
                own[v] = own.get(v, 0) | bit
        for v, mask in own.items():
            cover[v][x] = mask
    conditions = [
        m.sum_is([(1, m.masked(x, mask)) for x, mask in masks.items()], 1) for masks in cover
    ]
    for i, j, joined in graph.edges:
        other = cover[j]
        both = [(x, mask & other[x]) for x, mask in cover[i].items() if x in other]
        held = m.or_([m.masked(x, mask) for x, mask in both if mask])
        conditions.append(m.iff(joined, held))
    require_all(m, conditions, origins)
