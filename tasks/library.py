"""The bundled specs: their names, what they are, and their example puzzles."""

from __future__ import annotations

from pathlib import Path

from ..dsl.diagnostics import Diagnostic, PzcError, Source
from ..dsl.layout import arrange, chunks
from ..dsl.tokens import Token, unescape
from .texts import LIBRARY, MAX_PUZZLE_BYTES, MAX_SPEC_BYTES, bundled, read

__all__ = ["SPECS", "bundled", "example", "examples", "summaries"]

SPECS = Path(LIBRARY)


def summaries() -> list[tuple[str, str, str]]:
    """Name, title and summary of every bundled spec, from the lines that tell them."""
    out = []
    for name in bundled():
        text = read(str(SPECS / f"{name}.spec"), MAX_SPEC_BYTES)
        heads = [line for line in text.split("\n") if line.startswith(("puzzle", "about"))]
        told = {"puzzle": name, "about": ""}
        for chunk in chunks(Source(name, "\n".join(heads)), _ignore):
            match arrange(chunk, _ignore):
                case [word, Token(type="TEXT", text=quoted), *_]:
                    told[word.text] = unescape(quoted)
        out.append((name, told["puzzle"], told["about"]))
    return out


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
