# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""Propagators over pieces that are numbered or have sizes: first of, size."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from . import tags
from .changes import Changes

if not cython.compiled:
    from .bits import lowest

SIZE = cython.declare(cython.int, net.SIZE)
FALSE = cython.declare(cython.int, 0)
OPEN = cython.declare(cython.int, 1)
TRUE = cython.declare(cython.int, 2)
NONE = cython.declare(cython.longlong, 1 << 62)

JOINED = cython.declare(cython.int, tags.JOINED)
ASKED = cython.declare(cython.int, tags.ASKED)
ABSENT = cython.declare(cython.int, tags.ABSENT)
CLOSED = cython.declare(cython.int, tags.CLOSED)
AT_LEAST = cython.declare(cython.int, tags.AT_LEAST)
BULKY = cython.declare(cython.int, tags.BULKY)
CAPPED = cython.declare(cython.int, tags.CAPPED)
DEMANDED = cython.declare(cython.int, tags.DEMANDED)
TOO_LARGE = cython.declare(cython.int, tags.TOO_LARGE)
CLASH = cython.declare(cython.int, tags.CLASH)
CROWDED = cython.declare(cython.int, tags.CROWDED)

# Sizes above this are not examined one by one.
MOST_VALUES = cython.declare(cython.longlong, 4096)

# How large a possible piece may be for a search for what each of its sure pieces must go through.
NARROW = cython.declare(cython.int, 16)


