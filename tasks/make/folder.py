"""The folder of a run: a file for each puzzle and its solution, and a journal to resume from.

puzzles.jsonl   a line for the run (spec, options, version), then one for each puzzle
1.puzzle        …
1.solution      …
"""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any

from ..._version import __version__
from ...dsl.diagnostics import PzcError
from ...records import as_dict
from ..compiled import CompiledSpec
from ..files import unwritable
from .checking import Made
from .options import Options

JOURNAL = "puzzles.jsonl"


class Folder:
    """Writes the puzzles of a run. before: the puzzles of the same run already in the folder, whose
    files are written again if they are gone.

    Raises PzcError for a folder that cannot be written or is of another run, and, unless `resume`,
    for one that holds puzzles.
    """

    def __init__(
        self, name: str, spec: CompiledSpec, options: Options, like: str | None, resume: bool
    ) -> None:
        self.path = Path(name)
        self.before: list[Made] = []
        head = _head(spec, options, like)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            journal = self.path / JOURNAL
            exists = journal.exists()
            self._lock = journal.open("a", encoding="utf-8")
            if not _locked(self._lock):
                raise PzcError.at(
                    "E0533",
                    f"another run is writing to {self.path}",
                    hint="wait for it, or name another folder",
                )
            if exists:
                self.before = self._read(journal, head, resume)
            lines = [head, *(as_line(k, made) for k, made in enumerate(self.before, 1))]
            journal.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
            for number, made in enumerate(self.before, 1):
                self._write(number, made, anew=False)
        except OSError as problem:
            raise unwritable(str(self.path), problem) from None

    def _read(self, journal: Path, head: str, resume: bool) -> list[Made]:
        first, *lines = journal.read_text(encoding="utf-8").split("\n")
        if not lines[:-1]:  # the run made no puzzle: perhaps its spec has been mended since
            return []
        if not resume:
            raise PzcError.at(
                "E0533",
                f"{self.path} holds the puzzles of a run",
                hint="--resume goes on with it; or name another folder",
            )
        if first != head:
            raise PzcError.at(
                "E0533",
                f"{self.path} is of another run",
                expected="the same spec, options and version of pzc",
                hint="name another folder",
            )
        found: list[Made] = []
        whole = lines[:-1]  # what follows the last line break was broken off
        for number, line in enumerate(whole, 2):
            try:
                known = json.loads(line)
                found.append(Made(**{name: known[name] for name in ("number", *_FIELDS)}))
            except (ValueError, KeyError, TypeError):
                raise PzcError.at(
                    "E0533",
                    f"line {number} of {journal} is damaged",
                    hint="delete this line, or name another folder",
                ) from None
        return found

    def add(self, number: int, made: Made) -> None:
        """Write a puzzle, its solution, and then its line in the journal."""
        try:
            self._write(number, made, anew=True)
            with open(self.path / JOURNAL, "a", encoding="utf-8") as journal:
                journal.write(as_line(number, made) + "\n")
        except OSError as problem:
            raise unwritable(str(self.path), problem) from None

    def _write(self, number: int, made: Made, anew: bool) -> None:
        """Write the files of a puzzle; unless `anew`, those that do not exist."""
        for suffix, text in (("puzzle", made.text), ("solution", made.solution + "\n")):
            path = self.path / f"{number}.{suffix}"
            if anew or not path.exists():
                path.write_text(text, encoding="utf-8")


def _locked(file: IO[str]) -> bool:
    """Lock a file until it is closed; False if another process has locked it. If the system has no
    locks, do nothing and return True."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


_FIELDS = ("text", "solution", "clues", "identity", "rating")


def as_line(number: int, made: Made) -> str:
    """A puzzle as a line of JSON. puzzle: its number in the run; number: of its attempt."""
    return json.dumps({"puzzle": number, **as_dict(made)}, ensure_ascii=False)


def with_note(number: int, made: Made) -> str:
    """The puzzle file with a note of its number."""
    rating = "" if made.rating is None else f", rating {made.rating:g}"
    return f"note: puzzle {number}, {made.clues} clues{rating}\n\n{made.text}"


def _head(spec: CompiledSpec, options: Options, like: str | None) -> str:
    """The first line of the journal: what decides which puzzles are made."""
    texts = "\0".join([*(source.text for source in spec.sources()), like or ""])
    digest = blake2b(texts.encode(), digest_size=8).hexdigest()
    known: dict[str, Any] = {"pzc": __version__, "spec": digest, **as_dict(options)}
    return json.dumps(known, ensure_ascii=False)
