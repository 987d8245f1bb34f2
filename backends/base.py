"""The interface of backends: a solver for one model, for many calls.

    solver = load("native", model)
    outcome = solver.solve(assuming=[…], deadline=…)

A solver does not store the givens of a model: `solve` enters them like assumptions, from the model
of the last `reset(model)`, so that one solver serves all puzzles of a shape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import ClassVar, Protocol, TypeGuard, runtime_checkable

from ..model.model import Model
from ..model.nodes import Bool, BoolNode
from ..records import field, record
from .supports import Supports

# The values of each variable; sets of variables that differ pairwise, each with the values that all
# occur among them.
Exclusions = tuple[list[list[int]], list[tuple[list[int], list[int]]]]

# Work that steers a search is counted, never timed: in units of about a nanosecond, from a solver's
# statistics. This many units pass between two checks for deadlines and interrupts.
SLICE = 30_000_000
# The reason of a search that ended at its limit of work.
TURN_OVER = "turn over"


class Status(Enum):
    """Whether there is a solution; UNKNOWN if a deadline, interrupt or limit ended the search."""

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

        This may take another search, until the deadline of the first: raises OutOfTime. Raises
        RuntimeError after another call of the solver.
        """
        return self.find_core()


@record(frozen=False)
class Statistics:
    """Statistics of a solver since it was loaded, under the same names for every backend.

    Times are seconds of wall time. A count that a backend does not report is None.
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
    """A solver for one model, which may hold nodes of any kind.

    SUPPORTS: what it hands to its search as it is; it decomposes the rest (see `supports`).
    """

    SUPPORTS: ClassVar[Supports]
    statistics: Statistics

    def solve(self, assuming: Sequence[BoolNode] = (), deadline: float | None = None) -> Outcome:
        """Find an assignment that satisfies the model, its givens, all that was added and every
        assumption. assuming: BoolVars, Nots of BoolVars, and Members of IntVars. deadline: a
        moment of `time.monotonic`, past which the answer is UNKNOWN."""
        ...

    def add(self, condition: Bool) -> None:
        """Add a condition over the model's nodes, until the next `reset`."""
        ...

    def reset(self, model: Model) -> None:
        """Drop added conditions and switch to another puzzle: a `Model.with_givens` of this
        model."""
        ...

    def interrupt(self) -> None:
        """From another thread or a signal handler: end the running `solve`, with UNKNOWN."""
        ...


class MeteredSolver(Solver, Protocol):
    """A solver that counts its work."""

    @property
    def work(self) -> int:
        """The units of all searches since it was loaded."""
        ...


@runtime_checkable
class QuickSolver(Protocol):
    """A solver with a fast path for easy puzzles that share a model but for their givens."""

    def solve_quickly(self, model: Model, most: int) -> list[tuple[int, ...]] | None:
        """Switch to another model of the shape (see `Solver.reset`) and return all its assignments,
        at most `most`, if a short search finds them; else None, and `resume` resumes the search."""
        ...

    def resume(self, deadline: float | None, most: int) -> Iterator[tuple[int, ...]]:
        """Resume the search that `solve_quickly` began; yield all assignments, at most `most`.
        Raises OutOfTime."""
        ...


@runtime_checkable
class WithExclusions(Protocol):
    """A solver that may know that all constraints are all-different. Then `native.engine.covers`
    answers puzzles with one solution or none faster, and leaves the others to this one."""

    def exclusions(self) -> Exclusions | None:
        """None if there are other constraints, or too many variables."""
        ...


class Enumerator(Protocol):
    """A solver that can enumerate solutions without blocking conditions from the caller."""

    def enumerate(
        self, deadline: float | None = None, most: int | None = None
    ) -> Iterator[tuple[int, ...]]:
        """Yield every assignment once, or `most` of them; no other call is allowed meanwhile. It
        may search ahead of what the caller has taken. Raises OutOfTime."""
        ...


def enumerates(solver: Solver) -> TypeGuard[Enumerator]:
    """Whether a solver is an `Enumerator`. To test that by `isinstance`, as for the protocols of
    batches, would take as long as reading a small puzzle."""
    return hasattr(solver, "enumerate")
