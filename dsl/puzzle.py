"""Puzzle and solution files as sections of text, before their meaning is known.

A file is a run of sections, each headed by `name:`, with a value behind the heading or lines below
it, or a single bare picture without a heading.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from ..records import record
from .diagnostics import (
    MOST_MISTAKES,
    Diagnostic,
    Mistakes,
    PzcError,
    Source,
    Span,
    nearest,
    one_of,
)

MAX_TEXT = 10_000_000
NOTES = ("title", "author", "source", "note", "licence")

# Invisible characters that are allowed in a text: the tab, and those that join emoji.
JOINING = "\t\u200d"

SIZE = re.compile(r"\s*(\d+)(?:\s*[x×*,; ]\s*(\d+))?\s*")  # a number, or two as 9x9
_HEADING = re.compile(r"([^\W\d]\w*)[ \t]*:(?=\s|$)(.*)$")


class Line:
    """One line of a section: its number in the file (from 1), its text without trailing blanks, and
    the column in which this begins."""

    __slots__ = ("column", "number", "source", "text")

    def __init__(self, source: Source, number: int, text: str, column: int = 1) -> None:
        self.source = source
        self.number = number
        self.text = text
        self.column = column

    def tokens(self) -> list[Token]:
        """The words of the line."""
        text, end = self.text, 0
        tokens: list[Token] = []
        for word in text.split():
            start = text.index(word, end)
            end = start + len(word)
            tokens.append(Token(word, self, start, end))
        return tokens

    def characters(self) -> list[Token]:
        """The line's characters, one token each, without the indentation."""
        start = len(self.text) - len(self.text.lstrip())
        return [Token(c, self, i, i + 1) for i, c in enumerate(self.text[start:], start)]

    def span(self, start: int, end: int) -> Span:
        """The span of text[start:end]."""
        return Span(self.source, self.number, self.column + start, self.number, self.column + end)

    def character(self, character: str) -> Span:
        """The span of the first occurrence of a character."""
        at = self.text.index(character)
        return self.span(at, at + 1)

    def whole(self) -> Span:
        return self.span(0, max(1, len(self.text)))


class Token:
    """A part of a line that stands for one value: line.text[start:end], or what it is read as."""

    __slots__ = ("end", "line", "start", "text")

    def __init__(self, text: str, line: Line, start: int, end: int) -> None:
        self.text = text
        self.line = line
        self.start = start
        self.end = end

    @property
    def span(self) -> Span:
        return self.line.span(self.start, self.end)


@record
class Section:
    """A section of a file. heading: the span of the name (the start of a bare section). inline: the
    rest of the heading's line."""

    name: str
    heading: Span
    inline: Line | None
    lines: tuple[Line, ...]

    def filled(self) -> list[Line]:
        """The lines that are not empty, first the rest of the heading's line."""
        first = [self.inline] if self.inline is not None else []
        return first + [line for line in self.lines if line.text.strip()]

    def text(self) -> str:
        """The text of the section in its file."""
        inline = f" {self.inline.text.strip()}" if self.inline is not None else ""
        lines = [line.text for line in self.lines]
        while lines and not lines[-1]:
            lines.pop()
        return "\n".join([f"{self.name}:{inline}", *lines]) + "\n"

    def paragraphs(self) -> list[list[Line]]:
        """The lines between empty lines."""
        out: list[list[Line]] = [[]]
        for line in self.lines:
            if line.text.strip():
                out[-1].append(line)
            elif out[-1]:
                out.append([])
        return [p for p in out if p]


@record
class PuzzleText:
    """A file cut into sections. bare: the lines before any heading, if there are any."""

    source: Source
    sections: dict[str, Section]
    bare: Section | None


