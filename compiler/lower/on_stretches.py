"""Loops over stretches of lines: only the shortest stretches that fail the body are excluded."""

from __future__ import annotations

from ...dsl.diagnostics import PzcError
from ...model.constraints import Constraint, Origin
from ...model.nodes import Bool
from ..builtins import stretches
from ..builtins.stretches import Part, Stretches, Undecided
from ..values.values import Value
from .closures import Frame, Run, required_by


def exclude_failing(
    found: Stretches, frame: Frame, slot: int, body: Run, guard: tuple[Bool, ...]
) -> bool:
    """Exclude the stretches that fail a loop's body by constraints on the shortest such stretches.
    Returns False, and does nothing, unless the puzzle decides which stretches fail."""
    m, on_one = found.m, _BodyOnStretch(frame, slot, body)
    constraints = []
    for line in found.lines:
        some = stretches.failing(line, on_one.fails, on_one.conditions)
        if some is None:
            return False
        for origin, start, end, bare in some:
            condition = m.or_((*guard, m.not_(line.condition(m, start, end, bare))))
            if condition is not True:
                constraints.append(Constraint(condition, origin))
    m.constraints += constraints
    return True


class _BodyOnStretch:
    """The body of a loop over stretches, on one of them. slot: of the loop's name in the frame."""

    def __init__(self, frame: Frame, slot: int, body: Run) -> None:
        self._frame, self._slot, self._body = frame, slot, body

    def _required(self, stretch: Value) -> list[Constraint]:
        self._frame[self._slot] = stretch
        return required_by(self._body, self._frame)

    def fails(self, stretch: Value) -> Origin | None:
        """The origin of a constraint that a known stretch breaks; None if it breaks none. Raises
        Undecided if this depends on the solution."""
        added = self._required(stretch)
        if any(c.condition is not False for c in added):
            raise Undecided
        return added[0].origin if added else None

    def conditions(self, part: Part) -> list[Bool] | None:
        """The conditions that the body sets for a part that the solver decides; None if the body
        has a meaning for known stretches only."""
        try:
            return [c.condition for c in self._required(part)]
        except PzcError:
            return None
