"""Proofs of implied rules where a step cites them: the opposite contradicts the other rules."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.constraints import Constraint
from ...model.groups import Group
from ...model.model import Model
from ...records import replace
from ..wording.facts import Known
from .instances import Instances
from .step import Step, needed
from .steps import Explainer

SUPPOSED = "It is supposed not to hold"


def proof(instances: Instances, group: Group, known: Known) -> tuple[Instances, tuple[Step, ...]]:
    """The puzzle without implied rules, and the steps in it from what is known and the opposite of
    an instance of an implied rule to a contradiction; no steps if it does not follow. Raises
    OutOfTime."""
    alone = without_implied(instances, group)
    start = alone.start()
    start.learn(known.facts)
    explainer = Explainer(alone, start, to_the_end=True)
    at_once = explainer.contradiction()
    if at_once is not None:
        return alone, (at_once,)
    steps = list(explainer)
    if not explainer.broken:
        return alone, ()
    return alone, (*needed(steps[:-1], steps[-1].cited), steps[-1])


def without_implied(instances: Instances, group: Group) -> Instances:
    """The puzzle without implied rules, with the opposite of an instance of one."""
    grounding = instances.grounding
    kept = [*_by_rules(grounding.model, grounding.implied)]
    model = grounding.model.with_constraints(kept)
    against = model.not_(model.and_(instances.conditions[group]))
    alone = replace(grounding, model=model, implied=frozenset())
    return Instances(alone, [*instances.extra, (against, SUPPOSED)], instances.deadline)


def _by_rules(model: Model, implied: frozenset[int]) -> Iterator[Constraint]:
    """The constraints of all rules that are not implied, and the background."""
    for constraint in model.constraints:
        origins = [o for o in constraint.origins if o.rule not in implied]
        if origins:
            first, *also = origins
            yield Constraint(constraint.condition, first, constraint.given, tuple(also))
