"""Variables of int nodes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from operator import floordiv, mod, mul
from typing import Final

from ....model.globals.size import SIZE
from ....model.nodes import (
    BOOL_NODES,
    Abs,
    Bool,
    Div,
    Element,
    IntNode,
    IntOperand,
    IntVar,
    Ite,
    Linear,
    Max,
    Measure,
    Min,
    Mod,
    Times,
    domain_of,
)
from ...supports import expanded
from .. import network as net
from ..network import FALSE, TRUE, Literal
from .literals import BOTH
from .sums import Sums

# Larger tables of products, quotients and remainders give way to bounds reasoning.
MAX_PAIRS: Final = 1 << 12


class Numbers(Sums):
    """See `Flattening`."""

    def _int(self, operand: IntOperand) -> int:
        """The flat variable of an int operand."""
        network = self.network
        if isinstance(operand, int):
            return network.constant(int(operand))
        if isinstance(operand, IntVar):
            return self.variables[operand.index]
        found = self._ints.get(operand)
        if found is not None:
            return found
        if isinstance(operand, BOOL_NODES):
            literal = self._literal(operand, BOTH)
            if literal in (TRUE, FALSE):
                return network.constant(int(literal == TRUE))
            found, positive = self._flag(literal)
            if not positive:
                found, opposite = network.owner[network.bool_variable()[0]], found
                yes, other = (network.first[found], 2), (network.first[opposite], 2)
                network.clause([yes, other])
                network.clause([network.negation(yes), network.negation(other)])
        else:
            found = self._new_int(operand)
        self._ints[operand] = found
        return found

    def _new_int(self, node: IntNode) -> int:
        network = self.network
        scope = self._tabulator.scope(node)
        if scope is not None and len(scope) == 1:
            (variable,) = scope
            image = self._tabulator.column(node, scope)
            z = network.variable(sorted(set(image)))
            if network.words[z] * network.words[self.variables[variable.index]] <= 64:
                pairs = list(zip(domain_of(variable), image, strict=True))
                self._function(self.variables[variable.index], z, pairs)
                return z
        z = network.variable(node.domain)
        self._waiting.append((None, node, z))
        return z

    def _define(self, node: IntNode, z: int) -> None:
        network = self.network
        match node:
            case Linear(terms=terms, constant=constant):
                flat, bound = self._flat_terms(terms, -constant)
                self._post_equal(TRUE, [*flat, (-1, z)], bound)
            case Ite(test=test, then=then, otherwise=otherwise):
                assert not isinstance(test, bool)
                if network.words[z] == 1 and self._choose(_cases(node), z):
                    return
                self._element(self._int(test), z, {0: otherwise, 1: then})
            case Element(index=index, options=options):
                self._element(
                    self._int(index), z, dict(zip(domain_of(index), options, strict=True))
                )
            case Min(args=args) | Max(args=args):
                kind = net.MIN if isinstance(node, Min) else net.MAX
                network.propagator(kind, TRUE, [z, *map(self._int, args)], net.BOUNDED)
            case Measure(definition=definition, graph=graph, data=data) if definition is SIZE:
                query = (net.SIZE, (z, 0), net.ALWAYS, *data)
                self._queries.setdefault(graph, []).append(query)
            case Measure():
                made = expanded(self._model, node)
                self._later(TRUE, self._model.eq(node, made), True)
            case Abs(arg=arg):
                self._absolute(self._int(arg), z)
            case Times() | Div() | Mod():
                self._arithmetic(node, self._int(node.left), self._int(node.right), z)

    def _choose(self, cases: Sequence[tuple[Bool, int]], z: int) -> bool:
        """Make z, a variable of one word, the number of the first case that holds, by two clauses a
        case: if it holds, z has its number or that of an earlier case; unless it holds, z does not
        have its number. False, and nothing is posted, for fewer than three cases, and for numbers
        that are not all different."""
        if len(cases) < 3 or len({number for _, number in cases}) < len(cases):
            return False
        network = self.network
        word, base = network.first[z], network.base[z]
        so_far = 0
        for test, number in cases:
            so_far |= 1 << number - base
            if test is not True:
                network.clause([self._raw(self._model.not_(test), BOTH), (word, so_far)])
                network.clause([self._raw(test, BOTH), (word, ~(1 << number - base))])
        network.clause([(word, so_far)])
        return True

    def _element(self, x: int, z: int, options: dict[int, IntOperand]) -> None:
        """z = options[value of x]."""
        network = self.network
        values = network.values(x)
        constants = [(v, int(o)) for v in values if isinstance(o := options[v], int)]
        if self._has_small_table(x, z) and len(constants) == len(values):
            self._function(x, z, constants)
            return
        variables = [self._int(options[v]) for v in values]
        network.propagator(
            net.ELEMENT, TRUE, [x, z, *variables], net.CHANGED, coefficient=[0, 0, *values]
        )

    def _absolute(self, x: int, z: int) -> None:
        network = self.network
        values = network.values(x)
        if self._has_small_table(x, z):
            self._function(x, z, ((v, abs(v)) for v in values))
            return
        negative = network.variable(range(-values[-1], -values[0] + 1))
        self._post_equal(TRUE, [(1, x), (1, negative)], 0)
        network.propagator(net.MAX, TRUE, [z, x, negative], net.BOUNDED)

    def _arithmetic(self, node: Times | Div | Mod, x: int, y: int, z: int) -> None:
        network = self.network
        operation, number = {
            Times: (mul, net.TIMES),
            Div: (floordiv, net.DIV),
            Mod: (mod, net.MOD),
        }[type(node)]
        if operation is not mul:
            network.remove(y, (0,))
        xs, ys = network.values(x), network.values(y)
        if x != y and len(xs) * len(ys) <= MAX_PAIRS and network.words[z] <= 16:
            rows = [(v, w, operation(v, w)) for v, w in product(xs, ys)]
            self._rows(TRUE, rows, (x, y, z))
        else:
            network.propagator(net.ARITHMETIC, TRUE, (x, y, z), net.BOUNDED, low=number)

    def _rows(
        self, given: Literal, rows: Sequence[tuple[int, ...]], variables: Sequence[int]
    ) -> None:
        """Post a table of any width: a variable selects the row, and each argument is a function of
        it."""
        network = self.network
        possible = [
            r
            for r in dict.fromkeys(rows)
            if all(network.bits(x, (v,)) for x, v in zip(variables, r, strict=True))
        ]
        if not possible:
            self._clause(given, [])
            return
        row = network.variable(range(len(possible)))
        for k, x in enumerate(variables):
            self._function(row, x, ((number, r[k]) for number, r in enumerate(possible)), given)


def _cases(node: Ite) -> Sequence[tuple[Bool, int]]:
    """The cases of nested choices among constants, the last one with True; no cases of a choice
    among others."""
    cases: list[tuple[Bool, int]] = []
    rest: IntOperand = node
    while type(rest) is Ite and isinstance(rest.then, int):
        cases.append((rest.test, rest.then))
        rest = rest.otherwise
    if type(rest) is Linear and len(rest.terms) == 1:  # a choice between two constants
        ((c, test),) = rest.terms
        if isinstance(test, BOOL_NODES):
            return [*cases, (test, rest.constant + c), (True, rest.constant)]
    return [*cases, (True, rest)] if isinstance(rest, int) else ()
