# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""Clause minimisation: remove facts that follow from others.

A seen fact whose reason is among the other seen facts is redundant (Sörensson, Biere 2009). Facts
from before the first decision count as known; their bases become part of that of the clause (see
`citing`).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from .citing import Citing

if not cython.compiled:
    from .bits import EVERY

CARDINALITY = cython.declare(cython.int, net.CARDINALITY)
PIECES = cython.declare(cython.int, net.PIECES)
NO_REASON = cython.declare(cython.int, -1)


class Minimizing(Citing):
    def _load_minimizing(self) -> cython.bint:
        self._load_citing()
        self.spared = self._ints("spared", (), self.words)
        return True

    def _minimize(self, point: cython.int) -> cython.bint:
        """Mark redundant facts: those whose reasons are among the seen facts (Sörensson, Biere
        2009). point: the word of the asserted literal; -1: mark none."""
        k: cython.int
        t: cython.int
        word: cython.int
        count: cython.int = self.seen_count
        for k in range(count):
            word = self.seen_words[k]
            self.spared[word] = point >= 0 and word != point and self._follows(word)
        if self.assumption_level == 1:
            return True
        for k in range(count):
            word = self.seen_words[k]
            if not self.spared[word]:
                continue
            t = self.latest[word]
            while t >= self.known:
                if self.trail_old[t] & ~self.trail_new[t] & self.seen[word]:
                    self._add_reason_basis(t)
                t = self.trail_before[t]
        return True

    def _add_reason_basis(self, t: cython.int) -> cython.bint:
        """Add the basis of the reason of a trail entry."""
        k: cython.int
        why: cython.int = self.trail_why[t]
        if why < NO_REASON:
            self._add_clause_basis(-2 - why)
            for k in range(self.clause_start[-2 - why], self.clause_start[-1 - why]):
                if self.clause_word[k] != self.trail_word[t]:
                    self._add_basis(self.clause_word[k], self.clause_mask[k], self.known)
        elif self.kind[why] == PIECES:
            self._recall_free(why, self.trail_note[t], t)
            for k in range(self.told):
                self._add_basis(self.told_word[k], self.told_gone[k], self.known)
        else:
            self._add_basis(self.condition_word[why], self.condition_mask[why] ^ EVERY, self.known)
            self._add_literals_basis(t, why)
        return True

    def _add_literals_basis(self, t: cython.int, p: cython.int) -> cython.bint:
        """Add the bases of enough true or false literals of a cardinality, preferring seen ones."""
        k: cython.int
        anyway: cython.int
        gone: cython.ulonglong
        of_true: cython.bint = self._known_literals(t, p, True) >= self.high[p]
        missing: cython.longlong = self.high[p]
        if not of_true:
            missing = self.start[p + 1] - self.start[p] - self.low[p]
        for anyway in range(1, -1, -1):
            for k in range(self.start[p], self.start[p + 1]):
                gone = self._fact_before(t, k, of_true)
                if missing <= 0 or gone == 0:
                    continue
                if (gone & ~self.seen[self.index[k]] == 0) != anyway:
                    continue
                if anyway or self._is_seen(self.index[k], gone):
                    self._add_basis(self.index[k], gone, self.known)
                    missing -= 1
        return True

    def _follows(self, word: cython.int) -> cython.bint:
        """Whether the seen facts of a word follow from other seen facts."""
        hit: cython.ulonglong
        t: cython.int = self.latest[word]
        while t >= self.known:
            hit = self.trail_old[t] & ~self.trail_new[t] & self.seen[word]
            if hit and not self._has_seen_reason(t):
                return False
            t = self.trail_before[t]
        return True

    def _has_seen_reason(self, t: cython.int) -> cython.bint:
        """Whether all facts of the reason of a trail entry are seen."""
        k: cython.int
        other: cython.int
        word: cython.int = self.trail_word[t]
        why: cython.int = self.trail_why[t]
        if why == NO_REASON:
            return False
        if why < NO_REASON:
            for k in range(self.clause_start[-2 - why], self.clause_start[-1 - why]):
                other = self.clause_word[k]
                if other != word and not self._is_seen(other, self.clause_mask[k]):
                    return False
            return True
        if self.kind[why] == PIECES:
            return self._recall_free(why, self.trail_note[t], t)
        if self.kind[why] == CARDINALITY:
            return self._has_seen_literals(t, why)
        return False

    def _has_seen_literals(self, t: cython.int, p: cython.int) -> cython.bint:
        """Whether enough true or false literals of a cardinality are seen."""
        k: cython.int
        w: cython.int
        true: cython.longlong = self.high[p]
        false: cython.longlong = self.start[p + 1] - self.start[p] - self.low[p]
        d: cython.ulonglong
        word: cython.int = self.condition_word[p]
        if word == self.trail_word[t]:
            return False
        if word > 0 and not self._is_seen(word, self.condition_mask[p] ^ EVERY):
            return False
        for k in range(self.start[p], self.start[p + 1]):
            w = self.index[k]
            if w == self.trail_word[t]:
                continue
            d = self._domain_at(w, t)
            if d & ~self.mask[k] == 0:
                true -= self._is_seen(w, self.mask[k] ^ EVERY)
            elif d & self.mask[k] == 0:
                false -= self._is_seen(w, self.mask[k])
        return true <= 0 or false <= 0

    def _known_literals(
        self, t: cython.int, p: cython.int, of_true: cython.bint
    ) -> cython.longlong:
        """Count the true (or false) literals of a cardinality seen or known before a trail
        entry."""
        k: cython.int
        gone: cython.ulonglong
        count: cython.longlong = 0
        for k in range(self.start[p], self.start[p + 1]):
            gone = self._fact_before(t, k, of_true)
            count += gone != 0 and self._is_seen(self.index[k], gone)
        return count

    def _fact_before(self, t: cython.int, k: cython.int, of_true: cython.bint) -> cython.ulonglong:
        """The fact that made a literal true (or false) before a trail entry; 0 if it was open."""
        w: cython.int = self.index[k]
        d: cython.ulonglong = self._domain_at(w, t)
        mask: cython.ulonglong = self.mask[k] ^ EVERY if of_true else self.mask[k]
        return mask if d & mask == 0 and w != self.trail_word[t] else 0

    def _is_seen(self, word: cython.int, gone: cython.ulonglong) -> cython.bint:
        """Whether a fact is seen, or known since before the first decision."""
        gone &= ~self.seen[word]
        return gone == 0 or gone & self._domain_at(word, self.known) == 0
