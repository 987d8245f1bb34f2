"""The checker's result: a spec without errors, and the meaning of its names."""

from __future__ import annotations

from collections.abc import Mapping, Set

from ..records import record
from .diagnostics import Diagnostic, counted
from .syntax import Name, SpecTree


@record
class Checked:
    """A spec without errors.

    symbols: the Name nodes that denote a symbol (or a word such as `turned`); every other Name is a
    variable in scope, a declared or a built-in name, in this order. answer: the names of the layers
    in which solutions differ. warnings: what is allowed but probably a mistake. kinds: of each
    declared layer, for each of its keys, the kinds of board places (`cell`, `cell+corner`), None of
    a key that is no place of the board."""

    tree: SpecTree
    symbols: Set[Name]
    title: str
    about: str
    answer: tuple[str, ...]
    warnings: tuple[Diagnostic, ...]
    kinds: Mapping[str, tuple[str | None, ...]]

    def __repr__(self) -> str:
        return f"Checked({self.title!r}, {counted(len(self.tree.declarations), 'declaration')})"
