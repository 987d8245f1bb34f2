"""Acyclic: the edges that join vertices close no cycle.

Decomposed by rounds in which what has at most one edge left is taken away, until, if there is no
cycle, nothing is left.
"""

from __future__ import annotations

from typing import Any

from ..model import Bool, Graph, Model
from ..pieces import ABSENT, Pieces, neighbours


class Acyclic:
    """data: None."""

    name = "acyclic"

    def holds(self, pieces: Pieces, data: Any) -> bool:
        there = sum(name != ABSENT for name in pieces.label)
        return len(pieces.live) == there - len(pieces.members)

    def judge(self, sure: Pieces, possible: Pieces, data: Any) -> bool | None:
        if self.holds(possible, data):
            return True
        return None if self.holds(sure, data) else False

    def reason(self, pieces: Pieces, data: Any) -> tuple[int, ...]:
        cycle = pieces.cycle()
        if cycle:
            return cycle
        return tuple(p for p, there in enumerate(pieces.on) if not there)

    def decompose(self, model: Model, graph: Graph, data: Any) -> Bool:
        around = neighbours(graph)
        left = list(graph.vertices)
        # Each round takes both ends off every path: half as many rounds as vertices are enough.
        for _ in range(len(left) // 2):
            left = [
                model.and_(
                    (
                        condition,
                        model.le(
                            2,
                            model.sum_(
                                model.and_((left[w], graph.edges[e][2])) for e, w in around[v]
                            ),
                        ),
                    )
                )
                for v, condition in enumerate(left)
            ]
        return model.not_(model.or_(left))


ACYCLIC = Acyclic()
