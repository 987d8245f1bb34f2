"""Carrying a solution and its clues over to a board with another structure.

That board keeps as many of their values as it can, so that what was already certain stays so.
"""

from __future__ import annotations

from typing import Any

from ...compiler.ground.opening import Clues
from ...model.nodes import BoolNode
from .assumptions import Literals
from .bench import Bench
from .parts import Values


def with_values(bench: Bench, values: Values) -> dict[BoolNode, tuple[str, Any]]:
    """The assumptions that found layers have values of another board, where both have a place, each
    with its layer and place."""
    slots = bench.grounding.slots
    found: dict[BoolNode, tuple[str, Any]] = {}
    for variable in bench.found_variables:
        codes = slots[variable.layer].variables[variable.key][1]
        key = (variable.layer, variable.key)
        if key in values and values[key] in codes:
            node = bench.assume.literal(variable.index, codes[values[key]])
            if node is not None:
                found[node] = key
    return found


def with_clues(bench: Bench, clues: Clues) -> Literals:
    """The assumptions of the clues of another board, where both have a place."""
    slots = bench.grounding.slots
    found: Literals = []
    for spot in bench.spots:
        value = clues.get(spot.layer, {}).get(spot.key)
        code = None if value is None else slots[spot.layer].variables[spot.key][1].get(value)
        node = None if code is None else bench.assume.literal(spot.index, code)
        if node is not None:
            found.append(node)
    return found
