"""Writing: the puzzle file for a clue layout."""

from __future__ import annotations

from ...compiler.ground.grounding import Grounding
from ...compiler.ground.opening import Layout
from ...compiler.lower.names import grid_names
from ...dsl.diagnostics import PzcError
from ...render.puzzle import write_puzzle
from ..compiled import CompiledSpec


def puzzle_text(spec: CompiledSpec, grounding: Grounding, layout: Layout) -> str:
    """The text of a puzzle file, as `write_puzzle` returns it, without the size of the board if the
    pictures show it."""
    text = write_puzzle(grounding, layout)
    whole = spec.sections(text)
    sizes = {name.id for name in grid_names(spec.program.declarations)}
    rest = "\n".join(own.text() for name, own in whole.sections.items() if name not in sizes)
    try:
        short = spec.grounder.read(spec.sections(rest))
    except PzcError:  # nothing else tells the size
        return text
    long = spec.grounder.read(whole)
    return rest if (short.shape, short.printed) == (long.shape, long.printed) else text
