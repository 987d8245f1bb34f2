"""How hard a puzzle is: by the steps of its explanation (the model is in docs/explaining.md)."""

from __future__ import annotations

from ...deadline import moment
from ...dsl.diagnostics import Source
from ...records import record
from ..compiled import CompiledSpec
from .asked import Puzzle, Shown, State
from .asked import shown as in_words
from .step import Step, Tier
from .steps import Explainer

LEVELS = {
    Tier.ONE: "easy",
    Tier.FEW: "medium",
    Tier.CHAIN: "hard",
    Tier.LONG_CHAIN: "very hard",
    Tier.CASES: "by cases",
}


# What it takes to find a step, for each value that is open, divided by the steps to be seen
# (docs/explaining.md; benchmarks/rating.py fits it).
SEARCH = 1.0


@record
class Moment:
    """A step to be taken. searched: whether it is one that is looked for: of what one rule instance
    only rules out nobody makes a search. seen: how many of its kind were known; open: how many
    values were not."""

    tier: Tier
    cost: float
    searched: bool
    seen: int
    open: int

    @property
    def effort(self) -> float:
        """What it takes to find and follow the step."""
        return self.cost + SEARCH * self.open / self.seen * self.searched


@record
class Rating:
    """How hard a puzzle is.

    state       FINISHED; else there is no single solution, and the steps to what all have in
                common are rated
    hardest     the step of the highest tier and cost; None if there is no step
    moments     the steps in order
    """

    state: State
    hardest: Shown | None
    moments: tuple[Moment, ...]

    @property
    def number(self) -> float:
        """The sum of the efforts of all steps."""
        return round(sum(moment.effort for moment in self.moments), 1)

    @property
    def level(self) -> str:
        """A word for the hardest tier; "" if there is no step."""
        return "" if self.hardest is None else LEVELS[self.hardest.step.tier]

    @property
    def tiers(self) -> dict[Tier, int]:
        """How many steps of each tier there are."""
        tiers = [moment.tier for moment in self.moments]
        return {tier: tiers.count(tier) for tier in Tier if tier in tiers}

    @property
    def seen(self) -> tuple[int, ...]:
        """Before each step, how many of its kind were known."""
        return tuple(moment.seen for moment in self.moments)

    @property
    def steps(self) -> int:
        return len(self.moments)


def rate(spec: CompiledSpec, puzzle: str | Source, *, timeout: float | None = None) -> Rating:
    """Rate a puzzle. Raises PzcError for mistakes in its text and for plans, and OutOfTime."""
    deadline = moment(timeout)
    with spec.limited(deadline):
        asked = Puzzle(spec, puzzle, None, deadline, lemmas=True)
        state = asked.state()
        if state is not State.OPEN:
            return Rating(state, None, ())
        explainer = Explainer(asked.instances, asked.known.copy())
        known = asked.known.copy()
        hardest: Shown | None = None
        moments: list[Moment] = []
        for step in explainer:
            open_values = sum(map(known.is_open, range(len(known.left))))
            searched = step.places or step.tier is not Tier.ONE
            moments.append(Moment(step.tier, step.cost, searched, explainer.seen, open_values))
            if hardest is None or _hardness(step) > _hardness(hardest.step):
                hardest = in_words(asked.words, step, known)
            known.learn(step.facts)
        done = explainer.finished or asked.has_one_answer()
        return Rating(State.FINISHED if done else State.UNDECIDED, hardest, tuple(moments))


def _hardness(step: Step) -> tuple[Tier, float]:
    return (step.tier, step.cost)
