"""Layers with looks: the look of a value, and elements for a whole layer, such as lines through the
cells of a list, borders of equal values, and joined cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..compiler.board.places import Place, Point
from ..compiler.ground.solution import LayerValues
from ..dsl.looks import FILLINGS, SIGNS, STROKES, Look, Mark
from ..records import field, record, replace
from .characters import printable
from .scene import Scene, Stroke, Token

# A list of cells without a look, such as the line of a sudoku.
PLAIN_STROKE: Look = (Mark("tube"),)
_SLOTS = {"up": "north", "down": "south", "left": "west", "right": "east"}


def look_of_value(layer: LayerValues, value: Any, looks: Sequence[Look]) -> Look | None:
    """How a value is drawn; None where the spec does not say."""
    if not looks:
        return None
    domain = layer.domain
    if domain.kind == "bool":
        look = looks[-1] if value else looks[0] if len(looks) > 1 else ()
    elif len(looks) == 1 or value not in domain.values:
        look = looks[0]
    else:
        look = looks[list(domain.values).index(value)]
    if domain.unknown not in (None, "?") and domain.draw(value) == domain.unknown:
        alone = tuple(mark for mark in look if mark.shape != "text")
        return alone or None
    return look


@record
class Drawn:
    """A layer and how it is drawn.

    given: a given layer. printed: by place, the values that the puzzle prints in a found layer.
    looks: one for all values, or one for each; none if the spec declares none."""

    layer: LayerValues
    given: bool
    printed: Mapping[Any, Any] = field(default_factory=dict)
    looks: Sequence[Look] = ()

    def look(self, value: Any) -> Look | None:
        """How a value is drawn; None if the spec does not say."""
        return look_of_value(self.layer, value, self.looks)


def enter_looked(scene: Scene, drawn: Drawn) -> None:
    """Add the elements for a whole layer to a scene; its single values are tokens."""
    layer, given, looks = drawn.layer, drawn.given, drawn.looks
    marks = looks[0] if looks else ()
    shapes = {mark.shape for look in looks for mark in look}
    if layer.kind == "cell, direction":
        _enter_around(scene, layer, given, marks)
    chains = list(_chains(scene, layer, bool(shapes & STROKES.keys())))
    strokes = tuple(m for m in marks if m.shape in STROKES or layer.domain.kind == "list")
    scene.strokes += [Stroke(tuple(c), strokes or PLAIN_STROKE, given) for c in chains]
    if chains:
        scene.drawn.add(layer.name)
    fillings = tuple(mark for mark in marks if mark.shape in FILLINGS)
    for at in dict.fromkeys(at for chain in chains for at in chain) if fillings else ():
        scene.signs.setdefault(at, []).append(Token("", given, marks=fillings))
    if "tile" in shapes and layer.kind in ("cell", "border", "link"):
        scene.tiles += [(group, given) for group in _joined(scene, layer)]
    own = shapes & {*SIGNS, "double", "nothing"}
    if own and layer.kind in ("border", "link") and layer.domain.kind == "bool":
        for place, value in layer.table.items():
            if value:
                scene.signs.setdefault(place.at, []).append(
                    Token("", given, marks=drawn.look(value))
                )
                scene.hidden.add(place.at)
    if layer.domain.kind == "pieces" and shapes & FILLINGS.keys():
        _fill_pieces(scene, layer, given, marks)
    if "wall" in shapes and layer.kind == "link":
        points = [place.at for place, value in layer.table.items() if value]
        scene.edges |= dict.fromkeys(points, given)
        scene.hidden |= set(points)
    if "borders" in shapes and layer.kind == "cell":
        _enter_edges(scene, drawn)


def draw_let(scene: Scene, layer: LayerValues, looks: Sequence[Look]) -> None:
    """Add a let with a look to a scene."""
    enter_looked(scene, Drawn(layer, True, looks=looks))
    for key, value in layer.table.items():
        if value is None or value is False:
            continue
        places = [key] if isinstance(key, Place) and layer.domain.kind != "list" else []
        marks = look_of_value(layer, value, looks)
        text = "" if value is True else printable(layer.domain.draw(value))
        direction = _direction(value)
        for place in places if marks else ():
            token = Token(text, True, name=direction, marks=marks)
            scene.signs.setdefault(place.at, []).append(token)


def with_look(token: Token, marks: Look | None, value: Any) -> Token:
    """A token with its marks."""
    if marks is None:
        return token
    own = tuple(m for m in marks if m.shape not in STROKES)
    return replace(token, marks=own, name=token.name or _direction(value))


def _fill_pieces(scene: Scene, layer: LayerValues, given: bool, marks: Look) -> None:
    """The cells that are in some piece."""
    for cell, letter in layer.table.items():
        if letter is not None:
            scene.signs.setdefault(cell.at, []).append(Token("", given, marks=marks))


def _direction(value: Any) -> str:
    return value.name if isinstance(value, Place) and value.kind == "direction" else ""


def _enter_around(scene: Scene, layer: LayerValues, given: bool, marks: Look) -> None:
    """Values at cells and directions: each in its cell, on that side."""
    for (cell, way), value in layer.table.items():
        if value is None or way.name not in _SLOTS:
            continue
        look = marks or (Mark("text"),)
        aside = tuple(replace(mark, slot=mark.slot or _SLOTS[way.name]) for mark in look)
        text = printable(layer.domain.draw(value))
        scene.signs.setdefault(cell.at, []).append(Token(text, given, name=way.name, marks=aside))
    scene.drawn.add(layer.name)


# ---- chains, joined cells and borders ------------------------------------------------------------


def _chains(scene: Scene, layer: LayerValues, stroked: bool) -> Iterator[list[Point]]:
    """The chains of cells in a layer: lists of cells; with `stroked`, also directions from cell to
    cell, and cells whose values are cells."""
    if layer.domain.kind == "list" and layer.kind not in ("row", "column", "cell"):
        for value in layer.table.values():
            if value and all(isinstance(c, Place) and c.kind == "cell" for c in value):
                yield [c.at for c in value]
        return
    if not stroked or layer.kind != "cell":
        return
    ends: dict[Any, Any] = {}
    for cell, value in layer.table.items():
        if isinstance(value, Place):
            ends[cell] = _led_to(scene, cell, value)
    directed = any(_direction(value) for value in layer.table.values())
    reached = set(ends.values()) if directed else set()
    seen: set[Any] = set()
    for start in sorted(ends, key=lambda cell: cell in reached):  # the remaining chains are cycles
        if start in seen:
            continue
        chain = [start]
        while chain[-1] in ends and chain[-1] not in chain[:-1] and (directed or len(chain) < 2):
            chain.append(ends[chain[-1]])
        seen.update(chain if directed else ())
        points = [cell.at for cell in chain if cell is not None]
        if len(set(points)) > 1:
            yield points


def _led_to(scene: Scene, cell: Place, value: Place) -> Place | None:
    """The cell that a value of a cell leads to: itself, or the next one in a direction."""
    return scene.board.step(cell, value) if _direction(value) else value


def _joined(scene: Scene, layer: LayerValues) -> Iterator[frozenset[Point]]:
    """The groups of cells that links or directions join."""
    near: dict[Point, list[Point]] = {}
    for place, value in layer.table.items():
        if place.kind != "cell" and value:
            one, other = scene.board.across(place.at)
        elif isinstance(value, Place) and (end := _led_to(scene, place, value)) is not None:
            one, other = place.at, end.at
        else:
            continue
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    left = set(near)
    while left:
        fresh = [left.pop()]
        group = set(fresh)
        while fresh:
            for at in near[fresh.pop()]:
                if at not in group:
                    group.add(at)
                    fresh.append(at)
        left -= group
        yield frozenset(group)


def _enter_edges(scene: Scene, drawn: Drawn) -> None:
    """Add borders between cells with different values, both decided; on a board in play, not those
    between two clues."""
    values = {cell.at: value for cell, value in drawn.layer.table.items() if value is not None}
    clues = {cell.at for cell, value in drawn.printed.items() if value is not None}
    for border in scene.board.borders:
        one, other = scene.board.across(border.at)
        if scene.partial and {one, other} <= clues:
            continue
        if one in values and other in values and values[one] != values[other]:
            scene.edges[border.at] = drawn.given
