# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""Reach: which vertices a hub can reach, and which parts its piece must contain.

Each hub keeps a spanning tree of possible edges: its ways. When a part of a way is lost, the
vertices behind it are adrift, and a search finds new ways for these only. Parts that come back on
backtracking break no way, so nothing is undone (as with the source pointers of unfounded sets:
Gebser, Kaufmann, Schaub 2012). A vertex that is left without a way is not of the hub's piece. If
sure parts of the hub's piece are not joined yet, and something has changed, a search from the hub
finds the vertices and edges without which they could not be.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from . import tags
from .homes import Homes

FALSE = cython.declare(cython.int, 0)
TRUE = cython.declare(cython.int, 2)
HOME = cython.declare(cython.int, net.HOME)
UNREACHED = cython.declare(cython.int, tags.UNREACHED)
NO_WAY = cython.declare(cython.int, -1)
AT_HOME = cython.declare(cython.int, -2)


class Reach(Homes):
    def _load_reach(self) -> cython.bint:
        g: cython.int
        h: cython.int
        v: cython.int
        read: cython.int = 0
        words: cython.int = len(self.keep["trail_word"])
        ways: cython.int = len(self.keep["home"])
        self.way = self._filled("way", -1, ways)
        self.adrift = self._ints("adrift", (), ways)
        self.adrift_hub = self._ints("adrift_hub", (), ways)
        self.is_adrift = self._ints("is_adrift", (), ways)
        self.adrift_start = self._ints("adrift_start", (), self.graphs)
        self.adrift_end = self._ints("adrift_end", (), self.graphs)
        self.restless = self._filled("restless", 1, self.hub_start[self.graphs])
        self.read_start = self._ints("read_start", (), self.graphs)
        self.read_end = self._ints("read_end", (), self.graphs)
        for g in range(self.graphs):
            self.read_start[g] = read
            if self.hub_start[g] < self.hub_start[g + 1]:
                read += words
        self.read_word = self._ints("read_word", (), read)
        ways = 0
        for g in range(self.graphs):
            self.adrift_start[g] = self.adrift_end[g] = ways
            for h in range(self.hub_start[g], self.hub_start[g + 1]):
                ways += self.vertex_start[g + 1] - self.vertex_start[g]
                for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
                    if self.home[self.home_start[h] + v] >= 0 and v != self.hub_vertex[h]:
                        self._set_adrift(g, h, v)
                self.way[self.home_start[h] + self.hub_vertex[h]] = AT_HOME
        return True

    # ---- what changed ----------------------------------------------------------------------------

    def _catch_up(self, g: cython.int) -> cython.bint:
        """Read the trail: first what was undone since the last time, then what was added."""
        t: cython.int
        k: cython.int
        kept: cython.int
        if self.hub_start[g] == self.hub_start[g + 1]:
            return True
        kept = self.heard[2 * g + 1]
        if kept < 0:
            kept = 0
            for k in range(self.plain_end[g], self.others_start[g]):
                if (
                    self.query_kind[k] == HOME
                    and self.query_from[k] != self.query_to[k]
                    and self._said(k) == TRUE
                    and self.latest[self.query_word[k]] < 0
                ):
                    self.true_home[self.true_start[g] + self.true_count[g]] = k
                    self.true_count[g] += 1
        for t in range(kept, self.read_end[g]):
            self._take_up(g, self.read_word[self.read_start[g] + t])
        while self.true_count[g]:
            k = self.true_home[self.true_start[g] + self.true_count[g] - 1]
            if self._said(k) == TRUE and self.latest[self.query_word[k]] < kept:
                break
            self.true_count[g] -= 1
        for t in range(kept, self.trail):
            self.read_word[self.read_start[g] + t] = self.trail_word[t]
            self._lose(g, t)
        self.heard[2 * g + 1] = self.read_end[g] = self.trail
        return True

    def _take_up(self, g: cython.int, word: cython.int) -> cython.bint:
        """Look again for a way to a vertex whose query was false and is open again."""
        i: cython.int
        k: cython.int
        a: cython.int
        b: cython.int
        h: cython.int
        for i in range(self.part_start[word], self.part_start[word + 1]):
            k = self.part_of_word[i] >> 2
            if (
                self.part_of_word[i] & 3 != 2
                or self.query_kind[k] != HOME
                or not self.query_start[g] <= k < self.query_start[g + 1]
            ):
                continue
            a = self.query_from[k]
            b = self.query_to[k]
            h = self.hub_of[a]
            if h >= 0 and self.way[self.home_start[h] + b] == NO_WAY:
                self._set_adrift(g, h, b)
            h = self.hub_of[b]
            if h >= 0 and self.way[self.home_start[h] + a] == NO_WAY:
                self._set_adrift(g, h, a)
        return True

    def _lose(self, g: cython.int, t: cython.int) -> cython.bint:
        """Break the ways that a change has cut."""
        i: cython.int
        k: cython.int
        a: cython.int
        b: cython.int
        word: cython.int = self.trail_word[t]
        for i in range(self.part_start[word], self.part_start[word + 1]):
            k = self.part_of_word[i] >> 2
            if self.part_of_word[i] & 3 == 1:
                if self.edge_start[g] <= k < self.edge_start[g + 1]:
                    self._lose_edge(g, k)
            elif (
                self.part_of_word[i] & 3 == 2
                and self.query_kind[k] == HOME
                and self.query_start[g] <= k < self.query_start[g + 1]
            ):
                a = self.query_from[k]
                b = self.query_to[k]
                if self.hub_of[a] >= 0:
                    self._lose_home(g, self.hub_of[a], b, k)
                if self.hub_of[b] >= 0 and a != b:
                    self._lose_home(g, self.hub_of[b], a, k)
                if self._said(k) == TRUE and self.latest[word] == t and a != b:
                    self.true_home[self.true_start[g] + self.true_count[g]] = k
                    self.true_count[g] += 1
        return True

    def _lose_edge(self, g: cython.int, e: cython.int) -> cython.bint:
        h: cython.int
        start: cython.int
        a: cython.int = self.edge_from[e]
        b: cython.int = self.edge_to[e]
        if self.domain[self.edge_word[e]] & self.edge_mask[e]:
            return True
        for h in range(self.hub_start[g], self.hub_start[g + 1]):
            start = self.home_start[h]
            if self.way[start + a] == e:
                self.way[start + a] = NO_WAY
                self._set_adrift(g, h, a)
            elif self.way[start + b] == e:
                self.way[start + b] = NO_WAY
                self._set_adrift(g, h, b)
            if self._can_be(h, a) and self._can_be(h, b):
                self.restless[h] = True
        return True

    def _lose_home(self, g: cython.int, h: cython.int, v: cython.int, k: cython.int) -> cython.bint:
        i: cython.int
        w: cython.int
        start: cython.int = self.home_start[h]
        self.restless[h] = True
        if self._said(k) != FALSE:
            return True
        for i in range(self.around_start[v], self.around_start[v + 1]):
            w = start + self.around_vertex[i]
            if self.way[w] == self.around_edge[i]:
                self.way[w] = NO_WAY
                self._set_adrift(g, h, self.around_vertex[i])
        return True

    @cython.final
    def _set_adrift(self, g: cython.int, h: cython.int, v: cython.int) -> cython.bint:
        at: cython.int = self.home_start[h] + v
        if not self.is_adrift[at]:
            self.is_adrift[at] = True
            self.adrift[self.adrift_end[g]] = v
            self.adrift_hub[self.adrift_end[g]] = h
            self.adrift_end[g] += 1
        return True

    @cython.final
    def _can_be(self, h: cython.int, v: cython.int) -> cython.bint:
        """Whether a hub may be the home of a vertex."""
        k: cython.int = self.home[self.home_start[h] + v]
        return k >= 0 and self.domain[self.query_word[k]] & self.query_mask[k] != 0

    @cython.final
    def _is_open(self, e: cython.int) -> cython.bint:
        """Whether an edge may be present."""
        return self.domain[self.edge_word[e]] & self.edge_mask[e] != 0

    # ---- what follows ----------------------------------------------------------------------------

    def _mend_ways(self, p: cython.int, g: cython.int) -> cython.bint:
        """Find other ways for those that changes have broken. Where there are none, a vertex is not
        of the hub's piece."""
        if self.hub_start[g] == self.hub_start[g + 1]:
            return True
        self._catch_up(g)
        self._find_ways(g)
        return self._deny_unreached(p, g)

    def _search_hubs(self, p: cython.int, g: cython.int) -> cython.bint:
        h: cython.int
        for h in range(self.hub_start[g], self.hub_start[g + 1]):
            if self.restless[h]:
                if not self._search_hub(p, g, h):
                    return False
                self.restless[h] = False
        return True

    def _find_ways(self, g: cython.int) -> cython.bint:
        """Find ways to the vertices that are adrift, where there are any."""
        i: cython.int = self.adrift_start[g]
        k: cython.int
        h: cython.int
        v: cython.int
        start: cython.int
        # What was reached through something adrift is adrift, too.
        while i < self.adrift_end[g]:
            h = self.adrift_hub[i]
            v = self.adrift[i]
            start = self.home_start[h]
            i += 1
            for k in range(self.around_start[v], self.around_start[v + 1]):
                if self.way[start + self.around_vertex[k]] == self.around_edge[k]:
                    self.way[start + self.around_vertex[k]] = NO_WAY
                    self._set_adrift(g, h, self.around_vertex[k])
        for i in range(self.adrift_start[g], self.adrift_end[g]):
            h = self.adrift_hub[i]
            v = self.adrift[i]
            start = self.home_start[h]
            if self.way[start + v] != NO_WAY or not self._can_be(h, v):
                continue
            for k in range(self.around_start[v], self.around_start[v + 1]):
                if (
                    self.way[start + self.around_vertex[k]] != NO_WAY
                    and self._is_open(self.around_edge[k])
                    and self._can_be(h, self.around_vertex[k])
                ):
                    self.way[start + v] = self.around_edge[k]
                    self._go_on(h, v)
                    break
        return True

    def _go_on(self, h: cython.int, v: cython.int) -> cython.bint:
        """Extend ways from a vertex that has one to its neighbours that are adrift, and so on."""
        head: cython.int = 0
        tail: cython.int = 1
        k: cython.int
        w: cython.int
        start: cython.int = self.home_start[h]
        self.order[0] = v
        while head < tail:
            v = self.order[head]
            head += 1
            for k in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[k]
                if (
                    self.way[start + w] == NO_WAY
                    and self._is_open(self.around_edge[k])
                    and self._can_be(h, w)
                ):
                    self.way[start + w] = self.around_edge[k]
                    self.order[tail] = w
                    tail += 1
        return True

    def _deny_unreached(self, p: cython.int, g: cython.int) -> cython.bint:
        """What has no way from a hub is not of its piece. It stays adrift until that is read from
        the trail; on a conflict, all that has no way does. Nothing with a way stays adrift: losing
        it would go unnoticed by what has its own way through there."""
        i: cython.int
        h: cython.int
        v: cython.int
        k: cython.int
        end: cython.int = self.adrift_start[g]
        good: cython.bint = True
        self.walked += self.adrift_end[g] - end
        for i in range(self.adrift_start[g], self.adrift_end[g]):
            h = self.adrift_hub[i]
            v = self.adrift[i]
            if self.way[self.home_start[h] + v] == NO_WAY and self._can_be(h, v):
                k = self.home[self.home_start[h] + v]
                self._note(UNREACHED, k, self.hub_vertex[h], v)
                if not self._deny(p, self.query_word[k], self.query_mask[k]):
                    good = False
                    break
        for i in range(self.adrift_start[g], self.adrift_end[g]):
            h = self.adrift_hub[i]
            v = self.adrift[i]
            k = self.home_start[h] + v
            if self.way[k] == NO_WAY and (
                not good or self.latest[self.query_word[self.home[k]]] >= self.read_end[g]
            ):
                self.adrift_hub[end] = h
                self.adrift[end] = v
                end += 1
            else:
                self.is_adrift[k] = False
        self.adrift_end[g] = end
        return good

    def _search_hub(self, p: cython.int, g: cython.int, h: cython.int) -> cython.bint:
        """Search from a hub for what joins it to parts of its piece, if there are any apart."""
        k: cython.int
        v: cython.int
        good: cython.bint
        start: cython.int = self.home_start[h]
        hub: cython.int = self.hub_vertex[h]
        apart: cython.bint = False
        if self.sure[hub] < 0:
            return True
        if self.is_linked[self.sure[hub]]:
            apart = True
        else:
            for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
                k = self.home[start + v]
                if k >= 0 and self.sure[v] != self.sure[hub] and self._said(k) == TRUE:
                    apart = True
                    break
        if not apart:
            return True
        self.walked += self.vertex_start[g + 1] - self.vertex_start[g]
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            k = self.home[start + v]
            self.pair_query[v] = k
            self.allowed[v] = self._can_be(h, v)
            self.bulk[v] = k >= 0 and self._said(k) == TRUE
        self._search_from(g, hub)
        good = self._keep_whole(p, g, self.home[start + hub], hub, self.total[hub])
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            self.pair_query[v] = -1
            self.allowed[v] = 1
        return good
