"""Form: what the piece of a vertex looks like, wherever it lies; of an absent vertex, nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

from ..forms import FoundForm, PlainForm, Point, found_form, orientations, turns
from ..model import Model
from ..nodes import Bool, Graph
from ..pieces import ABSENT, Pieces, neighbours
from .box import Positions
from .connected_pair import in_piece

FormData: TypeAlias = "tuple[int, Positions, frozenset[PlainForm]]"
PairData: TypeAlias = "tuple[int, int, Positions, bool, bool]"

# A piece of up to this many possible vertices is laid on one in another part of the graph, and a
# form of up to this many on the vertices of a graph, in all ways. Others are compared as tables,
# which are made once for each vertex but propagate less.
MOST_LAID = 100


def form_at(places: list[Point]) -> PlainForm:
    """The form of some places."""
    if not places:
        return ()
    top, left = min(r for r, _ in places), min(c for _, c in places)
    return tuple(sorted([(r - top, c - left) for r, c in places]))


@lru_cache(1 << 12)
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
        if any(len(form) > MOST_LAID for form in forms):
            return _found(model, graph, vertex, where).is_one_of(model, sorted(forms))
        return model.or_(_placed(model, graph, vertex, where, sorted(forms)))


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
        one, other = (dict(_in_reach(model, graph, x)) for x in (a, b))
        if len(one) > len(other):
            a, b, one, other = b, a, other, one
        if (
            not one
        ):  # its vertex is never there, and then the forms are the same if the other is not
            return model.not_(graph.vertices[b])
        if b in one or len(one) > MOST_LAID:
            form, like = (_found(model, graph, v, where) for v in (a, b))
            return form.is_like(model, like, turned, flipped)
        return model.or_(_laid(model, graph, (a, one), (b, other), where, turned, flipped))


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
    key = FoundForm, graph, vertex, where
    form: FoundForm | None = m.derived.get(key)
    if form is None:
        form = m.derived[key] = found_form(m, where.at, in_piece(m, graph, vertex))
    return form


def _in_reach(m: Model, graph: Graph, vertex: int) -> Iterator[tuple[int, Bool]]:
    """The vertices that may be in the piece of a vertex, and whether they are."""
    return ((v, there) for v, there in enumerate(in_piece(m, graph, vertex)) if there is not False)


def _placed(
    m: Model, graph: Graph, vertex: int, where: Positions, forms: Sequence[PlainForm]
) -> Iterator[Bool]:
    """For each way to place one of some forms so that it covers a vertex, whether the vertex's
    piece is what is covered: all of that is in the piece, and no vertex beside it is."""
    there = dict(_in_reach(m, graph, vertex))
    beside = neighbours(graph)
    row, column = where.at[vertex]
    for form in forms:
        if not form:
            yield m.not_(graph.vertices[vertex])
        for top, left in form:
            covered = [where.vertices.get((r - top + row, c - left + column), -1) for r, c in form]
            if all(v in there for v in covered):
                border = {v for w in covered for _, v in beside[w] if v in there}.difference(
                    covered
                )
                outside = [m.not_(there[v]) for v in sorted(border)]
                yield m.and_((*[there[v] for v in covered], *outside))


def _laid(
    m: Model,
    graph: Graph,
    moved: tuple[int, dict[int, Bool]],
    still: tuple[int, dict[int, Bool]],
    where: Positions,
    turned: bool,
    flipped: bool,
) -> Iterator[Bool]:
    """For each way to lay the piece of one vertex on that of another one, whether they coincide.

    Some vertex of the first piece comes to lie on the vertex of the second one. The second piece
    is within what the first may cover if it has no vertex beside that. Absent pieces coincide."""
    (a, one), (b, other) = moved, still
    beside = neighbours(graph)
    row, column = where.at[b]
    for swap, down, right in turns(turned, flipped):
        turn = {v: where.at[v][::-1] if swap else where.at[v] for v in one}
        laid = {v: (down * r, right * c) for v, (r, c) in turn.items()}
        for top, left in laid.values():
            # What each vertex comes to lie on; -1 where there is nothing.
            under = {
                v: where.vertices.get((r - top + row, c - left + column), -1)
                for v, (r, c) in laid.items()
            }
            if under[a] not in other:
                continue
            covered = {v for v in under.values() if v in other}
            border = {v for w in covered for _, v in beside[w] if v in other} - covered
            equal = [m.iff(there, other.get(under[v], False)) for v, there in one.items()]
            yield m.and_((*equal, *(m.not_(other[v]) for v in sorted(border))))


HAS_FORM = HasForm()
SAME_FORM = SameForm()
