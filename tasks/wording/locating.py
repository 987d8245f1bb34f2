"""Places in the words of a player: `above column 4`, `between r1c1 and r1c2`, `row 3`.

Several places are named together if they are a whole row or column, a stretch of one, or all
borders or links of a cell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import Any, Final, TypeAlias

from ...compiler.board.places import Place, Unit
from ...compiler.board.protocol import Board
from ...compiler.ground.layers import show_key
from ...dsl.diagnostics import listed
from .phrases import STRETCH, after_prepositions, signed

# Prepositions for the outer border of a cell, and for clues outside the board.
EDGES = {
    "top": "above",
    "bottom": "below",
    "left": "left of",
    "right": "right of",
    "upleft": "at the upper left side of",
    "upright": "at the upper right side of",
    "downleft": "at the lower left side of",
    "downright": "at the lower right side of",
}
# The kinds of places between two cells.
BETWEEN: Final = ("border", "link")
# Cells that meet at a corner of a board of squares.
SQUARE = 4
# Places in words: as a noun, and with a preposition.
Said: TypeAlias = tuple[str, str]


class Locating:
    """The places of one board; without one, the other keys of layers."""

    def __init__(self, board: Board | None) -> None:
        self._board = board
        self._lines: tuple[Unit, ...] = getattr(board, "rows", ()) + getattr(board, "columns", ())

    # -- one place

    def name(self, key: Any) -> str:
        """A place as a noun, or any other key of a layer: `r1c1`, `the corner between …`."""
        match key:
            case Place(kind="border"):
                return f"the side {self.at(key).removeprefix('at the ')}"
            case Place(kind="corner"):
                return self._corner(key)
            case Place(kind="side"):
                return f"the place {self.at(key)}"
            case Unit():
                return self.unit(key)
        return show_key(key)

    def at(self, key: Any) -> str:
        """A place with its preposition."""
        match key:
            case Place(kind="border" | "link"):
                cells = [cell.name for cell in self.cells(key)]
                edge = EDGES.get(key.name.rpartition("/")[2])
                if len(cells) == 2:
                    return f"between {cells[0]} and {cells[1]}"
                if len(cells) == 1 and edge:
                    return f"{edge} {cells[0]}"
            case Place(kind="side"):
                name = key.name.rstrip("0123456789")
                line = "column" if name in ("top", "bottom") else "row"
                if name in EDGES:
                    return f"{EDGES[name]} {line} {key.name.removeprefix(name)}"
            case Unit(kind="row" | "column"):
                return f"in {self.unit(key)}"
        name = self.name(key)
        return f"at {name}" if name else ""

    def unit(self, unit: Unit) -> str:
        """A unit by its name; a stretch or a window by its ends."""
        members = unit.members
        if unit.kind == "diagonal" and not unit.name[-1:].isdecimal():
            return f"the {unit.name}"
        if unit.kind not in ("run", "window") or not members or unit.cyclic:
            return unit.name
        first, last = members[0], members[-1]
        if len(members) == 1:
            return first.name
        if first.row == last.row or first.column == last.column:
            return f"{first.name} to {last.name}"
        size = unit.name.split(" ", 1)[0]
        return f"the {size} square at {first.name}" if unit.kind == "window" else signed(unit.name)

    def cells(self, place: Place) -> Sequence[Place]:
        """The cells that a place touches."""
        return self._touching("cell", place)

    def between(self, a: Place, b: Place) -> list[Place]:
        """The border and the link between two cells, if they have one."""
        found: list[Place] = []
        for kind in BETWEEN:
            others = set(self._touching(kind, b))
            found += [place for place in self._touching(kind, a) if place in others]
        return found

    def _touching(self, kind: str, place: Place) -> Sequence[Place]:
        return () if self._board is None else self._board.touching(kind, place)

    def _corner(self, corner: Place) -> str:
        cells = self.cells(corner)
        names = [cell.name for cell in cells]
        if getattr(self._board, "around_corner", 0) != SQUARE or not cells:
            return f"the corner of {listed(names)}" if len(cells) > 1 else corner.name
        if len(cells) == SQUARE:
            return f"the corner between {names[0]} and {names[-1]}"
        above, left = (a - b for a, b in zip(corner.at, cells[0].at, strict=True))
        if len(cells) == 1:
            side = f"{'top' if above < 0 else 'bottom'} {'left' if left < 0 else 'right'}"
            return f"the {side} corner of {names[0]}"
        if cells[0].row == cells[1].row:
            side = "above" if above < 0 else "below"
        else:
            side = "left of" if left < 0 else "right of"
        return f"the corner {side} {listed(names)}"

    # -- several places

    def names(self, keys: Sequence[Any], among: Set[Any] = frozenset()) -> list[str]:
        """Places as nouns. among: those of the layer."""
        return [name for name, _ in self._parts(keys, among)]

    def list_at(
        self,
        keys: Sequence[Any],
        among: Set[Any],
        most: int,
        all_of: str | None = "",
        last: str = "and",
    ) -> str:
        """Places with their prepositions; at most `most` are named, the others counted. all_of: the
        words before a whole row or column (None: its cells are named one by one). last: the word
        before the last place."""
        phrases = [at for _, at in self._parts(keys, among, all_of)]
        if len(phrases) > most:
            phrases = [*phrases[: most - 2], f"at {len(phrases) - most + 2} other places"]
        return after_prepositions(phrases, last)

    def _parts(self, keys: Sequence[Any], among: Set[Any], all_of: str | None = None) -> list[Said]:
        kinds = {getattr(key, "kind", "") for key in keys}
        if len(keys) >= STRETCH and kinds == {"cell"}:
            return self._of_cells(keys, all_of)
        if len(keys) >= STRETCH and kinds in ({"border"}, {"link"}):
            return self._of_sides(keys, among)
        return [self._said(key, len(keys) > 1) for key in keys]

    def _said(self, key: Any, in_list: bool) -> Said:
        """A place; in a list, a link has its short name."""
        name = self.name(key)
        short = in_list and isinstance(key, Place) and key.kind == "link"
        return name, f"at {name}" if short else self.at(key)

    def _of_cells(self, cells: Sequence[Place], all_of: str | None) -> list[Said]:
        """Cells, whole rows and columns (unless all_of is None), then stretches of them
        together."""
        left, said = set(cells), dict[Place, Said]()
        for line in self._lines if all_of is not None else ():
            if len(line) >= STRETCH and left.issuperset(line):
                said[line.members[0]] = line.name, f"in {all_of}{line.name}"
                left -= set(line)
        while True:
            longest = max((run for line in self._lines for run in _runs(line, left)), key=len)
            if len(longest) < STRETCH:
                break
            name = f"{longest[0].name} to {longest[-1].name}"
            said[longest[0]] = name, f"at {name}"
            left -= set(longest)
        said |= {cell: (cell.name, self.at(cell)) for cell in left}
        return [said[cell] for cell in cells if cell in said]

    def _of_sides(self, keys: Sequence[Place], among: Set[Any]) -> list[Said]:
        """Borders or links, all those of a cell together."""
        every, left = set(keys), dict.fromkeys(keys)
        said: list[Said] = []
        for cell in dict.fromkeys(c for key in keys for c in self.cells(key)):
            own = self._touching(keys[0].kind, cell)
            own = [side for side in own if not among or side in among]
            if len(own) >= STRETCH and every.issuperset(own) and not left.keys().isdisjoint(own):
                around = keys[0].kind == "border"
                name = f"all {'sides' if around else 'links'} of {cell.name}"
                said.append((name, f"{'around' if around else 'at'} {cell.name}"))
                left = {key: None for key in left if key not in own}
        return [*said, *(self._said(key, len(keys) > 1) for key in left)]


def _runs(line: Unit, cells: Set[Any]) -> Iterable[list[Place]]:
    """The stretches of a line whose cells are all among some."""
    run: list[Place] = []
    for cell in line.members:
        if cell in cells:
            run.append(cell)
        else:
            yield run
            run = []
    yield run
