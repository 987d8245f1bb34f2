# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""What separates or joins two vertices of a graph, told as few and early facts.

A cut starts from all absent parts. They are taken for possible again, the latest first, unless that
would join what is to be apart (by union-find, as in cspuz_core): so each part that remains is
needed. Parts whose absence holds before the first decision, or that conflict analysis has seen
already, cost nothing and stay. A way between two vertices is one with the fewest costly facts.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .order import Order

if not cython.compiled:
    from .bits import EVERY, bit_at, up_to

FALSE = cython.declare(cython.int, 0)
OPEN = cython.declare(cython.int, 1)
TRUE = cython.declare(cython.int, 2)


class Cuts(Order):
    def _load_cuts(self) -> cython.bint:
        vertices: cython.int = self.vertex_start[self.graphs]
        edges: cython.int = self.edge_start[self.graphs]
        self.seen = self._masks("seen", (), self.words)
        self.told = self.free_end = self.assumption_level = 0
        self.only_free = self.refused = False
        self.avoided = self.avoided_vertex = -1
        self.told_room = 256
        self.told_word = self._ints("told_word", (), self.told_room)
        self.told_gone = self._masks("told_gone", (), self.told_room)
        self.joint = self._ints("joint", (), vertices)
        self.joint_bulk = self._longs("joint_bulk", (), vertices)
        self.part = self._ints("part", (), vertices + edges)
        self.part_age = self._ints("part_age", (), vertices + edges)
        self.barred_count = 0
        self.barred = self._ints("barred", (), vertices)
        self.is_barred = self._ints("is_barred", (), vertices)
        self.near = self._ints("near", (), vertices)
        self.later = self._ints("later", (), vertices)
        return True

    # ---- facts -----------------------------------------------------------------------------------

    def _tell(self, word: cython.int, gone: cython.ulonglong) -> cython.bint:
        """Tell that these values of a word are impossible."""
        if word == 0:
            return True
        if self.told >= self.told_room:
            self.told_room = 2 * self.told_room
            self.told_word = self._more_ints("told_word", self.told_room + 1)
            self.told_gone = self._more_masks("told_gone", self.told_room + 1)
        if self.only_free and self._age(word, gone) >= 0:
            self.refused = True
        self.told_word[self.told] = word
        self.told_gone[self.told] = gone
        self.told += 1
        return True

    def _tell_state(
        self, word: cython.int, mask: cython.ulonglong, state: cython.int
    ) -> cython.bint:
        """Tell that a literal is true or false."""
        return self._tell(word, mask if state == FALSE else mask ^ EVERY)

    def _tell_vertex(self, v: cython.int, state: cython.int) -> cython.bint:
        return self._tell_state(self.vertex_word[v], self.vertex_mask[v], state)

    def _tell_edge(self, e: cython.int, state: cython.int) -> cython.bint:
        return self._tell_state(self.edge_word[e], self.edge_mask[e], state)

    def _tell_query(self, k: cython.int, state: cython.int) -> cython.bint:
        return self._tell_state(self.query_word[k], self.query_mask[k], state)

    def _tell_at_least(self, x: cython.int, value: cython.longlong) -> cython.bint:
        w: cython.int
        bit: cython.longlong = value - self.base[x]
        for w in range(self.width[x]):
            if bit >= 64 * (w + 1):
                self._tell(self.first[x] + w, EVERY)
            elif bit > 64 * w:
                self._tell(self.first[x] + w, up_to(bit - 64 * w - 1))
        return True

    def _tell_at_most(self, x: cython.int, value: cython.longlong) -> cython.bint:
        w: cython.int
        bit: cython.longlong = value - self.base[x]
        for w in range(self.width[x]):
            if bit < 64 * w:
                self._tell(self.first[x] + w, EVERY)
            elif bit < 64 * w + 63:
                self._tell(self.first[x] + w, up_to(bit - 64 * w) ^ EVERY)
        return True

    def _tell_without(self, x: cython.int, value: cython.longlong) -> cython.bint:
        """Tell that a variable does not have a value."""
        bit: cython.longlong = value - self.base[x]
        if 0 <= bit < 64 * self.width[x]:
            self._tell(self.first[x] + (bit >> 6), bit_at(bit & 63))
        return True

    @cython.final
    def _age(self, word: cython.int, gone: cython.ulonglong) -> cython.int:
        """The entry of the trail that made a fact hold; -1 if the fact costs nothing."""
        t: cython.int = self.latest[word]
        gone &= ~self.seen[word]
        if gone == 0:
            return -1
        while self.until >= 0 and t >= self.until:
            t = self.trail_before[t]
        while t >= self.free_end:
            if self.trail_old[t] & ~self.trail_new[t] & gone:
                return t
            t = self.trail_before[t]
        return -1

    def _age_of_state(
        self, word: cython.int, mask: cython.ulonglong, state: cython.int
    ) -> cython.int:
        return self._age(word, mask if state == FALSE else mask ^ EVERY)

    def _age_of_block(self, v: cython.int) -> cython.int:
        """The age of what keeps searches from a vertex."""
        k: cython.int
        x: cython.int
        bit: cython.longlong
        if self.vertex_state[v] == FALSE:
            return self._age(self.vertex_word[v], self.vertex_mask[v])
        if self.value >= 0:
            x = self.query_word[self.own_query[v]]
            bit = self.value - self.base[x]
            if bit < 0 or bit >= 64 * self.width[x]:
                return -1
            return self._age(self.first[x] + (bit >> 6), bit_at(bit & 63))
        k = self._bar_of(v)
        return self._age(self.query_word[k], self.query_mask[k])

    # ---- what joins ------------------------------------------------------------------------------

    @cython.final
    def _is_sure(self, v: cython.int) -> cython.bint:
        return self._state(self.vertex_word[v], self.vertex_mask[v]) == TRUE

    @cython.final
    def _is_sure_edge(self, e: cython.int) -> cython.bint:
        return self._state(self.edge_word[e], self.edge_mask[e]) == TRUE

    @cython.final
    def _is_sure_query(self, k: cython.int) -> cython.bint:
        return self._state(self.query_word[k], self.query_mask[k]) == TRUE

    def _tell_path(self, a: cython.int, b: cython.int) -> cython.bint:
        """Tell the way between two vertices of a sure piece that has the fewest costly facts."""
        k: cython.int
        v: cython.int
        w: cython.int
        e: cython.int
        cost: cython.int = 0
        head: cython.int
        swap: cython.p_int
        self._tell_vertex(a, TRUE)
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
                    return self._tell_back(b)
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
            age = self._age_of_state(self.query_word[-2 - by], self.query_mask[-2 - by], TRUE)
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

    def _tell_back(self, v: cython.int) -> cython.bint:
        """Tell the way that the search took to a vertex, but for where it began."""
        e: cython.int = self.parent_edge[v]
        while e != -1:
            self._tell_vertex(v, TRUE)
            if e >= 0:
                self._tell_edge(e, TRUE)
            else:
                self._tell_query(-2 - e, TRUE)
            v = self.parent[v]
            e = self.parent_edge[v]
        return True

    def _tell_piece(self, first: cython.int, most: cython.longlong) -> cython.longlong:
        """Tell of a sure piece, what has the stamp left out, as much as is more than some bulk.
        Returns the bulk told."""
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
            self._tell_vertex(v, TRUE)
            e = self.parent_edge[v]
            if e >= 0:
                self._tell_edge(e, TRUE)
            elif e < -1:
                self._tell_query(-2 - e, TRUE)
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

    # ---- what separates --------------------------------------------------------------------------

    def _tell_block(self, w: cython.int, e: cython.int) -> cython.bint:
        """Tell what keeps a search from a vertex over an edge."""
        k: cython.int
        if self.edge_state[e] == FALSE:
            return self._tell_edge(e, FALSE)
        if self.vertex_state[w] == FALSE:
            return self._tell_vertex(w, FALSE)
        if self.value >= 0:
            return self._tell_without(self.query_word[self.own_query[w]], self.value)
        k = self._bar_of(w)
        self._tell_query(k, FALSE)
        if w != self.query_to[k] and not self.is_barred[w]:
            self.is_barred[w] = True
            self.barred[self.barred_count] = w
            self.barred_count += 1
        return True

    def _tell_blocks(self) -> cython.bint:
        """Tell the ways to the vertices that bar others of their sure pieces."""
        k: cython.int
        for k in range(self.barred_count):
            self.is_barred[self.barred[k]] = False
            self._tell_path(self.barred[k], self.query_to[self._bar_of(self.barred[k])])
        self.barred_count = 0
        return True

    def _tell_wall(self, target: cython.int, but: cython.int, but_edge: cython.int) -> cython.bint:
        """The absent parts around the marked region that the target sees: on any way from there,
        the last step into the region is over one of them."""
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
                        self._tell_block(v, e)
                elif self.mark[w] != self.stamp:
                    self.mark[w] = self.stamp
                    self.order[tail] = w
                    tail += 1
        return self._tell_blocks()

    def _tell_around(self, tail: cython.int, but: cython.int, but_edge: cython.int) -> cython.bint:
        """All that closes off the marked region, the first so many vertices of `order`."""
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
                    self._tell_block(w, e)
        return self._tell_blocks()

    def _tell_cut(
        self, g: cython.int, a: cython.int, b: cython.int, but: cython.int, but_edge: cython.int
    ) -> cython.bint:
        """Tell what keeps two vertices apart, if a part that is open were absent too."""
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
        return self._tell_wall(b, but, but_edge)

    def _tell_closure(
        self,
        g: cython.int,
        start: cython.int,
        most: cython.longlong,
        but: cython.int,
        but_edge: cython.int,
    ) -> cython.bint:
        """Tell what closes a vertex off from more than so much bulk (-1: from all that it cannot
        reach), if a part that is open were absent too."""
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
        return self._tell_around(tail, but, but_edge)

    def _open_parts(self, g: cython.int, b: cython.int) -> cython.bint:
        """Take all absent parts for possible that cost something, but vertex b."""
        e: cython.int
        v: cython.int
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
        """Join what is possible, and vertex a. List the absent parts but vertex b that cost
        something, the latest first."""
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
        return count

    def _sort_parts(self, count: cython.int) -> cython.bint:
        """By Shell's method."""
        gap: cython.int = count // 2
        k: cython.int
        at: cython.int
        part: cython.int
        age: cython.int
        while gap:
            for k in range(gap, count):
                part = self.part[k]
                age = self.part_age[k]
                at = k
                while at >= gap and self.part_age[at - gap] < age:
                    self.part[at] = self.part[at - gap]
                    self.part_age[at] = self.part_age[at - gap]
                    at -= gap
                self.part[at] = part
                self.part_age[at] = age
            gap //= 2
        return True

    def _add_back(
        self,
        count: cython.int,
        a: cython.int,
        b: cython.int,
        most: cython.longlong,
        but_edge: cython.int,
    ) -> cython.bint:
        """Take absent parts for possible again, as long as a and b stay apart, or (b: -1) as a
        reaches no more than so much bulk."""
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
        """Whether a step can be taken."""
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
        """Whether a and b stay apart, or a reaches no more than so much, with a further part."""
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
