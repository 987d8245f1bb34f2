"""Fewer steps for a hint: what one rule rules out, one instance after another, at once."""

from __future__ import annotations

from collections.abc import Sequence

from ...records import replace
from .instances import Instances
from .step import Step, Tier
from .trimming import trimming

# The most facts of a joined step: nobody reads more.
MOST_FACTS = 60


def folded(instances: Instances, steps: Sequence[Step]) -> list[Step]:
    """Join successive steps that only rule values out, by instances of one rule, if none needs
    another, and with them a step that places the only value left. So nine steps to a digit of a
    sudoku become one."""
    trimmed = trimming(instances)
    found: list[Step] = []
    for run in runs(steps):
        step = run[0] if len(run) == 1 else trimmed(_joined(instances, run))
        if found and _is_left_alone(step, found[-1]):
            found[-1] = replace(found[-1], facts=step.facts)
        else:
            found.append(step)
    return found


def runs(steps: Sequence[Step]) -> list[list[Step]]:
    """Steps in order, cut into runs that can be joined."""
    found: list[list[Step]] = []
    for step in steps:
        if found and _go_together(found[-1], step):
            found[-1].append(step)
        else:
            found.append([step])
    return found


def _go_together(run: Sequence[Step], step: Step) -> bool:
    if not (_rules_out(run[0]) and _rules_out(step)):
        return False
    facts = [fact for one in run for fact in one.facts]
    if len(facts) + len(step.facts) > MOST_FACTS:
        return False
    new = {fact.variable for fact in facts}
    return run[0].groups[0].rule == step.groups[0].rule and not any(
        fact.variable in new for fact in step.cited
    )


def _rules_out(step: Step) -> bool:
    """Whether a step rules values out, and does no more, by instances of one rule."""
    of_one_rule = step.tier is Tier.ONE and len({group.rule for group in step.groups}) == 1
    return of_one_rule and not step.note and not any(fact.holds for fact in step.facts)


def _joined(instances: Instances, run: Sequence[Step]) -> Step:
    return replace(
        run[0],
        facts=tuple(sorted({fact for step in run for fact in step.facts})),
        groups=instances.ordered({group for step in run for group in step.groups}),
        cited=tuple(sorted({fact for step in run for fact in step.cited})),
    )


def _is_left_alone(step: Step, before: Step) -> bool:
    """Whether a step places the only value that the one before it leaves, and says no more."""
    if step.groups or step.inner or len(step.facts) != 1 or not _rules_out(before):
        return False
    return {*step.cited} <= {*before.facts} and len({f.variable for f in before.facts}) == 1
