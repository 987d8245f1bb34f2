"""Shorten terms of sums by the other demands on their variables.

If two lines or none meet in a cell, the parts of "it turns across and it turns along" are
equivalent, so one of them suffices. A part of a term is dropped if the other parts imply it
wherever all demands on their variables hold. Variables stay: "a line goes left, right, up or down"
propagates better than the same with any three of them.
"""

from __future__ import annotations

from typing import Any

from ..model.constraints import Constraint
from ..model.model import Model
from ..model.nodes import And, BoolNode, LinearEq, LinearLe, Not, Or, any_of
from ..model.points import SUMS
from ..model.rebuild import over
from .demands import Signature, demands, following, parts_of, selected
from .rectangles import rebuilt
from .tables import Facts, is_joined
from .truth import Supports, every, holds, sizes_of


def shortened(m: Model) -> Model:
    """The model with terms of sums without what follows from the rest of them."""
    supports = Supports()
    terms: dict[BoolNode, None] = {}
    for condition, _ in selected(m, _has_sums):
        for total in _sums(condition):
            joined = dict.fromkeys(_joined(total))
            # A sum with a truth table is kept whole: others may be shortened because of it.
            if joined and supports.of(total) is None:
                terms.update(joined)
    wanted = {x for term in terms for x in supports.of(term) or ()}
    if not wanted:
        return m
    facts = Facts(m, supports, demands(m), wanted)
    shorter: dict[Any, tuple[Any, list[Constraint]]] = {}
    for term in terms:
        found = _shorter(m, facts, supports, term)
        if found is not None:
            shorter[term] = found
    return _with(m, supports, shorter) if shorter else m


def _has_sums(signature: Signature) -> bool:
    """Whether conditions of a signature may be sums with joined terms, perhaps under guards."""
    if signature.negated:
        return False
    return (
        signature.has(*SUMS)
        if signature.kind is Or
        else signature.kind in SUMS and signature.has(And, Or)
    )


def _sums(condition: Any) -> list[Any]:
    """The comparison of a sum that is demanded, perhaps under guards."""
    parts = any_of(condition)
    return [x for x in parts if type(x) is LinearEq or type(x) is LinearLe]


def _joined(total: LinearEq | LinearLe) -> list[Any]:
    """The terms that join conditions some of which join others."""
    found: list[Any] = []
    for _, x in total.terms:
        inner: Any = x.arg if type(x) is Not else x
        if type(inner) is And or type(inner) is Or:
            for part in inner.args:
                if is_joined(part):
                    found.append(inner)
                    break
    return found


def _shorter(
    m: Model, facts: Facts, supports: Supports, term: Any
) -> tuple[Any, list[Constraint]] | None:
    """A term without what follows from the rest of it, and the demands by which it does."""
    variables = supports.of(term)
    if variables is None:
        return None
    known, sources = facts.about(term, variables)
    known &= every(sizes_of(variables))
    wanted = holds(term, variables) & known
    join = m.and_ if type(term) is And else m.or_
    left = list(term.args)
    for part in [x for x in reversed(term.args) if is_joined(x)]:
        rest = [x for x in left if x is not part]
        if rest and holds(join(rest), variables) & known == wanted:  # type: ignore[arg-type]
            left = rest
    return (join(left), sources) if len(left) < len(term.args) else None


def _with(m: Model, supports: Supports, shorter: dict[Any, tuple[Any, list[Constraint]]]) -> Model:
    """The model with other terms; each constraint has the origins of what shortens its terms."""
    constraints: list[Constraint] = []
    for constraint in m.constraints:
        new: dict[Any, Any] = {}
        sources: list[Constraint] = []
        for condition in parts_of(constraint):
            for total in _sums(condition):
                some = [x for x in _joined(total) if x in shorter]
                if some and supports.of(total) is None:
                    sources += [source for x in some for source in shorter[x][1]]
                    new[total] = _made(m, total, {x: shorter[x][0] for x in some})
        if new:
            condition = rebuilt(m, constraint.condition, new)
            made = following(condition, (constraint, *sources))
            constraints.append(
                Constraint(condition, constraint.origin, constraint.given, made.also)
            )
        else:
            constraints.append(constraint)
    return m.with_constraints(constraints)


def _made(m: Model, total: LinearEq | LinearLe, new: dict[Any, Any]) -> Any:
    parts: dict[Any, Any] = {}
    for _, x in total.terms:
        parts[x] = m.not_(new.get(x.arg, x.arg)) if type(x) is Not else new.get(x, x)
    return over(m, total, parts)
