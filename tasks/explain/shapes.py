"""Shapes: rule instances that are equal up to renaming of variables share one shape.

A shape has variables of its own, numbered from 0, and one solver for all its instances. What it
infers from given domains is computed once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, cached_property
from typing import Any, TypeAlias

from ...backends.native.solver import NativeSolver
from ...model.constraints import Constraint, Origin
from ...model.model import Model
from ...model.nodes import Bool, BoolNode, BoolVar, IntVar, Variable, bottom_up, children, domain_of
from ...model.rebuild import rebuilt
from ..wording.facts import Fact
from .bounded import EACH, SMALL, next_solution
from .deletion import minimal

# Units of work for all queries of trying each value once.
TRYING = 5 * SMALL
# Once this many searches for citations have run out of work, each further one gets only SMALL.
IN_VAIN = 3
# Solutions that a shape remembers.
WITNESSES = 64

Lefts: TypeAlias = "tuple[frozenset[int], ...]"
# Fields of nodes that do not matter for their meaning.
_HIDDEN = ("id", "index", "label", "derived", "parts", "domain", "values")


class Shape:
    """Conditions over variables numbered from 0, and what follows from them."""

    def __init__(self, domains: Sequence[Variable], conditions: Sequence[Bool]) -> None:
        self._domains, self._conditions = tuple(domains), tuple(conditions)
        self._whole = tuple(frozenset(domain_of(v)) for v in domains)
        self._solver: NativeSolver | None = None
        self._nodes = _Nodes(self)
        self._members: dict[tuple[int, frozenset[int]], BoolNode] = {}
        self._propagated: dict[Lefts, tuple[Fact, ...] | None] = {}
        self._implied: dict[Fact | None, frozenset[Fact]] = {}
        self._tried: dict[Lefts, tuple[Fact, ...] | None] = {}
        self._reasons: dict[tuple[tuple[Fact, ...], Fact | None], tuple[Fact, ...]] = {}
        self._witnesses: list[tuple[int, ...]] = []
        self._in_vain = 0  # searches for what is cited that did not end

    @cached_property
    def model(self) -> Model:
        """The conditions, over variables of their own."""
        model = Model()
        new: dict[Any, Any] = {}
        for variable in self._domains:
            new[variable] = (
                model.bool_var(variable.label)
                if isinstance(variable, BoolVar)
                else model.int_var(variable.label, domain_of(variable))
            )
        for condition in self._conditions:
            made = rebuilt(model, condition, new)
            if made is not True:
                model.constraints.append(Constraint(made, Origin(-1)))
        return model

    @property
    def solver(self) -> NativeSolver:
        if self._solver is None:
            self._solver = NativeSolver(self.model)
        return self._solver

    @property
    def is_loaded(self) -> bool:
        """Whether it has its solver already."""
        return self._solver is not None

    # -- what follows

    def propagated(self, lefts: Lefts) -> tuple[Fact, ...] | None:
        """The facts that propagation infers from domains; None if there is a conflict. lefts: by
        position, the values that are left."""
        if lefts not in self._propagated:
            after = self._after(lefts)
            self._propagated[lefts] = None if after is None else self._news(lefts, after)
        return self._propagated[lefts]

    def implied(self, fact: Fact | None) -> frozenset[Fact]:
        """What propagation infers from one fact, or from none."""
        if fact not in self._implied:
            found = self.propagated(self.left_by([] if fact is None else [fact]))
            self._implied[fact] = frozenset(found or ())
        return self._implied[fact]

    def tried(self, lefts: Lefts, deadline: float | None) -> tuple[Fact, ...] | None:
        """All facts that follow from domains, by a search for each value that is left; None if
        there is no solution."""
        if lefts not in self._tried:
            self._tried[lefts] = self._try(lefts, deadline)
        return self._tried[lefts]

    def _after(self, lefts: Lefts) -> list[tuple[int, ...]] | None:
        if not self.solver.consistent(self._assumed(lefts)):
            return None
        return self.solver.lefts(range(len(lefts)))

    def _news(self, lefts: Lefts, after: Sequence[Sequence[int]]) -> tuple[Fact, ...]:
        news: list[Fact] = []
        for v, (before, now) in enumerate(zip(lefts, after, strict=True)):
            if len(now) < len(before):
                if len(now) == 1:
                    news.append(Fact(v, now[0]))
                news += [self.excluded(v, value) for value in sorted(before - set(now))]
        return tuple(dict.fromkeys(news))

    def _try(self, lefts: Lefts, deadline: float | None) -> tuple[Fact, ...] | None:
        after = self._after(lefts)
        if after is None:
            return None
        fitting = [w for w in self._witnesses if _fits(w, lefts)]
        possible = {Fact(v, x) for w in fitting for v, x in enumerate(w)}
        assumed = self._assumed(lefts)
        gone: set[Fact] = set()
        tried = [
            Fact(v, value)
            for v, now in enumerate(after)
            if len(now) > 1
            for value in now
            if Fact(v, value) not in possible
        ]
        gone.update(f for f in tried if self.solver.suppose(self._nodes[f]) >= 0)
        end = self.solver.work + TRYING
        for fact in tried:
            if fact in gone or fact in possible or self.solver.work > end:
                continue
            found = self._solution([*assumed, self._nodes[fact]], deadline)
            if found is False:
                gone.add(fact)
            elif isinstance(found, tuple):
                self._witnesses.insert(0, found)
                possible.update(Fact(v, x) for v, x in enumerate(found))
        del self._witnesses[WITNESSES:]
        kept = [
            [value for value in now if Fact(v, value) not in gone] for v, now in enumerate(after)
        ]
        return self._news(lefts, kept) if all(kept) else None

    def _solution(
        self, assumed: Sequence[BoolNode], deadline: float | None, work: int = SMALL
    ) -> tuple[int, ...] | bool | None:
        """Values under which assumptions hold; False if there are none, None if the limit of work
        is reached."""
        if not self.solver.consistent(assumed):
            return False
        return next_solution(self.solver, deadline, work)

    # -- why

    def reason(
        self, facts: tuple[Fact, ...], goal: Fact | None, deadline: float | None
    ) -> tuple[Fact, ...]:
        """A minimal subset of some facts, in the order of deletion, from which a goal follows
        (None: a contradiction)."""
        key = (facts, goal)
        if key not in self._reasons:
            self._reasons[key] = self._reason(facts, goal, deadline)
        return self._reasons[key]

    def _reason(
        self, facts: tuple[Fact, ...], goal: Fact | None, deadline: float | None
    ) -> tuple[Fact, ...]:
        same = _of_value(facts, goal)
        kept = self._enough(same, goal, deadline)
        if len(same) < len(facts):
            fewer = self._enough(facts, goal, deadline, None if kept is None else len(kept))
            kept = kept if fewer is None else fewer
        return facts if kept is None else kept

    def _enough(
        self,
        facts: Sequence[Fact],
        goal: Fact | None,
        deadline: float | None,
        below: int | None = None,
    ) -> tuple[Fact, ...] | None:
        """A minimal subset of some facts from which the goal follows, in the order of deletion;
        None if it does not, or if the subset has not fewer than `below` facts."""
        against = [] if goal is None else [self.opposite(goal)]
        core = self.core([*facts, *against], deadline)
        if core is None:
            return None
        kept = minimal(
            [f for f in facts if f in core],
            lambda some: self.core([*some, *against], deadline),
            most=below,
        )
        return None if below is not None and len(kept) >= below else tuple(kept)

    def core(self, facts: Sequence[Fact], deadline: float | None) -> set[Fact] | None:
        """A subset of some facts that cannot hold together; None if all can, or if the limit of
        work is reached."""
        work = EACH if self._in_vain < IN_VAIN else SMALL
        found = self._solution([*map(self._nodes.__getitem__, facts)], deadline, work)
        if found is None:
            self._in_vain += 1
        if found is not False:
            return None
        return {self._nodes.facts[node] for node in self.solver.core_finder(deadline, SMALL)()}

    # -- facts about its variables

    def excluded(self, variable: int, value: int) -> Fact:
        others = self._whole[variable] - {value}
        return (
            Fact(variable, next(iter(others))) if len(others) == 1 else Fact(variable, value, False)
        )

    def opposite(self, fact: Fact) -> Fact:
        return self.excluded(fact.variable, fact.value) if fact.holds else Fact(*fact[:2])

    def left_by(self, facts: Iterable[Fact]) -> Lefts:
        """The domains that facts leave, by position."""
        lefts = list(self._whole)
        for fact in facts:
            lefts[fact.variable] = fact.left_of(lefts[fact.variable])
        return tuple(lefts)

    def _assumed(self, lefts: Lefts) -> list[BoolNode]:
        found: list[BoolNode] = []
        for v, left in enumerate(lefts):
            if len(left) < len(self._whole[v]):
                node = self._members.get((v, left))
                if node is None:
                    made = self.model.member(self.model.variables[v], left)
                    assert not isinstance(made, bool)
                    node = self._members[v, left] = made
                found.append(node)
        return found


class _Nodes(dict[Fact, BoolNode]):
    """Facts about the variables of a shape as conditions. facts: the other way round."""

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        self.facts: dict[BoolNode, Fact] = {}

    def __missing__(self, fact: Fact) -> BoolNode:
        model = self._shape.model
        found = model.eq(model.variables[fact.variable], fact.value)
        if not fact.holds:
            found = model.not_(found)
        assert not isinstance(found, bool)
        self[fact] = found
        self.facts[found] = fact
        return found


def _fits(values: Sequence[int], lefts: Lefts) -> bool:
    return all(x in left for x, left in zip(values, lefts, strict=True))


def key_of(conditions: Sequence[Bool], position: dict[Variable, int]) -> Any:
    """A key of conditions in which variables are replaced by their positions: equal for instances
    of one shape."""
    number: dict[Any, int] = {}
    parts: list[Any] = []
    for node in bottom_up([c for c in conditions if not isinstance(c, bool)], number):
        number[node] = len(number)
        if isinstance(node, (BoolVar, IntVar)):
            parts.append((position[node], tuple(domain_of(node))))
        else:
            parts.append((type(node), *_fields(node, number)))
    return (tuple(parts), tuple(c if isinstance(c, bool) else number[c] for c in conditions))


@cache
def _names(kind: type) -> list[str]:
    """The names of the fields that tell nodes of a kind apart. A compiled class has no slots."""
    return [name for name in dir(kind) if not name.startswith("_") and name not in _HIDDEN]


def _fields(node: Any, number: dict[Any, int]) -> list[Any]:
    """The fields of a node other than its children, followed by the numbers of these."""
    own = [getattr(node, name) for name in _names(node.__class__)]
    below = {c for c in children(node) if not isinstance(c, int)}

    def encoded(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(encoded, value))
        if isinstance(value, bool):
            return ("bool", value)
        if not isinstance(value, int) and value in below:
            return ("node", number[value])
        return value

    return [encoded(value) for value in own]


def _of_value(facts: tuple[Fact, ...], goal: Fact | None) -> tuple[Fact, ...]:
    """The facts that fix a variable or are about the same value as a goal: if these are enough,
    they are fewer than others, and easier to see."""
    if goal is None:
        return facts
    return tuple(f for f in facts if f.holds or f.value == goal.value)
