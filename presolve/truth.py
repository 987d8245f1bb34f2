"""Truth tables of conditions over few values, and the fewest clauses that say the same.

The assignments of some variables, the *points*, are numbered; a set of points is the bits of an
int. A condition is the set of the points where it holds. A *box* lets each variable have some of
its values; a clause rules one box out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import prod
from operator import attrgetter
from typing import Any, Final, TypeAlias

from ..model.evaluate import Evaluator
from ..model.masks import full_mask
from ..model.model import Model
from ..model.nodes import (
    BOOL_KINDS,
    And,
    Bool,
    BoolVar,
    Graph,
    Iff,
    IntVar,
    Measure,
    Member,
    Node,
    Not,
    Or,
    Query,
    all_below,
    children,
    domain_of,
)
from ..model.points import SUMS, summed, where

MOST: Final = 16  # points
STEPS: Final = 4  # from literals: most conditions take no more
FREE: Final = 3  # the mask of a bool that may have both values
JOINED: Final = SUMS | {And, Or, Iff, Not}
Variables: TypeAlias = "tuple[BoolVar | IntVar, ...]"
# By variable: the values, as positions in its domain.
Box: TypeAlias = "tuple[int, ...]"
_by_index: Final = attrgetter("index")


class Supports:
    """The variables that conditions depend on, where they have few values together."""

    def __init__(self) -> None:
        self._known: dict[Any, Variables | None] = {}

    def of(self, root: Node) -> Variables | None:
        """The variables below a node, in order; None if they have more than MOST points, or if the
        node has a graph query."""
        known = self._known
        if root in known:
            return known[root]
        stack: list[Any] = [root]
        while stack:
            node = stack[-1]
            if node in known:
                stack.pop()
                continue
            found = self._read(node, stack)
            if stack[-1] is node:
                known[node] = None if found is None else _in_order(found)
                stack.pop()
        return known[root]

    def _read(self, node: Any, stack: list[Any]) -> dict[BoolVar | IntVar, None] | None:
        """The variables of a node, in any order; None for too many, or a graph. An operand that
        must be read first is added to the stack."""
        found: dict[BoolVar | IntVar, None] = {}
        size = 1
        for child in _operands(node):
            if isinstance(child, int):
                continue
            inner: Any = child.arg if type(child) is Not or type(child) is Member else child
            kind = type(inner)
            below: Variables | None
            if kind is BoolVar or kind is IntVar:
                below = (inner,)
            elif kind is Query or kind is Measure or kind is Graph:
                return None
            elif inner in self._known:
                below = self._known[inner]
                if below is None:
                    return None
            else:
                stack.append(inner)
                return None
            for x in below:
                if x not in found:
                    found[x] = None
                    size *= 2 if type(x) is BoolVar else len(x.domain)  # type: ignore[union-attr]
            if size > MOST:
                return None
        return found


def _in_order(found: dict[BoolVar | IntVar, None]) -> Variables:
    """Variables in the order of their indices, in which they mostly are already."""
    last = -1
    for x in found:
        if x.index < last:
            return tuple(sorted(found, key=_by_index))
        last = x.index
    return tuple(found)


def _operands(node: Any) -> Sequence[Any]:
    return (node,) if type(node) is BoolVar or type(node) is IntVar else children(node)


@lru_cache(1 << 12)
def slices(sizes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """By variable and position of a value: the points where the variable has it."""
    found: list[tuple[int, ...]] = []
    count, before = prod(sizes), 1
    for size in sizes:
        own = [0] * size
        for point in range(count):
            own[point // before % size] |= 1 << point
        before *= size
        found.append(tuple(own))
    return tuple(found)


@lru_cache(1 << 14)
def sizes_of(variables: Variables) -> tuple[int, ...]:
    return tuple([len(domain_of(x)) for x in variables])


def holds(root: Node, variables: Variables) -> int:
    """The points of some variables where a condition over them holds, as bits of an int."""
    sizes = sizes_of(variables)
    parts = slices(sizes)
    all_points = every(sizes)
    place = dict(zip(variables, parts, strict=True))
    known: dict[Any, int] = {x: own[1] for x, own in place.items() if type(x) is BoolVar}
    if _tabulate(root, known, place, all_points, STEPS):
        return known[root]
    for node in all_below(root, known, _parts):
        if type(node) is Member and node.arg in place:
            known[node] = _among(place[node.arg], node.mask)
        elif _is_composed(node):
            known[node] = _composed(node, known, place, all_points)
        else:
            known[node] = _evaluated(node, variables, sizes)
    return known[root]


def _tabulate(
    node: Any,
    known: dict[Any, int],
    place: Mapping[Any, Sequence[int]],
    all_points: int,
    steps: int,
) -> bool:
    """Enter the points of a condition that is made from literals in at most this many steps, and
    those of its parts that are. Returns whether it is one."""
    if node in known:
        return True
    if type(node) is Member and node.arg in place:
        known[node] = _among(place[node.arg], node.mask)
        return True
    if not steps or not _is_composed(node):
        return False
    complete = True
    for x in _parts(node):
        if not _tabulate(x, known, place, all_points, steps - 1):
            complete = False
    if complete:
        known[node] = _composed(node, known, place, all_points)
    return complete


def _is_composed(node: Any) -> bool:
    """Whether the table of a condition is computed from those of its operands."""
    kind = type(node)
    if kind is And or kind is Or or kind is Not or kind is Iff:
        return True
    return kind in SUMS and _is_known(node)


def _parts(node: Any) -> Sequence[Any]:
    """The operands from whose tables the table of a condition is computed; none if the condition is
    evaluated at each point."""
    kind = type(node)
    if kind is And or kind is Or:
        args: Sequence[Any] = node.args
        return args
    if kind is Not:
        return (node.arg,)
    if kind is Iff:
        return (node.left, node.right)
    if kind in SUMS and _is_known(node):
        return [x for _, x in node.terms if type(x) is not IntVar]
    return ()


def _composed(
    node: Any, known: dict[Any, int], place: Mapping[Any, Sequence[int]], all_points: int
) -> int:
    """The points of a condition for whose operands they are known."""
    if type(node) in SUMS:
        return summed(
            node, [_share(x, known, place, all_points) for _, x in node.terms], all_points
        )
    found = where(node, known, all_points)
    assert found is not None
    return found


def _is_known(node: Any) -> bool:
    """Whether the terms of a comparison are conditions and variables."""
    return all(type(x) is IntVar or type(x) in BOOL_KINDS for _, x in node.terms)


def _share(
    x: Any, known: Mapping[Any, int], place: Mapping[Any, Sequence[int]], all_points: int
) -> Sequence[tuple[int, int]]:
    """The values of an operand of a sum, each with the points where it has it."""
    if type(x) is IntVar:
        return [*zip(x.domain, place[x], strict=True)]
    return ((0, all_points & ~known[x]), (1, known[x]))


def _evaluated(node: Node, variables: Variables, sizes: tuple[int, ...]) -> int:
    """The points where a condition of any kind holds."""
    values = [0] * (variables[-1].index + 1)
    domains = [domain_of(x) for x in variables]
    found = 0
    for point in range(prod(sizes)):
        rest = point
        for x, domain, size in zip(variables, domains, sizes, strict=True):
            values[x.index] = domain[rest % size]
            rest //= size
        if Evaluator(values)(node):
            found |= 1 << point
    return found


def every(sizes: tuple[int, ...]) -> int:
    """All points of variables with these numbers of values."""
    return (1 << prod(sizes)) - 1


def _among(own: Sequence[int], mask: int) -> int:
    found = 0
    for position, points in enumerate(own):
        if mask >> position & 1:
            found |= points
    return found


def lifted(found: int, inner: Variables, variables: Variables) -> int:
    """A set of points of some variables, as a set of points of more variables."""
    if inner == variables:
        return found
    return _lifted(found, tuple([variables.index(x) for x in inner]), sizes_of(variables))


@lru_cache(1 << 14)
def _lifted(found: int, inner: tuple[int, ...], sizes: tuple[int, ...]) -> int:
    """The same by the positions of some variables among all, and the numbers of their values."""
    parts, all_points, result = slices(sizes), every(sizes), 0
    for point in range(found.bit_length()):
        if found >> point & 1:
            points, rest = all_points, point
            for position in inner:
                points &= parts[position][rest % sizes[position]]
                rest //= sizes[position]
            result |= points
    return result


@lru_cache(1 << 14)
def boxes(sizes: tuple[int, ...], off: int, may: int, short: int) -> tuple[Box, ...]:
    """Maximal boxes (prime implicants: Quine 1952) within the points `may` that cover the points
    `off`: a small cover, found greedily, and all boxes of at most `short` literals."""
    parts = slices(sizes)
    of_bools = all(size == 2 for size in sizes)
    largest = _of_bools(len(sizes), off, may) if of_bools else _grown(parts, sizes, off, may)
    found = {box: _points(parts, box) & off for box in largest}
    rest = off
    kept: list[Box] = []
    by_length = sorted(found, key=lambda box: (length(sizes, box), -found[box].bit_count()))
    for box in by_length:
        if found[box] & rest or length(sizes, box) <= short:
            kept.append(box)
            rest &= ~found[box]
    return tuple(kept)


def length(sizes: Sequence[int], box: Box) -> int:
    """The number of literals of the clause that rules a box out."""
    count = 0
    for size, mask in zip(sizes, box, strict=True):
        if mask + 1 != 1 << size:
            count += 1
    return count


def _grown(
    parts: Sequence[Sequence[int]], sizes: tuple[int, ...], inside: int, may: int
) -> Iterator[Box]:
    """The boxes around some points, within others, that cannot be made larger: that of each point
    is grown along one variable after the other, in every order of them."""
    seen: set[tuple[Box, tuple[int, ...]]] = set()

    def larger(box: Box, left: tuple[int, ...]) -> Iterator[Box]:
        if (box, left) in seen:  # other orders or points have led here
            return
        seen.add((box, left))
        if not left:
            yield box
        for k in left:
            outside = ~may
            for i, mask in enumerate(box):
                if i != k:
                    outside &= _among(parts[i], mask)
            mask = sum(1 << p for p, points in enumerate(parts[k]) if not points & outside)
            yield from larger((*box[:k], mask, *box[k + 1 :]), tuple(i for i in left if i != k))

    for point in range(inside.bit_length()):
        if inside >> point & 1:
            box, rest = [], point
            for size in sizes:
                box.append(1 << rest % size)
                rest //= size
            yield from larger(tuple(box), tuple(range(len(sizes))))


def _of_bools(count: int, inside: int, may: int) -> list[Box]:
    """The same for bools, which have few boxes."""
    return [
        box
        for box, points, larger in _boxes_of_bools(count)
        if points & inside and not points & ~may and all(further & ~may for further in larger)
    ]


@lru_cache(MOST)
def _boxes_of_bools(count: int) -> tuple[tuple[Box, int, tuple[int, ...]], ...]:
    """All boxes of some bools, each with its points and those of the boxes with one more bool that
    may have both values."""
    parts = slices((2,) * count)
    found: list[tuple[Box, int, tuple[int, ...]]] = []
    for box in product((1, 2, FREE), repeat=count):
        larger = [
            _points(parts, (*box[:k], FREE, *box[k + 1 :]))
            for k, mask in enumerate(box)
            if mask != FREE
        ]
        found.append((box, _points(parts, box), tuple(larger)))
    return tuple(found)


def _points(parts: Sequence[Sequence[int]], box: Sequence[int]) -> int:
    found = -1
    for own, mask in zip(parts, box, strict=True):
        found &= _among(own, mask)
    return found


@lru_cache(1 << 14)
def left_by(sizes: tuple[int, ...], some: tuple[Box, ...]) -> int:
    """The points outside some boxes."""
    parts, left = slices(sizes), every(sizes)
    for box in some:
        left &= ~_points(parts, box)
    return left


@lru_cache(MOST)
def paired(count: int) -> int:
    """The points of `count` bools where exactly two of them are true, or none."""
    return sum(1 << point for point in range(1 << count) if point.bit_count() in (0, 2))


def clause(m: Model, variables: Variables, box: Box) -> Bool:
    """The clause that rules a box out."""
    literals: list[Bool] = []
    for x, mask in zip(variables, box, strict=True):
        if isinstance(x, IntVar):
            literals.append(m.masked(x, mask ^ full_mask(x.domain)))
        elif mask < FREE:
            literals.append(x if mask == 1 else m.not_(x))
    return m.or_(tuple(literals))
