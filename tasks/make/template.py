"""Templates: a puzzle's size, params and structure as text, and which of its layers are open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, sqrt
from typing import Any

from ...compiler.board.places import Place
from ...compiler.board.protocol import Board
from ...compiler.ground.binding import Binding
from ...compiler.ground.layers import show_key
from ...compiler.ground.opening import Opening
from ...compiler.ground.solution import LayerValues
from ...compiler.lower.names import grid_names
from ...dsl.diagnostics import PzcError
from ...dsl.syntax import Grid
from ...records import field, record
from ...render.plain import section
from ..compiled import CompiledSpec
from .recipe import MANY, Part, Recipe, Role, lists_like
from .regions import lettered
from .structure import Structure


@record
class Template:
    """A puzzle without its clues.

    text: of a puzzle file with sizes, params and closed layers. open: how each open layer is
    opened. allowed: for some open layers, the names of the places that may have clues. values: by
    layer, the range of usual numbers. shares: of open layers of yes and no on all places, the least
    and the largest share of yes that is hinted.
    """

    text: str
    open: Mapping[str, Opening]
    allowed: Mapping[str, frozenset[str]] = field(default_factory=dict)
    values: Mapping[str, range] = field(default_factory=dict)
    shares: Mapping[str, tuple[float, float]] = field(default_factory=dict)


class Writer:
    """Writes templates for one spec, board and set of params.

    base: the example puzzle that it follows. board: None for a spec without one. params: texts by
    name."""

    def __init__(
        self,
        spec: CompiledSpec,
        recipe: Recipe,
        base: Binding,
        board: Board | None,
        params: Mapping[str, str],
    ) -> None:
        self.spec, self.recipe, self.base, self.board, self.params = (
            spec,
            recipe,
            base,
            board,
            params,
        )

    def template(self, structure: Structure) -> Template:
        """The template with such a structure."""
        parts, text = self.recipe.parts, self.text(structure)
        open: dict[str, Opening] = {}
        allowed: dict[str, frozenset[str]] = {}
        for part in parts.values():
            if part.role is Role.COMPUTED:
                open[part.name] = Opening(computed=True)
            elif part.role is Role.CLUES:
                places = structure.places.get(part.name)
                if places is not None:
                    places = self._declared(part.name, places, text, open)
                host = self._due_with(part)
                if host is not None:
                    open[part.name] = Opening(open[host].places, self._values(part))
                else:
                    open[part.name] = Opening(places, self._values(part), blanks=True)
                if part.beside is not None and self.board is not None:
                    allowed[part.name] = self._beside(part.beside, structure)
            elif part.role is Role.PLACED:
                places = structure.places[part.name]
                if part.host is None and places:
                    places = self._declared(part.name, places, text, open)
                open[part.name] = Opening(places, self._values(part))
        for name in self.recipe.open_regions:
            names = dict.fromkeys(lettered(structure.regions[name]).values())
            open[name] = Opening(values=tuple(names))
        values = {
            p.name: self._usual(p.usual, p.scaled) for p in parts.values() if p.usual is not None
        }
        shares = {
            p.name: p.density
            for p in parts.values()
            if p.role is Role.CLUES and p.density is not None and self._is_complete(p)
        }
        return Template(text, open, allowed, values, shares)

    def _due_with(self, part: Part) -> str | None:
        """The layer whose places are drawn, if the given one has a value at each of them (an arrow
        at each number): a solution chosen without these values might allow none."""
        host = self.recipe.parts.get(part.host) if part.host is not None else None
        if host is None or host.role is not Role.PLACED:
            return None
        return host.name if part.complete and part.share == 1 else None

    def _is_complete(self, part: Part) -> bool:
        """Whether a layer of yes and no has a value at all of its places."""
        slot = self.base.slots[part.name]
        return slot.domain.kind == "bool" and not slot.some

    def _declared(
        self, name: str, places: frozenset[Place], text: str, open: Mapping[str, Opening]
    ) -> frozenset[Place]:
        """Those of some places at which a layer is declared: it may be outside what is drawn.
        text: of the puzzle; open: the layers before this one that are open. All of them if the
        puzzle has a mistake, which is reported when it is ground."""
        try:
            slots = self.spec.grounder.read(self.spec.sections(text), open).slots
        except PzcError:
            return places
        return places.intersection(slots[name].keys)

    def _values(self, part: Part) -> Sequence[Any] | None:
        """The values that clues of a layer may have; None for its domain."""
        domain = self.base.slots[part.name].domain
        if domain.kind == "list":
            return lists_like(part.values)
        if domain.kind == "any":
            symbols = sorted(set(part.values))
            if all(s.isascii() and s.isdecimal() for s in symbols):
                numbers = [int(s) for s in symbols]
                return [str(n) for n in self._usual(range(min(numbers), max(numbers) + 1))]
            return symbols
        # If all places have a value, any may be needed, unless there are too many for a model.
        whole = part.share == 1 and part.scaled and len(domain.values) <= MANY
        return None if part.usual is None or whole else self._usual(part.usual, part.scaled)

    def _usual(self, numbers: range, scaled: bool = True) -> range:
        """The usual numbers; scaled: in proportion to the side of the board."""
        if self.board is None or not scaled:
            return numbers
        ratio = sqrt(len(self.board.cells) / len(self.base.context.board.cells))
        return range(numbers.start, max(numbers.start, ceil((numbers.stop - 1) * ratio)) + 1)

    def _beside(self, beside: tuple[str, frozenset[Any]], structure: Structure) -> frozenset[str]:
        other, wanted = beside
        pattern = structure.patterns.get(other)
        if pattern is None:
            pattern = {k: v for k, v in self.base.printed[other].items() if v is not False}
        return frozenset(show_key(cell) for cell in self._cells() if pattern.get(cell) in wanted)

    def text(self, structure: Structure) -> str:
        """The puzzle file with such a structure."""
        return "\n".join(self._sections(structure))

    def _sections(self, structure: Structure) -> Iterator[str]:
        sizes = self.sizes()
        for name in self.spec.program.sections:
            part = self.recipe.parts.get(name)
            own = self.base.puzzle.sections.get(name)
            if name in self.params:
                yield f"{name}: {self.params[name]}\n"
            elif name in sizes:
                yield f"{name}: {sizes[name]}\n"
            elif name in structure.regions:
                yield self._picture(name, lettered(structure.regions[name]))
            elif name in structure.patterns:
                yield self._picture(name, structure.patterns[name])
            elif part is not None and part.role is Role.PATTERN and self._is_complete(part):
                yield self._picture(name, {})  # of an example without a single yes
            elif part is not None and own is not None and self._shows_nothing(name):
                yield self._picture(name, {})  # of this size
            elif part is None or part.role is Role.COPIED:
                if part is not None and self.base.printed.get(name):
                    yield self._copied(name)
                elif own is not None and name != "picture":
                    yield own.text()

    def sizes(self) -> dict[str, int]:
        """The values of the names in the size of the grid."""
        if self.board is None:
            return {}
        names = {name.id for name in grid_names(self.spec.program.declarations)}
        found: dict[str, int] = {}
        for grid in self.spec.program.declarations:
            if isinstance(grid, Grid):
                sides = ((grid.height, self.board.height), (grid.width, self.board.width))
                found |= {n: k for side, k in sides if (n := getattr(side, "id", "")) in names}
        return found

    def _picture(self, name: str, values: Mapping[Place, Any]) -> str:
        slot = self.base.slots[name]
        if slot.domain.kind == "bool":
            values = {cell: values.get(cell, False) for cell in self._cells()}
        else:
            values = {cell: values[cell] for cell in self._cells() if cell in values}
        shown = LayerValues(name, "cell", dict(values), slot.domain)
        return f"{name}:\n{section(shown, self.board)}\n"

    def _copied(self, name: str) -> str:
        """The section of a layer in the example puzzle."""
        own = self.base.puzzle.sections.get(name)
        if own is not None:
            return own.text()
        slot = self.base.slots[name]
        values = {key: self.base.printed[name].get(key) for key in slot.keys}
        shown = LayerValues(name, slot.kind, values, slot.domain)
        return f"{name}:\n{section(shown, self.board)}\n"

    def _shows_nothing(self, name: str) -> bool:
        """Whether a layer at cells has no value in the example puzzle, or no yes."""
        values = self.base.printed[name].values()
        return self.base.slots[name].kind == "cell" and all(v is False for v in values)

    def _cells(self) -> tuple[Place, ...]:
        assert self.board is not None
        return self.board.cells
