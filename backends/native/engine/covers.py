# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
# mypy: disable-error-code="untyped-decorator,type-arg,misc,attr-defined"
"""A solver for many puzzles of one shape whose only constraints are all-different (see
`native.exclusions`): from the text of a puzzle to that of its solution.

The engine solves such puzzles, too, but in a batch it spends most of the time on waking constraints
and in Python between one search and the next. Here there are neither, and no learning: this solver
answers puzzles with exactly one solution or none. It leaves to the engine those with several
solutions, as which of them comes first must not depend on the solver, and those that take more than
`MOST_DECISIONS`.

A *fact* is: a variable has a value. A *demand* is a set of facts of which exactly one holds: those
of a variable; those of a value in a unit with as many variables as values. So a solution is an
exact cover, and naked and hidden singles are the same: demands with one possible fact.

Demands without common facts form a *family*. A state has, for each family, planes of bits, a bit
for each demand: plane j says which demands still have their j-th fact. One pass over the planes
finds all demands with no fact, with one, and with two. After the planes come the demands that are
still open. A fact that holds is one AND of all words with its row, which drops all facts that
exclude it and closes its demands; so there is no queue and no undoing: each level of the search
has a state of its own.

The search branches on a variable with two values, one with many neighbours that can have these, the
more if they have two values, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

try:
    import cython
except ImportError:
    from . import shim as cython

from .memory import Memory

if not cython.compiled:
    from .bits import EVERY, bit_at, lowest, population

# What a character means at a place, if no fact.
NOTHING = cython.declare(cython.int, 0)
UNSURE = cython.declare(cython.int, -1)
CHARACTERS = cython.declare(cython.int, 128)

# Results of a search besides the number of solutions, at most two.
GIVEN_UP = cython.declare(cython.int, -1)
# Decisions before a search is given up: some hundredths of a second.
MOST_DECISIONS = cython.declare(cython.int, 20_000)


class Covers(Memory):
    """domains: the values of each variable. units: sets of variables that differ pairwise, each
    with the values that all occur among them."""

    def __init__(
        self,
        domains: Sequence[Sequence[int]],
        units: Sequence[tuple[Sequence[int], Sequence[int]]],
    ) -> None:
        self._allocate()
        values = sorted({value for domain in domains for value in domain})
        self.indices: dict = {value: j for j, value in enumerate(values)}
        self.variables = len(domains)
        self.values = len(values)
        self.facts = 0
        self.fact_of = self._filled("fact_of", -1, self.variables * self.values)
        for k, domain in enumerate(domains):
            for value in sorted(domain):
                self.fact_of[k * self.values + self.indices[value]] = self.facts
                self.facts += 1
        self._load_families(_families(units, self.variables, values))
        words: cython.int = self.width[0]
        self.peers = self._masks("peers", (), self.variables * words)
        for unit, _ in units:
            for one in unit:
                for other in unit:
                    if one != other:
                        self.peers[one * words + (other >> 6)] |= bit_at(other & 63)
        self._load_rows()
        self.length = 0

    def _load_families(self, families: list) -> cython.bint:
        """families: lists of demands, which are lists of (variable, index of a value)."""
        g: cython.int
        slot: cython.int
        at: cython.int = 0
        self.families = len(families)
        planes = [max(map(len, demands)) for demands in families]
        width = [(len(demands) + 63) >> 6 for demands in families]
        self.planes = self._ints("planes", planes)
        self.width = self._ints("width", width)
        self.start = self._ints("start", (), self.families)
        self.open_start = self._ints("open_start", (), self.families)
        for g in range(self.families):
            self.start[g] = at
            at += self.planes[g] * self.width[g]
        self.demands_at = at
        for g in range(self.families):
            self.open_start[g] = at
            at += self.width[g]
        self.demand_words = at - self.demands_at
        self.size = (at + 3) & ~3  # see `_hold`
        self.demands = self._masks("demands", (), self.demand_words)
        self.twos = self._masks("twos", (), self.demand_words)
        self.at_first = self._masks("at_first", (), self.size)
        self.fact_at = self._ints("fact_at", (), 64 * self.demands_at)
        self.bits = self._filled("bits", -1, self.facts * self.families)
        for g, demands in enumerate(families):
            for k, demand in enumerate(demands):
                slot = self.open_start[g] + (k >> 6)
                self.demands[slot - self.demands_at] |= bit_at(k & 63)
                self.at_first[slot] |= bit_at(k & 63)
                for j, (x, value) in enumerate(demand):
                    fact = self.fact_of[x * self.values + value]
                    if fact >= 0:
                        slot = self.start[g] + j * self.width[g] + (k >> 6)
                        self.at_first[slot] |= bit_at(k & 63)
                        self.fact_at[64 * slot + (k & 63)] = fact
                        self.bits[fact * self.families + g] = 64 * slot + (k & 63)
        return True

    def _load_rows(self) -> cython.bint:
        """Compute what each fact leaves of a state."""
        x: cython.int
        y: cython.int
        j: cython.int
        g: cython.int
        k: cython.int
        bit: cython.int
        fact: cython.int
        words: cython.int = self.width[0]
        self.leaves = self._masks("leaves", (), self.facts * self.size)
        # A level for each decision, the first, and what is tried last.
        self.state = self._masks("state", (), (self.variables + 2) * self.size)
        for k in range(self.facts * self.size):
            self.leaves[k] = EVERY
        for x in range(self.variables):
            for j in range(self.values):
                fact = self.fact_of[x * self.values + j]
                if fact < 0:
                    continue
                for k in range(self.values):
                    if k != j:
                        self._clear(fact, self.fact_of[x * self.values + k])
                for y in range(self.variables):
                    if self.peers[x * words + (y >> 6)] & bit_at(y & 63):
                        self._clear(fact, self.fact_of[y * self.values + j])
                for g in range(self.families):
                    bit = self.bits[fact * self.families + g]
                    if bit >= 0:
                        k = ((bit >> 6) - self.start[g]) % self.width[g]
                        self.leaves[fact * self.size + self.open_start[g] + k] ^= bit_at(bit & 63)
        return True

    @cython.final
    def _clear(self, row: cython.int, fact: cython.int) -> cython.bint:
        """Remove a fact from a row."""
        g: cython.int
        bit: cython.int
        if fact >= 0:
            for g in range(self.families):
                bit = self.bits[fact * self.families + g]
                if bit >= 0:
                    self.leaves[row * self.size + (bit >> 6)] &= ~bit_at(bit & 63)
        return True

    # ---- search ----------------------------------------------------------------------------------

    @cython.final
    def _hold(self, at: cython.int, fact: cython.int) -> cython.bint:
        """Let a fact hold in a state."""
        k: cython.int
        a: cython.ulonglong
        b: cython.ulonglong
        c: cython.ulonglong
        d: cython.ulonglong
        row: cython.int = fact * self.size
        state: cython.p_ulonglong = self.state
        leaves: cython.p_ulonglong = self.leaves
        # Four at a time, all read before any is written, so that compilers use vector instructions.
        for k in range(0, self.size, 4):
            a = state[at + k] & leaves[row + k]
            b = state[at + k + 1] & leaves[row + k + 1]
            c = state[at + k + 2] & leaves[row + k + 2]
            d = state[at + k + 3] & leaves[row + k + 3]
            state[at + k] = a
            state[at + k + 1] = b
            state[at + k + 2] = c
            state[at + k + 3] = d
        return True

    @cython.final
    def _drop(self, at: cython.int, fact: cython.int) -> cython.bint:
        """Remove a fact from a state."""
        g: cython.int
        bit: cython.int
        for g in range(self.families):
            bit = self.bits[fact * self.families + g]
            if bit >= 0:
                self.state[at + (bit >> 6)] &= ~bit_at(bit & 63)
        return True

    @cython.final
    def _narrow(self, at: cython.int) -> cython.bint:
        """Let the facts hold that are the only ones of a demand, until there are none left. False
        if a demand has no fact."""
        g: cython.int = 0
        quiet: cython.int = 0
        w: cython.int
        k: cython.int
        end: cython.int
        width: cython.int
        open_: cython.int
        bit: cython.int
        d: cython.ulonglong
        one: cython.ulonglong
        two: cython.ulonglong
        three: cython.ulonglong
        single: cython.ulonglong
        state: cython.p_ulonglong = self.state
        while quiet < self.families:
            width = self.width[g]
            quiet += 1
            for w in range(width):
                open_ = self.open_start[g] + w
                one = two = three = 0
                k = at + self.start[g] + w
                end = k + self.planes[g] * width
                while k < end:
                    d = state[k]
                    three |= two & d
                    two |= one & d
                    one |= d
                    k += width
                if self.demands[open_ - self.demands_at] & ~one:
                    return False
                single = one & ~two & state[at + open_]
                self.twos[open_ - self.demands_at] = two & ~three & state[at + open_]
                if single:
                    quiet = 0
                while single:
                    bit = lowest(single)
                    single &= single - 1
                    # The one before it may have closed it, or dropped its fact.
                    if state[at + open_] & bit_at(bit) == 0:
                        continue
                    k = at + self.start[g] + w
                    while k < end and state[k] & bit_at(bit) == 0:
                        k += width
                    if k >= end:
                        return False
                    self._hold(at, self.fact_at[64 * (k - at) + bit])
            g += 1
            if g == self.families:
                g = 0
        return True

    @cython.final
    def _is_done(self, at: cython.int) -> cython.bint:
        k: cython.int
        for k in range(at + self.demands_at, at + self.demands_at + self.demand_words):
            if self.state[k]:
                return False
        return True

    @cython.final
    def _choose(self, at: cython.int) -> cython.int:
        """The fact to try: of a variable with two values, whose neighbours lose most by either."""
        w: cython.int
        k: cython.int
        j: cython.int
        x: cython.int
        score: cython.int
        words: cython.int = self.width[0]
        best: cython.int = -1
        highest_score: cython.int = -1
        left: cython.ulonglong
        near: cython.ulonglong
        fact: cython.int
        for w in range(words):
            left = self.twos[w]
            while left:
                x = 64 * w + lowest(left)
                left &= left - 1
                score = 0
                fact = -1
                for j in range(self.values):
                    if self.state[at + j * words + w] & bit_at(x & 63) == 0:
                        continue
                    fact = self.fact_of[x * self.values + j]
                    for k in range(words):
                        near = self.state[at + j * words + k] & self.peers[x * words + k]
                        score += population(near) + 3 * population(near & self.twos[k])
                if score > highest_score:
                    highest_score = score
                    best = fact
        return best if best >= 0 else self._choose_smallest(at)

    @cython.final
    def _choose_smallest(self, at: cython.int) -> cython.int:
        """A fact of an open variable with the fewest values."""
        x: cython.int
        j: cython.int
        size: cython.int
        fact: cython.int
        words: cython.int = self.width[0]
        best: cython.int = -1
        least: cython.int = self.values + 1
        for x in range(self.variables):
            if self.state[at + self.demands_at + (x >> 6)] & bit_at(x & 63) == 0:
                continue
            size = 0
            fact = -1
            for j in range(self.values):
                if self.state[at + j * words + (x >> 6)] & bit_at(x & 63):
                    size += 1
                    fact = self.fact_of[x * self.values + j]
            if size < least:
                least = size
                best = fact
        return best

    @cython.final
    def _search(self) -> cython.int:
        """Count the solutions of the first state, up to two, and write one of them."""
        k: cython.int
        fact: cython.int
        at: cython.int = 0
        found: cython.int = 0
        left: cython.int = MOST_DECISIONS
        while True:
            if self._narrow(at):
                if not self._is_done(at):
                    left -= 1
                    if left == 0:
                        return GIVEN_UP
                    fact = self._choose(at)
                    for k in range(at, at + self.size):
                        self.state[k + self.size] = self.state[k]
                    self._drop(at, fact)
                    at += self.size
                    self._hold(at, fact)
                    continue
                found += 1
                if found > 1:
                    return found
                self._write(at)
            if at == 0:
                return found
            at -= self.size

    # ---- texts -----------------------------------------------------------------------------------

    def read(self, length: int) -> None:
        """Expect texts of this length, of the characters that `define` explains."""
        self.length = length
        self.meaning = self._ints("meaning", [UNSURE] * (CHARACTERS * length))

    def define(self, character: str, means: Sequence[tuple[int, int]]) -> None:
        """What a character of ASCII means at each place: a variable and its value; variable -1:
        nothing; another below 0: something else, which `only` leaves to others."""
        at: int = ord(character) * self.length
        for k, (variable, value) in enumerate(means):
            meant = UNSURE
            if variable == -1:
                meant = NOTHING
            elif variable >= 0 and value in self.indices:
                fact = self.fact_of[variable * self.values + self.indices[value]]
                meant = fact + 1 if fact >= 0 else UNSURE
            self.meaning[at + k] = meant

    def write(self, answer: str, places: Sequence[int], characters: Mapping[int, str]) -> None:
        """The text of an answer, in ASCII, the place of each variable in it, and the character of
        each value."""
        self.answer = bytearray(answer, "ascii")
        self.place = self._ints("place", places)
        self.ink = self._ints("ink", [ord(characters[value]) for value in self.indices])

    def only(self, text: str) -> str | None:
        """The answer to a text with exactly one solution; "" if it has none. None if the engine has
        to answer: there are several solutions, the search was given up, or a character may mean
        something else."""
        k: cython.int
        fact: cython.int
        found: cython.int
        character: cython.int
        length: cython.int = self.length
        if len(text) != length or not text.isascii():
            return None
        data: bytes = text.encode("ascii")
        for k in range(self.size):
            self.state[k] = self.at_first[k]
        for k in range(length):
            character = data[k]
            fact = self.meaning[character * length + k]
            if fact == UNSURE:
                return None
            if fact != NOTHING:
                self._hold(0, fact - 1)
        found = self._search()
        if found == 0:
            return ""
        return self.answer.decode("ascii") if found == 1 else None

    @cython.final
    def _write(self, at: cython.int) -> cython.bint:
        """Write the answer of a state in which every variable has one value."""
        x: cython.int
        j: cython.int
        words: cython.int = self.width[0]
        for x in range(self.variables):
            j = 0
            while self.state[at + j * words + (x >> 6)] & bit_at(x & 63) == 0:
                j += 1
            self.answer[self.place[x]] = self.ink[j]
        return True


def _families(
    units: Sequence[tuple[Sequence[int], Sequence[int]]], variables: int, values: list[int]
) -> list:
    """Demands (see the module) by family, each with its facts: variables and indices of values."""
    families = [[[(x, j) for j in range(len(values))] for x in range(variables)]]
    taken: list[set[int]] = []  # the variables of each further family
    for unit, needed in units:
        if not needed:
            continue
        demands = [[(x, j) for x in unit] for j, value in enumerate(values) if value in needed]
        for k, used in enumerate(taken):
            if used.isdisjoint(unit):
                used.update(unit)
                families[k + 1] += demands
                break
        else:
            taken.append(set(unit))
            families.append(demands)
    return families
