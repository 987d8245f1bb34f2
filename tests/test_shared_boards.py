"""One board for all puzzles of a size, as long as any of its places is in use."""

from __future__ import annotations

import gc
import weakref

import pytest
from pzc.compiler.board.shapes import board
from pzc.tasks.make.symmetry import orbits


@pytest.mark.parametrize("shape", ["squares", "hexagons"])
@pytest.mark.parametrize("kind", ["cell", "corner", "border", "link"])
def test_a_board_lasts_as_long_as_any_of_its_places(shape: str, kind: str) -> None:
    """Places are compared by identity, so that all puzzles of a size need the same ones."""
    place = board(shape, 3, 4).places(kind)[-1]
    for width in range(5, 30):
        board(shape, 3, width)
    gc.collect()
    assert board(shape, 3, 4).places(kind)[-1] is place


def test_a_board_without_places_in_use_is_dropped() -> None:
    last = weakref.ref(board("squares", 2, 61).shared)  # type: ignore[attr-defined]
    for width in range(62, 90):
        board("squares", 2, width)
    gc.collect()
    assert last() is None


def test_symmetries_know_the_places_after_boards_of_other_sizes() -> None:
    for _ in range(2):
        squares = board("squares", 6, 7)
        assert all(len(orbit) == 2 for orbit in orbits(squares, squares.cells, "rotate2"))
        del squares
        for width in range(8, 40):
            board("squares", 6, width)
        gc.collect()
