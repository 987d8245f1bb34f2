"""Withholding: clues stay at their places, but their values become unknown.

Where a layer has a token for unknown values, a puzzle need not show a value without which its
solution is still the only one. Each trial is ground anew, since rules may ask which values are
known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...compiler.ground.grounding import Grounding
from ...compiler.ground.opening import Clues
from ...compiler.ground.reading import UNKNOWN, is_unknown
from ...render.puzzle import write_puzzle
from ..compiled import CompiledSpec
from .closed import PROOF, has_one_solution
from .parts import Values
from .reducing import remove

Clue = tuple[str, Any]  # a layer and a place


def shown_values(grounding: Grounding, printed: Clues, layers: Iterable[str]) -> list[Clue]:
    """The clues of some layers whose values are shown, but may be unknown. printed: values
    instead of the puzzle's own."""
    found: list[Clue] = []
    for name in layers:
        if grounding.slots[name].domain.unknown is not None:
            values = {**grounding.binding.printed[name], **printed.get(name, {})}
            shown = [key for key, v in values.items() if v is not None and not is_unknown(v)]
            found += [(name, key) for key in shown]
    return found


def withheld(
    spec: CompiledSpec,
    grounding: Grounding,
    printed: Clues,
    answer: Values,
    clues: Sequence[Clue],
    most: int | None = None,
    work: int = PROOF,
) -> Clues:
    """What is printed, with the values of as many of these clues unknown as the answer stays the
    only one, at most `most`, tried in their order. grounding: of a puzzle on the same board. work:
    the units for a proof; a value without which it takes more stays."""
    left, done = printed, 0

    def is_unique_without(some: Sequence[Clue]) -> bool:
        nonlocal left, done
        if most is not None and done + len(some) > most:
            return False
        trial = {name: dict(values) for name, values in left.items()}
        for name, key in some:
            trial.setdefault(name, {})[key] = UNKNOWN
        if not has_one_solution(spec, write_puzzle(grounding, trial), answer, work):
            return False
        left, done = trial, done + len(some)
        return True

    remove(clues, is_unique_without)
    return left
