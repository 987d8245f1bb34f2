"""From bytes to a `Source`: size, encoding, and whether it is text at all."""

from __future__ import annotations

from .diagnostics import Diagnostic, PzcError, Source, Span

LARGEST_SPEC = 1_000_000


def decode(name: str, data: bytes) -> Source:
    """The text of a file, read as UTF-8; a byte order mark at its start is dropped.

    Raises PzcError where it is no text.
    """
    if b"\0" in data:
        line = data[: data.index(b"\0")].count(b"\n") + 1
        raise PzcError([_binary(name, f"line {line} holds a NUL byte")])
    try:
        return Source(name, data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise PzcError([_binary(name, f"line {line} is not UTF-8")]) from None


def check_text(source: Source) -> Diagnostic | None:
    """What makes a text no spec before any of it is parsed: its size, binary content, emptiness."""
    text = source.text
    if len(text) > LARGEST_SPEC:
        return Diagnostic(
            "E0101",
            f"{source.name} is too large for a spec: {len(text):,} characters",
            expected=f"at most {LARGEST_SPEC:,} characters",
        )
    if "\0" in text or any("\ud800" <= c <= "\udfff" for c in text if not c.isascii()):
        return _binary(source.name, "it holds characters that no text has")
    if not any(line.strip() and not line.lstrip().startswith("#") for line in text.split("\n")):
        return Diagnostic(
            "E0103",
            f"{source.name} declares nothing",
            Span(source, 1, 1, 1, 1),
            expected='a spec, which begins with: puzzle "Its name"',
        )
    return None


def _binary(name: str, reason: str) -> Diagnostic:
    return Diagnostic(
        "E0102",
        f"{name} is not a text file: {reason}",
        expected="a text in UTF-8",
    )
