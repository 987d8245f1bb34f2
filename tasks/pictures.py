"""Read and print puzzles that are single pictures without grounding them.

In most collections a puzzle is a picture on one line, and puzzles differ in their givens only. If
givens only fix found values (`Program.pure`), a character at a place means the same in every puzzle
of a layout. So a `Layout` is made from a ground puzzle, and maps the characters of other puzzles
with the same line lengths to givens. It reports no mistakes: if it is not sure of a puzzle, the
puzzle is ground, which reports them.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress, count
from operator import getitem, itemgetter
from typing import Any

from ..compiler.ground.domains import BadToken
from ..compiler.ground.grounding import Grounding
from ..compiler.ground.layers import LayerSlot
from ..compiler.ground.solution import LayerValues
from ..compiler.values.values import Layer
from ..dsl.syntax import Picture
from ..records import field, record
from ..render.plain import token_of

# What a character fixes at a place: (variable index, code), or one of these.
Fixed = tuple[int, int]
NOTHING, UNSURE = (-1, 0), (-2, 0)

# A mark represents a character in one byte.
BLANK, MOST_MARKS = "\0", 128


@record(frozen=False, eq=False)
class Layout:
    """Puzzles of one picture without a heading, with the same line lengths.

    grounding: of one of them. given: the layer that the picture shows. found: the layer whose
    values it fixes. Each character seen so far has a mark, and each mark a column: what it fixes at
    each place. BLANK is the mark of the characters that fix nothing anywhere.
    """

    lengths: tuple[int, ...]
    grounding: Grounding
    given: LayerSlot
    found: LayerSlot
    _columns: list[list[Fixed]] = field(default_factory=lambda: [[]])
    _marks: _Marks = field(init=False)

    def __post_init__(self) -> None:
        self._marks = _Marks(self._mark)

    @classmethod
    def of(cls, grounding: Grounding) -> Layout | None:
        """The layout of a ground puzzle, or None if its givens do more than fix values."""
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
        board = grounding.context.board
        return layout if sum(layout.lengths) == len(board.cells) and not board.staggered else None

    def givens(self, text: str) -> dict[int, int] | None:
        """The givens, codes by variable index, of another puzzle of this layout (`lengths(text)` is
        the same). None: it has to be ground, maybe only to report its mistakes.
        """
        try:
            marks = text.translate(self._marks).encode()
        except _Unreadable:
            return None
        columns = map(self._columns.__getitem__, marks.translate(None, BLANK.encode()))
        givens = dict(map(getitem, columns, compress(count(), marks)))
        givens.pop(NOTHING[0], None)
        return None if UNSURE[0] in givens else givens

    @property
    def text(self) -> str:
        """A text of this layout, of any character."""
        return "\n".join(["." * length for length in self.lengths])

    def means(self, character: str) -> list[Fixed] | None:
        """What a character fixes at each place of a text; None if it may be no value."""
        if character == "\n":
            return [NOTHING if c == "\n" else UNSURE for c in self.text]
        column = self._column(character)
        if column is None:
            return None
        fixed = iter(column)
        return [UNSURE if c == "\n" else next(fixed) for c in self.text]

    def _mark(self, character: str) -> str:
        """The mark of a character. Raises _Unreadable if it may be no value."""
        column = self._column(character)
        if column is None or len(self._columns) == MOST_MARKS:
            raise _Unreadable
        if column.count(NOTHING) == len(column):
            return BLANK
        self._columns.append(column)
        return chr(len(self._columns) - 1)

    def _column(self, character: str) -> list[Fixed] | None:
        """What a character fixes at each place; None if it may be something else than a value."""
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
            self._fixed(cell, value) if cell in own or value is None else UNSURE
            for cell in self.grounding.context.board.cells
        ]

    def _fixed(self, cell: Any, value: Any) -> Fixed:
        if value is None:
            return NOTHING
        index, codes = self.found.variables.get(cell, (-1, {}))
        return (index, codes[value]) if value in codes else UNSURE


class _Unreadable(Exception):
    """A character may be something else than a value."""


class _Marks(dict[int, str | None]):
    """The marks of characters, for `str.translate`."""

    def __init__(self, mark: Callable[[str], str]) -> None:
        super().__init__({ord("\n"): None})
        self._mark = mark

    def __missing__(self, character: int) -> str:
        mark = self[character] = self._mark(chr(character))
        return mark


def lengths(text: str) -> tuple[int, ...]:
    """The lengths of the lines, but for empty ones at the end."""
    return tuple(map(len, text.rstrip("\n").split("\n")))


@record(eq=False)
class Answer:
    """Draws an answer that is one picture of single characters from the values of variables.

    indices: of the variables of all cells, in order; `elsewhere` for cells without one. codes:
    takes their codes from the values followed by `nothing`, the character of those cells.
    characters: by code; `nothing` stands for itself.
    """

    height: int
    width: int
    indices: list[int]
    elsewhere: int
    codes: Callable[[tuple[Any, ...]], tuple[Any, ...]]
    nothing: tuple[str]
    characters: dict[Any, str]

    @classmethod
    def of(cls, grounding: Grounding) -> Answer | None:
        """The drawing of a grounding's answer; None if the answer is something else."""
        if len(grounding.answer) != 1 or not grounding.context.has_board:
            return None
        (name,) = grounding.answer
        slot = grounding.slots.get(name)
        if (
            slot is None
            or slot.kind != "cell"
            or not slot.keys
            or grounding.context.board.staggered
            or not isinstance(grounding.context.values[name], Layer)
            or not all(key in slot.variables for key in slot.keys)
        ):
            return None
        board = grounding.context.board
        nothing = _drawn(slot, {})
        elsewhere = len(grounding.model.variables)
        variables = [slot.variables.get(cell, (elsewhere, {})) for cell in board.cells]
        characters: dict[Any, str] = {nothing: nothing}
        for value, code in {pair for _, codes in variables for pair in codes.items()}:
            drawn = _drawn(slot, {"": value})
            if characters.setdefault(code, drawn) != drawn:
                return None
        if any(len(c) != 1 for c in characters.values()):
            return None
        indices = [index for index, _ in variables]
        taken = _taking(indices)
        return cls(board.height, board.width, indices, elsewhere, taken, (nothing,), characters)

    def draw(self, assignment: tuple[int, ...], one_line: bool) -> str:
        """The picture as `render.plain` draws it, or all its rows on one line."""
        codes = self.codes(assignment + self.nothing)
        flat = "".join(itemgetter(*codes)(self.characters))
        if one_line:
            return flat
        return "\n".join([flat[k : k + self.width] for k in range(0, len(flat), self.width)])


def _drawn(slot: LayerSlot, table: dict[Any, Any]) -> str:
    """The text in the picture for the only value of a table, or for no value."""
    return token_of(LayerValues(slot.name, slot.kind, table, slot.domain), "")


def _taking(indices: list[int]) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    """A function that takes the items at these indices from a tuple."""
    first, last = indices[0], indices[-1]
    if indices == list(range(first, last + 1)):
        return itemgetter(slice(first, last + 1))
    return itemgetter(*indices)
