"""The model (IR): a finite-domain constraint network, independent of any solver and any genre.

A `Model` holds variables, constraints, an answer and perhaps an objective. A constraint is a bool
node of a hash-consed expression DAG together with its `Origin`: the rule it came from, the values
of the rule's `for` variables, and through them the cells it speaks of.

Operands are nodes or plain constants: a bool operand is a `Node` or a Python `bool`, an int operand
a `Node` or a Python `int`. A bool node may stand where an int is wanted and counts 0 or 1. All
nodes are built through the methods of a `Model`, which fold constants, normalise, and give the one
node that exists for equal arguments, so that nodes are compared and hashed by identity:

    bool   BoolVar  Not  And  Or  Iff  Member(x in {…})  LinearLe(Σ c·x ≤ k)  LinearEq(Σ c·x = k)
           Global(definition, args, data)  Query(definition, graph, data)
    int    IntVar  Linear(Σ c·x + k)  Ite  Element(options[index])  Min  Max  Times  Div  Mod  Abs
           Measure(definition, graph, data)

A `Graph` is a node but no operand: its vertices and edges are bool operands, and what its pieces
are like is asked by a Query (is it connected?) or a Measure (how large is the piece of a vertex?).

Normal forms that a backend may rely on: `Not` stands only over BoolVar, And, Or, Iff, LinearEq,
Global and Query (the negation of a Member or a LinearLe is another one); `And`, `Or` have at least
two arguments, none of them a constant, `And` none that is an And (likewise Or); a linear node has
at least two terms, none of them Linear, with coefficients that have no common divisor in LinearLe
and LinearEq; `Member` has a non-empty proper part of the domain of an int node that is not Linear.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import compress
from math import gcd
from typing import Any, Protocol, TypeAlias

from ..records import field, record
from .pieces import Pieces, known

MAX_NODES = 5_000_000
MAX_DOMAIN = 100_000  # of a variable
MAX_SPREAD = 1_000_000  # of what is computed, other than by adding up
WATCHED = 512  # nodes are made between two looks at what ends their making
MAX_NUMBER = 10**15  # what is added up stays within what every solver can count with

Values: TypeAlias = "tuple[int, ...] | range"


class ModelTooLarge(Exception):
    """More nodes, or a larger domain, than a model may have. The message says how many."""


def within_limits(number: int) -> int:
    """The number. Raises ModelTooLarge for one that nobody should count with."""
    if not -MAX_NUMBER <= number <= MAX_NUMBER:
        raise ModelTooLarge(f"a number beyond {MAX_NUMBER:,}")
    return number


def listable(values: Values) -> Values:
    """The values. Raises ModelTooLarge where they are too many to be listed."""
    if len(values) > MAX_SPREAD:
        many = f"{len(values):,} values"
        raise ModelTooLarge(f"{many}; at most {MAX_SPREAD:,} can be gone through one by one")
    return values


# ---- nodes ---------------------------------------------------------------------------------------


@record(frozen=False, eq=False, repr=False)
class BoolVar:
    """A decision yes or no. index: its position in `Model.variables`."""

    id: int
    index: int
    label: str


@record(frozen=False, eq=False, repr=False)
class IntVar:
    """A decision among the integers of an explicit domain (sorted, not empty)."""

    id: int
    index: int
    label: str
    domain: Values


@record(frozen=False, eq=False, repr=False)
class Not:
    id: int
    arg: BoolNode


@record(frozen=False, eq=False, repr=False)
class And:
    id: int
    args: tuple[BoolNode, ...]


@record(frozen=False, eq=False, repr=False)
class Or:
    id: int
    args: tuple[BoolNode, ...]


@record(frozen=False, eq=False, repr=False)
class Iff:
    id: int
    left: BoolNode
    right: BoolNode


@record(frozen=False, eq=False, repr=False)
class Member:
    """arg in values. mask: the values as a set of positions in the argument's domain."""

    id: int
    arg: IntNode
    mask: int

    @property
    def values(self) -> tuple[int, ...]:
        """The values, sorted."""
        return tuple(compress(self.arg.domain, map("1".__eq__, reversed(f"{self.mask:b}"))))


