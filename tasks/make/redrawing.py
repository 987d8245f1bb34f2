"""Redrawing: change the structure of a board near what its clues leave open.

The solution is carried over: the next board keeps as many of its values as it can, so that what was
already certain stays so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...model.nodes import BoolNode
from .bench import Assignment, Bench

Values = Mapping[tuple[str, Any], Any]  # of found layers, by layer and place


def values_of(bench: Bench, found: Assignment) -> Values:
    """The values of found layers in an assignment."""
    slots = bench.grounding.slots
    return {
        (fact.layer, fact.key): next(
            value
            for value, code in slots[fact.layer].variables[fact.key][1].items()
            if code == found[fact.index]
        )
        for fact in bench.facts
    }


def with_values(bench: Bench, values: Values) -> dict[BoolNode, tuple[str, Any]]:
    """The assumptions that found layers have values of another board, where both have a place, each
    with its layer and place."""
    slots = bench.grounding.slots
    found: dict[BoolNode, tuple[str, Any]] = {}
    for fact in bench.facts:
        codes = slots[fact.layer].variables[fact.key][1]
        key = (fact.layer, fact.key)
        if key in values and values[key] in codes:
            node = bench.literal(fact.index, codes[values[key]])
            if node is not None:
                found[node] = key
    return found
