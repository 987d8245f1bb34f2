# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""Why a vertex has an image or has not, and what followed from that (see `turns`)."""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from . import tags
from .home_reasons import HomeReasons

if not cython.compiled:
    from .bits import EVERY, bit_at, lowest

FALSE = cython.declare(cython.int, 0)
TRUE = cython.declare(cython.int, 2)
IMAGED = cython.declare(cython.int, tags.IMAGED)
EXCHANGED = cython.declare(cython.int, tags.EXCHANGED)
PAIRED = cython.declare(cython.int, tags.PAIRED)
NEAR = cython.declare(cython.int, tags.NEAR)
CUT_OFF = cython.declare(cython.int, tags.CUT_OFF)
SHIFTED = cython.declare(cython.int, tags.SHIFTED)
WALLED = cython.declare(cython.int, tags.WALLED)
OPENED = cython.declare(cython.int, tags.OPENED)
PARTED = cython.declare(cython.int, tags.PARTED)


class TurnReasons(HomeReasons):
    def _cite_turn(self, g: cython.int, n: cython.int) -> cython.bint:
        kind: cython.int = self.note_kind[n]
        v: cython.int = self.note_a[n]
        b: cython.int = self.note_b[n]
        if kind == IMAGED:
            return self._cite(self.image_word[v], 1)
        if kind == EXCHANGED:
            return self._cite(self.image_word[v] + (b >> 6), bit_at(b & 63))
        if kind == PAIRED:
            return self._cite_query(self.image_start[g] + v - self.vertex_start[g], TRUE)
        if kind == NEAR:
            return self._cite_at_most(self.query_word[self.note_query[n]], v)
        if kind == CUT_OFF:
            self._look_back(g)
            return self._cite_closure(g, v, -1, -1, -1)
        self._cite_vertex(v, TRUE)
        self._cite_vertex(self.around_vertex[b], TRUE)
        if kind == SHIFTED:
            return self._cite_shifted(g, n)
        if kind in (WALLED, OPENED):
            return self._cite_steps(g, n)
        if kind == PARTED:
            return self._cite_parted(g, v, b)
        return self._cite_alike(g, v, b)

    def _cite_shifted(self, g: cython.int, n: cython.int) -> cython.bint:
        """Cite a sure step, and that the image of its start is not where its end would have it."""
        v: cython.int = self.note_a[n]
        i: cython.int = self.note_b[n]
        w: cython.int = self.around_vertex[i]
        k: cython.int = self.note_query[n]
        width: cython.int = self.image_width[g]
        start: cython.int = 64 * k + self.place[w] - self.place[v]
        gone: cython.ulonglong = self._gone_by(n)
        self._cite_edge(self.around_edge[i], TRUE)
        if k == 0 and gone & 1:
            self._cite(self.image_word[v], 1)
        gone &= self.column_places[self._row_from(g, v, w) + k]
        self._cite_places(v, width, start >> 6, gone << (start & 63) & EVERY)
        if start & 63:
            self._cite_places(v, width, (start >> 6) + 1, gone >> (64 - (start & 63)))
        return True

    @cython.final
    def _gone_by(self, n: cython.int) -> cython.ulonglong:
        """The values of an image that are gone by a note, see `_restrict`."""
        high: cython.ulonglong = cython.cast(cython.ulonglong, self.note_number[n])
        return high << 32 | cython.cast(cython.ulonglong, self.note_other[n])

    def _cite_places(
        self, v: cython.int, width: cython.int, k: cython.int, places: cython.ulonglong
    ) -> cython.bint:
        """Cite that the image of a vertex is at none of some places, which may lie outside."""
        if k == 0:
            places &= EVERY ^ 1
        if 0 <= k < width and places:
            self._cite(self.image_word[v] + k, places)
        return True

    def _cite_steps(self, g: cython.int, n: cython.int) -> cython.bint:
        """Cite the state of a step, and of the same step at places where it has the other one."""
        i: cython.int = self.note_b[n]
        first: cython.int = 64 * self.note_query[n]
        state: cython.int = TRUE if self.note_kind[n] == WALLED else FALSE
        gone: cython.ulonglong = self._gone_by(n)
        self._cite_edge(self.around_edge[i], state)
        while gone:
            self._cite_step_at(g, i, first + lowest(gone), TRUE + FALSE - state)
            gone &= gone - 1
        return True

    def _cite_step_at(
        self, g: cython.int, i: cython.int, at: cython.int, state: cython.int
    ) -> cython.bint:
        """Cite the state of the opposite of step i at another place, between present vertices."""
        j: cython.int = self._step_at(g, i, at)
        self._cite_vertex(self.vertex_at[self.at_start[g] + at], TRUE)
        self._cite_vertex(self.around_vertex[j], TRUE)
        return self._cite_edge(self.around_edge[j], state)

    def _cite_parted(self, g: cython.int, v: cython.int, i: cython.int) -> cython.bint:
        """Cite for each place why it is not that of the image of a vertex, if a step is sure."""
        k: cython.int
        at: cython.int
        j: cython.int
        w: cython.int = self.around_vertex[i]
        apart: cython.int = self.place[v] - self.place[w]
        row: cython.int = self._row_from(g, w, v)
        d: cython.ulonglong
        for k in range(self.image_width[g]):
            d = self._domain_then(self.image_word[v] + k)
            self._cite(self.image_word[v] + k, d ^ EVERY)
            d &= self.column_places[row + k]
            while d:
                at = 64 * k + lowest(d)
                d &= d - 1
                j = at + apart
                if j < 1 or j >= 64 * self.image_width[g]:
                    continue
                if self._domain_then(self.image_word[w] + (j >> 6)) & bit_at(j & 63) == 0:
                    self._cite(self.image_word[w] + (j >> 6), bit_at(j & 63))
                else:
                    self._cite_step_at(g, i, at, FALSE)
        return True

    def _cite_alike(self, g: cython.int, v: cython.int, i: cython.int) -> cython.bint:
        """Cite where the image of a vertex may be, and that the same step is sure there."""
        k: cython.int
        d: cython.ulonglong
        for k in range(self.image_width[g]):
            d = self._domain_then(self.image_word[v] + k)
            self._cite(self.image_word[v] + k, d ^ EVERY)
            while d:
                self._cite_step_at(g, i, 64 * k + lowest(d), TRUE)
                d &= d - 1
        return True

    @cython.final
    def _step_at(self, g: cython.int, i: cython.int, at: cython.int) -> cython.int:
        """The opposite of a step, at another place."""
        u: cython.int = self.vertex_at[self.at_start[g] + at]
        j: cython.int = self.around_start[u]
        while self.direction[j] != self.direction[i] ^ 1:
            j += 1
        return j
