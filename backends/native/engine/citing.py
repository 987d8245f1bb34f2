# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""Bases: the assumptions that facts and learned clauses follow from, a bit for each.

While learning, the assumption level takes the place of level 1: clauses leave out its facts, and
units are asserted there. The basis of each of its entries is computed once, before the next
decision, from the reason of the entry. The basis of a learned clause is the union of the bases of
the clauses and facts it was derived from. A clause whose basis is not assumed is dormant: it is
kept, and not watched.
"""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from . import shim as cython

from .reasons import Reasons

if not cython.compiled:
    from .bits import bit_at, lowest

NO_REASON = cython.declare(cython.int, -1)


class Citing(Reasons):
    def _load_citing(self) -> cython.bint:
        self._load_analysis()
        self.known = self.bases_end = 0
        self.dormant = False
        self.assumed_before: list = []
        self.fact_room = self.reason_room = 0
        self.reason_word = self._ints("reason_word")
        self.reason_gone = self._masks("reason_gone")
        self.fact_basis = self._masks("fact_basis")
        return True

    def _clear_basis(self) -> cython.bint:
        k: cython.int
        for k in range(self.basis_words):
            self.basis[k] = 0
        return True

    def _add_basis(self, word: cython.int, gone: cython.ulonglong, end: cython.int) -> cython.bint:
        """Add the basis of a fact that holds before a trail entry."""
        k: cython.int
        row: cython.int
        start: cython.int = self.level_trail[2]
        t: cython.int = self.latest[word]
        while t >= start:
            if t < end and self.trail_old[t] & ~self.trail_new[t] & gone:
                row = (t - start) * self.basis_words
                for k in range(self.basis_words):
                    self.basis[k] |= self.fact_basis[row + k]
            t = self.trail_before[t]
        return True

    def _set_basis(self, t: cython.int) -> cython.bint:
        """Give a trail entry the basis under construction."""
        k: cython.int
        row: cython.int = (t - self.level_trail[2]) * self.basis_words
        for k in range(self.basis_words):
            self.fact_basis[row + k] = self.basis[k]
        return True

    def _make_fact_room(self) -> cython.bint:
        """Allocate bases for all entries of the assumption level."""
        room: cython.int = (self.trail - self.level_trail[2] + 1) * self.basis_words
        if room > self.fact_room:
            self.fact_room = 2 * room
            self.fact_basis = self._more_masks("fact_basis", self.fact_room)
        return True

    def _find_bases(self) -> cython.bint:
        """On the assumption level: compute the bases of the trail entries since the last call."""
        t: cython.int
        k: cython.int
        which: cython.int
        stop: cython.int
        start: cython.int = self.bases_end
        last: cython.int = self.trail
        end: cython.int = 0
        first: cython.int = self.level_trail[2]
        reason_start: cython.p_int
        if start == last:
            return True
        self._give_up("reason_start")
        reason_start = self._ints("reason_start", (), last - start + 1)
        self._make_fact_room()
        self._begin_tracing()
        for t in range(last - 1, start - 1, -1):
            self._take_back(t)
            self._clear_basis()
            which = self.trail_note[t]
            if self.trail_why[t] != NO_REASON:
                self._explain_entry(t)
            elif which >= 0:
                self.basis[which >> 6] |= bit_at(which & 63)
            self._set_basis(t)
            reason_start[t - start] = end
            if end + self.seen_count > self.reason_room:
                self.reason_room = 2 * (end + self.seen_count)
                self.reason_word = self._more_ints("reason_word", self.reason_room)
                self.reason_gone = self._more_masks("reason_gone", self.reason_room)
            for k in range(self.seen_count):
                # Facts from below the assumption level have no basis.
                if self.latest[self.seen_words[k]] >= first:
                    self.reason_word[end] = self.seen_words[k]
                    self.reason_gone[end] = self.seen[self.seen_words[k]]
                    end += 1
            self._clear_seen()
        self._put_back(start, last)
        self._end_tracing()
        for t in range(start, last):
            # The reasons were stored in reverse order.
            k = reason_start[t - start]
            stop = end if t == start else reason_start[t - 1 - start]
            if k < stop:
                self._clear_basis()
                while k < stop:
                    self._add_basis(self.reason_word[k], self.reason_gone[k], t)
                    k += 1
                k = (t - self.level_trail[2]) * self.basis_words
                for which in range(self.basis_words):
                    self.fact_basis[k + which] |= self.basis[which]
        self.bases_end = last
        return True

    def _add_bases_behind(self) -> cython.bint:
        """On the assumption level: add the bases of the seen facts. Of the entries that have none
        yet, only those are explained from which the facts follow."""
        t: cython.int
        which: cython.int
        start: cython.int = self.bases_end
        last: cython.int = self.trail
        behind: cython.p_int = self._unmarked(last - start)
        self._mark_seen(behind, start)
        self._clear_seen()
        for t in range(last - 1, start - 1, -1):
            self._take_back(t)
            if not behind[t - start]:
                continue
            which = self.trail_note[t]
            if self.trail_why[t] != NO_REASON:
                self._explain_entry(t)
                self._mark_seen(behind, start)
                self._clear_seen()
            elif which >= 0:
                self.basis[which >> 6] |= bit_at(which & 63)
        return self._put_back(start, last)

    def _unmarked(self, entries: cython.int) -> cython.p_int:
        """Room to mark this many entries of the trail."""
        self._give_up("marked")
        return self._ints("marked", (), entries)

    def _mark_seen(self, marked: cython.p_int, start: cython.int) -> cython.bint:
        """Mark the entries from `start` on that made the seen facts hold, and add the bases of
        those before."""
        k: cython.int
        t: cython.int
        word: cython.int
        for k in range(self.seen_count):
            word = self.seen_words[k]
            t = self.latest[word]
            while t >= start:
                if self.trail_old[t] & ~self.trail_new[t] & self.seen[word]:
                    marked[t - start] = True
                t = self.trail_before[t]
            self._add_basis(word, self.seen[word], start)
        return True

    def _explain_entry(self, t: cython.int) -> cython.bint:
        """See the facts from which an entry of the trail follows. It and all later ones are
        undone."""
        self.cited = self.trail_note[t]
        return self._explain(
            self.trail_why[t],
            self.trail_word[t],
            self.trail_old[t] & ~self.trail_new[t],
            self.trail_new[t],
        )

    def _put_back(self, start: cython.int, last: cython.int) -> cython.bint:
        """Redo the entries of the trail that analysis undid in the domains."""
        t: cython.int
        for t in range(start, last):
            self.domain[self.trail_word[t]] = self.trail_new[t]
            self.latest[self.trail_word[t]] = t
        self.trail = last
        return True

    # ---- dormant clauses ----------------------------------------------------------------

    def _assert_unit(self, c: cython.int) -> cython.bint:
        """On the assumption level: assert the open literal of a unit clause."""
        k: cython.int
        start: cython.int = self.clause_start[c]
        self._find_bases()
        self._clear_basis()
        self._add_clause_basis(c)
        for k in range(start + 1, self.clause_start[c + 1]):
            self._add_basis(self.clause_word[k], self.clause_mask[k], self.trail)
        return self._assert_with_basis(self.clause_word[start], self.clause_mask[start])

    def _assert_with_basis(self, word: cython.int, mask: cython.ulonglong) -> cython.bint:
        """On the assumption level: assert a literal with the basis under construction."""
        t: cython.int
        good: cython.bint = self._enforce(word, mask, NO_REASON)
        self._make_fact_room()
        for t in range(self.bases_end, self.trail):
            self._set_basis(t)
        self.bases_end = self.trail
        return good

    def _move_bases(self, assumptions: Sequence[Sequence[tuple[int, int]]]) -> cython.bint:
        """On level 0: keep the clauses whose basis is among the new assumptions, and make those
        with a basis dormant."""
        c: cython.int
        k: cython.int
        first: cython.int = self.own_clauses
        last: cython.int = self.clauses
        lasting: cython.int = self.lasting
        end: cython.int = self.clause_start[first]
        words: cython.int = self.basis_words
        before: list = self.assumed_before
        old_bases = self.keep.get("clause_basis")  # alive while its rows are moved
        old: cython.p_ulonglong = self.clause_basis
        self.assumed_before = list(assumptions)
        self.dormant = False
        if first == last:
            return self._make_bases(len(assumptions))
        self._give_up("moved")
        moved: cython.p_int = self._ints("moved", _moved(before, assumptions))
        self._forget(first)
        self.lasting = first
        self._make_bases(len(assumptions))
        for c in range(first, last):
            if not self._move_row(old, (c - first) * words, words, moved):
                continue
            for k in range(self.clause_start[c], self.clause_start[c + 1]):
                self.clause_word[end] = self.clause_word[k]
                self.clause_mask[end] = self.clause_mask[k]
                end += 1
            k = self.clauses
            self._close(end, self.lbd[c])
            if self._has_basis(k):
                self.dormant = True
            else:
                self._attach(k)
            if c < lasting:
                self.lasting = self.clauses
        self.untainted = self.clauses
        del old_bases
        return True

    def _move_row(
        self, old: cython.p_ulonglong, at: cython.int, words: cython.int, moved: cython.p_int
    ) -> cython.bint:
        """Give the next clause a basis of before. False if an assumption of it is gone."""
        k: cython.int
        to: cython.int
        bits: cython.ulonglong
        row: cython.int = (self.clauses - self.own_clauses) * self.basis_words
        for k in range(self.basis_words):
            self.clause_basis[row + k] = 0
        for k in range(words):
            bits = old[at + k]
            while bits:
                to = moved[64 * k + lowest(bits)]
                bits &= bits - 1
                if to < 0:
                    return False
                self.clause_basis[row + (to >> 6)] |= bit_at(to & 63)
        return True

    def _watch_dormant(self) -> cython.bint:
        """After propagating the assumptions: watch dormant clauses with two open literals, and
        assert units."""
        c: cython.int
        open_: cython.int
        self.dormant = False
        self._find_bases()
        for c in range(self.own_clauses, self.clauses):
            if self.watch_slot[2 * c] < 0:
                open_ = self._attach(c)
                if open_ == 1 and not self._assert_unit(c):
                    return False
        return True

    # ---- analysis without a conflict -------------------------------------------------------------

    def _begin_tracing(self) -> cython.bint:
        """Explain without bumping activities: this is no conflict."""
        if self.fact_count == 0:
            self._rank()
        self.kept_step = self.step
        self.kept_auxiliary = self.auxiliary
        self.step = 0.0
        self.auxiliary = False
        # No open antecedents: all seen facts are known.
        self.since = self.trail + 1
        return True

    def _end_tracing(self) -> cython.bint:
        self.step = self.kept_step
        self.auxiliary = self.kept_auxiliary
        return True

    def _take_seen(self) -> list:
        """Return the seen facts and clear them."""
        k: cython.int
        word: cython.int
        found: list = []
        for k in range(self.seen_count):
            word = self.seen_words[k]
            found.append((word, self.seen[word]))
        self._clear_seen()
        return found

    def _clear_seen(self) -> cython.bint:
        k: cython.int
        for k in range(self.seen_count):
            self.seen[self.seen_words[k]] = 0
            self.open_antecedents[self.seen_words[k]] = 0
        self.seen_count = self.pending = 0
        return True


@cython.cfunc
def _moved(before: list, now: Sequence[Sequence[tuple[int, int]]]) -> list:
    """Of each earlier assumption the position of the same one now, or -1."""
    if before == now:
        return list(range(len(before)))
    position: dict = {tuple(cuts): which for which, cuts in enumerate(now)}
    return [position.get(tuple(cuts), -1) for cuts in before]
