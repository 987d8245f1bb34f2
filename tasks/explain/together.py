"""Steps by a few rule instances that count, taken together: n cells are left for n stars.

The instances come from a chain, or a search, that refutes the opposite: instances are deleted one
by one while the others still have no solution.
"""

from __future__ import annotations

from collections.abc import Iterable

from .bounded import SMALL
from .chains import Refutation
from .counting import Counting
from .facts import Fact
from .few import Few
from .fewest import fewest_facts, fewest_groups
from .instances import Instances
from .step import TOGETHER, Step, Tier

# Refutations with more instances than this are not reduced.
MANY = 12


def together(
    instances: Instances,
    counting: Counting,
    found: Refutation,
    others: Iterable[Fact] = (),
    work: int = SMALL,
) -> Step | None:
    """The step by few counting instances from a refutation, with other facts that follow from the
    same; None if there is none. work: to tell whether counting instances alone are enough."""
    counted = tuple(g for g in found.groups if counting.all([g]))
    if not 0 < len(counted) <= MANY:
        return None
    goal = instances.opposite(found.supposed)
    few = Few(instances, counted)
    enough = few.refute(counted, [*found.facts, found.supposed], work)
    if enough is None:
        return None
    groups = fewest_groups(instances, enough[0], found.facts, goal, few.refute)
    if len(groups) > TOGETHER:
        return None
    facts = [f for f in found.facts if f.variable != goal.variable or goal.holds]
    cited = fewest_facts(instances, groups, facts, goal, few.refute)
    near = {v for g in groups for v in instances.variables[g]}
    also = few.following(groups, cited, [f for f in others if f.variable in near and f != goal])
    concluded = tuple(sorted((goal, *also)))
    return Step(Tier.FEW, concluded, groups, tuple(cited))
