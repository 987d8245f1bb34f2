"""Chains: suppose the negation of a fact, and draw conclusions until there is a contradiction.

The chain is read off the engine's trail: for every value removed on it, the rule instances and the
earlier facts from which the removal follows. Then each step, from the last to the first, is reduced
to the instances and facts that it needs, and steps that no later one needs are dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...records import record, replace
from ..wording.facts import Fact, Known
from .facets import Facets
from .fewest import fewest_facts, fewest_groups
from .instances import Groups, Instances
from .reading import Reading
from .step import SHORT_CHAIN, Step, Tier, implies

# The most instances of a refutation that is minimised.
MANY = 40
# The most attempts to leave out facts that are costly to explain.
ATTEMPTS = 16


@record
class Refutation:
    """Instances and facts that contradict a supposition."""

    supposed: Fact
    groups: Groups
    facts: tuple[Fact, ...]


def refutation(
    instances: Instances, facts: Sequence[Fact], supposed: Fact, costly: Sequence[Fact] = ()
) -> Refutation | None:
    """The refutation of a supposition by propagation; None if propagation does not refute it.
    costly: facts to leave out if possible, in this order."""
    found = failure(instances, [*facts, supposed], costly)
    if found is None:
        return None
    cited, others = found
    return Refutation(supposed, cited, tuple(f for f in others if f != supposed))


def failure(
    instances: Instances, facts: Sequence[Fact], costly: Sequence[Fact] = ()
) -> tuple[Groups, list[Fact]] | None:
    """The groups and facts from which propagation finds a conflict, without costly facts where
    possible; None if it finds none."""
    found = instances.fails(None, facts)
    waiting, size = list(costly), len(costly)
    for _ in range(ATTEMPTS):
        if found is None or not waiting:
            break
        waiting = [f for f in waiting if f in found[1]]
        out = waiting[:size]  # most of them can often go at once
        less = instances.fails(None, [f for f in found[1] if f not in out]) if out else found
        if less is not None or size == 1:
            found, waiting, size = less or found, waiting[size:], 2 * size
        else:
            size = min(size, len(waiting)) // 2 or 1
    return found


def with_fewest(instances: Instances, found: Refutation) -> Refutation:
    """A refutation minimised by deletion of instances, with propagation alone."""
    if len(found.groups) > MANY:
        return found
    goal = instances.opposite(found.supposed)
    groups = fewest_groups(instances, found.groups, found.facts, goal, instances.fails)
    return replace(found, groups=groups)


def chain(
    instances: Instances,
    known: Known,
    facets: Facets,
    found: Refutation,
    quickly: bool = False,
) -> Step | None:
    """The step for a refutation: its inner steps lead from the supposition to a contradiction. None
    if propagation finds no contradiction. quickly: do not look for a shorter one by more
    instances."""
    fewest = with_fewest(instances, found)
    step = _read(instances, known, facets, fewest)
    enough = quickly or fewest.groups == found.groups
    if step is not None and (enough or step.tier <= Tier.CHAIN):
        return step
    whole = _read(instances, known, facets, found, everything=True)
    return min((s for s in (step, whole) if s is not None), key=rank, default=None)


def _read(
    instances: Instances,
    known: Known,
    facets: Facets,
    found: Refutation,
    everything: bool = False,
) -> Step | None:
    """The chain of a refutation. everything: use all instances and all known facts."""
    derivation = instances.derive(found.groups, [*found.facts, found.supposed])
    if not derivation.fails and everything:
        # Propagation within a graph may need more than the core of its conflict.
        derivation = instances.derive(None, [*known.facts, found.supposed])
    if not derivation.fails:
        return None
    steps = [*Reading(instances, known, derivation).chain()]
    inner = linked(instances, facets, known, [found.supposed], steps)
    return closed(instances, known, instances.opposite(found.supposed), inner)


def rank(step: Step) -> tuple[Tier, bool, bool, bool, float, tuple[Fact, ...]]:
    """A sort key: easier chains come first; of one tier, a contradiction, which ends an
    explanation; of the short ones, those that place a value."""
    short, goes_on = step.is_short, not step.is_contradiction
    return (step.tier, goes_on, not short, short and not step.places, step.cost, step.facts)


def closed(instances: Instances, known: Known, goal: Fact | None, inner: Sequence[Step]) -> Step:
    """The step to a goal (None: a contradiction) by a chain that ends in a contradiction."""
    groups = instances.ordered({g for step in inner for g in step.groups})
    concluded: set[Fact] = set()
    outer: set[Fact] = set()
    for step in inner:
        # What only a later step concludes, as an inner one may again, is taken from outside.
        for fact in (f for f in step.cited if f not in concluded):
            # A value may be the only one left after several steps, together with known facts.
            outer.update([fact] if known.knows(fact) else known.missing(fact.variable))
        concluded.update(step.facts)
    cited = tuple(sorted(_apart(outer, goal)))
    facts = () if goal is None else (goal,)
    if len(inner) == 1 and len(groups) <= 1:
        return Step(Tier.ONE, facts, groups, cited)
    step = Step(Tier.CHAIN, facts, groups, cited, tuple(inner))
    short = len(inner) <= SHORT_CHAIN and not step.branches
    return step if short else replace(step, tier=Tier.LONG_CHAIN)


def shortened(instances: Instances, known: Known, facets: Facets, step: Step) -> Step | None:
    """A chain without the links that have become known since it was read, up to the first that
    contradicts what is known; None if it must be read again, because a link by several instances
    has become known in part."""
    if not is_stale(known, step):
        return step
    links: list[Step] = []
    for link in step.inner:
        new = tuple(f for f in link.facts if not known.knows(f))
        if new and len(new) < len(link.facts) and (len(link.groups) > 1 or link.inner):
            return None
        if new or link.is_contradiction:
            links.append(link.limited_to(new))
    goal = step.facts[0]
    inner = linked(instances, facets, known, [instances.opposite(goal)], links)
    return closed(instances, known, goal, inner)


def is_stale(known: Known, step: Step) -> bool:
    """Whether a link of a chain concludes what is known, or what cannot hold."""
    facts = (f for link in step.inner for f in link.facts)
    return any(map(known.knows, facts)) or not _is_possible(known, step)


def linked(
    instances: Instances,
    facets: Facets,
    known: Known,
    supposed: Sequence[Fact],
    steps: Sequence[Step],
) -> list[Step]:
    """The steps to a contradiction without superfluous facts and steps. known: before the chain;
    what is known is no conclusion of a link, even if the supposition leads to it as well. supposed:
    the supposition, if there is one."""
    *before, last = _possible(known, supposed, steps)
    groups, cited = least(instances, facets, last.groups, last.cited, None)
    kept = [Step(last.tier, (), groups, cited)]
    waiting: dict[int, set[Fact]] = {}  # by variable
    for fact in cited:
        waiting.setdefault(fact.variable, set()).add(fact)
    for step in before[::-1]:
        new = (f for f in step.facts if not known.knows(f))
        concluded = [f for f in new if any(implies(f, g) for g in waiting.get(f.variable, ()))]
        if not concluded:
            continue
        if step.inner:  # a supposition within
            kept.append(step.limited_to(tuple(concluded)))
            for fact in step.cited:
                waiting.setdefault(fact.variable, set()).add(fact)
            continue
        for groups, facts in _by_groups(instances, facets, step, concluded):
            cited = tuple(sorted({f for behind in facts.values() for f in behind}))
            for fact in cited:
                waiting.setdefault(fact.variable, set()).add(fact)
            kept.append(Step(step.tier, tuple(facts), groups, cited))
    return merged(instances, kept[::-1])


def _possible(known: Known, supposed: Sequence[Fact], steps: Sequence[Step]) -> list[Step]:
    """The steps to a contradiction, up to the first one that leaves a variable no value.
    Propagation from fewer facts than are known may go on, but a person sees the contradiction
    there."""
    start = known.copy()
    start.learn(supposed)
    within = start.copy()
    for number, step in enumerate(steps):
        gone = _without_value(within, step)
        if gone is not None:
            before = list(steps[:number])
            start.learn(f for earlier in before for f in earlier.facts)
            cited = tuple(dict.fromkeys((*step.cited, *start.about(gone))))
            return [*before, replace(step, facts=(), cited=cited)]
    return [*steps]


def _is_possible(known: Known, step: Step) -> bool:
    """Whether each link of a chain, also within inner suppositions, leaves a value to each
    variable."""
    within = known.copy()
    within.learn(map(known.opposite, step.facts[:1]))
    return all(
        _is_possible(within, link) and _without_value(within, link) is None for link in step.inner
    )


def _without_value(known: Known, step: Step) -> int | None:
    """Add the facts of a step to what is known; return a variable to which they leave no value."""
    return min((v for v in known.learn(step.facts) if not known.left[v]), default=None)


def _by_groups(
    instances: Instances, facets: Facets, step: Step, concluded: Iterable[Fact]
) -> list[tuple[Groups, dict[Fact, tuple[Fact, ...]]]]:
    """For each of some facts, the fewest instances of a step from which it follows, and the facts
    that these need; facts with the same instances together."""
    found: dict[Groups, dict[Fact, tuple[Fact, ...]]] = {}
    waiting = list(dict.fromkeys(concluded))
    while waiting:
        groups, cited = least(instances, facets, step.groups, step.cited, waiting[0])
        behind = found.setdefault(groups, {})
        behind[waiting[0]] = cited
        before = [f for facts in behind.values() for f in facts]
        also = instances.following(groups, before, waiting[1:])
        behind.update(dict.fromkeys(also, ()))
        waiting = [f for f in waiting if f not in behind]
    return list(found.items())


def _apart(facts: Iterable[Fact], goal: Fact | None) -> list[Fact]:
    """The facts that may be cited for a goal: to rule a value out, none about its own variable."""
    return [f for f in facts if goal is None or goal.holds or f.variable != goal.variable]


def merged(instances: Instances, steps: Sequence[Step]) -> list[Step]:
    """Steps, with those joined that instances of one rule conclude from the same facts."""
    found: list[Step] = []
    place: dict[tuple[int, tuple[Fact, ...]], int] = {}
    for step in steps:
        alone = len(step.groups) == 1 and not step.inner
        key = (step.groups[0].rule if alone else -1, step.cited)
        if step.is_contradiction or key[0] < 0 or key not in place:
            place.setdefault(key, len(found))
            found.append(step)
            continue
        other = found[place[key]]
        groups = instances.ordered({*other.groups, *step.groups})
        concluded = tuple(sorted({*other.facts, *step.facts}))
        found[place[key]] = Step(step.tier, concluded, groups, step.cited)
    return found


def least(
    instances: Instances,
    facets: Facets,
    groups: Groups,
    facts: Iterable[Fact],
    goal: Fact | None,
) -> tuple[Groups, tuple[Fact, ...]]:
    """A minimal set of instances and facts from which a goal follows by propagation."""
    kept = _apart(facts, goal)
    asked = groups, frozenset(kept), goal
    found = instances.least.get(asked)
    if found is None:
        found = instances.least[asked] = _least(instances, facets, groups, kept, goal)
    return found


def _least(
    instances: Instances, facets: Facets, groups: Groups, kept: list[Fact], goal: Fact | None
) -> tuple[Groups, tuple[Fact, ...]]:
    facet = facets.whole.get(groups[0]) if len(groups) == 1 else None
    # Facts that break an instance imply any goal, also one about other places.
    about = kept if goal is None else [*kept, goal]
    if facet is not None and all(f.variable in facet.position for f in about):
        return groups, tuple(sorted(facet.there(facet.reason(instances, kept, goal))))
    if len(groups) > 1:
        groups = fewest_groups(instances, groups, kept, goal, instances.fails)
        if len(groups) == 1:
            return least(instances, facets, groups, kept, goal)
    return groups, tuple(fewest_facts(instances, groups, kept, goal, instances.fails))
