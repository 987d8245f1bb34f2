"""Partitions into rectangles that hold a known place each: a choice among rectangles for each.

Where every piece is asked to be a rectangle and to hold exactly one of some known places, the piece
of such a place is one of the rectangles that hold it and no other. Which one is a variable of the
model then; what is asked of the piece's size alone picks among them beforehand, every cell lies in
exactly one, and a wall stands where no chosen rectangle holds both sides. The constraints that say
the same of the graph of cells are dropped: counting over a few rectangles is far cheaper than what
pieces are asked in general, and tells more. A board that is judged is judged by the rules as they
stand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any, TypeAlias

from ...model.globals.size import SIZE
from ...model.model import Constraint, Model, Origin
from ...model.nodes import Bool, Graph, IntVar, LinearEq, LinearLe, Measure, Member
from ..values.partitions import Partition

# Rows from top to bottom and columns from left to right, the last ones included.
Box: TypeAlias = tuple[int, int, int, int]
# By vertex and weights: the number of a piece that is asked about.
Weights: TypeAlias = "tuple[int, ...] | None"

# Rectangles that have more cells than so many, all together, are not listed.
MOST = 1 << 17


def choose(m: Model, partition: Partition) -> None:
    """Put a choice of rectangles in the place of what is asked of a partition, if it is such."""
    asked = {c.condition for c in m.constraints}
    if not partition.boxes or not _are_boxes(partition, asked):
        return
    about = _about_pieces(m, partition.graph)
    found = _one_each(partition, about)
    if found is None:
        return
    seeds, said = found
    picked = _Boxes(partition, seeds)
    chosen: list[tuple[int, list[Box]]] = []
    for seed in seeds:
        tests = [c for c in about.get(seed, ()) if c not in said]
        boxes = picked.holding(seed, tests)
        if boxes is None:
            return
        said.update(tests)
        chosen.append((seed, boxes))
    said.update(partition.boxes.values(), partition.own)
    m.constraints[:] = [c for c in m.constraints if c.condition not in said]
    _lay(m, partition, picked, chosen)


def _are_boxes(partition: Partition, asked: set[Bool]) -> bool:
    """Is every piece, as that of each of its places, asked to be a rectangle?"""
    vertices = partition.graph.vertices
    return all(there is True for there in vertices) and all(
        partition.boxes.get(v, False) in asked or partition.boxes.get(v) is True
        for v in range(len(vertices))
    )


def _about_pieces(m: Model, graph: Graph) -> dict[int, list[Bool]]:
    """The constraints that ask about numbers of one piece only, by the vertex it is known by."""
    found: dict[int, list[Bool]] = {}
    for constraint in m.constraints:
        condition = constraint.condition
        vertices = {_vertex(x, graph) for x in _numbers(condition)}
        if len(vertices) == 1 and -1 not in vertices:
            found.setdefault(vertices.pop(), []).append(condition)
    return found


def _numbers(condition: Bool) -> Iterable[Any]:
    match condition:
        case Member(arg=arg):
            return (arg,)
        case LinearEq(terms=terms) | LinearLe(terms=terms):
            return (x for _, x in terms)
    return ()


def _vertex(node: Any, graph: Graph) -> int:
    """The vertex of whose piece a number tells how much it holds; -1 of anything else."""
    if isinstance(node, Measure) and node.definition is SIZE and node.graph is graph:
        vertex: int = node.data[0]
        return vertex
    return -1


def _one_each(
    partition: Partition, about: dict[int, list[Bool]]
) -> tuple[list[int], set[Bool]] | None:
    """Places of which every piece is asked to hold exactly one, and the conditions that ask it."""
    families: dict[Weights, set[Bool]] = {}
    for conditions in about.values():
        for condition in conditions:
            if isinstance(condition, Member) and condition.values == (1,):
                weights = condition.arg.data[1]  # type: ignore[union-attr]
                families.setdefault(weights, set()).add(condition)
    for weights, asked in families.items():
        if weights is not None and len(asked) == len(partition.places) and max(weights) == 1:
            return [v for v, weight in enumerate(weights) if weight], asked
    return None


class _Boxes:
    """The rectangles of a partition that hold one of some vertices each."""

    def __init__(self, partition: Partition, seeds: Iterable[int]) -> None:
        self.partition = partition
        at = [(p.row, p.column) for p in partition.places]
        self.at = at
        self.height = max(r for r, _ in at)
        self.width = max(c for _, c in at)
        self.vertex = {place: v for v, place in enumerate(at)}
        # What no rectangle may hold besides its own vertex: another one, or what is no cell.
        self.others = set(product(range(1, self.height + 1), range(1, self.width + 1)))
        self.others -= self.vertex.keys() - {at[v] for v in seeds}
        self.room = MOST

    def holding(self, seed: int, tests: Sequence[Bool]) -> list[Box] | None:
        """The rectangles around a vertex that pass some tests; None where they are too many."""
        sizes = set(range(len(self.at) + 1))
        others: list[Bool] = []
        for test in tests:
            if isinstance(test, Member) and test.arg.data[1] is None:  # type: ignore[union-attr]
                sizes.intersection_update(test.values)
            else:
                others.append(test)
        found: list[Box] = []
        for box in self._around(*self.at[seed]):
            if _area(box) in sizes and all(self._passes(test, box) for test in others):
                found.append(box)
                self.room -= _area(box)
            if self.room < 0:
                return None
        return found

    def _around(self, row: int, column: int) -> Iterator[Box]:
        """All rectangles that hold a place and nothing that others hold."""
        left_end, right_end = self._free(row, column)
        for top in range(row, 0, -1):
            if top < row:
                ends = self._within(top, column, left_end, right_end)
                if ends is None:
                    break
                left_end, right_end = ends
            left, right = left_end, right_end
            for bottom in range(row, self.height + 1):
                if bottom > row:
                    ends = self._within(bottom, column, left, right)
                    if ends is None:
                        break
                    left, right = ends
                for a in range(left, column + 1):
                    for b in range(column, right + 1):
                        yield top, bottom, a, b

    def _free(self, row: int, column: int) -> tuple[int, int]:
        """How far to the left and right of a place a row is free of others."""
        left = right = column
        while left > 1 and (row, left - 1) not in self.others:
            left -= 1
        while right < self.width and (row, right + 1) not in self.others:
            right += 1
        return left, right

    def _within(self, row: int, column: int, left: int, right: int) -> tuple[int, int] | None:
        """Of some columns around one, those that a row is free in; None if not even that one."""
        if (row, column) in self.others:
            return None
        a, b = self._free(row, column)
        return max(a, left), min(b, right)

    def _passes(self, test: Bool, box: Box) -> bool:
        """Does what a piece is asked hold of a rectangle?"""
        match test:
            case Member(arg=arg, values=values):
                return self._amount(arg, box) in values
            case LinearEq(terms=terms, bound=bound):
                return sum(c * self._amount(x, box) for c, x in terms) == bound
            case LinearLe(terms=terms, bound=bound):
                return sum(c * self._amount(x, box) for c, x in terms) <= bound
        raise AssertionError(test)

    def _amount(self, measure: Any, box: Box) -> int:
        """How much of a weight lies in a rectangle."""
        weights = measure.data[1]
        if weights is None:
            return _area(box)
        return sum(weights[v] for v in self.vertices(box))

    def vertices(self, box: Box) -> list[int]:
        top, bottom, left, right = box
        rows, columns = range(top, bottom + 1), range(left, right + 1)
        return [self.vertex[r, c] for r in rows for c in columns]


def _area(box: Box) -> int:
    top, bottom, left, right = box
    return (bottom - top + 1) * (right - left + 1)


def _lay(
    m: Model, partition: Partition, boxes: _Boxes, chosen: Sequence[tuple[int, list[Box]]]
) -> None:
    """A variable for the rectangle of each place; what covers the cells, and where walls stand."""
    cover: list[dict[IntVar, int]] = [{} for _ in partition.places]
    for seed, listed in chosen:
        place = partition.places[seed]
        if not listed:
            m.constraints.append(Constraint(False, Origin(-1, places=(place,))))
            return
        x = m.int_var(f"{partition.name}.box[{place.name}]", range(len(listed)))
        partition.chosen.append(x)
        for k, box in enumerate(listed):
            for v in boxes.vertices(box):
                cover[v][x] = cover[v].get(x, 0) | 1 << k
    for place, masks in zip(partition.places, cover, strict=True):
        once = m.eq(m.sum_(m.masked(x, mask) for x, mask in masks.items()), 1)
        m.require(once, Origin(-1, places=(place,)))
    for i, j, joined in partition.graph.edges:
        both = ((x, mask & cover[j].get(x, 0)) for x, mask in cover[i].items())
        held = m.or_(m.masked(x, mask) for x, mask in both)
        m.require(
            m.iff(joined, held), Origin(-1, places=(partition.places[i], partition.places[j]))
        )
