"""Writing to terminals, pipes and files: colour where it is welcome, diagnostics, progress.

All output of the commands goes through here. Texts for people never contain control characters of
terminals, whoever wrote them; data is written unchanged, except to a terminal.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from time import monotonic
from typing import Any, TextIO

from ..dsl.diagnostics import Diagnostic, PzcError, visible

QUIET_SECONDS = 0.5

_HEAD = r"^(.*?)((?:error|warning)\[\w+\]: )(.*)$"
_CARET = r"^( +\| +)(\^+)$"
# How drawings colour what they show; nothing else that they print holds an ESC.
_STYLE = re.compile(r"(\x1b\[[\d;]*m)")


def coloured(stream: TextIO) -> bool:
    """Whether colours may be written: to a terminal that has them, if NO_COLOR is not set."""
    return (
        stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "") != "dumb"
    )


def columns() -> int:
    """The width of the terminal, as `shutil.get_terminal_size` finds it, without the modules for
    archives that `shutil` imports."""
    wanted = os.environ.get("COLUMNS", "")
    if wanted.isdecimal() and int(wanted):
        return int(wanted)
    try:
        return os.get_terminal_size().columns or 80
    except OSError:
        return 80


def say(message: str) -> None:
    """A line beside the output: on stderr."""
    _tell(visible(message))


def _tell(text: str) -> None:
    """A line on stderr. Where it cannot be written, as on a full disk, the exit code still tells
    how the command ended."""
    try:
        print(text, file=sys.stderr)
    except BrokenPipeError:
        raise
    except OSError:
        pass


def emit(message: str) -> None:
    """Lines for people on stdout."""
    sys.stdout.write(visible(message) + "\n")


def draw(picture: str) -> None:
    """A picture for people on stdout, which may have colours."""
    parts = _STYLE.split(picture if picture.endswith("\n") else picture + "\n")
    parts[::2] = map(visible, parts[::2])
    sys.stdout.write("".join(parts))


def report(diagnostics: Iterable[Diagnostic]) -> None:
    """Show diagnostics on stderr, with their number where there are several mistakes."""
    shown = list(diagnostics)
    colour = coloured(sys.stderr)
    for diagnostic in shown:
        text = visible(diagnostic.show())
        _tell(_painted(text) if colour else text)
    mistakes = sum(not d.code.startswith("W") and d.code != "E0100" for d in shown)
    if mistakes > 1:
        say(f"{mistakes} mistakes")


def write(text: str, output: str | None = None) -> None:
    """Write data, ended by a line break, to stdout or to a file."""
    text = text if text.endswith("\n") else text + "\n"
    if output is None or output == "-":
        sys.stdout.write(visible(text) if sys.stdout.isatty() else text)
        return
    _write_file(text.encode(), output)


def write_bytes(data: bytes, output: str | None = None) -> None:
    """Write a picture to a file, or to stdout if that is no terminal."""
    if output is not None and output != "-":
        _write_file(data, output)
    elif sys.stdout.isatty():
        raise PzcError.at(
            "E0526", "a terminal cannot show this picture", hint="-o FILE writes it to a file"
        )
    else:
        sys.stdout.buffer.write(data)


def _write_file(data: bytes, output: str) -> None:
    try:
        with open(output, "wb") as file:
            file.write(data)
    except OSError as problem:
        from ..tasks.files import unwritable

        raise unwritable(output, problem) from None


def write_json(value: Any, output: str | None = None) -> None:
    """Write a value as JSON to stdout or to a file."""
    import json

    write(visible(json.dumps(value, indent=2, ensure_ascii=False)), output)


class Status:
    """A status line on stderr; on a terminal only, and after a delay."""

    def __init__(self) -> None:
        self.live = sys.stderr.isatty() and os.environ.get("TERM", "") != "dumb"
        self._next = monotonic() + QUIET_SECONDS
        self._shown = False

    def show(self, text: str) -> None:
        """Replace the status line, at most ten times a second."""
        if self.live and monotonic() >= self._next:
            self._next = monotonic() + 0.1
            self._shown = True
            sys.stderr.write(f"\r\x1b[K{visible(text)}")
            sys.stderr.flush()

    def clear(self) -> None:
        if self._shown:
            self._shown = False
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def _painted(text: str) -> str:
    """Red heads and carets, a bold message."""
    lines = []
    for line in text.split("\n"):
        if found := re.match(_HEAD, line):
            place, head, message = found.groups()
            line = f"{place}\x1b[1;31m{head}\x1b[0m\x1b[1m{message}\x1b[0m"
        elif found := re.match(_CARET, line):
            line = f"{found.group(1)}\x1b[31m{found.group(2)}\x1b[0m"
        lines.append(line)
    return "\n".join(lines)
