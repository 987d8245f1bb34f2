"""Literals of bool nodes, and clauses of them.

A literal of a node is *raw* here where it may say more than the domain of its word allows, or be
negated (its mask too): clauses take such literals, `Network.normal` makes others of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import Any, Final

from ....deadline import pause
from ....model.model import Model
from ....model.nodes import (
    And,
    Bool,
    BoolNode,
    BoolVar,
    Graph,
    Iff,
    IntOperand,
    IntVar,
    LinearEq,
    LinearLe,
    Member,
    Node,
    Not,
    Or,
    Query,
    domain_of,
)
from .. import network as net
from ..network import FALSE, TRUE, Literal, Network
from .queries import QUERIES
from .tabulate import Tabulator

BETWEEN: Final = 63  # there is a pause after this many steps and one more, a power of two
# Directions in which a literal is tied to its node: literal ⇒ node, node ⇒ literal.
IMPLIES: Final = 1
IMPLIED: Final = 2
BOTH: Final = IMPLIES | IMPLIED
# Those of a negation.
TURNED: Final[tuple[int, ...]] = (0, IMPLIED, IMPLIES, BOTH)


class Literals:
    """See `Flattening`."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.network = network = Network()
        self._tabulator = Tabulator()
        self.variables = _flat_variables(network, model)
        # The raw literals of nodes other than variables, and the directions in which they are tied.
        self._literals: dict[Node, Literal] = {}
        self._tied: dict[Node, int] = {}
        self._ints: dict[Node, int] = {}
        # For variables of several words: by value, the literal that it is the value.
        self._flags: dict[int, dict[int, Literal]] = {}
        # Sets of such variables that are all different.
        self._different: list[list[int]] = []
        # The last answer of `operands`, and of how many nodes it was.
        self._operands: dict[int, Node] = {}
        self._operands_of = (-1, -1)
        # What is still to be posted: that a literal implies a node, or (for a bool) its negation;
        # without a literal, that an int node has the value of a variable.
        self._waiting: list[tuple[Literal | None, Any, Any]] = []
        # Queries on each graph not yet posted, as `graphs.post_graph` takes them; but the last of a
        # SIZE is the vertices' weights.
        self._queries: dict[Graph, list[tuple[int, Literal, int, int, Any]]] = {}
        # The words of literals that stay as they are throughout a search: of selectors, and of
        # what follows from these alone.
        self._steady: set[int] = set()

    def operands(self) -> dict[int, Node]:
        """The operands behind the words of the network: variables of the model, or other nodes that
        have a flat variable or literal."""
        network, size = self.network, (len(self._ints), len(self._literals))
        if size == self._operands_of:
            return self._operands
        found: dict[int, Node] = {}
        self._operands_of, self._operands = size, found
        own = zip(self._model.variables, self.variables, strict=True)
        for node, flat in (*own, *self._ints.items()):
            for word in network.words_of(flat):
                found.setdefault(word, node)
        for node, (word, _) in self._literals.items():
            if word:
                found.setdefault(word, node)
        return found

    def assumption(self, node: BoolNode) -> list[Literal]:
        """The words of a variable, each with the mask of the values that an assumption allows.
        Raises TypeError for a node that is not a literal."""
        network = self.network
        match node:
            case BoolVar(index=index):
                return [(network.first[self.variables[index]], 2)]
            case Not(arg=BoolVar(index=index)):
                return [(network.first[self.variables[index]], 1)]
            case Member(arg=IntVar(index=index)):
                flat = self.variables[index]
                masks = dict(self._words(flat, node))
                words = network.words_of(flat)
                return [(word, masks.get(word, 0)) for word in words]
        raise TypeError(f"not an assumption: {node!r}")

    # -- literals

    def _literal(self, node: Bool, direction: int) -> Literal:
        """The literal of a bool node, tied to it at least in the given direction."""
        return self.network.normal(self._raw(node, direction))

    def _raw(self, node: Bool, direction: int) -> Literal:
        """The raw literal of a bool node, tied to it at least in the given direction."""
        if type(node) is BoolVar:
            return self.network.first[self.variables[node.index]], 2
        if type(node) is Not:
            word, mask = self._raw(node.arg, TURNED[direction])
            return word, ~mask
        if isinstance(node, bool):
            return TRUE if node else FALSE
        found = self._literals.get(node)
        if found is None:
            found = self._membership(node)
            self._tied[node] = BOTH if found is not None else 0
            if found is None:
                found = self.network.bool_variable()
            self._literals[node] = found
        missing = direction & ~self._tied[node]
        if missing:
            self._tie(node, found, missing)
        return found

    def _tie(self, node: BoolNode, literal: Literal, missing: int) -> None:
        self._tied[node] |= missing
        if type(node) is Query and node.definition in QUERIES:
            # A definition, whichever groups are on: while none of them demands the literal, the
            # graph decides it, and it decides nothing of the graph.
            self._tied[node] = BOTH
            self._add_query(node, literal)
            return
        if missing & IMPLIES:
            self._waiting.append((literal, node, True))
        if missing & IMPLIED:
            self._waiting.append((self.network.negation(literal), node, False))

    def _add_query(self, node: Query, literal: Literal, when: int = net.ALWAYS) -> None:
        """Tie a literal to a query, in both directions or in one (see `graphs.post_graph`)."""
        kind = QUERIES[node.definition]
        query = (kind.number, literal, when, *kind.vertices(node.data))
        self._queries.setdefault(node.graph, []).append(query)

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
                tied = self._tied.get(condition) == BOTH
                return self._literals[condition] if tied else None

    def _membership(self, node: BoolNode) -> Literal | None:
        """The literal of a node about one variable only, or about the values of a node."""
        network = self.network
        if type(node) is Member and type(node.arg) is IntVar:
            domain: Any = node.arg.domain
            flat = self.variables[node.arg.index]
            if network.words[flat] == 1 and type(domain) is range and domain.step == 1:
                above = domain[0] - network.base[flat]
                mask = node.mask << above if above >= 0 else node.mask >> -above
                return network.normal((network.first[flat], mask))
            return self._among(flat, self._words(flat, node))
        if type(node) is LinearLe and self._is_plain(node):
            return None
        scope = None if _has_two_variables(node) else self._tabulator.scope(node)
        if scope is not None and len(scope) == 1:
            (variable,) = scope
            flat = self.variables[variable.index]
            truth = self._tabulator.column(node, scope)
            values = compress(domain_of(variable), truth)
            return self._among(flat, network.bits(flat, values))
        if type(node) is Member and not self._is_table(node):
            flat = self._int(node.arg)
            return self._among(flat, self._words(flat, node))
        return None

    def _words(self, flat: int, node: Member) -> list[Literal]:
        """The literals, a word each, whose disjunction says that the flat variable of the argument
        is a member."""
        domain: Any = node.arg.domain
        if type(domain) is range and domain.step == 1 and domain[0] >= self.network.base[flat]:
            return self.network.split(flat, domain[0], node.mask)
        return self.network.bits(flat, node.values)

    def _among(self, variable: int, values: Sequence[Literal]) -> Literal:
        """The literal "a flat variable has one of these values", given word by word."""
        network = self.network
        if network.words[variable] == 1:
            return network.normal(values[0]) if values else FALSE
        inside = dict(values)
        words = network.words_of(variable)
        masks = [inside.get(w, 0) & network.domain[w] for w in words]
        others = [network.domain[w] & ~mask for w, mask in zip(words, masks, strict=True)]
        if sum(map(int.bit_count, masks)) == 1:
            return self._value_flag(variable, masks)
        if sum(map(int.bit_count, others)) == 1:
            return network.negation(self._value_flag(variable, others))
        return self._tied_to(variable, others, masks)

    def _value_flag(self, variable: int, masks: Sequence[int]) -> Literal:
        """The literal that a variable of several words has a value."""
        network = self.network
        position = sum([mask << 64 * k for k, mask in enumerate(masks)]).bit_length() - 1
        flags, value = self._flags.setdefault(variable, {}), network.base[variable] + position
        if value not in flags:
            others = [
                network.domain[w] & ~mask
                for w, mask in zip(network.words_of(variable), masks, strict=True)
            ]
            flags[value] = self._tied_to(variable, others, masks)
        return flags[value]

    def _tied_to(self, variable: int, others: Sequence[int], masks: Sequence[int]) -> Literal:
        """A new literal that is true for these values of a variable, and false for others."""
        yes = self.network.bool_variable()
        flag = self.network.owner[yes[0]]
        self._binary_table(TRUE, variable, flag, [*others, *masks])
        return yes

    def _not(self, literal: Literal) -> Literal:
        return self.network.negation(literal)

    def _stays(self, given: Literal) -> bool:
        """Whether a literal is decided before a search: propagators need not watch whether they
        can hold while it is open."""
        return given == TRUE or given[0] in self._steady

    # -- clauses

    def _later(self, given: Literal, node: Bool, sense: bool) -> None:
        """Defer an `_imply` to the work list: nothing here recurs along the DAG."""
        self._waiting.append((given, node, sense))

    def _clause(self, given: Literal, literals: list[Literal]) -> None:
        """Add the clause: a literal implies one of some raw ones."""
        if given != TRUE:
            word, mask = given
            literals = [(word, ~mask), *literals]
        self.network.clause(literals)

    # -- what the classes above know

    def _is_plain(self, node: Member | LinearLe | LinearEq) -> bool:
        """Whether a direct propagator beats tabulating this condition."""
        raise NotImplementedError

    def _is_table(self, node: BoolNode) -> bool:
        """Is this a condition over two variables that is better tabulated than taken apart?"""
        raise NotImplementedError

    def _binary_table(self, given: Literal, x: int, y: int, masks: Sequence[int]) -> None:
        """Tie two flat variables by a table."""
        raise NotImplementedError

    def _int(self, operand: IntOperand) -> int:
        """The flat variable of an int operand."""
        raise NotImplementedError


