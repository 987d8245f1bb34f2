"""Read puzzles from many files or from a stream.

Files are read in blocks and never held whole, but for a file that is one puzzle.
"""

from __future__ import annotations

import os
import stat
from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple

from ..dsl.diagnostics import Diagnostic, PzcError
from .files import MAX_PUZZLE_BYTES, read
from .texts import read_puzzle

BLOCK_BYTES = 1 << 16
STDIN = "<stdin>"

_BOM = b"\xef\xbb\xbf"


class Puzzle(NamedTuple):
    """A puzzle, its file, and the line that it begins at, from 1. text: a diagnostic instead if it
    cannot be read."""

    file: str
    line: int
    text: str | Diagnostic


class Puzzles:
    """Puzzles in their order.

    per: a puzzle is a "line" that is not empty, a "block" of lines between empty lines, or a
    "file". commented: tells whether lines that begin with `#` are comments, which are no puzzles;
    asked only if there is such a line. total: the size of all files in bytes, None if some have no
    size; seen: bytes read so far. Raises PzcError at once if a file cannot be read.
    """

    def __init__(
        self, files: list[str], per: str, commented: Callable[[], bool] = lambda: False
    ) -> None:
        _check(files)
        self.per, self.commented = per, commented
        self.ended = False
        self.seen = 0
        self.total = _total(files)
        self._pending: deque[Puzzle] = deque()
        self._stream: int | None = None  # a pipe or a terminal that is open
        self._blocks = self._read(files)

    @property
    def waits_for(self) -> int | None:
        """The file descriptor that `take` would block on, if it would block."""
        return None if self._pending or self.ended else self._stream

    def fill(self) -> None:
        """Read a block of bytes from a file."""
        try:
            self._pending.extend(next(self._blocks))
        except StopIteration:
            self.ended = True

    def take(self, most: int) -> list[Puzzle]:
        """The next puzzles, at least one and at most `most`; none at the end.

        Returns what is available rather than wait for more.
        """
        pending = self._pending
        while not self.ended and not pending:
            self.fill()
        while not self.ended and self._stream is None and len(pending) < most:
            self.fill()
        return [pending.popleft() for _ in range(min(most, len(pending)))]

    def _read(self, files: list[str]) -> Iterator[list[Puzzle]]:
        for file in files:
            if self.per == "file":
                yield [self._whole(file)]
                continue
            try:
                yield from self._parts(file)
            except OSError as problem:
                yield [Puzzle(_name(file), 0, _unreadable(file, problem))]
            finally:
                self._stream = None

    def _whole(self, file: str) -> Puzzle:
        """A file that is one puzzle."""
        try:
            text = read_puzzle("-").text if file == "-" else read(file, MAX_PUZZLE_BYTES)
        except PzcError as error:
            return Puzzle(_name(file), 1, error.diagnostics[0])
        self.seen += len(text)
        return Puzzle(_name(file), 1, text)

    def _parts(self, file: str) -> Iterator[list[Puzzle]]:
        """The puzzles of a file, by block read."""
        name = _name(file)
        cut = _Lines(name) if self.per == "line" else _Paragraphs(name)
        descriptor = 0 if file == "-" else os.open(file, os.O_RDONLY)
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                self._stream = descriptor
            yield []
            while block := os.read(descriptor, BLOCK_BYTES):
                self.seen += len(block)
                yield self._without_comments(cut.more(block))
            yield self._without_comments(cut.end())
        finally:
            if descriptor:
                os.close(descriptor)

    def _without_comments(self, puzzles: list[Puzzle]) -> list[Puzzle]:
        """Those of some puzzles that have a line which is no comment."""
        return [puzzle for puzzle in puzzles if not self._is_comment(puzzle.text)]

    def _is_comment(self, text: str | Diagnostic) -> bool:
        if not isinstance(text, str) or not text.lstrip().startswith("#"):
            return False
        every = all(line.lstrip().startswith("#") for line in text.splitlines())
        return every and self.commented()


