# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""What joins two vertices of a graph, as few facts: a way between them is one with the fewest
that cost something.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from .facts import Facts

IMAGE = cython.declare(cython.int, net.IMAGE)
TRUE = cython.declare(cython.int, 2)


class Ways(Facts):
    def _load_ways(self) -> cython.bint:
        vertices: cython.int = self.vertex_start[self.graphs]
        self._load_facts()
        self.avoided = self.avoided_vertex = -1
        self.near = self._ints("near", (), vertices)
        self.later = self._ints("later", (), vertices)
        return True

    @cython.final
    def _is_sure(self, v: cython.int) -> cython.bint:
        return self._state(self.vertex_word[v], self.vertex_mask[v]) == TRUE

    @cython.final
    def _is_sure_edge(self, e: cython.int) -> cython.bint:
        return self._state(self.edge_word[e], self.edge_mask[e]) == TRUE

    @cython.final
    def _is_sure_query(self, k: cython.int) -> cython.bint:
        if self.query_kind[k] == IMAGE:
            return self._is_known(k)
        return self._state(self.query_word[k], self.query_mask[k]) == TRUE

    def _cite_path(self, a: cython.int, b: cython.int) -> cython.bint:
        """Cite the way between two vertices of a sure piece that has the fewest costly facts."""
        k: cython.int
        v: cython.int
        w: cython.int
        e: cython.int
        cost: cython.int = 0
        head: cython.int
        swap: cython.p_int
        self._cite_vertex(a, TRUE)
        self.stamp += 1
        self.mark[a] = self.stamp
        self.entered[a] = 0
        self.parent_edge[a] = -1
        self.near[0] = a
        self.near_count = 1
        while self.near_count and not self.refused:
            self.later_count = head = 0
            while head < self.near_count:
                v = self.near[head]
                head += 1
                if self.entered[v] != cost:
                    # It was reached at a lower cost.
                    continue
                if v == b:
                    return self._cite_back(b)
                for k in range(self.around_start[v], self.around_start[v + 1]):
                    w = self.around_vertex[k]
                    e = self.around_edge[k]
                    if e == self.avoided or w == self.avoided_vertex:
                        continue
                    if self._is_sure(w) and self._is_sure_edge(e):
                        self._reach_for(v, w, e, cost)
                k = self.link_head[v]
                while k >= 0:
                    w = self.query_from[k >> 1] if k & 1 else self.query_to[k >> 1]
                    if self._is_sure_query(k >> 1) and self._is_sure(w):
                        self._reach_for(v, w, -2 - (k >> 1), cost)
                    k = self.link_next[k]
            self.refused = self.only_free
            swap = self.near
            self.near = self.later
            self.later = swap
            self.near_count = self.later_count
            cost += 1
        self.refused = True
        return True

    def _reach_for(
        self, v: cython.int, w: cython.int, by: cython.int, cost: cython.int
    ) -> cython.bint:
        """Reach a vertex by an edge or a link, if that is cheaper than before."""
        age: cython.int
        if self.mark[w] == self.stamp and self.entered[w] <= cost:
            return True
        if by >= 0:
            age = self._age_of_state(self.edge_word[by], self.edge_mask[by], TRUE)
        else:
            age = self._age_of_query(-2 - by)
        if age < 0 and self._age_of_state(self.vertex_word[w], self.vertex_mask[w], TRUE) < 0:
            self.near[self.near_count] = w
            self.near_count += 1
        elif self.mark[w] != self.stamp:
            self.later[self.later_count] = w
            self.later_count += 1
            cost += 1
        else:
            return True
        self.mark[w] = self.stamp
        self.entered[w] = cost
        self.parent[w] = v
        self.parent_edge[w] = by
        return True

    def _cite_back(self, v: cython.int) -> cython.bint:
        """Cite the way that the search took to a vertex, but for where it began."""
        e: cython.int = self.parent_edge[v]
        while e != -1:
            self._cite_vertex(v, TRUE)
            if e >= 0:
                self._cite_edge(e, TRUE)
            else:
                self._cite_query(-2 - e, TRUE)
            v = self.parent[v]
            e = self.parent_edge[v]
        return True

    def _cite_piece(self, first: cython.int, most: cython.longlong) -> cython.longlong:
        """Cite vertices of a sure piece, breadth first, until their total size exceeds `most`;
        vertices with the current stamp are cited already. Returns the size cited."""
        k: cython.int
        e: cython.int
        v: cython.int
        w: cython.int
        head: cython.int = 0
        tail: cython.int = 1
        bulk: cython.longlong = 0
        if self.mark[first] == self.stamp:
            return 0
        self.order[0] = first
        self.mark[first] = self.stamp
        self.parent_edge[first] = -1
        while head < tail:
            v = self.order[head]
            head += 1
            self._cite_vertex(v, TRUE)
            e = self.parent_edge[v]
            if e >= 0:
                self._cite_edge(e, TRUE)
            elif e < -1:
                self._cite_query(-2 - e, TRUE)
            bulk += self.bulk[v]
            if bulk > most:
                break
            for k in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[k]
                e = self.around_edge[k]
                if self.mark[w] != self.stamp and self._is_sure(w) and self._is_sure_edge(e):
                    self.mark[w] = self.stamp
                    self.parent_edge[w] = e
                    self.order[tail] = w
                    tail += 1
            k = self.link_head[v]
            while k >= 0:
                w = self.query_from[k >> 1] if k & 1 else self.query_to[k >> 1]
                if self.mark[w] != self.stamp and self._is_sure_query(k >> 1) and self._is_sure(w):
                    self.mark[w] = self.stamp
                    self.parent_edge[w] = -2 - (k >> 1)
                    self.order[tail] = w
                    tail += 1
                k = self.link_next[k]
        return bulk
