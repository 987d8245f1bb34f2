"""Given pictures under a board, by the names of their things: the forms of pieces, the faces of
tiles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any

from ..compiler.ground.domains import Domain, key_texts
from ..compiler.ground.solution import LayerValues
from ..compiler.values.forms import Image
from .blocks import Block, abreast, heading, moved, stacked
from .characters import printable, width
from .scene import COLOURS, FILLING
from .scenes import is_picture
from .shapes import num, written
from .themes import Theme

SIDE = 16.0  # of a square
NAME = 13.0  # the size of a name's letters
WIDEST = 480.0  # of a row
COLUMNS = 78  # of a row of characters
GAP = 3  # spaces between pictures of characters


def with_images(layers: Iterable[LayerValues]) -> list[LayerValues]:
    """The layers that have any pictures."""
    return [x for x in layers if is_picture(x.domain) and any(True for _ in _by_thing(x))]


def images_block(layer: LayerValues, theme: Theme) -> Block:
    """The pictures of a layer, side by side, each thing's below its name, in rows."""
    rows: list[list[Block]] = [[]]
    wide = 0.0
    for key, images in _by_thing(layer):
        drawn = [_drawn(image, layer.domain, theme) for image in images]
        block = stacked([heading(key, NAME, theme), abreast(drawn, SIDE / 2)], 5)
        if rows[-1] and wide + block.width > WIDEST:
            rows.append([])
            wide = 0.0
        rows[-1].append(block)
        wide += block.width + SIDE
    return stacked([abreast(row, SIDE) for row in rows])


def images_text(layer: LayerValues) -> str:
    """The same with characters."""
    rows: list[list[list[str]]] = [[]]
    wide = 0
    for key, images in _by_thing(layer):
        shown = [printable(key)]
        for number, image in enumerate(images):
            shown += [""] if number else []
            shown += lines_of(image, layer.domain)
        room = max(map(width, shown)) + GAP
        if rows[-1] and wide + room - GAP > COLUMNS:
            rows.append([])
            wide = 0
        rows[-1].append([line + " " * (room - width(line)) for line in shown])
        wide += room
    parts = []
    for row in rows:
        spaces = [" " * len(block[0]) for block in row]
        lines = zip_longest(*row)
        parts.append(
            "".join(
                "".join(p or s for p, s in zip(line, spaces, strict=True)).rstrip() + "\n"
                for line in lines
            )
        )
    return "\n".join(parts)


def descriptions(layer: LayerValues) -> Iterator[str]:
    """The pictures of a layer in words, each as its rows: `form L ####/#...`."""
    for key, images in _by_thing(layer):
        shown = ("/".join(lines_of(image, layer.domain)) for image in images)
        yield f"{layer.name.replace('_', ' ')} {printable(key)} {' '.join(shown)}"


def lines_of(image: Image, domain: Domain) -> list[str]:
    """The rows of a picture as characters; `.` where it has no value."""
    tokens = [
        ["." if value is None else printable(_token(domain, value)) for value in row]
        for row in image.values
    ]
    apart = " " if any(width(token) > 1 for row in tokens for token in row) else ""
    return [apart.join(row) for row in tokens]


def _by_thing(layer: LayerValues) -> Iterator[tuple[str, list[Image]]]:
    texts = key_texts(layer.table)
    for key, value in layer.table.items():
        if value is not None:
            yield texts[key], list(_images(value))


def _images(value: Any) -> Iterator[Image]:
    """The pictures of a value, which may be a list of them."""
    if isinstance(value, Image):
        yield value
    else:
        for one in value:
            yield from _images(one)


def _token(domain: Domain, value: Any) -> str:
    while domain.element is not None:
        domain = domain.element
    return domain.draw(value)


def _drawn(image: Image, domain: Domain, theme: Theme) -> Block:
    """A picture in squares: filled where its values are signs for that, or colours."""
    body = []
    for y, row in enumerate(image.values):
        for x, value in enumerate(row):
            if value is not None:
                square = Block(_square(value, _token(domain, value), theme), SIDE, SIDE)
                body.append(moved(square, x * SIDE, y * SIDE))
    return Block("".join(body), image.width * SIDE, image.height * SIDE)


def _square(value: Any, token: str, theme: Theme) -> str:
    painted = isinstance(value, str) and value.casefold() in COLOURS
    ground = theme.paper
    if painted:
        ground = theme.tone(value.casefold())
    elif token in FILLING:
        ground = theme.pale
    side = num(SIDE)
    rect = f'<rect width="{side}" height="{side}" fill="{ground}" stroke="{theme.given}"/>'
    if painted or token in FILLING:
        return rect
    middle = SIDE / 2
    return rect + written(middle, middle, token, SIDE * 0.7, theme.given, False, "middle")
