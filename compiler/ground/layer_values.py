"""The values of a layer under an assignment."""

from __future__ import annotations

from typing import Any

from ...model.evaluate import Evaluator
from ...model.nodes import BoolVar, IntVar
from ..builtins import region_layers as drawn
from ..values.decoding import decode
from ..values.partitions import Partition
from ..values.values import Layer
from .domains import BLANKS, Domain
from .finds import computed_domain
from .grounding import Grounding
from .layers import LayerSlot
from .opening import value_of
from .solution import LayerValues


def layer_values(grounding: Grounding, name: str, evaluate: Evaluator) -> LayerValues:
    """A layer (or a single computed value) under an assignment."""
    value = grounding.context.values[name]
    slot = grounding.slots.get(name)
    if isinstance(value, Partition):
        return _lettered(name, value, slot, evaluate)
    if not isinstance(value, Layer):
        constant = decode(value, evaluate)
        return LayerValues(name, "", {"": constant}, Domain("any"))
    table: dict[Any, Any] = {}
    keys = slot.keys if slot is not None else tuple(value.table)
    values, truth, assignment = value.table, value.truth, evaluate.assignment
    for key in keys:
        one: Any = values.get(key)
        of = type(one)
        if of is BoolVar or of is IntVar:  # the common case first
            constant = int(assignment[one.index])
        elif slot is not None and key in slot.variables:
            index, codes = slot.variables[key]
            table[key] = value_of(codes, assignment[index])
            continue
        else:
            constant = decode(one, evaluate)
        table[key] = bool(constant) if truth else constant
    if slot is not None:
        return LayerValues(name, slot.kind, table, slot.domain)
    return LayerValues(name, value.kind, table, computed_domain(grounding.context, value))


def _lettered(
    name: str, partition: Partition, slot: LayerSlot | None, evaluate: Evaluator
) -> LayerValues:
    """A partition: a letter for the piece of each place."""
    table = drawn.letters(partition, evaluate.pieces(partition.graph))
    kind, domain = pieces_domain(partition) if slot is None else (slot.kind, slot.domain)
    return LayerValues(name, kind, table, domain)


def pieces_domain(partition: Partition) -> tuple[str, Domain]:
    """The kind of the places of a computed partition, and the letters of pieces and of none."""
    kind = getattr(next(iter(partition.places), None), "kind", "")
    return kind, Domain("pieces", blanks=BLANKS)
