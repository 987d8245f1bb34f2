"""From the DAG of a model to the flat network of the engine.

A bool node becomes a literal: a membership of a variable where it is one, else a fresh bool. A
fresh bool is tied to its node by implications, only in the directions its uses ask for (after
Plaisted and Greenbaum 1986): where a true bool may do good the node must then hold, where a false
one may, the node must then fail. So once all variables of the model have values and nothing more
follows, every fresh bool that is still open may take either value. An int node becomes a variable
that follows from its operands. Conditions over one variable are memberships; many over two are
tables.

Nothing here recurs along the DAG, which may be of any depth: definitions wait on a list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import compress, product
from math import prod
from operator import floordiv, mod, mul
from typing import Any, TypeGuard

from ...compiler.globals.connected import CONNECTED
from ...compiler.globals.size import SIZE
from ...compiler.limits import ModelTooLarge
from ...compiler.model import Model
from ...compiler.nodes import (
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
    Times,
    domain_of,
)
from ...compiler.pieces import neighbours
from . import network as net
from .network import FALSE, TRUE, Literal, Network
from .tabulate import Tabulator

# Directions in which a literal is tied to its node: literal ⇒ node, node ⇒ literal.
IMPLIES, IMPLIED = 1, 2
BOTH = IMPLIES | IMPLIED

# Larger tables give way to bounds reasoning.
MAX_TABLE = 1 << 14
MAX_PAIRS = 1 << 12
# An automaton's states must fit into a word.
MAX_STATES = 63

# More than so many literals, of which so many or more are true and false, are counted by parts.
MANY, FEW, PART = 8, 5, 3

# Σ coefficient · flat variable.
FlatTerms = list[tuple[int, int]]


class Flattening:
    """A model's flat network, growing with what is required of it.

    variables: the flat variable of each variable of the model.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        self.network = Network()
        self._tabulator = Tabulator()
        self.variables = [self.network.variable(domain_of(v)) for v in model.variables]
        self._literals: dict[Node, Literal] = {}
        self._tied: dict[Node, int] = {}
        self._ints: dict[Node, int] = {}
        self._waiting: list[Callable[[], None]] = []
        # What is asked of each graph and not yet posted: kind, literal and data.
        self._asked: dict[Graph, list[tuple[int, Literal, Any]]] = {}
        for constraint in model.constraints:
            if model.watch is not None:
                model.watch()
            self._demand(constraint.condition)
        self._post_graphs()

    def copy(self) -> Flattening:
        """Another network that says the same, to require more of. To be used between `require`s."""
        from copy import copy

        twin = copy(self)
        twin.network = self.network.copy()
        twin._literals, twin._tied = self._literals.copy(), self._tied.copy()
        twin._ints, twin._waiting, twin._asked = self._ints.copy(), [], {}
        return twin

    def require(self, condition: Bool) -> None:
        """Demand a condition."""
        self._demand(condition)
        self._post_graphs()

    def _demand(self, condition: Bool) -> None:
        if isinstance(condition, bool):
            self.network.failed = self.network.failed or not condition
            return
        self._imply(TRUE, condition, True)
        self._work_off()

    def _work_off(self) -> None:
        while self._waiting and not self.network.failed:
            self._waiting.pop()()

    def value_literals(self, operand: Operand, values: Iterable[int]) -> list[Literal]:
        """The literals, a word each, one of which must hold for a variable of the model to have
        one of some values."""
        assert isinstance(operand, (BoolVar, IntVar))
        return self.network.bits(self.variables[operand.index], values)

    def simple_literal(self, condition: BoolNode) -> Literal | None:
        """The literal of a condition that needs no new variable."""
        match condition:
            case Not(arg=arg):
                inner = self.simple_literal(arg)
                return None if inner is None else self.network.negation(inner)
            case BoolVar():
                return self._literal(condition, BOTH)
            case Member(arg=IntVar(index=index)) if self.network.words[self.variables[index]] == 1:
                return self._literal(condition, BOTH)
            case _:
                found = self._literals.get(condition)
                return found if found is not None and self._tied[condition] == BOTH else None

    # -- conditions

    def _imply(self, given: Literal, node: Bool, sense: bool) -> None:
        """Demand that a literal implies a node (sense True) or its negation."""
        if isinstance(node, bool):
            if node is not sense:
                self._clause(given, [])
            return
        match node:
            case Not(arg=arg):
                self._imply(given, arg, not sense)
            case And(args=args) if sense:
                for arg in args:
                    self._later(given, arg, True)
            case Or(args=args) if not sense:
                for arg in args:
                    self._later(given, arg, False)
            case And(args=args) | Or(args=args):
                direction = IMPLIES if sense else IMPLIED
                literals = [self._literal(a, direction) for a in args]
                self._clause(given, literals if sense else map(self.network.negation, literals))
            case Iff(left=left, right=right):
                self._imply_iff(given, left, right, sense)
            case LinearLe() | LinearEq() | Member() | Global() if self._tabulated(
                given, node, sense
            ):
                pass
            case LinearLe(terms=terms, bound=bound):
                if sense:
                    self._at_most(given, terms, bound)
                else:
                    self._at_most(given, [(-c, x) for c, x in terms], -bound - 1)
            case LinearEq(terms=terms, bound=bound):
                if sense:
                    self._equal(given, terms, bound)
                else:
                    self._unequal(given, terms, bound)
            case Global(definition=definition, args=args, data=data):
                native = _NATIVE.get(definition.name) if sense and given == TRUE else None
                if native is None or not native(self, args, data):
                    condition = definition.decompose(self._model, args, data)
                    self._later(given, condition, sense)
            case Query(definition=definition) if definition.name == "loop":
                self._imply_loop(given, node, sense)
            case Query(definition=definition) if definition.name not in _QUERIES:
                made = definition.decompose(self._model, node.graph, node.data)
                self._later(given, made, sense)
            case Query() if given == TRUE:
                self._ask(node, TRUE if sense else FALSE)
            case _:
                direction = IMPLIES if sense else IMPLIED
                literal = self._literal(node, direction)
                self._clause(given, [literal if sense else self.network.negation(literal)])

    def _later(self, given: Literal, node: Bool, sense: bool) -> None:
        self._waiting.append(lambda: self._imply(given, node, sense))

    def _clause(self, given: Literal, literals: Iterable[Literal]) -> None:
        if given == TRUE:
            self.network.clause(literals)
        else:
            self.network.clause([self.network.negation(given), *literals])

    def _imply_iff(self, given: Literal, left: BoolNode, right: BoolNode, sense: bool) -> None:
        if given == TRUE:
            for literal, other in ((left, right), (right, left)):
                if type(literal) in (BoolVar, Member) or literal in self._literals:
                    one = self._literal(literal, BOTH)
                    self._imply(one, other, sense)
                    self._imply(self.network.negation(one), other, not sense)
                    return
        negation = self.network.negation
        a = self._literal(left, BOTH)
        b = self._literal(right, BOTH)
        if not sense:
            b = negation(b)
        self._clause(given, [negation(a), b])
        self._clause(given, [a, negation(b)])

    def _literal(self, node: Bool, direction: int) -> Literal:
        """The literal of a bool node, tied to it at least in the given direction."""
        if isinstance(node, bool):
            return TRUE if node else FALSE
        network = self.network
        match node:
            case BoolVar(index=index):
                word = network.first[self.variables[index]]
                return network.normal((word, 2))
            case Not(arg=arg):
                turned = (direction & IMPLIES) * IMPLIED | direction // IMPLIED
                return network.negation(self._literal(arg, turned))
        found = self._literals.get(node)
        if found is None:
            found = self._membership(node)
            if found is not None:
                self._tied[node] = BOTH
            else:
                found = network.bool_variable()
                self._tied[node] = 0
            self._literals[node] = found
        missing = direction & ~self._tied[node]
        if missing:
            self._tied[node] |= missing
            if isinstance(node, Query) and node.definition.name in _QUERIES:
                self._tied[node] = BOTH
                self._ask(node, found)
                return network.normal(found)
            if missing & IMPLIES:
                self._later(found, node, True)
            if missing & IMPLIED:
                self._later(network.negation(found), node, False)
        return network.normal(found)

    def _membership(self, node: BoolNode) -> Literal | None:
        """The literal of a node that speaks of one variable only, or of the values of a node."""
        network = self.network
        if isinstance(node, Member) and isinstance(node.arg, IntVar):
            flat, domain = self.variables[node.arg.index], node.arg.domain
            if isinstance(domain, range) and domain.step == 1:
                return self._among(flat, network.split(flat, domain[0], node.mask))
            return self._among(flat, network.bits(flat, node.values))
        scope = self._tabulator.scope(node)
        if scope is not None and len(scope) == 1:
            (variable,) = scope
            flat = self.variables[variable.index]
            truth = self._tabulator.column(node, scope)
            values = compress(domain_of(variable), truth)
            return self._among(flat, network.bits(flat, values))
        if isinstance(node, Member) and not self._is_table(node):
            flat = self._int(node.arg)
            return self._among(flat, network.bits(flat, node.values))
        return None

    def _among(self, variable: int, values: Sequence[Literal]) -> Literal:
        """The literal that says that a flat variable has one of some values, told word by word."""
        network = self.network
        if network.words[variable] == 1:
            return network.normal(values[0]) if values else FALSE
        yes = network.bool_variable()
        inside = dict(values)
        words = network.words_of(variable)
        masks = [network.domain[w] & ~inside.get(w, 0) for w in words]
        masks += [inside.get(w, 0) for w in words]
        flag = network.owner[yes[0]]
        self._relation(TRUE, variable, flag, masks)
        return yes

    # -- tables

    def _is_table(self, node: BoolNode) -> bool:
        """Is this a condition over two variables that is better tabulated than taken apart?"""
        match node:
            case Member(arg=arg):
                plain = isinstance(arg, IntVar)
            case LinearLe(terms=terms):
                plain = all(isinstance(x, (BoolVar, IntVar)) for _, x in terms)
            case LinearEq(terms=terms):
                plain = all(isinstance(x, BoolVar) for _, x in terms)
            case _:
                return False
        if plain:
            return False
        scope = self._tabulator.scope(node)
        if scope is None or len(scope) != 2:
            return False
        x, y = (self.variables[v.index] for v in scope)
        return 64 * self.network.words[x] * self.network.words[y] <= MAX_TABLE

    def _tabulated(self, given: Literal, node: BoolNode, sense: bool) -> bool:
        """Post a condition over one variable, or a table over two, if it is one."""
        scope = self._tabulator.scope(node)
        if scope is not None and len(scope) == 1:
            literal = self._literal(node, BOTH)
            self._clause(given, [literal if sense else self.network.negation(literal)])
            return True
        if scope is None or not self._is_table(node):
            return False
        one, other = scope
        x, y = self.variables[other.index], self.variables[one.index]
        truth = self._tabulator.column(node, scope)
        width = len(domain_of(other))
        masks = [0] * (64 * self.network.words[y] * self.network.words[x])
        for k, v in enumerate(domain_of(one)):
            row = truth[k * width : (k + 1) * width]
            allowed = [u for u, t in zip(domain_of(other), row, strict=True) if bool(t) is sense]
            self._support(masks, x, y, v, allowed)
        self._relation(given, x, y, masks)
        return True

    def _support(self, masks: list[int], x: int, y: int, v: int, values: Iterable[int]) -> None:
        """Enter into a table of masks that y = v allows x some values."""
        network = self.network
        start = (v - network.base[y]) * network.words[x] - network.first[x]
        for word, mask in network.bits(x, values):
            masks[start + word] |= mask

    def _relation(self, given: Literal, x: int, y: int, masks: Sequence[int]) -> None:
        network = self.network
        data = network.table(tuple(masks))
        network.propagator(net.RELATION, given, (x, y), net.CHANGED, data=data)

    def _function(self, x: int, z: int, image: Iterable[tuple[int, int]]) -> None:
        """Tie z = f(x), given as pairs (value of x, value of z)."""
        network = self.network
        preimages: dict[int, list[int]] = {}
        for v, w in image:
            preimages.setdefault(w, []).append(v)
        masks = [0] * (64 * network.words[z] * network.words[x])
        for w, values in preimages.items():
            if network.bits(z, (w,)):
                self._support(masks, x, z, w, values)
        self._relation(TRUE, x, z, masks)

    # -- sums

    def _at_most(self, given: Literal, terms: Sequence[tuple[int, Node]], bound: int) -> None:
        if _counts(terms):
            literals = [
                self._literal(x, IMPLIED) if c > 0 else self._opposite(x, IMPLIES) for c, x in terms
            ]
            self._count(given, literals, 0, bound + sum(c < 0 for c, _ in terms))
        else:
            self._post_at_most(given, *self._flat_terms(terms, bound))

    def _equal(self, given: Literal, terms: Sequence[tuple[int, Node]], bound: int) -> None:
        if _counts(terms):
            literals = [
                self._literal(x, BOTH) if c > 0 else self._opposite(x, BOTH) for c, x in terms
            ]
            wanted = bound + sum(c < 0 for c, _ in terms)
            self._count(given, literals, wanted, wanted)
        elif given != TRUE or bound or not self._is_one(terms):
            self._post_equal(given, *self._flat_terms(terms, bound))

    def _is_one(self, terms: Sequence[tuple[int, Node]]) -> bool:
        """Let a size of a piece and a variable that must be equal be one flat variable, if the size
        has none yet: a value that one loses is then lost by both."""
        if len(terms) != 2 or terms[0][0] != -terms[1][0]:
            return False
        for (_, size), (_, other) in (terms, reversed(terms)):
            if not (isinstance(size, Measure) and isinstance(other, IntVar)):
                continue
            if size.definition is SIZE and size not in self._ints:
                x = self._ints[size] = self.variables[other.index]
                self._define(size, x)
                return True
        return False

    def _unequal(self, given: Literal, terms: Sequence[tuple[int, Node]], bound: int) -> None:
        flat, bound = self._flat_terms(terms, bound)
        if not flat:
            if bound == 0:
                self._clause(given, [])
            return
        self.network.propagator(
            net.UNEQUAL,
            given,
            [x for _, x in flat],
            net.FIXED,
            coefficient=[c for c, _ in flat],
            high=self._small(flat, bound),
        )

    def _opposite(self, node: BoolNode, direction: int) -> Literal:
        return self.network.negation(self._literal(node, direction))

    def _count(self, given: Literal, literals: Sequence[Literal], low: int, high: int) -> None:
        """Demand that, given a literal, from low to high of others are true."""
        network = self.network
        certain = sum(x == TRUE for x in literals)
        open_ = [x for x in literals if x not in (TRUE, FALSE)]
        low, high = max(low - certain, 0), min(high - certain, len(open_))
        if low > high:
            self._clause(given, [])
        elif high == 0:
            for x in open_:
                self._clause(given, [network.negation(x)])
        elif low == len(open_):
            for x in open_:
                self._clause(given, [x])
        elif len(open_) > MANY and min(high, len(open_) - low) >= FEW:
            self._count_by_parts(given, open_, low, high)
        elif low > 0 or high < len(open_):
            network.propagator(
                net.CARDINALITY,
                given,
                [w for w, _ in open_],
                net.CHANGED,
                mask=[m for _, m in open_],
                low=low,
                high=high,
            )

    def _count_by_parts(
        self, given: Literal, literals: Sequence[Literal], low: int, high: int
    ) -> None:
        """Count a few literals at a time and add up the counts, so that what is learned may speak
        of counts: in plain literals some proofs are of exponential size (Haken 1985)."""
        parts: FlatTerms = []
        for k in range(0, len(literals), PART):
            here = literals[k : k + PART]
            count = self.network.variable(range(min(len(here), high) + 1))
            terms: FlatTerms = [(-1, count)]
            bound = 0
            for literal in here:
                variable, positive = self._flag(literal)
                terms.append((1 if positive else -1, variable))
                bound -= not positive
            self._post_equal(TRUE, terms, bound)
            parts.append((1, count))
        self._post_at_most(given, parts, high)
        self._post_at_most(given, [(-c, x) for c, x in parts], -low)

    def _flat_terms(self, terms: Iterable[tuple[int, Node]], bound: int) -> tuple[FlatTerms, int]:
        """A sum over flat variables, constants taken over to the bound."""
        total: dict[int, int] = {}
        for c, node in terms:
            if isinstance(node, BOOL_NODES):
                word, mask = self._literal(node, BOTH)
                if (word, mask) in (TRUE, FALSE):
                    bound -= c * (mask == 2)
                    continue
                variable, positive = self._flag((word, mask))
                if not positive:
                    c, bound = -c, bound - c
            else:
                variable = self._int(node)
            total[variable] = total.get(variable, 0) + c
        return [(c, x) for x, c in total.items() if c], bound

    def _flag(self, literal: Literal) -> tuple[int, bool]:
        """A 0/1 variable that is 1 when a literal is true; False: when it is false."""
        network = self.network
        word, mask = literal
        variable = network.owner[word]
        if network.domain[word] == 3 and network.base[variable] == 0:
            return variable, mask == 2
        flag = network.bool_variable()
        network.clause([flag, network.negation(literal)])
        network.clause([network.negation(flag), literal])
        return network.owner[flag[0]], True

    def _small(self, terms: FlatTerms, bound: int) -> int:
        """The bound, if no sum here can overflow the engine's integers."""
        network = self.network
        largest = abs(bound) + sum(
            abs(c) * (max(abs(network.base[x]), abs(network.base[x] + 64 * network.words[x])))
            for c, x in terms
        )
        if largest > net.MAX_SUM:
            raise ModelTooLarge(f"a sum may reach {largest:,}; at most {net.MAX_SUM:,}")
        return bound

    def _post_at_most(self, given: Literal, terms: FlatTerms, bound: int) -> None:
        if not terms:
            if bound < 0:
                self._clause(given, [])
            return
        self.network.propagator(
            net.AT_MOST,
            given,
            [x for _, x in terms],
            [net.ROSE if c > 0 else net.FELL for c, _ in terms],
            coefficient=[c for c, _ in terms],
            high=self._small(terms, bound),
        )

    def _post_equal(self, given: Literal, terms: FlatTerms, bound: int) -> None:
        self._post_at_most(given, terms, bound)
        self._post_at_most(given, [(-c, x) for c, x in terms], -bound)

    # -- int nodes

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
        self._waiting.append(lambda: self._define(node, z))
        return z

    def _define(self, node: IntNode, z: int) -> None:
        network = self.network
        match node:
            case Linear(terms=terms, constant=constant):
                flat, bound = self._flat_terms(terms, -constant)
                self._post_equal(TRUE, [*flat, (-1, z)], bound)
            case Ite(test=test, then=then, otherwise=otherwise):
                assert not isinstance(test, bool)
                self._select(self._int(test), z, {0: otherwise, 1: then})
            case Element(index=index, options=options):
                self._select(self._int(index), z, dict(zip(domain_of(index), options, strict=True)))
            case Min(args=args) | Max(args=args):
                kind = net.LEAST if isinstance(node, Min) else net.GREATEST
                network.propagator(kind, TRUE, [z, *map(self._int, args)], net.BOUNDED)
            case Measure(definition=definition, graph=graph, data=data) if definition is SIZE:
                self._asked.setdefault(graph, []).append((net.SIZE, (z, 0), data))
            case Measure(definition=definition, graph=graph, data=data):
                made = definition.decompose(self._model, graph, data)
                self._later(TRUE, self._model.eq(node, made), True)
            case Abs(arg=arg):
                self._absolute(self._int(arg), z)
            case Times() | Div() | Mod():
                self._arithmetic(node, self._int(node.left), self._int(node.right), z)

    def _select(self, x: int, z: int, options: dict[int, IntOperand]) -> None:
        """z = options[value of x]."""
        network = self.network
        values = network.values(x)
        constants = [(v, int(o)) for v in values if isinstance(o := options[v], int)]
        small = network.words[x] * network.words[z] * 64 <= MAX_TABLE
        if small and len(constants) == len(values):
            self._function(x, z, constants)
            return
        variables = [self._int(options[v]) for v in values]
        network.propagator(
            net.SELECT, TRUE, [x, z, *variables], net.CHANGED, coefficient=[0, 0, *values]
        )

    def _absolute(self, x: int, z: int) -> None:
        network = self.network
        values = network.values(x)
        if network.words[x] * network.words[z] * 64 <= MAX_TABLE:
            self._function(x, z, ((v, abs(v)) for v in values))
            return
        negative = network.variable(range(-values[-1], -values[0] + 1))
        self._post_equal(TRUE, [(1, x), (1, negative)], 0)
        network.propagator(net.GREATEST, TRUE, [z, x, negative], net.BOUNDED)

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
            self._rows([(v, w, operation(v, w)) for v, w in product(xs, ys)], (x, y, z))
        else:
            network.propagator(net.ARITHMETIC, TRUE, (x, y, z), net.BOUNDED, low=number)

    def _rows(self, rows: Sequence[tuple[int, ...]], variables: Sequence[int]) -> None:
        """A table of any width: a variable for the row, each argument a function of it."""
        network = self.network
        possible = [
            r
            for r in dict.fromkeys(rows)
            if all(network.bits(x, (v,)) for x, v in zip(variables, r, strict=True))
        ]
        if not possible:
            network.failed = True
            return
        row = network.variable(range(len(possible)))
        for k, x in enumerate(variables):
            self._function(row, x, ((number, r[k]) for number, r in enumerate(possible)))

    # -- graphs

    def _ask(self, node: Query, literal: Literal) -> None:
        """Let a literal say what a query asks."""
        kind = _QUERIES[node.definition.name]
        self._asked.setdefault(node.graph, []).append((kind, literal, node.data))

    def _imply_loop(self, given: Literal, node: Query, sense: bool) -> None:
        """A loop is lines of the right degrees in one piece. Asked for without conditions, it also
        tells which line would close it too early."""
        model, graph, definition = self._model, node.graph, node.definition
        if given != TRUE or not sense:
            self._later(given, definition.decompose(model, graph, node.data), sense)
            return
        if node.data:
            self._imply(TRUE, definition.decompose(model, graph, node.data), True)
        else:
            lines = [self._literal(condition, BOTH) for _, _, condition in graph.edges]
            self.network.clause(lines)
            for v, around in enumerate(neighbours(graph)):
                there = self._literal(graph.vertices[v], BOTH)
                self._count(there, [lines[e] for e, _ in around], 2, 2)
            self._imply(TRUE, model.query(CONNECTED, graph), True)
        self._asked.setdefault(graph, []).append((net.LOOP, TRUE, None))

    def _post_graphs(self) -> None:
        """A propagator for each graph of which something is asked."""
        while self._asked and not self.network.failed:
            graph, asked = self._asked.popitem()
            vertices = [self._literal(v, BOTH) for v in graph.vertices]
            edges = [(a, b, self._literal(c, BOTH)) for a, b, c in graph.edges]
            self._work_off()
            weights: dict[Any, int] = {}
            queries: list[tuple[int, Literal, int, int]] = []
            for kind, literal, data in sorted(asked, key=lambda query: query[0]):
                a, b = 0, 0
                if kind == net.SIZE:
                    a, family = data
                    b = weights.setdefault(family, len(weights))
                elif kind == net.TOGETHER:
                    a, b = data
                elif kind == net.FIRST_OF:
                    a = data
                queries.append((kind, literal, a, b))
            queries.sort(key=lambda query: (query[0], query[3] if query[0] == net.SIZE else 0))
            ones = (1,) * len(vertices)
            self.network.graph(vertices, edges, queries, [w or ones for w in weights])

    # -- globals

    def _all_different(self, args: Sequence[Operand], data: object) -> bool:
        network = self.network
        variables = [self._int(a) for a in args]
        if len(set(variables)) < len(variables):
            network.failed = True
            return True
        shapes = {(network.words[x], network.base[x]) for x in variables}
        if len(shapes) == 1 and shapes.pop()[0] == 1:
            union = 0
            for x in variables:
                union |= network.domain[network.first[x]]
            count, spare = len(variables), union.bit_count() - len(variables)
            network.propagator(
                net.DISTINCT,
                TRUE,
                [network.first[x] for x in variables],
                # With many values to spare, only a variable with one value tells anything.
                net.CHANGED if spare < count else net.FIXED,
                mask=[0 if spare else union] * count,
            )
        else:
            network.propagator(net.APART, TRUE, variables, net.FIXED)
        return True

    def _straight(self, args: Sequence[Operand], data: object) -> bool:
        if len(args) < 2:
            return True
        network = self.network
        variables = [self._int(a) for a in args]
        shapes = {(network.words[x], network.base[x]) for x in variables}
        if len(shapes) > 1 or shapes.pop()[0] > 1:
            return False
        self._all_different(args, None)
        words = [network.first[x] for x in variables]
        network.propagator(net.WINDOW, TRUE, words, net.CHANGED)
        return True

    def _table(self, args: Sequence[Operand], data: Sequence[tuple[int, ...]]) -> bool:
        variables = [self._int(a) for a in args]
        words = prod([max(self.network.words[x] for x in variables)]) if variables else 1
        if len(data) * words > MAX_TABLE:
            return False
        self._rows(data, variables)
        return True

    def _runs(self, args: Sequence[Operand], data: Sequence[int]) -> bool:
        """States: the gap before each run and after the last, and the cells of the runs between.

        From a gap a false stays; from the last cell of a run a false goes on to the gap after; from
        the gap before a run, and from all but its last cell, a true goes on.
        """
        if any(n < 1 for n in data) or sum(data) + len(data) + 1 > MAX_STATES:
            return False
        stay = leave = enter = 0
        state = 0
        for length in data:
            stay |= 1 << state
            enter |= ((1 << length) - 1) << state
            state += length
            leave |= 1 << state
            state += 1
        stay |= 1 << state
        accept = 1 << state | (1 << state >> 1 if data else 0)
        literals = [self._literal(_as_bool(self._model, a), BOTH) for a in args]
        self.network.propagator(
            net.RUNS,
            TRUE,
            [w for w, _ in literals],
            net.CHANGED,
            mask=[m for _, m in literals],
            data=self.network.table((stay, leave, enter, accept)),
        )
        return True


_QUERIES = {
    "connected": net.CONNECTED,
    "acyclic": net.ACYCLIC,
    "together": net.TOGETHER,
    "first": net.FIRST_OF,
}

_NATIVE: dict[str, Callable[[Flattening, Sequence[Operand], object], bool]] = {
    "all_different": Flattening._all_different,
    "straight": Flattening._straight,
    "table": Flattening._table,  # type: ignore[dict-item]
    "runs": Flattening._runs,  # type: ignore[dict-item]
}


def _counts(terms: Sequence[tuple[int, Node]]) -> TypeGuard[Sequence[tuple[int, BoolNode]]]:
    """Does a sum count bools, each once and for or against?"""
    return all(isinstance(x, BOOL_NODES) and (c == 1 or c == -1) for c, x in terms)


def _as_bool(model: Model, operand: Operand) -> Bool:
    return operand if isinstance(operand, bool) else model.member(operand, (1,))
