"""Minimal sets of facts and rule instances from which a fact follows, by deletion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ...model.groups import Group
from .facets import distance
from .facts import Fact
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
    for fact in list(kept):
        if fact not in kept:
            continue
        rest = [f for f in kept if f != fact]
        core = refuted(groups, [*rest, *against])
        if core is not None:
            enough = set(core[1])
            kept = [f for f in rest if f in enough]
    return sorted(kept, key=lambda f: (f.variable, f.value))


def fewest_groups(
    instances: Instances,
    groups: Sequence[Group],
    facts: Sequence[Fact],
    goal: Fact | None,
    refute: Refute | None = None,
) -> Groups:
    """A minimal subset of some rule instances from which, with these facts, a goal follows."""
    against = [] if goal is None else [instances.opposite(goal)]
    refuted = refute or instances.refute
    kept = list(instances.ordered(groups))
    for group in kept[::-1]:
        if group not in kept:
            continue
        rest = tuple(g for g in kept if g != group)
        core = refuted(rest, [*facts, *against])
        if core is not None:
            enough = set(core[0])
            kept = [g for g in rest if g in enough]
    return tuple(kept)
