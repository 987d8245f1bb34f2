"""The answers of a batch, and its options: see `batch`."""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from itertools import repeat
from typing import Any, NamedTuple

from ..dsl.diagnostics import visible
from ..records import record
from .puzzles import Puzzle

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
    or "json". timeout: in seconds, for each puzzle. whole: see `TimedAnswering.text_of`.
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


class Answering:
    """Answers puzzles of one spec, each independently of the others. seal: applied to each finished
    answer."""

    seal: Callable[[Puzzle, Answered], Answered] | None = None

    def texts(self) -> list[str]:
        """The texts of the spec and of all that it uses."""
        raise NotImplementedError

    @property
    def commented(self) -> bool:
        """Whether a puzzle whose line begins with `#` is a comment: nothing that the spec reads
        begins so."""
        raise NotImplementedError

    def at_once(self, puzzles: Sequence[Puzzle]) -> Iterable[Answered | None]:
        """The answers to some puzzles, not sealed; None for those that `by_work` has to answer."""
        return repeat(None, len(puzzles))

    def by_work(self, puzzle: Puzzle) -> Answered:
        """The answer to a puzzle, not sealed; mistakes and internal errors become answers, too."""
        raise NotImplementedError

    def answers(self, puzzles: Sequence[Puzzle]) -> list[Answered]:
        """The answers to some puzzles, in their order."""
        known = zip(puzzles, self.at_once(puzzles), strict=True)
        found = [answer or self.by_work(puzzle) for puzzle, answer in known]
        return found if self.seal is None else list(map(self.seal, puzzles, found))

    def lost(self, puzzle: Puzzle, exit_code: int | None, starved: bool) -> Answered:
        """The answer to a puzzle whose process died twice (see `lost`)."""
        answer = lost(puzzle, exit_code, starved)
        return answer if self.seal is None else self.seal(puzzle, answer)
