"""Nodes over one or two variables as columns: lists of their values over all values of these.

Conditions such as `abs(x - y) = 2` are cheap to tabulate and strong to propagate as a table of
pairs. Nodes of one pattern (see `model.patterns`) share their column.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import product
from math import prod
from operator import floordiv, mod, mul
from typing import Final

from ....model.nodes import (
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
    Member,
    Min,
    Mod,
    Node,
    Not,
    Operand,
    Or,
    Part,
    Times,
    Variable,
    children,
    domain_of,
)
from ....model.patterns import pattern

MAX_VARIABLES: Final = 2
MAX_ROWS: Final = 1024
MAX_SIZE: Final = 40

# Variables in the order of their indices, and how many nodes there are, counted as in a tree.
Scope = tuple[tuple[Variable, ...], int]
Column = Sequence[int]


class Tabulator:
    """Scopes and columns of values, remembered by node and by pattern."""

    def __init__(self) -> None:
        self._scopes: dict[Part, Scope | None] = {}
        self._columns: dict[Hashable, Column] = {}

    def scope(self, node: Node) -> tuple[Variable, ...] | None:
        """The variables below a node, if they and the node are few enough to tabulate."""
        if _has_many_variables(node):
            return None
        scopes = self._scopes
        waiting: list[Part] = [] if node in scopes else [node]
        while waiting:
            missing = self._look(waiting[-1])
            if missing is None:
                waiting.pop()
            else:
                waiting.append(missing)
        found = scopes[node]
        return None if found is None else found[0]

    def column(self, node: Node, scope: tuple[Variable, ...]) -> Column:
        """The node's values over the product of its variables' domains, the last one fastest."""
        positions: dict[Node, int] = {v: k for k, v in enumerate(scope)}
        key = (pattern(node, positions), *(domain_of(v) for v in scope))
        found = self._columns.get(key)
        if found is None:
            rows = list(product(*(domain_of(v) for v in scope)))
            given: dict[Node, Column] = {v: [r[k] for r in rows] for k, v in enumerate(scope)}
            found = self._columns[key] = _column(node, given, len(rows))
        return found

    def _look(self, node: Part) -> Part | None:
        """Store the scope of a node, or return a child whose scope must be found first. Children
        after those that already have too many variables are not looked at."""
        scopes = self._scopes
        if node in scopes:
            return None
        if type(node) is Graph or _has_many_variables(node):
            scopes[node] = None
            return None
        variables: list[Variable] = []
        size = 1
        for child in (node,) if isinstance(node, (BoolVar, IntVar)) else children(node):
            if isinstance(child, (BoolVar, IntVar)):
                size += 1
                if child not in variables:
                    variables.append(child)
            elif isinstance(child, int):
                continue
            elif child not in scopes:
                return child
            else:
                scope = scopes[child]
                if scope is None:
                    scopes[node] = None
                    return None
                size += scope[1]
                variables += [x for x in scope[0] if x not in variables]
            if len(variables) > MAX_VARIABLES or size > MAX_SIZE:
                scopes[node] = None
                return None
        variables.sort(key=lambda v: v.index)
        few = prod(len(domain_of(v)) for v in variables) <= MAX_ROWS
        scopes[node] = (tuple(variables), size) if few else None
        return None


def _has_many_variables(node: Part) -> bool:
    """Whether a node is certainly about too many variables: a comparison whose first terms are
    different ones."""
    if type(node) is not LinearEq and type(node) is not LinearLe:
        return False
    terms = node.terms
    if len(terms) <= MAX_VARIABLES:
        return False
    for _, x in terms[: MAX_VARIABLES + 1]:
        if type(x) is not BoolVar and type(x) is not IntVar:
            return False
    return True


def _column(operand: Operand, given: dict[Node, Column], rows: int) -> Column:
    if isinstance(operand, int):
        return [int(operand)] * rows
    if operand in given:
        return given[operand]
    below = [_column(c, given, rows) for c in children(operand)]
    match operand:
        case Not():
            return [1 - v for v in below[0]]
        case And():
            return list(map(min, *below))
        case Or():
            return list(map(max, *below))
        case Iff():
            return [int(a == b) for a, b in zip(*below, strict=True)]
        case Member(values=values):
            wanted = set(values)
            return [int(v in wanted) for v in below[0]]
        case LinearLe(terms=terms, bound=bound):
            return [int(total <= bound) for total in _sums(terms, below)]
        case LinearEq(terms=terms, bound=bound):
            return [int(total == bound) for total in _sums(terms, below)]
        case Global(definition=definition, data=data):
            return [int(definition.holds(row, data)) for row in zip(*below, strict=True)]
        case Linear(terms=terms, constant=constant):
            return [total + constant for total in _sums(terms, below)]
        case Ite():
            return [a if test else b for test, a, b in zip(*below, strict=True)]
        case Element(index=index):
            position = {v: 1 + k for k, v in enumerate(domain_of(index))}
            return [row[position[row[0]]] for row in zip(*below, strict=True)]
        case Min():
            return list(map(min, zip(*below, strict=True)))
        case Max():
            return list(map(max, zip(*below, strict=True)))
        case Abs():
            return list(map(abs, below[0]))
        case _:
            return list(map(_operation(operand), *below))


def _operation(node: Node) -> Callable[[int, int], int]:
    match node:
        case Times():
            return mul
        case Div():
            return floordiv
        case Mod():
            return mod
    raise TypeError(f"not a node: {node!r}")


def _sums(terms: Sequence[tuple[int, Node]], below: Sequence[Column]) -> list[int]:
    coefficients = [c for c, _ in terms]
    return [
        sum(c * v for c, v in zip(coefficients, row, strict=True))
        for row in zip(*below, strict=True)
    ]
