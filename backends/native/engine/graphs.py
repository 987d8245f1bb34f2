# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""Graphs whose vertices and edges are literals: sure pieces, possible pieces, and reasons.

A graph propagator records the reason of each change in a note at once; all other constraints
compute reasons from the domains on demand.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from .propagators import Propagators

if not cython.compiled:
    from .bits import EVERY, bit_at, up_to

# The state of a literal.
FALSE = cython.declare(cython.int, 0)
OPEN = cython.declare(cython.int, 1)
TRUE = cython.declare(cython.int, 2)
ACYCLIC = cython.declare(cython.int, net.ACYCLIC)
LOOP = cython.declare(cython.int, net.LOOP)
CONNECTED_PAIR = cython.declare(cython.int, net.CONNECTED_PAIR)


class Graphs(Propagators):
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
        self.learning = self.citing = False
        self.stamp = self.note_room = 0
        self.value = -1
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
        self.mark = self._ints("mark", (), vertices)
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
        self.closure_note = self._ints("closure_note", (), vertices)
        self.bar = self._ints("bar", [-1] * vertices)
        self.asking = self._ints("asking", [-1] * vertices)
        self._load_links(network, vertices)
        self.allowed = self._ints("allowed", [1] * vertices)
        return True

    def _load_links(self, network: net.Network, vertices: cython.int) -> cython.bint:
        """Decide which graphs link connected pairs: those where only membership of a piece
        matters."""
        g: cython.int
        k: cython.int
        queries: cython.int = len(network.query_kind)
        graphs: cython.int = len(network.vertex_start) - 1
        self.links = self._ints("links", (), graphs)
        self.link_head = self._ints("link_head", (), vertices)
        self.link_next = self._ints("link_next", (), 2 * queries)
        self.is_linked = self._ints("is_linked", (), vertices)
        for g in range(graphs):
            for k in range(self.query_start[g], self.query_start[g + 1]):
                if self.query_kind[k] == ACYCLIC or self.query_kind[k] == LOOP:
                    # There it matters by which edges vertices are joined.
                    self.links[g] = 0
                    break
                if self.query_kind[k] == CONNECTED_PAIR:
                    self.links[g] = 1
        return True

    def _state(self, word: cython.int, mask: cython.ulonglong) -> cython.int:
        d: cython.ulonglong = self.domain[word]
        if d & mask == 0:
            return FALSE
        return OPEN if d & ~mask else TRUE

    def _look_at(self, g: cython.int) -> cython.bint:
        """The states of a graph's parts, its sure and its possible pieces. They may be used until
        the propagator ends: what was sure or impossible stays so."""
        v: cython.int
        e: cython.int
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            self.vertex_state[v] = self._state(self.vertex_word[v], self.vertex_mask[v])
            self.sure[v] = self.possible[v] = self.closure_note[v] = self.link_head[v] = -1
        for e in range(self.edge_start[g], self.edge_start[g + 1]):
            self.edge_state[e] = self._state(self.edge_word[e], self.edge_mask[e])
        if self.links[g]:
            self._link(g)
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.vertex_state[v] == TRUE and self.sure[v] < 0:
                self._flood_sure(v)
            if self.vertex_state[v] != FALSE and self.possible[v] < 0:
                self._flood_possible(v)
        return True

    def _link(self, g: cython.int) -> cython.bint:
        """Note at each vertex the queries that say of which others' pieces it is: entry 2k or
        2k + 1 of a list for the first or the second vertex of query k."""
        k: cython.int
        v: cython.int
        for k in range(self.query_start[g], self.query_start[g + 1]):
            if (
                self.query_kind[k] == CONNECTED_PAIR
                and self._state(self.query_word[k], self.query_mask[k]) == TRUE
            ):
                v = self.query_from[k]
                self.link_next[2 * k] = self.link_head[v]
                self.link_head[v] = 2 * k
                v = self.query_to[k]
                self.link_next[2 * k + 1] = self.link_head[v]
                self.link_head[v] = 2 * k + 1
        return True

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

    def _begin_note(self) -> cython.bint:
        """Begin a note: the facts cited from here on are the reason of the next changes."""
        if not self.citing:
            return True
        self.note = self.notes
        self._cite_fact(0, 0)
        self.note_word[self.note] = 0
        return True

    def _cite_fact(self, word: cython.int, gone: cython.ulonglong) -> cython.bint:
        """Cite that these values of a word are impossible."""
        if self.notes >= self.note_room:
            self.note_room = 2 * self.note_room + 1024
            if "note_word" not in self.keep:
                self._ints("note_word")
                self._masks("note_gone")
            self.note_word = self._more_ints("note_word", self.note_room)
            self.note_gone = self._more_masks("note_gone", self.note_room)
        self.note_word[self.notes] = word
        self.note_gone[self.notes] = gone
        self.notes += 1
        self.note_word[self.note] += 1
        return True

    def _cite(self, word: cython.int, mask: cython.ulonglong, state: cython.int) -> cython.bint:
        """Cite that a literal is true or false."""
        if self.note >= 0 and word > 0:
            self._cite_fact(word, mask if state == FALSE else mask ^ EVERY)
        return True

    def _cite_vertex(self, v: cython.int) -> cython.bint:
        return self._cite(self.vertex_word[v], self.vertex_mask[v], self.vertex_state[v])

    def _cite_edge(self, e: cython.int) -> cython.bint:
        return self._cite(self.edge_word[e], self.edge_mask[e], self.edge_state[e])

    def _cite_query(self, k: cython.int, state: cython.int) -> cython.bint:
        return self._cite(self.query_word[k], self.query_mask[k], state)

    def _cite_path(self, a: cython.int, b: cython.int) -> cython.bint:
        """Cite a path between two vertices of one sure piece."""
        if self.note < 0:
            return True
        self._cite_vertex(a)
        while a != b:
            if self.depth[a] < self.depth[b]:
                a, b = b, a
                self._cite_vertex(a)
            self._cite_parent(a)
            a = self.parent[a]
            if a != b:
                self._cite_vertex(a)
        return True

    def _cite_piece(self, v: cython.int) -> cython.bint:
        """Cite a spanning tree of a sure piece."""
        w: cython.int = self.sure[v]
        if self.note < 0:
            return True
        while w >= 0:
            self._cite_vertex(w)
            self._cite_parent(w)
            w = self.following[w]
        return True

    def _cite_parent(self, v: cython.int) -> cython.bint:
        """Cite the edge or link from a vertex to its parent; nothing for the first of a piece."""
        e: cython.int = self.parent_edge[v]
        if e >= 0:
            return self._cite_edge(e)
        return e == -1 or self._cite_query(-2 - e, TRUE)

    def _bar_of(self, v: cython.int) -> cython.int:
        """The query that separates a vertex, or its sure piece, from the current piece; or -1."""
        return self.bar[self.sure[v] if self.sure[v] >= 0 else v]

    def _cite_bar(self, v: cython.int) -> cython.bint:
        k: cython.int = self._bar_of(v)
        self._cite_query(k, FALSE)
        if v != self.query_to[k]:
            self._cite_path(v, self.query_to[k])
            self._cite_vertex(self.query_to[k])
        return True

    def _cite_closure(
        self, start: cython.int, target: cython.int, but: cython.int, but_edge: cython.int
    ) -> cython.bint:
        """What keeps a vertex from a target (-1: from all it cannot be joined to), if a part that
        is open were absent too.

        The region of the vertex is marked. The absent parts around it close it off; only those that
        the target sees, through whatever is outside, keep it from the target.
        """
        tail: cython.int
        if self.note < 0:
            return True
        self.stamp += 1
        tail = self._mark_region(start, but, but_edge)
        if target >= 0:
            return self._cite_wall(target, but, but_edge)
        return self._cite_around(tail, but, but_edge)

    def _cite_around(self, tail: cython.int, but: cython.int, but_edge: cython.int) -> cython.bint:
        """All that closes off the marked region, the first so many vertices of `order`."""
        i: cython.int
        k: cython.int
        v: cython.int
        w: cython.int
        e: cython.int
        if self.note < 0:
            return True
        for i in range(tail):
            v = self.order[i]
            for k in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[k]
                e = self.around_edge[k]
                if self.mark[w] != self.stamp and w != but and e != but_edge:
                    if self.edge_state[e] == FALSE:
                        self._cite_edge(e)
                    elif self.vertex_state[w] == FALSE:
                        self._cite_vertex(w)
                    elif self.value < 0:
                        self._cite_bar(w)
                    else:
                        self._cite_without(self.query_word[self.own_query[w]], self.value)
        return True

    def _look_for(self, g: cython.int, value: cython.longlong) -> cython.bint:
        """Restrict searches to vertices whose piece may have this size (-1: all)."""
        v: cython.int
        k: cython.int
        x: cython.int
        bit: cython.longlong
        if self.value == value:
            return True
        self.value = value
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            k = self.own_query[v]
            self.allowed[v] = 1
            if value >= 0 and k >= 0:
                x = self.query_word[k]
                bit = value - self.base[x]
                self.allowed[v] = (
                    0 <= bit < 64 * self.width[x]
                    and self.domain[self.first[x] + (bit >> 6)] >> (bit & 63) & 1
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
        return tail

    def _cite_wall(self, target: cython.int, but: cython.int, but_edge: cython.int) -> cython.bint:
        """The absent parts around the marked region that the target sees: on any way from there,
        the last step into the region is over one of them."""
        head: cython.int = 0
        tail: cython.int = 1
        k: cython.int
        v: cython.int
        w: cython.int
        e: cython.int
        inside: cython.int = self.stamp
        self.stamp += 1
        self.order[0] = target
        self.mark[target] = self.stamp
        while head < tail:
            v = self.order[head]
            head += 1
            for k in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[k]
                e = self.around_edge[k]
                if self.mark[w] == inside:
                    if v == but or e == but_edge:
                        continue
                    if self.edge_state[e] == FALSE:
                        self._cite_edge(e)
                    elif self.vertex_state[v] == FALSE:
                        self._cite_vertex(v)
                    else:
                        self._cite_bar(v)
                elif self.mark[w] != self.stamp:
                    self.mark[w] = self.stamp
                    self.order[tail] = w
                    tail += 1
        return True

    def _cite_at_least(self, x: cython.int, value: cython.longlong) -> cython.bint:
        w: cython.int
        bit: cython.longlong = value - self.base[x]
        if self.note < 0:
            return True
        for w in range(self.width[x]):
            if bit >= 64 * (w + 1):
                self._cite_fact(self.first[x] + w, EVERY)
            elif bit > 64 * w:
                self._cite_fact(self.first[x] + w, up_to(bit - 64 * w - 1))
        return True

    def _cite_at_most(self, x: cython.int, value: cython.longlong) -> cython.bint:
        w: cython.int
        bit: cython.longlong = value - self.base[x]
        if self.note < 0:
            return True
        for w in range(self.width[x]):
            if bit < 64 * w:
                self._cite_fact(self.first[x] + w, EVERY)
            elif bit < 64 * w + 63:
                self._cite_fact(self.first[x] + w, up_to(bit - 64 * w) ^ EVERY)
        return True

    def _cite_without(self, x: cython.int, value: cython.longlong) -> cython.bint:
        """Cite that a variable does not have a value."""
        bit: cython.longlong = value - self.base[x]
        if self.note >= 0 and 0 <= bit < 64 * self.width[x]:
            self._cite_fact(self.first[x] + (bit >> 6), bit_at(bit & 63))
        return True

    def _make(self, p: cython.int, word: cython.int, mask: cython.ulonglong) -> cython.bint:
        return self._set(word, self.domain[word] & mask, p)

    def _deny(self, p: cython.int, word: cython.int, mask: cython.ulonglong) -> cython.bint:
        return self._set(word, self.domain[word] & ~mask, p)

    def _deny_vertex(self, p: cython.int, v: cython.int) -> cython.bint:
        return self._deny(p, self.vertex_word[v], self.vertex_mask[v])

    def _deny_edge(self, p: cython.int, e: cython.int) -> cython.bint:
        return self._deny(p, self.edge_word[e], self.edge_mask[e])
