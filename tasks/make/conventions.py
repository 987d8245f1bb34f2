"""Conventions: layers whose clues are never left out.

If the example puzzle has every clue that its solution allows (all sums of a Kakuro, all islands of
a Nurikabe), so have the puzzles that are made.
"""

from __future__ import annotations

from ...compiler.ground.layers import show_key
from ...dsl.diagnostics import PzcError
from ...records import replace
from ..compiled import CompiledSpec
from .bench import Bench, Spent
from .recipe import Part, Recipe, Role, opened_like
from .template import Template

# Work (units of `backends.base`) for the questions about one layer.
WORK = 1_000_000_000


def with_complete_layers(spec: CompiledSpec, recipe: Recipe) -> Recipe:
    """The recipe, with the layers marked that are complete in the example puzzle."""
    parts = {
        name: replace(part, complete=part.role is Role.CLUES and _is_complete(spec, recipe, part))
        for name, part in recipe.parts.items()
    }
    return replace(recipe, parts=parts)


def _is_complete(spec: CompiledSpec, recipe: Recipe, part: Part) -> bool:
    try:
        binding = spec.grounder.read(spec.sections(recipe.base))
        if not binding.slots[part.name].some:
            return False
        bench = Bench(spec, Template(recipe.base, {part.name: opened_like(binding, part.name)}))
        bench.begin(WORK)
        given = bench.grounding.model.givens
        printed = [
            s for s in bench.spots if s.blank is not None and given.get(s.index, s.blank) != s.blank
        ]
        own = [n for s in printed if (n := bench.literal(s.index, given[s.index])) is not None]
        found = bench.ask(own)
        if found is None or not own:
            return False
        known = [*own, *bench.answers(found)]
        return all(
            spot in printed or bench.ask([*known, *bench.present(spot)]) is None
            for spot in bench.spots
            if _may_stand(spec, recipe, part, show_key(spot.key))
        )
    except (PzcError, Spent):
        return False


def _may_stand(spec: CompiledSpec, recipe: Recipe, part: Part, place: str) -> bool:
    """Whether a clue is possible at a place, given the value of a closed layer there."""
    if part.beside is None:
        return True
    other, values = part.beside
    printed = spec.grounder.read(spec.sections(recipe.base)).printed[other]
    there = {show_key(key): value for key, value in printed.items()}.get(place)
    return (None if there is False else there) in values
