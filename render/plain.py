"""Solutions as plain text in the format of puzzle files, which `verify` reads back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..compiler.board.places import Place
from ..compiler.board.protocol import Board
from ..compiler.board.square import SquareBoard
from ..compiler.ground.domains import BLANKS, Domain, key_texts
from ..compiler.ground.layers import is_lined
from ..compiler.ground.reading import is_pictured
from ..compiler.ground.solution import LayerValues, Solution
from ..compiler.plans.steps import steps

UNDECIDED = "?"


def plain(solution: Solution) -> str:
    """The answer's layers: the bare picture if there is one layer on cells, else sections.

    A plan is written moment by moment, with headings such as `time 3:`.
    """
    alone = len(solution.answer) == 1
    if not solution.sequence:
        return _layers(solution, alone)
    moments = []
    for step in steps(solution):
        heading = "" if step.moment is None else f"{solution.sequence} {step.moment}:\n"
        moments.append(heading + _layers(step.solution, alone))
    return "\n".join(moments)


def _layers(solution: Solution, alone: bool) -> str:
    """The answer's layers. alone: there is one, which needs no heading if it is on cells."""
    if alone and solution.answer[0].kind == "cell":
        return picture(solution.answer[0], solution.board) + "\n"
    parts: list[str] = []
    for layer in solution.answer:
        if layer.kind == "":
            parts.extend(f"{layer.name}: {token_of(layer, key)}\n" for key in layer.table)
        else:
            parts.append(f"{layer.name}:\n{section(layer, solution.board)}\n")
    return "\n".join(parts)


def section(layer: LayerValues, board: Board | None) -> str:
    """The lines below a layer's heading."""
    if board is not None and is_pictured(layer.kind):
        return picture(layer, board)
    if isinstance(board, SquareBoard) and layer.kind == "side" and layer.domain.kind != "list":
        return _sides(layer, board)
    if is_lined(layer.kind) and layer.domain.kind == "list":
        return "\n".join(tokens_of(layer, key) for key in layer.table)
    if is_lined(layer.kind):
        return " ".join(token_of(layer, key) for key in layer.table)
    texts = key_texts(layer.table)
    return "\n".join(
        f"{texts[key]} {tokens_of(layer, key)}"
        for key, value in layer.table.items()
        if value is not None
    )


def picture(layer: LayerValues, board: Board | None) -> str:
    """A layer on cells, corners, borders or links as rows of tokens."""
    assert board is not None
    rows = grid(layer, board)
    wide = max((len(t) for row in rows for t in row), default=1)
    if board.staggered and layer.kind == "cell":
        return "\n".join(_staggered(rows, wide))
    if wide == 1:
        return "\n".join("".join(row) for row in rows)
    return "\n".join(" ".join(t.ljust(wide) for t in row).rstrip() for row in rows)


def _staggered(rows: list[list[str]], wide: int) -> Iterator[str]:
    """Every second row is shifted by half a cell."""
    for number, row in enumerate(rows):
        shift = " " * ((wide + 1) // 2) if number % 2 else ""
        yield (shift + " ".join(t.ljust(wide) for t in row)).rstrip()


def grid(layer: LayerValues, board: Board) -> list[list[str]]:
    """The tokens of a picture by row and column."""
    layout = board.layouts(layer.kind)[0]
    rows = [
        ["+" if board.is_joint(layer.kind, (r, c)) else "." for c in range(layout.width)]
        for r in range(layout.height)
    ]
    for (y, x), place in layout.points.items():
        segment = place.kind in ("border", "link")
        rows[y][x] = _segment_token(layer, place, board) if segment else token_of(layer, place)
    return rows


def _segment_token(layer: LayerValues, place: Place, board: Board) -> str:
    if place not in layer.table:
        return "."  # read as no value in any domain, where the layer has no place
    token = token_of(layer, place)
    if layer.domain.kind == "bool" and token == "#" and "-" in layer.domain.tokens:
        return board.stroke(place)
    return token


def token_of(layer: LayerValues, key: Any) -> str:
    """The token of a layer at a place, a blank where it has no value or no place."""
    value = layer.table.get(key)
    if value is None:
        undecided = key in layer.table and not layer.domain.blanks
        return UNDECIDED if undecided else blank_of(layer.domain)
    shown = layer.domain.draw(value)
    return shown.replace(", ", ",") if isinstance(value, tuple) else shown  # a list is one token


def tokens_of(layer: LayerValues, key: Any) -> str:
    """The tokens of a list, or the single token of a value."""
    value = layer.table.get(key)
    if layer.domain.kind == "list" and isinstance(value, Sequence):
        element = layer.domain.element or layer.domain
        return " ".join(element.draw(v) for v in value) or "-"
    return token_of(layer, key)


def blank_of(domain: Domain) -> str:
    """A token for a place without a value that stands for no value of the domain."""
    if domain.blanks:
        return domain.blanks[0]
    return next((b for b in BLANKS if b not in domain.tokens), ".")


def _sides(layer: LayerValues, board: SquareBoard) -> str:
    lines = []
    for name in ("top", "bottom", "left", "right"):
        places = board.side(name)
        if any(p in layer.table for p in places):
            lines.append(" ".join([name, *(token_of(layer, p) for p in places)]))
    return "\n".join(lines)
