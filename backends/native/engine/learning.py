# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc"
"""Conflict-driven clause learning over sets of values.

As in MiniSat (Eén, Sörensson 2003), over literals x ∈ S as in the g-nogoods of Katsirelos and
Bacchus (2005), with reasons computed on demand as in lazy clause generation (Ohrimenko, Stuckey,
Codish 2009). A fact is: some values of a word are impossible. Analysis undoes the trail entry by
entry. An entry that removed seen values is resolved: replaced by the facts from which its
constraint removed them. All later entries are undone by then, so the domains are those that the
constraint propagated on. A constraint without a better explanation cites all removed values of its
variables. Analysis ends when one entry holds all open antecedents (the first unique implication
point). The seen facts become a clause, which is a unit at the second-highest level. Restarts follow
Luby; reduce_db drops clauses of high LBD.
"""

from __future__ import annotations

try:
    import cython
except ImportError:
    from . import shim as cython

from .minimizing import Minimizing

if not cython.compiled:
    from .bits import EVERY, bit_at

NO_REASON = cython.declare(cython.int, -1)

# Conflicts before the first restart; by how much the learnt limit grows at each reduce_db.
RESTART = cython.declare(cython.int, 64)
LEARNT_STEP = cython.declare(cython.int, 2000)


class Learning(Minimizing):
    def _load_learning(self) -> cython.bint:
        self._load_minimizing()
        self.patience = self.restarts = self.conflicts = 0
        self.learnt_limit = self.learned = 0
        self.backtrack_level = 1
        self.core: list = []
        return True

    # ---- backtracking ----------------------------------------------------------------------------

    def _is_to_learn(self) -> cython.bint:
        """Whether to learn from this conflict: not below flipped decisions."""
        return self.learning and (self.level > self.backtrack_level or self.backtrack_level == 1)

    def _flip_decision(self) -> cython.bint:
        """Flip the last decision: undo it and assert its opposite. False if there is none."""
        word: cython.int
        left: cython.ulonglong
        while self.level > self.assumption_level:
            word = self.trail_word[self.level_trail[self.level]]
            left = self.trail_old[self.level_trail[self.level]]
            left &= ~self.trail_new[self.level_trail[self.level]]
            self._undo(self.level - 1)
            if self._enforce(word, left, NO_REASON):
                self.backtrack_level = self.level
                return True
        return False

    # ---- analysis --------------------------------------------------------------------------------

    def _learn(self) -> cython.bint:
        """Analyse the conflict up to its first unique implication point: resolve the facts of this
        level, latest first, until one change of a word holds all open antecedents. Learn the clause
        and backjump to the level where it is a unit."""
        t: cython.int
        word: cython.int
        hit: cython.ulonglong
        self._clear_basis()
        while True:
            if self.level <= self.assumption_level:
                self._final()
                return False
            self.since = self.level_trail[self.level]
            self._see_conflict()
            if self.pending:
                break
            # The conflict has no facts of this level: it arose earlier and was detected late.
            self._clear_seen()
            self._undo(self.level - 1)
            if not self._is_to_learn():
                return self._flip_decision()
        self.changes += self.trail
        while True:
            self.trail -= 1
            t = self.trail
            word = self.trail_word[t]
            self._take_back(t)
            hit = self.trail_old[t] & ~self.trail_new[t] & self.open_antecedents[word]
            if hit == 0:
                continue
            if self.pending == 1 and hit == self.open_antecedents[word]:
                break
            self._resolve(word, hit)
            self.cited = self.trail_note[t]
            self._explain(self.trail_why[t], word, hit, self.trail_new[t])
        self.changes -= self.trail
        return self._learn_clause(word, False)

    def _resolve(self, word: cython.int, hit: cython.ulonglong) -> cython.bint:
        """Remove facts that the caller replaces by their reasons."""
        self.seen[word] &= ~hit
        self.open_antecedents[word] &= ~hit
        if self.open_antecedents[word] == 0:
            self.pending -= 1
        if self.seen[word] == 0:
            self._drop_seen_word(word)
        return True

    def _drop_seen_word(self, word: cython.int) -> cython.bint:
        k: cython.int
        for k in range(self.seen_count):
            if self.seen_words[k] == word:
                self.seen_count -= 1
                self.seen_words[k] = self.seen_words[self.seen_count]
                return True
        return True

    def _final(self) -> cython.bint:
        """Compute the core: the assumptions that the conflict follows from."""
        self.core = []
        if self.level > 1:
            self._clear_basis()
            self._begin_tracing()
            self._see_conflict()
            self._add_bases_behind()
            self._end_tracing()
            if self.conflict == NO_REASON and self.conflict_note >= 0:
                self.basis[self.conflict_note >> 6] |= bit_at(self.conflict_note & 63)
            self.core = self._assumptions_of_basis()
        return True

    def _blame(self, c: cython.int) -> cython.bint:
        """Compute the core from a clause all of whose literals are false before any decision."""
        k: cython.int
        self._find_bases()
        self._clear_basis()
        self._add_clause_basis(c)
        for k in range(self.clause_start[c], self.clause_start[c + 1]):
            self._add_basis(self.clause_word[k], self.clause_mask[k], self.trail)
        self.core = self._assumptions_of_basis()
        return True

    def _assumptions_of_basis(self) -> list:
        """The positions of the assumptions of the basis under construction."""
        k: cython.int
        found: list = []
        for k in range(64 * self.basis_words):
            if self.basis[k >> 6] & bit_at(k & 63):
                found.append(k)
        return found

    def _learn_clause(self, point: cython.int, lasting: cython.bint) -> cython.bint:
        """Learn the clause that negates the seen facts, backjump, and assert it at word `point`.

        lasting: reduce_db never drops it."""
        k: cython.int
        t: cython.int
        word: cython.int
        level: cython.int
        back: cython.int = self.assumption_level
        second: cython.int = -1
        gone: cython.ulonglong
        new: cython.ulonglong
        watched: cython.ulonglong = 0
        point_mask: cython.ulonglong = self.seen[point]
        start: cython.int = self.clause_start[self.clauses]
        end: cython.int = start + 1
        levels: cython.int = 1
        self._make_room(self.clauses + 1, start + self.seen_count + 1)
        self.clause_word[start] = point
        self.clause_mask[start] = point_mask
        self.learned += 1
        self.level_mark[self.level] = self.learned
        self.known = self.level_trail[self.assumption_level + 1]
        self._minimize(-1 if lasting else point)
        self._make_room(self.clauses + 1, start + self.seen_count + 1)
        self.clause_mask[start] = point_mask = self.seen[point]
        for k in range(self.seen_count):
            word = self.seen_words[k]
            if word == point:
                continue
            # Facts from before the first decision are left out.
            gone = self.seen[word]
            new = gone & self._domain_at(word, self.known)
            if self.assumption_level > 1 and new != gone:
                self._add_basis(word, gone & ~new, self.known)
            if new == 0 or self.spared[word]:
                continue
            t = self.latest[word]
            while self.trail_old[t] & ~self.trail_new[t] & new == 0:
                t = self.trail_before[t]
            level = self._level_of(t)
            if self.level_mark[level] != self.learned:
                self.level_mark[level] = self.learned
                levels += 1
            if level > back or second < 0:
                back = max(back, level)
                second = end
                watched = self.trail_old[t] & ~self.trail_new[t] & new
            self.clause_word[end] = word
            self.clause_mask[end] = new
            end += 1
        self._clear_seen()
        self._undo(max(back, self.backtrack_level))
        if second < 0:
            if self.assumption_level > 1:
                return self._assert_with_basis(point, point_mask)
            return self._enforce(point, point_mask, NO_REASON)
        self._swap_literals(start + 1, second)
        self._close(end, 0 if lasting else levels)
        k = self.clauses - 1
        for level in range(self.basis_words):
            self.clause_basis[(k - self.own_clauses) * self.basis_words + level] = self.basis[level]
        self._watch(2 * k, start)
        self._watch_value(2 * k + 1, self.clause_word[start + 1], watched)
        return self._enforce(point, point_mask, -2 - k)

    def _start_learning(self) -> cython.bint:
        self.learning = True
        self._rank()
        self.backtrack_level = 1
        self.restarts = 0
        self.patience = self.conflicts + RESTART
        return True

    # ---- blocking clauses, restarts --------------------------------------------------------------

    def _has_decided_shown(self) -> cython.bint:
        """Whether all decisions are on variables of the answer."""
        level: cython.int
        for level in range(self.assumption_level + 1, self.level + 1):
            if not self.must_decide[self.owner[self.trail_word[self.level_trail[level]]]]:
                return False
        return True

    def _add_blocking_clause(self) -> cython.bint:
        """Add a blocking clause for the current solution."""
        k: cython.int
        w: cython.int
        x: cython.int
        d: cython.ulonglong
        found: list = []
        words: list = []
        masks: list = []
        for k in range(self.decisions_on):
            x = self.decide[k]
            for w in range(self.first[x], self.first[x] + self.width[x]):
                found.append((w, self.domain[w]))
        self._undo_decisions()
        for w, d in found:
            d = self.domain[w] & ~d
            if d:
                words.append(w)
                masks.append(d)
        self._append(words, masks, 0)
        return self._settle(self.clauses - 1)

    def _block_decisions(self) -> cython.bint:
        """Add a blocking clause over the current decisions."""
        level: cython.int
        t: cython.int
        if self.level <= self.assumption_level:
            return False
        self.since = self.level_trail[self.level]
        self._clear_basis()
        for level in range(self.assumption_level + 1, self.level + 1):
            t = self.level_trail[level]
            self._see(self.trail_word[t], self.trail_old[t] & ~self.trail_new[t])
        word: cython.int = self.trail_word[self.since]
        while self.trail > self.since:
            self.trail -= 1
            self._take_back(self.trail)
        return self._learn_clause(word, True)

    def _leave_path(self) -> cython.bint:
        """Undo all decisions. Turn the explored part of the search tree into clauses."""
        nogoods: list = self._path_nogoods()
        self.backtrack_level = 1
        self._undo_decisions()
        for words, masks in nogoods:
            self.tainted = True
            self._append(words, masks, 0)
            if not self._settle(self.clauses - 1):
                return False
        return True

    def _path_nogoods(self) -> list:
        """Clauses that exclude the explored part of the search tree: each flipped decision follows
        from the decisions above it."""
        found: list = []
        path: dict = {}
        level: cython.int
        t: cython.int
        w: cython.int
        x: cython.int
        narrowed: cython.int
        end: cython.int
        for level in range(self.assumption_level + 1, self.level + 1):
            t = self.level_trail[level]
            end = self.level_trail[level + 1] if level < self.level else self.trail
            word = self.trail_word[t]
            path[word] = path.get(word, 0) | (self.trail_old[t] & ~self.trail_new[t])
            narrowed = -1
            for t in range(self.level_trail[level] + 1, end):
                if self.trail_why[t] != NO_REASON:
                    continue
                word = self.trail_word[t]
                x = self.owner[word]
                clause = dict(path)
                if self.trail_new[t]:
                    narrowed = x
                    clause[word] = clause.get(word, 0) | self.trail_new[t]
                elif x == narrowed:
                    # Implied by the entry for the word that was narrowed first.
                    continue
                else:
                    for w in range(self.first[x], self.first[x] + self.width[x]):
                        if w != word:
                            clause[w] = EVERY
                found.append((list(clause), list(clause.values())))
        return found

    def _settle(self, c: cython.int) -> cython.bint:
        """Before any decision: watch the last clause, or assert it and drop it if it is a unit."""
        k: cython.int = self.clause_start[c]
        open_: cython.int = self._attach(c)
        word: cython.int = self.clause_word[k]
        mask: cython.ulonglong = self.clause_mask[k]
        if open_ >= 2:
            return True
        self.clauses = c
        if self.assumption_level > 1:
            return self._assert_unit(c) if open_ else not self._blame(c)
        return open_ == 1 and self._enforce(word, mask, NO_REASON)

    def _undo_decisions(self) -> cython.bint:
        return self._undo(self.assumption_level)

    def _restart(self) -> cython.bint:
        """Restart. Above the learnt limit, run reduce_db."""
        self.restarts += 1
        self.patience = self.conflicts + RESTART * _luby(self.restarts)
        if self.clauses - self.lasting < self.learnt_limit:
            self._undo(min(self.level, max(self.assumption_level, self.backtrack_level)))
            return True
        self.learnt_limit += LEARNT_STEP
        return self._leave_path() and self._reduce_db()

    def _reduce_db(self) -> cython.bint:
        """Drop the half of the learned clauses with the highest LBD, older ones first (Audemard,
        Simon 2009)."""
        c: cython.int
        k: cython.int
        start: cython.int
        first: cython.int = self.lasting
        last: cython.int = self.clauses
        end: cython.int = self.clause_start[first]
        untainted: cython.int = self.untainted
        spare: cython.int = (last - first) // 2
        worst: cython.int = 0
        self._give_up("clauses_of_lbd")
        count: cython.p_int = self._ints("clauses_of_lbd", (), self.level_room)
        for c in range(first, last):
            count[self.lbd[c]] += 1
            worst = max(worst, self.lbd[c])
        # Drop all clauses of LBD above `worst`, and `spare` clauses of LBD `worst`.
        while worst > 0 and count[worst] <= spare:
            spare -= count[worst]
            worst -= 1
        self._forget(first)
        for c in range(first, last):
            if c <= untainted:
                self.untainted = self.clauses
            start = self.clause_start[c]
            if self.lbd[c] > max(worst, 0):
                continue
            if self.lbd[c] == worst and worst > 0 and spare > 0:
                spare -= 1
                continue
            for k in range(start, self.clause_start[c + 1]):
                self.clause_word[end] = self.clause_word[k]
                self.clause_mask[end] = self.clause_mask[k]
                end += 1
            self._close(end, self.lbd[c])
            self._move_basis(c, self.clauses - 1)
            if not self._settle(self.clauses - 1):
                return False
            end = self.clause_start[self.clauses]
        if untainted == last:
            self.untainted = self.clauses
        return True


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
