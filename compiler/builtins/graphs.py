"""Graphs over places: from `where` and `joined`, or from drawn lines, to graphs of the model.

`where` is any set of places, given or found; `joined` a relation, a set of links or borders, which
join their ends, or a set of pairs, all of them given or found. Lines are links or borders, found as
a rule: a graph of them has the places at their ends as its vertices, each there where some line is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from ...model.globals.acyclic import ACYCLIC
from ...model.globals.connected import CONNECTED
from ...model.globals.loop import LOOP
from ...model.model import Model
from ...model.nodes import Bool, Graph
from ..board.square import Place, Unit
from ..context import Context
from ..values.comparison import make_set
from ..values.partitions import Partition
from ..values.values import GuardedList, Layer, Unsupported, Value, constants, is_truth, items, show

Edge: TypeAlias = tuple[Any, Any, Bool]

# What links and borders join.
ENDS = {"link": "cell", "border": "corner"}


def connected(context: Context, where: Value, joined: Value = None) -> Bool:
    _, graph = graph_of(context, where, joined)
    return context.m.query(CONNECTED, graph)


def acyclic(context: Context, where: Value, joined: Value = None) -> Bool:
    _, graph = graph_of(context, where, joined)
    return context.m.query(ACYCLIC, graph)


def areas(context: Context, where: Value, joined: Value = None) -> Partition:
    places, graph = graph_of(context, where, joined)
    return Partition("", graph, places)


def graph_of(context: Context, where: Value, joined: Value) -> tuple[tuple[Any, ...], Graph]:
    """The graph of a set of places, and the place of each vertex."""
    there = _conditions(context.m, where)
    position = {place: i for i, place in enumerate(there)}
    edges = _neighbours(context, there) if joined is None else _joined(context, joined)
    graph = context.m.graph(
        there.values(),
        ((position[a], position[b], c) for a, b, c in edges if a in position and b in position),
    )
    return tuple(there), graph


def _conditions(m: Model, where: Value) -> dict[Any, Bool]:
    """The members of a set of places, each once, with the condition that it is there."""
    there = dict(items(m, where if isinstance(where, (Layer, Unit)) else as_set(m, where)))
    for place in there:
        if not isinstance(place, (Place, Unit, str, int)):
            raise Unsupported(f"a graph of {show(place)}")
    return there


def as_set(m: Model, collection: Value) -> Value:
    """A collection with equal members once."""
    return make_set(m, items(m, collection))


def _neighbours(context: Context, places: Mapping[Any, Bool]) -> Iterator[Edge]:
    """What joins places unless it is said: a side, an end that they share, a border."""
    for kind in dict.fromkeys(getattr(place, "kind", "") for place in places):
        match kind:
            case "cell":  # perhaps beyond the board
                at = {(p.row, p.column): p for p in places if getattr(p, "kind", "") == "cell"}
                for (row, column), p in at.items():
                    beside = (at.get((row, column + 1)), at.get((row + 1, column)))
                    yield from ((p, other, True) for other in beside if other is not None)
            case "link" | "border":
                yield from ((a, b, True) for a, b in context.board.relation("meeting"))
            case "corner":
                yield from _segments(context, [(border, True) for border in context.board.borders])
            case _:
                raise Unsupported("it must be said what joins these places")


def _joined(context: Context, joined: Value) -> Iterator[Edge]:
    m = context.m
    for item, condition in items(m, joined):
        if isinstance(item, Place):
            yield from _segments(context, [(item, condition)])
            continue
        if type(item) is tuple and len(item) == 2 and type(item[0]) is type(item[1]) is Place:
            yield (*item, condition)  # the common case
            continue
        for pair, chosen in [(item, True)] if isinstance(item, GuardedList) else constants(m, item):
            ends = items(m, pair)
            if len(ends) != 2:  # one of them is missing
                continue
            (one, there), (other, also_there) = ends
            for a, is_a in constants(m, one):
                for b, is_b in constants(m, other):
                    yield a, b, m.and_((condition, chosen, there, also_there, is_a, is_b))


def _segments(context: Context, lines: list[tuple[Place, Bool]]) -> Iterator[Edge]:
    """Links and borders as edges between their two ends, the upper or left one first."""
    for segment, condition in lines:
        a, b = context.board.touching(ENDS[segment.kind], segment)
        yield a, b, condition


# ---- lines ---------------------------------------------------------------------------------------


def _lines(context: Context, lines: Value) -> list[Edge]:
    drawn = list(_conditions(context.m, lines).items())
    if len({segment.kind for segment, _ in drawn}) > 1:
        raise Unsupported("lines of links and of borders at once")
    return list(_segments(context, drawn))


def loop(context: Context, lines: Value, crossing: Value = None) -> Bool:
    """The lines are one closed loop; crossing: where it may cross itself, straight on both ways.

    A place where it may is two vertices, one on the way across and one on the way up and down;
    what joins these is there unless the loop crosses.
    """
    m = context.m
    edges = _lines(context, lines)
    ways: dict[Place, tuple[list[Bool], list[Bool]]] = {}
    for a, b, drawn in edges:
        for end in (a, b):
            ways.setdefault(end, ([], []))[a.column == b.column].append(drawn)
    allowed = _crossing(m, crossing)
    position: dict[Place, tuple[int, int]] = {}
    vertices: list[Bool] = []
    joints: list[tuple[int, int, Bool]] = []
    conditions: list[Bool] = []
    for place, (across, along) in ways.items():
        first = len(vertices)
        may_cross = allowed(place) if len(across) == len(along) == 2 else False
        if may_cross is False:
            position[place] = first, first
            vertices.append(m.or_((*across, *along)))
        else:
            position[place] = first, first + 1
            vertices += [m.or_(across), m.or_(along)]
            crosses = m.and_((*across, *along))
            joints.append((first, first + 1, m.not_(crosses)))
            conditions.append(m.implies(crosses, may_cross))
    segments = [
        (position[a][a.column == b.column], position[b][a.column == b.column], drawn)
        for a, b, drawn in edges
    ]
    graph = m.graph(vertices, [*segments, *joints])
    closed = m.query(LOOP, graph, tuple((one, other) for one, other, _ in joints))
    return m.and_((*conditions, closed))


def _crossing(m: Model, crossing: Value) -> Callable[[Place], Bool]:
    """Where lines may cross: everywhere or nowhere, or in a set of places."""
    if crossing is None or is_truth(crossing):
        return lambda place: crossing or False
    allowed = dict(items(m, as_set(m, crossing)))
    return lambda place: allowed.get(place, False)


def path(context: Context, lines: Value) -> Bool:
    """The lines are one path: they have two ends, branch nowhere and are one piece."""
    m = context.m
    edges = _lines(context, lines)
    at: dict[Place, list[Bool]] = {}
    for a, b, drawn in edges:
        at.setdefault(a, []).append(drawn)
        at.setdefault(b, []).append(drawn)
    position = {place: i for i, place in enumerate(at)}
    graph = m.graph(map(m.or_, at.values()), ((position[a], position[b], c) for a, b, c in edges))
    degrees = [m.sum_(here) for here in at.values()]
    return m.and_(
        (
            *(m.le(degree, 2) for degree in degrees),
            m.eq(m.sum_(m.eq(degree, 1) for degree in degrees), 2),
            m.query(CONNECTED, graph),
        )
    )


def inside(context: Context, lines: Value) -> Layer:
    """The cells (corners, for links) that lines surround: those from which an odd number of them is
    crossed on the way to the left. Of a loop that is the inside, by Jordan's theorem."""
    m = context.m
    segments = _conditions(m, lines)
    drawn = {segment.at: condition for segment, condition in segments.items()}
    links = any(segment.kind == "link" for segment in segments)
    links = links or (isinstance(lines, Layer) and lines.kind == "link")
    table: dict[Any, Bool] = {}
    odd: Bool = False
    for place in context.board.corners if links else context.board.cells:
        y, x = place.at
        if x <= 1:  # the first of its row
            odd = False
        odd = m.not_(m.iff(odd, drawn.get((y, x - 1), False)))
        table[place] = odd
    return Layer("inside", table, True, "corner" if links else "cell")
