"""Blocks of an SVG drawing: pieces with a size, put under or beside each other."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ..records import record
from .characters import width
from .shapes import em, num, written
from .table import Table
from .themes import Theme

MARGIN = 16
LETTER = 15.0  # the size of the letters of a table


@record
class Block:
    """A piece of a drawing with its size; its upper left corner is the origin."""

    body: str
    width: float
    height: float


def stacked(blocks: Sequence[Block], gap: float = MARGIN) -> Block:
    """Blocks under each other."""
    body, y = [], 0.0
    for block in blocks:
        body.append(moved(block, 0, y))
        y += block.height + gap
    return Block("\n".join(body), max((b.width for b in blocks), default=0), max(0, y - gap))


def abreast(blocks: Sequence[Block], gap: float = MARGIN) -> Block:
    """Blocks side by side."""
    body, x = [], 0.0
    for block in blocks:
        body.append(moved(block, x, 0))
        x += block.width + gap
    return Block("\n".join(body), x - gap, max(block.height for block in blocks))


def moved(block: Block, x: float, y: float) -> str:
    return f'<g transform="translate({num(x)} {num(y)})">{block.body}</g>'


def heading(text: str, size: float, theme: Theme, bold: bool = True) -> Block:
    """A line of text."""
    body = written(0, size / 2, text, size, theme.given, bold, "start")
    return Block(body, em(text) * size * 1.1, size)  # bold letters are wider than digits


def cell_width(text: str) -> float:
    """The width of a table's column for a text."""
    return width(text) * LETTER * 0.62 + 20


def table_block(table: Table, theme: Theme, shaded: Collection[tuple[int, int]] = ()) -> Block:
    """A table. shaded: cells, by row and column."""
    size, line = LETTER, 26.0
    columns = range(len(table.rows[0]))
    wide = [max(cell_width(row[k]) for row in table.rows) for k in columns]
    body = []
    for number, row in enumerate(table.rows):
        y, x = number * line, 0.0
        if number in table.marked:
            body.append(
                f'<rect y="{num(y)}" width="{num(sum(wide))}" height="{line}" '
                f'fill="{theme.mark}" fill-opacity="0.16"/>'
            )
        for k, cell in enumerate(row):
            if (number, k) in shaded:
                body.append(
                    f'<rect x="{num(x)}" y="{num(y)}" width="{num(wide[k])}" height="{line}" '
                    f'fill="{theme.pale}"/>'
                )
            head = (number == 0 and table.headed) or k == 0
            ink = theme.given if head or (number, k) in table.given else theme.found
            body.append(written(x + 8, y + line / 2, cell, size, ink, head, "start"))
            x += wide[k]
        body.append(f'<path d="M0 {num(y + line)}h{num(sum(wide))}" stroke="{theme.grid}"/>')
    return Block("\n".join(body), sum(wide), line * len(table.rows))
