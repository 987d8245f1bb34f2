"""An incremental reference evaluator, for a board that changes in few places at a time.

`Incremental` keeps the possible values of all nodes of some constraints. After a change it
re-evaluates only nodes above changed variables, bottom-up, and stops where a value stays the same:

- An `and` or `or` counts its arguments that decide it and those that are open, and a sum keeps its
  bounds, so an update takes constant time for each changed argument. The change propagates further
  only if the node's own value may have changed.
- A query whether two vertices are in one piece is re-evaluated only if the piece of one of them got
  another name. When pieces split or merge, the largest part keeps its name, so that few vertices
  are renamed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from itertools import chain
from typing import Any, TypeAlias

from .constraints import Constraint
from .nodes import (
    BOOL_KINDS,
    And,
    Bool,
    BoolVar,
    Graph,
    IntVar,
    Linear,
    LinearEq,
    LinearLe,
    Or,
    Query,
    Values,
    bottom_up,
    children,
)
from .partial import PartialEvaluator
from .pieces import ABSENT, Pieces

BOOLS: tuple[Values, Values] = ((0,), (1,))
EITHER: Values = (0, 1)

Both: TypeAlias = "tuple[Pieces, Pieces]"


class Network:
    """The nodes of some constraints, numbered bottom-up, and what lies above each.

    Lists are indexed by number of node, dicts have it as key:
    above: parents that are re-evaluated whenever this node has changed. ands, ors: parents that are
    an `and`, an `or`. sums: linear parents, and the coefficient of this node in them. counts:
    linear nodes that may have every value between their bounds, as they add and subtract bools.
    parts: the graphs above this node, and its positions among their parts. pairs: of a graph, by
    vertex, the queries whether it is in one piece with another one. variables: the node of a
    variable of the model, by its index. constraints_of: the constraints of which the node is the
    condition or the guard.
    """

    def __init__(self, constraints: Sequence[Constraint]) -> None:
        self.constraints = constraints
        self.nodes: list[Any] = []
        self.above: list[list[int]] = []
        self.ands: list[list[int]] = []
        self.ors: list[list[int]] = []
        self.sums: list[list[tuple[int, int]]] = []
        self.counts: set[int] = set()
        self.parts: dict[int, list[tuple[int, int]]] = {}
        self.pairs: dict[int, dict[int, list[int]]] = {}
        self.variables: dict[int, int] = {}
        self.constraints_of: dict[int, list[int]] = {}
        self._numbers: dict[Any, int] = {}
        numbers = self._numbers
        roots = [part for c in constraints for part in (c.condition, c.given)]
        for node in bottom_up(roots, numbers):
            numbers[node] = len(self.nodes)
            self._add(node, numbers)
        for number, constraint in enumerate(constraints):
            for part in {constraint.condition, constraint.given}:
                if not isinstance(part, int):
                    self.constraints_of.setdefault(numbers[part], []).append(number)

    @cached_property
    def below_graphs(self) -> set[int]:
        """The nodes below any graph."""
        return {self._numbers[node] for node in self._graph_parts}

    @cached_property
    def _graph_parts(self) -> set[Any]:
        parts = [part for node in self.nodes if isinstance(node, Graph) for part in node.parts]
        found: set[Any] = set()
        for node in bottom_up(parts, found):
            found.add(node)
        return found

    def made_of(self, condition: Bool) -> set[int]:
        """The nodes that a condition is made of, without those below graphs."""
        return {self._numbers[node] for node in bottom_up((condition,), self._graph_parts)}

    def _add(self, node: Any, numbers: dict[Any, int]) -> None:
        number = len(self.nodes)
        self.nodes.append(node)
        for above in (self.above, self.ands, self.ors):
            above.append([])
        self.sums.append([])
        match node:
            case And(args=args) | Or(args=args):
                gates = self.ands if isinstance(node, And) else self.ors
                for arg in args:
                    gates[numbers[arg]].append(number)
            case BoolVar(index=index) | IntVar(index=index):
                self.variables[index] = number
            case LinearLe(terms=terms) | LinearEq(terms=terms) | Linear(terms=terms):
                for c, x in terms:
                    self.sums[numbers[x]].append((number, c))
                if all(abs(c) == 1 and type(x) in BOOL_KINDS for c, x in terms):
                    self.counts.add(number)
            case Query(definition=definition, graph=graph, data=data) if definition.of_pairs:
                pairs = self.pairs.setdefault(numbers[graph], {})
                for vertex in data:
                    pairs.setdefault(vertex, []).append(number)
            case Graph(parts=parts):
                for position, part in enumerate(parts):
                    if not isinstance(part, int):
                        self.parts.setdefault(numbers[part], []).append((number, position))
            case _:
                for below in {c for c in children(node) if not isinstance(c, int)}:
                    self.above[numbers[below]].append(number)


class Incremental(PartialEvaluator):
    """The constraints that every completion of a partial assignment violates, kept up to date while
    the assignment changes.

    broken: their numbers."""

    def __init__(self, network: Network, assignment: Sequence[int | None]) -> None:
        self._values_of = list(assignment)
        super().__init__(self._values_of)
        self._network = network
        many = len(network.nodes)
        # Of `and` and `or`: arguments that decide it, arguments that are open.
        self._deciding, self._open = [0] * many, [0] * many
        self._low, self._high = [0] * many, [0] * many  # of sums
        # Of a graph, for each part whether it is certainly present, and whether it may be.
        self._present: dict[int, tuple[bytearray, bytearray]] = {}
        self._names: dict[int, tuple[list[int], list[int]]] = {}  # of pieces, by graph and vertex
        self._fresh = 0
        for number, node in enumerate(network.nodes):
            match node:
                case And(args=args) | Or(args=args):
                    found = [self._known[arg] for arg in args]
                    self._deciding[number] = found.count(BOOLS[isinstance(node, Or)])
                    self._open[number] = found.count(EITHER)
                case LinearLe(terms=terms) | LinearEq(terms=terms) | Linear(terms=terms):
                    self._low[number], self._high[number] = self._ends(terms)
                case Graph(parts=parts):
                    values = [self._of(part) for part in parts]
                    sure, possible = (bytearray(v[end] for v in values) for end in (0, -1))
                    self._present[number] = (sure, possible)
            self._known[node] = self._evaluated(number)
            if number in network.pairs:
                self._names[number] = self._named(self._known[node])
        constraints = network.constraints
        self.broken = {k for k, one in enumerate(constraints) if self.breaks(one)}

    def change(self, assignment: Sequence[int | None]) -> None:
        """Change the assignment and update `broken`."""
        pairs = enumerate(zip(self._assignment, assignment, strict=True))
        self.update({index: new for index, (old, new) in pairs if old != new})

    def update(
        self, changes: Mapping[int, int | None], within: Collection[int] | None = None
    ) -> None:
        """Change the values of some variables and update `broken`. within: re-evaluate only these
        nodes and those below graphs (None: all); the values of others are right again when the
        changes are taken back."""
        network, known = self._network, self._known
        for index, value in changes.items():
            self._values_of[index] = value
        first = [network.variables[index] for index in changes if index in network.variables]
        queue, waiting = sorted(first), set(first)
        below = () if within is None else network.below_graphs
        while queue:
            number = heappop(queue)
            node = network.nodes[number]
            old, new = known[node], self._evaluated(number)
            if isinstance(node, Graph):
                further = self._renamed(number, new)
            elif new == old:
                continue
            else:
                further = self._counted(number, old, new)
                further += self._drawn(number, new)
            known[node] = new
            for above in chain(further, network.above[number]):
                if above not in waiting and (within is None or above in within or above in below):
                    waiting.add(above)
                    heappush(queue, above)
            for constraint in network.constraints_of.get(number, ()):
                if self.breaks(network.constraints[constraint]):
                    self.broken.add(constraint)
                else:
                    self.broken.discard(constraint)

    def _drawn(self, number: int, new: Values) -> list[int]:
        """Update the parts of the graphs above a node; return the graphs."""
        parts = self._network.parts.get(number, ())
        for graph, position in parts:
            sure, possible = self._present[graph]
            sure[position], possible[position] = new[0], new[-1]
        return [graph for graph, _ in parts]

    def _counted(self, number: int, old: Values, new: Values) -> list[int]:
        """Update the counts and bounds of the `and`s, `or`s and sums above a node whose value
        changed; return those whose own value may have changed."""
        network, deciding, still_open = self._network, self._deciding, self._open
        out: list[int] = []
        opened = (len(new) > 1) - (len(old) > 1)
        for gates, decisive in ((network.ands[number], BOOLS[0]), (network.ors[number], BOOLS[1])):
            if gates:
                decided = (new == decisive) - (old == decisive)
                for gate in gates:
                    deciding[gate] += decided
                    still_open[gate] += opened
                    # The value depends only on whether there are any.
                    if (decided and deciding[gate] <= 1) or (opened and still_open[gate] <= 1):
                        out.append(gate)
        for above, c in network.sums[number]:
            ends, others = (c * old[0], c * old[-1]), (c * new[0], c * new[-1])
            self._low[above] += min(others) - min(ends)
            self._high[above] += max(others) - max(ends)
            out.append(above)
        return out

    def _gate(self, number: int, decisive: int) -> Values:
        if self._deciding[number]:
            return BOOLS[decisive]
        return EITHER if self._open[number] else BOOLS[1 - decisive]

    def _evaluated(self, number: int) -> Any:
        """The value of a node, or the pieces of a graph, from what lies below."""
        node = self._network.nodes[number]
        kind = type(node)
        if kind is And:
            return self._gate(number, 0)
        if kind is Or:
            return self._gate(number, 1)
        if kind is Query:
            verdict = node.definition.entailment(*self._known[node.graph], node.data)
            return EITHER if verdict is None else BOOLS[verdict]
        if kind is LinearLe:
            low, high = self._low[number], self._high[number]
            return BOOLS[1] if high <= node.bound else EITHER if low <= node.bound else BOOLS[0]
        if kind is LinearEq:
            low, high = self._low[number], self._high[number]
            if not low <= node.bound <= high:
                return BOOLS[0]
            if number in self._network.counts:
                return BOOLS[1] if low == high else EITHER
        return self._pieces(number) if kind is Graph else self._values(node)

    # ---- graphs

    def _pieces(self, number: int) -> Both:
        """The pieces of a graph; the same objects as before if these are the same."""
        graph = self._network.nodes[number]
        before = self._known.get(graph)
        sure, possible = (
            before[k] if before is not None and before[k].on == on else Pieces.of(graph, on)
            for k, on in enumerate(self._present[number])
        )
        return sure, possible

    # ---- names of pieces

    def _renamed(self, number: int, both: Both) -> list[int]:
        """Update the names of the pieces of a graph; return the queries about vertices whose piece
        has another name now."""
        pairs = self._network.pairs.get(number)
        if pairs is None:
            return []
        before, after = self._names[number], self._named(both, self._names[number])
        self._names[number] = after
        changed = {
            vertex
            for old, new in zip(before, after, strict=True)
            if old != new
            for vertex, (a, b) in enumerate(zip(old, new, strict=True))
            if a != b
        }
        return [query for vertex in changed for query in pairs.get(vertex, ())]

    def _named(
        self, both: Both, before: tuple[list[int], list[int]] | None = None
    ) -> tuple[list[int], list[int]]:
        sure, possible = both
        if before is None:
            nothing = [ABSENT] * len(sure.label)
            before = (nothing, nothing)
        return self._kept(before[0], sure.label), self._kept(before[1], possible.label)

    def _kept(self, names: list[int], label: list[int]) -> list[int]:
        """A name for the piece of each vertex: that of the largest part of it that had one and
        keeps it, or a new one."""
        given: dict[int, int] = {ABSENT: ABSENT}
        taken = {ABSENT}
        shared = Counter(zip(label, names, strict=True))
        for (piece, name), _ in shared.most_common():
            if piece not in given and name not in taken:
                given[piece] = name
                taken.add(name)
        for piece, _ in shared:
            if piece not in given:
                given[piece] = self._fresh = self._fresh + 1
        return [given[piece] for piece in label]
