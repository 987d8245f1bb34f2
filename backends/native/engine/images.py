# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""The images of vertices under half turns of their pieces, and the board that they lie on.

A vertex's image is a variable: the place on the board to which the half turn of its piece takes it
(0: nothing is known of a half turn). The domains are rows of bits, a bit for each place, so that
what is known of one image applies to another one by a shift.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from .sizes import Sizes

if not cython.compiled:
    from .bits import EVERY, bit_at

IMAGE = cython.declare(cython.int, net.IMAGE)
SIZE = cython.declare(cython.int, net.SIZE)


class Images(Sizes):
    def _load_images(self, network: net.Network) -> cython.bint:
        """The images of vertices, and the board that they lie on."""
        g: cython.int
        k: cython.int
        places: cython.int = 0
        rows: cython.int = 0
        vertices: cython.int = len(network.vertex_word)
        self.image_width = self._ints("image_width", network.image_width)
        self.image_columns = self._ints("image_columns", network.image_columns)
        self.image_start = self._ints("image_start", (), self.graphs)
        self.image_end = self._ints("image_end", (), self.graphs)
        self.place = self._ints("place", network.place)
        self.image_word = self._filled("image_word", -1, vertices)
        self.at_start = self._ints("at_start", (), self.graphs)
        self.column_start = self._ints("column_start", (), self.graphs)
        for g in range(self.graphs):
            self.at_start[g] = places
            self.column_start[g] = rows
            places += 64 * self.image_width[g]
            rows += self.image_width[g] * max(0, 2 * self.image_columns[g] - 1)
        self.vertex_at = self._filled("vertex_at", -1, places)
        self.column_places = self._masks("column_places", (), rows)
        self.places = self._masks("places", (), max(network.image_width, default=0))
        self.hearing = 0
        self.near_hearing = self._ints("near_hearing", (), len(network.query_kind))
        self.near_most = self._ints("near_most", (), len(network.query_kind))
        self.direction = self._ints("direction", (), len(self.keep["around_edge"]))
        self.direction_start = self._ints("direction_start", (), self.graphs)
        self.direction_end = self._ints("direction_end", (), self.graphs)
        rows = 0
        for g in range(self.graphs):
            self.direction_start[g] = self.direction_end[g] = rows
            self.image_start[g] = self.image_end[g] = self.others_start[g]
            for k in range(self.others_start[g], self.query_start[g + 1]):
                if self.query_kind[k] == IMAGE:
                    self.image_end[g] = k + 1
                    self.image_word[self.query_from[k]] = self.first[self.query_word[k]]
            if self.image_width[g]:
                self._load_places(g)
                self._load_directions(g)
                rows = self.direction_end[g]
        self.walled = self._masks("walled", (), rows)
        self.opened = self._masks("opened", (), rows)
        return self._load_turned_words()

    def _load_places(self, g: cython.int) -> cython.bint:
        """Which vertices are where, and the places with another one at a distance of columns."""
        v: cython.int
        k: cython.int
        row: cython.int
        column: cython.int
        apart: cython.int
        columns: cython.int = self.image_columns[g]
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            self.vertex_at[self.at_start[g] + self.place[v]] = v
        for apart in range(1 - columns, columns):
            row = self.column_start[g] + (apart + columns - 1) * self.image_width[g]
            for k in range(1, 64 * self.image_width[g]):
                column = (k - 1) % columns
                if 0 <= column + apart < columns:
                    self.column_places[row + (k >> 6)] |= bit_at(k & 63)
        return True

    def _load_directions(self, g: cython.int) -> cython.bint:
        """The direction of each step, by where it leads."""
        v: cython.int
        i: cython.int
        known: dict = {}
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            for i in range(self.around_start[v], self.around_start[v + 1]):
                way = (
                    self.place[self.around_vertex[i]] - self.place[v],
                    self._columns_from(g, v, self.around_vertex[i]),
                )
                if way not in known:
                    known[way] = len(known)
                    known[-way[0], -way[1]] = len(known)
                self.direction[i] = known[way]
        self.direction_end[g] += len(known) * self.image_width[g]
        return True

    def _load_turned_words(self) -> cython.bint:
        """The words of images, and those of the sizes of pieces that count their vertices."""
        g: cython.int
        k: cython.int
        v: cython.int
        w: cython.int
        x: cython.int
        even: cython.bint
        self.turned_word = self._filled("turned_word", -1, self.words)
        for g in range(self.graphs):
            if self.image_width[g] == 0:
                continue
            for k in range(self.image_start[g], self.query_start[g + 1]):
                x = self.query_word[k]
                v = self.query_from[k]
                if self.query_kind[k] == IMAGE:
                    for w in range(self.first[x], self.first[x] + self.width[x]):
                        self.turned_word[w] = 2 * v
                elif self.query_kind[k] == SIZE:
                    even = True
                    for w in range(self.vertex_start[g + 1] - self.vertex_start[g]):
                        even = even and self.load[self.query_to[k] + w] == 1
                    if even:
                        for w in range(self.first[x], self.first[x] + self.width[x]):
                            self.turned_word[w] = 2 * k + 1
        return True

    # ---- parts of images -------------------------------------------------------------------------

    def _restrict(
        self, p: cython.int, v: cython.int, k: cython.int, left: cython.ulonglong
    ) -> cython.bint:
        """Narrow a word of an image, and note at the last tag which values are gone."""
        d: cython.ulonglong = self.domain[self.image_word[v] + k]
        gone: cython.ulonglong = d & ~left
        if gone == 0:
            return True
        self._note_numbers(
            cython.cast(cython.longlong, gone >> 32),
            cython.cast(cython.longlong, gone & 0xFFFFFFFF),
        )
        return self._set(self.image_word[v] + k, d & left, p)

    @cython.final
    def _has_none(self, v: cython.int) -> cython.bint:
        """Whether a vertex may have no image."""
        return self.domain[self.image_word[v]] & 1 != 0

    @cython.final
    def _window(self, word: cython.int, width: cython.int, start: cython.int) -> cython.ulonglong:
        """64 places of an image's row from one on, which may lie outside."""
        k: cython.int = start >> 6
        shift: cython.int = start & 63
        found: cython.ulonglong = 0
        if 0 <= k < width:
            found = self.domain[word + k] >> shift
            if k == 0 and shift == 0:
                found &= EVERY ^ 1
        if shift and 0 <= k + 1 < width:
            found |= (self.domain[word + k + 1] & (EVERY ^ (k == -1))) << (64 - shift)
        return found & EVERY

    @cython.final
    def _columns_from(self, g: cython.int, v: cython.int, w: cython.int) -> cython.int:
        """How many columns one vertex is to the right of another."""
        columns: cython.int = self.image_columns[g]
        return (self.place[w] - 1) % columns - (self.place[v] - 1) % columns

    @cython.final
    def _row_from(self, g: cython.int, v: cython.int, w: cython.int) -> cython.int:
        """The row of the places that have another one as far to the right as w is of v."""
        apart: cython.int = self._columns_from(g, v, w) + self.image_columns[g] - 1
        return self.column_start[g] + apart * self.image_width[g]

    @cython.final
    def _is_wall(self, e: cython.int) -> cython.bint:
        """Whether an edge is absent only between two pieces."""
        return self.query_of_edge[e] >= 0
