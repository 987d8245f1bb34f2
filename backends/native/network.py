"""The flat network: what the engine loads, as plain lists of integers.

A domain is a bit set. Variable x owns `words[x]` words of 64 bits from word `first[x]` on; bit i of
its k-th word stands for the value `base[x] + 64·k + i`. Bools are variables over {0, 1}. Nearly
all variables need a single word.

A literal (w, m) says that the variable of word w has one of the values of mask m in that word: it
is false once `domain[w] & m` is empty. Clauses, cardinalities, conditions, units and, in the
engine, reasons consist of literals. Literals over variables of one word have a negation.

A propagator is a kind with a condition (a literal: the propagator works while it is true, and makes
it false if the constraint is violated), parallel lists of arguments (an index, a mask and a
coefficient each), two bounds, and perhaps a table of masks. By kind:

    CARDINALITY      low ≤ number of true literals ≤ high
                     index, mask: the literals
    COUNTED          the same for literals of different words, with counts: an argument of mask 0 is
                     the word of a variable with base 0 that says how many of the literals before it
                     are true; always holds (condition TRUE)
    DISTINCT         pairwise different; index: the words of variables of one word and equal base;
                     mask: all values, if there are as many values as variables (else 0)
    CONSECUTIVE      consecutive numbers in any order; index: as for DISTINCT
    PIECES           queries on a graph; index: all words that matter; data: the graph (see
                     `graphs.post_graph`)
    HOMES            what follows at once for vertices that meet, of a graph with hubs; the same
    TURNS            half turns that take pieces to themselves, of a graph with images; the same
    UNLIKE           two pieces of a graph have different forms; index, mask: for each vertex that
                     may be in the first piece, its own first, whether it is, then the same of the
                     second; low: how many belong to the first; data: whether forms may be turned
                     and flipped, and the table of each piece: the vertices' places (65,536
                     times the row, plus the column), where the list of each begins
                     and the last ends, counted from the table's start, and the positions of the
                     vertices that edges may join to each
    ALIKE            two pieces of a graph have the same form; arguments as for UNLIKE; data:
                     whether forms may be turned and flipped, and the table of each piece: the
                     height and width of the part of the board that it may be in, the vertices'
                     places, and for each place, row by row, one more than the position of its
                     vertex (0: there is none). A piece is absent if its own vertex is
    RUNS             true stretches of given lengths, in order; index, mask: the line; data: the
                     masks of an automaton (see `flatten`)
    AT_MOST          Σ coefficient·x ≤ high; index, coefficient: the terms
    UNEQUAL          Σ coefficient·x ≠ high; the same
    ALL_DIFFERENT    pairwise different; index: any variables
    BINARY_TABLE     (x, y) in a table; index: x, y; data: for each value of y, the mask of the
                     values of x that go with it (as many words as x has)
    ELEMENT          z = options[x]; index: x, z, options; coefficient of an option: the value of x
                     that selects it
    MAX, MIN         z = max(…), z = min(…); index: z, then the arguments
    ARITHMETIC       z = x ∘ y; index: x, y, z; low: the operation
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from ...model.limits import ModelTooLarge

# Arguments of the first ten kinds are words; those of the others are variables. PIECES to TURNS
# are about a graph: their changes have tags, from which reasons are computed.
CARDINALITY: Final = 0
COUNTED: Final = 1
DISTINCT: Final = 2
CONSECUTIVE: Final = 3
PIECES: Final = 4
HOMES: Final = 5
TURNS: Final = 6
UNLIKE: Final = 7
ALIKE: Final = 8
RUNS: Final = 9
AT_MOST: Final = 10
UNEQUAL: Final = 11
ALL_DIFFERENT: Final = 12
BINARY_TABLE: Final = 13
ELEMENT: Final = 14
MAX: Final = 15
MIN: Final = 16
ARITHMETIC: Final = 17

# Operations of ARITHMETIC.
TIMES: Final = 0
DIV: Final = 1
MOD: Final = 2

# Kinds of graph queries, see `graphs.post_graph`.
CONNECTED: Final = 0
ACYCLIC: Final = 1
LOOP: Final = 2
CONNECTED_PAIR: Final = 3
NEIGHBOURS: Final = 4
HOME: Final = 5
IMAGE: Final = 6
FIRST_OF: Final = 7
SIZE: Final = 8

# When a query propagates: always (its literal is equivalent to the condition), or only while its
# literal is false, or true.
ALWAYS: Final = -1
IF_FALSE: Final = 0
IF_TRUE: Final = 2

# Events that wake a propagator: any removal, a new minimum or maximum, a fixed variable, a new
# minimum, a new maximum.
CHANGED: Final = 0
BOUNDED: Final = 1
FIXED: Final = 2
ROSE: Final = 3
FELL: Final = 4

ALL: Final = (1 << 64) - 1
MAX_WORDS: Final = 1_000_000
MAX_SUM: Final = 1 << 61

Literal: TypeAlias = tuple[int, int]
# Kind, literal, when, and two arguments: see `graphs.post_graph`.
GraphQuery: TypeAlias = tuple[int, Literal, int, int, int]

# Word 0 belongs to a variable that is 1.
TRUE: Final[Literal] = (0, 2)
FALSE: Final[Literal] = (0, 1)


class Network:
    """Variables, clauses and propagators; see the module for what the lists mean."""

    def __init__(self) -> None:
        self.base: list[int] = []
        self.first: list[int] = []
        self.words: list[int] = []
        self.domain: list[int] = []
        self.owner: list[int] = []

        self.clause_start: list[int] = [0]
        self.clause_word: list[int] = []
        self.clause_mask: list[int] = []

        self.kind: list[int] = []
        self.condition_word: list[int] = []
        self.condition_mask: list[int] = []
        self.low: list[int] = []
        self.high: list[int] = []
        self.data: list[int] = []
        self.argument_start: list[int] = [0]
        self.index: list[int] = []
        self.mask: list[int] = []
        self.coefficient: list[int] = []
        self.masks: list[int] = []
        # Parallel triples: a word, the propagator that it wakes, and the event.
        self.wake_word: list[int] = []
        self.wake_propagator: list[int] = []
        self.wake_event: list[int] = []

        # Graphs: the literals of vertices and edges; the ends of edges; the queries.
        self.vertex_start: list[int] = [0]
        self.vertex_word: list[int] = []
        self.vertex_mask: list[int] = []
        self.edge_start: list[int] = [0]
        self.edge_word: list[int] = []
        self.edge_mask: list[int] = []
        self.edge_from: list[int] = []
        self.edge_to: list[int] = []
        self.query_start: list[int] = [0]
        self.query_kind: list[int] = []
        self.query_word: list[int] = []
        self.query_mask: list[int] = []
        self.query_when: list[int] = []
        self.query_from: list[int] = []
        self.query_to: list[int] = []
        self.load: list[int] = []
        self.hub_start: list[int] = [0]
        self.hub_vertex: list[int] = []
        # Of each graph the words of an image (0: it has none), and the columns of its board; the
        # place of each vertex there (0: none).
        self.image_width: list[int] = []
        self.image_columns: list[int] = []
        self.place: list[int] = []

        # Selectors: a search assumes them and never decides on them.
        self.selectors: list[int] = []
        # Bools that say of a variable of several words that it has a value, for all its values; and
        # these variables and values. A search that learns decides on the Bools: one decision for a
        # value.
        self.flag: list[int] = []
        self.flag_of: list[int] = []
        self.flag_value: list[int] = []

        self.failed = False
        self._constants: dict[int, int] = {}
        self._tables: dict[tuple[int, ...], int] = {}
        # The number of calls of `clause`, and for each word the last of these that named it.
        self._clauses = 0
        self._seen: list[int] = []
        self.constant(1)

    def copy(self) -> Network:
        twin = Network()
        for name in dir(self):
            value = getattr(self, name)
            if isinstance(value, (list, dict)) and not name.startswith("__"):
                setattr(twin, name, value.copy())
        twin.failed, twin._clauses = self.failed, self._clauses
        return twin

    # -- variables

    def variable(self, values: Sequence[int]) -> int:
        """A new variable; values: sorted, not empty. Raises ModelTooLarge."""
        low, high = values[0], values[-1]
        span = high - low
        if low >= 0 and high < 64:
            base = 0
        elif span < 64:
            base = low
        else:
            base = low & ~63
        count = (high - base) // 64 + 1
        self.check_room(count)
        if isinstance(values, range) and values.step == 1:
            bits = ((1 << (span + 1)) - 1) << (low - base)
        else:
            bits = 0
            for v in values:
                bits |= 1 << (v - base)
        return self._entered(base, bits, count)

    def _entered(self, base: int, bits: int, count: int) -> int:
        """A new variable of this many words."""
        variable = len(self.base)
        self.base.append(base)
        self.first.append(len(self.domain))
        self.words.append(count)
        if count == 1:
            self.domain.append(bits)
            self.owner.append(variable)
        else:  # to shift all bits for each word would take quadratic time
            every = bits.to_bytes(8 * count, "little")
            for k in range(count):
                self.domain.append(int.from_bytes(every[8 * k : 8 * k + 8], "little"))
                self.owner.append(variable)
        return variable

    def check_room(self, count: int) -> None:
        """Raises ModelTooLarge if there is no room for some more words."""
        if len(self.domain) + count > MAX_WORDS:
            raise ModelTooLarge(
                f"the native engine keeps a bit for every value: more than {MAX_WORDS * 64:,}"
            )

    def row(self, bits: int, count: int) -> int:
        """A new variable of this many words with the values of some bits, which are not all 0."""
        self.check_room(count)
        return self._entered(0, bits, count)

    def bool_variable(self) -> Literal:
        """A new bool, as the literal that is true when it is 1."""
        word = len(self.domain)
        self.owner.append(len(self.base))
        self.base.append(0)
        self.first.append(word)
        self.words.append(1)
        self.domain.append(3)
        return word, 2

    def constant(self, value: int) -> int:
        """The variable that is `value`."""
        found = self._constants.get(value)
        if found is None:
            found = self._constants[value] = self.variable((value,))
        return found

    def values(self, variable: int) -> list[int]:
        """The values of a variable's domain, ascending."""
        found = []
        base = self.base[variable]
        for word in self.words_of(variable):
            bits = self.domain[word]
            while bits:
                bit = bits & -bits
                found.append(base + bit.bit_length() - 1)
                bits ^= bit
            base += 64
        return found

    def words_of(self, variable: int) -> range:
        first = self.first[variable]
        return range(first, first + self.words[variable])

    def bits(self, variable: int, values: Iterable[int]) -> list[Literal]:
        """The literals, a word each, whose disjunction says that a variable has one of the values
        (values it cannot have are passed over)."""
        base, first, count = self.base[variable], self.first[variable], self.words[variable]
        masks: dict[int, int] = {}
        for v in values:
            bit = v - base
            if 0 <= bit < 64 * count:
                word = first + (bit >> 6)
                masks[word] = masks.get(word, 0) | 1 << (bit & 63)
        return [(w, m & self.domain[w]) for w, m in masks.items() if m & self.domain[w]]

    def split(self, variable: int, low: int, mask: int) -> list[Literal]:
        """`bits` of the values low + i, for the bits i of a mask. low: not below the variable's
        base."""
        first = self.first[variable]
        mask <<= low - self.base[variable]
        words = self.words_of(variable)
        found = [(w, mask >> 64 * (w - first) & self.domain[w]) for w in words]
        return [(w, m) for w, m in found if m]

    def literal(self, variable: int, values: Iterable[int]) -> Literal:
        """`variable in values`, for a variable of one word."""
        return self.normal((self.first[variable], sum(m for _, m in self.bits(variable, values))))

    # -- literals

    def negation(self, literal: Literal) -> Literal:
        word, mask = literal
        return self.normal((word, self.domain[word] & ~mask))

    def normal(self, literal: Literal) -> Literal:
        """TRUE or FALSE if a literal over a variable of one word is known; else the literal."""
        word, mask = literal
        domain = self.domain[word]
        if not domain & mask:
            return FALSE
        if not domain & ~mask and self.words[self.owner[word]] == 1:
            return TRUE
        return word, domain & mask

    # -- constraints

    def clause(self, literals: list[Literal]) -> None:
        """At least one of the literals; each but the last may be over words of one variable."""
        domains, words, masks = self.domain, self.clause_word, self.clause_mask
        seen, start = self._seen, len(words)
        if len(seen) < len(domains):
            seen.extend([0] * (len(domains) - len(seen)))
        self._clauses += 1
        number = self._clauses
        for word, mask in literals:
            domain = domains[word]
            possible = domain & mask
            if seen[word] == number:
                place = words.index(word, start)
                masks[place] = possible = possible | masks[place]
            elif possible:
                seen[word] = number
                words.append(word)
                masks.append(possible)
            if possible == domain and self.words[self.owner[word]] == 1:
                del words[start:], masks[start:]
                return
        if len(words) - start > 1:
            self.clause_start.append(len(words))
            return
        word, mask = (words.pop(), masks.pop()) if len(words) > start else FALSE
        self.assert_unit(word, mask)

    def either(self, one: Literal, other: Literal) -> None:
        """The clause of two literals: the most common of all."""
        word, mask = one
        other_word, other_mask = other
        domain, other_domain = self.domain[word], self.domain[other_word]
        mask, other_mask = mask & domain, other_mask & other_domain
        known = mask in (0, domain) or other_mask in (0, other_domain)
        if known or word == other_word:
            self.clause([one, other])
            return
        self.clause_word.append(word)
        self.clause_word.append(other_word)
        self.clause_mask.append(mask)
        self.clause_mask.append(other_mask)
        self.clause_start.append(len(self.clause_word))

    def assert_unit(self, word: int, mask: int) -> None:
        """Assert a literal for good."""
        for other in self.words_of(self.owner[word]):
            self.domain[other] &= mask if other == word else 0
        self.failed = self.failed or not self.domain[word]

    def remove(self, variable: int, values: Iterable[int]) -> None:
        """Remove values from a domain."""
        for word, mask in self.bits(variable, values):
            self.domain[word] &= ~mask
        self.failed = self.failed or not any(self.domain[w] for w in self.words_of(variable))

    def propagator(
        self,
        kind: int,
        condition: Literal,
        index: Sequence[int],
        event: int | Sequence[int],
        *,
        mask: Sequence[int] = (),
        coefficient: Sequence[int] = (),
        low: int = 0,
        high: int = 0,
        data: int = 0,
    ) -> None:
        """A propagator that an event at an argument wakes (one for all of them, or one for each),
        as does its condition when it becomes true; with condition FALSE it is dropped."""
        condition = self.normal(condition)
        if condition == FALSE:
            return
        number = len(self.kind)
        self.kind.append(kind)
        self.condition_word.append(condition[0])
        self.condition_mask.append(condition[1])
        self.low.append(low)
        self.high.append(high)
        self.data.append(data)
        self.index.extend(index)
        self.mask.extend(mask or [0] * len(index))
        self.coefficient.extend(coefficient or [0] * len(index))
        self.argument_start.append(len(self.index))
        if kind <= RUNS and kind != CARDINALITY and condition == TRUE and isinstance(event, int):
            # The arguments are words, and one event at any of them wakes it: there is nothing to
            # compare. Graphs have thousands of arguments.
            every = dict.fromkeys(index)
            self.wake_word.extend(every)
            self.wake_propagator.extend([number] * len(every))
            self.wake_event.extend([event] * len(every))
            return
        words: dict[int, int] = {}
        if condition != TRUE:
            words[condition[0]] = CHANGED
        if kind != CARDINALITY:  # the engine keeps its counters itself
            for k, x in enumerate(index):
                what: int = event if isinstance(event, int) else event[k]
                first = x if kind <= RUNS else self.first[x]
                for word in range(first, first + 1 if kind <= RUNS else first + self.words[x]):
                    known = words.get(word)  # of several events at one word, the most frequent
                    if known is None or what < known:
                        words[word] = what
        for word, what in words.items():
            self.wake_word.append(word)
            self.wake_propagator.append(number)
            self.wake_event.append(what)

    def table(self, masks: tuple[int, ...]) -> int:
        """Store a table of masks and return its position in `masks`. Equal tables are stored
        once."""
        found = self._tables.get(masks)
        if found is None:
            found = self._tables[masks] = len(self.masks)
            self.masks.extend(masks)
        return found
