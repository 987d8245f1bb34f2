"""What all boards do alike with their places: listing them by kind, finding them by their points,
and those beyond one in a direction."""

from __future__ import annotations

from typing import Any, ClassVar

from .places import Place, Point, Unit


class ByKind:
    """The places of a board by kind, made on first use.

    kinds: of its places, without units. directions: in which one steps from a place.
    """

    kinds: ClassVar[tuple[str, ...]]
    directions: ClassVar[tuple[Place, ...]]

    def __init__(self, height: int, width: int, cells: tuple[Place, ...]) -> None:
        self.height = height
        self.width = width
        self.cells = cells
        self.shared: Any = None  # what stands for the board, see `sharing`
        self._places: dict[str, tuple[Any, ...]] = {"cell": cells, "direction": self.directions}
        self._points: dict[str, dict[Point, Place]] = {}
        self._rays: dict[tuple[Place, Place], tuple[Place, ...]] = {}

    def _made(self, kind: str) -> tuple[Any, ...]:
        """All places of a kind, in reading order. Raises KeyError for a kind that the board
        lacks."""
        raise NotImplementedError

    def _all(self, kind: str) -> tuple[Any, ...]:
        """As `places`, of either type."""
        found = self._places.get(kind)
        if found is None:
            found = self._places[kind] = self._made(kind)
        return found

    def places(self, kind: str) -> tuple[Place, ...] | tuple[Unit, ...]:
        """All places of a kind, in reading order, made once. Raises KeyError for a kind that the
        board lacks."""
        return self._all(kind)

    @property
    def corners(self) -> tuple[Place, ...]:
        return self._all("corner")

    @property
    def borders(self) -> tuple[Place, ...]:
        return self._all("border")

    @property
    def links(self) -> tuple[Place, ...]:
        return self._all("link")

    @property
    def rows(self) -> tuple[Unit, ...]:
        return self._all("row")

    @property
    def diagonals(self) -> tuple[Unit, ...]:
        return self._all("diagonal")

    def _at(self, kind: str) -> dict[Point, Place]:
        """The places of a kind by their points."""
        found = self._points.get(kind)
        if found is None:
            found = self._points[kind] = {p.at: p for p in self._all(kind)}
        return found

    def kind_of(self, places: tuple[Any, ...]) -> str:
        """The kind whose places these are, all of them and in reading order; "" if there is
        none."""
        kind = getattr(places[0], "kind", "") if places else ""
        return kind if kind in self.kinds and places is self.places(kind) else ""

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
