"""Elements of an SVG picture: texts, and the signs that stand for values.

Every function returns SVG text. (x, y) is the middle of a sign, `room` the side of the square that
it may fill, both in pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin
from xml.sax.saxutils import escape

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
    return escape(printable(text))


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


def star(x: float, y: float, room: float, ink: str) -> str:
    radii = (0.38 * room, 0.16 * room)
    tips = [
        (x + radii[k % 2] * sin(k * pi / 5), y - radii[k % 2] * cos(k * pi / 5)) for k in range(10)
    ]
    return f'<polygon points="{_points(tips)}" fill="{ink}"/>'


def disc(x: float, y: float, room: float, fill: str, ink: str) -> str:
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(room * 0.33)}" fill="{fill}" '
        f'stroke="{ink}" stroke-width="{num(room * 0.05)}"/>'
    )


def stroke(x: float, y: float, rising: bool, room: float, ink: str) -> str:
    """A diagonal."""
    half = room / 2
    rise = -1 if rising else 1
    return (
        f'<path d="M{num(x - half)} {num(y - rise * half)}'
        f'l{num(room)} {num(rise * room)}" '
        f'stroke="{ink}" stroke-width="3" stroke-linecap="round"/>'
    )


def arrow(x: float, y: float, way: tuple[float, float], room: float, ink: str) -> str:
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


def chevron(x: float, y: float, way: tuple[float, float], room: float, ink: str, paper: str) -> str:
    """A < sign with its tip in a direction; it hides lines below it."""
    dy, dx = way
    a, b = room * 0.07, room * 0.12
    points = [
        (x - dx * a - dy * b, y - dy * a - dx * b),
        (x + dx * a, y + dy * a),
        (x - dx * a + dy * b, y - dy * a + dx * b),
    ]
    return "".join(
        f'<polyline points="{_points(points)}" fill="none" stroke="{colour}" '
        f'stroke-width="{thick}" stroke-linecap="round"/>'
        for colour, thick in ((paper, "7"), (ink, "2.5"))
    )


def _points(points: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{num(x)},{num(y)}" for x, y in points)
