"""What all boards do alike with their places: sharing them among the puzzles of a size, listing
them by kind, and the places beyond one in a direction."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from .places import Place, Unit

Board = TypeVar("Board")


def shared(make: Callable[[int, int], Board]) -> Callable[[int, int], Board]:
    """Makes the board of a height and width, the same object as long as anything refers to it, so
    that its places are the same for every puzzle. The last sixteen are kept in any case."""
    in_use: WeakValueDictionary[tuple[int, int], Board] = WeakValueDictionary()

    @lru_cache(maxsize=16)
    def board(height: int, width: int) -> Board:
        found = in_use.get((height, width))
        if found is None:
            found = in_use[height, width] = make(height, width)
        return found

    return board


class ByKind:
    """The places of a board by kind: those of kind `cell` are its attribute `cells`, and so on.

    kinds: of its places. units: of its units.
    """

    kinds: tuple[str, ...]
    units: tuple[str, ...]

    @cached_property
    def _rays(self) -> dict[tuple[Place, Place], tuple[Place, ...]]:
        return {}

    def step(self, place: Place, d: Place) -> Place | None:
        """The neighbour of a cell or a corner in a direction; None off the board."""
        raise NotImplementedError

    def ray(self, place: Place, d: Place) -> tuple[Place, ...]:
        """The cells or corners beyond a place in a direction, nearest first."""
        found = self._rays.get((place, d))
        if found is None:
            line, beyond = [], self.step(place, d)
            while beyond is not None:
                line.append(beyond)
                beyond = self.step(beyond, d)
            found = self._rays[place, d] = tuple(line)
        return found

    def places(self, kind: str) -> tuple[Place, ...] | tuple[Unit, ...]:
        """All places of a kind, in reading order. Raises KeyError for a kind that the board
        lacks."""
        found = self._places.get(kind)
        if found is None:
            kinds = {*self.kinds, *self.units, "direction"}
            if kind not in kinds:
                raise KeyError(kind)
            found = self._places[kind] = getattr(self, f"{kind}s")
        return found

    @cached_property
    def _places(self) -> dict[str, tuple[Place, ...] | tuple[Unit, ...]]:
        return {}

    def kind_of(self, places: tuple[Any, ...]) -> str:
        """The kind whose places these are, all of them and in reading order; "" if there is
        none."""
        kind = getattr(places[0], "kind", "") if places else ""
        return kind if kind in self.kinds and places is self.places(kind) else ""
