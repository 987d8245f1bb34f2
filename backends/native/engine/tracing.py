# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc,attr-defined"
"""Derivations: the facts that each trail entry follows from, computed without solving again.

Walk the trail from its end to the assumptions. Undo each entry in the domains only, so that its
constraint can explain it on the domains it propagated on (see `reasons`); then redo all. What lies
below the assumptions follows from the network and from the givens and units of level 1.

To explain an entry takes far longer than to make it, so callers that need to know only what a
failure follows from, or what follows directly from the assumptions, get only those explanations.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from .learning import Learning

if not cython.compiled:
    from .bits import EVERY

NO_REASON = cython.declare(cython.int, -1)
# The group that an entry follows from, if it is not one of those that are assumed.
NO_GROUP = cython.declare(cython.int, -1)
UNKNOWN = cython.declare(cython.int, -2)
BAD = cython.declare(cython.int, -3)
PIECES = cython.declare(cython.int, net.PIECES)
TURNS = cython.declare(cython.int, net.TURNS)

# See `derivation`.
Entry: TypeAlias = "tuple[int, int, int, list[tuple[int, int]] | None]"


class Tracing(Learning):
    def derivation(self, of_failure: bool = False) -> list[Entry]:
        """The entries of the trail from the assumptions on, in order. Of each: its word; the values
        it removed; the position of its assumption, -1 if it is derived, -2 for a decision; the
        facts that it follows from (words, and values that are gone from them). of_failure: after
        NO_SOLUTION that is proved; None for entries from which the failure does not follow."""
        t: cython.int
        found: list = []
        start: cython.int = self._first_entry()
        last: cython.int = self.trail
        behind: cython.p_int = self._unmarked(last - start)
        only: cython.bint = of_failure and start < last
        self._begin_tracing()
        if only:
            self._see_conflict()
            self._mark_seen(behind, start)
            self._clear_seen()
        for t in range(last - 1, start - 1, -1):
            self._take_back(t)
            facts = None
            if not only or behind[t - start]:
                if self.trail_why[t] != NO_REASON:
                    self._explain_entry(t)
                if only:
                    self._mark_seen(behind, start)
                facts = self._take_seen()
            found.append((self.trail_word[t], self._removed(t), self._origin(t), facts))
        self._put_back(start, last)
        self._end_tracing()
        found.reverse()
        return found

    def direct(
        self, ends: Sequence[int], ruled_out: Sequence[int], groups: int, failed: bool
    ) -> tuple[list[Entry], list[int]]:
        """The entries as in `derivation`, and the positions of the ends (entries of the words that
        a caller asks about) that follow from assumptions, at most one of them a group, and from
        entries that follow from these and are no ends. Only these and what leads from ends to the
        failure are sure to be explained (None: an entry is not).

        ends: by word, whether its entries are ends. ruled_out: by word, values that are known to be
        removed: ends that remove no others are left out. groups: how many of the assumptions, the
        first ones, are groups. failed: whether there is a failure."""
        t: cython.int
        word: cython.int
        found: list = []
        start: cython.int = self._first_entry()
        last: cython.int = self.trail
        self._give_up("is_end", "ruled_out", "settled", "group_behind")
        is_end: cython.p_int = self._ints("is_end", ends)
        ruled_out_of: cython.p_ulonglong = self._masks("ruled_out", ruled_out)
        # By word, the values that no derived end removes.
        settled: cython.p_ulonglong = self._masks("settled", (), self.words)
        group: cython.p_int = self._ints("group_behind", (), last - start)
        for word in range(self.words):
            settled[word] = EVERY
        for t in range(start, last):
            word = self.trail_word[t]
            group[t - start] = UNKNOWN
            if self.trail_why[t] == NO_REASON:
                which = self.trail_note[t]
                group[t - start] = which if 0 <= which < groups else NO_GROUP
            elif is_end[word]:
                settled[word] &= ~self._removed(t)
            known = self.trail_why[t] == NO_REASON
            found.append((word, self._removed(t), self._origin(t), [] if known else None))
        positions: list = []
        antecedents: dict = {}
        self._begin_tracing()
        self._move(last, start)
        at: cython.int = start
        for t in range(start, last):
            word = self.trail_word[t]
            if self.trail_why[t] == NO_REASON or not is_end[word]:
                continue
            if self._removed(t) & ~ruled_out_of[word]:
                at = self._find_group(t - start, at, start, found, antecedents, settled, group)
                if group[t - start] != BAD:
                    positions.append(t - start)
        self._move(at, last)
        if failed and start < last:
            self._explain_failure(found, start, is_end)
        self._end_tracing()
        return found, positions

    def _find_group(
        self,
        position: cython.int,
        at: cython.int,
        start: cython.int,
        found: list,
        antecedents: dict,
        settled: cython.p_ulonglong,
        group: cython.p_int,
    ) -> cython.int:
        """Find the group that an entry follows from: NO_GROUP if none; BAD if there are several, or
        it follows from ends. `at`: the domains are those before this entry; the entry of which
        they are afterwards is returned."""
        verdict: cython.int
        waiting: cython.int
        other: cython.int
        stack: list = [position]
        while stack:
            position = stack[len(stack) - 1]
            if position not in antecedents:
                self._move(at, start + position)
                at = start + position
                if not self._settled_reason(at, settled):
                    group[position] = BAD
                    stack.pop()
                    continue
                antecedents[position] = self._behind_seen(start)
                found[position] = (*found[position][:3], self._take_seen())
            verdict = NO_GROUP
            waiting = -1
            for other in antecedents[position]:
                if group[other] == UNKNOWN:
                    waiting = other
                elif group[other] != NO_GROUP and group[other] != verdict:
                    verdict = group[other] if verdict == NO_GROUP else BAD
                if verdict == BAD:
                    break
            if verdict != BAD and waiting >= 0:
                stack.append(waiting)
                continue
            group[position] = verdict
            stack.pop()
        return at

    def _behind_seen(self, start: cython.int) -> list[int]:
        """The positions of the entries that made the seen facts hold."""
        k: cython.int
        t: cython.int
        word: cython.int
        found: list = []
        for k in range(self.seen_count):
            word = self.seen_words[k]
            t = self.latest[word]
            while t >= start:
                if self._removed(t) & self.seen[word]:
                    found.append(t - start)
                t = self.trail_before[t]
        return found

    def _move(self, at: cython.int, to: cython.int) -> cython.bint:
        """Undo or redo entries in the domains, which are those before entry `at`, until they are
        those before another."""
        t: cython.int
        for t in range(at - 1, to - 1, -1):
            self._take_back(t)
        for t in range(at, to):
            self.domain[self.trail_word[t]] = self.trail_new[t]
            self.latest[self.trail_word[t]] = t
        return True

    def _settled_reason(self, t: cython.int, settled: cython.p_ulonglong) -> cython.bint:
        """See the facts that an entry of the trail follows from, if all of them are settled. It and
        all later ones are undone."""
        k: cython.int
        good: cython.bint
        why: cython.int = self.trail_why[t]
        seen: cython.p_ulonglong = self.seen
        if why >= 0 and PIECES <= self.kind[why] <= TURNS and self._is_of_size(self.trail_note[t]):
            # Most entries follow from unsettled facts; testing this is faster than finding the
            # reason.
            self.seen = settled
            good = self._recall_free(why, self.trail_note[t], -1)
            self.seen = seen
            if not good:
                return False
        self._explain_entry(t)
        for k in range(self.seen_count):
            if self.seen[self.seen_words[k]] & ~settled[self.seen_words[k]]:
                self._clear_seen()
                return False
        return True

    def _explain_failure(self, found: list, start: cython.int, is_end: cython.p_int) -> cython.bint:
        """Explain the entries that lead from ends to the failure."""
        t: cython.int
        last: cython.int = self.trail
        behind: cython.p_int = self._unmarked(last - start)
        self._see_conflict()
        self._mark_seen(behind, start)
        self._clear_seen()
        for t in range(last - 1, start - 1, -1):
            self._take_back(t)
            if behind[t - start] and not is_end[self.trail_word[t]]:
                if self.trail_why[t] != NO_REASON:
                    self._explain_entry(t)
                self._mark_seen(behind, start)
                found[t - start] = (*found[t - start][:3], self._take_seen())
        return self._put_back(start, last)

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
        start: cython.int = self._first_entry()
        found: list = []
        for word in range(self.words):
            found.append(self._domain_at(word, start))
        return found

    def _first_entry(self) -> cython.int:
        """Where the assumptions begin on the trail."""
        return self.trail if self.level < 2 else self.level_trail[2]

    def _removed(self, t: cython.int) -> cython.ulonglong:
        """The values that an entry removed."""
        return self.trail_old[t] & ~self.trail_new[t]

    def _origin(self, t: cython.int) -> cython.int:
        """The position of the assumption that an entry is; -1 if it is derived, -2 for a
        decision."""
        if self.trail_why[t] != NO_REASON:
            return -1
        if self.trail_note[t] < 0 and t == self.level_trail[self._level_of(t)]:
            return -2
        return self.trail_note[t]
