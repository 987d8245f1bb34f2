"""Parts of ships: round where the ship ends, straight where it goes on."""

from __future__ import annotations

from collections.abc import Sequence

from ..compiler.board.places import Point
from .canvas import Canvas
from .shapes import num

_WAYS: dict[Point, int] = {(-1, 0): 0, (0, 1): 90, (1, 0): 180, (0, -1): 270}
_TURNS = {"up": 0, "right": 90, "down": 180, "left": 270}
_END = "M-.78 1.2V-.05A.78 .78 0 0 1 .78 -.05V1.2Z"
_MIDDLE = "M-.78 -1.2H.78V1.2H-.78Z"


def ship(
    canvas: Canvas, at: Point, spot: tuple[float, float], room: float, ink: str, end: str = ""
) -> str:
    """A part of a ship. end: the direction in which the ship ends here, if it is printed."""
    parts = canvas.ships
    goes_on = [
        turn for (dy, dx), turn in _WAYS.items() if (at[0] + 2 * dy, at[1] + 2 * dx) in parts
    ]
    if end in _TURNS:
        goes_on = [(_TURNS[end] + 180) % 360]
    return ship_of(goes_on, spot, room, ink)


def ship_of(goes_on: Sequence[int], spot: tuple[float, float], room: float, ink: str) -> str:
    """A part of a ship. goes_on: the directions in which the ship continues, in degrees clockwise
    from above."""
    if not goes_on:
        path = ""
    else:
        path = _END if len(goes_on) == 1 else _MIDDLE
    turn = goes_on[0] + (180 if len(goes_on) == 1 else 0) if goes_on else 0
    x, y = spot
    body = f'<path d="{path}" fill="{ink}"/>' if path else f'<circle r=".82" fill="{ink}"/>'
    place = f"translate({num(x)} {num(y)}) rotate({turn % 360}) scale({num(room)})"
    return f'<g class="ship" transform="{place}">{body}</g>'
