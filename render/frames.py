"""Frames: where the boards of a solution stand in its SVG picture.

Whoever lays something over a picture asks here for its measure; a place of the board is at its
`spot`, in cells, from the frame's corner.
"""

from __future__ import annotations

from ..compiler.board.protocol import Board
from ..compiler.ground.solution import Solution
from ..records import record
from .scene import scenes
from .svg import CELL, MARGIN, _heading, _Picture


@record
class Frame:
    """A board in a picture. name: of the only layer that is found there, if there are several
    boards. left, top: of the board's corner; cell: the width of a cell."""

    name: str
    board: Board
    left: float
    top: float
    cell: float


def frames(solution: Solution) -> list[Frame]:
    """The frames of a solution that is drawn without its title, in the order of its pictures."""
    out: list[Frame] = []
    top: float = MARGIN
    for scene in scenes(solution)[0]:
        if scene.name:
            top += _heading(scene.name, 15).height + MARGIN
        picture = _Picture(scene, set())
        out.append(Frame(scene.name, scene.board, MARGIN + picture.left, top + picture.top, CELL))
        top += picture.block().height + MARGIN
    return out
