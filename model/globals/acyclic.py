"""Acyclic: the edges that join vertices close no cycle.

Decomposition: the number of such edges is at most the number of vertices minus the number of
pieces, as in a forest."""

from __future__ import annotations

from itertools import compress, count
from typing import Any

from ..model import Model
from ..nodes import Bool, Graph
from ..pieces import ABSENT, Pieces
from .elimination import firsts


class Acyclic:
    """data: None."""

    name = "acyclic"
    of_pairs = False

    def holds(self, pieces: Pieces, data: Any) -> bool:
        there = sum(name != ABSENT for name in pieces.label)
        return len(pieces.live) == there - len(pieces.members)

    def entailment(self, sure: Pieces, possible: Pieces, data: Any) -> bool | None:
        if self.holds(possible, data):
            return True
        return None if self.holds(sure, data) else False

    def reason(self, pieces: Pieces, data: Any) -> tuple[int, ...]:
        return pieces.cycle() or _barriers(pieces)

    def decompose(self, model: Model, graph: Graph, data: Any) -> Bool:
        there = graph.vertices
        live = [model.and_((there[a], there[b], condition)) for a, b, condition in graph.edges]
        terms = [(1, edge) for edge in live] + [(-1, vertex) for vertex in there]
        terms += [(1, one) for one in firsts(model, graph)]
        return model.le(model.linear(terms), 0)


def _barriers(pieces: Pieces) -> tuple[int, ...]:
    """Absent parts that exclude a cycle: all absent parts except those that can be added one after
    another without closing one."""
    around, first = pieces.around, len(pieces.label)
    on = [False] * len(pieces.on)
    parent = list(range(first))

    def root(v: int) -> int:
        while parent[v] != v:
            parent[v] = v = parent[parent[v]]
        return v

    needed = []
    absent = [p for p, there in enumerate(pieces.on) if not there]
    for part in (*compress(count(), pieces.on), *reversed(absent)):
        if part < first:
            v, others = part, [w for e, w in around[part] if on[first + e] and on[w]]
        else:
            v, w, _ = pieces.edges[part - first]
            others = [w] if on[v] and on[w] else []
        roots = {root(w) for w in (v, *others)}
        if len(roots) <= len(others):
            needed.append(part)
            continue
        on[part] = True
        for r in roots:
            parent[r] = root(v)
    return tuple(needed)


ACYCLIC = Acyclic()
