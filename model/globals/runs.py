"""Runs: the lengths of the maximal stretches of true along a line, in order.

A deterministic automaton reads the line: before position i, j runs are complete and no run is open.
In this state false moves on by one position; true begins run j, which must have exactly its length
and be followed by false or by the end."""

from __future__ import annotations

from collections.abc import Sequence

from ..model import Model
from ..nodes import Bool, Operand, Values


class Runs:
    """args: the bools of a line, in order; data: the lengths of its runs (none: all are false)."""

    name = "runs"
    symmetric = False

    def holds(self, values: Sequence[int], data: tuple[int, ...]) -> bool:
        found = "".join("1" if v else " " for v in values).split()
        return [len(run) for run in found] == list(data)

    def nogood(self, values: Sequence[int], data: tuple[int, ...]) -> tuple[int, ...]:
        if self.holds(values, data):
            raise ValueError("the values satisfy runs")
        domains: list[Values] = [(v,) for v in values]
        for position in range(len(values)):
            kept, domains[position] = domains[position], (0, 1)
            if self.entailment(domains, data) is not False:
                domains[position] = kept
        return tuple(p for p, d in enumerate(domains) if len(d) == 1)

    def entailment(self, domains: Sequence[Values], data: tuple[int, ...]) -> bool | None:
        # A state is (complete runs, cells of the open run); None after a violation.
        states: set[tuple[int, int] | None] = {(0, 0)}
        for domain in domains:
            states = {_step(state, bool(v), data) for state in states for v in domain}
        good = [_accepts(state, data) for state in states]
        return True if all(good) else None if any(good) else False

    def decompose(self, model: Model, args: tuple[Operand, ...], data: tuple[int, ...]) -> Bool:
        if any(length < 1 for length in data):
            return False
        line = [model.member(a, (1,)) for a in args]
        count = len(line)
        blank = [model.not_(a) for a in line]
        # rest[i]: positions i… hold exactly the runs data[j:], and no run is open before i. The
        # last run is laid first; the line is followed by one more blank.
        rest: list[Bool] = [model.and_(blank[i:]) for i in range(count + 1)]
        rest.append(True)
        for length in reversed(data):
            ahead: list[Bool] = [False] * (count + 2)
            for i in reversed(range(count - length + 1)):
                end = i + length
                run = [*line[i:end], *blank[end : end + 1], rest[end + 1]]
                ahead[i] = model.or_((model.and_(run), model.and_((blank[i], ahead[i + 1]))))
            rest = ahead
        return rest[0]


def _step(
    state: tuple[int, int] | None, value: bool, data: tuple[int, ...]
) -> tuple[int, int] | None:
    if state is None:
        return None
    complete, cells = state
    if value:
        fits = complete < len(data) and cells < data[complete]
        return (complete, cells + 1) if fits else None
    if cells == 0:
        return state
    return (complete + 1, 0) if cells == data[complete] else None


def _accepts(state: tuple[int, int] | None, data: tuple[int, ...]) -> bool:
    end = _step(state, False, data)
    return end is not None and end[0] == len(data)


RUNS = Runs()
