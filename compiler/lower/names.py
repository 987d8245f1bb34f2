"""Properties of names that follow from the text of a spec, such as which are found."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...dsl.syntax import (
    Declaration,
    Define,
    Find,
    Given,
    Grid,
    Let,
    Name,
    Objective,
    Param,
    Rule,
    Things,
    names_in,
)


def grid_names(declarations: tuple[Declaration, ...]) -> list[Name]:
    """The names of the board's size that no other declaration declares."""
    known = {n.id for d in declarations if isinstance(d, (Param, Given, Find)) for n in d.names} | {
        d.name.id for d in declarations if isinstance(d, (Let, Things))
    }
    return [
        n
        for d in declarations
        if isinstance(d, Grid)
        for n in (d.height, d.width)
        if isinstance(n, Name) and n.id not in known
    ]


def pure_givens(declarations: Iterable[Declaration]) -> frozenset[str]:
    """Givens that occur only in the `from` of a find."""
    read: set[str] = set()
    for d in declarations:
        match d:
            case Find():
                parts: tuple[Any, ...] = (d.domain, d.at)
            case Given():
                parts = (d.domain, d.at)
            case Rule():
                parts = (d.sentence, d.body)
            case Let():
                parts = (d.keys, d.value)
            case Define():
                parts = (d.body,)
            case Objective():
                parts = (d.value,)
            case Param() | Things():
                parts = (d,)
            case _:
                parts = ()
        read.update(n.id for n in names_in(parts))
    used = {d.printed.id for d in declarations if isinstance(d, Find) and d.printed is not None}
    return frozenset(used - read)


def asked_names(
    declarations: tuple[Declaration, ...], by: tuple[type[Declaration], ...] = (Rule, Find)
) -> frozenset[str]:
    """The names that declarations of some kinds refer to, also through lets and defines."""
    asked = {n.id for d in declarations if isinstance(d, by) for n in names_in(d)}
    for d in reversed(declarations):  # a name is declared before it is used
        if isinstance(d, (Let, Define)) and d.name.id in asked:
            asked.update(n.id for n in names_in(d))
    return frozenset(asked)


def found_names(declarations: Iterable[Declaration]) -> frozenset[str]:
    """Finds, and the lets and defines that depend on them."""
    found: set[str] = set()
    for d in declarations:
        match d:
            case Find():
                found.update(n.id for n in d.names)
            case Let():
                if any(n.id in found for n in names_in((d.keys, d.value))):
                    found.add(d.name.id)
            case Define():
                if any(n.id in found for n in names_in(d.body)):
                    found.add(d.name.id)
    return frozenset(found)
