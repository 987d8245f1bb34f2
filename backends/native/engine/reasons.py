# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""Reasons: the facts from which a constraint removed values, or failed.

A fact is: some values of a word are impossible. Analysis has undone all later changes, so the
domains are those that the constraint propagated on. A constraint without a better explanation cites
all removed values of its variables.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from .alike import Alike

if not cython.compiled:
    from .bits import EVERY, bit_at, highest, lowest, up_to

ALIKE = cython.declare(cython.int, net.ALIKE)
CARDINALITY = cython.declare(cython.int, net.CARDINALITY)
COUNTED = cython.declare(cython.int, net.COUNTED)
DISTINCT = cython.declare(cython.int, net.DISTINCT)
RUNS = cython.declare(cython.int, net.RUNS)
PIECES = cython.declare(cython.int, net.PIECES)
TURNS = cython.declare(cython.int, net.TURNS)
UNLIKE = cython.declare(cython.int, net.UNLIKE)
AT_MOST = cython.declare(cython.int, net.AT_MOST)
BINARY_TABLE = cython.declare(cython.int, net.BINARY_TABLE)
NO_REASON = cython.declare(cython.int, -1)


class Reasons(Alike):
    def _load_analysis(self) -> cython.bint:
        self._load_cuts()
        self.open_antecedents = self._masks("open_antecedents", (), self.words)
        self.seen_words = self._ints("seen_words", (), self.words)
        self.seen_count = self.pending = self.since = 0
        self.cited = -1
        return True

    def _see(self, word: cython.int, gone: cython.ulonglong) -> cython.bint:
        """Mark a fact as seen: these values of a word are impossible."""
        t: cython.int
        before: cython.ulonglong
        gone &= ~self.seen[word]
        if gone == 0:
            return True
        if self.seen[word] == 0:
            self.seen_words[self.seen_count] = word
            self.seen_count += 1
        self._note_part(word, gone)
        self.seen[word] |= gone
        # The domain of the word before the current level.
        before = self.domain[word]
        t = self.latest[word]
        while t >= self.since:
            before = self.trail_old[t]
            t = self.trail_before[t]
        gone &= before
        if gone:
            if self.open_antecedents[word] == 0:
                self.pending += 1
            self.open_antecedents[word] |= gone
        return True

    def _see_cited(self) -> cython.bint:
        k: cython.int
        for k in range(self.cited_count):
            self._see(self.cited_word[k], self.cited_gone[k])
        return True

    def _see_arguments(self, p: cython.int) -> cython.bint:
        """See all removed values of a propagator's arguments."""
        k: cython.int
        w: cython.int
        x: cython.int
        for k in range(self.start[p], self.start[p + 1]):
            if self.kind[p] <= RUNS:
                w = self.index[k]
                self._see(w, self.domain[w] ^ EVERY)
            else:
                x = self.index[k]
                for w in range(self.first[x], self.first[x] + self.width[x]):
                    self._see(w, self.domain[w] ^ EVERY)
        return True

    def _explain(
        self, why: cython.int, word: cython.int, gone: cython.ulonglong, left: cython.ulonglong
    ) -> cython.bint:
        """See facts from which a constraint removes these values of a word (word -1: from which it
        fails). All later changes are undone. left: the values that stayed."""
        k: cython.int
        w: cython.int
        kind: cython.int
        refuted: cython.bint
        if why < NO_REASON:
            if self.basis_words:
                self._add_clause_basis(-2 - why)
            for k in range(self.clause_start[-2 - why], self.clause_start[-1 - why]):
                w = self.clause_word[k]
                if self.domain[w] & self.clause_mask[k] == 0:
                    self._see(w, self.clause_mask[k])
            return True
        # While its condition is open, a propagator changes nothing but that.
        refuted = not self._applies(why)
        if not refuted and self.condition_word[why] > 0:
            self._see(self.condition_word[why], self.condition_mask[why] ^ EVERY)
        kind = self.kind[why]
        if PIECES <= kind <= TURNS:
            self._recall(why, self.cited, -1)
            return self._see_cited()
        if kind == COUNTED:
            self.cited_count = 0
            self._cite_counted(why, word, gone, left, self.trail)
            return self._see_cited()
        if kind == ALIKE:
            self.cited_count = 0
            self._cite_same_form(why, -1 if refuted else word, gone)
            return self._see_cited()
        if kind == CARDINALITY:
            return self._explain_cardinality(why, refuted or word < 0)
        if kind == AT_MOST:
            return self._explain_at_most(why, -1 if refuted or word < 0 else self.owner[word])
        if kind == DISTINCT and word >= 0:
            return self._explain_distinct(why, word, gone, left)
        if kind == BINARY_TABLE and word >= 0 and not refuted:
            return self._explain_binary_table(why, word, gone)
        if kind == UNLIKE:
            return self._explain_unlike(why, -1 if refuted else word, left)
        return self._see_arguments(why)

    def _explain_cardinality(self, p: cython.int, failed: cython.bint) -> cython.bint:
        """The most true literals allowed, plus one for a failure; or the most false ones."""
        k: cython.int
        w: cython.int
        true: cython.longlong = 0
        enough: cython.longlong = self.high[p] + failed
        for k in range(self.start[p], self.start[p + 1]):
            true += self.domain[self.index[k]] & ~self.mask[k] == 0
        if true >= enough:
            for k in range(self.start[p], self.start[p + 1]):
                w = self.index[k]
                if enough and self.domain[w] & ~self.mask[k] == 0:
                    self._see(w, self.mask[k] ^ EVERY)
                    enough -= 1
            return True
        enough = self.start[p + 1] - self.start[p] - self.low[p] + failed
        for k in range(self.start[p], self.start[p + 1]):
            w = self.index[k]
            if enough and self.domain[w] & self.mask[k] == 0:
                self._see(w, self.mask[k])
                enough -= 1
        return True

    def _explain_at_most(self, p: cython.int, but: cython.int) -> cython.bint:
        """The bounds of all terms but one."""
        k: cython.int
        x: cython.int
        w: cython.int
        d: cython.ulonglong
        for k in range(self.start[p], self.start[p + 1]):
            x = self.index[k]
            if x == but:
                continue
            if self.coefficient[k] > 0:
                w = self.first[x]
                while self.domain[w] == 0:
                    self._see(w, EVERY)
                    w += 1
                d = self.domain[w]
                self._see(w, (d & -d) - 1)
            else:
                w = self.first[x] + self.width[x] - 1
                while self.domain[w] == 0:
                    self._see(w, EVERY)
                    w -= 1
                self._see(w, up_to(highest(self.domain[w])) ^ EVERY)
        return True

    def _explain_distinct(
        self, p: cython.int, word: cython.int, gone: cython.ulonglong, left: cython.ulonglong
    ) -> cython.bint:
        """Another variable has the value; or no other can have the one value that stayed."""
        k: cython.int
        w: cython.int
        d: cython.ulonglong
        for k in range(self.start[p], self.start[p + 1]):
            w = self.index[k]
            d = self.domain[w]
            if w != word and d & gone and d & (d - 1) == 0:
                self._see(w, d ^ EVERY)
                gone &= ~d
        if gone == 0:
            return True
        if self.mask[self.start[p]] == 0:
            return self._see_arguments(p)
        for k in range(self.start[p], self.start[p + 1]):
            if self.index[k] != word:
                self._see(self.index[k], left)
        return True

    def _explain_binary_table(
        self, p: cython.int, word: cython.int, gone: cython.ulonglong
    ) -> cython.bint:
        """All that would support the values is gone."""
        x: cython.int = self.index[self.start[p]]
        y: cython.int = self.index[self.start[p] + 1]
        width: cython.int = self.width[x]
        w: cython.int
        k: cython.int
        row: cython.int
        last: cython.int
        rows: cython.ulonglong
        if x == y:
            return self._see_arguments(p)
        if self.owner[word] == y:
            while gone:
                row = self.data[p] + (64 * (word - self.first[y]) + lowest(gone)) * width
                for k in range(width):
                    self._see(self.first[x] + k, self.masks[row + k])
                gone &= gone - 1
            return True
        for w in range(self.width[y]):
            rows = 0
            # The table may end after the last value.
            last = self.slot[self.first[y] + w + 1] - self.slot[self.first[y] + w]
            for k in range(last):
                row = self.data[p] + (64 * w + k) * width + word - self.first[x]
                if self.masks[row] & gone:
                    rows |= bit_at(k)
            self._see(self.first[y] + w, rows)
        return True

    def _explain_unlike(
        self, p: cython.int, word: cython.int, left: cython.ulonglong
    ) -> cython.bint:
        """The members of both pieces, and their absent neighbours. word: of the open vertex; -1:
        all are known."""
        x: cython.int = -1
        k: cython.int
        side: cython.int
        if word >= 0:
            self._gather(p, 0, -1)
            x = self.open_argument
            self._gather(p, 1, -1)
            x = max(x, self.open_argument)
        for side in range(2):
            # If the vertex is not in its piece now, it made the forms the same.
            self._gather(p, side, x if x >= 0 and left & self.mask[x] == 0 else -1)
            if self.members[side] == 0:
                k = self._own_argument(p, side)
                self._see(self.index[k], self.mask[k])
            for k in range(self._own_argument(p, side), self._own_argument(p, side + 1)):
                if k != x and self.met[k - self._own_argument(p, side)] == self.meeting:
                    if self.domain[self.index[k]] & self.mask[k]:
                        self._see(self.index[k], self.mask[k] ^ EVERY)
                    else:
                        self._see(self.index[k], self.mask[k])
        return True

    def _see_conflict(self) -> cython.bint:
        """Enter what the failure follows from."""
        x: cython.int
        w: cython.int
        self.cited = self.conflict_note
        if self.wiped_out < 0 or self.conflict < NO_REASON:
            return self._explain(self.conflict, -1, 0, 0)
        x = self.owner[self.wiped_out]
        for w in range(self.first[x], self.first[x] + self.width[x]):
            self._see(w, self.domain[w] ^ EVERY)
        if self.conflict != NO_REASON:
            self._explain(self.conflict, self.wiped_out, self.domain[self.wiped_out], 0)
        return True
