"""Differences of solutions, in the notation of the spec; what `pzc why` says further."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .terminal import say

if TYPE_CHECKING:
    from ..compiler.ground.solution import Solution

# What `pzc why` says of a puzzle without a solution, and of one with several.
CONFLICTS = "pzc why says what conflicts"
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
    """After the words of an explanation: print what `pzc why` says of such a puzzle, if it says
    more."""
    from ..tasks.explain import hints, position

    further = {position.NONE: CONFLICTS, hints.SEVERAL: SEVERAL}.get(words)
    if further is not None:
        say(further)
