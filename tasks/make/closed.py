"""Closed puzzles, ground with all their clues: for changes that an open model cannot express."""

from __future__ import annotations

from collections.abc import Sequence

from ...backends.native.solver import NO_MORE, UNLIMITED, NativeSolver
from ...compiler.ground.grounding import Grounder, Grounding
from ...compiler.ground.opening import Clues, value_of
from ...dsl.diagnostics import PzcError
from ...model.model import Model
from ...model.nodes import Bool, BoolNode
from ...render.puzzle import write_puzzle
from ..answers import different
from ..compiled import CompiledSpec
from .parts import Values

# Work (units of `backends.base`) to prove that there is no second solution.
PROOF = 2_000_000_000

# Work that grounding and loading a puzzle takes, for each variable and constraint: of a new shape,
# and of one that is kept. Fitted to the times for the first examples of thirteen specs.
NEW_SHAPE, KEPT_SHAPE = 15_000, 4_000
# The same for each node of a model with more nodes than that, about.
BUILDING, LARGE = 3_000, 5_000


def has_one_solution(
    spec: CompiledSpec, text: str, answer: Values | None = None, work: int = PROOF
) -> bool:
    """Whether a puzzle is proved to have one solution within `work` units, with the values of the
    answer at all places that it names. False also for a text that is not a puzzle of the spec."""
    try:
        grounding = spec.ground(text)
    except PzcError:
        return False
    same = conditions(grounding, answer or {})
    if any(condition is False for condition in same):
        return False
    solver = NativeSolver(grounding.model)
    solver.begin(nodes(same))
    found, _ = solver.go_on(1, work=work)
    if not found:
        return False
    solver.add(different(grounding, found[0]))
    solver.begin()
    others, ended = solver.go_on(1, work=work)
    return not others and ended == NO_MORE


def building(model: Model) -> int:
    """The work of grounding and loading a puzzle of a new shape, by its model."""
    size = len(model.variables) + len(model.constraints)
    return max(NEW_SHAPE * size, BUILDING * model.size if model.size > LARGE else 0)


class Closed:
    """Finds other solutions of closed puzzles. A solver is kept for puzzles of one shape. work: the
    units that all queries took, grounding included."""

    def __init__(self, spec: CompiledSpec) -> None:
        self._spec = CompiledSpec(spec.source, spec.checked, Grounder(spec.program))
        self._solver: NativeSolver | None = None
        self._shape: object = None
        self._grounding: Grounding | None = None
        self.work = 0

    def begin(self) -> None:
        """Forget the solver, so that what it does depends on nothing before."""
        self._solver, self.work = None, 0

    def another(
        self, grounding: Grounding, clues: Clues, answer: Values, most: int
    ) -> Values | None:
        """Another solution of the puzzle with a clue set; None if there is none. grounding: that
        of the open puzzle. Raises OverWork after more work than `most`."""
        own = self._grounding = self._spec.ground(write_puzzle(grounding, clues))
        solver = self._solver_for(own.model)
        found = self._first(nodes(conditions(own, answer)), most)
        assert found is not None  # the answer is a solution of the puzzle
        solver.add(different(own, found))
        return self._other(most)

    def further(self, values: Values, most: int, patience: int) -> Values | None:
        """After `another`: a further solution in which some of these values differ, and as many as
        possible unless the search runs out of patience (conflicts). Raises OverWork."""
        assert self._grounding is not None and self._solver is not None
        model = self._grounding.model
        others = [model.not_(one) for one in conditions(self._grounding, values)]
        self._solver.add(model.or_(others))
        return self._other(most, nodes(others), patience)

    def _other(
        self, most: int, wishes: Sequence[BoolNode] = (), patience: int = UNLIMITED
    ) -> Values | None:
        found = self._first([], most, wishes, patience)
        assert self._grounding is not None
        return None if found is None else values_of(self._grounding, found)

    def _first(
        self,
        known: list[BoolNode],
        most: int,
        wishes: Sequence[BoolNode] = (),
        patience: int = UNLIMITED,
    ) -> tuple[int, ...] | None:
        solver = self._solver
        assert solver is not None
        begun = solver.work
        solver.begin(known, wishes=wishes, patience=patience)
        found, ended = solver.go_on(1, work=most)
        self.work += solver.work - begun
        if not found and ended != NO_MORE:
            raise OverWork
        return found[0] if found else None

    def _solver_for(self, model: Model) -> NativeSolver:
        if self._solver is None or self._shape is not model.constraints:
            self._solver, self._shape = NativeSolver(model), model.constraints
            self.work += building(model)
        else:
            self._solver.reset(model)
            self.work += KEPT_SHAPE * (len(model.variables) + len(model.constraints))
        return self._solver


class OverWork(Exception):
    """A query took more work than it may."""


def conditions(grounding: Grounding, answer: Values) -> list[Bool]:
    """The conditions that found layers have these values, False for a value outside the domain of
    its place: domains may depend on clues (`find label : {clue[c] for c in clue}`)."""
    model = grounding.model
    found: list[Bool] = []
    for name, slot in grounding.slots.items():
        for key, (index, codes) in slot.variables.items():
            if (name, key) in answer:
                code = codes.get(answer[name, key])
                found.append(code is not None and model.eq(model.variables[index], code))
    return found


def nodes(conditions: list[Bool]) -> list[BoolNode]:
    """Those conditions that are not known to hold."""
    return [node for node in conditions if not isinstance(node, bool)]


def values_of(grounding: Grounding, assignment: Sequence[int]) -> Values:
    """The values of all layers in an assignment."""
    return {
        (name, key): value_of(codes, assignment[index])
        for name, slot in grounding.slots.items()
        for key, (index, codes) in slot.variables.items()
    }
