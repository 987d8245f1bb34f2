"""Explanations as pictures: a strip of boards, one for each step, with the sentences beneath."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from textwrap import wrap

from ..compiler.ground.solution import Solution
from ..records import record
from .blocks import MARGIN, Block, abreast, heading, stacked
from .characters import width
from .marks import Marks
from .shapes import em, escaped, num, written
from .svg import FONT, svg
from .themes import LIGHT, Theme

PAGE = 1200  # the width of a strip
LARGEST = 380  # that of a board on it
SMALLEST = 260  # that of the sentences beneath
LETTER = 13.0
KEY = "dashed frame: looked at · thick frame: follows from it · struck out, crossed: ruled out"


@record
class Frame:
    """One picture of a strip. title: above it. sentences: below it; those that begin with spaces
    are indented."""

    title: str
    solution: Solution
    marks: Marks
    sentences: Sequence[str]


def strip(title: str, frames: Iterable[Frame], theme: Theme = LIGHT) -> str:
    """Frames as one SVG document, in rows that are no wider than a page."""
    blocks = [_frame(frame, theme) for frame in frames]
    parts = [heading(title, 20, theme), heading(KEY, LETTER, theme, bold=False)]
    each = max(1, int(PAGE // (max((b.width for b in blocks), default=PAGE) + MARGIN)))
    parts += [_row(blocks[k : k + each]) for k in range(0, len(blocks), each)]
    whole = stacked(parts, 2 * MARGIN)
    wide, high = whole.width + 2 * MARGIN, whole.height + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(wide)} {num(high)}" '
        f'width="{num(wide)}" height="{num(high)}" role="img" {FONT}>\n'
        f"<title>{escaped(title)}</title>\n"
        f'<rect width="100%" height="100%" fill="{theme.paper}"/>\n'
        f'<g transform="translate({MARGIN} {MARGIN})">{whole.body}</g>\n</svg>\n'
    )


def _row(blocks: Sequence[Block]) -> Block:
    """Frames side by side, all as wide as the widest."""
    wide = max(block.width for block in blocks)
    return abreast([Block(block.body, wide, block.height) for block in blocks], 2 * MARGIN)


def _frame(frame: Frame, theme: Theme) -> Block:
    board = _board(frame, theme)
    wide = max(board.width, SMALLEST)
    lines = [heading(frame.title, 15, theme), board]
    for sentence in frame.sentences:
        lines += [_line(line, theme) for line in _wrapped(sentence, wide)]
    block = stacked(lines, 6)
    described = f'<g role="group" aria-label="{_label(frame)}">{block.body}</g>'
    return Block(described, max(wide, block.width), block.height)


def _board(frame: Frame, theme: Theme) -> Block:
    """A board as a nested picture, scaled down to the width of a frame."""
    text = svg(frame.solution, frame.marks, title=False, theme=theme)
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)" width="[\d.]+" height="[\d.]+"', text)
    assert size is not None
    wide, high = float(size.group(1)), float(size.group(2))
    scale = min(1.0, LARGEST / wide)
    shown = f'viewBox="0 0 {num(wide)} {num(high)}" width="{num(wide * scale)}" '
    shown += f'height="{num(high * scale)}"'
    return Block(text.replace(size.group(0), shown, 1), wide * scale, high * scale)


def _wrapped(sentence: str, wide: float) -> list[str]:
    """A sentence in lines of at most `wide` pixels."""
    indent = sentence[: len(sentence) - len(sentence.lstrip())]
    # Wide characters count twice, as in `width`.
    share = max(1.0, width(sentence) / max(1, len(sentence)))
    most = max(12, int(wide / (LETTER * em("n") * 0.92 * share)))
    return wrap(sentence.strip(), most, initial_indent=indent, subsequent_indent=indent) or [""]


def _line(text: str, theme: Theme) -> Block:
    left = len(text) - len(text.lstrip())
    at = left * LETTER * 0.5
    body = written(at, LETTER / 2, text.strip(), LETTER, theme.given, False, "start")
    return Block(body, at + em(text.strip()) * LETTER, LETTER)


def _label(frame: Frame) -> str:
    """The description of a frame for screen readers."""
    label = f"{frame.title}. {' '.join(s.strip() for s in frame.sentences)}"
    return escaped(label).replace('"', "&quot;")
