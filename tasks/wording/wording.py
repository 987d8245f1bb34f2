"""The words of one puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from ...compiler.ground.grounding import Grounding
from ...compiler.plans.steps import key_without, moment_of, position
from ...dsl.diagnostics import listed
from ...model.constraints import Origin
from ...records import replace
from .about import About
from .facts import Fact, Known, Spot, spots
from .locating import Locating
from .naming import Naming
from .phrases import plural
from .saying import Saying

T = TypeVar("T")


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
        named = [fact for fact in facts if fact.variable in self.spots]
        shown = {place for fact in named for place in self.spots[fact.variable].places}
        return listed(self.about.one(origin, shown)), self.facts(named)

    def facts(self, facts: Iterable[Fact], known: Known | None = None) -> str:
        """Facts in words, those of a plan moment by moment. known: what else is known, so that the
        values that are left can be named."""
        if not self.grounding.sequence:
            return self.saying.facts(facts, known)
        said: dict[str, list[int]] = {}
        for moment, some in self._by_moment(facts, lambda fact: fact.variable).items():
            moments = said.setdefault(self.saying.facts(some, known), [])
            moments += [] if moment is None else [moment]
        return "; ".join(f"{self._at(moments)}{phrase}" for phrase, moments in said.items())

    def places(self, variables: Iterable[int]) -> list[str]:
        """The places of variables, as nouns."""
        return self._at_moments(variables, self.saying.places)

    def values(self, variables: Iterable[int]) -> list[str]:
        """The places of variables, with the layer where they do not show which one is meant."""
        return self._at_moments(variables, self.saying.values)

    def _at_moments(
        self, variables: Iterable[int], words: Callable[[list[int]], list[str]]
    ) -> list[str]:
        """The words for variables, those of a plan with their moments."""
        by_moment = self._by_moment(variables, lambda variable: variable)
        return [
            word if moment is None else f"{word} at {self.grounding.sequence} {moment}"
            for moment, some in by_moment.items()
            for word in words(some)
        ]

    def _by_moment(
        self, some: Iterable[T], variable: Callable[[T], int]
    ) -> dict[int | None, list[T]]:
        """Facts or variables by the moment of a plan; first, under None, all without a moment."""
        if not self.grounding.sequence:
            return {None: [*some]}
        found: dict[int | None, list[T]] = {}
        for one in some:
            spot = self.spots.get(variable(one))
            found.setdefault(None if spot is None else self.moment(spot), []).append(one)
        return dict(sorted(found.items(), key=lambda item: -1 if item[0] is None else item[0]))

    def _at(self, moments: Sequence[int]) -> str:
        """`at time 3 `, `at times 1 and 3 `; "" for none."""
        if not moments:
            return ""
        name = self.grounding.sequence
        return f"at {name if len(moments) == 1 else plural(name)} {listed(map(str, moments))} "

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
