"""Steps by a few rule instances that count, taken together: so many cells are left for so much.

Which instances to take is seen from a chain, or a search, that refutes the opposite: its instances
are left out one by one while the others still have no solution.
"""

from __future__ import annotations

from collections.abc import Iterable

from .chains import Refutation
from .counting import Counting
from .facts import Fact
from .fewest import fewest_facts, fewest_groups
from .instances import Instances
from .step import TOGETHER, Step, Tier

# Instances of a refutation from which no few are looked for.
MANY = 12


def together(instances: Instances, counting: Counting, found: Refutation) -> Step | None:
    """The step by few counting instances that a refutation leads to, if there is one."""
    if not 0 < len(found.groups) <= MANY:
        return None
    goal = instances.opposite(found.supposed)
    groups = tuple(g for g in found.groups if counting.all([g]))
    enough = instances.refute(groups, [*found.facts, found.supposed])
    if enough is None:
        return None
    groups = fewest_groups(instances, enough[0], found.facts, goal)
    if len(groups) > TOGETHER:
        return None
    facts = [f for f in found.facts if f.variable != goal.variable or goal.holds]
    cited = fewest_facts(instances, groups, facts, goal)
    groups = fewest_groups(instances, groups, cited, goal)
    return Step(Tier.FEW, (goal,), groups, tuple(cited))


def with_others(instances: Instances, step: Step, others: Iterable[Fact]) -> Step:
    """A step with those of some other facts that follow from the same."""
    also = [
        fact
        for fact in others
        if fact not in step.facts
        and instances.refute(step.groups, [*step.cited, instances.opposite(fact)]) is not None
    ]
    told = sorted((*step.facts, *also), key=lambda f: (f.variable, f.value))
    return step.telling(tuple(told))
