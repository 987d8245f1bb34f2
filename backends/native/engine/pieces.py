# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""Propagators over the pieces of a graph: connected, acyclic, a loop."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from . import tags
from .graphs import Graphs

FALSE = cython.declare(cython.int, 0)
OPEN = cython.declare(cython.int, 1)
TRUE = cython.declare(cython.int, 2)
SEPARATE = cython.declare(cython.int, tags.SEPARATE)
APART = cython.declare(cython.int, tags.APART)
WHOLE = cython.declare(cython.int, tags.WHOLE)
NEED = cython.declare(cython.int, tags.NEED)
CYCLE = cython.declare(cython.int, tags.CYCLE)
CHORD = cython.declare(cython.int, tags.CHORD)
SHORT = cython.declare(cython.int, tags.SHORT)
FORK = cython.declare(cython.int, tags.FORK)
FOREST = cython.declare(cython.int, tags.FOREST)


class Pieces(Graphs):
    def _connected(self, p: cython.int, g: cython.int, k: cython.int) -> cython.bint:
        """All sure vertices are in one piece."""
        state: cython.int = self._state(self.query_word[k], self.query_mask[k])
        root: cython.int = -1
        v: cython.int
        open_: cython.int = 0
        pieces: cython.int = 0
        if state == FALSE:
            return self._unconnected(p, g, k)
        if state == TRUE:
            return self._join_all(p, g, k)
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.vertex_state[v] == OPEN:
                open_ += 1
            if self.vertex_state[v] != TRUE:
                continue
            pieces += self.sure[v] == v
            if root < 0:
                root = v
            elif self.possible[v] != self.possible[root]:
                self._note(SEPARATE, k, root, v)
                return self._deny(p, self.query_word[k], self.query_mask[k])
        if pieces + open_ > 1:
            return True
        self._note(WHOLE, k, root, -1)
        return self._make(p, self.query_word[k], self.query_mask[k])

    def _join_all(self, p: cython.int, g: cython.int, k: cython.int) -> cython.bint:
        """The graph must be connected: vertices that sure ones cannot reach are absent, cut
        vertices between them are present."""
        root: cython.int = -1
        count: cython.int = 0
        v: cython.int
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            self.bulk[v] = self.vertex_state[v] == TRUE
            if self.bulk[v]:
                count += 1
                if root < 0:
                    root = v
        if root < 0:
            return True
        self._search_from(g, root)
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.entered[v] >= 0 or self.vertex_state[v] == FALSE:
                continue
            if self.total[root] < count:
                if self.vertex_state[v] != TRUE:
                    continue
                self._note(SEPARATE, k, root, v)
                return self._deny(p, self.query_word[k], self.query_mask[k])
            self._note(APART, k, root, v)
            if not self._deny_vertex(p, v):
                return False
        return count < 2 or self._keep_whole(p, g, k, root, count)

    def _unconnected(self, p: cython.int, g: cython.int, k: cython.int) -> cython.bint:
        """The graph must not be connected: fail once it must be."""
        v: cython.int
        root: cython.int = -1
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.vertex_state[v] == FALSE:
                continue
            if self.vertex_state[v] == OPEN and (root >= 0 or not self._is_alone(g, v)):
                return True
            if root < 0:
                root = v
            elif self.sure[v] != self.sure[root]:
                return True
        if root >= 0 and self.vertex_state[root] != TRUE:
            root = -1
        self._note(WHOLE, k, root, -1)
        return self._make(p, self.query_word[k], self.query_mask[k])

    def _is_alone(self, g: cython.int, v: cython.int) -> cython.bint:
        """Whether no other vertex can be present."""
        w: cython.int
        for w in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if w != v and self.vertex_state[w] != FALSE:
                return False
        return True

    def _search_from(self, g: cython.int, root: cython.int) -> cython.bint:
        """Enter all that a vertex may be joined to, and weigh what each vertex would cut off. By
        depth-first search (Hopcroft, Tarjan 1973): a vertex cuts off the subtrees from which no
        edge leads back above it."""
        top: cython.int = 1
        clock: cython.int = 1
        u: cython.int
        v: cython.int
        e: cython.int
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            self.entered[v] = -1
        self._enter(root, -1, 0)
        self.order[0] = root
        while top:
            v = self.order[top - 1]
            if self.cursor[v] < self.around_start[v + 1]:
                e = self.around_edge[self.cursor[v]]
                u = self.around_vertex[self.cursor[v]]
                self.cursor[v] += 1
                if (
                    e == self.behind[v]
                    or self.edge_state[e] == FALSE
                    or self.vertex_state[u] == FALSE
                    or not self.allowed[u]
                ):
                    continue
                if self.entered[u] < 0:
                    self._enter(u, e, clock)
                    clock += 1
                    self.order[top] = u
                    top += 1
                elif self.entered[u] < self.least[v]:
                    self.least[v] = self.entered[u]
                continue
            top -= 1
            if top:
                u = self.order[top - 1]
                self.total[u] += self.total[v]
                if self.least[v] < self.least[u]:
                    self.least[u] = self.least[v]
                if self.least[v] >= self.entered[u]:
                    self.lost[u] += self.total[v]
        return True

    def _enter(self, v: cython.int, e: cython.int, clock: cython.int) -> cython.bint:
        self.entered[v] = self.least[v] = clock
        self.behind[v] = e
        self.cursor[v] = self.around_start[v]
        self.total[v] = self.lost[v] = self.bulk[v]
        return True

    def _keep_whole(
        self, p: cython.int, g: cython.int, k: cython.int, root: cython.int, wanted: cython.longlong
    ) -> cython.bint:
        """After `_search_from`: vertices and edges without which the root could be joined to less
        bulk than is wanted are present."""
        spare: cython.longlong = self.total[root] - wanted
        v: cython.int
        e: cython.int
        u: cython.int
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.entered[v] < 0 or v == root:
                continue
            if self.vertex_state[v] == OPEN and self.lost[v] > spare:
                self._note_need(k, root, v, -1, wanted)
                if not self._make(p, self.vertex_word[v], self.vertex_mask[v]):
                    return False
            elif (
                self.pair_query[v] >= 0 and self.lost[v] > spare and self.sure[v] != self.sure[root]
            ):
                self._note_need(k, root, v, -1, wanted)
                e = self.pair_query[v]
                if not self._make(p, self.query_word[e], self.query_mask[e]):
                    return False
            e = self.behind[v]
            u = self.edge_from[e] + self.edge_to[e] - v
            if (
                self.edge_state[e] == OPEN
                and self.least[v] > self.entered[u]
                and self.total[v] > spare
            ):
                self._note_need(k, root, -1, e, wanted)
                if not self._make(p, self.edge_word[e], self.edge_mask[e]):
                    return False
        return True

    def _note_need(
        self,
        k: cython.int,
        root: cython.int,
        but: cython.int,
        but_edge: cython.int,
        wanted: cython.longlong,
    ) -> cython.bint:
        """Note that a vertex must be joined to more than it can be without a part."""
        self._note(NEED, k, root, but)
        self._note_more(but_edge, -1)
        return self._note_numbers(wanted, self.value)

    def _acyclic(self, p: cython.int, g: cython.int, k: cython.int) -> cython.bint:
        """Edges that would close a cycle within a sure piece are absent."""
        state: cython.int = self._state(self.query_word[k], self.query_mask[k])
        e: cython.int
        v: cython.int
        a: cython.int
        b: cython.int
        spare: cython.int = 0
        if state != TRUE:
            for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
                spare += self.vertex_state[v] != FALSE and self.possible[v] != v
        for e in range(self.edge_start[g], self.edge_start[g + 1]):
            a = self.edge_from[e]
            b = self.edge_to[e]
            if self.vertex_state[a] == FALSE or self.vertex_state[b] == FALSE:
                continue
            if self.edge_state[e] == FALSE:
                continue
            spare -= 1
            if self.sure[a] < 0 or self.sure[a] != self.sure[b]:
                continue
            if self.edge_state[e] == TRUE:
                if state == FALSE or self.parent_edge[a] == e or self.parent_edge[b] == e:
                    continue
                self._note(CYCLE, k, a, b)
                self._note_more(e, -1)
                return self._deny(p, self.query_word[k], self.query_mask[k])
            if state == TRUE:
                self._note(CHORD, k, a, b)
                self._note_more(e, -1)
                if not self._deny_edge(p, e):
                    return False
        if state == TRUE:
            return self._no_second_edge(p, g, k)
        if spare < 0:
            return True
        self._note(FOREST, k, -1, -1)
        return self._make(p, self.query_word[k], self.query_mask[k])

    def _no_second_edge(self, p: cython.int, g: cython.int, k: cython.int) -> cython.bint:
        """An open vertex with two sure edges to one sure piece is absent."""
        v: cython.int
        w: cython.int
        i: cython.int
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.vertex_state[v] != OPEN:
                continue
            self.stamp += 1
            for i in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[i]
                if self.edge_state[self.around_edge[i]] != TRUE or self.sure[w] < 0:
                    continue
                if self.mark[self.sure[w]] != self.stamp:
                    self.mark[self.sure[w]] = self.stamp
                    # Which edge and vertex led there, for the second one.
                    self.cursor[self.sure[w]] = i
                    continue
                self._note(FORK, k, i, self.cursor[self.sure[w]])
                self._note_more(v, -1)
                if not self._deny_vertex(p, v):
                    return False
                break
        return True

    def _loop(self, p: cython.int, g: cython.int, k: cython.int) -> cython.bint:
        """Edges that would close a cycle are absent while a vertex outside it is present. This is
        so already at pieces that have not grown, unless the first of them was the only one."""
        i: cython.int
        v: cython.int
        before: cython.longlong = self.stamp
        if self.grown_count < 0:
            for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
                if self.mark[v] <= before and not self._stay_open(p, g, k, v):
                    return False
            return True
        for i in range(self.grown_count):
            v = self.grown[i]
            if self.mark[v] <= before and not self._stay_open(p, g, k, v):
                return False
        v = self._first_sure(g, before) if self.grown_count else -1
        return v < 0 or self._stay_open(p, g, k, v)

    def _stay_open(self, p: cython.int, g: cython.int, k: cython.int, v: cython.int) -> cython.bint:
        """Edges that would close a cycle in the sure piece of a vertex are absent, if a vertex
        outside that piece is present."""
        i: cython.int
        j: cython.int
        w: cython.int
        e: cython.int
        count: cython.int = self._find_sure(v)
        other: cython.int = -1
        for j in range(count):
            v = self.order[j]
            for i in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[i]
                e = self.around_edge[i]
                if (
                    self.mark[w] != self.stamp
                    or self._state(self.edge_word[e], self.edge_mask[e]) != OPEN
                ):
                    continue
                if other < 0:
                    other = self._first_sure(g, self.stamp - 1)
                    if other < 0:
                        return True
                self._note(SHORT, k, v, w)
                self._note_more(e, other)
                if not self._deny_edge(p, e):
                    return False
        return True

    def _find_sure(self, v: cython.int) -> cython.int:
        """Mark the sure piece of a vertex, none if it is not present; how many, in `order`."""
        head: cython.int = 0
        tail: cython.int = 0
        i: cython.int
        w: cython.int
        e: cython.int
        self.stamp += 1
        if self._state(self.vertex_word[v], self.vertex_mask[v]) == TRUE:
            self.mark[v] = self.stamp
            self.order[0] = v
            tail = 1
        while head < tail:
            v = self.order[head]
            head += 1
            for i in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[i]
                e = self.around_edge[i]
                if (
                    self.mark[w] != self.stamp
                    and self._state(self.edge_word[e], self.edge_mask[e]) == TRUE
                    and self._state(self.vertex_word[w], self.vertex_mask[w]) == TRUE
                ):
                    self.mark[w] = self.stamp
                    self.order[tail] = w
                    tail += 1
        return tail

    def _first_sure(self, g: cython.int, before: cython.longlong) -> cython.int:
        """The first vertex that is present and has not been marked since a stamp, or -1."""
        v: cython.int
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if (
                self.mark[v] <= before
                and self._state(self.vertex_word[v], self.vertex_mask[v]) == TRUE
            ):
                return v
        return -1
