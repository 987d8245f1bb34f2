"""Loop: the lines that are drawn close up to a single one.

The graph's vertices are places, each there where a line is drawn at it; its edges are the lines. At
a place where the loop may cross itself there are two vertices, one for each way through; the edge
between them, a joint, is there unless both ways are taken. So a loop is lines of which none or two
meet at each place, or four in two ways, all in one piece.
"""

from __future__ import annotations

from typing import TypeAlias

from ..model import Bool, Graph, Model
from ..pieces import Pieces, neighbours
from .connected import CONNECTED

Joints: TypeAlias = "tuple[tuple[int, int], ...]"
# For each place the positions of the lines at it, way by way (one way, or two where it may cross).
Places: TypeAlias = "list[tuple[list[int], ...]]"

# How many lines may lie in the two ways through one place.
CROSSINGS = {(0, 0), (2, 0), (0, 2), (1, 1), (2, 2)}


class Loop:
    """data: the joints, each as the two vertices of one place, the earlier one first."""

    name = "loop"

    def holds(self, pieces: Pieces, data: Joints) -> bool:
        on = pieces.on
        places = _places(pieces.graph, data)
        return (
            len(pieces.members) == 1
            and any(on[p] for ways in places for way in ways for p in way)
            and all(_fit([sum(on[p] for p in way) for way in ways]) for ways in places)
        )

    def judge(self, sure: Pieces, possible: Pieces, data: Joints) -> bool | None:
        return None if possible.live else False

    def reason(self, pieces: Pieces, data: Joints) -> tuple[int, ...]:
        on = pieces.on
        if self.holds(pieces, data):
            return tuple(range(len(on)))
        places = _places(pieces.graph, data)
        for ways in places:
            if not _fit([sum(on[p] for p in way) for way in ways]):
                drawn = [p for p in ways[0] if on[p]]
                many = len(ways) == 1 and len(drawn) > 2
                return tuple(drawn[:3]) if many else tuple(p for way in ways for p in way)
        lines = {p for ways in places for way in ways for p in way}
        if not any(on[p] for p in lines):
            return tuple(lines)
        # Each place is in order, so there is a closed cycle, and something else.
        return CONNECTED.reason(pieces, None)

    def local(self, model: Model, graph: Graph, data: Joints) -> Bool:
        """All that a loop asks but that it is one: that there are lines, and how many meet."""
        places = _places(graph, data)
        lines = [graph.parts[p] for ways in places for way in ways for p in way]
        conditions: list[Bool] = [model.or_(lines)]
        for ways in places:
            here = [graph.parts[p] for way in ways for p in way]
            if len(ways) == 1:
                conditions.append(model.le(model.sum_(here), 2))
                for k, line in enumerate(here):
                    conditions.append(model.implies(line, model.or_(here[:k] + here[k + 1 :])))
            else:
                conditions.append(model.member(model.sum_(here), (0, 2, 4)))
                conditions += [
                    model.le(model.sum_(graph.parts[p] for p in way), 2)
                    for way in ways
                    if len(way) > 2
                ]
        return model.and_(conditions)

    def decompose(self, model: Model, graph: Graph, data: Joints) -> Bool:
        return model.and_((self.local(model, graph, data), model.query(CONNECTED, graph)))


def _fit(counts: list[int]) -> bool:
    return counts[0] in (0, 2) if len(counts) == 1 else tuple(counts) in CROSSINGS


def _places(graph: Graph, joints: Joints) -> Places:
    first = len(graph.vertices)
    pairs = set(joints)
    lines = [
        [first + e for e, w in around if (min(v, w), max(v, w)) not in pairs]
        for v, around in enumerate(neighbours(graph))
    ]
    double = {v for pair in joints for v in pair}
    return [
        *((way,) for v, way in enumerate(lines) if v not in double),
        *((lines[a], lines[b]) for a, b in joints),
    ]


LOOP = Loop()
