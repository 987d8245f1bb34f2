"""The nodes of a model: a hash-consed DAG of expressions over bools and ints.

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

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import compress
from operator import attrgetter
from typing import Any, TypeAlias

from ..records import field, record
from .definitions import GlobalDefinition, MeasureDefinition, QueryDefinition

Values: TypeAlias = "tuple[int, ...] | range"


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
BOOL_KINDS = frozenset(BOOL_NODES)
INT_KINDS = frozenset((IntVar, Linear, Ite, Element, Min, Max, Times, Div, Mod, Abs, Measure))
KINDS = BOOL_KINDS | INT_KINDS


# ---- reading them --------------------------------------------------------------------------------


def domain_of(x: Operand) -> Values:
    """The values an operand can take, as far as is known without search (sorted)."""
    if type(x) in BOOL_KINDS:
        return (0, 1)
    if isinstance(x, int):
        return (int(x),)
    return x.domain  # type: ignore[union-attr]


def children(node: Part) -> Sequence[Any]:
    """What is directly below a node, in order: operands, or the graph that it asks about."""
    return _CHILDREN[type(node)](node)


def _of_terms(node: LinearLe | LinearEq | Linear) -> list[Node]:
    return [x for _, x in node.terms]


_CHILDREN: dict[type, Callable[[Any], Sequence[Any]]] = {
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
