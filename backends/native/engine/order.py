# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""The branching heuristic: what to decide on next.

Without learning: the variable with the fewest values for its weight, the number of conflicts of its
constraints, older ones decaying (dom/wdeg: Boussemart, Hemery, Lecoutre, Saïs 2004).

With learning: the fact "variable x has value v" of the highest activity in recent conflicts (VSIDS:
Moskewicz and others 2001), from a heap (Eén, Sörensson 2003). Facts of auxiliary variables, such as
partial sums, enter the heap once they take part in a conflict: a proof may depend on them. A
variable of two values has one fact, others one for each value. Where each value of a variable of
several words has a Bool of its own, a *flag*, these facts are those of the flags: that the variable
has the value is then one decision, and one fact of a learned clause.

A settled fact at the top of the heap is removed, and put back when its level is undone.
"""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from .queries import Queries

if not cython.compiled:
    from .bits import bit_at, highest, lowest, population

CARDINALITY = cython.declare(cython.int, net.CARDINALITY)

# The role of a variable: one whose values have flags, on which a search that learns decides
# instead, or a flag.
SPELT_OUT = cython.declare(cython.int, 1)
FLAG = cython.declare(cython.int, 2)

# Heap positions of facts that are not in the heap.
NEVER = cython.declare(cython.int, -1)
TAKEN = cython.declare(cython.int, -2)

# The initial weight of a literal of a cardinality all of whose literals must be true.
TIGHT = cython.declare(cython.double, 10.0)
# The share of its weight that a variable that is put off keeps.
PUT_OFF = cython.declare(cython.double, 1e-6)
HUGE = cython.declare(cython.double, 1e100)


class Order(Queries):
    def _load_order(self, network: net.Network, decide: Sequence[int]) -> cython.bint:
        k: cython.int
        self.decide = self._ints("decide", decide)
        self.shown = self.decisions_on = len(decide)
        self.must_decide = self._ints("must_decide", (), self.variables)
        if network.selectors:
            # They come last; they are part of the answer, but never decided on.
            self.decisions_on -= len(network.selectors)
        for k in range(self.decisions_on):
            self.must_decide[self.decide[k]] = True
        self.flag = self._ints("flag", network.flag)
        self.flag_of = self._ints("flag_of", network.flag_of)
        self.flag_value = self._longs("flag_value", network.flag_value)
        self.flag_count = len(network.flag)
        self.role = self._ints("role", (), self.variables)
        for k in range(self.flag_count):
            self.role[self.flag_of[k]] = SPELT_OUT
            self.role[self.flag[k]] = FLAG
            self.must_decide[self.flag[k]] = True
        self.weight = self._floats("weight", (), self.variables)
        self.own_weight = self._floats("own_weight", [1.0] * self.variables)
        self.default = self._masks("default", (), self.variables)
        self.default_word = self._ints("default_word", (), self.variables)
        self.at_first = self._masks("at_first", self.keep["domain"])
        for k in range(self.decisions_on, self.shown):
            # Without facts they have no activity and are never decided on.
            self.at_first[self.first[self.decide[k]]] = 0
        self.fact_count = self.heap_size = self.taken_count = 0
        self.auxiliary = True
        self._weigh()
        return self._forget_order()

    def _weigh(self) -> cython.bint:
        """Initialise weights: variables of tight cardinalities first."""
        p: cython.int
        k: cython.int
        for p in range(self.propagators):
            if self.kind[p] == CARDINALITY:
                for k in range(self.start[p], self.start[p + 1]):
                    self.own_weight[self.owner[self.index[k]]] += (
                        TIGHT * self.low[p] / (self.start[p + 1] - self.start[p])
                    )
        return True

    def put_off(self, defaults: Sequence[tuple[int, int]]) -> None:
        """Decide on other variables first, and on each of these for a default value. defaults: the
        positions of variables in `decide`, with their values."""
        k: cython.int
        x: cython.int
        bit: cython.longlong
        default_of: dict = {}
        for k, value in defaults:
            x = self.decide[k]
            default_of[x] = value
            bit = value - self.base[x]
            self.own_weight[x] *= PUT_OFF
            if 0 <= bit < 64 * self.width[x]:
                self.default[x] = bit_at(bit & 63)
                self.default_word[x] = self.first[x] + (bit >> 6)
        for k in range(self.flag_count):
            x = self.flag_of[k]
            self.own_weight[self.flag[k]] = self.own_weight[x]
            if default_of.get(x) == self.flag_value[k]:
                self.own_weight[self.flag[k]] *= 2  # before the flags of other values
        self._forget_order()

    @cython.final
    def _has_default(self, x: cython.int) -> cython.bint:
        """Whether a variable that is put off may still have its default value."""
        return self.domain[self.default_word[x]] & self.default[x] != 0

    def _forget_order(self) -> cython.bint:
        """Reset weights and activities."""
        x: cython.int
        self.step = 1.0
        for x in range(self.variables):
            self.weight[x] = self.own_weight[x]
        return True

    def _fade(self, by: cython.double) -> cython.bint:
        """Decay: multiply the weight of the next conflict."""
        k: cython.int
        self.step *= by
        if self.step > HUGE:
            self.step /= HUGE
            for k in range(self.variables):
                self.weight[k] /= HUGE
            for k in range(self.fact_count):
                self.activity[k] /= HUGE
        return True

    # ---- variables -------------------------------------------------------------------------------

    def _heaviest(self) -> cython.int:
        """The variable to decide on; -1 if all are fixed."""
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
        return best

    # ---- facts -----------------------------------------------------------------------------------

    def _rank(self) -> cython.bint:
        """Initialise activities from the weights of variables."""
        f: cython.int = 0
        k: cython.int
        w: cython.int
        count: cython.int
        d: cython.ulonglong
        if self.fact_count == 0:
            self.fact_start = self._ints("fact_start", (), self.words)
            for w in range(self.words):
                self.fact_start[w] = f
                d = self.at_first[w]
                f += highest(d) + 1 if d else 0
            self.fact_count = f
            self.fact_word = self._ints("fact_word", (), f)
            for w in range(self.words):
                d = self.at_first[w]
                count = highest(d) + 1 if d else 0
                for k in range(count):
                    self.fact_word[self.fact_start[w] + k] = w
            self.activity = self._floats("activity", (), f)
            self.heap = self._ints("heap", (), f)
            self.heap_place = self._ints("heap_place", (), f)
            self.taken = self._ints("taken", (), f)
            self.taken_on = self._ints("taken_on", (), f)
        for f in range(self.fact_count):
            w = self.fact_word[f]
            self.activity[f] = self.weight[self.owner[w]] / population(self.at_first[w])
        return self._fill_heap()

    def _fill_heap(self) -> cython.bint:
        """Fill the heap with the facts of answer variables only."""
        f: cython.int
        k: cython.int
        w: cython.int
        x: cython.int
        d: cython.ulonglong
        self.heap_size = self.taken_count = 0
        for f in range(self.fact_count):
            self.heap_place[f] = NEVER
        for k in range(self.decisions_on):
            x = self.decide[k]
            if self.role[x] == SPELT_OUT:
                continue
            for w in range(self.first[x], self.first[x] + self.width[x]):
                d = 2 if self._has_one_fact(w) else self.at_first[w]
                while d:
                    self._raise(self.fact_start[w] + lowest(d))
                    d &= d - 1
        for k in range(self.flag_count):
            w = self.first[self.flag[k]]
            self._raise(self.fact_start[w] + 1)
        return True

    def _note_part(self, word: cython.int, gone: cython.ulonglong) -> cython.bint:
        """Bump the activity of a fact that takes part in a conflict."""
        f: cython.int
        d: cython.ulonglong = self.at_first[word]
        left: cython.ulonglong = d & ~gone
        gone &= d
        if self._has_one_fact(word):
            gone = 2
        elif left & (left - 1) == 0 and gone & (gone - 1):
            gone = left
        if self.role[self.owner[word]] == SPELT_OUT:
            return True
        if not self.auxiliary and not self.must_decide[self.owner[word]]:
            return True
        while gone:
            f = self.fact_start[word] + lowest(gone)
            gone &= gone - 1
            self.activity[f] += self.step
            if self.heap_place[f] != TAKEN:
                self._raise(f)
        return True

    def _most_active(self) -> cython.int:
        """The fact to decide on; -1 if all are settled."""
        f: cython.int
        while self.heap_size:
            f = self.heap[0]
            if not self._is_settled(f):
                return f
            self.heap_size -= 1
            self.heap_place[f] = TAKEN
            if self.heap_size:
                self._lower(self.heap[self.heap_size])
            self.taken[self.taken_count] = f
            self.taken_on[self.taken_count] = self.level
            self.taken_count += 1
        return -1

    def _has_one_fact(self, word: cython.int) -> cython.bint:
        """Whether a variable has exactly two values."""
        return self.at_first[word] == 3 and self.width[self.owner[word]] == 1

    def _is_settled(self, f: cython.int) -> cython.bint:
        word: cython.int = self.fact_word[f]
        d: cython.ulonglong = self.domain[word]
        bit: cython.ulonglong = bit_at(f - self.fact_start[word])
        return d & bit == 0 or (d == bit and self._is_empty_without(word))

    def _undo(self, level: cython.int) -> cython.bint:
        Queries._undo(self, level)
        while self.taken_count and self.taken_on[self.taken_count - 1] > level:
            self.taken_count -= 1
            self._raise(self.taken[self.taken_count])
        return True

    def _raise(self, f: cython.int) -> cython.bint:
        """Sift a fact up in the heap, inserting it if needed."""
        at: cython.int = self.heap_place[f]
        above: cython.int
        score: cython.double = self.activity[f]
        if at < 0:
            at = self.heap_size
            self.heap_size += 1
        while at:
            above = self.heap[(at - 1) >> 1]
            if self.activity[above] >= score:
                break
            self.heap[at] = above
            self.heap_place[above] = at
            at = (at - 1) >> 1
        self.heap[at] = f
        self.heap_place[f] = at
        return True

    def _lower(self, f: cython.int) -> cython.bint:
        """Sift a fact down from the top of the heap."""
        at: cython.int = 0
        below: cython.int = 1
        score: cython.double = self.activity[f]
        while below < self.heap_size:
            if (
                below + 1 < self.heap_size
                and self.activity[self.heap[below]] < self.activity[self.heap[below + 1]]
            ):
                below += 1
            if score >= self.activity[self.heap[below]]:
                break
            self.heap[at] = self.heap[below]
            self.heap_place[self.heap[at]] = at
            at = below
            below = 2 * at + 1
        self.heap[at] = f
        self.heap_place[f] = at
        return True
