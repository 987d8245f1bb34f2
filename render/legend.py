"""Numbers under a picture as rows of signs: the ships of a fleet, say."""

from __future__ import annotations

from collections.abc import Sequence

from ..dsl.looks import Look
from .blocks import Block
from .ships import ship_of
from .signs import sign
from .themes import Theme

SIDE = 20.0  # of the square of a sign
WIDEST = 420.0


def row_of_signs(numbers: Sequence[int], look: Look, theme: Theme) -> Block:
    """For each number, a row of this many signs; the rows are wrapped to lines."""
    body, x, y, wide = [], 0.0, 0.0, 0.0
    for number in numbers:
        long = number * SIDE
        if x and x + long > WIDEST:
            x, y = 0.0, y + SIDE * 1.4
        for k in range(number):
            spot = (x + (k + 0.5) * SIDE, y + SIDE / 2)
            for mark in look:
                if mark.shape == "ship":
                    ways = [turn for turn, there in ((270, k > 0), (90, k < number - 1)) if there]
                    body.append(ship_of(ways, spot, SIDE * 0.42, theme.given))
                elif mark.shape != "text":
                    body.append(sign(mark, spot, SIDE * 0.42, theme.given, theme))
        x += long + SIDE * 0.7
        wide = max(wide, x)
    return Block("\n".join(body), wide, y + SIDE)
