"""Misspelt names in lines that do not parse, which the checker never sees.

Such a line may contain any words. A word is reported only if nothing in the spec can have this
name, and exactly one known name differs from it by one slip."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from . import foreign
from .builtins import BUILTINS
from .check_context import Context
from .diagnostics import Diagnostic, Edit, Span
from .layout import CLAUSE_WORDS, DECLARATIONS, DOMAIN_WORDS
from .tokens import RESERVED, RULES

# Shorter words are like too many others.
SHORTEST = 4

_IGNORED = re.compile(r'"[^"]*"?|#.*|\.\s*\w+')
_WORD = re.compile(r"[^\W\d]\w*")
# What stands on both sides of a value; in a sentence there are other words.
_BEFORE = re.compile(r"(?:[(\[{,:=<>+\-*/%&]|\b(?:in|and|or|not|if|else)|^)$")
_LONGEST = len(" else")  # of what _BEFORE matches, with the space before it
_AFTER = re.compile(r"\s*(?:[(\[{)\]},:=<>!+\-*/%&]|(?:and|or|for|if|else)\b|$)")
_VARIABLES = re.compile(r"\bfor\b(.*?)(?:\b(?:in|of|from|over|on)\b|[:=)\]}]|$)", re.MULTILINE)
_PARAMETERS = re.compile(r"^define\s+\w+\s*\((.*?)\)", re.MULTILINE)
_WORDS = frozenset(
    [
        *RESERVED,
        *DECLARATIONS,
        *DOMAIN_WORDS,
        *(word for words in CLAUSE_WORDS.values() for word in words),
        *foreign.NAMES,
        *foreign.KEYWORDS,
        *foreign.STATEMENTS,
        *foreign.DECLARATIONS,
        *foreign.TRUTHS,
        *foreign.AT,
    ]
)
_FUNCTIONS = frozenset(name for name, one in BUILTINS.items() if one.kind == "function")


def beside(
    unparsed: Iterable[Diagnostic], missing: Collection[str], ctx: Context
) -> list[Diagnostic]:
    """The misspelt names in the lines of mistakes that keep a spec from being parsed.

    missing: the words of declarations that do not parse. ctx: the tables for the rest of the
    spec.
    """
    lines = {(d.span.source.name, d.span.line): d.span for d in unparsed if d.span is not None}
    found = []
    for span in lines.values():
        source, text = span.source, span.source.text
        own = _words(_VARIABLES, text) | _words(_PARAMETERS, text)
        known = {*ctx.announced, *ctx.known_symbols, *BUILTINS, *own}
        for part in _names(span):
            word = part.text
            is_name = word in known or word in missing or word.lower() in _WORDS
            if is_name or _runs_on(word, known):
                continue
            like = [name for name in known if len(name) >= SHORTEST and one_slip(word, name)]
            if not source.line(part.line)[part.end_column - 1 :].lstrip().startswith("("):
                like = [name for name in like if name not in _FUNCTIONS]
            if len(word) >= SHORTEST - 1 and len(like) == 1:
                hint, edits = f"did you mean '{like[0]}'?", (Edit(part, like[0]),)
                message = f"unknown name '{word}'"
                found.append(Diagnostic("E0203", message, part, hint=hint, edits=edits))
    return found


def _runs_on(word: str, known: Collection[str]) -> bool:
    """Whether a word is two names, or a name and a number, between which a bracket may be
    missing."""
    ends = ((word[:k], word[k:]) for k in range(1, len(word)))
    return any(name in known and (end in known or end.isdecimal()) for name, end in ends)


def _words(pattern: re.Pattern[str], text: str) -> set[str]:
    return {word for part in pattern.findall(text) for word in _WORD.findall(part)}


def _names(span: Span) -> Iterator[Span]:
    """The words in the line of a span that can be names, by what stands beside them."""
    source, number = span.source, span.line
    line = source.line(number)
    blank = _IGNORED.sub(lambda match: " " * len(match[0]), line)
    first = _WORD.match(line)
    if first and (first[0] in ("puzzle", "about") or (first[0] in RULES and blank == line)):
        return
    for word in _WORD.finditer(blank):
        before = blank[: word.start()].rstrip()[-_LONGEST:]  # lines can be very long
        if _BEFORE.search(before) and _AFTER.match(blank, word.end()):
            yield Span(source, number, word.start() + 1, number, word.end() + 1)


def one_slip(word: str, name: str) -> bool:
    """Whether two different words differ in upper and lower case only, by one letter, or by the
    order of two neighbouring letters."""
    a, b = word.lower(), name.lower()
    start = next((k for k, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), None)
    if start is None:
        return word != name and abs(len(a) - len(b)) <= 1
    a, b = a[start:], b[start:]
    return a[1:] == b[1:] or a[1:] == b or a == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])
