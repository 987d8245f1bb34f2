# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""The propagator of two pieces of the same form, and its reasons.

A way to lay the first piece on the second one is a turn, and the vertex of the second piece on
which the first piece's own vertex comes to lie. It is possible while no vertex that is sure to be
in a piece comes to lie on one that is not in the other piece. If every possible way puts a vertex
into its piece, it is there; if none does, it is not. Nothing is kept from one run to the next.

A reason cites, for each way, one or two facts that rule it out. They are chosen greedily, so that
they are few in all.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from .count_reasons import CountReasons

ALIKE = cython.declare(cython.int, net.ALIKE)
FALSE = cython.declare(cython.int, 0)
OPEN = cython.declare(cython.int, 1)
TRUE = cython.declare(cython.int, 2)
# The supports that an open vertex may lack: a possible way that puts it into its piece, and one
# that leaves it out.
INSIDE = cython.declare(cython.int, 1)
OUTSIDE = cython.declare(cython.int, 2)
MOST_FACTS = cython.declare(cython.int, 2)  # that rule out a way


class Alike(CountReasons):
    def _load_alike(self) -> cython.bint:
        widest: cython.int = self._widest(ALIKE)
        self.inside = self._ints("inside", (), widest)
        self.sure_member = self._ints("sure_member", (), widest)
        self.open_vertex = self._ints("open_vertex", (), widest)
        self.lacks = self._ints("lacks", (), widest)
        self.is_cited = self._ints("is_cited", (), widest)
        return True

    def _alike(self, p: cython.int) -> cython.bint:
        first: cython.int
        second: cython.int
        applies: cython.bint = self._applies(p)
        self._look_at_pieces(p, -1, 0)
        first = self.inside[0]
        second = self.inside[self.second]
        if first == FALSE and second == FALSE:
            return True
        if first == TRUE and second == TRUE and applies:
            return self._fit(p)
        if first == FALSE or second == FALSE or not self._has_way(p):
            # Both are absent, then.
            if first == TRUE or second == TRUE:
                return self._refute(p)
            return not applies or self._decide_on(p, 0 if first else self.second, False)
        if applies and first != second:
            return self._decide_on(p, self.second if first == TRUE else 0, True)
        return True

    @cython.final
    def _decide_on(self, p: cython.int, k: cython.int, true: cython.bint) -> cython.bint:
        """Put a vertex into its piece, or keep it out."""
        word: cython.int = self.index[self.start[p] + k]
        mask: cython.ulonglong = self.mask[self.start[p] + k]
        return self._set(word, self.domain[word] & (mask if true else ~mask), p)

    @cython.final
    def _look_at_pieces(
        self, p: cython.int, word: cython.int, values: cython.ulonglong
    ) -> cython.bint:
        """Note whether each vertex is in its piece, and list those that are, with the own vertex of
        each piece in any case. word: one that counts as having these values; -1: none."""
        a: cython.int = self.start[p]
        count: cython.int = self.start[p + 1] - a
        k: cython.int
        d: cython.ulonglong
        self.second = cython.cast(cython.int, self.low[p])
        self.vertices_after = count - self.second
        self.first_table = cython.cast(cython.int, self.masks[self.data[p] + 2])
        self.second_table = cython.cast(cython.int, self.masks[self.data[p] + 3])
        self.sure_members = 0
        for k in range(count):
            d = values if self.index[a + k] == word else self.domain[self.index[a + k]]
            if d & self.mask[a + k] == 0:
                self.inside[k] = FALSE
            else:
                self.inside[k] = OPEN if d & ~self.mask[a + k] else TRUE
            if self.inside[k] == TRUE or k == 0 or k == self.second:
                self.sure_member[self.sure_members] = k
                self.sure_members += 1
        self.scanned += count
        return True

    @cython.final
    def _aim(self, target: cython.int) -> cython.bint:
        """Take the way that lays the first piece's own vertex, turned, on one of the second."""
        place: cython.int = cython.cast(cython.int, self.masks[self.first_table + 2])
        aim: cython.int = cython.cast(
            cython.int, self.masks[self.second_table + 2 + target - self.second]
        )
        row: cython.int = place >> 16
        column: cython.int = place & 0xFFFF
        self.down = (aim >> 16) - self.down_by_row * row - self.down_by_column * column
        self.right = (aim & 0xFFFF) - self.right_by_row * row - self.right_by_column * column
        return True

    @cython.final
    def _partner(self, k: cython.int) -> cython.int:
        """The vertex of the other piece on which a vertex comes to lie, both as positions among the
        arguments; -1 if there is none."""
        place: cython.int
        row: cython.int
        column: cython.int
        found: cython.int
        if k < self.second:
            place = cython.cast(cython.int, self.masks[self.first_table + 2 + k])
            row = place >> 16
            column = place & 0xFFFF
            found = self._vertex_at(
                self.second_table,
                self.vertices_after,
                self.down + self.down_by_row * row + self.down_by_column * column,
                self.right + self.right_by_row * row + self.right_by_column * column,
            )
            return found + self.second if found >= 0 else -1
        place = cython.cast(cython.int, self.masks[self.second_table + 2 + k - self.second])
        row = (place >> 16) - self.down
        column = (place & 0xFFFF) - self.right
        # The inverse of a turn is its transpose.
        return self._vertex_at(
            self.first_table,
            self.second,
            self.down_by_row * row + self.right_by_row * column,
            self.down_by_column * row + self.right_by_column * column,
        )

    @cython.final
    def _vertex_at(
        self, table: cython.int, count: cython.int, row: cython.int, column: cython.int
    ) -> cython.int:
        """The position of the vertex at a place of the board, -1 if there is none. count: how many
        vertices the table has."""
        width: cython.int = cython.cast(cython.int, self.masks[table + 1])
        if (
            row < 0
            or column < 0
            or column >= width
            or row >= cython.cast(cython.int, self.masks[table])
        ):
            return -1
        return cython.cast(cython.int, self.masks[table + 2 + count + row * width + column]) - 1

    @cython.final
    def _is_possible(self, target: cython.int) -> cython.bint:
        """Take the way to a vertex. Whether it is possible."""
        k: cython.int
        other: cython.int
        if self.inside[target] == FALSE:
            return False
        self._aim(target)
        for k in range(self.sure_members):
            self.scanned += 1
            other = self._partner(self.sure_member[k])
            if other < 0 or self.inside[other] == FALSE:
                return False
        return True

    @cython.final
    def _has_way(self, p: cython.int) -> cython.bint:
        """Whether some way is possible if both pieces are present."""
        turn: cython.int
        target: cython.int
        for turn in range(8):
            if self._take_turn(p, turn):
                for target in range(self.second, self.start[p + 1] - self.start[p]):
                    if self._is_possible(target):
                        return True
        return False

    @cython.final
    def _fit(self, p: cython.int) -> cython.bint:
        """Put the vertices into their pieces that every possible way puts there, and keep out those
        that none does."""
        count: cython.int = self.start[p + 1] - self.start[p]
        turn: cython.int
        target: cython.int
        k: cython.int
        i: cython.int
        left: cython.int = 0
        some: cython.bint = False
        for k in range(count):
            if self.inside[k] == OPEN:
                self.open_vertex[left] = k
                self.lacks[k] = INSIDE | OUTSIDE
                left += 1
        for turn in range(8):
            if not self._take_turn(p, turn):
                continue
            for target in range(self.second, count):
                if self._is_possible(target):
                    some = True
                    left = self._support(left)
                    if left == 0:
                        return True
        if not some:
            return self._refute(p)
        for i in range(left):
            k = self.open_vertex[i]
            if not self._decide_on(p, k, self.lacks[k] == OUTSIDE):
                return False
        return True

    @cython.final
    def _support(self, left: cython.int) -> cython.int:
        """Note which supports the way taken gives to the open vertices that lack one. left: how
        many these are. Returns how many still do."""
        i: cython.int = 0
        k: cython.int
        other: cython.int
        while i < left:
            k = self.open_vertex[i]
            other = self._partner(k)
            self.scanned += 1
            if other < 0 or self.inside[other] == FALSE:
                self.lacks[k] &= ~OUTSIDE
            elif self.inside[other] == TRUE:
                self.lacks[k] &= ~INSIDE
            else:
                self.lacks[k] = 0
            if self.lacks[k] == 0:
                left -= 1
                self.open_vertex[i] = self.open_vertex[left]
            else:
                i += 1
        return left

    # ---- reasons ---------------------------------------------------------------------------------

    def _cite_same_form(
        self, p: cython.int, word: cython.int, gone: cython.ulonglong
    ) -> cython.bint:
        """Cite why some values of a word are impossible (-1: why the pieces differ): with them, no
        way would be possible. All later changes are undone."""
        turn: cython.int
        target: cython.int
        own: cython.int
        self._look_at_pieces(p, word, gone)
        for own in range(self.start[p + 1] - self.start[p]):
            self.is_cited[own] = False
        if self.inside[0] == FALSE or self.inside[self.second] == FALSE:
            self._cite_once(p, 0, word)
            return self._cite_once(p, self.second, word)
        # One piece is there, so the other one must be, too.
        own = 0 if self.inside[0] == TRUE else self.second
        if own == 0 and self.inside[self.second] == TRUE:
            own = 0 if self._costs(p, 0, word) <= self._costs(p, self.second, word) else self.second
        self._cite_once(p, own, word)
        for turn in range(8):
            if self._take_turn(p, turn):
                for target in range(self.second, self.start[p + 1] - self.start[p]):
                    self._cite_obstacle(p, target, word)
        return True

    @cython.final
    def _cite_obstacle(self, p: cython.int, target: cython.int, word: cython.int) -> cython.bint:
        """Cite what rules out a way: a vertex that is in its piece, and, if there is a vertex on
        which it comes to lie, that this is not."""
        k: cython.int
        i: cython.int
        other: cython.int
        cost: cython.int
        least: cython.int = MOST_FACTS + 1
        best: cython.int = -1
        best_other: cython.int = -1
        self._aim(target)
        for i in range(self.sure_members):
            k = self.sure_member[i]
            other = self._partner(k)
            if other >= 0 and self.inside[other] != FALSE:
                continue
            cost = 0
            if k != 0 and k != self.second and self._costs(p, k, word):
                cost += 1
            if other >= 0 and self._costs(p, other, word):
                cost += 1
            if cost < least:
                least = cost
                best = k
                best_other = other
                if cost == 0:
                    break
        if best != 0 and best != self.second:
            self._cite_once(p, best, word)
        if best_other >= 0:
            self._cite_once(p, best_other, word)
        return True

    @cython.final
    def _costs(self, p: cython.int, k: cython.int, word: cython.int) -> cython.bint:
        """Whether to cite a vertex takes a further fact, and one that costs something."""
        x: cython.int = self.start[p] + k
        return (
            not self.is_cited[k]
            and self.index[x] != word
            and self._age_of_state(self.index[x], self.mask[x], self.inside[k]) >= 0
        )

    @cython.final
    def _cite_once(self, p: cython.int, k: cython.int, word: cython.int) -> cython.bint:
        x: cython.int = self.start[p] + k
        if self.is_cited[k] or self.index[x] == word:
            return True
        self.is_cited[k] = True
        return self._cite_state(self.index[x], self.mask[x], self.inside[k])
