"""Find the sections of a puzzle file that show the board, and derive its size."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING

from ...dsl.diagnostics import PzcError, Span, counted
from ...dsl.puzzle import PuzzleText, Section, Token
from ...dsl.syntax import Given, Grid, ListDomain, Name, Picture
from ..board.protocol import Board
from ..board.shapes import board_type
from . import reading

if TYPE_CHECKING:
    from .program import Program


_LINE = re.compile(r"(?:row|column)(\d+)")


class Pictures:
    """The sections of a puzzle file that are pictures. combined: the picture that holds several
    layers, if there is one."""

    def __init__(self, program: Program, puzzle: PuzzleText) -> None:
        self.program = program
        self.puzzle = puzzle
        self.combined = next((d for d in program.declarations if isinstance(d, Picture)), None)

    def measure(self, tree: Grid, sizes: Sequence[int | None]) -> tuple[int, int]:
        """The board's size, from the pictures. sizes: the height and the width, None for one that
        is not known yet. Raises PzcError if the pictures do not determine both."""
        height, width = sizes
        shape = board_type(tree.shape)
        square = isinstance(tree.height, Name) and isinstance(tree.width, Name)
        square = square and tree.height.id == tree.width.id  # type: ignore[union-attr]
        for name, kind, section in self._pictures():
            if kind == "side" and not reading.names_sides(section.filled()):
                kind = "around"
            if kind == "side":
                rows, columns = _side_lengths(section)
            elif kind == "row":
                rows, columns = self._how_many(name, section), None
            elif kind == "column":
                rows, columns = None, self._how_many(name, section)
            else:
                return _drawn_size(shape, kind, section, square)
            height = height if rows is None else rows
            width = width if columns is None else columns
            if square:
                height = width = height or width
            if height is not None and width is not None:
                return height, width
        if self.puzzle.bare is not None:
            raise self.stray(self.puzzle.bare)
        sides = zip((tree.height, tree.width), sizes, strict=True)
        names = [s.id for s, size in sides if isinstance(s, Name) and size is None]
        filled = {name for name, section in self.puzzle.sections.items() if section.filled()}
        raise PzcError.at(
            "E0308",
            "nothing in the puzzle gives the board's size",
            Span(self.puzzle.source, 1, 1, 1, 2) if self.puzzle.source.text else None,
            expected=" or ".join(
                [
                    *(f"a picture '{n}:'" for n, _ in self.program.pictured if n not in filled),
                    " and ".join(f"'{n}: …'" for n in dict.fromkeys(names)),
                ]
            ),
            hint=empty_puzzle_hint(self.puzzle),
        )

    def _how_many(self, name: str, section: Section) -> int | None:
        """The number of rows or columns, from a section with a value or a list for each. None if
        its lines begin with their names, and some may be left out."""
        lines = [line.tokens() for line in section.filled()]
        heads = [_LINE.fullmatch(tokens[0].text) for tokens in lines if len(tokens) > 1]
        named = {int(head[1]) for head in heads if head is not None}
        if len(named) == len(lines):
            return len(named) if max(named) == len(named) else None
        return len(lines) if self._is_list(name) else sum(map(len, lines))

    def picture_span(self) -> Span | None:
        """The heading of the first picture."""
        return next((s.heading for _, _, s in self._pictures()), None)

    def _pictures(self) -> list[tuple[str, str, Section]]:
        """The sections that show the board, with the kind of places they show."""
        out: list[tuple[str, str, Section]] = []
        bare = self.puzzle.bare
        if bare is not None:
            target = self.bare_target()
            if target is not None:
                out.append((*target, bare))
        if self.combined is not None and "picture" in self.puzzle.sections:
            out.append(("picture", "cell", self.puzzle.sections["picture"]))
        for name, kind in sorted(
            self.program.pictured, key=lambda g: not reading.is_pictured(g[1])
        ):
            section = self.puzzle.sections.get(name)
            if section is None or not section.filled():
                continue
            if not (self._is_list(name) and reading.is_keyed(section)):
                out.append((name, kind, section))
        return out

    def bare_target(self) -> tuple[str, str] | None:
        """The name of the layer that a picture without a heading shows, and the kind of its places;
        "around" for cells with a margin.

        Raises PzcError if the first line is a section of its own, without a colon.
        """
        if self.puzzle.bare is not None and self._begins_with_section(self.puzzle.bare):
            raise self.stray(self.puzzle.bare)
        if self.combined is not None:
            return "picture", "cell"
        givens = [
            (name, kind)
            for name, kind in self.program.pictured
            if (kind == "side" or reading.is_pictured(kind)) and name not in self.puzzle.sections
        ]
        flat = [g for g in givens if g[1] != "side"]
        if len(givens) == 1:
            return givens[0]
        if len(givens) == 2 and len(flat) == 1 and flat[0][1] == "cell":
            return "", "around"
        needed = [g for g in flat if not self._is_some(g[0])]
        return needed[0] if len(needed) == 1 else None

    def _begins_with_section(self, bare: Section) -> bool:
        """Whether the first line is the name of a section and a value, not a row of a picture: its
        number of tokens differs from those of all other lines."""
        first, *others = bare.filled()
        tokens = first.tokens()
        named = len(tokens) > 1 and tokens[0].text in self.program.sections
        return named and len(tokens) not in {len(line.tokens()) for line in others}

    def _is_list(self, name: str) -> bool:
        return any(
            isinstance(d, Given)
            and isinstance(d.domain, ListDomain)
            and name in [n.id for n in d.names]
            for d in self.program.declarations
        )

    def _is_some(self, name: str) -> bool:
        return any(
            isinstance(d, Given) and d.at.some and name in [n.id for n in d.names]
            for d in self.program.declarations
        )

    def stray(self, bare: Section) -> PzcError:
        """The error for lines above all headings that are no picture of a layer."""
        expected = _headings(self.program.sections)
        message, line = "this belongs to no section", bare.lines[0]
        name, *values = re.split(r"[\s=]+", line.text.strip(), maxsplit=1)
        hint = None
        if name in self.program.sections:
            hint = f"a colon follows the name: '{' '.join([f'{name}:', *values])}'"
        elif name.startswith(("#", "//", "%", ";")):
            hint = reading.no_comment(name, line.number)
        return PzcError.at("E0305", message, line.whole(), expected=expected, hint=hint)


def _only_one(section: Section) -> None:
    """Raise PzcError for several pictures one below the other, if the size follows from nothing
    else."""
    parts = section.paragraphs()
    if len(parts) > 1:
        raise PzcError.at(
            "E0334",
            f"{len(parts)} pictures of the board, with empty lines between them",
            parts[1][0].whole(),
            expected="one picture, whose lines follow one another",
            hint="to solve many puzzles: `pzc solve SPEC --batch FILE --per block`",
        )


def empty_puzzle_hint(puzzle: PuzzleText) -> str | None:
    """The hint for a puzzle that is missing or empty; None if it is neither."""
    if puzzle.source.text.strip():
        return None
    name = puzzle.source.name
    return "no puzzle is given" if name.startswith("<no") else f"{name} is empty"


def _side_lengths(section: Section) -> tuple[int | None, int | None]:
    """The numbers of rows and of columns, from a section with a line of values for each side; None
    where no line tells. Raises PzcError for a line that begins with no side."""
    height = width = None
    for line in section.filled():
        head, *tokens = line.tokens()
        match head.text.rstrip(":"):
            case "top" | "bottom":
                width = len(tokens)
            case "left" | "right":
                height = len(tokens)
            case _:
                raise PzcError([reading.no_side(head)])
    return height, width


def _drawn_size(shape: type[Board], kind: str, section: Section, square: bool) -> tuple[int, int]:
    """The size of a board from a section that draws it. square: whether it must be a square; of one
    without, the section may hold no second picture. Raises PzcError."""
    if not square:
        _only_one(section)
    rows = reading.grid_of(section.filled())
    if square and kind == "cell":
        rows = reading.unwrap(rows)
        if len({len(row) for row in rows}) > 1:
            # Lines of another length are reported later.
            return _usual_length(rows), _usual_length(rows)
    return _board_size(shape, kind, rows)


def _board_size(shape: type[Board], kind: str, rows: Sequence[Sequence[Token]]) -> tuple[int, int]:
    """The size of a board from a picture of places of a kind. Raises PzcError if the picture is too
    small for a single cell."""
    height, width = shape.board_size(kind, len(rows), _usual_length(rows))
    if height > 0 and width > 0:
        return height, width
    least = next(n for n in count(1) if min(shape.board_size(kind, n, n)) > 0)
    what = reading.MARGINED if kind == "around" else "picture"
    raise PzcError.at(
        "E0311",
        f"the {what} has {counted(len(rows), 'row')} of {_usual_length(rows)}, too few for a cell",
        rows[0][0].span.to(rows[-1][-1].span),
        expected=f"at least {counted(least, 'row')} of {least}",
    )


def _usual_length(rows: Sequence[Sequence[Token]]) -> int:
    """How many tokens most rows of a picture have."""
    lengths = [len(row) for row in rows]
    return max({*lengths}, key=lambda n: (lengths.count(n), n), default=0)


def _headings(names: Sequence[str]) -> str:
    return "a heading: " + ", ".join(f"'{n}:'" for n in names) if names else "an empty file"
