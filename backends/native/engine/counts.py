# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""The propagator of literals that are counted along a line, with a variable for each count so far.

Bounds go forward, from each count to the next, and back from the total. Between two counts that
leave no choice the open literals are all true, or all false.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .propagators import Propagators

if not cython.compiled:
    from .bits import highest, lowest, up_to


class Counts(Propagators):
    def _counted(self, p: cython.int) -> cython.bint:
        a: cython.int = self.start[p]
        k: cython.int = self.start[p + 1] - 1
        end: cython.int = k + 1  # of the group of literals
        true: cython.int = 0
        possible: cython.int = 0
        w: cython.int
        d: cython.ulonglong
        # Bounds of the next count, the last one of which is the total; and of the one before.
        low: cython.longlong = self.low[p]
        high: cython.longlong = self.high[p]
        before_low: cython.longlong
        before_high: cython.longlong
        if not self._count_forward(p):
            return False
        while k >= a:
            w = self.index[k]
            d = self.domain[w]
            if self.mask[k]:
                true += d & ~self.mask[k] == 0
                possible += d & self.mask[k] != 0
                k -= 1
                if k >= a:
                    continue
                before_low = before_high = 0
            else:
                if not self._keep_between(w, low - possible, high - true, p):
                    return False
                before_low = lowest(self.domain[w])
                before_high = highest(self.domain[w])
            if true < possible:
                if high - before_low == true and not self._fill_group(p, k + 1, end, False):
                    return False
                if low - before_high == possible and not self._fill_group(p, k + 1, end, True):
                    return False
            low = before_low
            high = before_high
            end = k
            k -= 1
            true = possible = 0
        return True

    def _count_forward(self, p: cython.int) -> cython.bint:
        k: cython.int
        w: cython.int
        d: cython.ulonglong
        low: cython.longlong = 0
        high: cython.longlong = 0
        for k in range(self.start[p], self.start[p + 1]):
            w = self.index[k]
            d = self.domain[w]
            if self.mask[k]:
                low += d & ~self.mask[k] == 0
                high += d & self.mask[k] != 0
                continue
            if not self._keep_between(w, low, high, p):
                return False
            low = lowest(self.domain[w])
            high = highest(self.domain[w])
        return True

    def _keep_between(
        self, word: cython.int, low: cython.longlong, high: cython.longlong, why: cython.int
    ) -> cython.bint:
        """Remove the values outside some bounds, those below in a step of their own."""
        d: cython.ulonglong = self.domain[word]
        if d and lowest(d) >= low and highest(d) <= high:
            return True
        if low > 0 and not self._set(word, self.domain[word] & ~up_to(low - 1), why):
            return False
        if high >= 63:
            return True
        return self._set(word, self.domain[word] & (up_to(high) if high >= 0 else 0), why)

    def _fill_group(
        self, p: cython.int, start: cython.int, end: cython.int, true: cython.bint
    ) -> cython.bint:
        """Make the open literals of a group true or false."""
        k: cython.int
        w: cython.int
        m: cython.ulonglong
        for k in range(start, end):
            w = self.index[k]
            m = self.domain[w] & (self.mask[k] if true else ~self.mask[k])
            if m and not self._set(w, m, p):
                return False
        return True
