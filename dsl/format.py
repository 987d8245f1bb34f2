"""`pzc fmt`: the canonical layout of a spec.

Four blanks a block, one around operators, none inside brackets, at most one empty line in a row.
Comments stay, and so do the columns in which an author aligned the heads of declarations. Only the
space between tokens changes, so the syntax tree stays the same; formatting twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..records import record
from .diagnostics import Source
from .layout import OPENING, RULE_TYPES, VALUE_ENDS, Chunk, arrange, chunks
from .parser import parse_spec
from .tokens import Token

STEP = 4

_MARKS = ("_NEWLINE", "_INDENT", "_DEDENT")
_CLOSERS = frozenset(OPENING.values())
_ARITHMETIC = frozenset(["PLUS", "MINUS", "STAR", "SLASH", "PERCENT", "AMPERSAND"])
_WITHOUT_SPACE_BEFORE = _CLOSERS | {"COMMA", "DOT", "RANGE", "FRAGMENT", "OPEN_HOLE"}
_WITHOUT_SPACE_AFTER = frozenset(OPENING) | {"DOT", "RANGE", "FRAGMENT", "CLOSE_HOLE"}
_PARTS_OF_SUMS = _ARITHMETIC | VALUE_ENDS | frozenset(OPENING) | {"DOT", "RANGE"}
# Two braces side by side would mean a brace of the sentence.
_APART = (("OPEN_HOLE", "LBRACE"), ("RBRACE", "CLOSE_HOLE"))
_DOMAIN_HEADS = ("GIVEN", "FIND", "PARAM")
_ALIGNED_BEFORE = {
    "PARAM": ("COLON", "EQUAL"),
    "GIVEN": ("COLON",),
    "FIND": ("COLON",),
    "LET": ("EQUAL",),
    "DEFINE": ("EQUAL",),
    "THINGS": ("EQUAL",),
}


@record
class CodeLine:
    """A line with code. before, after: its old and new indentation.

    starts: whether it starts a statement, or continues one. end: the column (from 0) where
    the code ended in the old text.
    """

    starts: bool
    before: int
    after: int
    code: str
    end: int


def format_spec(text: str, name: str = "<spec>") -> str:
    """The text in canonical layout.

    Raises PzcError if it does not parse.
    """
    source = Source(name, text)
    parse_spec(source)
    lines: dict[int, CodeLine] = {}
    for chunk in chunks(source, lambda diagnostic: None):
        lines.update(_format(chunk))
    below = iter([*lines.values(), None])
    following = next(below)
    above: list[CodeLine] = []
    out: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        line = line.rstrip()
        if number in lines:
            out.append(_with_comment(lines[number], line))
            above.append(lines[number])
            following = next(below)
        elif line:
            comment = line.lstrip()
            column = _comment_indentation(len(line) - len(comment), above, following)
            out.append(" " * column + comment)
        elif out and out[-1]:
            out.append("")
    return "\n".join(out).strip("\n") + "\n"


# ---- comments ------------------------------------------------------------------------------------


def _with_comment(line: CodeLine, old: str) -> str:
    code = " " * line.after + line.code
    rest = old[line.end :]
    comment = rest.lstrip()
    gap = max(2, len(rest) - len(comment))
    return code + " " * gap + comment if comment else code


def _comment_indentation(column: int, above: Sequence[CodeLine], below: CodeLine | None) -> int:
    """The new indentation of a comment: it moves with the code below, or with the block above that
    it belongs to."""
    if below is not None and (below.before == column or not below.starts):
        return below.after
    block = (line.after for line in reversed(above) if line.starts and line.before <= column)
    return next(block, 0)


# ---- code ----------------------------------------------------------------------------------------


def _format(chunk: Chunk) -> Iterator[tuple[int, CodeLine]]:
    """The formatted lines of a declaration, with their numbers."""
    tokens = arrange(chunk, lambda diagnostic: None)
    assert tokens is not None  # The text parses.
    gaps = iter(_gaps([token for token in tokens if token.type not in _MARKS]))
    widths = {line.number: line.width for line in chunk.lines}
    level = statement_width = number = end = after = 0
    fresh = starts = True
    code: list[str] = []

    def finished() -> tuple[int, CodeLine]:
        return number, CodeLine(starts, widths[number], after, "".join(code), end)

    for token in tokens:
        if token.type in _MARKS:
            level += {"_INDENT": STEP, "_DEDENT": -STEP}.get(token.type, 0)
            fresh = True
            continue
        gap = next(gaps)
        if token.span.line != number:
            if code:
                yield finished()
            number, starts, code, gap = token.span.line, fresh, [], ""
            if starts:
                statement_width = widths[number]
                after = level
            else:
                # Continuation lines keep their indentation relative to the first line.
                deeper = 0 if token.type in _CLOSERS else STEP
                after = level + max(deeper, widths[number] - statement_width)
        fresh = False
        code += gap, f'"{token.text}"' if token.type == "TEXT" else token.text
        end = token.span.end_column - 1
    yield finished()


def _gaps(code: Sequence[Token]) -> Iterator[str]:
    """The space before each token."""
    tight = _inside_ranges(code)
    kind = code[0].type
    heads = _ALIGNED_BEFORE.get(kind, ())
    headed: set[str] = set()
    depth = 0
    yield ""
    for i in range(1, len(code)):
        before, token = code[i - 1], code[i]
        sign = before.type == "MINUS" and code[i - 2].type not in VALUE_ENDS
        written = " " * max(1, token.span.column - before.span.end_column)
        if i == 1 and kind not in RULE_TYPES:
            yield written
        elif not depth and token.type in heads and token.type not in headed:
            headed.add(token.type)
            yield written
        elif (
            sign
            or i in tight
            or i - 1 in tight
            or token.type in _WITHOUT_SPACE_BEFORE
            or before.type in _WITHOUT_SPACE_AFTER
            or (token.type in ("LPAR", "LSQB") and before.type in VALUE_ENDS)
            or (token.type == "COLON" and kind not in _DOMAIN_HEADS)
        ) and (before.type, token.type) not in _APART:
            yield ""
        else:
            yield " "
        depth += (token.type in OPENING) - (token.type in _CLOSERS)


def _inside_ranges(code: Sequence[Token]) -> set[int]:
    """The infix operators in the ends of a range: `1..h*w` is written without blanks."""
    tight: set[int] = set()
    # The operators of the current range, one list for each open bracket.
    operators: list[list[int]] = [[]]
    in_range = [False]
    for i, token in enumerate(code):
        if token.type in OPENING:
            operators.append([])
            in_range.append(False)
        elif token.type in _ARITHMETIC and code[i - 1].type in VALUE_ENDS:
            operators[-1].append(i)
        elif token.type == "RANGE":
            in_range[-1] = True
        ends = token.type in _CLOSERS or token.type not in _PARTS_OF_SUMS
        if ends or i + 1 == len(code):
            if in_range[-1]:
                tight.update(operators[-1])
            operators[-1] = []
            in_range[-1] = False
        if token.type in _CLOSERS:
            operators.pop()
            in_range.pop()
    return tight
