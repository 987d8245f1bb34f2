# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc,attr-defined"
"""Derivations: the facts that each trail entry follows from, computed without solving again.

Walk the trail from its end to the assumptions. Undo each entry in the domains only, so that its
constraint can explain it on the domains it propagated on (see `reasons`); then redo all. What lies
below the assumptions follows from the network and from the givens and units of level 1.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .learning import Learning

NO_REASON = cython.declare(cython.int, -1)


class Tracing(Learning):
    def derivation(self) -> list[tuple[int, int, int, list[tuple[int, int]]]]:
        """The entries of the trail from the assumptions on, in order. Of each: its word; the values
        it removed; the position of its assumption, -1 if it is derived, -2 for a decision; the
        facts that it follows from (words, and values that are gone from them)."""
        t: cython.int
        word: cython.int
        position: cython.int
        hit: cython.ulonglong
        found: list = []
        start: cython.int = self.trail if self.level < 2 else self.level_trail[2]
        last: cython.int = self.trail
        self._begin_tracing()
        for t in range(last - 1, start - 1, -1):
            word = self.trail_word[t]
            hit = self.trail_old[t] & ~self.trail_new[t]
            self._take_back(t)
            position = -1
            if self.trail_why[t] == NO_REASON:
                position = self.trail_note[t]
                if position < 0 and t == self.level_trail[self._level_of(t)]:
                    position = -2
            else:
                self.cited = self.trail_note[t]
                self._explain(self.trail_why[t], word, hit, self.trail_new[t])
            found.append((word, hit, position, self._take_seen()))
        self._put_back(start, last)
        self._end_tracing()
        found.reverse()
        return found

    def failure(self) -> tuple[list[tuple[int, int]], int]:
        """After NO_SOLUTION that is proved: the facts that cannot hold together, and the position
        of an assumption that cannot hold beside them (-1: there is none)."""
        if self.level < 2:
            return [], -1
        self._begin_tracing()
        self._see_conflict()
        found = self._take_seen()
        self._end_tracing()
        return found, self.conflict_note if self.conflict == NO_REASON else -1

    def before_assumptions(self) -> list[int]:
        """The domain of each word before the assumptions."""
        word: cython.int
        start: cython.int = self.trail if self.level < 2 else self.level_trail[2]
        found: list = []
        for word in range(self.words):
            found.append(self._domain_at(word, start))
        return found
