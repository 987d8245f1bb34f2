"""A written puzzle on a bench: its clues as a layout, and which of them may change."""

from __future__ import annotations

from typing import Any

from ...compiler.ground.opening import Opening
from ...compiler.ground.reading import UNKNOWN
from ...dsl.diagnostics import Diagnostic, PzcError, Source
from ..compiled import CompiledSpec
from ..texts import as_source
from .assumptions import Layouted
from .bench import Bench
from .recipe import CannotMake, Recipe, Role, recipe
from .template import Template

# The work for a puzzle that a person wrote is not limited.
UNLIMITED = 1 << 60
DEPENDS = "the board depends on it"
INSTEAD = "declare the finds at all places, and say in a rule what they are there: `for c in {}: …`"
EVERYWHERE = "every puzzle has a value at each of its places"


class Written:
    """A puzzle with its clue layers open. layout: its own clues.

    Raises PzcError if none of its layers can be open.
    """

    def __init__(self, spec: CompiledSpec, puzzle: str | Source) -> None:
        text = as_source(puzzle, "puzzle").text
        self.spec, self.text = spec, text
        spec.ground(puzzle)  # its mistakes first
        self.recipe = _recipe(spec, text)
        self._binding = spec.grounder.read(spec.sections(text))
        self._open_layers = [
            name
            for name in self.recipe.names(Role.CLUES)
            if UNKNOWN not in self._binding.printed[name].values()
        ]
        if not self._open_layers:
            raise self.unchangeable()
        self.bench = Bench(spec, Template(text, dict.fromkeys(self._open_layers, Opening())))
        self.bench.begin(UNLIMITED)
        self.bench.question = UNLIMITED
        given = self.bench.grounding.model.givens
        self.layout: Layouted = tuple(
            given.get(spot.index, spot.blank or 0) for spot in self.bench.spots
        )

    def kept(self) -> dict[str, str]:
        """The layers of which no clue can be removed, and why not."""
        removable = {spot.layer for spot in self.bench.spots if spot.blank is not None}
        names = [name for name in self.recipe.parts if name not in removable]
        return {name: self._why_kept(name) for name in names if self._clues(name)}

    def unchangeable(self) -> PzcError:
        """The error for a puzzle of whose layers none has clues that can change."""
        found = []
        for name in self.recipe.parts:
            reason, span, hint = self._why_kept(name), None, None
            if reason == EVERYWHERE:
                hint = "of a layer `at some …` clues can be removed"
            elif reason == DEPENDS:
                try:
                    self.spec.ground(self.text, open={name})
                except PzcError as error:
                    span, hint = error.diagnostics[0].span, INSTEAD.format(name)
            found.append(Diagnostic("E0535", f"'{name}' stays as it is: {reason}", span, hint=hint))
        return PzcError(found)

    def _clues(self, name: str) -> set[Any]:
        """The values that a layer shows."""
        return set(self._binding.printed[name].values()) - {False}

    def _why_kept(self, name: str) -> str:
        """Why no clue of a layer can be removed."""
        role, kind = self.recipe.parts[name].role, self._binding.slots[name].domain.kind
        if name in self._open_layers:
            return EVERYWHERE
        if kind in ("list", "picture"):
            return f"its values are {kind}s"
        if role is Role.CLUES:
            return "some of its values are unknown"
        if role is Role.REGIONS:
            return "its values are regions, not clues"
        return DEPENDS if self._clues(name) else "it has no clues in this puzzle"


def _recipe(spec: CompiledSpec, text: str) -> Recipe:
    try:
        return recipe(spec, text)
    except CannotMake as reason:
        raise PzcError.at("E0531", f"no puzzles can be made of this spec: {reason}") from None
