"""Loops over pieces that touch each other, recognised by their text.

"The pieces p and q touch" can be stated over the places of p and those of q, as in `any(adjacent(a,
b) for a in p for b in q)`, or over the places of p and their neighbours, as in `any(b in q for a in
p for b in adjacent(a))`, with one comprehension or one in another, and with `any`, `count`, `size`
or `all`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...dsl.syntax import (
    Binary,
    Call,
    Compare,
    Condition,
    Expr,
    For,
    ForClause,
    If,
    Name,
)
from ...records import replace
from .conditions import conjuncts, some


def filtered(tree: For) -> For:
    """The loop with the conditions that guard its body moved to its filters, and each conjunct as a
    filter of its own."""
    filters, body = [*tree.filters], tree.body
    while len(body) == 1:
        match body[0]:
            case If(test=test, body=inner, otherwise=()):
                filters, body = [*filters, test], inner
            case Condition(expr=Binary(op="=>", left=test, right=demanded) as whole):
                filters, body = [*filters, test], (Condition(demanded, whole.span),)
            case _:
                break
    return replace(tree, filters=tuple([x for f in filters for x in conjuncts(f)]), body=body)


def touch(
    test: Expr, names: Sequence[str], is_builtin: Callable[[str], bool]
) -> tuple[Name, str] | None:
    """Read a condition that says that two pieces touch: those of two names of a loop, or of one of
    the loop and one of a loop around it. Returns the relation in which their places are, and the
    name from the loop around (of two from the loop, the first); None for any other condition.
    names: of the loop."""
    found = some(test, is_builtin)
    if found is None or len(found[0]) != 2:
        return None
    (first, second), element = found
    if not (isinstance(first, ForClause) and isinstance(second, ForClause)):
        return None
    if len(first.targets) != 1 or len(second.targets) != 1:
        return None
    a, b = first.targets[0].id, second.targets[0].id
    match first.iterable, second.iterable:
        case Name(id=one), Name(id=other):
            joined = _joined(element)
        case Name(id=one), _:  # each place that is next to one of the first piece
            joined = _next_to(Name(b, second.targets[0].span), second.iterable)
            other = _holder(element, b)
        case _:
            return None
    if joined is None or {a, b} != {joined[1], joined[2]} or a == b:
        return None
    if len({a, b, one, other, joined[0].id}) < 5 or not other:
        return None
    if {one, other} == {*names} or (len(names) == 1 and names[0] == other):
        return joined[0], one
    if len(names) == 1 and names[0] == one:
        return joined[0], other
    return None


def _joined(tree: Expr) -> tuple[Name, str, str] | None:
    """The relation and two names, if a condition says that they are in relation."""
    match tree:
        case Call(function=Name() as relation, args=(Name(id=one), Name(id=other))):
            return relation, one, other
        case Compare(operands=(Name() as place, near), ops=("in",)):
            return _next_to(place, near)
    return None


def _next_to(place: Name, near: Expr) -> tuple[Name, str, str] | None:
    """The relation and the names, if a name runs over the places related to another."""
    match near:
        case Call(function=Name() as relation, args=(Name(id=other),)):
            return relation, place.id, other
    return None


def _holder(tree: Expr, place: str) -> str:
    """The name of what a condition says that a place is in; none for other conditions."""
    match tree:
        case Compare(operands=(Name(id=member), Name(id=holder)), ops=("in",)):
            return holder if member == place else ""
    return ""
