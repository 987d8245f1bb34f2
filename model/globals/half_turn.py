"""Half turn: whether a half turn takes the piece of a vertex to itself."""

from __future__ import annotations

from typing import Final, TypeAlias

from ..forms import Point
from ..model import Model
from ..nodes import Bool, Graph
from ..pieces import ABSENT, Pieces
from .box import Positions
from .connected_pair import in_piece
from .form import all_of

Data: TypeAlias = "tuple[int, Positions, frozenset[Point]]"

FEW: Final = 4  # the most centres of a half turn that is decomposed for every backend


class HalfTurn:
    """Whether a half turn about one of some centres takes the piece of a vertex to itself; of an
    absent vertex, false. data: the vertex, the `Positions` of all vertices, and the centres, each
    as the sum of any two positions that the half turn exchanges.

    Only one centre can do so: that of the smallest rectangle around the piece."""

    name = "half_turn"
    of_pairs = False

    def holds(self, pieces: Pieces, data: Data) -> bool:
        vertex, where, centres = data
        return self.centre(pieces, vertex, where) in centres

    def entailment(self, sure: Pieces, possible: Pieces, data: Data) -> bool | None:
        vertex, where, centres = data
        some, every = (p.members.get(p.label[vertex], ()) for p in (sure, possible))
        if len(some) == len(every):
            return self.holds(sure, data)
        own, piece = where.at[vertex], possible.label[vertex]
        images = (where.vertices.get(image_of(own, centre)) for centre in centres)
        return None if any(v is not None and possible.label[v] == piece for v in images) else False

    def reason(self, pieces: Pieces, data: Data) -> tuple[int, ...]:
        return all_of(pieces, data[0])

    def centre(self, pieces: Pieces, vertex: int, where: Positions) -> Point | None:
        """The centre of the half turn that takes the piece of a vertex to itself; None if there is
        none."""
        name = pieces.label[vertex]
        if name == ABSENT:
            return None
        key = HalfTurn, where, name
        if key not in pieces.derived:
            pieces.derived[key] = centre_of([where.at[v] for v in pieces.members[name]])
        found: Point | None = pieces.derived[key]
        return found

    def decompose(self, model: Model, graph: Graph, data: Data) -> Bool:
        """Some vertex is the image of the vertex, under a half turn that takes all others of the
        piece to others of it."""
        vertex, where, centres = data
        inside = in_piece(model, graph, vertex)
        images = [
            v
            for v, (place, there) in enumerate(zip(where.at, inside, strict=True))
            if there is not False and sum_of(where.at[vertex], place) in centres
        ]
        return model.or_(_exchanged(model, graph, where, vertex, v) for v in images)


def centre_of(places: list[Point]) -> Point | None:
    """The centre of the half turn that takes some places to themselves, at least one; None if there
    is none."""
    first, last = min(places), max(places)
    centre = first[0] + last[0], first[1] + last[1]
    every = set(places)
    return centre if all(image_of(place, centre) in every for place in places) else None


def image_of(place: Point, centre: Point) -> Point:
    """The image of a place under a half turn."""
    return centre[0] - place[0], centre[1] - place[1]


def sum_of(one: Point, other: Point) -> Point:
    """The centre of the half turn that exchanges two places."""
    return one[0] + other[0], one[1] + other[1]


def _exchanged(m: Model, graph: Graph, where: Positions, a: int, b: int) -> Bool:
    """Whether two vertices are of one piece, and the half turn that exchanges them takes it to
    itself. One condition serves the pieces of both."""
    first, second = (a, b) if a < b else (b, a)
    key = HalfTurn, graph, where, first, second
    if key not in m.derived:
        inside = in_piece(m, graph, first)
        there = dict(zip(where.at, inside, strict=True))
        centre = sum_of(where.at[first], where.at[second])
        # The half turn is its own inverse, so one comparison serves a place and its image.
        images = {place: image_of(place, centre) for place, x in there.items() if x is not False}
        pairs = {(min(p, q), max(p, q)) for p, q in images.items()}
        same = [m.iff(there.get(p, False), there.get(q, False)) for p, q in sorted(pairs)]
        m.derived[key] = m.and_((inside[second], *same))
    found: Bool = m.derived[key]
    return found


def about_few_centres(data: Data) -> bool:
    """Whether a half turn is best decomposed, for any backend: into conditions on which vertices
    are in the piece of its vertex. About many centres there are too many of them, up to the third
    power of the board's cells."""
    return len(data[2]) <= FEW


HALF_TURN = HalfTurn()
