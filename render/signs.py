"""The shapes of the picture vocabulary as SVG, each in a square from -1 to 1.

In a shape, {ink} is its colour, {fill} its filling (the ink that the mark names, else its own) and
{paper} the colour of the paper. Widths of strokes are in the same unit.
"""

from __future__ import annotations

from math import cos, pi, sin

from ..dsl.looks import DIRECTIONS, Mark
from .shapes import num
from .themes import Theme

_STROKE = 'stroke="{ink}" stroke-linecap="round" stroke-linejoin="round"'


def _spikes(many: int, inner: float, outer: float) -> str:
    """Strokes that point away from the middle."""
    ways = [(cos(2 * pi * k / many), sin(2 * pi * k / many)) for k in range(many)]
    return "".join(
        f"M{num(inner * x)} {num(inner * y)}L{num(outer * x)} {num(outer * y)}" for x, y in ways
    )


def _star(tips: int, inner: float, outer: float) -> str:
    radii = (outer, inner)
    corners = (
        (radii[k % 2] * sin(k * pi / tips), -radii[k % 2] * cos(k * pi / tips))
        for k in range(2 * tips)
    )
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in corners) + "Z"


_WAVE = "M-.8 {y}q.2 -.3 .4 0t.4 0t.4 0t.4 0"
_WAVES = "".join(_WAVE.replace("{y}", y) for y in ("-.4", "0", ".4"))

# By shape: the elements of it.
SIGNS: dict[str, str] = {
    "dot": '<circle r=".3" fill="{fill}" stroke="{ink}" stroke-width=".08"/>',
    "ring": '<circle r=".82" fill="{inside}" stroke="{ink}" stroke-width=".09"/>',
    "disc": '<circle r=".82" fill="{fill}" stroke="{ink}" stroke-width=".09"/>',
    "square": (
        '<rect x="-.7" y="-.7" width="1.4" height="1.4" fill="{inside}" stroke="{ink}" '
        'stroke-width=".1" stroke-linejoin="round"/>'
    ),
    "triangle": (
        '<path d="M0 -.8L.8 .65H-.8Z" fill="{inside}" stroke="{ink}" stroke-width=".1" '
        'stroke-linejoin="round"/>'
    ),
    "diamond": (
        '<path d="M0 -.85L.85 0L0 .85L-.85 0Z" fill="{inside}" stroke="{ink}" '
        'stroke-width=".1" stroke-linejoin="round"/>'
    ),
    "cross": f'<path d="M-.6 -.6L.6 .6M.6 -.6L-.6 .6" {_STROKE} stroke-width=".16"/>',
    "plus": f'<path d="M-.7 0H.7M0 -.7V.7" {_STROKE} stroke-width=".18"/>',
    "bar": f'<path d="M-.75 0H.75" {_STROKE} stroke-width=".22"/>',
    "slash": f'<path d="M-1.62 0H1.62" {_STROKE} stroke-width=".14"/>',
    "star": f'<path d="{_star(5, 0.38, 0.92)}" fill="{{fill}}"/>',
    "arrow": (
        '<path d="M.85 0L.2 -.62V-.24H-.8V.24H.2V.62Z" fill="{fill}" stroke="{ink}" '
        'stroke-width=".05" stroke-linejoin="round"/>'
    ),
    "thin arrow": (
        f'<path d="M-.8 0H.8M.35 -.45L.8 0L.35 .45" {_STROKE} stroke-width=".14" fill="none"/>'
    ),
    "chevron": f'<path d="M-.4 -.75L.4 0L-.4 .75" {_STROKE} stroke-width=".2" fill="none"/>',
    "tree": (
        '<path d="M-.12 .35H.12V.85H-.12Z" fill="{trunk}"/>'
        '<path d="M0 -.9C.3 -.9 .42 -.72 .42 -.55C.72 -.5 .8 -.2 .66 0C.8 .3 .5 .5 .22 .45'
        "H-.22C-.5 .5 -.8 .3 -.66 0C-.8 -.2 -.72 -.5 -.42 -.55C-.42 -.72 -.3 -.9 0 -.9Z"
        '" fill="{leaf}"/>'
    ),
    "tent": (
        '<path d="M0 -.62L.82 .62H-.82Z" fill="{fill}" stroke="{ink}" stroke-width=".08" '
        'stroke-linejoin="round"/><path d="M0 -.1L.3 .62H-.3Z" fill="{paper}"/>'
        f'<path d="M0 -.62L-.14 -.82M0 -.62L.14 -.82" {_STROKE} stroke-width=".08"/>'
    ),
    "lamp": (
        '<path d="M-.26 .35C-.26 .1 -.62 0 -.62 -.36A.62 .62 0 0 1 .62 -.36C.62 0 .26 .1 .26 .35Z" '
        'fill="{glow}" stroke="{ink}" stroke-width=".1" stroke-linejoin="round"/>'
        '<path d="M-.22 .5H.22M-.16 .68H.16" stroke="{ink}" stroke-width=".12" '
        'stroke-linecap="round"/>'
    ),
    "mine": (
        f'<path d="{_spikes(8, 0.3, 0.88)}" stroke="{{ink}}" stroke-width=".14" '
        'stroke-linecap="round"/><circle r=".55" fill="{fill}"/>'
        '<circle cx="-.18" cy="-.18" r=".14" fill="{paper}"/>'
    ),
    "flag": (
        f'<path d="M-.35 -.8V.85M-.6 .85H-.1" {_STROKE} stroke-width=".12"/>'
        '<path d="M-.35 -.8L.65 -.42L-.35 -.05Z" fill="{fill}"/>'
    ),
    "moon": (
        '<path d="M.3 -.78A.82 .82 0 1 0 .3 .78A.64 .64 0 1 1 .3 -.78Z" fill="{fill}" '
        'stroke="{ink}" stroke-width=".06" stroke-linejoin="round"/>'
    ),
    "sun": (
        f'<path d="{_spikes(8, 0.62, 0.92)}" stroke="{{ink}}" stroke-width=".13" '
        'stroke-linecap="round"/><circle r=".45" fill="{inside}" stroke="{ink}" '
        'stroke-width=".11"/>'
    ),
    "wave": f'<path d="{_WAVES}" {_STROKE} stroke-width=".11" fill="none"/>',
    "fish": (
        '<path d="M-.85 0C-.5 -.6 .15 -.6 .45 -.05L.85 -.42V.42L.45 .05C.15 .6 -.5 .6 -.85 0Z" '
        'fill="{fill}"/><circle cx="-.45" cy="-.08" r=".09" fill="{paper}"/>'
    ),
    "queen": (
        '<path d="M-.6 .45L-.85 -.4L-.4 .05L-.3 -.65L0 0L.3 -.65L.4 .05L.85 -.4L.6 .45Z'
        'M-.6 .55H.6V.8H-.6Z" fill="{fill}"/><circle cx="-.85" cy="-.45" r=".1" fill="{fill}"/>'
        '<circle cx="-.3" cy="-.7" r=".1" fill="{fill}"/><circle cx=".3" cy="-.7" r=".1" '
        'fill="{fill}"/><circle cx=".85" cy="-.45" r=".1" fill="{fill}"/>'
    ),
    "ship": '<circle r=".82" fill="{fill}"/>',  # where it has no neighbours, see `ships`
    "person": (
        '<circle cy="-.48" r=".32" fill="{fill}"/>'
        '<path d="M-.6 .8C-.6 .1 -.3 -.1 0 -.1S.6 .1 .6 .8Z" fill="{fill}"/>'
    ),
}

