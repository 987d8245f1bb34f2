"""Changes of the text that may be meant by a spec that does not parse.

`remedies` keeps only those after which the line parses and checks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .diagnostics import Diagnostic, Edit, Span
from .sites import Offer
from .tokens import RESERVED

_WORD = re.compile(r"(?<![\w\"])(?:" + "|".join(sorted(RESERVED)) + r")(?![\w\"])")
_BRACES = re.compile(r"\{[^{}]*\}?")
_LINK = r"(?:<=|>=|!=|<|>|=)"
_ITEM = r"[\w.]+(?:\[[^][]*\]|\([^()]*\))*"  # a name, and perhaps arguments in brackets

# Idioms of other languages and of plain English -> the same in a spec. The text around a match
# stays unchanged; the groups named in the second part are the parts kept from it.
_LINES = [
    (r"\bfor\s+(?:each|all|every|any)\s+(?P<x>\w+(?:\s*,\s*\w+)*\s+in)\b", r"for \g<x>"),
    (r"\b(?:forall|foreach|every|each)\s+(?P<x>\w+(?:\s*,\s*\w+)*\s+in)\b", r"for \g<x>"),
    (r"(?P<h>\bfor\s[^:]*?)\s*:\s*if\s+(?P<p>[^:]*?)\s*:", r"\g<h> if \g<p>:"),
    (r"\bif\s+(?P<p>[^:]*?)\s+then\s+(?P<q>.+?)\s*$", r"\g<p> => \g<q>"),
    (r"(?P<h>\bfor\s[^:]*?)\s*(?:\bwhere\b|\bwith\b|,)\s*(?P<p>[^:]+):", r"\g<h> if \g<p>:"),
    (r"(?P<h>\bat\s[^:]*?)\s+(?:if|with|when)\s+(?P<p>.+?)\s*$", r"\g<h> where \g<p>"),
    (r"\bat\s+(?:all|every|each|the)\s+(?P<x>\w+?)s?\b", r"at \g<x>s"),
    (rf"(?P<a>{_ITEM})\s+(?:contains|has|includes)\s+(?P<x>{_ITEM})", r"\g<x> in \g<a>"),
    (
        rf"(?P<x>{_ITEM})\s+(?:is\s+)?between\s+(?P<a>{_ITEM})\s+and\s+(?P<b>{_ITEM})",
        r"\g<a> <= \g<x> <= \g<b>",
    ),
    (
        rf"(?P<x>{_ITEM})(?P<a>\s*{_LINK}\s*\d+\s+(?:and|or)\s+)(?P<b>{_LINK}\s*{_ITEM})",
        r"\g<x>\g<a>\g<x> \g<b>",
    ),
    (
        rf"(?P<a>\d+\s*{_LINK}\s*)(?P<x>[^\W\d][\w.]*(?:\[[^][]*\])*)"
        rf"(?P<w>\s+(?:and|or)\s+)(?P<b>{_LINK}\s*{_ITEM})",
        r"\g<a>\g<x>\g<w>\g<x> \g<b>",
    ),
    (rf"(?P<a>{_ITEM})\s+to\s+(?P<b>{_ITEM})", r"\g<a>..\g<b>"),
    (r"(?P<p>[^:\s][^:]*?)\s+xor\s+(?P<q>[^:]*\S)", r"(\g<p>) != (\g<q>)"),
    (r"(?P<p>\S[^:]*?)\s+(?P<h>for\s+\w+(?:\s*,\s*\w+)*\s+in\s[^:]+?)\s*$", r"\g<h>: \g<p>"),
    (r"(?P<h>^(?:find|given|param)\s+\w+)\s*=\s*", r"\g<h> : "),
    (r":\s*(?P<x>\w+(?:\s*,\s*\w+)+)(?=\s+at\b)", r": {\g<x>}"),
    (
        r"^grid\s*\(?\s*(?P<h>\w+)\s*(?:,|\*|by|\s)\s*(?P<w>(?!x\b)\w+)\s*\)?\s*$",
        r"grid \g<h> x \g<w>",
    ),
    (r"^grid\s*\(?\s*(?P<h>\w+)\s*\)?\s*$", r"grid \g<h> x \g<h>"),
]
_FUNCTION = r"\b(?P<f>all|any|count|sum|size|all_different)\s+"
_CALLED = [re.compile(rf"{_FUNCTION}(?P<p>{part})") for part in (_ITEM, r"\w[^:]*\S(?=\s*$)")]
_TABLE = [(re.compile(pattern), written) for pattern, written in _LINES]


def offers(mistake: Diagnostic) -> Iterator[Sequence[Offer]]:
    """Changes that may be meant, in groups, the likeliest first."""
    span = mistake.span
    if span is None or span.line != span.end_line:
        return
    if mistake.code in ("E0117", "E0126"):
        yield from _quoted(span)
    if mistake.code in ("E0117", "E0126", "E0115"):
        yield from _written(span)
    if mistake.code == "E0116":
        yield from _in_a_rule(span)


def _written(span: Span) -> Iterator[Sequence[Offer]]:
    """Translate idioms of other languages and of plain English."""
    line, at = span.source.line(span.line), span.column - 1
    for pattern, written in _TABLE:
        for found in pattern.finditer(line):
            if not found.start() <= at <= found.end():
                continue
            text = found.expand(written)
            start = found.start()
            text = (
                line[start : start + len(line[start:]) - len(line[start:].lstrip())] + text.lstrip()
            )
            edit = Edit(_part(span, start, found.end()), text)
            yield [Offer((edit,), f"write `{text.strip()}`")]
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


def _in_a_rule(span: Span) -> Iterator[Sequence[Offer]]:
    """A statement in the first column: indent it into the rule above, or make it a rule."""
    above = span.source.line(span.line - 1)
    line = span.source.line(span.line)
    start = Span(span.source, span.line, 1, span.line, 1)
    if above.rstrip().endswith(":"):
        yield [Offer((Edit(start, "    "),), "indent the lines of a rule by four blanks")]
    elif not line.rstrip().endswith(":") and not re.match(r"\w+\s*=", line):
        text = f'rule "its sentence": {line.strip()}'
        whole = _part(span, 0, len(line))
        yield [Offer((Edit(whole, text),), f"write `{text}`")]


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
        yield [Offer(edits, f"a word of the language is a symbol in quotes: {written}")]
