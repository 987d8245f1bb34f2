# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""Why a vertex is, or is not, of a hub's piece (see `homes` and `reach`)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .cuts import Cuts

FALSE = cython.declare(cython.int, 0)
TRUE = cython.declare(cython.int, 2)


class HomeReasons(Cuts):
    def _cite_met(self, n: cython.int) -> cython.bint:
        """Cite the known values of two queries, an edge and a vertex (-1: none)."""
        k: cython.int
        for k in (self.note_query[n], self.note_a[n]):
            if k >= 0:
                self._cite_query(k, self._state(self.query_word[k], self.query_mask[k]))
        k = self.note_b[n]
        if k >= 0:
            self._cite_edge(k, self._state(self.edge_word[k], self.edge_mask[k]))
        k = self.note_c[n]
        if k >= 0:
            self._cite_vertex(k, self._state(self.vertex_word[k], self.vertex_mask[k]))
        return True

    def _cite_far_home(
        self, g: cython.int, hub: cython.int, but: cython.int, but_edge: cython.int
    ) -> cython.bint:
        """Cite a vertex of a hub's piece that would be cut off without a part: the vertex of which
        that was known first."""
        v: cython.int
        k: cython.int
        age: cython.int
        best: cython.int = -1
        least: cython.int = 0
        start: cython.int = self.home_start[self.hub_of[hub]]
        self.stamp += 1
        self._mark_region(hub, but, but_edge)
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            k = self.home[start + v]
            if k >= 0 and v != but and self.mark[v] != self.stamp and self._is_sure_query(k):
                age = self._age_of_state(self.query_word[k], self.query_mask[k], TRUE)
                if best < 0 or age < least:
                    best = v
                    least = age
        self._cite_query(self.home[start + best], TRUE)
        return self._cite_cut(g, hub, best, but, but_edge)

    def _cite_free_need(
        self, g: cython.int, hub: cython.int, but: cython.int, but_edge: cython.int
    ) -> cython.bint:
        """The same, by facts that cost nothing, if there are such."""
        v: cython.int
        k: cython.int
        start: cython.int = self.home_start[self.hub_of[hub]]
        tail: cython.int = self._walk_freely(start, hub, -1, but, but_edge)
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            k = self.home[start + v]
            if (
                k >= 0
                and v != but
                and self.mark[v] != self.stamp
                and self._is_sure_query(k)
                and self._age_of_state(self.query_word[k], self.query_mask[k], TRUE) < 0
            ):
                self._cite_query(k, TRUE)
                return self._cite_border(start, tail, but, but_edge)
        self.refused = True
        return True

    def _cite_free_walls(
        self,
        start: cython.int,
        v: cython.int,
        hub: cython.int,
        but: cython.int,
        but_edge: cython.int,
    ) -> cython.bint:
        """Cite facts that cost nothing and keep a vertex from a hub, whose queries start there."""
        tail: cython.int = self._walk_freely(start, v, hub, but, but_edge)
        if tail < 0:
            self.refused = True
            return True
        return self._cite_border(start, tail, but, but_edge)

    def _walk_freely(
        self,
        start: cython.int,
        first: cython.int,
        target: cython.int,
        but: cython.int,
        but_edge: cython.int,
    ) -> cython.int:
        """Mark what a vertex can reach if all is possible whose absence costs something; how many,
        in `order`, or -1 as soon as it reaches the target."""
        head: cython.int = 0
        tail: cython.int = 1
        i: cython.int
        v: cython.int
        w: cython.int
        e: cython.int
        self.stamp += 1
        self.order[0] = first
        self.mark[first] = self.stamp
        while head < tail:
            v = self.order[head]
            head += 1
            for i in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[i]
                e = self.around_edge[i]
                if (
                    self.mark[w] == self.stamp
                    or w == but
                    or e == but_edge
                    or self._is_freely_absent(self.edge_word[e], self.edge_mask[e])
                    or self._is_freely_absent(
                        self.query_word[self.home[start + w]], self.query_mask[self.home[start + w]]
                    )
                ):
                    continue
                if w == target:
                    return -1
                self.mark[w] = self.stamp
                self.order[tail] = w
                tail += 1
        self.scanned += tail
        return tail

    @cython.final
    def _is_freely_absent(self, word: cython.int, mask: cython.ulonglong) -> cython.bint:
        return self._state(word, mask) == FALSE and self._age(word, mask) < 0

    def _cite_border(
        self, start: cython.int, tail: cython.int, but: cython.int, but_edge: cython.int
    ) -> cython.bint:
        """Cite what keeps the walk of `_walk_freely` where it is."""
        i: cython.int
        k: cython.int
        v: cython.int
        w: cython.int
        e: cython.int
        for i in range(tail):
            v = self.order[i]
            for k in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[k]
                e = self.around_edge[k]
                if self.mark[w] == self.stamp or w == but or e == but_edge:
                    continue
                if self._is_freely_absent(self.edge_word[e], self.edge_mask[e]):
                    self._cite_edge(e, FALSE)
                else:
                    self._cite_query(self.home[start + w], FALSE)
        return True

    def _bar_strangers(self, g: cython.int, hub: cython.int) -> cython.bint:
        """Take up the vertices that are not of a hub's piece."""
        v: cython.int
        k: cython.int
        start: cython.int = self.home_start[self.hub_of[hub]]
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            k = self.home[start + v]
            self.sure[v] = -1
            self.bulk[v] = 1
            self.bar[v] = k
            self.allowed[v] = k < 0 or self._state(self.query_word[k], self.query_mask[k]) != FALSE
            if self.allowed[v]:
                self.bar[v] = -1
        return True
