"""What may have been meant by a spec that does not parse: changes of its text.

`remedies` keeps only those that parse, and make sense as far as their own line goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .diagnostics import Diagnostic, Edit, Span
from .sites import Offer
from .tokens import RESERVED

_WORD = re.compile(r"(?<![\w\"])(?:" + "|".join(sorted(RESERVED)) + r")(?![\w\"])")
_BRACES = re.compile(r"\{[^{}]*\}?")


def offers(mistake: Diagnostic) -> Iterator[Sequence[Offer]]:
    """Changes that may be meant, in groups, the likeliest first."""
    if mistake.span is not None and mistake.code in ("E0117", "E0126"):
        yield from _quoted(mistake.span)


def _quoted(span: Span) -> Iterator[Sequence[Offer]]:
    """A word of the language where a symbol is meant: `{in, out}` for `{"in", out}`."""
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
        Edit(
            Span(span.source, span.line, word.start() + 1, span.line, word.end() + 1),
            f'"{word.group()}"',
        )
        for word in words
    )
    if edits:
        written = " and ".join(f"`{edit.text}`" for edit in edits)
        yield [Offer(edits, f"a word of the language is a symbol in quotes: {written}")]
