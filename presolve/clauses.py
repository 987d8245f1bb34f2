"""Flatten disjunctions, and merge duplicate clauses.

"No star among the cells around a star" is one clause for each of these cells, the same clause as
for the other end of the pair. Split into clauses, rules about cells and rules about pairs become
the same constraints. Each is kept once, with the origins of all. A constraint that requires all of
several conditions is split into one for each, as is "not any", also as one of several alternatives;
"not all" as an alternative becomes one alternative for each condition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from ..deadline import pause
from ..model.constraints import Constraint
from ..model.model import Model
from ..model.nodes import And, Bool, BoolVar, Member, Not, Or
from ..model.store import BETWEEN
from .demands import Demand, Signature, both_in_order, conjuncts, disjuncts, instead, selected

# A literal, and clauses that hold unless it does.
_Guarded: TypeAlias = "tuple[Bool, Sequence[Bool]]"


def flat(m: Model) -> Model:
    """The model with "one of them does not hold" for "not all of them" beside alternatives."""
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for k, (part, constraint) in enumerate(selected(m, _has_negations)):
        if not k & BETWEEN:
            pause()
        parts = part.args if type(part) is Or and part not in gone else ()
        if any(type(x) is Not and type(x.arg) is And for x in parts):
            gone.add(part)
            condition = m.or_(disjuncts(m, part))
            if condition is not True:
                added.append(constraint.of(condition))
    return instead(m, gone, added) if gone else m


def _has_negations(signature: Signature) -> bool:
    return signature.kind is Or and not signature.negated and And in signature.denied


def split(m: Model) -> Model:
    """The model in which conjunctions of clauses are replaced by the clauses, if at least half of
    these are shared, and constraints on all of several conditions by one for each."""
    m = _all_not(m)
    found: dict[Bool, Constraint] = {}
    gone: set[Bool] = set()
    parts_in_all, joined = 0, False
    candidates = selected(m, _may_be_split)
    guarded = [_guarded(m, condition) for condition, _ in candidates]
    if _are_mostly_apart(candidates, guarded):
        return m
    for (condition, constraint), one in zip(candidates, guarded, strict=True):
        parts = _parts(m, condition) if type(condition) is Not else _clauses(m, one)
        if parts:
            gone.add(condition)
            parts_in_all += len(parts)
            joined = joined or type(condition) is Not
        for part in parts:
            known = found.get(part)
            if known is None:
                found[part] = constraint.of(part)
            else:
                origins = dict.fromkeys((*known.also, *constraint.origins))
                origins.pop(known.origin, None)
                found[part] = Constraint(part, known.origin, known.given, tuple(origins))
    if (not joined and 2 * len(found) > parts_in_all) or not found:
        return m
    return instead(m, gone, [c for c in found.values() if c.condition is not True])


def _may_be_split(signature: Signature) -> bool:
    """Whether `split` may take conditions of a signature apart."""
    if signature.kind is not Or:
        return False
    return signature.negated or (
        signature.two and (And in signature.parts or Or in signature.denied)
    )


def _all_not(m: Model) -> Model:
    """The model with "all of them do not hold" for "none of them holds" as one of two alternatives,
    where they are more than literals: other passes read such conjunctions."""
    gone: set[Bool] = set()
    added: list[Constraint] = []
    for part, constraint in selected(m, _has_none):
        parts = part.args if type(part) is Or and part not in gone else ()
        if any(_is_none(x) for x in parts):
            gone.add(part)
            alternatives = [m.and_(conjuncts(m, x)) if _is_none(x) else x for x in parts]
            added.append(constraint.of(m.or_(alternatives)))
    return instead(m, gone, added) if gone else m


def _has_none(signature: Signature) -> bool:
    return (
        signature.kind is Or and not signature.negated and signature.two and Or in signature.denied
    )


def _is_none(x: Bool) -> bool:
    return type(x) is Not and type(x.arg) is Or and not all(map(_is_literal, x.arg.args))


def _are_mostly_apart(candidates: Sequence[Demand], guarded: Sequence[_Guarded]) -> bool:
    """Whether these are guarded conjunctions of literals, more than half of whose clauses are
    different. Quicker than to make the clauses."""
    pairs: set[tuple[Any, ...]] = set()
    count = 0
    for (condition, _), (guard, joined) in zip(candidates, guarded, strict=True):
        if type(condition) is Not:
            return False
        for part in joined:
            if not _is_literal(part):
                return False
            pairs.add(both_in_order(guard, part))
        count += len(joined)
    return 2 * len(pairs) > count


def _parts(m: Model, condition: Bool) -> Sequence[Bool]:
    """The parts of a "not any", guarded conjunctions as their clauses."""
    return [y for x in conjuncts(m, condition) for y in _clauses(m, _guarded(m, x)) or (x,)]


def _clauses(m: Model, guarded: _Guarded) -> Sequence[Bool]:
    """The clauses of a guarded conjunction, each with the guard."""
    guard, joined = guarded
    return [m.or_((guard, *disjuncts(m, part))) for part in joined]


def _guarded(m: Model, condition: Bool) -> _Guarded:
    """A guarded conjunction of clauses; without clauses for any other condition."""
    if type(condition) is Or and len(condition.args) != 2:  # the common case first
        return False, ()
    parts = disjuncts(m, condition)
    if len(parts) == 2:
        for x, guard in (parts, parts[::-1]):
            joined = conjuncts(m, x)
            if joined and _is_literal(guard) and all(map(_is_clause, joined)):
                return guard, joined
    return False, ()


def _is_literal(x: Bool) -> bool:
    return type(x) is BoolVar or type(x) is Member or (type(x) is Not and type(x.arg) is BoolVar)


def _is_clause(x: Bool) -> bool:
    if type(x) is Not and type(x.arg) is And:
        return all(map(_is_literal, x.arg.args))
    return _is_literal(x) or (type(x) is Or and all(map(_is_literal, x.args)))
