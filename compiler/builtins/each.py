"""What is asked of each piece of a partition, asked place by place.

A statement `for p in island: …` asks the same of the piece of every place (see `Piece.each`). Some
conditions fall apart then: what each place asks of those around it, all of them together say of all
pieces, and the model stays as small as the board. A function here gives the part of one place, or
None where that is not so; the condition is then taken as it stands.
"""

from __future__ import annotations

from ...model.nodes import Bool
from ..board.places import DIRECTIONS, Place
from ..context import Context
from ..values.comparison import equal
from ..values.partitions import Partition, Piece
from ..values.values import Layer, Value, present


def is_rectangle(context: Context, piece: Value) -> Bool | None:
    """A piece is a rectangle, if it is held together by cells that share sides.

    Such cells make a rectangle unless some three of a square of four are theirs and the last is
    not. For then two stretches of a row, each as long as may be, that lie one above the other and
    touch have the same ends, and all are such. The middle one of three cells is asked here: with
    one neighbour across and one along it has the cell between them.
    """
    if (
        not isinstance(piece, Piece)
        or not piece.each
        or not context.once(_by_sides, piece.partition)
    ):
        return None
    m, partition = context.m, piece.partition
    v = piece.vertex
    cell: Place = partition.places[v]
    step = context.squares.step
    conditions: list[Bool] = []
    for onward in (DIRECTIONS["up"], DIRECTIONS["down"]):
        for sideways in (DIRECTIONS["left"], DIRECTIONS["right"]):
            above, beside = step(cell, onward), step(cell, sideways)
            along, across = partition.position.get(above), partition.position.get(beside)
            if above is None or along is None or across is None:
                continue
            one, other = partition.connected(m, v, along), partition.connected(m, v, across)
            between = partition.position.get(step(above, sideways))
            filled = between is not None and partition.connected_if(m, v, (along, across), between)
            conditions.append(m.or_((m.not_(one), m.not_(other), filled)))
    partition.boxes[v] = m.and_(conditions)
    return partition.boxes[v]


def _by_sides(context: Context, partition: Partition) -> bool:
    """Whether what joins the places of a partition are sides of cells."""
    places = partition.places
    return all(isinstance(p, Place) and p.kind == "cell" for p in places) and all(
        context.board.segment("border", places[a], places[b]) is not None
        for a, b, _ in partition.graph.edges
    )


def has_equal_values(context: Context, layer: Value, piece: Value) -> Bool | None:
    """The values of a layer on a piece are equal: those of two places that an edge joins, if no
    value is missing."""
    if not isinstance(piece, Piece) or not piece.each or not isinstance(layer, Layer):
        return None
    m, partition = context.m, piece.partition
    values = [layer.get(place) for place in partition.places]
    if not all(value is not None and present(m, value) is True for value in values):
        return None
    v, there = piece.vertex, partition.graph.vertices
    return m.and_(
        m.or_((m.not_(m.and_((condition, there[u]))), equal(m, values[v], values[u])))
        for u, condition in partition.edges_at(v)
    )


def has_different_values(context: Context, layer: Value, piece: Value) -> Bool | None:
    """The values of a layer on a piece differ: that of a place from those of all after it."""
    if not isinstance(piece, Piece) or not piece.each or not isinstance(layer, Layer):
        return None
    m, partition = context.m, piece.partition
    v = piece.vertex
    value = layer.get(partition.places[v])
    conditions: list[Bool] = []
    for u in range(v + 1, len(partition.places)):
        same = equal(m, value, layer.get(partition.places[u]))
        if same is not False:
            conditions.append(m.not_(m.and_((same, partition.connected(m, v, u)))))
    return m.and_(conditions)
