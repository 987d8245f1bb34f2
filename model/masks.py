"""Sets of small numbers as the bits of one number."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

_SPAN: Final = 60  # bits that fit into a machine word


def full_mask(values: Collection[int]) -> int:
    """The number that has a bit for each of some values, at its position among them."""
    return (1 << len(values)) - 1


def mask_of(positions: Iterable[int]) -> int:
    """The number that has the bits at some positions, which ascend.

    Those that are close together are added to a short number first: a step on the whole one takes
    as long as it is long."""
    mask = near = start = 0
    for position in positions:
        if position - start >= _SPAN:
            mask |= near << start
            near, start = 0, position
        near |= 1 << (position - start)
    return mask | near << start
