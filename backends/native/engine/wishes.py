# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc,attr-defined"
"""Wishes: literals to decide on first, in order, so that the first solution found grants them.

While the first open wish is always the next decision, a wish fails only if no solution grants it
and all that are granted before it: the first solution is the best one in the lexicographic order of
the wishes (Giunchiglia, Maratea 2006). Learning and restarts do not change that. Only a wish for a
variable of several words takes several decisions: if it fails, the variable may still stay in a
word of the wish, which can cost a later wish.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

try:
    import cython
except ImportError:
    from . import shim as cython

from .tracing import Tracing

NO_REASON = cython.declare(cython.int, -1)


class Wishes(Tracing):
    def wish(self, wishes: Sequence[Sequence[tuple[int, int]]], most: int) -> None:
        """After `open`: decide on these first, until the next `open`, or until `most` conflicts. A
        wish: the words of one variable, each with the mask of the values that it allows."""
        words: list = [word for wish in wishes for word, _ in wish]
        masks: list = [mask for wish in wishes for _, mask in wish]
        self._give_up("wished_word", "wished_mask", "wished_start")
        self.wished_word = self._ints("wished_word", words)
        self.wished_mask = self._masks("wished_mask", masks)
        self.wished_start = self._ints("wished_start", [0, *accumulate(map(len, wishes))])
        self.wishes = len(wishes)
        self.wishing = most
        # Such a decision may leave values to its word, and settles a word of a wish.
        self._make_level_room(self.words + 4 + len(words))

    def _fail_wishing(self) -> cython.bint:
        """Count a conflict, and drop the wishes at the last one."""
        self.wishing -= 1
        if self.wishing == 0:
            self.wishes = 0
        return True

    def _make_level_room(self, levels: cython.int) -> cython.bint:
        if levels <= self.level_room:
            return True
        self.level_room = levels
        self.level_trail = self._more_ints("level_trail", levels + 1)
        self.level_counted = self._more_ints("level_counted", levels + 1)
        self.level_notes = self._more_ints("level_notes", levels + 1)
        self.level_mark = self._more_ints("level_mark", levels + 1)
        self.level_judged = self._more_longs("level_judged", levels + 1)
        return True

    def _decide_wish(self) -> cython.bint:
        """Decide on the first wish that is open. False if there is none."""
        wish: cython.int
        k: cython.int
        word: cython.int
        allowed: cython.ulonglong
        for wish in range(self.wishes):
            allowed = 0
            for k in range(self.wished_start[wish], self.wished_start[wish + 1]):
                allowed |= self.domain[self.wished_word[k]] & self.wished_mask[k]
            if allowed == 0:
                continue
            for k in range(self.wished_start[wish], self.wished_start[wish + 1]):
                word = self.wished_word[k]
                if self.domain[word] & ~self.wished_mask[k]:
                    self._open_level()
                    return self._set(word, self.domain[word] & self.wished_mask[k], NO_REASON)
        return False
