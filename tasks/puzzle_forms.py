"""Recognise texts in other formats that were given as puzzles, and hint how to convert them.

Runs only on texts with mistakes, so that no valid puzzle is mistaken for something else. A form
that can be converted to a puzzle (CSV, a framed grid, spaces for empty cells) is recognised if the
converted text is read without a mistake.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Iterator

from ..dsl.diagnostics import Diagnostic, PzcError, Source, Span
from ..dsl.layout import DECLARATIONS
from ..dsl.puzzle import SIZE
from ..records import replace
from .puzzle_slips import LARGEST, Reads, slip_in

ADDRESS = re.compile(r"\s*(?:[a-z][a-z0-9+.-]*://|www\.)\S+\s*", re.IGNORECASE)
PLAIN = "`pzc solve … --format plain` writes what can be read again"

_DRAWN = re.compile("[\u2500-\u257f]")
_RULED = re.compile(r"\s*(?:[+|]?(?:[-=]{2,}[+|]?)+|\+(?:[-=]+\+)+)\s*")
_DECLARATION = re.compile(rf"(?:{'|'.join(DECLARATIONS)})\b.*[\w\"):=]", re.MULTILINE)
_VALUE = re.compile(r"([^\W\d]\w*)\s*[=:]?\s*(\S.*?)\s*")
_HEADING = re.compile(r"\s*[^\W\d]\w*:(\s|$)")
SHORTEST_LINE = 16  # the fewest characters of a square board on one line: 4 x 4
_QUOTES = re.compile("[\"']")
# What separates the values of a table.
_TABLES = {",": "CSV", ";": "CSV", "\t": "a table with tabs", "|": "a table with bars"}
_EMPTY = {"", "0", ".", "-", "_"}


def explained(
    error: PzcError,
    source: Source,
    names: list[str],
    found: Collection[str],
    reads: Reads,
    shifted: bool,
) -> PzcError:
    """The error for a puzzle with mistakes: its actual format, if recognised, else the mistakes.

    names: of the sections that it may have. found: of the layers to be found. reads: whether a text
    is read without a mistake. shifted: rows may be shifted (hexagons), so spaces before them are
    not empty cells.
    """
    codes = {d.code for d in error.diagnostics}
    if not all(code.startswith("E03") or code in ("E0100", "E0409") for code in codes):
        return error
    if reads(source.text):  # the mistakes come from layers that are open
        return error
    if (other := other_form(error, source, names, reads, shifted)) is not None:
        return other
    if (form := next(_several(source, _filled(source), reads), None)) is not None:
        return PzcError([form])
    return PzcError([_of_the_solution(d, found) for d in error.diagnostics])


def other_form(
    error: PzcError, source: Source, names: Collection[str], reads: Reads, shifted: bool
) -> PzcError | None:
    """The error for a puzzle or solution in another format, or with a slip; None if it is
    neither. See `explained`."""
    if (form := form_of(source)) is not None:
        return PzcError([form])
    if (slip := slip_in(error, source, names, reads)) is not None:
        return slip
    form = next(_readable(source, names, reads, shifted), None)
    return None if form is None else PzcError([form])


def _filled(source: Source) -> list[str]:
    """The lines of a text that are not blank."""
    return [line for line in source.text.split("\n") if line.strip()]


def _of_the_solution(mistake: Diagnostic, found: Collection[str]) -> Diagnostic:
    """A mistake; for an unknown section named like a found layer, with a hint that says so."""
    name = mistake.span.text if mistake.code == "E0303" and mistake.span else None
    similar = (mistake.hint or "").startswith("did you mean")
    if name not in found or similar:
        return mistake
    return replace(mistake, hint=f"'{name}' is to be found; a puzzle file has only what is given")


def form_of(source: Source) -> Diagnostic | None:
    """The diagnostic for a text that is neither a puzzle nor a solution of any spec."""
    text = source.text.strip()
    if os.path.isfile(text):  # from Python: the command line reads files
        return _diagnostic(source, "this is the name of a file", "read its text: open(…).read()")
    if ADDRESS.fullmatch(text):
        return _diagnostic(
            source, "this is an address", "pzc reads no web pages: copy the puzzle itself"
        )
    if _DRAWN.search(text):
        row = next(n for n, line in enumerate(text.split("\n"), 1) if _DRAWN.search(line))
        return _diagnostic(source, "this is a drawing, which shows walls and more", PLAIN, row)
    if text.startswith("<") and text.endswith(">"):
        hint = "pzc reads no web pages: copy the puzzle itself"
        return _diagnostic(source, "this is HTML or XML", hint)
    if len(_DECLARATION.findall(text)) > 1 and re.search(r"^(find|rule)\b", text, re.MULTILINE):
        hint = "the spec comes first: pzc COMMAND SPEC PUZZLE"
        return _diagnostic(source, "this is a spec, not a puzzle", hint)
    return None


def _diagnostic(source: Source, message: str, hint: str, line: int = 1) -> Diagnostic:
    length = max(1, len(source.line(line)))
    return Diagnostic("E0333", message, Span(source, line, 1, line, length + 1), hint=hint)


def _readable(
    source: Source, names: Collection[str], reads: Reads, shifted: bool
) -> Iterator[Diagnostic]:
    """The diagnostics for forms that are read without a mistake once they are converted."""
    text = source.text
    lines = _filled(source)
    if shifted:
        lines = [line.lstrip() for line in lines]
    if not lines or len(text) > LARGEST:
        return
    if (data := _json(text)) is not None:
        own = "write it as pictures and `name: value` lines"
        yield _diagnostic(source, "this is JSON", _written(_from_json(data), reads) or own)
    if _QUOTES.search(text) and reads(_QUOTES.sub("", text)):
        row = next(n for n, line in enumerate(text.split("\n"), 1) if _QUOTES.search(line))
        yield _diagnostic(source, "values have no quotes", "leave them out", row)
    for mark, name in _TABLES.items():
        rows = [[cell.strip().strip("\"'") for cell in line.split(mark)] for line in lines]
        if len(lines) > 1 and len(rows[0]) > 1:
            if hint := _written(_rows(rows), reads):
                yield _diagnostic(source, f"this is {name}", hint)
            elif len(rows[0]) > 2 and len({len(row) for row in rows}) == 1:
                hint = "write spaces between the values, and '.' where there is none"
                yield _diagnostic(source, f"this is {name}", hint)
    if any(_RULED.fullmatch(line) for line in lines):
        rows = [re.sub(r"[|+]", " ", line).split() for line in lines if not _RULED.fullmatch(line)]
        if framed := _written(_rows(rows), reads):
            yield _diagnostic(source, "this picture has a frame", f"leave the frame out; {framed}")
    if (value := as_value(text, names, reads)) is not None:
        yield _diagnostic(source, "a value follows its name and a colon", f"write '{value}'")
    if not any(_HEADING.match(line) for line in lines):
        yield from _sized(source, lines, reads)
        yield from _blank_cells(source, lines, reads)


def as_value(text: str, names: Collection[str], reads: Reads) -> str | None:
    """`n=8` and `8` as `n: 8`, if this is read without a mistake; else None."""
    found = _VALUE.fullmatch(text.strip())
    if found is None and not text.strip().isdecimal():
        return None
    own = [found[1]] if found else names
    value = found[2] if found else text.strip()
    readable = [f"{name}: {value}" for name in own if name in names and reads(f"{name}: {value}")]
    return readable[0] if len(readable) == 1 else None


def _rows(rows: list[list[str]]) -> Iterator[str]:
    """A table as pictures: as it is, and with empty cells and zeros as dots."""
    for empty in ({""}, _EMPTY):
        yield "\n".join(" ".join("." if c in empty else c for c in row) for row in rows)


def _written(texts: Iterator[str], reads: Reads) -> str | None:
    """The hint for the first of some converted texts that is read without a mistake."""
    for text in texts:
        if reads(text):
            first, _, rest = text.partition("\n")
            return f"write the first row as '{first}'" if rest else f"write '{first}'"
    return None


def _json(text: str) -> object:
    if text.lstrip()[:1] not in ("[", "{"):
        return None
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found


def _from_json(data: object) -> Iterator[str]:
    if isinstance(data, list) and data and all(isinstance(row, list) for row in data):
        yield from _rows([["" if c is None else str(c) for c in row] for row in data])
    elif isinstance(data, dict) and len(data) == 1:
        yield from _from_json(next(iter(data.values())))


def _sized(source: Source, lines: list[str], reads: Reads) -> Iterator[Diagnostic]:
    """A picture below its size."""
    if len(lines) > 1 and SIZE.fullmatch(lines[0]) and reads("\n".join(lines[1:])):
        number = source.text.split("\n").index(lines[0]) + 1
        hint = "leave the line out: the size follows from the picture"
        yield _diagnostic(source, "this line is the size of the board", hint, number)


def _blank_cells(source: Source, lines: list[str], reads: Reads) -> Iterator[Diagnostic]:
    """A picture with spaces for empty cells, with or without spaces between the cells."""
    width = max(map(len, lines))
    if re.search(r"[^\W\d_]{2,}", source.text):  # words are not cells
        return
    for step in (1, 2):
        if not any(" " in line.rstrip()[::step] for line in lines):
            continue
        cells = [line.ljust(width)[::step] for line in lines]
        between = "".join(line.ljust(width)[1::2] for line in lines) if step == 2 else ""
        if not between.strip():
            for rows in ([list(row) for row in cells], [list(row) for row in _wider(cells)]):
                dotted = [["" if c == " " else c for c in row] for row in rows]
                if row := _written(_rows(dotted), reads):
                    hint = f"an empty cell is written '.', spaces only separate the cells; {row}"
                    yield _diagnostic(source, "spaces are not cells", hint)


def _wider(rows: list[str]) -> list[str]:
    """Rows of a square board whose last columns are empty."""
    return [row.ljust(len(rows)) for row in rows]


def _several(source: Source, lines: list[str], reads: Reads) -> Iterator[Diagnostic]:
    """Several puzzles, one below the other."""
    blocks = [b for b in re.split(r"\n\s*\n", source.text.strip("\n")) if b.strip()]
    for parts, per in ((blocks, " --per block"), (lines, "")):
        shapes = {_shape(part) for part in parts}
        alike = len(parts) > 1 and len(shapes) == 1 and "\n" in parts[0]
        if not per:
            alike = len(parts) > 1 and len(shapes) == 1 and len(parts[0]) >= SHORTEST_LINE
        if alike and all(map(reads, parts[:20])):
            file = source.name if not source.name.startswith("<") else "FILE"
            hint = f"`pzc solve SPEC --batch {file}{per}` solves one after another"
            yield _diagnostic(source, f"these are {len(parts)} puzzles", hint)


def _shape(part: str) -> tuple[object, ...]:
    """What several puzzles in one file have in common: their headings, or their size."""
    lines = part.split("\n")
    headings = tuple(line.split(":")[0] for line in lines if _HEADING.match(line))
    return headings or (len(lines), len(lines[0].split()) if " " in part else len(lines[0]))
