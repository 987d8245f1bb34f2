"""Pieces that lie in one row or column, and pieces of more than one vertex: conditions on
neighbours instead of whole pieces.

If edges join only cells that share a side, all pieces among some vertices that no edge joins to
others lie in a row or column exactly if none of these vertices is joined both to one beside it and
to one above or below it: along a path of edges of one direction, the other coordinate stays the
same. What is required of a vertex follows from the demand on its piece, and has its origins.

The piece of a vertex has two vertices or more exactly if some neighbour is joined to it."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Collection, Container, Iterator
from typing import Any, TypeAlias

from ..model.constraints import Constraint
from ..model.globals.box import Positions
from ..model.globals.lines import COLUMNS, ROWS
from ..model.globals.size import SIZE
from ..model.model import Model
from ..model.nodes import And, Bool, Graph, Measure, Member, Or, Query, all_of, any_of, bottom_up
from ..model.pieces import known, neighbours
from .demands import Signature, instead, selected
from .rectangles import by_sides, distributed, rebuilt

# By vertex, the demands that its piece lies in one line.
Demanded: TypeAlias = "dict[int, list[Bool]]"


def in_lines(m: Model) -> Model:
    """The model with conditions on neighbours for pieces that all lie in one row or column."""
    if not (m.uses(ROWS) and m.uses(COLUMNS)):
        return m
    found: dict[tuple[Graph, Positions], Demanded] = {}
    split: list[tuple[Bool, list[Bool], Constraint]] = []
    for demand, constraint in selected(m, _has_member):
        parts = [*distributed(m, demand)]
        split.append((demand, parts, constraint))
        for part in parts:
            lines = _lines(m, part)
            if lines is not None:
                graph, where, v = lines
                found.setdefault((graph, where), {}).setdefault(v, []).append(part)
    new: dict[Bool, list[Bool]] = {}
    for (graph, where), demanded in found.items():
        if by_sides(graph, where):
            for v in _whole_pieces(graph, demanded):
                new |= dict.fromkeys(demanded[v], _bends(m, graph, where, v))
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for demand, parts, constraint in split:
        if not new.keys().isdisjoint(parts):
            gone.add(demand)
            for part in parts:
                some = new.get(part, [part])
                added += [constraint.of(x) for x in some if x is not True]
    return instead(m, gone, added) if gone else m


def _has_member(signature: Signature) -> bool:
    """Whether conditions of a signature may have a measure with certain values."""
    if signature.kind is Or:
        return not signature.negated and signature.has(Member, And)
    return signature.kind is Member and not signature.negated and Measure in signature.parts


def _lines(m: Model, part: Bool) -> tuple[Graph, Positions, int] | None:
    """The graph, positions and vertex, if a condition is that the piece of a vertex, if there is
    one, lies in one row or column."""
    if type(part) is not Or:
        return None
    members = [(x.arg, x.values) for x in part.args if type(x) is Member]
    if len(members) != 2:
        return None
    (one, few), (other, also_few) = members
    if not isinstance(one, Measure) or not isinstance(other, Measure):
        return None
    if {one.definition, other.definition} != {ROWS, COLUMNS}:
        return None
    graph, (v, where) = one.graph, one.data
    if other.graph is not graph or other.data != one.data:
        return None
    absent = m.not_(graph.vertices[v])
    rest = [x for x in part.args if type(x) is not Member]
    one_line = (1,) if absent is False or absent in rest else (0, 1)
    if few != also_few or few not in (one_line, (0, 1)):
        return None
    return (graph, where, v) if all(x is absent for x in rest) else None


def _whole_pieces(graph: Graph, some: Container[int]) -> Iterator[int]:
    """Of some vertices, those that can be in one piece only with others of them. The rest may be in
    a piece with a vertex of which nothing is demanded."""
    _, possible = known(graph)
    for members in possible.members.values():
        if all(v in some for v in members):
            yield from members


def _bends(m: Model, graph: Graph, where: Positions, v: int) -> list[Bool]:
    """No neighbour beside a vertex and one above or below it are both joined to it."""
    beside: list[Bool] = []
    along: list[Bool] = []
    for e, w in neighbours(graph)[v]:
        joined = m.and_((graph.vertices[w], graph.edges[e][2]))
        (beside if where.at[v][0] == where.at[w][0] else along).append(joined)
    absent = m.not_(graph.vertices[v])
    return [m.or_((absent, m.not_(a), m.not_(b))) for a in beside for b in along]


def accompanied(m: Model) -> Model:
    """The model with conditions on neighbours instead of conditions that only distinguish pieces of
    one vertex from larger ones, if a graph has no other queries; the graph is then dropped."""
    if not m.uses(SIZE):
        return m
    found: dict[Graph, dict[Member, Bool]] = {}
    demanding: list[tuple[Bool, Constraint]] = []
    for demand, constraint in selected(m, _has_member):
        demanding.append((demand, constraint))
        for part in any_of(demand):
            for x in all_of(part):
                if type(x) is Member and isinstance(x.arg, Measure):
                    condition = _of_neighbours(m, x)
                    if condition is not None:
                        found.setdefault(x.arg.graph, {})[x] = condition
    few = [graph for graph, some in found.items() if len(some) < sum(map(bool, graph.vertices))]
    for graph in few:
        del found[graph]
    for graph in _queried_otherwise(m, {x for some in found.values() for x in some}):
        found.pop(graph, None)
    new: dict[Bool, Bool] = {x: of for some in found.values() for x, of in some.items()}
    gone: set[Bool] = set()
    added = []
    for demand, constraint in demanding if new else ():
        condition = rebuilt(m, demand, new)
        if condition is not demand:
            gone.add(demand)
            added.append(constraint.of(condition))
    return instead(m, gone, [c for c in added if c.condition is not True]) if gone else m


def _queried_otherwise(m: Model, members: Collection[Member]) -> set[Graph]:
    """The graphs with queries other than these conditions; none if there are no such conditions."""
    if not members:
        return set()
    seen: set[Any] = {*members}
    found = set()
    for node in bottom_up((c.condition for c in m.constraints), seen):
        seen.add(node)
        if type(node) is Query or type(node) is Measure:
            found.add(node.graph)
    return found


def _of_neighbours(m: Model, member: Member) -> Bool | None:
    """A condition on the size of a piece that is equal for all sizes from 2 on, by whether a
    neighbour is joined; None for any other."""
    measure = member.arg
    if not isinstance(measure, Measure) or measure.definition is not SIZE or measure.data[1]:
        return None
    small = bisect(measure.domain, 1)
    larger = (1 << len(measure.domain) - small) - 1
    some = member.mask >> small
    if not larger or some not in (0, larger):
        return None
    values = {size for k, size in enumerate(measure.domain[:small]) if member.mask >> k & 1}
    graph, v = measure.graph, measure.data[0]
    there = graph.vertices[v]
    company = m.or_(
        m.and_((there, graph.vertices[w], graph.edges[e][2])) for e, w in neighbours(graph)[v]
    )
    cases = ((0, m.not_(there)), (1, m.and_((there, m.not_(company)))), (2, company))
    return m.or_([case for size, case in cases if size in values or (size == 2 and some)])
