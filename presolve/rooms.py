"""Room on the board: the sizes that given sizes of pieces leave for others.

If every place states the size of its piece, the given places need room for whole pieces. If these
leave too little room for another piece of some size, the number of places with that size is known,
and none of them is far from a given one. These constraints follow from the rules; they are added
for each puzzle, because a search does not find them: no single rule concerns all places
together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..model.constraints import Constraint, Origin
from ..model.globals.size import SIZE
from ..model.model import Model
from ..model.nodes import Bool, Graph, IntVar, LinearEq, Measure
from ..model.pieces import neighbours


def counted(m: Model) -> Model:
    """The model of a puzzle, with constraints on the sizes that its givens leave to others."""
    if not m.uses(SIZE):
        return m
    found: list[Constraint] = []
    for graph, numbers, origins in _known_sizes(m):
        first, *also = origins
        for condition in _Room(m, graph, numbers).conditions():
            found.append(Constraint(condition, first, True, tuple(also)))
    return m.with_constraints([*m.constraints, *found]) if found else m


def _known_sizes(m: Model) -> Iterator[tuple[Graph, list[IntVar], tuple[Origin, ...]]]:
    """The graphs whose vertices are all present and have variables for the size of their piece,
    with these variables and the origins of that."""
    sized: dict[Graph, dict[int, IntVar]] = {}
    origins: dict[Graph, dict[Origin, None]] = {}
    for constraint in m.constraints:
        if constraint.given is not True:
            continue
        condition = constraint.condition
        if type(condition) is not LinearEq or condition.bound or len(condition.terms) != 2:
            continue
        (c, x), (d, y) = condition.terms
        for size, number in ((x, y), (y, x)):
            if c != -d or not isinstance(size, Measure) or not isinstance(number, IntVar):
                continue
            if size.definition is SIZE and size.data[1] is None:
                sized.setdefault(size.graph, {})[size.data[0]] = number
                origins.setdefault(size.graph, {}).update(dict.fromkeys(constraint.origins))
    for graph, numbers in sized.items():
        if len(numbers) == len(graph.vertices) and all(there is True for there in graph.vertices):
            yield graph, [numbers[v] for v in range(len(numbers))], tuple(origins[graph])


class _Room:
    """A graph, the variable of each vertex, and their given values."""

    def __init__(self, m: Model, graph: Graph, numbers: list[IntVar]) -> None:
        self.m = m
        self.numbers = numbers
        self.around = [[w for _, w in around] for around in neighbours(graph)]
        self.given = [m.givens.get(x.index) for x in numbers]
        self.at: dict[int, list[int]] = {}
        for v, size in enumerate(self.given):
            if size is not None:
                self.at.setdefault(size, []).append(v)

    def conditions(self) -> list[Bool]:
        m = self.m
        if any(size < 1 for size in self.at):
            return [False]
        pieces = {size: self._pieces(size) for size in self.at}
        spare = len(self.numbers) - sum(size * many for size, many in pieces.items())
        if spare < 0:
            return [False]
        near: dict[int, set[int]] = {}
        for size, many in pieces.items():
            if size > spare:
                # A single piece holds all that are given; each of others holds one at least.
                held = len(self.at[size]) if many == 1 else 1
                near[size] = self._within(self.at[size], size, size - held)
        if not near:
            return []
        found: list[Bool] = [
            m.eq(m.sum_(m.eq(self.numbers[v], size) for v in places), size * pieces[size])
            for size, places in near.items()
        ]
        for v, x in enumerate(self.numbers):
            if self.given[v] is None:
                known = [size for size in pieces if v in near.get(size, (v,))]
                found.append(m.member(x, {*range(1, spare + 1), *known}))
        return found

    def _pieces(self, size: int) -> int:
        """A lower bound on the pieces of a size: enough for all given places, and one for each of
        some places too far apart."""
        apart = 0
        reached: set[int] = set()
        for v in self.at[size]:
            if v not in reached:
                apart += 1
                reached |= self._within([v], size, size - 1)
        return max(apart, -(-len(self.at[size]) // size))

    def _within(self, places: Iterable[int], size: int, steps: int) -> set[int]:
        """The places at most `steps` steps away from some places, over places that may have this
        size."""
        found = set(places)
        edge = list(found)
        for _ in range(steps):
            edge = list(
                {
                    w
                    for v in edge
                    for w in self.around[v]
                    if w not in found and self.given[w] in (None, size)
                }
            )
            found.update(edge)
        return found
