"""Unsolved boards to draw: a puzzle alone, and a board in play.

puzzle_board(grounding)          the given layers only
board_in_play(grounding, text)   the given layers and the values of a solution file, maybe partial
"""

from __future__ import annotations

from collections.abc import Sequence

from ..compiler.ground.grounding import Grounding
from ..compiler.ground.reading import is_unknown, with_unknown
from ..compiler.ground.solution import LayerValues, Solution
from ..dsl.diagnostics import Source
from ..model.nodes import domain_of
from ..records import replace
from .reading_back import known_lets, solution
from .verify import read_board


def puzzle_board(grounding: Grounding) -> Solution:
    """The puzzle alone."""
    model = grounding.model
    assignment = [model.givens.get(variable.index) for variable in model.variables]
    blank = [domain_of(variable)[0] for variable in model.variables]
    shown = solution(grounding, blank)
    answer = [replace(layer, table=dict.fromkeys(layer.table)) for layer in shown.answer]
    alone = _open(grounding, shown, answer, assignment)
    return replace(alone, sequence="", answer=(), drawn=()) if shown.sequence else alone


def board_in_play(grounding: Grounding, board: Source) -> Solution:
    """A puzzle with the values of a solution file. Raises PzcError for mistakes in it."""
    read = read_board(grounding, board)
    shown = read.solution()
    board_as_read = _open(grounding, shown, list(shown.answer), read.known())
    return replace(board_as_read, partial=not read.complete)


def _open(
    grounding: Grounding,
    shown: Solution,
    answer: list[LayerValues],
    assignment: Sequence[int | None],
) -> Solution:
    """A board in play: undecided places stay open, printed values are copied into the answer."""
    givens = {layer.name: layer for layer in shown.givens}
    filled = []
    for layer in answer:
        given = givens.get(shown.printed.get(layer.name, ""))
        filled.append(layer if given is None else with_printed(shown, layer, given))
    return replace(
        shown,
        answer=tuple(filled),
        objective=None,
        partial=True,
        drawn=known_lets(grounding, assignment),
    )


def with_printed(shown: Solution, layer: LayerValues, given: LayerValues) -> LayerValues:
    """A layer of the answer; at its open places, with the values of a given layer."""
    table, values = dict(layer.table), layer.domain.values
    for key, value in {**given.table, **shown.hidden.get(given.name, {})}.items():
        if table.get(key, 0) is None and (is_unknown(value) or value in values):
            table[key] = value
    if not any(map(is_unknown, table.values())):
        return replace(layer, table=table)
    domain = with_unknown(replace(layer.domain, unknown=given.domain.unknown))
    return replace(layer, table=table, domain=domain)
