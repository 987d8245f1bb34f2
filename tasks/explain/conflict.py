"""Conflicts in a puzzle or on a board: what contradicts each other, and the steps to it."""

from __future__ import annotations

from collections.abc import Sequence

from ...backends.base import Status
from ...deadline import OutOfTime
from ..wording.facts import Fact, Known
from .bounded import EACH
from .instances import Groups, Instances
from .step import Step, needed
from .steps import Explainer
from .trimming import trimming


def clash(instances: Instances) -> tuple[Groups, tuple[Fact, ...]]:
    """A set of rule instances and given values without a solution: minimal, unless it takes too
    much work to tell what can be left out. Raises OutOfTime."""
    found = _without_solution(instances)

    def leave_out(groups: Groups, givens: Sequence[Fact]) -> None:
        nonlocal found
        found = instances.refute(groups, givens, EACH) or found

    for fact in list(found[1]):
        if fact in found[1]:
            leave_out(found[0], [f for f in found[1] if f != fact])
    for group in found[0]:
        if group in found[0]:
            leave_out(tuple(g for g in found[0] if g != group), found[1])
    groups, givens = found
    return groups, tuple(sorted(givens))


def _without_solution(instances: Instances) -> tuple[Groups, list[Fact]]:
    """The rule instances and given values that a search used to find no solution."""
    given = map(instances.node, instances.given())
    outcome = instances.solver.solve([*instances.switched(None), *given], instances.deadline)
    if outcome.status is Status.UNKNOWN:
        raise OutOfTime(outcome.reason)
    return instances.cited(instances.solver.core_finder(instances.deadline)())


def refuted(instances: Instances, known: Known) -> list[Step]:
    """The steps from what is known to a contradiction, with what it needs; none if there is none.
    Raises OutOfTime."""
    explainer = Explainer(instances, known.copy(), to_the_end=True)
    steps = list(explainer)
    if not explainer.broken:
        return []
    return [*needed(steps[:-1], steps[-1].cited, trimming(instances)), steps[-1]]
