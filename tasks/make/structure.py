"""The structure of a puzzle: what is drawn at random before there are clues."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...compiler.board.places import Place
from ...records import record
from .regions import Regions


@record
class Structure:
    """What is drawn at random: by layer, the regions, the values on cells, the places of clues.

    grown: how many times as large as usual its regions may be."""

    regions: Mapping[str, Regions]
    patterns: Mapping[str, Mapping[Place, Any]]
    places: Mapping[str, frozenset[Place]]
    grown: float = 1

    def is_empty(self) -> bool:
        return not (self.regions or self.patterns or self.places)

    def differences(self, other: Structure) -> set[Place]:
        """The cells in which another structure of the same layers differs."""
        found: set[Place] = set()
        for own, its in ((self.regions, other.regions), (self.patterns, other.patterns)):
            for name, values in own.items():
                others = its[name]
                found |= {c for c in {*values, *others} if values.get(c) != others.get(c)}
        for name, places in self.places.items():
            found |= places ^ other.places[name]
        return found
