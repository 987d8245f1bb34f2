"""Compare found sets that lie in few ways by their forms, instead of place by place.

Where the rules say how many places a set has, and perhaps that they are connected, the ways in
which it may lie can be listed. Each form that it may have gets one condition, that the set lies in
one of the ways of this form, which serves all its comparisons with other sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice
from math import comb
from typing import Any, Final, TypeAlias

from ..deadline import pause
from ..model.constraints import Constraint
from ..model.forms import PlainForm, Point
from ..model.globals.connected import CONNECTED
from ..model.globals.form import form_at, least
from ..model.globals.same_shape import SAME_SHAPE
from ..model.model import Model
from ..model.nodes import (
    And,
    Bool,
    BoolVar,
    Global,
    LinearEq,
    Not,
    Query,
    bottom_up,
    children,
)
from ..model.rebuild import rebuilt
from .demands import demands, following
from .placements import connected_sets

MOST: Final = 256  # ways in which a set may lie

# The places of a set, and whether each is in it.
Found: TypeAlias = "tuple[tuple[Point, ...], tuple[Bool, ...]]"
# By form, whether a set has it.
Forms: TypeAlias = "dict[PlainForm, Bool]"


def by_form(m: Model) -> Model:
    """The model with conditions on forms instead of comparisons of sets that lie in few ways."""
    if not m.uses(SAME_SHAPE):
        return m
    compared = _compared(m.constraints)
    ways = _Ways(m)
    new: dict[Global, Bool] = {}
    sources: dict[Global, list[Constraint]] = {}
    for node in dict.fromkeys(node for nodes in compared for node in nodes):
        ones, others, turned, flipped = node.data
        args: tuple[Any, ...] = node.args
        both = (ones, args[: len(ones)]), (others, args[len(ones) :])
        forms = [ways.forms(found, turned, flipped) for found in both]
        if forms[0] is not None and forms[1] is not None:
            (one, one_from), (other, other_from) = forms[0], forms[1]
            new[node] = m.or_([m.and_((one[form], other[form])) for form in one if form in other])
            sources[node] = [*one_from, *other_from]
    if not new:
        return m
    constraints: list[Constraint] = []
    for constraint, nodes in zip(m.constraints, compared, strict=True):
        gone = [node for node in nodes if node in new]
        if gone:
            condition: Bool = rebuilt(m, constraint.condition, {node: new[node] for node in gone})
            if condition is True:
                continue
            why = [source for node in gone for source in sources[node]]
            made = following(condition, [constraint, *why])
            constraint = Constraint(condition, made.origin, constraint.given, made.also)
        constraints.append(constraint)
    return m.with_constraints(constraints)


def _compared(constraints: Iterable[Constraint]) -> list[frozenset[Global]]:
    """The comparisons of sets below each constraint."""
    none: frozenset[Global] = frozenset()
    below: dict[Any, frozenset[Global]] = {}
    found: list[frozenset[Global]] = []
    for constraint in constraints:
        condition = constraint.condition
        for node in bottom_up((condition,), below):
            own = none.union(*[below[c] for c in children(node) if not isinstance(c, int)])
            if type(node) is Global and node.definition is SAME_SHAPE:
                own |= {node}
            below[node] = own
        found.append(none if isinstance(condition, bool) else below[condition])
    return found


class _Ways:
    """In which ways sets may lie, by what a model demands of their places."""

    def __init__(self, m: Model) -> None:
        self.m = m
        self._known: dict[Any, bool] = {}  # by variable, whether it must hold
        self._why: dict[Any, Constraint] = {}  # of these
        self._counts: dict[frozenset[Any], tuple[int, Constraint]] = {}
        self._joined: dict[frozenset[Any], tuple[Query, Constraint]] = {}
        self._never: dict[Any, list[tuple[frozenset[Any], Constraint]]] = {}  # all together
        self._forms: dict[Any, tuple[Forms, list[Constraint]] | None] = {}
        for condition, source in demands(m):
            if type(condition) is BoolVar:
                self._note(condition, True, source)
            elif type(condition) is Not and type(condition.arg) is BoolVar:
                self._note(condition.arg, False, source)
            elif type(condition) is Not and type(condition.arg) is And:
                together = frozenset(condition.arg.args)
                for x in together:
                    self._never.setdefault(x, []).append((together, source))
            elif type(condition) is LinearEq and all(c == 1 for c, _ in condition.terms):
                counted = frozenset([x for _, x in condition.terms])
                self._counts[counted] = condition.bound, source
            elif type(condition) is Query and condition.definition is CONNECTED:
                there = [x for x in condition.graph.vertices if x is not False]
                # Of two vertices for one place, a set of places would count only one.
                if len(distinct := frozenset(there)) == len(there):
                    self._joined[distinct] = condition, source

    def _note(self, x: BoolVar, holds: bool, source: Constraint) -> None:
        self._known[x], self._why[x] = holds, source

    def forms(
        self, found: Found, turned: bool, flipped: bool
    ) -> tuple[Forms, list[Constraint]] | None:
        """The forms that a set may have, and the constraints that say so; None for too many ways
        to lie, or where its number of places is not known."""
        key = (found, turned, flipped)
        if key not in self._forms:
            self._forms[key] = self._listed(found, turned, flipped)
        return self._forms[key]

    def _listed(
        self, found: Found, turned: bool, flipped: bool
    ) -> tuple[Forms, list[Constraint]] | None:
        places, there = found
        at: dict[Any, Point] = {}
        sure: list[Point] = []
        for place, condition in zip(places, there, strict=True):
            if condition is True:
                sure.append(place)
            elif condition is not False:
                at[condition] = place
        if len(at) + len(sure) + there.count(False) < len(there):
            return None  # one condition for several places
        why: list[Constraint] = []
        ways = self._open_ways(at, why)
        some = None if ways is None else [*islice(ways, MOST + 1)]
        if some is None or len(some) > MOST:
            return None
        lying: dict[PlainForm, list[Bool]] = {}
        for way in some:
            pause()
            form = least(form_at([*sure, *[at[x] for x in way]]), turned, flipped)
            lying.setdefault(form, []).append(self.m.and_(way))
        return {form: self.m.or_(all_) for form, all_ in lying.items()}, why

    def _open_ways(
        self, at: dict[Any, Point], why: list[Constraint]
    ) -> Iterator[Sequence[Any]] | None:
        """The sets of conditions that may hold, and no others of these; None for too many. The
        constraints that say so are added to a list."""
        if all(_variable(x) in self._known for x in at):
            why += [self._why[_variable(x)] for x in at]
            return iter([[x for x in at if self._known[_variable(x)] is (x is _variable(x))]])
        every = frozenset(at)
        counted = self._counted(every)
        if counted is None:
            return None
        count, source = counted
        why.append(source)
        joined = self._joined.get(every)
        ways: Iterator[Sequence[Any]]
        if joined is not None and all(edge is True for _, _, edge in joined[0].graph.edges):
            graph = joined[0].graph
            why.append(joined[1])
            sizes = {v: {count} for v, x in enumerate(graph.vertices) if x is not False}
            ways = ([graph.vertices[v] for v in some] for some in connected_sets(graph, sizes))
        elif comb(len(at), count) <= MOST:
            ways = combinations(at, count)
        else:
            return None
        never = {
            together: source
            for x in at
            for together, source in self._never.get(x, ())
            if together <= every
        }
        why += never.values()
        return (way for way in ways if not any(together.issubset(way) for together in never))

    def _counted(self, every: frozenset[Any]) -> tuple[int, Constraint] | None:
        """How many of some conditions hold, or how many do not, and what says so."""
        if every in self._counts:
            return self._counts[every]
        opposite = self._counts.get(frozenset([self.m.not_(x) for x in every]))
        return None if opposite is None else (len(every) - opposite[0], opposite[1])


def _variable(condition: Any) -> Any:
    """A condition without its negation, if it is one."""
    return condition.arg if type(condition) is Not else condition
