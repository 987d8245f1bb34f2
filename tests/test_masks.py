"""Sets of small numbers as bits."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from pzc.model.masks import mask_of


@given(st.sets(st.integers(0, 400)))
def test_each_position_is_a_bit(positions: set[int]) -> None:
    assert mask_of(sorted(positions)) == sum(1 << position for position in positions)
