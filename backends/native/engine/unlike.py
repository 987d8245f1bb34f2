# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""The propagator of two pieces whose forms differ.

A piece is known once no vertex beside those that are sure to be in it may be in it. Before both
pieces are known, but for one vertex, nothing follows; so nothing is built for the ways in which one
piece may be laid on the other.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from .counts import Counts

UNLIKE = cython.declare(cython.int, net.UNLIKE)


class Unlike(Counts):
    def _load_unlike(self) -> cython.bint:
        p: cython.int
        widest: cython.int = 0
        for p in range(self.propagators):
            if self.kind[p] == UNLIKE:
                widest = max(widest, self.start[p + 1] - self.start[p])
        if widest == 0:
            return True
        self.member = self._ints("member", (), widest)
        self.members = self._ints("members", (), 2)
        self.met = self._ints("met", (), widest)
        self.meeting = 0
        self.open_argument = -1
        return True

    def _unlike(self, p: cython.int) -> cython.bint:
        x: cython.int
        w: cython.int
        opens: cython.int = self._gather(p, 0, -1)
        if opens > 1:
            return True
        x = self.open_argument
        opens += self._gather(p, 1, -1)
        if opens > 1:
            return True
        x = max(x, self.open_argument)
        if opens == 0:
            return not self._are_alike(p) or self._refute(p)
        if not self._applies(p):
            return True
        w = self.index[x]
        if self._are_alike(p):
            return self._set(w, self.domain[w] & self.mask[x], p)
        if self._gather(p, self._side_of(p, x), x) == 0 and self._are_alike(p):
            return self._set(w, self.domain[w] & ~self.mask[x], p)
        return True

    @cython.final
    def _side_of(self, p: cython.int, k: cython.int) -> cython.int:
        """0 for an argument of the first piece, 1 for one of the second."""
        return 1 if k >= self.start[p] + self.low[p] else 0

    @cython.final
    def _own_argument(self, p: cython.int, side: cython.int) -> cython.int:
        """The first argument of a piece: its own vertex; of side 2, what follows the arguments."""
        if side == 1:
            return self.start[p] + cython.cast(cython.int, self.low[p])
        return self.start[p] if side == 0 else self.start[p + 1]

    @cython.final
    def _room_of(self, p: cython.int, side: cython.int) -> cython.int:
        """Where the members of a piece are kept."""
        return cython.cast(cython.int, self.low[p]) if side else 0

    @cython.final
    def _gather(self, p: cython.int, side: cython.int, given: cython.int) -> cython.int:
        """Find the members of a piece, by position, and how many arguments beside them are open;
        two may mean more, and that the members are not complete. given: an argument that counts as
        true; -1: none."""
        a: cython.int = self._own_argument(p, side)
        count: cython.int = self._own_argument(p, side + 1) - a
        room: cython.int = self._room_of(p, side)
        table: cython.int = cython.cast(cython.int, self.masks[self.data[p] + 2 + side])
        head: cython.int = 0
        tail: cython.int = 1
        opens: cython.int = 0
        i: cython.int
        k: cython.int
        d: cython.ulonglong
        self.meeting += 1
        self.open_argument = -1
        self.members[side] = 0
        d = self.domain[self.index[a]]
        if d & self.mask[a] == 0:
            return 0
        if d & ~self.mask[a] and a != given:
            self.open_argument = a
            return 2
        self.member[room] = 0
        self.met[0] = self.meeting
        while head < tail:
            k = self.member[room + head]
            head += 1
            for i in range(
                cython.cast(cython.int, self.masks[table + count + k]),
                cython.cast(cython.int, self.masks[table + count + k + 1]),
            ):
                k = cython.cast(cython.int, self.masks[table + i])
                if self.met[k] == self.meeting:
                    continue
                self.met[k] = self.meeting
                d = self.domain[self.index[a + k]]
                if d & self.mask[a + k] == 0:
                    continue
                if d & ~self.mask[a + k] == 0 or a + k == given:
                    self.member[room + tail] = k
                    tail += 1
                    continue
                self.open_argument = a + k
                opens += 1
                if opens > 1:
                    return 2
        self.members[side] = tail
        return opens

    @cython.final
    def _are_alike(self, p: cython.int) -> cython.bint:
        """Whether the members that were found of both pieces have the same form."""
        turn: cython.int
        if self.members[0] != self.members[1]:
            return False
        if self.members[0] == 0:
            return True
        for turn in range(8):
            if (turn & 3 and self.masks[self.data[p]] == 0) or (
                turn & 4 and self.masks[self.data[p] + 1] == 0
            ):
                continue
            if self._is_laid_on(p, turn):
                return True
        return False

    @cython.final
    def _is_laid_on(self, p: cython.int, turn: cython.int) -> cython.bint:
        """Whether the first piece, turned and flipped, covers the second one."""
        count: cython.int = self.members[0]
        i: cython.int
        k: cython.int
        down: cython.longlong
        right: cython.longlong
        # The places of corners: the least row and column of each piece.
        top: cython.longlong = self._turned(p, 0, 0, turn, True)
        left: cython.longlong = self._turned(p, 0, 0, turn, False)
        row: cython.longlong = self._turned(p, 1, 0, 0, True)
        column: cython.longlong = self._turned(p, 1, 0, 0, False)
        for i in range(1, count):
            top = min(top, self._turned(p, 0, i, turn, True))
            left = min(left, self._turned(p, 0, i, turn, False))
            row = min(row, self._turned(p, 1, i, 0, True))
            column = min(column, self._turned(p, 1, i, 0, False))
        for i in range(count):
            down = self._turned(p, 0, i, turn, True) - top + row
            right = self._turned(p, 0, i, turn, False) - left + column
            k = 0
            while k < count and (
                self._turned(p, 1, k, 0, True) != down or self._turned(p, 1, k, 0, False) != right
            ):
                k += 1
            if k == count:
                return False
        return True

    @cython.final
    def _turned(
        self, p: cython.int, side: cython.int, i: cython.int, turn: cython.int, down: cython.bint
    ) -> cython.longlong:
        """The row (down) or column of a member, after quarter turns, and flipped for turns from 4
        on: flipped left to right, then turned."""
        table: cython.int = cython.cast(cython.int, self.masks[self.data[p] + 2 + side])
        place: cython.ulonglong = self.masks[table + self.member[self._room_of(p, side) + i]]
        row: cython.longlong = cython.cast(cython.longlong, place >> 16)
        column: cython.longlong = cython.cast(cython.longlong, place & 0xFFFF)
        if turn & 4:
            column = -column
        if turn & 3 == 0:
            return row if down else column
        if turn & 3 == 1:
            return column if down else -row
        if turn & 3 == 2:
            return -row if down else -column
        return -column if down else row
