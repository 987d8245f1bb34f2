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
                     `Network.graph`)
    HOMES            what follows at once for vertices that meet, of a graph with hubs; the same
    TURNS            half turns that take pieces to themselves, of a graph with images; the same
    UNLIKE           two pieces of a graph have different forms; index, mask: for each vertex that
                     may be in the first piece, its own first, whether it is, then the same of the
                     second; low: how many belong to the first; data: whether forms may be turned
                     and flipped, and the table of each piece: the vertices' places (row in the
                     upper half of a word, column in the lower one), where the list of each begins
                     and the last ends, counted from the table's start, and the positions of the
                     vertices that edges may join to each
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

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final, TypeAlias

from ...model.limits import ModelTooLarge

# Arguments of the first nine kinds are words; those of the others are variables. PIECES to TURNS
# are about a graph: their changes have tags, from which reasons are computed.
CARDINALITY: Final = 0
COUNTED: Final = 1
DISTINCT: Final = 2
CONSECUTIVE: Final = 3
PIECES: Final = 4
HOMES: Final = 5
TURNS: Final = 6
UNLIKE: Final = 7
RUNS: Final = 8
AT_MOST: Final = 9
UNEQUAL: Final = 10
ALL_DIFFERENT: Final = 11
BINARY_TABLE: Final = 12
ELEMENT: Final = 13
MAX: Final = 14
MIN: Final = 15
ARITHMETIC: Final = 16

# Operations of ARITHMETIC.
TIMES: Final = 0
DIV: Final = 1
MOD: Final = 2

# Kinds of graph queries, see `Network.graph`.
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

# A hub has queries for so many other vertices, at least, and for this share of those that it may be
# connected to.
FEWEST: Final = 5
SHARE: Final = 0.75

ALL: Final = (1 << 64) - 1
MAX_WORDS: Final = 1_000_000
MAX_SUM: Final = 1 << 61

