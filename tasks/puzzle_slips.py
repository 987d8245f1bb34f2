"""Recognise slips in puzzle files: headings left out, indented or without a colon, another sign for
an empty cell, lists without spaces, rows that are spaced in different ways, a margin that is not
all around the board, lines, places and directions with other names, lines with fewer or more values
than they have.

Runs only on texts with mistakes. Except for a name without its colon, a slip is recognised if the
text is read without a mistake once it is put right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations

from ..compiler.ground.reading import MARGINED, SIDES
from ..dsl.diagnostics import Diagnostic, PzcError, Source, Span
from ..dsl.puzzle import NOTES
from ..records import replace

Reads = Callable[[str], bool]

LONGEST_SIDE = 30  # the longest side of a board for which a line is completed
LARGEST = 8_000  # the longest text, in characters, that is tried in other forms

_HEADED = re.compile(r"([^\W\d]\w*)[ \t]*:(\s+\S.*)?\s*")
_EQUALS = re.compile(r"\s*([^\W\d]\w*)\s*=\s*(\S.*)")
_AROUND = " =\"'[]"  # what may stand around a name that is meant as a heading
_LINE = re.compile(r"(?i)(?P<of>r|row|c|col|column)[ \t_.-]?(?P<k>\d+)(?P<end>[ \t:]+)(?=\S)")
_AT_A_SIDE = re.compile(rf"(?P<side>{'|'.join(SIDES)})(?P<k>[1-9]\d?)\s+(?P<x>\S+)\s*")
_GAP = r"[ \t]*[,;:_/-]?[ \t]*"
# Other names of a cell, the likeliest first: `R1C2`, `row 1, column 2`, `(1,2)`, `1 2`.
_CELLS = [
    re.compile(rf"(?i)\br(?:ow)?{_GAP}(?P<r>\d+){_GAP}c(?:ol(?:umn)?)?{_GAP}(?P<c>\d+)\b"),
    re.compile(rf"[(\[](?P<r>\d+){_GAP}(?P<c>\d+)[)\]]"),
    re.compile(r"\b(?P<r>\d+)[ \t]*[,;]?[ \t]*(?P<c>\d+)\b"),
]
# How a cell is named, and how a row and a column are, as the two keys of a layer.
_NAMES = (r"r\g<r>c\g<c>", r"row\g<r> column\g<c>")
# Other signs and words for the directions.
_ARROWS = {
    other: sign
    for sign, others in (
        ("^", "↑ ⇧ n u north"),
        ("v", "↓ ⇩ s d south"),
        ("<", "← ⇦ w l west"),
        (">", "→ ⇨ e r east"),
    )
    for other in others.split()
}
# Mistakes in the places and values of a line.
_UNREAD = ("E0315", "E0320", "E0328")
_BLANK = re.compile(r"\bor '(.)'$")


def slip_in(
    error: PzcError, source: Source, names: Collection[str], reads: Reads
) -> PzcError | None:
    """The error for the first slip that would explain the mistakes of a puzzle or solution; None if
    no slip does, or the text is too long to try.

    names: of the sections that it may have. reads: whether a text is read without a mistake.
    """
    if len(source.text) > LARGEST:
        return None
    found = next(_slips(error, source, names, reads), None)
    return None if found is None else PzcError(found)


def _slips(
    error: PzcError, source: Source, names: Collection[str], reads: Reads
) -> Iterator[list[Diagnostic]]:
    """The diagnostics for each slip."""
    lines = source.text.split("\n")
    yield from _indented(source, lines, names, reads)
    if found := list(_without_colon(source, lines, names)):
        yield found
    yield from _value_without_colon(source, lines, names, reads)
    yield from _without_heading(source, lines, names, reads)
    yield from _run_together(error, lines, reads)
    yield from _spaced_differently(source, lines, reads)
    yield from _other_blank(error, source, reads)
    yield from _half_a_margin(error, source, lines, reads)
    yield from _named_otherwise(source, lines, reads)
    yield from _places_otherwise(error, source, lines, reads)
    yield from _other_arrows(error, lines, reads)
    yield from _one_value_a_line(source, lines, reads)
    yield from _lists_on_a_line(source, lines, names, reads)


def _indented(
    source: Source, lines: Sequence[str], names: Collection[str], reads: Reads
) -> Iterator[list[Diagnostic]]:
    """Headings with blanks before them."""
    heads = {
        number: line.lstrip()
        for number, line in enumerate(lines)
        if line[:1].isspace()
        and (found := _HEADED.fullmatch(line.lstrip()))
        and found[1] in (*NOTES, *names)
    }
    if heads and reads("\n".join(heads.get(n, line) for n, line in enumerate(lines))):
        expected = "no spaces before the name of a section"
        yield [
            Diagnostic(
                "E0305", f"'{head.rstrip()}' is indented", _whole(source, number + 1), expected
            )
            for number, head in heads.items()
        ]


def _without_colon(
    source: Source, lines: Sequence[str], names: Collection[str]
) -> Iterator[Diagnostic]:
    """`clue` or `clue =` on a line of its own, or `stars = 2`."""
    headed = {found[1] for found in map(_HEADED.fullmatch, lines) if found}
    for number, line in enumerate(lines, 1):
        name = line.strip(_AROUND)
        if len(name) > 1 and name in names and name not in headed:
            message = f"'{line.strip()}' is not a heading"
            yield Diagnostic("E0305", message, _whole(source, number), f"'{name}:'")
        elif (found := _EQUALS.fullmatch(line)) and found[1] in names and found[1] not in headed:
            message = f"'{line.strip()}' is not a heading with its value"
            expected = f"'{found[1]}: {found[2].strip()}'"
            yield Diagnostic("E0305", message, _whole(source, number), expected)


def _value_without_colon(
    source: Source, lines: Sequence[str], names: Collection[str], reads: Reads
) -> Iterator[list[Diagnostic]]:
    """`stars 2` below a picture."""
    for number, line in enumerate(lines):
        name, _, value = line.strip().partition(" ")
        if name in names and value.strip():
            written = f"{name}: {value.strip()}"
            if reads("\n".join([*lines[:number], written, *lines[number + 1 :]])):
                message = f"'{line.strip()}' is not a heading with its value"
                yield [Diagnostic("E0305", message, _whole(source, number + 1), f"'{written}'")]
                return


def _without_heading(
    source: Source, lines: Sequence[str], names: Collection[str], reads: Reads
) -> Iterator[list[Diagnostic]]:
    """A picture below a section that has its value on its line, such as the title."""
    heads = [_HEADED.fullmatch(line) for line in lines]
    headed = {found[1] for found in heads if found}
    for at, found in enumerate(heads):
        below = next((k for k in range(at + 1, len(lines)) if lines[k].strip()), None)
        if not found or not found[2] or found[1] not in (*NOTES, *names) or below is None:
            continue
        if heads[below] is None:
            tried = [
                name
                for name in names
                if name not in headed
                and reads("\n".join([*lines[:below], f"{name}:", *lines[below:]]))
            ]
            if tried:
                expected = " or ".join(f"'{name}:'" for name in tried) + " above it"
                hint = f"this line is read as part of the section '{found[1]}'"
                message, span = "the heading of this picture is missing", _whole(source, below + 1)
                yield [Diagnostic("E0305", message, span, expected, hint)]
                return


def _run_together(
    error: PzcError, lines: Sequence[str], reads: Reads
) -> Iterator[list[Diagnostic]]:
    """Members of a list without spaces between them: `24` for `2 4`, beside lists with spaces."""
    wrong = [(d, d.span) for d in error.diagnostics if d.code == "E0320" and d.span]
    apart = {span: " ".join(span.text) for _, span in wrong}
    read = [*lines]
    for span in sorted(apart, key=lambda span: -span.column):
        line = read[span.line - 1]
        read[span.line - 1] = line[: span.column - 1] + apart[span] + line[span.end_column - 1 :]
    if read != lines and reads("\n".join(read)):
        yield [replace(d, hint=f"if these are several, write '{apart[span]}'") for d, span in wrong]


def _spaced_differently(
    source: Source, lines: Sequence[str], reads: Reads
) -> Iterator[list[Diagnostic]]:
    """Spaces between the tokens of some rows of a picture only."""
    mixed: list[tuple[list[int], list[int]]] = []
    for first, end in _pictures(lines):
        rows = range(first, end)
        plain = [k for k in rows if re.fullmatch(r"\S{2,}", lines[k].strip())]
        spaced = [k for k in rows if re.fullmatch(r"\s*\S( +\S)+\s*", lines[k])]
        if plain and spaced:
            mixed.append((plain, spaced))
    narrow = {k for plain, _ in mixed for k in plain}
    wide = [" ".join(line.strip()) if k in narrow else line for k, line in enumerate(lines)]
    if mixed and reads("\n".join(wide)):
        plain, spaced = mixed[0]
        odd, has, others = spaced[0], "has", "have none"
        if len(plain) < len(spaced):
            odd, has, others = plain[0], "has no", "have them"
        message = f"this row {has} spaces between its cells, and others {others}"
        hint = "write all rows with spaces, or all without"
        yield [Diagnostic("E0310", message, _whole(source, odd + 1), hint=hint)]


def _other_blank(error: PzcError, source: Source, reads: Reads) -> Iterator[list[Diagnostic]]:
    """A sign of its own for empty cells."""
    strange = {d.span.text: d for d in error.diagnostics if d.code == "E0320" and d.span}
    token = max(strange, key=source.text.count, default="")
    blank = _BLANK.search(strange[token].expected or "") if token else None
    if blank is None or source.text.count(token) < 2:
        return
    alone = re.sub(rf"(?<!\S){re.escape(token)}(?!\S)", blank[1], source.text)
    if reads(alone) or reads(source.text.replace(token, blank[1])):
        yield [replace(strange[token], hint=f"an empty place is written '{blank[1]}'")]


def _half_a_margin(
    error: PzcError, source: Source, lines: Sequence[str], reads: Reads
) -> Iterator[list[Diagnostic]]:
    """A margin around a picture without its blank sides or corners."""
    if not any(d.code == "E0314" or MARGINED in d.message for d in error.diagnostics):
        return
    for first, end in _pictures(lines):
        picture = lines[first:end]
        rows = [line.split() for line in picture]
        spaced = any(len(row) > 1 for row in rows)
        cornered = [row if spaced else [*row[0]] for row in rows]
        for row in (cornered[0], cornered[-1]):
            missing = max(map(len, cornered)) - len(row)
            row[:0] = ["."] * (missing > 0)
            row += ["."] * (missing > 1)
        for count in range(len(SIDES)):
            for sides in combinations(SIDES[::-1], count):
                wider = [(" " if spaced else "").join(row) for row in _with_sides(cornered, sides)]
                if reads("\n".join([*lines[:first], *wider, *lines[end:]])):
                    what = f"no margin at the {' and the '.join(sides)}" if sides else "no corners"
                    message = f"the picture has {what}"
                    expected = "a margin of one all around the board, '.' where there is no clue"
                    hint = f"write its first row as '{wider[0]}' and its last as '{wider[-1]}'"
                    span = _whole(source, first + 1)
                    yield [Diagnostic("E0311", message, span, expected, hint)]
                    return


def _named_otherwise(
    source: Source, lines: Sequence[str], reads: Reads
) -> Iterator[list[Diagnostic]]:
    """`r1 2 1`, `row 1 2 1` and `Row1: 2 1` for `row1 2 1`."""
    odd: dict[int, tuple[str, str]] = {}
    for number, line in enumerate(lines):
        if found := _LINE.match(line):
            name = ("row" if found["of"].lower().startswith("r") else "column") + found["k"]
            if not line.startswith(f"{name} "):
                odd[number] = (found.group().rstrip(": \t"), f"{name} {line[found.end() :]}")
    if odd and reads("\n".join(odd.get(n, ("", line))[1] for n, line in enumerate(lines))):
        yield [
            Diagnostic("E0315", f"'{name}' names no line", _whole(source, n + 1), f"'{line}'")
            for n, (name, line) in odd.items()
        ]


def _places_otherwise(
    error: PzcError, source: Source, lines: Sequence[str], reads: Reads
) -> Iterator[list[Diagnostic]]:
    """`(1,2)`, `R1C2`, `1 2` and `row 1 column 2` for `r1c2`, or for `row1 column2`."""
    wrong = {d.span.line - 1 for d in error.diagnostics if d.code in _UNREAD and d.span}
    for pattern in _CELLS:
        for name in _NAMES:
            odd = {n: pattern.sub(name, lines[n], count=1) for n in wrong}
            odd = {n: line for n, line in odd.items() if line != lines[n]}
            if odd and reads("\n".join(odd.get(n, line) for n, line in enumerate(lines))):
                yield [
                    Diagnostic(
                        "E0315",
                        f"'{found.group()}' names no place",
                        Span(source, n + 1, found.start() + 1, n + 1, found.end() + 1),
                        f"'{line}'",
                    )
                    for n, line in sorted(odd.items())
                    if (found := pattern.search(lines[n]))
                ]
                return


def _other_arrows(
    error: PzcError, lines: Sequence[str], reads: Reads
) -> Iterator[list[Diagnostic]]:
    """`N`, `u` and other arrows for the directions."""
    wrong = [d for d in error.diagnostics if d.code == "E0320" and d.span]
    read: dict[int, str] = {}
    for d in sorted(wrong, key=lambda d: d.span.column if d.span else 0, reverse=True):
        assert d.span is not None
        sign, n = _ARROWS.get(d.span.text.lower()), d.span.line - 1
        if sign is not None:
            line = read.get(n, lines[n])
            read[n] = line[: d.span.column - 1] + sign + line[d.span.end_column - 1 :]
    if read and reads("\n".join(read.get(n, line) for n, line in enumerate(lines))):
        yield [
            replace(d, hint=f"write '{_ARROWS[d.span.text.lower()]}'")
            for d in wrong
            if d.span and d.span.text.lower() in _ARROWS
        ]


def _one_value_a_line(
    source: Source, lines: Sequence[str], reads: Reads
) -> Iterator[list[Diagnostic]]:
    """`top3 5` for `top . . 5`: only lists are written with the name of their side."""
    odd = {n: found for n, line in enumerate(lines) if (found := _AT_A_SIDE.fullmatch(line))}
    if not odd:
        return
    for length in range(max(int(found["k"]) for found in odd.values()), LONGEST_SIDE + 1):
        sides: dict[str, list[str]] = {}
        for found in odd.values():
            sides.setdefault(found["side"], ["."] * length)[int(found["k"]) - 1] = found["x"]
        whole = [" ".join((side, *values)) for side, values in sides.items()]
        first = min(odd)
        kept = [line for n, line in enumerate(lines) if n not in odd]
        if reads("\n".join([*kept[:first], *whole, *kept[first:]])):
            message = "a side has one line, with a value for each place"
            expected = " and ".join(f"'{line}'" for line in whole)
            yield [Diagnostic("E0312", message, _whole(source, first + 1), expected)]
            return


def _lists_on_a_line(
    source: Source, lines: Sequence[str], names: Collection[str], reads: Reads
) -> Iterator[list[Diagnostic]]:
    """`across: 2 1 1`, where the lists of the rows have a line each."""
    headed = ((n, _HEADED.fullmatch(line)) for n, line in enumerate(lines))
    odd = {
        n: [f"{found[1]}:", *found[2].split()]
        for n, found in headed
        if found and found[1] in names and len((found[2] or "").split()) > 1
    }
    for some in (odd, *({n: found} for n, found in odd.items())):
        spread = [some.get(n, [line]) for n, line in enumerate(lines)]
        if some and reads("\n".join(part for parts in spread for part in parts)):
            message = "each list has a line of its own, below the heading"
            yield [
                Diagnostic(
                    "E0327",
                    message,
                    _whole(source, n + 1),
                    f"a line for each of {', '.join(values)}",
                )
                for n, (_, *values) in some.items()
            ]
            return


def _pictures(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The numbers, from 0, of the first line and of the line after each picture."""
    first = 0
    for k, line in enumerate([*lines, ""]):
        if not line.strip() or _HEADED.fullmatch(line):
            if k - first > 1:
                yield first, k
            first = k + 1


def _with_sides(rows: Sequence[list[str]], sides: Collection[str]) -> list[list[str]]:
    """The rows of a picture with blanks added at some sides."""
    left, right = ["."] * ("left" in sides), ["."] * ("right" in sides)
    wider = [left + row + right for row in rows]
    blank = ["."] * len(wider[0])
    return [blank] * ("top" in sides) + wider + [blank] * ("bottom" in sides)


def _whole(source: Source, number: int) -> Span:
    """The span of a line, without the blanks around it."""
    line = source.line(number)
    start = len(line) - len(line.lstrip())
    return Span(source, number, start + 1, number, max(start + 1, len(line.rstrip())) + 1)
