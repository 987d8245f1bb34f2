"""A Lark parser's tables as lists and strings, so that the cache can store them as JSON.

Lark's own `save` pickles them, together with the classes that the parser was made with, so anyone
who can write to such a file can run code. Here these classes are left out and put back on loading.
"""

from __future__ import annotations

from typing import Any

from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef


def dump(parser: Lark) -> Any:
    """The tables of a parser."""
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    _set_classes(data, None, None)
    return _packed([data, memo])


def load(tables: Any, lexer: Any, transformer: Any) -> Lark:
    """The parser that `dump` turned into these tables."""
    data, memo = _unpacked(tables)
    _set_classes(data, lexer, transformer)
    return Lark.load({"data": data, "memo": memo})


def _set_classes(data: Any, lexer: Any, transformer: Any) -> None:
    data["options"] |= {"lexer": lexer, "transformer": transformer}
    data["parser"]["lexer_conf"]["lexer_type"] = lexer


def _packed(value: Any) -> Any:
    """Replace each dict by its pairs: JSON allows strings as keys only."""
    match value:
        case dict():
            return {"pairs": [[key, _packed(part)] for key, part in value.items()]}
        case list() | tuple():
            return [_packed(part) for part in value]
        case _:
            return value


def _unpacked(value: Any) -> Any:
    match value:
        case dict():
            return {key: _unpacked(part) for key, part in value["pairs"]}
        case list():
            return [_unpacked(part) for part in value]
        case _:
            return value
