"""The nodes of a model: a hash-consed DAG of expressions over bools and ints.

Operands are nodes or plain constants: a bool operand is a `Node` or a Python `bool`, an int operand
a `Node` or a Python `int`. A bool node may stand where an int is wanted and counts 0 or 1. All
nodes are built through the methods of a `Model`, which fold constants, normalise, and give the one
node that exists for equal arguments, so that nodes are compared and hashed by identity:

    bool   BoolVar  Not  And  Or  Iff  Member(x in {…})  LinearLe(Σ c·x ≤ k)  LinearEq(Σ c·x = k)
           Global(definition, args, data)  Query(definition, graph, data)
    int    IntVar  Linear(Σ c·x + k)  Ite  Element(options[index])  Min  Max  Times  Div  Mod  Abs
           Measure(definition, graph, data)

A `Graph` is a node but no operand: its vertices and edges are bool operands. A Query (is it
connected?) or a Measure (how large is the piece of a vertex?) refers to it.

Normal forms that a backend may rely on: `Not` stands only over BoolVar, And, Or, Iff, LinearEq,
Global and Query (the negation of a Member or a LinearLe is another one); `And`, `Or` have at least
two arguments, none of them a constant, `And` none that is an And (likewise Or); a linear node has
at least two terms, none of them Linear or a Member of a variable of 0 and 1, with coefficients that
have no common divisor in LinearLe and LinearEq; `Member` has a non-empty proper part of the domain
of an int node that is not Linear.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import compress
from operator import attrgetter
from typing import Any, Final, TypeAlias

from .definitions import GlobalDefinition, MeasureDefinition, QueryDefinition

Values: TypeAlias = "tuple[int, ...] | range"


class BoolVar:
    """A bool variable. index: its position in `Model.variables`."""

    __slots__ = ("id", "index", "label")

    def __init__(self, id: int, index: int, label: str) -> None:
        self.id = id
        self.index = index
        self.label = label


class IntVar:
    """An int variable over an explicit domain (sorted, not empty)."""

    __slots__ = ("domain", "id", "index", "label")

    def __init__(self, id: int, index: int, label: str, domain: Values) -> None:
        self.id = id
        self.index = index
        self.label = label
        self.domain = domain


class Not:
    __slots__ = ("arg", "id")

    def __init__(self, id: int, arg: BoolNode) -> None:
        self.id = id
        self.arg = arg


class And:
    __slots__ = ("args", "id")

    def __init__(self, id: int, args: tuple[BoolNode, ...]) -> None:
        self.id = id
        self.args = args


class Or:
    __slots__ = ("args", "id")

    def __init__(self, id: int, args: tuple[BoolNode, ...]) -> None:
        self.id = id
        self.args = args


class Iff:
    __slots__ = ("id", "left", "right")

    def __init__(self, id: int, left: BoolNode, right: BoolNode) -> None:
        self.id = id
        self.left = left
        self.right = right


class Member:
    """arg in values. mask: the values as a set of positions in the argument's domain."""

    __slots__ = ("arg", "id", "mask")

    def __init__(self, id: int, arg: IntNode, mask: int) -> None:
        self.id = id
        self.arg = arg
        self.mask = mask

    @property
    def values(self) -> tuple[int, ...]:
        """The values, sorted."""
        domain, mask = self.arg.domain, self.mask
        if not mask & (mask - 1):
            return (domain[mask.bit_length() - 1],)
        return tuple(compress(domain, map("1".__eq__, reversed(f"{mask:b}"))))

    @property
    def ends(self) -> tuple[int, int]:
        """The least and the greatest value."""
        domain, mask = self.arg.domain, self.mask
        return domain[(mask & -mask).bit_length() - 1], domain[mask.bit_length() - 1]


Terms: TypeAlias = "tuple[tuple[int, Node], ...]"


class LinearLe:
    """Σ coefficient · node ≤ bound."""

    __slots__ = ("bound", "id", "terms")

    def __init__(self, id: int, terms: Terms, bound: int) -> None:
        self.id = id
        self.terms = terms
        self.bound = bound


class LinearEq:
    """Σ coefficient · node = bound."""

    __slots__ = ("bound", "id", "terms")

    def __init__(self, id: int, terms: Terms, bound: int) -> None:
        self.id = id
        self.terms = terms
        self.bound = bound


