"""Shapes: sets of cells up to translation, and perhaps up to rotation and reflection.

A form is a set of dots (row, column, value) translated to the top left corner. For a found set it
is a table of conditions: the rows, then the columns, are shifted so that the first one that is not
empty comes first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from ...model.model import Model
from ...model.nodes import Bool
from ...records import field, record
from ..board.places import Point

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


@record
class Shape:
    """The shape of a constant set of cells; one orientation represents all."""

    form: Form
    turned: bool
    flipped: bool

    def tables(self, m: Model) -> Iterator[dict[Point, Bool]]:
        """Its orientations, each as a table of conditions by row and column."""
        forms = orientations(self.form, self.turned, self.flipped) if self.form else [()]
        return ({(r, c): True for r, c, _ in form} for form in forms)


def shape_of(points: Iterable[Point], turned: bool, flipped: bool) -> Shape:
    """The shape of a set of cells, given as (row, column)."""
    dots = [(r, c, True) for r, c in points]
    forms = orientations(dots, turned, flipped) if dots else [()]
    return Shape(min(forms), turned, flipped)


@record(eq=False)
class FoundShape:
    """The shape of a found set. rows: whether each cell of the board is in it."""

    rows: tuple[tuple[Bool, ...], ...]
    turned: bool
    flipped: bool
    _pushed: dict[tuple[int, int], list[list[Bool]]] = field(default_factory=dict, repr=False)
    _same: dict[Any, Bool] = field(default_factory=dict, repr=False)

    def tables(self, m: Model) -> Iterator[dict[Point, Bool]]:
        """Its orientations, each as a table of conditions by row and column."""
        for swap, down, right in turns(self.turned, self.flipped):
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
            up = _pushed(m, [row[::right] for row in self.rows[::down]])
            self._pushed[signs] = _transposed(_pushed(m, _transposed(up)))
        return self._pushed[signs]


def same_shape(m: Model, a: Shape | FoundShape, b: Shape | FoundShape) -> Bool:
    """Whether two shapes are equal, both up to the same symmetries."""
    if isinstance(a, Shape):
        if isinstance(b, Shape):
            return a == b
        a, b = b, a
    same = a._same.get(b)
    if same is None:
        as_it_lies = next(iter(b.tables(m)))
        same = a._same[b] = m.or_(
            m.and_(m.iff(table.get(k, False), as_it_lies.get(k, False)) for k in table | as_it_lies)
            for table in a.tables(m)
        )
    return same


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
