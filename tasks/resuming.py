"""Answers that a later run can recognise as its own, so that it may continue after them.

Every answer in a file ends with a seal:

    {"file": "easy.txt", "line": 3, …, "check": "1f0c52d9-8d0a41b3c6e2f7a5"}

The first half is a digest of the run: the texts of the spec, the options that determine the
answers, and the version of pzc. The second is one of the run, the puzzle and the answer itself. A
run continues a file only if every line in it has the seal that this run would give it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import IO, NoReturn

try:  # `hashlib` takes this function from here, but loads OpenSSL first, which takes 5 ms.
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

from .._version import __version__
from ..dsl.diagnostics import PzcError
from .answered import Answered
from .puzzles import Puzzle, Puzzles

_MARK = ', "check": "'


class Seal:
    """The seals of one run. texts: of the spec and of all that it uses. options: all that the
    answers depend on, by name."""

    def __init__(self, texts: list[str], options: Mapping[str, object]) -> None:
        known = [__version__, texts, sorted(options.items())]
        self.run = _digest(json.dumps(known).encode(), 4)

    def __call__(self, puzzle: Puzzle, answer: Answered) -> Answered:
        """An answer with its seal."""
        status, text = answer
        return Answered(status, f"{text[:-1]}{self._end(puzzle, text[:-1])}")

    def _end(self, puzzle: Puzzle, body: str) -> str:
        text = puzzle.text if isinstance(puzzle.text, str) else puzzle.text.message
        content = "\0".join((self.run, text, body)).encode("utf-8", "surrogatepass")
        return f'{_MARK}{self.run}-{_digest(content, 8)}"}}'

    def passed(self, output: str, file: IO[bytes], puzzles: Puzzles) -> Counter[str]:
        """Read the answers in a file, skip their puzzles, and return the number of answers by
        status. The file is left after its last complete line.

        Raises PzcError unless every line is the answer of this run to its puzzle.
        """
        tally: Counter[str] = Counter()
        end = 0
        for number, line in enumerate(_complete_lines(file), 1):
            end += len(line)
            taken = puzzles.take(1)
            try:
                body, mark, seal = line.decode().rstrip("\n").rpartition(_MARK)
                answer = json.loads(body + "}")
                status, place = str(answer["status"]), (answer["file"], answer["line"])
            except (ValueError, LookupError, TypeError):
                _refuse(output, number, "it is damaged, or not an answer")
            if not seal.startswith(self.run):
                _refuse(output, number, "it is of another spec, of other options or another pzc")
            if not taken or place != taken[0][:2]:
                _refuse(output, number, "there is another puzzle in its place, or none")
            if mark + seal != self._end(taken[0], body):
                _refuse(output, number, "it is damaged, or its puzzle has changed")
            tally[status] += 1
        file.seek(end)
        return tally


def _complete_lines(file: IO[bytes]) -> Iterator[bytes]:
    return (line for line in file if line.endswith(b"\n"))


def _refuse(output: str, number: int, reason: str) -> NoReturn:
    raise PzcError.at(
        "E0515",
        f"line {number} of {output} is not the answer of this run: {reason}",
        expected="the same spec, options and files in the same order",
        hint="write to another file, or start again without --resume",
    )


def _digest(data: bytes, size: int) -> str:
    return blake2b(data, digest_size=size).hexdigest()
