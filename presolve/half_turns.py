"""Pieces that a half turn takes to themselves: a choice of the image for each vertex.

The image of a vertex is in its piece, and vertices that are joined have images under the same half
turn, so that this is the half turn of the whole piece. These are a few conditions for each pair of
vertices, where a query compares all vertices for each centre. A vertex of whose piece nothing is
demanded may have no image; so queries below a negation stay as they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from ..deadline import pause
from ..model.forms import Point
from ..model.globals.box import Positions, vertices_at
from ..model.globals.connected_pair import CONNECTED_PAIR
from ..model.globals.half_turn import HALF_TURN, image_of, sum_of
from ..model.model import Model
from ..model.nodes import And, Bool, Graph, Or, Query
from ..model.pieces import ABSENT, known
from .demands import Demand, Shape, instead, require_all, shaped

Asked: TypeAlias = "tuple[Graph, Positions]"


def centred(m: Model) -> Model:
    """The model with a choice of the image of each vertex, for graphs with so many centres in
    question that it takes fewer conditions: two for an edge and each image of its ends, in place of
    one for each vertex and centre."""
    if not m.asks(HALF_TURN):
        return m
    asked: dict[Asked, dict[Query, list[Demand]]] = {}
    for demand in shaped(m, _may_ask):
        for query in _queries(demand[0]):
            asked.setdefault(_asked(query), {}).setdefault(query, []).append(demand)
    chosen = {about: asked[about] for about in asked if _many(about, asked[about])}
    return _with_images(m, chosen) if chosen else m


def _may_ask(shape: Shape) -> bool:
    either = shape.kind is Or and shape.has(Query, And)
    return not shape.negated and (shape.kind is Query or either)


def _queries(condition: Bool) -> Iterator[Query]:
    """The queries about half turns in a condition, without those below a negation."""
    if type(condition) is Query:
        if condition.definition is HALF_TURN:
            yield condition
    elif type(condition) is And or type(condition) is Or:
        for part in condition.args:
            yield from _queries(part)


def _asked(query: Query) -> Asked:
    """The graph that a query asks about, and the positions of its vertices."""
    return query.graph, query.data[1]


def _many(about: Asked, queries: Iterable[Query]) -> bool:
    """Whether there are so many centres in question."""
    graph, where = about
    return sum(min(len(q.data[2]), len(where.at)) for q in queries) > 2 * len(graph.edges)


def _with_images(m: Model, asked: Mapping[Asked, Mapping[Query, Sequence[Demand]]]) -> Model:
    """The model with a choice of the image of each vertex of some graphs, by the demands that ask
    about them: one may ask about several."""
    demanded = {
        about: dict.fromkeys(demand for some in queries.values() for demand in some)
        for about, queries in asked.items()
    }
    every = dict.fromkeys(demand for some in demanded.values() for demand in some)
    rest = instead(m, {condition for condition, _ in every}, ())
    made = rest.with_constraints(rest.constraints, [*m.variables])
    images = {about: _Images(made, *about) for about in asked}
    for condition, constraint in every:
        made.constraints.append(constraint.of(_instead_of(condition, made, images)))
    for about, some in demanded.items():
        origins = dict.fromkeys(origin for _, c in some for origin in c.origins)
        require_all(made, images[about].conditions(), tuple(origins))
    return made


def _instead_of(condition: Bool, m: Model, images: Mapping[Asked, _Images]) -> Bool:
    """A condition with the images in place of its queries."""
    if type(condition) is And:
        return m.and_([_instead_of(part, m, images) for part in condition.args])
    if type(condition) is Or:
        return m.or_([_instead_of(part, m, images) for part in condition.args])
    if type(condition) is Query and condition.definition is HALF_TURN:
        of_graph = images.get(_asked(condition))
        if of_graph is not None:
            return m.or_(of_graph.about(*condition.data))
    return condition


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

    def about(self, v: int, where: Positions, centres: frozenset[Point]) -> list[Bool]:
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
