# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""The facts that the reason of a graph propagator cites, and what each costs.

A fact costs nothing if it holds since before the first decision, or if conflict analysis has seen
it already. Of others the age counts: the entry of the trail that made it hold.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from .order import Order

if not cython.compiled:
    from .bits import EVERY, bit_at, up_to

IMAGE = cython.declare(cython.int, net.IMAGE)
FALSE = cython.declare(cython.int, 0)
TRUE = cython.declare(cython.int, 2)


class Facts(Order):
    def _load_facts(self) -> cython.bint:
        self.seen = self._masks("seen", (), self.words)
        self.cited_count = self.free_end = self.assumption_level = 0
        self.only_free = self.refused = False
        self.cited_room = 256
        self.cited_word = self._ints("cited_word", (), self.cited_room)
        self.cited_gone = self._masks("cited_gone", (), self.cited_room)
        return True

    def _cite(self, word: cython.int, gone: cython.ulonglong) -> cython.bint:
        """Cite that these values of a word are impossible."""
        if word == 0:
            return True
        if self.cited_count >= self.cited_room:
            self.cited_room = 2 * self.cited_room
            self.cited_word = self._more_ints("cited_word", self.cited_room + 1)
            self.cited_gone = self._more_masks("cited_gone", self.cited_room + 1)
        if self.only_free and self._age(word, gone) >= 0:
            self.refused = True
        self.cited_word[self.cited_count] = word
        self.cited_gone[self.cited_count] = gone
        self.cited_count += 1
        return True

    def _cite_state(
        self, word: cython.int, mask: cython.ulonglong, state: cython.int
    ) -> cython.bint:
        """Cite that a literal is true or false."""
        return self._cite(word, mask if state == FALSE else mask ^ EVERY)

    def _cite_vertex(self, v: cython.int, state: cython.int) -> cython.bint:
        return self._cite_state(self.vertex_word[v], self.vertex_mask[v], state)

    def _cite_edge(self, e: cython.int, state: cython.int) -> cython.bint:
        return self._cite_state(self.edge_word[e], self.edge_mask[e], state)

    def _cite_query(self, k: cython.int, state: cython.int) -> cython.bint:
        x: cython.int = self.query_word[k]
        w: cython.int
        if self.query_kind[k] != IMAGE:
            return self._cite_state(x, self.query_mask[k], state)
        for w in range(self.first[x], self.first[x] + self.width[x]):
            self._cite(w, self._domain_then(w) ^ EVERY)
        return True

    @cython.final
    def _domain_then(self, word: cython.int) -> cython.ulonglong:
        """The domain of a word, now or when the change was made whose reason is looked for."""
        return self.domain[word] if self.until < 0 else self._domain_at(word, self.until)

    @cython.final
    def _is_known(self, k: cython.int) -> cython.bint:
        """Whether an image was known then."""
        w: cython.int
        d: cython.ulonglong
        some: cython.bint = False
        x: cython.int = self.query_word[k]
        for w in range(self.first[x], self.first[x] + self.width[x]):
            d = self._domain_then(w)
            if d and (some or d & (d - 1)):
                return False
            some = some or d != 0
        return True

    def _cite_at_least(self, x: cython.int, value: cython.longlong) -> cython.bint:
        w: cython.int
        bit: cython.longlong = value - self.base[x]
        for w in range(self.width[x]):
            if bit >= 64 * (w + 1):
                self._cite(self.first[x] + w, EVERY)
            elif bit > 64 * w:
                self._cite(self.first[x] + w, up_to(bit - 64 * w - 1))
        return True

    def _cite_at_most(self, x: cython.int, value: cython.longlong) -> cython.bint:
        w: cython.int
        bit: cython.longlong = value - self.base[x]
        for w in range(self.width[x]):
            if bit < 64 * w:
                self._cite(self.first[x] + w, EVERY)
            elif bit < 64 * w + 63:
                self._cite(self.first[x] + w, up_to(bit - 64 * w) ^ EVERY)
        return True

    def _cite_without(self, x: cython.int, value: cython.longlong) -> cython.bint:
        """Cite that a variable does not have a value."""
        bit: cython.longlong = value - self.base[x]
        if 0 <= bit < 64 * self.width[x]:
            self._cite(self.first[x] + (bit >> 6), bit_at(bit & 63))
        return True

    @cython.final
    def _age(self, word: cython.int, gone: cython.ulonglong) -> cython.int:
        """The entry of the trail that made a fact hold; -1 if the fact costs nothing."""
        t: cython.int = self.latest[word]
        gone &= ~self.seen[word]
        if gone == 0:
            return -1
        while self.until >= 0 and t >= self.until:
            t = self.trail_before[t]
        while t >= self.free_end:
            if self.trail_old[t] & ~self.trail_new[t] & gone:
                return t
            t = self.trail_before[t]
        return -1

    def _age_of_state(
        self, word: cython.int, mask: cython.ulonglong, state: cython.int
    ) -> cython.int:
        return self._age(word, mask if state == FALSE else mask ^ EVERY)

    def _age_of_query(self, k: cython.int) -> cython.int:
        """The age of a true query."""
        x: cython.int = self.query_word[k]
        w: cython.int
        age: cython.int = -1
        if self.query_kind[k] != IMAGE:
            return self._age_of_state(x, self.query_mask[k], TRUE)
        for w in range(self.first[x], self.first[x] + self.width[x]):
            age = max(age, self._age(w, self._domain_then(w) ^ EVERY))
        return age

    def _age_of_block(self, v: cython.int) -> cython.int:
        """The age of what keeps searches from a vertex."""
        k: cython.int
        x: cython.int
        bit: cython.longlong
        if self.vertex_state[v] == FALSE:
            return self._age(self.vertex_word[v], self.vertex_mask[v])
        if self.value >= 0:
            x = self.query_word[self.own_query[v]]
            bit = self.value - self.base[x]
            if bit < 0 or bit >= 64 * self.width[x]:
                return -1
            return self._age(self.first[x] + (bit >> 6), bit_at(bit & 63))
        k = self._bar_of(v)
        return self._age(self.query_word[k], self.query_mask[k])
