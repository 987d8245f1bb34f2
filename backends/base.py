"""What every backend offers: a solver for one model, asked many times.

    solver = load("native", model)
    outcome = solver.solve(assuming=[…], deadline=…)

A model's givens are not part of what a solver keeps: `solve` enters them like assumptions, from
the model it was last pointed at (`reset(model)`), so that one solver serves all puzzles of a shape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Protocol, runtime_checkable

from ..model.model import Model
from ..model.nodes import Bool, BoolNode
from ..records import field, record

# Work is counted, never timed, wherever it decides what is done next: in units that take about a
# nanosecond each, as told by what a solver has done. So many a search does between two looks at
# its deadline and at interrupts.
SLICE = 30_000_000
# Why a search that was to do so much work at most has ended.
TURN_OVER = "turn over"


class Status(Enum):
    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


@record
class Outcome:
    """The answer to one `solve`.

    assignment: a value for every variable of the model, by index (a bool as 0 or 1), if SAT.
    reason: why UNKNOWN. find_core: finds `core`.
    """

    status: Status
    assignment: tuple[int, ...] | None = None
    reason: str = ""
    find_core: Callable[[], tuple[BoolNode, ...]] = field(default=tuple, repr=False)

    @property
    def core(self) -> tuple[BoolNode, ...]:
        """Assumptions that cannot hold together, a part of `assuming`, if UNSAT (empty: the model
        with its givens has no solution whatever is assumed).

        It may take another search, until the deadline of the first: raises OutOfTime. To be asked
        for before the solver is asked anything else: else raises RuntimeError.
        """
        return self.find_core()


@record(frozen=False)
class Statistics:
    """What a solver did since it was loaded, under the same names for every backend.

    Seconds of wall time; a count that a backend cannot tell is None.
    """

    build_seconds: float = 0.0
    solve_seconds: float = 0.0
    solves: int = 0
    variables: int = 0
    constraints: int = 0
    decisions: int | None = None
    conflicts: int | None = None
    propagations: int | None = None
    extra: dict[str, int | float | str] = field(default_factory=dict)


class Solver(Protocol):
    """One model, asked many times."""

    statistics: Statistics

    def solve(self, assuming: Sequence[BoolNode] = (), deadline: float | None = None) -> Outcome:
        """Find an assignment that satisfies the model, its givens, all that was added and every
        assumption. assuming: BoolVars, Nots of BoolVars, and Members of IntVars. deadline: a
        moment of `time.monotonic`, past which the answer is UNKNOWN."""
        ...

    def add(self, condition: Bool) -> None:
        """Demand a further condition over the model's nodes, until the next `reset`."""
        ...

    def reset(self, model: Model) -> None:
        """Drop what was added and take up another puzzle: a `Model.with_givens` of this model."""
        ...

    def interrupt(self) -> None:
        """From another thread or a signal handler: end the running `solve`, with UNKNOWN."""
        ...


@runtime_checkable
class Enumerator(Protocol):
    """A solver that can go on after a solution without being told to avoid it."""

    def enumerate(
        self, deadline: float | None = None, most: int | None = None
    ) -> Iterator[tuple[int, ...]]:
        """Every assignment once, or so many of them; nothing else may be asked meanwhile. Some may
        be looked for before those that were found are taken. Raises OutOfTime."""
        ...
