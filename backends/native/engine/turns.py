# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""Propagator for pieces that a half turn maps to themselves, over the images of their vertices:

- a vertex is the image of its image, and is present if it has one;
- the images of two joined vertices are as far apart as the two are, in the opposite direction;
- where a step is sure, no wall stands at its image, and where a wall stands, no step is sure there;
- an image can be reached, and is no further away than the size of the piece allows.

An image that is known also links two vertices, as a true connected pair does (see `graphs`).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from . import tags
from .images import Images

if not cython.compiled:
    from .bits import EVERY, bit_at, lowest

FALSE = cython.declare(cython.int, 0)
OPEN = cython.declare(cython.int, 1)
TRUE = cython.declare(cython.int, 2)
SIZE = cython.declare(cython.int, net.SIZE)
ABSENT = cython.declare(cython.int, tags.ABSENT)
IMAGED = cython.declare(cython.int, tags.IMAGED)
EXCHANGED = cython.declare(cython.int, tags.EXCHANGED)
PAIRED = cython.declare(cython.int, tags.PAIRED)
NEAR = cython.declare(cython.int, tags.NEAR)
CUT_OFF = cython.declare(cython.int, tags.CUT_OFF)
SHIFTED = cython.declare(cython.int, tags.SHIFTED)
WALLED = cython.declare(cython.int, tags.WALLED)
OPENED = cython.declare(cython.int, tags.OPENED)
PARTED = cython.declare(cython.int, tags.PARTED)
AGREED = cython.declare(cython.int, tags.AGREED)


