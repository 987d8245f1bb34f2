"""The bench: one open model with a kept solver, which answers all queries about a board.

    bench = Bench(spec, template)
    draft = bench.solve(literals)          # an assignment of clues and answers, or None

A *spot* is an open place of a given layer, a *found variable* a variable of a found layer (see
`parts`). Both are numbered by position, and their values are the codes of the model, so a clue set
is a tuple of codes. A query assumes values of some spots and found variables, so nothing is ground
again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any

from ...backends import too_large
from ...backends.native.solver import NO_MORE, UNLIMITED, NativeSolver
from ...compiler.board.places import apart
from ...compiler.ground.grounding import Grounding
from ...compiler.ground.opening import (
    Clues,
    computed_clues,
    computed_conditions,
    freed,
    value_of,
)
from ...model.evaluate import Evaluator
from ...model.limits import ModelTooLarge
from ...model.model import Model
from ...model.nodes import Bool, BoolNode
from ..answers import different
from ..cheaper import Cheaper
from ..compiled import CompiledSpec
from .assumptions import Assignment, Assumptions, ClueSet, Literals
from .closed import BUILDING, NEW_SHAPE, Closed
from .clue_rules import ClueRules
from .parts import FoundVariable, Spot, Values, found_variables, open_spots, place_of
from .stages import Tell, quietly
from .template import Template

# Units of work (see `backends.base`) for one query; a query that takes more ends without an answer.
QUERY_WORK = 400_000_000
# A sample wishes for a random value of one variable in ONE_IN at first, and of fewer if it takes
# long.
ONE_IN = 6
# Work of a search with wishes at first, and then twice that of one without if that takes more.
EFFORT = 15_000_000
# Growth of the limit of work after which a search without wishes begins anew in another way.
LONGER = 5


class Spent(Exception):
    """A query, or all queries of an attempt, exceeded their limit of work."""


def engine(model: Model, late: Mapping[int, int] | None = None) -> NativeSolver:
    """The native engine on a model. Raises PzcError if it is too large for it."""
    try:
        return NativeSolver(model, late=late)
    except ModelTooLarge as problem:
        raise too_large("native", problem) from None


class Bench:
    """The open model of a template, and the solver kept for it.

    assume: makes the assumptions of queries. usual: those that values are usual, which may be
    dropped until `begin` is called again. held: layers that have no clues until then. free: layers
    whose clues were found to have several values that fit a solution. one_in, effort, reluctant:
    how to sample, as learned from samples that were hard: the share of variables that are wished
    for, the work of a search with wishes, and whether the solver tries no first. bare: whether
    searches for samples leave out all clues that may be left out, which are added to the solution
    afterwards. longest: the work of the longest such search. elusive: whether a search for other
    solutions on the whole board took too much work, so that they are searched for in parts of it
    first. query_work: the limit of work for one query. together: groups of spots that all have a
    clue or all have none, in what is sampled; what has one solution does not depend on it. stage:
    called with what is done now (see `stages`).
    """

    def __init__(self, spec: CompiledSpec, template: Template, stage: Tell = quietly) -> None:
        self.spec, self.template, self.stage = spec, template, stage
        self.grounding: Grounding = spec.ground(template.text, open=template.open)
        self.model = freed(self.grounding.model, self.grounding.slots)
        self.spots = open_spots(self.grounding, template)
        # Clues follow from the solution; decided on before what they speak of, they are guesses.
        blanks = {spot.index: spot.blank for spot in self.spots if spot.blank is not None}
        self.solver = engine(self.model, blanks)
        self.found_variables = found_variables(self.grounding, template, self.model)
        self.assume = Assumptions(self.model, self.spots, self.found_variables)
        self._every_usual = self.usual = self.assume.usual()
        # What a sample chooses: found variables, and clues that every puzzle has, which need not
        # follow.
        bare = (spot for spot in self.spots if spot.blank is None)
        self._every_choice: tuple[FoundVariable | Spot, ...] = (*self.found_variables, *bare)
        self._areas: dict[tuple[FoundVariable, int], tuple[FoundVariable | Spot, ...]] = {}
        self.together: Sequence[Sequence[Spot]] = ()
        self._blocked: Assignment | None = None
        self._alike = False
        self._limit = 0
        self.query_work = QUERY_WORK
        self.closed = Closed(spec)
        # A search may take at least as long as building the model did.
        self._built = BUILDING * self.model.size
        self.one_in, self.effort = ONE_IN, max(EFFORT, self._built)
        self.reluctant = self.bare = False
        self.longest = QUERY_WORK
        self.choices = self._every_choice
        self.held: frozenset[str] = frozenset()
        self.free: set[str] = set()
        self.elusive = False
        # The closed puzzle is tried when the open model took as much as grounding one takes.
        size = len(self.model.variables) + len(self.model.constraints)
        self.cheaper = Cheaper(NEW_SHAPE * size)

    def begin(self, work: int, last: Bench | None = None) -> None:
        """Begin an attempt with this limit of work: forget everything learned, so that the attempt
        does not depend on earlier ones. last: the bench of another board of the same attempt, to
        keep what it taught about searches for other solutions."""
        self.solver.renew(self.model)
        self._blocked, self._alike = None, False
        self.usual = self._every_usual
        self.assume.forget()
        self.closed.begin()
        self.one_in, self.effort = ONE_IN, max(EFFORT, self._built)
        self.reluctant = self.bare = False
        self.longest = QUERY_WORK
        if self.choices is not self._every_choice:
            self.choices = self._every_choice
            self._areas.clear()
        self.held = frozenset()
        self.keep_together(())
        self.free.clear()
        self.elusive = last is not None and last.elusive
        if last is None:
            self.cheaper.forget()
        else:
            self.cheaper.take_over(last.cheaper)
        self._limit = self.solver.work + work

    def limit_samples(self, work: int) -> None:
        """Limit searches for samples to this work, or to a few times that of building the model if
        it is more: a large model takes as much until its first conflict."""
        self.longest = max(work, LONGER * self._built)

    def takes(self, template: Template) -> bool:
        """Whether the model also fits another template; if so, take that template from now on."""
        if template.allowed != self.template.allowed:
            return False
        grounding = self.spec.ground(template.text, open=template.open)
        if grounding.model.constraints is not self.grounding.model.constraints:
            return False
        self.grounding, self.template = grounding, template
        return True

    # ---- what there is

    def places(self, layer: str) -> int:
        """The number of places of a given layer, open or not."""
        return len(self.grounding.slots[layer].keys)

    def around(self, centre: FoundVariable, reach: int) -> tuple[FoundVariable | Spot, ...]:
        """The choices around a variable, within a radius."""
        area = self._areas.get((centre, reach))
        if area is None:
            own = place_of(centre.key)
            area = self._areas[centre, reach] = tuple(
                one
                for one in self.choices
                if one is centre
                or own is None
                or (place := place_of(one.key)) is None
                or apart(own, place) <= reach
            )
        return area

    def outside(self, assignment: Assignment, area: Sequence[FoundVariable | Spot]) -> Literals:
        """The assumptions that all choices but those of an area have their values."""
        free = {one.index for one in area}
        return self.assume.answers(
            assignment, (one for one in self.choices if one.index not in free)
        )

    def clue_set(self, assignment: Sequence[int]) -> ClueSet:
        return tuple([assignment[spot.index] for spot in self.spots])

    def pin(self, layers: Collection[str]) -> Literals:
        """Keep layers as the template has them, until `begin`. Return the assumptions."""
        given = self.grounding.model.givens
        own = [s for s in self.spots if s.layer in layers and s.index in given]
        known = [n for s in own if (n := self.assume.literal(s.index, given[s.index])) is not None]
        self.usual = [*self.usual, *known]
        self.choices = tuple(value for value in self.choices if value.layer not in layers)
        self._areas.clear()
        return known

    def hold(self, layers: Collection[str]) -> Literals:
        """Keep layers without clues, until `begin`. Return the assumptions."""
        self.held = frozenset(layers)
        own = [s for s in self.spots if s.layer in layers and s.blank is not None]
        known = [n for s in own if (n := self.assume.literal(s.index, s.blank or 0)) is not None]
        self.usual = [*self.usual, *known]
        return known

    def keep_together(self, groups: Sequence[Sequence[Spot]]) -> None:
        """From now on, sample boards in which all spots of a group have a clue or none has."""
        if groups or self.together:
            self.together = groups
            self._blocked = ()  # so that the next search begins anew

    # ---- queries

    def solve(
        self,
        assuming: Literals,
        other_than: Assignment | None = None,
        most: int | None = None,
        wishes: Literals | None = None,
        patience: int = UNLIMITED,
    ) -> Assignment | None:
        """A solution under assumptions whose answer differs from that of an assignment, if one is
        given; None if there is none. It grants each of the wishes that some solution grants
        besides the earlier ones, unless the search runs out of patience with them (conflicts).
        Raises Spent after more work than `most`, or than `query_work`."""
        self._block(other_than, False)
        return self._search(assuming, self.query_work if most is None else most, wishes, patience)

    def plain(self, assuming: Literals, other_than: Assignment | None = None) -> Assignment | None:
        """As `solve`, for searches that turned out to be hard: try yes first, then no first, then
        without clues, in turns with growing limits. Later samples begin with the way that found an
        answer, and may take twice its work. Raises Spent."""
        most, reluctant = self.effort, self.reluctant
        ways = [(reluctant, False), (not reluctant, False)]
        if self.assume.blanks:
            ways.append((reluctant, True))
        while True:
            for way in ways.copy():
                self.reluctant, self.bare = way
                self._blocked = ()  # so that the next search begins anew
                self.solver.lean(self.reluctant)
                before = self.solver.work
                try:
                    found = self.solve([*assuming, *self.left_out()], other_than, most)
                except Spent:
                    self.check()
                    continue
                if found is None and self.bare:  # the rules ask for some clues
                    ways.remove(way)
                    continue
                self.effort = max(self.effort, min(2 * (self.solver.work - before), QUERY_WORK))
                return found
            if most >= self.longest:
                self.bare = False
                raise Spent
            most = min(LONGER * most, self.longest)

    def left_out(self) -> Literals:
        """The assumptions that clues are left out, if samples are `bare`."""
        return self.assume.blanks if self.bare else []

    def _search(
        self,
        assuming: Literals,
        most: int,
        wishes: Literals | None = None,
        patience: int = UNLIMITED,
    ) -> Assignment | None:
        left = self.left()
        self.solver.begin(assuming, wishes=wishes or (), patience=patience)
        found, ended = self.solver.go_on(1, work=min(left, most))
        if found:
            return found[0]
        if ended != NO_MORE:
            raise Spent
        return None

    def granted(self, assignment: Assignment, wishes: Literals) -> Literals:
        """The wishes that hold in an assignment."""
        evaluate = Evaluator(assignment)
        return [node for node in wishes if evaluate(node)]

    def unsettled(self, assuming: Literals, some: Sequence[Spot]) -> list[Spot]:
        """Those of some spots to which propagation leaves several codes."""
        self._block(None, False)
        self.solver.consistent(assuming)
        lefts = self.solver.lefts([spot.index for spot in some])
        return [spot for spot, left in zip(some, lefts, strict=True) if len(left) > 1]

    def loose(self, clue_set: Sequence[int], answer: Assignment) -> list[FoundVariable]:
        """The shown variables that the propagation of clues leaves open: of a clue set, and
        computed from the answer."""
        computed = any(opening.computed for opening in self.template.open.values())
        self._block(answer if computed else None, computed)
        self.solver.consistent(self.assume.clues(clue_set))
        shown = [variable for variable in self.found_variables if variable.shown]
        lefts = self.solver.lefts([variable.index for variable in shown])
        return [variable for variable, left in zip(shown, lefts, strict=True) if len(left) > 1]

    def another(
        self,
        clue_set: Sequence[int],
        answer: Assignment,
        most: int | None = None,
        kept: Literals | None = None,
    ) -> Assignment | None:
        """A solution with another answer under the clues of a clue set and the clues computed from
        the answer; None if there is none. kept: further conditions on it. Raises Spent after more
        work than `most`, or than `query_work`."""
        self._block(answer, True)
        most = self.query_work if most is None else most
        return self._search([*self.assume.clues(clue_set), *(kept or ())], most)

    def more(
        self, clue_set: Sequence[int], conditions: Sequence[Bool], most: int, patience: int
    ) -> Assignment | None:
        """After `another`, with the same clue set: a further solution, which also satisfies some of
        these conditions, and as many as it can unless the search runs out of patience (conflicts).
        Raises Spent after more work than `most`."""
        self._blocked = ()  # so that the next query drops the condition
        self.solver.add(self.model.or_(conditions))
        wishes = [node for node in conditions if not isinstance(node, bool)]
        return self._search(self.assume.clues(clue_set), most, wishes, patience)

    def with_clue_set(self, assignment: Assignment, clue_set: Sequence[int]) -> list[int]:
        """An assignment with the clues of a clue set."""
        found = list(assignment)
        for spot, code in zip(self.spots, clue_set, strict=True):
            found[spot.index] = code
        return found

    def is_solution(self, clue_set: Sequence[int], answer: Assignment) -> bool:
        """Whether an answer is one of a solution under a clue set, for some hidden values. Uses a
        separate solver, so the main one keeps its learned clauses."""
        self._judge.begin([*self.assume.clues(clue_set), *self.assume.answers(answer)])
        found, _ = self._judge.go_on(1, work=QUERY_WORK)
        return bool(found)

    def stays(self, clue_set: Sequence[int], answer: Assignment, changed: Sequence[Spot]) -> bool:
        """Whether an answer is one of a solution under a clue set, if it was one before the clues
        at some spots changed."""
        assignment = self.with_clue_set(answer, clue_set)
        return self.rules.hold(assignment, changed, lambda: self.is_solution(clue_set, answer))

    @cached_property
    def _judge(self) -> NativeSolver:
        return NativeSolver(self.model, like=self.solver)

    def some(self, clue_set: Sequence[int], most: int) -> list[Assignment]:
        """Different assignments under a clue set, at most `most`. Raises Spent."""
        clues = {spot.index: code for spot, code in zip(self.spots, clue_set, strict=True)}
        self.solver.reset(self.model.with_givens({**self.model.givens, **clues}))
        self._blocked = ()
        self.solver.begin(enumerating=True)
        found: list[Assignment] = []
        end = self.solver.work + QUERY_WORK
        while len(found) < most:
            left = min(end - self.solver.work, self.left())
            if left <= 0:
                raise Spent
            more, ended = self.solver.go_on(most - len(found), work=left)
            found += more
            if ended == NO_MORE:
                break
        return found

    def cited(
        self, random: Random, clue_set: Sequence[int], answer: Assignment, most: int = QUERY_WORK
    ) -> set[Spot] | None:
        """The spots whose clues are cited by a proof that there is no other solution for any clues
        at the other spots; None if there is no such proof. Raises Spent after more work than
        `most`."""
        by_literal = {
            node: spot
            for spot, code in zip(self.spots, clue_set, strict=True)
            if code != spot.blank and (node := self.assume.literal(spot.index, code)) is not None
        }
        self._block(answer, True)
        assumed = random.sample(list(by_literal), len(by_literal))
        if self._search(assumed, most) is not None:
            return None
        return {by_literal[node] for node in self.core()}

    def _block(self, answer: Assignment | None, alike: bool) -> None:
        """Add a blocking clause for an answer; alike: and require the same computed clues."""
        if answer is self._blocked and alike == self._alike:
            return
        self.solver.reset(self.model)
        self._blocked, self._alike = answer, alike
        for first, *others in () if alike else self.together:
            blank = self._is_blank(first)
            for spot in others:
                self.solver.add(self.model.iff(blank, self._is_blank(spot)))
        if answer is None:
            return
        self.solver.add(different(self.grounding, answer))
        if alike:
            for condition in computed_conditions(
                self.model, self.grounding.slots, self.grounding.context, answer
            ):
                self.solver.add(condition)

    def _is_blank(self, spot: Spot) -> Bool:
        assert spot.blank is not None
        return self.model.eq(self.model.variables[spot.index], spot.blank)

    @cached_property
    def rules(self) -> ClueRules:
        """The constraints that mention a clue."""
        return ClueRules(self.model, self.spots)

    def check(self) -> None:
        """Raise Spent if the attempt has no work left."""
        self.left()

    def left(self) -> int:
        """The work that the attempt has left. Raises Spent if there is none."""
        left = self._limit - self.solver.work
        if left <= 0:
            raise Spent
        return left

    def spend(self, work: int) -> None:
        """Count work that other solvers did for the attempt."""
        self._limit -= work

    def core(self) -> set[BoolNode]:
        """The core after a query without a solution: assumptions that cannot hold together."""
        return set(self.solver.core_finder()())

    def at_fault(self, assumed: Collection[BoolNode]) -> list[BoolNode]:
        """After `solve` found no solution: assumptions that fail without all others; if there are
        none, those in the core."""
        core = self.core()
        self.solver.consistent(self.usual)
        return [n for n in assumed if self.solver.suppose(n) >= 0] or [
            n for n in assumed if n in core
        ]

    def values(self, assignment: Assignment, some: Iterable[FoundVariable] | None = None) -> Values:
        """The values of found layers in an assignment. some: of these variables only."""
        slots = self.grounding.slots
        return {
            (variable.layer, variable.key): value_of(
                slots[variable.layer].variables[variable.key][1], assignment[variable.index]
            )
            for variable in (self.found_variables if some is None else some)
        }

    def printed(self, clue_set: Sequence[int], answer: Assignment) -> Clues:
        """A clue set as values by layer and place, with the clues computed from the answer."""
        grounding = self.grounding
        computed = computed_clues(self.model, grounding.slots, grounding.context, answer)
        table: dict[str, dict[Any, Any]] = {name: dict(own) for name, own in computed.items()}
        for spot, code in zip(self.spots, clue_set, strict=True):
            slot = self.grounding.slots[spot.layer]
            codes = slot.variables[spot.key][1]
            value = None if code == spot.blank else value_of(codes, code)
            table.setdefault(spot.layer, {})[spot.key] = value
        return table