Literal: TypeAlias = tuple[int, int]
# Kind, literal, when, and two arguments: see `Network.graph`.
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
        # these variables. A search that learns decides on the Bools: one decision for a value.
        self.flag: list[int] = []
        self.flag_of: list[int] = []

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
        """A new variable of so many words."""
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
        """A new variable of so many words with the values of some bits, which are not all 0."""
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

    def graph(
        self,
        vertices: Sequence[Literal],
        edges: Sequence[tuple[int, int, Literal]],
        queries: Sequence[GraphQuery],
        weights: Sequence[Sequence[int]],
        places: Sequence[int] = (),
        columns: int = 0,
    ) -> None:
        """Post a propagator of queries and measures of one graph.

        vertices, edges: the literals of the graph's parts, an edge with its two ends. queries:
        (kind, literal, when, a, b), where the literal is equivalent to

            CONNECTED  the vertices make at most one piece
            ACYCLIC    the edges close no cycle
            LOOP       (IF_TRUE) no cycle is closed while another vertex is there
            CONNECTED_PAIR   vertices a and b are of one piece
            IMAGE      no literal but (variable, 0): 0, or the place to which a half turn that takes
                       the piece of vertex a to itself takes a; of all vertices, or none
            FIRST_OF   vertex a is the first of its piece
            SIZE       no literal but (variable, 0): the sum of weights[b] over the piece of a

        or, of CONNECTED and ACYCLIC, with when IF_TRUE: only if; with IF_FALSE: if.

        places: for images, where each vertex is on a board with so many columns: a cell in row r
        and column c is place 1 + columns·r + c.

        Queries of kind SIZE come last, those of equal b side by side. CONNECTED_PAIR queries that
        share a vertex stand side by side and name that vertex first.

        Some CONNECTED_PAIR queries have kinds of their own here. NEIGHBOURS: the two are present,
        and the literal is also that of an edge between them. HOME: one of the two is a hub. A hub
        is a vertex with a query for most of the vertices that it may be connected to; queries for
        the others, and for itself, are added.
        """
        first, first_load, width = len(self.vertex_word), len(self.load), 0
        count = len(vertices)
        queries, hubs = self._with_hubs(vertices, edges, queries)
        queries = _by_shared_vertex(queries)
        self.hub_vertex.extend(first + hub for hub in hubs)
        self.hub_start.append(len(self.hub_vertex))
        self.vertex_word.extend(w for w, _ in vertices)
        self.vertex_mask.extend(m for _, m in vertices)
        self.vertex_start.append(len(self.vertex_word))
        for a, b, (word, mask) in edges:
            self.edge_from.append(first + a)
            self.edge_to.append(first + b)
            self.edge_word.append(word)
            self.edge_mask.append(mask)
        self.edge_start.append(len(self.edge_word))
        words = {w for w, _ in vertices} | {w for _, _, (w, _) in edges}
        for kind, (word, mask), when, a, b in queries:
            self.query_kind.append(kind)
            self.query_word.append(word)
            self.query_mask.append(mask)
            self.query_when.append(when)
            self.query_from.append(first + a)
            self.query_to.append(first_load + count * b if kind == SIZE else first + b)
            if kind in (IMAGE, SIZE):
                words.update(self.words_of(word))
                if kind == IMAGE:
                    width = self.words[word]
            else:
                words.add(word)
        self.query_start.append(len(self.query_kind))
        self.image_width.append(width)
        self.image_columns.append(columns)
        self.place.extend(places or (0,) * count)
        for weight in weights:
            self.load.extend(weight)
        words.discard(TRUE[0])
        number = len(self.vertex_start) - 2
        self.propagator(PIECES, TRUE, sorted(words), CHANGED, data=number)
        if hubs:
            self.propagator(HOMES, TRUE, sorted(words), CHANGED, data=number)
        if width:
            self.propagator(TURNS, TRUE, sorted(words), CHANGED, data=number)

    def _with_hubs(
        self,
        vertices: Sequence[Literal],
        edges: Sequence[tuple[int, int, Literal]],
        queries: Sequence[GraphQuery],
    ) -> tuple[Sequence[GraphQuery], list[int]]:
        """The queries, each pair once and with its kind, and those that hubs lacked; the hubs."""
        pairs: dict[tuple[int, int], Literal] = {}
        for kind, literal, _, a, b in queries:
            if kind != CONNECTED_PAIR:
                continue
            known = pairs.setdefault((min(a, b), max(a, b)), literal)
            if known != literal:
                self.clause([known, self.negation(literal)])
                self.clause([literal, self.negation(known)])
        if not pairs:
            return queries, []
        beside = {(min(a, b), max(a, b), literal) for a, b, literal in edges}
        often = Counter(chain.from_iterable(pairs))
        part = _parts(len(vertices), edges)
        sizes = Counter(part)
        hubs = [v for v, n in often.items() if n >= max(FEWEST, SHARE * (sizes[part[v]] - 1))]
        others = [query for query in queries if query[0] != CONNECTED_PAIR]
        for h in hubs:
            pairs[h, h] = vertices[h]
            for v in range(len(vertices)):
                ends = min(h, v), max(h, v)
                if part[v] == part[h] and ends not in pairs:
                    pairs[ends] = self.bool_variable()
        homes = set(hubs)
        for (a, b), literal in pairs.items():
            kind = CONNECTED_PAIR
            if a in homes or b in homes:
                kind = HOME
            elif (a, b, literal) in beside and vertices[a] == vertices[b] == TRUE:
                kind = NEIGHBOURS
            others.append((kind, literal, ALWAYS, a, b))
        return others, sorted(hubs)

    def table(self, masks: tuple[int, ...]) -> int:
        """Store a table of masks and return its position in `masks`. Equal tables are stored
        once."""
        found = self._tables.get(masks)
        if found is None:
            found = self._tables[masks] = len(self.masks)
            self.masks.extend(masks)
        return found


def _parts(count: int, edges: Iterable[tuple[int, int, Literal]]) -> list[int]:
    """The connected components of a graph with all of its edges: for each vertex, the
    representative of its component."""
    part = list(range(count))

    def find(v: int) -> int:
        while part[v] != v:
            part[v] = v = part[part[v]]
        return v

    for a, b, _ in edges:
        part[find(a)] = find(b)
    return [find(v) for v in range(count)]


def _by_shared_vertex(queries: Sequence[GraphQuery]) -> list[GraphQuery]:
    """Sort queries by kind. A CONNECTED_PAIR names first the vertex that more of them share."""
    pairs = [(a, b) for kind, _, _, a, b in queries if kind == CONNECTED_PAIR]
    often = Counter(chain.from_iterable(pairs))
    turned = [
        (kind, x, when, b, a)
        if kind == CONNECTED_PAIR and often[b] > often[a]
        else (kind, x, when, a, b)
        for kind, x, when, a, b in queries
    ]
    return sorted(turned, key=lambda q: (q[0], q[3] if q[0] == CONNECTED_PAIR else 0))
