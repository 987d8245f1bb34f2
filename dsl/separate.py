"""Separate the uses of a define that the checker reads differently.

A define is checked anew at each use, and the types decide how some of it is read: `a = b` compares
two sets as a whole, but a layer place by place with a single value. Where a value is missing, the
type alone tells which is meant. So a define whose uses are read differently gets a copy for each
tuple of argument types, and each use calls its copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from ..records import as_dict, is_record, replace
from .check_context import Context, Fact
from .checked import EITHER
from .diagnostics import Source, Span
from .syntax import Call, Declaration, Define, Name, SpecTree
from .walking import nodes

# A use of a define: its name, and the facts of the arguments.
Key: TypeAlias = tuple[str, tuple[Fact, ...]]


def separated(
    tree: SpecTree, ctx: Context, tables: Callable[[SpecTree], Context]
) -> tuple[SpecTree, Context]:
    """The spec with a copy of each define for each use that is read differently, and its tables.

    tables: makes the tables of a spec, with `calls`; it is called once for each level of defines
    that call each other."""
    mixed = _mixed(tree, ctx)
    copies: dict[Key, str] = {}

    def renamed(call: Call) -> Name | None:
        """The name of the copy that a call is of."""
        name = call.function
        if not isinstance(name, Name) or name.id not in mixed or call not in ctx.calls:
            return None
        copy = copies.setdefault(ctx.calls[call], f"{name.id}'{len(ctx.names) + len(copies)}")
        return Name(copy, name.span)

    while mixed:
        copies.clear()
        found = [d if _is_one(d, mixed) else _rebuilt(d, renamed) for d in tree.declarations]
        if not copies:
            break
        tree = replace(tree, declarations=tuple(_with_copies(found, copies)))
        ctx = tables(tree)
    return tree, ctx


def _mixed(tree: SpecTree, ctx: Context) -> set[str]:
    """The defines whose uses are read differently, and those that call them."""
    defines = [d for d in tree.declarations if isinstance(d, Define)]
    parts = {d.name.id: list(nodes(d.body)) for d in defines}
    mixed = {n for n, of in parts.items() if any(ctx.readings.get(p) == EITHER for p in of)}
    while True:
        calling = {n for n, of in parts.items() if any(_names_one(p, mixed) for p in of)}
        if calling <= mixed:
            return mixed
        mixed |= calling


def _names_one(node: Any, mixed: set[str]) -> bool:
    return isinstance(node, Name) and node.id in mixed


def _is_one(declaration: Declaration, mixed: set[str]) -> bool:
    return isinstance(declaration, Define) and declaration.name.id in mixed


def _with_copies(declarations: Iterable[Declaration], copies: dict[Key, str]) -> list[Declaration]:
    """Declarations with copies of defines, each after its define."""
    found: list[Declaration] = []
    for declaration in declarations:
        found.append(declaration)
        for (define, _), name in copies.items():
            if isinstance(declaration, Define) and declaration.name.id == define:
                copy = _rebuilt(declaration, lambda call: None)
                found.append(replace(copy, name=Name(name, declaration.name.span)))
    return found


def _rebuilt(tree: Any, renamed: Callable[[Call], Name | None]) -> Any:
    """A copy of a tree, with other functions for some of the calls."""
    if isinstance(tree, tuple):
        return tuple(_rebuilt(part, renamed) for part in tree)
    if not is_record(tree) or isinstance(tree, (Span, Source)):
        return tree
    parts = {name: _rebuilt(value, renamed) for name, value in as_dict(tree).items()}
    if isinstance(tree, Call) and (name := renamed(tree)) is not None:
        parts["function"] = name
    return replace(tree, **parts)
