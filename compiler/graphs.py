"""Graphs over places: from `where` and `joined` in the language to a graph of the model.

`where` is any set of places, given or found; `joined` a relation, a layer of links or borders whose
drawn members join their ends, or a set of pairs, given or found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from .divisions import Division
from .geometry import Board, Place
from .globals.acyclic import ACYCLIC
from .globals.connected import CONNECTED
from .globals.loop import LOOP
from .model import Bool, Graph, Model
from .values import Choice, Layer, Unsupported, Value, constants, is_truth, items, show


class World(Protocol):
    m: Model

    @property
    def board(self) -> Board: ...


Edge = tuple[Any, Any, Bool]

# What drawn segments join, by their kind.
ENDS = {"link": "cell", "border": "corner"}


def connected(w: World, where: Value, joined: Value = None) -> Bool:
    return w.m.query(CONNECTED, _graph(w, items(w.m, where), joined))


def acyclic(w: World, where: Value, joined: Value) -> Bool:
    return w.m.query(ACYCLIC, _graph(w, items(w.m, where), joined))


def areas(w: World, where: Value, joined: Value = None) -> Division:
    there = items(w.m, where)
    return Division("", _graph(w, there, joined), tuple(place for place, _ in there))


def _graph(w: World, there: Sequence[tuple[Any, Bool]], joined: Value) -> Graph:
    position = {place: i for i, (place, _) in enumerate(there)}
    edges = _edges(w, position, joined)
    return w.m.graph(
        (condition for _, condition in there),
        ((position[a], position[b], c) for a, b, c in edges if a in position and b in position),
    )


def _edges(w: World, places: Iterable[Any], joined: Value) -> Iterator[Edge]:
    if joined is None:
        kinds = {place.kind if isinstance(place, Place) else "thing" for place in places}
        for kind in kinds:
            yield from _neighbours(w.board, kind)
    elif isinstance(joined, Layer) and joined.relation:
        yield from ((a, b, condition) for (a, b), condition in joined.table.items())
    elif isinstance(joined, Layer) and joined.kind in ENDS:
        for segment, condition in items(w.m, joined):
            ends = w.board.touching(ENDS[joined.kind], segment)
            if len(ends) == 2:
                yield *ends, condition
    else:
        for pair, condition in items(w.m, joined):
            for plain, chosen in constants(w.m, pair):
                if not isinstance(plain, tuple) or len(plain) != 2:
                    raise Unsupported(f"{show(plain)} is no pair of places")
                yield *plain, w.m.and_((condition, chosen))


def _neighbours(board: Board, kind: str) -> Iterator[Edge]:
    """What joins places of a kind unless it is said."""
    if kind == "cell":
        yield from ((a, b, True) for a, b in board.relation("adjacent"))
    elif kind in ("link", "border"):
        yield from ((a, b, True) for a, b in board.relation("meeting"))
    elif kind == "corner":
        for border in board.borders:
            a, b = board.touching("corner", border)
            yield a, b, True
    else:
        raise Unsupported("it must be said what joins these places")


# ---- lines ---------------------------------------------------------------------------------------


def loop(w: World, lines: Value, crossing: Value = None) -> Bool:
    """The drawn segments are one closed loop; crossing: where it may cross itself."""
    m = w.m
    drawn, ends = _drawn(w, lines), _ends(w, lines)
    allowed = _crossing(m, crossing)
    vertices: list[list[Bool]] = []
    index: dict[Any, tuple[int, int]] = {}
    joints: list[tuple[int, int]] = []
    conditions: list[Bool] = []
    for place in ends:
        through = allowed(place)
        vertices.append([])
        first = len(vertices) - 1
        if through is False:
            index[place] = first, first
            continue
        vertices.append([])
        index[place] = first, first + 1
        joints.append((first, first + 1))
        if through is not True:
            here = [c for segment, c in drawn if place in w.board.touching(place.kind, segment)]
            conditions.append(m.or_((through, m.le(m.sum_(here), 2))))
    edges: list[tuple[int, int, Bool]] = []
    for segment, condition in drawn:
        a, b = w.board.touching(ENDS[segment.kind], segment)
        way = int(a.column == b.column)  # across, or up and down
        one, other = index[a][way], index[b][way]
        vertices[one].append(condition)
        vertices[other].append(condition)
        edges.append((one, other, condition))
    for a_way, b_way in joints:
        both = m.and_((*vertices[a_way], *vertices[b_way]))
        full = len(vertices[a_way]) == len(vertices[b_way]) == 2
        edges.append((a_way, b_way, m.not_(both) if full else True))
    graph = m.graph((m.or_(lines_at) for lines_at in vertices), edges)
    return m.and_((*conditions, m.query(LOOP, graph, tuple(joints))))


def path(w: World, lines: Value) -> Bool:
    """The drawn segments are one path: two ends, no branch, one piece."""
    m = w.m
    at: dict[Any, list[Bool]] = {place: [] for place in _ends(w, lines)}
    position = {place: i for i, place in enumerate(at)}
    edges: list[tuple[int, int, Bool]] = []
    for segment, condition in _drawn(w, lines):
        a, b = w.board.touching(ENDS[segment.kind], segment)
        at[a].append(condition)
        at[b].append(condition)
        edges.append((position[a], position[b], condition))
    degrees = [m.sum_(here) for here in at.values()]
    graph = m.graph((m.or_(here) for here in at.values()), edges)
    return m.and_(
        (
            *(m.le(degree, 2) for degree in degrees),
            m.eq(m.sum_(m.eq(degree, 1) for degree in degrees), 2),
            m.query(CONNECTED, graph),
        )
    )


def inside(w: World, lines: Value) -> Layer:
    """The cells (corners, for links) that lines surround: those from which an odd number of them
    is crossed on the way to the left. For a loop that is its inside (Jordan)."""
    m = w.m
    drawn = dict(_drawn(w, lines))
    kind = next((segment.kind for segment in drawn), "border")
    within = "cell" if kind == "border" else "corner"
    table: dict[Any, Bool] = {}
    at = {segment.at: condition for segment, condition in drawn.items()}
    odd: Bool = False
    for place in w.board.cells if within == "cell" else w.board.corners:
        y, x = place.at
        if x <= 1:
            odd = False
        crossed = at.get((y, x - 1), False)
        odd = m.not_(m.iff(odd, crossed))
        table[place] = odd
    return Layer("inside", table, True, within)


def _drawn(w: World, lines: Value) -> Sequence[tuple[Place, Bool]]:
    found = items(w.m, lines)
    kinds = {segment.kind for segment, _ in found}
    if len(kinds) > 1:
        raise Unsupported("lines of links and of borders at once")
    return found


def _ends(w: World, lines: Value) -> Sequence[Any]:
    """The places that segments may join."""
    kinds = {segment.kind for segment, _ in items(w.m, lines)}
    kind = ENDS[kinds.pop()] if kinds else "cell"
    return w.board.places(kind)


def _crossing(m: Model, crossing: Value) -> Callable[[Any], Bool]:
    """Where lines may cross: given as yes or no, or as a set of places."""
    if crossing is None:
        return lambda place: False
    if is_truth(crossing):
        return lambda place: crossing
    if isinstance(crossing, Choice):
        raise Unsupported("crossings among sets of places")
    allowed = dict(items(m, crossing))
    return lambda place: allowed.get(place, False)
