"""What is known so far, as a board that can be drawn."""

from __future__ import annotations

from typing import Any

from ...compiler.builtins import region_layers as drawn
from ...compiler.ground.solution import LayerValues, Solution
from ...compiler.values.partitions import Partition
from ...model.evaluate import Evaluator
from ...model.nodes import Variable, variables_of
from ...records import replace
from ..reading_back import solution
from .facts import Known
from .instances import Instances


def board_of(instances: Instances, known: Known) -> Solution:
    """The board with what is known; a place whose value is not yet known has none."""
    grounding = instances.grounding
    filled = [min(left) for left in known.left]
    answer = []
    shown = solution(grounding, filled)
    for layer in shown.answer:
        value = grounding.context.values[layer.name]
        if isinstance(value, Partition):
            table = _pieces(instances, known, value)
        else:
            table = dict.fromkeys(layer.table)
            slot = grounding.slots.get(layer.name)
            if slot is None:
                told = not any(map(known.is_open, _indices(instances)))
                table = dict(layer.table) if told else table
            else:
                for key, (index, _) in slot.variables.items():
                    if not known.is_open(index):
                        table[key] = layer.table[key]
        answer.append(LayerValues(layer.name, layer.kind, table, layer.domain))
    return replace(shown, answer=tuple(answer), objective=None)


def _indices(instances: Instances) -> list[int]:
    return [v.index for v in variables_of(instances.model.answer)]


def _pieces(instances: Instances, known: Known, partition: Partition) -> dict[Any, Any]:
    """The letters of the pieces of a layer that are known from wall to wall."""

    def is_open(node: Any) -> bool:
        below: list[Variable] = [] if isinstance(node, bool) else variables_of([node])
        return any(known.is_open(v.index) for v in below)

    # A wall that is not yet known stands, so that only what is known joins two places.
    filled = [max(left) if len(left) > 1 else min(left) for left in known.left]
    evaluate = Evaluator(filled)
    pieces = evaluate.pieces(partition.graph)
    letters = drawn.letters(partition, pieces)
    graph = partition.graph
    loose: set[int] = set()
    for a, b, joined in graph.edges:
        if is_open(joined):
            loose |= {pieces.label[a], pieces.label[b]}
    for vertex, there in enumerate(graph.vertices):
        if is_open(there):
            loose.add(pieces.label[vertex])
    return {
        place: None if pieces.label[partition.position[place]] in loose else letter
        for place, letter in letters.items()
    }
