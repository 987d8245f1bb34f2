"""The description of a picture for screen readers: the size of its board, and its values."""

from __future__ import annotations

from ..compiler.ground.layers import show_key
from ..compiler.ground.solution import LayerValues, Solution
from ..dsl.diagnostics import counted
from .images import descriptions
from .scenes import is_picture

# Places of a layer that are named; further ones are counted.
NAMED = 100


def description(solution: Solution) -> str:
    """The board in words: `6 rows, 6 columns. Printed: clue 3 at r1c2. Found: star at r1c4.`"""
    parts = []
    if solution.board is not None:
        board = solution.board
        parts.append(f"{counted(board.height, 'row')}, {counted(board.width, 'column')}.")
    shown = {layer.name for layer in solution.answer}
    printed = {solution.printed.get(name) for name in shown}
    givens = [layer for layer in solution.givens if layer.name not in printed]
    for word, layers in (("Printed", givens), ("Found", solution.answer)):
        texts = [text for layer in layers if (text := _of_layer(layer))]
        if texts:
            parts.append(f"{word}: {'; '.join(texts)}.")
    return " ".join(parts)


def _of_layer(layer: LayerValues) -> str:
    """The places of a layer by their values; "" for a layer without places, or whose values are
    not said in words."""
    if is_picture(layer.domain):
        return ", ".join(descriptions(layer))
    if layer.domain.kind in ("pieces", "any") or not layer.kind:
        return ""
    places: dict[str, list[str]] = {}
    for key, value in layer.table.items():
        if value is not None and value is not False and value != ():
            said = "" if value is True else f" {layer.domain.draw(value)}"
            places.setdefault(layer.name.replace("_", " ") + said, []).append(show_key(key))
    return ", ".join(f"{said} at {_named(at)}" for said, at in places.items())


def _named(places: list[str]) -> str:
    left = len(places) - NAMED
    more = f" and {counted(left, 'more place')}" if left > 0 else ""
    return ", ".join(places[:NAMED]) + more
