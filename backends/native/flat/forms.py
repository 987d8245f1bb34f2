"""Pieces whose forms are compared, for the engine: which vertices may be in a piece, where those
are, and which lie beside each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ....model.forms import Point
from ....model.globals.box import Positions
from ....model.globals.connected_pair import in_piece
from ....model.model import Model
from ....model.nodes import Bool, Graph
from ....model.pieces import neighbours

# The conditions that vertices are in a piece, and a table of it.
FoundPiece: TypeAlias = "tuple[list[Bool], tuple[int, ...]]"
Tabulated: TypeAlias = "Callable[[Graph, Positions, list[int]], tuple[int, ...]]"


def found_piece(
    m: Model, graph: Graph, vertex: int, where: Positions, table: Tabulated
) -> FoundPiece | None:
    """For each vertex that may be in the piece of a vertex, that one first, whether it is; and a
    table of these vertices, see `network`. None if the vertex is never there."""
    key = (table, graph, vertex, where)
    if key not in m.derived:
        there = in_piece(m, graph, vertex)
        members = [v for v, inside in enumerate(there) if inside is not False and v != vertex]
        members.insert(0, vertex)
        if there[vertex] is False:
            m.derived[key] = None
        else:
            m.derived[key] = [there[v] for v in members], table(graph, where, members)
    found: FoundPiece | None = m.derived[key]
    return found


def beside_each(graph: Graph, where: Positions, members: list[int]) -> tuple[int, ...]:
    """The table for UNLIKE: where some vertices are, and which lie beside each."""
    position = {v: k for k, v in enumerate(members)}
    beside = neighbours(graph)
    lists = [[position[w] for _, w in beside[v] if w in position] for v in members]
    return (*map(_packed, _places(where, members)), *_listed(lists))


def at_each(graph: Graph, where: Positions, members: list[int]) -> tuple[int, ...]:
    """The table for ALIKE: where some vertices are, and which of them is at each place."""
    places = _places(where, members)
    height, width = max([r for r, _ in places]) + 1, max([c for _, c in places]) + 1
    vertices = [0] * (height * width)
    for k, (r, c) in enumerate(places, 1):
        vertices[r * width + c] = k
    return (height, width, *map(_packed, places), *vertices)


def _places(where: Positions, members: Sequence[int]) -> list[Point]:
    """Rows and columns, counted from the first ones."""
    at = [where.at[v] for v in members]
    top, left = min([r for r, _ in at]), min([c for _, c in at])
    return [(r - top, c - left) for r, c in at]


def _packed(place: Point) -> int:
    return place[0] << 16 | place[1]


def _listed(lists: Sequence[Sequence[int]]) -> list[int]:
    """Some lists one after another, behind where each begins, and the last one ends, in a table
    that begins with as many other entries as there are lists."""
    begins = [2 * len(lists) + 1]
    for one in lists:
        begins.append(begins[-1] + len(one))
    return [*begins, *[x for one in lists for x in one]]
