"""From a model to clauses.

An int variable has one literal for each value (the direct encoding), exactly one of them true, and,
where they are of use, one literal `x ≥ v` for each value too (the order encoding). Every condition
that must be named gets a literal with clauses that define it (Tseitin), only in the direction in
which it is used (Plaisted and Greenbaum): positive where its truth has consequences, negative where
its falsity has. A direction needed later is added then.

A literal is a non-zero int, as in DIMACS; its negative is its negation.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from ...model.constraints import Constraint
from ...model.globals.all_different import ALL_DIFFERENT
from ...model.globals.half_turn import HALF_TURN, about_few_centres
from ...model.globals.loop import LOOP
from ...model.model import Model
from ...model.nodes import (
    And,
    Bool,
    BoolNode,
    BoolVar,
    Global,
    Graph,
    Iff,
    IntOperand,
    IntVar,
    LinearEq,
    LinearLe,
    Measure,
    Member,
    Node,
    Not,
    Or,
    Part,
    Query,
    bottom_up,
    domain_of,
)
from ..direct_encoding import DirectEncoding
from ..supports import PLAIN, Defined, Supports
from .lazy import GraphLiterals
from .sums import TRUE, Column, Sums

EAGER = Supports(PLAIN)


def _has_small_clauses(node: Defined) -> bool:
    """Whether to decompose a node at once rather than to add clauses lazily.

    A loop falls into degrees, which are clauses from the start, and a connected graph. For a half
    turn about few centres, a lazy clause would forbid one whole piece."""
    if node.definition is HALF_TURN:
        return about_few_centres(node.data)
    return node.definition is LOOP


LAZY = Supports(PLAIN | {Query, Measure}, rather_decomposed=_has_small_clauses)

POSITIVE, NEGATIVE = 1, 2
BOTH = POSITIVE | NEGATIVE
FLIPPED = {POSITIVE: NEGATIVE, NEGATIVE: POSITIVE, BOTH: BOTH}

PAIRWISE = 10  # at most one of this many is encoded pairwise; of more, with auxiliary literals

Clause = list[int]


class Encoder:
    """Clauses for the conditions of one model. emit: takes each clause as it is made.

    top: the greatest literal so far. clauses: their number. supports: EAGER, or LAZY: collect
    queries and measures in `graphs`, for a solver that adds clauses lazily, instead of decomposing
    them. pause: called when the number of clauses is `pause_at`.
    """

    def __init__(
        self, model: Model, emit: Callable[[Clause], None], supports: Supports = EAGER
    ) -> None:
        self._emit = emit
        self.pause: Callable[[], None] | None = None
        self.pause_at = 0
        self._model = model
        self.top = TRUE
        self.clauses = 1
        self._direct = DirectEncoding(model, supports)
        self.graphs: dict[Graph, GraphLiterals] = {}
        self._measured: dict[Measure, dict[int, int]] = {}
        self._sums = Sums(self)
        self._literals: dict[BoolNode, int] = {}
        self._defined: dict[BoolNode, int] = {}
        # Of a model with selectors: the guards of the conditions that contain a query or measure.
        self._guards: dict[Node, set[tuple[int, ...]]] = {}
        self._pending: list[tuple[BoolNode, int]] = []
        self._columns: dict[IntOperand, Column] = {}
        emit([TRUE])
        # The variables' literals come first, in order, so that a map of them reads well.
        self._values = [self._declare(v) for v in model.variables]

    def new(self) -> int:
        """A fresh literal."""
        self.top += 1
        return self.top

    def emit(self, clause: Clause) -> None:
        """Add a clause."""
        if TRUE in clause:
            return
        if -TRUE in clause:
            clause = [a for a in clause if a != -TRUE]
        self.clauses += 1
        if self.clauses == self.pause_at and self.pause is not None:
            self.pause()
        self._emit(clause)

    def value(self, index: int, value: int) -> int:
        """The literal for: the variable (by index) has this value; false outside its domain."""
        return self._values[index].get(value, -TRUE)

    def demand(self, constraint: Constraint) -> None:
        """Clauses for a constraint of the model."""
        given = self._direct.condition(constraint.given)
        self.require(
            constraint.condition, () if given is True else (-self.literal(given, NEGATIVE),)
        )

    def is_active(self, node: Query | Measure, is_true: Callable[[int], bool]) -> bool:
        """Whether some condition that contains a node must hold in an assignment: no literal of its
        guard is true."""
        guards = self._guards.get(node)
        return guards is None or not all(any(map(is_true, guard)) for guard in guards)

    def require(self, condition: Bool, guard: Sequence[int] = ()) -> None:
        """Clauses that demand a condition, unless a literal of the guard is true."""
        if self._model.selectors and not isinstance(condition, bool):
            seen: set[Part] = set()
            for node in bottom_up((self._direct.condition(condition),), seen):
                seen.add(node)
                if isinstance(node, (Query, Measure)):
                    self._guards.setdefault(node, set()).add(tuple(guard))
        if isinstance(condition, Global) and condition.definition is ALL_DIFFERENT:
            self._hidden_singles(condition, guard)
        self._clausify(self._direct.condition(condition), POSITIVE, guard)
        self._define_pending()

    def assumption(self, node: BoolNode) -> int:
        """A literal that implies an assumption."""
        literal = self.literal(self._direct.condition(node), POSITIVE)
        self._define_pending()
        return literal

    # -- literals

    def literal(self, condition: Bool, direction: int = BOTH) -> int:
        """The literal of a basic condition, to be defined in (at least) this direction."""
        if isinstance(condition, bool):
            return TRUE if condition else -TRUE
        if isinstance(condition, Not):
            return -self.literal(condition.arg, FLIPPED[direction])
        literal = self._literals.get(condition)
        if literal is None:
            literal = self._literals[condition] = self._name(condition)
        missing = direction & ~self._defined.get(condition, 0)
        if missing and not isinstance(condition, (BoolVar, Member, Query)):
            self._defined[condition] = direction | self._defined.get(condition, 0)
            self._pending.append((condition, missing))
        return literal

    def column(self, operand: IntOperand) -> Column:
        """The values of an int operand, with a literal for each and one for each `≥`."""
        found = self._columns.get(operand)
        if found is None:
            cases = self._direct.cases(operand)
            equal = [self.literal(case) for case in cases.values()]
            found = self._columns[operand] = self._ordered(tuple(cases), equal)
        return found

    def at_most_one(self, literals: Sequence[int], guard: Sequence[int] = ()) -> None:
        while len(literals) > PAIRWISE:
            # At most one of three literals and a new one, `link`, and at most one of `not link` and
            # the rest: so one of the three excludes all the others.
            link = self.new()
            self.at_most_one([*literals[:3], link], guard)
            literals = [-link, *literals[3:]]
        for a, b in combinations(literals, 2):
            self.emit([*guard, -a, -b])

    def _of_graph(self, graph: Graph) -> GraphLiterals:
        """The literals of a graph, with the queries and measures of it so far."""
        found = self.graphs.get(graph)
        if found is None:
            parts = [self.literal(self._direct.condition(part)) for part in graph.parts]
            found = self.graphs[graph] = GraphLiterals(graph, parts)
        return found

    def _cases(self, x: IntVar | Measure) -> dict[int, int]:
        """The literals of the values of a variable or a measure."""
        if isinstance(x, IntVar):
            return self._values[x.index]
        found = self._measured.get(x)
        if found is None:
            found = self._measured[x] = self._declare(x)
            for clause in self._of_graph(x.graph).add_measure(x, found):
                self.emit(clause)
        return found

    def _declare(self, variable: BoolVar | IntVar | Measure) -> dict[int, int]:
        """Literals for a variable's values, exactly one of them true."""
        values = domain_of(variable)
        if len(values) == 1:
            return {values[0]: TRUE}
        if len(values) == 2:
            literal = self.new()
            return {values[0]: -literal, values[1]: literal}
        literals = {v: self.new() for v in values}
        self.emit([*literals.values()])
        if len(values) <= PAIRWISE:
            self.at_most_one([*literals.values()])
        else:
            assert not isinstance(variable, BoolVar)
            self._columns[variable] = self._ordered(tuple(values), [*literals.values()])
        return literals

    def _ordered(self, values: tuple[int, ...], equal: list[int]) -> Column:
        """A column with fresh `≥` literals, channelled with the `=` literals of the values; so at
        most one value holds."""
        if len(values) <= 2:
            return Column(values, (TRUE, *equal[1:]), tuple(equal))
        above = [TRUE, *(self.new() for _ in values[2:]), equal[-1]]
        for k in range(len(values) - 1):
            if above[k] != TRUE:
                self.emit([-above[k + 1], above[k]])
                self.emit([-equal[k], above[k]])
            self.emit([-equal[k], -above[k + 1]])
            self.emit([-above[k], equal[k], above[k + 1]])
        return Column(values, tuple(above), tuple(equal))

    def _name(self, node: BoolNode) -> int:
        match node:
            case BoolVar(index=index):
                return self._values[index][1]
            case Member(arg=IntVar() | Measure() as x, values=values):
                return self._member(x, values)
            case Query(graph=graph):
                literal = self.new()
                for clause in self._of_graph(graph).add_query(node, literal):
                    self.emit(clause)
                return literal
            case _:
                return self.new()

    def _member(self, x: IntVar | Measure, values: tuple[int, ...]) -> int:
        literals = self._cases(x)
        if len(values) == 1:
            return literals[values[0]]
        if 2 * len(values) > len(literals):
            inside = set(values)
            return -self._member(x, tuple(v for v in x.domain if v not in inside))
        column = self._columns.get(x)
        if column is not None:
            first = bisect_left(column.values, values[0])
            last = first + len(values)
            if column.values[first:last] == values:
                below = -column.above[last] if last < len(column.values) else TRUE
                return self._all((column.above[first], below))
        return -self._all([-literals[v] for v in values])

    def _all(self, literals: Sequence[int]) -> int:
        """A literal for a conjunction of literals, defined in both directions."""
        needed = [a for a in literals if a != TRUE]
        if len(needed) == 1:
            return needed[0]
        both = self.new()
        for a in needed:
            self.emit([-both, a])
        self.emit([both, *(-a for a in needed)])
        return both

    # -- clauses

    def _define_pending(self) -> None:
        while self._pending:
            node, direction = self._pending.pop()
            literal = self._literals[node]
            if direction & POSITIVE:
                self._clausify(node, POSITIVE, (-literal,))
            if direction & NEGATIVE:
                self._clausify(node, NEGATIVE, (literal,))

    def _clausify(self, condition: Bool, direction: int, guard: Sequence[int]) -> None:
        """Clauses for: some literal of the guard is true, or the basic condition holds (for
        NEGATIVE: fails)."""
        positive = direction == POSITIVE
        match condition:
            case bool():
                if condition is not positive:
                    self.emit([*guard])
            case Not(arg=arg):
                self._clausify(arg, FLIPPED[direction], guard)
            case And(args=args) if positive:
                self._each(args, direction, guard)
            case Or(args=args) if not positive:
                self._each(args, direction, guard)
            case And(args=args) | Or(args=args):
                sign = 1 if positive else -1
                self.emit([*guard, *(sign * self.literal(a, direction) for a in args)])
            case Iff(left=left, right=right):
                a, b = self.literal(left), self.literal(right)
                sign = 1 if positive else -1
                self.emit([*guard, -a, sign * b])
                self.emit([*guard, a, -sign * b])
            case LinearLe(terms=terms, bound=bound):
                if positive:
                    self._sums.at_most(terms, bound, guard)
                else:
                    self._sums.at_least(terms, bound + 1, guard)
            case LinearEq(terms=terms, bound=bound):
                if positive:
                    self._sums.equal(terms, bound, guard)
                else:
                    self._sums.differ(terms, bound, guard)
            case _:
                sign = 1 if positive else -1
                self.emit([*guard, sign * self.literal(condition, direction)])

    def _each(self, args: Iterable[BoolNode], direction: int, guard: Sequence[int]) -> None:
        """Demand each of some conditions. Conditions at the top level, where there is no guard, are
        rarely shared, so they get no literal; elsewhere only those that take a single clause do
        without one."""
        for arg in args:
            if not guard or _is_clause(arg, direction):
                self._clausify(arg, direction, guard)
            else:
                sign = 1 if direction == POSITIVE else -1
                self.emit([*guard, sign * self.literal(arg, direction)])

    def _hidden_singles(self, condition: Global, guard: Sequence[int]) -> None:
        """If there are as many values as arguments, each value is taken: redundant clauses that
        unit propagation does not find."""
        values = set().union(*(domain_of(a) for a in condition.args))
        if len(values) != len(condition.args):
            return
        cases = [self._direct.cases(a) for a in condition.args]
        for value in sorted(values):
            places = [self.literal(c[value], POSITIVE) for c in cases if value in c]
            self.emit([*guard, *places])


def _is_clause(condition: BoolNode, direction: int) -> bool:
    """Whether one clause asserts the condition (for NEGATIVE: its negation)."""
    if isinstance(condition, Not):
        condition, direction = condition.arg, FLIPPED[direction]
    return isinstance(condition, (BoolVar, Member, Query, Or if direction == POSITIVE else And))
