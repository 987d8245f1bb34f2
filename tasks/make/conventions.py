"""Conventions: layers whose clues are never left out.

If every example puzzle has each clue that its solution allows (all sums of a Kakuro, all islands of
a Nurikabe), the puzzles that are made have them too, unless hints or options say how many are
usual.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...compiler.ground.layers import show_key
from ...dsl.diagnostics import PzcError
from ...records import replace
from ..compiled import CompiledSpec
from .bench import Bench, Spent
from .recipe import Part, Recipe, Role, opened_like
from .template import Template

# Work (units of `backends.base`) for the queries about one layer.
WORK = 1_000_000_000


def with_complete_layers(spec: CompiledSpec, recipe: Recipe, others: Sequence[str] = ()) -> Recipe:
    """The recipe, with the layers marked that are complete in the example puzzle and in further
    ones (their texts)."""

    def is_complete(part: Part) -> bool:
        return (
            part.role is Role.CLUES
            and _is_complete(spec, recipe.base, part) is True
            and not any(_is_complete(spec, text, part) is False for text in others)
        )

    parts = {name: replace(p, complete=is_complete(p)) for name, p in recipe.parts.items()}
    return replace(recipe, parts=parts)


def _is_complete(spec: CompiledSpec, example: str, part: Part) -> bool | None:
    """Whether an example has each clue of a layer that its solution allows; None if that takes too
    much work to tell, or if it has none."""
    try:
        binding = spec.grounder.read(spec.sections(example))
        if not binding.slots[part.name].some:
            return False
        bench = Bench(spec, Template(example, {part.name: opened_like(binding, part.name)}))
        bench.begin(WORK)
        given = bench.grounding.model.givens
        printed = [
            s for s in bench.spots if s.blank is not None and given.get(s.index, s.blank) != s.blank
        ]
        own = [
            n for s in printed if (n := bench.assume.literal(s.index, given[s.index])) is not None
        ]
        # Rules may speak of places without a clue, so the solution is that of the puzzle's blanks.
        clue_set = [given.get(s.index, -1 if s.blank is None else s.blank) for s in bench.spots]
        found = bench.solve(bench.assume.clues(clue_set))
        if found is None or not own:
            return None
        known = [*own, *bench.assume.answers(found)]
        return all(
            spot in printed or bench.solve([*known, *bench.assume.present(spot)]) is None
            for spot in bench.spots
            if _may_stand(spec, example, part, show_key(spot.key))
        )
    except (PzcError, Spent):
        return None


def _may_stand(spec: CompiledSpec, example: str, part: Part, place: str) -> bool:
    """Whether a clue is possible at a place, given the value of a closed layer there."""
    if part.beside is None:
        return True
    other, values = part.beside
    printed = spec.grounder.read(spec.sections(example)).printed[other]
    there = {show_key(key): value for key, value in printed.items()}.get(place)
    return (None if there is False else there) in values
