# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""The reasons of changes that graph propagators made, from the tags that they noted (see `tags`).

A reason is computed on the graph as it was before the change. What held when the propagator began
its run held then too, as absent parts stay absent and sure ones sure. The links that it found are
among those of the last run, which are still listed.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from . import tags
from .turn_reasons import TurnReasons

CONNECTED_PAIR = cython.declare(cython.int, net.CONNECTED_PAIR)
HOME = cython.declare(cython.int, net.HOME)
IMAGE = cython.declare(cython.int, net.IMAGE)
SIZE = cython.declare(cython.int, net.SIZE)
FALSE = cython.declare(cython.int, 0)
TRUE = cython.declare(cython.int, 2)
NONE = cython.declare(cython.longlong, 1 << 62)

SEPARATE = cython.declare(cython.int, tags.SEPARATE)
APART = cython.declare(cython.int, tags.APART)
WHOLE = cython.declare(cython.int, tags.WHOLE)
NEED = cython.declare(cython.int, tags.NEED)
CYCLE = cython.declare(cython.int, tags.CYCLE)
CHORD = cython.declare(cython.int, tags.CHORD)
SHORT = cython.declare(cython.int, tags.SHORT)
FORK = cython.declare(cython.int, tags.FORK)
FOREST = cython.declare(cython.int, tags.FOREST)
JOINED = cython.declare(cython.int, tags.JOINED)
ASKED = cython.declare(cython.int, tags.ASKED)
ABSENT = cython.declare(cython.int, tags.ABSENT)
UNREACHED = cython.declare(cython.int, tags.UNREACHED)
BARRED = cython.declare(cython.int, tags.BARRED)
CLOSED = cython.declare(cython.int, tags.CLOSED)
AT_LEAST = cython.declare(cython.int, tags.AT_LEAST)
BULKY = cython.declare(cython.int, tags.BULKY)
CAPPED = cython.declare(cython.int, tags.CAPPED)
DEMANDED = cython.declare(cython.int, tags.DEMANDED)
TOO_LARGE = cython.declare(cython.int, tags.TOO_LARGE)
CLASH = cython.declare(cython.int, tags.CLASH)
MET = cython.declare(cython.int, tags.MET)
IMAGED = cython.declare(cython.int, tags.IMAGED)