_FOUND = 0.84

# By direction, how far a shape is turned, in degrees.
_POINTS = {"triangle": "up", "star": "up", "tent": "up"}
_USUAL = {"slash": "downright"}
_ANGLES = {
    "right": 0,
    "downright": 45,
    "down": 90,
    "downleft": 135,
    "left": 180,
    "upleft": 225,
    "up": 270,
    "upright": 315,
}
assert _ANGLES.keys() == DIRECTIONS.keys()


def turn_of(direction: str) -> float:
    """The degrees of a direction; 0 for none."""
    return _ANGLES.get(direction, 0)


def sign(
    mark: Mark,
    at: tuple[float, float],
    room: float,
    ink: str,
    theme: Theme,
    direction: str = "",
    given: bool = True,
    slant: float | None = None,
) -> str:
    """A shape around a point. room: half the side of its square, in pixels. ink: its colour, if the
    mark names none. direction: of the value, if it is one. slant: the degrees of the direction, if
    they differ from those on squares.
    """
    shape = mark.shape
    towards = mark.direction or direction or _USUAL.get(shape, "")
    if shape == "arrow" and not given:
        shape = "thin arrow"
    x, y = at
    turn = ""
    turned = mark.direction or shape in ("arrow", "thin arrow", "chevron", "triangle", "slash")
    if slant is not None or (towards and turned):
        degrees = _ANGLES[towards] if slant is None else slant
        degrees -= _ANGLES[_POINTS.get(shape, "right")]
        turn = f" rotate({num(degrees % 360)})" if degrees % 360 else ""
    named = "" if mark.ink in ("", "given", "found") else theme.tone(mark.ink)
    if named and not given:
        room *= _FOUND  # its colour does not show that it was found
    place = f"translate({num(x)} {num(y)}){turn} scale({num(room)})"
    line = theme.given if named and given and mark.ink != "paper" else ink
    if named and shape in _BARE:
        line = named
    if shape == "path":
        style = _STROKE.format(ink=named or ink)
        body = f'<path d="{mark.path}" {style} stroke-width=".12" fill="none"/>'
    else:
        body = SIGNS[shape].format(
            ink=line,
            fill=named or ink,
            inside=named or theme.paper,
            paper=theme.paper,
            leaf=named or (theme.tone("green") if given else ink),
            trunk=theme.tone("brown") if given and not named else named or ink,
            glow=named or theme.tone("yellow"),
        )
    return f'<g class="{mark.shape}" transform="{place}">{body}</g>'


# Shapes without a filling: their strokes have the named ink.
_BARE = {"cross", "plus", "bar", "slash", "thin arrow", "chevron", "wave", "mine", "flag"}
