"""`pzc solve --batch` and `pzc rate --batch`: many puzzles, a line of JSON for each."""

from __future__ import annotations

import os
import signal
import stat
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from time import monotonic
from typing import IO, TYPE_CHECKING, NoReturn

from ..dsl.diagnostics import PzcError, counted
from ..gc_pause import uncollected
from ..tasks.files import unwritable
from . import Exit
from .terminal import Status, say, write

if TYPE_CHECKING:
    from ..tasks.answered import Answering, Wanted
    from ..tasks.puzzles import Puzzles
    from ..tasks.resuming import Seal

FORMATS = ("plain", "json")
TERMINATED = 128 + signal.SIGTERM


def run(args: Namespace) -> int:
    """Solve the puzzles of the files `args.batch`; gives the exit code."""
    if args.format not in (None, *FORMATS):
        message, expected = f"--batch has no format '{args.format}'", " or ".join(FORMATS)
        raise PzcError.at("E0514", message, expected=expected)
    if args.count and args.unique:
        raise PzcError.at("E0514", "--count and --unique cannot be used together")
    check(args, args.puzzle)
    with uncollected():
        from ..records import as_dict
        from ..tasks.beginning import begin

        wanted = _wanted(args)
        batch = begin(args.spec, wanted)
    return work_through(args, batch, as_dict(wanted))


def work_through(args: Namespace, batch: Answering, options: Mapping[str, object]) -> int:
    """Answer the puzzles of the files `args.batch`; return the exit code. options: all that the
    answers depend on, by name."""
    with uncollected():
        from ..tasks.processes import work_off
        from ..tasks.puzzles import Puzzles
    puzzles = Puzzles(args.batch, args.per or "line", lambda: batch.commented)
    tally: Counter[str] = Counter()
    before: Counter[str] = Counter()
    with _ended_by_sigterm(), _results(args.output, args.resume) as out:
        if isinstance(out, _File) and out.seekable:
            batch.seal = seal = _seal(batch.texts(), options, args)
            if args.resume:
                before = seal.passed(args.output, out.file, puzzles)
            out.file.truncate()
        progress = _Progress(args, puzzles)
        try:
            for answers in work_off(batch.answers, puzzles, args.jobs, batch.lost):
                out.write("\n".join([text for _, text in answers]) + "\n")
                tally.update([status for status, _ in answers])
                progress.show(tally.total())
        except KeyboardInterrupt:
            progress.clear()
            if args.output not in (None, "-"):
                done = counted(before.total() + tally.total(), "answer")
                say(f"{args.output} has {done}; --resume continues from there")
            raise
        finally:
            progress.clear()
    say(_summary(tally, before.total()))
    if args.verbose:
        progress.summarise(tally.total())
    mistaken = tally.total() == tally["mistake"] > 0
    if mistaken and puzzles.per == "line":
        say("each line was read as a puzzle; --per block or --per file reads several as one")
    return _exit_code(tally + before)


def check(args: Namespace, puzzle: str | None) -> None:
    """Raise PzcError for options of every batch that do not go together. puzzle: one that is named
    beside the files, which is a mistake."""
    if puzzle is not None:
        message = "a puzzle and --batch cannot be used together"
        raise PzcError.at("E0514", message, hint="name all files after --batch")
    if args.spec == "-" and "-" in args.batch:
        raise PzcError.at("E0510", "spec and puzzles cannot both be read from stdin")
    if args.resume and args.output in (None, "-"):
        raise PzcError.at("E0514", "--resume needs a file to continue", expected="--output FILE")
    if args.output is not None and any(_same(args.output, file) for file in args.batch):
        raise PzcError.at("E0514", f"{args.output} holds puzzles; the answers would replace them")


def _wanted(args: Namespace) -> Wanted:
    from ..tasks.answered import Wanted

    limit = 2 if args.unique else args.limit or (None if args.all or args.count else 1)
    return Wanted(
        args.backend,
        limit,
        args.unique,
        args.count,
        args.format or "plain",
        args.timeout,
        whole=args.per == "block",
    )


def _seal(texts: list[str], options: Mapping[str, object], args: Namespace) -> Seal:
    from ..tasks.resuming import Seal

    return Seal(texts, {**options, "per": args.per or "line", "memory": args.memory})


def _summary(tally: Counter[str], behind: int) -> str:
    words = {"mistake": "with mistakes", "no solution": "without a solution"}
    parts = ", ".join(f"{n:,} {words.get(status, status)}" for status, n in tally.items())
    text = counted(tally.total(), "puzzle") + (f": {parts}" if parts else "")
    return text + (f" (and {behind:,} before)" if behind else "")


def _exit_code(tally: Counter[str]) -> int:
    """The exit code of the worst result."""
    worst = {
        "internal error": Exit.INTERNAL,
        "crashed": Exit.INTERNAL,
        "mistake": Exit.MISTAKE,
        "out of time": Exit.LIMIT,
        "out of memory": Exit.LIMIT,
        "killed": Exit.LIMIT,
        "no solution": Exit.NO,
        "not unique": Exit.NO,
    }
    return next((code for status, code in worst.items() if tally[status]), Exit.OK)


class _Progress:
    """Progress: puzzles done, rate, and time left."""

    def __init__(self, args: Namespace, puzzles: Puzzles) -> None:
        # Answers that scroll by are progress enough.
        self.seen = args.output not in (None, "-") or not sys.stdout.isatty()
        self.puzzles = puzzles
        self.begun = monotonic()
        self.skipped = puzzles.seen
        self.line = Status()

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

    def summarise(self, done: int) -> None:
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


class _Stdout:
    """Answers go to stdout."""

    def write(self, text: str) -> None:
        write(text)
        sys.stdout.flush()


class _File:
    """Answers go to a file, as UTF-8. seekable: a run can continue the file, and has locked it."""

    def __init__(self, name: str, resume: bool) -> None:
        self.name = name
        try:
            mode = os.O_RDWR if resume else os.O_WRONLY
            descriptor = os.open(name, mode | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
            self.seekable = stat.S_ISREG(os.fstat(descriptor).st_mode)
            self.file: IO[bytes] = open(descriptor, "rb+" if resume else "wb")  # noqa: SIM115
        except OSError as problem:
            raise unwritable(name, problem) from None
        if self.seekable:
            self._lock()
        elif resume:
            raise PzcError.at("E0507", f"{name} is not a file that --resume can continue")

    def _lock(self) -> None:
        """Keep other runs from the file until it is closed, if the system can."""
        try:
            import fcntl
        except ImportError:
            return
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PzcError.at("E0507", f"another run is writing to {self.name}") from None
        except OSError:  # a file system without locks
            return

    def write(self, text: str) -> None:
        try:
            self.file.write(text.encode())
            self.file.flush()
        except BrokenPipeError:
            raise
        except OSError as problem:
            raise unwritable(self.name, problem) from None


@contextmanager
def _results(output: str | None, resume: bool) -> Iterator[_Stdout | _File]:
    """Where the answers go."""
    if output is None or output == "-":
        yield _Stdout()
        return
    out = _File(output, resume)
    try:
        yield out
    finally:
        with suppress(OSError):  # of what could not be written, which was reported
            out.file.close()


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
