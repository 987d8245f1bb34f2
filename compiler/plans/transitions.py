"""Models of states and steps, extracted from the constraints of a plan.

If the rules of a spec mention neighbouring moments only (`neighbours` decides this from the text;
the constraints of a plan of `MOVES` moves are checked, too), a plan of three or more moves is

- a state that satisfies `first`: the constraints on the first moment;
- a step that satisfies `begin`: the constraints on moments 0 and 1, and on moment 1;
- any number of steps that satisfy `go_on`: likewise of t and t + 1, neither the first nor the last;
- a step that satisfies `end`: likewise of the last two moments.

A state is the values of the variables of a moment, and of those that belong to no moment. Layers
that describe a move (`from[t]`, `to[t]`) are no part of it, if no constraint relates their values
to an earlier moment: they belong to the step to the next moment, and one state is not visited again
for each move from it. Each of the four is a model of its own, over the variables of one state or of
two, and of the move between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import Any

from ...model.constraints import Constraint, Origin
from ...model.model import Model
from ...model.nodes import Bool, BoolVar, IntVar, Variable, conjuncts, variables_of
from ...model.rebuild import rebuilt
from ...records import record
from ..ground.grounding import Grounding
from .steps import keys_at, position

# The moves of the shortest plan with two steps between ordinary moments: the first and the last two
# moments may be special, and so may the steps to them.
MOVES = 5

# The variables of a moment (None: of no moment) by label.
_Variables = dict[Any, Variable]


@record
class Step:
    """A model of some steps. before, after: the variables of the two states, in the same order
    (but a state at an end of the plan may lack some). Of the first state there is only `after`.
    labels: (layer, key without the moment) of each variable of `after`."""

    model: Model
    before: tuple[Variable, ...]
    after: tuple[Variable, ...]
    labels: tuple[Any, ...]


@record
class Transitions:
    """The four models that plans of three or more moves consist of (see the module)."""

    first: Step
    begin: Step
    go_on: Step
    end: Step


def transitions(grounding: Grounding) -> Transitions | None:
    """The steps of plans of three or more moves, from the grounding of one of `MOVES` moves; None
    if constraints join moments that are no neighbours, or are not the same throughout."""
    moments = _variables(grounding)
    if moments is None:
        return None
    arriving = _by_moment(grounding.model, moments)
    if arriving is None or not _alike(grounding.model, moments, arriving):
        return None

    moves = _moves(moments, arriving)
    alone = {t: _of_moves(moments, conditions, t, moves) for t, conditions in arriving.items()}
    if not _shifted_alike(grounding.model, moments, alone, 1, (1,)):
        moves, alone = frozenset(), {t: [] for t in arriving}

    def step(at: int) -> Step:
        states: list[_Variables] = []
        hidden: list[Variable] = []
        for t in range(max(at - 1, 0), at + 1):
            now = moments[t]
            states.append({**moments[None], **{k: now[k] for k in now if k not in moves}})
            hidden += [now[k] for k in now if k in moves and (t < at or at == MOVES)]
        later = set() if at == MOVES else set(alone[at])
        conditions = [c for c in arriving[at] if c not in later] + alone.get(at - 1, [])
        return _step(grounding.model, states, hidden, conditions)

    return Transitions(step(0), step(1), step(3), step(MOVES))


def goals(grounding: Grounding) -> list[Constraint]:
    """What the rules demand of the last moment alone, and of no other: a constraint for each
    condition, from the grounding of a plan of `MOVES` moves that has `transitions`."""
    moments, model = _variables(grounding), grounding.model
    assert moments is not None
    last, before = set(moments[MOVES].values()), set(moments[MOVES - 1].values())
    shifted = {v: moments[MOVES][k] for k, v in moments[MOVES - 1].items() if k in moments[MOVES]}
    usual: set[Bool] = set()
    found: list[tuple[Bool, Constraint]] = []
    always = set(moments[None].values())
    for constraint in model.constraints:
        for condition in conjuncts([model.formula(constraint)]):
            mentioned = set(variables_of([condition])) - always
            if mentioned <= before and mentioned <= set(shifted):
                usual.add(rebuilt(model, condition, shifted | {v: v for v in always}))
            elif mentioned <= last:
                found.append((condition, Constraint(condition, constraint.origin)))
    return [constraint for condition, constraint in found if condition not in usual]


def _moves(
    moments: dict[int | None, _Variables], arriving: dict[int, list[Bool]]
) -> frozenset[Any]:
    """The labels of variables that describe moves: no constraint relates one to an earlier moment;
    none if all are such."""
    moment = {v: (t, k) for t, vs in moments.items() if t is not None for k, v in vs.items()}
    labels = {label for _, label in moment.values()}
    followed = set()
    for conditions in arriving.values():
        for condition in conditions:
            related = [moment[v] for v in variables_of([condition]) if v in moment]
            if len({t for t, _ in related}) > 1:
                last = max(t for t, _ in related)
                followed |= {label for t, label in related if t == last}
    return frozenset(labels - followed if followed else ())


def _of_moves(
    moments: dict[int | None, _Variables], conditions: Iterable[Bool], t: int, moves: Set[Any]
) -> list[Bool]:
    """Of the conditions that arrive at a moment, those on it alone that mention its move."""
    mine = {v for k, v in moments[t].items() if k in moves}
    earlier = set(moments[t - 1].values()) if t else set()
    return [
        c for c in conditions if (vs := set(variables_of([c]))) & mine and vs.isdisjoint(earlier)
    ]


def _variables(grounding: Grounding) -> dict[int | None, _Variables] | None:
    """The variables of each moment, and (under None) of no moment; None if the moment of a variable
    is unknown."""
    out: dict[int | None, _Variables] = {None: {}, **{t: {} for t in range(MOVES + 1)}}
    variables = grounding.model.variables
    known = 0
    for name, slot in grounding.slots.items():
        at = position(slot.kind, grounding.sequence)
        known += len(slot.variables)
        if at is None:
            out[None] |= {(name, k): variables[i] for k, (i, _) in slot.variables.items()}
            continue
        for t in range(MOVES + 1):
            keys = keys_at(slot.variables, at, t)
            out[t] |= {(name, k): variables[slot.variables[key][0]] for k, key in keys.items()}
    return out if known == len(variables) else None


def _by_moment(model: Model, moments: dict[int | None, _Variables]) -> dict[int, list[Bool]] | None:
    """The constraints by the later of their moments; those of no moment belong to the first. None
    if some constraint relates moments that are no neighbours."""
    moment = {v: t for t, vs in moments.items() if t is not None for v in vs.values()}
    out: dict[int, list[Bool]] = {t: [] for t in range(MOVES + 1)}
    for condition in conjuncts(map(model.formula, model.constraints)):
        related = {moment[v] for v in variables_of([condition]) if v in moment}
        if related and max(related) - min(related) > 1:
            return None
        out[max(related, default=0)].append(condition)
    return out


def _alike(
    model: Model, moments: dict[int | None, _Variables], arriving: dict[int, list[Bool]]
) -> bool:
    """Whether the constraints on moments 2, 3 and 4, and on the steps to them, are the same."""
    return all(_shifted_alike(model, moments, arriving, t, (t - 1, t)) for t in range(2, MOVES - 1))


def _shifted_alike(
    model: Model,
    moments: dict[int | None, _Variables],
    conditions: dict[int, list[Bool]],
    t: int,
    mentioned: Iterable[int],
) -> bool:
    """Whether the conditions of a moment are those of the next. mentioned: the moments of their
    variables."""
    shifted: dict[Any, Any] = {v: v for v in moments[None].values()}
    for s in mentioned:
        if not _same_domains(moments[s], moments[s + 1]):
            return False
        shifted |= {v: moments[s + 1][k] for k, v in moments[s].items()}
    return {rebuilt(model, c, shifted) for c in conditions[t]} == set(conditions[t + 1])


def _same_domains(one: _Variables, other: _Variables) -> bool:
    return one.keys() == other.keys() and all(
        _domain(v) == _domain(other[k]) for k, v in one.items()
    )


def _domain(variable: Variable) -> tuple[int, ...] | None:
    return None if isinstance(variable, BoolVar) else tuple(variable.domain)


def _step(
    model: Model,
    states: Sequence[_Variables],
    hidden: Sequence[Variable],
    conditions: Iterable[Bool],
) -> Step:
    """A separate model for the constraints on one state or on two, and on the hidden variables of
    the move between them."""
    m = Model()
    new: dict[Any, Any] = {}
    for variable in (v for vs in (*(state.values() for state in states), hidden) for v in vs):
        if variable in new:
            continue
        if isinstance(variable, IntVar):
            new[variable] = m.int_var(variable.label, variable.domain)
        else:
            new[variable] = m.bool_var(variable.label)
        if variable.index in model.givens:
            m.givens[new[variable].index] = model.givens[variable.index]
    own = [tuple(new[v] for v in state.values()) for state in states]
    m.constraints.extend(Constraint(rebuilt(m, c, new), Origin(-1)) for c in conditions)
    return Step(m, own[0] if len(own) > 1 else (), own[-1], tuple(states[-1]))
