"""Values of expressions over one graph for each piece that a vertex may be in, all at once.

The cases are numbered: a vertex is absent (case 0), or in one of the possible pieces. A set of
cases is the bits of an int, so that a condition over thousands of pieces takes a few operations for
each node."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from itertools import accumulate
from operator import add, and_, or_
from typing import Any, Final, TypeAlias, TypeVar

from ..model.evaluate import Evaluator
from ..model.forms import PlainForm, Point
from ..model.globals.box import BOX, Positions, Sides, area
from ..model.globals.connected_pair import CONNECTED_PAIR
from ..model.globals.first import FIRST
from ..model.globals.form import HAS_FORM, SAME_FORM, form_at, least
from ..model.globals.half_turn import HALF_TURN, centre_of
from ..model.globals.lines import COLUMNS, ROWS
from ..model.globals.size import SIZE
from ..model.masks import mask_of
from ..model.nodes import (
    BOOL_KINDS,
    And,
    Graph,
    Iff,
    Linear,
    LinearEq,
    LinearLe,
    Measure,
    Member,
    Not,
    Or,
    Query,
    all_below,
    children,
)
from ..model.pieces import Pieces

# A possible piece: its vertices, in order.
Placement: TypeAlias = tuple[int, ...]
T = TypeVar("T")
ABSENT: Final = 1  # the set of the case that the vertex is absent


class Shares:
    """The cases in which a number has each of its values. at: by value, a set of cases as bits.
    by_case: the value in each case, once that was computed. Compared by identity."""

    __slots__ = ("at", "by_case")

    def __init__(self, at: dict[int, int]) -> None:
        self.at = at
        self.by_case: list[int] | None = None


class Cases:
    """pieces: those that a vertex of a graph may be in. there: by the condition of a vertex and by
    its negation, whether it says that the vertex is present; ends: by that of an edge and by its
    negation, its ends, and whether it says that they are joined.

    every: all cases. inside: by vertex, the cases whose piece it is in."""

    def __init__(
        self,
        pieces: Sequence[Placement],
        graph: Graph,
        there: Mapping[Any, bool],
        ends: Mapping[Any, tuple[int, int, bool]],
    ) -> None:
        self._pieces, self._graph, self._there, self._ends = pieces, graph, there, ends
        self.every = (2 << len(pieces)) - 1
        self.inside = _members(pieces, len(graph.vertices))
        # The cases of each condition, and the `Shares` of each number.
        self._found: dict[Any, Any] = {}
        # The ways in which each other graph falls into pieces.
        self._divided: dict[Any, list[Pieces]] = {}
        # Those of what is the same for all vertices of a piece: the pieces' sizes and boxes, and
        # sums of them, by what they are made from.
        self._common: dict[Any, Any] = {}

    def below(self, node: Any) -> Sequence[Any]:
        """What a node is built from; nothing for a query or a measure of the graph, and for the
        condition of a vertex or an edge."""
        if node in self._there or node in self._ends or node is self._graph:
            return ()
        if (type(node) is Query or type(node) is Measure) and node.graph is self._graph:
            return ()
        return children(node)

    def holds(self, condition: Any) -> int:
        """The cases in which a condition holds."""
        return self._true(self._worked_out(condition))

    def values(self, number: Any) -> Sequence[int]:
        """The value of a number in each case."""
        shares: Shares = self._found[self._worked_out(number)]
        if shares.by_case is None:
            shares.by_case = [0] * (len(self._pieces) + 1)
            for value, some in shares.at.items():
                if value:
                    _set(shares.by_case, some, value)
        return shares.by_case

    def flags(self, condition: Any) -> bytes:
        """The cases in which a condition holds, as bits of bytes: a bit of a long int takes as long
        to read as the int is long."""
        return self.holds(condition).to_bytes((len(self._pieces) >> 3) + 1, "little")

    def _worked_out(self, root: Any) -> Any:
        if not isinstance(root, int) and root not in self._found:
            for node in all_below(root, self._found, self.below):
                self._found[node] = self._made(node) if self.below(node) else self._leaf(node)
        return root

    def _true(self, x: Any) -> int:
        found: int = (self.every if x else 0) if isinstance(x, int) else self._found[x]
        return found

    def _at(self, x: Any) -> Mapping[int, int]:
        if type(x) is int:
            return {x: self.every}
        found = self._found[x] if x in self._found else self._true(x)
        if type(found) is Shares:
            return found.at
        return {k: some for k, some in ((0, self.every & ~found), (1, found)) if some}

    def _once(self, key: Any, made: Callable[[], Any]) -> Any:
        if key not in self._common:
            self._common[key] = made()
        return self._common[key]

    # ---- queries on the graph

    def _leaf(self, node: Any) -> Any:
        # Where an edge is there with one of its ends, their conditions are the same: as that of an
        # edge, it has a meaning for the other end, too.
        ends = self._ends.get(node)
        if ends is None and node in self._there:
            return self.every ^ ABSENT if self._there[node] else ABSENT
        if ends is not None:
            a, b, joined = ends
            both = self.inside[a] & self.inside[b]
            return both if joined else self.every & ~both
        if node.definition is CONNECTED_PAIR:
            a, b = node.data
            return self.inside[a] & self.inside[b]
        data = node.data
        if node.definition is FIRST:
            return self._once(FIRST, self._first).get(data, 0)
        if node.definition is SIZE:
            return self._once((SIZE, data[1]), lambda: self._sizes(data[1]))
        if node.definition is HAS_FORM:
            forms = self._once((HAS_FORM, data[1]), lambda: self._forms(data[1]))
            return reduce(or_, [forms.get(form, 0) for form in data[2]], 0)
        if node.definition is HALF_TURN:
            turns = self._once((HALF_TURN, data[1]), lambda: self._half_turns(data[1]))
            return reduce(or_, [turns.get(centre, 0) for centre in data[2]], 0)
        boxes = self._once((Boxes, data[1]), lambda: Boxes(self._pieces, data[1]))
        if node.definition is BOX:
            return self._once((BOX, data[1]), lambda: self._each(lambda p: area(boxes.of[p])))
        if node.definition is ROWS or node.definition is COLUMNS:
            return self._once(
                (node.definition, data[1]),
                lambda: self._lines([line[node.definition.axis] for line in data[1].at]),
            )
        return boxes.over(*data[2])

    def kinds(self, where: Positions, turned: bool, flipped: bool) -> list[frozenset[PlainForm]]:
        """The forms that pieces have, those together that are the same up to symmetries."""

        def found() -> list[frozenset[PlainForm]]:
            kinds: dict[PlainForm, list[PlainForm]] = {}
            for form in self._once((HAS_FORM, where), lambda: self._forms(where)):
                kinds.setdefault(least(form, turned, flipped), []).append(form)
            return [frozenset(kind) for kind in kinds.values()]

        kinds: list[frozenset[PlainForm]] = self._once((SAME_FORM, where, turned, flipped), found)
        return kinds

    def _forms(self, where: Positions) -> dict[PlainForm, int]:
        """By form, the cases whose piece has it; an absent one has the empty form."""
        return {(): ABSENT, **self._by(lambda piece: form_at([where.at[v] for v in piece]))}

    def _half_turns(self, where: Positions) -> dict[Point | None, int]:
        """By centre, the cases whose piece a half turn about it takes to itself."""
        return self._by(lambda piece: centre_of([where.at[v] for v in piece]))

    def _first(self) -> dict[int, int]:
        """By vertex, the cases whose piece it is the first of."""
        return self._by(lambda piece: piece[0])

    def _by(self, of: Callable[[Placement], T]) -> dict[T, int]:
        """By what a function gives for a piece, the cases with such pieces."""
        at: dict[T, list[int]] = {}
        for case, piece in enumerate(self._pieces, 1):
            at.setdefault(of(piece), []).append(case)
        return {found: mask_of(some) for found, some in at.items()}

    def _sizes(self, weights: Sequence[int] | None) -> Shares:
        if weights is None:
            return self._each(len)
        weighted = [v for v, weight in enumerate(weights) if weight]
        # Adding up vertex by vertex takes steps on sets of all cases, for each vertex and sum.
        if len(weighted) ** 2 > len(self._pieces):
            return self._each(lambda piece: sum([weights[v] for v in piece]))
        sizes = {0: self.every}
        for v in weighted:
            inside = self.inside[v]
            sizes = _refined(sizes, {0: self.every & ~inside, weights[v]: inside}, add)
        return Shares(sizes)

    def _lines(self, line: Sequence[int]) -> Shares:
        """The number of lines of each piece. line: of each vertex."""
        return self._each(lambda piece: len({line[v] for v in piece}))

    def _each(self, of: Callable[[Placement], int]) -> Shares:
        """The cases of each value that pieces have; 0 without a piece."""
        at: dict[int, list[int]] = {0: [0]}
        for case, piece in enumerate(self._pieces, 1):
            at.setdefault(of(piece), []).append(case)
        return Shares({value: mask_of(some) for value, some in at.items()})

    # ---- nodes above

    def _made(self, node: Any) -> Any:
        kind = type(node)
        if kind is And:
            return reduce(and_, map(self._true, node.args))
        if kind is Or:
            return reduce(or_, map(self._true, node.args))
        if kind is Not:
            return self.every & ~self._true(node.arg)
        if kind is Iff:
            return self.every & ~(self._true(node.left) ^ self._true(node.right))
        if kind is Member:
            at = self._at(node.arg)
            return reduce(or_, (at.get(value, 0) for value in node.values), 0)
        if kind is Linear or kind is LinearEq or kind is LinearLe:
            last = node.constant if kind is Linear else node.bound
            key = kind, last, tuple([(c, self._found[x]) for c, x in node.terms])
            return self._once(key, lambda: self._sum(kind, node.terms, last))
        if kind is Graph:
            return self._other(node)
        return self._general(node)

    def _sum(self, kind: Any, terms: Iterable[tuple[int, Any]], last: int) -> Any:
        sums = {last if kind is Linear else 0: self.every}
        for c, x in terms:
            parts = {c * value: some for value, some in self._at(x).items()}
            sums = _refined(sums, parts, add)
        if kind is Linear:
            return Shares(sums)
        if kind is LinearEq:
            return sums.get(last, 0)
        return reduce(or_, (some for total, some in sums.items() if total <= last), 0)

    def _general(self, node: Any) -> Any:
        """The values of a node of another kind."""
        at: dict[int, int] = {}
        for world, some in self._worlds(node):
            value = int(world.value(node))
            at[value] = at.get(value, 0) | some
        return at.get(1, 0) if type(node) in BOOL_KINDS else Shares(at)

    def _other(self, graph: Graph) -> Shares:
        """The ways in which another graph falls into pieces, by their numbers in `_divided`."""
        worlds = self._worlds(graph)
        self._divided[graph] = [world.pieces(graph) for world, _ in worlds]
        return Shares({k: some for k, (_, some) in enumerate(worlds)})

    def _worlds(self, node: Any) -> list[tuple[Evaluator, int]]:
        """The operands of a node, grouped: an evaluator for each combination of their values, with
        all cases in which they have these, so that the node is evaluated once per combination."""
        below = [child for child in children(node) if not isinstance(child, int)]
        worlds: dict[tuple[int, ...], int] = {(): self.every}
        for child in below:
            worlds = _refined(worlds, self._at(child), lambda world, value: (*world, value))
        found: list[tuple[Evaluator, int]] = []
        for values, some in worlds.items():
            world = Evaluator(())
            for child, value in zip(below, values, strict=True):
                known = self._divided.get(child)
                world.known[child] = value if known is None else known[value]
            found.append((world, some))
        return found


class Boxes:
    """The boxes around pieces. of: by piece, its sides."""

    def __init__(self, pieces: Sequence[Placement], where: Positions) -> None:
        self.of: dict[Placement, Sides] = {}
        at: tuple[dict[int, list[int]], ...] = ({}, {}, {}, {})
        for case, piece in enumerate(pieces, 1):
            ys, xs = zip(*(where.at[v] for v in piece), strict=True)
            sides = self.of[piece] = min(ys), max(ys), min(xs), max(xs)
            for known, side in zip(at, sides, strict=True):
                known.setdefault(side, []).append(case)
        rows, columns = (range(min(of), max(of) + 1) for of in zip(*where.at, strict=True))
        tops, bottoms, lefts, rights = at
        # By row, the cases whose box begins there or above, and ends there or below; by column.
        self._rows = _until(tops, rows), _until(bottoms, rows[::-1])
        self._columns = _until(lefts, columns), _until(rights, columns[::-1])

    def over(self, row: int, column: int) -> int:
        """The cases whose box has a cell."""
        pairs = ((self._rows, row), (self._columns, column))
        return reduce(and_, (known.get(line, 0) for both, line in pairs for known in both))


def _until(at: Mapping[int, Sequence[int]], lines: Sequence[int]) -> dict[int, int]:
    """By line, the cases of it and of those before it."""
    found = accumulate((mask_of(at.get(line, ())) for line in lines), or_)
    return dict(zip(lines, found, strict=True))


def _set(values: list[int], cases: int, value: int) -> None:
    """Set the values of some cases."""
    for k, byte in enumerate(cases.to_bytes((len(values) + 7) >> 3, "little")):
        if byte:
            for case in range(8 * k, 8 * k + 8):
                if byte >> (case & 7) & 1:
                    values[case] = value


def _members(pieces: Sequence[Placement], vertices: int) -> list[int]:
    """By vertex, the cases whose piece it is in."""
    at: list[list[int]] = [[] for _ in range(vertices)]
    for case, piece in enumerate(pieces, 1):
        for v in piece:
            at[v].append(case)
    return [mask_of(cases) for cases in at]


def _refined(
    shares: Mapping[Any, int], other: Mapping[int, int], combined: Callable[[Any, int], Any]
) -> dict[Any, int]:
    """The cases of each combination of values of two shares."""
    found: dict[Any, int] = {}
    for one, some in shares.items():
        for value, more in other.items():
            both = some & more
            if both:
                key = combined(one, value)
                found[key] = found.get(key, 0) | both
    return found
