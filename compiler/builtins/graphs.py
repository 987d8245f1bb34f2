"""Graphs over places: from `where` and `joined`, or from drawn lines, to graphs of the model.

`where` is any set of places, given or found; `joined` a relation, a set of links or borders, which
join their ends, or a set of pairs, all of them given or found. Lines are links or borders, usually
found: the vertices of their graph are the places at their ends, each present if some line is drawn
at it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from ...deadline import pause
from ...dsl.checked import EITHER
from ...model.globals.acyclic import ACYCLIC
from ...model.globals.connected import CONNECTED
from ...model.globals.loop import LOOP
from ...model.model import Model
from ...model.nodes import Bool, Graph
from ..board.places import Place, Unit
from ..context import Context
from ..values.listing import constants
from ..values.members import items
from ..values.partitions import Partition
from ..values.sets import as_set
from ..values.showing import show
from ..values.values import GuardedList, Layer, Unsupported, Value, is_truth

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
    if type(where) is GuardedList and where.less is not None and _lasts(joined):
        whole, out = where.less
        key = (areas, whole, joined)
        of_whole: Partition | None = context.called.get(key)
        if of_whole is None:
            of_whole = context.called[key] = areas(context, whole, joined)
        return of_whole.without(context.m, out)
    places, graph = graph_of(context, where, joined)
    return Partition("", graph, places)


def graph_of(context: Context, where: Value, joined: Value = None) -> tuple[tuple[Any, ...], Graph]:
    """The graph of a set of places, and the place of each vertex. Sets that are one set without a
    few members share its edges."""
    less = where.less if type(where) is GuardedList else None
    whole, out = (where, ()) if less is None else less
    if not _lasts(joined) or (less is None and type(where) is not Layer):
        return _new_graph(context, where, joined)
    key = (graph_of, whole, joined)  # rules repeat such graphs
    known: tuple[tuple[Any, ...], Graph] | None = context.called.get(key)
    if known is None:
        known = context.called[key] = _new_graph(context, whole, joined)
    places, graph = known
    return places, context.m.graph_without(graph, out)


def _lasts(joined: Value) -> bool:
    """Whether what joins places is a layer, which rules repeat, or nothing but the board."""
    return joined is None or type(joined) is Layer


def _new_graph(context: Context, where: Value, joined: Value) -> tuple[tuple[Any, ...], Graph]:
    there = _conditions(context.m, where)
    position = {place: i for i, place in enumerate(there)}
    edges: Iterable[Edge]
    if joined is None:
        edges = _neighbours(context, there)
    elif type(joined) is Layer:
        edges = context.once(_listed, joined)
    else:
        edges = _joined(context, joined)
    graph = context.m.graph(
        there.values(),
        [(position[a], position[b], c) for a, b, c in edges if a in position and b in position],
    )
    return tuple(there), graph


def _conditions(m: Model, where: Value) -> dict[Any, Bool]:
    """The members of a set of places, each once, with the condition that it is present."""
    there = dict(items(m, where if isinstance(where, (Layer, Unit)) else as_set(m, where)))
    for place in there:
        if not isinstance(place, (Place, Unit, str, int)):
            raise Unsupported(f"a graph of {show(place)}")
    return there


def _neighbours(context: Context, places: Mapping[Any, Bool]) -> Iterator[Edge]:
    """The default edges between places: a common side, a common end, a border."""
    for kind in dict.fromkeys(getattr(place, "kind", "") for place in places):
        match kind:
            case "cell":  # perhaps beyond the board
                cells = [p for p in places if getattr(p, "kind", "") == "cell"]
                yield from ((a, b, True) for a, b in context.board.neighbouring(cells))
            case "link" | "border":
                yield from ((a, b, True) for a, b in context.board.relation("meeting"))
            case "corner":
                yield from _segments(context, [(border, True) for border in context.board.borders])
            case _:
                raise Unsupported("it must be said what joins these places")


def _listed(context: Context, joined: Layer) -> list[Edge]:
    return list(_joined(context, joined))


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
        pause()
        a, b = context.board.touching(ENDS[segment.kind], segment)
        yield a, b, condition


# ---- lines ---------------------------------------------------------------------------------------


def _drawn(context: Context, lines: Value) -> dict[Place, Bool]:
    drawn = _conditions(context.m, lines)
    if len({segment.kind for segment in drawn}) > 1:
        raise Unsupported("lines of links and of borders at once")
    return drawn


def _lines(context: Context, lines: Value) -> list[Edge]:
    return list(_segments(context, list(_drawn(context, lines).items())))


def loop(context: Context, lines: Value, crossing: Value = None) -> Bool:
    """The lines are one closed loop; crossing: where it may cross itself, straight on both ways.

    A place where it may cross itself has two vertices, one for each axis of the lines through it;
    the edge between them is present unless the loop crosses there."""
    m = context.m
    drawn = _drawn(context, lines)
    edges = list(_segments(context, list(drawn.items())))
    axes = [context.board.axis(segment) for segment in drawn]
    ways: dict[Place, dict[int, list[Bool]]] = {}
    for (a, b, line), axis in zip(edges, axes, strict=True):
        for end in (a, b):
            ways.setdefault(end, {}).setdefault(axis, []).append(line)
    allowed = _crossing(m, crossing)
    position: dict[Place, dict[int, int]] = {}
    vertices: list[Bool] = []
    joints: list[tuple[int, int, Bool]] = []
    conditions: list[Bool] = []
    for place, through in ways.items():
        first = len(vertices)
        straight = [through[axis] for axis in sorted(through) if len(through[axis]) == 2]
        may_cross = allowed(place) if len(straight) == len(through) > 1 else False
        if may_cross is False:
            position[place] = dict.fromkeys(through, first)
            vertices.append(m.or_([c for axis in sorted(through) for c in through[axis]]))
            continue
        if len(straight) > 2:
            raise Unsupported(f"lines that cross on a board of {context.board.shape}")
        position[place] = {axis: first + k for k, axis in enumerate(sorted(through))}
        vertices += [m.or_(line) for line in straight]
        crosses = m.and_([c for line in straight for c in line])
        joints.append((first, first + 1, m.not_(crosses)))
        conditions.append(m.implies(crosses, may_cross))
    segments = [
        (position[a][axis], position[b][axis], line)
        for (a, b, line), axis in zip(edges, axes, strict=True)
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
    """The lines are one path: connected, with two ends and without branches."""
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
            m.eq(m.sum_([m.eq(degree, 1) for degree in degrees]), 2),
            m.query(CONNECTED, graph),
        )
    )


def inside(context: Context, lines: Value, reading: str) -> Layer:
    """The cells (corners, for links) with an odd number of lines on the way from outside: the
    inside of a loop, by Jordan's curve theorem.

    reading: whether the lines are each a `link` or a `border`, or `EITHER`. Raises Unsupported if
    no line says it then."""
    m = context.m
    drawn = _conditions(m, lines)
    if reading == EITHER:
        first = next((segment.kind for segment in drawn), "")
        reading = first or (lines.kind if isinstance(lines, Layer) else "")
    if not reading:
        raise Unsupported("whether these lines, of which there are none, are links or borders")
    kind = "corner" if reading == "link" else "cell"
    table: dict[Any, Bool] = {}
    for beam in context.board.beams(kind):
        odd: Bool = False
        for place, crossed in beam:
            line = False if crossed is None else drawn.get(crossed, False)
            odd = m.not_(m.iff(odd, line))
            table[place] = odd
    return Layer("inside", table, True, kind)