class Sizes(Changes):
    def _load_sizes(self, network: net.Network) -> cython.bint:
        """Allocate the cache of sizes and edges as they were at the last visit."""
        k: cython.int
        x: cython.int
        total: cython.int = 0
        values: cython.longlong = 0
        queries: cython.int = len(network.query_kind)
        self.cached_start = self._ints("cached_start", (), queries)
        for k in range(queries):
            self.cached_start[k] = total
            if self.query_kind[k] == SIZE:
                x = self.query_word[k]
                total += self.width[x]
                values = max(values, self.base[x] + 64 * self.width[x])
        self.cached_size = self._masks("cached_size", (), total)
        self.cached_edge = self._filled("cached_edge", OPEN, len(network.edge_word))
        self.stale = self._ints("stale", (), cython.cast(cython.int, min(values, MOST_VALUES)))
        return True

    def _first_of(self, p: cython.int, k: cython.int) -> cython.bint:
        """Propagate "v is the first vertex of its piece": labels are first vertices."""
        state: cython.int = self._state(self.query_word[k], self.query_mask[k])
        v: cython.int = self.query_from[k]
        if self.vertex_state[v] == FALSE or (self.sure[v] >= 0 and self.sure[v] != v):
            if state == FALSE:
                return True
            if self.vertex_state[v] == FALSE:
                self._note(ABSENT, k, v, -1)
            else:
                self._note(JOINED, k, v, self.sure[v])
            return self._deny(p, self.query_word[k], self.query_mask[k])
        if self.vertex_state[v] == OPEN:
            if state != TRUE:
                return True
            self._note(ASKED, k, -1, -1)
            return self._make(p, self.vertex_word[v], self.vertex_mask[v])
        if state != TRUE and self.possible[v] == v:
            self._note(CLOSED, k, v, -1)
            return self._make(p, self.query_word[k], self.query_mask[k])
        return True

    def _sizes(
        self, p: cython.int, g: cython.int, first: cython.int, last: cython.int
    ) -> cython.bint:
        """Propagate a family of sizes: each lies between the weights of the sure and of the
        possible piece; pieces that would be too large together are not joined; a piece that must
        grow gets the parts it needs."""
        v: cython.int
        k: cython.int
        x: cython.int
        fixed: cython.bint
        # Where the weights of the graph's vertices start.
        load: cython.int = self.query_to[first] - self.vertex_start[g]
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            self.light[v] = self.heavy[v] = self.demand[v] = 0
            self.cap[v] = NONE
            self.own_query[v] = -1
            self.bulk[v] = self.load[load + v]
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.sure[v] >= 0:
                self.light[self.sure[v]] += self.bulk[v]
            if self.possible[v] >= 0:
                self.heavy[self.possible[v]] += self.bulk[v]
        for k in range(first, last):
            self.own_query[self.query_from[k]] = k
            if not self._bound_size(p, k):
                return False
        for k in range(first, last):
            if not self._equal_sizes(p, k):
                return False
        if not self._keep_small(p, g) or not self._reach_values(p, g, first, last):
            return False
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.sure[v] == v and self.demand[v] > self.light[v]:
                k = self.demand_query[v]
                x = self.query_word[k]
                fixed = self._low(x) == self._high(x) == self.demand[v]
                self._look_for(g, self.demand[v] if fixed else -1)
                if self.wide[self.possible[v]] <= NARROW or self._is_cornered(v):
                    self._search_from(g, self.query_from[k])
                    if not self._keep_whole(p, g, k, self.query_from[k], self.demand[v]):
                        return False
        self._look_for(g, -1)
        return True

    def _is_cornered(self, v: cython.int) -> cython.bint:
        """Whether there is only one way out of a sure piece."""
        k: cython.int
        w: cython.int
        way: cython.int = -1
        first: cython.int = v
        while v >= 0:
            for k in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[k]
                if (
                    self.edge_state[self.around_edge[k]] == FALSE
                    or self.vertex_state[w] == FALSE
                    or self.sure[w] == first
                    or not self.allowed[w]
                ):
                    continue
                if way >= 0 and way != w:
                    return False
                way = w
            v = self.following[v]
        return True

    def _reach_values(
        self, p: cython.int, g: cython.int, first: cython.int, last: cython.int
    ) -> cython.bint:
        """All vertices of a piece have its size. So a size is none of a vertex's if too little can
        be joined to the vertex through others that may have that size."""
        k: cython.int
        v: cython.int
        before: cython.longlong
        tail: cython.int
        value: cython.longlong
        low: cython.longlong = NONE
        high: cython.longlong = 0
        size: cython.longlong
        # A vertex of unknown size may be of any: then this adds little that is new.
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.own_query[v] < 0 and self.vertex_state[v] != FALSE:
                return True
        for k in range(first, last):
            low = min(low, self._low(self.query_word[k]))
            high = max(high, self._high(self.query_word[k]))
        self._mark_stale(g, first, last)
        for value in range(max(low, 1), min(high + 1, MOST_VALUES)):
            if not self.stale[value]:
                continue
            self._look_for(g, value)
            # Everything reached for this value, region by region, has a stamp from here on.
            before = self.stamp
            for k in range(first, last):
                v = self.query_from[k]
                if self.mark[v] > before or self.vertex_state[v] == FALSE or not self.allowed[v]:
                    continue
                self.stamp += 1
                tail = self._mark_region(v, -1, -1)
                size = 0
                for v in range(tail):
                    size += self.bulk[self.order[v]]
                if size < value and not self._remove_size(p, tail):
                    return False
            self.stale[value] = 0
        self._look_for(g, -1)
        return True

    def _mark_stale(self, g: cython.int, first: cython.int, last: cython.int) -> cython.bint:
        """Mark the values whose regions have changed since the last visit. That visit may lie on
        another branch, so the cache needs no undoing."""
        k: cython.int
        e: cython.int
        w: cython.int
        x: cython.int
        d: cython.ulonglong
        for k in range(first, last):
            x = self.query_word[k]
            for w in range(self.width[x]):
                d = self.domain[self.first[x] + w]
                self._mark_values(x, w, self.cached_size[self.cached_start[k] + w] ^ d)
                self.cached_size[self.cached_start[k] + w] = d
        for e in range(self.edge_start[g], self.edge_start[g + 1]):
            if (self.edge_state[e] == FALSE) != (self.cached_edge[e] == FALSE):
                self._mark_common(
                    self.own_query[self.edge_from[e]], self.own_query[self.edge_to[e]]
                )
            self.cached_edge[e] = self.edge_state[e]
        return True

    def _mark_common(self, k: cython.int, other: cython.int) -> cython.bint:
        """Mark the values that two sizes may both have, or more."""
        x: cython.int
        y: cython.int
        w: cython.int
        d: cython.ulonglong
        if k < 0 or other < 0:
            return True
        x = self.query_word[k]
        y = self.query_word[other]
        for w in range(self.width[x]):
            d = self.domain[self.first[x] + w]
            if self.base[x] == self.base[y]:
                d &= self.domain[self.first[y] + w] if w < self.width[y] else 0
            self._mark_values(x, w, d)
        return True

    def _mark_values(
        self, x: cython.int, word: cython.int, values: cython.ulonglong
    ) -> cython.bint:
        value: cython.longlong
        while values:
            value = self.base[x] + 64 * word + lowest(values)
            values &= values - 1
            if 0 < value < MOST_VALUES:
                self.stale[value] = 1
        return True

    def _remove_size(self, p: cython.int, tail: cython.int) -> cython.bint:
        """Remove a size from the vertices of a region that is too small for it."""
        i: cython.int
        k: cython.int
        for i in range(tail):
            k = self.own_query[self.order[i]]
            if k < 0:
                continue
            # One for each: to those that come later the earlier ones are closed.
            self._note(CLOSED, k, self.order[i], -1)
            self._note_numbers(self.value - 1, self.value)
            if not self._remove(self.query_word[k], self.value, p):
                return False
        return True

    def _bound_size(self, p: cython.int, k: cython.int) -> cython.bint:
        """Bound a size by the sure and the possible piece of its vertex, and the sure piece by the
        size. False on a conflict."""
        x: cython.int = self.query_word[k]
        v: cython.int = self.query_from[k]
        c: cython.int = self.sure[v]
        most: cython.longlong
        if self.vertex_state[v] == FALSE:
            if self._high(x) > 0:
                self._note(ABSENT, k, v, -1)
                return self._cut_above(x, 0, p)
            return True
        if self.vertex_state[v] == OPEN and self._low(x) > 0:
            self._note(AT_LEAST, k, -1, -1)
            self._note_numbers(1, -1)
            if not self._make(p, self.vertex_word[v], self.vertex_mask[v]):
                return False
        most = self.heavy[self.possible[v]]
        if self._high(x) > most:
            self._note(CLOSED, k, v, -1)
            self._note_numbers(most, -1)
            if not self._cut_above(x, most, p):
                return False
        if c < 0:
            return True
        if self._low(x) < self.light[c]:
            self._note(BULKY, k, v, -1)
            self._note_numbers(self.light[c], -1)
            if not self._cut_below(x, self.light[c], p):
                return False
        if self._high(x) < self.cap[c]:
            self.cap[c] = self._high(x)
            self.cap_query[c] = k
        if self._low(x) > self.demand[c]:
            self.demand[c] = self._low(x)
            self.demand_query[c] = k
        return True

    def _equal_sizes(self, p: cython.int, k: cython.int) -> cython.bint:
        """All vertices of a piece agree on its size."""
        x: cython.int = self.query_word[k]
        v: cython.int = self.query_from[k]
        c: cython.int = self.sure[v]
        if c < 0:
            return True
        if self._high(x) > self.cap[c]:
            self._note(CAPPED, self.cap_query[c], v, -1)
            self._note_numbers(self.cap[c], -1)
            if not self._cut_above(x, self.cap[c], p):
                return False
        if self._low(x) < self.demand[c]:
            self._note(DEMANDED, self.demand_query[c], v, -1)
            self._note_numbers(self.demand[c], -1)
            if not self._cut_below(x, self.demand[c], p):
                return False
        return True

    def _keep_small(self, p: cython.int, g: cython.int) -> cython.bint:
        """Parts that would join sure pieces to one that is too large are absent."""
        e: cython.int
        v: cython.int
        a: cython.int
        b: cython.int
        c: cython.int
        d: cython.int
        for e in range(self.edge_start[g], self.edge_start[g + 1]):
            if self.edge_state[e] != OPEN:
                continue
            a = self.edge_from[e]
            b = self.edge_to[e]
            c = self.sure[a]
            d = self.sure[b]
            if c < 0 or d < 0 or c == d:
                continue
            if self.cap[d] < self.cap[c]:
                a, b, c, d = b, a, d, c
            # The piece of a has the lesser cap.
            if self.light[c] + self.light[d] > self.cap[c]:
                self._note(TOO_LARGE, self.cap_query[c], a, b)
                self._note_numbers(self.cap[c], -1)
            elif self.demand[d] > self.cap[c]:
                self._note(CLASH, self.cap_query[c], a, b)
                self._note_more(self.demand_query[d], -1)
                self._note_numbers(self.cap[c], self.demand[d])
            else:
                continue
            if not self._deny_edge(p, e):
                return False
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.vertex_state[v] == OPEN and not self._fits(p, v):
                return False
        return True

    def _fits(self, p: cython.int, v: cython.int) -> cython.bint:
        """Make an open vertex absent that would join too large a piece. False on a conflict."""
        i: cython.int
        w: cython.int
        c: cython.int
        least_at: cython.int = -1
        most_at: cython.int = -1
        cap: cython.longlong = NONE
        demand: cython.longlong = 0
        size: cython.longlong = self.bulk[v]
        if self.own_query[v] >= 0:
            cap = self._high(self.query_word[self.own_query[v]])
        self.stamp += 1
        for i in range(self.around_start[v], self.around_start[v + 1]):
            w = self.around_vertex[i]
            c = self.sure[w]
            if c < 0 or self.edge_state[self.around_edge[i]] != TRUE:
                continue
            if self.mark[c] == self.stamp:
                continue
            self.mark[c] = self.stamp
            size += self.light[c]
            if self.cap[c] < cap:
                cap = self.cap[c]
                least_at = i
            if self.demand[c] > demand:
                demand = self.demand[c]
                most_at = i
        if size <= cap and demand <= cap:
            return True
        i = self.own_query[v]
        if least_at >= 0:
            i = self.cap_query[self.sure[self.around_vertex[least_at]]]
        self._note(CROWDED, i, v, least_at)
        if demand > cap:
            self._note_more(most_at, self.demand_query[self.sure[self.around_vertex[most_at]]])
        self._note_numbers(cap, demand)
        return self._deny_vertex(p, v)