class Turns(Images):
    def _turn(self, p: cython.int) -> cython.bint:
        """Propagate what the images of vertices have to do with each other, and with the graph."""
        g: cython.int = self.data[p]
        v: cython.int
        good: cython.bint = self._hear_images(p, g)
        if good:
            self.walked += self.vertex_start[g + 1] - self.vertex_start[g]
            self._look_back(g)
            good = self._keep_present(p, g) and self._keep_reached(p, g)
            self._look_at_walls(g)
            v = self.vertex_start[g]
            while good and v < self.vertex_start[g + 1]:
                good = self.vertex_state[v] != TRUE or self._turn_around(p, g, v)
                v += 1
        self.note = -1
        return good

    def _hear_images(self, p: cython.int, g: cython.int) -> cython.bint:
        """Draw conclusions from each change of an image or a size since the last time."""
        word: cython.int
        what: cython.int
        t: cython.int = self.heard[2 * self.graphs + g]
        good: cython.bint = True
        self.hearing += 1
        if t < 0:
            good = self._hear_all_images(p, g)
            t = 0
        while good and t < self.trail:
            word = self.trail_word[t]
            what = self.turned_word[word]
            if what >= 0 and what & 1:
                what >>= 1
                if self.query_start[g] <= what < self.query_start[g + 1]:
                    good = self._keep_near(p, g, what)
            elif what >= 0:
                what >>= 1
                if self.vertex_start[g] <= what < self.vertex_start[g + 1]:
                    good = self._exchange(
                        p, g, what, word, self.trail_old[t] & ~self.trail_new[t]
                    ) and self._answer_image(p, g, what)
            t += good
        self.heard[2 * self.graphs + g] = t
        return good

    def _hear_all_images(self, p: cython.int, g: cython.int) -> cython.bint:
        """Draw conclusions from what holds from the start."""
        v: cython.int
        k: cython.int
        word: cython.int
        for k in range(self.image_end[g], self.query_start[g + 1]):
            if (
                self.query_kind[k] == SIZE
                and self.turned_word[self.first[self.query_word[k]]] >= 0
                and not self._keep_near(p, g, k)
            ):
                return False
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            for k in range(self.image_width[g]):
                word = self.image_word[v] + k
                if not self._exchange(p, g, v, word, self.domain[word] ^ EVERY):
                    return False
            if not self._answer_image(p, g, v):
                return False
        return True

    def _exchange(
        self,
        p: cython.int,
        g: cython.int,
        v: cython.int,
        word: cython.int,
        gone: cython.ulonglong,
    ) -> cython.bint:
        """Where the image of a vertex is not, the vertex is not the image."""
        at: cython.int
        u: cython.int
        w: cython.int
        bit: cython.ulonglong = bit_at(self.place[v] & 63)
        first: cython.int = 64 * (word - self.image_word[v])
        while gone:
            at = first + lowest(gone)
            gone &= gone - 1
            u = self.vertex_at[self.at_start[g] + at]
            if u < 0:
                continue
            w = self.image_word[u] + (self.place[v] >> 6)
            if self.domain[w] & bit:
                self._note(EXCHANGED, -1, v, at)
                if not self._set(w, self.domain[w] & ~bit, p):
                    return False
        return True

    def _answer_image(self, p: cython.int, g: cython.int, v: cython.int) -> cython.bint:
        """If the image of a vertex is known, the vertex is the image of that."""
        k: cython.int
        u: cython.int
        at: cython.longlong
        x: cython.int = self.owner[self.image_word[v]]
        if not self._is_fixed(x):
            return True
        at = self._low(x)
        if at == 0:
            return True
        u = self.vertex_at[self.at_start[g] + at]
        if u == v:
            return True
        for k in range(self.image_width[g]):
            self._note(PAIRED, -1, v, -1)
            if not self._set(
                self.image_word[u] + k,
                self.domain[self.image_word[u] + k] & bit_at(self.place[v] & 63)
                if self.place[v] >> 6 == k
                else 0,
                p,
            ):
                return False
        return True

    def _keep_near(self, p: cython.int, g: cython.int, k: cython.int) -> cython.bint:
        """The way to the image of a vertex has no more vertices than its piece."""
        v: cython.int = self.query_from[k]
        w: cython.int
        i: cython.int
        head: cython.int = 0
        tail: cython.int = 1
        most: cython.longlong = self._high(self.query_word[k])
        if most >= self.vertex_start[g + 1] - self.vertex_start[g]:
            return True
        # A size of many words changes in several at once, and mostly below its upper bound.
        if self.near_hearing[k] == self.hearing and self.near_most[k] == most:
            return True
        self.near_hearing[k] = self.hearing
        self.near_most[k] = cython.cast(cython.int, most)
        for i in range(self.image_width[g]):
            self.places[i] = 0
        self.places[0] = 1
        self.stamp += 1
        self.order[0] = v
        self.mark[v] = self.stamp
        self.entered[v] = 1
        while head < tail:
            v = self.order[head]
            head += 1
            self.places[self.place[v] >> 6] |= bit_at(self.place[v] & 63)
            if self.entered[v] >= most:
                continue
            for i in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[i]
                if self.mark[w] != self.stamp:
                    self.mark[w] = self.stamp
                    self.entered[w] = self.entered[v] + 1
                    self.order[tail] = w
                    tail += 1
        v = self.query_from[k]
        for i in range(self.image_width[g]):
            if self.domain[self.image_word[v] + i] & ~self.places[i]:
                self._note(NEAR, k, cython.cast(cython.int, most), -1)
                if not self._restrict(p, v, i, self.places[i]):
                    return False
        return True

    def _keep_present(self, p: cython.int, g: cython.int) -> cython.bint:
        """A vertex that is absent has no image; one that has an image is present."""
        v: cython.int
        k: cython.int
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.vertex_state[v] == FALSE:
                for k in range(self.image_width[g]):
                    self._note(ABSENT, -1, v, -1)
                    if not self._restrict(p, v, k, 1 if k == 0 else 0):
                        return False
            elif self.vertex_state[v] == OPEN and not self._has_none(v):
                self._note(IMAGED, -1, v, -1)
                if not self._make(p, self.vertex_word[v], self.vertex_mask[v]):
                    return False
        return True

    def _keep_reached(self, p: cython.int, g: cython.int) -> cython.bint:
        """The image of a vertex is in the part of the graph that it can reach. What leaves a part
        of more than half of all vertices comes from the other parts, by exchange."""
        v: cython.int
        w: cython.int
        i: cython.int
        k: cython.int
        count: cython.int = self.vertex_start[g + 1] - self.vertex_start[g]
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            self.possible[v] = -1
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.vertex_state[v] == FALSE or self.possible[v] >= 0:
                continue
            self._flood_possible(v)
            if 2 * self.wide[v] > count:
                continue
            for k in range(self.image_width[g]):
                self.places[k] = 0
            self.places[0] = 1
            for i in range(self.wide[v]):
                w = self.order[i]
                self.places[self.place[w] >> 6] |= bit_at(self.place[w] & 63)
            for i in range(self.wide[v]):
                w = self.order[i]
                for k in range(self.image_width[g]):
                    if self.domain[self.image_word[w] + k] & ~self.places[k]:
                        self._note(CUT_OFF, -1, w, -1)
                        if not self._restrict(p, w, k, self.places[k]):
                            return False
        return True

    def _look_at_walls(self, g: cython.int) -> cython.bint:
        """The places from which a step in a direction is barred by a wall, or sure."""
        v: cython.int
        i: cython.int
        k: cython.int
        e: cython.int
        bit: cython.ulonglong
        for k in range(self.direction_start[g], self.direction_end[g]):
            self.walled[k] = self.opened[k] = 0
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.vertex_state[v] != TRUE:
                continue
            bit = bit_at(self.place[v] & 63)
            for i in range(self.around_start[v], self.around_start[v + 1]):
                e = self.around_edge[i]
                if self.vertex_state[self.around_vertex[i]] != TRUE or self.edge_state[e] == OPEN:
                    continue
                k = self.direction_start[g] + self.direction[i] * self.image_width[g]
                k += self.place[v] >> 6
                if self.edge_state[e] == TRUE:
                    self.opened[k] |= bit
                elif self._is_wall(e):
                    self.walled[k] |= bit
        return True

    def _turn_around(self, p: cython.int, g: cython.int, v: cython.int) -> cython.bint:
        """What follows from the steps from a vertex to others that are present."""
        i: cython.int
        w: cython.int
        for i in range(self.around_start[v], self.around_start[v + 1]):
            w = self.around_vertex[i]
            if self.vertex_state[w] == TRUE and not self._turn_step(p, g, v, i):
                return False
        return True

    def _turn_step(self, p: cython.int, g: cython.int, v: cython.int, i: cython.int) -> cython.bint:
        """What follows for the images of a vertex from a step to another one, and for the step."""
        row: cython.int = (self.direction[i] ^ 1) * self.image_width[g] + self.direction_start[g]
        e: cython.int = self.around_edge[i]
        if self.edge_state[e] == TRUE:
            return self._shift(p, g, v, i) and self._leave(p, g, v, i, row, WALLED)
        if self.edge_state[e] == OPEN:
            return self._turn_open(p, g, v, i)
        return not self._is_wall(e) or self._leave(p, g, v, i, row, OPENED)

    def _shift(self, p: cython.int, g: cython.int, v: cython.int, i: cython.int) -> cython.bint:
        """The image of a joined vertex is as far from that of a vertex."""
        w: cython.int = self.around_vertex[i]
        k: cython.int
        width: cython.int = self.image_width[g]
        apart: cython.int = self.place[w] - self.place[v]
        columns: cython.int = self._row_from(g, v, w)
        d: cython.ulonglong
        left: cython.ulonglong
        for k in range(width):
            d = self.domain[self.image_word[w] + k]
            if d == 0:
                continue
            left = self._window(self.image_word[v], width, 64 * k + apart)
            left &= self.column_places[columns + k]
            left |= k == 0 and self._has_none(v)
            if d & ~left:
                self._note(SHIFTED, k, v, i)
                if not self._restrict(p, w, k, left):
                    return False
        return True

    def _leave(
        self,
        p: cython.int,
        g: cython.int,
        v: cython.int,
        i: cython.int,
        row: cython.int,
        kind: cython.int,
    ) -> cython.bint:
        """The image of a vertex is where no wall bars the same step, or where it is not sure."""
        k: cython.int
        d: cython.ulonglong
        for k in range(self.image_width[g]):
            d = self.walled[row + k] if kind == WALLED else self.opened[row + k]
            if self.domain[self.image_word[v] + k] & d:
                self._note(kind, k, v, i)
                if not self._restrict(p, v, k, d ^ EVERY):
                    return False
        return True

    def _turn_open(self, p: cython.int, g: cython.int, v: cython.int, i: cython.int) -> cython.bint:
        """An open edge is absent if its ends have no images that agree with it, and present if
        wherever the image of one may be the same step is sure."""
        w: cython.int = self.around_vertex[i]
        e: cython.int = self.around_edge[i]
        k: cython.int
        width: cython.int = self.image_width[g]
        row: cython.int = (self.direction[i] ^ 1) * width + self.direction_start[g]
        apart: cython.int = self.place[v] - self.place[w]
        columns: cython.int = self._row_from(g, w, v)
        d: cython.ulonglong
        agree: cython.bint = v > w and not self._has_none(w)
        other: cython.bint = not self._is_wall(e)
        if self._has_none(v):
            return True
        for k in range(width):
            d = self.domain[self.image_word[v] + k]
            if d == 0:
                continue
            other = other or d & ~self.opened[row + k] != 0
            agree = agree or (
                d
                & ~self.walled[row + k]
                & self.column_places[columns + k]
                & self._window(self.image_word[w], width, 64 * k + apart)
                != 0
            )
            if agree and other:
                return True
        if not agree:
            self._note(PARTED, -1, v, i)
            return self._deny_edge(p, e)
        self._note(AGREED, -1, v, i)
        return self._make(p, self.edge_word[e], self.edge_mask[e])

    # ---- links -----------------------------------------------------------------------------------

    def _link_images(self, g: cython.int) -> cython.bint:
        k: cython.int
        x: cython.int
        u: cython.int
        for k in range(self.image_start[g], self.image_end[g]):
            x = self.query_word[k]
            if self._is_fixed(x) and not self._has(x, 0):
                u = self.vertex_at[self.at_start[g] + self._low(x)]
                # One link serves a vertex and its image.
                if self.query_from[k] < u:
                    self.query_to[k] = u
                    self._add_link(k)
        return True

    def _keep_linked(self, p: cython.int, g: cython.int) -> cython.bint:
        """What cuts a sure piece in two that images link, if it were absent, is there."""
        k: cython.int
        v: cython.int
        w: cython.int
        for k in range(self.image_start[g], self.image_end[g]):
            v = self.query_from[k]
            if self.sure[v] != v or not self.is_linked[v] or self._is_joined(v):
                continue
            self.walked += self.vertex_start[g + 1] - self.vertex_start[g]
            for w in range(self.vertex_start[g], self.vertex_start[g + 1]):
                self.bulk[w] = self.sure[w] == v
            self._search_from(g, v)
            if self.total[v] == self.extent[v] and not self._keep_whole(p, g, k, v, self.total[v]):
                return False
        return True

    def _is_joined(self, first: cython.int) -> cython.bint:
        """Whether edges alone join a sure piece."""
        head: cython.int = 0
        tail: cython.int = 1
        i: cython.int
        v: cython.int
        w: cython.int
        self.stamp += 1
        self.order[0] = first
        self.mark[first] = self.stamp
        while head < tail:
            v = self.order[head]
            head += 1
            for i in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[i]
                if (
                    self.mark[w] != self.stamp
                    and self.sure[w] == first
                    and self.edge_state[self.around_edge[i]] == TRUE
                ):
                    self.mark[w] = self.stamp
                    self.order[tail] = w
                    tail += 1
        return tail == self.extent[first]
