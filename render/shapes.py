"""Elements of an SVG picture: texts, and signs for values.

Every function returns SVG text. (x, y) is the middle of a sign, `room` the side of the square that
it may fill, both in pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import cos, pi, sin

from .characters import printable, width

# Directions as vectors (right, down); the slanting ones are those of hexagons.
_RISE, _RUN = sin(pi / 3), cos(pi / 3)
ARROWS: dict[str, tuple[float, float]] = {
    "up": (-1, 0),
    "down": (1, 0),
    "left": (0, -1),
    "right": (0, 1),
    "upleft": (-_RISE, -_RUN),
    "upright": (-_RISE, _RUN),
    "downleft": (_RISE, -_RUN),
    "downright": (_RISE, _RUN),
}
_CHAR = 0.6  # the width of a digit, in heights of the font


def num(value: float) -> str:
    """The shortest text for a number, to two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def chain(points: Iterable[tuple[float, float]], ink: str, thick: float) -> str:
    """A line from point to point; a dot if there is one only."""
    through = "L".join(f"{num(x)} {num(y)}" for x, y in points)
    return (
        f'<path d="M{through}{"" if "L" in through else "h0"}" stroke="{ink}" '
        f'stroke-width="{num(thick)}" stroke-linecap="round" stroke-linejoin="round" fill="none"/>'
    )


def polygon(corners: Sequence[tuple[float, float]], style: str) -> str:
    """A polygon; a `<rect>` if it is a rectangle, which is shorter."""
    (x0, y0), (x1, y1), (x2, y2), *rest = corners
    if len(rest) == 1 and y0 == y1 and x1 == x2:
        return (
            f'<rect x="{num(x0)}" y="{num(y0)}" width="{num(x2 - x0)}" '
            f'height="{num(y2 - y0)}" {style}/>'
        )
    return f'<polygon points="{_points(corners)}" {style}/>'


def escaped(text: str) -> str:
    return escape(printable(text), quote=False)


def em(text: str) -> float:
    """The width of a text in heights of its font."""
    return max(1, width(text)) * _CHAR


def written(
    x: float, y: float, text: str, size: float, ink: str, bold: bool, anchor: str, extra: str = ""
) -> str:
    """A text whose middle line is at y; digits rise 0.72 of the font size above the baseline."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{num(x)}" y="{num(y + 0.36 * size)}" font-size="{num(size)}" '
        f'fill="{ink}" text-anchor="{anchor}"{weight}{extra}>{escaped(text)}</text>'
    )


def arrow(x: float, y: float, way: tuple[float, float], room: float, ink: str) -> str:
    """An arrow around a point. way: down and to the right, as a unit vector. room: the width that
    it may take."""
    dy, dx = way
    a, b = room * 0.32, room * 0.16
    tip = (x + dx * a, y + dy * a)
    neck_x, neck_y = x + dx * (a - b), y + dy * (a - b)
    shaft = [(x - dx * a, y - dy * a), tip]
    head = [(neck_x - dy * b, neck_y - dx * b), tip, (neck_x + dy * b, neck_y + dx * b)]
    return "".join(
        f'<polyline points="{_points(line)}" stroke="{ink}" '
        f'stroke-width="{num(room * 0.06)}" fill="none" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
        for line in (shaft, head)
    )


def _points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{num(x)},{num(y)}" for x, y in points)
