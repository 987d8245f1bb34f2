"""The builder of nodes: every node of a model is made here, folded and in normal form.

Constants are folded, and equal nodes are one object (hash-consing). `nodes` states the normal
forms, `junctions` brings conjunctions and disjunctions into theirs, `comparisons` sums; `store`
keeps the nodes that exist. A `Model` is a builder with variables and constraints; models of one
store share their nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Final, cast

from ..deadline import pause
from .comparisons import bounded_eq, bounded_le, linear_eq, linear_le
from .definitions import GlobalDefinition, MeasureDefinition, QueryDefinition
from .junctions import joined, junction
from .limits import MAX_NODES, within_limits
from .linear import bounds, by_id, collect, difference, divisor_ends, ends, products, spread, union
from .masks import full_mask
from .nodes import (
    BOOL_KINDS,
    BOOL_NODES,
    INT_KINDS,
    Abs,
    And,
    Bool,
    Div,
    Element,
    Global,
    Graph,
    Iff,
    IntNode,
    IntOperand,
    IntVar,
    Ite,
    Linear,
    LinearEq,
    LinearLe,
    Max,
    Measure,
    Member,
    Min,
    Mod,
    Node,
    Not,
    Operand,
    Or,
    Query,
    Times,
    Values,
    domain_of,
)
from .pieces import known, neighbours
from .store import BETWEEN, Store

# The kinds of numbers that have a domain of their own.
_LISTED: Final = frozenset((IntVar, Measure))


class Builder:
    """Makes nodes, each once; those that exist are in its store."""

    __slots__ = ("_store",)

    def __init__(self) -> None:
        self._store = Store()

    @property
    def size(self) -> int:
        """The number of nodes built so far by all models that share them."""
        return self._store.made

    @property
    def derived(self) -> dict[tuple[Any, ...], Any]:
        """Cached intermediate results of conditions on pieces and forms, by kind and inputs. They
        are not kept with a graph or form, since nodes that refer back to it would be a reference
        cycle."""
        return self._store.derived

    def limit(self, most: int = MAX_NODES) -> None:
        """Limit the number of nodes of the models that share them; one more raises
        ModelTooLarge."""
        self._store.most = most

    # -- bool nodes

    def not_(self, a: Bool) -> Bool:
        """The negation of a, in normal form: of a literal or inequality again one."""
        if a is True or a is False:
            return not a
        if type(a) is Not:
            return a.arg
        if type(a) is Member:
            return self.masked(a.arg, a.mask ^ full_mask(a.arg.domain))
        if type(a) is LinearLe:
            return linear_le(self, [(-c, n) for c, n in a.terms], -a.bound - 1)
        return self._store.negation(a)

    def and_(self, args: Iterable[Bool]) -> Bool:
        """The conjunction of all args; True if there are none."""
        if (type(args) is tuple or type(args) is list) and len(args) == 2:
            a, b = args
            if a is True or b is False:
                return b
            if b is True or a is False:
                return a
            both = joined(self._store, True, a, b)
            if both is not None:
                return both
        return junction(self._store, True, args)

    def or_(self, args: Iterable[Bool]) -> Bool:
        """The disjunction of all args; False if there are none."""
        if (type(args) is tuple or type(args) is list) and len(args) == 2:
            a, b = args
            if a is False or b is True:
                return b
            if b is False or a is True:
                return a
            both = joined(self._store, False, a, b)
            if both is not None:
                return both
        return junction(self._store, False, args)

    def junction_of_most(self, node: And | Or) -> And | Or | None:
        """A conjunction or disjunction without its last part, or without its first, if the model
        has it."""
        args = node.args
        if type(node) is And:
            return self._store.ands.get(args[:-1]) or self._store.ands.get(args[1:])
        return self._store.ors.get(args[:-1]) or self._store.ors.get(args[1:])

    def implies(self, a: Bool, b: Bool) -> Bool:
        """a implies b, as the clause `not a or b`."""
        if a is True:
            return b
        return self.or_((self.not_(a), b))

    def iff(self, a: Bool, b: Bool) -> Bool:
        """a and b are equal."""
        if a is True:
            return b
        if b is True:
            return a
        if a is False:
            return self.not_(b)
        if b is False:
            return self.not_(a)
        if a is b:
            return True
        if self.not_(a) is b:
            return False
        if a.id > b.id:
            a, b = b, a
        return self.intern(Iff, a, b)

    def same(self, one: dict[Any, Bool], other: dict[Any, Bool]) -> Bool:
        """Two tables have equal conditions for each key; where a key is missing, False."""
        parts: list[Bool] = []
        for key in {**one, **other}:
            equal = self.iff(one.get(key, False), other.get(key, False))
            if equal is False:
                return False
            parts.append(equal)
        return self.and_(parts)

    def member(self, x: IntOperand, values: Collection[int]) -> Bool:
        """x in values."""
        if isinstance(x, int):
            return x in values
        if type(x) in BOOL_KINDS:
            yes, no = 1 in values, 0 in values
            condition: Any = x
            return (
                True if yes and no else condition if yes else self.not_(condition) if no else False
            )
        if type(x) is Linear:
            if type(values) is range and values.step == 1:
                return self.and_((self.le(values.start, x), self.lt(x, values.stop)))
            return self.or_(self.eq(x, v) for v in sorted(set(values)))
        if type(x) is Mod and isinstance(x.right, int) and type(x.left) in _LISTED:
            left: Any = x.left
            return self.masked(left, self._store.with_remainder(left, x.right, values))
        mask, number = 0, cast("IntNode", x)
        domain = number.domain
        plain = type(domain) is range and domain.step == 1
        if plain and type(values) is range and values.step == 1:
            low = max(values.start, domain[0]) - domain[0]
            high = min(values.stop - 1, domain[-1]) - domain[0]
            mask = (1 << high + 1) - (1 << low) if low <= high else 0
        elif plain and len(values) <= len(domain):
            start = domain[0]
            for v in values:
                if v in domain:
                    mask |= 1 << (v - start)
        else:
            wanted = values if isinstance(values, range) else set(values)
            for position, v in enumerate(domain):
                if v in wanted:
                    mask |= 1 << position
        return self.masked(number, mask)

    def masked(self, x: IntNode, mask: int) -> Bool:
        """x in the values at these positions of its domain."""
        return self._store.masked(x, mask)

    def le(self, a: IntOperand, b: IntOperand) -> Bool:
        """a ≤ b."""
        terms, constant = difference(a, b)
        return linear_le(self, terms, -constant)

    def lt(self, a: IntOperand, b: IntOperand) -> Bool:
        """a < b."""
        terms, constant = difference(a, b)
        return linear_le(self, terms, -constant - 1)

    def eq(self, a: IntOperand, b: IntOperand) -> Bool:
        """a = b."""
        if isinstance(a, int):
            a, b = b, a
        if isinstance(b, int):
            if isinstance(a, int):
                return a == b
            if type(a) is not Linear:
                return self.member(a, (b,))
            if b not in a.domain:
                return False
        elif type(a) in _LISTED and type(b) in _LISTED and a is not b:
            return self._equal(cast("IntNode", a), cast("IntNode", b))
        terms, constant = difference(a, b)
        return linear_eq(self, terms, -constant)

    def _equal(self, a: IntNode, b: IntNode) -> Bool:
        """a = b, of two different numbers that have domains of their own: as `linear_eq`."""
        one, other = (a, b) if a.id < b.id else (b, a)
        values, others = one.domain, other.domain
        if values[-1] < others[0] or others[-1] < values[0]:
            return False
        if len(values) == len(others) == 1:
            return True
        node: LinearEq = self.intern(LinearEq, ((1, one), (-1, other)), 0)
        return node

    def all_of(self, definition: GlobalDefinition, args: Sequence[Operand], data: Any) -> Bool:
        """A global constraint over operands; a constant if all of them are."""
        if all(isinstance(a, int) for a in args):
            return definition.holds([a for a in args if isinstance(a, int)], data)
        if definition.symmetric:  # one node, whatever order the arguments come in
            args = sorted(args, key=lambda a: (-1, int(a)) if isinstance(a, int) else (a.id, 0))
        self._store.used.add(definition)
        return self.intern(Global, definition, tuple(args), data)

    # -- graphs

    def graph(self, vertices: Iterable[Bool], edges: Iterable[tuple[int, int, Bool]]) -> Graph:
        """A graph; edges that cannot join two vertices are dropped, parallel ones are one."""
        there = tuple(vertices)
        count = len(there)
        joined: dict[int, Any] = {}
        every: Iterable[Any] = edges  # kept as they are: many graphs are large and alike
        for edge in every:
            if not len(joined) & BETWEEN:
                pause()
            a, b, condition = edge
            if a != b and condition is not False and not (there[a] is False or there[b] is False):
                if a > b:
                    a, b = b, a
                    edge = a, b, condition
                key = a * count + b
                known = joined.get(key)
                joined[key] = edge if known is None else (a, b, self.or_((known[2], condition)))
        kept = tuple(joined.values())
        parts = (*there, *[edge[2] for edge in kept])
        return self.intern(Graph, there, kept, extra=(parts,))

    def graph_without(self, graph: Graph, absent: tuple[int, ...]) -> Graph:
        """A graph of which some vertices are absent. It shares the edges, also those at them."""
        if not absent:
            return graph
        key = (Graph, graph, absent)
        made: Graph | None = self._store.others.get(key)
        if made is None:
            there = [*graph.vertices]
            for v in absent:
                there[v] = False
            parts = (*there, *graph.parts[len(there) :])
            made = Graph(self._store.number(), tuple(there), graph.edges, parts)
            made.derived[neighbours] = neighbours(graph)
            self._store.others[key] = made
        return made

    def query(self, definition: QueryDefinition, graph: Graph, data: Any = None) -> Bool:
        """A condition on the pieces of a graph; a constant if the graph is known, or if
        `entailment` decides it."""
        made: Query | None = self._store.others.get((Query, definition, graph, data))
        if made is not None:
            return made
        verdict = definition.entailment(*known(graph), data)
        if verdict is None:
            self._store.used.add(definition)
        return self.intern(Query, definition, graph, data) if verdict is None else verdict

    def measure(self, definition: MeasureDefinition, graph: Graph, data: Any = None) -> IntOperand:
        """A number that depends on the pieces of a graph."""
        made: Measure | None = self._store.others.get((Measure, definition, graph, data))
        if made is not None:
            return made
        low, high = definition.bounds(*known(graph), data)
        if low == high:
            return low
        self._store.used.add(definition)
        return self.intern(Measure, definition, graph, data, extra=(spread(low, high),))

    def uses(self, definition: GlobalDefinition | QueryDefinition | MeasureDefinition) -> bool:
        """Whether a node of this global, query or measure was ever made, on any graph."""
        return definition in self._store.used

    def has(self, *kinds: type) -> bool:
        """Whether a node of one of these kinds, other than variables, Not, And, Or and Member, was
        ever made."""
        return not self._store.kinds.isdisjoint(kinds)

    # -- int nodes

    def sum_(self, args: Iterable[IntOperand]) -> IntOperand:
        """The sum of all args, ints or bools (1 if true); 0 if there are none."""
        terms = [(1, a) for a in args]
        if len(terms) == 1 and type(terms[0][1]) in INT_KINDS:
            return terms[0][1]
        return self.linear(terms)

    def linear(self, terms: Iterable[tuple[int, IntOperand]], constant: int = 0) -> IntOperand:
        """Σ coefficient · operand + constant."""
        items, extra = collect(terms)
        constant += extra
        if not items:
            return within_limits(constant)
        if len(items) == 1 and items[0][0] == 1 and constant == 0:
            return items[0][1]
        low, high = bounds(items)
        domain = range(within_limits(low + constant), within_limits(high + constant) + 1)
        return self.intern(Linear, tuple(items), constant, extra=(domain,))

    def sum_is(self, terms: Iterable[tuple[int, IntOperand]], total: int) -> Bool:
        """Σ coefficient · operand = total: as `eq`, without a node for the sum."""
        items, constant, low, high = _summed(terms)
        return bounded_eq(self, items, total - constant, low, high)

    def sum_is_at_most(self, terms: Iterable[tuple[int, IntOperand]], most: int) -> Bool:
        """Σ coefficient · operand ≤ most: as `le`, without a node for the sum."""
        items, constant, low, high = _summed(terms)
        return bounded_le(self, items, most - constant, low, high)

    def ite(self, test: Bool, then: IntOperand, otherwise: IntOperand) -> IntOperand:
        """then if test else otherwise, over ints (for bools use `choose`)."""
        if test is True:
            return then
        if test is False:
            return otherwise
        if then is otherwise or (isinstance(then, int) and then == otherwise):
            return then
        if isinstance(then, int) and isinstance(otherwise, int):
            return self.linear(((then - otherwise, test),), otherwise)
        domain = union(domain_of(then), domain_of(otherwise))
        return self.intern(Ite, test, then, otherwise, extra=(domain,))

    def choose(self, test: Bool, then: Bool, otherwise: Bool) -> Bool:
        """then if test else otherwise, over bools."""
        return self.and_((self.implies(test, then), self.or_((test, otherwise))))

    def element(self, index: IntOperand, options: Sequence[IntOperand]) -> IntOperand:
        """options[k], where k is the position of the index's value in its domain; there are as many
        options as values. Raises TypeError if the index is constant."""
        if isinstance(index, int):
            raise TypeError("the index of an element is constant")
        if isinstance(index, BOOL_NODES):
            return self.ite(index, options[1], options[0])
        first = options[0]
        if all(o is first or (isinstance(o, int) and o == first) for o in options):
            return first
        if all(isinstance(o, int) for o in options):
            steps = {o - v for o, v in zip(options, index.domain, strict=True)}  # type: ignore[operator]
            if len(steps) == 1:
                return self.linear(((1, index),), steps.pop())
        values: Values = ()
        for option in options:
            values = union(values, domain_of(option))
        return self.intern(Element, index, tuple(options), extra=(values,))

    def min_(self, args: Iterable[IntOperand]) -> IntOperand:
        """The least of one or more args."""
        return self._extreme(Min, min, args)

    def max_(self, args: Iterable[IntOperand]) -> IntOperand:
        """The greatest of one or more args."""
        return self._extreme(Max, max, args)

    def times(self, a: IntOperand, b: IntOperand) -> IntOperand:
        """a · b."""
        if isinstance(a, int):
            return self.linear(((a, b),))
        if isinstance(b, int):
            return self.linear(((b, a),))
        if isinstance(a, BOOL_NODES):
            if isinstance(b, BOOL_NODES):
                both = self.and_((a, b))
                return int(both) if isinstance(both, bool) else both
            return self.ite(a, b, 0)
        if isinstance(b, BOOL_NODES):
            return self.ite(b, a, 0)
        if a.id > b.id:
            a, b = b, a
        return self.intern(Times, a, b, extra=(products(a, b),))

    def div(self, a: IntOperand, b: IntOperand) -> IntOperand:
        """a / b, rounded down; b's domain must not contain 0."""
        if isinstance(a, int) and isinstance(b, int):
            return a // b
        quotients = [x // y for x in ends(a) for y in divisor_ends(b)]
        return self.intern(Div, a, b, extra=(spread(min(quotients), max(quotients)),))

    def mod(self, a: IntOperand, b: IntOperand) -> IntOperand:
        """a modulo b, with the sign of b; b's domain must not contain 0."""
        if isinstance(a, int) and isinstance(b, int):
            return a % b
        low, high = ends(b)
        domain = spread(low + 1 if low < 0 else 0, high - 1 if high > 0 else 0)
        return self.intern(Mod, a, b, extra=(domain,))

    def divides(self, a: IntOperand, b: IntOperand) -> Bool:
        """b divides a, so that `a / b` is exact; b's domain must not contain 0."""
        return self.eq(self.mod(a, b), 0)

    def abs_(self, a: IntOperand) -> IntOperand:
        """The absolute value of a."""
        if isinstance(a, int):
            return abs(a)
        low, high = ends(a)
        if low >= 0:
            return a
        if high <= 0:
            return self.linear(((-1, a),))
        return self.intern(Abs, a, extra=(spread(0, max(-low, high)),))

    # -- within

    def intern(self, *key: Any, extra: tuple[Any, ...] = ()) -> Any:
        """Return the node with this key (its kind and fields), creating it if necessary.

        extra: the fields that follow from those of the key."""
        store = self._store
        node = store.others.get(key)
        if node is None:
            node = store.others[key] = key[0](store.number(), *key[1:], *extra)
            store.kinds.add(key[0])
        return node

    def literal(self, positive: bool, x: Any) -> Bool:
        """A bool node or its negation."""
        return x if positive else self.not_(x)

    def _extreme(
        self, kind: type[Min] | type[Max], pick: Callable[..., int], args: Iterable[IntOperand]
    ) -> IntOperand:
        nodes: dict[Node, None] = {}
        constants: list[int] = []
        for a in args:
            if isinstance(a, int):
                constants.append(int(a))
            else:
                nodes[a] = None
        if constants:
            constant = pick(constants)
            if not nodes:
                return constant
            rest: list[Any] = [*sorted(nodes, key=by_id), constant]
        else:
            rest = [*sorted(nodes, key=by_id)]
        if not rest:
            raise ValueError("the least or greatest of nothing")
        if len(rest) == 1:
            return rest[0]
        lows, highs = zip(*map(ends, rest), strict=True)
        return self.intern(kind, tuple(rest), extra=(spread(pick(lows), pick(highs)),))


def _summed(
    terms: Iterable[tuple[int, IntOperand]],
) -> tuple[list[tuple[int, Node]], int, int, int]:
    """Terms added up, a constant, and the bounds of the terms without it."""
    items, constant = collect(terms)
    low, high = bounds(items)
    within_limits(low + constant)
    within_limits(high + constant)
    return items, constant, low, high
