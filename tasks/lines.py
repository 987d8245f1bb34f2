"""Puzzles of one layout from text to text in one call each.

What is known of their characters is in a `Table` (`line_tables` makes it), from which compiled code
is set up once, so that a puzzle makes no objects but its two texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ..backends.native.engine.covers import Covers
from ..records import record
from .answered import Answered, Wanted, encode
from .puzzles import Puzzle

Fixed = tuple[int, int]
# The lengths of the lines of a text, which identify its layout.
Lengths = tuple[int, ...]
# Values of a variable.
MOST_VALUES = 64
# Layouts of a spec for which tables and solvers are kept.
MOST_LAYOUTS = 8


@record
class Table:
    """The meaning of the texts of a layout, as numbers and strings only, so that the cache can hold
    it.

    length: of a text. exclusions: see `backends.base.WithExclusions`. means: what a character fixes
    at each place of a text (see `pictures`). shown: the text of an answer, but for the values.
    places: where in it each variable stands. characters: of values, by code.
    """

    length: int
    exclusions: tuple[list[list[int]], list[tuple[list[int], list[int]]]]
    means: list[tuple[str, list[Fixed]]]
    shown: str
    places: list[int]
    characters: list[tuple[int, str]]

    @classmethod
    def read(cls, kept: Any) -> Table:
        """A table from its values. Raises ValueError or TypeError if they are not those of one."""
        length, (domains, units), means, shown, places, characters = kept
        table = cls(length, (domains, units), means, shown, places, characters)
        if not table._is_sound():
            raise ValueError("no table")
        return table

    def _is_sound(self) -> bool:
        """Whether all numbers are in the bounds that compiled code relies on."""
        domains, units = self.exclusions
        count, codes = len(domains), dict(self.characters)
        values = {value for domain in domains for value in domain}
        return (
            0 < len(values) <= MOST_VALUES
            and values <= codes.keys()
            and len(self.places) == count
            and all(0 <= place < len(self.shown) for place in self.places)
            and all(0 <= x < count for unit, _ in units for x in unit)
            and all(len(unit) == len({*unit}) and {*needed} <= values for unit, needed in units)
            and all(len(c) == 1 and c.isascii() for c, _ in self.means)
            and all(len(fixed) == self.length for _, fixed in self.means)
            and all(-2 <= x < count and isinstance(v, int) for _, f in self.means for x, v in f)
            and all(len(c) == 1 and c.isascii() for c in codes.values())
            and self.shown.isascii()
        )


class Lines:
    """Answers puzzles of the layout of a table that have exactly one solution, or none."""

    def __init__(self, table: Table, wanted: Wanted) -> None:
        covers = Covers(*table.exclusions)
        covers.read(table.length)
        covers.write(table.shown, table.places, dict(table.characters))
        for character, means in table.means:
            covers.define(character, means)
        self._only = covers.only
        one, none = wanted.status(1), wanted.status(0)
        self._one, self._one_text = one, f', "status": "{one}", "solutions": ["'
        self._none, self._none_text = none, f', "status": "{none}", "solutions": []}}'

    def answers(self, puzzles: Iterable[Puzzle]) -> list[Answered | None]:
        """The answer to each puzzle; None if there may be several solutions, or if it is not sure
        what the text means. One loop for all, as a call for each takes a tenth of its time."""
        only, found = self._only, list[Answered | None]()
        of: str | None = None
        head = ""
        for file, line, text in puzzles:
            solution = only(text) if isinstance(text, str) else None
            if file is not of:
                of, head = file, f'{{"file": {encode(file)}, "line": '
            if solution:
                answer = f'{head}{line}{self._one_text}{solution}"]}}'
                found.append(Answered(self._one, answer))
            elif solution is None:
                found.append(None)
            else:
                found.append(Answered(self._none, f"{head}{line}{self._none_text}"))
        return found


class Tabled:
    """Answers puzzles by the tables of their layouts, of which the latest `MOST_LAYOUTS` are kept.

    noted: called with all tables when one is added.
    """

    def __init__(self) -> None:
        self.noted: Callable[[Mapping[Lengths, Table]], None] | None = None
        self.tables: dict[Lengths, Table] = {}
        self._lines: dict[Lengths, Lines] = {}
        self._by_length: dict[int, list[Lines]] = {}  # of a text

    def add(self, lengths: Lengths, table: Table, wanted: Wanted) -> None:
        """Answer puzzles of a further layout."""
        self.tables[lengths], self._lines[lengths] = table, Lines(table, wanted)
        if len(self.tables) > MOST_LAYOUTS:
            oldest = next(iter(self.tables))
            del self.tables[oldest], self._lines[oldest]
        self._by_length = {}
        for key, lines in self._lines.items():
            self._by_length.setdefault(self.tables[key].length, []).append(lines)
        if self.noted is not None:
            self.noted(self.tables)

    def answers(self, puzzles: Sequence[Puzzle]) -> Iterable[Answered | None]:
        """The answer to each puzzle by the table of its layout; None if there is none, or the table
        does not answer it. Unless there is one table, each answer is looked for when it is taken,
        so tables that were added before it are used."""
        if len(self._lines) == 1:
            (lines,) = self._lines.values()
            return lines.answers(puzzles)
        return map(self._answer, puzzles)

    def _answer(self, puzzle: Puzzle) -> Answered | None:
        text = puzzle.text
        known = self._by_length.get(len(text)) if isinstance(text, str) else None
        found = (lines.answers((puzzle,))[0] for lines in known or ())
        return next((answer for answer in found if answer is not None), None)