class _Lines:
    """Cuts blocks of bytes into lines, each a puzzle unless it is empty. Lines end with LF, CR LF
    or CR, as in files that are read whole."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.line = 0
        self._rest = b""
        self._return = b""  # the CR that the last block ended with: LF may follow
        self._too_long = False

    def more(self, block: bytes) -> list[Puzzle]:
        block, self._return = self._return + block, b""
        if b"\r" in block:
            if block.endswith(b"\r"):
                block, self._return = block[:-1], b"\r"
            block = block.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        *lines, rest = block.split(b"\n")
        if lines:
            lines[0] = self._rest + lines[0]
            self._rest = rest
        elif not self._too_long:
            self._rest += rest
        out = self._puzzles(lines)
        if len(self._rest) > MAX_PUZZLE_BYTES:
            self._too_long, self._rest = True, b""
        return out

    def end(self) -> list[Puzzle]:
        """The puzzles after the last line break."""
        return self._puzzles([self._rest] if self._rest or self._too_long else [])

    def _puzzles(self, lines: list[bytes]) -> list[Puzzle]:
        out = []
        for data in lines:
            self.line += 1
            if self.line == 1:
                data = data.removeprefix(_BOM)
            if self._too_long or len(data) > MAX_PUZZLE_BYTES:
                self._too_long = False
                message = f"a line of {self.name} has more than {MAX_PUZZLE_BYTES:,} bytes"
                out.append(Puzzle(self.name, self.line, Diagnostic("E0505", message)))
                continue
            try:
                text = data.decode().rstrip()
            except UnicodeDecodeError:
                message = f"{self.name} is not UTF-8 text (line {self.line})"
                out.append(Puzzle(self.name, self.line, Diagnostic("E0506", message)))
                continue
            if text:
                out.append(Puzzle(self.name, self.line, text))
            else:
                self._empty(out)
        return out

    def _empty(self, out: list[Puzzle]) -> None:
        """An empty line, which is no puzzle."""


class _Paragraphs(_Lines):
    """Cuts blocks of bytes into the lines between empty ones, together a puzzle."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._lines: list[Puzzle] = []
        self._size = 0

    def more(self, block: bytes) -> list[Puzzle]:
        return self._joined(super().more(block))

    def end(self) -> list[Puzzle]:
        return self._joined([*super().end(), Puzzle(self.name, 0, "")])

    def _empty(self, out: list[Puzzle]) -> None:
        out.append(Puzzle(self.name, 0, ""))

    def _joined(self, lines: list[Puzzle]) -> list[Puzzle]:
        out = []
        for line in lines:
            if line.text == "":
                if self._lines:
                    out.append(self._together())
                self._lines, self._size = [], 0
                continue
            if self._size <= MAX_PUZZLE_BYTES:
                self._lines.append(line)
                self._size += len(line.text) + 1 if isinstance(line.text, str) else 0
        return out

    def _together(self) -> Puzzle:
        """The lines read so far as one puzzle; if a line could not be read, that line instead."""
        first = self._lines[0]
        texts = []
        for line in self._lines:
            if not isinstance(line.text, str):
                return first._replace(text=line.text)
            texts.append(line.text)
        if self._size > MAX_PUZZLE_BYTES:
            message = f"a block of {self.name} has more than {MAX_PUZZLE_BYTES:,} characters"
            return first._replace(text=Diagnostic("E0505", message))
        return first._replace(text="\n".join(texts))


def _name(file: str) -> str:
    return STDIN if file == "-" else file


def _unreadable(file: str, problem: OSError) -> Diagnostic:
    reason = (problem.strerror or str(problem)).lower()
    return Diagnostic("E0503", f"cannot read {_name(file)}: {reason}")


def _check(files: list[str]) -> None:
    """Raise PzcError unless every file is there and may be read, and standard input comes once."""
    problems = []
    if files.count("-") > 1:
        problems.append(Diagnostic("E0510", "standard input cannot be read twice"))
    for file in files:
        if file == "-":
            continue
        if os.path.isdir(file):
            problems.append(Diagnostic("E0504", f"{file} is a folder, not a file"))
        elif not os.path.exists(file):
            problems.append(Diagnostic("E0503", f"no file '{file}'"))
        elif not os.access(file, os.R_OK):
            problems.append(Diagnostic("E0503", f"cannot read {file}: permission denied"))
    if problems:
        raise PzcError(problems)


def _total(files: list[str]) -> int | None:
    """The bytes of all files, if each is a file with a size."""
    total = 0
    for file in files:
        status = os.fstat(0) if file == "-" else os.stat(file)
        if not stat.S_ISREG(status.st_mode):
            return None
        total += status.st_size
    return total