Terms: TypeAlias = "tuple[tuple[int, Node], ...]"


@record(frozen=False, eq=False, repr=False)
class LinearLe:
    """Σ coefficient · node ≤ bound."""

    id: int
    terms: Terms
    bound: int


@record(frozen=False, eq=False, repr=False)
class LinearEq:
    """Σ coefficient · node = bound."""

    id: int
    terms: Terms
    bound: int


@record(frozen=False, eq=False, repr=False)
class Global:
    """A named constraint over its arguments; data: what it knows besides (lengths, rows, …)."""

    id: int
    definition: GlobalDefinition
    args: tuple[Operand, ...]
    data: Any


@record(frozen=False, eq=False, repr=False)
class Linear:
    """Σ coefficient · node + constant."""

    id: int
    terms: Terms
    constant: int
    domain: range


@record(frozen=False, eq=False, repr=False)
class Ite:
    """then if test else otherwise."""

    id: int
    test: BoolNode
    then: IntOperand
    otherwise: IntOperand
    domain: Values


@record(frozen=False, eq=False, repr=False)
class Element:
    """options[k] where k is the position of index's value in index.domain."""

    id: int
    index: IntNode
    options: tuple[IntOperand, ...]
    domain: Values


@record(frozen=False, eq=False, repr=False)
class Min:
    id: int
    args: tuple[IntOperand, ...]
    domain: range


@record(frozen=False, eq=False, repr=False)
class Max:
    id: int
    args: tuple[IntOperand, ...]
    domain: range


@record(frozen=False, eq=False, repr=False)
class Times:
    id: int
    left: IntNode
    right: IntNode
    domain: range


@record(frozen=False, eq=False, repr=False)
class Div:
    """left / right, rounded down as in Python; right is never 0 in any domain it is built over.

    The exactness of the language's `/` is a constraint of its own (see `Model.divides`).
    """

    id: int
    left: IntOperand
    right: IntOperand
    domain: range


@record(frozen=False, eq=False, repr=False)
class Mod:
    """left modulo right, with the sign of right as in Python; right is never 0."""

    id: int
    left: IntOperand
    right: IntOperand
    domain: range


@record(frozen=False, eq=False, repr=False)
class Abs:
    id: int
    arg: IntNode
    domain: range


@record(frozen=False, eq=False, repr=False)
class Graph:
    """A graph whose parts are conditions. Its pieces are the classes of vertices that edges join.

    vertices[v]: vertex v is there. edges: (v, w, condition); an edge joins its two ends where its
    condition holds and both ends are there. parts: all conditions, those of the vertices first;
    reasons and nogoods speak of positions in it. derived: what decompositions worked out for it.
    """

    id: int
    vertices: tuple[Bool, ...]
    edges: tuple[tuple[int, int, Bool], ...]
    parts: tuple[Bool, ...]
    derived: dict[Any, Any] = field(default_factory=dict)


@record(frozen=False, eq=False, repr=False)
class Query:
    """Yes or no: something about the pieces of a graph."""

    id: int
    definition: QueryDefinition
    graph: Graph
    data: Any


@record(frozen=False, eq=False, repr=False)
class Measure:
    """A number: something about the pieces of a graph."""

    id: int
    definition: MeasureDefinition
    graph: Graph
    data: Any
    domain: range


BoolNode: TypeAlias = BoolVar | Not | And | Or | Iff | Member | LinearLe | LinearEq | Global | Query
IntNode: TypeAlias = IntVar | Linear | Ite | Element | Min | Max | Times | Div | Mod | Abs | Measure
Node: TypeAlias = BoolNode | IntNode
Part: TypeAlias = Node | Graph
Variable: TypeAlias = BoolVar | IntVar
Bool: TypeAlias = bool | BoolNode
IntOperand: TypeAlias = int | IntNode | BoolNode
Operand: TypeAlias = bool | int | Node

BOOL_NODES = (BoolVar, Not, And, Or, Iff, Member, LinearLe, LinearEq, Global, Query)
_BOOLS = frozenset(BOOL_NODES)


