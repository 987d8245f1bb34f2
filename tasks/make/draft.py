"""Drafts of puzzles: structures drawn at random, and small changes of them.

A structure is regions, patterns of cells, and the places of clues on which the board depends.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product
from math import sqrt
from random import Random
from typing import Any

from ...compiler.board.places import Place
from ...compiler.board.protocol import Board
from ...compiler.board.shapes import board
from ...compiler.ground.binding import Binding
from ...dsl.diagnostics import PzcError
from ...dsl.syntax import Grid
from ...records import replace
from ..compiled import CompiledSpec
from .patterns import drawn, looks_so
from .recipe import Part, Recipe, Role, is_about, refuse_unknown
from .regions import Regions, Sizes, cut, moves, recut, stays
from .structure import Structure
from .symmetry import kept_by, orbits, refuse_missing
from .template import Template, Writer

TRIES = 30
# How often a change concerns the cells that it is to be near.
FOCUSED = 0.7
# How often two regions near such cells are cut anew, instead of one cell moving to another region.
RECUT = 0.7
# The share of places at which a thinned layer is open, in terms of the usual share of clues.
SPARE = 1.5
# The largest side for which values of params are looked for.
LARGEST_SIDE = 25


class Draft:
    """Draws structures, and changes them, for one spec, size and set of params.

    size: (height, width), or None for that of the hints or the example puzzle. params: texts by
    name. symmetry: of the places that have clues; None for that of the hints. thinned: layers of
    clues that are open only at places drawn at random, since a model with all would be too large.
    """

    def __init__(
        self,
        spec: CompiledSpec,
        recipe: Recipe,
        size: tuple[int, int] | None = None,
        params: Mapping[str, str] | None = None,
        symmetry: str | None = None,
    ) -> None:
        self.spec, self.recipe = spec, recipe
        self.base: Binding = spec.grounder.read(spec.sections(recipe.base))
        usual = {name: value for name, value in recipe.values.items() if name in self.base.params}
        self.params = usual | dict(params or {})
        self._symmetry = symmetry
        self.thinned: frozenset[str] = frozenset()
        self.board: Board | None = None
        if self.base.context.has_board:
            own = self.base.context.board
            size = size or self._usual_size() or self._size_by_params(self.params)
            self.board = board(own.shape, *size) if size is not None else own
        self.writer = Writer(spec, recipe, self.base, self.board, self.params)
        self._check_size(size)
        if symmetry is not None:
            refuse_missing(self.board, symmetry)

    def _usual_size(self) -> tuple[int, int] | None:
        """The hinted size (height, width); None if it is that of the example puzzle."""
        own = self.base.context.board
        for grid in self.spec.program.declarations:
            if isinstance(grid, Grid):
                sides = [
                    self.recipe.values.get(getattr(side, "id", ""), usual)
                    for side, usual in ((grid.height, own.height), (grid.width, own.width))
                ]
                size = (int(sides[0]), int(sides[1]))
                return size if size != (own.height, own.width) else None
        return None

    def _size_by_params(self, params: Mapping[str, str]) -> tuple[int, int] | None:
        """The size (height, width) that follows from params alone; None if it does not. Raises
        PzcError for a value that a param cannot have."""
        if not params:
            return None
        text = "".join(f"{name}: {value}\n" for name, value in params.items())
        try:
            own = self.spec.grounder.read(self.spec.sections(text)).context.board
        except PzcError as error:
            if wrong := [d for d in error.diagnostics if is_about(d, params)]:
                raise PzcError(wrong) from None
            return None
        return own.height, own.width

    def most_places(self, name: str) -> int:
        """The most places that a layer can have on this board, whatever is drawn on it."""
        host, slot = self.recipe.parts[name].host, self.base.slots[name]
        if host is not None and host in self.recipe.parts:
            return self.most_places(host)
        if self.board is None or "," in slot.kind:
            return sys.maxsize
        return len(self._of_kind(slot.kind))

    def _of_kind(self, kind: str) -> list[Any]:
        """The places of a kind, or of several joined by `+`; all cells for groups of them."""
        board = self._board()
        try:
            return [place for one in kind.split("+") for place in board.places(one)]
        except KeyError:
            return list(board.cells)

    def symmetry(self, name: str) -> str:
        """The symmetry of the places of a layer."""
        if self._symmetry is not None:
            return self._symmetry
        usual = self.recipe.parts[name].symmetry or "none"
        return usual if usual in kept_by(self.board) else "none"

    def orbits(self, keys: Sequence[tuple[str, Any]]) -> list[list[int]]:
        """The orbits of keys, each with its layer, under the symmetry of the layer: lists of
        positions."""
        kept = {name: self.symmetry(name) for name, _ in keys}
        found: list[list[int]] = []
        for symmetry in dict.fromkeys(kept.values()):
            own = [k for k, (name, _) in enumerate(keys) if kept[name] == symmetry]
            groups = orbits(self.board, [keys[k] for k in own], symmetry)
            found += [[own[k] for k in group] for group in groups]
        return sorted(found)

    def _check_size(self, size: tuple[int, int] | None) -> None:
        """Raise PzcError for a size or a param that the spec does not have."""
        refuse_unknown(self.params, self.base.params)
        own = self.base.context
        if size is not None and self.board is None:
            raise PzcError.at(
                "E0534",
                "the spec has no grid, so its puzzles have no size",
                hint="leave out --size",
            )
        if size is None or self.board is None or size == self._size_by_params(self.params):
            return
        if not self.params and size == (own.board.height, own.board.width):
            return
        sizes = self.writer.sizes()
        if not sizes or (len(sizes) == 1 and size[0] != size[1]):
            expected = "a square"
            if not sizes:
                told = self._params_for(size) or dict.fromkeys(self.base.params, "…")
                options = " ".join(f"--with {name}={value}" for name, value in told.items())
                expected = f"params that tell the size: {options}"
            raise PzcError.at(
                "E0534",
                f"the board cannot have the size {size[0]}x{size[1]}",
                expected=expected,
            )

    def _params_for(self, size: tuple[int, int]) -> dict[str, str]:
        """Values of one or two params that give the board a size, as nearly equal as possible; none
        if there are none."""
        names, most = [*self.base.params], max(size)
        if not 0 < len(names) <= 2 or most > LARGEST_SIDE:
            return {}
        tries = product(range(1, most + 1), repeat=len(names))
        for values in sorted(tries, key=lambda values: (max(values) - min(values), values)):
            params = dict(zip(names, map(str, values), strict=True))
            with suppress(PzcError):
                if self._size_by_params(params) == size:
                    return params
        return {}

    def unfit(self, error: PzcError) -> PzcError:
        """The error for mistakes that every puzzle of the draft has. The cause is the size of the
        board, if it is not that of the example puzzle: what the example contains does not fit."""
        own, board = self.base.context, self.board
        if board is None or (board.height, board.width) == (own.board.height, own.board.width):
            return error
        first, size = error.diagnostics[0], f"{board.height}x{board.width}"
        message, span = f"the board cannot have the size {size}: {first.message}", first.span
        ways = ["another size"]
        if span is not None and span.source not in self.spec.sources():
            line, span = span.source.line(span.line), None
            message = f"the board cannot have the size {size} with '{line}': {first.message}"
            name = line.partition(":")[0]
            if name in self.base.params:
                ways.append(f"{first.expected or 'another value'} (--with {name}=…)")
        return PzcError.at("E0534", message, span, expected=", or ".join(ways))

    # ---- drawing

    def growths(self) -> list[float]:
        """How many times as large as in the example puzzle regions may have to be, from 1: on a
        larger board, in proportion to its side, or to its area, so that there are as many."""
        sizes = (part.sizes for part in self.recipe.parts.values() if part.sizes is not None)
        if self.board is None or not any(s.is_free() for s in sizes):
            return [1]
        area = len(self._board().cells) / len(self.base.context.board.cells)
        return [1, sqrt(area), area] if area > 1 else [1]

    def draw(self, random: Random, grown: float = 1) -> Structure | None:
        """A structure at random, with larger regions than usual if they are grown; None if this try
        led nowhere."""
        regions: dict[str, Regions] = {}
        patterns: dict[str, Mapping[Place, Any]] = {}
        places: dict[str, frozenset[Place]] = {}
        for part in self.recipe.parts.values():
            if part.role is Role.REGIONS:
                cells = self._home(part, Structure(regions, patterns, places))
                found = self._regions(random, part, cells, grown)
                if found is None:
                    return None
                regions[part.name] = found
            elif part.role is Role.PATTERN and (part.values or part.density):
                patterns[part.name] = self._pattern(random, part)
            elif part.role is Role.PLACED:
                host = self._places_of(part, patterns, places)
                places[part.name] = frozenset(self._strewn(random, part, host))
            elif part.name in self.thinned:
                cells = list(self._board().cells)
                most = min(1, SPARE * self._most(part))
                thin = replace(part, share=most, density=None)
                places[part.name] = frozenset(self._strewn(random, thin, cells))
        return Structure(regions, patterns, places, grown)

    def thinnable(self) -> frozenset[str]:
        """The layers that can be thinned: their clues may be missing, and usually are."""
        return frozenset(
            part.name
            for part in self.recipe.parts.values()
            if part.role is Role.CLUES
            and part.host is None
            and not part.sparse
            and self.base.slots[part.name].some
            and self.base.slots[part.name].kind == "cell"
            and SPARE * self._most(part) < 1
        )

    @staticmethod
    def _most(part: Part) -> float:
        """The largest usual share of places with a clue."""
        return part.share if part.density is None else part.density[1]

    def own(self) -> Structure | None:
        """The structure of the example puzzle; None if the board has another size."""
        if self.board is None or self.board is not self.base.context.board:
            return None
        regions: dict[str, Regions] = {}
        patterns: dict[str, Mapping[Place, Any]] = {}
        places: dict[str, frozenset[Place]] = {}
        for part in self.recipe.parts.values():
            printed = self.base.printed[part.name]
            shown = {key: value for key, value in printed.items() if value is not False}
            if part.role is Role.REGIONS:
                names = list(dict.fromkeys(shown.values()))
                regions[part.name] = {key: names.index(value) for key, value in shown.items()}
            elif part.role is Role.PATTERN and (part.values or part.density):
                patterns[part.name] = shown
            elif part.role is Role.PLACED or part.name in self.thinned:
                places[part.name] = frozenset(shown)
        return Structure(regions, patterns, places)

    def _places_of(
        self, part: Part, patterns: Mapping[str, Mapping[Place, Any]], places: Mapping[str, Any]
    ) -> list[Place]:
        """The places where a layer may have values."""
        own = self._of_kind(self.base.slots[part.name].kind)
        if part.host is None:
            return own
        within = places.get(part.host, patterns.get(part.host, ()))
        return [place for place in own if place in within]

    def _board(self) -> Board:
        assert self.board is not None
        return self.board

    def _home(self, part: Part, structure: Structure) -> list[Place]:
        """The cells on which a layer lives: all, or those without what is drawn on others."""
        cells = list(self._board().cells)
        drawn = [set(pattern) for pattern in structure.patterns.values() if pattern]
        for taken in (set(), *drawn, set().union(*drawn)) if drawn else ():
            home = [cell for cell in cells if cell not in taken]
            own = replace(structure, regions={part.name: dict.fromkeys(home, 0)})
            text = self.writer.text(own)
            try:
                self.spec.grounder.read(self.spec.sections(text))
            except PzcError:
                continue
            return home
        return cells

    def _regions(
        self, random: Random, part: Part, cells: list[Place], grown: float
    ) -> Regions | None:
        assert part.sizes is not None
        board = self._board()
        if part.share < 1 or part.density is not None:
            cells = self._strewn(random, part, cells)
        sizes = part.sizes.grown(grown).on(board)
        for _ in range(TRIES):
            found = cut(random, board, cells, sizes)
            if found is not None:
                return found
        return None

    def _pattern(self, random: Random, part: Part) -> Mapping[Place, Any]:
        board = self._board()
        groups = orbits(board, board.cells, self.symmetry(part.name))
        cells = drawn(
            random,
            board,
            part.look,
            [[board.cells[k] for k in group] for group in groups],
            None if part.density is None else random.uniform(*part.density),
        )
        domain = self.base.slots[part.name].domain  # for examples without a single value
        values = part.values or [v for v in domain.values if v is not False]
        return {cell: random.choice(values) for cell in cells if values}

    def _strewn(self, random: Random, part: Part, cells: list[Place]) -> list[Place]:
        """The usual share of cells, at random, in whole orbits of the symmetry."""
        share = part.share if part.density is None else random.uniform(*part.density)
        wanted = round(share * len(cells))
        chosen: list[Place] = []
        symmetry = self.symmetry(part.name)
        if symmetry == "none":
            return random.sample(cells, wanted)
        groups = orbits(self.board, cells, symmetry)
        for orbit in random.sample(groups, len(groups)):
            if len(chosen) + len(orbit) <= wanted:
                chosen += [cells[k] for k in orbit]
        return chosen

    def changed(
        self, random: Random, structure: Structure, near: Collection[Place] = ()
    ) -> Structure | None:
        """A structure with one small change, on or beside some cells if any are named; None if it
        has nothing to change."""
        kinds = [
            (which, name)
            for which in ("regions", "patterns", "places")
            for name, value in getattr(structure, which).items()
            if value
        ]
        if not kinds:
            return None
        which, name = random.choice(kinds)
        if which == "regions":
            regions = structure.regions[name]
            part = self.recipe.parts[name]
            assert part.sizes is not None
            board = self._board()
            sizes = part.sizes.grown(structure.grown).on(board)
            if near and random.random() < RECUT:
                anew = recut(random, board, regions, near, sizes)
                if anew is not None:
                    return replace(structure, regions={**structure.regions, name: anew})
            possible = list(_fitting(board, regions, sizes))
            weak = [move for move in possible if move[0] in near]
            if not possible:
                return None
            cell, region = random.choice(weak or possible)
            return replace(
                structure, regions={**structure.regions, name: {**regions, cell: region}}
            )
        allowed = self._places_of(self.recipe.parts[name], structure.patterns, structure.places)
        now = getattr(structure, which)[name]
        groups = [
            {allowed[k] for k in group} for group in self.orbits([(name, c) for c in allowed])
        ]
        weak_groups = [group for group in groups if not group.isdisjoint(near)]
        if weak_groups and random.random() < FOCUSED:
            turned = random.choice(weak_groups)
            left = [p for p in allowed if (p in now) != (p in turned)]
        else:
            inside = [group for group in groups if group & set(now)]
            outside = [group for group in groups if not group & set(now)]
            gone = random.choice(inside) if inside and random.random() < 0.6 else set()
            new = (
                random.choice(outside) if outside and (not gone or random.random() < 0.6) else set()
            )
            left = [
                place for place in allowed if (place in now and place not in gone) or place in new
            ]
        density = self.recipe.parts[name].density if name not in self.thinned else None
        if density is not None and not density[0] <= len(left) / len(allowed) <= density[1]:
            return None
        if which == "places":
            places = {**structure.places, name: frozenset(left)}
            return self._hosted(replace(structure, places=places))
        if not looks_so(self._board(), self.recipe.parts[name].look, left, now):
            return None
        values = self.recipe.parts[name].values
        pattern = {cell: now.get(cell, random.choice(values)) for cell in left}
        fitted: dict[str, Regions] = {}
        for layer, own in structure.regions.items():
            moved = _moved(random, self._board(), own, now, pattern)
            if moved is None:
                return None
            fitted[layer] = moved
        patterns = {**structure.patterns, name: pattern}
        return self._hosted(replace(structure, regions=fitted, patterns=patterns))

    def with_places(self, structure: Structure, cells: Collection[Place]) -> Structure:
        """A structure with further places of clues, in layers whose density is not hinted."""
        parts = self.recipe.parts.items()
        free = {name for name, p in parts if p.density is None or name in self.thinned}
        places = {
            name: own.union(cells) if name in free else own
            for name, own in structure.places.items()
        }
        return self._hosted(replace(structure, places=places))

    def _hosted(self, structure: Structure) -> Structure:
        """The same structure, where layers declared at the places of another one have only those
        that it has."""
        places = {**structure.places}
        for part in self.recipe.parts.values():
            if part.host is not None and part.name in places:
                host = places.get(part.host, structure.patterns.get(part.host))
                if host is not None:
                    places[part.name] = places[part.name].intersection(host)
        return replace(structure, places=places)

    def template(self, structure: Structure) -> Template:
        """The template with such a structure."""
        return self.writer.template(structure)


def _moved(
    random: Random,
    board: Board,
    regions: Regions,
    before: Collection[Place],
    after: Collection[Place],
) -> Regions | None:
    """Regions that live on the cells without a pattern, when the pattern changes: its new cells
    leave their regions, its former cells join a region beside them. None if that splits a region,
    or a cell has none beside it."""
    if not before or any(cell in regions for cell in before):  # they live on all cells
        return regions
    moved = dict(regions)
    for cell in board.cells:
        if cell in after and cell in moved:
            if not stays(board, moved, cell):
                return None
            del moved[cell]
    for cell in board.cells:
        if cell in before and cell not in after:
            near = [moved[c] for c in board.touching("cell", cell) if c in moved]
            if not near:
                return None
            moved[cell] = random.choice(near)
    return moved


def _fitting(board: Board, regions: Regions, sizes: Sizes) -> Iterator[tuple[Place, int]]:
    """The moves of cells that keep the sizes of regions within bounds."""
    count: dict[int, int] = {}
    for number in regions.values():
        count[number] = count.get(number, 0) + 1
    for cell, other in moves(board, regions):
        if count[regions[cell]] > sizes.least and count[other] < sizes.most:
            yield cell, other
