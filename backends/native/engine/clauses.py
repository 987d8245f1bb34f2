# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""Clauses over literals x ∈ S, and the two values that each of them watches.

A clause watches one possible value in each of two of its literals. When a watched literal has lost
all values and no other can be watched, the clause asserts the remaining one (two watched literals:
Moskewicz, Madigan, Zhao, Zhang, Malik 2001, for sets of values). The watches of a value form a
linked list through `watch_next`, where node 2c+s is the s-th watch of clause c.

The network's clauses of two single values have no watches, as there is no other literal to move
these to: each value has an array of its clauses.

A clause learned under assumptions has a *basis*: the assumptions it follows from, a bit for each.
It is watched only while these are asserted (see `citing`).
"""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from .store import Store

if not cython.compiled:
    from .bits import bit_at, highest, lowest


NO_REASON = cython.declare(cython.int, -1)


class Clauses(Store):
    def _load_clauses(self, network: net.Network) -> cython.bint:
        """Watch the network's clauses; assert units."""
        slots: cython.int = 0
        w: cython.int
        c: cython.int
        self.slot = self._ints("slot", (), self.words)
        for w in range(self.words):
            self.slot[w] = slots
            slots += highest(self.domain[w]) + 1 if self.domain[w] else 0
        self.slot[self.words] = slots
        self.watch_head = self._filled("watch_head", -1, slots)
        self.watched = self._masks("watched", (), self.words)
        self.watches = 0  # visits of watches
        self.tainted = False
        self.clauses = self.clause_room = len(network.clause_start) - 1
        self.literal_room = len(network.clause_word)
        self.own_clauses = self.lasting = self.untainted = self.clauses
        self.clause_start = self._ints("clause_start", network.clause_start)
        self.basis_words = 0
        self.clause_basis = self._masks("clause_basis")
        self.clause_word = self._ints("clause_word", network.clause_word)
        self.clause_mask = self._masks("clause_mask", network.clause_mask)
        self.watch_next = self._ints("watch_next", (), 2 * self.clauses)
        self.watch_slot = self._ints("watch_slot", (), 2 * self.clauses)
        self.blocker_word = self._ints("blocker_word", (), 2 * self.clauses)
        self.blocker_mask = self._masks("blocker_mask", (), 2 * self.clauses)
        self.lbd = self._ints("lbd", (), self.clauses)
        self._load_pairs(slots)
        for c in range(self.clauses):
            if self.is_pair[c]:
                continue
            open_ = self._attach(c)
            w = self.clause_start[c]
            if open_ == 0 or (
                open_ == 1
                and not self._enforce(self.clause_word[w], self.clause_mask[w], NO_REASON)
            ):
                self.failed = True
        return True

    def _load_pairs(self, slots: cython.int) -> cython.bint:
        """List the clauses of two single values at each of the two: once it is gone, the other must
        hold."""
        c: cython.int
        k: cython.int
        slot: cython.int
        count: cython.int = 0
        self.is_pair = self._ints("is_pair", (), self.clauses)
        self.pair_start = self._ints("pair_start", (), slots + 1)
        for c in range(self.clauses):
            k = self.clause_start[c]
            if self.clause_start[c + 1] == k + 2 and self._is_value(k) and self._is_value(k + 1):
                self.is_pair[c] = True
                count += 2
                self.pair_start[self._slot_of(k)] += 1
                self.pair_start[self._slot_of(k + 1)] += 1
        self.pair_word = self._ints("pair_word", (), count)
        self.pair_mask = self._masks("pair_mask", (), count)
        self.pair_clause = self._ints("pair_clause", (), count)
        for slot in range(slots):
            self.pair_start[slot + 1] += self.pair_start[slot]
        for c in range(self.clauses - 1, -1, -1):
            if self.is_pair[c]:
                k = self.clause_start[c]
                self._list_pair(c, k, k + 1)
                self._list_pair(c, k + 1, k)
        return True

    def _list_pair(self, c: cython.int, own: cython.int, other: cython.int) -> cython.bint:
        slot: cython.int = self._slot_of(own)
        self.pair_start[slot] -= 1
        self.pair_word[self.pair_start[slot]] = self.clause_word[other]
        self.pair_mask[self.pair_start[slot]] = self.clause_mask[other]
        self.pair_clause[self.pair_start[slot]] = c
        self.watched[self.clause_word[own]] |= self.clause_mask[own]
        return True

    def _is_value(self, literal: cython.int) -> cython.bint:
        """Whether a literal is a single value, still possible, of a variable of one word."""
        word: cython.int = self.clause_word[literal]
        mask: cython.ulonglong = self.clause_mask[literal]
        return (
            mask & (mask - 1) == 0
            and self.domain[word] & mask != 0
            and self.width[self.owner[word]] == 1
        )

    def _slot_of(self, literal: cython.int) -> cython.int:
        return self.slot[self.clause_word[literal]] + lowest(self.clause_mask[literal])

    def add_clause(self, words: Sequence[int], masks: Sequence[int]) -> int:
        """Add a clause until `forget`. Returns the number of its literals that are not false at
        level 0; with fewer than two the clause is not stored."""
        self._undo(0)
        self._untaint()
        self._append(words, masks, 0)
        open_: cython.int = self._attach(self.clauses - 1)
        if open_ < 2:
            self.clauses -= 1
        self.lasting = self.untainted = self.clauses
        return open_

    def kept(self) -> list[list[net.Literal]]:
        """The clauses that are not the network's own, as literals: learned, added and blocking
        ones."""
        literals = list(zip(self.keep["clause_word"], self.keep["clause_mask"], strict=False))
        starts = self.keep["clause_start"]
        return [literals[starts[c] : starts[c + 1]] for c in range(self.own_clauses, self.clauses)]

    def is_open(self, word: int, mask: int) -> bool:
        """Whether a literal is not false."""
        m: cython.ulonglong = mask
        return self.domain[word] & m != 0

    def _untaint(self) -> cython.bint:
        """Drop clauses that depend on the blocking clauses of an enumeration."""
        if self.tainted:
            self.tainted = False
            self._forget(self.untainted)
            self.lasting = min(self.lasting, self.clauses)
        self.untainted = self.clauses
        return True

    def _append(self, words: Sequence[int], masks: Sequence[int], lbd: cython.int) -> cython.bint:
        """Store a clause without watching it."""
        k: cython.int
        at: cython.int = self.clause_start[self.clauses]
        length: cython.int = len(words)
        self._make_room(self.clauses + 1, at + length)
        for k in range(length):
            self.clause_word[at + k] = words[k]
            self.clause_mask[at + k] = masks[k]
        at = (self.clauses - self.own_clauses) * self.basis_words
        for k in range(self.basis_words):
            self.clause_basis[at + k] = 0
        return self._close(self.clause_start[self.clauses] + length, lbd)

    def _close(self, end: cython.int, lbd: cython.int) -> cython.bint:
        """Turn the literals after the last clause into a clause."""
        c: cython.int = self.clauses
        self.clause_start[c + 1] = end
        self.lbd[c] = lbd
        self.watch_slot[2 * c] = self.watch_slot[2 * c + 1] = -1
        self.clauses = c + 1
        return True

    def _make_room(self, clauses: cython.int, literals: cython.int) -> cython.bint:
        """Reserve room for clauses and literals."""
        if clauses > self.clause_room:
            self.clause_room = 2 * clauses
            self.clause_start = self._more_ints("clause_start", self.clause_room + 1)
            if self.basis_words:
                self.clause_basis = self._more_masks("clause_basis", self._basis_room())
            self.lbd = self._more_ints("lbd", self.clause_room)
            self.watch_next = self._more_ints("watch_next", 2 * self.clause_room)
            self.watch_slot = self._more_ints("watch_slot", 2 * self.clause_room)
            self.blocker_word = self._more_ints("blocker_word", 2 * self.clause_room)
            self.blocker_mask = self._more_masks("blocker_mask", 2 * self.clause_room)
        if literals > self.literal_room:
            self.literal_room = 2 * literals
            self.clause_word = self._more_ints("clause_word", self.literal_room)
            self.clause_mask = self._more_masks("clause_mask", self.literal_room)
        return True

    def _forget(self, keep: cython.int) -> cython.bint:
        """Drop all clauses from `keep` on."""
        node: cython.int
        for node in range(2 * keep, 2 * self.clauses):
            self._unwatch(self.watch_slot[node], 2 * keep)
        self.clauses = keep
        return True

    # ---- bases of clauses ------------------------------------------------------------------------

    def _make_bases(self, assumptions: cython.int) -> cython.bint:
        """Allocate bases over this number of assumptions."""
        self._give_up("basis", "clause_basis")
        self.basis_words = (assumptions + 63) >> 6
        self.basis = self._masks("basis", (), self.basis_words)
        self.clause_basis = self._masks("clause_basis", (), self._basis_room())
        return True

    def _basis_room(self) -> cython.int:
        return (self.clause_room - self.own_clauses + 1) * self.basis_words

    def _add_clause_basis(self, c: cython.int) -> cython.bint:
        """Add the basis of a clause to the basis under construction."""
        k: cython.int
        row: cython.int = (c - self.own_clauses) * self.basis_words
        if row >= 0:
            for k in range(self.basis_words):
                self.basis[k] |= self.clause_basis[row + k]
        return True

    def _move_basis(self, c: cython.int, to: cython.int) -> cython.bint:
        """Copy the basis of a clause to an earlier one."""
        k: cython.int
        n: cython.int = self.basis_words
        row: cython.p_ulonglong = self.clause_basis
        for k in range(n):
            row[(to - self.own_clauses) * n + k] = row[(c - self.own_clauses) * n + k]
        return True

    def _has_basis(self, c: cython.int) -> cython.bint:
        """Whether a clause follows from assumptions."""
        k: cython.int
        row: cython.int = (c - self.own_clauses) * self.basis_words
        some: cython.ulonglong = 0
        for k in range(self.basis_words):
            some |= self.clause_basis[row + k] if row >= 0 else 0
        return some != 0

    def _attach(self, c: cython.int) -> cython.int:
        """Move open literals to the front and watch two. Returns the number of open ones (2: or
        more)."""
        first: cython.int = self.clause_start[c]
        open_: cython.int = 0
        k: cython.int
        for k in range(first, self.clause_start[c + 1]):
            if self.domain[self.clause_word[k]] & self.clause_mask[k]:
                self._swap_literals(k, first + open_)
                open_ += 1
                if open_ == 2:
                    self._watch(2 * c, first)
                    self._watch(2 * c + 1, first + 1)
                    break
        return open_

    @cython.final
    def _swap_literals(self, a: cython.int, b: cython.int) -> cython.bint:
        word: cython.int = self.clause_word[a]
        mask: cython.ulonglong = self.clause_mask[a]
        self.clause_word[a] = self.clause_word[b]
        self.clause_mask[a] = self.clause_mask[b]
        self.clause_word[b] = word
        self.clause_mask[b] = mask
        return True

    @cython.final
    def _watch(self, node: cython.int, literal: cython.int) -> cython.bint:
        """Watch a possible value of a literal."""
        word: cython.int = self.clause_word[literal]
        return self._watch_value(node, word, self.domain[word] & self.clause_mask[literal])

    @cython.final
    def _watch_value(
        self, node: cython.int, word: cython.int, values: cython.ulonglong
    ) -> cython.bint:
        """Watch the first of some values."""
        bit: cython.int = lowest(values)
        slot: cython.int = self.slot[word] + bit
        self.watched[word] |= bit_at(bit)
        self.watch_slot[node] = slot
        # Initially a false literal: another one of the clause costs more memory accesses than
        # the visits of the clause that it saves.
        self.blocker_word[node] = 0
        self.blocker_mask[node] = 0
        self.watch_next[node] = self.watch_head[slot]
        self.watch_head[slot] = node
        return True

    def _unwatch(self, slot: cython.int, first: cython.int) -> cython.bint:
        """Remove the nodes from `first` on from a list."""
        kept: cython.int = -1
        node: cython.int
        following: cython.int
        if slot < 0:
            return True
        node = self.watch_head[slot]
        while node >= 0:
            following = self.watch_next[node]
            if node < first:
                self.watch_next[node] = kept
                kept = node
            node = following
        self.watch_head[slot] = kept
        return True

    @cython.final
    def _visit_pairs(self, slot: cython.int) -> cython.bint:
        """Assert the other value of each clause of two single values that has a removed one."""
        k: cython.int
        for k in range(self.pair_start[slot], self.pair_start[slot + 1]):
            if self.domain[self.pair_word[k]] & ~self.pair_mask[k] and not self._enforce(
                self.pair_word[k], self.pair_mask[k], -2 - self.pair_clause[k]
            ):
                return False
        return True

    @cython.final
    def _visit_watches(self, slot: cython.int) -> cython.bint:
        """Visit the watches of a removed value: move each, or assert the remaining literal of its
        clause."""
        node: cython.int = self.watch_head[slot]
        following: cython.int
        c: cython.int
        first: cython.int
        own: cython.int
        other: cython.int
        word: cython.int
        k: cython.int
        mask: cython.ulonglong
        kept: cython.int = -1
        good: cython.bint = True
        while node >= 0:
            self.watches += 1
            following = self.watch_next[node]
            if self.domain[self.blocker_word[node]] & ~self.blocker_mask[node] == 0:
                self.watch_next[node] = kept
                kept = node
                node = following
                continue
            c = node >> 1
            first = self.clause_start[c]
            own = first + (node & 1)
            if self.domain[self.clause_word[own]] & self.clause_mask[own]:
                self._watch(node, own)
                node = following
                continue
            other = first + 1 - (node & 1)
            word = self.clause_word[other]
            mask = self.clause_mask[other]
            if good and (self.domain[word] & ~mask != 0 or self.width[self.owner[word]] > 1):
                for k in range(first + 2, self.clause_start[c + 1]):
                    if self.domain[self.clause_word[k]] & self.clause_mask[k]:
                        self._swap_literals(k, own)
                        self._watch(node, own)
                        break
                else:
                    self.watch_next[node] = kept
                    kept = node
                    good = self._enforce(word, mask, -2 - c)
                node = following
                continue
            if good:
                self.blocker_word[node] = word
                self.blocker_mask[node] = mask
            self.watch_next[node] = kept
            kept = node
            node = following
        self.watch_head[slot] = kept
        return good