class GraphReasons(TurnReasons):
    def _recall_free(self, p: cython.int, note: cython.int, end: cython.int) -> cython.bint:
        """Cite a reason of a change of facts that cost nothing; False if there is none."""
        good: cython.bint
        self.only_free = True
        self._recall(p, note, end)
        good = not self.refused
        self.only_free = self.refused = False
        return good

    def _is_of_size(self, note: cython.int) -> cython.bint:
        """Whether a size made a change. Then `_recall_free` finds a reason wherever that of
        `_recall` costs nothing."""
        k: cython.int = self.note_query[note]
        return k >= 0 and self.query_kind[k] == SIZE

    def _recall(self, p: cython.int, note: cython.int, end: cython.int) -> cython.bint:
        """Cite the reason of a change that propagator p noted, before a trail entry (-1: now)."""
        g: cython.int = self.data[p]
        self.cited_count = 0
        self.until = end
        self.free_end = self.trail
        if self.level > self.assumption_level:
            self.free_end = self.level_trail[self.assumption_level + 1]
        elif self.level > 1:
            self.free_end = self.level_trail[2]
        self._cite_note(g, note)
        self._look_for(g, -1)
        self.until = -1
        if self.refused and not self.only_free:
            raise AssertionError(f"no reason for tag {self.note_kind[note]}")
        return True

    def _cite_note(self, g: cython.int, n: cython.int) -> cython.bint:
        kind: cython.int = self.note_kind[n]
        k: cython.int = self.note_query[n]
        a: cython.int = self.note_a[n]
        b: cython.int = self.note_b[n]
        c: cython.int = self.note_c[n]
        if kind == SEPARATE:
            self._cite_vertex(a, TRUE)
            self._cite_vertex(b, TRUE)
            self._look_back(g)
            return self._cite_cut(g, a, b, -1, -1)
        if kind == APART:
            return self._cite_apart(g, k, b, -1, -1)
        if kind == NEED:
            return self._cite_need(g, n)
        if kind == CYCLE:
            self._cite_edge(c, TRUE)
            return self._cite_detour(a, b, c, -1)
        if kind == CHORD:
            self._cite_query(k, TRUE)
            return self._cite_detour(a, b, c, -1)
        if kind == SHORT:
            self._cite_query(k, TRUE)
            self._cite_vertex(self.note_d[n], TRUE)
            return self._cite_detour(a, b, c, -1)
        if kind == FORK:
            self._cite_query(k, TRUE)
            self._cite_edge(self.around_edge[a], TRUE)
            self._cite_edge(self.around_edge[b], TRUE)
            return self._cite_detour(self.around_vertex[a], self.around_vertex[b], -1, c)
        if kind == JOINED:
            return self._cite_path(a, b)
        if kind == ASKED:
            return self._cite_query(k, TRUE)
        if kind == ABSENT:
            return self._cite_vertex(a, FALSE)
        if kind == MET:
            return self._cite_met(n)
        if kind == UNREACHED:
            if self.query_kind[k] == HOME and self.only_free:
                return self._cite_free_walls(self.home_start[self.hub_of[a]], b, a, -1, -1)
            self._look_back(g)
            if self.query_kind[k] == HOME:
                self._bar_strangers(g, a)
                self._cite_cut(g, a, b, -1, -1)
                return self._unbar(g)
            self._bar(g, k)
            self._cite_cut(g, self.query_from[k], self.query_to[k], -1, -1)
            return self._unbar(g)
        if kind == BARRED:
            return self._cite_barred(n)
        if kind == WHOLE:
            return self._cite_absent(g, a, False)
        if kind == FOREST:
            return self._cite_absent(g, -1, True)
        if kind >= IMAGED:
            return self._cite_turn(g, n)
        return self._cite_size(g, n)

    def _cite_detour(
        self, a: cython.int, b: cython.int, edge: cython.int, vertex: cython.int
    ) -> cython.bint:
        """Cite a way without an edge or vertex, which may be there by now."""
        self.avoided = edge
        self.avoided_vertex = vertex
        self._cite_path(a, b)
        self.avoided = self.avoided_vertex = -1
        return True

    def _cite_absent(self, g: cython.int, root: cython.int, edges: cython.bint) -> cython.bint:
        """Cite what is absent, and the sure piece of a vertex."""
        v: cython.int
        e: cython.int
        self._look_back(g)
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            self.bulk[v] = 1
            if self.vertex_state[v] == FALSE:
                self._cite_vertex(v, FALSE)
        for e in range(self.edge_start[g], self.edge_start[g + 1]):
            if edges and self.edge_state[e] == FALSE:
                self._cite_edge(e, FALSE)
        self.stamp += 1
        return root < 0 or self._cite_piece(root, NONE) >= 0

    def _cite_apart(
        self, g: cython.int, k: cython.int, v: cython.int, but: cython.int, but_edge: cython.int
    ) -> cython.bint:
        """Cite that the graph is connected, and the cut between a vertex and a present vertex that
        it cannot reach without a part: the vertex that was present first."""
        w: cython.int
        age: cython.int
        best: cython.int = -1
        least: cython.int = 0
        self._cite_query(k, TRUE)
        self._look_back(g)
        self.stamp += 1
        self._mark_region(v, but, but_edge)
        for w in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.vertex_state[w] == TRUE and self.mark[w] != self.stamp and w != but:
                age = self._age_of_state(self.vertex_word[w], self.vertex_mask[w], TRUE)
                if best < 0 or age < least:
                    best = w
                    least = age
        self._cite_vertex(best, TRUE)
        return self._cite_cut(g, v, best, but, but_edge)

    def _cite_need(self, g: cython.int, n: cython.int) -> cython.bint:
        """Cite why a vertex needs a part: what it must be joined to, and that there is no way to it
        without the part."""
        k: cython.int = self.note_query[n]
        root: cython.int = self.note_a[n]
        but: cython.int = self.note_b[n]
        but_edge: cython.int = self.note_c[n]
        wanted: cython.longlong = self.note_number[n]
        if self.query_kind[k] == SIZE:
            self._look_back(g)
            self._weigh_vertices(g, k)
            self._look_for(g, self.note_other[n])
            if self.value >= 0:
                # It has just this size, which is why others that may not have it close it off.
                self._cite_at_most(self.query_word[k], self.value)
            self._cite_at_least(self.query_word[k], wanted)
            return self._cite_closure(g, root, wanted - 1, but, but_edge)
        if self.query_kind[k] == HOME:
            if self.only_free:
                return self._cite_free_need(g, root, but, but_edge)
            self._look_back(g)
            self._bar_strangers(g, root)
            self._cite_far_home(g, root, but, but_edge)
            return self._unbar(g)
        if self.query_kind[k] in (CONNECTED_PAIR, IMAGE):
            self._look_back(g)
            self._bar(g, k)
            self._cite_cut_off(g, root, but, but_edge)
            return self._unbar(g)
        self._cite_vertex(root, TRUE)
        return self._cite_apart(g, k, root, but, but_edge)

    def _cite_cut_off(
        self, g: cython.int, root: cython.int, but: cython.int, but_edge: cython.int
    ) -> cython.bint:
        """Cite a vertex of the same sure piece from which a vertex would be cut off without a
        part."""
        v: cython.int
        self.stamp += 1
        self._mark_region(root, but, but_edge)
        if self.sure[root] < 0:
            self._flood_back(root, root)
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.sure[v] == self.sure[root] and self.mark[v] != self.stamp and v != but:
                self._cite_path(root, v)
                return self._cite_cut(g, root, v, but, but_edge)
        return True

    def _cite_barred(self, n: cython.int) -> cython.bint:
        """Cite why one vertex is in the hub's piece and another is not."""
        k: cython.int = cython.cast(cython.int, self.note_number[n])
        w: cython.int = self.note_b[n]
        self._cite_query(k, FALSE)
        self._cite_path(self.query_from[k], self.note_a[n])
        if self.note_c[n] >= 0:
            self._cite_edge(self.note_c[n], TRUE)
        if self.note_d[n] >= 0:
            self._cite_edge(self.note_d[n], TRUE)
        return (w == self.query_to[k] and not self._is_sure(w)) or self._cite_path(
            w, self.query_to[k]
        )

    def _bar(self, g: cython.int, k: cython.int) -> cython.bint:
        """Take up the vertices that are not in the piece of a query's first vertex, the hub: those
        of which queries say so, and their sure pieces."""
        v: cython.int
        hub: cython.int = self.query_from[k]
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            self.sure[v] = -1
            self.bulk[v] = 1
        while (
            k > self.query_start[g]
            and self.query_kind[k - 1] == CONNECTED_PAIR
            and self.query_from[k - 1] == hub
        ):
            k -= 1
        while (
            k < self.query_start[g + 1]
            and self.query_kind[k] == CONNECTED_PAIR
            and self.query_from[k] == hub
        ):
            v = self.query_to[k]
            if self._state(self.query_word[k], self.query_mask[k]) == FALSE:
                if self.vertex_state[v] != TRUE:
                    self.bar[v] = k
                elif self.sure[v] < 0:
                    self._flood_back(v, v)
                    self.bar[v] = k
            k += 1
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            self.allowed[v] = self._bar_of(v) < 0
        return True

    def _flood_back(self, start: cython.int, first: cython.int) -> cython.bint:
        """The sure piece of a vertex, as it was: joined by edges, or linked."""
        head: cython.int = 0
        tail: cython.int = 1
        k: cython.int
        v: cython.int
        w: cython.int
        self.order[0] = start
        self.sure[start] = first
        while head < tail:
            v = self.order[head]
            head += 1
            for k in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[k]
                if (
                    self.sure[w] != first
                    and self.edge_state[self.around_edge[k]] == TRUE
                    and self.vertex_state[w] == TRUE
                ):
                    self.sure[w] = first
                    self.order[tail] = w
                    tail += 1
            k = self.link_head[v]
            while k >= 0:
                w = self.query_from[k >> 1] if k & 1 else self.query_to[k >> 1]
                if (
                    self.sure[w] != first
                    and self.vertex_state[w] == TRUE
                    and self._is_sure_query(k >> 1)
                ):
                    self.sure[w] = first
                    self.order[tail] = w
                    tail += 1
                k = self.link_next[k]
        return True

    def _unbar(self, g: cython.int) -> cython.bint:
        v: cython.int
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            self.bar[v] = -1
            self.allowed[v] = 1
        return True

    # ---- sizes -----------------------------------------------------------------------------------

    def _weigh_vertices(self, g: cython.int, k: cython.int) -> cython.bint:
        """The bulk of each vertex in the family of a query for a size, and who has which query."""
        v: cython.int
        load: cython.int = self.query_to[k] - self.vertex_start[g]
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            self.bulk[v] = self.load[load + v]
            self.own_query[v] = self.family_query[load + v]
        return True

    def _cite_size(self, g: cython.int, n: cython.int) -> cython.bint:
        kind: cython.int = self.note_kind[n]
        k: cython.int = self.note_query[n]
        a: cython.int = self.note_a[n]
        number: cython.longlong = self.note_number[n]
        if kind == CLOSED:
            self._look_back(g)
            if self.query_kind[k] != SIZE:
                self._cite_vertex(a, TRUE)
                return self._cite_closure(g, a, -1, -1, -1)
            self._weigh_vertices(g, k)
            self._look_for(g, self.note_other[n])
            return self._cite_closure(g, a, number, -1, -1)
        if kind == AT_LEAST:
            return self._cite_at_least(self.query_word[k], number)
        if kind == DEMANDED:
            return self._cite_demand(k, a, number)
        if kind == CAPPED:
            return self._cite_cap(k, a, number)
        self._weigh_vertices(g, k)
        if kind == BULKY:
            self.stamp += 1
            return self._cite_piece(a, number - 1) >= 0
        if kind == TOO_LARGE:
            self._cite_cap(k, a, number)
            self.stamp += 1
            number -= self._cite_piece(a, number)
            return self._cite_piece(self.note_b[n], number) >= 0
        if kind == CLASH:
            self._cite_cap(k, a, number)
            return self._cite_demand(self.note_c[n], self.note_b[n], self.note_other[n])
        return self._cite_crowd(n)

    def _cite_cap(self, k: cython.int, v: cython.int, value: cython.longlong) -> cython.bint:
        """Cite that a size, which is that of a vertex, is at most this much."""
        self._cite_at_most(self.query_word[k], value)
        return self._cite_path(self.query_from[k], v)

    def _cite_demand(self, k: cython.int, v: cython.int, value: cython.longlong) -> cython.bint:
        self._cite_at_least(self.query_word[k], value)
        return self._cite_path(self.query_from[k], v)

    def _cite_crowd(self, n: cython.int) -> cython.bint:
        """Cite the pieces that an open vertex would join, and the limit of one that their total
        size exceeds."""
        k: cython.int = self.note_query[n]
        v: cython.int = self.note_a[n]
        i: cython.int = self.note_b[n]
        w: cython.int
        left: cython.longlong = self.note_number[n]
        if i < 0:
            self._cite_at_most(self.query_word[k], left)
        else:
            self._cite_edge(self.around_edge[i], TRUE)
            self._cite_cap(k, self.around_vertex[i], left)
        i = self.note_c[n]
        if i >= 0:
            self._cite_edge(self.around_edge[i], TRUE)
            return self._cite_demand(self.note_d[n], self.around_vertex[i], self.note_other[n])
        left -= self.bulk[v]
        self.stamp += 1
        self.mark[v] = self.stamp
        for i in range(self.around_start[v], self.around_start[v + 1]):
            w = self.around_vertex[i]
            if (
                left >= 0
                and self.mark[w] != self.stamp
                and self._is_sure(w)
                and self._is_sure_edge(self.around_edge[i])
            ):
                self._cite_edge(self.around_edge[i], TRUE)
                left -= self._cite_piece(w, left)
        return True