class GlobalDefinition(Protocol):
    """All that is known of a global constraint; one file of `compiler.globals` each.

    Arguments' values reach it as a sequence of ints (a bool as 0 or 1) in the order of the args.
    symmetric: that order does not matter to what it means.
    """

    name: str
    symmetric: bool

    def holds(self, values: Sequence[int], data: Any) -> bool:
        """The meaning: does a full assignment of the arguments satisfy it?"""
        ...

    def nogood(self, values: Sequence[int], data: Any) -> tuple[int, ...]:
        """Why a violating assignment is wrong: positions of arguments whose values alone,
        whatever the others are, violate it."""
        ...

    def judge(self, domains: Sequence[Values], data: Any) -> bool | None:
        """On a partly filled board, where each argument has one of some (sorted) values: True
        only if every choice satisfies it, False only if none does, None where that is not known."""
        ...

    def decompose(self, model: Model, args: tuple[Operand, ...], data: Any) -> Bool:
        """An equivalent condition over simpler nodes, right in both polarities."""
        ...


class QueryDefinition(Protocol):
    """All that is known of a condition on the pieces of a graph; one file of `compiler.globals`
    each. data: what is asked besides (which vertices, …)."""

    name: str

    def holds(self, pieces: Pieces, data: Any) -> bool:
        """The meaning, where every part of the graph is known."""
        ...

    def judge(self, sure: Pieces, possible: Pieces, data: Any) -> bool | None:
        """Where some parts are open: True only if the query holds whatever they are, False only if
        it fails whatever they are. sure: the pieces without the open parts; possible: with them."""
        ...

    def reason(self, pieces: Pieces, data: Any) -> tuple[int, ...]:
        """Positions of parts that alone, whatever the others are, make it hold, or fail."""
        ...

    def decompose(self, model: Model, graph: Graph, data: Any) -> Bool:
        """An equivalent condition over simpler nodes, right in both polarities."""
        ...


class MeasureDefinition(Protocol):
    """All that is known of a number that the pieces of a graph decide; one file each."""

    name: str

    def value(self, pieces: Pieces, data: Any) -> int:
        """The meaning, where every part of the graph is known."""
        ...

    def bounds(self, sure: Pieces, possible: Pieces, data: Any) -> tuple[int, int]:
        """Where some parts are open: the number lies between these two, whatever they are."""
        ...

    def at_least(self, pieces: Pieces, data: Any, bound: int) -> tuple[int, ...]:
        """Positions of parts that alone make it at least `bound`, which its value is."""
        ...

    def at_most(self, pieces: Pieces, data: Any, bound: int) -> tuple[int, ...]:
        """Positions of parts that alone make it at most `bound`, which its value is."""
        ...

    def decompose(self, model: Model, graph: Graph, data: Any) -> IntOperand:
        """An equal number over simpler nodes."""
        ...


# ---- what a model holds --------------------------------------------------------------------------


@record
class Origin:
    """Where a constraint comes from.

    rule: index of the rule in its spec, -1 for what a declaration itself asks. bindings: names
    and values of the `for` variables. places: the places it speaks of, in order, for pictures.
    """

    rule: int
    bindings: tuple[tuple[str, Any], ...] = ()
    places: tuple[Any, ...] = ()


@record
class Constraint:
    """A condition that must hold, or False where grounding found it broken already."""

    condition: Bool
    origin: Origin


@record
class Objective:
    """sense: "minimize" or "maximize"."""

    sense: str
    value: IntOperand


