"""The Python interface: a spec is loaded once and solves many puzzles.

sudoku = pzc.load("sudoku")
print(sudoku.solve(text))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from ..compiler.ground.grounding import Grounding
from ..compiler.ground.solution import Solution
from ..deadline import moment
from ..dsl.diagnostics import Source
from .answers import problem, search, solutions
from .compiled import CompiledSpec
from .texts import as_source, read_spec

if TYPE_CHECKING:
    from pathlib import Path

    from .explain.explanation import Explanation
    from .explain.hints import Hint
    from .explain.rating import Rating
    from .explain.why import Reason
    from .make.checking import Made
    from .make.mending import Mended
    from .make.minimising import Minimised
    from .verify import Verdict


class Spec(CompiledSpec):
    """A checked and compiled spec, which `pzc.load` returns.

    The methods defined here are the Python interface, with `ground`, `title` and `about`; what else
    is inherited serves pzc itself and may change.

    In all of them `puzzle` is the text of a puzzle file, `board` that of a solution file (complete
    or not), and `backend` the name of a solver. `timeout` is in seconds; when it is over, OutOfTime
    is raised. A mistake in a text raises PzcError.
    """

    def problem(
        self,
        puzzle: str | Source = "",
        *,
        backend: str = "auto",
        timeout: float | None = None,
        report: Callable[[str], None] | None = None,
    ) -> Grounding:
        """Ground a puzzle to the model of its solutions; for a spec with a sequence, of its
        shortest plans. report: called with a line of text on the progress of their search. See
        `tasks.answers`."""
        report = report or (lambda progress: None)
        return problem(self, puzzle, backend=backend, deadline=moment(timeout), report=report)

    def solutions(
        self,
        puzzle: str | Source = "",
        *,
        backend: str = "auto",
        limit: int | None = None,
        timeout: float | None = None,
    ) -> Iterator[Solution]:
        """Yield the solutions of a puzzle, at most `limit`; with an objective, the best ones
        only."""
        return solutions(self, puzzle, backend=backend, limit=limit, timeout=timeout)

    def solve(
        self, puzzle: str | Source = "", *, backend: str = "auto", timeout: float | None = None
    ) -> Solution | None:
        """The first solution (with an objective: a best one), or None if there is none."""
        return next(self.solutions(puzzle, backend=backend, limit=1, timeout=timeout), None)

    def count(
        self,
        puzzle: str | Source = "",
        *,
        backend: str = "auto",
        limit: int | None = None,
        timeout: float | None = None,
    ) -> int:
        """Count the solutions of a puzzle, up to `limit`; with an objective, the best ones only."""
        self.prepare(backend)
        found = search(self, puzzle, backend=backend, limit=limit, deadline=moment(timeout))
        with self.limited(found.deadline):
            return sum(1 for _ in found.assignments)

    def verify(
        self,
        puzzle: str | Source,
        board: str | Source,
        *,
        backend: str = "auto",
        timeout: float | None = None,
    ) -> Verdict:
        """Check a board: which rules it breaks, or whether it can be completed. See
        `tasks.verify`."""
        from .verify import verify

        return verify(self, puzzle, board, backend=backend, timeout=timeout)

    def hint(
        self,
        puzzle: str | Source = "",
        board: str | Source | None = None,
        *,
        proofs: bool = False,
        timeout: float | None = None,
    ) -> Hint:
        """The easiest next step from a board. See `tasks.explain.hints`."""
        from .explain.hints import hint

        return hint(self, puzzle, board, proofs=proofs, timeout=timeout)

    def explain(
        self,
        puzzle: str | Source = "",
        board: str | Source | None = None,
        *,
        proofs: bool = False,
        timeout: float | None = None,
    ) -> Explanation:
        """All steps from a board to the solution, found while they are iterated over."""
        from .explain.explanation import explain

        return explain(self, puzzle, board, proofs=proofs, timeout=timeout)

    def why(
        self,
        puzzle: str | Source = "",
        board: str | Source | None = None,
        *,
        timeout: float | None = None,
    ) -> Reason:
        """Why a puzzle has no solution or several, or what is wrong on a board: see
        `tasks.explain.why`."""
        from .explain.why import why

        return why(self, puzzle, board, timeout=timeout)

    def board(self, puzzle: str | Source = "", board: str | Source | None = None) -> Solution:
        """A puzzle alone, or with a board in play, to be drawn: its `svg()` is a picture, which a
        notebook shows."""
        from .boards import board_in_play
        from .moments import puzzle_alone
        from .verify import grounded

        if board is None:
            return puzzle_alone(self, puzzle)
        source = as_source(board, "board")
        return board_in_play(grounded(self, puzzle, source), source)

    def _repr_html_(self) -> str:
        """What a notebook shows of a spec: its rules."""
        from html import escape

        from ..dsl.syntax import Rule

        rules = (d for d in self.program.declarations if isinstance(d, Rule))
        sentences = (rule.sentence.text for rule in rules)
        items = "".join(f"<li>{escape(sentence)}</li>" for sentence in sentences)
        about = f"<p>{escape(self.about)}</p>" if self.about else ""
        return f"<h3>{escape(self.title)}</h3>{about}<ol>{items}</ol>"

    def rate(self, puzzle: str | Source = "", *, timeout: float | None = None) -> Rating:
        """How hard a puzzle is for a person: see `tasks.explain.rating`."""
        from .explain.rating import rate

        return rate(self, puzzle, timeout=timeout)

    def generate(
        self,
        *,
        size: tuple[int, int] | None = None,
        params: Mapping[str, object] | None = None,
        count: int | None = 1,
        seed: int = 0,
        symmetry: str | None = None,
        clues: tuple[int, int] | None = None,
        density: tuple[float, float] | None = None,
        rating: tuple[float, float] | None = None,
        like: str | None = None,
        jobs: int = 1,
        timeout: float | None = None,
    ) -> Iterator[Made]:
        """Make puzzles, each with one solution. count: the most puzzles, None for no end. See
        `tasks.make`, and for the other arguments `tasks.make.options`."""
        from .make.options import Options
        from .make.run import generate

        texts = {name: str(value) for name, value in (params or {}).items()}
        options = Options(size, texts, seed, symmetry, clues, rating, density)
        return generate(self, options, count, like, jobs, timeout=timeout)

    def minimise(
        self,
        puzzle: str | Source,
        *,
        fewest: bool = False,
        seed: int = 0,
        symmetry: str = "none",
        timeout: float | None = None,
    ) -> Minimised:
        """Remove clues while the solution stays the only one: see `tasks.make.minimising`."""
        from .make.minimising import minimise

        return minimise(self, puzzle, fewest=fewest, seed=seed, symmetry=symmetry, timeout=timeout)

    def mend(self, draft: str | Source, *, timeout: float | None = None) -> Mended | None:
        """The smallest change of clues that gives a draft one solution; None if no clues on its
        board do: see `tasks.make.mending`."""
        from .make.mending import mend

        return mend(self, draft, timeout=timeout)


def load(spec: str | Path) -> Spec:
    """Load a spec by its bundled name or path. Raises PzcError with all its mistakes."""
    return Spec.of(read_spec(str(spec)))
