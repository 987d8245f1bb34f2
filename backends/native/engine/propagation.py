# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""Event-driven propagation: clauses, counters, propagators.

The trail doubles as the propagation queue, as in MiniSat (Eén, Sörensson 2003): entries from
`qhead` on are still to be processed. A removal of values

- visits the clauses that watch a removed value,
- updates the counters of cardinalities whose literals became true or false,
- wakes propagators, which wait in one of three queues, cheap ones first.
"""

from __future__ import annotations

from itertools import accumulate

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from .clauses import Clauses

if not cython.compiled:
    from .bits import lowest

CARDINALITY = cython.declare(cython.int, net.CARDINALITY)
DISTINCT = cython.declare(cython.int, net.DISTINCT)
CHANGED = cython.declare(cython.int, net.CHANGED)
FIXED = cython.declare(cython.int, net.FIXED)
ROSE = cython.declare(cython.int, net.ROSE)
FELL = cython.declare(cython.int, net.FELL)


# Number of queues; the queue of each kind of propagator, by default the second.
RANKS = cython.declare(cython.int, 3)
_FIRST = (net.CARDINALITY, net.AT_MOST, net.UNEQUAL, net.HOMES)
_RANKS: list = [
    0 if kind in _FIRST else 2 if kind == net.PIECES else 1 for kind in range(net.ARITHMETIC + 1)
]


class Propagation(Clauses):
    def _load_propagators(self, network: net.Network) -> cython.bint:
        """Load the propagators and queue each once."""
        p: cython.int
        self.propagators = len(network.kind)
        self.kind = self._ints("kind", network.kind)
        self.condition_word = self._ints("condition_word", network.condition_word)
        self.condition_mask = self._masks("condition_mask", network.condition_mask)
        self.low = self._longs("low", network.low)
        self.high = self._longs("high", network.high)
        self.data = self._ints("data", network.data)
        self.start = self._ints("start", network.argument_start)
        self.index = self._ints("index", network.index)
        self.mask = self._masks("mask", network.mask)
        self.coefficient = self._longs("coefficient", network.coefficient)
        self.masks = self._masks("masks", network.masks)
        self.room = self.propagators + 1
        self.queue = self._ints("queue", (), RANKS * self.room)
        self.head = self._ints("head", [r * self.room for r in range(RANKS)])
        self.tail = self._ints("tail", [r * self.room for r in range(RANKS)])
        self.waiting = self._ints("waiting", (), self.propagators)
        self.idempotent = self._ints("idempotent", (), self.propagators)
        self.rank = self._ints("rank", (), self.propagators)
        self.propagations = 0
        self.walked = 0  # vertices of graphs, each time that one is visited
        self.scanned = 0  # vertices and edges, each time that only its state is read
        self._load_wakes(network)
        self._load_occurrences()
        self._load_peers()
        named: cython.p_int = self._ints("named", (), self.words)
        for p in range(self.propagators):
            self.rank[p] = _RANKS[self.kind[p]]
            self.idempotent[p] = self._once_is_enough(p, named)
            self._wake(p)
        self._give_up("named")
        return True

    def _load_wakes(self, network: net.Network) -> cython.bint:
        """Sort the wakes by word."""
        k: cython.int
        w: cython.int
        count: cython.int = len(network.wake_word)
        word: cython.p_int = self._ints("wake_word", network.wake_word)
        propagator: cython.p_int = self._ints("wakes", network.wake_propagator)
        event: cython.p_int = self._ints("events", network.wake_event)
        self.wake_start = self._ints("wake_start", (), self.words + 1)
        self.wake_propagator = self._ints("wake_propagator", (), count)
        self.wake_event = self._ints("wake_event", (), count)
        for k in range(count):
            self.wake_start[word[k]] += 1
        for w in range(self.words):
            self.wake_start[w + 1] += self.wake_start[w]
        for k in range(count - 1, -1, -1):
            self.wake_start[word[k]] -= 1
            w = self.wake_start[word[k]]
            self.wake_propagator[w] = propagator[k]
            self.wake_event[w] = event[k]
        return True

    def _load_occurrences(self) -> cython.bint:
        """Sort the literals of cardinalities by word, and count the true and the possible ones."""
        p: cython.int
        k: cython.int
        w: cython.int
        count: cython.int = 0
        self.occurs_start = self._ints("occurs_start", (), self.words + 1)
        for p in range(self.propagators):
            if self.kind[p] == CARDINALITY:
                for k in range(self.start[p], self.start[p + 1]):
                    w = self.index[k]
                    self.occurs_start[w] += 1
                    count += 1
                    if self.domain[w] & self.mask[k]:
                        self.counter[2 * p + 1] += 1
                        if self.domain[w] & ~self.mask[k] == 0:
                            self.counter[2 * p] += 1
        self.occurs_propagator = self._ints("occurs_propagator", (), count)
        self.occurs_mask = self._masks("occurs_mask", (), count)
        for w in range(self.words):
            self.occurs_start[w + 1] += self.occurs_start[w]
        for p in range(self.propagators - 1, -1, -1):
            if self.kind[p] == CARDINALITY:
                for k in range(self.start[p], self.start[p + 1]):
                    w = self.index[k]
                    self.occurs_start[w] -= 1
                    self.occurs_propagator[self.occurs_start[w]] = p
                    self.occurs_mask[self.occurs_start[w]] = self.mask[k]
        return True

    def _load_peers(self) -> cython.bint:
        """List, for each word, the words that must differ from it. Fixing a word removes its value
        from them at once (naked singles), so DISTINCT looks for hidden singles only."""
        peers: list = []
        p: cython.int
        for p in range(self.propagators):
            if self.kind[p] == DISTINCT:
                peers = peers or [{} for _ in range(self.words)]
                words = [self.index[k] for k in range(self.start[p], self.start[p + 1])]
                # Of those that always hold one is enough.
                which = p if self.condition_word[p] else -1
                for w in words:
                    for other in words:
                        if other != w:
                            peers[w].setdefault((other, which), p)
        starts: list = list(accumulate(map(len, peers), initial=0))
        self.peer_start = self._ints("peer_start", starts, self.words)
        self.peer_word = self._ints("peer_word", [w for row in peers for w, _ in row])
        self.having = self._ints("having", (), max(map(len, peers), default=0) + 1)
        self.peer_why = self._ints("peer_why", [p for row in peers for p in row.values()])
        return True

    @cython.final
    def _wake(self, p: cython.int) -> cython.bint:
        """Queue a propagator, unless it is queued."""
        if self.waiting[p]:
            return True
        self.waiting[p] = 1
        rank: cython.int = self.rank[p]
        self.queue[self.tail[rank]] = p
        self.tail[rank] += 1
        if self.tail[rank] == (rank + 1) * self.room:
            self.tail[rank] = rank * self.room
        return True

    @cython.final
    def _next_waiting(self) -> cython.int:
        """Dequeue the next propagator; -1 if all queues are empty."""
        p: cython.int
        rank: cython.int = 0
        while self.head[rank] == self.tail[rank]:
            rank += 1
            if rank == RANKS:
                return -1
        p = self.queue[self.head[rank]]
        self.head[rank] += 1
        if self.head[rank] == (rank + 1) * self.room:
            self.head[rank] = rank * self.room
        self.waiting[p] = 0
        return p

    @cython.final
    def _set_counter(self, which: cython.int, value: cython.int) -> cython.bint:
        self.counter_trail[self.counted] = which
        self.counter_old[self.counted] = self.counter[which]
        self.counted += 1
        self.counter[which] = value
        return True

    def _propagate(self) -> cython.bint:
        """Propagate to a fixed point. False on a conflict."""
        p: cython.int
        while self._notify():
            p = self._next_waiting()
            if p < 0:
                return True
            self.propagations += 1
            if not self._run(p):
                break
        while self._next_waiting() >= 0:
            pass
        return False

    @cython.final
    def _notify(self) -> cython.bint:
        """Process the trail from `qhead` on. False on a conflict."""
        word: cython.int
        k: cython.int
        p: cython.int
        why: cython.int
        bit: cython.int
        event: cython.int
        slot: cython.int
        old: cython.ulonglong
        new: cython.ulonglong
        gone: cython.ulonglong
        hot: cython.ulonglong
        mask: cython.ulonglong
        while self.qhead < self.trail:
            word = self.trail_word[self.qhead]
            old = self.trail_old[self.qhead]
            new = self.trail_new[self.qhead]
            why = self.trail_why[self.qhead]
            self.qhead += 1
            gone = old & ~new
            if new & (new - 1) == 0 and not self._notify_peers(word, new):
                return False
            hot = gone & self.watched[word]
            while hot:
                bit = lowest(hot)
                hot &= hot - 1
                slot = self.slot[word] + bit
                if not self._visit_pairs(slot):
                    return False
                if self.watch_head[slot] >= 0 and not self._visit_watches(slot):
                    return False
            for k in range(self.occurs_start[word], self.occurs_start[word + 1]):
                mask = self.occurs_mask[k]
                p = self.occurs_propagator[k]
                if new & mask == 0:
                    if old & mask:
                        self._set_counter(2 * p + 1, self.counter[2 * p + 1] - 1)
                        if self.counter[2 * p + 1] <= self.low[p]:
                            self._wake(p)
                elif new & ~mask == 0 and old & ~mask:
                    self._set_counter(2 * p, self.counter[2 * p] + 1)
                    if self.counter[2 * p] >= self.high[p]:
                        self._wake(p)
            for k in range(self.wake_start[word], self.wake_start[word + 1]):
                p = self.wake_propagator[k]
                if self.waiting[p]:
                    continue
                event = self.wake_event[k]
                if event != CHANGED:
                    if event == FIXED:
                        if new & (new - 1):
                            continue
                    # If the word is now empty, the bounds depend on the variable's other words.
                    elif (
                        new
                        and (event == FELL or (gone & -gone) > (new & -new))
                        and (event == ROSE or gone < new)
                    ):
                        continue
                if p != why or not self.idempotent[p]:
                    self._wake(p)
        return True

    @cython.final
    def _notify_peers(self, word: cython.int, value: cython.ulonglong) -> cython.bint:
        """Remove the value of a fixed word from its peers."""
        k: cython.int
        why: cython.int
        other: cython.int
        count: cython.int = 0
        domain: cython.p_ulonglong = self.domain
        peer: cython.p_int = self.peer_word
        having: cython.p_int = self.having
        # Collect the peers that have it without branches, which would be mispredicted.
        for k in range(self.peer_start[word], self.peer_start[word + 1]):
            having[count] = k
            count += domain[peer[k]] & value != 0
        for k in range(count):
            other = peer[having[k]]
            why = self.peer_why[having[k]]
            if domain[self.condition_word[why]] & ~self.condition_mask[why]:
                continue
            if not self._set(other, domain[other] & ~value, why):
                return False
        return True

    # ---- overridden by classes above -------------------------------------------------------------

    def _run(self, p: cython.int) -> cython.bint:
        """Run a propagator. False on a conflict."""
        raise NotImplementedError

    def _once_is_enough(self, p: cython.int, named: cython.p_int) -> cython.bint:
        """Whether a propagator is idempotent: one run reaches its fixed point."""
        raise NotImplementedError
