# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg"
# ruff: noqa: SIM110 (loops stay loops: C knows no generators)
"""The engine: propagation over bit-set domains, search with an undo trail, learning from failures.

One source in Cython's pure Python mode: compiled it works on C arrays, uncompiled it is ordinary
Python over the same arrays. It is one class in one file because it is one C struct. The network it
loads, and what literals and propagators are, is told in `network`.

The data structure. `domain` is one array of 64-bit words, some for each variable. Each change of
a word goes onto the trail (the word, its old and its new bits, and the constraint that did it), and
the trail is at once the queue of what is still to be told to others, as in MiniSat (Eén, Sörensson
2003): `told` is how far it has been. Undoing a level puts the old words back. The counters of
cardinalities have a trail of their own.

Who is told of a removal:

- the clauses that watch a removed value. A clause watches one value, still possible, in each of
  two of its literals; only when a literal has lost all values, and no other can be watched, is the
  remaining one enforced. The watches of a value form a linked list through `watch_next`, where node
  2c+s is the s-th watch of clause c.
- the counters of the cardinalities whose literals became true or false,
- propagators, which wait in one of three queues, cheap ones first.

The search. Each level above the givens removes some values of one word (a decision). When
propagation fails, the last level is undone and the values that it left are removed in their turn:
at the level below, where this follows. Which variable: the fewest values for its weight, a
variable's weight being the number of failures it had a part in (after Boussemart, Hemery, Lecoutre,
Saïs 2004), older ones fading.

Learning, once `learn` was called (conflict-driven search as in MiniSat, over literals x ∈ S as in
the g-nogoods of Katsirelos and Bacchus 2005, reasons made only when asked for as in lazy clause
generation, Ohrimenko, Stuckey, Codish 2009). A fact is that some values of a word are gone. After a
failure the trail is taken back entry by entry; an entry that removed needed values is replaced by
facts from which its constraint removed them, and since everything later has been taken back, the
domains show the constraint what it knew then. A constraint that cannot say it better names all that
is gone from its variables. When one entry accounts for all that this level did, the facts are
learned as a clause, and its opposite follows at the level where the others already held. Restarts
come after Luby; clauses that were false on many levels are dropped. From a search without learning
a search with it goes on: what was visited becomes clauses.

Levels: 0 holds what follows from the network alone; 1 the givens and what else was asked for; then
one for each assumption; then decisions.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import pairwise

try:
    import cython
except ImportError:
    from . import shim as cython

from . import network as net

if cython.compiled:
    from cython.cimports.bits import (  # type: ignore[import-untyped,import-not-found,unused-ignore]
        highest,
        lowest,
        population,
    )
else:

    def lowest(x: int) -> int:
        return (x & -x).bit_length() - 1

    def highest(x: int) -> int:
        return x.bit_length() - 1

    def population(x: int) -> int:
        return x.bit_count()


COMPILED: bool = cython.compiled

CARDINALITY = cython.declare(cython.int, net.CARDINALITY)
DISTINCT = cython.declare(cython.int, net.DISTINCT)
WINDOW = cython.declare(cython.int, net.WINDOW)
RUNS = cython.declare(cython.int, net.RUNS)
PIECES = cython.declare(cython.int, net.PIECES)
AT_MOST = cython.declare(cython.int, net.AT_MOST)
UNEQUAL = cython.declare(cython.int, net.UNEQUAL)
APART = cython.declare(cython.int, net.APART)
RELATION = cython.declare(cython.int, net.RELATION)
SELECT = cython.declare(cython.int, net.SELECT)
GREATEST = cython.declare(cython.int, net.GREATEST)
LEAST = cython.declare(cython.int, net.LEAST)
TIMES = cython.declare(cython.int, net.TIMES)
DIV = cython.declare(cython.int, net.DIV)

CONNECTED = cython.declare(cython.int, net.CONNECTED)
ACYCLIC = cython.declare(cython.int, net.ACYCLIC)
LOOP = cython.declare(cython.int, net.LOOP)
TOGETHER = cython.declare(cython.int, net.TOGETHER)
FIRST_OF = cython.declare(cython.int, net.FIRST_OF)
SIZE = cython.declare(cython.int, net.SIZE)

CHANGED = cython.declare(cython.int, net.CHANGED)
BOUNDED = cython.declare(cython.int, net.BOUNDED)

# The state of a literal.
FALSE = cython.declare(cython.int, 0)
OPEN = cython.declare(cython.int, 1)
TRUE = cython.declare(cython.int, 2)
# No bound.
NONE = cython.declare(cython.longlong, 1 << 62)

# What `run` returns.
SOLUTION, NO_SOLUTION, PAUSED = 0, 1, 2

# Why a word changed: a propagator p as p, a clause c as -2 - c, or nothing that can be asked.
NO_REASON = cython.declare(cython.int, -1)

EVERY = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)

# Failures before the search first starts anew, how many learned clauses are many at first, and how
# many more at each cleaning.
RESTART = cython.declare(cython.int, 64)
FIRST_MANY = cython.declare(cython.int, 3000)
MORE = cython.declare(cython.int, 500)

# How many queues there are, and which one a kind of propagator waits in, if not the second.
RANKS = cython.declare(cython.int, 3)
_RANKS = {net.CARDINALITY: 0, net.AT_MOST: 0, net.UNEQUAL: 0, net.PIECES: 2}

# How large a possible piece may be for a search for what each of its sure pieces must go through.
NARROW = cython.declare(cython.int, 16)

# What a literal of a cardinality is worth at first, if all of them must be true.
TIGHT = cython.declare(cython.double, 10.0)

FADE = cython.declare(cython.double, 1.05)
HUGE = cython.declare(cython.double, 1e100)


@cython.cfunc
def _u64(data: array) -> cython.p_ulonglong:
    """The elements of an array that `Engine.keep` keeps alive."""
    if cython.compiled:
        view: cython.ulonglong[::1] = data
        return cython.address(view[0])
    return data


@cython.cfunc
def _i64(data: array) -> cython.p_longlong:
    if cython.compiled:
        view: cython.longlong[::1] = data
        return cython.address(view[0])
    return data


@cython.cfunc
def _i32(data: array) -> cython.p_int:
    if cython.compiled:
        view: cython.int[::1] = data
        return cython.address(view[0])
    return data


@cython.cfunc
def _f64(data: array) -> cython.p_double:
    if cython.compiled:
        view: cython.double[::1] = data
        return cython.address(view[0])
    return data


@cython.cfunc
@cython.inline
def _bit(position: cython.int) -> cython.ulonglong:
    return cython.cast(cython.ulonglong, 1) << position


@cython.cfunc
@cython.inline
def _up_to(position: cython.int) -> cython.ulonglong:
    """The mask of the bits 0…position."""
    return cython.cast(cython.ulonglong, 0xFFFFFFFFFFFFFFFF) >> (63 - position)


@cython.final
@cython.cclass
class Engine:
    """Search over one network, which it loads once and for all.

    decide: the variables that are decided on; all others must follow from them, or be free.
    """

    keep: dict
    variables: cython.int
    words: cython.int
    propagators: cython.int
    clauses: cython.int
    failed: cython.bint

    # Variables: value of the first bit, first word, number of words; words: their variable.
    base: cython.p_longlong
    first: cython.p_int
    width: cython.p_int
    owner: cython.p_int
    domain: cython.p_ulonglong

    # Clauses: where the literals of each start. watch_head: by value (slot of the word + bit).
    clause_start: cython.p_int
    clause_word: cython.p_int
    clause_mask: cython.p_ulonglong
    own_clauses: cython.int
    clause_room: cython.int
    literal_room: cython.int
    watch_next: cython.p_int
    watch_slot: cython.p_int
    watch_head: cython.p_int
    slot: cython.p_int
    watched: cython.p_ulonglong

    # Propagators, see `network`.
    kind: cython.p_int
    condition_word: cython.p_int
    condition_mask: cython.p_ulonglong
    low: cython.p_longlong
    high: cython.p_longlong
    data: cython.p_int
    start: cython.p_int
    index: cython.p_int
    mask: cython.p_ulonglong
    coefficient: cython.p_longlong
    masks: cython.p_ulonglong
    # Need it not be woken by what it did itself?
    idempotent: cython.p_int
    # In which queue it waits.
    rank: cython.p_int

    # Who is woken by a word: slices of the parallel arrays, by word.
    wake_start: cython.p_int
    wake_propagator: cython.p_int
    wake_event: cython.p_int
    occurs_start: cython.p_int
    occurs_propagator: cython.p_int
    occurs_mask: cython.p_ulonglong

    # Of a cardinality p, how many literals are true and how many are not false: 2p, 2p + 1.
    # Of an APART, how many of its first arguments are done with: 2p.
    counter: cython.p_int

    # The queues, rings of propagators: one after the other, with their heads and tails in `queue`.
    queue: cython.p_int
    head: cython.p_int
    tail: cython.p_int
    room: cython.int
    waiting: cython.p_int

    trail_word: cython.p_int
    trail_old: cython.p_ulonglong
    trail_new: cython.p_ulonglong
    trail_why: cython.p_int
    # The entry before on the same word, and the last one of each word (-1: none).
    trail_before: cython.p_int
    latest: cython.p_int
    trail: cython.int
    told: cython.int
    counter_trail: cython.p_int
    counter_old: cython.p_int
    counted: cython.int

    # Where the levels start on both trails. The decision of a level is the trail's first entry.
    level_trail: cython.p_int
    level_counted: cython.p_int
    level: cython.int
    floor: cython.int

    # The failure: which constraint, and which word it would have emptied (-1: none).
    blamed: cython.int
    wiped: cython.int

    # Learning: what an analysis needs, by word: values that are gone, those of them that went on
    # the level looked at, and the word as it was before that. touched: the words needed.
    learning: cython.bint
    needed: cython.p_ulonglong
    due: cython.p_ulonglong
    pending: cython.int
    since: cython.int
    touched: cython.p_int
    spared: cython.p_int
    touched_count: cython.int
    # How words were before they were last undone.
    phase: cython.p_ulonglong
    # Clauses from here on may be dropped; of each, on how many levels it was false when learned
    # (0: it must stay).
    lasting: cython.int
    tainted: cython.bint
    untainted: cython.int
    grade: cython.p_int
    many: cython.int
    restarts: cython.int
    patience: cython.longlong
    core: list

    # Graphs, see `network`, and for each vertex the edges at it and where they lead.
    vertex_start: cython.p_int
    vertex_word: cython.p_int
    vertex_mask: cython.p_ulonglong
    edge_start: cython.p_int
    edge_word: cython.p_int
    edge_mask: cython.p_ulonglong
    edge_from: cython.p_int
    edge_to: cython.p_int
    query_start: cython.p_int
    query_kind: cython.p_int
    query_word: cython.p_int
    query_mask: cython.p_ulonglong
    query_from: cython.p_int
    query_to: cython.p_int
    load: cython.p_longlong
    around_start: cython.p_int
    around_edge: cython.p_int
    around_vertex: cython.p_int
    # Of the graph looked at: the states of its parts; for each vertex the first one of its piece,
    # if only what is sure is there, and if all that is possible is (-1: it is in none); the way to
    # the first vertex through what is sure.
    vertex_state: cython.p_int
    edge_state: cython.p_int
    sure: cython.p_int
    possible: cython.p_int
    parent: cython.p_int
    parent_edge: cython.p_int
    depth: cython.p_int
    # The next vertex of a sure piece (-1: none), and, at its first one, how many there are.
    following: cython.p_int
    extent: cython.p_int
    # At the first vertex of a possible piece, how many there are.
    wide: cython.p_int
    # A region, or a search: its vertices in order, when each was marked, its time of entry, …
    order: cython.p_int
    mark: cython.p_int
    stamp: cython.int
    entered: cython.p_int
    least: cython.p_int
    cursor: cython.p_int
    behind: cython.p_int
    bulk: cython.p_longlong
    total: cython.p_longlong
    lost: cython.p_longlong
    # Of a family of sizes, by piece: what is sure, what is possible, the bounds asked for.
    light: cython.p_longlong
    heavy: cython.p_longlong
    cap: cython.p_longlong
    demand: cython.p_longlong
    cap_query: cython.p_int
    demand_query: cython.p_int
    own_query: cython.p_int
    # The size looked at: only vertices that may have it are gone through (-1: all).
    value: cython.longlong

    # Notes: the facts from which a change follows, if its constraint does not tell them from the
    # domains: their number, then words and what is gone from them. trail_note: where (-1: nowhere).
    note_word: cython.p_int
    note_gone: cython.p_ulonglong
    note_room: cython.int
    notes: cython.int
    note: cython.int
    cited: cython.int
    blamed_note: cython.int
    trail_note: cython.p_int
    level_notes: cython.p_int

    decide: cython.p_int
    decisions_on: cython.int
    weight: cython.p_double
    step: cython.double

    assumed_word: cython.p_int
    assumed_mask: cython.p_ulonglong
    assumed_start: cython.p_int

    forward: cython.p_ulonglong

    decisions: cython.longlong
    conflicts: cython.longlong
    propagations: cython.longlong

    # ---- loading ---------------------------------------------------------------------------------

    def __init__(self, network: net.Network, decide: Sequence[int]) -> None:
        self.keep = {}
        self.failed = network.failed
        self.variables = len(network.base)
        self.words = len(network.domain)
        self.propagators = len(network.kind)
        self.base = _i64(self._array("base", "q", network.base))
        self.first = _i32(self._array("first", "i", network.first))
        self.width = _i32(self._array("width", "i", network.words))
        self.owner = _i32(self._array("owner", "i", network.owner))
        self.domain = _u64(self._array("domain", "Q", network.domain))
        self.kind = _i32(self._array("kind", "i", network.kind))
        self.condition_word = _i32(self._array("condition_word", "i", network.condition_word))
        self.condition_mask = _u64(self._array("condition_mask", "Q", network.condition_mask))
        self.low = _i64(self._array("low", "q", network.low))
        self.high = _i64(self._array("high", "q", network.high))
        self.data = _i32(self._array("data", "i", network.data))
        self.start = _i32(self._array("start", "i", network.argument_start))
        self.index = _i32(self._array("index", "i", network.index))
        self.mask = _u64(self._array("mask", "Q", network.mask))
        self.coefficient = _i64(self._array("coefficient", "q", network.coefficient))
        self.masks = _u64(self._array("masks", "Q", network.masks))
        self.decide = _i32(self._array("decide", "i", decide))
        self.decisions_on = len(decide)
        self.weight = _f64(self._array("weight", "d", [1.0] * self.variables))
        self.step = 1.0

        # Every entry of the trail removes a value, every entry of the counters' trail settles a
        # literal or an argument.
        values = sum([d.bit_count() for d in network.domain])
        self.trail_word = _i32(self._zeros("trail_word", "i", values))
        self.trail_old = _u64(self._zeros("trail_old", "Q", values))
        self.trail_new = _u64(self._zeros("trail_new", "Q", values))
        self.trail_why = _i32(self._zeros("trail_why", "i", values))
        self.trail_before = _i32(self._zeros("trail_before", "i", values))
        self.trail_note = _i32(self._zeros("trail_note", "i", values))
        self.latest = _i32(self._array("latest", "i", [-1] * self.words))
        self.needed = _u64(self._zeros("needed", "Q", self.words))
        self.due = _u64(self._zeros("due", "Q", self.words))
        self.touched = _i32(self._zeros("touched", "i", self.words))
        self.spared = _i32(self._zeros("spared", "i", self.words))
        self.phase = _u64(self._zeros("phase", "Q", self.words))
        self.touched_count = self.pending = self.since = 0
        self.many = FIRST_MANY
        self.restarts = 0
        self.patience = 0
        self.learning = self.tainted = False
        self.core = []
        self.counter_trail = _i32(self._zeros("counter_trail", "i", len(network.index)))
        self.counter_old = _i32(self._zeros("counter_old", "i", len(network.index)))
        self.counter = _i32(self._zeros("counter", "i", 2 * self.propagators))
        self.room = self.propagators + 1
        self.queue = _i32(self._zeros("queue", "i", RANKS * self.room))
        self.head = _i32(self._array("head", "i", [r * self.room for r in range(RANKS)]))
        self.tail = _i32(self._array("tail", "i", [r * self.room for r in range(RANKS)]))
        self.waiting = _i32(self._zeros("waiting", "i", self.propagators))
        self.idempotent = _i32(self._zeros("idempotent", "i", self.propagators))
        ranks = [_RANKS.get(kind, 1) for kind in network.kind]
        self.rank = _i32(self._array("rank", "i", ranks))
        widest = max([b - a for a, b in pairwise(network.argument_start)], default=0)
        widest = max(widest, *network.words)
        self.forward = _u64(self._zeros("forward", "Q", widest + 1))
        self._make_levels(0)
        self._assume(())
        self.trail = self.told = self.counted = self.level = self.floor = 0
        self.notes = self.note_room = 0
        self.note = self.cited = self.blamed_note = -1
        self.blamed = self.wiped = -1
        self.decisions = self.conflicts = self.propagations = 0

        self._load_wakes(network)
        self._load_occurrences()
        self._load_graphs(network)
        self._load_clauses(network)
        self.failed = self.failed or not self._propagate()

    @cython.cfunc
    def _array(self, name: str, code: str, values: Sequence[int]) -> array:
        """A new array; of at least one element, so that it has an address."""
        data: array = array(code, values)
        if not data:
            data.append(0)
        self.keep[name] = data
        return data

    @cython.cfunc
    def _zeros(self, name: str, code: str, count: cython.int) -> array:
        data: array = array(code)
        data.frombytes(bytes(data.itemsize * (count + 1)))
        self.keep[name] = data
        return data

    @cython.cfunc
    def _grown(self, name: str, count: cython.int) -> array:
        """An array made longer; it may have moved."""
        data: array = self.keep[name]
        data.frombytes(bytes(data.itemsize * (count - len(data))))
        return data

    @cython.cfunc
    def _make_levels(self, assumptions: cython.int) -> cython.bint:
        """Room for all levels: a decision settles a variable or empties a word."""
        levels: cython.int = assumptions + self.words + 3
        if "level_trail" not in self.keep or len(self.keep["level_trail"]) < levels:
            self.level_trail = _i32(self._zeros("level_trail", "i", levels + 64))
            self.level_counted = _i32(self._zeros("level_counted", "i", levels + 64))
            self.level_notes = _i32(self._zeros("level_notes", "i", levels + 64))
        return True

    @cython.cfunc
    def _load_wakes(self, network: net.Network) -> cython.bint:
        """Sort the wakes by word; all propagators wait to run once."""
        p: cython.int
        k: cython.int
        w: cython.int
        count: cython.int = len(network.wake_word)
        word: cython.p_int = _i32(self._array("wake_word", "i", network.wake_word))
        propagator: cython.p_int = _i32(self._array("wakes", "i", network.wake_propagator))
        event: cython.p_int = _i32(self._array("events", "i", network.wake_event))
        self.wake_start = _i32(self._zeros("wake_start", "i", self.words + 1))
        self.wake_propagator = _i32(self._zeros("wake_propagator", "i", count))
        self.wake_event = _i32(self._zeros("wake_event", "i", count))
        for k in range(count):
            self.wake_start[word[k]] += 1
        for w in range(self.words):
            self.wake_start[w + 1] += self.wake_start[w]
        for k in range(count - 1, -1, -1):
            self.wake_start[word[k]] -= 1
            w = self.wake_start[word[k]]
            self.wake_propagator[w] = propagator[k]
            self.wake_event[w] = event[k]
        for p in range(self.propagators):
            self.idempotent[p] = self._once_is_enough(p)
            self._wake(p)
        return True

    @cython.cfunc
    def _once_is_enough(self, p: cython.int) -> cython.bint:
        """Does a propagator reach its fixed point in one run?"""
        kind: cython.int = self.kind[p]
        if kind != DISTINCT and kind != RELATION and kind != RUNS and kind != AT_MOST:
            return False
        words: set = {self.condition_word[p]}
        k: cython.int
        for k in range(self.start[p], self.start[p + 1]):
            words.add(self.index[k] if kind <= RUNS else self.first[self.index[k]])
        return len(words) > self.start[p + 1] - self.start[p]

    @cython.cfunc
    def _load_occurrences(self) -> cython.bint:
        """Sort the literals of cardinalities by word, and count the true and the possible ones."""
        p: cython.int
        k: cython.int
        w: cython.int
        count: cython.int = 0
        self.occurs_start = _i32(self._zeros("occurs_start", "i", self.words + 1))
        for p in range(self.propagators):
            if self.kind[p] == CARDINALITY:
                for k in range(self.start[p], self.start[p + 1]):
                    w = self.index[k]
                    self.occurs_start[w] += 1
                    count += 1
                    self.weight[self.owner[w]] += (
                        TIGHT * self.low[p] / (self.start[p + 1] - self.start[p])
                    )
                    if self.domain[w] & self.mask[k]:
                        self.counter[2 * p + 1] += 1
                        if self.domain[w] & ~self.mask[k] == 0:
                            self.counter[2 * p] += 1
        self.occurs_propagator = _i32(self._zeros("occurs_propagator", "i", count))
        self.occurs_mask = _u64(self._zeros("occurs_mask", "Q", count))
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

    @cython.cfunc
    def _load_graphs(self, network: net.Network) -> cython.bint:
        """The graphs' arrays, and the edges around each vertex."""
        e: cython.int
        v: cython.int
        w: cython.int
        vertices: cython.int = len(network.vertex_word)
        edges: cython.int = len(network.edge_word)
        self.vertex_start = _i32(self._array("vertex_start", "i", network.vertex_start))
        self.vertex_word = _i32(self._array("vertex_word", "i", network.vertex_word))
        self.vertex_mask = _u64(self._array("vertex_mask", "Q", network.vertex_mask))
        self.edge_start = _i32(self._array("edge_start", "i", network.edge_start))
        self.edge_word = _i32(self._array("edge_word", "i", network.edge_word))
        self.edge_mask = _u64(self._array("edge_mask", "Q", network.edge_mask))
        self.edge_from = _i32(self._array("edge_from", "i", network.edge_from))
        self.edge_to = _i32(self._array("edge_to", "i", network.edge_to))
        self.query_start = _i32(self._array("query_start", "i", network.query_start))
        self.query_kind = _i32(self._array("query_kind", "i", network.query_kind))
        self.query_word = _i32(self._array("query_word", "i", network.query_word))
        self.query_mask = _u64(self._array("query_mask", "Q", network.query_mask))
        self.query_from = _i32(self._array("query_from", "i", network.query_from))
        self.query_to = _i32(self._array("query_to", "i", network.query_to))
        self.load = _i64(self._array("load", "q", network.load))
        self.around_start = _i32(self._zeros("around_start", "i", vertices + 1))
        self.around_edge = _i32(self._zeros("around_edge", "i", 2 * edges))
        self.around_vertex = _i32(self._zeros("around_vertex", "i", 2 * edges))
        for e in range(edges):
            self.around_start[self.edge_from[e]] += 1
            self.around_start[self.edge_to[e]] += 1
        for v in range(vertices):
            self.around_start[v + 1] += self.around_start[v]
        for e in range(edges - 1, -1, -1):
            for v, w in (
                (self.edge_from[e], self.edge_to[e]),
                (self.edge_to[e], self.edge_from[e]),
            ):
                self.around_start[v] -= 1
                self.around_edge[self.around_start[v]] = e
                self.around_vertex[self.around_start[v]] = w
        self.vertex_state = _i32(self._zeros("vertex_state", "i", vertices))
        self.edge_state = _i32(self._zeros("edge_state", "i", edges))
        self.sure = _i32(self._zeros("sure", "i", vertices))
        self.possible = _i32(self._zeros("possible", "i", vertices))
        self.parent = _i32(self._zeros("parent", "i", vertices))
        self.parent_edge = _i32(self._zeros("parent_edge", "i", vertices))
        self.depth = _i32(self._zeros("depth", "i", vertices))
        self.following = _i32(self._zeros("following", "i", vertices))
        self.extent = _i32(self._zeros("extent", "i", vertices))
        self.wide = _i32(self._zeros("wide", "i", vertices))
        self.order = _i32(self._zeros("order", "i", vertices))
        self.mark = _i32(self._zeros("mark", "i", vertices))
        self.stamp = 0
        self.value = -1
        self.entered = _i32(self._zeros("entered", "i", vertices))
        self.least = _i32(self._zeros("least", "i", vertices))
        self.cursor = _i32(self._zeros("cursor", "i", vertices))
        self.behind = _i32(self._zeros("behind", "i", vertices))
        self.bulk = _i64(self._zeros("bulk", "q", vertices))
        self.total = _i64(self._zeros("total", "q", vertices))
        self.lost = _i64(self._zeros("lost", "q", vertices))
        self.light = _i64(self._zeros("light", "q", vertices))
        self.heavy = _i64(self._zeros("heavy", "q", vertices))
        self.cap = _i64(self._zeros("cap", "q", vertices))
        self.demand = _i64(self._zeros("demand", "q", vertices))
        self.cap_query = _i32(self._zeros("cap_query", "i", vertices))
        self.demand_query = _i32(self._zeros("demand_query", "i", vertices))
        self.own_query = _i32(self._zeros("own_query", "i", vertices))
        return True

    @cython.cfunc
    def _load_clauses(self, network: net.Network) -> cython.bint:
        slots: cython.int = 0
        w: cython.int
        c: cython.int
        self.slot = _i32(self._zeros("slot", "i", self.words))
        for w in range(self.words):
            self.slot[w] = slots
            slots += highest(self.domain[w]) + 1 if self.domain[w] else 0
        self.slot[self.words] = slots
        self.watch_head = _i32(self._array("watch_head", "i", [-1] * slots))
        self.watched = _u64(self._zeros("watched", "Q", self.words))
        self.clauses = self.clause_room = len(network.clause_start) - 1
        self.literal_room = len(network.clause_word)
        self.own_clauses = self.lasting = self.untainted = self.clauses
        self.clause_start = _i32(self._array("clause_start", "i", network.clause_start))
        self.clause_word = _i32(self._array("clause_word", "i", network.clause_word))
        self.clause_mask = _u64(self._array("clause_mask", "Q", network.clause_mask))
        self.watch_next = _i32(self._zeros("watch_next", "i", 2 * self.clauses))
        self.watch_slot = _i32(self._zeros("watch_slot", "i", 2 * self.clauses))
        self.grade = _i32(self._zeros("grade", "i", self.clauses))
        for c in range(self.clauses):
            open_ = self._attach(c)
            w = self.clause_start[c]
            if open_ == 0 or (
                open_ == 1 and not self._enforce(self.clause_word[w], self.clause_mask[w], -1)
            ):
                self.failed = True
        return True

    # ---- clauses ---------------------------------------------------------------------------------

    def add_clause(self, words: Sequence[int], masks: Sequence[int]) -> int:
        """Take up a clause until `forget`. Returns how many of its literals are not false
        at level 0: with fewer than two it is not kept."""
        self._undo(0)
        self._untaint()
        self._append(words, masks, 0)
        open_: cython.int = self._attach(self.clauses - 1)
        if open_ < 2:
            self.clauses -= 1
        self.lasting = self.untainted = self.clauses
        return open_

    def is_open(self, word: int, mask: int) -> bool:
        """Can a literal still be true?"""
        m: cython.ulonglong = mask
        return self.domain[word] & m != 0

    def forget(self) -> None:
        """Drop all clauses but the network's own, and what the search came to prefer: a puzzle has
        the same first solution whichever puzzles were solved before it."""
        k: cython.int
        self._undo(0)
        self._forget(self.own_clauses)
        self.tainted = False
        self.lasting = self.untainted = self.own_clauses
        self.many = FIRST_MANY
        self.step = 1.0
        for k in range(self.variables):
            self.weight[k] = 1.0
        for k in range(self.words):
            self.phase[k] = 0

    @cython.cfunc
    def _untaint(self) -> cython.bint:
        """Drop the clauses that hold in an enumeration only."""
        if self.tainted:
            self.tainted = False
            self._forget(self.untainted)
        self.untainted = self.clauses
        return True

    @cython.cfunc
    def _append(self, words: Sequence[int], masks: Sequence[int], grade: cython.int) -> cython.bint:
        """Store a clause; it is not watched yet."""
        k: cython.int
        c: cython.int = self.clauses
        at: cython.int = self.clause_start[c]
        length: cython.int = len(words)
        self._make_room(c + 1, at + length)
        for k in range(length):
            self.clause_word[at + k] = words[k]
            self.clause_mask[at + k] = masks[k]
        self.clause_start[c + 1] = at + length
        self.grade[c] = grade
        self.watch_slot[2 * c] = self.watch_slot[2 * c + 1] = -1
        self.clauses = c + 1
        return True

    @cython.cfunc
    def _make_room(self, clauses: cython.int, literals: cython.int) -> cython.bint:
        """Let the arrays of clauses hold so many."""
        if clauses > self.clause_room:
            self.clause_room = 2 * clauses
            self.clause_start = _i32(self._grown("clause_start", self.clause_room + 1))
            self.grade = _i32(self._grown("grade", self.clause_room))
            self.watch_next = _i32(self._grown("watch_next", 2 * self.clause_room))
            self.watch_slot = _i32(self._grown("watch_slot", 2 * self.clause_room))
        if literals > self.literal_room:
            self.literal_room = 2 * literals
            self.clause_word = _i32(self._grown("clause_word", self.literal_room))
            self.clause_mask = _u64(self._grown("clause_mask", self.literal_room))
        return True

    @cython.cfunc
    def _forget(self, keep: cython.int) -> cython.bint:
        """Drop the clauses from one on."""
        node: cython.int
        for node in range(2 * keep, 2 * self.clauses):
            self._unwatch(self.watch_slot[node], 2 * keep)
        self.clauses = keep
        return True

    @cython.cfunc
    def _attach(self, c: cython.int) -> cython.int:
        """Put open literals first and watch two of them; how many are open (2: or more)."""
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

    @cython.cfunc
    def _swap_literals(self, a: cython.int, b: cython.int) -> cython.bint:
        word: cython.int = self.clause_word[a]
        mask: cython.ulonglong = self.clause_mask[a]
        self.clause_word[a] = self.clause_word[b]
        self.clause_mask[a] = self.clause_mask[b]
        self.clause_word[b] = word
        self.clause_mask[b] = mask
        return True

    @cython.cfunc
    @cython.inline
    def _watch(self, node: cython.int, literal: cython.int) -> cython.bint:
        """Let a watch node wait for the loss of a possible value of a literal."""
        word: cython.int = self.clause_word[literal]
        return self._watch_value(node, word, self.domain[word] & self.clause_mask[literal])

    @cython.cfunc
    @cython.inline
    def _watch_value(
        self, node: cython.int, word: cython.int, values: cython.ulonglong
    ) -> cython.bint:
        """Let a watch node wait for the loss of the first of some values."""
        bit: cython.int = lowest(values)
        slot: cython.int = self.slot[word] + bit
        self.watched[word] |= _bit(bit)
        self.watch_slot[node] = slot
        self.watch_next[node] = self.watch_head[slot]
        self.watch_head[slot] = node
        return True

    @cython.cfunc
    def _unwatch(self, slot: cython.int, first: cython.int) -> cython.bint:
        """Take the nodes from one on out of a list."""
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

    @cython.cfunc
    def _tell_clauses(self, slot: cython.int) -> cython.bint:
        """A value is gone: move the watches that waited for it, or enforce what is left."""
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
            following = self.watch_next[node]
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
            self.watch_next[node] = kept
            kept = node
            node = following
        self.watch_head[slot] = kept
        return good

    # ---- domains ---------------------------------------------------------------------------------

    @cython.cfunc
    def _set(self, word: cython.int, new: cython.ulonglong, why: cython.int) -> cython.bint:
        """Narrow a word; False if the variable has no value left."""
        old: cython.ulonglong = self.domain[word]
        if new == old:
            return True
        if new == 0 and self._is_empty_without(word):
            self.blamed = why
            self.blamed_note = self.note
            self.wiped = word
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

    @cython.cfunc
    def _is_empty_without(self, word: cython.int) -> cython.bint:
        """Have the other words of its variable no values? The nearest ones are looked at first."""
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

    @cython.cfunc
    def _enforce(self, word: cython.int, mask: cython.ulonglong, why: cython.int) -> cython.bint:
        """Make a literal true."""
        new: cython.ulonglong = self.domain[word] & mask
        x: cython.int = self.owner[word]
        w: cython.int
        if new == 0:
            self.blamed = why
            self.wiped = word
            return False
        if not self._set(word, new, why):
            return False
        if self.width[x] > 1:
            for w in range(self.first[x], self.first[x] + self.width[x]):
                if w != word and not self._set(w, 0, why):
                    return False
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def _low(self, x: cython.int) -> cython.longlong:
        """The least value of a variable."""
        w: cython.int = self.first[x]
        if self.width[x] > 1:
            while self.domain[w] == 0:
                w += 1
        return self.base[x] + 64 * (w - self.first[x]) + lowest(self.domain[w])

    @cython.cfunc
    @cython.exceptval(check=False)
    def _high(self, x: cython.int) -> cython.longlong:
        """The greatest value of a variable."""
        w: cython.int = self.first[x] + self.width[x] - 1
        while self.domain[w] == 0:
            w -= 1
        return self.base[x] + 64 * (w - self.first[x]) + highest(self.domain[w])

    @cython.cfunc
    def _is_fixed(self, x: cython.int) -> cython.bint:
        w: cython.int = self.first[x]
        d: cython.ulonglong = self.domain[w]
        if self.width[x] == 1:
            return d & (d - 1) == 0
        return self._low(x) == self._high(x)

    @cython.cfunc
    def _has(self, x: cython.int, value: cython.longlong) -> cython.bint:
        bit: cython.longlong = value - self.base[x]
        if bit < 0 or bit >= 64 * self.width[x]:
            return False
        return self.domain[self.first[x] + (bit >> 6)] & _bit(bit & 63) != 0

    @cython.cfunc
    def _remove(self, x: cython.int, value: cython.longlong, why: cython.int) -> cython.bint:
        bit: cython.longlong = value - self.base[x]
        if bit < 0 or bit >= 64 * self.width[x]:
            return True
        w: cython.int = self.first[x] + (bit >> 6)
        return self._set(w, self.domain[w] & ~_bit(bit & 63), why)

    @cython.cfunc
    def _cut_above(self, x: cython.int, value: cython.longlong, why: cython.int) -> cython.bint:
        """Remove the values above one."""
        bit: cython.longlong = value - self.base[x]
        w: cython.int
        last: cython.int = self.first[x] + self.width[x] - 1
        if bit >= 64 * self.width[x] - 1:
            return True
        # The word that keeps some values comes first, so that a failure is seen there.
        start: cython.int = self.first[x]
        if bit >= 0:
            start += bit >> 6
            if not self._set(start, self.domain[start] & _up_to(bit & 63), why):
                return False
            start += 1
        for w in range(start, last + 1):
            if not self._set(w, 0, why):
                return False
        return True

    @cython.cfunc
    def _cut_below(self, x: cython.int, value: cython.longlong, why: cython.int) -> cython.bint:
        """Remove the values below one."""
        bit: cython.longlong = value - self.base[x]
        w: cython.int
        stop: cython.int = self.first[x] + self.width[x]
        if bit <= 0:
            return True
        if bit < 64 * self.width[x]:
            stop = self.first[x] + (bit >> 6)
            if bit & 63 and not self._set(stop, self.domain[stop] & ~_up_to((bit & 63) - 1), why):
                return False
        for w in range(self.first[x], stop):
            if not self._set(w, 0, why):
                return False
        return True

    # ---- levels ----------------------------------------------------------------------------------

    @cython.cfunc
    def _open_level(self) -> cython.bint:
        self.level += 1
        self.level_trail[self.level] = self.trail
        self.level_counted[self.level] = self.counted
        self.level_notes[self.level] = self.notes
        return True

    @cython.cfunc
    def _undo(self, level: cython.int) -> cython.bint:
        """Go back to how things were at the end of a level."""
        if self.level <= level:
            return True
        t: cython.int
        start: cython.int = self.level_trail[level + 1]
        for t in range(self.trail - 1, start - 1, -1):
            self._take_back(t)
        self.trail = self.told = start
        start = self.level_counted[level + 1]
        for t in range(self.counted - 1, start - 1, -1):
            self.counter[self.counter_trail[t]] = self.counter_old[t]
        self.counted = start
        self.notes = self.level_notes[level + 1]
        self.level = level
        return True

    @cython.cfunc
    @cython.inline
    def _take_back(self, t: cython.int) -> cython.bint:
        """Undo one entry, the last one."""
        word: cython.int = self.trail_word[t]
        if self.domain[word] & (self.domain[word] - 1) == 0:
            self.phase[word] = self.domain[word]
        self.domain[word] = self.trail_old[t]
        self.latest[word] = self.trail_before[t]
        return True

    @cython.cfunc
    @cython.inline
    def _set_counter(self, which: cython.int, value: cython.int) -> cython.bint:
        self.counter_trail[self.counted] = which
        self.counter_old[self.counted] = self.counter[which]
        self.counted += 1
        self.counter[which] = value
        return True

    # ---- propagation -----------------------------------------------------------------------------

    @cython.cfunc
    @cython.inline
    def _wake(self, p: cython.int) -> cython.bint:
        """Put a propagator into its queue, if it is not there."""
        if self.waiting[p]:
            return True
        self.waiting[p] = 1
        rank: cython.int = self.rank[p]
        self.queue[self.tail[rank]] = p
        self.tail[rank] += 1
        if self.tail[rank] == (rank + 1) * self.room:
            self.tail[rank] = rank * self.room
        return True

    @cython.cfunc
    @cython.exceptval(check=False)
    def _next_waiting(self) -> cython.int:
        """Take a propagator from the queues, -1 if there is none."""
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

    @cython.cfunc
    def _propagate(self) -> cython.bint:
        """Draw all conclusions; False if something cannot hold."""
        p: cython.int
        while self._tell():
            p = self._next_waiting()
            if p < 0:
                return True
            self.propagations += 1
            if not self._run(p):
                break
        while self._next_waiting() >= 0:
            pass
        return False

    @cython.cfunc
    def _tell(self) -> cython.bint:
        """Tell of all changes that have not been told of yet."""
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
        while self.told < self.trail:
            word = self.trail_word[self.told]
            old = self.trail_old[self.told]
            new = self.trail_new[self.told]
            why = self.trail_why[self.told]
            self.told += 1
            gone = old & ~new
            hot = gone & self.watched[word]
            while hot:
                bit = lowest(hot)
                hot &= hot - 1
                slot = self.slot[word] + bit
                if self.watch_head[slot] >= 0 and not self._tell_clauses(slot):
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
                event = self.wake_event[k]
                if event != CHANGED:
                    if event == BOUNDED:
                        if gone < new and (gone & -gone) > (new & -new):
                            continue
                    elif new & (new - 1):
                        continue
                p = self.wake_propagator[k]
                if p != why or not self.idempotent[p]:
                    self._wake(p)
        return True

    @cython.cfunc
    def _run(self, p: cython.int) -> cython.bint:
        kind: cython.int = self.kind[p]
        if self.domain[self.condition_word[p]] & self.condition_mask[p] == 0:
            return True
        if kind == CARDINALITY:
            return self._cardinality(p)
        if kind == DISTINCT:
            return self._distinct(p)
        if kind == AT_MOST:
            return self._at_most(p)
        if kind == RELATION:
            return self._relation(p)
        if kind == UNEQUAL:
            return self._unequal(p)
        if kind == WINDOW:
            return self._window(p)
        if kind == PIECES:
            return self._pieces(p)
        if kind == RUNS:
            return self._runs(p)
        if kind == SELECT:
            return self._select(p)
        if kind == GREATEST:
            return self._greatest(p)
        if kind == LEAST:
            return self._least(p)
        if kind == APART:
            return self._apart(p)
        return self._arithmetic(p)

    @cython.cfunc
    @cython.inline
    def _applies(self, p: cython.int) -> cython.bint:
        """Is a propagator's condition true?"""
        return self.domain[self.condition_word[p]] & ~self.condition_mask[p] == 0

    @cython.cfunc
    def _refute(self, p: cython.int) -> cython.bint:
        """A propagator cannot hold: neither can its condition."""
        word: cython.int = self.condition_word[p]
        left: cython.ulonglong = self.domain[word] & ~self.condition_mask[p]
        if left:
            return self._set(word, left, p)
        self.blamed = p
        self.wiped = -1
        return False

    @cython.cfunc
    def _cardinality(self, p: cython.int) -> cython.bint:
        true: cython.int = self.counter[2 * p]
        possible: cython.int = self.counter[2 * p + 1]
        k: cython.int
        w: cython.int
        m: cython.ulonglong
        if true > self.high[p] or possible < self.low[p]:
            return self._refute(p)
        if true == possible or not self._applies(p):
            return True
        if true == self.high[p]:
            for k in range(self.start[p], self.start[p + 1]):
                w = self.index[k]
                m = self.domain[w] & ~self.mask[k]
                if m and not self._set(w, m, p):
                    return False
        elif possible == self.low[p]:
            for k in range(self.start[p], self.start[p + 1]):
                w = self.index[k]
                m = self.domain[w] & self.mask[k]
                if m and not self._set(w, m, p):
                    return False
        return True

    @cython.cfunc
    def _at_most(self, p: cython.int) -> cython.bint:
        """Every term may exceed its least value by what the others leave, no more."""
        k: cython.int
        x: cython.int
        c: cython.longlong
        slack: cython.longlong = self.high[p]
        for k in range(self.start[p], self.start[p + 1]):
            c = self.coefficient[k]
            slack -= c * (self._low(self.index[k]) if c > 0 else self._high(self.index[k]))
        if slack < 0:
            return self._refute(p)
        if not self._applies(p):
            return True
        for k in range(self.start[p], self.start[p + 1]):
            c = self.coefficient[k]
            x = self.index[k]
            if c > 0:
                if not self._cut_above(x, self._low(x) + slack // c, p):
                    return False
            elif not self._cut_below(x, self._high(x) - slack // -c, p):
                return False
        return True

    @cython.cfunc
    def _unequal(self, p: cython.int) -> cython.bint:
        k: cython.int
        open_: cython.int = -1
        rest: cython.longlong = self.high[p]
        for k in range(self.start[p], self.start[p + 1]):
            if self._is_fixed(self.index[k]):
                rest -= self.coefficient[k] * self._low(self.index[k])
            elif open_ >= 0:
                return True
            else:
                open_ = k
        if open_ < 0:
            return rest != 0 or self._refute(p)
        if not self._applies(p) or rest % self.coefficient[open_] != 0:
            return True
        return self._remove(self.index[open_], rest // self.coefficient[open_], p)

    @cython.cfunc
    def _distinct(self, p: cython.int) -> cython.bint:
        """Naked singles: a variable's only value is no other's. Hidden singles: where there are as
        many values as variables, a value that only one of them can have is its value."""
        k: cython.int
        w: cython.int
        d: cython.ulonglong
        fixed: cython.ulonglong
        open_: cython.ulonglong
        twice: cython.ulonglong
        hidden: cython.ulonglong
        domain: cython.p_ulonglong = self.domain
        index: cython.p_int = self.index
        a: cython.int = self.start[p]
        b: cython.int = self.start[p + 1]
        # Where there are as many values as variables from the start: these values.
        all_values: cython.ulonglong = self.mask[a]
        again: cython.bint = True
        while again:
            again = False
            fixed = open_ = twice = 0
            for k in range(a, b):
                d = domain[index[k]]
                if d & (d - 1) == 0:
                    if fixed & d:
                        return self._refute(p)
                    fixed |= d
                else:
                    twice |= open_ & d
                    open_ |= d
            hidden = open_ & ~(twice | fixed)
            if all_values:
                if open_ | fixed != all_values:
                    return self._refute(p)
            else:
                k = population(open_ | fixed)
                if k < b - a:
                    return self._refute(p)
                if k > b - a:
                    hidden = 0
            if open_ & fixed == 0 and hidden == 0:
                return True
            for k in range(a, b):
                w = index[k]
                d = domain[w]
                if d & (d - 1) == 0:
                    continue
                if d & hidden:
                    d &= hidden
                    if d & (d - 1):
                        return self._refute(p)
                elif d & fixed:
                    d &= ~fixed
                else:
                    continue
                if not self._set(w, d, p):
                    return False
                # Without a further variable that has one value nothing more follows: the values
                # that went were no candidates for hidden singles.
                if d & (d - 1) == 0:
                    again = True
        return True

    @cython.cfunc
    def _apart(self, p: cython.int) -> cython.bint:
        """Naked singles among any variables. Those done with stand first, in no order."""
        done: cython.int = self.counter[2 * p]
        a: cython.int = self.start[p]
        b: cython.int = self.start[p + 1]
        k: cython.int = a + done
        j: cython.int
        x: cython.int
        value: cython.longlong
        while k < b:
            x = self.index[k]
            if not self._is_fixed(x):
                k += 1
                continue
            self.index[k] = self.index[a + done]
            self.index[a + done] = x
            done += 1
            value = self._low(x)
            for j in range(a + done, b):
                if not self._remove(self.index[j], value, p):
                    return False
            k = a + done
        if done != self.counter[2 * p]:
            self._set_counter(2 * p, done)
        return True

    @cython.cfunc
    def _window(self, p: cython.int) -> cython.bint:
        """The values are those of a window of as many: keep what lies in a possible one, and give
        a value that lies in all of them, and only one variable can have, to that variable."""
        a: cython.int = self.start[p]
        b: cython.int = self.start[p + 1]
        k: cython.int
        w: cython.int
        at: cython.int
        d: cython.ulonglong
        window: cython.ulonglong
        once: cython.ulonglong = 0
        twice: cython.ulonglong = 0
        some: cython.ulonglong = 0
        every: cython.ulonglong = 0xFFFFFFFFFFFFFFFF
        for k in range(a, b):
            d = self.domain[self.index[k]]
            twice |= once & d
            once |= d
        if b - a > 64:
            return self._refute(p)
        for at in range(lowest(once), highest(once) - (b - a) + 2):
            window = _up_to(b - a - 1) << at
            if window & ~once:
                continue
            for k in range(a, b):
                if self.domain[self.index[k]] & window == 0:
                    break
            else:
                some |= window
                every &= window
        if some == 0:
            return self._refute(p)
        every &= ~twice
        for k in range(a, b):
            w = self.index[k]
            d = self.domain[w] & some
            if d & every:
                d &= every
                if d & (d - 1):
                    return self._refute(p)
            if not self._set(w, d, p):
                return False
        return True

    @cython.cfunc
    def _relation(self, p: cython.int) -> cython.bint:
        """Keep the values of y that a value of x supports, and those of x that one of y does."""
        x: cython.int = self.index[self.start[p]]
        y: cython.int = self.index[self.start[p] + 1]
        width: cython.int = self.width[x]
        at: cython.int = self.first[x]
        w: cython.int
        k: cython.int
        row: cython.int
        left: cython.ulonglong
        new: cython.ulonglong
        found: cython.ulonglong
        possible: cython.bint = False
        applies: cython.bint = self._applies(p)
        for k in range(width):
            self.forward[k] = 0
        for w in range(self.width[y]):
            left = self.domain[self.first[y] + w]
            new = left
            while left:
                row = self.data[p] + (64 * w + lowest(left)) * width
                found = 0
                for k in range(width):
                    found |= self.masks[row + k] & self.domain[at + k]
                    self.forward[k] |= self.masks[row + k]
                if found:
                    possible = True
                else:
                    new ^= left & -left
                left &= left - 1
            if applies and not self._set(self.first[y] + w, new, p):
                return False
        if not applies:
            return possible or self._refute(p)
        if not possible:
            return self._refute(p)
        for k in range(width):
            if not self._set(at + k, self.domain[at + k] & self.forward[k], p):
                return False
        return True

    @cython.cfunc
    def _select(self, p: cython.int) -> cython.bint:
        """Keep the choices that z can follow, and the values of z that a choice offers."""
        a: cython.int = self.start[p]
        b: cython.int = self.start[p + 1]
        x: cython.int = self.index[a]
        z: cython.int = self.index[a + 1]
        k: cython.int
        only: cython.int = -1
        low: cython.longlong = 0
        high: cython.longlong = 0
        some: cython.bint = False
        for k in range(a + 2, b):
            if not self._has(x, self.coefficient[k]):
                continue
            if not self._meet(self.index[k], z):
                if not self._remove(x, self.coefficient[k], p):
                    return False
                continue
            only = self.index[k] if not some else -1
            if not some or self._low(self.index[k]) < low:
                low = self._low(self.index[k])
            if not some or self._high(self.index[k]) > high:
                high = self._high(self.index[k])
            some = True
        if not some:
            return self._refute(p)
        if not self._cut_below(z, low, p) or not self._cut_above(z, high, p):
            return False
        return only < 0 or (self._narrow(z, only, p) and self._narrow(only, z, p))

    @cython.cfunc
    def _meet(self, x: cython.int, y: cython.int) -> cython.bint:
        """Have two variables a value in common?"""
        w: cython.int
        left: cython.ulonglong
        for w in range(self.width[x]):
            left = self.domain[self.first[x] + w]
            while left:
                if self._has(y, self.base[x] + 64 * w + lowest(left)):
                    return True
                left &= left - 1
        return False

    @cython.cfunc
    def _narrow(self, x: cython.int, y: cython.int, why: cython.int) -> cython.bint:
        """Keep of x only values of y."""
        w: cython.int
        left: cython.ulonglong
        new: cython.ulonglong
        for w in range(self.width[x]):
            left = new = self.domain[self.first[x] + w]
            while left:
                if not self._has(y, self.base[x] + 64 * w + lowest(left)):
                    new ^= left & -left
                left &= left - 1
            if not self._set(self.first[x] + w, new, why):
                return False
        return True

    @cython.cfunc
    def _greatest(self, p: cython.int) -> cython.bint:
        a: cython.int = self.start[p]
        b: cython.int = self.start[p + 1]
        z: cython.int = self.index[a]
        k: cython.int
        only: cython.int = -1
        able: cython.int = 0
        low: cython.longlong = self._low(self.index[a + 1])
        high: cython.longlong = self._high(self.index[a + 1])
        for k in range(a + 2, b):
            low = max(low, self._low(self.index[k]))
            high = max(high, self._high(self.index[k]))
        if not self._cut_above(z, high, p) or not self._cut_below(z, low, p):
            return False
        high = self._high(z)
        low = self._low(z)
        for k in range(a + 1, b):
            if not self._cut_above(self.index[k], high, p):
                return False
            if self._high(self.index[k]) >= low:
                able += 1
                only = self.index[k]
        if able == 0:
            return self._refute(p)
        return able > 1 or self._cut_below(only, low, p)

    @cython.cfunc
    def _least(self, p: cython.int) -> cython.bint:
        a: cython.int = self.start[p]
        b: cython.int = self.start[p + 1]
        z: cython.int = self.index[a]
        k: cython.int
        only: cython.int = -1
        able: cython.int = 0
        low: cython.longlong = self._low(self.index[a + 1])
        high: cython.longlong = self._high(self.index[a + 1])
        for k in range(a + 2, b):
            low = min(low, self._low(self.index[k]))
            high = min(high, self._high(self.index[k]))
        if not self._cut_above(z, high, p) or not self._cut_below(z, low, p):
            return False
        high = self._high(z)
        low = self._low(z)
        for k in range(a + 1, b):
            if not self._cut_below(self.index[k], low, p):
                return False
            if self._low(self.index[k]) <= high:
                able += 1
                only = self.index[k]
        if able == 0:
            return self._refute(p)
        return able > 1 or self._cut_above(only, high, p)

    @cython.cfunc
    def _arithmetic(self, p: cython.int) -> cython.bint:
        """Bounds of a product; quotients and remainders wait for both operands."""
        a: cython.int = self.start[p]
        x: cython.int = self.index[a]
        y: cython.int = self.index[a + 1]
        z: cython.int = self.index[a + 2]
        value: cython.longlong
        low: cython.longlong
        high: cython.longlong
        if self._is_fixed(x) and self._is_fixed(y):
            if self.low[p] == TIMES:
                value = self._low(x) * self._low(y)
            elif self.low[p] == DIV:
                value = self._low(x) // self._low(y)
            else:
                value = self._low(x) % self._low(y)
            return self._cut_below(z, value, p) and self._cut_above(z, value, p)
        if self.low[p] != TIMES:
            return True
        low = high = self._low(x) * self._low(y)
        value = self._low(x) * self._high(y)
        low, high = min(low, value), max(high, value)
        value = self._high(x) * self._low(y)
        low, high = min(low, value), max(high, value)
        value = self._high(x) * self._high(y)
        low, high = min(low, value), max(high, value)
        return self._cut_below(z, low, p) and self._cut_above(z, high, p)

    @cython.cfunc
    def _runs(self, p: cython.int) -> cython.bint:
        """Read the line forward, keep on the way back the states that lead to an end, and of the
        cells what some way through them takes."""
        a: cython.int = self.start[p]
        b: cython.int = self.start[p + 1]
        k: cython.int
        w: cython.int
        m: cython.ulonglong
        d: cython.ulonglong
        new: cython.ulonglong
        stay: cython.ulonglong = self.masks[self.data[p]]
        leave: cython.ulonglong = self.masks[self.data[p] + 1]
        enter: cython.ulonglong = self.masks[self.data[p] + 2]
        good: cython.ulonglong = self.masks[self.data[p] + 3]
        state: cython.ulonglong = 1
        back: cython.ulonglong
        for k in range(a, b):
            self.forward[k - a] = state
            d = self.domain[self.index[k]]
            new = 0
            if d & ~self.mask[k]:
                new = (state & stay) | ((state & leave) << 1)
            if d & self.mask[k]:
                new |= (state & enter) << 1
            state = new
        good &= state
        if good == 0:
            return self._refute(p)
        for k in range(b - 1, a - 1, -1):
            w = self.index[k]
            m = self.mask[k]
            d = self.domain[w]
            new = 0
            state = self.forward[k - a]
            back = 0
            if d & ~m:
                back = state & ((good & stay) | ((good >> 1) & leave))
                if back:
                    new = d & ~m
            if d & m and state & enter & (good >> 1):
                new |= d & m
                back |= state & enter & (good >> 1)
            if not self._set(w, new, p):
                return False
            good = back
        return True

    # ---- pieces of graphs ------------------------------------------------------------------------

    @cython.cfunc
    def _pieces(self, p: cython.int) -> cython.bint:
        """What is asked of a graph: answers follow from its parts, and parts from answers."""
        good: cython.bint = self._look_at(self.data[p]) and self._answer(p)
        self.note = self.value = -1
        return good

    @cython.cfunc
    def _answer(self, p: cython.int) -> cython.bint:
        g: cython.int = self.data[p]
        k: cython.int = self.query_start[g]
        last: cython.int = self.query_start[g + 1]
        end: cython.int
        kind: cython.int
        while k < last and self.query_kind[k] != SIZE:
            kind = self.query_kind[k]
            if kind == CONNECTED:
                if not self._connected(p, g, k):
                    return False
            elif kind == ACYCLIC:
                if not self._acyclic(p, g, k):
                    return False
            elif kind == LOOP:
                if not self._loop(p, g):
                    return False
            elif kind == TOGETHER:
                if not self._together(p, g, k):
                    return False
            elif not self._first_of(p, k):
                return False
            k += 1
        while k < last:
            end = k + 1
            while end < last and self.query_to[end] == self.query_to[k]:
                end += 1
            if not self._sizes(p, g, k, end):
                return False
            k = end
        return True

    @cython.cfunc
    @cython.inline
    def _state(self, word: cython.int, mask: cython.ulonglong) -> cython.int:
        d: cython.ulonglong = self.domain[word]
        if d & mask == 0:
            return FALSE
        return OPEN if d & ~mask else TRUE

    @cython.cfunc
    def _look_at(self, g: cython.int) -> cython.bint:
        """The states of a graph's parts, its sure and its possible pieces. They may be used until
        the propagator ends: what was sure or impossible stays so."""
        v: cython.int
        e: cython.int
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            self.vertex_state[v] = self._state(self.vertex_word[v], self.vertex_mask[v])
            self.sure[v] = self.possible[v] = -1
        for e in range(self.edge_start[g], self.edge_start[g + 1]):
            self.edge_state[e] = self._state(self.edge_word[e], self.edge_mask[e])
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.vertex_state[v] == TRUE and self.sure[v] < 0:
                self._flood_sure(v)
            if self.vertex_state[v] != FALSE and self.possible[v] < 0:
                self._flood_possible(v)
        return True

    @cython.cfunc
    def _flood_sure(self, first: cython.int) -> cython.bint:
        head: cython.int = 0
        tail: cython.int = 1
        k: cython.int
        v: cython.int
        w: cython.int
        self.order[0] = first
        self.sure[first] = first
        self.parent[first] = self.parent_edge[first] = -1
        self.depth[first] = 0
        while head < tail:
            v = self.order[head]
            head += 1
            for k in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[k]
                if (
                    self.sure[w] < 0
                    and self.vertex_state[w] == TRUE
                    and self.edge_state[self.around_edge[k]] == TRUE
                ):
                    self.sure[w] = first
                    self.parent[w] = v
                    self.parent_edge[w] = self.around_edge[k]
                    self.depth[w] = self.depth[v] + 1
                    self.order[tail] = w
                    tail += 1
        for head in range(tail - 1):
            self.following[self.order[head]] = self.order[head + 1]
        self.following[self.order[tail - 1]] = -1
        self.extent[first] = tail
        return True

    @cython.cfunc
    def _flood_possible(self, first: cython.int) -> cython.bint:
        head: cython.int = 0
        tail: cython.int = 1
        k: cython.int
        v: cython.int
        w: cython.int
        self.order[0] = first
        self.possible[first] = first
        self.wide[first] = 0
        while head < tail:
            v = self.order[head]
            head += 1
            self.wide[first] = head
            for k in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[k]
                if (
                    self.possible[w] < 0
                    and self.vertex_state[w] != FALSE
                    and self.edge_state[self.around_edge[k]] != FALSE
                ):
                    self.possible[w] = first
                    self.order[tail] = w
                    tail += 1
        return True

    # -- notes: why

    @cython.cfunc
    def _begin_note(self) -> cython.bint:
        """What is cited from here on is why the next changes are made."""
        if not self.learning:
            return True
        self.note = self.notes
        self._cite_fact(0, 0)
        self.note_word[self.note] = 0
        return True

    @cython.cfunc
    def _cite_fact(self, word: cython.int, gone: cython.ulonglong) -> cython.bint:
        """These values of a word are gone."""
        if self.notes >= self.note_room:
            self.note_room = 2 * self.note_room + 1024
            if "note_word" not in self.keep:
                self._zeros("note_word", "i", 0)
                self._zeros("note_gone", "Q", 0)
            self.note_word = _i32(self._grown("note_word", self.note_room))
            self.note_gone = _u64(self._grown("note_gone", self.note_room))
        self.note_word[self.notes] = word
        self.note_gone[self.notes] = gone
        self.notes += 1
        self.note_word[self.note] += 1
        return True

    @cython.cfunc
    def _cite(self, word: cython.int, mask: cython.ulonglong, state: cython.int) -> cython.bint:
        """A literal is true or false."""
        if self.note >= 0 and word > 0:
            self._cite_fact(word, mask if state == FALSE else mask ^ EVERY)
        return True

    @cython.cfunc
    def _cite_vertex(self, v: cython.int) -> cython.bint:
        return self._cite(self.vertex_word[v], self.vertex_mask[v], self.vertex_state[v])

    @cython.cfunc
    def _cite_edge(self, e: cython.int) -> cython.bint:
        return self._cite(self.edge_word[e], self.edge_mask[e], self.edge_state[e])

    @cython.cfunc
    def _cite_query(self, k: cython.int, state: cython.int) -> cython.bint:
        return self._cite(self.query_word[k], self.query_mask[k], state)

    @cython.cfunc
    def _cite_path(self, a: cython.int, b: cython.int) -> cython.bint:
        """What joins two vertices of one sure piece."""
        if self.note < 0:
            return True
        self._cite_vertex(a)
        while a != b:
            if self.depth[a] < self.depth[b]:
                a, b = b, a
                self._cite_vertex(a)
            self._cite_edge(self.parent_edge[a])
            a = self.parent[a]
            if a != b:
                self._cite_vertex(a)
        return True

    @cython.cfunc
    def _cite_piece(self, v: cython.int) -> cython.bint:
        """What holds a sure piece together."""
        w: cython.int = self.sure[v]
        if self.note < 0:
            return True
        while w >= 0:
            self._cite_vertex(w)
            if self.parent_edge[w] >= 0:
                self._cite_edge(self.parent_edge[w])
            w = self.following[w]
        return True

    @cython.cfunc
    def _cite_closure(
        self, start: cython.int, target: cython.int, but: cython.int, but_edge: cython.int
    ) -> cython.bint:
        """What keeps a vertex from a target (-1: from all it cannot be joined to), if a part that
        is open were absent too.

        The region of the vertex is marked. The absent parts around it close it off; only those that
        the target sees, through whatever is outside, keep it from the target.
        """
        tail: cython.int
        if self.note < 0:
            return True
        self.stamp += 1
        tail = self._mark_region(start, but, but_edge)
        if target >= 0:
            return self._cite_wall(target, but, but_edge)
        return self._cite_around(tail, but, but_edge)

    @cython.cfunc
    def _cite_around(self, tail: cython.int, but: cython.int, but_edge: cython.int) -> cython.bint:
        """All that closes off the marked region, the first so many vertices of `order`."""
        i: cython.int
        k: cython.int
        v: cython.int
        w: cython.int
        e: cython.int
        if self.note < 0:
            return True
        for i in range(tail):
            v = self.order[i]
            for k in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[k]
                e = self.around_edge[k]
                if self.mark[w] != self.stamp and w != but and e != but_edge:
                    if self.edge_state[e] == FALSE:
                        self._cite_edge(e)
                    elif self.vertex_state[w] == FALSE:
                        self._cite_vertex(w)
                    else:
                        self._cite_without(self.query_word[self.own_query[w]], self.value)
        return True

    @cython.cfunc
    def _mark_region(self, start: cython.int, but: cython.int, but_edge: cython.int) -> cython.int:
        """Mark what a vertex can be joined to without a part; how many, in `order`."""
        head: cython.int = 0
        tail: cython.int = 1
        k: cython.int
        v: cython.int
        w: cython.int
        e: cython.int
        self.order[0] = start
        self.mark[start] = self.stamp
        while head < tail:
            v = self.order[head]
            head += 1
            for k in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[k]
                e = self.around_edge[k]
                if (
                    self.mark[w] != self.stamp
                    and self.vertex_state[w] != FALSE
                    and self.edge_state[e] != FALSE
                    and w != but
                    and e != but_edge
                    and self._admits(w)
                ):
                    self.mark[w] = self.stamp
                    self.order[tail] = w
                    tail += 1
        return tail

    @cython.cfunc
    def _cite_wall(self, target: cython.int, but: cython.int, but_edge: cython.int) -> cython.bint:
        """The absent parts around the marked region that the target sees: on any way from there,
        the last step into the region is over one of them."""
        head: cython.int = 0
        tail: cython.int = 1
        k: cython.int
        v: cython.int
        w: cython.int
        e: cython.int
        inside: cython.int = self.stamp
        self.stamp += 1
        self.order[0] = target
        self.mark[target] = self.stamp
        while head < tail:
            v = self.order[head]
            head += 1
            for k in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[k]
                e = self.around_edge[k]
                if self.mark[w] == inside:
                    if v == but or e == but_edge:
                        continue
                    if self.edge_state[e] == FALSE:
                        self._cite_edge(e)
                    else:
                        self._cite_vertex(v)
                elif self.mark[w] != self.stamp:
                    self.mark[w] = self.stamp
                    self.order[tail] = w
                    tail += 1
        return True

    @cython.cfunc
    def _cite_at_least(self, x: cython.int, value: cython.longlong) -> cython.bint:
        w: cython.int
        bit: cython.longlong = value - self.base[x]
        if self.note < 0:
            return True
        for w in range(self.width[x]):
            if bit >= 64 * (w + 1):
                self._cite_fact(self.first[x] + w, EVERY)
            elif bit > 64 * w:
                self._cite_fact(self.first[x] + w, _up_to(bit - 64 * w - 1))
        return True

    @cython.cfunc
    def _cite_at_most(self, x: cython.int, value: cython.longlong) -> cython.bint:
        w: cython.int
        bit: cython.longlong = value - self.base[x]
        if self.note < 0:
            return True
        for w in range(self.width[x]):
            if bit < 64 * w:
                self._cite_fact(self.first[x] + w, EVERY)
            elif bit < 64 * w + 63:
                self._cite_fact(self.first[x] + w, _up_to(bit - 64 * w) ^ EVERY)
        return True

    @cython.cfunc
    def _cite_without(self, x: cython.int, value: cython.longlong) -> cython.bint:
        """A variable does not have a value."""
        bit: cython.longlong = value - self.base[x]
        if self.note >= 0 and 0 <= bit < 64 * self.width[x]:
            self._cite_fact(self.first[x] + (bit >> 6), _bit(bit & 63))
        return True

    @cython.cfunc
    @cython.inline
    def _make(self, p: cython.int, word: cython.int, mask: cython.ulonglong) -> cython.bint:
        return self._set(word, self.domain[word] & mask, p)

    @cython.cfunc
    @cython.inline
    def _deny(self, p: cython.int, word: cython.int, mask: cython.ulonglong) -> cython.bint:
        return self._set(word, self.domain[word] & ~mask, p)

    @cython.cfunc
    @cython.inline
    def _deny_vertex(self, p: cython.int, v: cython.int) -> cython.bint:
        return self._deny(p, self.vertex_word[v], self.vertex_mask[v])

    @cython.cfunc
    @cython.inline
    def _deny_edge(self, p: cython.int, e: cython.int) -> cython.bint:
        return self._deny(p, self.edge_word[e], self.edge_mask[e])

    # -- what is asked

    @cython.cfunc
    def _connected(self, p: cython.int, g: cython.int, k: cython.int) -> cython.bint:
        """Sure vertices are of one piece: what none of them can reach is absent, and what they can
        only be joined through is there."""
        state: cython.int = self._state(self.query_word[k], self.query_mask[k])
        root: cython.int = -1
        v: cython.int
        open_: cython.int = 0
        pieces: cython.int = 0
        if state == FALSE:
            return self._unconnected(p, g, k)
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.vertex_state[v] == OPEN:
                open_ += 1
            if self.vertex_state[v] != TRUE:
                continue
            pieces += self.sure[v] == v
            if root < 0:
                root = v
            elif self.possible[v] != self.possible[root]:
                self._begin_note()
                self._cite_vertex(root)
                self._cite_vertex(v)
                self._cite_closure(root, v, -1, -1)
                return self._deny(p, self.query_word[k], self.query_mask[k])
        if state == OPEN:
            if pieces + open_ > 1:
                return True
            self._begin_note()
            for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
                if self.vertex_state[v] == FALSE:
                    self._cite_vertex(v)
            if root >= 0:
                self._cite_piece(root)
            return self._make(p, self.query_word[k], self.query_mask[k])
        if root < 0:
            return True
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            self.bulk[v] = self.vertex_state[v] == TRUE
            if self.vertex_state[v] == OPEN and self.possible[v] != self.possible[root]:
                self._begin_note()
                self._cite_query(k, TRUE)
                self._cite_vertex(root)
                self._cite_closure(root, v, -1, -1)
                if not self._deny_vertex(p, v):
                    return False
        return pieces < 2 or self._must(p, g, k, root, NONE)

    @cython.cfunc
    def _unconnected(self, p: cython.int, g: cython.int, k: cython.int) -> cython.bint:
        """It must not be one piece: this fails once it can be nothing else."""
        v: cython.int
        root: cython.int = -1
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.vertex_state[v] == FALSE:
                continue
            if self.vertex_state[v] == OPEN and (root >= 0 or not self._is_alone(g, v)):
                return True
            if root < 0:
                root = v
            elif self.sure[v] != self.sure[root]:
                return True
        self._begin_note()
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.vertex_state[v] == FALSE:
                self._cite_vertex(v)
        if root >= 0 and self.vertex_state[root] == TRUE:
            self._cite_piece(root)
        return self._make(p, self.query_word[k], self.query_mask[k])

    @cython.cfunc
    def _is_alone(self, g: cython.int, v: cython.int) -> cython.bint:
        """Can no other vertex be there?"""
        w: cython.int
        for w in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if w != v and self.vertex_state[w] != FALSE:
                return False
        return True

    @cython.cfunc
    def _must(
        self, p: cython.int, g: cython.int, k: cython.int, root: cython.int, wanted: cython.longlong
    ) -> cython.bint:
        """Some of the bulk that a vertex may be joined to is wanted (NONE: all of it): what would
        cut off too much, were it absent, is there. By depth-first search (Hopcroft, Tarjan 1973):
        a vertex cuts off the subtrees from which no edge leads back above it."""
        top: cython.int = 1
        clock: cython.int = 1
        u: cython.int
        v: cython.int
        e: cython.int
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            self.entered[v] = -1
        self._enter(root, -1, 0)
        self.order[0] = root
        while top:
            v = self.order[top - 1]
            if self.cursor[v] < self.around_start[v + 1]:
                e = self.around_edge[self.cursor[v]]
                u = self.around_vertex[self.cursor[v]]
                self.cursor[v] += 1
                if (
                    e == self.behind[v]
                    or self.edge_state[e] == FALSE
                    or self.vertex_state[u] == FALSE
                    or not self._admits(u)
                ):
                    continue
                if self.entered[u] < 0:
                    self._enter(u, e, clock)
                    clock += 1
                    self.order[top] = u
                    top += 1
                elif self.entered[u] < self.least[v]:
                    self.least[v] = self.entered[u]
                continue
            top -= 1
            if top:
                u = self.order[top - 1]
                self.total[u] += self.total[v]
                if self.least[v] < self.least[u]:
                    self.least[u] = self.least[v]
                if self.least[v] >= self.entered[u]:
                    self.lost[u] += self.total[v]
        if wanted == NONE:
            wanted = self.total[root]
        return self._keep_whole(p, g, k, root, wanted)

    @cython.cfunc
    def _enter(self, v: cython.int, e: cython.int, clock: cython.int) -> cython.bint:
        self.entered[v] = self.least[v] = clock
        self.behind[v] = e
        self.cursor[v] = self.around_start[v]
        self.total[v] = self.lost[v] = self.bulk[v]
        return True

    @cython.cfunc
    def _keep_whole(
        self, p: cython.int, g: cython.int, k: cython.int, root: cython.int, wanted: cython.longlong
    ) -> cython.bint:
        spare: cython.longlong = self.total[root] - wanted
        v: cython.int
        e: cython.int
        u: cython.int
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.entered[v] < 0 or v == root:
                continue
            if self.vertex_state[v] == OPEN and self.lost[v] > spare:
                self._cite_need(g, k, root, v, -1, wanted)
                if not self._make(p, self.vertex_word[v], self.vertex_mask[v]):
                    return False
            e = self.behind[v]
            u = self.edge_from[e] + self.edge_to[e] - v
            if (
                self.edge_state[e] == OPEN
                and self.least[v] > self.entered[u]
                and self.total[v] > spare
            ):
                self._cite_need(g, k, root, -1, e, wanted)
                if not self._make(p, self.edge_word[e], self.edge_mask[e]):
                    return False
        return True

    @cython.cfunc
    def _cite_need(
        self,
        g: cython.int,
        k: cython.int,
        root: cython.int,
        but: cython.int,
        but_edge: cython.int,
        wanted: cython.longlong,
    ) -> cython.bint:
        """Why a vertex must be joined to more than it can be without a part."""
        v: cython.int
        self._begin_note()
        if self.note < 0:
            return True
        if self.query_kind[k] == SIZE:
            self._cite_closure(root, -1, but, but_edge)
            return self._cite_at_least(self.query_word[k], wanted)
        self._cite_query(k, TRUE)
        if self.query_kind[k] == TOGETHER:
            return self._cite_closure(root, self.query_to[k], but, but_edge)
        self._cite_vertex(root)
        self.stamp += 1
        self._mark_region(root, but, but_edge)
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.vertex_state[v] == TRUE and self.mark[v] != self.stamp:
                self._cite_vertex(v)
                return self._cite_wall(v, but, but_edge)
        return True

    @cython.cfunc
    def _acyclic(self, p: cython.int, g: cython.int, k: cython.int) -> cython.bint:
        """What would join a sure piece to itself is absent."""
        state: cython.int = self._state(self.query_word[k], self.query_mask[k])
        e: cython.int
        v: cython.int
        a: cython.int
        b: cython.int
        spare: cython.int = 0
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            spare += self.vertex_state[v] != FALSE and self.possible[v] != v
        for e in range(self.edge_start[g], self.edge_start[g + 1]):
            a = self.edge_from[e]
            b = self.edge_to[e]
            if self.vertex_state[a] == FALSE or self.vertex_state[b] == FALSE:
                continue
            if self.edge_state[e] == FALSE:
                continue
            spare -= 1
            if self.sure[a] < 0 or self.sure[a] != self.sure[b]:
                continue
            if self.edge_state[e] == TRUE:
                if state == FALSE or self.parent_edge[a] == e or self.parent_edge[b] == e:
                    continue
                self._begin_note()
                self._cite_path(a, b)
                self._cite_vertex(b)
                self._cite_edge(e)
                return self._deny(p, self.query_word[k], self.query_mask[k])
            if state == TRUE:
                self._begin_note()
                self._cite_query(k, TRUE)
                self._cite_path(a, b)
                self._cite_vertex(b)
                if not self._deny_edge(p, e):
                    return False
        if state == TRUE:
            return self._no_second_edge(p, g, k)
        if spare < 0:
            return True
        self._begin_note()
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.vertex_state[v] == FALSE:
                self._cite_vertex(v)
        for e in range(self.edge_start[g], self.edge_start[g + 1]):
            if self.edge_state[e] == FALSE:
                self._cite_edge(e)
        return self._make(p, self.query_word[k], self.query_mask[k])

    @cython.cfunc
    def _no_second_edge(self, p: cython.int, g: cython.int, k: cython.int) -> cython.bint:
        """An open vertex with two sure edges to one sure piece is absent."""
        v: cython.int
        w: cython.int
        i: cython.int
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.vertex_state[v] != OPEN:
                continue
            self.stamp += 1
            for i in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[i]
                if self.edge_state[self.around_edge[i]] != TRUE or self.sure[w] < 0:
                    continue
                if self.mark[self.sure[w]] != self.stamp:
                    self.mark[self.sure[w]] = self.stamp
                    # Which edge and vertex led there, for the second one.
                    self.cursor[self.sure[w]] = i
                    continue
                self._begin_note()
                self._cite_query(k, TRUE)
                self._cite_edge(self.around_edge[i])
                self._cite_edge(self.around_edge[self.cursor[self.sure[w]]])
                self._cite_path(w, self.around_vertex[self.cursor[self.sure[w]]])
                self._cite_vertex(self.around_vertex[self.cursor[self.sure[w]]])
                if not self._deny_vertex(p, v):
                    return False
                break
        return True

    @cython.cfunc
    def _loop(self, p: cython.int, g: cython.int) -> cython.bint:
        """What would close a cycle is absent while another vertex is there."""
        e: cython.int
        a: cython.int
        b: cython.int
        v: cython.int
        one: cython.int = -1
        other: cython.int = -1
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.sure[v] >= 0:
                if one < 0:
                    one = v
                elif self.sure[v] != self.sure[one]:
                    other = v
                    break
        if other < 0:
            return True
        for e in range(self.edge_start[g], self.edge_start[g + 1]):
            a = self.edge_from[e]
            b = self.edge_to[e]
            if self.edge_state[e] == OPEN and self.sure[a] >= 0 and self.sure[a] == self.sure[b]:
                self._begin_note()
                self._cite_path(a, b)
                self._cite_vertex(b)
                self._cite_vertex(other if self.sure[a] == self.sure[one] else one)
                if not self._deny_edge(p, e):
                    return False
        return True

    @cython.cfunc
    def _together(self, p: cython.int, g: cython.int, k: cython.int) -> cython.bint:
        state: cython.int = self._state(self.query_word[k], self.query_mask[k])
        a: cython.int = self.query_from[k]
        b: cython.int = self.query_to[k]
        v: cython.int
        if self.sure[a] >= 0 and self.sure[a] == self.sure[b]:
            if state == TRUE:
                return True
            self._begin_note()
            self._cite_path(a, b)
            self._cite_vertex(b)
            return self._make(p, self.query_word[k], self.query_mask[k])
        if self.possible[a] < 0 or self.possible[a] != self.possible[b]:
            if state == FALSE:
                return True
            self._begin_note()
            if self.possible[a] < 0:
                self._cite_vertex(a)
            elif self.possible[b] < 0:
                self._cite_vertex(b)
            else:
                self._cite_closure(a, b, -1, -1)
            return self._deny(p, self.query_word[k], self.query_mask[k])
        if state == FALSE:
            return self._keep_apart(p, g, k, a, b)
        if state == OPEN:
            return True
        self._begin_note()
        self._cite_query(k, TRUE)
        for v in (a, b):
            if not self._make(p, self.vertex_word[v], self.vertex_mask[v]):
                return False
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            self.bulk[v] = 0
        self.bulk[b] = 1
        return self._must(p, g, k, a, NONE)

    @cython.cfunc
    def _keep_apart(
        self, p: cython.int, g: cython.int, k: cython.int, a: cython.int, b: cython.int
    ) -> cython.bint:
        """Two vertices are not of one piece: what would join their sure pieces is absent."""
        v: cython.int
        w: cython.int
        i: cython.int
        j: cython.int
        x: cython.int
        if self.sure[a] < 0 or self.sure[b] < 0:
            return True
        if self.extent[self.sure[b]] < self.extent[self.sure[a]]:
            a, b = b, a
        v = self.sure[a]
        while v >= 0:
            for i in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[i]
                if self.edge_state[self.around_edge[i]] == OPEN and self.sure[w] == self.sure[b]:
                    self._begin_note()
                    self._cite_query(k, FALSE)
                    self._cite_path(a, v)
                    self._cite_vertex(v)
                    self._cite_path(b, w)
                    self._cite_vertex(w)
                    if not self._deny_edge(p, self.around_edge[i]):
                        return False
                if self.edge_state[self.around_edge[i]] != TRUE or self.vertex_state[w] != OPEN:
                    continue
                for j in range(self.around_start[w], self.around_start[w + 1]):
                    x = self.around_vertex[j]
                    if self.edge_state[self.around_edge[j]] != TRUE or self.sure[x] != self.sure[b]:
                        continue
                    self._begin_note()
                    self._cite_query(k, FALSE)
                    self._cite_path(a, v)
                    self._cite_vertex(v)
                    self._cite_edge(self.around_edge[i])
                    self._cite_edge(self.around_edge[j])
                    self._cite_path(b, x)
                    self._cite_vertex(x)
                    if not self._deny_vertex(p, w):
                        return False
                    break
            v = self.following[v]
        return True

    @cython.cfunc
    def _first_of(self, p: cython.int, k: cython.int) -> cython.bint:
        """Labels are first vertices, so that they tell."""
        state: cython.int = self._state(self.query_word[k], self.query_mask[k])
        v: cython.int = self.query_from[k]
        if self.vertex_state[v] == FALSE or (self.sure[v] >= 0 and self.sure[v] != v):
            if state == FALSE:
                return True
            self._begin_note()
            self._cite_vertex(v)
            if self.vertex_state[v] != FALSE:
                self._cite_path(v, self.sure[v])
                self._cite_vertex(self.sure[v])
            return self._deny(p, self.query_word[k], self.query_mask[k])
        if self.vertex_state[v] == OPEN:
            if state != TRUE:
                return True
            self._begin_note()
            self._cite_query(k, TRUE)
            return self._make(p, self.vertex_word[v], self.vertex_mask[v])
        if state != TRUE and self.possible[v] == v:
            self._begin_note()
            self._cite_vertex(v)
            self._cite_closure(v, -1, -1, -1)
            return self._make(p, self.query_word[k], self.query_mask[k])
        return True

    # -- sizes

    @cython.cfunc
    def _sizes(
        self, p: cython.int, g: cython.int, first: cython.int, last: cython.int
    ) -> cython.bint:
        """A family of sizes: each lies between what is surely of the vertex's piece and what may
        be; pieces that would be too large together are not joined; one that must grow can."""
        v: cython.int
        k: cython.int
        # Where the weights of the graph's vertices start.
        load: cython.int = self.query_to[first] - self.vertex_start[g]
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            self.light[v] = self.heavy[v] = self.demand[v] = 0
            self.cap[v] = NONE
            self.own_query[v] = -1
            self.bulk[v] = self.load[load + v]
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.sure[v] >= 0:
                self.light[self.sure[v]] += self.bulk[v]
            if self.possible[v] >= 0:
                self.heavy[self.possible[v]] += self.bulk[v]
        for k in range(first, last):
            self.own_query[self.query_from[k]] = k
            if not self._bound_size(p, g, k):
                return False
        for k in range(first, last):
            if not self._equal_sizes(p, k):
                return False
        if not self._keep_small(p, g) or not self._reach_values(p, g, first, last):
            return False
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.sure[v] == v and self.demand[v] > self.light[v]:
                k = self.demand_query[v]
                self.value = self.demand[v] if self._is_fixed(self.query_word[k]) else -1
                if (
                    self.wide[self.possible[v]] <= NARROW or self._is_cornered(v)
                ) and not self._must(p, g, k, self.query_from[k], self.demand[v]):
                    return False
                self.value = -1
        return True

    @cython.cfunc
    def _is_cornered(self, v: cython.int) -> cython.bint:
        """Is there only one way out of a sure piece?"""
        k: cython.int
        w: cython.int
        way: cython.int = -1
        first: cython.int = v
        while v >= 0:
            for k in range(self.around_start[v], self.around_start[v + 1]):
                w = self.around_vertex[k]
                if (
                    self.edge_state[self.around_edge[k]] == FALSE
                    or self.vertex_state[w] == FALSE
                    or self.sure[w] == first
                    or not self._admits(w)
                ):
                    continue
                if way >= 0 and way != w:
                    return False
                way = w
            v = self.following[v]
        return True

    @cython.cfunc
    def _reach_values(
        self, p: cython.int, g: cython.int, first: cython.int, last: cython.int
    ) -> cython.bint:
        """All vertices of a piece have its size. So a size is none of a vertex's if too little can
        be joined to the vertex through others that may have that size."""
        k: cython.int
        v: cython.int
        i: cython.int
        tail: cython.int
        low: cython.longlong = NONE
        high: cython.longlong = 0
        size: cython.longlong
        # A vertex of unknown size may be of any: then this tells little that is new.
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.own_query[v] < 0 and self.vertex_state[v] != FALSE:
                return True
        for k in range(first, last):
            low = min(low, self._low(self.query_word[k]))
            high = max(high, self._high(self.query_word[k]))
        self.value = max(low, 1)
        while self.value <= high:
            # Everything reached for this value, region by region, has a stamp from here on.
            i = self.stamp
            for k in range(first, last):
                v = self.query_from[k]
                if self.mark[v] > i or self.vertex_state[v] == FALSE or not self._admits(v):
                    continue
                self.stamp += 1
                tail = self._mark_region(v, -1, -1)
                size = 0
                for v in range(tail):
                    size += self.bulk[self.order[v]]
                if size < self.value and not self._remove_size(p, tail):
                    return False
            self.value += 1
        self.value = -1
        return True

    @cython.cfunc
    def _remove_size(self, p: cython.int, tail: cython.int) -> cython.bint:
        """Take a size from the vertices of a region in which it has no room."""
        i: cython.int
        k: cython.int
        self._begin_note()
        self._cite_around(tail, -1, -1)
        for i in range(tail):
            k = self.own_query[self.order[i]]
            if k >= 0 and not self._remove(self.query_word[k], self.value, p):
                return False
        return True

    @cython.cfunc
    @cython.inline
    def _admits(self, v: cython.int) -> cython.bint:
        """May the piece of a vertex have the size looked at (-1: any)?"""
        k: cython.int = self.own_query[v]
        return self.value < 0 or k < 0 or self._has(self.query_word[k], self.value)

    @cython.cfunc
    def _bound_size(self, p: cython.int, g: cython.int, k: cython.int) -> cython.bint:
        x: cython.int = self.query_word[k]
        v: cython.int = self.query_from[k]
        c: cython.int = self.sure[v]
        most: cython.longlong
        if self.vertex_state[v] == FALSE:
            if self._high(x) > 0:
                self._begin_note()
                self._cite_vertex(v)
                return self._cut_above(x, 0, p)
            return True
        if self.vertex_state[v] == OPEN and self._low(x) > 0:
            self._begin_note()
            self._cite_at_least(x, 1)
            if not self._make(p, self.vertex_word[v], self.vertex_mask[v]):
                return False
        most = self.heavy[self.possible[v]]
        if self._high(x) > most:
            self._begin_note()
            self._cite_closure(v, -1, -1, -1)
            if not self._cut_above(x, most, p):
                return False
        if c < 0:
            return True
        if self._low(x) < self.light[c]:
            self._begin_note()
            self._cite_piece(v)
            if not self._cut_below(x, self.light[c], p):
                return False
        if self._high(x) < self.cap[c]:
            self.cap[c] = self._high(x)
            self.cap_query[c] = k
        if self._low(x) > self.demand[c]:
            self.demand[c] = self._low(x)
            self.demand_query[c] = k
        return True

    @cython.cfunc
    def _equal_sizes(self, p: cython.int, k: cython.int) -> cython.bint:
        """All vertices of a piece agree on its size."""
        x: cython.int = self.query_word[k]
        v: cython.int = self.query_from[k]
        c: cython.int = self.sure[v]
        if c < 0:
            return True
        if self._high(x) > self.cap[c]:
            self._begin_note()
            self._cite_cap(c, v)
            if not self._cut_above(x, self.cap[c], p):
                return False
        if self._low(x) < self.demand[c]:
            self._begin_note()
            self._cite_demand(c, v)
            if not self._cut_below(x, self.demand[c], p):
                return False
        return True

    @cython.cfunc
    def _cite_cap(self, c: cython.int, v: cython.int) -> cython.bint:
        """Why the sure piece of a vertex may not be larger."""
        k: cython.int = self.cap_query[c]
        self._cite_at_most(self.query_word[k], self.cap[c])
        self._cite_path(self.query_from[k], v)
        return self._cite_vertex(v)

    @cython.cfunc
    def _cite_demand(self, c: cython.int, v: cython.int) -> cython.bint:
        """Why the sure piece of a vertex may not be smaller."""
        k: cython.int = self.demand_query[c]
        self._cite_at_least(self.query_word[k], self.demand[c])
        self._cite_path(self.query_from[k], v)
        return self._cite_vertex(v)

    @cython.cfunc
    def _keep_small(self, p: cython.int, g: cython.int) -> cython.bint:
        """What would join sure pieces to one that is too large is absent."""
        e: cython.int
        v: cython.int
        a: cython.int
        b: cython.int
        c: cython.int
        d: cython.int
        for e in range(self.edge_start[g], self.edge_start[g + 1]):
            if self.edge_state[e] != OPEN:
                continue
            a = self.edge_from[e]
            b = self.edge_to[e]
            c = self.sure[a]
            d = self.sure[b]
            if c < 0 or d < 0 or c == d:
                continue
            if self.cap[d] < self.cap[c]:
                a, b, c, d = b, a, d, c
            # The piece of a has the lesser cap.
            if self.light[c] + self.light[d] > self.cap[c]:
                self._begin_note()
                self._cite_cap(c, a)
                self._cite_piece(a)
                self._cite_piece(b)
            elif self.demand[d] > self.cap[c]:
                self._begin_note()
                self._cite_cap(c, a)
                self._cite_demand(d, b)
            else:
                continue
            if not self._deny_edge(p, e):
                return False
        for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
            if self.vertex_state[v] == OPEN and not self._fits(p, g, v):
                return False
        return True

    @cython.cfunc
    def _fits(self, p: cython.int, g: cython.int, v: cython.int) -> cython.bint:
        """Were an open vertex there, would what it joins be too large?"""
        i: cython.int
        w: cython.int
        c: cython.int
        least_at: cython.int = -1
        most_at: cython.int = -1
        cap: cython.longlong = NONE
        demand: cython.longlong = 0
        size: cython.longlong = self.bulk[v]
        if self.own_query[v] >= 0:
            cap = self._high(self.query_word[self.own_query[v]])
        self.stamp += 1
        for i in range(self.around_start[v], self.around_start[v + 1]):
            w = self.around_vertex[i]
            c = self.sure[w]
            if c < 0 or self.edge_state[self.around_edge[i]] != TRUE:
                continue
            if self.mark[c] == self.stamp:
                continue
            self.mark[c] = self.stamp
            size += self.light[c]
            if self.cap[c] < cap:
                cap = self.cap[c]
                least_at = i
            if self.demand[c] > demand:
                demand = self.demand[c]
                most_at = i
        if size <= cap and demand <= cap:
            return True
        self._begin_note()
        if self.note >= 0:
            if least_at < 0:
                self._cite_at_most(self.query_word[self.own_query[v]], cap)
            else:
                self._cite_edge(self.around_edge[least_at])
                w = self.around_vertex[least_at]
                self._cite_cap(self.sure[w], w)
            if demand > cap:
                self._cite_edge(self.around_edge[most_at])
                w = self.around_vertex[most_at]
                self._cite_demand(self.sure[w], w)
            else:
                self._cite_joined(g, v)
        return self._deny_vertex(p, v)

    @cython.cfunc
    def _cite_joined(self, g: cython.int, v: cython.int) -> cython.bint:
        """The sure pieces around a vertex."""
        i: cython.int
        w: cython.int
        self.stamp += 1
        for i in range(self.around_start[v], self.around_start[v + 1]):
            w = self.around_vertex[i]
            if self.sure[w] < 0 or self.edge_state[self.around_edge[i]] != TRUE:
                continue
            if self.mark[self.sure[w]] != self.stamp:
                self.mark[self.sure[w]] = self.stamp
                self._cite_edge(self.around_edge[i])
                self._cite_piece(w)
        return True

    # ---- search ----------------------------------------------------------------------------------

    def open(
        self,
        givens: dict,
        cuts: Sequence[tuple[int, int]],
        assumptions: Sequence[Sequence[tuple[int, int]]],
    ) -> bool:
        """Begin a search. givens: values, by position in `decide`; cuts: words and the masks they
        are narrowed to; assumptions: such cuts, some for each. False if givens and cuts leave a
        variable without values."""
        self._undo(0)
        self._untaint()
        self.learning = False
        self.core = []
        self._make_levels(len(assumptions))
        self._assume(assumptions)
        if self.failed:
            return False
        self._open_level()
        for position, value in givens.items():
            if not self._give(position, value):
                return False
        for word, mask in cuts:
            if not self._set(word, self.domain[word] & mask, NO_REASON):
                return False
        return True

    @cython.cfunc
    def _give(self, position: cython.int, value: cython.longlong) -> cython.bint:
        x: cython.int = self.decide[position]
        bit: cython.longlong = value - self.base[x]
        if bit < 0 or bit >= 64 * self.width[x]:
            return False
        return self._enforce(self.first[x] + (bit >> 6), _bit(bit & 63), NO_REASON)

    @cython.cfunc
    def _assume(self, assumptions: Sequence[Sequence[tuple[int, int]]]) -> cython.bint:
        words: list = []
        masks: list = []
        starts: list = [0]
        for assumption in assumptions:
            for word, mask in assumption:
                words.append(word)
                masks.append(mask)
            starts.append(len(words))
        self.assumed_word = _i32(self._array("assumed_word", "i", words))
        self.assumed_mask = _u64(self._array("assumed_mask", "Q", masks))
        self.assumed_start = _i32(self._array("assumed_start", "i", starts))
        self.floor = 1 + len(assumptions)
        return True

    def run(self, budget: int) -> int:
        """Search on for so many decisions and failures: SOLUTION, NO_SOLUTION or PAUSED."""
        stop: cython.longlong = self.decisions + self.conflicts + budget
        if self.failed or self.level == 0:
            return NO_SOLUTION
        while True:
            if not self._propagate():
                self._fail()
                if not (self._learn() if self.learning else self._turn()):
                    return NO_SOLUTION
                if self.learning and self.conflicts >= self.patience and not self._restart():
                    return NO_SOLUTION
            elif self.level < self.floor:
                if not self._take_assumption():
                    if self.learning:
                        self._final()
                    return NO_SOLUTION
            elif not self._decide():
                return SOLUTION
            if self.decisions + self.conflicts >= stop:
                return PAUSED

    def exclude(self) -> bool:
        """After a solution: turn away from it. False if there is nowhere to turn."""
        self.tainted = True
        return self._learn_decisions() if self.learning else self._turn()

    def learn(self, enumerating: bool) -> bool:
        """Begin to learn from failures. enumerating: without coming back to what the search has
        been through. False if there is nothing else."""
        nogoods: list = self._path_nogoods() if enumerating else []
        self.learning = True
        self._undo(1)
        for words, masks in nogoods:
            self.tainted = True
            self._append(words, masks, 0)
            if not self._settle(self.clauses - 1):
                return False
        if nogoods:
            self.lasting = self.clauses
        self.restarts = 0
        self.patience = self.conflicts + RESTART
        return True

    def is_learning(self) -> bool:
        return self.learning

    def culprits(self) -> list[int]:
        """After NO_SOLUTION when learning: positions of assumptions that were enough for it."""
        return self.core

    def assignment(self) -> tuple[int, ...]:
        """The least value of each variable decided on: after SOLUTION its only one."""
        return tuple([self._low(self.decide[k]) for k in range(self.decisions_on)])

    def take_counts(self) -> tuple[int, int, int]:
        """Decisions, failures and runs of propagators since last asked."""
        counts = (self.decisions, self.conflicts, self.propagations)
        self.patience -= self.conflicts
        self.decisions = self.conflicts = self.propagations = 0
        return counts

    @cython.cfunc
    def _take_assumption(self) -> cython.bint:
        k: cython.int
        word: cython.int
        which: cython.int = self.level - 1
        self._open_level()
        for k in range(self.assumed_start[which], self.assumed_start[which + 1]):
            word = self.assumed_word[k]
            if not self._set(word, self.domain[word] & self.assumed_mask[k], NO_REASON):
                return False
        return True

    @cython.cfunc
    def _decide(self) -> cython.bint:
        """Open a level with a decision; False if all variables have values."""
        k: cython.int
        x: cython.int
        w: cython.int
        size: cython.int
        best: cython.int = -1
        score: cython.double
        highest_score: cython.double = -1.0
        d: cython.ulonglong
        for k in range(self.decisions_on):
            x = self.decide[k]
            d = self.domain[self.first[x]]
            if self.width[x] == 1:
                if d & (d - 1) == 0:
                    continue
                size = population(d)
            elif self._is_fixed(x):
                continue
            else:
                size = 0
                for w in range(self.first[x], self.first[x] + self.width[x]):
                    size += population(self.domain[w])
            score = self.weight[x] / size
            if score > highest_score:
                highest_score = score
                best = x
        if best < 0:
            return False
        # The last word with values is emptied if it is not the only one; else bools become true,
        # other variables least.
        w = self.first[best] + self.width[best] - 1
        while self.domain[w] == 0:
            w -= 1
        d = self.domain[w]
        self._open_level()
        self.decisions += 1
        if not self._is_empty_without(w):
            return self._set(w, 0, NO_REASON)
        if self.learning and d & self.phase[w]:
            d &= self.phase[w]
            return self._set(w, d & -d, NO_REASON)
        if d == 3 and self.base[best] == 0:
            return self._set(w, 2, NO_REASON)
        return self._set(w, d & -d, NO_REASON)

    @cython.cfunc
    def _turn(self) -> cython.bint:
        """Take back the last decision and do its opposite; False at the floor."""
        word: cython.int
        left: cython.ulonglong
        while self.level > self.floor:
            word = self.trail_word[self.level_trail[self.level]]
            left = self.trail_old[self.level_trail[self.level]]
            left &= ~self.trail_new[self.level_trail[self.level]]
            self._undo(self.level - 1)
            if self._enforce(word, left, NO_REASON):
                return True
        return False

    @cython.cfunc
    def _fail(self) -> cython.bint:
        """Count a failure and give weight to the variables of the constraint that failed."""
        k: cython.int
        p: cython.int = self.blamed
        self.conflicts += 1
        self.step *= FADE
        if self.step > HUGE:
            for k in range(self.variables):
                self.weight[k] /= HUGE
            self.step /= HUGE
        if self.wiped >= 0:
            self.weight[self.owner[self.wiped]] += self.step
        if self.learning:
            return True
        if p >= 0 and self.kind[p] != PIECES:
            for k in range(self.start[p], self.start[p + 1]):
                if self.kind[p] <= RUNS:
                    self.weight[self.owner[self.index[k]]] += self.step
                else:
                    self.weight[self.index[k]] += self.step
        elif p < NO_REASON:
            for k in range(self.clause_start[-2 - p], self.clause_start[-1 - p]):
                self.weight[self.owner[self.clause_word[k]]] += self.step
        return True

    # ---- learning --------------------------------------------------------------------------------

    @cython.cfunc
    def _need(self, word: cython.int, gone: cython.ulonglong) -> cython.bint:
        """Enter a fact into the analysis: these values of a word are gone."""
        t: cython.int
        before: cython.ulonglong
        gone &= ~self.needed[word]
        if gone == 0:
            return True
        if self.needed[word] == 0:
            self.touched[self.touched_count] = word
            self.touched_count += 1
            self.weight[self.owner[word]] += self.step
        self.needed[word] |= gone
        # The word before the level looked at.
        before = self.domain[word]
        t = self.latest[word]
        while t >= self.since:
            before = self.trail_old[t]
            t = self.trail_before[t]
        gone &= before
        if gone:
            if self.due[word] == 0:
                self.pending += 1
            self.due[word] |= gone
        return True

    @cython.cfunc
    def _need_all(self, p: cython.int) -> cython.bint:
        """Enter all that is known of a propagator's arguments."""
        k: cython.int
        w: cython.int
        x: cython.int
        for k in range(self.start[p], self.start[p + 1]):
            if self.kind[p] <= RUNS:
                w = self.index[k]
                self._need(w, self.domain[w] ^ EVERY)
            else:
                x = self.index[k]
                for w in range(self.first[x], self.first[x] + self.width[x]):
                    self._need(w, self.domain[w] ^ EVERY)
        return True

    @cython.cfunc
    def _explain(
        self, why: cython.int, word: cython.int, gone: cython.ulonglong, left: cython.ulonglong
    ) -> cython.bint:
        """Enter facts from which a constraint follows that these values of a word must go (word
        -1: that it fails). All later changes are taken back; left: the values that stayed."""
        k: cython.int
        w: cython.int
        kind: cython.int
        refuted: cython.bint
        if why < NO_REASON:
            for k in range(self.clause_start[-2 - why], self.clause_start[-1 - why]):
                w = self.clause_word[k]
                if self.domain[w] & self.clause_mask[k] == 0:
                    self._need(w, self.clause_mask[k])
            return True
        # While its condition is open, a propagator changes nothing but that.
        refuted = not self._applies(why)
        if not refuted and self.condition_word[why] > 0:
            self._need(self.condition_word[why], self.condition_mask[why] ^ EVERY)
        kind = self.kind[why]
        if kind == PIECES and self.cited >= 0:
            for k in range(self.cited + 1, self.cited + 1 + self.note_word[self.cited]):
                self._need(self.note_word[k], self.note_gone[k])
            return True
        if kind == CARDINALITY:
            return self._explain_cardinality(why, refuted or word < 0)
        if kind == AT_MOST:
            return self._explain_at_most(why, -1 if refuted or word < 0 else self.owner[word])
        if kind == DISTINCT and word >= 0:
            return self._explain_distinct(why, word, gone, left)
        if kind == RELATION and word >= 0 and not refuted:
            return self._explain_relation(why, word, gone)
        return self._need_all(why)

    @cython.cfunc
    def _explain_cardinality(self, p: cython.int, failed: cython.bint) -> cython.bint:
        """As many true literals as may be, one more for a failure; or as many false ones."""
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
                    self._need(w, self.mask[k] ^ EVERY)
                    enough -= 1
            return True
        enough = self.start[p + 1] - self.start[p] - self.low[p] + failed
        for k in range(self.start[p], self.start[p + 1]):
            w = self.index[k]
            if enough and self.domain[w] & self.mask[k] == 0:
                self._need(w, self.mask[k])
                enough -= 1
        return True

    @cython.cfunc
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
                    self._need(w, EVERY)
                    w += 1
                d = self.domain[w]
                self._need(w, (d & -d) - 1)
            else:
                w = self.first[x] + self.width[x] - 1
                while self.domain[w] == 0:
                    self._need(w, EVERY)
                    w -= 1
                self._need(w, _up_to(highest(self.domain[w])) ^ EVERY)
        return True

    @cython.cfunc
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
                self._need(w, d ^ EVERY)
                gone &= ~d
        if gone == 0:
            return True
        if self.mask[self.start[p]] == 0:
            return self._need_all(p)
        for k in range(self.start[p], self.start[p + 1]):
            if self.index[k] != word:
                self._need(self.index[k], left)
        return True

    @cython.cfunc
    def _explain_relation(
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
            return self._need_all(p)
        if self.owner[word] == y:
            while gone:
                row = self.data[p] + (64 * (word - self.first[y]) + lowest(gone)) * width
                for k in range(width):
                    self._need(self.first[x] + k, self.masks[row + k])
                gone &= gone - 1
            return True
        for w in range(self.width[y]):
            rows = 0
            # The table may end after the last value.
            last = self.slot[self.first[y] + w + 1] - self.slot[self.first[y] + w]
            for k in range(last):
                row = self.data[p] + (64 * w + k) * width + word - self.first[x]
                if self.masks[row] & gone:
                    rows |= _bit(k)
            self._need(self.first[y] + w, rows)
        return True

    @cython.cfunc
    def _need_failure(self) -> cython.bint:
        """Enter what the failure follows from."""
        x: cython.int
        w: cython.int
        self.cited = self.blamed_note
        if self.wiped < 0 or self.blamed < NO_REASON:
            return self._explain(self.blamed, -1, 0, 0)
        x = self.owner[self.wiped]
        for w in range(self.first[x], self.first[x] + self.width[x]):
            self._need(w, self.domain[w] ^ EVERY)
        if self.blamed != NO_REASON:
            self._explain(self.blamed, self.wiped, self.domain[self.wiped], 0)
        return True

    @cython.cfunc
    def _learn(self) -> cython.bint:
        """Find the first unique implication point of the failure: resolve facts of this level with
        their reasons, from the last one back, until a single change of a word explains all of them.
        Learn that it must not happen again, and undo as far as that has consequences earlier."""
        t: cython.int
        word: cython.int
        hit: cython.ulonglong
        if self.level <= self.floor:
            self._final()
            return False
        self.since = self.level_trail[self.level]
        self._need_failure()
        while True:
            self.trail -= 1
            t = self.trail
            word = self.trail_word[t]
            self._take_back(t)
            hit = self.trail_old[t] & ~self.trail_new[t] & self.due[word]
            if hit == 0:
                continue
            if self.pending == 1 and hit == self.due[word]:
                break
            self._done_with(word, hit)
            self.cited = self.trail_note[t]
            self._explain(self.trail_why[t], word, hit, self.trail_new[t])
        return self._learn_clause(word, False)

    @cython.cfunc
    def _done_with(self, word: cython.int, hit: cython.ulonglong) -> cython.bint:
        """These facts are to be replaced by their reasons."""
        self.needed[word] &= ~hit
        self.due[word] &= ~hit
        if self.due[word] == 0:
            self.pending -= 1
        if self.needed[word] == 0:
            self._untouch(word)
        return True

    @cython.cfunc
    def _untouch(self, word: cython.int) -> cython.bint:
        k: cython.int
        for k in range(self.touched_count):
            if self.touched[k] == word:
                self.touched_count -= 1
                self.touched[k] = self.touched[self.touched_count]
                return True
        return True

    @cython.cfunc
    def _final(self) -> cython.bint:
        """The failure's reasons among the assumptions."""
        t: cython.int
        word: cython.int
        hit: cython.ulonglong
        level: cython.int = self.level
        culprits: set = set()
        if level > 1:
            self.since = self.level_trail[2]
            self._need_failure()
            if self.blamed == NO_REASON:
                culprits.add(level - 2)
            while self.trail > self.since:
                self.trail -= 1
                t = self.trail
                word = self.trail_word[t]
                self._take_back(t)
                while t < self.level_trail[level]:
                    level -= 1
                hit = self.trail_old[t] & ~self.trail_new[t] & self.due[word]
                if hit:
                    self._done_with(word, hit)
                    if self.trail_why[t] == NO_REASON:
                        culprits.add(level - 2)
                    else:
                        self.cited = self.trail_note[t]
                        self._explain(self.trail_why[t], word, hit, self.trail_new[t])
            self._forget_needs()
        self.core = sorted(culprits)
        return True

    @cython.cfunc
    def _forget_needs(self) -> cython.bint:
        k: cython.int
        for k in range(self.touched_count):
            self.needed[self.touched[k]] = 0
            self.due[self.touched[k]] = 0
        self.touched_count = self.pending = 0
        return True

    @cython.cfunc
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

    @cython.cfunc
    def _learn_clause(self, point: cython.int, lasting: cython.bint) -> cython.bint:
        """Learn that not all needed facts hold together; that of `point` must then not hold."""
        k: cython.int
        t: cython.int
        word: cython.int
        level: cython.int
        back: cython.int = 1
        second: cython.int = -1
        gone: cython.ulonglong
        watched: cython.ulonglong = 0
        point_mask: cython.ulonglong = self.needed[point]
        words: list = [point]
        masks: list = [point_mask]
        levels: set = {self.level}
        self._minimize(-1 if lasting else point)
        for k in range(self.touched_count):
            word = self.touched[k]
            if word == point or self.spared[word]:
                continue
            # Values that level 1 lacks need not be told of.
            gone = self.domain[word]
            t = self.latest[word]
            while t >= self.level_trail[2]:
                gone = self.trail_old[t]
                t = self.trail_before[t]
            gone &= self.needed[word]
            if gone == 0:
                continue
            t = self.latest[word]
            while self.trail_old[t] & ~self.trail_new[t] & gone == 0:
                t = self.trail_before[t]
            level = self._level_of(t)
            levels.add(level)
            if level > back or second < 0:
                back = max(back, level)
                second = len(words)
                watched = self.trail_old[t] & ~self.trail_new[t] & gone
            words.append(word)
            masks.append(gone)
        self._forget_needs()
        self._undo(back)
        if second < 0:
            return self._enforce(point, point_mask, NO_REASON)
        words[1], words[second] = words[second], words[1]
        masks[1], masks[second] = masks[second], masks[1]
        self._append(words, masks, 0 if lasting else len(levels))
        k = self.clauses - 1
        self._watch(2 * k, self.clause_start[k])
        self._watch_value(2 * k + 1, self.clause_word[self.clause_start[k] + 1], watched)
        return self._enforce(point, point_mask, -2 - k)

    @cython.cfunc
    def _minimize(self, point: cython.int) -> cython.bint:
        """Spare the facts that follow from the others: those whose own reasons are among them
        (Sörensson, Biere 2009). point: the word to be told of; -1: spare none."""
        k: cython.int
        word: cython.int
        for k in range(self.touched_count):
            word = self.touched[k]
            self.spared[word] = point >= 0 and word != point and self._follows(word)
        return True

    @cython.cfunc
    def _follows(self, word: cython.int) -> cython.bint:
        """Do the needed facts of a word follow from other needed ones?"""
        hit: cython.ulonglong
        t: cython.int = self.latest[word]
        while t >= self.level_trail[2]:
            hit = self.trail_old[t] & ~self.trail_new[t] & self.needed[word]
            if hit and not self._has_needed_reason(t):
                return False
            t = self.trail_before[t]
        return True

    @cython.cfunc
    def _has_needed_reason(self, t: cython.int) -> cython.bint:
        """Are the facts from which an entry of the trail follows needed anyway?"""
        k: cython.int
        other: cython.int
        note: cython.int = self.trail_note[t]
        word: cython.int = self.trail_word[t]
        why: cython.int = self.trail_why[t]
        if why == NO_REASON:
            return False
        if why < NO_REASON:
            for k in range(self.clause_start[-2 - why], self.clause_start[-1 - why]):
                other = self.clause_word[k]
                if other != word and not self._is_needed(other, self.clause_mask[k]):
                    return False
            return True
        if self.kind[why] == PIECES and note >= 0:
            for k in range(note + 1, note + 1 + self.note_word[note]):
                if not self._is_needed(self.note_word[k], self.note_gone[k]):
                    return False
            return True
        if self.kind[why] == CARDINALITY:
            return self._needed_cardinality(t, why)
        return False

    @cython.cfunc
    def _needed_cardinality(self, t: cython.int, p: cython.int) -> cython.bint:
        """Are there enough needed literals, true or false, of a cardinality?"""
        k: cython.int
        w: cython.int
        true: cython.longlong = self.high[p]
        false: cython.longlong = self.start[p + 1] - self.start[p] - self.low[p]
        d: cython.ulonglong
        word: cython.int = self.condition_word[p]
        if word == self.trail_word[t]:
            return False
        if word > 0 and not self._is_needed(word, self.condition_mask[p] ^ EVERY):
            return False
        for k in range(self.start[p], self.start[p + 1]):
            w = self.index[k]
            if w == self.trail_word[t]:
                continue
            d = self._domain_at(w, t)
            if d & ~self.mask[k] == 0:
                true -= self._is_needed(w, self.mask[k] ^ EVERY)
            elif d & self.mask[k] == 0:
                false -= self._is_needed(w, self.mask[k])
        return true <= 0 or false <= 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _domain_at(self, word: cython.int, end: cython.int) -> cython.ulonglong:
        """A word as it was before an entry of the trail."""
        d: cython.ulonglong = self.domain[word]
        t: cython.int = self.latest[word]
        while t >= end:
            d = self.trail_old[t]
            t = self.trail_before[t]
        return d

    @cython.cfunc
    def _is_needed(self, word: cython.int, gone: cython.ulonglong) -> cython.bint:
        """Is a fact needed, or known since level 1?"""
        gone &= ~self.needed[word]
        return gone == 0 or gone & self._domain_at(word, self.level_trail[2]) == 0

    @cython.cfunc
    def _learn_decisions(self) -> cython.bint:
        """Learn not to take the same decisions again."""
        level: cython.int
        t: cython.int
        if self.level <= 1:
            return False
        self.since = self.level_trail[self.level]
        for level in range(2, self.level + 1):
            t = self.level_trail[level]
            self._need(self.trail_word[t], self.trail_old[t] & ~self.trail_new[t])
        word: cython.int = self.trail_word[self.since]
        while self.trail > self.since:
            self.trail -= 1
            self._take_back(self.trail)
        return self._learn_clause(word, True)

    @cython.cfunc
    def _path_nogoods(self) -> list:
        """Clauses that forbid what a search without learning has been through: each opposite of a
        decision that it turned to follows from the decisions above."""
        found: list = []
        path: dict = {}
        level: cython.int
        t: cython.int
        end: cython.int
        for level in range(2, self.level + 1):
            t = self.level_trail[level]
            end = self.level_trail[level + 1] if level < self.level else self.trail
            word = self.trail_word[t]
            path[word] = path.get(word, 0) | (self.trail_old[t] & ~self.trail_new[t])
            for t in range(self.level_trail[level] + 1, end):
                if self.trail_why[t] == NO_REASON and self.trail_new[t]:
                    word = self.trail_word[t]
                    clause = dict(path)
                    clause[word] = clause.get(word, 0) | self.trail_new[t]
                    found.append((list(clause), list(clause.values())))
        return found

    @cython.cfunc
    def _settle(self, c: cython.int) -> cython.bint:
        """Watch the last clause on level 1, or do what it asks there and drop it."""
        k: cython.int = self.clause_start[c]
        open_: cython.int = self._attach(c)
        word: cython.int = self.clause_word[k]
        mask: cython.ulonglong = self.clause_mask[k]
        if open_ >= 2:
            return True
        self.clauses = c
        return open_ == 1 and self._enforce(word, mask, NO_REASON)

    @cython.cfunc
    def _restart(self) -> cython.bint:
        """Begin again with what was learned; drop what seems of little use, once it is much."""
        self.restarts += 1
        self.patience = self.conflicts + RESTART * _luby(self.restarts)
        if self.clauses - self.lasting < self.many:
            self._undo(min(self.level, self.floor))
            return True
        self.many += MORE
        self._undo(1)
        first: cython.int = self.lasting
        learned: list = sorted(range(first, self.clauses), key=self._worth)
        dropped: set = {c for c in learned[len(learned) // 2 :] if self.grade[c] > 0}
        kept: list = []
        for c in range(first, self.clauses):
            if c in dropped:
                continue
            a = self.clause_start[c]
            b = self.clause_start[c + 1]
            kept.append(
                (self.keep["clause_word"][a:b], self.keep["clause_mask"][a:b], self.grade[c])
            )
        self._forget(first)
        for words, masks, grade in kept:
            self._append(words, masks, grade)
            if not self._settle(self.clauses - 1):
                return False
        return True

    def _worth(self, c: int) -> tuple[int, int]:
        return self.grade[c], -c


@cython.cfunc
def _luby(number: cython.int) -> cython.int:
    """1 1 2 1 1 2 4 … (Luby, Sinclair, Zuckerman 1993), from number 0."""
    size: cython.int = 1
    while size < number + 1:
        size = 2 * size + 1
    while size - 1 != number:
        size >>= 1
        number %= size
    return (size + 1) >> 1
