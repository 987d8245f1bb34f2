"""Pieces that must be rectangles: conditions on three cells around a point instead of whole pieces.

A piece is a rectangle exactly if its size is that of its box: one condition, however a rule is
worded (see `model.globals.box`). If this is required of the piece of every vertex, and edges join
only cells that share a side, it is equivalent to local conditions: no 2×2 square has exactly three
cells of one piece. For then maximal stretches of neighbouring rows that touch have the same ends.
The condition is stated for the middle one of three such cells: if its neighbours across and along
are in its piece, so is the cell between them. Where cells that share a corner are joined, too, both
neighbours of two such cells are in their piece; then the piece is connected by sides alone. These
conditions follow from the demand on the piece of this vertex, and have its origins.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from ..deadline import pause
from ..model.constraints import Constraint
from ..model.globals.box import BOX, Positions
from ..model.globals.connected_pair import CONNECTED_PAIR, walled
from ..model.globals.size import SIZE
from ..model.model import Model
from ..model.nodes import And, Bool, Graph, LinearEq, Measure, Or, all_of, any_of, children
from ..model.store import BETWEEN
from ..records import record
from .demands import Signature, disjuncts, selected

Key: TypeAlias = Any
# A graph, a vertex of a piece, and where the vertices lie.
Boxed: TypeAlias = tuple[Graph, int, Positions]


@record(eq=False)
class Rectangles:
    """A graph whose pieces, or all of them with some property, must be rectangles.

    where: the positions of its vertices. demands: by vertex, the condition that its piece is a
    rectangle. said: the conditions of the model that require it. always: whether this is required
    of all pieces.
    """

    graph: Graph
    where: Positions
    demands: Mapping[int, LinearEq]
    said: Sequence[Bool]
    always: bool


def by_corners(m: Model) -> Model:
    """The model with conditions on corners instead of conditions on rectangles."""
    anywhere: dict[Bool, Bool] = {}
    within: dict[Bool, dict[Bool, Bool]] = {}  # by condition
    for found in rectangles(m):
        if by_neighbours(found.graph, found.where):
            corners = Corners(m, found.graph, found.where)
            parts: dict[Bool, Bool] = {
                demand: corners.part(v) for v, demand in found.demands.items()
            }
            if found.always:
                anywhere |= parts
            else:  # elsewhere, a rectangle may be required of one vertex of a piece only
                for condition in found.said:
                    within.setdefault(condition, {}).update(parts)
    if not anywhere and not within:
        return m
    within = {condition: {**some, **anywhere} for condition, some in within.items()}
    constraints: list[Constraint] = []
    added: list[Constraint] = []
    for constraint in m.constraints:
        pause()
        condition = m.and_(
            [rebuilt(m, x, within.get(x, anywhere)) for x in all_of(constraint.condition)]
        )
        if condition is constraint.condition:
            constraints.append(constraint)
        else:
            clauses = distributed(m, condition)
            added += [constraint.of(x) for x in clauses if x is not True]
    return m.with_constraints([*constraints, *added])


# ---- which they are ------------------------------------------------------------------------------


def rectangles(m: Model) -> list[Rectangles]:
    """The graphs for which every piece, or every piece with some property, must be a rectangle."""
    if not m.uses(BOX):
        return []
    groups: dict[tuple[Graph, Positions, Key], dict[int, LinearEq]] = {}
    said: dict[tuple[Graph, Positions, Key], list[Bool]] = {}
    for condition, _ in selected(m, _may_demand):
        pause()
        for demand, (graph, v, where), beside in _demands(condition):
            others = beside - {m.not_(graph.vertices[v])}
            form = frozenset(form_of(part, graph, v) for part in others)
            if None not in form:
                key = graph, where, form
                groups.setdefault(key, {})[v] = demand
                said.setdefault(key, []).append(condition)
    return [
        Rectangles(graph, where, demands, said[graph, where, form], not form)
        for (graph, where, form), demands in groups.items()
        if all_among(graph, demands)
    ]


def all_among(graph: Graph, some: Container[int]) -> bool:
    """Whether all vertices that may be present are among some: then what is demanded of the pieces
    of these is demanded of all pieces."""
    return all(v in some or there is False for v, there in enumerate(graph.vertices))


def _may_demand(signature: Signature) -> bool:
    """Whether conditions of a signature may demand that a piece is a rectangle."""
    if signature.negated:
        return False
    if signature.kind is Or:
        return signature.has(LinearEq, And)
    return signature.kind is LinearEq and Measure in signature.parts


def _demands(condition: Bool) -> Iterator[tuple[LinearEq, Boxed, frozenset[Bool]]]:
    """The demands in a condition that a piece is a rectangle, with the alternatives to each. They
    are searched for below one Or only, because guards around a statement are one Or."""
    for part in all_of(condition):
        alternatives = any_of(part)
        for one in alternatives:
            for x in all_of(one):
                if type(x) is LinearEq and (piece := boxed(x)) is not None:
                    yield x, piece, frozenset(alternatives) - {one}


def boxed(condition: Bool) -> Boxed | None:
    """The vertex whose piece is a rectangle exactly if a condition holds; None for any other
    condition."""
    if type(condition) is LinearEq and len(condition.terms) == 2 and not condition.bound:
        (c, x), (d, y) = condition.terms
        if c == -d and isinstance(x, Measure) and isinstance(y, Measure) and x.graph is y.graph:
            box, size = (x, y) if x.definition is BOX else (y, x)
            if box.definition is BOX and size.definition is SIZE:
                vertex, where = box.data
                return (box.graph, vertex, where) if size.data == (vertex, None) else None
    return None


def form_of(part: Any, graph: Graph, v: int) -> Key | None:
    """A key for a condition on a piece that is equal for all vertices of the piece; None for any
    other condition."""
    if isinstance(part, int):
        return part
    if isinstance(part, Measure):
        same = part.graph is graph and part.data[0] == v
        # Masks are of a domain, which depends on the vertices that can be reached.
        return (part.definition, part.data[1], part.domain) if same else None
    below = [form_of(child, graph, v) for child in children(part)]
    if not below or None in below:
        return None
    return (type(part), tuple(below), *_constants(part))


def _constants(part: Any) -> Iterator[Key]:
    """The fields of a node other than its children."""
    for name in ("mask", "bound", "constant", "definition", "data"):
        if hasattr(part, name):
            yield getattr(part, name)
    if hasattr(part, "terms"):
        yield tuple([c for c, _ in part.terms])


def distributed(m: Model, condition: Bool) -> Sequence[Bool]:
    """A guarded conjunction, as one guarded condition for each of its parts."""
    parts = condition.args if type(condition) is Or else ()
    for x in parts:
        if type(x) is And:
            guards: list[Bool] = [y for y in parts if y is not x]
            return [m.or_((*guards, part)) for part in x.args]
    return [condition]


# ---- their corners -------------------------------------------------------------------------------


def by_sides(graph: Graph, where: Positions) -> bool:
    """Whether edges join only cells that share a side."""
    at = where.at
    return all(abs(at[a][0] - at[b][0]) + abs(at[a][1] - at[b][1]) == 1 for a, b, _ in graph.edges)


def by_neighbours(graph: Graph, where: Positions) -> bool:
    """Whether edges join only cells that share a side, or a corner if they are always present."""
    at = where.at
    for a, b, edge in graph.edges:
        down, right = abs(at[a][0] - at[b][0]), abs(at[a][1] - at[b][1])
        if down + right != 1 and not (down == right == 1 and edge is True):
            return False
    return True


class Corners:
    """The conditions of each vertex that together make all pieces of a graph rectangles."""

    def __init__(self, m: Model, graph: Graph, where: Positions) -> None:
        self.m, self.graph, self.where = m, graph, where
        self.vertex = where.vertices
        self.tight = tight_edges(m, graph)

    def part(self, v: int) -> Bool:
        m, (row, column) = self.m, self.where.at[v]
        conditions: list[Bool] = []
        for down in (-1, 1):
            for right in (-1, 1):
                along = self.vertex.get((row + down, column))
                across = self.vertex.get((row, column + right))
                between = self.vertex.get((row + down, column + right))
                one, other = self._together(v, along), self._together(v, across)
                if between is not None and (min(v, between), max(v, between)) in self.tight:
                    last = self._together(v, between)
                    conditions.append(self._clauses(last, True, m.and_((one, other))))
                if along is not None and across is not None:
                    filled = between is not None and self._joined(v, along, across, between)
                    conditions.append(self._clauses(one, other, filled))
        return m.and_(conditions)

    def _clauses(self, one: Bool, other: Bool, filled: Bool) -> Bool:
        """If two conditions hold, so does a third one: as clauses."""
        m = self.m
        apart = disjuncts(m, m.or_((m.not_(one), m.not_(other))))
        parts = all_of(filled)
        return m.and_([m.or_((*apart, x)) for x in parts if m.not_(x) not in apart])

    def _together(self, a: int, b: int | None) -> Bool:
        """The condition that two vertices are present and in one piece; None: a missing one."""
        if b is None:
            return False
        ends, there = (min(a, b), max(a, b)), self.graph.vertices
        if ends in self.tight:
            return self.m.and_((there[a], there[b], self.tight[ends]))
        return self.m.query(CONNECTED_PAIR, self.graph, ends)

    def _joined(self, v: int, along: int, across: int, between: int) -> Bool:
        """The condition that the last cell of a square is in the piece of the others."""
        for near in (along, across):
            if (min(near, between), max(near, between)) in self.tight:
                return self._together(near, between)
        return self._together(v, between)


def tight_edges(m: Model, graph: Graph) -> dict[tuple[int, int], Bool]:
    """The edges that are present whenever their ends are in one piece, each with its condition:
    those that are always present, and those for which a constraint requires it."""
    there = graph.vertices
    walls: set[tuple[int, int]] = set()
    others: set[Bool] = set()
    for k, constraint in enumerate(m.constraints):
        if not k & BETWEEN:
            pause()
        if constraint.given is True:
            found = walled(constraint.condition)
            if found is None:
                others.add(constraint.condition)
            elif found[0].graph is graph:
                walls.add(found[0].data)
    tight: dict[tuple[int, int], Bool] = {}
    for k, (a, b, edge) in enumerate(graph.edges):
        if not k & BETWEEN:
            pause()
        if edge is True:
            required = True
        elif there[a] is True and there[b] is True and type(edge) is not Or:
            required = (a, b) in walls  # what a constraint requires is a wall, see `walled`
        else:
            required = parted(m, graph, a, b, edge) in others
        if required:
            tight[a, b] = edge
    return tight


def parted(m: Model, graph: Graph, a: int, b: int, edge: Bool) -> Bool:
    """The condition that an edge is absent only between two pieces."""
    there, apart = graph.vertices, m.not_(m.query(CONNECTED_PAIR, graph, (a, b)))
    return m.implies(m.not_(edge), m.and_((there[a], there[b], apart)))


def wall_in(condition: Bool) -> Graph | None:
    """The graph, if a condition only says that an edge with present ends is absent only between two
    pieces; else None."""
    found = walled(condition)
    return None if found is None else found[0].graph


def all_rebuilt(m: Model, new: Mapping[Bool, Bool]) -> list[Constraint]:
    """The constraints with some parts of their conditions replaced, but for those that become
    True."""
    conditions = ((c, rebuilt(m, c.condition, new)) for c in m.constraints)
    return [c.of(condition) for c, condition in conditions if condition is not True]


def rebuilt(m: Model, condition: Bool, new: Mapping[Bool, Bool], depth: int = 3) -> Bool:
    """A condition with some of its parts replaced, down to this depth."""
    if condition in new:
        return new[condition]
    if depth and (type(condition) is And or type(condition) is Or):
        parts = [rebuilt(m, part, new, depth - 1) for part in condition.args]
        if any(a is not b for a, b in zip(parts, condition.args, strict=True)):
            return m.and_(parts) if type(condition) is And else m.or_(parts)
    return condition
