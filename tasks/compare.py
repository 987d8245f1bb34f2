"""Comparing backends on puzzles: times, the solver's work, and whether they find the same.

Every run grounds the puzzle again and loads a new solver, so that no run profits from another. The
reference evaluator, which shares nothing with the backends, checks every solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import exp, log
from statistics import median
from time import monotonic

from .. import backends
from ..compiler.ground.grounding import Grounder, Grounding
from ..compiler.ground.program import Program
from ..deadline import OutOfTime, enforced, moment
from ..dsl.diagnostics import Source
from ..model.evaluate import Evaluator
from ..model.model import Model
from ..records import record, replace
from .answers import Answer, answer_of, assignments, problem
from .spec import Spec


@record
class Run:
    """One backend on one puzzle, once. Times in seconds, None if time ran out before.

    build: grounding and loading. first: from then on to the first solution, or to the proof that
    there is none. proof: from then on to the proof that there are no more, or to the last solution
    within the limit. answers: those found. wrong: how many of them break a constraint.
    """

    build: float | None
    first: float | None
    proof: float | None
    answers: frozenset[Answer] = frozenset()
    wrong: int = 0
    complete: bool = False
    decisions: int | None = None
    conflicts: int | None = None
    propagations: int | None = None


@record
class Line:
    """One backend on one puzzle: medians over its runs, None where a run ran out of time.

    ratio: proof time, building included, to that of the fastest backend on the puzzle.
    """

    puzzle: str
    backend: str
    solutions: int
    complete: bool
    build: float | None
    first: float | None
    proof: float | None
    decisions: int | None
    conflicts: int | None
    propagations: int | None
    wrong: int
    ratio: float | None = None

    @property
    def total(self) -> float | None:
        """Seconds from the puzzle's text to the proof."""
        return None if self.build is None or self.proof is None else self.build + self.proof


@record
class Comparison:
    """lines: by puzzle, then backend. agree: by puzzle, whether all backends found the same; None
    if some were not run and the others agree."""

    lines: tuple[Line, ...]
    agree: dict[str, bool | None]

    def mean_ratio(self, backend: str) -> float | None:
        """The geometric mean of a backend's ratios; None if it ran out of time on a puzzle."""
        ratios = [line.ratio for line in self.lines if line.backend == backend]
        if not ratios or None in ratios:
            return None
        return exp(sum(log(r) for r in ratios if r is not None) / len(ratios))


class Comparing:
    """Run every backend on every puzzle `runs` times; `comparison` is what they found so far.

    limit: the most solutions to find. timeout: of each run, in seconds. Iterating runs them, and
    gives the names of puzzle and backend before each run. Raises PzcError for mistakes in a puzzle
    and for an unknown backend.
    """

    def __init__(
        self,
        spec: Spec,
        puzzles: Sequence[Source],
        names: Sequence[str],
        *,
        runs: int = 1,
        limit: int = 10,
        timeout: float | None = None,
    ) -> None:
        self._spec = spec
        self._names = names
        self._runs = runs
        self._limit = limit
        self._timeout = timeout
        self._puzzles = puzzles
        self._done: list[dict[str, list[Run]]] = [{} for _ in puzzles]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        for name in self._names:
            backends.load(name, Model())  # Import the solver package: no run is charged for it.
        for puzzle, done in zip(self._puzzles, self._done, strict=True):
            for name in self._names:
                for _ in range(self._runs):
                    yield puzzle.name, name
                    found = run(self._spec, puzzle, name, self._limit, self._timeout)
                    done.setdefault(name, []).append(found)

    @property
    def comparison(self) -> Comparison:
        lines: list[Line] = []
        verdicts: dict[str, list[bool | None]] = {}
        for puzzle, done in zip(self._puzzles, self._done, strict=True):
            lines.extend(_lines(puzzle.name, done))
            same = _agree([r for rs in done.values() for r in rs], self._limit)
            whole = len(done) == len(set(self._names))
            verdicts.setdefault(puzzle.name, []).append(same if whole or not same else None)
        agree = {
            name: False if False in all_ else None if None in all_ else True
            for name, all_ in verdicts.items()
        }
        return Comparison(tuple(lines), agree)


def run(spec: Spec, puzzle: Source, backend: str, limit: int, timeout: float | None) -> Run:
    """One backend on one puzzle, once."""
    fresh = Spec(spec.source, spec.checked, Grounder(Program(spec.checked)))
    started, deadline = monotonic(), moment(timeout)
    try:
        grounding = problem(fresh, puzzle, backend=backend, deadline=deadline)
        solver = fresh.solver(grounding, backend, deadline)
    except OutOfTime:
        return Run(None, None, None)
    # Searching for the length of the shortest plans counts as part of the search.
    built = monotonic() if grounding.moves is None else started
    found: list[tuple[int, ...]] = []
    first = proof = None
    complete = False
    try:
        with enforced(deadline):
            for assignment in assignments(grounding, solver, deadline):
                if first is None:
                    first = monotonic() - built
                found.append(assignment)
                if len(found) == limit:
                    break
            else:
                complete = True
        proof = monotonic() - built
        first = proof if first is None else first
    except OutOfTime:
        pass
    work = solver.statistics
    return Run(
        built - started,
        first,
        proof,
        frozenset(answer_of(grounding.model, a) for a in found),
        sum(not _holds(grounding, a) for a in found),
        complete,
        work.decisions,
        work.conflicts,
        work.propagations,
    )


def _holds(grounding: Grounding, assignment: tuple[int, ...]) -> bool:
    model, evaluate = grounding.model, Evaluator(assignment)
    return all(assignment[k] == v for k, v in model.givens.items()) and all(
        map(evaluate.satisfies, model.constraints)
    )


def _agree(runs: Iterable[Run], limit: int) -> bool:
    """Whether what the runs found can be the same set of solutions, cut off where one was."""
    runs = list(runs)
    if any(r.wrong for r in runs):
        return False
    whole = {r.answers for r in runs if r.complete}
    parts = [r.answers for r in runs if not r.complete]
    if len(whole) > 1:
        return False
    if whole:
        (answers,) = whole
        return all(part <= answers and len(part) < limit for part in parts)
    return True


def _lines(puzzle: str, done: dict[str, list[Run]]) -> Iterator[Line]:
    lines = [_line(puzzle, name, runs) for name, runs in done.items()]
    best = min((line.total for line in lines if line.total is not None), default=None)
    for line in lines:
        if best is None or line.total is None:
            yield line
        else:
            yield replace(line, ratio=line.total / best)


def _line(puzzle: str, backend: str, runs: Sequence[Run]) -> Line:
    most = max(runs, key=lambda r: len(r.answers))
    return Line(
        puzzle,
        backend,
        len(most.answers),
        any(r.complete for r in runs),
        _median([r.build for r in runs]),
        _median([r.first for r in runs]),
        _median([r.proof for r in runs]),
        _count([r.decisions for r in runs]),
        _count([r.conflicts for r in runs]),
        _count([r.propagations for r in runs]),
        sum(r.wrong for r in runs),
    )


def _median(values: Sequence[float | None]) -> float | None:
    known = [v for v in values if v is not None]
    return median(known) if known and len(known) == len(values) else None


def _count(values: Sequence[int | None]) -> int | None:
    found = _median(values)
    return None if found is None else round(found)
