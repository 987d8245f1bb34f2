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

    def each(self, denied: bool = False) -> Iterator[tuple[Value, Sequence[Bool]]]:
        """All pairs of members that may be consecutive, with the conditions for that: both are
        present, and none between them is. denied: with the negations of these conditions."""
        members = [member for member, _ in self.found]
        there = [condition for _, condition in self.found]
        absent = [self.m.not_(condition) for condition in there]
        ends, inner = (absent, there) if denied else (there, absent)
        for i, a in enumerate(members):
            for j in range(i + 1, len(members)):
                pause()
                yield (a, members[j]), (ends[i], *inner[i + 1 : j], ends[j])
                if there[j] is True:
                    break

    def work_out(self) -> list[tuple[Value, Bool]]:
        joined = [(pair, self.m.and_(parts)) for pair, parts in self.each()]
        return [(pair, there) for pair, there in joined if there is not False]
