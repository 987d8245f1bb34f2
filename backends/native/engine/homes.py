# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""Homes: what follows from one change for the connected pairs of a hub.

A hub is a vertex with a query for every vertex that it may be connected to: are the two of one
piece? If so, the hub is a home of that vertex. Two vertices that a present edge joins have the same
homes; two with different homes are joined by no edge; of three queries for the pairs of three
vertices, two that are true make the third one true, and a true and a false one make it false. The
propagator reads the trail and draws these conclusions from each change, as clauses would, and with
reasons as short. What needs a search of the graph is left to `reach`.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from . import tags
from .same_component import SameComponent

FALSE = cython.declare(cython.int, 0)
OPEN = cython.declare(cython.int, 1)
TRUE = cython.declare(cython.int, 2)
CONNECTED_PAIR = cython.declare(cython.int, net.CONNECTED_PAIR)
NEIGHBOURS = cython.declare(cython.int, net.NEIGHBOURS)
HOME = cython.declare(cython.int, net.HOME)
JOINED = cython.declare(cython.int, tags.JOINED)
ASKED = cython.declare(cython.int, tags.ASKED)
BARRED = cython.declare(cython.int, tags.BARRED)
MET = cython.declare(cython.int, tags.MET)


class Homes(SameComponent):
    def _load_homes(self, network: net.Network) -> cython.bint:
        self._load_queries(network)
        self._load_edges(network)
        self._load_ties(network)
        return self._load_words()

    def _load_queries(self, network: net.Network) -> cython.bint:
        """The query for each hub and vertex."""
        g: cython.int
        h: cython.int
        k: cython.int
        a: cython.int
        b: cython.int
        total: cython.int = 0
        self.hub_start = self._ints("hub_start", network.hub_start)
        self.hub_vertex = self._ints("hub_vertex", network.hub_vertex)
        self.hub_of = self._filled("hub_of", -1, len(network.vertex_word))
        self.home_start = self._ints("home_start", (), len(network.hub_vertex))
        for g in range(self.graphs):
            for h in range(self.hub_start[g], self.hub_start[g + 1]):
                self.hub_of[self.hub_vertex[h]] = h
                self.home_start[h] = total - self.vertex_start[g]
                total += self.vertex_start[g + 1] - self.vertex_start[g]
        self.home = self._filled("home", -1, total)
        for g in range(self.graphs):
            for k in range(self.plain_end[g], self.others_start[g]):
                if self.query_kind[k] != HOME:
                    continue
                a = self.query_from[k]
                b = self.query_to[k]
                if self.hub_of[a] >= 0:
                    self.home[self.home_start[self.hub_of[a]] + b] = k
                if self.hub_of[b] >= 0:
                    self.home[self.home_start[self.hub_of[b]] + a] = k
        return True

    def _load_edges(self, network: net.Network) -> cython.bint:
        """The queries that have the literals of edges."""
        g: cython.int
        i: cython.int
        k: cython.int
        e: cython.int
        self.query_of_edge = self._filled("query_of_edge", -1, len(network.edge_word))
        self.has_walls = self._ints("has_walls", (), self.graphs)
        for g in range(self.graphs):
            for k in range(self.plain_end[g], self.others_start[g]):
                for i in range(
                    self.around_start[self.query_from[k]], self.around_start[self.query_from[k] + 1]
                ):
                    e = self.around_edge[i]
                    if (
                        self.around_vertex[i] == self.query_to[k]
                        and self.edge_word[e] == self.query_word[k]
                        and self.edge_mask[e] == self.query_mask[k]
                    ):
                        self.query_of_edge[e] = k
                        self.has_walls[g] = 1
        return True

    def _load_ties(self, network: net.Network) -> cython.bint:
        """The queries for pairs without a hub, by vertex."""
        g: cython.int
        k: cython.int
        v: cython.int
        count: cython.int = 0
        vertices: cython.int = len(network.vertex_word)
        self.tie_start = self._ints("tie_start", (), vertices + 1)
        for g in range(self.graphs):
            if self.hub_start[g] < self.hub_start[g + 1]:
                for k in range(self.query_start[g], self.others_start[g]):
                    if CONNECTED_PAIR <= self.query_kind[k] <= NEIGHBOURS:
                        self.tie_start[self.query_from[k]] += 1
                        self.tie_start[self.query_to[k]] += 1
                        count += 2
        self.tie_query = self._ints("tie_query", (), count)
        self.tie_vertex = self._ints("tie_vertex", (), count)
        for v in range(vertices):
            self.tie_start[v + 1] += self.tie_start[v]
        for g in range(self.graphs):
            if self.hub_start[g] < self.hub_start[g + 1]:
                for k in range(self.query_start[g], self.others_start[g]):
                    if CONNECTED_PAIR <= self.query_kind[k] <= NEIGHBOURS:
                        for v in (self.query_from[k], self.query_to[k]):
                            self.tie_start[v] -= 1
                            self.tie_query[self.tie_start[v]] = k
                            self.tie_vertex[self.tie_start[v]] = (
                                self.query_from[k] + self.query_to[k] - v
                            )
        return True

    def _load_words(self) -> cython.bint:
        """List the parts of graphs that are read from the trail by word."""
        w: cython.int
        self.part_start = self._ints("part_start", (), self.words + 1)
        self._list_parts(self.part_start, False)
        for w in range(self.words):
            self.part_start[w + 1] += self.part_start[w]
        self.part_of_word = self._ints("part_of_word", (), self.part_start[self.words])
        self._list_parts(self.part_start, True)
        self.listeners = 3 * self.graphs
        self.heard = self._filled("heard", -1, self.listeners)
        return True

    def _list_parts(self, end: cython.p_int, store: cython.bint) -> cython.bint:
        """Count the parts of each word, or store them before where those of the word end."""
        g: cython.int
        k: cython.int
        for g in range(self.graphs):
            if not self.is_simple[g] and self.hub_start[g] == self.hub_start[g + 1]:
                continue
            for k in range(self.vertex_start[g], self.vertex_start[g + 1]):
                self._list_part(end, self.vertex_word[k], 4 * k, store)
            for k in range(self.edge_start[g], self.edge_start[g + 1]):
                self._list_part(end, self.edge_word[k], 4 * k + 1, store)
            for k in range(self.query_start[g], self.others_start[g]):
                if self.query_kind[k] >= CONNECTED_PAIR:
                    self._list_part(end, self.query_word[k], 4 * k + 2, store)
        return True

    @cython.final
    def _list_part(
        self, end: cython.p_int, word: cython.int, part: cython.int, store: cython.bint
    ) -> cython.bint:
        if store:
            end[word] -= 1
            self.part_of_word[end[word]] = part
        else:
            end[word] += 1
        return True

    # ---- the present state -----------------------------------------------------------------------

    @cython.final
    def _said(self, k: cython.int) -> cython.int:
        """The state of a query, now."""
        d: cython.ulonglong = self.domain[self.query_word[k]]
        m: cython.ulonglong = self.query_mask[k]
        return (d & m != 0) + (d & ~m == 0)

    @cython.final
    def _is_there(self, v: cython.int) -> cython.int:
        """The state of a vertex, now."""
        d: cython.ulonglong = self.domain[self.vertex_word[v]]
        m: cython.ulonglong = self.vertex_mask[v]
        return (d & m != 0) + (d & ~m == 0)

    # ---- listening -------------------------------------------------------------------------------

    def _homes(self, p: cython.int) -> cython.bint:
        """Draw conclusions from each change since the last time."""
        g: cython.int = self.data[p]
        i: cython.int
        word: cython.int
        t: cython.int = self.heard[2 * g]
        good: cython.bint = True
        if t < 0:
            good = self._hear_all(p, g)
            t = 0
        while good and t < self.trail:
            word = self.trail_word[t]
            for i in range(self.part_start[word], self.part_start[word + 1]):
                if not self._hear(p, g, self.part_of_word[i]):
                    good = False
                    break
            t += good
        self.heard[2 * g] = t
        self.note = -1
        return good

    def _hear_all(self, p: cython.int, g: cython.int) -> cython.bint:
        """Draw conclusions from what holds from the start."""
        k: cython.int
        for k in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if not self._hear_vertex(p, g, k):
                return False
        for k in range(self.query_start[g], self.others_start[g]):
            if self.query_kind[k] >= CONNECTED_PAIR and not self._hear_query(p, g, k):
                return False
        return True

    def _hear(self, p: cython.int, g: cython.int, part: cython.int) -> cython.bint:
        k: cython.int = part >> 2
        if part & 3 == 0:
            return not self.vertex_start[g] <= k < self.vertex_start[g + 1] or (
                self._hear_vertex(p, g, k)
            )
        if part & 3 == 1:
            return not self.edge_start[g] <= k < self.edge_start[g + 1] or self._hear_edge(p, g, k)
        return not self.query_start[g] <= k < self.query_start[g + 1] or self._hear_query(p, g, k)

    def _hear_vertex(self, p: cython.int, g: cython.int, v: cython.int) -> cython.bint:
        h: cython.int
        i: cython.int
        k: cython.int
        there: cython.int = self._is_there(v)
        if there == OPEN:
            return True
        for h in range(self.hub_start[g], self.hub_start[g + 1]):
            k = self.home[self.home_start[h] + v]
            if k < 0:
                continue
            if there == FALSE:
                if self._said(k) != FALSE and not self._say(p, k, False, -1, -1, -1, v):
                    return False
                continue
            for i in range(self.around_start[v], self.around_start[v + 1]):
                if not self._across(p, h, v, self.around_vertex[i], self.around_edge[i]):
                    return False
        return True

    def _hear_edge(self, p: cython.int, g: cython.int, e: cython.int) -> cython.bint:
        h: cython.int
        for h in range(self.hub_start[g], self.hub_start[g + 1]):
            if not self._across(p, h, self.edge_from[e], self.edge_to[e], e):
                return False
        return True

    def _hear_query(self, p: cython.int, g: cython.int, k: cython.int) -> cython.bint:
        h: cython.int
        a: cython.int = self.query_from[k]
        b: cython.int = self.query_to[k]
        if self._said(k) == OPEN:
            return True
        if self.query_kind[k] == HOME:
            h = self.hub_of[a]
            if h >= 0 and not self._hear_home(p, g, h, b, k):
                return False
            h = self.hub_of[b]
            return h < 0 or a == b or self._hear_home(p, g, h, a, k)
        for h in range(self.hub_start[g], self.hub_start[g + 1]):
            if not self._agree(
                p, k, self.home[self.home_start[h] + a], self.home[self.home_start[h] + b]
            ):
                return False
        return True

    def _hear_home(
        self, p: cython.int, g: cython.int, h: cython.int, v: cython.int, k: cython.int
    ) -> cython.bint:
        """Draw conclusions from a query that has become known, about a hub and a vertex."""
        i: cython.int
        j: cython.int
        w: cython.int
        start: cython.int = self.home_start[h]
        hub: cython.int = self.hub_vertex[h]
        strange: cython.bint = self._said(k) == FALSE
        self.walked += 1
        if not strange:
            for w in (hub, v):
                if self._is_there(w) != TRUE:
                    self._note(ASKED, k, -1, -1)
                    if not self._make(p, self.vertex_word[w], self.vertex_mask[w]):
                        return False
        elif v == hub:
            for w in range(self.vertex_start[g], self.vertex_start[g + 1]):
                i = self.home[start + w]
                if i >= 0 and self._said(i) != FALSE and not self._say(p, i, False, k, -1, -1, -1):
                    return False
            return True
        if h < self.hub_of[v] and not self._compare(p, g, h, self.hub_of[v], k):
            return False
        for i in range(self.around_start[v], self.around_start[v + 1]):
            if not self._across(p, h, v, self.around_vertex[i], self.around_edge[i]):
                return False
        for i in range(self.tie_start[v], self.tie_start[v + 1]):
            if not self._agree(p, k, self.tie_query[i], self.home[start + self.tie_vertex[i]]):
                return False
        if self.hub_of[v] >= 0:  # compared with all vertices, thus with all hubs
            return True
        for i in range(self.hub_start[g], self.hub_start[g + 1]):
            j = self.home[start + self.hub_vertex[i]]
            # From two false queries nothing follows.
            if i == h or j < 0 or (strange and self._said(j) == FALSE):
                continue
            if not self._agree(p, k, j, self.home[self.home_start[i] + v]):
                return False
        return True

    def _compare(
        self, p: cython.int, g: cython.int, one: cython.int, other: cython.int, k: cython.int
    ) -> cython.bint:
        """Draw conclusions from a query of two hubs that has become known, and the queries of each
        vertex for both hubs."""
        i: cython.int
        j: cython.int
        v: cython.int
        b: cython.int
        c: cython.int
        silent: cython.bint
        strange: cython.bint = self._said(k) == FALSE
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            i = self.home[self.home_start[one] + v]
            j = self.home[self.home_start[other] + v]
            if i < 0 or j < 0:
                continue
            b = self._said(i)
            c = self._said(j)
            # Nothing follows from two that agree; in two pieces, from two of which none is true.
            silent = (b != TRUE and c != TRUE) if strange else b == c
            if not silent and not self._agree(p, k, i, j):
                return False
        return True

    # ---- conclusions -----------------------------------------------------------------------------

    def _across(
        self, p: cython.int, h: cython.int, v: cython.int, w: cython.int, e: cython.int
    ) -> cython.bint:
        """Two vertices that an edge joins have the same homes."""
        way: cython.int
        _turn: cython.int
        here: cython.int = self.home[self.home_start[h] + v]
        there: cython.int = self.home[self.home_start[h] + w]
        d: cython.ulonglong = self.domain[self.edge_word[e]]
        if d & self.edge_mask[e] == 0 or here < 0:
            return True
        way = TRUE if d & ~self.edge_mask[e] == 0 else OPEN
        for _turn in range(2):
            if self._said(here) == TRUE:
                if way == OPEN:
                    if self._said(there) == FALSE and self._is_there(w) == TRUE:
                        self._note(MET, here, there, -1)
                        self._note_more(w, -1)
                        return self._deny_edge(p, e)
                elif self._is_there(w) == TRUE:
                    if self._said(there) != TRUE and not self._say(p, there, True, here, -1, e, w):
                        return False
                elif self._is_there(w) == OPEN and self._said(there) == FALSE:
                    self._note(MET, here, there, e)
                    if not self._deny_vertex(p, w):
                        return False
            elif (
                way == TRUE
                and self._said(here) == FALSE
                and self._is_there(v) == TRUE
                and self._said(there) != FALSE
                and not self._say(p, there, False, here, -1, e, v)
            ):
                return False
            v, w = w, v
            here, there = there, here
        return True

    def _agree(
        self, p: cython.int, one: cython.int, other: cython.int, third: cython.int
    ) -> cython.bint:
        """Three queries for the pairs of three vertices: two that are true make the third true, a
        true and a false one make it false. -1: there is no such query."""
        a: cython.int
        b: cython.int
        c: cython.int
        if one < 0 or other < 0 or third < 0:
            return True
        a = self._said(one)
        b = self._said(other)
        c = self._said(third)
        if a == TRUE and b != OPEN:
            return c == b or self._say(p, third, b == TRUE, one, other, -1, -1)
        if a == TRUE and c != OPEN:
            return self._say(p, other, c == TRUE, one, third, -1, -1)
        if a == FALSE and b == TRUE:
            return c == FALSE or self._say(p, third, False, one, other, -1, -1)
        if a == FALSE and c == TRUE:
            return b == FALSE or self._say(p, other, False, one, third, -1, -1)
        if a == OPEN and b != OPEN and c != OPEN and (b == TRUE or c == TRUE):
            return self._say(p, one, b == c, other, third, -1, -1)
        return True

    def _say(
        self,
        p: cython.int,
        k: cython.int,
        value: cython.bint,
        one: cython.int,
        other: cython.int,
        e: cython.int,
        v: cython.int,
    ) -> cython.bint:
        """Make a query true or false because of two others, an edge and a vertex (-1: none)."""
        self._note(MET, one, other, e)
        self._note_more(v, -1)
        if value:
            return self._make(p, self.query_word[k], self.query_mask[k])
        return self._deny(p, self.query_word[k], self.query_mask[k])

    # ---- walls -----------------------------------------------------------------------------------

    def _neighbours(self, p: cython.int, g: cython.int) -> cython.bint:
        """Of edges that are absent only between two pieces: those within a sure piece are present;
        if one between two sure pieces is absent, all are."""
        a: cython.int
        b: cython.int
        e: cython.int
        k: cython.int
        if not self.has_walls[g]:
            return True
        for e in range(self.edge_start[g], self.edge_start[g + 1]):
            k = self.query_of_edge[e]
            a = self.edge_from[e]
            b = self.edge_to[e]
            if k < 0 or self.edge_state[e] == TRUE or self.sure[a] < 0:
                continue
            if self.sure[a] == self.sure[b]:
                self._note(JOINED, k, a, b)
                if not self._make(p, self.query_word[k], self.query_mask[k]):
                    return False
        for a in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.sure[a] == a and self.following[a] >= 0 and not self._keep_walls(p, a):
                return False
        return True

    def _keep_walls(self, p: cython.int, first: cython.int) -> cython.bint:
        """Where a wall stands on the border of a sure piece, it stands all along to the same other
        piece."""
        i: cython.int
        k: cython.int
        e: cython.int
        v: cython.int = first
        w: cython.int
        found: cython.bint = False
        self.stamp += 1
        while v >= 0:
            for i in range(self.around_start[v], self.around_start[v + 1]):
                e = self.around_edge[i]
                w = self.sure[self.around_vertex[i]]
                if self.query_of_edge[e] >= 0 and self.edge_state[e] == FALSE and w >= 0:
                    self.mark[w] = self.stamp
                    self.cursor[w] = self.query_of_edge[e]
                    found = True
            v = self.following[v]
        v = first if found else -1
        while v >= 0:
            for i in range(self.around_start[v], self.around_start[v + 1]):
                e = self.around_edge[i]
                w = self.sure[self.around_vertex[i]]
                if self.edge_state[e] != OPEN or w < 0 or self.mark[w] != self.stamp:
                    continue
                k = self.cursor[w]
                if self.sure[self.query_from[k]] == first:
                    self._note(BARRED, k, v, self.around_vertex[i])
                else:
                    self._note(BARRED, k, self.around_vertex[i], v)
                self._note_numbers(k, -1)
                if not self._deny_edge(p, e):
                    return False
            v = self.following[v]
        return True
