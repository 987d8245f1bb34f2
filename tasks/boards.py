"""Boards that are not solved, ready to be drawn: a puzzle alone, and a board in play.

puzzle_board(grounding)          what is printed with the puzzle, and nothing found
board_in_play(grounding, text)   what a solution file tells, complete or not, beside it
"""

from __future__ import annotations

from typing import Any

from ..compiler.ground.grounding import Grounding
from ..compiler.ground.solution import LayerValues, Solution
from ..dsl.diagnostics import Source
from ..records import replace
from .compiled import CompiledSpec
from .reading_back import solution
from .verify import read_board


def grounded(spec: CompiledSpec, puzzle: str | Source, board: Source | None = None) -> Grounding:
    """The exact grounding of a puzzle, of a plan with as many moves as a board shows. Raises
    PzcError for mistakes in the puzzle."""
    from .board_file import written_moves

    sequence, moves = spec.program.sequence, None
    if sequence is not None:
        most = spec.grounder.most_moves(spec.sections(puzzle))
        moves = 0 if board is None else min(most, written_moves(board, sequence.name.id))
    return spec.ground(puzzle, moves=moves, exact=True)


def puzzle_board(grounding: Grounding) -> Solution:
    """The puzzle alone."""
    blank = [v.domain[0] if hasattr(v, "domain") else 0 for v in grounding.model.variables]
    shown = solution(grounding, blank)
    answer = [replace(layer, table=dict.fromkeys(layer.table)) for layer in shown.answer]
    return _open(shown, answer)


def board_in_play(grounding: Grounding, board: Source) -> Solution:
    """A puzzle with what the text of a solution file tells. Raises PzcError for mistakes in it."""
    shown = read_board(grounding, board).solution()
    return _open(shown, list(shown.answer))


def _open(shown: Solution, answer: list[LayerValues]) -> Solution:
    """A board whose gaps are left open; what is printed stands in the answer's layers."""
    printed = {layer.name: layer.table for layer in shown.givens}
    filled = [
        _with_printed(layer, printed.get(shown.printed.get(layer.name, ""), {})) for layer in answer
    ]
    return replace(shown, answer=tuple(filled), objective=None, partial=True)


def _with_printed(layer: LayerValues, printed: dict[Any, Any]) -> LayerValues:
    values = set(layer.domain.values)
    table = {
        key: printed.get(key) if value is None and printed.get(key) in values else value
        for key, value in layer.table.items()
    }
    return replace(layer, table=table)
