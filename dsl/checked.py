"""The checker's result: a spec without errors, and the meaning of its names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set

from ..records import record
from .diagnostics import Diagnostic, counted
from .syntax import Expr, Name, SpecTree

# See `Checked`.
WHOLE, EACH, EITHER, NUMBER, SET = "whole", "each", "either", "number", "set"
GIVEN, FOUND = "given", "found"


@record
class Checked:
    """A spec without errors.

    symbols: the Name nodes that denote a symbol (or a word such as `turned`); every other Name is a
    variable in scope, a declared or a built-in name, in this order. answer: the names of the layers
    in which solutions differ. openable: given layers that can be open together at all places, as
    far as the spec alone shows; each if it can be with those before it, without the implied rules.
    closing: the implied rules that need the values of a given layer before solving, by index, for
    each layer with some. warnings: what is allowed but probably a mistake. kinds: of each declared
    layer, for each of its keys, the kinds of board places (`cell`, `cell+corner`), None of a key
    that is no place of the board. readings: of values that may turn out to be empty or missing,
    what the type alone says. Of lines: whether they are a `link` or a `border` each. Of a layer
    that is grouped: whether it is `given` or `found`. Of the right side of a comparison: whether
    two values are compared as a `whole`, or `each` member of one of them with the other. Of a key:
    whether it is a `whole` place, or a list of which `each` is one. Of the right side of `and`,
    `or` and `=>`: `each` if it may be a layer. Of the value of a computed layer, the first branch
    of a conditional and a list that is indexed: whether they are `number`s, for which conditions
    stand too, or truths as a `whole`. Of the condition of a conditional and the first item of a
    list or set: whether layers and lists among the branches or items are taken as a `set`, since
    others are sets, or as a `whole`. While the spec is checked, `EITHER` if uses of a define
    differ."""

    tree: SpecTree
    symbols: Set[Name]
    title: str
    about: str
    answer: tuple[str, ...]
    openable: tuple[str, ...]
    closing: Mapping[str, tuple[int, ...]]
    warnings: tuple[Diagnostic, ...]
    kinds: Mapping[str, tuple[str | None, ...]]
    readings: Mapping[Expr, str]

    def needing(self, layers: Iterable[str]) -> frozenset[int]:
        """The implied rules that need the values of one of these layers before solving."""
        return frozenset(k for name in layers for k in self.closing.get(name, ()))

    def __repr__(self) -> str:
        return f"Checked({self.title!r}, {counted(len(self.tree.declarations), 'declaration')})"