class Global:
    """A global constraint over its arguments. data: further parameters (lengths, rows, …)."""

    __slots__ = ("args", "data", "definition", "id")

    def __init__(
        self, id: int, definition: GlobalDefinition, args: tuple[Operand, ...], data: Any
    ) -> None:
        self.id = id
        self.definition = definition
        self.args = args
        self.data = data


class Linear:
    """Σ coefficient · node + constant."""

    __slots__ = ("constant", "domain", "id", "terms")

    def __init__(self, id: int, terms: Terms, constant: int, domain: range) -> None:
        self.id = id
        self.terms = terms
        self.constant = constant
        self.domain = domain


class Ite:
    """then if test else otherwise."""

    __slots__ = ("domain", "id", "otherwise", "test", "then")

    def __init__(
        self, id: int, test: BoolNode, then: IntOperand, otherwise: IntOperand, domain: Values
    ) -> None:
        self.id = id
        self.test = test
        self.then = then
        self.otherwise = otherwise
        self.domain = domain


class Element:
    """options[k] where k is the position of index's value in index.domain."""

    __slots__ = ("domain", "id", "index", "options")

    def __init__(
        self, id: int, index: IntNode, options: tuple[IntOperand, ...], domain: Values
    ) -> None:
        self.id = id
        self.index = index
        self.options = options
        self.domain = domain


class Min:
    __slots__ = ("args", "domain", "id")

    def __init__(self, id: int, args: tuple[IntOperand, ...], domain: range) -> None:
        self.id = id
        self.args = args
        self.domain = domain


class Max:
    __slots__ = ("args", "domain", "id")

    def __init__(self, id: int, args: tuple[IntOperand, ...], domain: range) -> None:
        self.id = id
        self.args = args
        self.domain = domain


class Times:
    __slots__ = ("domain", "id", "left", "right")

    def __init__(self, id: int, left: IntNode, right: IntNode, domain: Values) -> None:
        self.id = id
        self.left = left
        self.right = right
        self.domain = domain


class Div:
    """left / right, rounded down as in Python; right is never 0 in any domain it is built over.

    The exactness of the language's `/` is a constraint of its own (see `Model.divides`).
    """

    __slots__ = ("domain", "id", "left", "right")

    def __init__(self, id: int, left: IntOperand, right: IntOperand, domain: range) -> None:
        self.id = id
        self.left = left
        self.right = right
        self.domain = domain


class Mod:
    """left modulo right, with the sign of right as in Python; right is never 0."""

    __slots__ = ("domain", "id", "left", "right")

    def __init__(self, id: int, left: IntOperand, right: IntOperand, domain: range) -> None:
        self.id = id
        self.left = left
        self.right = right
        self.domain = domain


class Abs:
    __slots__ = ("arg", "domain", "id")

    def __init__(self, id: int, arg: IntNode, domain: range) -> None:
        self.id = id
        self.arg = arg
        self.domain = domain


class Graph:
    """A graph whose parts are conditions. Its pieces are the classes of vertices that edges join.

    vertices[v]: vertex v is present. edges: (v, w, condition); an edge joins its two ends if its
    condition holds and both ends are present. parts: all conditions, those of the vertices first;
    reasons and nogoods are positions in it. derived: what follows from its
    structure alone, such as its `neighbours`."""

    __slots__ = ("derived", "edges", "id", "parts", "vertices")

    def __init__(
        self,
        id: int,
        vertices: tuple[Bool, ...],
        edges: tuple[tuple[int, int, Bool], ...],
        parts: tuple[Bool, ...],
    ) -> None:
        self.id = id
        self.vertices = vertices
        self.edges = edges
        self.parts = parts
        self.derived: dict[Any, Any] = {}


class Query:
    """A condition on the pieces of a graph."""

    __slots__ = ("data", "definition", "graph", "id")

    def __init__(self, id: int, definition: QueryDefinition, graph: Graph, data: Any) -> None:
        self.id = id
        self.definition = definition
        self.graph = graph
        self.data = data


class Measure:
    """A number that depends on the pieces of a graph."""

    __slots__ = ("data", "definition", "domain", "graph", "id")

    def __init__(
        self, id: int, definition: MeasureDefinition, graph: Graph, data: Any, domain: range
    ) -> None:
        self.id = id
        self.definition = definition
        self.graph = graph
        self.data = data
        self.domain = domain


