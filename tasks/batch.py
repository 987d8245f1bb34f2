"""Many puzzles of one spec, each solved (or rated, see `rating_batch`) independently of the others.

An answer is a line of JSON with the puzzle's file and line, and a status:

    {"file": "easy.txt", "line": 3, "status": "solved", "solutions": ["6931…"]}
    {"file": "easy.txt", "line": 4, "status": "mistake", "mistakes": [{"code": "E0320", …}]}
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from .. import backends
from ..backends.base import Enumerator, Solver, Soon
from ..compiler.ground.grounding import Grounding
from ..deadline import BrokenOff, OutOfTime, enforced, moment
from ..dsl.diagnostics import Diagnostic, PzcError, Source, as_json, visible
from ..dsl.syntax import Given
from ..model.model import Model
from ..records import field, record, replace
from ..render.json import as_json as solution_as_json
from ..render.plain import plain
from .answers import all_shown, assignments
from .lines import Lines
from .pictures import Answer, Layout, lengths
from .puzzles import Puzzle
from .reading_back import solution
from .spec import Spec

MOST_LAYOUTS = 8
# Puzzles of a shape share a model, and solving each adds nodes to it. Above this number of nodes
# (20 MB for a 9x9 sudoku), the next puzzle is ground again.
MOST_NODES_LEFT = 20_000

Assignment = tuple[int, ...]
Draw = Callable[[Assignment], str]

_as_json = json.JSONEncoder(ensure_ascii=False).encode


def encode(value: Any) -> str:
    """JSON that can be written as UTF-8 and shown on a terminal, whatever texts it contains."""
    return visible(_as_json(value))


class Status(StrEnum):
    """The status of a puzzle."""

    SOLVED = "solved"
    RATED = "rated"
    UNIQUE = "unique"
    NOT_UNIQUE = "not unique"
    NO_SOLUTION = "no solution"
    MISTAKE = "mistake"
    OUT_OF_TIME = "out of time"
    OUT_OF_MEMORY = "out of memory"
    KILLED = "killed"
    CRASHED = "crashed"
    BUG = "internal error"


class Answered(NamedTuple):
    """An answer. text: its line of JSON, without the line break."""

    status: Status
    text: str


@record
class Wanted:
    """The options of a batch.

    limit: the largest number of solutions to find; None for all. unique: decide whether there is
    only one; the limit is 2 then. count: the number of solutions only. form: of a solution, "plain"
    or "json". timeout: in seconds, for each puzzle. whole: see `Answering.text_of`.
    """

    backend: str = "auto"
    limit: int | None = 1
    unique: bool = False
    count: bool = False
    form: str = "plain"
    timeout: float | None = None
    whole: bool = False

    def status(self, found: int) -> Status:
        """The status of a puzzle with this number of solutions."""
        if not found:
            return Status.NO_SOLUTION
        if self.unique:
            return Status.UNIQUE if found == 1 else Status.NOT_UNIQUE
        return Status.SOLVED


class Answering:
    """Answers puzzles of one spec, each independently of the others.

    timeout: for each puzzle, in seconds. seal: applied to each finished answer.
    """

    spec: Spec
    timeout: float | None
    seal: Callable[[Puzzle, Answered], Answered] | None

    def work(self, puzzle: Puzzle, deadline: float | None) -> Answered:
        """The answer to a puzzle. deadline: of `time.monotonic`. May raise what `answer` catches:
        PzcError, OutOfTime, MemoryError and internal errors."""
        raise NotImplementedError

    def unfinished(self, puzzle: Puzzle, status: Status) -> Answered:
        """The answer to a puzzle for which time or memory ran out."""
        raise NotImplementedError

    def forget(self) -> None:
        """Drop all caches."""
        self.spec.forget()

    def answers(self, puzzles: Sequence[Puzzle]) -> list[Answered]:
        """The answers to some puzzles, in their order."""
        return [self._sealed(puzzle, self.answer(puzzle)) for puzzle in puzzles]

    def lost(self, puzzle: Puzzle, exit_code: int | None, limited: bool) -> Answered:
        """The answer to a puzzle whose process died twice (see `lost`)."""
        return self._sealed(puzzle, lost(puzzle, exit_code, limited))

    def _sealed(self, puzzle: Puzzle, answer: Answered) -> Answered:
        return answer if self.seal is None else self.seal(puzzle, answer)

    def answer(self, puzzle: Puzzle) -> Answered:
        """The answer to a puzzle; mistakes and internal errors become answers, too."""
        try:
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
class Batch(Answering):
    """Solves puzzles of one spec.

    Raises PzcError for an unknown backend.
    """

    spec: Spec
    wanted: Wanted
    seal: Callable[[Puzzle, Answered], Answered] | None = None
    _kept: dict[tuple[int, ...], _Kept] = field(default_factory=dict)
    _nodes_left: int = 0
    _found: list[str] = field(default_factory=list)
    _lines: Lines | None = None  # of the layout that came last
    _heads: dict[str, str] = field(default_factory=dict)  # of answers, by file

    def __post_init__(self) -> None:
        backends.load(self.wanted.backend, Model())
        self.timeout = self.wanted.timeout

    def answer(self, puzzle: Puzzle) -> Answered:
        if self._lines is not None and isinstance(puzzle.text, str):
            solution = self._lines.only(puzzle.text)
            if solution is not None:
                return self._at_once(puzzle, solution)
        self._found = []
        return self._soon(puzzle) or Answering.answer(self, puzzle)

    def _at_once(self, puzzle: Puzzle, solution: str) -> Answered:
        """The answer with the only solution, the inside of a text in JSON, or with none."""
        file, line, _ = puzzle
        status = self.wanted.status(1 if solution else 0)
        head = self._heads.get(file)
        if head is None:
            head = self._heads[file] = f'{{"file": {encode(file)}, "line": '
        solutions = f'["{solution}"]' if solution else "[]"
        return Answered(status, f'{head}{line}, "status": "{status}", "solutions": {solutions}}}')

    def _soon(self, puzzle: Puzzle) -> Answered | None:
        """The answer to a puzzle of a kept layout, if a short search finds it; else None."""
        text, limit = puzzle.text, self.wanted.limit
        kept = self._kept.get(lengths(text)) if isinstance(text, str) else None
        if kept is None or kept.soon is None or limit is None:
            return None
        self._lines = kept.lines()
        givens = kept.layout.givens(text)  # type: ignore[arg-type]
        if givens is None:
            return None
        found = kept.soon.soon(kept.layout.grounding.model.with_givens(givens), limit)
        if found is None:
            kept.begun = True
            return None
        self._found = [kept.draw(assignment) for assignment in found]
        return self._answered(puzzle, self.wanted.status(len(found)))

    def work(self, puzzle: Puzzle, deadline: float | None) -> Answered:
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
        text, backend = self.text_of(puzzle, self.wanted.whole), self.wanted.backend
        grounding = self.spec.problem(text, backend=backend, timeout=self.wanted.timeout)
        solver = self.spec.solver(grounding, backend, deadline)
        answer = Answer.of(grounding) if self.wanted.form == "plain" else None
        draw = self._drawing(grounding, answer, key)
        layout = Layout.of(grounding) if kept is None and answer is not None else None
        if layout is not None:
            if len(self._kept) == MOST_LAYOUTS:
                del self._kept[next(iter(self._kept))]
            shown = None if self.wanted.count else answer
            self._kept[key] = _Kept(layout, draw, solver, shown)
        assigned = assignments(grounding, solver, deadline, self.wanted.limit)
        self._search(grounding.model, assigned, draw, found)

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
                self.forget()

    def _drawing(self, grounding: Grounding, answer: Answer | None, key: tuple[int, ...]) -> Draw:
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

    def forget(self) -> None:
        """Drop all caches."""
        self._lines = None
        self._nodes_left = 0
        self._kept.clear()
        self.spec.forget()


@record(frozen=False, eq=False)
class _Kept:
    """What all puzzles of one layout share: the solver, and how to draw solutions."""

    layout: Layout
    draw: Draw
    solver: Solver
    answer: Answer | None
    _enumerator: Enumerator | None = field(init=False)
    soon: Soon | None = field(init=False)
    begun: bool = False  # whether `soon` has begun with the puzzle that is asked next
    _lines: Lines | None = None
    _asked: bool = False

    def __post_init__(self) -> None:
        model = self.layout.grounding.model
        plain = model.objective is None and all_shown(model)
        enumerator = self.solver if isinstance(self.solver, Enumerator) else None
        self._enumerator = enumerator if plain else None
        self.soon = self.solver if plain and isinstance(self.solver, Soon) else None

    def lines(self) -> Lines | None:
        """What answers texts in one call. It is made for the second puzzle of the layout."""
        if not self._asked:
            self._asked = True
            if self.answer is not None and self.soon is not None:
                one_line = _is_line(self.layout.lengths, self.answer)
                self._lines = Lines.of(self.layout, self.answer, one_line, self.solver)
        return self._lines

    def assignments(
        self, model: Model, deadline: float | None, most: int | None
    ) -> Iterator[Assignment]:
        """Like `assignments` in `answers`, for another model of the shape."""
        begun, self.begun = self.begun, False
        if begun and self.soon is not None and most is not None:
            return self.soon.rest(deadline, most)
        self.solver.reset(model)
        if self._enumerator is not None:
            return self._enumerator.enumerate(deadline, most)
        grounding = replace(self.layout.grounding, model=model)
        return assignments(grounding, self.solver, deadline, most)


def _is_line(key: tuple[int, ...], answer: Answer) -> bool:
    """Whether a puzzle whose lines have these lengths is the picture of the answer on one line."""
    return key == (answer.height * answer.width,)


def answered(puzzle: Puzzle, status: Status, name: str, value: str) -> Answered:
    """Make the answer to a puzzle: a JSON object with a member of this name."""
    file, line, _ = puzzle
    return Answered(
        status,
        f'{{"file": {encode(file)}, "line": {line}, "status": "{status}", "{name}": {value}}}',
    )


# Signals for faults in the process's own code, not sent by others.
_CRASHES = ("SIGSEGV", "SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGTRAP", "SIGSYS")


def lost(puzzle: Puzzle, exit_code: int | None, starved: bool) -> Answered:
    """The answer to a puzzle whose process died: `out of memory` if memory is known to have run out
    (starved), `crashed` after a signal for a fault of its own, else `killed` or an internal error.

    exit_code: of the process, negative for a signal; None if it is not known."""
    if starved:
        return answered(puzzle, Status.OUT_OF_MEMORY, "solutions", "[]")
    if exit_code is None or exit_code >= 0:
        message = encode(f"the process ended with code {exit_code}")
        return answered(puzzle, Status.BUG, "error", message)
    known = {s.value: s.name for s in signal.Signals}
    name = known.get(-exit_code, f"signal {-exit_code}")
    status = Status.CRASHED if name in _CRASHES else Status.KILLED
    return answered(puzzle, status, "error", encode(f"the process was ended by {name}"))


def _placed(diagnostic: Diagnostic, puzzle: Puzzle) -> dict[str, Any]:
    """A diagnostic as JSON, its lines counted in the file."""
    shown = as_json(diagnostic)
    for name in ("line", "end_line"):
        if name in shown:
            shown[name] += puzzle.line - 1
    return shown
