"""A syntax tree as text, one bracket for each node, without spans: for tests and debugging."""

from __future__ import annotations

from ..records import is_record, values
from .diagnostics import Source, Span


def dump(node: object) -> str:
    """`a + 1` is shown as `(Binary '+' (Name 'a') (Number 1))`; tuples stand in square brackets."""
    if isinstance(node, tuple):
        return "[" + " ".join(dump(item) for item in node) + "]"
    if is_record(node):
        shown = [dump(value) for value in values(node) if not isinstance(value, Span | Source)]
        return "(" + " ".join([type(node).__name__, *shown]) + ")"
    return repr(node)
