"""Conditions on few values as their strongest clauses.

Backends split a condition that joins others, such as "not all three are equal", into auxiliary
conditions, which propagate less. If it depends on few variables with few values, its truth table
is computed, and maximal boxes of what it excludes become clauses (prime implicants). Other demands
on the same variables are used as don't-cares: two lines or none of a loop meet at a point, so "it
does not turn here" is "each line continues straight on".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from ..deadline import pause
from ..model.constraints import Constraint
from ..model.globals.loop import LOOP
from ..model.model import Model
from ..model.nodes import (
    And,
    Bool,
    BoolVar,
    Iff,
    IntVar,
    Measure,
    Member,
    Node,
    Not,
    Or,
    Query,
    children,
)
from ..model.pieces import neighbours
from ..model.points import SUMS
from .demands import Demand, Signature, demands, following, instead, selected
from .truth import (
    JOINED,
    MOST,
    Box,
    Supports,
    Variables,
    boxes,
    clause,
    every,
    holds,
    left_by,
    length,
    lifted,
    paired,
    sizes_of,
)

# Clauses of more than SHORT literals for a condition; with more, a backend does better.
CLAUSES: Final = 2
SHORT: Final = 2  # literals; all clauses up to this length are kept: they propagate most
_JUNCTIONS: Final = frozenset((And, Or, Iff))
_PLAIN: Final = frozenset((BoolVar, Member))  # literals, by their kind alone
_ENDS: Final = frozenset((BoolVar, IntVar, Query, Measure))


def tabulated(m: Model) -> Model:
    """The model with clauses instead of conditions on few values."""
    if all(type(x) is IntVar and 2 * len(x.domain) > MOST for x in m.variables):
        return m  # no two variables have few values together
    supports = Supports()
    found = [demand for demand in selected(m, _may_join) if _is_candidate(supports, demand[0])]
    if not found:
        return m
    wanted = {x for condition, _ in found for x in _variables(supports, condition)}
    facts = Facts(m, supports, demands(m), wanted)
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for condition, source in found:
        pause()
        if condition not in gone:
            clauses = facts.clauses(condition, source)
            if clauses is not None:
                gone.add(condition)
                added += [c for c in clauses if c.condition is not True]
    return instead(m, gone, added) if gone else m


# ---- which they are ------------------------------------------------------------------------------


def is_joined(x: Node) -> bool:
    """Whether a condition joins others, and is not a clause."""
    if type(x) is BoolVar or type(x) is Member:  # the common case first
        return False
    inner = x.arg if type(x) is Not else x
    return type(inner) in JOINED and not _is_clause(x)


def _variables(supports: Supports, condition: Bool) -> Variables:
    found = None if isinstance(condition, bool) else supports.of(condition)
    return found or ()


def _may_join(signature: Signature) -> bool:
    """Whether `_is_candidate` may hold for conditions of a signature."""
    kind = signature.kind
    if signature.negated:
        is_clause = kind is And and signature.parts <= _PLAIN and signature.denied <= _PLAIN
        return kind in _JUNCTIONS and not is_clause
    if kind is not Or or _is_guarded_sum(signature):
        return False
    return signature.has(*JOINED) or signature.denies(*JOINED)


def _is_guarded_sum(signature: Signature) -> bool:
    """Whether conditions of a signature are a sum beside something else, which joins no others."""
    kinds = len(signature.parts) + len(signature.denied)
    joined = len(signature.parts & JOINED) + len(signature.denied & JOINED)
    return signature.two and kinds == 2 and joined == 1 and signature.has(*SUMS)


def _is_candidate(supports: Supports, condition: Bool) -> bool:
    """Whether a condition joins others over few values in a way that backends propagate weakly."""
    if type(condition) is Or:
        joined = [x for x in condition.args if is_joined(x)]
        # Backends support sums under guards.
        if not joined or (len(joined) == 1 and type(joined[0]) in SUMS):
            return False
    else:
        negated = condition.arg if type(condition) is Not else None
        if type(negated) not in _JUNCTIONS or _is_clause(condition):  # type: ignore[arg-type]
            return False
    return supports.of(condition) is not None  # type: ignore[arg-type]


def _is_literal(x: Node) -> bool:
    return type(x) is BoolVar or type(x) is Member or (type(x) is Not and type(x.arg) is BoolVar)


def _is_clause(x: Node) -> bool:
    """Whether a condition is a disjunction of literals, however it is written."""
    args: Sequence[Node] = (x,)
    if type(x) is Or:
        args = x.args
    elif type(x) is Not and type(x.arg) is And:
        args = x.arg.args
    return all(_is_literal(y) for y in args)


def _first(condition: Any) -> Any:
    """The first variable below a condition, or a query that comes before it."""
    node = condition
    while True:
        kind = type(node)
        if kind is Not or kind is Member:
            node = node.arg
        elif kind is And or kind is Or:
            node = node.args[0]
        elif kind in _ENDS:
            return node
        else:
            node = next(child for child in children(node) if not isinstance(child, int))


# ---- what else is known of their variables -------------------------------------------------------


class _Fact:
    """A demand over few values. points: of its variables, where its present form holds. Compared by
    identity."""

    __slots__ = ("condition", "points", "source", "variables")

    def __init__(
        self, condition: Bool, variables: Variables, points: int, source: Constraint
    ) -> None:
        self.condition, self.variables = condition, variables
        self.points, self.source = points, source


class Facts:
    """The demands on small sets of variables, as truth tables."""

    def __init__(
        self, m: Model, supports: Supports, all_demands: Iterable[Demand], wanted: set[Any]
    ) -> None:
        self.m, self._supports, self._wanted = m, supports, wanted
        self._by_first: dict[Any, list[_Fact]] = {}
        self._of: dict[Bool, _Fact] = {}
        for condition, source in all_demands:
            pause()
            if isinstance(condition, bool) or condition in self._of:
                continue  # demanded twice, it is one fact: both are replaced at once
            if type(condition) is Query:
                if condition.definition is LOOP and not condition.data:
                    self._loop(condition, source)
                continue
            variables = supports.of(condition) if _first(condition) in wanted else None
            if variables is not None and wanted.issuperset(variables):
                fact = _Fact(condition, variables, holds(condition, variables), source)
                self._of[condition] = fact
                self._add(fact)

    def _loop(self, condition: Query, source: Constraint) -> None:
        """Record that two lines of a loop meet at each vertex, or none."""
        graph = condition.graph
        for around in neighbours(graph):
            lines: list[Any] = [graph.edges[e][2] for e, _ in around]
            if 1 << len(lines) <= MOST and self._wanted.issuperset(lines):
                variables = tuple(sorted(lines, key=lambda x: x.index))
                self._add(_Fact(condition, variables, paired(len(lines)), source))

    def _add(self, fact: _Fact) -> None:
        self._by_first.setdefault(fact.variables[0], []).append(fact)

    def about(self, condition: Bool, variables: Variables) -> tuple[int, list[Constraint]]:
        """The points of some variables that all other demands allow, and these demands."""
        known, sources = -1, []
        mine = {*variables}
        for x in variables:
            for fact in self._by_first.get(x, ()):
                if fact.condition is not condition and mine.issuperset(fact.variables):
                    known &= lifted(fact.points, fact.variables, variables)
                    sources.append(fact.source)
        return known, sources

    def clauses(self, condition: Bool, source: Constraint) -> list[Constraint] | None:
        """A few clauses instead of a demand; None if it takes many."""
        fact = self._of[condition]
        variables, true = fact.variables, fact.points
        known, sources = self.about(condition, variables)
        sizes = sizes_of(variables)
        found = _few_boxes(sizes, true, known)
        if found is None:
            return None
        if sources and found == _few_boxes(sizes, true, -1):
            sources = []
        made = following(True, (source, *sources))
        fact.points, fact.source = left_by(sizes, found), made
        return [
            Constraint(clause(self.m, variables, box), made.origin, True, made.also)
            for box in found
        ]


@lru_cache(1 << 14)
def _few_boxes(sizes: tuple[int, ...], true: int, known: int) -> tuple[Box, ...] | None:
    """Boxes for the points that a condition excludes, if only the known points are possible; None
    if they take many clauses."""
    all_points = every(sizes)
    found = boxes(sizes, all_points & ~true & known, all_points & (~true | ~known), SHORT)
    many = len([box for box in found if length(sizes, box) > SHORT]) > CLAUSES
    return None if many else found
