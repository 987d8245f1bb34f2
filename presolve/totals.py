"""A variable for a count that several conditions compare with other numbers.

"Every number states how many its room has" compares one count with each number of a room. As sums,
each of these conditions watches all cells of the room; with a variable for the count they are
conditions on two variables, and clauses learned about the count serve all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..model.constraints import Constraint
from ..model.model import Model
from ..model.nodes import (
    BOOL_KINDS,
    And,
    Bool,
    IntVar,
    LinearEq,
    LinearLe,
    Or,
    Terms,
    all_of,
    any_of,
)
from ..model.points import SUMS
from .demands import Demand, Signature, following, selected
from .rectangles import all_rebuilt

COUNTED: Final = 4  # conditions in a count, at least
SHARED: Final = 3  # comparisons with a count, at least


def totalled(m: Model) -> Model:
    """The model with a variable for each count that is compared with numbers in several demands."""
    if not any(type(x) is IntVar for x in m.variables):
        return m
    found: dict[Terms, dict[LinearEq | LinearLe, Demand]] = {}
    for demand in selected(m, _may_compare):
        for node in _comparisons(demand[0]):
            count = _count(node)
            if count:
                found.setdefault(count, {}).setdefault(node, demand)
    shared = {count: of for count, of in found.items() if len(of) >= SHARED}
    if not shared:
        return m
    m = m.extended()
    new: dict[Bool, Bool] = {}
    definitions: list[Constraint] = []
    for number, (count, nodes) in enumerate(shared.items(), 1):
        total = m.int_var(f"count {number}", range(len(count) + 1))
        is_total = m.eq(m.linear([*count, (-1, total)]), 0)
        definitions.append(following(is_total, [c for _, c in nodes.values()]))
        for node in nodes:
            sign = _sign(node.terms)
            rest = [(c, x) for c, x in node.terms if type(x) is IntVar]
            compare = m.eq if type(node) is LinearEq else m.le
            new[node] = compare(m.linear([*rest, (sign, total)]), node.bound)
    return m.with_constraints([*all_rebuilt(m, new), *definitions])


def _may_compare(signature: Signature) -> bool:
    return signature.kind in SUMS or (signature.kind is Or and signature.has(*SUMS, And))


def _comparisons(condition: Bool) -> Iterator[LinearEq | LinearLe]:
    """The comparisons that a demand is, or that are parts of it or of these."""
    parts = any_of(condition)
    for part in parts:
        for inner in all_of(part):
            if type(inner) is LinearEq or type(inner) is LinearLe:
                yield inner


def _count(node: LinearEq | LinearLe) -> Terms | None:
    """The conditions that a comparison of a number with their count is about, each with coefficient
    1; None for any other comparison."""
    terms = node.terms
    if len(terms) <= COUNTED:
        return None
    numbers = [c for c, x in terms if type(x) is IntVar]
    if len(numbers) != 1:
        return None
    sign = _sign(terms)
    counted = tuple([(1, x) for c, x in terms if c == sign and type(x) in BOOL_KINDS])
    return counted if len(counted) == len(terms) - 1 else None


def _sign(terms: Terms) -> int:
    """The coefficient of the first condition in a sum."""
    return next(c for c, x in terms if type(x) is not IntVar)
