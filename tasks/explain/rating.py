"""How hard a puzzle is: by the steps of its explanation (the model is in docs/explaining.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import log2

from ...deadline import moment
from ...dsl.diagnostics import PzcError, Source
from ...records import record
from ..compiled import CompiledSpec
from ..wording.facts import Known
from .asides import Asides
from .joining import ACROSS
from .position import Position, State
from .shown import Shown
from .shown import shown as in_words
from .step import Step, Tier
from .walk import Walk

LEVELS = {
    Tier.ONE: "easy",
    Tier.FEW: "medium",
    Tier.CHAIN: "hard",
    Tier.LONG_CHAIN: "very hard",
    Tier.CASES: "by cases",
}


# SEARCH: a step that is searched for costs more by this share each time that the number of open
# values per possible step doubles. POWER: efforts add up by this power, so that hard steps count
# for more than easy ones (docs/explaining.md; benchmarks/rating.py fits both).
SEARCH, POWER = 0.5, 3
# The extra cost of a step for which one has to look across the whole board, to see that something
# would be disconnected or that a loop would close.
FAR = 4.5


def effort(cost: float, search: float, weight: float = SEARCH) -> float:
    """The effort to find and follow a step. search: open values per possible step of its kind; 0
    for a step that is not searched for."""
    return cost * (1 + weight * log2(1 + search))


def total(efforts: Iterable[float], power: float = POWER) -> float:
    """The p-norm of efforts, p = power: hard ones count for more."""
    return float(sum(e**power for e in efforts) ** (1 / power))


@record
class Moment:
    """A step at the moment when it is taken. searched: whether a person searches for it, which is
    not so if one rule instance only rules values out. seen: the number of possible steps of its
    kind; open: the number of values that are not known."""

    tier: Tier
    cost: float
    searched: bool
    seen: int
    open: int

    @property
    def effort(self) -> float:
        """The effort to find and follow the step."""
        return effort(self.cost, self.open / self.seen * self.searched)


@record
class Rating:
    """How hard a puzzle is.

    state       FINISHED; OPEN while there are further steps; else there is no single solution,
                and the steps to what all have in common are rated
    hardest     the step of the highest tier and cost; None if there is no step
    moments     the steps in order
    words       a sentence about a puzzle without solution
    """

    state: State
    hardest: Shown | None
    moments: tuple[Moment, ...]
    words: str = ""

    @property
    def number(self) -> float:
        """The rating: the sum of the efforts of all steps, see `total`."""
        return round(total(moment.effort for moment in self.moments), 1)

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
        """For each step, the number of possible steps of its kind before it."""
        return tuple(moment.seen for moment in self.moments)

    @property
    def steps(self) -> int:
        return len(self.moments)


class Rated:
    """A puzzle that is rated step by step, as it is iterated over.

    rating: of the steps so far; its state is OPEN until the last of them.
    """

    def __init__(
        self, spec: CompiledSpec, puzzle: str | Source, *, timeout: float | None = None
    ) -> None:
        if spec.program.sequence is not None:
            raise PzcError.at(
                "E0520", "plans cannot be rated", expected="a spec without a sequence"
            )
        self._spec, self._puzzle, self._deadline = spec, puzzle, moment(timeout)
        self._state = State.OPEN
        self._hardest: Shown | None = None
        self._moments: list[Moment] = []
        self._words = ""

    @property
    def rating(self) -> Rating:
        return Rating(self._state, self._hardest, tuple(self._moments), self._words)

    def __iter__(self) -> Iterator[Moment]:
        with self._spec.limited(self._deadline):
            position = Position(self._spec, self._puzzle, None, self._deadline, implied=True)
            walk = Walk(position)
            walk.begin()
        known = position.known.copy()
        asides = Asides(position.instances.spots)
        while True:
            with self._spec.limited(self._deadline):  # not while the caller works on a step
                step = walk.next() if walk.state is State.OPEN else None
                if step is None:
                    self._end(walk)
                    return
                before = len(self._moments)
                for one in asides.shown(step, known):
                    self._take(position, walk.explainer.seen, known, one)
            yield from self._moments[before:]

    def _end(self, walk: Walk) -> None:
        self._state, self._words = walk.state, walk.words
        if walk.state is State.OPEN:
            self._state = State.FINISHED if walk.is_finished() else State.UNDECIDED
        else:  # steps of a puzzle without solution say nothing about how hard it is
            self._hardest, self._moments = None, []

    def _take(self, position: Position, seen: int, known: Known, step: Step) -> None:
        if _reads_off(position, step):
            known.learn(step.facts)
            return
        open_values = sum(map(known.is_open, range(len(known.left))))
        searched = step.places or step.tier is not Tier.ONE
        cost = step.cost + FAR * (step.note in ACROSS)
        self._moments.append(Moment(step.tier, cost, searched, seen, open_values))
        if self._hardest is None or _hardness(step) > _hardness(self._hardest.step):
            self._hardest = in_words(position.words, step, known)
        known.learn(step.facts)


def rate(spec: CompiledSpec, puzzle: str | Source, *, timeout: float | None = None) -> Rating:
    """Rate a puzzle. Raises PzcError for mistakes in its text and for plans, and OutOfTime."""
    rated = Rated(spec, puzzle, timeout=timeout)
    for _ in rated:
        pass
    return rated.rating


def _reads_off(position: Position, step: Step) -> bool:
    """Whether a step by no rule only says what the answer shows of values that are known."""
    spots, computed = position.instances.spots, position.grounding.program.computed
    layers = {spots[fact.variable].layer for fact in step.facts if fact.variable in spots}
    return step.tier is Tier.ONE and not step.groups and bool(layers) and layers <= {*computed}


def _hardness(step: Step) -> tuple[Tier, float]:
    return (step.tier, step.cost)
