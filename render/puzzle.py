"""Write a puzzle file from its layers: a puzzle's own clues, or others instead.

pzc reads the output of `write_puzzle` as the same puzzle. With a clue set from an assignment of an
open model (`opening.clues_of`), it is a puzzle that the solver made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..compiler.ground.grounding import Grounding
from ..compiler.ground.layers import LayerSlot
from ..compiler.ground.opening import Clues
from ..compiler.ground.reading import is_pictured, with_unknown
from ..compiler.ground.solution import LayerValues
from .plain import section


def write_puzzle(grounding: Grounding, clues: Clues | None = None) -> str:
    """The text of a puzzle file.

    clues: by layer and place, the value instead of the puzzle's own clue (None: a blank, UNKNOWN:
    the token of an unknown value). Sections of closed layers are copied.
    """
    binding, board = grounding.binding, None
    if grounding.context.has_board:
        board = grounding.context.board
    parts: list[str] = []
    for name in grounding.program.sections:
        own = binding.puzzle.sections.get(name)
        slot = grounding.slots.get(name)
        if slot is None or name not in binding.printed:
            value = grounding.context.values.get(name)
            if own is not None and name != "picture":
                parts.append(own.text())
            elif isinstance(value, int) and name not in grounding.params:
                parts.append(f"{name}: {value}\n")  # a size that follows from a picture
            continue
        changed = (clues or {}).get(name, {})
        if own is not None and not changed:
            parts.append(own.text())
            continue
        values = {**binding.printed[name], **changed}
        if slot.some and all(values.get(key) is None for key in slot.keys):
            continue
        shown = LayerValues(name, slot.kind, _by_place(slot, values), with_unknown(slot.domain))
        parts.append(f"{name}:\n{section(shown, board)}\n")
    return "\n".join(parts)


def _by_place(slot: LayerSlot, values: Mapping[Any, Any]) -> dict[Any, Any]:
    """The values in the order of the places; a list in a picture as one token."""
    joined = slot.domain.kind == "list" and is_pictured(slot.kind)
    return {key: _token(slot, values.get(key)) if joined else values.get(key) for key in slot.keys}


def _token(slot: LayerSlot, value: Any) -> str | None:
    """The token of a value; a list has commas between its members, and the empty list is `0` if 0
    is not a value."""
    element = slot.domain.element
    if value is None or element is None:
        return None
    element = with_unknown(element)
    return ",".join(element.draw(member) for member in value) or "0"
