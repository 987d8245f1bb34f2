"""A written puzzle on a bench: its clues as a layout, and which of them may change."""

from __future__ import annotations

from ...compiler.ground.opening import Opening
from ...compiler.ground.reading import UNKNOWN
from ...dsl.diagnostics import PzcError, Source
from ..compiled import CompiledSpec
from .bench import Bench, Layouted
from .recipe import CannotMake, Recipe, Role, recipe
from .template import Template

# The work for a puzzle that a person wrote is not limited.
UNLIMITED = 1 << 60


class Written:
    """A puzzle with its clue layers open. layout: its own clues.

    Raises PzcError if none of its layers can be open.
    """

    def __init__(self, spec: CompiledSpec, puzzle: str | Source) -> None:
        text = puzzle if isinstance(puzzle, str) else puzzle.text
        self.spec, self.text = spec, text
        spec.ground(puzzle)  # its mistakes first
        self.recipe = _recipe(spec, text)
        printed = spec.grounder.read(spec.sections(text)).printed
        open_layers = [
            name for name in self.recipe.names(Role.CLUES) if UNKNOWN not in printed[name].values()
        ]
        if not open_layers:
            raise PzcError.at("E0535", "no clue can change: the board depends on them")
        self.bench = Bench(spec, Template(text, dict.fromkeys(open_layers, Opening())))
        self.bench.begin(UNLIMITED)
        given = self.bench.grounding.model.givens
        self.layout: Layouted = tuple(
            given.get(spot.index, spot.blank or 0) for spot in self.bench.spots
        )


def _recipe(spec: CompiledSpec, text: str) -> Recipe:
    try:
        return recipe(spec, text)
    except CannotMake as reason:
        raise PzcError.at("E0531", f"no puzzles can be made of this spec: {reason}") from None