def _flat_variables(network: Network, model: Model) -> list[int]:
    """A flat variable for each variable of a model; one for several that must be equal."""
    found: list[int] = []
    equal, left = _equal_variables(model), _left_values(model)
    joined = set(equal.values())
    for v in model.variables:
        if not len(found) & BETWEEN:
            pause()
        first = _first_equal(equal, v.index)
        if first != v.index:
            found.append(found[first])
        elif type(v) is BoolVar:
            found.append(len(network.base))
            network.bool_variable()
        elif v.index in left and v.index not in joined:
            found.append(network.variable(left[v.index]))
        else:
            found.append(network.variable(domain_of(v)))
    network.check_room(0)
    return found


def _left_values(model: Model) -> dict[int, list[int]]:
    """By index, for variables of 64 values and more: the values that constraints on them alone
    leave. Often these fit into one word, as the numbers of a small room on a board of 100 cells
    do."""
    masks: dict[int, int] = {}
    wide = {v for v in model.variables if type(v) is IntVar and len(v.domain) >= 64}
    for constraint in model.constraints if wide else ():
        x = constraint.condition
        if type(x) is Member and x.arg in wide and constraint.given is True:
            masks[x.arg.index] = masks.get(x.arg.index, -1) & x.mask
    found: dict[int, list[int]] = {}
    for index, mask in masks.items():
        values = [v for k, v in enumerate(domain_of(model.variables[index])) if mask >> k & 1]
        if values:
            found[index] = values
    return found


