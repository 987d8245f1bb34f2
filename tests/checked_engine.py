"""The uncompiled engine with every step checked: learned clauses, reasons, and undoing.

- A clause that is learned, and one that forbids what a search has been through, must follow from
  the network, the units of the search, what was added, the solutions that were excluded, and the
  assumptions of its basis. So must what the assumption level removes.
- A reason must be enough for its constraint, by itself, to remove what it removed.
- What a run on a graph leaves out, as nothing can follow from what changed, removes nothing.
- The ways that are kept from hubs of a graph lead there.
- Domains, counters, the chains of the trail and the lists of watches are, after each undo, what
  comes out when they are computed anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise
from random import Random
from typing import Any

import uncompiled
from network_oracle import Literal, Oracle
from pzc.backends.native import network as net

MODULE = uncompiled.load()
LEARNING = import_module(f"{uncompiled.PACKAGE}.learning")
CHANGES = import_module(f"{uncompiled.PACKAGE}.changes")
TAGS = import_module(f"{uncompiled.PACKAGE}.tags")
# The kinds of tags that graph propagators note, by number.
KINDS = {number: name for name, number in vars(TAGS).items() if name.isupper()}
Base: Any = MODULE.Engine

# Of a kind that was met so often, every second reason is asked for at random.
MANY = 20


class CheckedEngine(Base):
    """checks: how many of each kind were made."""

    def __init__(self, network: net.Network, decide: Sequence[int]) -> None:
        self.network = network
        self.oracle = Oracle(network)
        self.single: dict[int, Oracle] = {}
        self.checks: Counter[str] = Counter()
        self.units: list[Literal] = []
        self.assumed: list[list[Literal]] = []
        self.added: list[int] = []
        self.passed: list[int] = []
        self.facts: list[Literal] | None = None
        self.unit: tuple[int, int] | None = None
        self.fresh: list[list[Literal]] | None = None
        self.random: Random | None = None
        super().__init__(network, decide)
        self.check_state()

    # ---- what a search is about ------------------------------------------------------------------

    def open(self, givens: dict, units: Any, assumptions: Any) -> bool:
        self.units = [*units]
        for position, value in givens.items():
            self.units += self.oracle.fixed(self.decide[position], value)
        self.assumed = [list(assumption) for assumption in assumptions]
        self.passed = []
        return super().open(givens, units, assumptions)

    def add_clause(self, words: Sequence[int], masks: Sequence[int]) -> int:
        self.added.append(self.oracle.premise(zip(words, masks, strict=True)))
        return super().add_clause(words, masks)

    def forget(self) -> None:
        super().forget()
        self.added = []
        self.check_state()

    def block_solution(self) -> bool:
        found = [self.oracle.fixed(x, self._low(x)) for x in self.decide[: self.decisions_on]]
        other = [(w, m ^ net.ALL) for words in found for w, m in words]
        self.passed.append(self.oracle.premise(other))
        return super().block_solution()

    def rule_out(self, words: Sequence[int], masks: Sequence[int]) -> bool:
        self.passed.append(self.oracle.premise(zip(words, masks, strict=True)))
        return super().rule_out(words, masks)

    # ---- what is left out ------------------------------------------------------------------------

    def _choose_queries(self, g: int) -> bool:
        made: bool = super()._choose_queries(g)
        self.checks["left out"] += not self.queries_whole
        self.checks["pieces left out"] += self.grown_count >= 0
        return made

    def _pieces(self, p: int) -> bool:
        """If a run removes nothing, one that asks all of everything does not, either."""
        before = self.trail
        good: bool = super()._pieces(p)
        if good and self.trail == before:
            self.queries_whole = self.queries_sure = self.queries_possible = True
            self.grown_count = -1
            assert self._look_at(self.data[p])
            assert self._answer(p)
            assert self.trail == before
            self.note = -1
            self._look_for(self.data[p], -1)
        return good

    def _is_round(self, count: int) -> bool:
        found: bool = super()._is_round(count)
        self.checks["detours"] += found
        return found

    def _find_ways(self, g: int) -> bool:
        super()._find_ways(g)
        for h in range(self.hub_start[g], self.hub_start[g + 1]):
            for v in range(self.vertex_start[g], self.vertex_start[g + 1]):
                self.check_way(h, v)
        return True

    def check_way(self, h: int, v: int) -> None:
        """The way that is kept from a hub to a vertex is open, and begins there."""
        ways = self.way[self.home_start[h] :]
        passed: list[int] = []
        while ways[v] >= 0:
            assert self._is_open(ways[v]) and v not in passed
            passed.append(v)
            v = self.edge_from[ways[v]] + self.edge_to[ways[v]] - v
            assert self._can_be(h, v)
        assert not passed or v == self.hub_vertex[h]
        self.checks["ways"] += len(passed) > 1

    # ---- what is learned -------------------------------------------------------------------------

    def check_clause(self, clause: list[Literal], basis: Sequence[int] = ()) -> None:
        self.checks["clauses"] += 1
        taken = [literal for which in basis for literal in self.assumed[which]]
        follows = self.oracle.follows(clause, [*self.units, *taken], [*self.added, *self.passed])
        assert follows, (clause, basis)

    def basis_in(self, masks: Sequence[int]) -> list[int]:
        return [k for k in range(len(self.assumed)) if masks[k >> 6] >> (k & 63) & 1]

    def _close(self, end: int, lbd: int) -> bool:
        if self.fresh is not None:
            start = self.clause_start[self.clauses]
            words, masks = self.clause_word[start:end], self.clause_mask[start:end]
            self.fresh.append(list(zip(words, masks, strict=True)))
        return super()._close(end, lbd)

    def _enforce(self, word: int, mask: int, why: int) -> bool:
        if self.fresh is not None and why == MODULE.NO_REASON:
            self.fresh.append([(word, mask)])
        return super()._enforce(word, mask, why)

    def _learn_clause(self, point: int, lasting: bool) -> bool:
        self.fresh = []
        good = super()._learn_clause(point, lasting)
        (clause,), self.fresh = self.fresh, None
        self.check_clause(clause, self.basis_in(self.basis))
        assert self.seen_count == self.pending == 0
        assert not any(self.seen[w] or self.open_antecedents[w] for w in range(self.words))
        open_ = [(w, m) for w, m in clause if self.domain[w] & m]
        assert not good or (len(open_) == 1 and not self.domain[open_[0][0]] & ~open_[0][1])
        return good

    def _spare_pairs(self, point: int) -> bool:
        words = self.seen_words[: self.seen_count]
        before = sum(map(self.spared.__getitem__, words))
        result: bool = super()._spare_pairs(point)
        self.checks["pairs"] += sum(map(self.spared.__getitem__, words)) - before
        return result

    def _find_bases(self) -> bool:
        first = self.bases_end
        result = super()._find_bases()
        for t in range(first, self.trail):
            start = (t - self.level_trail[2]) * self.basis_words
            basis = self.basis_in(self.fact_basis[start : start + self.basis_words])
            gone = self.trail_old[t] & ~self.trail_new[t]
            word = self.trail_word[t]
            words = self.network.words_of(self.owner[word])
            left = [(w, net.ALL & ~gone if w == word else net.ALL) for w in words]
            self.check_clause(left, basis)
        return result

    def _path_nogoods(self) -> list:
        found = super()._path_nogoods()
        for words, masks in found:
            self.check_clause(list(zip(words, masks, strict=True)))
        return found

    def _final(self) -> bool:
        result = super()._final()
        self.checks["cores"] += 1
        core = [cut for which in self.core for cut in self.assumed[which]]
        assert self.oracle.solution([*self.units, *core], [*self.added, *self.passed]) is None
        return result

    # ---- why -------------------------------------------------------------------------------------

    def _see(self, word: int, gone: int) -> bool:
        if self.facts is not None:
            assert not self.domain[word] & gone, "a fact that does not hold"
            self.facts.append((word, gone & net.ALL))
        return super()._see(word, gone)

    def _explain(self, why: int, word: int, gone: int, left: int) -> bool:
        self.facts = []
        result = super()._explain(why, word, gone, left)
        facts, self.facts = self.facts, None
        self.checks["reasons"] += 1
        if why >= 0 and net.PIECES <= self.kind[why] <= net.TURNS:
            self.checks[KINDS[self.note_kind[self.cited]]] += 1
        for name, kind in (("unlike", net.UNLIKE), ("alike", net.ALIKE)):
            self.checks[name] += why >= 0 and self.kind[why] == kind
        if why < MODULE.NO_REASON:
            a, b = self.clause_start[-2 - why], self.clause_start[-1 - why]
            open_ = [
                k for k in range(a, b) if self.domain[self.clause_word[k]] & self.clause_mask[k]
            ]
            false = {
                (self.clause_word[k], self.clause_mask[k]) for k in range(a, b) if k not in open_
            }
            assert len(open_) <= (word >= 0) and false <= set(facts)
            assert all(self.owner[self.clause_word[k]] == self.owner[word] for k in open_)
            return result
        self.check_reason(why, word, gone, facts)
        return result

    def check_reason(self, why: int, word: int, gone: int, facts: list[Literal]) -> None:
        """The constraint allows none of what it removed from a word (-1: nothing at all) where
        these facts hold."""
        units = [(w, m ^ net.ALL) for w, m in facts]
        if word >= 0:
            x = self.owner[word]
            units += [(w, gone if w == word else 0) for w in self.network.words_of(x)]
        if why not in self.single:
            self.single[why] = Oracle(self.network, only=why)
        assert self.single[why].solution(units) is None, (why, word, gone, facts)

    def check_reasons(self, start: int) -> None:
        """Ask for the reasons of what graph propagators changed since, whatever analysis asks:
        of some changes, rather of kinds that were seldom met, and with random facts seen."""
        assert self.random is not None
        last = self.trail
        self._begin_tracing()
        for t in range(last - 1, start - 1, -1):
            self._take_back(t)
            why, word, note = self.trail_why[t], self.trail_word[t], self.trail_note[t]
            if why < 0 or not net.PIECES <= self.kind[why] <= net.TURNS:
                continue
            met = self.checks[KINDS[self.note_kind[note]]]
            if self.random.random() * (MANY + met) > MANY:
                continue
            gone = self.trail_old[t] & ~self.trail_new[t]
            seen = self.random_facts(t)
            for w, m in seen:
                self.seen[w] |= m
            self._check_free(why, word, gone, note)
            self.cited = note
            self._explain(why, word, gone, self.trail_new[t])
            self._clear_seen()
            for w, _ in seen:
                self.seen[w] = 0
        self._put_back(start, last)
        self._end_tracing()

    def _check_free(self, why: int, word: int, gone: int, note: int) -> None:
        """A reason by facts that are seen, or that hold since before the first decision."""
        if not self._applies(why) or not self._recall_free(why, note, -1):
            return
        cited = range(self.cited_count)
        facts = [(self.cited_word[k], self.cited_gone[k] & net.ALL) for k in cited]
        for w, m in facts:
            t, m = self.latest[w], m & ~self.seen[w]
            while t >= self.free_end:
                assert not self.trail_old[t] & ~self.trail_new[t] & m, "a fact that costs something"
                t = self.trail_before[t]
            assert not self.domain[w] & m, "a fact that does not hold"
        self.checks["free reasons"] += 1
        self.check_reason(why, word, gone, facts)

    def random_facts(self, end: int) -> list[Literal]:
        """Some of the facts that the trail up to an entry made hold."""
        assert self.random is not None
        share = self.random.choice((0.0, 0.3, 0.7))
        some = [t for t in range(end) if self.random.random() < share]
        return [(self.trail_word[t], self.trail_old[t] & ~self.trail_new[t]) for t in some]

    # ---- what is undone --------------------------------------------------------------------------

    def _undo(self, level: int) -> bool:
        deeper = self.level > level
        result = super()._undo(level)
        if deeper:
            self.check_state()
        return result

    def _propagate(self) -> bool:
        before = self.trail
        good = super()._propagate()
        if self.random is not None:
            self.check_reasons(before)
        assert not any(self.waiting[p] for p in range(self.propagators))
        assert all(self.head[k] == self.tail[k] for k in range(3))
        if good:
            self.check_state()
            self.check_nothing_broken()
        return good

    def check_state(self) -> None:
        self.checks["states"] += 1
        self.check_domains()
        if self.qhead == self.trail:
            self.check_counters()
        self.check_watches()

    def check_domains(self) -> None:
        """The trail leads from the first domains to the present ones."""
        domain, latest = list(self.network.domain), [-1] * self.words
        for t in range(self.trail):
            word, old, new = self.trail_word[t], self.trail_old[t], self.trail_new[t]
            assert old == domain[word] and new != old and new & ~old == 0
            assert self.trail_before[t] == latest[word]
            domain[word], latest[word] = new, t
        assert domain == list(self.domain[: self.words])
        assert latest == list(self.latest[: self.words])
        levels = [*self.level_trail[1 : self.level + 1], self.trail]
        assert all(a <= b for a, b in pairwise(levels))
        for x in range(self.variables):
            assert any(domain[w] for w in self.network.words_of(x)) or self.failed

    def check_counters(self) -> None:
        for p in range(self.propagators):
            arguments = range(self.start[p], self.start[p + 1])
            if self.kind[p] == net.CARDINALITY:
                literals = [(self.domain[self.index[k]], self.mask[k]) for k in arguments]
                true = sum(not d & ~m for d, m in literals)
                possible = sum(bool(d & m) for d, m in literals)
                assert list(self.counter[2 * p : 2 * p + 2]) == [true, possible]
            elif self.kind[p] == net.ALL_DIFFERENT:
                done = [self.index[k] for k in arguments[: self.counter[2 * p]]]
                assert all(self._is_fixed(x) for x in done)
                first = self.network.argument_start[p]
                own = self.network.index[first : self.network.argument_start[p + 1]]
                assert sorted(self.index[k] for k in arguments) == sorted(own)

    def check_watches(self) -> None:
        """Each clause but those that level 0 settled watches a value of each of two literals."""
        lists: dict[int, int] = {}
        for slot in range(self.slot[self.words]):
            node = self.watch_head[slot]
            while node >= 0:
                assert node not in lists and node < 2 * self.clauses
                lists[node] = slot
                node = self.watch_next[node]
        slots = [self.slot[w] for w in range(self.words + 1)]
        for node, slot in lists.items():
            assert node ^ 1 in lists and self.watch_slot[node] == slot
            literal = self.clause_start[node >> 1] + (node & 1)
            word = self.clause_word[literal]
            bit = slot - slots[word]
            assert 0 <= bit < slots[word + 1] - slots[word]
            assert self.clause_mask[literal] >> bit & self.watched[word] >> bit & 1
            blocker = self.blocker_word[node], self.blocker_mask[node]
            own = range(self.clause_start[node >> 1], self.clause_start[(node >> 1) + 1])
            assert blocker[1] == 0 or any(
                blocker == (self.clause_word[k], self.clause_mask[k]) for k in own
            )
        for c in range(self.own_clauses, self.clauses):
            assert 2 * c in lists or self._has_basis(c)
        self.check_pairs(lists)

    def check_pairs(self, lists: dict[int, int]) -> None:
        """Each clause that is a pair of values is listed at both, and not watched."""
        listed = []
        for slot in range(self.slot[self.words]):
            for k in range(self.pair_start[slot], self.pair_start[slot + 1]):
                literal = self.clause_start[self.pair_clause[k]]
                other = literal + 1
                if self._slot_of(literal) != slot:
                    literal, other = other, literal
                assert self._slot_of(literal) == slot
                assert self.pair_word[k] == self.clause_word[other]
                assert self.pair_mask[k] == self.clause_mask[other]
                assert self.watched[self.clause_word[literal]] & self.clause_mask[literal]
                listed.append(self.pair_clause[k])
        pairs = [c for c in range(self.own_clauses) if self.is_pair[c]]
        assert sorted(listed) == sorted(2 * pairs)
        assert not lists.keys() & {2 * c for c in pairs}

    def check_nothing_broken(self) -> None:
        """No clause or cardinality is broken after propagation, nor has left one way open; but a
        clause learned above the level where it holds may be forgotten below that."""
        for c in range(self.clauses):
            if self.watch_slot[2 * c] < 0 and c >= self.own_clauses:
                continue
            literals = range(self.clause_start[c], self.clause_start[c + 1])
            parts = [(self.domain[self.clause_word[k]], k) for k in literals]
            open_ = [(d, k) for d, k in parts if d & self.clause_mask[k]]
            assert open_, "a clause is broken"
            if len(open_) == 1 and self.backtrack_level == 1:
                d, k = open_[0]
                assert not d & ~self.clause_mask[k], "a clause has one literal left"
        for p in range(self.propagators):
            true = not self.domain[self.condition_word[p]] & ~self.condition_mask[p]
            if self.kind[p] == net.CARDINALITY and true:
                assert self.counter[2 * p] <= self.high[p]
                assert self.counter[2 * p + 1] >= self.low[p]

    def close(self) -> None:
        for oracle in (self.oracle, *self.single.values()):
            oracle.close()
