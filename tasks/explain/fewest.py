"""The fewest facts and rule instances from which a fact follows: none could be left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ...model.groups import Group
from .facets import distance
from .facts import Fact
from .instances import Groups, Instances

# Finds groups and facts that cannot hold together, of some (see `Instances.refute`).
Refute: TypeAlias = "Callable[[Groups, Sequence[Fact]], tuple[Groups, list[Fact]] | None]"


def far_first(instances: Instances, facts: Sequence[Fact], goal: Fact | None) -> list[Fact]:
    """Facts in the order in which they are tried to be left out: near ones are kept if possible."""

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
    """Facts, of some from which with these instances a goal follows (None: a contradiction), that
    are enough; without any one of them the goal does not follow."""
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
    """Rule instances, of some from which with these facts a goal follows, that are enough."""
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
