"""How hard a puzzle is: by the steps of its explanation (the model is in docs/explaining.md)."""

from __future__ import annotations

from collections.abc import Iterable

from ...deadline import moment
from ...dsl.diagnostics import Source
from ...records import record
from ..compiled import CompiledSpec
from .asked import Puzzle, Shown, State
from .step import Step, Tier
from .steps import Explainer

LEVELS = {
    Tier.ONE: "easy",
    Tier.FEW: "medium",
    Tier.CHAIN: "hard",
    Tier.LONG_CHAIN: "very hard",
    Tier.CASES: "by cases",
}


@record
class Rating:
    """How hard a puzzle is.

    state       FINISHED; else there is no single solution, and the steps to what all have in
                common are rated
    number      the sum of the costs of all steps
    level       a word for the hardest tier
    hardest     the step of the highest tier and cost; None if there is no step
    tiers       how many steps of each tier there are
    seen        before each step, how many steps of its tier were known
    """

    state: State
    number: float
    level: str
    hardest: Shown | None
    tiers: dict[Tier, int]
    seen: tuple[int, ...]

    @property
    def steps(self) -> int:
        return len(self.seen)


def rate(spec: CompiledSpec, puzzle: str | Source, *, timeout: float | None = None) -> Rating:
    """Rate a puzzle. Raises PzcError for mistakes in its text and for plans, and OutOfTime."""
    deadline = moment(timeout)
    with spec.limited(deadline):
        asked = Puzzle(spec, puzzle, None, deadline)
        state = asked.state()
        if state is not State.OPEN:
            return Rating(state, 0.0, "", None, {}, ())
        explainer = Explainer(asked.instances, asked.known.copy())
        known = asked.known.copy()
        hardest: Shown | None = None
        steps: list[Step] = []
        seen: list[int] = []
        for step in explainer:
            steps.append(step)
            seen.append(explainer.seen)
            if hardest is None or _hardness(step) > _hardness(hardest.step):
                hardest = asked.shown(step, known)
            known.learn(step.facts)
        done = explainer.finished or asked.has_one_answer()
        state = State.FINISHED if done else State.UNDECIDED
        level = "" if hardest is None else LEVELS[hardest.step.tier]
        return Rating(state, _number(steps), level, hardest, _tiers(steps), tuple(seen))


def _hardness(step: Step) -> tuple[Tier, float]:
    return (step.tier, step.cost)


def _number(steps: Iterable[Step]) -> float:
    return round(sum(step.cost for step in steps), 1)


def _tiers(steps: Iterable[Step]) -> dict[Tier, int]:
    tiers = [step.tier for step in steps]
    return {tier: tiers.count(tier) for tier in Tier if tier in tiers}
