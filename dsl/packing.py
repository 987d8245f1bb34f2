"""Checked specs as lists, strings and numbers, so that the cache can store them as JSON.

A node becomes a list of its kind and its fields, and so does a tuple, with a kind of its own. A
span becomes the number of its source and its lines and columns. A Name that denotes a symbol has a
kind of its own, too, and a node with a reading becomes a list of the reading and the node."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..records import is_record_class, values
from . import syntax
from .checked import Checked
from .diagnostics import Diagnostic, Source, Span

# Only these classes are instantiated when a spec is unpacked.
_KINDS = {
    "Diagnostic": Diagnostic,
    **{name: kind for name, kind in vars(syntax).items() if is_record_class(kind)},
}
_TUPLE, _SPAN, _SYMBOL, _READ = "tuple", "span", "symbol", "read"


def pack(checked: Checked, sources: Sequence[Source]) -> Any:
    """A checked spec as plain values. sources: of the spec, and of all that it uses."""
    numbers = {source: k for k, source in enumerate(sources)}

    def packed(value: Any) -> Any:
        match value:
            case None | str() | int():
                return value
            case tuple():
                return [_TUPLE, *map(packed, value)]
            case Span(source=source):
                return [_SPAN, numbers[source], *values(value)[1:]]
            case _:
                kind = _SYMBOL if value in checked.symbols else type(value).__name__
                node = [kind, *map(packed, values(value))]
                reading = checked.readings.get(value)
                return node if reading is None else [_READ, reading, node]

    return (
        packed(checked.tree.declarations),
        checked.title,
        checked.about,
        checked.answer,
        checked.openable,
        dict(checked.closing),
        packed(checked.warnings),
        dict(checked.kinds),
    )


def unpack(packed: Any, sources: Sequence[Source]) -> Checked:
    """The spec that `pack` turned into these values, with the same sources."""
    symbols = set()
    readings: dict[syntax.Expr, str] = {}

    def value(packed: Any) -> Any:
        if type(packed) is not list:
            return packed
        kind, *fields = packed
        if kind == _TUPLE:
            return tuple(map(value, fields))
        if kind == _SPAN:
            return Span(sources[fields[0]], *fields[1:])
        if kind == _SYMBOL:
            name = syntax.Name(*map(value, fields))
            symbols.add(name)
            return name
        if kind == _READ:
            reading, packed_node = fields
            node = value(packed_node)
            readings[node] = reading
            return node
        return _KINDS[kind](*map(value, fields))

    declarations, title, about, answer, openable, closing, warnings, kinds = packed
    source, *used = sources
    tree = syntax.SpecTree(source, value(declarations), tuple(used))
    return Checked(
        tree,
        symbols,
        title,
        about,
        tuple(answer),
        tuple(openable),
        {name: tuple(rules) for name, rules in closing.items()},
        value(warnings),
        {name: tuple(of) for name, of in kinds.items()},
        readings,
    )
