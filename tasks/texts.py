"""Reading texts: specs by name or path, puzzles by path, from standard input or as arguments."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress

from ..dsl.diagnostics import PzcError, Source, Span, nearest
from .files import (
    LIBRARY,
    MAX_PUZZLE_BYTES,
    MAX_SPEC_BYTES,
    bundled,
    decode,
    read,
    similar,
    specs_in,
    standard_input,
)

MOST_NAMES = 5  # that a hint lists


def read_file(file: str) -> Source:
    """The text of a spec file; `-` for standard input. Raises PzcError."""
    if file == "-":
        return Source("<stdin>", standard_input(MAX_SPEC_BYTES))
    return Source(file, read(file, MAX_SPEC_BYTES))


def read_spec(spec: str) -> Source:
    """The text of a spec: a path, `-` for standard input, or a bundled name. Raises PzcError."""
    if spec == "-" or spec.endswith(".spec") or os.path.isfile(spec):
        return read_file(spec)
    for file in (f"{spec}.spec", os.path.join(LIBRARY, f"{spec}.spec")):
        if os.path.isfile(file):
            return read_file(file)
    if "/" in spec or os.path.exists(spec):
        return read_file(spec)
    raise _no_spec(spec)


def is_spec(word: str) -> bool:
    """Whether a word is the path of a spec, or names one in this folder or a bundled one."""
    return os.path.isfile(word if word.endswith(".spec") else f"{word}.spec") or word in bundled()


def hidden(spec: str) -> bool:
    """Whether a name means a file in this folder that hides the bundled spec of the same name."""
    return os.path.isfile(f"{spec}.spec") and spec in bundled()


def _no_spec(spec: str) -> PzcError:
    """The error for an unknown spec name, with a hint if a spec has it as its title."""
    from .library import called

    found = called(spec)
    hint: str | None = "`pzc list WORD` looks for a bundled spec"
    if len(found) == 1:
        hint = f"did you mean '{found[0]}'?"
    elif found and len(found) <= MOST_NAMES:
        hint = f"did you mean one of {', '.join(found)}?"
    elif not found:
        hint = nearest(spec, bundled()) or hint
    return PzcError.at("E0501", f"no spec '{spec}': neither a bundled name nor a file", hint=hint)


def resolver(
    source: Source, beside: Mapping[str, str] | None = None
) -> Callable[[str, Span], Source]:
    """The function by which `use NAME` finds a text: a spec in the same folder, else a bundled one.
    It raises PzcError for an unknown name.

    beside: the texts of the specs in the same folder, by name; if given, no folder is read.
    """
    folders = (os.path.dirname(source.name), LIBRARY) if beside is None else (LIBRARY,)

    def resolve(name: str, span: Span) -> Source:
        if beside is not None and name in beside:
            return Source(f"{name}.spec", beside[name])
        for folder in folders:
            path = os.path.join(folder, f"{name}.spec")
            if os.path.isfile(path):
                return Source(path, read(path, MAX_SPEC_BYTES))
        known = [*(beside or ())]
        for folder in folders:
            with suppress(OSError):
                known += specs_in(folder)
        raise PzcError.at("E0130", f"no spec '{name}' to use", span, hint=nearest(name, known))

    return resolve


def unchanged(
    source: Source, used: Iterable[Sequence[str]], resolve: Callable[[str, Span], Source]
) -> list[Source] | None:
    """The specs that a spec used, if each is still found with the same text; else None. used: see
    `as_used`. Raises PzcError for a name that is now unknown, and ValueError or TypeError if `used`
    is not a list of used specs."""
    found = []
    for name, path, text in used:
        now = resolve(name, Span(source, 1, 1, 1, 1))
        if (now.name, now.text) != (path, text):
            return None
        found.append(now)
    return found


def as_used(used: Iterable[Source]) -> list[tuple[str, str, str]]:
    """Used specs as texts, for the cache: their names, paths and texts."""
    named = [(os.path.basename(source.name).removesuffix(".spec"), source) for source in used]
    return [(name, source.name, source.text) for name, source in named]


def as_source(text: str | Source, name: str) -> Source:
    """A text that was passed from Python. name: what it is, such as `puzzle`. Raises TypeError."""
    if isinstance(text, Source):
        return text
    if not isinstance(text, str):
        kind = type(text).__name__
        raise TypeError(f"the {name} must be its text, a str, not {kind}")
    return Source(f"<{name}>", text)


def read_puzzle(puzzle: str | None) -> Source:
    """The text of a puzzle: a path, `-` for standard input, the puzzle itself, or None for none.
    Raises PzcError."""
    if puzzle is None:
        return Source("<no puzzle>", "")
    if puzzle == "-":
        return Source("<stdin>", standard_input(MAX_PUZZLE_BYTES))
    if "\n" not in puzzle and len(puzzle) < 1024 and os.path.lexists(puzzle):
        return Source(puzzle, read(puzzle, MAX_PUZZLE_BYTES))
    if "\n" in puzzle or _looks_written(puzzle):
        return Source("<puzzle>", _argument(puzzle))
    raise _no_puzzle(puzzle)


def _no_puzzle(puzzle: str) -> PzcError:
    """The error for a word that is neither a puzzle nor the name of a file."""
    if not puzzle:
        hint = "leave it out where nothing need be given"
        return PzcError.at("E0503", "the name of the puzzle is empty", hint=hint)
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]*://|www\.", puzzle):
        hint = "copy the puzzle itself into a file"
        return PzcError.at("E0503", f"'{puzzle}' is an address; pzc reads no web pages", hint=hint)
    return PzcError.at("E0503", f"no file '{puzzle}'", hint=similar(puzzle))


def _argument(text: str) -> str:
    """An argument of the command line, which Python decoded by the locale, as UTF-8."""
    if text.isascii():
        return text
    return decode(text.encode(sys.getfilesystemencoding(), "surrogateescape"), "<puzzle>", 2**31)


def _looks_written(text: str) -> bool:
    """Whether a word on the command line is a puzzle rather than the name of a file."""
    return (
        len(text) >= 4
        and "/" not in text
        and not os.path.splitext(text)[1][1:].isalpha()
        and (
            " " in text
            or ":" in text
            or sum(c.isdigit() or c in ".-_*#?" for c in text) * 2 > len(text)
        )
    )
