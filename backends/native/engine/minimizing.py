# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""Clause minimisation: remove facts that follow from others.

A seen fact that follows from the other seen facts is redundant: each fact of its reason is seen, or
follows in turn from seen ones (Sörensson, Biere 2009). Facts from before the first decision count
as known; their bases become part of that of the clause (see `citing`). If there are such bases,
that is, under assumptions, only one step is tried.

The remaining facts are then tested again, regardless of the order on the trail: by a clause of two
values one fact implies the other, even if that one has another reason (as in Glucose: Audemard,
Simon 2009, for the asserted literal).
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from .citing import Citing

if not cython.compiled:
    from .bits import EVERY, highest, lowest, up_to

CARDINALITY = cython.declare(cython.int, net.CARDINALITY)
COUNTED = cython.declare(cython.int, net.COUNTED)
PIECES = cython.declare(cython.int, net.PIECES)
TURNS = cython.declare(cython.int, net.TURNS)
AT_MOST = cython.declare(cython.int, net.AT_MOST)
NO_REASON = cython.declare(cython.int, -1)

# The most steps that are examined on the way from a fact to seen ones.
MOST_STEPS = cython.declare(cython.int, 30)


class Minimizing(Citing):
    def _load_minimizing(self) -> cython.bint:
        self._load_citing()
        self.spared = self._ints("spared", (), self.words)
        self.judged = self._longs("judged", (), len(self.keep["trail_word"]))
        self.level_judged = self._longs("level_judged", (), self.level_room)
        self.judging = self.steps = 0
        return True

    def _minimize(self, point: cython.int) -> cython.bint:
        """Mark redundant facts: those that follow from other seen facts. point: the word of the
        asserted literal; -1: mark none."""
        k: cython.int
        word: cython.int
        count: cython.int = self.seen_count
        self.judging += 1
        self.steps = 0
        if point >= 0 and self.assumption_level == 1:
            self.steps = 1
            self._mark_levels()
        for k in range(count):
            word = self.seen_words[k]
            self.spared[word] = point >= 0 and word != point and self._follows(word)
        if self.assumption_level > 1:
            self._add_bases_of_spared()
        if point >= 0:
            self._spare_pairs(point)
        return True

    def _add_bases_of_spared(self) -> cython.bint:
        """Add the bases of the reasons of the facts that are marked."""
        k: cython.int
        t: cython.int
        word: cython.int
        for k in range(self.seen_count):
            word = self.seen_words[k]
            if not self.spared[word]:
                continue
            t = self.latest[word]
            while t >= self.known:
                if self.trail_old[t] & ~self.trail_new[t] & self.seen[word]:
                    self._add_reason_basis(t)
                t = self.trail_before[t]
        return True

    def _spare_pairs(self, point: cython.int) -> cython.bint:
        """Mark facts that follow from another one, which is not marked, through a clause of two
        single values (see `clauses`). What follows from a marked fact follows from the others.

        The value that such a clause leaves is not gone: all levels below the last are propagated.
        """
        i: cython.int
        k: cython.int
        word: cython.int
        other: cython.int
        slot: cython.int
        d: cython.ulonglong
        for i in range(self.seen_count):
            word = self.seen_words[i]
            d = self.seen[word] & self.watched[word]
            if self.spared[word] or self.width[self.owner[word]] > 1:
                continue
            while d:
                slot = self.slot[word] + lowest(d)
                d &= d - 1
                for k in range(self.pair_start[slot], self.pair_start[slot + 1]):
                    other = self.pair_word[k]
                    if self.seen[other] and other != point and other != word:
                        self.spared[other] = True
        return True

    def _mark_levels(self) -> cython.bint:
        """Mark the levels of the seen facts: a fact of any other level follows from none of them,
        for its level's decision has no reason."""
        k: cython.int
        t: cython.int
        word: cython.int
        for k in range(self.seen_count):
            word = self.seen_words[k]
            t = self.latest[word]
            while t >= self.known:
                if self.trail_old[t] & ~self.trail_new[t] & self.seen[word]:
                    self.level_judged[self._level_of(t)] = self.judging
                t = self.trail_before[t]
        return True

    def _level_of(self, t: cython.int) -> cython.int:
        """The level of an entry of the trail."""
        a: cython.int = 0
        b: cython.int = self.level
        middle: cython.int
        while a < b:
            middle = (a + b + 1) >> 1
            if self.level_trail[middle] <= t:
                a = middle
            else:
                b = middle - 1
        return a

    def _add_reason_basis(self, t: cython.int) -> cython.bint:
        """Add the basis of the reason of a trail entry."""
        k: cython.int
        why: cython.int = self.trail_why[t]
        if why < NO_REASON:
            self._add_clause_basis(-2 - why)
            for k in range(self.clause_start[-2 - why], self.clause_start[-1 - why]):
                if self.clause_word[k] != self.trail_word[t]:
                    self._add_basis(self.clause_word[k], self.clause_mask[k], self.known)
        elif PIECES <= self.kind[why] <= TURNS:
            self._recall_free(why, self.trail_note[t], t)
            for k in range(self.cited_count):
                self._add_basis(self.cited_word[k], self.cited_gone[k], self.known)
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
        """Whether all facts of the reason of a trail entry are seen, or follow from seen ones."""
        k: cython.int
        other: cython.int
        word: cython.int = self.trail_word[t]
        why: cython.int = self.trail_why[t]
        if why == NO_REASON:
            return False
        if why < NO_REASON:
            for k in range(self.clause_start[-2 - why], self.clause_start[-1 - why]):
                other = self.clause_word[k]
                if other != word and not self._is_implied(other, self.clause_mask[k], t):
                    return False
            return True
        if PIECES <= self.kind[why] <= TURNS:
            # Its reason is costly to compute, so compute it for seen facts only.
            return self.steps < 2 and self._recall_free(why, self.trail_note[t], t)
        if self.kind[why] == CARDINALITY:
            return self._has_seen_literals(t, why)
        if self.kind[why] == AT_MOST and self.steps:
            return self._has_seen_bounds(t, why)
        if self.kind[why] == COUNTED and self.steps:
            return self._has_seen_counts(t, why)
        return False

    def _has_seen_counts(self, t: cython.int, p: cython.int) -> cython.bint:
        """Whether the facts of the reason of a count along a line are seen, or follow."""
        k: cython.int
        start: cython.int = self.cited_count  # callers still read the facts before
        gone: cython.ulonglong = self.trail_old[t] & ~self.trail_new[t]
        good: cython.bint = True
        self._cite_counted(p, self.trail_word[t], gone, self.trail_new[t], t)
        for k in range(start, self.cited_count):
            if not self._is_implied(self.cited_word[k], self.cited_gone[k], t):
                good = False
                break
        self.cited_count = start
        return good

    def _has_seen_literals(self, t: cython.int, p: cython.int) -> cython.bint:
        """Whether enough true or false literals of a cardinality are seen."""
        k: cython.int
        w: cython.int
        true: cython.longlong = self.high[p]
        false: cython.longlong = self.start[p + 1] - self.start[p] - self.low[p]
        d: cython.ulonglong
        if not self._has_seen_condition(t, p):
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

    def _has_seen_condition(self, t: cython.int, p: cython.int) -> cython.bint:
        """Whether a propagator's condition is seen, and not what it removed."""
        word: cython.int = self.condition_word[p]
        if word == self.trail_word[t]:
            return False
        return word == 0 or self._is_seen(word, self.condition_mask[p] ^ EVERY)

    def _has_seen_bounds(self, t: cython.int, p: cython.int) -> cython.bint:
        """Whether the bounds of all other terms of a sum are seen, or follow from seen facts."""
        k: cython.int
        x: cython.int
        w: cython.int
        step: cython.int
        d: cython.ulonglong
        if not self._has_seen_condition(t, p):
            return False
        for k in range(self.start[p], self.start[p + 1]):
            x = self.index[k]
            if x == self.owner[self.trail_word[t]]:
                continue
            step = 1 if self.coefficient[k] > 0 else -1
            w = self.first[x] if step > 0 else self.first[x] + self.width[x] - 1
            d = self._domain_at(w, t)
            while d == 0:
                if not self._is_implied(w, EVERY, t):
                    return False
                w += step
                d = self._domain_at(w, t)
            d = (d & -d) - 1 if step > 0 else up_to(highest(d)) ^ EVERY
            if not self._is_implied(w, d, t):
                return False
        return True

    def _is_implied(self, word: cython.int, gone: cython.ulonglong, end: cython.int) -> cython.bint:
        """Whether a fact from before a trail entry is seen, or follows from seen ones."""
        t: cython.int
        if self._is_seen(word, gone):
            return True
        if self.steps == 0:
            return False
        gone &= ~self.seen[word]
        t = self.latest[word]
        while t >= end:
            t = self.trail_before[t]
        while t >= self.known:
            if self.trail_old[t] & ~self.trail_new[t] & gone and not self._is_redundant(t):
                return False
            t = self.trail_before[t]
        return True

    def _is_redundant(self, t: cython.int) -> cython.bint:
        """Whether a trail entry follows from seen facts. What was found out stays for the clause:
        `judging`, or its negation if the entry does not follow."""
        good: cython.bint
        if self.judged[t] == self.judging or self.judged[t] == -self.judging:
            return self.judged[t] > 0
        good = False
        if self.steps < MOST_STEPS and self.level_judged[self._level_of(t)] == self.judging:
            self.steps += 1
            good = self._has_seen_reason(t)
            self.steps -= 1
        self.judged[t] = self.judging if good else -self.judging
        return good

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
