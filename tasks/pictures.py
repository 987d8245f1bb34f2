"""The short way for puzzles that are single pictures: characters to givens, values to characters.

Most collections of puzzles hold a picture a line, and of each puzzle only the givens are new. Where
they do no more than fix found values (`Program.pure`), a character at a place says the same in
every puzzle of a layout. So a `Layout` is made of a puzzle that was ground, and reads others with
the same lengths of lines without grounding them. It knows nothing of mistakes: whatever it is not
sure of goes the long way, which tells what is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from operator import getitem
from typing import Any

from ..compiler.domains import BadToken
from ..compiler.layers import LayerSlot
from ..compiler.program import Grounding
from ..compiler.solution import LayerValues
from ..compiler.values import Layer
from ..dsl.syntax import Picture
from ..records import field, record
from ..render.plain import token_of

# What a character fixes at a place: a variable's index and its code, or nothing.
Fixed = tuple[int, int] | None

UNSURE: Any = (-1, -1)


@record(frozen=False, eq=False)
class Layout:
    """Puzzles of one bare picture with these lengths of lines.

    grounding: that of one of them. given: the layer that the picture shows. found: the one layer
    whose values it fixes.
    """

    lengths: tuple[int, ...]
    grounding: Grounding
    given: LayerSlot
    found: LayerSlot
    _columns: dict[str, list[Fixed]] = field(default_factory=dict)

    @classmethod
    def of(cls, grounding: Grounding) -> Layout | None:
        """The layout of a puzzle, or None if puzzles like it have to be ground."""
        program, puzzle = grounding.program, grounding.binding.puzzle
        shown = [slot for slot in grounding.slots.values() if slot.tokens]
        if (
            puzzle.sections
            or len(shown) != 1
            or any(isinstance(d, Picture) for d in program.declarations)
        ):
            return None
        (given,) = shown
        if any(token.text == given.domain.unknown for token in given.tokens.values()):
            return None
        fixing = [slot for slot in grounding.slots.values() if slot.printed == given.name]
        if given.name not in program.pure or given.kind != "cell" or len(fixing) != 1:
            return None
        layout = cls(lengths(puzzle.source.text), grounding, given, fixing[0])
        board = grounding.world.board
        return layout if sum(layout.lengths) == board.height * board.width else None

    def givens(self, text: str) -> dict[int, int] | None:
        """The givens of another puzzle of this layout (`lengths(text)` is the same).

        None: it has to be ground, to tell what is wrong with it if for nothing else.
        """
        flat = text.replace("\n", "")
        columns = self._columns
        try:
            fixed = list(map(getitem, map(columns.__getitem__, flat), count()))
        except KeyError:
            for c in set(flat) - columns.keys():
                column = self._column(c)
                if column is None:
                    return None
                columns[c] = column
            return self.givens(text)
        return None if UNSURE in fixed else dict(filter(None, fixed))

    def _column(self, character: str) -> list[Fixed] | None:
        """What a character fixes at each place; None if it may be anything but a value there."""
        domain = self.given.domain
        # A colon may end a heading, blanks separate tokens.
        if not character.isprintable() or character in (" ", ":", domain.unknown):
            return None
        try:
            value = domain.read(character)
        except BadToken:
            return None
        own = set(self.given.keys)
        return [
            self._fixed(cell, value) if cell in own else None if value is None else UNSURE
            for cell in self.grounding.world.board.cells
        ]

    def _fixed(self, cell: Any, value: Any) -> Fixed:
        if value is None:
            return None
        index, codes = self.found.variables.get(cell, (-1, {}))
        return (index, codes[value]) if value in codes else UNSURE


def lengths(text: str) -> tuple[int, ...]:
    """The lengths of the lines, but for empty ones at the end."""
    return tuple(map(len, text.rstrip("\n").split("\n")))


@record(eq=False)
class Answer:
    """How an answer that is one picture of single characters is drawn from the values of variables.

    indices, characters: of each cell in order, its variable, and what is drawn for its codes.
    """

    height: int
    width: int
    indices: tuple[int, ...]
    characters: tuple[Mapping[int, str], ...]

    @classmethod
    def of(cls, grounding: Grounding) -> Answer | None:
        """None: the answer is something else."""
        if len(grounding.answer) != 1 or not grounding.world.has_board:
            return None
        (name,) = grounding.answer
        slot = grounding.slots.get(name)
        if (
            slot is None
            or slot.kind != "cell"
            or not slot.keys
            or not isinstance(grounding.world.values[name], Layer)
            or not all(key in slot.variables for key in slot.keys)
        ):
            return None
        board = grounding.world.board
        indices, characters = zip(*(_drawn(slot, cell) for cell in board.cells), strict=True)
        if any(len(c) != 1 for drawn in characters for c in drawn.values()):
            return None
        return cls(board.height, board.width, indices, characters)

    def draw(self, assignment: Sequence[int], one_line: bool) -> str:
        """The picture as `render.plain` draws it, or its rows behind one another on one line."""
        values = map(assignment.__getitem__, self.indices)
        flat = "".join(map(getitem, self.characters, values))
        if one_line:
            return flat
        return "\n".join([flat[k : k + self.width] for k in range(0, len(flat), self.width)])


class _Always(dict[int, str]):
    """One character, whatever the code: that of -1."""

    def __missing__(self, code: int) -> str:
        return self[-1]


def _drawn(slot: LayerSlot, cell: Any) -> tuple[int, Mapping[int, str]]:
    if cell not in slot.variables:
        nothing = LayerValues(slot.name, slot.kind, {}, slot.domain)
        return 0, _Always({-1: token_of(nothing, cell)})
    index, codes = slot.variables[cell]
    return index, {
        code: token_of(LayerValues(slot.name, slot.kind, {cell: value}, slot.domain), cell)
        for value, code in codes.items()
    }