@record(frozen=False)
class Model:
    """A constraint network and the builder of its nodes.

    answer: the operands in which two different solutions must differ. givens: values that the
    puzzle fixes, by variable index; they are kept out of the constraints, so that puzzles of one
    shape can share everything else (see `with_givens`). watch: called now and then while nodes are
    made; it may raise to end that.
    """

    variables: list[Variable] = field(default_factory=list)
    constraints: list[Constraint] = field(default_factory=list)
    answer: tuple[Operand, ...] = ()
    objective: Objective | None = None
    givens: dict[int, int] = field(default_factory=dict)
    _nodes: dict[tuple[Any, ...], Any] = field(default_factory=dict, repr=False)
    _next: list[int] = field(default_factory=lambda: [0], repr=False)
    watch: Callable[[], None] | None = field(default=None, repr=False)

    def with_givens(self, givens: dict[int, int]) -> Model:
        """The same network, sharing every node, for another puzzle of its shape."""
        return Model(
            self.variables,
            self.constraints,
            self.answer,
            self.objective,
            givens,
            self._nodes,
            self._next,
        )

    @property
    def size(self) -> int:
        """How many nodes have been made, by all models that share them."""
        return self._next[0]

    # -- variables and constraints

    def bool_var(self, label: str) -> BoolVar:
        variable = BoolVar(self._number(), len(self.variables), label)
        self.variables.append(variable)
        return variable

    def int_var(self, label: str, domain: Iterable[int]) -> IntVar:
        """A new variable; domain: at least one value, any order."""
        values: Values = domain if isinstance(domain, range) else tuple(sorted(set(domain)))
        if len(values) > MAX_DOMAIN:
            raise ModelTooLarge(f"{label} has {len(values):,} values; at most {MAX_DOMAIN:,}")
        if not values:
            raise ValueError(f"{label}: an empty domain")
        variable = IntVar(self._number(), len(self.variables), label, values)
        self.variables.append(variable)
        return variable

    def require(self, condition: Bool, origin: Origin) -> None:
        """Add a constraint; one that is True is dropped, one that is False is kept."""
        if condition is not True:
            self.constraints.append(Constraint(condition, origin))

    # -- bool nodes

    def not_(self, a: Bool) -> Bool:
        match a:
            case True | False:
                return not a
            case Not(arg=arg):
                return arg
            case Member(arg=arg, mask=mask):
                return self._member(arg, mask ^ ((1 << len(arg.domain)) - 1))
            case LinearLe(terms=terms, bound=bound):
                return self._linear_le([(-c, n) for c, n in terms], -bound - 1)
            case _:
                return self._intern(Not, a)

    def and_(self, args: Iterable[Bool]) -> Bool:
        if type(args) is tuple and len(args) == 2:
            a, b = args
            if a is True or b is False:
                return b
            if b is True or a is False:
                return a
            joined = self._joined(And, a, b)
            if joined is not None:
                return joined
        flat: dict[BoolNode, None] = {}
        masks: dict[IntNode, int] = {}
        for a in args:
            if a is True:
                continue
            if a is False:
                return False
            for part in a.args if type(a) is And else (a,):
                if type(part) is Member:
                    arg = part.arg
                    masks[arg] = masks[arg] & part.mask if arg in masks else part.mask
                else:
                    flat[part] = None
        for arg, mask in masks.items():
            if not mask:
                return False
            flat[self._member(arg, mask)] = None  # type: ignore[index]
        return self._junction(And, flat)

    def or_(self, args: Iterable[Bool]) -> Bool:
        if type(args) is tuple and len(args) == 2:
            a, b = args
            if a is False or b is True:
                return b
            if b is False or a is True:
                return a
            joined = self._joined(Or, a, b)
            if joined is not None:
                return joined
        flat: dict[BoolNode, None] = {}
        masks: dict[IntNode, int] = {}
        for a in args:
            if a is False:
                continue
            if a is True:
                return True
            for part in a.args if type(a) is Or else (a,):
                if type(part) is Member:
                    masks[part.arg] = masks.get(part.arg, 0) | part.mask
                else:
                    flat[part] = None
        for arg, mask in masks.items():
            member = self._member(arg, mask)
            if member is True:
                return True
            flat[member] = None  # type: ignore[index]
        return self._junction(Or, flat)

    def _joined(self, kind: type[And] | type[Or], a: BoolNode, b: BoolNode) -> Bool | None:
        """And or Or of two nodes, the common case; None where it takes more than to put one of
        them among the parts of the other."""
        if type(b) is kind:
            a, b = b, a
        parts: tuple[BoolNode, ...] = a.args if type(a) is kind else (a,)
        if b in parts:
            return a
        if type(b) is Member:
            arg = b.arg
            for part in parts:
                if type(part) is Member and part.arg is arg:
                    return None
        elif type(b) is kind:
            return None
        elif type(b) is Not:
            if b.arg in parts:
                return kind is Or
        elif self._nodes.get((Not, b)) in parts:
            return kind is Or
        if parts[-1].id < b.id:
            return self._intern(kind, (*parts, b))
        return self._intern(kind, tuple(sorted((*parts, b), key=_by_id)))

    def _junction(self, kind: type[And] | type[Or], parts: dict[BoolNode, None]) -> Bool:
        """And or Or of different nodes that are neither of the kind nor Members of one node."""
        if len(parts) < 2:
            return next(iter(parts)) if parts else kind is And
        if any(type(part) is Not and part.arg in parts for part in parts):
            return kind is Or
        return self._intern(kind, tuple(sorted(parts, key=_by_id)))

    def implies(self, a: Bool, b: Bool) -> Bool:
        return self.or_((self.not_(a), b))

    def iff(self, a: Bool, b: Bool) -> Bool:
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
        return self._intern(Iff, a, b)

    def member(self, x: IntOperand, values: Iterable[int]) -> Bool:
        """x in values."""
        wanted = values if isinstance(values, range) else set(values)
        if isinstance(x, int):
            return x in wanted
        if isinstance(x, BOOL_NODES):
            yes, no = 1 in wanted, 0 in wanted
            return True if yes and no else x if yes else self.not_(x) if no else False
        if type(x) is Linear:
            if type(wanted) is range and wanted.step == 1:
                return self.and_((self.le(wanted.start, x), self.lt(x, wanted.stop)))
            return self.or_(self.eq(x, v) for v in sorted(wanted))
        mask = 0
        domain = x.domain
        if type(domain) is range and domain.step == 1 and len(wanted) <= len(domain):
            start = domain.start
            for v in wanted:
                if v in domain:
                    mask |= 1 << (v - start)
        else:
            for position, v in enumerate(domain):
                if v in wanted:
                    mask |= 1 << position
        return self._member(x, mask)

    def _member(self, x: IntNode, mask: int) -> Bool:
        """x in the values at these positions of its domain."""
        if not mask:
            return False
        if mask == (1 << len(x.domain)) - 1:
            return True
        return self._intern(Member, x, mask)

    def le(self, a: IntOperand, b: IntOperand) -> Bool:
        """a ≤ b."""
        terms, constant = _difference(a, b)
        return self._linear_le(terms, -constant)

    def lt(self, a: IntOperand, b: IntOperand) -> Bool:
        terms, constant = _difference(a, b)
        return self._linear_le(terms, -constant - 1)

    def eq(self, a: IntOperand, b: IntOperand) -> Bool:
        """a = b."""
        if isinstance(a, int):
            a, b = b, a
        if isinstance(a, int) and isinstance(b, int):
            return a == b
        if isinstance(b, int) and not isinstance(a, int):
            if type(a) is not Linear:
                return self.member(a, (b,))
            if b not in a.domain:
                return False
        terms, constant = _difference(a, b)
        return self._linear_eq(terms, -constant)

    def all_of(self, definition: GlobalDefinition, args: Sequence[Operand], data: Any) -> Bool:
        """A global constraint over operands; decided at once where all of them are constants."""
        if all(isinstance(a, int) for a in args):
            return definition.holds([a for a in args if isinstance(a, int)], data)
        if definition.symmetric:  # one node, whatever order the arguments come in
            args = sorted(args, key=lambda a: (-1, int(a)) if isinstance(a, int) else (a.id, 0))
        return self._intern(Global, definition, tuple(args), data)

    # -- graphs

    def graph(self, vertices: Iterable[Bool], edges: Iterable[tuple[int, int, Bool]]) -> Graph:
        """A graph; edges that cannot join two vertices are dropped, parallel ones are one."""
        there = tuple(vertices)
        joined: dict[tuple[int, int], Bool] = {}
        for a, b, condition in edges:
            if a != b and condition is not False and not (there[a] is False or there[b] is False):
                key = (a, b) if a < b else (b, a)
                known = joined.get(key, False)
                joined[key] = condition if known is False else self.or_((known, condition))
        kept = tuple((a, b, condition) for (a, b), condition in joined.items())
        parts = (*there, *(condition for _, _, condition in kept))
        return self._intern(Graph, there, kept, extra=(parts,))

    def query(self, definition: QueryDefinition, graph: Graph, data: Any = None) -> Bool:
        """A condition on the pieces of a graph; decided at once where the graph is known, or
        where its open parts do not matter to it as far as `judge` sees."""
        verdict = definition.judge(*known(graph), data)
        return self._intern(Query, definition, graph, data) if verdict is None else verdict

    def measure(self, definition: MeasureDefinition, graph: Graph, data: Any = None) -> IntOperand:
        """A number that the pieces of a graph decide."""
        low, high = definition.bounds(*known(graph), data)
        if low == high:
            return low
        return self._intern(Measure, definition, graph, data, extra=(_spread(low, high),))

    # -- int nodes

    def sum_(self, args: Iterable[IntOperand]) -> IntOperand:
        return self.linear((1, a) for a in args)

    def linear(self, terms: Iterable[tuple[int, IntOperand]], constant: int = 0) -> IntOperand:
        """Σ coefficient · operand + constant."""
        collected, extra = _collect(terms)
        constant += extra
        items = collected.terms()
        if not items:
            return within_limits(constant)
        if len(items) == 1 and items[0][0] == 1 and constant == 0:
            return items[0][1]
        low, high = _bounds(items)
        domain = range(within_limits(low + constant), within_limits(high + constant) + 1)
        return self._intern(Linear, tuple(items), constant, extra=(domain,))

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
        domain = _union(domain_of(then), domain_of(otherwise))
        return self._intern(Ite, test, then, otherwise, extra=(domain,))

    def choose(self, test: Bool, then: Bool, otherwise: Bool) -> Bool:
        """then if test else otherwise, over bools."""
        return self.and_((self.implies(test, then), self.or_((test, otherwise))))

    def element(self, index: IntOperand, options: Sequence[IntOperand]) -> IntOperand:
        """options[k], k the position of index's value in its domain (as many options as values)."""
        if isinstance(index, int):
            raise TypeError("an element wants an index that is not constant")
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
            values = _union(values, domain_of(option))
        return self._intern(Element, index, tuple(options), extra=(values,))

    def min_(self, args: Iterable[IntOperand]) -> IntOperand:
        return self._extreme(Min, min, args)

    def max_(self, args: Iterable[IntOperand]) -> IntOperand:
        return self._extreme(Max, max, args)

    def times(self, a: IntOperand, b: IntOperand) -> IntOperand:
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
        ends = [x * y for x in _ends(a) for y in _ends(b)]
        return self._intern(Times, a, b, extra=(_spread(min(ends), max(ends)),))

    def div(self, a: IntOperand, b: IntOperand) -> IntOperand:
        """a / b rounded down; b's domain must not hold 0."""
        if isinstance(a, int) and isinstance(b, int):
            return a // b
        ends = [x // y for x in _ends(a) for y in _divisor_ends(b)]
        return self._intern(Div, a, b, extra=(_spread(min(ends), max(ends)),))

    def mod(self, a: IntOperand, b: IntOperand) -> IntOperand:
        """a modulo b with the sign of b; b's domain must not hold 0."""
        if isinstance(a, int) and isinstance(b, int):
            return a % b
        low, high = _ends(b)
        domain = _spread(low + 1 if low < 0 else 0, high - 1 if high > 0 else 0)
        return self._intern(Mod, a, b, extra=(domain,))

    def divides(self, a: IntOperand, b: IntOperand) -> Bool:
        """b divides a (b's domain must not hold 0): what makes `a / b` exact."""
        return self.eq(self.mod(a, b), 0)

    def abs_(self, a: IntOperand) -> IntOperand:
        if isinstance(a, int):
            return abs(a)
        low, high = _ends(a)
        if low >= 0:
            return a
        if high <= 0:
            return self.linear(((-1, a),))
        return self._intern(Abs, a, extra=(_spread(0, max(-low, high)),))

    # -- within

    def _number(self) -> int:
        number = self._next[0]
        if number >= MAX_NODES:
            raise ModelTooLarge(f"the model has more than {MAX_NODES:,} nodes")
        if not number % WATCHED and self.watch is not None:
            self.watch()
        self._next[0] = number + 1
        return number

    def _intern(self, kind: Callable[..., Any], *key: Any, extra: tuple[Any, ...] = ()) -> Any:
        """The node of this kind and key, made if it does not exist; extra: derived fields."""
        full = (kind, *key)
        node = self._nodes.get(full)
        if node is None:
            node = self._nodes[full] = kind(self._number(), *key, *extra)
        return node

    def _literal(self, positive: bool, x: Any) -> Bool:
        """A bool node or its negation."""
        return x if positive else self.not_(x)

    def _at_most(self, x: Node, most: int) -> Bool:
        """x ≤ most, a member of its domain or a number between them."""
        if isinstance(x, BOOL_NODES):
            return self.not_(x)
        return self._member(x, (1 << bisect_right(x.domain, most)) - 1)

    def _at_least(self, x: Node, least: int) -> Bool:
        if isinstance(x, BOOL_NODES):
            return x
        below = bisect_left(x.domain, least)
        return self._member(x, (1 << len(x.domain)) - (1 << below))

    def _linear_le(self, terms: Sequence[tuple[int, Node]], bound: int) -> Bool:
        low, high = _bounds(terms)
        if high <= bound:
            return True
        if low > bound:
            return False
        if len(terms) == 1:
            (c, x), *_ = terms
            return self._at_most(x, bound // c) if c > 0 else self._at_least(x, -(bound // -c))
        divisor = gcd(*(c for c, _ in terms))
        if divisor > 1:
            terms, bound = [(c // divisor, x) for c, x in terms], bound // divisor
            low = low // divisor
        if all((c == 1 or c == -1) and type(x) in _BOOLS for c, x in terms):
            literals = [self._literal(c == 1, x) for c, x in terms]
            slack = bound - low
            if slack == 0:
                return self.and_(self.not_(x) for x in literals)
            if slack == len(literals) - 1:
                return self.or_(self.not_(x) for x in literals)
        return self._intern(LinearLe, tuple(terms), bound)

    def _linear_eq(self, terms: Sequence[tuple[int, Node]], bound: int) -> Bool:
        low, high = _bounds(terms)
        if not low <= bound <= high:
            return False
        if low == high:
            return True
        if len(terms) == 1:
            (c, x), *_ = terms
            return self.member(x, (bound // c,)) if bound % c == 0 else False
        divisor = gcd(*(c for c, _ in terms))
        if divisor > 1:
            if bound % divisor:
                return False
            terms, bound = [(c // divisor, x) for c, x in terms], bound // divisor
            low, high = low // divisor, high // divisor
        if terms[0][0] < 0:
            terms, bound = [(-c, x) for c, x in terms], -bound
            low, high = -high, -low
        if bound in (low, high) and all(
            (c == 1 or c == -1) and type(x) in _BOOLS for c, x in terms
        ):
            up = 1 if bound == high else -1
            return self.and_(self._literal(c == up, x) for c, x in terms)
        if len(terms) == 2 and all(type(x) in _BOOLS for _, x in terms):
            (c, x), (d, y) = terms
            return self.or_(
                self.and_((self._literal(u == 1, x), self._literal(v == 1, y)))
                for u in (0, 1)
                for v in (0, 1)
                if c * u + d * v == bound
            )
        return self._intern(LinearEq, tuple(terms), bound)

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
            rest: list[Any] = [*sorted(nodes, key=_by_id), constant]
        else:
            rest = [*sorted(nodes, key=_by_id)]
        if not rest:
            raise ValueError("the least or greatest of nothing")
        if len(rest) == 1:
            return rest[0]
        lows, highs = zip(*map(_ends, rest), strict=True)
        return self._intern(kind, tuple(rest), extra=(_spread(pick(lows), pick(highs)),))


def domain_of(x: Operand) -> Values:
    """The values an operand can take, as far as is known without search (sorted)."""
    if type(x) in _BOOLS:
        return (0, 1)
    if isinstance(x, int):
        return (int(x),)
    return x.domain  # type: ignore[union-attr]


def children(node: Part) -> Iterator[Any]:
    """What is directly below a node, in order: operands, or the graph that it asks about."""
    match node:
        case BoolVar() | IntVar():
            return
        case Not(arg=arg) | Member(arg=arg) | Abs(arg=arg):
            yield arg
        case And(args=args) | Or(args=args) | Global(args=args) | Min(args=args) | Max(args=args):
            yield from args
        case LinearLe(terms=terms) | LinearEq(terms=terms) | Linear(terms=terms):
            for _, x in terms:
                yield x
        case Ite(test=test, then=then, otherwise=otherwise):
            yield from (test, then, otherwise)
        case Element(index=index, options=options):
            yield index
            yield from options
        case Graph(parts=parts):
            yield from parts
        case Query(graph=graph) | Measure(graph=graph):
            yield graph
        case _:
            yield from (node.left, node.right)


def bottom_up(
    roots: Iterable[Operand | Graph],
    done: Container[Any],
    below: Callable[[Any], Iterable[Any]] = children,
) -> Iterator[Any]:
    """The nodes and graphs below some operands, themselves included, what is used before its uses.

    done: nodes to leave out, with all below them; the caller must add each node that it is given
    before it asks for the next. below: what a node is built from. The DAG may be of any depth.
    """
    for root in roots:
        stack = [] if isinstance(root, int) else [root]
        while stack:
            node = stack[-1]
            if node in done:
                stack.pop()
                continue
            waiting = [c for c in below(node) if not isinstance(c, int) and c not in done]
            if waiting:
                stack.extend(waiting)
            else:
                stack.pop()
                yield node


def variables_of(roots: Iterable[Operand]) -> list[Variable]:
    """The variables below some operands, each once, in the order of their indices."""
    seen: set[Part] = set()
    found: list[Variable] = []
    stack: list[Part] = [r for r in roots if not isinstance(r, int)]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if isinstance(node, (BoolVar, IntVar)):
            found.append(node)
        else:
            stack.extend(c for c in children(node) if not isinstance(c, int))
    return sorted(found, key=lambda v: v.index)


class _Sum(dict["Node", int]):
    """Coefficients by node."""

    def terms(self) -> list[tuple[int, Node]]:
        """(coefficient, node) pairs without zeros, in the order of node ids."""
        return sorted(((c, x) for x, c in self.items() if c), key=lambda t: t[1].id)


def _collect(terms: Iterable[tuple[int, IntOperand]]) -> tuple[_Sum, int]:
    """Add up terms: nested Linear nodes opened, constants apart."""
    total, constant = _Sum(), 0
    for c, x in terms:
        if isinstance(x, int):
            constant += c * x
        elif type(x) is Linear:
            constant += c * x.constant
            for d, y in x.terms:
                total[y] = total.get(y, 0) + c * d
        elif type(x) is Not:
            constant += c
            total[x.arg] = total.get(x.arg, 0) - c
        else:
            total[x] = total.get(x, 0) + c
    return total, constant


def _difference(a: IntOperand, b: IntOperand) -> tuple[Sequence[tuple[int, Node]], int]:
    """a - b as terms, each node once, and a constant."""
    if type(a) is Linear and isinstance(b, int):
        return a.terms, a.constant - b
    collected, constant = _collect(((1, a), (-1, b)))
    return collected.terms(), constant


def _ends(x: Operand) -> tuple[int, int]:
    values = domain_of(x)
    return values[0], values[-1]


def _divisor_ends(x: Operand) -> list[int]:
    """The values of a divisor at which a quotient can be extreme."""
    values = [v for v in listable(domain_of(x)) if v]
    if not values:
        raise ZeroDivisionError
    below, above = [v for v in values if v < 0], [v for v in values if v > 0]
    return [v for part in (below, above) if part for v in (part[0], part[-1])]


def _bounds(terms: Sequence[tuple[int, Node]]) -> tuple[int, int]:
    low = high = 0
    for c, x in terms:
        if type(x) in _BOOLS:
            first, last = 0, c
        else:
            first, last = _ends(x)
            first, last = c * first, c * last
        if first < last:
            low, high = low + first, high + last
        else:
            low, high = low + last, high + first
    return low, high


def _spread(low: int, high: int) -> range:
    """The domain of what is computed."""
    domain = range(within_limits(low), within_limits(high) + 1)
    listable(domain)
    return domain


def _union(a: Values, b: Values) -> Values:
    return tuple(sorted({*listable(a), *listable(b)}))


def _by_id(node: Node) -> int:
    return node.id
