"""Properties of names that follow from the text of a spec, such as which are found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import Any

from ...dsl.syntax import (
    Call,
    Comprehension,
    Declaration,
    Define,
    Find,
    For,
    ForClause,
    Given,
    Grid,
    Index,
    Let,
    Name,
    Objective,
    OneOf,
    Param,
    Rule,
    SetDomain,
    Statement,
    Things,
)
from ...dsl.walking import children, names_in
from ...records import replace


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


def mentioned_names(
    declarations: tuple[Declaration, ...], by: tuple[type[Declaration], ...] = (Rule, Find)
) -> frozenset[str]:
    """The names that declarations of some kinds refer to, also through lets and defines."""
    return names_needed(declarations, [d for d in declarations if isinstance(d, by)])


def names_needed(declarations: tuple[Declaration, ...], trees: Iterable[Any]) -> frozenset[str]:
    """The names that some trees refer to, also through lets and defines."""
    mentioned = {n.id for tree in trees for n in names_in(tree)}
    for d in reversed(declarations):  # a name is declared before it is used
        if isinstance(d, (Let, Define)) and d.name.id in mentioned:
            mentioned.update(n.id for n in names_in(d))
    return frozenset(mentioned)


def choice_names(declarations: Iterable[Declaration]) -> frozenset[str]:
    """Found layers whose values are options that can be listed: of the form `one of …`, or of a
    set such as `1..n`. Also computed layers whose value at a place depends on that of such a layer
    there alone."""
    choices: set[str] = set()
    found: set[str] = set()
    for d in declarations:
        match d:
            case Find():
                found.update(n.id for n in d.names)
                if isinstance(d.domain, (OneOf, SetDomain)):
                    choices.update(n.id for n in d.names)
            case Let(name=name, keys=keys, value=value):
                at = tuple([key.id for names, _ in keys for key in names])
                mentions = set(_mentions(value, choices, found, frozenset(at)))
                if mentions:
                    found.add(name.id)
                if at and mentions == {at}:
                    choices.add(name.id)
            case Define():
                if any(n.id in found for n in names_in(d.body)):
                    found.add(d.name.id)
    return frozenset(choices)


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


def on_single_choices(
    tree: Statement, choices: Set[str], found: Set[str], bound: frozenset[str] = frozenset()
) -> Statement | None:
    """The part of a statement whose conditions restrict each choice separately, judged by its text:
    every found name in a condition is a layer of choices, at the same variables of a `for` or of an
    `all(…)`. None if there is no such part. bound: the variables of each `for` around it."""
    match tree:
        case For(targets=targets, body=body) if not list(
            _mentions((tree.iterable, tree.filters), choices, found, bound)
        ):
            bound |= {target.id for target in targets}
            parts = [on_single_choices(one, choices, found, bound) for one in body]
            some = tuple([part for part in parts if part is not None])
            return replace(tree, body=some) if some else None
    mentions = set(_mentions(tree, choices, found, bound))
    return tree if len(mentions) == 1 and None not in mentions else None


def _mentions(
    tree: Any, choices: Set[str], found: Set[str], bound: frozenset[str]
) -> Iterator[tuple[str, ...] | None]:
    """For each occurrence of a found name, the variables at which it denotes a choice; None if it
    denotes anything else. bound: the variables of each `for` and `all` around it."""
    match tree:
        case tuple():
            for part in tree:
                yield from _mentions(part, choices, found, bound)
        case Name(id=name):
            if name in found:
                yield None
        case Index(base=Name(id=name), indices=keys) if name in choices:
            at = tuple([key.id for key in keys if isinstance(key, Name) and key.id in bound])
            yield at if len(at) == len(keys) else None
        case For(targets=targets):
            bound |= {target.id for target in targets}
            yield from _mentions(tuple(children(tree)), choices, found, bound)
        case Call(function=Name(id="all"), args=(Comprehension(clauses=clauses, element=element),)):
            for clause in clauses:
                if isinstance(clause, ForClause):
                    bound |= {target.id for target in clause.targets}
            yield from _mentions((*clauses, element), choices, found, bound)
        case _:
            yield from _mentions(tuple(children(tree)), choices, found, bound)
