"""Stretches of characters of one style, and lines of them for a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from ..records import record
from .characters import width
from .scene import Token

# The signs around a marked place without colours: in a cell, and elsewhere.
BRACKETS = {"mark": ("[", "]"), "new": ("(", ")")}
SIGNS = {"mark": "!", "new": "+"}
_STYLES = {
    "given": "\x1b[1m",
    "found": "\x1b[36m",
    "mark": "\x1b[30;41m",
    "new": "\x1b[30;42m",
    "clue": "\x1b[7m",
}
_PLAIN = "\x1b[0m"


@record
class Span:
    """Some characters of one style: a key of the table of styles, or none."""

    text: str
    style: str = ""


def spans_of(tokens: list[Token]) -> list[Span]:
    """Several tokens at one place, with a `/` between two that would run together."""
    out: list[Span] = []
    for k, token in enumerate(tokens):
        pair = tokens[k - 1 : k + 1] if k else []
        if pair and pair[0].text[-1].isalnum() and pair[1].text[0].isalnum():
            out.append(Span("" if "arrow" in (t.look for t in pair) else "/"))
        out.append(Span(token.text, "given" if token.given else "found"))
    return out


def paint(spans: Iterable[Span], colour: bool) -> str:
    """A line of characters, without spaces at its end."""
    kept = [s for s in spans if s.text]
    while kept and not kept[-1].text.strip() and kept[-1].style not in SIGNS:
        kept.pop()
    if not colour:
        return "".join(s.text for s in kept).rstrip()
    out, current = "", ""
    for span in kept:
        style = _STYLES.get(span.style, "")
        if style != current:
            out += (_PLAIN if current else "") + style
            current = style
        out += span.text
    return out.rstrip(" ") + (_PLAIN if current else "")


def length(spans: Iterable[Span]) -> int:
    return sum(width(s.text) for s in spans)
