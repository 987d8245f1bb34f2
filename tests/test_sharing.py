"""Puzzles of a size share their board, which is dropped once nothing refers to it."""

from __future__ import annotations

import gc
from weakref import ref

import pytest
from pzc.compiler.board.shapes import board
from pzc.dsl.boards import SHAPES

OTHERS = range(30, 50)  # more than are kept in any case


@pytest.mark.parametrize("shape", SHAPES)
def test_a_board_in_use_is_the_only_one_of_its_size(shape: str) -> None:
    own = board(shape, 2, 29)
    for width in OTHERS:
        board(shape, 2, width)
    gc.collect()
    assert board(shape, 2, 29) is own


@pytest.mark.parametrize("shape", SHAPES)
def test_a_board_that_nothing_refers_to_is_dropped(shape: str) -> None:
    stands_for = ref(board(shape, 2, 28).shared)
    assert stands_for() is not None
    for width in OTHERS:
        board(shape, 2, width)
    gc.collect()
    assert stands_for() is None
