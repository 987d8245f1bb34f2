"""The bundled specs: their names, what they are, and their example puzzles."""

from __future__ import annotations

import re
from pathlib import Path

from ..dsl.diagnostics import Diagnostic, PzcError, Source
from ..dsl.layout import arrange, chunks
from ..dsl.tokens import Token, unescape
from .files import LIBRARY, MAX_PUZZLE_BYTES, MAX_SPEC_BYTES, bundled, read

__all__ = ["SPECS", "bundled", "called", "example", "examples", "searched", "summaries"]

SPECS = Path(LIBRARY)


def summaries() -> list[tuple[str, str, str]]:
    """Name, title and summary of every bundled spec, from its first declarations."""
    out = []
    for name in bundled():
        text = read(str(SPECS / f"{name}.spec"), MAX_SPEC_BYTES)
        heads = [line for line in text.split("\n") if line.startswith(("puzzle", "about"))]
        header = {"puzzle": name, "about": ""}
        for chunk in chunks(Source(name, "\n".join(heads)), _ignore):
            match arrange(chunk, _ignore):
                case [word, Token(type="TEXT", text=quoted), *_]:
                    header[word.text] = unescape(quoted)
        out.append((name, header["puzzle"], header["about"]))
    return out


def searched(words: str) -> list[tuple[str, str, str]]:
    """The `summaries` in which every given word begins some word; first those whose name or title
    contains them."""
    wanted = _words(words)
    named, others = [], []
    for name, title, about in summaries():
        if _holds(_words(f"{name} {title}"), wanted):
            named.append((name, title, about))
        elif _holds(_words(f"{name} {title} {about}"), wanted):
            others.append((name, title, about))
    if wanted:  # the more of its name was said, the sooner
        named.sort(key=lambda spec: len(_words(spec[0])))
    return named + others


def called(words: str) -> list[str]:
    """The bundled specs that have all these words in their name or title."""
    wanted = _words(words)
    found = summaries() if wanted else []
    return [name for name, title, _ in found if set(wanted) <= set(_words(f"{name} {title}"))]


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.replace("_", " ").casefold())


def _holds(words: list[str], wanted: list[str]) -> bool:
    return all(any(word.startswith(part) for word in words) for part in wanted)


def _ignore(mistake: Diagnostic) -> None:
    """The bundled specs have none."""


def examples(spec: str) -> list[Path]:
    """The example puzzles of a bundled spec, sorted."""
    found = (SPECS / "examples" / spec).glob("*.puzzle")
    return sorted(found, key=lambda path: (len(path.name), path.name))


def example(spec: str, number: int) -> Source:
    """An example puzzle of a bundled spec, by its number from 1. Raises PzcError."""
    found = examples(spec)
    if number > len(found):
        have = f"{spec} has {len(found)}" if found else f"{spec} has none"
        raise PzcError.at("E0513", f"no example {number}: {have}")
    return Source(str(found[number - 1]), read(str(found[number - 1]), MAX_PUZZLE_BYTES))
