# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""Graphs whose vertices and edges are literals: sure pieces and possible pieces.

A graph propagator notes a tag of constant size for each change (see `tags`); the reason is made
on demand (see `graph_reasons`), from the graph as it was then.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from .unlike import Unlike

if not cython.compiled:
    from .bits import bit_at

# The state of a literal.
FALSE = cython.declare(cython.int, 0)
OPEN = cython.declare(cython.int, 1)
TRUE = cython.declare(cython.int, 2)
ACYCLIC = cython.declare(cython.int, net.ACYCLIC)
LOOP = cython.declare(cython.int, net.LOOP)
CONNECTED_PAIR = cython.declare(cython.int, net.CONNECTED_PAIR)
HOME = cython.declare(cython.int, net.HOME)
IMAGE = cython.declare(cython.int, net.IMAGE)
SIZE = cython.declare(cython.int, net.SIZE)


class Graphs(Unlike):
    def _load_graphs(self, network: net.Network) -> cython.bint:
        """The graphs' arrays, and the edges around each vertex."""
        e: cython.int
        v: cython.int
        w: cython.int
        vertices: cython.int = len(network.vertex_word)
        edges: cython.int = len(network.edge_word)
        self.vertex_start = self._ints("vertex_start", network.vertex_start)
        self.vertex_word = self._ints("vertex_word", network.vertex_word)
        self.vertex_mask = self._masks("vertex_mask", network.vertex_mask)
        self.edge_start = self._ints("edge_start", network.edge_start)
        self.edge_word = self._ints("edge_word", network.edge_word)
        self.edge_mask = self._masks("edge_mask", network.edge_mask)
        self.edge_from = self._ints("edge_from", network.edge_from)
        self.edge_to = self._ints("edge_to", network.edge_to)
        self.query_start = self._ints("query_start", network.query_start)
        self.query_kind = self._ints("query_kind", network.query_kind)
        self.query_word = self._ints("query_word", network.query_word)
        self.query_mask = self._masks("query_mask", network.query_mask)
        self.query_when = self._ints("query_when", network.query_when)
        self.query_from = self._ints("query_from", network.query_from)
        self.query_to = self._ints("query_to", network.query_to)
        self.load = self._longs("load", network.load)
        self.around_start = self._ints("around_start", (), vertices + 1)
        self.around_edge = self._ints("around_edge", (), 2 * edges)
        self.around_vertex = self._ints("around_vertex", (), 2 * edges)
        for e in range(edges):
            self.around_start[self.edge_from[e]] += 1
            self.around_start[self.edge_to[e]] += 1
        for v in range(vertices):
            self.around_start[v + 1] += self.around_start[v]
        for e in range(edges - 1, -1, -1):
            for v, w in (
                (self.edge_from[e], self.edge_to[e]),
                (self.edge_to[e], self.edge_from[e]),
            ):
                self.around_start[v] -= 1
                self.around_edge[self.around_start[v]] = e
                self.around_vertex[self.around_start[v]] = w
        self.graphs = len(network.vertex_start) - 1
        self.learning = False
        self.stamp = 0
        self.value = self.until = -1
        self._make_note_room(0)
        self.vertex_state = self._ints("vertex_state", (), vertices)
        self.edge_state = self._ints("edge_state", (), edges)
        self.sure = self._ints("sure", (), vertices)
        self.possible = self._ints("possible", (), vertices)
        self.parent = self._ints("parent", (), vertices)
        self.parent_edge = self._ints("parent_edge", (), vertices)
        self.depth = self._ints("depth", (), vertices)
        self.following = self._ints("following", (), vertices)
        self.extent = self._ints("extent", (), vertices)
        self.wide = self._ints("wide", (), vertices)
        self.order = self._ints("order", (), vertices)
        self.mark = self._longs("mark", (), vertices)
        self.entered = self._ints("entered", (), vertices)
        self.least = self._ints("least", (), vertices)
        self.cursor = self._ints("cursor", (), vertices)
        self.behind = self._ints("behind", (), vertices)
        self.bulk = self._longs("bulk", (), vertices)
        self.total = self._longs("total", (), vertices)
        self.lost = self._longs("lost", (), vertices)
        self.light = self._longs("light", (), vertices)
        self.heavy = self._longs("heavy", (), vertices)
        self.cap = self._longs("cap", (), vertices)
        self.demand = self._longs("demand", (), vertices)
        self.cap_query = self._ints("cap_query", (), vertices)
        self.demand_query = self._ints("demand_query", (), vertices)
        self.own_query = self._ints("own_query", (), vertices)
        self.bar = self._filled("bar", -1, vertices)
        self.pair_query = self._filled("pair_query", -1, vertices)
        self._load_links(network, vertices)
        self._load_simple()
        self.allowed = self._filled("allowed", 1, vertices)
        return True

    def _load_links(self, network: net.Network, vertices: cython.int) -> cython.bint:
        """Decide which graphs link connected pairs: those where only membership of a piece matters.
        List for each family of sizes the query of each vertex."""
        g: cython.int
        k: cython.int
        v: cython.int
        queries: cython.int = len(network.query_kind)
        self.links = self._ints("links", (), self.graphs)
        self.link_head = self._filled("link_head", -1, vertices)
        self.link_next = self._ints("link_next", (), 2 * queries)
        self.is_linked = self._ints("is_linked", (), vertices)
        self.family_query = self._filled("family_query", -1, len(network.load))
        self.plain_end = self._ints("plain_end", (), self.graphs)
        self.others_start = self._ints("others_start", (), self.graphs)
        self.true_start = self._ints("true_start", (), self.graphs)
        self.true_count = self._ints("true_count", (), self.graphs)
        self.true_home = self._ints("true_home", (), queries)
        for g in range(self.graphs):
            self.plain_end[g] = self.others_start[g] = self.query_start[g]
            self.true_start[g] = self.query_start[g]
            for k in range(self.query_start[g], self.query_start[g + 1]):
                if self.query_kind[k] <= CONNECTED_PAIR:
                    self.plain_end[g] = k + 1
                if self.query_kind[k] <= HOME:
                    self.others_start[g] = k + 1
                if self.query_kind[k] == SIZE:
                    v = self.query_to[k] - self.vertex_start[g] + self.query_from[k]
                    self.family_query[v] = k
                elif self.query_kind[k] == ACYCLIC or self.query_kind[k] == LOOP:
                    # There it matters by which edges vertices are joined.
                    self.links[g] = -1
                elif self.query_kind[k] in (CONNECTED_PAIR, HOME, IMAGE) and self.links[g] >= 0:
                    self.links[g] = 1
        return True

    def _load_simple(self) -> cython.bint:
        """Find the graphs with no queries but connected, acyclic and loop; and those where only
        vertices can be absent: there the states of edges stay."""
        g: cython.int
        k: cython.int
        self.queries_whole = self.queries_sure = self.queries_possible = True
        self.grown = self._ints(
            "grown", (), self.vertex_start[self.graphs] + self.edge_start[self.graphs]
        )
        self.grown_count = -1
        self.is_simple = self._filled("is_simple", 1, self.graphs)
        self.is_solid = self._filled("is_solid", 1, self.graphs)
        for g in range(self.graphs):
            for k in range(self.query_start[g], self.query_start[g + 1]):
                if self.query_kind[k] > LOOP:
                    self.is_simple[g] = 0
            for k in range(self.edge_start[g], self.edge_start[g + 1]):
                self.edge_state[k] = TRUE
                if self.domain[self.edge_word[k]] & ~self.edge_mask[k]:
                    self.is_solid[g] = 0
        return True

    @cython.final
    def _state(self, word: cython.int, mask: cython.ulonglong) -> cython.int:
        """The state of a literal, now or when the change was made whose reason is looked for."""
        d: cython.ulonglong = self.domain[word]
        if self.until >= 0:
            d = self._domain_at(word, self.until)
        if d & mask == 0:
            return FALSE
        return OPEN if d & ~mask else TRUE

    def _look_at(self, g: cython.int) -> cython.bint:
        """The states of a graph's parts, its sure and its possible pieces. They may be used until
        the propagator ends: what was sure or impossible stays so."""
        v: cython.int
        beyond: cython.bint = self.queries_possible and (
            self.query_start[g] < self.plain_end[g]
            or self.others_start[g] < self.query_start[g + 1]
        )
        if self.queries_whole or self.queries_sure or self.queries_possible:
            self._look_back(g)
        if not self.queries_sure and not self.queries_possible:
            return True
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            self.sure[v] = self.possible[v] = self.link_head[v] = -1
        if self.links[g] > 0:
            self._link(g)
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.vertex_state[v] == TRUE and self.sure[v] < 0:
                self._flood_sure(v)
            # Some graphs have queries for walls and homes only.
            if beyond and self.vertex_state[v] != FALSE and self.possible[v] < 0:
                self._flood_possible(v)
        return True

    def _look_back(self, g: cython.int) -> cython.bint:
        """The states of a graph's parts, now or at another time."""
        v: cython.int
        e: cython.int
        d: cython.ulonglong
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            d = self.domain[self.vertex_word[v]]
            if self.until >= 0:
                d = self._domain_at(self.vertex_word[v], self.until)
            self.vertex_state[v] = (d & self.vertex_mask[v] != 0) + (d & ~self.vertex_mask[v] == 0)
        self.scanned += self.vertex_start[g + 1] - self.vertex_start[g]
        if self.is_solid[g]:
            return True
        self.scanned += self.edge_start[g + 1] - self.edge_start[g]
        for e in range(self.edge_start[g], self.edge_start[g + 1]):
            d = self.domain[self.edge_word[e]]
            if self.until >= 0:
                d = self._domain_at(self.edge_word[e], self.until)
            self.edge_state[e] = (d & self.edge_mask[e] != 0) + (d & ~self.edge_mask[e] == 0)
        return True

    def _link(self, g: cython.int) -> cython.bint:
        """Note at each vertex the queries that say of which others' pieces it is: entry 2k or
        2k + 1 of a list for the first or the second vertex of query k."""
        k: cython.int
        for k in range(self.query_start[g], self.plain_end[g]):
            if (
                self.query_kind[k] == CONNECTED_PAIR
                and self._state(self.query_word[k], self.query_mask[k]) == TRUE
            ):
                self._add_link(k)
        for k in range(self.true_start[g], self.true_start[g] + self.true_count[g]):
            self._add_link(self.true_home[k])
        return self._link_images(g)

    def _add_link(self, k: cython.int) -> cython.bint:
        v: cython.int = self.query_from[k]
        self.link_next[2 * k] = self.link_head[v]
        self.link_head[v] = 2 * k
        v = self.query_to[k]
        self.link_next[2 * k + 1] = self.link_head[v]
        self.link_head[v] = 2 * k + 1
        return True

    def _link_images(self, g: cython.int) -> cython.bint:
        """Link the vertices whose images are known with these, see `turns`."""
        raise NotImplementedError

    def _flood_sure(self, first: cython.int) -> cython.bint:
        """The piece of a vertex, as far as it is sure: joined by edges, or linked."""
        head: cython.int = 0
        tail: cython.int = 1
        k: cython.int
        v: cython.int
        w: cython.int
        self.order[0] = first
        self.sure[first] = first
        self.parent[first] = self.parent_edge[first] = -1
        self.depth[first] = 0
        self.is_linked[first] = 0
        while head < tail:
            v = self.order[head]
            head += 1
            for k in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[k]
                if (
                    self.sure[w] < 0
                    and self.vertex_state[w] == TRUE
                    and self.edge_state[self.around_edge[k]] == TRUE
                ):
                    self.sure[w] = first
                    self.parent[w] = v
                    self.parent_edge[w] = self.around_edge[k]
                    self.depth[w] = self.depth[v] + 1
                    self.order[tail] = w
                    tail += 1
            k = self.link_head[v]
            while k >= 0:
                w = self.query_from[k >> 1] if k & 1 else self.query_to[k >> 1]
                if self.sure[w] < 0 and self.vertex_state[w] == TRUE:
                    self.sure[w] = first
                    self.is_linked[first] = 1
                    self.parent[w] = v
                    self.parent_edge[w] = -2 - (k >> 1)
                    self.depth[w] = self.depth[v] + 1
                    self.order[tail] = w
                    tail += 1
                k = self.link_next[k]
        for head in range(tail - 1):
            self.following[self.order[head]] = self.order[head + 1]
        self.following[self.order[tail - 1]] = -1
        self.extent[first] = tail
        return True

    def _flood_possible(self, first: cython.int) -> cython.bint:
        head: cython.int = 0
        tail: cython.int = 1
        k: cython.int
        v: cython.int
        w: cython.int
        self.order[0] = first
        self.possible[first] = first
        self.wide[first] = 0
        while head < tail:
            v = self.order[head]
            head += 1
            self.wide[first] = head
            for k in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[k]
                if (
                    self.possible[w] < 0
                    and self.vertex_state[w] != FALSE
                    and self.edge_state[self.around_edge[k]] != FALSE
                ):
                    self.possible[w] = first
                    self.order[tail] = w
                    tail += 1
        return True

    def _make_note_room(self, count: cython.int) -> cython.bint:
        self.note_room = count
        if "note_kind" not in self.keep:
            for name in ("note_kind", "note_query", "note_a", "note_b", "note_c", "note_d"):
                self._ints(name)
            self._longs("note_number")
            self._longs("note_other")
        self.note_kind = self._more_ints("note_kind", count + 1)
        self.note_query = self._more_ints("note_query", count + 1)
        self.note_a = self._more_ints("note_a", count + 1)
        self.note_b = self._more_ints("note_b", count + 1)
        self.note_c = self._more_ints("note_c", count + 1)
        self.note_d = self._more_ints("note_d", count + 1)
        self.note_number = self._more_longs("note_number", count + 1)
        self.note_other = self._more_longs("note_other", count + 1)
        return True

    def _note(
        self, kind: cython.int, query: cython.int, a: cython.int, b: cython.int
    ) -> cython.bint:
        """Note a tag: that of the changes from here on."""
        n: cython.int = self.notes
        if n >= self.note_room:
            self._make_note_room(2 * n + 256)
        self.note = n
        self.notes = n + 1
        self.note_kind[n] = kind
        self.note_query[n] = query
        self.note_a[n] = a
        self.note_b[n] = b
        self.note_c[n] = self.note_d[n] = -1
        self.note_number[n] = self.note_other[n] = -1
        return True

    def _note_more(self, c: cython.int, d: cython.int) -> cython.bint:
        """Further vertices, edges or steps of the last tag."""
        self.note_c[self.note] = c
        self.note_d[self.note] = d
        return True

    def _note_numbers(self, number: cython.longlong, other: cython.longlong) -> cython.bint:
        """The numbers of the last tag."""
        self.note_number[self.note] = number
        self.note_other[self.note] = other
        return True

    def _bar_of(self, v: cython.int) -> cython.int:
        """The query that separates a vertex, or its sure piece, from the current piece; or -1."""
        return self.bar[self.sure[v] if self.sure[v] >= 0 else v]

    def _look_for(self, g: cython.int, value: cython.longlong) -> cython.bint:
        """Restrict searches to vertices whose piece may have this size (-1: all)."""
        v: cython.int
        k: cython.int
        x: cython.int
        bit: cython.longlong
        if self.value == value:
            return True
        self.value = value
        self.scanned += self.vertex_start[g + 1] - self.vertex_start[g]
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            k = self.own_query[v]
            self.allowed[v] = 1
            if value >= 0 and k >= 0:
                x = self.query_word[k]
                bit = value - self.base[x]
                self.allowed[v] = 0 <= bit < 64 * self.width[x] and (
                    self._state(self.first[x] + (bit >> 6), bit_at(bit & 63)) != FALSE
                )
        return True

    def _mark_region(self, start: cython.int, but: cython.int, but_edge: cython.int) -> cython.int:
        """Mark what a vertex can be joined to without a part; how many, in `order`."""
        head: cython.int = 0
        tail: cython.int = 1
        k: cython.int
        v: cython.int
        w: cython.int
        e: cython.int
        self.order[0] = start
        self.mark[start] = self.stamp
        while head < tail:
            v = self.order[head]
            head += 1
            for k in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[k]
                e = self.around_edge[k]
                if (
                    self.mark[w] != self.stamp
                    and self.vertex_state[w] != FALSE
                    and self.edge_state[e] != FALSE
                    and w != but
                    and e != but_edge
                    and self.allowed[w]
                ):
                    self.mark[w] = self.stamp
                    self.order[tail] = w
                    tail += 1
        self.walked += tail
        return tail

    def _make(self, p: cython.int, word: cython.int, mask: cython.ulonglong) -> cython.bint:
        return self._set(word, self.domain[word] & mask, p)

    def _deny(self, p: cython.int, word: cython.int, mask: cython.ulonglong) -> cython.bint:
        return self._set(word, self.domain[word] & ~mask, p)

    def _deny_vertex(self, p: cython.int, v: cython.int) -> cython.bint:
        return self._deny(p, self.vertex_word[v], self.vertex_mask[v])

    def _deny_edge(self, p: cython.int, e: cython.int) -> cython.bint:
        return self._deny(p, self.edge_word[e], self.edge_mask[e])
