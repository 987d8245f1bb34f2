"""Loop: the drawn lines form a single closed loop.

The graph's vertices are places, present if a line is drawn at them; its edges are the lines. A
place where the loop may cross itself has two vertices, one for each way through; the edge between
them, a joint, is present unless both ways are used. So in a loop none or two lines meet at each
place, or four in two ways, and all are one piece."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from ..model import Model
from ..nodes import Bool, Graph
from ..pieces import Around, Pieces, neighbours
from .connected import CONNECTED

Joints: TypeAlias = "tuple[tuple[int, int], ...]"
# The lines at a place, as parts of the graph, way by way: one way, or two where it may cross.
Place: TypeAlias = "tuple[list[int], ...]"

# The numbers of lines allowed in each of the ways through a place, by the number of ways.
FITS: dict[int, list[tuple[int, ...]]] = {
    1: [(0,), (2,)],
    2: [(0, 0), (2, 0), (0, 2), (1, 1), (2, 2)],
}


class Loop:
    """data: the joints, each as the two vertices of one place, the earlier one first.

    Requires graphs in which both ends of a drawn line are present.
    """

    name = "loop"
    of_pairs = False

    def holds(self, pieces: Pieces, data: Joints) -> bool:
        on, places = pieces.on, _places(pieces.around, data)
        return (
            len(pieces.members) <= 1
            and any(on[line] for line in _lines(places))
            and all(_fit(place, on, on) for place in places)
        )

    def entailment(self, sure: Pieces, possible: Pieces, data: Joints) -> bool | None:
        places = _places(sure.around, data)
        if sure.on == possible.on:
            return self.holds(sure, data)
        if not any(sure.on):  # nothing is drawn yet: violated only if no line is possible
            return None if any(possible.on[line] for line in _lines(places)) else False
        if not all(_fit(place, sure.on, possible.on) for place in places):
            return False
        # A complete loop excludes all other lines.
        on = list(possible.on)
        for place in places:
            for way in place:
                if sum(bool(sure.on[line]) for line in way) == 2:
                    for line in way:
                        on[line] = sure.on[line]
        if not any(on[line] for line in _lines(places)):
            return False
        drawable = Pieces(sure.edges, sure.around, on)
        return False if CONNECTED.entailment(sure, drawable, None) is False else None

    def reason(self, pieces: Pieces, data: Joints) -> tuple[int, ...]:
        on, places = pieces.on, _places(pieces.around, data)
        for place in places:
            if not _fit(place, on, on):
                return _unfit(place, on)
        lines = _lines(places)
        if not any(on[line] for line in lines):
            return tuple(lines)
        if len(pieces.members) <= 1:
            return tuple(dict.fromkeys((*lines, *CONNECTED.reason(pieces, None))))
        return _premature(pieces, data)

    def local(self, model: Model, graph: Graph, data: Joints) -> Bool:
        """The conditions of a loop without connectivity: there are lines, and the right number meet
        at each place."""
        places = _places(neighbours(graph), data)
        conditions: list[Bool] = [model.or_(graph.parts[line] for line in _lines(places))]
        for place in places:
            here = [graph.parts[line] for way in place for line in way]
            if len(place) == 1:
                conditions.append(model.le(model.sum_(here), 2))
                for k, line in enumerate(here):
                    conditions.append(model.implies(line, model.or_(here[:k] + here[k + 1 :])))
            else:
                conditions.append(model.member(model.sum_(here), (0, 2, 4)))
                conditions += [
                    model.le(model.sum_(graph.parts[line] for line in way), 2)
                    for way in place
                    if len(way) > 2
                ]
        return model.and_(conditions)

    def decompose(self, model: Model, graph: Graph, data: Joints) -> Bool:
        return model.and_((self.local(model, graph, data), model.query(CONNECTED, graph)))


def _fit(place: Place, least: Sequence[int | bool], most: Sequence[int | bool]) -> bool:
    """Whether the right number of lines can meet at a place. least, most: the present parts, and
    the possible parts."""
    ranges = [
        range(sum(bool(least[line]) for line in way), 1 + sum(bool(most[line]) for line in way))
        for way in place
    ]
    return any(all(n in r for n, r in zip(fit, ranges, strict=True)) for fit in FITS[len(place)])


def _unfit(place: Place, on: Sequence[int | bool]) -> tuple[int, ...]:
    """The reason that the lines at a place are wrong."""
    lines = [line for way in place for line in way]
    least, most = list(on), list(on)
    for line in lines:
        least[line], most[line] = False, True
        if _fit(place, least, most):
            least[line] = most[line] = on[line]
    return tuple(line for line in lines if least[line] == most[line])


def _premature(pieces: Pieces, joints: Joints) -> tuple[int, ...]:
    """A reason that lines of the right number at each place are not one loop: the lines of a closed
    piece, and a vertex outside it."""
    on, first = pieces.on, len(pieces.label)
    closed, *_, other = sorted(pieces.members.values(), key=len)
    ways = _ways(pieces.around, joints)
    partner = {v: w for a, b in joints for v, w in ((a, b), (b, a))}
    parts = dict.fromkeys((closed[0], other[0]))
    counted: set[int] = set()
    for v in closed:
        drawn = [line for line in ways[v] if on[line]]
        # Neither a third line may join two, nor a second one only one of the two ways.
        if len(drawn) == 2 or (len(drawn) == 1 and partner[v] in counted):
            parts.update(dict.fromkeys(drawn))
        else:
            parts.update(dict.fromkeys(ways[v]))
            counted.add(v)
        for e, w in pieces.around[v]:
            if pieces.label[w] != closed[0]:
                if on[first + e]:
                    parts[w] = None
                elif partner.get(v) == w:
                    parts[first + e] = None
    return tuple(parts)


def _lines(places: list[Place]) -> list[int]:
    return sorted({line for place in places for way in place for line in way})


def _places(around: Around, joints: Joints) -> list[Place]:
    ways = _ways(around, joints)
    double = {v for pair in joints for v in pair}
    return [
        *((way,) for v, way in enumerate(ways) if v not in double),
        *((ways[a], ways[b]) for a, b in joints),
    ]


def _ways(around: Around, joints: Joints) -> list[list[int]]:
    """For each vertex, the lines at it."""
    first, pairs = len(around), set(joints)
    return [
        [first + e for e, w in ways if (min(v, w), max(v, w)) not in pairs]
        for v, ways in enumerate(around)
    ]


LOOP = Loop()
