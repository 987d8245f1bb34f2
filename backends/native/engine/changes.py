# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"

"""Whether anything can follow from the changes to a graph since its propagator last ran.

This is for graphs that only have to be connected, acyclic or a loop. Removing a part cannot close a
cycle, and adding one can close a cycle only in its own sure piece. Removing a vertex, or a set of
vertices, separates nothing if all its remaining neighbours lie on a block, that is, a part of the
graph that no single vertex or edge which may still be absent cuts in two: each path through it has
a detour there. A new present vertex adds nothing to what has to be connected if it is beside
another present vertex, or on a block with one. Blocks are searched for among a few vertices nearby
only.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from . import tags
from .reach import Reach

FALSE = cython.declare(cython.int, 0)
TRUE = cython.declare(cython.int, 2)
CONNECTED = cython.declare(cython.int, net.CONNECTED)
ACYCLIC = cython.declare(cython.int, net.ACYCLIC)
NEED = cython.declare(cython.int, tags.NEED)
# The number of vertices among which a block is searched for: NEARBY, or one in SHARE of a large
# graph's; and the least number of vertices of a graph where it is.
NEARBY = cython.declare(cython.int, 16)
SHARE = cython.declare(cython.int, 32)
WORTH_IT = cython.declare(cython.int, 48)


class Changes(Reach):
    def _load_changes(self) -> cython.bint:
        vertices: cython.int = self.vertex_start[self.graphs]
        self.gone = self._ints("gone", (), vertices)
        self.lost_edge = self._ints("lost_edge", (), self.edge_start[self.graphs])
        self.gone_mark = self._longs("gone_mark", (), vertices)
        self.beside = self._ints("beside", (), vertices)
        self.present = self._ints("present", (), vertices)
        self.present_at = self._ints("present_at", (), vertices)
        return True

    def _choose_queries(self, g: cython.int) -> cython.bint:
        """Decide which queries to propagate: those on the whole graph; those on its sure pieces;
        those on pieces that have grown. False if nothing can follow from the changes."""
        k: cython.int
        state: cython.int
        since: cython.int
        whole: cython.bint = False
        forest: cython.bint = False
        loop: cython.bint = False
        self.queries_whole = self.queries_sure = self.queries_possible = True
        self.grown_count = -1
        if not self.is_simple[g]:
            return True
        since = self.heard[2 * g + 1]
        for k in range(self.query_start[g], self.query_start[g + 1]):
            state = self._said(k)
            if self.query_when[k] >= 0 and state != self.query_when[k]:
                continue
            if state != TRUE:
                return True
            if self.latest[self.query_word[k]] >= since:
                since = -1
            if self.query_kind[k] == CONNECTED:
                whole = True
            elif self.query_kind[k] == ACYCLIC:
                forest = True
            else:
                loop = True
        self.queries_possible = False
        if since < 0:
            self.queries_whole = whole
            self.queries_sure = forest
            return whole or forest or loop
        self._read_changes(g, since, whole)
        self.queries_sure = forest and self.grown_count > 0
        return self.queries_whole or self.queries_sure or (loop and self.grown_count > 0)

    def _read_changes(self, g: cython.int, since: cython.int, whole: cython.bint) -> cython.bint:
        """Decide whether what changed matters to what has to be connected, and which sure pieces
        have grown."""
        i: cython.int
        k: cython.int
        t: cython.int
        word: cython.int
        m: cython.ulonglong
        old: cython.ulonglong
        new: cython.ulonglong
        gone: cython.int = 0
        lost: cython.int = 0
        present: cython.int = 0
        grown: cython.int = 0
        vertices: cython.int = self.vertex_start[g + 1] - self.vertex_start[g]
        self.nearby = max(NEARBY, vertices // SHARE)
        self.to_walk = 0 if vertices < WORTH_IT else vertices // 2
        for t in range(since, self.trail):
            word = self.trail_word[t]
            old = self.trail_old[t]
            new = self.trail_new[t]
            for i in range(self.part_start[word], self.part_start[word + 1]):
                k = self.part_of_word[i] >> 2
                if self.part_of_word[i] & 3 == 0:
                    if not self.vertex_start[g] <= k < self.vertex_start[g + 1]:
                        continue
                    m = self.vertex_mask[k]
                    if new & m == 0:
                        if old & m:
                            self.gone[gone] = k
                            gone += 1
                    elif new & ~m == 0 and old & ~m:
                        self.grown[grown] = k
                        grown += 1
                        if whole and not self._is_beside(k, t):
                            self.present[present] = k
                            self.present_at[present] = t
                            present += 1
                elif self.part_of_word[i] & 3 == 1:
                    if not self.edge_start[g] <= k < self.edge_start[g + 1]:
                        continue
                    m = self.edge_mask[k]
                    if new & m == 0:
                        if old & m:
                            self.lost_edge[lost] = k
                            lost += 1
                    elif new & ~m == 0 and old & ~m:
                        self.grown[grown] = self.edge_from[k]
                        grown += 1
        self.grown_count = grown
        self.queries_whole = whole and not (
            self._are_near(present) and self._has_detours(since, gone, lost)
        )
        return True

    def _is_beside(self, v: cython.int, t: cython.int) -> cython.bint:
        """Whether a vertex that trail entry t made present adds nothing to what has to be
        connected: another one beside it was present, or what was had to be connected through it."""
        i: cython.int
        w: cython.int
        e: cython.int
        n: cython.int = self.trail_note[t]
        if n >= 0 and self.trail_why[t] >= 0 and self.note_kind[n] == NEED and self.note_b[n] == v:
            return True
        for i in range(self.around_start[v], self.around_start[v + 1]):
            w = self.around_vertex[i]
            e = self.around_edge[i]
            if (
                self._is_there(w) == TRUE
                and self.latest[self.vertex_word[w]] < t
                and self.domain[self.edge_word[e]] & ~self.edge_mask[e] == 0
                and self.latest[self.edge_word[e]] < t
            ):
                return True
        return False

    # ---- detours ---------------------------------------------------------------------------------

    def _are_near(self, present: cython.int) -> cython.bint:
        """Whether each vertex that became present is on a block with one that was so before it."""
        i: cython.int
        for i in range(present):
            if self.to_walk < self.nearby:
                return False
            self.beside[0] = self._find_earlier(self.present[i], self.present_at[i])
            self.beside[1] = self.present[i]
            if self.beside[0] < 0 or not self._is_round(2):
                return False
        return True

    def _find_earlier(self, v: cython.int, t: cython.int) -> cython.int:
        """A vertex near v that was present before trail entry t, or -1."""
        head: cython.int = 0
        tail: cython.int = 1
        i: cython.int
        w: cython.int
        self.stamp += 1
        self.order[0] = v
        self.mark[v] = self.stamp
        while head < tail:
            v = self.order[head]
            head += 1
            for i in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[i]
                if self.mark[w] == self.stamp or not self._is_way_to(i):
                    continue
                if self._is_there(w) == TRUE and self.latest[self.vertex_word[w]] < t:
                    return w
                if tail < self.nearby:
                    self.mark[w] = self.stamp
                    self.order[tail] = w
                    tail += 1
        return -1

    def _has_detours(self, since: cython.int, gone: cython.int, lost: cython.int) -> cython.bint:
        """Whether vertices and edges that are gone separate nothing from anything."""
        i: cython.int
        e: cython.int
        count: cython.int
        stamp: cython.longlong
        self.stamp += 1
        stamp = self.stamp
        for i in range(gone):
            self.gone_mark[self.gone[i]] = stamp
        for i in range(gone):
            if self.gone_mark[self.gone[i]] != stamp:
                continue  # it was beside another one
            count = self._find_beside(self.gone[i], since, stamp)
            if count > 1 and not self._is_round(count):
                return False
        for i in range(lost):
            e = self.lost_edge[i]
            self.beside[0] = self.edge_from[e]
            self.beside[1] = self.edge_to[e]
            if self._is_there(self.beside[0]) == FALSE or self._is_there(self.beside[1]) == FALSE:
                continue
            if not self._is_round(2):
                return False
        return True

    def _find_beside(
        self, first: cython.int, since: cython.int, stamp: cython.longlong
    ) -> cython.int:
        """Find what is left beside a vertex that is gone and those beside it that are gone, too; in
        `beside`. Returns its number."""
        head: cython.int = 0
        tail: cython.int = 1
        count: cython.int = 0
        i: cython.int
        v: cython.int
        w: cython.int
        e: cython.int
        self.stamp += 1
        self.order[0] = first
        self.gone_mark[first] = 0
        while head < tail:
            v = self.order[head]
            head += 1
            for i in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[i]
                e = self.around_edge[i]
                if self._domain_at(self.edge_word[e], since) & self.edge_mask[e] == 0:
                    continue
                if self.gone_mark[w] == stamp:
                    self.gone_mark[w] = 0
                    self.order[tail] = w
                    tail += 1
                elif self.mark[w] != self.stamp and self._is_there(w) != FALSE:
                    self.mark[w] = self.stamp
                    self.beside[count] = w
                    count += 1
        return count

    def _is_round(self, count: cython.int) -> cython.bint:
        """Whether no vertex or edge that may be absent cuts a few vertices, those in `beside`, in
        two, by a look at the vertices near them: a depth-first search there, as in
        `_search_from`."""
        head: cython.int = 0
        tail: cython.int = count
        i: cython.int
        e: cython.int
        v: cython.int
        w: cython.int
        top: cython.int
        clock: cython.int
        children: cython.int = 0
        root: cython.int = self.beside[0]
        if count > self.nearby or self.to_walk < self.nearby:
            return False
        self.to_walk -= self.nearby
        self.stamp += 1
        for i in range(count):
            v = self.beside[i]
            self.order[i] = v
            self.mark[v] = self.stamp
            self.entered[v] = -1
            self.bulk[v] = 1
        while head < tail < self.nearby:
            v = self.order[head]
            head += 1
            for i in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[i]
                if tail < self.nearby and self.mark[w] != self.stamp and self._is_way_to(i):
                    self.order[tail] = w
                    self.mark[w] = self.stamp
                    self.entered[w] = -1
                    self.bulk[w] = 0
                    tail += 1
        self.walked += tail
        top = clock = 1
        self._enter(root, -1, 0)
        self.order[0] = root
        while top:
            v = self.order[top - 1]
            if self.cursor[v] < self.around_start[v + 1]:
                i = self.cursor[v]
                self.cursor[v] += 1
                w = self.around_vertex[i]
                e = self.around_edge[i]
                if self.mark[w] != self.stamp or e == self.behind[v] or not self._is_way_to(i):
                    continue
                if self.entered[w] < 0:
                    self._enter(w, e, clock)
                    clock += 1
                    self.order[top] = w
                    top += 1
                elif self.entered[w] < self.least[v]:
                    self.least[v] = self.entered[w]
                continue
            top -= 1
            if top:
                w = self.order[top - 1]
                if self.total[v]:
                    if self.least[v] >= self.entered[w]:
                        children += w == root
                        if (w != root or children > 1) and self._is_there(w) != TRUE:
                            return False
                        e = self.behind[v]
                        if (
                            self.least[v] > self.entered[w]
                            and self.domain[self.edge_word[e]] & ~self.edge_mask[e]
                        ):
                            return False
                    self.total[w] += self.total[v]
                if self.least[v] < self.least[w]:
                    self.least[w] = self.least[v]
        return self.total[root] == count

    @cython.final
    def _is_way_to(self, i: cython.int) -> cython.bint:
        """Whether the i-th step of `around_edge` and `around_vertex` is possible, now."""
        return self._is_open(self.around_edge[i]) and self._is_there(self.around_vertex[i]) != FALSE
