"""Writing: the puzzle file with other clues."""

from __future__ import annotations

from ...compiler.ground.grounding import Grounding
from ...compiler.ground.opening import Clues
from ...compiler.lower.names import grid_names
from ...dsl.diagnostics import PzcError
from ...render.puzzle import write_puzzle
from ..compiled import CompiledSpec


def puzzle_text(spec: CompiledSpec, grounding: Grounding, clues: Clues) -> str:
    """The text of a puzzle file, as `write_puzzle` returns it, without the size of the board if the
    pictures show it."""
    text = write_puzzle(grounding, clues)
    whole = spec.sections(text)
    sizes = {name.id for name in grid_names(spec.program.declarations)}
    rest = "\n".join(own.text() for name, own in whole.sections.items() if name not in sizes)
    try:
        short = spec.grounder.read(spec.sections(rest))
    except PzcError:  # nothing else tells the size
        return text
    long = spec.grounder.read(whole)
    return rest if (short.shape, short.printed) == (long.shape, long.printed) else text
