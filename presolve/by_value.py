"""Conditions that depend on the choice of one variable: one condition for each of its values.

"The digit at the place that the first digit names" and "the sum of as many digits as the first one
says" depend on one variable in each of their terms. For each value of this variable they become
conditions on plain variables, guarded by "it has this value": these propagate more, and need no
variables for the chosen operands. Values with the same consequences share a condition.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from ..deadline import pause
from ..model.constraints import Constraint
from ..model.model import Model
from ..model.nodes import (
    Bool,
    BoolVar,
    Element,
    IntVar,
    Ite,
    Linear,
    LinearEq,
    LinearLe,
    Member,
    Not,
    all_below,
    children,
)
from ..model.points import SUMS
from ..model.rebuild import rebuilt
from .demands import Signature, instead, selected

FEWEST: Final = 3  # values with different consequences: for two cases, a chosen number is as good
MOST: Final = 1 << 12  # nodes of the conditions for all values, at most
_PLAIN: Final = frozenset((BoolVar, IntVar, Not, Member, Linear, LinearEq, LinearLe))
_KINDS: Final = _PLAIN | {Ite, Element}


def chosen_by_value(m: Model) -> Model:
    """The model with conditions for the values of a variable in place of conditions on what it
    chooses."""
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for condition, source in selected(m, _may_choose):
        pause()
        cases = _cases(m, condition)
        if cases is not None:
            gone.add(condition)
            added += [source.of(case) for case in cases if case is not True]
    return instead(m, gone, added) if gone else m


def _may_choose(signature: Signature) -> bool:
    kinds = signature.kind is Member or signature.kind in SUMS
    return kinds and not signature.negated and signature.has(Ite, Element)


def _cases(m: Model, condition: Bool) -> list[Bool] | None:
    """A condition as one for each value of the variable that chooses; None if there is no such
    variable, and where this would be no better."""
    below = all_below(condition, (), _operands)
    chooser = _chooser(below)
    if chooser is None or len(below) * len(chooser.domain) > MOST:
        return None
    found: dict[Bool, list[int]] = {}
    for value in chooser.domain:
        found.setdefault(rebuilt(m, condition, {chooser: value}), []).append(value)
    if len(found) < FEWEST:
        return None
    return [m.or_((m.not_(m.member(chooser, some)), case)) for case, some in found.items()]


def _operands(node: Any) -> Iterable[Any]:
    """The operands of a node, but for those of the kinds that `_chooser` refuses."""
    return children(node) if type(node) in _KINDS else ()


def _chooser(below: list[Any]) -> IntVar | None:
    """The variable on which all choices in an expression depend, and each of them on it alone; None
    if there is no choice, and for an expression with nodes of other kinds."""
    found: set[IntVar | None] = set()
    for node in below:
        if type(node) is Ite:
            found.add(_variable(node.test))
        elif type(node) is Element:
            found.add(_variable(node.index))
        elif type(node) not in _PLAIN:
            return None
    return found.pop() if len(found) == 1 else None


def _variable(chooses: Any) -> IntVar | None:
    """The variable that an index or a test is about, if it is about one alone."""
    node = chooses.arg if type(chooses) is Not else chooses
    if type(node) is Member:
        node = node.arg
    if type(node) is LinearEq or type(node) is LinearLe or type(node) is Linear:
        node = node.terms[0][1] if len(node.terms) == 1 else None
    return node if type(node) is IntVar else None
