# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""Cuts between vertices of a graph: why they are apart, in few facts from early in the trail.

A cut starts as the set of all absent parts. They are added back one by one, those that became
absent last first, unless that would join the two sides (tested by union-find, as in cspuz_core): so
the remaining cut is minimal. Parts whose absence costs nothing to cite stay in it.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .ways import Ways

FALSE = cython.declare(cython.int, 0)
OPEN = cython.declare(cython.int, 1)
# Parts are sorted by this many bits of their ages at once.
DIGIT = cython.declare(cython.int, 8)
DIGITS = cython.declare(cython.int, 1 << 8)


class Cuts(Ways):
    def _load_cuts(self) -> cython.bint:
        vertices: cython.int = self.vertex_start[self.graphs]
        edges: cython.int = self.edge_start[self.graphs]
        self._load_ways()
        self.joint = self._ints("joint", (), vertices)
        self.joint_bulk = self._longs("joint_bulk", (), vertices)
        self.part = self._ints("part", (), vertices + edges)
        self.part_age = self._ints("part_age", (), vertices + edges)
        self.sorted_part = self._ints("sorted_part", (), vertices + edges)
        self.sorted_age = self._ints("sorted_age", (), vertices + edges)
        self.of_digit = self._ints("of_digit", (), DIGITS)
        self.barred_count = 0
        self.barred = self._ints("barred", (), vertices)
        self.is_barred = self._ints("is_barred", (), vertices)
        return True

    def _cite_block(self, w: cython.int, e: cython.int) -> cython.bint:
        """Cite why a search cannot reach vertex w over edge e."""
        k: cython.int
        if self.edge_state[e] == FALSE:
            return self._cite_edge(e, FALSE)
        if self.vertex_state[w] == FALSE:
            return self._cite_vertex(w, FALSE)
        if self.value >= 0:
            return self._cite_without(self.query_word[self.own_query[w]], self.value)
        k = self._bar_of(w)
        self._cite_query(k, FALSE)
        if self.hub_of[self.query_from[k]] >= 0 or self.hub_of[self.query_to[k]] >= 0:
            return True
        if w != self.query_to[k] and not self.is_barred[w]:
            self.is_barred[w] = True
            self.barred[self.barred_count] = w
            self.barred_count += 1
        return True

    def _cite_blocks(self) -> cython.bint:
        """Cite the paths from the vertices in `barred` to the vertices of their sure pieces that
        queries separate from the current piece."""
        k: cython.int
        for k in range(self.barred_count):
            self.is_barred[self.barred[k]] = False
            self._cite_path(self.barred[k], self.query_to[self._bar_of(self.barred[k])])
        self.barred_count = 0
        return True

    def _cite_wall(self, target: cython.int, but: cython.int, but_edge: cython.int) -> cython.bint:
        """Cite the absent parts on the border of the marked region that can be reached from the
        target without entering the region: every path from there into the region uses one."""
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
                    if v != but and e != but_edge:
                        self._cite_block(v, e)
                elif self.mark[w] != self.stamp:
                    self.mark[w] = self.stamp
                    self.order[tail] = w
                    tail += 1
        return self._cite_blocks()

    def _cite_around(self, tail: cython.int, but: cython.int, but_edge: cython.int) -> cython.bint:
        """Cite all absent parts on the border of the marked region, the first `tail` vertices of
        `order`."""
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
                if self.mark[w] != self.stamp and w != but and e != but_edge:
                    self._cite_block(w, e)
        return self._cite_blocks()

    def _cite_cut(
        self, g: cython.int, a: cython.int, b: cython.int, but: cython.int, but_edge: cython.int
    ) -> cython.bint:
        """Cite a cut between vertices a and b. The open vertex `but` and edge `but_edge` (-1: none)
        count as absent, without being cited."""
        parts: cython.int
        if self.refused:
            return True
        if self.only_free:
            self._open_parts(g, b)
        else:
            parts = self._gather_parts(g, a, b, but, but_edge)
            self._add_back(parts, a, b, 0, but_edge)
        self.stamp += 1
        self._mark_region(a, but, but_edge)
        if self.mark[b] == self.stamp:
            self.refused = True
            return True
        return self._cite_wall(b, but, but_edge)

    def _cite_closure(
        self,
        g: cython.int,
        start: cython.int,
        most: cython.longlong,
        but: cython.int,
        but_edge: cython.int,
    ) -> cython.bint:
        """Cite why vertex `start` can reach a total weight of at most `most` (-1: what it reaches
        now). The open vertex `but` and edge `but_edge` (-1: none) count as absent, without being
        cited."""
        parts: cython.int
        tail: cython.int
        if self.refused:
            return True
        if self.only_free and most >= 0:
            self._open_parts(g, -1)
        elif most >= 0:
            parts = self._gather_parts(g, start, -1, but, but_edge)
            self._add_back(parts, start, -1, most, but_edge)
        self.stamp += 1
        tail = self._mark_region(start, but, but_edge)
        if self.only_free and most >= 0:
            for parts in range(tail):
                most -= self.bulk[self.order[parts]]
            if most < 0:
                self.refused = True
                return True
        return self._cite_around(tail, but, but_edge)

    def _open_parts(self, g: cython.int, b: cython.int) -> cython.bint:
        """Add back all absent parts whose absence costs something to cite, except vertex b."""
        e: cython.int
        v: cython.int
        self._count_look(g, 0)
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.vertex_state[v] != FALSE and self.allowed[v]:
                continue
            if v != b and self._age_of_block(v) >= 0:
                if self.vertex_state[v] == FALSE:
                    self.vertex_state[v] = OPEN
                self.allowed[v] = 1
        for e in range(self.edge_start[g], self.edge_start[g + 1]):
            if self.edge_state[e] == FALSE and self._age(self.edge_word[e], self.edge_mask[e]) >= 0:
                self.edge_state[e] = OPEN
        return True

    def _gather_parts(
        self, g: cython.int, a: cython.int, b: cython.int, but: cython.int, but_edge: cython.int
    ) -> cython.int:
        """Join all possible parts and vertex a by union-find. List the absent parts, except vertex
        b, whose absence costs something to cite, the latest first. Returns their number."""
        e: cython.int
        v: cython.int
        w: cython.int
        age: cython.int
        count: cython.int = 0
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            self.joint[v] = -1
            if v == but:
                continue
            if v == a or (self.vertex_state[v] != FALSE and self.allowed[v]):
                self.joint[v] = v
                self.joint_bulk[v] = self.bulk[v]
                continue
            age = self._age_of_block(v) if v != b else -1
            if age >= 0:
                self.part[count] = v
                self.part_age[count] = age
                count += 1
        for e in range(self.edge_start[g], self.edge_start[g + 1]):
            if e == but_edge:
                continue
            if self.edge_state[e] != FALSE:
                v = self.edge_from[e]
                w = self.edge_to[e]
                if self.joint[v] >= 0 and self.joint[w] >= 0:
                    self._join(v, w)
                continue
            age = self._age(self.edge_word[e], self.edge_mask[e])
            if age >= 0:
                self.part[count] = -1 - e
                self.part_age[count] = age
                count += 1
        self._sort_parts(count)
        self._count_look(g, count)
        return count

    def _count_look(self, g: cython.int, parts: cython.int) -> cython.bint:
        """Count the work of scanning a graph, and of sorting and adding back this many parts."""
        scanned: cython.int = self.vertex_start[g + 1] - self.vertex_start[g]
        scanned += self.edge_start[g + 1] - self.edge_start[g]
        self.scanned += scanned
        self.walked += parts
        return True

    def _sort_parts(self, count: cython.int) -> cython.bint:
        """Sort `part` by descending age (radix sort)."""
        shift: cython.int = 0
        k: cython.int
        digit: cython.int
        at: cython.int
        oldest: cython.int = 0
        swap: cython.p_int
        for k in range(count):
            oldest = max(oldest, self.part_age[k])
        while oldest >> shift:
            for k in range(DIGITS):
                self.of_digit[k] = 0
            for k in range(count):
                self.of_digit[(self.part_age[k] >> shift) & (DIGITS - 1)] += 1
            at = 0
            for digit in range(DIGITS - 1, -1, -1):
                k = self.of_digit[digit]
                self.of_digit[digit] = at
                at += k
            for k in range(count):
                digit = (self.part_age[k] >> shift) & (DIGITS - 1)
                at = self.of_digit[digit]
                self.of_digit[digit] += 1
                self.sorted_part[at] = self.part[k]
                self.sorted_age[at] = self.part_age[k]
            swap = self.part
            self.part = self.sorted_part
            self.sorted_part = swap
            swap = self.part_age
            self.part_age = self.sorted_age
            self.sorted_age = swap
            shift += DIGIT
        return True

    def _add_back(
        self,
        count: cython.int,
        a: cython.int,
        b: cython.int,
        most: cython.longlong,
        but_edge: cython.int,
    ) -> cython.bint:
        """Add back each absent part with which a and b stay apart or, if b is -1, a reaches a total
        weight of at most `most`."""
        k: cython.int
        part: cython.int
        v: cython.int
        for k in range(count):
            part = self.part[k]
            if not self._may_add(part, a, b, most, but_edge):
                continue
            if part < 0:
                self.edge_state[-1 - part] = OPEN
                v = self.edge_from[-1 - part]
                if self.joint[v] >= 0 and self.joint[self.edge_to[-1 - part]] >= 0:
                    self._join(v, self.edge_to[-1 - part])
                continue
            if self.vertex_state[part] == FALSE:
                self.vertex_state[part] = OPEN
            self.allowed[part] = 1
            self.joint[part] = part
            self.joint_bulk[part] = self.bulk[part]
            for v in range(self.around_start[part], self.around_start[part + 1]):
                if self._is_way(v, but_edge):
                    self._join(part, self.around_vertex[v])
        return True

    def _is_way(self, i: cython.int, but_edge: cython.int) -> cython.bint:
        """Whether the i-th step of `around_edge` and `around_vertex` is possible."""
        e: cython.int = self.around_edge[i]
        return (
            self.joint[self.around_vertex[i]] >= 0 and self.edge_state[e] != FALSE and e != but_edge
        )

    def _may_add(
        self,
        part: cython.int,
        a: cython.int,
        b: cython.int,
        most: cython.longlong,
        but_edge: cython.int,
    ) -> cython.bint:
        """Whether `part` can be added back, see `_add_back`."""
        i: cython.int
        v: cython.int
        w: cython.int
        root: cython.int = self._find(a)
        other: cython.int = self._find(b) if b >= 0 and self.joint[b] >= 0 else -1
        near: cython.bint = False
        far: cython.bint = False
        bulk: cython.longlong = 0
        if part < 0:
            v = self.edge_from[-1 - part]
            w = self.edge_to[-1 - part]
            if self.joint[v] < 0 or self.joint[w] < 0:
                return True
            v = self._find(v)
            w = self._find(w)
            if b < 0:
                return (
                    v == w
                    or (v != root and w != root)
                    or (self.joint_bulk[v] + self.joint_bulk[w] <= most)
                )
            return not ((v == root and w == other) or (v == other and w == root))
        self.stamp += 1
        bulk = self.bulk[part]
        for i in range(self.around_start[part], self.around_start[part + 1]):
            if not self._is_way(i, but_edge):
                continue
            w = self._find(self.around_vertex[i])
            near = near or w == root
            far = far or w == other
            if self.mark[w] != self.stamp:
                self.mark[w] = self.stamp
                bulk += self.joint_bulk[w]
        if b < 0:
            return not near or bulk <= most
        return not (near and far)

    @cython.final
    def _find(self, v: cython.int) -> cython.int:
        while self.joint[v] != v:
            self.joint[v] = self.joint[self.joint[v]]
            v = self.joint[v]
        return v

    def _join(self, v: cython.int, w: cython.int) -> cython.bint:
        v = self._find(v)
        w = self._find(w)
        if v != w:
            self.joint[w] = v
            self.joint_bulk[v] += self.joint_bulk[w]
        return True
