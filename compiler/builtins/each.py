"""Conditions on each piece of a partition, decomposed place by place.

A statement `for p in island: …` demands the same of the piece of every place (see `Piece.each`).
Some conditions then decompose into one small condition for each place and its neighbours, whose
conjunction is equivalent, and the model stays as small as the board. A function here returns the
part of one place, or None if its condition does not decompose; the condition is then used as it
stands.
"""

from __future__ import annotations

from ...model.nodes import Bool
from ..context import Context
from ..values.comparison import equal
from ..values.partitions import Piece
from ..values.values import Layer, Value


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
