"""A sheet to print: the rules and the puzzles, followed by pages of solutions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from re import compile as compile_pattern
from textwrap import wrap

from ...render.svg import svg
from ...render.themes import THEMES
from ..answers import solutions
from ..boards import puzzle_board
from ..compiled import CompiledSpec
from ..verify import grounded
from .checking import Made

CELL = 30  # pixels
PAGE, MARGIN = 794, 40  # the width of an A4 page, and its margin, in pixels
LINE = 100  # characters
_SIZE = compile_pattern(r'width="([\d.]+)" height="([\d.]+)"')

_STYLE = """\
body { font: 11pt/1.4 sans-serif; max-width: 19cm; margin: 1cm auto; }
section { display: flex; flex-wrap: wrap; gap: 8mm; }
figure { margin: 0; break-inside: avoid; }
figcaption { color: #555; }
svg { max-width: 100%; height: auto; }
.solutions { break-before: page; }
.behind svg { width: 5.5cm; }
"""


def sheet(spec: CompiledSpec, made: Sequence[Made]) -> str:
    """A page of HTML with the pictures in it, which browsers print or save as PDF."""
    title = escape(spec.title)
    rules = "".join(f"<li>{escape(rule)}</li>\n" for rule in _rules(spec, made))
    parts = [
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{title}</title>',
        f"<style>\n{_STYLE}</style>",
        f"<h1>{title}</h1>\n<p>{escape(spec.about)}</p>\n<ul>\n{rules}</ul>",
        "<section>",
        *_figures(spec, made, solved=False),
        "</section>",
        '<h2 class="solutions">Solutions</h2>\n<section class="behind">',
        *_figures(spec, made, solved=True),
        "</section>\n</html>\n",
    ]
    return "\n".join(parts)


def svg_sheet(spec: CompiledSpec, made: Sequence[Made]) -> str:
    """The same as one picture: puzzles in rows, and below them the solutions, half as large."""
    lines = [
        line
        for text in (spec.about, *(f"• {rule}" for rule in _rules(spec, made)))
        for line in wrap(text, LINE)
    ]
    parts = [_text(spec.title, MARGIN + 24, 24)]
    parts += [_text(line, MARGIN + 54 + 18 * k, 13) for k, line in enumerate(lines)]
    y = MARGIN + 54.0 + 18 * len(lines)
    for solved, scale in ((False, 1.0), (True, 0.5)):
        if solved:
            y += 30
            parts.append(_text("Solutions", y, 18))
            y += 12
        x = tall = 0.0
        for caption, picture in _pictures(spec, made, solved):
            width, height = (scale * float(n) for n in _SIZE.findall(picture)[0])
            if x and x + width > PAGE - 2 * MARGIN:
                x, y, tall = 0.0, y + tall + 30, 0.0
            parts.append(_text(caption, y + 14, 12, MARGIN + x))
            size = f'x="{MARGIN + x:g}" y="{y + 20:g}" width="{width:g}" height="{height:g}"'
            parts.append(_SIZE.sub(size, picture, count=1))
            x, tall = x + width + 24, max(tall, height)
        y += tall + 30
    height = y + MARGIN
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {PAGE} {height:g}"'
    white = '<rect width="100%" height="100%" fill="#ffffff"/>'
    return "\n".join([f'{head} width="{PAGE}" height="{height:g}">', white, *parts, "</svg>\n"])


def _text(text: str, y: float, size: int, x: float = 40) -> str:
    look = f'font-size="{size}" font-family="sans-serif"'
    return f'<text x="{x:g}" y="{y:g}" {look}>{escape(text)}</text>'


def _rules(spec: CompiledSpec, made: Sequence[Made]) -> Iterable[str]:
    """The rules of the spec in its words, with the values of params."""
    return dict.fromkeys(s for one in made[:1] for s in grounded(spec, one.text).sentences)


def _figures(spec: CompiledSpec, made: Sequence[Made], solved: bool) -> Iterator[str]:
    for caption, picture in _pictures(spec, made, solved):
        yield f"<figure><figcaption>{caption}</figcaption>\n{picture}</figure>"


def _pictures(spec: CompiledSpec, made: Sequence[Made], solved: bool) -> Iterator[tuple[str, str]]:
    """Each puzzle, or its solution: a caption and a picture as SVG."""
    for number, one in enumerate(made, 1):
        if solved:
            board = next(solutions(spec, one.text, limit=1))
        else:
            board = puzzle_board(grounded(spec, one.text))
        picture = svg(board, title=False, theme=THEMES["print"], size=CELL)
        rating = "" if one.rating is None or solved else f" · rating {one.rating:g}"
        yield f"{number}{rating}", picture
