"""Shared by `solve` and `count`: load and ground the puzzle that the arguments name; its solver."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING

from ..gc_pause import uncollected
from .terminal import Status, say

if TYPE_CHECKING:
    from ..compiler.ground.grounding import Grounding
    from ..compiler.ground.solution import Solution
    from ..dsl.diagnostics import Source
    from ..tasks.spec import Spec


class Search:
    """A puzzle that is loaded and ground, and its solver."""

    def __init__(self, args: Namespace) -> None:
        started = monotonic()
        self.deadline = None if args.timeout is None else started + args.timeout
        with uncollected():
            from ..tasks.spec import load

            spec = load(args.spec)
        self.load_seconds = monotonic() - started
        started = monotonic()
        self.spec, self.puzzle = spec, spec.puzzle(args.puzzle)
        self.grounding = self._problem(spec, self.puzzle, args)
        self.ground_seconds = monotonic() - started
        self.solver = spec.solver(self.grounding, args.backend, self.deadline)

    def _problem(self, spec: Spec, puzzle: Source, args: Namespace) -> Grounding:
        """Ground the puzzle, showing progress if that takes long."""
        from ..deadline import OutOfTime

        status, known = Status(), ""

        def tell(told: str) -> None:
            nonlocal known
            known = told
            status.show(f"{told} …")

        try:
            return spec.problem(puzzle, backend=args.backend, timeout=args.timeout, tell=tell)
        except OutOfTime:
            status.clear()
            if known:
                say(known)
            raise
        finally:
            status.clear()

    def assignments(self, limit: int | None) -> Iterator[tuple[int, ...]]:
        """Assignments of the model, at most `limit` (None: all)."""
        from ..tasks.answers import assignments

        return assignments(self.grounding, self.solver, self.deadline, limit)

    def solutions(self, limit: int | None) -> Iterator[Solution]:
        """Solutions, at most `limit`."""
        from ..tasks.reading_back import solution

        return (solution(self.grounding, a) for a in self.assignments(limit))

    def impossible_rules(self) -> set[int]:
        """Report what the spec's rules demand that nothing can satisfy on this board, whatever is
        given; the rules."""
        from ..tasks.look import never
        from .terminal import report

        if all(c.condition is not False for c in self.grounding.model.constraints):
            return set()
        found = never(self.spec, self.puzzle, self.grounding.moves)
        report(one.diagnostic for one in found)
        return {one.rule for one in found}

    def tell(self, verbose: bool) -> None:
        """Where the time went, and the solver's work, on stderr."""
        if not verbose:
            return
        work = self.solver.statistics
        counts = {
            "variables": work.variables,
            "constraints": work.constraints,
            "solves": work.solves,
            "decisions": work.decisions,
            "conflicts": work.conflicts,
            "propagations": work.propagations,
            **work.extra,
        }
        say(
            f"spec {self.load_seconds:.3f} s, grounding {self.ground_seconds:.3f} s, "
            f"building {work.build_seconds:.3f} s, solving {work.solve_seconds:.3f} s"
        )
        say(", ".join(f"{name} {n}" for name, n in counts.items() if n is not None))
