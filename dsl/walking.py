"""Walks over the syntax tree: the nodes below a node, and whether two trees are alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..records import is_record, values
from .diagnostics import Source, Span
from .syntax import Comprehension, ForClause, Name


def nodes(tree: Any) -> Iterator[Any]:
    """Every node at or below a node (or in a tuple of nodes), in the order of the text."""
    waiting = [tree]  # what comes next stands last
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting += part[::-1]
        elif is_record(part) and not isinstance(part, (Span, Source)):
            yield part
            waiting += values(part)[::-1]


def children(node: Any) -> list[Any]:
    """The nodes right below a node, in the order of the text."""
    below: list[Any] = []
    for value in values(node):
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, tuple):  # pairs of names and their set
                below += [n for p in part for n in (p if isinstance(p, tuple) else (p,))]
            elif is_record(part) and not isinstance(part, (Span, Source)):
                below.append(part)
    return below


def are_alike(one: Any, other: Any, bound: tuple[tuple[str, str], ...] = ()) -> bool:
    """Whether two expressions (or tuples of them) are the same but for their spans and the names
    that they bind. bound: the names bound around them, in the same order."""
    if type(one) is not type(other):
        return False
    if isinstance(one, Name):
        for pair in reversed(bound):
            if one.id == pair[0] or other.id == pair[1]:
                return pair == (one.id, other.id)
        return one.id == other.id
    if isinstance(one, tuple):
        together = zip(one, other, strict=True)
        return len(one) == len(other) and all(are_alike(a, b, bound) for a, b in together)
    if isinstance(one, Comprehension):
        if one.kind != other.kind or len(one.clauses) != len(other.clauses):
            return False
        for a, b in zip(one.clauses, other.clauses, strict=True):
            if not isinstance(a, ForClause):
                if not are_alike(a, b, bound):
                    return False
                continue
            if not isinstance(b, ForClause) or len(a.targets) != len(b.targets):
                return False
            if not are_alike(a.iterable, b.iterable, bound):
                return False
            names = zip(a.targets, b.targets, strict=True)
            bound = (*bound, *((x.id, y.id) for x, y in names))
        return are_alike(one.element, other.element, bound)
    if not is_record(one):
        return bool(one == other)
    parts = zip(values(one), values(other), strict=True)
    return all(isinstance(a, Span) or are_alike(a, b, bound) for a, b in parts)


def names_in(tree: Any) -> Iterator[Name]:
    """Every Name at or below a node (or in a tuple of nodes), in the order of the text."""
    return (node for node in nodes(tree) if isinstance(node, Name))
