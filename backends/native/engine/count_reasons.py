# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""Reasons for the changes made by the propagator of counts along a line.

A bound of a count follows from the bound of its neighbour, the count before or the one after, and
from true or false literals between them; a literal from the bounds on both sides and the other
literals between. A reason cites as few facts as suffice, and bounds no stronger than needed.

Arguments are named by their positions. The ends of the line stand for counts, too: of no literal,
and of all of them.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .graph_reasons import GraphReasons

if not cython.compiled:
    from .bits import EVERY, highest, lowest, up_to


class CountReasons(GraphReasons):
    def _cite_counted(
        self,
        p: cython.int,
        word: cython.int,
        gone: cython.ulonglong,
        left: cython.ulonglong,
        end: cython.int,
    ) -> cython.bint:
        """Cite what some values of a word were removed for, before a trail entry. left: the values
        that stayed."""
        at: cython.int = self.start[p]
        self.line = p
        self.counted_end = end
        while self.index[at] != word:
            at += 1
        if self.mask[at]:
            return self._cite_literal(at, gone & self.mask[at] != 0)
        return self._cite_count(at, gone, left)

    def _cite_literal(self, at: cython.int, falsified: cython.bint) -> cython.bint:
        start: cython.int = self._group_from(at)
        stop: cython.int = self._group_to(at)
        low: cython.int
        high: cython.int
        if falsified:
            # No more than are true.
            high = self._most(stop)
            low = self._least(start - 1)
            self._cite_bound_above(stop, high)
            self._cite_bound_below(start - 1, low)
            return self._cite_literals(start, stop, True, high - low)
        # No fewer than are possible.
        low = self._least(stop)
        high = self._most(start - 1)
        self._cite_bound_below(stop, low)
        self._cite_bound_above(start - 1, high)
        return self._cite_literals(start, stop, False, stop - start - (low - high))

    def _cite_count(
        self, at: cython.int, gone: cython.ulonglong, left: cython.ulonglong
    ) -> cython.bint:
        if left:
            if gone < left & -left:
                return self._cite_count_least(at, highest(gone) + 1)
            return self._cite_count_most(at, lowest(gone) - 1)
        # Wiped out from below, or from above.
        return self._cite_count_least(at, highest(gone) + 1) or self._cite_count_most(
            at, lowest(gone) - 1
        )

    def _cite_count_least(self, at: cython.int, bound: cython.int) -> cython.bint:
        """Cite why a count is at least this, if it follows."""
        start: cython.int = self._group_from(at)
        stop: cython.int = self._group_to(at + 1)
        n: cython.int = stop - at - 1
        low: cython.int = self._least(start - 1)
        if low + self._literals(start, at, True) >= bound:
            low = min(low, bound)
            self._cite_bound_below(start - 1, low)
            return self._cite_literals(start, at, True, bound - low)
        low = self._least(stop)
        if low - n + self._literals(at + 1, stop, False) < bound:
            return False
        low = min(low, bound + n)
        self._cite_bound_below(stop, low)
        return self._cite_literals(at + 1, stop, False, bound + n - low)

    def _cite_count_most(self, at: cython.int, bound: cython.int) -> cython.bint:
        """Cite why a count is at most this, if it follows."""
        start: cython.int = self._group_from(at)
        stop: cython.int = self._group_to(at + 1)
        n: cython.int = at - start
        high: cython.int = self._most(start - 1)
        if high + n - self._literals(start, at, False) <= bound:
            high = max(high, bound - n)
            self._cite_bound_above(start - 1, high)
            return self._cite_literals(start, at, False, high + n - bound)
        high = self._most(stop)
        if high - self._literals(at + 1, stop, True) > bound:
            return False
        high = max(high, bound)
        self._cite_bound_above(stop, high)
        return self._cite_literals(at + 1, stop, True, high - bound)

    # ---- groups, and the counts around them ------------------------------------------------------

    def _group_from(self, at: cython.int) -> cython.int:
        """The first literal of the group that ends before, or goes on at, a position."""
        while at > self.start[self.line] and self.mask[at - 1]:
            at -= 1
        return at

    def _group_to(self, at: cython.int) -> cython.int:
        """The count, or the end of the line, that a group ends at."""
        while at < self.start[self.line + 1] and self.mask[at]:
            at += 1
        return at

    def _least(self, at: cython.int) -> cython.int:
        """The least value of a count before the change."""
        if at < self.start[self.line]:
            return 0
        if at == self.start[self.line + 1]:
            return self.low[self.line]
        return lowest(self._domain_at(self.index[at], self.counted_end))

    def _most(self, at: cython.int) -> cython.int:
        if at < self.start[self.line]:
            return 0
        if at == self.start[self.line + 1]:
            return self.high[self.line]
        return highest(self._domain_at(self.index[at], self.counted_end))

    def _literals(self, start: cython.int, stop: cython.int, true: cython.bint) -> cython.int:
        """The number of true, or of false, literals before the change."""
        k: cython.int
        count: cython.int = 0
        d: cython.ulonglong
        for k in range(start, stop):
            d = self._domain_at(self.index[k], self.counted_end)
            count += d & (~self.mask[k] if true else self.mask[k]) == 0
        return count

    def _cite_literals(
        self, start: cython.int, stop: cython.int, true: cython.bint, count: cython.int
    ) -> cython.bint:
        """Cite this many true, or false, literals."""
        k: cython.int
        gone: cython.ulonglong
        for k in range(start, stop):
            gone = self.mask[k] ^ EVERY if true else self.mask[k]
            if count > 0 and self._domain_at(self.index[k], self.counted_end) & gone == 0:
                self._cite(self.index[k], gone)
                count -= 1
        return True

    def _cite_bound_below(self, at: cython.int, bound: cython.int) -> cython.bint:
        """Cite that a count is at least this."""
        if at < self.start[self.line] or at == self.start[self.line + 1] or bound <= 0:
            return True
        return self._cite(self.index[at], up_to(bound - 1))

    def _cite_bound_above(self, at: cython.int, bound: cython.int) -> cython.bint:
        if at < self.start[self.line] or at == self.start[self.line + 1]:
            return True
        return self._cite(self.index[at], up_to(bound) ^ EVERY)
