"""The words of one puzzle."""

from __future__ import annotations

from collections.abc import Iterable

from ...compiler.board.places import Place
from ...compiler.ground.grounding import Grounding
from ...compiler.plans.steps import key_without, moment_of, position
from ...model.constraints import Origin
from ...records import replace
from .about import About
from .facts import Fact, Spot, spots
from .locating import Locating
from .naming import Naming
from .phrases import listed
from .saying import Saying


class Wording:
    """What names the places, clues, rule instances and facts of a puzzle."""

    def __init__(self, grounding: Grounding, known: dict[int, Spot] | None = None) -> None:
        """known: what the variables stand for, if that is known already."""
        self.grounding = grounding
        context = grounding.context
        locating = Locating(context.board if context.has_board else None)
        self.naming = Naming(grounding, locating)
        self.about = About(self.naming, locating)
        self.spots = spots(grounding) if known is None else known
        still = self.spots
        if grounding.sequence:
            still = {v: self._without_moment(spot) for v, spot in self.spots.items()}
        self.saying = Saying(grounding, still, self.naming, locating)

    def instance(self, origin: Origin, facts: Iterable[Fact]) -> tuple[str, str]:
        """The subject of a rule instance, without the cells that its facts show, and these facts in
        words; "" for either if it is empty."""
        said: dict[int | None, list[Fact]] = {}
        shown: set[Place] = set()
        for fact in facts:
            spot = self.spots.get(fact.variable)
            if spot is not None:
                said.setdefault(self.moment(spot), []).append(fact)
                shown |= {*spot.places}
        phrases = [
            self.saying.facts(some)
            if moment is None
            else f"at {self.grounding.sequence} {moment}: {self.saying.facts(some)}"
            for moment, some in said.items()
        ]
        return listed(self.about.one(origin, shown)), "; ".join(phrases)

    def moment(self, spot: Spot) -> int | None:
        """The moment of a plan at which a layer has a value; None if it has it throughout."""
        at = self._position(spot)
        return None if at is None else moment_of(spot.key, at)

    def _position(self, spot: Spot) -> int | None:
        """The position of the moment in a key."""
        return position(self.grounding.slots[spot.layer].kind, self.grounding.sequence)

    def _without_moment(self, spot: Spot) -> Spot:
        at = self._position(spot)
        return spot if at is None else replace(spot, key=key_without(spot.key, at))
