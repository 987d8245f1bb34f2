"""Changes of the text that may be meant by a spec that does not parse.

`remedies` keeps only those after which the line parses and checks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ..records import replace
from .diagnostics import Diagnostic, Edit, Source, Span
from .idioms import BAR, BARS, GUESSES, IDIOMS, READINGS, Replacement
from .idioms_declared import DECLARED, KEYWORDS
from .mistakes import ELSE_IF
from .phrases import ITEM, START
from .sites import Offer
from .tokens import RESERVED, RULE

_WORD = re.compile(r"(?<![\w\"])(?:" + "|".join(sorted(RESERVED)) + r")(?![\w\"])")
_BRACES = re.compile(r"\{[^{}]*\}?")
_FUNCTION = r"\b(?P<f>all|any|count|sum|size|all_different)\s+"
_CALLED = [re.compile(rf"{_FUNCTION}(?P<p>{part})") for part in (ITEM, r"\w[^:]*\S(?=\s*$)")]

# Values in parentheses that are not the arguments of a call.
_PAIR = re.compile(r"(?<![\w)\]])\(([^()\[\]]+(?:,[^()\[\]]+)+)\)")
# Values without brackets at the end of a line, and the word or sign in front of them.
_VALUES = re.compile(rf"(?P<o>\bin|!=|(?<![<>!])=)\s*(?P<p>{ITEM}(?:\s*,\s*{ITEM})+)\s*$")
_ELSE = re.compile(r"(?:else|elif|elseif|elsif)\b")
_NO_RULE = re.compile(r"\w+\s*=|(?:array|output|print|show|solve)\b")
_TWO_WORDS = re.compile(r"\w+\s+[\w\"]")
_FREE = re.compile(r"\b(at|in)\s+(?:empty|free|blank|other|white|open)\s+cells\b")
_GIVEN = re.compile(r"^given\s+(\w+)\s*:.*\bat\s+(?:some\s+)?cells\b", re.MULTILINE)
_USUAL_SIZE = re.compile(
    r"make\s+(?:size|grid|board)\s*=?\s*(\d+)\s*(?:x|×|\*|by|,)\s*(\d+)(?=\s*(?:,|#|$))"
)
# The beginning of a statement's head, and what may stand at its end in place of a colon.
_HEAD = re.compile(rf"\s*(?P<word>for|if|else|(?:{RULE})(?=\s+\"))\b(?:\s+\"[^\"]*\")?")
_SIGN = re.compile(r"\s*(?P<s>,|;|(?<![<>=!])=(?![=>])|=>|->)")
_LAST_SIGN = re.compile(_SIGN.pattern + r"\s*(?:#.*)?$")
_GRID = re.compile(r"^grid\s+(\w+)\s+x\s+(\w+)", re.MULTILINE)


def offers(mistake: Diagnostic) -> Iterator[Sequence[Offer]]:
    """Changes that may be meant, in groups, the likeliest first."""
    span = mistake.span
    if span is None or span.line != span.end_line:
        return
    if mistake.code == "E0105":
        yield from _unopened(span)
    if mistake.code in ("E0117", "E0126"):
        yield from _quoted(span)
    coded = mistake.code == "E0108" and not mistake.edits
    if coded or mistake.code in ("E0104", "E0114", "E0115", "E0117", "E0120", "E0126"):
        yield from _written(span)
        yield from _bars(span)
        yield from _paired(span)
        yield from _listed(span)
        yield from _instead_of_a_colon(span)
        yield from _joined(span)
        yield from _free_cells(span)
        yield from _usual_size(span)
        yield from _colon(span)
    if mistake.code == "E0119" and not mistake.expected:
        yield from _nested(span)
    if mistake.code == "E0116" and not _begins_one(mistake, span):
        yield from _in_a_rule(span)


def _written(span: Span) -> Iterator[Sequence[Offer]]:
    """Translate idioms of other languages and of plain English."""
    line, at = span.source.line(span.line), span.column - 1
    for pattern, readings in READINGS:
        for found in pattern.finditer(line):
            if found.start() <= at <= found.end():
                yield [replace(_replaced(span, found, new), reading=r) for new, r in readings]
    for pattern, written in (*GUESSES, *DECLARED, *IDIOMS):
        for found in pattern.finditer(line):
            if found.start() <= at <= found.end():
                whole = (pattern, written) in GUESSES
                yield [replace(_replaced(span, found, written), whole=whole)]
    called = [
        Offer((Edit(_part(span, found.start(), found.end()), text),), f"write `{text}`")
        for found in (pattern.search(line) for pattern in _CALLED)
        if found and found.start() <= at <= found.end()
        for text in [f"{found['f']}({found['p']})"]
    ]
    if called:
        yield called
    braces = next((b for b in _BRACES.finditer(line) if b.start() <= at <= b.end()), None)
    if braces and re.fullmatch(r"\{\w+(?:\s+\w+)+\}", braces.group()):
        text = re.sub(r"\s+", ", ", braces.group())
        yield [Offer((Edit(_part(span, braces.start(), braces.end()), text),), f"write `{text}`")]


def _replaced(span: Span, found: re.Match[str], written: Replacement) -> Offer:
    """The offer to replace a match in the line of a span."""
    text = found.expand(written) if isinstance(written, str) else written(found)
    start = found.start() + len(found.group()) - len(found.group().lstrip())
    first, *further = text.strip().split("\n")
    if not first:
        edit = Edit(_part(span, found.start(), found.end()), "")
        return Offer((edit,), f"delete '{found.group().strip()}'")
    hint = f"write `{first}`" + "".join(f", and below it `{x.strip()}`" for x in further)
    return Offer((Edit(_part(span, start, found.end()), text.lstrip()),), hint)


def _bars(span: Span) -> Iterator[Sequence[Offer]]:
    """`|x|` for `abs(x)` or `size(x)`, `|` for `or`."""
    line, at = span.source.line(span.line), span.column - 1
    for found in BARS.finditer(line):
        if found.start() <= at <= found.end():
            part = _part(span, found.start(), found.end())
            texts = [f"{name}({found['p'].strip()})" for name in ("abs", "size")]
            yield [Offer((Edit(part, text),), f"write `{text}`") for text in texts]
    if BAR.match(line, at):
        text = "or" if line[:at].endswith(" ") else " or"
        text += "" if line[at + 1 :].startswith(" ") else " "
        yield [Offer((Edit(_part(span, at, at + 1), text),), "write 'or'")]


def _paired(span: Span) -> Iterator[Sequence[Offer]]:
    """`[c, d]` for a pair `(c, d)`."""
    line, at = span.source.line(span.line), span.column - 1
    for found in _PAIR.finditer(line):
        if found.start() <= at <= found.end():
            text = f"[{found[1]}]"
            part = _part(span, found.start(), found.end())
            yield [Offer((Edit(part, text),), f"write `{text}`")]


def _listed(span: Span) -> Iterator[Sequence[Offer]]:
    """`= [1, 2]`, `in {1, 2}`, `not in {1, 2}` for `= 1, 2`, `in 1, 2` and `!= 1, 2`."""
    line, at = span.source.line(span.line), span.column - 1
    for found in _VALUES.finditer(line):
        if found.start() <= at <= found.end():
            part = _part(span, found.start(), found.end())
            sign, values = found["o"], found["p"]
            listed = f"{sign} [{values}]"
            within = f"{'not in' if sign == '!=' else 'in'} {{{values}}}"
            for text in (within,) if sign == "in" else (listed, within):
                yield [Offer((Edit(part, text),), f"write `{text}`")]


def _nested(span: Span) -> Iterator[Sequence[Offer]]:
    """`else:`, and below it an `if`, for `elif`: the rest of the block is indented."""
    line = span.source.line(span.line)
    start = line[: span.column - 1]
    edits = [Edit(span, f"else:\n{start}    if")]
    lines = span.source.text.split("\n")
    for number, below in enumerate(lines[span.line :], span.line + 1):
        if below.strip():
            within = below.startswith(start + " ")
            if not (within or (below.startswith(start) and _ELSE.match(below.strip()))):
                break
            edits.append(Edit(Span(span.source, number, 1, number, 1), "    "))
    yield [Offer(tuple(edits), ELSE_IF)]


def _joined(span: Span) -> Iterator[Sequence[Offer]]:
    """A comma between two conditions, for `and`."""
    line, at = span.source.line(span.line), span.column - 1
    if line[at : at + 1] == ",":
        yield [Offer((Edit(_part(span, at, at + 1), " and"),), "write 'and'")]


def _instead_of_a_colon(span: Span) -> Iterator[Sequence[Offer]]:
    """A colon for another sign after the head of a statement that has none, on this line or at the
    end of the line that it continues."""
    line = span.source.line(span.line)
    head = _HEAD.match(line)
    if head and (_SIGN.match(line, head.end()) or ":" not in line[head.end() :]):
        signs = _SIGN.finditer(line, head.end())
        yield [_colon_for(sign, span.source, span.line, "") for sign in signs]
    above = span.source.line(span.line - 1) if span.line > 1 else ""
    head, sign = _HEAD.match(above), _LAST_SIGN.search(above)
    if head and sign:
        message = f"the ':' of this '{head['word']}' is missing"
        yield [_colon_for(sign, span.source, span.line - 1, message)]


def _colon_for(sign: re.Match[str], source: Source, number: int, message: str) -> Offer:
    """The offer to write a colon for a sign in a line of a text."""
    span = Span(source, number, sign.start("s") + 1, number, sign.end("s") + 1)
    return Offer((Edit(span, ":"),), f"write ':', not '{sign['s']}'", message)


def _colon(span: Span) -> Iterator[Sequence[Offer]]:
    """A colon that is missing between a `for` or `if` and its condition."""
    line, at = span.source.line(span.line), span.column - 1
    found = re.search(START + r"(?P<x>(?:for|if)\s[^:]*?\S)\s+(?:not\s+)?$", line[:at])
    if found:
        edit = Edit(_part(span, found.end("x"), found.end("x")), ":")
        yield [Offer((edit,), f"write `{found['x']}:`")]


def _free_cells(span: Span) -> Iterator[Sequence[Offer]]:
    """`at cells - clue` for `at empty cells`, `in cells - clue` for `in empty cells`."""
    line, at = span.source.line(span.line), span.column - 1
    found = _FREE.search(line)
    if found and found.start() <= at <= found.end():
        part = _part(span, found.start(), found.end())
        texts = [f"{found[1]} cells - {name}" for name in _GIVEN.findall(span.source.text)]
        yield [Offer((Edit(part, text),), f"write `{text}`") for text in texts]


def _usual_size(span: Span) -> Iterator[Sequence[Offer]]:
    """`make h = 6, w = 8` for `make size 6x8`."""
    found = _USUAL_SIZE.match(span.source.line(span.line))
    grid = _GRID.search(span.source.text)
    if found and grid:
        pairs = dict(zip(grid.groups(), found.groups(), strict=True))
        text = "make " + ", ".join(f"{name} = {value}" for name, value in pairs.items())
        edit = Edit(_part(span, 0, found.end()), text)
        yield [Offer((edit,), f"write `{text}`")]


def _unopened(span: Span) -> Iterator[Sequence[Offer]]:
    """A sentence without the quote in front of it: `rule Stars never touch":`."""
    line = span.source.line(span.line)
    found = re.fullmatch(rf"(?:{RULE}|puzzle|about)\s+(?P<x>[^\s\"][^\"]*)\".*", line)
    if found:
        start = _part(span, found.start("x"), found.start("x"))
        yield [Offer((Edit(start, '"'),), "a sentence stands between quotes: '\"' before it")]


def _begins_one(mistake: Diagnostic, span: Span) -> bool:
    """Whether a line is a declaration whose first word is misspelt or German."""
    guessed = (mistake.hint or "").startswith("did you mean")
    two = _TWO_WORDS.match(span.source.line(span.line)) is not None
    return bool(mistake.edits) or (guessed and two)


def _in_a_rule(span: Span) -> Iterator[Sequence[Offer]]:
    """A statement in the first column: indent it into the rule above, or make it a rule."""
    above = span.source.line(span.line - 1)
    line = span.source.line(span.line)
    start = Span(span.source, span.line, 1, span.line, 1)
    if re.search(r":\s*(?:#.*)?$", above):
        yield [Offer((Edit(start, "    "),), "indent the lines of a rule by four spaces")]
        return
    for pattern, written in KEYWORDS:
        if found := pattern.fullmatch(line.rstrip()):
            yield [_replaced(span, found, written)]
            return
    if not line.rstrip().endswith(":") and not _NO_RULE.match(line):
        text = f'rule "its sentence": {line.strip().removesuffix(";")}'
        yield [Offer((Edit(_part(span, 0, len(line)), text),), f"write `{text}`")]


def _part(span: Span, start: int, end: int) -> Span:
    return Span(span.source, span.line, start + 1, span.line, end + 1)


def _quoted(span: Span) -> Iterator[Sequence[Offer]]:
    """A keyword where a symbol is meant: `{"in", out}` for `{in, out}`."""
    line, at = span.source.line(span.line), span.column - 1
    for braces in _BRACES.finditer(line):
        if braces.start() <= at <= braces.end():
            yield from _quotes(span, list(_WORD.finditer(line, braces.start(), braces.end())))
    near = [word for word in _WORD.finditer(line) if word.start() == at]
    near += [word for word in _WORD.finditer(line, 0, at) if not line[word.end() : at].strip()]
    for word in near:
        yield from _quotes(span, [word])


def _quotes(span: Span, words: list[re.Match[str]]) -> Iterator[Sequence[Offer]]:
    edits = tuple(
        Edit(_part(span, word.start(), word.end()), f'"{word.group()}"') for word in words
    )
    if edits:
        written = " and ".join(f"`{edit.text}`" for edit in edits)
        hint = f"a word of the language is a symbol in quotes: {written}"
        yield [Offer(edits, hint, last=True)]
