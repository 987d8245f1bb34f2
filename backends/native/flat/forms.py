"""Pieces whose forms differ, for the engine: where the vertices of a piece are, and which lie
beside each."""

from __future__ import annotations

from collections.abc import Sequence

from ....model.globals.box import Positions
from ....model.globals.connected_pair import in_piece
from ....model.model import Model
from ....model.nodes import Bool, Graph
from ....model.pieces import neighbours


def found_piece(
    m: Model, graph: Graph, vertex: int, where: Positions
) -> tuple[list[Bool], tuple[int, ...]] | None:
    """For each vertex that may be in the piece of a vertex, that one first, whether it is; and the
    table of the piece, see `network`. None if the vertex is never there."""
    key = (found_piece, graph, vertex, where)
    if key not in m.derived:
        m.derived[key] = _found_piece(m, graph, vertex, where)
    found: tuple[list[Bool], tuple[int, ...]] | None = m.derived[key]
    return found


def _found_piece(
    m: Model, graph: Graph, vertex: int, where: Positions
) -> tuple[list[Bool], tuple[int, ...]] | None:
    there = in_piece(m, graph, vertex)
    if there[vertex] is False:
        return None
    members = [vertex]
    members += [v for v, inside in enumerate(there) if inside is not False and v != vertex]
    position = {v: k for k, v in enumerate(members)}
    beside = neighbours(graph)
    lists = [[position[w] for _, w in beside[v] if w in position] for v in members]
    return [there[v] for v in members], (*_places(where, members), *_listed(lists))


def _places(where: Positions, members: Sequence[int]) -> list[int]:
    """Rows and columns, counted from the first ones."""
    at = [where.at[v] for v in members]
    top, left = min([r for r, _ in at]), min([c for _, c in at])
    return [r - top << 32 | c - left for r, c in at]


def _listed(lists: Sequence[Sequence[int]]) -> list[int]:
    """Some lists one after another, behind where each begins, and the last one ends, in a table
    that begins with as many other entries as there are lists."""
    begins = [2 * len(lists) + 1]
    for one in lists:
        begins.append(begins[-1] + len(one))
    return [*begins, *[x for one in lists for x in one]]
