"""Diagnostics: what is wrong in a text, where, and how to fix it.

A `Source` is a text with the name it was read under, a `Span` a part of it, a `Diagnostic` one
mistake with a stable code. `PzcError` is raised with one or more of them; `Diagnostic.show` formats
one the way compilers do, with the source line and a caret."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from ..records import field, record, replace

# Stop after this many mistakes: finding more costs time, and nobody reads them all.
MOST_MISTAKES = 20

# Stop after this many places, too, where mistakes are repeated.
MOST_PLACES = 500

# Name at most this many other lines with the same mistake.
MOST_LINES = 8

# Mistakes in a name: where it is written again, the same mistake is repeated.
REPEATED = frozenset({"E0202", "E0203", "E0204", "E0205", "E0207", "E0208"})


@record
class Source:
    """A text and the name it was read under: a path, `<stdin>`, or a bundled spec's name."""

    name: str
    text: str = field(repr=False)

    def line(self, number: int) -> str:
        """The line with this number (from 1), without its line break; empty past the end."""
        lines = self.text.split("\n")
        return lines[number - 1].rstrip("\r") if 1 <= number <= len(lines) else ""


@record
class Span:
    """A part of a source: lines and columns count from 1, the end column is exclusive."""

    source: Source
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of the other."""
        return Span(self.source, self.line, self.column, other.end_line, other.end_column)

    def has(self, other: Span) -> bool:
        """Whether another span lies in this one."""
        return (
            self.source is other.source
            and (self.line, self.column) <= (other.line, other.column)
            and (other.end_line, other.end_column) <= (self.end_line, self.end_column)
        )

    @property
    def text(self) -> str:
        """The text of the span, on one line, with runs of blanks as one."""
        lines = [self.source.line(n) for n in range(self.line, self.end_line + 1)]
        lines[-1] = lines[-1][: self.end_column - 1]
        lines[0] = lines[0][self.column - 1 :]
        return " ".join(" ".join(lines).split())

    def line_from(self, other: Span) -> str:
        """The line in words, for a mistake elsewhere: "line 4", or "line 4 of base.spec" where that
        is another file."""
        of = "" if self.source.name == other.source.name else f" of {self.source.name}"
        return f"line {self.line}{of}"


@record
class Edit:
    """A change of a text: replace the span (within one line) by `text`."""

    span: Span
    text: str


@record
class Diagnostic:
    """One mistake.

    code: stable, e.g. "E0203" (see docs/diagnostics.md). message: what is wrong, one line.
    expected: what is allowed here. hint: how to fix it. edits: the hint as changes of the text, if
    these are known to fix it. also: further places of the same mistake, in the same text and in
    its order."""

    code: str
    message: str
    span: Span | None = None
    expected: str | None = None
    hint: str | None = None
    edits: tuple[Edit, ...] = ()
    also: tuple[Span, ...] = ()

    def show(self) -> str:
        """The diagnostic as lines of text: place, message, source line, carets, other lines with
        the same mistake, expected, hint."""
        kind = "warning" if self.code.startswith("W") else "error"
        if self.span is None:
            lines = [f"{kind}[{self.code}]: {self.message}"]
        else:
            span = self.span
            text = _printable(span.source.line(span.line))
            last = span.end_column if span.end_line == span.line else len(text) + 1
            width = max(1, min(last, len(text) + 1) - span.column)
            text, column, width = _window(text, span.column, width)
            carets = f"{' ' * (column - 1)}{'^' * width}"
            beside, elsewhere = self._others(span)
            for other in beside:
                start = column + other.column - span.column
                carets = f"{carets:{start - 1}}{'^' * (other.end_column - other.column)}"
            name = visible(span.source.name).replace("\n", "\\u000a")
            place = f"{name}:{span.line}:{span.column}"
            number = str(span.line)
            margin = " " * len(number)
            lines = [
                f"{place}: {kind}[{self.code}]: {self.message}",
                f" {margin} |",
                f" {number} | {text}",
                f" {margin} | {carets[: len(text) + 1]}",
            ]
            if elsewhere:
                lines.append(f"   also in {elsewhere}")
        if self.expected:
            lines.append(f"   expected: {self.expected}")
        if self.hint:
            lines.append(f"   hint: {self.hint}")
        return "\n".join(lines)

    def _others(self, span: Span) -> tuple[list[Span], str]:
        """The further places in the line of a span, and the other lines in words."""
        here = [other for other in self.also if other.line == span.line]
        lines = list(dict.fromkeys(other.line for other in self.also if other.line != span.line))
        words = [f"{line}" for line in lines]
        if len(lines) > MOST_LINES:
            words[MOST_LINES - 1 :] = [f"{len(lines) - MOST_LINES + 1} others"]
        return here, f"line{'s' * (len(words) > 1)} {listed(words)}" if words else ""


def in_order(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Diagnostics by text and place; the note that there may be more comes last."""

    def place(diagnostic: Diagnostic) -> tuple[bool, str, int, int]:
        span = diagnostic.span
        where = (span.source.name, span.line, span.column) if span else ("", 0, 0)
        return (diagnostic.code == "E0100", *where)

    return sorted(found, key=place)


