"""The cells of a grid, numbered row by row, and which of them are neighbours."""

from __future__ import annotations


def neighbours(height: int, width: int) -> list[tuple[int, int]]:
    """The pairs of cells side by side, then those one above the other."""
    cells = range(height * width)
    beside = [(v, v + 1) for v in cells if (v + 1) % width]
    return beside + [(v, v + width) for v in cells if v + width < len(cells)]
