"""The pairs of consecutive members of a list whose members may be missing, as a list whose
conditions are joined on demand: where a loop tests the pairs, most of them need none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...deadline import pause
from ...model.model import Model
from ...model.nodes import Bool
from .values import OnDemand, Value


class Consecutive(OnDemand):
    """found: the members of the list, each with the condition that it is there."""

    __slots__ = ("found", "m")

    def __init__(self, m: Model, found: Sequence[tuple[Any, Bool]]) -> None:
        super().__init__()
        self.m = m
        self.found = found

    @property
    def most(self) -> int:
        """How many pairs there may be."""
        return len(self.found) * (1 + sum(there is not True for _, there in self.found))

    def each(self) -> Iterator[tuple[Value, Sequence[Bool]]]:
        """Every two members that may be consecutive, with what must hold for that: both are there,
        and none between them is."""
        for i, (a, condition) in enumerate(self.found):
            parts: list[Bool] = [condition]
            for b, there in self.found[i + 1 :]:
                pause()
                yield (a, b), (*parts, there)
                if there is True:
                    break
                parts.append(self.m.not_(there))

    def work_out(self) -> list[tuple[Value, Bool]]:
        joined = [(pair, self.m.and_(parts)) for pair, parts in self.each()]
        return [(pair, there) for pair, there in joined if there is not False]
