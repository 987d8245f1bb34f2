"""Values of expressions over one graph for each piece that a vertex may be in.

A node is compiled once to a function of the case, which is called for thousands of pieces. Sets of
vertices are bit masks, so that membership and size are a few operations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import and_, or_
from typing import Any, TypeAlias

from ..model.evaluate import Evaluator
from ..model.globals.box import BOX, area
from ..model.globals.connected_pair import CONNECTED_PAIR
from ..model.globals.first import FIRST
from ..model.globals.size import SIZE
from ..model.nodes import (
    And,
    Graph,
    Iff,
    Ite,
    Linear,
    LinearEq,
    LinearLe,
    Member,
    Not,
    Or,
    bottom_up,
    children,
)

# A possible piece: its vertices, in order.
Placement: TypeAlias = tuple[int, ...]


class Case:
    """The case that the vertex of the expressions is in a piece, or (without vertices) absent."""

    __slots__ = ("_sides", "bits", "piece")

    def __init__(self, piece: Placement) -> None:
        self.piece = piece
        self.bits = sum(1 << v for v in piece)
        self._sides: tuple[int, int, int, int] | None = None

    def sides(self, where: Sequence[tuple[int, int]]) -> tuple[int, int, int, int]:
        """The sides of the box around the piece."""
        if self._sides is None:
            rows, columns = zip(*(where[v] for v in self.piece), strict=True)
            self._sides = min(rows), max(rows), min(columns), max(columns)
        return self._sides


Value: TypeAlias = Callable[[Case], int]


class Cases:
    """there: by the condition of a vertex, the vertex; ends: by that of an edge, its ends. leaf:
    whether a node is a query or a measure of the graph, or such a condition."""

    def __init__(
        self,
        there: Mapping[Any, int],
        ends: Mapping[Any, tuple[int, int]],
        leaf: Callable[[Any], bool],
    ) -> None:
        self._there, self._ends, self._is_leaf = there, ends, leaf
        self._values: dict[Any, Value] = {}
        self._masks: dict[Any, int] = {}  # of what holds where all these vertices are in the piece
        self._known: dict[Placement | None, Case] = {}

    def value(self, node: Any, piece: Placement | None) -> int:
        """The value of an expression if the vertex is in a piece, or (None) absent."""
        case = self._known.get(piece)
        if case is None:
            case = self._known[piece] = Case(piece or ())
        value = self._values.get(node)
        if value is None:
            for part in bottom_up((node,), self._values, self._below):
                self._values[part] = self._leaf(part) if self._is_leaf(part) else self._made(part)
            value = self._values[node]
        return value(case)

    def _below(self, node: Any) -> Sequence[Any]:
        return () if self._is_leaf(node) else children(node)

    def _leaf(self, node: Any) -> Value:
        if node in self._there:
            return lambda case: case.bits != 0
        if node in self._ends or node.definition is CONNECTED_PAIR:
            a, b = self._ends.get(node) or node.data
            return self._all_of(node, 1 << a | 1 << b)
        if isinstance(node, Graph):
            raise AssertionError(node)
        data = node.data
        if node.definition is FIRST:
            return lambda case: case.piece[:1] == (data,)
        if node.definition is SIZE:
            return _size(data[1])
        where = data[1].at
        if node.definition is BOX:
            return lambda case: area(case.sides(where)) if case.bits else 0
        row, column = data[2]

        def inside(case: Case) -> int:
            if not case.bits:
                return 0
            top, bottom, left, right = case.sides(where)
            return top <= row <= bottom and left <= column <= right

        return inside

    def _all_of(self, node: Any, mask: int) -> Value:
        self._masks[node] = mask
        return lambda case: case.bits & mask == mask

    def _made(self, node: Any) -> Value:
        kind = type(node)
        if kind is And or kind is Or:
            return self._junction(node)
        parts = [self._part(child) for child in children(node)]
        if kind is Not:
            (one,) = parts
            return lambda case: not one(case)
        if kind is Iff:
            one, other = parts
            return lambda case: bool(one(case)) == bool(other(case))
        if kind is Ite:
            test, then, otherwise = parts
            return lambda case: then(case) if test(case) else otherwise(case)
        if kind is Member:
            (one,), values = parts, frozenset(node.values)
            return lambda case: one(case) in values
        if kind is LinearEq or kind is LinearLe or kind is Linear:
            terms = [(c, part) for (c, _), part in zip(node.terms, parts, strict=True)]
            if kind is Linear:
                constant = node.constant
                return lambda case: constant + sum([c * f(case) for c, f in terms])
            bound = node.bound
            if kind is LinearEq:
                return lambda case: sum([c * f(case) for c, f in terms]) == bound
            return lambda case: sum([c * f(case) for c, f in terms]) <= bound
        below = children(node)

        def general(case: Case) -> int:
            world = Evaluator(())
            for child, part in zip(below, parts, strict=True):
                world.known[child] = int(part(case))
            return world.value(node)

        return general

    def _junction(self, node: Any) -> Value:
        """Conjunctions and disjunctions; of pairs with one vertex in common at once."""
        args, is_and = node.args, type(node) is And
        masks = [self._masks[x] for x in args if x in self._masks]
        if len(masks) == len(args):
            if is_and:
                return self._all_of(node, reduce(or_, masks))
            common: int = reduce(and_, masks)
            others = reduce(or_, masks) & ~common
            if all((mask & ~common).bit_count() == 1 for mask in masks):
                return lambda case: case.bits & common == common and case.bits & others != 0
            return lambda case: any(case.bits & mask == mask for mask in masks)
        parts = [self._part(x) for x in args]

        def first_that_decides(case: Case) -> int:
            for part in parts:
                if part(case) != is_and:
                    return not is_and
            return is_and

        return first_that_decides

    def _part(self, x: Any) -> Value:
        if not isinstance(x, int):
            return self._values[x]
        constant = int(x)
        return lambda case: constant


def _size(weights: Sequence[int] | None) -> Value:
    if weights is None:
        return lambda case: case.bits.bit_count()
    if all(weight in (0, 1) for weight in weights):
        mask = sum(1 << v for v, weight in enumerate(weights) if weight)
        return lambda case: (case.bits & mask).bit_count()
    return lambda case: sum([weights[v] for v in case.piece])
