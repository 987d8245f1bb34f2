"""A sheet to print: the rules and the puzzles in front, the solutions on pages behind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from ...render.svg import svg
from ...render.themes import THEMES
from ..boards import grounded, puzzle_board
from ..spec import Spec
from .maker import Made

CELL = 30  # pixels

_STYLE = """\
body { font: 11pt/1.4 sans-serif; max-width: 19cm; margin: 1cm auto; }
section { display: flex; flex-wrap: wrap; gap: 8mm; }
figure { margin: 0; break-inside: avoid; }
figcaption { color: #555; }
svg { max-width: 100%; height: auto; }
.solutions { break-before: page; }
.behind svg { width: 5.5cm; }
"""


def sheet(spec: Spec, made: Sequence[Made]) -> str:
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


def _rules(spec: Spec, made: Sequence[Made]) -> Iterable[str]:
    """The rules of the spec in its words, with the values of params."""
    return dict.fromkeys(s for one in made[:1] for s in grounded(spec, one.text).sentences)


def _figures(spec: Spec, made: Sequence[Made], solved: bool) -> Iterator[str]:
    for number, one in enumerate(made, 1):
        grounding = grounded(spec, one.text)
        board = spec.solve(one.text) if solved else puzzle_board(grounding)
        assert board is not None
        picture = svg(board, title=False, theme=THEMES["print"], size=CELL)
        rating = "" if one.rating is None or solved else f" · rating {one.rating:g}"
        yield f"<figure><figcaption>{number}{rating}</figcaption>\n{picture}</figure>"