BoolNode: TypeAlias = BoolVar | Not | And | Or | Iff | Member | LinearLe | LinearEq | Global | Query
IntNode: TypeAlias = IntVar | Linear | Ite | Element | Min | Max | Times | Div | Mod | Abs | Measure
Node: TypeAlias = BoolNode | IntNode
Part: TypeAlias = Node | Graph
Variable: TypeAlias = BoolVar | IntVar
Bool: TypeAlias = bool | BoolNode
IntOperand: TypeAlias = int | IntNode | BoolNode
Operand: TypeAlias = bool | int | Node

BOOL_NODES: Final = (BoolVar, Not, And, Or, Iff, Member, LinearLe, LinearEq, Global, Query)
BOOL_KINDS: Final = frozenset(BOOL_NODES)
INT_KINDS: Final = frozenset(
    (IntVar, Linear, Ite, Element, Min, Max, Times, Div, Mod, Abs, Measure)
)
KINDS: Final = BOOL_KINDS | INT_KINDS


# ---- reading them --------------------------------------------------------------------------------


def domain_of(x: Operand) -> Values:
    """A sorted superset of the values that an operand can take, without search."""
    if type(x) in BOOL_KINDS:
        return (0, 1)
    if isinstance(x, int):
        return (int(x),)
    return x.domain  # type: ignore[union-attr]


def children(node: Any) -> Sequence[Any]:
    """The children of a node, in order: operands, or the graph of a query."""
    if type(node) is And or type(node) is Or:  # the common cases first
        return node.args
    if type(node) is Not or type(node) is Member:
        return (node.arg,)
    if type(node) is LinearEq or type(node) is LinearLe:
        return [x for _, x in node.terms]
    return _CHILDREN[type(node)](node)


def _of_terms(node: LinearLe | LinearEq | Linear) -> list[Node]:
    return [x for _, x in node.terms]


_CHILDREN: Final[dict[type, Callable[[Any], Sequence[Any]]]] = {
    **dict.fromkeys((BoolVar, IntVar), lambda node: ()),
    **dict.fromkeys((Not, Member, Abs), lambda node: (node.arg,)),
    **dict.fromkeys((And, Or, Global, Min, Max), attrgetter("args")),
    **dict.fromkeys((LinearLe, LinearEq, Linear), _of_terms),
    **dict.fromkeys((Iff, Times, Div, Mod), attrgetter("left", "right")),
    Ite: attrgetter("test", "then", "otherwise"),
    Element: lambda node: (node.index, *node.options),
    Graph: attrgetter("parts"),
    **dict.fromkeys((Query, Measure), lambda node: (node.graph,)),
}


def bottom_up(
    roots: Iterable[Operand | Graph],
    done: Container[Any],
    below: Callable[[Any], Iterable[Any]] = children,
) -> Iterator[Any]:
    """The nodes and graphs below some operands, themselves included, in bottom-up order.

    done: nodes to skip, with all below them; the caller must add what is yielded for one operand
    before it takes what is below the next. below: what a node is built from. The DAG may be of any
    depth."""
    for root in roots:
        yield from all_below(root, done, below)


def all_below(
    root: Any, done: Container[Any], below: Callable[[Any], Iterable[Any]] = children
) -> list[Any]:
    """The nodes and graphs below one operand as a list, see `bottom_up`: the quicker one for many
    small operands."""
    found: list[Any] = []
    listed: dict[Any, bool] = {}  # no for a node that waits for those below it
    stack: list[Any] = [] if isinstance(root, int) or root in done else [root]
    while stack:
        node = stack.pop()
        known = listed.get(node)
        if known is None:
            waiting = [
                x
                for x in below(node)
                if not isinstance(x, int) and x not in done and not listed.get(x, False)
            ]
            if waiting:
                listed[node] = False
                stack.append(node)
                stack += waiting
                continue
        elif known:
            continue
        listed[node] = True
        found.append(node)
    return found


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


def conjuncts(conditions: Iterable[Bool]) -> Iterator[Bool]:
    """Conditions that hold together, each conjunction among them taken apart."""
    for condition in conditions:
        if isinstance(condition, And):
            yield from conjuncts(condition.args)
        else:
            yield condition


def any_of(condition: Bool) -> tuple[Bool, ...]:
    """The conditions one of which holds if this one does: those that a disjunction joins, or the
    condition itself."""
    return condition.args if type(condition) is Or else (condition,)


def all_of(condition: Bool) -> tuple[Bool, ...]:
    """The conditions that hold if this one does: those that a conjunction joins, or the condition
    itself."""
    return condition.args if type(condition) is And else (condition,)
