"""The consequences of a flat network, by CaDiCaL and by the plain meaning of each propagator.

The values of the network's variables are Booleans of a SAT solver, its clauses are clauses. When an
assignment violates a propagator, the solver gets a clause that excludes the values that do so. So
it shares no algorithm with the engine, only the network.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, pairwise
from operator import floordiv, mod, mul

import pysat.solvers
from pzc.backends.native import network as net
from pzc.model.forms import Point, Turn, turns
from pzc.model.globals.acyclic import ACYCLIC
from pzc.model.globals.connected import CONNECTED
from pzc.model.globals.connected_pair import CONNECTED_PAIR
from pzc.model.globals.first import FIRST
from pzc.model.globals.form import all_of, form_at, least
from pzc.model.globals.half_turn import image_of, sum_of
from pzc.model.globals.runs import RUNS
from pzc.model.globals.size import SIZE
from pzc.model.model import Model
from pzc.model.nodes import Graph
from pzc.model.pieces import ABSENT, Pieces

Literal = tuple[int, int]
Assignment = list[int]  # the value of each variable

_OPERATIONS = {net.TIMES: mul, net.DIV: floordiv, net.MOD: mod}


class Oracle:
    """What follows from one network, or from one of its propagators alone; what it finds out about
    propagators is kept."""

    def __init__(self, network: net.Network, only: int | None = None) -> None:
        self.network = network
        self._propagators = range(len(network.kind)) if only is None else (only,)
        self._values = [network.values(x) for x in range(len(network.base))]
        self._solver = pysat.solvers.Solver(name="cadical195")
        self._top = 0
        self._names = [self._named(values) for values in self._values]
        for a, b in pairwise(network.clause_start) if only is None else ():
            literals = zip(network.clause_word[a:b], network.clause_mask[a:b], strict=True)
            self._solver.add_clause(self._either(literals))
        for p in self._propagators:
            self._say_distinct(p)

    def close(self) -> None:
        self._solver.delete()

    def premise(self, clause: Iterable[Literal]) -> int:
        """A further clause, under a name by which it can be taken as given."""
        self._top += 1
        self._solver.add_clause([-self._top, *self._either(clause)])
        return self._top

    def follows(
        self, clause: Iterable[Literal], cuts: Iterable[Literal], premises: Iterable[int] = ()
    ) -> bool:
        """Whether one of a clause's literals is true wherever the network and the premises hold
        and words are narrowed to the cuts (words and masks)."""
        opposite = ((word, mask ^ net.ALL) for word, mask in clause)
        return self.solution([*cuts, *opposite], premises) is None

    def solution(
        self, cuts: Iterable[Literal] = (), premises: Iterable[int] = ()
    ) -> Assignment | None:
        """An assignment that the network and the premises allow, within cuts."""
        if self.network.failed:
            return None
        gone = [-name for word, mask in cuts for name in self._in_word(word, mask ^ net.ALL)]
        while self._solver.solve(assumptions=[*premises, *gone]):
            true = set(self._solver.get_model())
            found = [
                next(v for v, n in names.items() if (n in true if n > 0 else -n not in true))
                for names in self._names
            ]
            broken = [facts for p in self._propagators for facts in self._broken(p, found)]
            if not broken:
                return found
            for facts in broken:
                self._solver.add_clause(self._either((w, m ^ net.ALL) for w, m in facts))
        return None

    def fixed(self, x: int, value: int) -> list[Literal]:
        """That a variable has a value, as what its words are narrowed to."""
        masks = dict(self.network.bits(x, (value,)))
        return [(word, masks.get(word, 0)) for word in self.network.words_of(x)]

    def _named(self, values: Sequence[int]) -> dict[int, int]:
        """Boolean names for the values of a variable, of which it has exactly one."""
        if len(values) == 2:
            self._top += 1
            return {values[0]: -self._top, values[1]: self._top}
        names = [self._top + k for k in range(1, len(values) + 1)]
        self._top += len(values)
        self._solver.add_clause(names)
        for pair in combinations(names, 2):
            self._solver.add_clause([-name for name in pair])
        return dict(zip(values, names, strict=True))

    def _say_distinct(self, p: int) -> None:
        """Of few variables no two have the same value; and if there are as many values, each is
        that of one of them. (Said one by one as they are broken, these would be very many.)"""
        n = self.network
        words = n.index[n.argument_start[p] : n.argument_start[p + 1]]
        if n.kind[p] != net.DISTINCT or len(words) > 12:
            return
        for bit in range(64):
            names = [self._in_word(word, 1 << bit) for word in words]
            here = [name[0] for name in names if name]
            if n.mask[n.argument_start[p]] >> bit & 1:
                self._solver.add_clause(here)
            for pair in combinations(here, 2):
                self._solver.add_clause([-name for name in pair])

    def _in_word(self, word: int, mask: int) -> list[int]:
        """The names of a variable's values that lie in a mask of one of its words."""
        x = self.network.owner[word]
        base = self.network.base[x] + 64 * (word - self.network.first[x])
        return [n for v, n in self._names[x].items() if 0 <= v - base < 64 and mask >> v - base & 1]

    def _either(self, literals: Iterable[Literal]) -> list[int]:
        return [name for word, mask in literals for name in self._in_word(word, mask)]

    # ---- the meaning of propagators --------------------------------------------------------------

    def _holds(self, literal: Literal, at: Assignment) -> bool:
        word, mask = literal
        x = self.network.owner[word]
        bit = at[x] - self.network.base[x] - 64 * (word - self.network.first[x])
        return 0 <= bit < 64 and bool(mask >> bit & 1)

    def _broken(self, p: int, at: Assignment) -> Iterator[list[Literal]]:
        """What words may not all be narrowed to, as they are in an assignment that a propagator
        forbids; nothing if it allows it."""
        network = self.network
        condition = network.condition_word[p], network.condition_mask[p]
        if not self._holds(condition, at):
            return
        for facts in self._broken_itself(p, at):
            yield [condition, *facts] if condition[0] else facts

    def _broken_itself(self, p: int, at: Assignment) -> Iterator[list[Literal]]:
        network = self.network
        kind, low, high = network.kind[p], network.low[p], network.high[p]
        arguments = slice(network.argument_start[p], network.argument_start[p + 1])
        index, masks = network.index[arguments], network.mask[arguments]
        literals = list(zip(index, masks, strict=True))
        if kind == net.CARDINALITY:
            true = [literal for literal in literals if self._holds(literal, at)]
            false = [(w, net.ALL ^ m) for w, m in literals if not self._holds((w, m), at)]
            if len(true) > high:
                yield true[: high + 1]
            elif len(true) < low:
                yield false[: len(literals) - low + 1]
            return
        if kind == net.COUNTED:
            yield from self._miscounted(p, at)
            return
        if net.PIECES <= kind <= net.TURNS:
            yield from self._broken_pieces(network.data[p], at)
            return
        if kind == net.UNLIKE:
            yield from self._alike(p, at)
            return
        if kind == net.ALIKE:
            yield from self._unlike(p, at)
            return
        if kind == net.AT_MOST:
            yield from self._too_much(p, at)
            return
        variables = [network.owner[w] for w in index] if kind <= net.RUNS else index
        values = [at[x] for x in variables]
        blamed = self._blamed(kind, p, variables, values, at)
        if blamed is not None:
            several = dict.fromkeys(variables[k] for k in blamed)
            yield [fact for x in several for fact in self.fixed(x, at[x])]

    def _miscounted(self, p: int, at: Assignment) -> Iterator[list[Literal]]:
        """A count differs from the one before it by more, or by less, than the number of true
        literals between them; so would a count further away."""
        n = self.network
        least: list[Literal] = []  # what the count before is narrowed to: not less, not more
        most: list[Literal] = []
        before = 0
        group: list[Literal] = []
        for k in range(n.argument_start[p], n.argument_start[p + 1] + 1):
            last = k == n.argument_start[p + 1]
            if not last and n.mask[k]:
                group.append((n.index[k], n.mask[k]))
                continue
            true = [literal for literal in group if self._holds(literal, at)]
            false = [(w, net.ALL ^ m) for w, m in group if not self._holds((w, m), at)]
            low, high = (n.low[p], n.high[p]) if last else (at[n.owner[n.index[k]]],) * 2
            above = [] if last else [(n.index[k], net.ALL ^ ((1 << low) - 1))]
            below = [] if last else [(n.index[k], (2 << high) - 1)]
            if low - before > len(true):
                yield [*above, *most, *false[: len(group) - (low - before) + 1]]
            elif high - before < len(true):
                yield [*below, *least, *true[: max(0, high - before + 1)]]
            before, least, most, group = low, above, below, []

    def _alike(self, p: int, at: Assignment) -> Iterator[list[Literal]]:
        """Two pieces, and what is beside them, if they have the same form."""
        n = self.network
        start, end, middle = n.argument_start[p], n.argument_start[p + 1], n.low[p]
        turned, flipped, *tables = n.masks[n.data[p] : n.data[p] + 4]
        literals = list(zip(n.index[start:end], n.mask[start:end], strict=True))
        sides = literals[:middle], literals[middle:]
        facts: list[Literal] = []
        forms = []
        for table, side in zip(tables, sides, strict=True):
            here = [self._holds(literal, at) for literal in side]
            begins = n.masks[table + len(side) : table + 2 * len(side) + 1]
            beside = [n.masks[table + a : table + b] for a, b in pairwise(begins)]
            piece = {0} if here[0] else set()
            seen = {0}
            waiting = [*piece]
            while waiting:
                for v in beside[waiting.pop()]:
                    seen.add(v)
                    if here[v] and v not in piece:
                        piece.add(v)
                        waiting.append(v)
            facts += [side[v] if here[v] else (side[v][0], ~side[v][1]) for v in sorted(seen)]
            places = [divmod(n.masks[table + v], 1 << 16) for v in piece]
            forms.append(least(form_at(places), bool(turned), bool(flipped)))
        if forms[0] == forms[1]:
            yield [fact for fact in facts if fact[0]]

    def _unlike(self, p: int, at: Assignment) -> Iterator[list[Literal]]:
        """What of two pieces makes their forms differ: for each way to lay the first one on the
        second one a vertex that is in its piece, and the absent one it lies on, if there is one."""
        n = self.network
        start, end, middle = n.argument_start[p], n.argument_start[p + 1], n.low[p]
        turned, flipped, *tables = n.masks[n.data[p] : n.data[p] + 4]
        literals = list(zip(n.index[start:end], n.mask[start:end], strict=True))
        facts, inside, at_place = [], [], []
        for table, side in zip(tables, (literals[:middle], literals[middle:]), strict=True):
            places = [divmod(x, 1 << 16) for x in n.masks[table + 2 : table + 2 + len(side)]]
            here = [self._holds(literal, at) for literal in side]
            facts.append([x if yes else (x[0], ~x[1]) for x, yes in zip(side, here, strict=True)])
            inside.append({p for p, yes in zip(places, here, strict=True) if yes and here[0]})
            at_place.append({p: k for k, p in enumerate(places)})
        forms = [least(form_at([*places]), bool(turned), bool(flipped)) for places in inside]
        if forms[0] == forms[1]:
            return
        blamed = {facts[0][0], facts[1][0]}
        own = next(iter(at_place[0]))
        for target in at_place[1] if all(inside) else ():
            for turn in turns(bool(turned), bool(flipped)):
                onto = {place: _laid(place, own, target, turn) for place in at_place[0]}
                back = {laid: place for place, laid in onto.items()}
                pairs = [(0, place, onto[place]) for place in sorted(inside[0])]
                pairs += [(1, place, back.get(place)) for place in sorted(inside[1])]
                wrong = [
                    {facts[s][at_place[s][x]], *_at(facts[1 - s], at_place[1 - s], y)}
                    for s, x, y in pairs
                    if y not in inside[1 - s]
                ]
                blamed |= min(wrong, key=lambda pair: len(pair - blamed))
        yield [fact for fact in sorted(blamed) if fact[0]]

    def _too_much(self, p: int, at: Assignment) -> Iterator[list[Literal]]:
        """A sum is too great; as great or greater terms would be, too."""
        network = self.network
        arguments = range(network.argument_start[p], network.argument_start[p + 1])
        terms = [(network.coefficient[k], network.index[k]) for k in arguments]
        if sum(c * at[x] for c, x in terms) > network.high[p]:
            facts: list[Literal] = []
            for c, x in terms:
                less = [v for v in self._values[x] if c * v < c * at[x]]
                facts += ((w, net.ALL ^ m) for w, m in network.bits(x, less))
            yield facts

    def _blamed(
        self, kind: int, p: int, variables: Sequence[int], values: list[int], at: Assignment
    ) -> Sequence[int] | None:
        """Arguments, by position, whose values are enough to break a propagator; None if it
        holds."""
        n = self.network
        first = n.argument_start[p]
        every = range(len(values))
        coefficients = n.coefficient[first:]
        good = True
        match kind:
            case net.DISTINCT | net.ALL_DIFFERENT:
                return next((pair for pair in combinations(every, 2) if _same(values, pair)), None)
            case net.CONSECUTIVE:
                good = sorted(values) == list(range(min(values), min(values) + len(values)))
            case net.RUNS:
                line = [self._holds((n.index[first + k], n.mask[first + k]), at) for k in every]
                lengths = self._lengths(p)
                return None if RUNS.holds(line, lengths) else RUNS.nogood(line, lengths)
            case net.UNEQUAL:
                good = sum(coefficients[k] * values[k] for k in every) != n.high[p]
            case net.BINARY_TABLE:
                x, y = variables
                bit, row = values[0] - n.base[x], values[1] - n.base[y]
                good = bool(n.masks[n.data[p] + row * n.words[x] + (bit >> 6)] >> (bit & 63) & 1)
            case net.ELEMENT:
                chosen = coefficients.index(values[0], 2)
                return None if values[1] == values[chosen] else (0, 1, chosen)
            case net.MAX:
                good = values[0] == max(values[1:])
            case net.MIN:
                good = values[0] == min(values[1:])
            case net.ARITHMETIC:
                good = values[2] == _OPERATIONS[n.low[p]](values[0], values[1])
        return None if good else every

    def _lengths(self, p: int) -> tuple[int, ...]:
        """The lengths of runs out of the automaton's masks: how far true goes on from each state
        in which false may stay."""
        stay, _, enter, _ = self.network.masks[self.network.data[p] : self.network.data[p] + 4]
        lengths = []
        for state in range(stay.bit_length()):
            if stay >> state & 1 and enter >> state & 1:
                run = enter >> state
                lengths.append((~run & (run + 1)).bit_length() - 1)
        return tuple(lengths)

    # ---- graphs ----------------------------------------------------------------------------------

    @cached_property
    def _graphs(self) -> list[tuple[Graph, list[Literal], range]]:
        """Each graph with a literal for each of its parts, and its queries."""
        n = self.network
        starts = (n.vertex_start, n.edge_start, n.query_start)
        made = []
        for vertices, edges, queries in zip(*(map(range, s, s[1:]) for s in starts), strict=True):
            model = Model()
            ends = [(n.edge_from[e] - vertices.start, n.edge_to[e] - vertices.start) for e in edges]
            lines = [(a, b, model.bool_var("")) for a, b in ends]
            graph = model.graph([model.bool_var("") for _ in vertices], lines)
            literals = [(n.vertex_word[v], n.vertex_mask[v]) for v in vertices]
            there = [(n.edge_word[e], n.edge_mask[e]) for e in edges]
            at = {line: part for (*_, line), part in zip(lines, there, strict=True)}
            made.append((graph, literals + [at[line] for *_, line in graph.edges], queries))
        return made

    def _broken_pieces(self, g: int, at: Assignment) -> Iterator[list[Literal]]:
        """The reasons that the compiler's side knows are facts enough."""
        graph, literals, queries = self._graphs[g]
        on = [self._holds(literal, at) for literal in literals]
        pieces = Pieces.of(graph, on)

        def facts(parts: Iterable[int]) -> list[Literal]:
            reason = (literals[p] if on[p] else (literals[p][0], ~literals[p][1]) for p in parts)
            return [literal for literal in reason if literal[0]]

        for k in queries:
            first = self.network.vertex_start[g]
            a, b = self.network.query_from[k] - first, self.network.query_to[k] - first
            word, mask = self.network.query_word[k], self.network.query_mask[k]
            match self.network.query_kind[k]:
                case net.SIZE:
                    weights = tuple(self.network.load[b + first :][: len(graph.vertices)])
                    yield from self._wrong_size(word, pieces, (a, weights), facts, at)
                    continue
                case net.IMAGE:
                    yield from self._wrong_image(g, pieces, a, facts, at)
                    continue
                case net.LOOP:
                    if parts := _closed_early(pieces):
                        yield facts(parts)
                    continue
                case net.CONNECTED:
                    definition, data = CONNECTED, None
                case net.ACYCLIC:
                    definition, data = ACYCLIC, None
                case net.CONNECTED_PAIR | net.NEIGHBOURS | net.HOME:
                    definition, data = CONNECTED_PAIR, (min(a, b), max(a, b))
                case _:
                    definition, data = FIRST, a
            holds, said = definition.holds(pieces, data), self._holds((word, mask), at)
            if holds != said:
                opposite = [(word, mask if said else ~mask)] if word else []
                yield [*facts(definition.reason(pieces, data)), *opposite]

    def _wrong_image(
        self,
        g: int,
        pieces: Pieces,
        v: int,
        facts: Callable[[Iterable[int]], list[Literal]],
        at: Assignment,
    ) -> Iterator[list[Literal]]:
        """A vertex has an image, though one of its piece has none, or another one under the same
        half turn, or one that is not of its piece."""
        n = self.network
        image = dict(self._images(g))
        place = n.place[n.vertex_start[g] :][: len(pieces.label)]
        columns = n.image_columns[g]
        if at[image[v]] == 0:
            return
        known = self.fixed(image[v], at[image[v]])
        if pieces.label[v] == ABSENT:
            yield [*facts((v,)), *known]
            return
        at_place = [divmod(p - 1, columns) for p in place]
        centre = sum_of(at_place[v], divmod(at[image[v]] - 1, columns))
        for w in pieces.members[pieces.label[v]]:
            there = image_of(at_place[w], centre)
            own = 1 + columns * there[0] + there[1] if 0 <= there[1] < columns else -1
            if at[image[w]] != own:
                joined = CONNECTED_PAIR.reason(pieces, (min(v, w), max(v, w)))
                yield [*facts(joined), *known, *self.fixed(image[w], at[image[w]])]
            elif own not in place or pieces.label[place.index(own)] != pieces.label[v]:
                yield [*facts(all_of(pieces, v)), *known]

    def _images(self, g: int) -> Iterator[tuple[int, int]]:
        """The vertices of a graph, each with the variable of its image."""
        n = self.network
        for k in range(n.query_start[g], n.query_start[g + 1]):
            if n.query_kind[k] == net.IMAGE:
                yield n.query_from[k] - n.vertex_start[g], n.query_word[k]

    def _wrong_size(
        self,
        x: int,
        pieces: Pieces,
        data: tuple[int, tuple[int, ...]],
        facts: Callable[[Iterable[int]], list[Literal]],
        at: Assignment,
    ) -> Iterator[list[Literal]]:
        size = SIZE.value(pieces, data)
        if at[x] < size:
            parts = SIZE.at_least(pieces, data, at[x] + 1)
            wrong = [v for v in self._values[x] if v > at[x]]
        elif at[x] > size:
            parts = SIZE.at_most(pieces, data, at[x] - 1)
            wrong = [v for v in self._values[x] if v < at[x]]
        else:
            return
        yield [*facts(parts), *((w, ~m) for w, m in self.network.bits(x, wrong))]


