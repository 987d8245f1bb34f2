"""Handwritten models for solvers of Boolean constraints: one text, which each tool encodes in its
best way.

A model is written against `Booleans`: literals (whole numbers, negative for a negation), clauses,
cardinalities, and connectivity. Each tool encodes these itself (`peers/`): a SAT solver by a
sequential counter (Sinz 2005), Z3 by its pseudo-Boolean constraints, CP-SAT by linear ones.
Connectivity is added lazily, unless a tool has something better: whenever an assignment has several
pieces, a clause requires a literal on the border of one piece, if two of them are present.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

from .reading import Answer, Fact

Clause = list[int]
Values = dict[int, int]  # literals by value


class Booleans(ABC):
    """A model that is being built, and what solves it. answer: the literals of possible facts."""

    def __init__(self) -> None:
        self.count = 0
        self.answer: dict[Fact, int] = {}
        self._cuts: list[Callable[[set[int]], list[Clause]]] = []

    # -- what a tool says

    @abstractmethod
    def clause(self, *literals: int) -> None:
        """One of the literals holds."""

    @abstractmethod
    def exactly(self, k: int, literals: Sequence[int]) -> None: ...

    @abstractmethod
    def at_most(self, k: int, literals: Sequence[int]) -> None: ...

    @abstractmethod
    def check(self) -> set[int] | None:
        """The positive literals that hold in an assignment; None if there is none."""

    # -- what models say

    def new(self) -> int:
        self.count += 1
        return self.count

    def at_least(self, k: int, literals: Sequence[int]) -> None:
        self.at_most(len(literals) - k, [-x for x in literals])

    def number(self, values: Iterable[int]) -> Values:
        """A number: a literal for each of its values."""
        out = {value: self.new() for value in values}
        self.exactly(1, list(out.values()))
        return out

    def different(self, unit: Sequence[Values], all_used: bool = False) -> None:
        """No value twice; all_used: each value of all of them once."""
        for value in sorted({value for values in unit for value in values}):
            literals = [values[value] for values in unit if value in values]
            if all_used:
                self.exactly(1, literals)
            else:
                self.at_most(1, literals)

    def total(self, unit: Sequence[Values], total: int) -> None:
        """The numbers, all different, from 1 to 9, add up to a total: their set is one of a few."""
        sets = [s for s in _nine_bits() if s.bit_count() == len(unit) and _sum_of(s) == total]
        chosen = [self.new() for _ in sets]
        self.clause(*chosen)
        for literal, digits in zip(chosen, sets, strict=True):
            for value in range(1, 10):
                if digits >> value & 1:
                    self.clause(-literal, *(v[value] for v in unit))
                else:
                    for values in unit:
                        self.clause(-literal, -values[value])

    def both(self, *literals: int) -> int:
        """A literal that holds if and only if all of them do."""
        out = self.new()
        for x in literals:
            self.clause(-out, x)
        self.clause(out, *(-x for x in literals))
        return out

    def either(self, *literals: int) -> int:
        """A literal that holds if and only if one of them does."""
        return -self.both(*(-x for x in literals))

    def loop(self, edges: Mapping[tuple[Hashable, Hashable], int]) -> None:
        """The edges that hold make one closed loop."""
        ends = _edges_by_end(edges)
        for near in ends.values():
            self.degree(near, 0, 2)
        self.joined(edges)

    def degree(self, near: list[int], low: int, high: int) -> None:
        """As many of some few literals hold as one of two numbers says; low 0, high 2."""
        self.at_most(high, near)
        for x in near:
            self.clause(-x, *(y for y in near if y != x))

    def acyclic(self, edges: Mapping[tuple[Hashable, Hashable], int]) -> None:
        """The edges that hold, at most two at each end, close no circle."""

        def cuts(true: set[int]) -> list[Clause]:
            drawn = [pair for pair, x in edges.items() if x in true]
            parts = _pieces(drawn)
            of = [[pair for pair in drawn if pair[0] in part] for part in parts]
            circles = [o for part, o in zip(parts, of, strict=True) if len(o) == len(part)]
            return [[-edges[pair] for pair in circle] for circle in circles]

        self._cuts.append(cuts)

    def lazily(self, cuts: Callable[[set[int]], list[Clause]]) -> None:
        """What tells which clauses an assignment breaks, by the literals that hold in it."""
        self._cuts.append(cuts)

    def joined(self, edges: Mapping[tuple[Hashable, Hashable], int]) -> None:
        """The edges that hold are of one piece."""
        ends = _edges_by_end(edges)

        def cuts(true: set[int]) -> list[Clause]:
            drawn = [pair for pair, x in edges.items() if x in true]
            out = []
            parts = _pieces(drawn)
            for k, part in enumerate(parts if len(parts) > 1 else []):
                inner = next(edges[pair] for pair in drawn if pair[0] in part)
                outer = next(edges[p] for p in drawn if p[0] in parts[k - 1])
                across = [x for v in part for x in ends[v]]
                out.append([-inner, -outer, *(x for x in across if across.count(x) == 1)])
            return out

        self._cuts.append(cuts)

    def connected(
        self, nodes: Mapping[Hashable, int], pairs: Sequence[tuple[Hashable, Hashable]]
    ) -> None:
        """The nodes that hold are connected by pairs of such nodes."""
        near: dict[Hashable, list[Hashable]] = {v: [] for v in nodes}
        for a, b in pairs:
            near[a].append(b)
            near[b].append(a)

        def cuts(true: set[int]) -> list[Clause]:
            inside = [v for v, x in nodes.items() if holds(x, true)]
            within = set(inside)
            drawn = [(v, v) for v in inside]
            drawn += [(a, b) for a, b in pairs if a in within and b in within]
            parts = _pieces(drawn)
            out = []
            for k, part in enumerate(parts if len(parts) > 1 else []):
                border = {w for v in part for w in near[v]} - part
                inner, outer = min(part), min(parts[k - 1])  # type: ignore[type-var]
                out.append([-nodes[inner], -nodes[outer], *(nodes[w] for w in sorted(border))])
            return out

        self._cuts.append(cuts)

    # -- solving

    def solutions(self, limit: int | None = 2) -> Iterator[Answer]:
        """Different answers, at most this many; all, if None."""
        found = 0
        while found != limit:
            true = self.check()
            if true is None:
                return
            cuts = [clause for cut in self._cuts for clause in cut(true)]
            if not cuts:
                found += 1
                facts = {fact for fact, x in self.answer.items() if holds(x, true)}
                yield frozenset(facts)
                cuts = [[-x if fact in facts else x for fact, x in self.answer.items()]]
            for clause in cuts:
                self.clause(*clause)


def holds(literal: int, true: set[int]) -> bool:
    return literal in true if literal > 0 else -literal not in true


def _nine_bits() -> range:
    """Sets of digits as numbers whose bits 1 to 9 are set."""
    return range(0, 1 << 10, 2)


def _sum_of(digits: int) -> int:
    return sum(value for value in range(1, 10) if digits >> value & 1)


def _edges_by_end(edges: Mapping[tuple[Hashable, Hashable], int]) -> dict[Hashable, list[int]]:
    out: dict[Hashable, list[int]] = {}
    for (a, b), x in edges.items():
        out.setdefault(a, []).append(x)
        out.setdefault(b, []).append(x)
    return out


def _pieces(pairs: Sequence[tuple[Hashable, Hashable]]) -> list[set[Hashable]]:
    """The pieces that joined pairs make."""
    near: dict[Hashable, list[Hashable]] = {}
    for a, b in pairs:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    out, seen = [], set[Hashable]()
    for start in near:
        if start in seen:
            continue
        part, left = {start}, [start]
        while left:
            for w in near[left.pop()]:
                if w not in part:
                    part.add(w)
                    left.append(w)
        seen |= part
        out.append(part)
    return out
