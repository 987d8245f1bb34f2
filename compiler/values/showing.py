"""Values as text: in sentences for people, and as the tokens of a quoted pattern."""

from __future__ import annotations

from ..board.places import Place, Unit
from .choice import Choice
from .forms import FoundShape
from .moved import Moved
from .partitions import Box, Partition, Piece
from .values import Bag, GuardedList, Layer, Lengths, Maybe, Value

# The longest range whose numbers a sentence lists one by one.
LONGEST_SHOWN = 20


def show(value: Value) -> str:
    """A value as it is printed in a sentence."""
    if type(value) is Place:  # the common case first
        return value.name
    match value:
        case None:
            return "nothing"
        case bool():
            return "yes" if value else "no"
        case Unit():
            return value.name
        case range() if len(value) > LONGEST_SHOWN:
            return f"{value[0]}..{value[-1]}"
        case tuple() | range():
            return "[" + ", ".join(show(v) for v in value) + "]"
        case GuardedList() if all(c is True for c in value.conditions):
            opening, closing = ("{", "}") if value.unordered else ("[", "]")
            return opening + ", ".join(show(v) for v in value.items) + closing
        case Layer():
            return value.name or "a layer"
        case Piece():
            return str(value)
        case Partition(name=name):
            return name or "a partition"
        case (
            Choice() | Maybe() | GuardedList() | Lengths() | Bag() | Box() | Moved() | FoundShape()
        ):
            return "a value to be found"
    return "a value to be found" if hasattr(value, "id") else str(value)


def split_tokens(text: str) -> list[str]:
    """The tokens of a quoted text: separated by spaces, or one character each."""
    return text.split() if " " in text.strip() else list(text.strip())