def _equal_variables(model: Model) -> dict[int, int]:
    """For variables that constraints say are equal to one before them: that one, by index. Only
    variables of one domain, so that values and bits of the one are those of the other."""
    equal: dict[int, int] = {}
    for constraint in model.constraints:
        if constraint.given is not True:
            continue
        pair = equal_pair(constraint.condition)
        if pair is not None and domain_of(pair[0]) == domain_of(pair[1]):
            one, other = pair
            first, second = _first_equal(equal, one.index), _first_equal(equal, other.index)
            if first != second:
                equal[max(first, second)] = min(first, second)
    return equal


def equal_pair(condition: Bool) -> tuple[BoolVar | IntVar, BoolVar | IntVar] | None:
    """The two variables that a condition equates; None if it does not."""
    one: Any = None
    other: Any = None
    if type(condition) is Iff:
        one, other = condition.left, condition.right
    elif type(condition) is LinearEq and not condition.bound and len(condition.terms) == 2:
        (a, one), (b, other) = condition.terms
        if a + b:
            return None
    kind = type(one)
    return (one, other) if kind is type(other) and kind in (BoolVar, IntVar) else None


def _first_equal(equal: dict[int, int], index: int) -> int:
    """The first of the variables that are equal to one."""
    found = index
    while found in equal:
        found = equal[found]
    if found != index:
        equal[index] = found
    return found


def _has_two_variables(node: BoolNode) -> bool:
    """Whether a node is certainly about more than one variable: a query, or a junction whose first
    parts are about different ones."""
    if type(node) is Query:
        return True
    if type(node) is not And and type(node) is not Or:
        return False
    first, second = _variable(node.args[0]), _variable(node.args[1])
    return first is not None and second is not None and first is not second


def _variable(x: Any) -> Node | None:
    """The variable of a literal."""
    if type(x) is Not:
        x = x.arg
    if type(x) is Member:
        x = x.arg
    return x if type(x) is BoolVar or type(x) is IntVar else None
