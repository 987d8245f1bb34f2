"""What puzzles to make."""

from __future__ import annotations

from collections.abc import Mapping

from ...records import field, record


@record
class Options:
    """What puzzles to make.

    size: (height, width), or None for that of the hints or the example puzzle. params: texts by
    name. seed: of the random numbers. symmetry: of the places with clues; None for that of the
    hints. clues: the least and the largest number; None for that of the hints, or for puzzles from
    which no clue can be removed. rating: the least and the largest; None for any. density: instead
    of clues, the least and the largest percentage of places with a clue, in each layer.
    """

    size: tuple[int, int] | None = None
    params: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    symmetry: str | None = None
    clues: tuple[int, int] | None = None
    rating: tuple[float, float] | None = None
    density: tuple[float, float] | None = None
