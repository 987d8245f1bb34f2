"""The gallery: all bundled genres, their examples, and a picture of each."""

from __future__ import annotations

from functools import cache
from typing import Any

from ..dsl.diagnostics import PzcError
from ..render.svg import svg
from ..render.themes import LIGHT, Theme
from ..tasks.files import bundled
from ..tasks.library import example, examples, summaries
from ..tasks.spec import load
from .game import Game


@cache
def genres() -> list[dict[str, Any]]:
    """Name, title, summary and number of examples of every bundled spec."""
    return [
        {"name": name, "title": title, "about": about, "examples": len(examples(name))}
        for name, title, about in summaries()
    ]


def example_of(name: str, number: int) -> dict[str, Any]:
    """An example puzzle, and the text of its spec. Raises PzcError."""
    _must_be_bundled(name)
    if not examples(name):
        return {"puzzle": "", "examples": 0, "spec": load(name).source.text}
    found = example(name, max(1, number))
    return {
        "puzzle": found.text,
        "examples": len(examples(name)),
        "spec": load(name).source.text,
    }


def thumbnail(name: str, theme: Theme = LIGHT) -> str:
    """The picture of a genre's first example, without its solution."""
    _must_be_bundled(name)
    spec = load(name)
    puzzle = example(name, 1) if examples(name) else spec.puzzle(None)
    if spec.program.sequence is not None:
        from .plan import first_frame

        return first_frame(spec, puzzle, theme)
    game = Game(spec, puzzle)
    return svg(game.state({}).solution(), title=False, theme=theme)


def _must_be_bundled(name: str) -> None:
    if name not in bundled():
        raise PzcError.at("E0501", f"no spec '{name[:80]}'")
