"""A syntax tree as text, one bracket for each node, without spans: for tests and debugging."""

from __future__ import annotations

from ..records import as_dict, is_record
from .diagnostics import Source, Span

# Fields and values that are omitted.
_USUAL = (("looks", ()), ("word", "rule"))


def dump(node: object) -> str:
    """`a + 1` is shown as `(Binary '+' (Name 'a') (Number 1))`; tuples are in square brackets.
    Empty looks, and the word of plain rules, are omitted."""
    if isinstance(node, tuple):
        return "[" + " ".join(dump(item) for item in node) + "]"
    if is_record(node):
        shown = [
            dump(value)
            for name, value in as_dict(node).items()
            if not isinstance(value, Span | Source) and (name, value) not in _USUAL
        ]
        return "(" + " ".join([type(node).__name__, *shown]) + ")"
    return repr(node)
