"""The stages of an attempt, in words; `{number}` stands for a number that some of them have.

tell(REMOVING, 31)          # a `Tell`, called when a stage begins or its number changes
"""

from __future__ import annotations

from typing import Protocol


class Tell(Protocol):
    """What is called with each stage."""

    def __call__(self, stage: str, number: int | None = None) -> None: ...


FILLING = "filling the board"
FILLING_ANOTHER = "filling another board, number {number}"
CHANGING_BOARD = "changing the board until it can be filled"
MOVING_BORDERS = "moving borders until one solution is left"
CHANGING_CLUES = "changing clues until one solution is left, values open: {number}"
REMOVING = "removing clues: {number} left"
CHECKING = "checking the puzzle"
RATING = "rating the puzzle"

STAGES = (
    FILLING,
    FILLING_ANOTHER,
    CHANGING_BOARD,
    MOVING_BORDERS,
    CHANGING_CLUES,
    REMOVING,
    CHECKING,
    RATING,
)


def quietly(stage: str, number: int | None = None) -> None:
    """Tell nobody."""
