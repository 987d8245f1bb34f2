"""Symmetries of a board: which place each place becomes when the board is turned or mirrored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from ...compiler.board.places import DIRECTIONS, Place, Point, Unit
from ...compiler.board.protocol import Board
from ...compiler.board.shapes import board as board_of
from ...dsl.diagnostics import PzcError
from ...records import record

# Each symmetry, as a linear map of points (y, x) around the middle of the board.
_MAPS: dict[str, tuple[tuple[int, int], tuple[int, int]]] = {
    "none": ((1, 0), (0, 1)),
    "rotate2": ((-1, 0), (0, -1)),
    "rotate4": ((0, 1), (-1, 0)),
    "rotate4_back": ((0, -1), (1, 0)),
    "mirror": ((1, 0), (0, -1)),
    "flip": ((-1, 0), (0, 1)),
    "diagonal": ((0, 1), (1, 0)),
    "antidiagonal": ((0, -1), (-1, 0)),
}
# The symmetries that a person can choose: which maps the places of clues are closed under.
KEPT: dict[str, tuple[str, ...]] = {
    "none": (),
    "rotate2": ("rotate2",),
    "rotate4": ("rotate2", "rotate4", "rotate4_back"),
    "mirror": ("mirror",),
    "flip": ("flip",),
    "diagonal": ("diagonal",),
    "full": tuple(name for name in _MAPS if name != "none"),
}


@record
class Symmetry:
    """A symmetry of a board. image: of a place, a unit, a direction or a pair; None if the image is
    not on the board."""

    name: str
    image: Callable[[Any], Any]


def symmetries(board: Board) -> tuple[Symmetry, ...]:
    """All symmetries of a board, the identity first."""
    return _symmetries(board.shape, board.height, board.width)


@lru_cache(maxsize=16)
def _symmetries(shape: str, height: int, width: int) -> tuple[Symmetry, ...]:
    own = board_of(shape, height, width)
    return tuple(s for name in _MAPS if (s := _symmetry(own, name)) is not None)


def _symmetry(board: Board, name: str) -> Symmetry | None:
    (a, b), (c, d) = _MAPS[name]
    ys, xs = ([cell.at[k] for cell in board.cells] for k in (0, 1))
    height, width = min(ys) + max(ys), min(xs) + max(xs)  # twice the middle
    if a == 0 and height != width:
        return None
    places = {(p.kind, p.at): p for p in board.names.values() if isinstance(p, Place)}
    units = {frozenset(u.members): u for u in board.names.values() if isinstance(u, Unit)}
    ways = {way.at: way for way in DIRECTIONS.values()}

    def moved(at: Point) -> Point:
        y, x = 2 * at[0] - height, 2 * at[1] - width
        return (a * y + b * x + height) // 2, (c * y + d * x + width) // 2

    def image(key: Any) -> Any:
        match key:
            case Place(kind="direction", at=(y, x)):
                return ways.get((a * y + b * x, c * y + d * x))
            case Place():
                return places.get((key.kind, moved(key.at)))
            case Unit(members=members):
                return units.get(frozenset(map(image, members)))
            case tuple():
                return tuple(map(image, key))
        return key

    for cell in board.cells:
        other = image(cell)
        near = {image(d) for d in board.touching("cell", cell)}
        if other is None or near != set(board.touching("cell", other)):
            return None
    return Symmetry(name, image)


def kept_by(board: Board | None) -> list[str]:
    """The names in `KEPT` of the symmetries that a board has; board: None if the spec has none."""
    has = set() if board is None else {s.name for s in symmetries(board)}
    return [name for name, maps in KEPT.items() if has.issuperset(maps)]


def refuse_missing(board: Board | None, chosen: str) -> None:
    """Raise PzcError for a chosen symmetry that the board does not have."""
    own = kept_by(board)
    if chosen in own:
        return
    lack = "the spec has no grid that could have"
    if board is not None:
        lack = f"a board of {board.height}x{board.width} {board.shape} does not have"
    raise PzcError.at("E0539", f"{lack} the symmetry '{chosen}'", expected=", ".join(own))


def orbits(board: Board | None, keys: Sequence[Any], kept: str) -> list[list[int]]:
    """The orbits of keys under a symmetry, as lists of positions. A key whose image is off the
    board is alone. kept: a symmetry that the board has (`refuse_missing`)."""
    maps = [] if board is None else [s for s in symmetries(board) if s.name in KEPT[kept]]
    position = {key: k for k, key in enumerate(keys)}
    seen: set[int] = set()
    found: list[list[int]] = []
    for k, key in enumerate(keys):
        if k in seen:
            continue
        images = (position.get(s.image(key)) for s in maps)
        orbit = sorted({k, *(i for i in images if i is not None)} - seen)
        seen.update(orbit)
        found.append(orbit)
    return found


def identity(board: Board | None, shown: Iterable[tuple[str, Any, Any]], named: set[str]) -> str:
    """A text that is equal for puzzles that are rotations or mirror images of each other.

    shown: its clues, by layer and place. named: layers whose values are names of groups only.
    """
    maps = symmetries(board) if board is not None else (Symmetry("none", lambda key: key),)
    clues = list(shown)
    return min(_text(clues, s, named) for s in maps)


def _text(clues: Sequence[tuple[str, Any, Any]], symmetry: Symmetry, named: set[str]) -> str:
    moved = [
        (layer, repr(_moved(symmetry, key)), value if layer in named else symmetry.image(value))
        for layer, key, value in clues
    ]
    moved.sort(key=lambda clue: clue[:2])
    names: dict[tuple[str, Any], int] = {}
    parts = []
    for layer, key, value in moved:
        if layer in named:
            value = names.setdefault((layer, value), len(names))
        parts.append(f"{layer} {key} {value!r}")
    return "\n".join(parts)


def _moved(symmetry: Symmetry, key: Any) -> Any:
    match key:
        case Unit(members=members):
            return sorted(repr(symmetry.image(member)) for member in members)
        case tuple():
            return [_moved(symmetry, part) for part in key]
    return symmetry.image(key)
