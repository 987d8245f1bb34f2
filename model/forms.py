"""Forms: sets of cells up to translation, in their orientations.

A form is a set of dots (row, column, value) translated to the top left corner. For a found set it
is a table of conditions: the rows, then the columns, are shifted so that the first one that is not
empty comes first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from .model import Model
from .nodes import Bool

# A position: row and column.
Point: TypeAlias = "tuple[int, int]"
# Conditions by position; where none is given, False.
Table: TypeAlias = "dict[Point, Bool]"
# A form without values, in reading order.
PlainForm: TypeAlias = "tuple[Point, ...]"
Dot: TypeAlias = tuple[int, int, Any]
Form: TypeAlias = tuple[Dot, ...]
# An orientation: whether rows become columns, and the signs of the new rows and columns.
Turn: TypeAlias = tuple[bool, int, int]


def turns(turned: bool, flipped: bool) -> Iterator[Turn]:
    """The orientations of a form, its own first: quarter turns, and mirrored left to right."""
    for mirrored in (False, True) if flipped else (False,):
        swap, down, right = False, 1, -1 if mirrored else 1
        for _ in range(4 if turned else 1):
            yield swap, down, right
            swap, down, right = not swap, right, -down


def orientations(dots: Iterable[Dot], turned: bool, flipped: bool) -> list[Form]:
    """The different forms of some dots (at least one), each in reading order."""
    dots = tuple(dots)
    forms: dict[Form, None] = {}
    for swap, down, right in turns(turned, flipped):
        laid = [(down * c, right * r, v) if swap else (down * r, right * c, v) for r, c, v in dots]
        top, left = min(r for r, _, _ in laid), min(c for _, c, _ in laid)
        moved = ((r - top, c - left, v) for r, c, v in laid)
        forms[tuple(sorted(moved, key=lambda dot: dot[:2]))] = None
    return list(forms)


class FoundForm:
    """The form of a found set in each orientation.

    rows: row by row, whether each cell of a rectangle is in the set.
    """

    def __init__(self, rows: Sequence[Sequence[Bool]]) -> None:
        self._rows = rows
        self._pushed: dict[tuple[int, int], list[list[Bool]]] = {}

    def is_one_of(self, m: Model, forms: Iterable[PlainForm]) -> Bool:
        """Whether it is one of some forms, as it lies."""
        own = self._as_it_lies(m)
        return m.or_(m.same(dict.fromkeys(form, True), own) for form in forms)

    def is_like(self, m: Model, other: FoundForm, turned: bool, flipped: bool) -> Bool:
        """Whether it is the same as another one, up to these symmetries."""
        still = other._as_it_lies(m)
        return m.or_(m.same(table, still) for table in self._tables(m, turned, flipped))

    def _as_it_lies(self, m: Model) -> Table:
        return next(self._tables(m, False, False))

    def _tables(self, m: Model, turned: bool, flipped: bool) -> Iterator[Table]:
        """Its orientations, each as a table of conditions by row and column."""
        for swap, down, right in turns(turned, flipped):
            rows = self._into_corner(m, (right, down) if swap else (down, right))
            yield {
                (c, r) if swap else (r, c): condition
                for r, row in enumerate(rows)
                for c, condition in enumerate(row)
                if condition is not False
            }

    def _into_corner(self, m: Model, signs: tuple[int, int]) -> list[list[Bool]]:
        """The table with rows and columns reversed where their sign is -1, translated to the top
        left corner."""
        if signs not in self._pushed:
            down, right = signs
            up = _pushed(m, [row[::right] for row in self._rows[::down]])
            self._pushed[signs] = _transposed(_pushed(m, _transposed(up)))
        return self._pushed[signs]


def found_form(m: Model, places: Sequence[Point], there: Sequence[Bool]) -> FoundForm:
    """The form of those of some places that are there, one object for the same ones."""
    key = (found_form, tuple(places), tuple(there))
    form: FoundForm | None = m.derived.get(key)
    if form is None:
        rows: list[list[Bool]] = []
        possible = [(*p, c) for p, c in zip(places, there, strict=True) if c is not False]
        if possible:
            downs, rights, _ = zip(*possible, strict=True)
            top, left = min(downs), min(rights)
            rows = [[False] * (max(rights) - left + 1) for _ in range(top, max(downs) + 1)]
            for row, column, condition in possible:
                rows[row - top][column - left] = condition
        form = m.derived[key] = FoundForm(rows)
    return form


def _pushed(m: Model, lines: Sequence[Sequence[Bool]]) -> list[list[Bool]]:
    """Shift the lines so that the first one that is not empty comes first; pad with empty lines."""
    begins: list[Bool] = []
    empty: Bool = True
    for line in lines:
        begins.append(m.and_((empty, m.or_(line))))
        empty = m.and_((empty, m.not_(m.or_(line))))
    return [
        [
            m.or_(
                m.and_((begin, lines[i + k][j])) for k, begin in enumerate(begins[: len(lines) - i])
            )
            for j in range(len(lines[0]))
        ]
        for i in range(len(lines))
    ]


def _transposed(lines: Sequence[Sequence[Bool]]) -> list[list[Bool]]:
    return [list(line) for line in zip(*lines, strict=True)]
