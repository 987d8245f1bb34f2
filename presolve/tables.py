"""Conditions on few values as clauses: what they rule out, said as strongly as can be.

A condition that joins others, such as "not all three are equal", is taken apart by a backend into
conditions of its parts, which tell less. Where it depends on few variables with few values, all
that it rules out is tried, and each of the largest sets of it becomes one clause. What else is
demanded of the same variables is made use of: where a loop passes, two lines meet or none, so that
"it does not turn here" is that each line goes on ahead. A part of a larger condition is one clause,
or one conjunction, in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..model.globals.loop import LOOP
from ..model.model import Constraint, Model
from ..model.nodes import (
    And,
    Bool,
    BoolNode,
    BoolVar,
    Iff,
    IntVar,
    Member,
    Node,
    Not,
    Or,
    Query,
)
from ..model.pieces import neighbours
from ..model.rebuild import rebuilt
from ..records import record, replace
from .demands import Demand, demands, following, instead
from .truth import (
    JOINED,
    MOST,
    SUMS,
    Supports,
    Variables,
    boxes,
    clause,
    every,
    holds,
    lifted,
    sizes_of,
)

CLAUSES = 2  # of more than SHORT literals, for one condition; of more a backend knows better
SHORT = 2  # literals of clauses that are all kept: they propagate most


def tabulated(m: Model) -> Model:
    """The model with clauses in the place of conditions on few values."""
    if all(type(x) is IntVar and 2 * len(x.domain) > MOST for x in m.variables):
        return m  # no two variables have few values together
    supports = Supports()
    all_demands = demands(m)
    found = [(demand, parts) for demand in all_demands if (parts := [*_parts(supports, demand[0])])]
    if not found:
        return m
    wanted = {x for _, parts in found for part in parts for x in supports.of(part) or ()}
    facts = _Facts(m, supports, all_demands, wanted)
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for (condition, constraint), parts in found:
        if condition in gone:
            continue
        if parts[0] is condition:
            clauses, sources = facts.clauses(parts[0])
        else:
            clauses, sources = _with_shorter(m, facts, condition, parts)
        if clauses is not None:
            gone.add(condition)
            source = following(True, (constraint, *sources))
            facts.rewrite(condition, clauses, source)
            added += [replace(source, condition=c) for c in clauses if c is not True]
    return instead(m, gone, added) if gone else m


def _with_shorter(
    m: Model, facts: _Facts, condition: Bool, parts: Iterable[BoolNode]
) -> tuple[list[Bool] | None, list[Constraint]]:
    """A demand with shorter conditions for parts of it, and what else it follows from."""
    new: dict[Any, Any] = {}
    sources: list[Constraint] = []
    for part in parts:
        shorter, used = facts.shorter(part)
        if shorter is not None:
            new[part] = shorter
            sources += used
    if not new:
        return None, []
    return [rebuilt(m, condition, new, lambda node: type(node) not in JOINED)], sources


# ---- which they are ------------------------------------------------------------------------------


def _parts(supports: Supports, condition: Bool) -> Iterator[BoolNode]:
    """The condition, if it joins others over few values, or the parts of it that do."""
    if isinstance(condition, bool) or type(condition) not in JOINED or _is_clause(condition):
        return
    if not any(map(_is_joined, _below(condition))):
        return
    if supports.of(condition) is not None:
        if _joins(condition):
            yield condition
        return
    stack: list[Any] = [condition]
    seen: set[Any] = set()
    while stack:
        for part in _below(stack.pop()):
            if not _is_joined(part) or part in seen:
                continue
            seen.add(part)
            if type(part) in SUMS:
                if any(_is_joined(x) for _, x in part.terms):
                    stack.append(part)
            elif supports.of(part) is None:
                stack.append(part)
            elif not (_is_clause(part) or _is_cube(part)):
                yield part


def _is_joined(x: Bool) -> bool:
    """Whether a condition joins others."""
    return type(x) in JOINED and (type(x) is not Not or type(x.arg) in JOINED)


def _below(node: Any) -> Sequence[Any]:
    if type(node) in SUMS:
        return [x for _, x in node.terms]
    if type(node) is Iff:
        return (node.left, node.right)
    return (node.arg,) if type(node) is Not else node.args


def _joins(condition: BoolNode) -> bool:
    """Whether a condition joins others, and is not a clause as it stands."""
    match condition:
        case Or(args=args):
            joined = [x for x in args if type(x) in JOINED and not _is_clause(x)]
            # Backends know a sum that is demanded under guards.
            return len(joined) > 1 or any(type(x) not in SUMS for x in joined)
        case Not(arg=Or() | And() | Iff()):
            return not _is_clause(condition)
    return False


def _is_literal(x: Node) -> bool:
    return type(x) is BoolVar or type(x) is Member or (type(x) is Not and type(x.arg) is BoolVar)


def _is_clause(x: Node) -> bool:
    """Whether a condition is a disjunction of literals, however it is written."""
    if type(x) is Or:
        return all(map(_is_literal, x.args))
    if type(x) is Not and type(x.arg) is And:
        return all(map(_is_literal, x.arg.args))
    return _is_literal(x)


def _is_cube(x: Node) -> bool:
    """Whether a condition is a conjunction of literals, however it is written."""
    if type(x) is And:
        return all(map(_is_literal, x.args))
    return type(x) is Not and type(x.arg) is Or and all(map(_is_literal, x.arg.args))


def _first(condition: Any) -> Any:
    """A variable below a condition, or what else the first of its operands is."""
    node = condition
    while type(node) in JOINED:
        node = node.terms[0][1] if type(node) in SUMS else _below(node)[0]
    return node.arg if type(node) is Member else node


# ---- what else is known of their variables -------------------------------------------------------


@record(frozen=False, eq=False)
class _Fact:
    """A demand over few values. points: of the variables, where it holds as it is demanded now."""

    condition: Bool
    variables: Variables
    points: int
    source: Constraint


class _Facts:
    """What is demanded of some variables, as tables."""

    def __init__(
        self, m: Model, supports: Supports, all_demands: Iterable[Demand], wanted: set[Any]
    ) -> None:
        self.m, self._supports, self._wanted = m, supports, wanted
        self._by_first: dict[Any, list[_Fact]] = {}
        self._of: dict[Bool, _Fact] = {}
        for condition, source in all_demands:
            if isinstance(condition, bool):
                continue
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
        """Two lines meet at each vertex, or none."""
        graph, m = condition.graph, self.m
        for around in neighbours(graph):
            lines = [graph.edges[e][2] for e, _ in around]
            if not self._wanted.issuperset(lines):
                continue
            fits = m.or_((m.eq(m.sum_(lines), 2), m.eq(m.sum_(lines), 0)))
            if isinstance(fits, bool):
                continue
            variables = self._supports.of(fits)
            if variables is not None:
                self._add(_Fact(condition, variables, holds(fits, variables), source))

    def _add(self, fact: _Fact) -> None:
        self._by_first.setdefault(fact.variables[0], []).append(fact)

    def _about(self, condition: BoolNode, variables: Variables) -> tuple[int, list[Constraint]]:
        """The points of some variables that all else leaves, and the constraints that say so."""
        known, sources = -1, []
        for x in variables:
            for fact in self._by_first.get(x, ()):
                if fact.condition is not condition and set(fact.variables) <= {*variables}:
                    known &= lifted(fact.points, fact.variables, variables)
                    sources.append(fact.source)
        return known, sources

    def clauses(self, condition: BoolNode) -> tuple[list[Bool] | None, list[Constraint]]:
        """Few clauses in the place of a demand, and what else they follow from."""
        variables = self._supports.of(condition)
        assert variables is not None
        true = holds(condition, variables)
        known, sources = self._about(condition, variables)
        found = _clauses(self.m, variables, true, known)
        if sum(len(c.args) > 2 for c in found if type(c) is Or) > CLAUSES:
            return None, []
        return found, sources if found != _clauses(self.m, variables, true, -1) else []

    def rewrite(self, condition: Bool, clauses: Iterable[Bool], source: Constraint) -> None:
        """Note that clauses are demanded in the place of a condition."""
        fact = self._of.get(condition)
        if fact is not None:
            joined = self.m.and_(clauses)
            if isinstance(joined, bool):
                fact.points = every(sizes_of(fact.variables)) if joined else 0
            else:
                fact.points = holds(joined, fact.variables)
            fact.source = source

    def shorter(self, part: BoolNode) -> tuple[Bool | None, list[Constraint]]:
        """One clause or one conjunction in the place of a part, and what else it follows from."""
        variables = self._supports.of(part)
        assert variables is not None
        true = holds(part, variables)
        known, sources = self._about(part, variables)
        for sense, points in ((True, true), (False, ~true)):
            found = _clauses(self.m, variables, points, known, 0)
            if len(found) < 2:
                made = self.m.and_(found)
                return made if sense else self.m.not_(made), sources
        return None, []


def _clauses(
    m: Model, variables: Variables, true: int, known: int, short: int = SHORT
) -> list[Bool]:
    """The clauses of a condition where the points that are known are the only ones."""
    sizes = sizes_of(variables)
    all_points = every(sizes)
    off = all_points & ~true & known
    may = all_points & (~true | ~known)
    return [clause(m, variables, box) for box in boxes(sizes, off, may, short)]
