"""A written puzzle on a bench: its clues as a clue set, and which of them may change."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from ...compiler.ground.layers import show_key
from ...compiler.ground.opening import Opening
from ...compiler.ground.reading import UNKNOWN
from ...dsl.diagnostics import Diagnostic, PzcError, Source
from ..compiled import CompiledSpec
from ..texts import as_source
from .assumptions import ClueSet
from .bench import Bench
from .recipe import CannotMake, Recipe, Role, opened_like, recipe
from .template import Template

# The work for a puzzle that a person wrote is not limited.
UNLIMITED = 1 << 60
DEPENDS = "the board depends on it"
KEEPS = "keeps its places: the board depends on them"
INSTEAD = "declare the finds at all places, and say in a rule what they are there: `for c in {}: …`"
EVERYWHERE = "every puzzle has a value at each of its places"


class Written:
    """A puzzle with its clue layers open. clue_set: its own clues, without those of unknown values,
    which stay. placed: whether clues may have other values, also where the board depends on their
    places."""

    def __init__(self, spec: CompiledSpec, puzzle: str | Source, placed: bool = False) -> None:
        text = as_source(puzzle, "puzzle").text
        self.spec, self.text = spec, text
        spec.ground(puzzle)  # its mistakes first
        self.recipe = _recipe(spec, text)
        self._binding = spec.grounder.read(spec.sections(text))
        self._open_layers = self.recipe.names(Role.CLUES)
        if placed:
            opened = dict.fromkeys(self._open_layers, Opening()) | self._at_their_places()
        else:  # clues go, but get no other values
            opened = {name: opened_like(self._binding, name) for name in self._open_layers}
        self.bench = Bench(spec, Template(text, opened))
        self.bench.begin(UNLIMITED)
        self.bench.query_work = UNLIMITED
        given = self.bench.grounding.model.givens
        self.clue_set: ClueSet = tuple(
            given.get(spot.index, spot.blank or 0) for spot in self.bench.spots
        )

    def _at_their_places(self) -> dict[str, Opening]:
        """The layers of which only the places stay, for values other than yes and no."""
        printed, slots = self._binding.printed, self._binding.slots
        return {
            name: Opening(frozenset(map(show_key, printed[name])))
            for name in self.recipe.names(Role.PLACED)
            if printed[name] and slots[name].domain.kind in ("int", "symbols", "any")
        }

    def may_withhold(self) -> list[str]:
        """The layers whose values may become unknown: those whose clues cannot be removed, since
        the board depends on their places, and those that have unknown values already."""
        placed = self.recipe.names(Role.PLACED)
        vague = [n for n in self._open_layers if UNKNOWN in self._binding.printed[n].values()]
        return [*placed, *vague]

    def removable(self) -> set[str]:
        """The layers of which clues can be removed."""
        open_layers = {spot.layer for spot in self.bench.spots if spot.blank is not None}
        return {name for name in open_layers if self._clues(name) != {UNKNOWN}}

    def kept(self, changed: Collection[str] = ()) -> dict[str, str]:
        """The layers of which no clue can be removed, and why not; without those of which something
        else was changed."""
        others = self.removable() | set(changed)
        names = [name for name in self.recipe.parts if name not in others]
        return {name: self._why_kept(name) for name in names if self._clues(name)}

    def fixed(self) -> dict[str, str]:
        """What cannot change of the layers, and why, as the rest of a sentence about the layer."""
        placed = self._at_their_places()
        return {
            name: KEEPS if name in placed else f"stays as it is: {self._why_kept(name)}"
            for name in self.recipe.parts
            if name not in self._open_layers
        }

    def unchangeable(self, fewest: bool = False) -> PzcError:
        """The error for a puzzle of whose layers none has clues that can change. fewest: where
        values could become unknown, if the fewest clues were not wanted."""
        found = []
        withheld = self.may_withhold() if fewest else ()
        for name in self.recipe.parts:
            reason, span, hint = self._why_kept(name), None, None
            if name in withheld:
                hint = "without --fewest, its values can become unknown"
            elif reason == EVERYWHERE:
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
        if not self._clues(name):
            return "it has no clues in this puzzle"
        if self._clues(name) == {UNKNOWN}:
            return "all of its values are unknown"
        if name in self._open_layers:
            return EVERYWHERE
        if kind in ("list", "picture"):
            return f"its values are {kind}s"
        if role is Role.REGIONS:
            return "its values are regions, not clues"
        return DEPENDS


def _recipe(spec: CompiledSpec, text: str) -> Recipe:
    try:
        return recipe(spec, text)
    except CannotMake as reason:
        raise PzcError.at("E0531", f"no puzzles can be made of this spec: {reason}") from None
