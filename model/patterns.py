"""Patterns of operands: equal for those that differ in their variables only."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any

from .nodes import Element, Global, Linear, LinearEq, LinearLe, Member, children, domain_of


def pattern(operand: Any, positions: Mapping[Any, int]) -> Hashable:
    """An operand with its variables replaced by their positions. It goes down the operand as a
    tree, so this must be small."""
    if isinstance(operand, int):
        return int(operand), "constant"
    if operand in positions:
        return positions[operand]
    own: Hashable
    match operand:
        case Member(values=values):
            own = values
        case LinearLe(terms=terms, bound=bound) | LinearEq(terms=terms, bound=bound):
            own = (*(c for c, _ in terms), bound)
        case Linear(terms=terms, constant=constant):
            own = (*(c for c, _ in terms), constant)
        case Element(index=index):
            own = domain_of(index)
        case Global(definition=definition, data=data):
            own = (definition.name, repr(data))
        case _:
            own = None
    return type(operand), own, *(pattern(c, positions) for c in children(operand))
