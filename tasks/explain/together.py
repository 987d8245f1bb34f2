"""Steps by a few rule instances that count, taken together: n cells are left for n stars.

The instances come from a chain, or a search, that refutes the opposite: instances are deleted one
by one while the others still have no solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..wording.facts import Fact, Known
from .bounded import EACH, SMALL
from .chains import Refutation
from .counting import Counting
from .few import Few
from .fewest import fewest_facts, fewest_groups
from .instances import Groups, Instances
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
    same; a contradiction if they contradict each other without the supposition. None if there is
    none. work: to tell whether counting instances alone are enough."""
    goal = instances.opposite(found.supposed)
    enough = _enough(instances, counting, found.groups, found.facts, goal, work)
    if enough is None:
        return None
    few, groups = enough
    if few.refute(groups, found.facts) is not None:
        return _contradiction(instances, few, groups, found.facts)
    facts = [f for f in found.facts if f.variable != goal.variable or goal.holds]
    cited = fewest_facts(instances, groups, facts, goal, few.refute)
    near = {v for g in groups for v in instances.variables[g]}
    also = few.following(groups, cited, [f for f in others if f.variable in near and f != goal])
    concluded = tuple(sorted((goal, *also)))
    return Step(Tier.FEW, concluded, groups, tuple(cited))


def at_once(instances: Instances, counting: Counting, supposed: Fact, step: Step) -> Step | None:
    """The step by few counting instances that proves the same as a chain from a supposition; None
    if those of the chain are too many, or not enough together."""
    if step.tier <= Tier.FEW or len(step.groups) > TOGETHER or not counting.all(step.groups):
        return None
    whole = Refutation(supposed, step.groups, step.cited)
    return together(instances, counting, whole, work=EACH)


def widened(instances: Instances, known: Known, step: Step) -> Step:
    """A step of tier FEW with what else its instances conclude from the cited facts, as far as
    propagation and a short search tell; first about the variables that it is about."""
    about = [f.variable for f in step.facts]
    near = sorted({v for group in step.groups for v in instances.variables[group]})
    goals = [
        known.excluded(v, value)
        for v in dict.fromkeys((*about, *near))
        if v < len(known.left) and known.is_open(v)
        for value in sorted(known.left[v])
    ]
    few = Few(instances, step.groups)
    also = few.following(step.groups, step.cited, [f for f in goals if f not in step.facts])
    return step.limited_to(tuple(sorted({*step.facts, *also})))


def contradiction(
    instances: Instances, counting: Counting, groups: Groups, facts: Sequence[Fact]
) -> Step | None:
    """The contradiction of few counting instances among some that cannot hold together with some
    facts; None if there is none."""
    enough = _enough(instances, counting, groups, facts, None, EACH)
    return enough and _contradiction(instances, *enough, facts)


def _enough(
    instances: Instances,
    counting: Counting,
    groups: Groups,
    facts: Sequence[Fact],
    goal: Fact | None,
    work: int,
) -> tuple[Few, Groups] | None:
    """Few counting instances among some that are enough for a goal (None: a contradiction), and
    their solver."""
    counted = tuple(g for g in groups if counting.all([g]))
    if not 0 < len(counted) <= MANY:
        return None
    few = Few(instances, counted)
    against = [] if goal is None else [instances.opposite(goal)]
    enough = few.refute_by_groups(counted, [*facts, *against], work)
    if enough is None:
        return None
    fewest = fewest_groups(instances, enough[0], facts, goal, few.refute_by_groups)
    return (few, fewest) if len(fewest) <= TOGETHER else None


def _contradiction(instances: Instances, few: Few, groups: Groups, facts: Sequence[Fact]) -> Step:
    """The contradiction of instances and facts that cannot hold together."""
    fewest = fewest_groups(instances, groups, facts, None, few.refute_by_groups)
    cited = fewest_facts(instances, fewest, facts, None, few.refute)
    return Step(Tier.FEW, (), fewest, tuple(cited))