def _closed_early(pieces: Pieces) -> list[int]:
    """The parts of a cycle and a vertex that is not on it, if there are such."""
    count = len(pieces.around)
    around: dict[int, list[tuple[int, int]]] = {v: [] for v in range(count) if pieces.on[v]}
    for e in pieces.live:
        a, b, _ = pieces.edges[e]
        around[a].append((b, e))
        around[b].append((a, e))
    for e in pieces.live:
        # A shortest way between its ends without it closes a shortest cycle.
        start, end, _ = pieces.edges[e]
        came = {start: (start, e)}
        queue = [start]
        for v in queue:
            for w, way in around[v]:
                if w not in came and way != e:
                    came[w] = v, way
                    queue.append(w)
        if end in came:
            cycle, v = [count + e, end], end
            while v != start:
                v, way = came[v]
                cycle += [v, count + way]
            if others := around.keys() - cycle:
                return [*cycle, min(others)]
    return []


def _same(values: Sequence[int], pair: tuple[int, int]) -> bool:
    return values[pair[0]] == values[pair[1]]


def _at(facts: list[Literal], at_place: dict[Point, int], place: Point | None) -> list[Literal]:
    """The fact about the vertex at a place, if there is one."""
    return [facts[at_place[place]]] if place in at_place else []


def _laid(place: Point, own: Point, target: Point, turn: Turn) -> Point:
    """Where a place comes to lie by a turn that takes another one to a target."""
    swap, down, right = turn
    r, c = place[0] - own[0], place[1] - own[1]
    r, c = (c, r) if swap else (r, c)
    return target[0] + down * r, target[1] + right * c
