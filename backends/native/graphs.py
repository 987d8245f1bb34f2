"""Graphs of the flat network: their vertices, edges and queries, and the hubs of their pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

from .network import (
    ALWAYS,
    CHANGED,
    CONNECTED_PAIR,
    HOME,
    HOMES,
    IMAGE,
    NEIGHBOURS,
    PIECES,
    SIZE,
    TRUE,
    TURNS,
    GraphQuery,
    Literal,
    Network,
)

# A hub has queries for at least FEWEST other vertices, and for this share of those that it may be
# connected to.
FEWEST: Final = 5
SHARE: Final = 0.75


class Edges:
    """The edges of a graph, or of several that differ in their vertices only.

    listed: each with its two ends and its literal; the other lists have these apart. count: the
    number of vertices."""

    def __init__(self, count: int, listed: Sequence[tuple[int, int, Literal]]) -> None:
        self.listed = listed
        self.ends_from = [a for a, _, _ in listed]
        self.ends_to = [b for _, b, _ in listed]
        self.words = [w for _, _, (w, _) in listed]
        self.masks = [m for _, _, (_, m) in listed]
        self.distinct = set(self.words)
        self._count = count
        self._members: list[list[int]] | None = None
        self._between: set[tuple[int, int, Literal]] | None = None

    @property
    def members(self) -> list[list[int]]:
        """For each vertex the vertices of its connected component, with all edges present."""
        found = self._members
        if found is None:
            by_name: dict[int, list[int]] = {}
            found = self._members = []
            for v, name in enumerate(_parts(self._count, self.listed)):
                found.append(by_name.setdefault(name, []))
                found[v].append(v)
        return found

    def has(self, a: int, b: int, literal: Literal) -> bool:
        """Whether a literal is that of an edge between two vertices, a < b."""
        if self._between is None:
            self._between = {(min(v, w), max(v, w), x) for v, w, x in self.listed}
        return (a, b, literal) in self._between


def post_graph(
    network: Network,
    vertices: Sequence[Literal],
    edges: Edges,
    queries: Sequence[GraphQuery],
    weights: Sequence[Sequence[int]],
    places: Sequence[int] = (),
    columns: int = 0,
) -> None:
    """Post a propagator of queries and measures of one graph.

    vertices: their literals. queries: (kind, literal, when, a, b), where the literal is equivalent
    to

        CONNECTED  the vertices make at most one piece
        ACYCLIC    the edges close no cycle
        LOOP       (IF_TRUE) no cycle is closed while another vertex is there
        CONNECTED_PAIR   vertices a and b are of one piece
        IMAGE      no literal but (variable, 0): 0, or the place to which a half turn that takes
                   the piece of vertex a to itself takes a; of all vertices, or none
        FIRST_OF   vertex a is the first of its piece
        SIZE       no literal but (variable, 0): the sum of weights[b] over the piece of a

    or, of CONNECTED and ACYCLIC, with when IF_TRUE: only if; with IF_FALSE: if.

    places: for images, where each vertex is on a board with this many columns: a cell in row r
    and column c is place 1 + columns·r + c.

    Queries of kind SIZE come last, those of equal b side by side. CONNECTED_PAIR queries that
    share a vertex stand side by side and name that vertex first.

    Some CONNECTED_PAIR queries have kinds of their own here. NEIGHBOURS: the two are present,
    and the literal is also that of an edge between them. HOME: one of the two is a hub. A hub
    is a vertex with a query for most of the vertices that it may be connected to; queries for
    the others, and for itself, are added.
    """
    first, first_load, width = len(network.vertex_word), len(network.load), 0
    count = len(vertices)
    queries, hubs = _with_hubs(network, vertices, edges, queries)
    queries = _by_shared_vertex(queries)
    network.hub_vertex.extend(first + hub for hub in hubs)
    network.hub_start.append(len(network.hub_vertex))
    network.vertex_word.extend([w for w, _ in vertices])
    network.vertex_mask.extend([m for _, m in vertices])
    network.vertex_start.append(len(network.vertex_word))
    network.edge_from.extend([first + a for a in edges.ends_from])
    network.edge_to.extend([first + b for b in edges.ends_to])
    network.edge_word.extend(edges.words)
    network.edge_mask.extend(edges.masks)
    network.edge_start.append(len(network.edge_word))
    words = edges.distinct | {w for w, _ in vertices}
    for kind, (word, mask), when, a, b in queries:
        network.query_kind.append(kind)
        network.query_word.append(word)
        network.query_mask.append(mask)
        network.query_when.append(when)
        network.query_from.append(first + a)
        network.query_to.append(first_load + count * b if kind == SIZE else first + b)
        if kind in (IMAGE, SIZE):
            words.update(network.words_of(word))
            if kind == IMAGE:
                width = network.words[word]
        else:
            words.add(word)
    network.query_start.append(len(network.query_kind))
    network.image_width.append(width)
    network.image_columns.append(columns)
    network.place.extend(places or (0,) * count)
    for weight in weights:
        network.load.extend(weight)
    words.discard(TRUE[0])
    number = len(network.vertex_start) - 2
    network.propagator(PIECES, TRUE, sorted(words), CHANGED, data=number)
    if hubs:
        network.propagator(HOMES, TRUE, sorted(words), CHANGED, data=number)
    if width:
        network.propagator(TURNS, TRUE, sorted(words), CHANGED, data=number)


def _with_hubs(
    network: Network,
    vertices: Sequence[Literal],
    edges: Edges,
    queries: Sequence[GraphQuery],
) -> tuple[Sequence[GraphQuery], list[int]]:
    """The queries, each pair once and with its kind, and those that hubs lacked; the hubs."""
    pairs: dict[tuple[int, int], Literal] = {}
    for kind, literal, _, a, b in queries:
        if kind != CONNECTED_PAIR:
            continue
        known = pairs.setdefault((min(a, b), max(a, b)), literal)
        if known != literal:
            network.clause([known, network.negation(literal)])
            network.clause([literal, network.negation(known)])
    if not pairs:
        return queries, []
    often = Counter(chain.from_iterable(pairs))
    members = edges.members
    hubs = [v for v, n in often.items() if n >= max(FEWEST, SHARE * (len(members[v]) - 1))]
    others = [query for query in queries if query[0] != CONNECTED_PAIR]
    for h in hubs:
        pairs[h, h] = vertices[h]
        for v in members[h]:
            ends = min(h, v), max(h, v)
            if ends not in pairs:
                pairs[ends] = network.bool_variable()
    homes = set(hubs)
    for (a, b), literal in pairs.items():
        kind = CONNECTED_PAIR
        if a in homes or b in homes:
            kind = HOME
        elif vertices[a] == vertices[b] == TRUE and edges.has(a, b, literal):
            kind = NEIGHBOURS
        others.append((kind, literal, ALWAYS, a, b))
    return others, sorted(hubs)


def _parts(count: int, edges: Iterable[tuple[int, int, Literal]]) -> list[int]:
    """The connected components of a graph with all of its edges: for each vertex, the
    representative of its component."""
    part = list(range(count))

    def find(v: int) -> int:
        while part[v] != v:
            part[v] = v = part[part[v]]
        return v

    for a, b, _ in edges:
        part[find(a)] = find(b)
    return [find(v) for v in range(count)]


def _by_shared_vertex(queries: Sequence[GraphQuery]) -> list[GraphQuery]:
    """Sort queries by kind. A CONNECTED_PAIR names first the vertex that more of them share."""
    pairs = [(a, b) for kind, _, _, a, b in queries if kind == CONNECTED_PAIR]
    often = Counter(chain.from_iterable(pairs))
    turned = [
        (kind, x, when, b, a)
        if kind == CONNECTED_PAIR and often[b] > often[a]
        else (kind, x, when, a, b)
        for kind, x, when, a, b in queries
    ]
    return sorted(turned, key=lambda q: (q[0], q[3] if q[0] == CONNECTED_PAIR else 0))
