# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc,attr-defined"
# ruff: noqa: SIM110 (loops stay loops: C knows no generators)
"""Domains, and the trail that undoes their changes.

`domain` is one array of 64-bit words, one or more for each variable. Each change pushes an entry
onto the trail: the word, its old and new bits, and the constraint that made it. Undoing a level
restores the old words. Counters of cardinalities have a trail of their own.

Levels: 0 for consequences of the network alone; 1 for givens and units; 2 for all assumptions, if
there are any; then one for each decision.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from .memory import Memory

if not cython.compiled:
    from .bits import bit_at, highest, lowest, population, up_to


class Store(Memory):
    def _load_domains(self, network: net.Network) -> cython.bint:
        self._allocate()
        self.failed = network.failed
        self.variables = len(network.base)
        self.words = len(network.domain)
        self.base = self._longs("base", network.base)
        self.first = self._ints("first", network.first)
        self.width = self._ints("width", network.words)
        self.owner = self._ints("owner", network.owner)
        self.domain = self._masks("domain", network.domain)
        # Each trail entry removes at least one value, which bounds its length.
        w: cython.int
        values: cython.int = 0
        for w in range(self.words):
            values += population(self.domain[w])
        self.trail_word = self._ints("trail_word", (), values)
        self.trail_old = self._masks("trail_old", (), values)
        self.trail_new = self._masks("trail_new", (), values)
        self.trail_why = self._ints("trail_why", (), values)
        self.trail_before = self._ints("trail_before", (), values)
        self.trail_note = self._ints("trail_note", (), values)
        self.latest = self._filled("latest", -1, self.words)
        # Each entry of the counters' trail settles a literal or an argument.
        self.counter_trail = self._ints("counter_trail", (), len(network.index))
        self.counter_old = self._ints("counter_old", (), len(network.index))
        self.counter = self._ints("counter", (), 2 * len(network.kind))
        self.changes = 0
        self.trail = self.qhead = self.counted = self.notes = self.level = 0
        self.listeners = 0
        self.note = self.conflict_note = self.conflict = self.wiped_out = -1
        # Each decision fixes a variable or empties a word, which bounds the number of levels.
        self.level_room = self.words + 4
        self.level_trail = self._ints("level_trail", (), self.level_room)
        self.level_counted = self._ints("level_counted", (), self.level_room)
        self.level_notes = self._ints("level_notes", (), self.level_room)
        self.level_mark = self._ints("level_mark", (), self.level_room)
        return True

    # ---- domains ---------------------------------------------------------------------------------

    @cython.final
    def _set(self, word: cython.int, new: cython.ulonglong, why: cython.int) -> cython.bint:
        """Narrow a word. False if its variable is wiped out."""
        old: cython.ulonglong = self.domain[word]
        if new == old:
            return True
        if new == 0 and self._is_empty_without(word):
            self.conflict = why
            self.conflict_note = self.note
            self.wiped_out = word
            return False
        t: cython.int = self.trail
        self.trail = t + 1
        self.trail_word[t] = word
        self.trail_old[t] = old
        self.trail_new[t] = new
        self.trail_why[t] = why
        self.trail_note[t] = self.note
        self.trail_before[t] = self.latest[word]
        self.latest[word] = t
        self.domain[word] = new
        return True

    @cython.final
    def _domain_at(self, word: cython.int, end: cython.int) -> cython.ulonglong:
        """The domain of a word before a trail entry."""
        d: cython.ulonglong = self.domain[word]
        t: cython.int = self.latest[word]
        while t >= end:
            d = self.trail_old[t]
            t = self.trail_before[t]
        return d

    @cython.final
    def _is_empty_without(self, word: cython.int) -> cython.bint:
        """Whether all other words of its variable are empty. Tries the nearest ones first."""
        x: cython.int = self.owner[word]
        a: cython.int = self.first[x]
        b: cython.int = a + self.width[x] - 1
        k: cython.int
        for k in range(1, self.width[x]):
            if word - k >= a and self.domain[word - k]:
                return False
            if word + k <= b and self.domain[word + k]:
                return False
        return True

    @cython.final
    def _enforce(self, word: cython.int, mask: cython.ulonglong, why: cython.int) -> cython.bint:
        """Assert a literal."""
        new: cython.ulonglong = self.domain[word] & mask
        x: cython.int = self.owner[word]
        w: cython.int
        if new == 0:
            self.conflict = why
            self.wiped_out = word
            return False
        if not self._set(word, new, why):
            return False
        if self.width[x] > 1:
            for w in range(self.first[x], self.first[x] + self.width[x]):
                if w != word and not self._set(w, 0, why):
                    return False
        return True

    @cython.final
    def _low(self, x: cython.int) -> cython.longlong:
        """The least value of a variable."""
        w: cython.int = self.first[x]
        if self.width[x] > 1:
            while self.domain[w] == 0:
                w += 1
        return self.base[x] + 64 * (w - self.first[x]) + lowest(self.domain[w])

    @cython.final
    def _high(self, x: cython.int) -> cython.longlong:
        """The greatest value of a variable."""
        w: cython.int = self.first[x] + self.width[x] - 1
        while self.domain[w] == 0:
            w -= 1
        return self.base[x] + 64 * (w - self.first[x]) + highest(self.domain[w])

    @cython.final
    def _is_fixed(self, x: cython.int) -> cython.bint:
        w: cython.int = self.first[x]
        d: cython.ulonglong = self.domain[w]
        if self.width[x] == 1:
            return d & (d - 1) == 0
        return self._low(x) == self._high(x)

    @cython.final
    def _has(self, x: cython.int, value: cython.longlong) -> cython.bint:
        bit: cython.longlong = value - self.base[x]
        if bit < 0 or bit >= 64 * self.width[x]:
            return False
        return self.domain[self.first[x] + (bit >> 6)] & bit_at(bit & 63) != 0

    @cython.final
    def _remove(self, x: cython.int, value: cython.longlong, why: cython.int) -> cython.bint:
        bit: cython.longlong = value - self.base[x]
        if bit < 0 or bit >= 64 * self.width[x]:
            return True
        w: cython.int = self.first[x] + (bit >> 6)
        return self._set(w, self.domain[w] & ~bit_at(bit & 63), why)

    @cython.final
    def _cut_above(self, x: cython.int, value: cython.longlong, why: cython.int) -> cython.bint:
        """Remove the values above one."""
        bit: cython.longlong = value - self.base[x]
        w: cython.int
        last: cython.int = self.first[x] + self.width[x] - 1
        if bit >= 64 * self.width[x] - 1:
            return True
        # Narrow the word that keeps values first, so that a conflict is detected there.
        start: cython.int = self.first[x]
        if bit >= 0:
            start += bit >> 6
            if not self._set(start, self.domain[start] & up_to(bit & 63), why):
                return False
            start += 1
        for w in range(start, last + 1):
            if not self._set(w, 0, why):
                return False
        return True

    @cython.final
    def _cut_below(self, x: cython.int, value: cython.longlong, why: cython.int) -> cython.bint:
        """Remove the values below one."""
        bit: cython.longlong = value - self.base[x]
        w: cython.int
        stop: cython.int = self.first[x] + self.width[x]
        if bit <= 0:
            return True
        if bit < 64 * self.width[x]:
            stop = self.first[x] + (bit >> 6)
            if bit & 63 and not self._set(stop, self.domain[stop] & ~up_to((bit & 63) - 1), why):
                return False
        for w in range(self.first[x], stop):
            if not self._set(w, 0, why):
                return False
        return True

    # ---- levels ----------------------------------------------------------------------------------

    def _open_level(self) -> cython.bint:
        self.level += 1
        self.level_trail[self.level] = self.trail
        self.level_counted[self.level] = self.counted
        self.level_notes[self.level] = self.notes
        return True

    def _undo(self, level: cython.int) -> cython.bint:
        """Undo all changes after the end of a level."""
        if self.level <= level:
            return True
        t: cython.int
        start: cython.int = self.level_trail[level + 1]
        self.changes += self.trail - start
        for t in range(self.trail - 1, start - 1, -1):
            self._take_back(t)
        self.trail = self.qhead = start
        for t in range(self.listeners):
            if self.heard[t] > start:
                self.heard[t] = start
        start = self.level_counted[level + 1]
        for t in range(self.counted - 1, start - 1, -1):
            self.counter[self.counter_trail[t]] = self.counter_old[t]
        self.counted = start
        self.notes = self.level_notes[level + 1]
        self.level = level
        return True

    @cython.final
    def _take_back(self, t: cython.int) -> cython.bint:
        """Undo the last trail entry."""
        word: cython.int = self.trail_word[t]
        self.domain[word] = self.trail_old[t]
        self.latest[word] = self.trail_before[t]
        return True
