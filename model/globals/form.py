"""Form: what the piece of a vertex looks like, wherever it lies; of an absent vertex, nothing."""

from __future__ import annotations

from typing import TypeAlias

from ..forms import FoundForm, PlainForm, Point, orientations
from ..model import Model
from ..nodes import Bool, Graph
from ..pieces import ABSENT, Pieces
from .box import Positions
from .connected_pair import in_piece

FormData: TypeAlias = "tuple[int, Positions, frozenset[PlainForm]]"
PairData: TypeAlias = "tuple[int, int, Positions, bool, bool]"


def form_at(places: list[Point]) -> PlainForm:
    """The form of some places."""
    if not places:
        return ()
    top, left = min(r for r, _ in places), min(c for _, c in places)
    return tuple(sorted([(r - top, c - left) for r, c in places]))


def least(form: PlainForm, turned: bool, flipped: bool) -> PlainForm:
    """The orientation of a form that represents all."""
    dots = [(r, c, True) for r, c in form]
    if not dots:
        return form
    return min(tuple([(r, c) for r, c, _ in some]) for some in orientations(dots, turned, flipped))


class HasForm:
    """Whether the piece of a vertex has one of some forms. data: the vertex, the `Positions` of all
    vertices, and the forms."""

    name = "has_form"
    of_pairs = False

    def holds(self, pieces: Pieces, data: FormData) -> bool:
        vertex, where, forms = data
        return _form(pieces, vertex, where) in forms

    def entailment(self, sure: Pieces, possible: Pieces, data: FormData) -> bool | None:
        vertex, _, forms = data
        some, every = _members(sure, vertex), _members(possible, vertex)
        if some == every and sure.label[vertex] == possible.label[vertex]:
            return self.holds(sure, data)
        may = any(len(some) <= len(form) <= len(every) for form in forms)
        return None if may else False

    def reason(self, pieces: Pieces, data: FormData) -> tuple[int, ...]:
        return all_of(pieces, data[0])

    def decompose(self, model: Model, graph: Graph, data: FormData) -> Bool:
        vertex, where, forms = data
        return _found(model, graph, vertex, where).is_one_of(model, sorted(forms))


class SameForm:
    """Whether the pieces of two vertices have the same form up to symmetries. data: the vertices,
    the earlier one first, the `Positions` of all vertices, and whether forms may be turned and
    flipped."""

    name = "same_form"
    of_pairs = False

    def holds(self, pieces: Pieces, data: PairData) -> bool:
        a, b, where, turned, flipped = data
        if pieces.label[a] == pieces.label[b]:
            return True
        one, other = (_form(pieces, v, where) for v in (a, b))
        return least(one, turned, flipped) == least(other, turned, flipped)

    def entailment(self, sure: Pieces, possible: Pieces, data: PairData) -> bool | None:
        a, b = data[:2]
        if sure.connected(a, b):
            return True
        ranges = [(len(_members(sure, v)), len(_members(possible, v))) for v in (a, b)]
        if all(least == most for least, most in ranges):
            return self.holds(sure, data)
        (least_a, most_a), (least_b, most_b) = ranges
        return False if most_a < least_b or most_b < least_a else None

    def reason(self, pieces: Pieces, data: PairData) -> tuple[int, ...]:
        a, b = data[:2]
        if pieces.connected(a, b):
            return pieces.path(a, b)
        return tuple(dict.fromkeys((*all_of(pieces, a), *all_of(pieces, b))))

    def decompose(self, model: Model, graph: Graph, data: PairData) -> Bool:
        a, b, where, turned, flipped = data
        one, other = (_found(model, graph, v, where) for v in (a, b))
        return one.is_like(model, other, turned, flipped)


def _members(pieces: Pieces, vertex: int) -> list[int]:
    return pieces.members.get(pieces.label[vertex], [])


def _form(pieces: Pieces, vertex: int, where: Positions) -> PlainForm:
    key = HasForm, where, pieces.label[vertex]
    if key not in pieces.derived:
        pieces.derived[key] = form_at([where.at[v] for v in _members(pieces, vertex)])
    found: PlainForm = pieces.derived[key]
    return found


def all_of(pieces: Pieces, vertex: int) -> tuple[int, ...]:
    """The parts that make the piece of a vertex what it is."""
    if pieces.label[vertex] == ABSENT:
        return (vertex,)
    members = _members(pieces, vertex)
    return (*pieces.tree(vertex), *pieces.boundary(members))


def _found(m: Model, graph: Graph, vertex: int, where: Positions) -> FoundForm:
    """The form of the piece of a vertex, by conditions on which vertices are in it."""

    def rows() -> list[list[Bool]]:
        (top, bottom), (left, right) = ((min(k), max(k)) for k in zip(*where.at, strict=True))
        found: list[list[Bool]] = [[False] * (right - left + 1) for _ in range(top, bottom + 1)]
        for (row, column), there in zip(where.at, in_piece(m, graph, vertex), strict=True):
            found[row - top][column - left] = there
        return found

    form: FoundForm = graph.derived.setdefault((FoundForm, vertex, where), FoundForm(rows))
    return form


HAS_FORM = HasForm()
SAME_FORM = SameForm()
