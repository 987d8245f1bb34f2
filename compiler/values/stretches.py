"""The longest stretches of true conditions in a line, straight or cyclic."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.model import Model
from ...model.nodes import Bool


def stretches(m: Model, line: Sequence[Bool]) -> list[tuple[int, int, Bool]]:
    """The possible longest stretches of true conditions: (start, end, condition), end exclusive."""
    out: list[tuple[int, int, Bool]] = []
    for start in range(len(line)):
        before = m.not_(line[start - 1]) if start else True
        held = before
        for end in range(start + 1, len(line) + 1):
            held = m.and_((held, line[end - 1]))
            if held is False:
                break
            condition = m.and_((held, m.not_(line[end]))) if end < len(line) else held
            if condition is not False:
                out.append((start, end, condition))
    return out


def cyclic_stretches(m: Model, line: Sequence[Bool]) -> list[tuple[int, int, Bool]]:
    """The same for a cyclic line; an end may lie beyond the last place."""
    n = len(line)
    out: list[tuple[int, int, Bool]] = []
    for start in range(n):
        held = m.not_(line[start - 1])
        for end in range(start + 1, start + n):
            held = m.and_((held, line[(end - 1) % n]))
            if held is False:
                break
            condition = m.and_((held, m.not_(line[end % n])))
            if condition is not False:
                out.append((start, end, condition))
    whole = m.and_(line)
    return out if whole is False else [*out, (0, n, whole)]
