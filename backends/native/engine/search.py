# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
# ruff: noqa: SIM110 (loops stay loops: C knows no generators)
"""The engine: propagation over bit-set domains, search with an undo trail, learning from failures.

One source in Cython's pure Python mode: compiled it works on C arrays, uncompiled it is ordinary
Python over the same arrays. `network` describes literals, propagators and the network that the
engine loads. The engine is one C struct in layers, which the package lists in order: each module
has a class that adds fields and functions to the one before.

Each level above the givens begins with a decision, which removes some values of one word. Without
learning, a conflict flips the last decision. After `learn`, the explored part of the tree becomes
clauses, and conflicts are analysed. An enumeration excludes its first solutions by blocking
clauses; from then on it flips decisions, and backjumping does not undo flipped ones (bounded
backjumping: Gebser, Kaufmann, Neumann, Schaub 2007).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

try:
    import cython
except ImportError:
    from . import shim as cython

from .. import network as net
from .wishes import Wishes

if not cython.compiled:
    from .bits import bit_at, lowest

ALIKE = cython.declare(cython.int, net.ALIKE)
CARDINALITY = cython.declare(cython.int, net.CARDINALITY)
COUNTED = cython.declare(cython.int, net.COUNTED)
DISTINCT = cython.declare(cython.int, net.DISTINCT)
CONSECUTIVE = cython.declare(cython.int, net.CONSECUTIVE)
RUNS = cython.declare(cython.int, net.RUNS)
UNLIKE = cython.declare(cython.int, net.UNLIKE)
PIECES = cython.declare(cython.int, net.PIECES)
HOMES = cython.declare(cython.int, net.HOMES)
TURNS = cython.declare(cython.int, net.TURNS)
AT_MOST = cython.declare(cython.int, net.AT_MOST)
UNEQUAL = cython.declare(cython.int, net.UNEQUAL)
ALL_DIFFERENT = cython.declare(cython.int, net.ALL_DIFFERENT)
BINARY_TABLE = cython.declare(cython.int, net.BINARY_TABLE)
ELEMENT = cython.declare(cython.int, net.ELEMENT)
MAX = cython.declare(cython.int, net.MAX)
MIN = cython.declare(cython.int, net.MIN)
NO_REASON = cython.declare(cython.int, -1)

COMPILED: bool = cython.compiled

# Results of `run`.
SOLUTION, NO_SOLUTION, PAUSED = 0, 1, 2

# Learned clauses before the first reduce_db.
FIRST_LEARNT_LIMIT = cython.declare(cython.int, 8000)

# Blocking clauses in one enumeration. Further solutions are left by flipping decisions, so that
# memory does not grow with the number of solutions.
MOST_BLOCKED = cython.declare(cython.int, 500)

# Growth of the weight of each further conflict; larger while learning, where recent ones matter.
FADE = cython.declare(cython.double, 1.01)
FADE_LEARNING = cython.declare(cython.double, 1.15)


class Engine(Wishes):
    """Search over one network, loaded once.

    decide: the branching variables. All others follow from them or are free.
    """

    def __init__(self, network: net.Network, decide: Sequence[int]) -> None:
        self._load_domains(network)
        self._load_propagators(network)
        self._load_scratch()
        self._load_unlike()
        self._load_alike()
        self._load_graphs(network)
        self._load_homes(network)
        self._load_reach()
        self._load_changes()
        self._load_sizes(network)
        self._load_images(network)
        self._load_learning()
        self.reluctant = False
        self.followed = self._masks("followed", (), self.words)
        self._load_order(network, decide)
        self.decisions = 0
        self.blocked = 0
        self.barren = 0
        self.wishes = 0
        self._forget_preferences()
        self._load_clauses(network)
        self._assume(())
        self.failed = self.failed or not self._propagate()

    def _forget_preferences(self) -> cython.bint:
        self.learnt_limit = FIRST_LEARNT_LIMIT
        return self._forget_order()

    # ---- propagators by kind ---------------------------------------------------------------------

    def _run(self, p: cython.int) -> cython.bint:
        kind: cython.int = self.kind[p]
        # Not a table of methods: compiled, these are direct calls, which C can inline.
        if self.domain[self.condition_word[p]] & self.condition_mask[p] == 0:
            return True
        if kind == CARDINALITY:
            return self._cardinality(p)
        if kind == COUNTED:
            return self._counted(p)
        if kind == DISTINCT:
            return self._distinct(p)
        if kind == AT_MOST:
            return self._at_most(p)
        if kind == BINARY_TABLE:
            return self._binary_table(p)
        if kind == UNEQUAL:
            return self._unequal(p)
        if kind == CONSECUTIVE:
            return self._consecutive(p)
        if kind == HOMES:
            return self._homes(p)
        if kind == PIECES:
            return self._pieces(p)
        if kind == TURNS:
            return self._turn(p)
        if kind == UNLIKE:
            return self._unlike(p)
        if kind == ALIKE:
            return self._alike(p)
        if kind == RUNS:
            return self._runs(p)
        if kind == ELEMENT:
            return self._element(p)
        if kind == MAX:
            return self._extreme(p, 1)
        if kind == MIN:
            return self._extreme(p, -1)
        if kind == ALL_DIFFERENT:
            return self._all_different(p)
        return self._arithmetic(p)

    # ---- search ----------------------------------------------------------------------------------

    def open(
        self,
        givens: dict,
        units: Sequence[tuple[int, int]],
        assumptions: Sequence[Sequence[tuple[int, int]]],
    ) -> bool:
        """Begin a search. givens: values, by position in `decide`. units: literals to assert on
        level 1. assumptions: the literals of each, all asserted on one level. False if givens and
        units wipe out a variable."""
        self._undo(0)
        self._untaint()
        self.learning = False
        self.blocked = 0
        self.barren = 0
        self.wishes = 0
        self.auxiliary = MOST_BLOCKED > 0
        self.backtrack_level = 1
        self.core = []
        self._assume(assumptions)
        if self.failed:
            return False
        self._open_level()
        for position, value in givens.items():
            if not self._give(position, value):
                return False
        for word, mask in units:
            if not self._set(word, self.domain[word] & mask, NO_REASON):
                return False
        return True

    def _give(self, position: cython.int, value: cython.longlong) -> cython.bint:
        x: cython.int = self.decide[position]
        bit: cython.longlong = value - self.base[x]
        if bit < 0 or bit >= 64 * self.width[x]:
            return False
        return self._enforce(self.first[x] + (bit >> 6), bit_at(bit & 63), NO_REASON)

    def _assume(self, assumptions: Sequence[Sequence[tuple[int, int]]]) -> cython.bint:
        if not assumptions and self.assumption_level == 1:
            return True
        if self.assumption_level > 0 and assumptions == self.assumed_before:
            return self._move_bases(assumptions)
        words: list = [word for assumption in assumptions for word, _ in assumption]
        masks: list = [mask for assumption in assumptions for _, mask in assumption]
        starts: list = [0, *accumulate(map(len, assumptions))]
        self._give_up("assumed_word", "assumed_mask", "assumed_start")
        self.assumed_word = self._ints("assumed_word", words)
        self.assumed_mask = self._masks("assumed_mask", masks)
        self.assumed_start = self._ints("assumed_start", starts)
        self.assumptions = len(assumptions)
        self.assumption_level = 2 if assumptions else 1
        self._move_bases(assumptions)
        return True

    def propagate(self) -> bool:
        """After `open`: propagate the assumptions without searching. False on a conflict."""
        good: cython.bint = not self.failed and self.level == 1 and self._propagate()
        if good and self.level < self.assumption_level:
            good = self._take_assumptions() and self._propagate()
        if not good:
            self._final()
        return good

    def suppose(self, literals: Sequence[tuple[int, int]]) -> int:
        """After `propagate`: propagate one more assumption, on a level of its own, and take it
        back. The number of changes until a conflict; if there is none, -1 less that of all."""
        w: cython.int
        m: cython.ulonglong
        level: cython.int = self.level
        found: cython.int
        good: cython.bint = True
        self._open_level()
        for word, mask in literals:
            w, m = word, mask
            good = good and self._set(w, self.domain[w] & m, NO_REASON)
        good = good and self._propagate()
        found = self.trail - self.level_trail[self.level]
        if good:
            found = -1 - found
        self._undo(level)
        return found

    def domains(self, words: Sequence[int]) -> list[int]:
        """The domains of some words."""
        w: cython.int
        found: list = []
        for word in words:
            w = word
            found.append(self.domain[w])
        return found

    def run(self, budget: int) -> int:
        """Continue for `budget` decisions and conflicts: SOLUTION, NO_SOLUTION or PAUSED."""
        stop: cython.longlong = self.decisions + self.conflicts + budget
        if self.failed or self.level == 0:
            return NO_SOLUTION
        while True:
            if not self._propagate():
                self._fail()
                if not (self._learn() if self._is_to_learn() else self._flip_decision()):
                    if not self.learning and self.is_proved():
                        self._final()
                    return NO_SOLUTION
                if self.learning and self.conflicts >= self.patience and not self._restart():
                    return NO_SOLUTION
            elif self.level < self.assumption_level:
                if not self._take_assumptions():
                    self._final()
                    return NO_SOLUTION
            elif self.dormant and self.level == self.assumption_level:
                if not self._watch_dormant():
                    return NO_SOLUTION
            elif not self._decide():
                return SOLUTION
            if self.decisions + self.conflicts >= stop:
                return PAUSED

    def enumerate(
        self, budget: int, most_barren: int, most: int
    ) -> tuple[int, list[tuple[int, ...]], int]:
        """Continue like `run`, blocking each solution, up to `most` solutions.

        Returns the last result (SOLUTION: `most` are found, the last one is not blocked), the
        solutions, and the decisions and conflicts since the last one, at most `most_barren` unless
        learning.
        """
        result: cython.int = PAUSED
        before: cython.longlong
        left: cython.longlong = budget
        found: list = []
        while left > 0:
            before = self.decisions + self.conflicts
            result = self.run(left if self.learning else min(left, most_barren - self.barren))
            left -= self.decisions + self.conflicts - before
            self.barren += self.decisions + self.conflicts - before
            if result != SOLUTION:
                break
            found.append(self.assignment())
            self.barren = 0
            if len(found) >= most:
                break
            result = PAUSED if self.block_solution() else NO_SOLUTION
            if result == NO_SOLUTION:
                break
        return result, found, self.barren

    def forget(self) -> None:
        """Drop learned clauses and heuristic state, so that the first solution of a puzzle does not
        depend on the puzzles solved before it."""
        self._undo(0)
        self._forget(self.own_clauses)
        self.tainted = False
        self.lasting = self.untainted = self.own_clauses
        self._forget_preferences()

    def lean(self, reluctant: bool) -> None:
        """From now on, try the lower of two values first if `reluctant`, else the upper one.
        Forgets the weights of earlier searches."""
        self.reluctant = reluctant
        self._forget_preferences()

    def block_solution(self) -> bool:
        """After a solution: exclude it, by a blocking clause or by flipping the last decision.
        False if nothing is left to search."""
        self.tainted = True
        if not self.learning or self.backtrack_level > 1 or self.blocked >= MOST_BLOCKED:
            return self._flip_decision()
        self.blocked += 1
        shown: cython.bint = self._has_decided_shown()
        if self.blocked == MOST_BLOCKED:
            # Flipping a decision on a variable outside the answer would repeat the same answer.
            self.auxiliary = False
            self._fill_heap()
        return self._block_decisions() if shown else self._add_blocking_clause()

    def learn(self, enumerating: bool) -> bool:
        """Start conflict analysis. enumerating: first exclude the explored part of the search tree.
        False if nothing is left to search."""
        first: cython.bint = self.lasting == self.clauses
        self._start_learning()
        if enumerating and not self._leave_path():
            return False
        # Flipped decisions of the assumption level follow from all assumptions at once.
        self._undo(1)
        if first:
            self.lasting = self.clauses
        return True

    def rule_out(self, words: Sequence[int], masks: Sequence[int]) -> bool:
        """While learning: add a clause until the next `open`. False if nothing is left."""
        self.tainted = True
        if not self._leave_path():
            return False
        self._append(words, masks, 0)
        return self._settle(self.clauses - 1)

    def is_learning(self) -> bool:
        return self.learning

    def is_proved(self) -> bool:
        """After NO_SOLUTION: whether a core is known. It is not where decisions were flipped."""
        return self.backtrack_level <= 1

    def culprits(self) -> list[int]:
        """After NO_SOLUTION with a known core: the positions of its assumptions."""
        return self.core

    def assignment(self) -> tuple[int, ...]:
        """The least value of each branching variable: after SOLUTION, its value."""
        k: cython.int
        x: cython.int
        d: cython.ulonglong
        found: list = []
        for k in range(self.shown):
            x = self.decide[k]
            d = self.domain[self.first[x]]
            found.append(self.base[x] + lowest(d) if d else self._low(x))
        return tuple(found)

    def follow(self) -> None:
        """At a solution: from now on, decide for its values where they are possible, to find
        further solutions near it (solution-guided search: Beck 2007)."""
        word: cython.int
        for word in range(self.words):
            self.followed[word] = self.domain[word]

    @cython.final
    def _can_follow(self, word: cython.int) -> cython.bint:
        """Whether some but not all values of a word are those that decisions follow."""
        return (
            self.domain[word] & self.followed[word] != 0
            and self.domain[word] & ~self.followed[word] != 0
        )

    def take_counts(self) -> tuple[int, int, int, int, int, int, int]:
        """Return and reset the counts of decisions, conflicts, propagator runs, visited watches of
        clauses, vertices of graphs that were walked over, vertices and edges of which only the
        state was read, and undone changes of words."""
        counts = (
            self.decisions,
            self.conflicts,
            self.propagations,
            self.watches,
            self.walked,
            self.scanned,
            self.changes,
        )
        self.patience -= self.conflicts
        self.decisions = self.conflicts = self.propagations = self.changes = 0
        self.watches = self.walked = self.scanned = 0
        return counts

    def _take_assumptions(self) -> cython.bint:
        """Open the assumption level; the note of a change there is the position of its
        assumption."""
        k: cython.int
        word: cython.int
        which: cython.int
        good: cython.bint = True
        self._open_level()
        self.bases_end = self.trail
        for which in range(self.assumptions):
            self.note = which
            for k in range(self.assumed_start[which], self.assumed_start[which + 1]):
                word = self.assumed_word[k]
                good = good and self._set(word, self.domain[word] & self.assumed_mask[k], NO_REASON)
        self.note = -1
        return good

    def _decide(self) -> cython.bint:
        """Decide: open a level with a decision. False if all variables are fixed."""
        x: cython.int
        w: cython.int
        d: cython.ulonglong
        if self.learning and self.level == self.assumption_level and self.level > 1:
            self._find_bases()
        if self.wishes and self._decide_wish():
            self.decisions += 1
            return True
        if self.learning:
            return self._decide_fact()
        x = self._heaviest()
        if x < 0:
            return False
        # Empty the last word with values unless it is the only one; else try true, or the least
        # value.
        w = self.first[x] + self.width[x] - 1
        while self.domain[w] == 0:
            w -= 1
        d = self.domain[w]
        self._open_level()
        self.decisions += 1
        if self._has_default(x):
            return self._decide_value(x, self.default_word[x], self.default[x])
        if self._can_follow(w):
            return self._set(w, d & self.followed[w], NO_REASON)
        if not self._is_empty_without(w):
            return self._set(w, 0, NO_REASON)
        if d == 3 and self.base[x] == 0 and not self.reluctant:
            return self._set(w, 2, NO_REASON)
        return self._set(w, d & -d, NO_REASON)

    def _decide_fact(self) -> cython.bint:
        """Decide on a fact. A variable of two values gets the upper one first, unless `reluctant`,
        whatever it had before: in a count, a true literal decides more, and most searches prove
        that there is no further solution."""
        word: cython.int
        x: cython.int
        fact: cython.int = self._most_active()
        if fact < 0:
            return False
        self._open_level()
        self.decisions += 1
        word = self.fact_word[fact]
        x = self.owner[word]
        if self._has_default(x):
            return self._decide_value(x, self.default_word[x], self.default[x])
        if self._can_follow(word):
            return self._set(word, self.domain[word] & self.followed[word], NO_REASON)
        if self.reluctant and not self.role[x] and self._has_one_fact(word):
            return self._set(word, 1, NO_REASON)
        return self._decide_value(x, word, bit_at(fact - self.fact_start[word]))

    def _decide_value(
        self, x: cython.int, word: cython.int, value: cython.ulonglong
    ) -> cython.bint:
        """Decide for a value of a variable, a bit of one of its words, or first empty another word:
        a decision changes one word."""
        w: cython.int
        for w in range(self.first[x] + self.width[x] - 1, self.first[x] - 1, -1):
            if w != word and self.domain[w]:
                return self._set(w, 0, NO_REASON)
        return self._set(word, value, NO_REASON)

    def _fail(self) -> cython.bint:
        """Count a conflict and bump the weights of the variables of its constraint."""
        k: cython.int
        p: cython.int = self.conflict
        self.conflicts += 1
        if self.wishes:
            self._fail_wishing()
        self._fade(FADE_LEARNING if self.learning else FADE)
        if self.wiped_out >= 0:
            self.weight[self.owner[self.wiped_out]] += self.step
        if self.learning:
            return True
        if p >= 0 and not PIECES <= self.kind[p] <= TURNS:
            for k in range(self.start[p], self.start[p + 1]):
                if self.kind[p] <= RUNS:
                    self.weight[self.owner[self.index[k]]] += self.step
                else:
                    self.weight[self.index[k]] += self.step
        elif p < NO_REASON:
            for k in range(self.clause_start[-2 - p], self.clause_start[-1 - p]):
                self.weight[self.owner[self.clause_word[k]]] += self.step
        return True
