"""Breadth-first search over the states of a plan: find the length of the shortest plans, or prove
that there is no plan of any length.

This is for specs whose rules mention neighbouring moments only (`compiler.plans.neighbours` decides
that); `compiler.plans.transitions` makes the models of a state and of a step. A solver enumerates
the successors of a state with blocking clauses, so each state costs one solver call, and one more
to prove that there are no further successors. A state that was reached with fewer moves is skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import monotonic

from .. import backends
from ..backends.base import Solver, Status
from ..compiler.plans.transitions import Step, Transitions
from ..deadline import OutOfTime
from ..dsl.diagnostics import counted
from ..model.nodes import Bool, Variable

State = tuple[int, ...]
# Number of states at which the search gives up.
MOST_STATES = 200_000


class Search:
    """A search that can be continued.

    least: there is no plan of fewer moves. shortest: the moves of the shortest plans, if they have
    been found to be three or more. exhausted: there is no plan of three or more moves. reached:
    (moves, state) of each state that was found; labels: of the values of a state, see
    `Step.labels`.
    """

    def __init__(self, steps: Transitions, backend: str, deadline: float | None) -> None:
        self.least = 3
        self.shortest: int | None = None
        self.exhausted = False
        self.reached: list[tuple[int, State]] = []
        self.labels = steps.go_on.labels
        self._deadline = deadline
        self._first = _StepSolver(steps.first, backend)
        self._begin = _StepSolver(steps.begin, backend)
        self._go_on = _StepSolver(steps.go_on, backend)
        self._end = _StepSolver(steps.end, backend)
        self._work = self._levels()

    @property
    def is_open(self) -> bool:
        """Whether neither a plan nor its absence is known yet."""
        return self.shortest is None and not self.exhausted

    def go_on(self, most: int | None, report: Callable[[str], None]) -> None:
        """Search until it is decided, there are too many states, or `most` more states were
        expanded. Raises OutOfTime at the deadline."""
        for looked_at, _ in enumerate(self._work, 1):
            if self._deadline is not None and monotonic() > self._deadline:
                raise OutOfTime("deadline")
            report(
                f"{len(self.reached):,} states, no plan of fewer than {counted(self.least, 'move')}"
            )
            if len(self.reached) > MOST_STATES or (most is not None and looked_at >= most):
                return

    def _levels(self) -> Iterator[None]:
        """Search as a generator, one or two solver calls for each step."""
        frontier: list[State] = []
        for start in self._new(0, self._first, ()):
            for state in self._new(1, self._begin, start, self._go_on):
                frontier.append(state)
                yield
            yield
        moves = 2
        while frontier:
            for state in frontier:
                if self._follows(self._end, state):
                    # A first and last state of longer plans need not make a plan of two moves:
                    # then it is not known what follows.
                    self.shortest = moves if moves > 2 else None
                    return
                yield
            moves += 1
            self.least = moves
            further: list[State] = []
            for state in frontier:
                for after in self._new(moves - 1, self._go_on, state):
                    further.append(after)
                    yield
                yield
            frontier = further
        self.exhausted = True

    def _new(
        self, moves: int, solver: _StepSolver, before: State, *others: _StepSolver
    ) -> Iterator[State]:
        """The successor states not found before, which are reached by this many moves."""
        while (state := solver.next(before, self._deadline)) is not None:
            self.reached.append((moves, state))
            for one in (solver, *others):
                one.leave_out(state)
            yield state

    def _follows(self, solver: _StepSolver, before: State) -> bool:
        return solver.next(before, self._deadline) is not None


class _StepSolver:
    """A solver for some steps."""

    def __init__(self, step: Step, backend: str) -> None:
        self._step = step
        self._solver: Solver = backends.load(backend, step.model)
        self._conditions: dict[tuple[Variable, int], Bool] = {}

    def next(self, before: State, deadline: float | None) -> State | None:
        """A successor state. Raises OutOfTime."""
        known = self._are(self._step.before, before)
        assumed = [c for c in known if not isinstance(c, bool)]
        outcome = self._solver.solve(assumed, deadline)
        if outcome.status is Status.UNKNOWN:
            raise OutOfTime(outcome.reason)
        if outcome.assignment is None:
            return None
        return tuple(outcome.assignment[v.index] for v in self._step.after)

    def leave_out(self, state: State) -> None:
        """Add a blocking clause for a state."""
        model = self._step.model
        self._solver.add(model.or_(map(model.not_, self._are(self._step.after, state))))

    def _are(self, variables: Sequence[Variable], state: State) -> Iterator[Bool]:
        """The conditions that variables have the values of a state, each made once."""
        for key in zip(variables, state, strict=True):
            if key not in self._conditions:
                self._conditions[key] = self._step.model.eq(*key)
            yield self._conditions[key]
