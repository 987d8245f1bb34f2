# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""Same-component propagator: all queries "is v connected to h?" that share the vertex h, the hub.

A vertex known to be in another piece blocks all paths through it, and so does its sure piece. A
vertex known to be in the hub's piece is connected to it, so every cut vertex between the two is
present.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from . import tags
from .pieces import Pieces

FALSE = cython.declare(cython.int, 0)
OPEN = cython.declare(cython.int, 1)
TRUE = cython.declare(cython.int, 2)
JOINED = cython.declare(cython.int, tags.JOINED)
ASKED = cython.declare(cython.int, tags.ASKED)
ABSENT = cython.declare(cython.int, tags.ABSENT)
UNREACHED = cython.declare(cython.int, tags.UNREACHED)
BARRED = cython.declare(cython.int, tags.BARRED)

# With at least this many queries, search for paths from the hub that avoid blocked vertices.
MANY = cython.declare(cython.int, 5)


class SameComponent(Pieces):
    def _same_component(
        self, p: cython.int, g: cython.int, first: cython.int, last: cython.int
    ) -> cython.bint:
        """Propagate all queries that share one hub."""
        k: cython.int
        v: cython.int
        good: cython.bint
        if last - first < MANY and self._is_quiet(first, last):
            return True
        good = self._propagate_component(p, g, first, last)
        for k in range(first, last):
            v = self.query_to[k]
            self.pair_query[v] = self.bar[v] = -1
            if self.sure[v] >= 0:
                self.bar[self.sure[v]] = -1
        if last - first >= MANY:
            for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
                self.allowed[v] = 1
        return good

    def _is_quiet(self, first: cython.int, last: cython.int) -> cython.bint:
        """Whether nothing can be propagated, the common case when there are few queries."""
        k: cython.int
        v: cython.int
        state: cython.int
        hub: cython.int = self.query_from[first]
        root: cython.int = self.sure[hub]
        for k in range(first, last):
            v = self.query_to[k]
            state = self._state(self.query_word[k], self.query_mask[k])
            if root >= 0 and self.sure[v] == root:
                if state != TRUE or self.is_linked[root]:
                    return False
            elif self.possible[hub] < 0 or self.possible[hub] != self.possible[v]:
                if state != FALSE:
                    return False
            elif state == TRUE or (state == FALSE and root >= 0 and self.sure[v] >= 0):
                return False
        return True

    def _propagate_component(
        self, p: cython.int, g: cython.int, first: cython.int, last: cython.int
    ) -> cython.bint:
        hub: cython.int = self.query_from[first]
        root: cython.int = self.sure[hub]
        k: cython.int
        v: cython.int
        state: cython.int
        for k in range(first, last):
            v = self.query_to[k]
            self.pair_query[v] = k
            state = self._state(self.query_word[k], self.query_mask[k])
            if root >= 0 and self.sure[v] == root:
                if state != TRUE:
                    self._note(JOINED, k, hub, v)
                    if not self._make(p, self.query_word[k], self.query_mask[k]):
                        return False
            elif state == FALSE:
                self.bar[self.sure[v] if self.sure[v] >= 0 else v] = k
            elif state == TRUE and not self._are_there(p, k):
                return False
        if not self._reach(p, g, first, last):
            return False
        if root < 0:
            return True
        if not self._keep_apart(p, first):
            return False
        if not self.is_linked[root]:
            return True
        return self._keep_whole(p, g, first, hub, self.total[hub])

    def _are_there(self, p: cython.int, k: cython.int) -> cython.bint:
        """Both vertices of a true query are present."""
        self._note(ASKED, k, -1, -1)
        return self._make(
            p, self.vertex_word[self.query_from[k]], self.vertex_mask[self.query_from[k]]
        ) and self._make(p, self.vertex_word[self.query_to[k]], self.vertex_mask[self.query_to[k]])

    def _reach(
        self, p: cython.int, g: cython.int, first: cython.int, last: cython.int
    ) -> cython.bint:
        """Falsify the queries of vertices that the hub cannot reach. If the hub is linked, the same
        search finds the parts that must join it."""
        hub: cython.int = self.query_from[first]
        root: cython.int = self.sure[hub]
        linked: cython.bint = root >= 0 and self.is_linked[root]
        i: cython.int
        k: cython.int
        v: cython.int
        far: cython.int = 0
        if self.possible[hub] >= 0 and last - first >= MANY:
            for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
                self.allowed[v] = self._bar_of(v) < 0
            if not linked:
                self.stamp += 1
                self._mark_region(hub, -1, -1)
        if linked:
            for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
                self.bulk[v] = self.sure[v] == root
            self._search_from(g, hub)
        for k in range(first, last):
            v = self.query_to[k]
            if self._state(self.query_word[k], self.query_mask[k]) == FALSE:
                continue
            if (
                self.possible[hub] >= 0
                and self.possible[hub] == self.possible[v]
                and (
                    last - first < MANY
                    or (self.entered[v] >= 0 if linked else self.mark[v] == self.stamp)
                )
            ):
                continue
            self.cursor[far] = k
            far += 1
        for i in range(far):
            k = self.cursor[i]
            v = self.query_to[k]
            if self.possible[hub] < 0:
                self._note(ABSENT, k, hub, -1)
            elif self.possible[v] < 0:
                self._note(ABSENT, k, v, -1)
            else:
                self._note(UNREACHED, k, -1, -1)
            if not self._deny(p, self.query_word[k], self.query_mask[k]):
                return False
        return True

    def _keep_apart(self, p: cython.int, first: cython.int) -> cython.bint:
        """Remove the parts that would join the hub's sure piece to a blocked piece."""
        v: cython.int = self.sure[self.query_from[first]]
        w: cython.int
        x: cython.int
        i: cython.int
        j: cython.int
        while v >= 0:
            for i in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[i]
                if (
                    self.edge_state[self.around_edge[i]] == OPEN
                    and self.vertex_state[w] == TRUE
                    and self._bar_of(w) >= 0
                ):
                    self._note_barred(first, v, w)
                    if not self._deny_edge(p, self.around_edge[i]):
                        return False
                if self.edge_state[self.around_edge[i]] != TRUE or self.vertex_state[w] != OPEN:
                    continue
                if self._bar_of(w) >= 0:
                    self._note_barred(first, v, w)
                    self._note_more(self.around_edge[i], -1)
                    if not self._deny_vertex(p, w):
                        return False
                    continue
                for j in range(self.around_start[w], self.around_start[w + 1]):
                    x = self.around_vertex[j]
                    if (
                        self.edge_state[self.around_edge[j]] == TRUE
                        and self.sure[x] >= 0
                        and self._bar_of(x) >= 0
                    ):
                        self._note_barred(first, v, x)
                        self._note_more(self.around_edge[i], self.around_edge[j])
                        if not self._deny_vertex(p, w):
                            return False
                        break
            v = self.following[v]
        return True

    def _note_barred(self, first: cython.int, v: cython.int, w: cython.int) -> cython.bint:
        """Note that one vertex is in the hub's piece and another is not."""
        self._note(BARRED, first, v, w)
        return self._note_numbers(self._bar_of(w), -1)
