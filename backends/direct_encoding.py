"""The direct encoding: conditions on ints become conditions on bools, one for each value.

`DirectEncoding.condition` rewrites a bool node to an equivalent one of the basic kinds: BoolVar,
Not, And, Or, Iff, Member of an IntVar, LinearLe and LinearEq. Queries that the backend supports are
basic as well, and so is Member of a measure that it supports; other definitions are decomposed.
`DirectEncoding.cases` gives, for each value of an int operand, the basic condition under which it
has that value; exactly one of them holds. The terms of a linear node are used through their cases;
`DirectEncoding.parts` lists what it is built from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from operator import floordiv, mod, mul

from ..model.model import Model
from ..model.nodes import (
    BOOL_NODES,
    Abs,
    And,
    Bool,
    BoolNode,
    BoolVar,
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
    Terms,
    Times,
    bottom_up,
    children,
)
from .supports import Supports, expanded

Cases = dict[int, Bool]


class DirectEncoding:
    """Rewrites the nodes of one model, each once. supports: the queries and measures to keep."""

    def __init__(self, model: Model, supports: Supports) -> None:
        self._model = model
        self._supports = supports
        self._conditions: dict[Operand, Bool] = {}
        self._cases: dict[Operand, Cases] = {}
        self._done: set[Node] = set()

    def condition(self, operand: Bool) -> Bool:
        """An equivalent condition of the basic kinds."""
        if isinstance(operand, bool):
            return operand
        self._visit(operand)
        return self._conditions[operand]

    def cases(self, operand: IntOperand) -> Cases:
        """The basic condition under which an int operand has each value, in ascending order.

        A bool node counts 0 or 1. Values whose condition folds to False are left out.
        """
        if isinstance(operand, int):
            return {int(operand): True}
        self._visit(operand)
        found = self._cases.get(operand)
        if found is None:
            yes = self._conditions[operand]
            found = self._cases[operand] = _possible({0: self._model.not_(yes), 1: yes})
        return found

    def weights(self, terms: Terms) -> tuple[list[tuple[int, Bool]], int]:
        """Σ coefficient · operand as Σ weight · condition + constant, all weights positive."""
        weighted: list[tuple[int, Bool]] = []
        constant = 0
        for c, x in terms:
            cases = self.cases(x)
            least = min(c * v for v in cases)
            constant += least
            weighted += [(c * v - least, case) for v, case in cases.items() if c * v > least]
        return weighted, constant

    def parts(self, node: Node) -> Iterable[Operand]:
        """What a basic node is built from: for a linear one, its weighted conditions."""
        match node:
            case LinearLe(terms=terms) | LinearEq(terms=terms):
                return [case for _, case in self.weights(terms)[0]]
            case Member():
                return ()
            case _:
                return children(node)

    def _visit(self, root: Node) -> None:
        """Rewrite a node and all below it bottom-up, without deep recursion."""
        for node in bottom_up((root,), self._done):
            if isinstance(node, BOOL_NODES):
                self._conditions[node] = self._bool_condition(node)
            elif not isinstance(node, Graph):
                self._cases[node] = _possible(self._int_cases(node))
            self._done.add(node)

    def _bool_condition(self, node: BoolNode) -> Bool:
        model = self._model
        match node:
            case Not(arg=arg):
                return model.not_(self._conditions[arg])
            case And(args=args):
                basic = [self._conditions[a] for a in args]
                return model.and_(basic) if _changed(args, basic) else node
            case Or(args=args):
                basic = [self._conditions[a] for a in args]
                return model.or_(basic) if _changed(args, basic) else node
            case Iff(left=left, right=right):
                return model.iff(self._conditions[left], self._conditions[right])
            case Member(arg=Measure() as measure) if measure in self._supports:
                return node
            case Member(arg=arg, values=values) if type(arg) is not IntVar:
                cases, wanted = self.cases(arg), set(values)
                if 2 * len(wanted) > len(cases):
                    return model.not_(model.or_(cases[v] for v in cases if v not in wanted))
                return model.or_(cases[v] for v in cases if v in wanted)
            case Query() if node in self._supports:
                return node
            case Global() | Query():
                return self.condition(expanded(model, node))
            case BoolVar() | Member() | LinearLe() | LinearEq():
                return node

    def _int_cases(self, node: IntNode) -> Cases:
        model = self._model
        match node:
            case IntVar(domain=domain):
                return {v: model.member(node, (v,)) for v in domain}
            case Linear(terms=terms, constant=constant):
                return {v: self.condition(model.eq(node, v)) for v in self._sums(terms, constant)}
            case Ite(test=test, then=then, otherwise=otherwise):
                yes = self.condition(test)
                no = model.not_(yes)
                return self._gather(
                    (v, (given, case))
                    for branch, given in ((then, yes), (otherwise, no))
                    for v, case in self.cases(branch).items()
                )
            case Element(index=index, options=options):
                chosen = self.cases(index)
                return self._gather(
                    (v, (chosen[k], case))
                    for k, option in zip(index.domain, options, strict=True)
                    if k in chosen
                    for v, case in self.cases(option).items()
                )
            case Max(args=args):
                return self._extreme(args, model.le)
            case Min(args=args):
                return self._extreme(args, lambda a, v: model.le(v, a))
            case Times(left=left, right=right):
                return self._pairs(left, right, mul)
            case Div(left=left, right=right):
                return self._pairs(left, right, floordiv)
            case Mod(left=left, right=right):
                return self._pairs(left, right, mod)
            case Measure():
                if node in self._supports:
                    return {v: model.member(node, (v,)) for v in node.domain}
                return self.cases(expanded(model, node))
            case Abs(arg=arg):
                return self._gather((abs(v), (case,)) for v, case in self.cases(arg).items())

    def _sums(self, terms: Terms, constant: int) -> list[int]:
        sums = {constant}
        for c, x in terms:
            sums = {s + c * v for s in sums for v in self.cases(x)}
        return sorted(sums)

    def _pairs(
        self, left: IntOperand, right: IntOperand, operation: Callable[[int, int], int]
    ) -> Cases:
        pairs = product(self.cases(left).items(), self.cases(right).items())
        return self._gather((operation(a, b), (p, q)) for (a, p), (b, q) in pairs)

    def _extreme(
        self, args: tuple[IntOperand, ...], within: Callable[[IntOperand, int], Bool]
    ) -> Cases:
        """The greatest is v if all are at most v and one is v; the least likewise."""
        model = self._model
        values = {v for a in args for v in self.cases(a)}
        return {
            v: model.and_(
                (
                    model.and_(self.condition(within(a, v)) for a in args),
                    model.or_(self.cases(a).get(v, False) for a in args),
                )
            )
            for v in values
        }

    def _gather(self, ways: Iterable[tuple[int, tuple[Bool, ...]]]) -> Cases:
        """The cases of a node, from the ways (conjunctions) in which each value comes about."""
        found: dict[int, list[Bool]] = {}
        for value, way in ways:
            found.setdefault(value, []).append(self._model.and_(way))
        return {v: self._model.or_(ways) for v, ways in found.items()}


def _possible(cases: Cases) -> Cases:
    return {v: cases[v] for v in sorted(cases) if cases[v] is not False}


def _changed(before: Iterable[Operand], after: Iterable[Operand]) -> bool:
    return any(a is not b for a, b in zip(before, after, strict=True))
