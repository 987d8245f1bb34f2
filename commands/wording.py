"""Differences of solutions, in the notation of the spec."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..compiler.ground.solution import Solution


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
