"""Frames: where the boards of a solution are in its SVG picture, for overlays.

A place of a board is at its `spot`, in cells, from the frame's corner.
"""

from __future__ import annotations

from ..compiler.board.protocol import Board
from ..compiler.ground.solution import Solution
from ..records import record
from .blocks import MARGIN, heading
from .canvas import CELL, Canvas
from .picture import picture
from .scenes import scenes
from .themes import LIGHT


@record
class Frame:
    """A board in a picture. name: of the only layer that is found on it, if there are several
    boards. left, top: of the board's corner; cell: the width of a cell; all in pixels."""

    name: str
    board: Board
    left: float
    top: float
    cell: float


def frames(solution: Solution) -> list[Frame]:
    """The frames of a solution drawn without its title, in the order of its pictures."""
    out: list[Frame] = []
    top: float = MARGIN
    for scene in scenes(solution)[0]:
        if scene.name:
            top += heading(scene.name, 15, LIGHT).height + MARGIN
        canvas = Canvas(scene, LIGHT)
        out.append(Frame(scene.name, scene.board, MARGIN + canvas.left, top + canvas.top, CELL))
        top += picture(scene).height + MARGIN
    return out
