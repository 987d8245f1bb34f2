"""Minimal sets of facts and rule instances from which a fact follows, by deletion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ...model.groups import Group
from ..wording.facts import Fact
from .deletion import minimal
from .facets import distance
from .instances import Groups, Instances

# A function like `Instances.refute`: groups and facts that cannot hold together.
Refute: TypeAlias = "Callable[[Groups, Sequence[Fact]], tuple[Groups, list[Fact]] | None]"


def far_first(instances: Instances, facts: Sequence[Fact], goal: Fact | None) -> list[Fact]:
    """Facts in the order of deletion: distant ones first, so that near ones are kept."""

    def key(fact: Fact) -> tuple[int, int, int]:
        far = 0 if goal is None else distance(instances, fact.variable, goal.variable)
        return (-far, -fact.variable, fact.value)

    return sorted(facts, key=key)


def fewest_facts(
    instances: Instances,
    groups: Groups,
    facts: Sequence[Fact],
    goal: Fact | None,
    refute: Refute | None = None,
) -> list[Fact]:
    """A minimal subset of some facts from which, with these instances, a goal follows (None: a
    contradiction)."""
    against = [] if goal is None else [instances.opposite(goal)]
    refuted = refute or instances.refute

    def enough(some: Sequence[Fact]) -> list[Fact] | None:
        core = refuted(groups, [*some, *against])
        return None if core is None else core[1]

    # Often no fact is needed, or only near ones.
    kept = minimal(far_first(instances, facts, goal), enough, len(facts))
    return sorted(kept, key=lambda f: (f.variable, f.value))


def fewest_groups(
    instances: Instances,
    groups: Sequence[Group],
    facts: Sequence[Fact],
    goal: Fact | None,
    refute: Refute | None = None,
) -> Groups:
    """A minimal subset of some rule instances from which, with these facts, a goal follows. Distant
    ones are deleted first: what stays near the goal is shorter to tell, and easier to see."""
    against = [] if goal is None else [instances.opposite(goal)]
    refuted = refute or instances.refute

    def enough(some: Sequence[Group]) -> Groups | None:
        core = refuted(instances.ordered(some), [*facts, *against])
        return None if core is None else core[0]

    last_first = [*instances.ordered(groups)[::-1]]
    if goal is not None:
        last_first.sort(key=lambda group: -_away(instances, group, goal.variable))
    return instances.ordered(minimal(last_first, enough))


def _away(instances: Instances, group: Group, variable: int) -> int:
    """How far a rule instance is from the place of a variable."""
    found = instances.away.get((group, variable))
    if found is None:
        over = instances.variables[group]
        found = (
            0
            if variable in over
            else min((distance(instances, v, variable) for v in over), default=0)
        )
        instances.away[group, variable] = found
    return found
