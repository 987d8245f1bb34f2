"""A syntax tree as text, one node a bracket, without spans: for tests and for looking at a tree."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from .diagnostics import Source, Span


def dump(node: object) -> str:
    """`a + 1` is shown as `(Binary '+' (Name 'a') (Number 1))`; tuples stand in square brackets."""
    if isinstance(node, tuple):
        return "[" + " ".join(dump(item) for item in node) + "]"
    if is_dataclass(node) and not isinstance(node, type):
        values = (getattr(node, field.name) for field in fields(node))
        shown = [dump(value) for value in values if not isinstance(value, Span | Source)]
        return "(" + " ".join([type(node).__name__, *shown]) + ")"
    return repr(node)
