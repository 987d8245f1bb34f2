"""Numbers that are written as literals in a spec."""

from __future__ import annotations

from .syntax import (
    Binary,
    Collection,
    Domain,
    Expr,
    Number,
    SetDomain,
    Unary,
)


def constant(node: Expr) -> int | None:
    """The value of a literal number, or None."""
    match node:
        case Number(value=value):
            return value
        case Unary(op="-", operand=Number(value=value)):
            return -value
        case _:
            return None


def constant_values(node: Domain) -> range | set[int] | None:
    """The numbers of a domain of literals, or None."""
    match node:
        case SetDomain(expr=Binary(op="..", left=left, right=right)):
            low, high = constant(left), constant(right)
            if low is not None and high is not None and low <= high:
                return range(low, high + 1)
        case SetDomain(expr=Collection(items=items)) if items:
            values = {constant(i) for i in items}
            return {v for v in values if v is not None} if None not in values else None
    return None


def ends(values: range | set[int]) -> tuple[int, int]:
    """The least and the largest of some numbers, at least one. A range may be of any length, so it
    is not iterated, as `min` does."""
    return (values[0], values[-1]) if isinstance(values, range) else (min(values), max(values))
