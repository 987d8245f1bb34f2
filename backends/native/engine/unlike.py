# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
# ruff: noqa: SIM110 (loops stay loops: C knows no generators)
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
        widest: cython.int = self._widest(UNLIKE)
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
            if self._take_turn(p, turn) and self._is_laid_on(p):
                return True
        return False

    @cython.final
    def _take_turn(self, p: cython.int, turn: cython.int) -> cython.bint:
        """Turn the first piece by quarters, and flip it left to right before that for turns from 4
        on. False if it may not be turned, or flipped."""
        flip: cython.int = -1 if turn & 4 else 1
        if (turn & 3 and self.masks[self.data[p]] == 0) or (
            turn & 4 and self.masks[self.data[p] + 1] == 0
        ):
            return False
        self.down_by_row = self.right_by_column = 0
        self.down_by_column = self.right_by_row = 0
        if turn & 1:
            self.down_by_column = flip if turn & 2 == 0 else -flip
            self.right_by_row = -1 if turn & 2 == 0 else 1
        else:
            self.down_by_row = 1 if turn & 2 == 0 else -1
            self.right_by_column = flip if turn & 2 == 0 else -flip
        return True

    @cython.final
    def _is_laid_on(self, p: cython.int) -> cython.bint:
        """Whether the first piece, turned, covers the second one."""
        count: cython.int = self.members[0]
        i: cython.int
        k: cython.int
        down: cython.longlong
        right: cython.longlong
        # The places of corners: the least row and column of each piece.
        top: cython.longlong = self._down(p, 0)
        left: cython.longlong = self._right(p, 0)
        row: cython.longlong = self._row(p, 1, 0)
        column: cython.longlong = self._column(p, 1, 0)
        for i in range(1, count):
            top = min(top, self._down(p, i))
            left = min(left, self._right(p, i))
            row = min(row, self._row(p, 1, i))
            column = min(column, self._column(p, 1, i))
        for i in range(count):
            down = self._down(p, i) - top + row
            right = self._right(p, i) - left + column
            k = 0
            while k < count and (self._row(p, 1, k) != down or self._column(p, 1, k) != right):
                k += 1
            if k == count:
                return False
        return True

    @cython.final
    def _down(self, p: cython.int, i: cython.int) -> cython.longlong:
        """The row of a member of the first piece, turned."""
        return self.down_by_row * self._row(p, 0, i) + self.down_by_column * self._column(p, 0, i)

    @cython.final
    def _right(self, p: cython.int, i: cython.int) -> cython.longlong:
        return self.right_by_row * self._row(p, 0, i) + self.right_by_column * self._column(p, 0, i)

    @cython.final
    def _row(self, p: cython.int, side: cython.int, i: cython.int) -> cython.longlong:
        """The row of a member that was found of a piece."""
        return cython.cast(cython.longlong, self._place(p, side, i) >> 16)

    @cython.final
    def _column(self, p: cython.int, side: cython.int, i: cython.int) -> cython.longlong:
        return cython.cast(cython.longlong, self._place(p, side, i) & 0xFFFF)

    @cython.final
    def _place(self, p: cython.int, side: cython.int, i: cython.int) -> cython.ulonglong:
        table: cython.int = cython.cast(cython.int, self.masks[self.data[p] + 2 + side])
        return self.masks[table + self.member[self._room_of(p, side) + i]]
