"""The reference evaluator: the meaning of every node under a full assignment.

`Evaluator(assignment)(operand)` is the value of an operand; it caches the values of subexpressions,
so many constraints over one DAG cost one pass. `partial` has the same for an assignment in which
some variables are open.

This module is the oracle that backends are tested against and the engine of verification: it
depends on the nodes' definitions in `model` alone and shares nothing with any backend.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any, Final

from ..deadline import pause
from .constraints import Constraint
from .nodes import (
    Abs,
    And,
    BoolVar,
    Div,
    Element,
    Global,
    Graph,
    Iff,
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
    Part,
    Query,
    Terms,
    Times,
    Values,
    bottom_up,
    children,
)
from .pieces import Pieces

RECURSION: Final = 50  # levels
BETWEEN: Final = 63  # a pause after 64 nodes: a mask


def evaluate(operand: Operand, assignment: Sequence[int]) -> int:
    """The value of one operand; assignment: a value for every variable, by index."""
    return Evaluator(assignment)(operand)


class Evaluator:
    """Values of operands under one full assignment (bools count 0 and 1).

    known: values of nodes, and pieces of graphs, that are already computed; entries added from
    outside are used instead of computing these nodes."""

    def __init__(self, assignment: Sequence[int]) -> None:
        self.assignment = assignment
        self.known: dict[Any, Any] = {}
        self._entered = 0  # nodes

    def __call__(self, operand: Operand) -> int:
        if isinstance(operand, int):
            return int(operand)
        if isinstance(operand, (BoolVar, IntVar)):
            return int(self.assignment[operand.index])
        if operand not in self.known:
            self._work_out(operand)
        found: int = self.known[operand]
        return found

    def satisfies(self, constraint: Constraint) -> bool:
        """Whether a constraint holds, or its guard does not."""
        return not self(constraint.given) or bool(self(constraint.condition))

    def pieces(self, graph: Graph) -> Pieces:
        """The pieces of a graph under the assignment."""
        if graph not in self.known:
            self._work_out(graph)
        found: Pieces = self.known[graph]
        return found

    def _work_out(self, root: Part, levels: int = RECURSION) -> None:
        """Enter the value of a node, after those of all below it: by recursion for so many levels,
        and in a loop for what is deeper."""
        for part in children(root):
            if not isinstance(part, int) and part not in self.known:
                if levels:
                    self._work_out(part, levels - 1)
                else:
                    for node in bottom_up((part,), self.known):
                        self._enter(node)
        self._enter(root)

    def _enter(self, node: Part) -> None:
        self._entered += 1
        if not self._entered & BETWEEN:
            pause()
        if isinstance(node, Graph):
            self.known[node] = Pieces.of(node, [self._of(part) for part in node.parts])
        else:
            self.known[node] = self.value(node)

    def _of(self, operand: Operand) -> int:
        """The value of a constant, or of a node already evaluated."""
        return int(operand) if isinstance(operand, int) else self.known[operand]

    def _sum(self, terms: Terms) -> int:
        return sum(c * self.known[x] for c, x in terms)

    def value(self, node: Node) -> int:
        """The value of a node whose children are known."""
        of = self._of
        match node:
            case BoolVar(index=index) | IntVar(index=index):
                return int(self.assignment[index])
            case Not():
                return 1 - self._of(node.arg)
            case And():
                return int(all(self._of(part) for part in node.args))
            case Or():
                return int(any(self._of(part) for part in node.args))
            case Iff(left=left, right=right):
                return int(of(left) == of(right))
            case Member():
                return node.mask >> position(node.arg.domain, self._of(node.arg)) & 1
            case LinearLe(terms=terms, bound=bound):
                return int(self._sum(terms) <= bound)
            case LinearEq(terms=terms, bound=bound):
                return int(self._sum(terms) == bound)
            case Global(definition=definition, args=args, data=data):
                return int(definition.holds([of(a) for a in args], data))
            case Query(definition=definition, graph=graph, data=data):
                return int(definition.holds(self.known[graph], data))
            case Measure(definition=definition, graph=graph, data=data):
                return definition.value(self.known[graph], data)
            case Linear(terms=terms, constant=constant):
                return self._sum(terms) + constant
            case Ite(test=test, then=then, otherwise=otherwise):
                return of(then) if of(test) else of(otherwise)
            case Element(index=chosen, options=options):
                return of(options[position(chosen.domain, of(chosen))])
            case Min(args=args):
                return min(map(of, args))
            case Max(args=args):
                return max(map(of, args))
            case Times(left=left, right=right):
                return of(left) * of(right)
            case Div(left=left, right=right):
                return of(left) // of(right)
            case Mod(left=left, right=right):
                return of(left) % of(right)
            case Abs(arg=arg):
                return abs(of(arg))


def position(domain: Values, value: int) -> int:
    """Where a value stands in a domain, from 0 on."""
    return domain.index(value) if isinstance(domain, range) else bisect_left(domain, value)
