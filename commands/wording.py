"""Differences of solutions, in the notation of the spec; where `pzc why` says more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .terminal import say

if TYPE_CHECKING:
    from ..compiler.ground.solution import Solution

# Where to look further if a puzzle has no solution, and if it has several.
CONFLICTS = "pzc why says what conflicts"
NO_PLAN = "pzc why says what is in the way"
SEVERAL = "pzc why says what would make it unique"


def differences(one: Solution, other: Solution) -> list[str]:
    """Where the answers of two solutions differ: `digit[r1c1] = 3 or 5`."""
    from ..compiler.ground.layers import show_key

    out = []
    for a, b in zip(one.answer, other.answer, strict=True):
        for key, value in a.table.items():
            if value != b.table.get(key):
                at = f"[{show_key(key)}]" if key != "" else ""
                values = f"{a.domain.draw(value)} or {b.domain.draw(b.table.get(key))}"
                out.append(f"{a.name}{at} = {values}")
    return out


def say_why(words: str) -> None:
    """After the words of an explanation: print that `pzc why` says more about the puzzle, if it
    does."""
    from ..tasks.explain import hints, planned, position

    further = {position.NONE: CONFLICTS, hints.SEVERAL: SEVERAL}.get(words)
    if words.startswith(planned.NO_PLAN):
        further = NO_PLAN
    if further is not None:
        say(further)
