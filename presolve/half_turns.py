"""Pieces that a half turn takes to themselves: a choice of the image for each vertex.

The image of a vertex is in its piece, and vertices that are joined have images under the same half
turn, so that this is the half turn of the whole piece. These are a few conditions for each pair of
vertices, where a query compares all vertices for each centre. A vertex of whose piece nothing is
demanded may have no image; so queries below a negation stay as they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ..deadline import pause
from ..model.forms import Point
from ..model.globals.box import Positions, vertices_at
from ..model.globals.connected_pair import CONNECTED_PAIR
from ..model.globals.half_turn import HALF_TURN, image_of, sum_of
from ..model.model import Model
from ..model.nodes import Bool, Graph, Or, Query
from ..model.pieces import ABSENT, known
from .demands import Demand, Shape, instead, require_all, shaped

Asked: TypeAlias = "tuple[Graph, Positions]"


def centred(m: Model) -> Model:
    """The model with a choice of the image of each vertex, for graphs with so many centres in
    question that it takes fewer conditions: two for an edge and each image of its ends, in place of
    one for each vertex and centre."""
    if not m.asks(HALF_TURN):
        return m
    asked: dict[Asked, list[Demand]] = {}
    for demand in shaped(m, _may_ask):
        for about in dict.fromkeys([_asked(x) for x in _parts(demand[0]) if type(x) is Query]):
            if about is not None:
                asked.setdefault(about, []).append(demand)
    for (graph, where), demanded in asked.items():
        vertices = len(where.at)
        queries = {q for condition, _ in demanded for q in _queries(condition, graph, where)}
        if sum(min(len(q.data[2]), vertices) for q in queries) > 2 * len(graph.edges):
            m = _with_images(m, graph, where, demanded)
    return m


def _may_ask(shape: Shape) -> bool:
    return not shape.negated and (shape.kind is Query or (shape.kind is Or and shape.has(Query)))


def _parts(condition: Bool) -> tuple[Bool, ...]:
    return condition.args if type(condition) is Or else (condition,)


def _queries(condition: Bool, graph: Graph, where: Positions) -> list[Query]:
    """The queries of a disjunction about half turns of a graph's pieces."""
    return [x for x in _parts(condition) if type(x) is Query and _asked(x) == (graph, where)]


def _asked(query: Query) -> Asked | None:
    """The graph and the positions of its vertices, if a query is about half turns."""
    return (query.graph, query.data[1]) if query.definition is HALF_TURN else None


def _with_images(m: Model, graph: Graph, where: Positions, demanded: list[Demand]) -> Model:
    """The model with a choice of the image of each vertex of one graph."""
    rest = instead(m, {condition for condition, _ in demanded}, ())
    made = rest.with_constraints(rest.constraints, [*m.variables])
    images = _Images(made, graph, where)
    for condition, constraint in demanded:
        made.constraints.append(constraint.of(images.instead_of(condition)))
    origins = dict.fromkeys(origin for _, c in demanded for origin in c.origins)
    require_all(made, images.conditions(), tuple(origins))
    return made


class _Images:
    """By vertex, which vertex is its image: a variable for each two vertices that may be of one
    piece, for each is the image of the other."""

    def __init__(self, m: Model, graph: Graph, where: Positions) -> None:
        self.m, self.graph, self.where = m, graph, where
        _, possible = known(graph)
        self._at = vertices_at(graph, where)
        self._of: list[dict[int, Bool]] = [{} for _ in where.at]
        for near in possible.members.values():
            for k, v in enumerate(near):
                for u in near[k:]:
                    self._of[v][u] = self._of[u][v] = m.bool_var(f"image{v}of{u}")

    def instead_of(self, condition: Bool) -> Bool:
        """A disjunction with the images in place of its queries."""
        parts: list[Bool] = []
        for part in _parts(condition):
            if type(part) is Query and _asked(part) == (self.graph, self.where):
                parts += self._about(*part.data)
            else:
                parts.append(part)
        return self.m.or_(parts)

    def _about(self, v: int, where: Positions, centres: frozenset[Point]) -> list[Bool]:
        """The images of a vertex under half turns about some centres."""
        own, images = where.at[v], self._of[v].items()
        return [chosen for u, chosen in images if sum_of(own, where.at[u]) in centres]

    def conditions(self) -> Iterator[Bool]:
        """A vertex has one image at most, which is in its piece; the images of vertices that are
        joined are those under one half turn."""
        m, graph, at = self.m, self.graph, self.where.at
        for v, images in enumerate(self._of):
            pause()
            yield m.le(m.sum_(images.values()), 1)
            for u, chosen in images.items():
                if u > v:
                    yield m.implies(chosen, m.query(CONNECTED_PAIR, graph, (v, u)))
                elif u == v:
                    yield m.implies(chosen, graph.vertices[v])
        for a, b, edge in graph.edges:
            pause()
            apart = m.not_(m.and_((edge, graph.vertices[a], graph.vertices[b])))
            for one, other in ((a, b), (b, a)):
                for u, chosen in self._of[one].items():
                    image = self._at.get(image_of(at[other], sum_of(at[one], at[u])), ABSENT)
                    yield m.or_((apart, m.not_(chosen), self._of[other].get(image, False)))
