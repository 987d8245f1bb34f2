"""Checked specs as tuples, lists, texts and numbers, so that they can be kept between runs.

A node becomes a tuple, its kind and its fields; a tuple of nodes a list; a span the number of its
source and the place in it. A Name that denotes a symbol has a kind of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..records import values
from . import syntax
from .checked import Checked
from .diagnostics import Diagnostic, Source, Span

_KINDS = {**vars(syntax), "Diagnostic": Diagnostic}
_SPAN, _SYMBOL = "span", "symbol"


def pack(checked: Checked, sources: Sequence[Source]) -> Any:
    """A checked spec in plain values. sources: all that its spans are in."""
    numbers = {source: k for k, source in enumerate(sources)}

    def packed(value: Any) -> Any:
        match value:
            case None | str() | int():
                return value
            case tuple():
                return [packed(part) for part in value]
            case Span(source=source):
                return (_SPAN, numbers[source], *values(value)[1:])
            case _:
                kind = _SYMBOL if value in checked.symbols else type(value).__name__
                return (kind, *map(packed, values(value)))

    return (
        packed(checked.tree.declarations),
        checked.title,
        checked.about,
        checked.answer,
        packed(checked.warnings),
    )


def unpack(packed: Any, sources: Sequence[Source]) -> Checked:
    """The spec that `pack` made these values of; its tree belongs to the first of the sources."""
    symbols = set()

    def value(packed: Any) -> Any:
        if type(packed) is list:
            return tuple([value(part) for part in packed])
        if type(packed) is not tuple:
            return packed
        kind, *fields = packed
        if kind == _SPAN:
            return Span(sources[fields[0]], *fields[1:])
        if kind == _SYMBOL:
            name = syntax.Name(*map(value, fields))
            symbols.add(name)
            return name
        return _KINDS[kind](*map(value, fields))

    declarations, title, about, answer, warnings = packed
    tree = syntax.SpecTree(sources[0], value(declarations))
    return Checked(tree, symbols, title, about, answer, value(warnings))
