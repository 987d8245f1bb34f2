"""Solutions to draw: layers from rows of tokens; and the texts of a picture."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from typing import Any

from pzc.compiler.board.square import SquareBoard
from pzc.compiler.ground.domains import BLANKS, Domain
from pzc.compiler.ground.solution import LayerValues, Solution

ANY = Domain("any", blanks=BLANKS)
NUMBERS = Domain("int", range(100), blanks=BLANKS)


def cells(board: SquareBoard, name: str, rows: str, domain: Domain) -> LayerValues:
    """A layer on cells, from the tokens of its rows."""
    tokens = [t for row in rows.split("\n") for t in (row.split() if " " in row else row)]
    return LayerValues(
        name, "cell", dict(zip(board.cells, map(domain.read, tokens), strict=True)), domain
    )


def solved(
    board: SquareBoard | None,
    *answer: LayerValues,
    givens: tuple[LayerValues, ...] = (),
    **more: Any,
) -> Solution:
    return Solution("A title", board, givens, answer, more.pop("printed", {}), {}, **more)


def texts(picture: str) -> list[str]:
    """What is written in an SVG picture."""
    tree = ElementTree.fromstring(picture)
    return ["".join(node.itertext()) for node in tree.iter("{http://www.w3.org/2000/svg}text")]
