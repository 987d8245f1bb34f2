"""Minimal sets of facts and rule instances from which a fact follows, by deletion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ...model.groups import Group
from ..wording.facts import Fact
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
    kept = far_first(instances, facts, goal)

    def without(some: Sequence[Fact]) -> bool:
        """Remove some facts if the goal follows without them, and with them the others that it does
        not need then. Returns whether they could go."""
        nonlocal kept
        rest = [f for f in kept if f not in some]
        core = refuted(groups, [*rest, *against])
        if core is not None:
            enough = set(core[1])
            kept = [f for f in rest if f in enough]
        return core is not None

    # Often no fact is needed, or only near ones: several at once take less work.
    if len(kept) > 1 and not without(kept):
        while len(kept) > 2 and without(kept[: len(kept) // 2]):
            pass
    for fact in list(kept):
        if fact in kept:
            without([fact])
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
    kept = list(instances.ordered(groups))
    last_first = kept[::-1]
    if goal is not None:
        last_first.sort(key=lambda group: -_away(instances, group, goal.variable))
    for group in last_first:
        if group not in kept:
            continue
        rest = tuple(g for g in kept if g != group)
        core = refuted(rest, [*facts, *against])
        if core is not None:
            enough = set(core[0])
            kept = [g for g in rest if g in enough]
    return tuple(kept)


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
