"""Decide in which sections of a puzzle or solution file a line that begins with `#` is a comment.

Such a line is a comment in every section in which no value and no key can begin with `#`, so that
comments and rows of pictures cannot be confused; and above all headings, unless a picture that may
be there can have such a row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Any

from ..dsl.syntax import (
    BoolDomain,
    Declaration,
    Find,
    Given,
    Let,
    Name,
    Param,
    Picture,
    PiecesDomain,
    SymbolDomain,
    Text,
    Things,
)
from ..dsl.walking import nodes

MARK = "#"


def commented(
    declarations: Iterable[Declaration],
    kinds: Mapping[str, tuple[str | None, ...]],
    symbols: Set[Name],
) -> frozenset[str]:
    """The names of the sections that may have comments. kinds, symbols: see `Checked`."""
    reader = _Reader(tuple(declarations), kinds, symbols)
    return frozenset(reader.sections())


class _Reader:
    def __init__(
        self,
        declarations: tuple[Declaration, ...],
        kinds: Mapping[str, tuple[str | None, ...]],
        symbols: Set[Name],
    ) -> None:
        self.declarations = declarations
        self.kinds = kinds
        self.symbols = symbols
        self.declared: dict[str, Declaration] = {}
        for d in declarations:
            match d:
                case Param(names=names) | Given(names=names) | Find(names=names):
                    self.declared.update((n.id, d) for n in names)
                case Things(name=name) | Let(name=name):
                    self.declared[name.id] = d

    def sections(self) -> Iterable[str]:
        for d in self.declarations:
            match d:
                case Param(names=names) | Given(names=names) | Find(names=names):
                    if not self._holds_mark(d):
                        yield from (n.id for n in names)
                case Picture(text=text, layers=layers):
                    parts = [self.declared[n.id] for n in layers]
                    if not (self._holds_mark(text) or any(map(self._holds_mark, parts))):
                        yield "picture"

    def _holds_mark(self, tree: Any) -> bool:
        """Whether a value of a domain, or a key of a layer, may begin with `#`."""
        match tree:
            case BoolDomain() | SymbolDomain() | PiecesDomain():
                return True
            case Text(value=value):
                return any(word.startswith(MARK) for word in value.split())
            case Name(id=name):
                if tree in self.symbols:
                    return False
                return name in self.declared and self._holds_mark(self.declared[name])
            case Things(members=members):
                return members is None or self._holds_mark(members)
            case Param(domain=domain):
                return self._holds_mark(domain)
            case Let(keys=keys, value=value):
                return any(map(self._holds_mark, _leaves((keys, value))))
            case Given(domain=domain, drawn=drawn) | Find(domain=domain, drawn=drawn):
                texts = (drawn, tree.blank, tree.unknown if isinstance(tree, Given) else None)
                parts: tuple[Any, ...] = tuple(t for t in texts if t is not None)
                if drawn is None or not isinstance(domain, BoolDomain):
                    parts += (domain,)
                if None in self.kinds[tree.names[0].id]:
                    parts += tree.at.sets
                return any(map(self._holds_mark, parts))
            case _:
                return any(map(self._holds_mark, _leaves(tree)))


def _leaves(tree: Any) -> Iterable[Any]:
    """The domains, texts and names within a tree."""
    leaves = (BoolDomain, SymbolDomain, PiecesDomain, Text, Name)
    return (node for node in nodes(tree) if node is not tree and isinstance(node, leaves))