def read_sections(
    source: Source,
    names: Collection[str],
    commented: Collection[str] = (),
    sizes: Sequence[str] = (),
) -> PuzzleText:
    """Cut a puzzle file into sections. names: the sections that the spec allows. commented: those
    in which a line that begins with `#` is a comment; such a line is also a comment above all
    headings, if every section has a heading. sizes: those with the height and the width of the
    grid.

    Raises PzcError for a file too large or not text, a heading of an unknown name, a section that
    comes twice, and characters that cannot be seen.
    """
    if len(source.text) > MAX_TEXT:
        raise PzcError.at(
            "E0302", f"{source.name} has {len(source.text):,} characters; at most {MAX_TEXT:,}"
        )
    problems = Mistakes()
    heads: dict[str, tuple[Span, Line | None]] = {}
    bare: list[Line] = []
    bodies: dict[str, list[Line]] = {}
    current, within = bare, ""
    for number, text in enumerate(source.text.split("\n"), 1):
        line = Line(source, number, text.rstrip())
        if "\0" in text:
            message, expected = "this is not a text", "a puzzle file in UTF-8"
            raise PzcError.at("E0301", message, line.character("\0"), expected=expected)
        if within in commented and _is_comment(line):
            continue
        found = _HEADING.match(line.text)
        if not found or (len(found.group(1)) == 1 and found.group(1) not in names):
            current.append(line)  # `a:` may be a row of a picture
            continue
        name, rest = found.groups()
        within = name
        span = line.span(0, len(name))
        if name not in names and name not in NOTES:
            above = next((n for n in reversed(heads) if n in names), None)
            hint = _size_hint(name, rest, sizes) or _heading_hint(name, rest, names, above)
            expected = one_of([f"'{n}:'" for n in names]) or "no section"
            problems.add(Diagnostic("E0303", f"unknown section '{name}'", span, expected, hint))
        elif name in heads:
            first = heads[name][0].line
            problems.add(
                Diagnostic("E0304", f"section '{name}' occurs twice; first in line {first}", span)
            )
        column = found.start(2) + len(rest) - len(rest.lstrip()) + 1
        inline = Line(source, number, rest.strip(), column) if rest.strip() else None
        current = []
        if name not in heads:
            heads[name], bodies[name] = (span, inline), current
    if all(name in heads or name in commented for name in names):
        bare = [line for line in bare if not _is_comment(line)]
    for body in (bare, *(b for name, b in bodies.items() if name not in NOTES)):
        problems.add(*_unseen(body))
    problems.check()
    sections = {
        name: Section(name, span, inline, _trim(bodies[name]))
        for name, (span, inline) in heads.items()
    }
    lines = _trim(bare)
    if not lines:
        return PuzzleText(source, sections, None)
    return PuzzleText(source, sections, Section("", lines[0].span(0, 1), None, lines))


def _size_hint(name: str, rest: str, sizes: Sequence[str]) -> str | None:
    """The hint for `size: 3x5`: the sections of the height and the width."""
    found = SIZE.fullmatch(rest)
    if found is None or not sizes or not (found[2] or name.lower() in ("size", "grid", "board")):
        return None
    height, width = found[1], found[2] or found[1]
    first, *others = dict(zip(sizes, (height, width), strict=False)).items()
    hint = f"write `{first[0]}: {first[1]}`"
    return hint + "".join(f", and `{name}: {value}` in another line" for name, value in others)


def _heading_hint(name: str, rest: str, names: Collection[str], above: str | None) -> str | None:
    """The hint for an unknown section: a name like it, or that it is a line of the section above.

    Words of one or two letters are like too many others."""
    hint = nearest(name, [*names, *NOTES])
    if rest.strip() and above is not None and (hint is None or len(name) <= 2):
        return f"a line of section '{above}' has no colon"
    return hint


def _is_comment(line: Line) -> bool:
    return line.text.lstrip().startswith("#")


def _unseen(lines: list[Line]) -> list[Diagnostic]:
    """Report invisible characters, which would count as values."""
    found = [
        (line, c)
        for line in lines
        if not line.text.isprintable()  # the common case first
        for c in dict.fromkeys(line.text)
        if not _is_seen(c)
    ]
    return [
        Diagnostic(
            "E0309",
            f"the character U+{ord(c):04X} has no meaning here",
            line.character(c),
            hint="write a normal space" if c.isspace() else "delete it; it cannot be seen",
        )
        for line, c in found[: MOST_MISTAKES + 1]
    ]


def _is_seen(character: str) -> bool:
    return character.isprintable() or character in JOINING


def _trim(lines: list[Line]) -> tuple[Line, ...]:
    """The lines without the empty ones at both ends."""
    start, end = 0, len(lines)
    while start < end and not lines[start].text.strip():
        start += 1
    while end > start and not lines[end - 1].text.strip():
        end -= 1
    return tuple(lines[start:end])
