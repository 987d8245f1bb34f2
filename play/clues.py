"""Clues in words: what a screen reader says about the printed values around each place.

Every value that is drawn is said somewhere: at its own place if something is entered there, and
otherwise at the places that it is about. Shapes are not on the board; they are listed beside it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from ..compiler.board.places import Place, Unit
from ..compiler.board.protocol import Board
from ..compiler.board.square import SquareBoard
from ..compiler.ground.layers import show_key
from ..compiler.ground.solution import LayerValues, Solution
from ..compiler.values.forms import Image
from ..compiler.values.showing import show
from ..model.nodes import variables_of
from .fields import Fields

Clues = dict[str, list[str]]
# A clue whose rules restrict more places than this is said at the places beside it instead.
MOST = 24
NONE: dict[str, Any] = {"clues": {}, "near": {}, "around": {}, "apart": [], "shapes": []}


def clues(game: Fields) -> dict[str, Any]:
    """What is said about a puzzle.

    clues: by the name of a place, the clues at it. near: by the name of a place where something is
    entered, the other places whose clues are said there. around: the clues of its rows, columns,
    groups and sides. apart: the places whose clues are said at no place. shapes: the pictures
    beside the board, by name, each as its rows.
    """
    puzzle: Solution = game.blank
    at: dict[Place, list[str]] = {}
    around: Clues = {}
    shapes: list[dict[str, Any]] = []
    for layer in puzzle.givens:
        for key, value in _printed(puzzle, layer):
            if (pictures := _pictures(value)) is not None:
                rows = [_rows(picture) for picture in pictures]
                shapes.append({"name": f"{_name(layer)} {show_key(key)}", "pictures": rows})
                continue
            for place, cells, words in _said(puzzle.board, layer, key, value):
                if place is not None:
                    at.setdefault(place, []).append(words)
                for cell in cells:
                    around.setdefault(show_key(cell), []).append(words)
    near, apart = _near(game, at)
    return {
        "clues": {show_key(place): words for place, words in at.items()},
        "near": near,
        "around": around,
        "apart": apart,
        "shapes": shapes,
    }


def _printed(puzzle: Solution, layer: LayerValues) -> Iterator[tuple[Any, Any]]:
    """The values that a layer prints, by place; None where it hides one."""
    hidden = puzzle.hidden.get(layer.name, {})
    for key, value in layer.table.items():
        if key in hidden:
            yield key, None
        elif value is not None and value is not False:
            yield key, value


def _said(
    board: Board | None, layer: LayerValues, key: Any, value: Any
) -> Iterator[tuple[Place | None, Sequence[Place], str]]:
    """The place at which a value is said, or the places that it is about, and the words."""
    words = _words(layer, value)
    if isinstance(key, tuple) and key and isinstance(key[0], Place):
        yield key[0], (), f"{words} ({show_key(key[1:])})"
    elif isinstance(key, Unit):
        yield None, key.members, f"{words} ({show_key(key)})"
    elif isinstance(key, Place) and key.kind == "side":
        if isinstance(board, SquareBoard):
            yield None, board.line(key), f"{words} ({board.margin(key)[0]})"
    elif isinstance(key, Place):
        yield key, (), words
    elif isinstance(value, list | tuple) and all(isinstance(one, Place) for one in value):
        for number, place in enumerate(value, 1):
            words = f"{_name(layer)} {show_key(key)} ({number} of {len(value)})"
            yield place, (), words


def _name(layer: LayerValues) -> str:
    return layer.name.replace("_", " ")


def _words(layer: LayerValues, value: Any) -> str:
    if value is True:
        return _name(layer)
    if value is None:
        return f"{_name(layer)} {layer.domain.unknown or '?'}"
    values = value if layer.domain.kind == "list" else [value]
    return " ".join([_name(layer), *map(show, values)])


# ---- the places that a clue is about


def _near(game: Fields, at: Collection[Place]) -> tuple[Clues, list[str]]:
    """By the name of a place where something is entered, the other places whose clues are said
    there; and those whose clues are said nowhere."""
    if not at:
        return {}, []
    entered = {key for field in game.fields for key in field.keys if isinstance(key, Place)}
    kinds = sorted({place.kind for place in entered})
    board = game.grounding.context.board
    ruled = _ruled(game, [clue for clue in at if clue.kind == "cell" and clue not in entered])
    near: defaultdict[str, list[str]] = defaultdict(list)
    apart: list[str] = []
    for clue in at:
        places = [p for kind in kinds for p in _touching(board, kind, clue)]
        if clue in ruled:
            places += ruled[clue] or board.touching("cell", clue)
        places = [place for place in places if place in entered]
        for place in places:
            near[show_key(place)].append(show_key(clue))
        if not places and clue not in entered:
            apart.append(show_key(clue))
    return dict(near), apart


def _touching(board: Board, kind: str, clue: Place) -> Sequence[Place]:
    """The places of another kind that touch a clue; of a link, the cells that it joins."""
    if kind == clue.kind:
        return ()
    if (clue.kind, kind) == ("link", "cell"):
        return board.ends(clue)
    return board.touching(kind, clue)


def _ruled(game: Fields, cells: Sequence[Place]) -> dict[Place, list[Place]]:
    """By cell, the other cells that the rules about it restrict; none if they are many."""
    found: dict[Place, dict[Place, None]] = {cell: {} for cell in cells}
    places = {
        index: key
        for field in game.fields
        for key, (index, _) in field.variables.items()
        if isinstance(key, Place) and key.kind == "cell"
    }
    for constraint in game.grounding.model.constraints if found else ():
        if isinstance(constraint.condition, bool):
            continue
        bound = {value for origin in constraint.origins for _, value in origin.bindings}
        about = [cell for cell in found if cell in bound]
        if about:
            restricted = [v.index for v in variables_of([constraint.condition])]
            for cell in about:
                found[cell].update((places[index], None) for index in restricted if index in places)
    return {cell: [*about] if len(about) <= MOST else [] for cell, about in found.items()}


# ---- shapes


def _pictures(value: Any) -> list[Image] | None:
    """The pictures of a value; None if it has none."""
    if isinstance(value, Image):
        return [value]
    if isinstance(value, list | tuple) and value and all(isinstance(v, Image) for v in value):
        return [*value]
    return None


def _rows(picture: Image) -> list[str]:
    """The rows of a picture: its values, or if it has only one, the columns where that is."""
    values = {value for row in picture.values for value in row} - {None, False}
    if len(values) == 1:
        return [
            " ".join(str(k) for k, value in enumerate(row, 1) if value in values)
            for row in picture.values
        ]
    return [" ".join("." if v is None else show(v) for v in row) for row in picture.values]
