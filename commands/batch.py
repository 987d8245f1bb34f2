"""`pzc solve --batch`: many puzzles, an answer of one line of JSON for each."""

from __future__ import annotations

import json
import os
import signal
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import IO, TYPE_CHECKING, Any, NoReturn

from ..dsl.diagnostics import PzcError, counted
from ..gc_pause import uncollected
from . import Exit
from .terminal import Status as Progress
from .terminal import say

if TYPE_CHECKING:
    from ..tasks.batch import Wanted
    from ..tasks.puzzles import Puzzles

FORMATS = ("plain", "json")
TERMINATED = 128 + signal.SIGTERM


def run(args: Namespace) -> int:
    """Solve the puzzles of the files `args.batch`; gives the exit code."""
    _check(args)
    with uncollected():
        from ..tasks.batch import Batch
        from ..tasks.processes import work_off
        from ..tasks.puzzles import Puzzles
        from ..tasks.spec import load

        batch = Batch(load(args.spec), _wanted(args))
    puzzles = Puzzles(args.batch, args.per or "line")
    behind = _resumed(args.output, puzzles) if args.resume else 0
    tally: Counter[str] = Counter()
    progress = _Progress(args, puzzles)
    with _ended_by_sigterm(), _results(args.output, args.resume) as out:
        try:
            for answers in work_off(batch.answers, puzzles, args.jobs):
                out.write("".join([text + "\n" for _, text in answers]))
                out.flush()
                tally.update([status for status, _ in answers])
                progress.show(tally.total())
        except KeyboardInterrupt:
            progress.clear()
            if args.output not in (None, "-"):
                done = counted(behind + tally.total(), "answer")
                say(f"{args.output} has {done}; --resume goes on behind them")
            raise
        finally:
            progress.clear()
    say(_summary(tally, behind))
    if args.verbose:
        progress.tell(tally.total())
    mistaken = tally.total() == tally["mistake"] > 0
    if mistaken and puzzles.per == "line":
        say("each line was read as a puzzle; --per block or --per file reads several as one")
    return _exit_code(tally)


def _check(args: Namespace) -> None:
    """Raise PzcError for options that do not go together."""
    if args.puzzle is not None:
        message = "a puzzle and --batch do not go together"
        raise PzcError.at("E0514", message, hint="name all files behind --batch")
    if args.spec == "-" and "-" in args.batch:
        raise PzcError.at("E0510", "spec and puzzles cannot both be read from stdin")
    if args.format not in (None, *FORMATS):
        message, expected = f"--batch has no format '{args.format}'", " or ".join(FORMATS)
        raise PzcError.at("E0514", message, expected=expected)
    if args.resume and args.output in (None, "-"):
        raise PzcError.at("E0514", "--resume needs a file to go on with", expected="--output FILE")
    if args.count and args.unique:
        raise PzcError.at("E0514", "--count and --unique do not go together")
    if args.output is not None and any(_same(args.output, file) for file in args.batch):
        raise PzcError.at("E0514", f"{args.output} holds puzzles; the answers would replace them")


def _wanted(args: Namespace) -> Wanted:
    from ..tasks.batch import Wanted

    limit = 2 if args.unique else args.limit or (None if args.all or args.count else 1)
    return Wanted(
        args.backend, limit, args.unique, args.count, args.format or "plain", args.timeout
    )


def _summary(tally: Counter[str], behind: int) -> str:
    words = {"mistake": "with mistakes", "no solution": "without a solution"}
    parts = ", ".join(f"{n:,} {words.get(status, status)}" for status, n in tally.items())
    text = counted(tally.total(), "puzzle") + (f": {parts}" if parts else "")
    return text + (f" (and {behind:,} before)" if behind else "")


def _exit_code(tally: Counter[str]) -> int:
    """That of the worst that happened to a puzzle."""
    worst = {
        "internal error": Exit.INTERNAL,
        "mistake": Exit.MISTAKE,
        "out of time": Exit.LIMIT,
        "out of memory": Exit.LIMIT,
        "no solution": Exit.NO,
        "not unique": Exit.NO,
    }
    return next((code for status, code in worst.items() if tally[status]), Exit.OK)


class _Progress:
    """How many puzzles are done, how fast, and for how long there are more."""

    def __init__(self, args: Namespace, puzzles: Puzzles) -> None:
        # Answers that scroll by are progress enough.
        self.seen = args.output not in (None, "-") or not sys.stdout.isatty()
        self.puzzles = puzzles
        self.begun = monotonic()
        self.skipped = puzzles.seen
        self.line = Progress()

    def show(self, done: int) -> None:
        if not self.seen:
            return
        seconds = monotonic() - self.begun
        text = f"{counted(done, 'puzzle')}, {done / seconds:,.0f}/s"
        read = self.puzzles.seen - self.skipped
        if self.puzzles.total is not None and read:
            left = seconds * (self.puzzles.total - self.puzzles.seen) / read
            text += f", {_clock(left)} left"
        self.line.show(text)

    def clear(self) -> None:
        self.line.clear()

    def tell(self, done: int) -> None:
        """The time and the rate of all puzzles."""
        seconds = monotonic() - self.begun
        say(f"{seconds:.3f} s, {done / seconds:,.0f} puzzles/s")


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds + 0.5), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _same(one: str, other: str) -> bool:
    try:
        return other != "-" and os.path.samefile(one, other) and os.path.isfile(one)
    except OSError:
        return False


@contextmanager
def _results(output: str | None, resume: bool) -> Iterator[IO[str]]:
    """Where the answers go."""
    if output in (None, "-"):
        yield sys.stdout
        return
    assert output is not None
    try:
        file = open(output, "a" if resume else "w", encoding="ascii")  # noqa: SIM115
    except OSError as problem:
        raise _unwritable(output, problem) from None
    with file:
        yield file


def _unwritable(output: str, problem: OSError) -> PzcError:
    reason = (problem.strerror or str(problem)).lower()
    return PzcError.at("E0507", f"cannot write {output}: {reason}")


def _resumed(output: str, puzzles: Puzzles) -> int:
    """Skip the puzzles whose answers a file holds, and cut off an answer that is not complete.

    Gives their number. Raises PzcError if they are not the answers to these puzzles.
    """
    if not os.path.lexists(output):
        return 0
    try:
        with open(output, "rb+") as file:
            count, end, last = _complete_lines(file)
            place = (last.get("file"), last.get("line"))
            before = puzzles.skip(count)
            if count and (before is None or place != (before.file, before.line)):
                ask = "the same files in the same order"
                message = f"{output} does not hold the answers to these puzzles"
                raise PzcError.at("E0515", message, expected=ask)
            file.truncate(end)
    except OSError as problem:
        raise _unwritable(output, problem) from None
    return count


def _complete_lines(file: IO[bytes]) -> tuple[int, int, dict[str, Any]]:
    """How many lines a file has, where the last of them ends, and the object it holds."""
    count = end = start = position = 0
    while block := file.read(1 << 20):
        count += block.count(b"\n")
        line_break = block.rfind(b"\n")
        if line_break >= 0:
            before = block.rfind(b"\n", 0, line_break)
            start = position + before + 1 if before >= 0 else end
            end = position + line_break + 1
        position += len(block)
    file.seek(start)
    try:
        last = json.loads(file.read(end - start) or b"{}")
    except ValueError:
        last = None
    return count, end, last if isinstance(last, dict) else {}


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """SIGTERM ends the command the way Ctrl-C does, with all its processes."""

    def end(number: int, frame: object) -> NoReturn:
        raise SystemExit(TERMINATED)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