def joined(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Diagnostics, with those of a repeated mistake as one, at its first place."""
    return [_one(group) for group in grouped(found)]


def grouped(found: Iterable[Diagnostic]) -> list[list[Diagnostic]]:
    """Diagnostics, with those of a repeated mistake together."""
    groups: dict[Hashable, list[Diagnostic]] = {}
    for diagnostic in found:
        groups.setdefault(sameness(diagnostic), []).append(diagnostic)
    return list(groups.values())


def _one(group: Sequence[Diagnostic]) -> Diagnostic:
    """The diagnostic of a mistake, from those of its places."""
    first, *others = group
    if not others:
        return first
    places = [span for one in others for span in (one.span, *one.also) if span is not None]
    edits = [edit for one in group for edit in one.edits]
    return replace(first, edits=tuple(edits), also=(*first.also, *places))


def sameness(diagnostic: Diagnostic) -> Hashable:
    """What the diagnostics of a repeated mistake have in common. Only a mistake in a name is
    repeated: where the name is written again."""
    words = (diagnostic.code, diagnostic.message, diagnostic.expected, diagnostic.hint)
    if diagnostic.code not in REPEATED or diagnostic.span is None:
        return (*words, diagnostic.span)
    return (*words, diagnostic.span.source.name)


def apart(diagnostic: Diagnostic) -> list[Diagnostic]:
    """A diagnostic without edits for each place of a mistake."""
    places = (diagnostic.span, *diagnostic.also)
    return [replace(diagnostic, span=place, edits=(), also=()) for place in places]


def as_json(diagnostic: Diagnostic) -> dict[str, Any]:
    """A diagnostic as a JSON object, without the fields of a place if it has none."""
    return {
        "code": diagnostic.code,
        "message": diagnostic.message,
        **({} if diagnostic.span is None else _place(diagnostic.span)),
        "expected": diagnostic.expected,
        "hint": diagnostic.hint,
        "edits": [{**_place(edit.span), "text": edit.text} for edit in diagnostic.edits],
        "also": [_place(span) for span in diagnostic.also],
    }


def _place(span: Span) -> dict[str, Any]:
    return {
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


class PzcError(Exception):
    """A mistake in a spec, a puzzle or a command, with its diagnostics."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        found = list(diagnostics)
        if len(found) > MOST_MISTAKES and found[MOST_MISTAKES].code != "E0100":
            found[MOST_MISTAKES:] = [more(found[MOST_MISTAKES].span)]
        self.diagnostics = tuple(found)
        super().__init__("\n".join(d.show() for d in self.diagnostics))

    @classmethod
    def at(
        cls,
        code: str,
        message: str,
        span: Span | None = None,
        *,
        expected: str | None = None,
        hint: str | None = None,
    ) -> PzcError:
        """An error of a single diagnostic."""
        return cls([Diagnostic(code, message, span, expected, hint)])


class Mistakes:
    """Collects mistakes, to raise them together as a PzcError: in `check`, or at once when there
    are more than are shown, because finding and wording a mistake takes much longer than reading
    on."""

    def __init__(self, found: Iterable[Diagnostic] = ()) -> None:
        self._found: list[Diagnostic] = []
        for diagnostic in found:
            self.add(diagnostic)

    def add(self, *found: Diagnostic) -> None:
        """Add diagnostics. Raises PzcError once there are more than are shown."""
        self._found += found
        if len(self._found) > MOST_MISTAKES:
            self.check()

    def check(self) -> None:
        """Raise PzcError if there are any."""
        if self._found:
            raise PzcError(self._found)


def more(span: Span | None) -> Diagnostic:
    """The note after the last reported mistake. span: where checking stopped."""
    return Diagnostic(
        "E0100", f"these are the first {MOST_MISTAKES} mistakes; there may be more", span
    )


def counted(count: int, noun: str) -> str:
    """`1 solution`, `2 solutions`."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")


def listed(words: Iterable[str], last: str = "and") -> str:
    """`a, b and c`; `a and b, and c` if a list is among them."""
    *some, end = [*words] or [""]
    if not some:
        return end
    comma = "," if any(f" {last} " in word for word in (*some, end)) else ""
    return f"{', '.join(some)}{comma} {last} {end}"


def one_of(words: Sequence[str]) -> str:
    """`one of a, b`; a single word alone."""
    return f"one of {', '.join(words)}" if len(words) > 1 else "".join(words)


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate most like a word, as a hint ("did you mean 'cells'?"), or None."""
    found = most_like(word, candidates, 1, 0.6)
    return f"did you mean '{found[0]}'?" if found else None


def most_like(word: str, candidates: Iterable[str], most: int, cutoff: float) -> list[str]:
    """The candidates most like a word, the most like one first: all that differ in upper and lower
    case only; if there are none, those that are as like as `cutoff`, at most `most` of them, see
    `difflib.get_close_matches`; of these, first those with the same letters in another order."""
    from difflib import get_close_matches

    known = sorted(set(candidates))
    same = [other for other in known if other.lower() == word.lower()]
    close = same or get_close_matches(word, known, max(most, 3), cutoff)
    found = sorted(close, key=lambda other: sorted(other) != sorted(word))
    return same or found[:most]


# Characters that control a terminal (C0 and C1 except tab and line feed), change the direction or
# the lines of the text around them, are invisible, or cannot be encoded. The zero-width joiner and
# non-joiner are kept.
_STEERING = (
    "[\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f"
    "\ud800-\udfff\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)


def visible(text: str) -> str:
    r"""A text safe to print: control characters and invisible ones are escaped as in JSON,
    `\u001b`. A text in JSON stays valid, with the same meaning."""
    return text if text.isprintable() else re.sub(_STEERING, _escaped, text)


def _escaped(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[k : k + 4]}" for k in range(0, len(units), 4))


def _printable(line: str) -> str:
    return "".join(c if c.isprintable() else " " if c == "\t" else "·" for c in line)


def _window(text: str, column: int, width: int, limit: int = 120) -> tuple[str, int, int]:
    """Shorten a long line to the part around its caret; columns count from 1."""
    if len(text) <= limit:
        return text, column, width
    start = max(0, column - 1 - limit // 2)
    cut = text[start : start + limit]
    head = "…" if start else ""
    tail = "…" if start + limit < len(text) else ""
    column = column - start + len(head)
    return head + cut + tail, column, max(1, min(width, len(head + cut) - column + 1))
