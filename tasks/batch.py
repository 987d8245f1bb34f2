"""Many puzzles of one spec, each solved (or rated, see `rating_batch`) independently of the others.

An answer is a line of JSON with the puzzle's file and line, and a status:

    {"file": "easy.txt", "line": 3, "status": "solved", "solutions": ["6931…"]}
    {"file": "easy.txt", "line": 4, "status": "mistake", "mistakes": [{"code": "E0320", …}]}
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from .. import backends
from ..backends.base import Enumerator, QuickSolver, Solver, enumerates
from ..compiler.ground.grounding import Grounding
from ..deadline import BrokenOff, OutOfTime, enforced, moment
from ..dsl.diagnostics import Diagnostic, PzcError, Source, as_json
from ..dsl.syntax import Given
from ..model.model import Model
from ..records import field, record, replace
from ..render.json import as_json as solution_as_json
from ..render.plain import plain
from .answered import Answered, Answering, Status, Wanted, answered, encode
from .answers import all_shown, assignments, search
from .line_tables import table_of
from .lines import MOST_LAYOUTS, Lengths, Table, Tabled
from .pictures import Answer, Layout, lengths
from .puzzles import Puzzle
from .reading_back import solution
from .spec import Spec

# Puzzles of a shape share a model, and solving each adds nodes to it. Above this number of nodes
# (20 MB for a 9x9 sudoku), the next puzzle is ground again.
MOST_NODES_LEFT = 20_000

Assignment = tuple[int, ...]
Draw = Callable[[Assignment], str]


class TimedAnswering(Answering):
    """Answers each puzzle within a time limit; running out of time or memory, mistakes and internal
    errors become answers, too. timeout: for each puzzle, in seconds."""

    spec: Spec
    timeout: float | None

    def work(self, puzzle: Puzzle, deadline: float | None) -> Answered:
        """The answer to a puzzle. deadline: of `time.monotonic`. May raise what `by_work` catches:
        PzcError, OutOfTime, MemoryError and internal errors."""
        raise NotImplementedError

    def prepare(self) -> None:
        """Do all work that does not belong to a puzzle, before its time begins."""

    def unfinished(self, puzzle: Puzzle, status: Status) -> Answered:
        """The answer to a puzzle for which time or memory ran out."""
        raise NotImplementedError

    def forget(self) -> None:
        """Drop all caches."""
        self.spec.forget()

    def texts(self) -> list[str]:
        return [source.text for source in self.spec.sources()]

    @property
    def commented(self) -> bool:
        program = self.spec.program
        return program.commented.issuperset(program.sections)

    def by_work(self, puzzle: Puzzle) -> Answered:
        try:
            self.prepare()
            deadline = moment(self.timeout)
            with enforced(deadline):
                return self.work(puzzle, deadline)
        except OutOfTime as ended:
            if isinstance(ended, BrokenOff):
                self.forget()
            return self.unfinished(puzzle, Status.OUT_OF_TIME)
        except MemoryError:
            self.forget()
            return self.unfinished(puzzle, Status.OUT_OF_MEMORY)
        except PzcError as error:
            mistakes = [_placed(diagnostic, puzzle) for diagnostic in error.diagnostics]
            return answered(puzzle, Status.MISTAKE, "mistakes", encode(mistakes))
        except Exception as problem:
            if os.environ.get("PZC_DEBUG"):
                raise
            self.forget()
            message = f"{type(problem).__name__}: {' '.join(str(problem).split())[:200]}"
            return answered(puzzle, Status.BUG, "error", encode(message))

    def text_of(self, puzzle: Puzzle, whole: bool) -> Source:
        """The text of a puzzle. Raises PzcError if it could not be read, or, with `whole`, if it
        is probably only a part of a puzzle."""
        if not isinstance(puzzle.text, str):
            raise PzcError([puzzle.text])
        text = Source(puzzle.file, puzzle.text)
        if whole:
            self._check_whole(text)
        return text

    def _check_whole(self, text: Source) -> None:
        """Refuse a block that lacks a section of a layer that is never left out, or any if all may
        be: the others were cut off at an empty line."""
        puzzle = self.spec.sections(text)
        if puzzle.bare is not None or "picture" in puzzle.sections:
            return
        givens = [d for d in self.spec.program.declarations if isinstance(d, Given)]
        # The second part of a puzzle lacks what the first part has: where a layer must be there, no
        # part passes for a puzzle without the optional ones unnoticed.
        required = [given for given in givens if not given.at.some] or givens
        names = [name.id for given in required for name in given.names]
        lacking = [name for name in names if name not in puzzle.sections]
        if lacking:
            raise PzcError.at(
                "E0519",
                f"this block has no section '{lacking[0]}'",
                next((section.heading for section in puzzle.sections.values()), None),
                expected="all sections of a puzzle in one block, with no empty line between them",
                hint=f"if '{lacking[0]}' is blank everywhere, add a line `{lacking[0]}:`; "
                "--per file reads puzzles with empty lines",
            )


@record(frozen=False, eq=False)
class Batch(TimedAnswering):
    """Solves puzzles of one spec. tabled: answers puzzles of layouts whose tables are known; the
    tables of further layouts are added to it.

    Raises PzcError for an unknown backend.
    """

    spec: Spec
    wanted: Wanted
    tabled: Tabled = field(default_factory=Tabled)
    _kept: dict[Lengths, _Kept] = field(default_factory=dict)
    _nodes_left: int = 0
    _found: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        backends.load(self.wanted.backend, Model())
        self.timeout = self.wanted.timeout

    def at_once(self, puzzles: Sequence[Puzzle]) -> Iterable[Answered | None]:
        return self.tabled.answers(puzzles)

    def by_work(self, puzzle: Puzzle) -> Answered:
        self._found = []
        return TimedAnswering.by_work(self, puzzle)

    def _quickly(self, puzzle: Puzzle) -> Answered | None:
        """The answer to a puzzle of a kept layout, if a short search finds it; else None."""
        text, limit = puzzle.text, self.wanted.limit
        kept = self._kept.get(lengths(text)) if isinstance(text, str) else None
        if kept is None or kept.quick is None or limit is None:
            return None
        self._make_table(kept)
        givens = kept.layout.givens(text)  # type: ignore[arg-type]
        if givens is None:
            return None
        found = kept.quick.solve_quickly(kept.layout.grounding.model.with_givens(givens), limit)
        if found is None:
            kept.begun = True
            return None
        self._found = [kept.draw(assignment) for assignment in found]
        return self._answered(puzzle, self.wanted.status(len(found)))

    def _make_table(self, kept: _Kept) -> None:
        """Let texts of a layout be answered in one call, from the second of them on."""
        if not kept.table_tried:
            kept.table_tried = True
            table = kept.table()
            if table is not None:
                self.tabled.add(kept.layout.lengths, table, self.wanted)

    def work(self, puzzle: Puzzle, deadline: float | None) -> Answered:
        answer = self._quickly(puzzle)
        if answer is not None:
            return answer
        self._solve(puzzle, self._found, deadline)
        return self._answered(puzzle, self.wanted.status(len(self._found)))

    def unfinished(self, puzzle: Puzzle, status: Status) -> Answered:
        return self._answered(puzzle, status)

    def _answered(self, puzzle: Puzzle, status: Status) -> Answered:
        """The answer with the solutions found."""
        if self.wanted.count:
            return answered(puzzle, status, "count", str(len(self._found)))
        return answered(puzzle, status, "solutions", f"[{', '.join(self._found)}]")

    def _solve(self, puzzle: Puzzle, found: list[str], deadline: float | None) -> None:
        """Append the solutions of a puzzle, as JSON, to `found`. A puzzle of a kept layout is not
        ground."""
        if not isinstance(puzzle.text, str):
            raise PzcError([puzzle.text])
        key = lengths(puzzle.text)
        kept = self._kept.get(key)
        if kept is not None:
            givens = kept.layout.givens(puzzle.text)
            if givens is not None:
                model = kept.layout.grounding.model.with_givens(givens)
                self._search(
                    model, kept.assignments(model, deadline, self.wanted.limit), kept.draw, found
                )
                return
        wanted, text = self.wanted, self.text_of(puzzle, self.wanted.whole)
        begun = search(
            self.spec, text, backend=wanted.backend, limit=wanted.limit, deadline=deadline
        )
        grounding = begun.grounding
        answer = Answer.of(grounding) if self.wanted.form == "plain" else None
        draw = self._drawing(grounding, answer, key)
        layout = Layout.of(grounding) if kept is None and answer is not None else None
        if layout is not None and begun.solver is not None:
            if len(self._kept) == MOST_LAYOUTS:
                del self._kept[next(iter(self._kept))]
            shown = None if self.wanted.count else answer
            self._kept[key] = _Kept(layout, draw, begun.solver, shown)
        self._search(grounding.model, begun.assignments, draw, found)

    def _search(
        self, model: Model, assigned: Iterator[Assignment], draw: Draw, found: list[str]
    ) -> None:
        before = model.size
        try:
            for assignment in assigned:
                found.append(draw(assignment))
        finally:
            self._nodes_left += model.size - before
            if self._nodes_left > MOST_NODES_LEFT:
                self._forget_kept()

    def _drawing(self, grounding: Grounding, answer: Answer | None, key: Lengths) -> Draw:
        """A solution as text or JSON.

        The picture for a puzzle on one line stands on one line too, if it is as long.
        """
        if self.wanted.count:
            return lambda assignment: ""
        if self.wanted.form == "json":
            return lambda assignment: encode(solution_as_json(solution(grounding, assignment)))
        if answer is None:
            return lambda assignment: encode(plain(solution(grounding, assignment)).strip("\n"))
        one_line = _is_line(key, answer)
        return lambda assignment: encode(answer.draw(assignment, one_line))

    def prepare(self) -> None:
        self.spec.prepare(self.wanted.backend)

    def _forget_kept(self) -> None:
        """Drop what puzzles of one shape share."""
        self._nodes_left = 0
        self._kept.clear()
        self.spec.forget_kept()

    def forget(self) -> None:
        """Drop all caches."""
        self._forget_kept()
        self.spec.forget()


@record(frozen=False, eq=False)
class _Kept:
    """What all puzzles of one layout share: the solver, and how to draw solutions."""

    layout: Layout
    draw: Draw
    solver: Solver
    answer: Answer | None
    _enumerator: Enumerator | None = field(init=False)
    quick: QuickSolver | None = field(init=False)
    begun: bool = False  # whether `solve_quickly` has begun with the next puzzle
    table_tried: bool = False

    def __post_init__(self) -> None:
        model = self.layout.grounding.model
        plain = model.objective is None and all_shown(model)
        enumerator = self.solver if enumerates(self.solver) else None
        self._enumerator = enumerator if plain else None
        self.quick = self.solver if plain and isinstance(self.solver, QuickSolver) else None

    def table(self) -> Table | None:
        """What texts of the layout say, if compiled code can read it."""
        if self.answer is None or self.quick is None:
            return None
        one_line = _is_line(self.layout.lengths, self.answer)
        return table_of(self.layout, self.answer, one_line, self.solver)

    def assignments(
        self, model: Model, deadline: float | None, most: int | None
    ) -> Iterator[Assignment]:
        """Like `assignments` in `answers`, for another model of the shape."""
        begun, self.begun = self.begun, False
        if begun and self.quick is not None and most is not None:
            return self.quick.resume(deadline, most)
        self.solver.reset(model)
        if self._enumerator is not None:
            return self._enumerator.enumerate(deadline, most)
        grounding = replace(self.layout.grounding, model=model)
        return assignments(grounding, self.solver, deadline, most)


def _is_line(key: Lengths, answer: Answer) -> bool:
    """Whether a puzzle whose lines have these lengths is the picture of the answer on one line."""
    return key == (answer.height * answer.width,)


def _placed(diagnostic: Diagnostic, puzzle: Puzzle) -> dict[str, Any]:
    """A diagnostic as JSON, its lines in the puzzle counted in the file."""
    shown = as_json(diagnostic)
    for place in (shown, *shown["edits"], *shown["also"]):
        if place.get("file") == puzzle.file:  # a mistake may be in the spec
            place["line"] += puzzle.line - 1
            place["end_line"] += puzzle.line - 1
    return shown
