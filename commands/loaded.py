"""Shared by `solve` and `count`: load and ground the puzzle that the arguments name; its solver."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING

from ..gc_pause import uncollected
from .progress import GROUNDING, LOADING, PLAN, PRINTING, PUZZLE, SEARCH, SPEC, Progress
from .terminal import report, say

if TYPE_CHECKING:
    from ..compiler.ground.grounding import Grounding
    from ..compiler.ground.solution import Solution
    from ..dsl.diagnostics import Source
    from ..tasks.spec import Spec


class LoadedPuzzle:
    """A puzzle that is loaded and ground, and its solver."""

    def __init__(self, args: Namespace, progress: Progress) -> None:
        self._progress = progress
        self.deadline = None if args.timeout is None else monotonic() + args.timeout
        progress.enter(SPEC)
        with uncollected():
            from ..tasks.spec import load

            spec = load(args.spec)
        progress.enter(PUZZLE)
        self.spec, self.puzzle = spec, spec.puzzle(args.puzzle)
        progress.enter(GROUNDING if spec.program.sequence is None else PLAN)
        self.grounding = self._problem(spec, self.puzzle, args)
        progress.enter(LOADING)
        self.solver = spec.solver(self.grounding, args.backend, self.deadline)
        progress.solver = self.solver

    def _problem(self, spec: Spec, puzzle: Source, args: Namespace) -> Grounding:
        """Ground the puzzle, showing progress if that takes long."""
        from ..deadline import OutOfTime

        progress = self._progress

        def report(message: str) -> None:
            progress.note = message

        try:
            return spec.problem(puzzle, backend=args.backend, timeout=args.timeout, report=report)
        except OutOfTime:
            progress.end()
            if progress.note:
                say(progress.note)
            raise
        finally:
            progress.note = ""

    def assignments(self, limit: int | None) -> Iterator[tuple[int, ...]]:
        """Assignments of the model, at most `limit` (None: all)."""
        from ..tasks.answers import assignments

        self._progress.enter(SEARCH)
        return assignments(self.grounding, self.solver, self.deadline, limit)

    def solutions(self, limit: int | None) -> Iterator[Solution]:
        """Solutions, at most `limit`; the time between two of them counts as printing."""
        from ..tasks.reading_back import solution

        for assignment in self.assignments(limit):
            self._progress.enter(PRINTING)
            yield solution(self.grounding, assignment)
            self._progress.enter(SEARCH)
        self._progress.enter(PRINTING)

    def say_trusted(self) -> None:
        """Say which rules that follow from others the answer relies on."""
        trusted = self.grounding.trusted
        if trusted:
            names = ", ".join(f"'{sentence}'" for sentence in trusted)
            say(f"relying on what the spec says is implied: {names}")

    def impossible_rules(self) -> set[int]:
        """Report what the spec's rules demand that nothing can satisfy on this board, whatever is
        given; the rules."""
        from ..tasks.look import never

        if all(c.condition is not False for c in self.grounding.model.constraints):
            return set()
        found = never(self.spec, self.puzzle, self.grounding.moves)
        self._progress.enter(PRINTING)
        report(one.diagnostic for one in found)
        return {one.rule for one in found}
