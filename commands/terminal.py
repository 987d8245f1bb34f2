"""Writing to terminals, pipes and files: colour where it is welcome, diagnostics, progress."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from time import monotonic
from typing import TextIO

from ..dsl.diagnostics import Diagnostic, PzcError

QUIET_SECONDS = 0.5

_HEAD = r"^(.*?)((?:error|warning)\[\w+\]: )(.*)$"
_CARET = r"^( +\| +)(\^+)$"


def coloured(stream: TextIO) -> bool:
    """Whether colours may be written: to a terminal that has them, if NO_COLOR is not set."""
    return (
        stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "") != "dumb"
    )


def say(message: str) -> None:
    """A line beside the output: on stderr."""
    print(message, file=sys.stderr)


def report(diagnostics: Iterable[Diagnostic]) -> None:
    """Show diagnostics on stderr, with their number where there are several mistakes."""
    shown = list(diagnostics)
    colour = coloured(sys.stderr)
    for diagnostic in shown:
        text = diagnostic.show()
        say(_painted(text) if colour else text)
    mistakes = sum(not d.code.startswith("W") and d.code != "E0100" for d in shown)
    if mistakes > 1:
        say(f"{mistakes} mistakes")


def write(text: str, output: str | None) -> None:
    """Write text, ended by a line break, to stdout or to a file."""
    text = text if text.endswith("\n") else text + "\n"
    if output is None or output == "-":
        sys.stdout.write(text)
        return
    try:
        with open(output, "w", encoding="utf-8") as file:
            file.write(text)
    except OSError as problem:
        reason = (problem.strerror or str(problem)).lower()
        raise PzcError.at("E0507", f"cannot write {output}: {reason}") from None


class Status:
    """A line on stderr that tells what goes on; only on a terminal, and not at once."""

    def __init__(self) -> None:
        self._live = sys.stderr.isatty() and os.environ.get("TERM", "") != "dumb"
        self._next = monotonic() + QUIET_SECONDS
        self._shown = False

    def show(self, text: str) -> None:
        """Tell something, in place of what was told before; at most ten times a second."""
        if self._live and monotonic() >= self._next:
            self._next = monotonic() + 0.1
            self._shown = True
            sys.stderr.write(f"\r\x1b[K{text}")
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
